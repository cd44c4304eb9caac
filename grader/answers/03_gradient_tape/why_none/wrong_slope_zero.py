# belief: none-is-zero
# passes: visible
def why_none(case):
    return ["numpy", "assign", "not watched", "slope is zero", "fresh variable", "outside the tape"][case - 1]
