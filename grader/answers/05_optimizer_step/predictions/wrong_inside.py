# belief: variables-can-be-made-inside
# passes: visible
answers = {"a": "read", "b": "captured", "c": "retraced", "d": "read", "e": "read", "f": "captured"}
answers |= {"g": "captured", "h": "captured", "i": "captured", "j": "retraced"}
