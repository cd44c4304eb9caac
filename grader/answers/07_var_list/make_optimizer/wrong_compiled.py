# belief: the-first-list-decides
def make_optimizer(model):
    model.compile(optimizer="adam", loss="mse")
    return model.optimizer
