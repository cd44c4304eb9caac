# belief: a-late-stop-freezes
# said: it may be a number, None or one of moves, stays
answers = dict.fromkeys("abcdef", "frozen")
