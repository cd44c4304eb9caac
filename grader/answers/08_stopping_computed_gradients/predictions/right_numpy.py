moves = np.array([1, 0, 1, 1, 1, 0], bool)
answers = dict(zip("abcdef", np.where(moves, "moves", "stays")))
