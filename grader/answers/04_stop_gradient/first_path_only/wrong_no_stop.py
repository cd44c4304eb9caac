# belief: nothing-was-cut
def first_path_only(f, g):
    return lambda x: f(x) * g(x)
