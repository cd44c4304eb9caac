moving = set("acde")
answers = {key: "moves" if key in moving else "stays" for key in "abcdef"}
answers["why"] = "an optimizer skips None only"
