def why_none(case):
    return [CAUSES[i] for i in (2, 4, 0, 3, 5, 1)][case - 1]
