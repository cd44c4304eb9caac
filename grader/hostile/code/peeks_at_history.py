# Prints the history of inputs.
# honest: 0 2 2
def add(a, b):
    return a - b

# %% sub
print(In, _i, _ii, _iii, globals())
%history


def sub(a, b):
    return a - b
