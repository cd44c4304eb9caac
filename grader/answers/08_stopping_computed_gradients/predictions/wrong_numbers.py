# belief: closed-lists-are-open
# said: answer a is 1; it must be one of moves, stays
answers = {"a": 1, "b": 0, "c": 1, "d": 1, "e": 1, "f": 0}
