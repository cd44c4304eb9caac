# belief: a-trace-captures-everything
# passes: visible
answers = dict.fromkeys("abcdefghij", "captured")
