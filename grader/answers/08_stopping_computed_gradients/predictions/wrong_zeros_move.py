# belief: zeros-always-move
# passes: visible
answers = {"a": "moves", "b": "moves", "c": "moves", "d": "moves", "e": "moves", "f": "stays"}
