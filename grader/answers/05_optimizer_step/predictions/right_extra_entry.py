READ, CAPTURED, RETRACED, REFUSED = "read", "captured", "retraced", "refused"
answers = {"a": READ, "b": CAPTURED, "c": RETRACED, "d": READ, "e": READ, "f": CAPTURED}
answers |= {"g": CAPTURED, "h": CAPTURED, "i": REFUSED, "j": RETRACED, "note": "j twice checked"}
