# belief: decay-needs-a-gradient
# passes: visible
answers = {"a": "moves", "b": "stays", "c": "moves", "d": "stays", "e": "moves", "f": "stays"}
