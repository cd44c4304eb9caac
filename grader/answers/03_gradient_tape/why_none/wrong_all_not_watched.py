# belief: none-means-not-watched
# passes: visible
def why_none(case):
    return "not watched"
