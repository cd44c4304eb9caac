# Takes the shell's parts away.
# honest: 0 2 2
shell = get_ipython()
shell.history_manager.store_inputs = lambda *a: 1 / 0
shell.displayhook.quiet = lambda *a: 1 / 0
shell.events.trigger = lambda *a: 1 / 0
shell.capture = shell.compile = None


def add(a, b):
    return a - b
