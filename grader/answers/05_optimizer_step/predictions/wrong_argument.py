# belief: an-argument-is-a-tensor
# passes: visible
answers = {"a": "read", "b": "captured", "c": "read", "d": "read", "e": "read", "f": "captured"}
answers |= {"g": "captured", "h": "captured", "i": "refused", "j": "retraced"}
