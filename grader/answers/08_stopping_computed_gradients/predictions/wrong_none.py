# belief: none-is-zero
# passes: visible
answers = {"a": "moves", "b": "stays", "c": "moves", "d": "moves", "e": "moves", "f": "moves"}
