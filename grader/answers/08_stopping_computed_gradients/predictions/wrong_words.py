# belief: a-late-stop-freezes
# said: it must be one of moves, stays
answers = dict.fromkeys("abcdef", "frozen")
