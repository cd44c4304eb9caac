# belief: a-new-name-is-the-variable
# passes: visible
def why_none(case):
    return ["numpy", "assign", "assign", "integer", "fresh variable", "outside the tape"][case - 1]
