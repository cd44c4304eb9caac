# belief: a-trace-captures-everything
# passes: visible
answers = {"a": "read", "b": "captured", "c": "retraced", "d": "read", "e": "captured", "f": "captured"}
answers |= {"g": "captured", "h": "captured", "i": "refused", "j": "captured"}
