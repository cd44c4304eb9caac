def why_none(case):
    if case == 1:
        return "numpy"
    if case == 2:
        return "assign"
    if case == 3:
        return "not watched"
    if case == 4:
        return "integer"
    return "fresh variable" if case == 5 else "outside the tape"
