# Shows 3,000 outputs, one with a script.
# honest: 2 2 2
# once
from IPython.display import HTML, display


def add(a, b):
    return a + b


for number in range(3000):
    display(HTML(f'<b>{number}</b><script>alert(1)</script>'))
