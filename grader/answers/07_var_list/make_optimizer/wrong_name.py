# belief: the-first-list-decides
# said: which is no Keras optimizer
def make_optimizer(model):
    return "adam"
