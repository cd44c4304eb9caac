class Growing(tf.keras.optimizers.Adam):
    """A dictionary of memories that grows."""

    def __init__(self, rate):
        super().__init__(rate)
        self.build([])

    def apply(self, grads, trainable_variables=None):
        new = [
            v
            for v in trainable_variables
            if self._var_key(v) not in self._trainable_variables_indices
        ]
        for v in new:
            self._trainable_variables_indices[self._var_key(v)] = len(self._trainable_variables)
            self._trainable_variables.append(v)
            for name in ("momentum", "velocity"):
                getattr(self, "_momentums" if name == "momentum" else "_velocities").append(
                    self.add_variable_from_reference(v, name=name)
                )
        return super().apply(grads, trainable_variables)


def make_optimizer(model):
    return Growing(0.01)
