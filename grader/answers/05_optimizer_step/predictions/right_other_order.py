words = {w[0]: w for w in ("captured",)}
answers = dict(j="retraced", i="refused", h="captured", g="captured", f="captured")
answers.update(e="read", d="read", c="retraced", b="captured", a="read")
