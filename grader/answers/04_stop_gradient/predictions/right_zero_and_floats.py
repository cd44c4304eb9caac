answers = {}
for key, (value, gradient) in zip(
    "abcdefgh",
    [(12.0, 4.0), (12.0, 0.0), (20.0, 4.0), (9.0, 1.0), (8.0, 12.0), (20.0, 2.0), (10.5, 3.0), (32.0, 0.0)],
):
    answers[key + "_value"] = value
    answers[key + "_gradient"] = gradient
