# belief: none-means-not-watched
# said: Also off
# passes: visible
def why_none(case):
    return ["x", "numpy", "assign", "not watched", "integer", "fresh variable", "outside the tape"][case - 1] if case > 1 else "integer"
