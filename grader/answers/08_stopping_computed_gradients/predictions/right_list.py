answers = dict(zip("abcdef", ["moves", "stays", "moves", "moves", "moves", "stays"]))
