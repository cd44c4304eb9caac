answers = dict(a=17, b=32, c=7, d=0, e=3, f=None, g=67)
