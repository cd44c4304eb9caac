"""Wrong beliefs, each with a short id and the sentence that answers it.

The ids are used alike in checks, answer bank, hints and reports. A sentence says what the belief
is and what is true instead, without blame.
"""

BELIEFS: dict[str, str] = {
    # 01: measuring a slope
    "one-side-is-enough": "one step to one side is not the central difference: its error shrinks "
    "like eps, from both sides it shrinks like eps squared.",
    "the-points-are-one-step-apart": "the two points lie two steps apart, so divide by 2 eps.",
    "eps-is-a-detail": "the caller chose eps, and the result depends on it.",
    "all-entries-step-together": "moving all entries at once gives one slope along the diagonal; "
    "move one entry at a time.",
    "steps-undo-themselves": "an entry that was moved stays moved until you put it back.",
    "integers-can-move": "an integer array rounds what you add to it; make it float64 first.",
    "my-input-is-mine": "the caller's array is not yours to change; work on a copy.",
    # 01: comparing gradients
    "only-equal-is-right": "float gradients are never exactly equal; ask for close enough.",
    "the-direction-is-enough": "a gradient of the right direction and the wrong size trains at the "
    "wrong rate; compare the entries.",
    "one-number-is-enough": "one sum or norm hides errors that cancel; compare each entry.",
    "small-entries-are-noise": "a small entry is a gradient too; hold each one against itself.",
    "tolerances-have-no-unit": "a fixed tolerance has the gradient's unit: where all entries are "
    "tiny it lets everything pass, or nothing. Make it a part of each entry.",
    "nan-shows-itself": "every comparison with NaN is False, so 'not larger than' lets NaN pass; "
    "ask for 'smaller than'.",
    "shapes-take-care-of-themselves": "NumPy stretches shapes that differ; compare shapes first.",
    # 01: the chain rule
    "one-path-is-enough": "a value used twice has two paths to the result; add both.",
    "the-last-path-wins": "a later path does not replace an earlier one; add them.",
    "paths-multiply": "slopes multiply along one path; different paths are added.",
    "steps-along-a-path-add": "along one path slopes multiply; only different paths are added.",
    "the-outer-slope-is-enough": "the slope of the last step alone is not the slope of the chain; "
    "multiply by the slope of the step before.",
    "value-is-slope": "the value of y is not how fast y changes.",
    "everything-counts": "a value that y does not use has slope zero.",
    "other-inputs-count": "a slope in a says nothing about b.",
    # 04: what a stop does
    "a-stop-cuts-the-variable": "a stop cuts the paths that run through it; the other paths of the "
    "variable still bring their share.",
    "a-stop-changes-the-value": "forward, a stop is the identity: the value is the same without it.",
    "a-stop-changes-no-gradient": "backward, a stopped tensor is a constant: its path brings "
    "nothing.",
    "a-stop-cuts-downstream": "a stop cuts off what lies before it; what it is multiplied with "
    "afterwards keeps its gradient.",
    "a-call-is-enough": "stop_gradient marks nothing: only the tensor that it returns is cut off.",
    "a-stopped-value-follows": "a stop takes a snapshot; it does not follow the variable to a later "
    "value.",
    "a-stop-silences-regularisers": "a regulariser reaches its weight on a path of its own, and no "
    "stop stands on that one.",
    "a-cut-branch-gives-none": "in a graph both branches are there, and one of them has a path: a "
    "tensor comes back, and it is 0.",
    # 04: stops at work
    "nothing-was-cut": "the full gradient arrived: only the tensor that stop_gradient returns is "
    "cut off, so go on with that one.",
    "either-factor-will-do": "the other factor was cut: here the gradient runs through g.",
    "cutting-the-input-is-enough": "a stop in front of g leaves the variables inside g on the path; "
    "cut what g returns.",
    "a-stop-at-the-end": "no path is left: a stop on the whole result, or a detour through NumPy, "
    "cuts them all.",
    "a-flag-cuts-paths": "the trainable flag cuts no path; it says what a training loop will update.",
    "only-the-input-counts": "f holds variables on its path, and they get their gradient too.",
    "once-is-enough": "the function is called again with another x; keep nothing from an earlier "
    "call.",
    "rows-times-columns": "the product is taken entry by entry; @ multiplies rows by columns.",
    "scaling-the-value": "the factor is for the gradient alone; forward the value stays h.",
    "the-shares-are-swapped": "the gradient comes through the part that is not stopped, so that part "
    "carries the factor a.",
    "any-factor-reaches-back": "the gradient came back unscaled: the factor must act on the path that "
    "is not cut, and only there.",
    "upstream-is-one": "what arrives from behind is multiplied by a; it is not always 1.",
    "zero-means-no-scaling": "a = 0 is a factor like any other: nothing comes back.",
    "a-is-a-share": "a is any number: it may be negative or larger than 1.",
    "h-is-never-zero": "0 / 0 is NaN: do not divide by h.",
    "positions-are-rows": "frozen lists rows of E; the place in ids where a row stands is another "
    "number.",
    "frozen-means-zero": "freezing cuts the gradient; forward the rows are what tf.gather gives.",
    "one-frozen-freezes-all": "only the listed rows are frozen; the others train as before.",
    "the-mask-is-turned-round": "the listed rows are the ones that get nothing.",
    "lists-have-no-repeats": "a row that is listed twice is frozen, not more than frozen: a mask "
    "holds 0 and 1 only.",
    "rows-are-used-once": "a row may stand in ids several times; each use counts.",
    "empty-lists-know-their-dtype": "tf.constant([]) is float32; give an empty list its dtype.",
    "a-list-is-one-tensor": "stop_gradient takes one tensor and stacks a list; go leaf by leaf.",
    "one-level-is-enough": "trees nest; what lies deeper must be stopped too.",
    "a-tuple-is-a-list": "a tuple comes back as a tuple and a list as a list.",
    "the-leaves-are-enough": "the tree is rebuilt as it was, with its own types and keys.",
    # 02: a network by hand
    "the-mean-has-no-weight": "a mean over N rows gives each row, and its gradient, the weight 1/N.",
    "the-mean-counts-every-entry": "the mean runs over the rows; the outputs of a row are summed, "
    "so their number does not divide.",
    "a-square-has-slope-one": "the derivative of (y - t)^2 is 2 (y - t); the 2 belongs to it.",
    "downhill-is-the-gradient": "the gradient points uphill; turning it round is the step's job.",
    "activations-pass-everything": "where relu was closed on the way forward, nothing comes back.",
    "the-switch-looks-at-the-gradient": "relu's switch is set by its input on the way forward, not "
    "by the sign of the gradient that comes back.",
    "the-kink-is-open": "at a pre-activation of exactly 0 the slope of relu counts as 0.",
    "the-kink-is-half-open": "at a pre-activation of exactly 0 half of the gradient passed, as it "
    "does when slopes are measured; the slope of relu counts as 0 there.",
    "a-bias-gets-the-mean": "a bias is used in every row, so it gets the sum over the rows; the "
    "1/N of the mean is in it already.",
    # 02: numbers that remember
    "no-gradient-yet-is-none": "grad starts at 0.0, so that something can be added to it.",
    "a-float-comes-second": "a float may stand on the left; Python then asks the Var on the right "
    "for __radd__ or __rmul__.",
    "a-factor-gets-itself": "the slope of a*b in a is b, and in b it is a.",
    "tanh-slope-uses-the-input": "the slope of tanh is 1 - tanh(x)^2, so 1 - the result squared.",
    "local-slopes-are-enough": "a local slope is one step of a path; multiply it by what arrives.",
    "a-value-need-not-wait": "a value that passes its gradient on before all its uses have "
    "reported loses what arrives later.",
    "every-arrival-is-passed-on": "passing on, at each arrival, all that has come so far counts "
    "the earlier shares again.",
    "equal-values-are-one": "two values may be equal and still be two; tell them apart by identity.",
    "backward-starts-afresh": "backward adds to what grad holds already; it does not replace it.",
    "old-gradients-flow-again": "what an earlier backward left in grad is no part of this pass; "
    "keep what arrives now apart from it.",
    "each-path-is-walked-alone": "walking each path by itself takes forever where paths multiply; "
    "let each value collect first and pass on once.",
    # 02: softmax and cross-entropy
    "the-label-does-not-pull": "the logit of the label stands in the loss by itself too: that is "
    "the minus 1 at the label.",
    "only-the-label-pulls": "the other logits stand in the sum of exp, so they have gradients too.",
    "softmax-goes-down-the-columns": "each row is one example, so its softmax runs along the row.",
    "exp-takes-any-number": "exp(1000) is infinite and exp(-1000) is 0; subtract the row's maximum.",
    "one-maximum-is-enough": "with one maximum for all rows, a row far below it is all zeros; "
    "subtract each row's own.",
    "clipping-is-harmless": "clipping changes the logits, so what comes out is another softmax.",
}
