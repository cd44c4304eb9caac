# belief: a-late-stop-freezes
# passes: visible
answers = {"a": "stays", "b": "stays", "c": "moves", "d": "moves", "e": "moves", "f": "stays"}
