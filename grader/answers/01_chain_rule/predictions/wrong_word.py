# belief: value-is-slope
# said: it may be a number
answers = {"a": "seventeen", "b": 32, "c": 7, "d": 0, "e": 3, "f": 0, "g": 67}
