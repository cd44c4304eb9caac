# belief: one-path-is-enough
# passes: visible
answers = {"a": 17, "b": 32, "c": 3, "d": 1, "e": 2, "f": 0, "g": 64}
