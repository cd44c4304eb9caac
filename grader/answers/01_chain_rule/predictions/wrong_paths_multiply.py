# belief: paths-multiply
# passes: visible
answers = {"a": 60, "b": 32, "c": 7, "d": 0, "e": 3, "f": 0, "g": 67}
