# belief: a-late-stop-freezes
# passes: visible
answers = dict.fromkeys("abcdef", "stays")
