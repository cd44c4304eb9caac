# belief: everything-counts
# passes: visible
answers = {"a": 17, "b": 32, "c": 7, "d": 0, "e": 3, "f": 4, "g": 67}
