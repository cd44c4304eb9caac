# belief: value-is-slope
answers = {"a": 17, "b": 16, "c": 12, "d": 0, "e": 15, "f": 3, "g": 70}
