# belief: python-runs-each-time
# passes: visible
answers = {"a": "read", "b": "captured", "c": "retraced", "d": "read", "e": "read", "f": "captured"}
answers |= {"g": "read", "h": "captured", "i": "refused", "j": "retraced"}
