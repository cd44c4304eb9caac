# belief: assign-makes-a-variable
# passes: visible
def why_none(case):
    return ["numpy", "assign", "not watched", "integer", "assign", "outside the tape"][case - 1]
