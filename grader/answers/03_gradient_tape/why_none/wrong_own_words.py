# belief: closed-lists-are-open
# said: one of the words
def why_none(case):
    return "because of NumPy"
