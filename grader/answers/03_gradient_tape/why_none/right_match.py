def why_none(case):
    match case:
        case 1:
            return np.str_("numpy")
        case 2:
            return "assign"
        case 3:
            return "not watched"
        case 4:
            return "integer"
        case 5:
            return "fresh variable"
        case 6:
            return "outside the tape"
    raise ValueError(case)
