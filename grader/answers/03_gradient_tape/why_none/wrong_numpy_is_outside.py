# belief: numpy-runs-outside
# passes: visible
def why_none(case):
    return ["outside the tape", "assign", "not watched", "integer", "fresh variable", "outside the tape"][case - 1]
