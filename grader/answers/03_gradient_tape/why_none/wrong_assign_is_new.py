# belief: assign-makes-a-variable
# passes: visible
def why_none(case):
    return ["numpy", "fresh variable", "not watched", "integer", "fresh variable", "outside the tape"][case - 1]
