# belief: steps-along-a-path-add
# passes: visible
answers = {"a": 17, "b": 12, "c": 7, "d": 0, "e": 3, "f": 0, "g": 67}
