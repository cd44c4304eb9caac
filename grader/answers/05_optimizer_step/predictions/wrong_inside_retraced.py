# belief: variables-can-be-made-inside
# said: i gave 'refused'
# passes: visible
answers = {"a": "read", "b": "captured", "c": "retraced", "d": "read", "e": "read", "f": "captured"}
answers |= {"g": "captured", "h": "captured", "i": "retraced", "j": "retraced"}
