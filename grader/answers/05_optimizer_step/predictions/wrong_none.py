# belief: python-runs-each-time
# said: is none of the words
answers = dict.fromkeys("abcdefghij")
