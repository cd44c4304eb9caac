a, b = 2, 3
c = a * b
d = c + a
answers = {"g": np.float32(2 * d * (b + 1) + b), "f": np.int64(0), "e": 2 + 1, "d": 1 - 1}
answers |= {"c": 3 + 4, "b": 2 * 4 * 2 * 2, "a": 5 + 3 * 2**2, "note": "done on paper"}
