class FirstPathOnly:
    def __init__(self, f, g):
        self.f, self.g = f, g

    def __call__(self, x):
        a, b = self.f(x), self.g(tf.stop_gradient(x))
        b = tf.stop_gradient(b)
        print("shapes", a.shape, b.shape)
        return a * b


first_path_only = FirstPathOnly
