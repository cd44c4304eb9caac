# belief: value-is-slope
# passes: visible
answers = {"a": 17, "b": 16, "c": 12, "d": 0, "e": 15, "f": 3, "g": 70}
