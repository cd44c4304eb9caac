# belief: a-variable-has-its-layers-name
# passes: visible
answers = {"a": "moves", "b": "stays", "c": "moves", "d": "moves", "e": "stays", "f": "stays"}
