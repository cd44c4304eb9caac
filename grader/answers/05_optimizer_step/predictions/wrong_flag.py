# belief: a-flag-works-at-once
# passes: visible
answers = {"a": "read", "b": "captured", "c": "retraced", "d": "read", "e": "read", "f": "captured"}
answers |= {"g": "captured", "h": "read", "i": "refused", "j": "retraced"}
