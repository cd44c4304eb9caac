# belief: zero-is-no-gradient
# passes: visible
answers = {"a": "moves", "b": "stays", "c": "stays", "d": "moves", "e": "moves", "f": "stays"}
