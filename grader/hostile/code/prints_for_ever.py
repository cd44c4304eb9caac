# An endless print loop, after the right answer.
# honest: 2 2 2
# once
def add(a, b):
    return a + b


while True:
    print('again and again')
