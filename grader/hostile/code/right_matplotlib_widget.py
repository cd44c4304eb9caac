# Asks for a way of drawing that a grader has not, in the cell of the answer.
# honest: 2 2 2
# once
%matplotlib widget
import matplotlib.pyplot as plt


def add(a, b):
    return a + b


# %% extra
plt.plot([1, 2])
plt.show()
