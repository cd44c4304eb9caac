class Minimizer:
    def __init__(self, loss_fn, var_list):
        self.loss_fn, self.var_list = loss_fn, tuple(var_list)

    def gradients(self):
        with tf.GradientTape() as t:
            self.loss = self.loss_fn()
        return t.gradient(self.loss, self.var_list)


def minimize(loss_fn, var_list, opt):
    m = Minimizer(loss_fn, var_list)
    opt.apply(list(m.gradients()), list(m.var_list))
    return m.loss
