# Shows figures.
# honest: 2 2 2
# once
import matplotlib.pyplot as plt


def add(a, b):
    plt.plot([a, b])
    plt.show()
    return a + b


plt.plot([1, 2])
plt.show()
