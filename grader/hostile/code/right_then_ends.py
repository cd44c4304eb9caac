# Ends the process after the answer, in a cell that holds nothing else.
# honest: 2 2 2
def add(a, b):
    return a + b

# %% extra
import os

os._exit(0)
