# Resets the notebook before the answer.
# honest: 2 2 2
%reset -f
def add(a, b):
    return a + b
