# belief: settings-are-variables
# passes: visible
answers = {"a": "read", "b": "captured", "c": "retraced", "d": "read", "e": "read", "f": "read"}
answers |= {"g": "captured", "h": "captured", "i": "refused", "j": "retraced"}
