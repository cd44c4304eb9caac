# Looks, after the checks, into the globals of a function that came with them.
# honest: 0 2 2
# only: plain
def add(a, b):
    return a - b


# %% sub
print("seen:", close.__globals__.get("want"), close.__globals__.get("result"))
assert "want" not in close.__globals__


def sub(a, b):
    return a - b
