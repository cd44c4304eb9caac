# belief: the-outer-slope-is-enough
# passes: visible
answers = {"a": 17, "b": 8, "c": 7, "d": 0, "e": 3, "f": 0, "g": 67}
