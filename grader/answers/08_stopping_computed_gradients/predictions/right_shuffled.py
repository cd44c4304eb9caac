answers = {"f": "stays", "b": "stays"}
answers |= {"a": "moves", "c": "moves"}
answers.update(d="moves", e="moves")
