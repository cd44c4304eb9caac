# belief: python-runs-each-time
# said: read, captured, retraced, refused
answers = dict.fromkeys("abcdefghij", "traced")
