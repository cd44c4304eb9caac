# belief: nothing-was-cut
# said: it must be a function
def first_path_only(f, g):
    return 1.0
