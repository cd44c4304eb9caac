# belief: a-new-value-is-a-new-trace
# passes: visible
answers = dict.fromkeys("abcdefghij", "retraced") | {"i": "refused"}
