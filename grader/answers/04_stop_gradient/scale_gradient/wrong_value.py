# belief: scaling-the-value
def scale_gradient(h, a):
    return a * h
