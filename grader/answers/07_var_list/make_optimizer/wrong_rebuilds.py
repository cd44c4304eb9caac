# belief: a-new-memory-is-as-good
# passes: visible
class Rebuilding(tf.keras.optimizers.Adam):
    def apply(self, grads, trainable_variables=None):
        known = [id(v) for v in getattr(self, "_trainable_variables", [])]
        if not all(id(v) in known for v in trainable_variables):
            self.built = False
            self._trainable_variables_indices = {}
            self.build(trainable_variables)
        return super().apply(grads, trainable_variables)


def make_optimizer(model):
    return Rebuilding(0.01)
