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
    "my-input-is-mine": "the caller's array or list is not yours to change; work on a copy.",
    # 01: comparing gradients
    "only-equal-is-right": "a tolerance that strict refuses float32; 1e-4 of an entry is right.",
    "the-direction-is-enough": "a gradient of the right direction and the wrong size trains at the "
    "wrong rate; compare the entries.",
    "one-number-is-enough": "one sum or norm hides errors that cancel; compare each entry.",
    "small-entries-are-noise": "a small entry is a gradient too; hold each one against itself.",
    "only-too-much-is-wrong": "an entry can be too low as well as too high; take the size of the "
    "difference.",
    "a-zero-needs-no-check": "a slope of zero is a claim too, and anything else there is wrong.",
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
    "a-stop-at-the-end": "no path is left on which a gradient could come back.",
    "a-flag-cuts-paths": "the trainable flag cuts no path; it says what a training loop will update.",
    "only-the-input-counts": "f holds variables on its path, and they get their gradient too.",
    "once-is-enough": "the function is called again with other arguments; keep nothing from an "
    "earlier call.",
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
    "a-pass-for-each-weight": "measuring slopes takes a pass through the network for each weight; "
    "going back takes one for all of them.",
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
    # 05: momentum
    "the-pair-has-no-order": "the new weights come first, the new velocity second.",
    "the-step-goes-uphill": "the gradient points uphill: the learning rate times the gradient is "
    "taken away from the velocity.",
    "the-velocity-is-subtracted": "the minus is in the velocity already; the weight moves by plus v.",
    "the-velocity-collects-gradients": "here the learning rate is in the velocity: it has the unit "
    "of the weight, and the weight moves by just that.",
    "the-velocity-is-an-average": "momentum adds the whole new step; it does not take an average.",
    "nesterov-is-momentum": "looking ahead is another rule, Nesterov's; plain momentum moves by v.",
    "the-old-velocity-moves": "the weight moves by the new velocity, this step's gradient in it.",
    "the-memory-is-only-kept": "the weight moves by the velocity, old part included, and not by "
    "the gradient alone.",
    "the-rate-counts-twice": "the learning rate is in the velocity already.",
    "the-velocity-is-not-kept": "the new velocity is what the next step starts from; return it.",
    # 05: zero, None and clipping
    "a-zero-moves-nothing": "zero is a gradient like any other: what the optimizer remembers, and "
    "decay, still move the weight.",
    "a-distance-has-a-sign": "a distance is not negative; take the absolute value.",
    "the-drift-starts-at-one": "the five warm steps are not counted; start where they end.",
    "a-new-optimizer-remembers": "the memory is in the optimizer: a new one knows nothing of the "
    "warm steps.",
    "one-step-fewer": "one step is missing: there are n steps with gradient 0.",
    "one-step-more": "there is a step too many: there are n steps with gradient 0.",
    "any-start-will-do": "decay depends on where the weight is; it starts at 1.",
    "a-weight-is-born-warm": "without the steps with gradient 1 there is nothing to remember.",
    "none-can-be-left-out": "each gradient belongs to the variable in its place; without the None "
    "all that follow slip to another one.",
    "none-is-a-zero": "an optimizer leaves None out, and does not leave a zero out.",
    "each-has-its-own-norm": "clipping each gradient by its own norm turns the direction; there is "
    "one norm for all.",
    "clipping-always-scales": "clipping never makes longer: what is short enough stays as it is.",
    "clipping-cuts-entries": "the norm is clipped, not the entries: all shrink by one factor.",
    "the-norm-has-no-root": "the norm is the square root of the sum of squares.",
    "a-norm-is-a-sum": "the norm is the root of the sum of squares, not the sum of sizes.",
    "norms-add-up": "norms do not add up; their squares do.",
    "rows-do-not-count": "IndexedSlices are gradients too, and count in the norm.",
    "a-norm-is-never-zero": "0 / 0 is NaN: where all is zero the norm is zero.",
    "somebody-has-a-gradient": "all may be None: then there is nothing to add up.",
    # 05: the traced step
    "a-trace-captures-everything": "a graph looks up tensors and variables at each call, and what "
    "needs a new trace is traced anew.",
    "a-new-value-is-a-new-trace": "only Python arguments, shapes and dtypes make a new trace; "
    "tensors, variables and things outside do not.",
    "python-runs-each-time": "Python runs at the trace only; what it found then stays.",
    "an-argument-is-a-tensor": "a Python number as argument is no tensor: each value has a trace.",
    "settings-are-variables": "the learning rate is kept in a variable; other settings of an "
    "optimizer are Python numbers.",
    "a-flag-works-at-once": "a traced step asked for the flag when it was traced, and never again.",
    "variables-can-be-made-inside": "a traced step may not make a variable at each call; make it "
    "outside.",
    # 03: asking a tape
    "tensors-are-watched-by-themselves": "only trainable variables are watched by themselves; a "
    "tensor must be watched.",
    "every-variable-is-watched": "a variable with trainable=False is not watched by itself.",
    "the-gradient-comes-first": "the pair is (value, gradient), in this order.",
    "float32-is-enough": "a gradient keeps the dtype of what it belongs to.",
    "none-is-zero": "None means that there is no path; zero is a number, with a shape and a dtype.",
    "one-zero-is-enough": "zeros have the shape of the variable that they stand for.",
    "none-may-be-dropped": "an entry left out shifts all that follow; keep the length and the order.",
    "safe-means-finite": "a NaN is an answer that you want to see; only None is replaced.",
    "one-question-each": "a tape that is not persistent answers once; ask for all in one call.",
    "names-tell-variables-apart": "two variables may have one name; go by position or identity.",
    "keras-variables-are-tensorflow-variables": "a Keras variable wraps a TensorFlow variable; "
    "some functions of TensorFlow do not look inside.",
    # 03: why None
    "none-means-not-watched": "a trainable variable is watched by itself; look for the step that "
    "was not recorded.",
    "numpy-runs-outside": "the line stands inside the block and the tape was on; it is NumPy that "
    "the tape can't see.",
    "assign-makes-a-variable": "assign writes into a variable that is there, tf.Variable(...) makes "
    "another one.",
    "a-new-name-is-the-variable": "w = w - ... gives the name w to a tensor; it neither changes the "
    "variable nor makes one.",
    "closed-lists-are-open": "the answer is one of the printed words, as it is written there.",
    # 03: snippets mended
    "zeros-mend-it": "zeros are not the gradient that was missing; there is a slope here.",
    "the-path-may-begin-later": "this is the gradient of a value on the way, not of w.",
    "a-tensor-again-is-enough": "the path ends where the value left it; making a tensor, a variable "
    "or a wrapper of the value does not bring it back.",
    "the-state-can-be-left-out": "the variable must hold its new value afterwards.",
    "the-average-moves-twice": "the old average goes in once; take the new value, don't average it "
    "again.",
    "the-old-average-is-gone": "the old average is part of the new one, and so of the loss.",
    "the-share-has-no-slope": "the factor in front is on the path too; multiply by it.",
    "the-old-gradient-will-do": "this is the gradient before the step.",
    "descent-adds-the-gradient": "descent steps against the gradient.",
    "assign-adds": "assign replaces the value; assign_sub subtracts from it.",
    "one-step-more-does-no-harm": "one step was asked for, and w has moved by another one.",
    # 03: gradients apart, and weighted
    "a-vector-target-gives-rows": "the gradient of a vector is the gradient of its sum.",
    "a-mean-over-examples": "each example has a loss of its own; nothing divides by their number.",
    "the-gradient-of-the-inputs": "this is the gradient with respect to the rows of X, not to w.",
    "rows-may-stand-as-columns": "one row for each example, one column for each weight.",
    "examples-share-one-error": "each example has an error of its own.",
    "weights-do-not-count": "without v it is the plain sum over the results.",
    "j-times-v": "v times J sums over the results; J times v sums over the inputs.",
    "weights-come-after-the-sum": "weigh each result before they are summed; after it is too late.",
    "one-pass-is-not-enough": "one backward pass with the weights v gives the whole product; it "
    "needs neither J nor a second pass.",
    # 08: freezing after the gradients are there
    "a-late-stop-freezes": "a stop on a gradient that has been computed is an identity: the "
    "optimizer gets the same numbers.",
    "nothing-was-frozen": "the frozen variables were treated like all others: a stop on a computed "
    "gradient is an identity, and a test that matches no variable leaves none out.",
    "zeros-always-move": "plain SGD has no memory and no decay, so a gradient of 0 moves nothing.",
    "zero-is-no-gradient": "a zero is a gradient that happens to be 0: memory and decay still move "
    "the weight. Leave the variable out.",
    "decay-needs-a-gradient": "weight decay pulls at every weight that is handed in, whatever its "
    "gradient is.",
    "a-variable-has-its-layers-name": "a variable is called kernel or bias, and other paths may hold "
    "the layer's name; take the layer's own variables and compare by identity.",
    "a-part-of-a-name-will-do": "a layer's name may be a part of another one's; take the layer's own "
    "variables and compare by identity.",
    "none-means-frozen": "a gradient that is None does not say that its variable is frozen; only the "
    "list does.",
    "an-iterator-is-a-list": "a zip, map or filter can be walked only once; make it a list.",
    "an-iterator-can-be-walked-twice": "a zip or generator is empty after the first walk; walk it once.",
    "a-flag-says-what-is-frozen": "the caller's list says what is frozen; a variable's flag may say "
    "something else.",
    "a-vector-is-its-mean": "a loss for each example is not their mean: the tape adds a vector up, so "
    "the gradient is as many times too large as there are examples.",
    "the-loss-comes-last": "the loss to return is the one before the update.",
    "flags-are-mine": "flags are the caller's; leave them as you found them.",
    "any-optimizer-will-do": "the caller's optimizer takes the step, so that its memory and its count "
    "go on; a new one, or an update by hand, remembers nothing.",
    "built-on-a-part": "the caller built the optimizer on all variables, to use them all later; leave "
    "what it holds as it is.",
    "eager-is-traced": "only what a tf.function runs is traced; outside of it Python runs every time.",
    "an-inner-function-keeps-its-trace": "a tf.function that is made in each call, or is handed a "
    "new Python object in each, is traced anew each time; keep what you make.",
    "one-trace-fits-all": "a trace was made for one model, one layer and one optimizer; others need "
    "their own.",
    "a-model-knows-that-it-trains": "a model that is called without training=True acts as in use: no "
    "dropout, old statistics.",
    "putting-back-is-freezing": "putting weights back comes too late: the frozen gradients have had "
    "their share in clipping and in what the optimizer remembers.",
    # 08: a stop under an outer tape
    "a-stop-on-a-slope-never-counts": "an outer tape differentiates the slope too, and a stop on it "
    "cuts that path.",
    "a-slope-is-a-constant": "the slope changes with x as well; the outer tape must be open while the "
    "slope is computed.",
    "the-other-factor-is-stopped": "it is the slope that is stopped here, not x.",
    "slopes-of-slopes-are-all": "the slope is multiplied by x, so x counts twice: by itself, and "
    "through the slope.",
    # 06: what has changed
    "a-new-array-is-a-change": "two arrays may be two and hold the same bits; compare what they hold.",
    "close-is-unchanged": "frozen means not one bit has changed; close is not enough.",
    "equal-numbers-are-equal-bits": "0.0 and -0.0 are equal numbers and other bits.",
    "a-nan-is-always-new": "a NaN is not equal to itself; its bits are.",
    "a-nan-hides-nothing": "a difference with NaN in it is NaN, and no comparison sees it.",
    "names-tell-arrays-apart": "several variables may have one name; each array counts by itself.",
    # 06: the head alone
    "everything-trains": "the base moved by its own gradients: leave its variables out of apply.",
    "undoing-is-leaving-out": "a base that moves and is put back leaves traces: its slots move, and "
    "clipping counts it; leave it out.",
    "the-loss-comes-afterwards": "the loss is the one before the update.",
    "the-head-need-not-know": "the head trains, so it runs with training=True.",
    "a-frozen-base-may-train": "the base does not train, so it runs with training=False; otherwise "
    "it drops units and moves its statistics.",
    "a-flag-is-advice": "a layer of the head whose flag is False does not train either; ask for "
    "trainable_variables.",
    "flags-are-mine-to-set": "the flags belong to the caller; leave each one as it was found.",
    # 06: the cut in the model
    "a-copy-is-the-base": "a copied model has weights of its own; use the base itself.",
    "a-mean-is-a-flat-view": "pooling takes a mean over places; a flat view keeps every number.",
    "scores-need-an-activation": "this Dense layer has no activation: its outputs may be negative.",
    "scores-add-up-to-one": "this Dense layer has no softmax: its outputs are plain numbers.",
    "a-lambda-loads-again": "a Lambda layer holds Python code, and safe mode refuses to load it.",
    "an-own-layer-is-known": "Keras can't find a layer class that was not registered when it loads.",
    # 06: flags in nested models
    "an-inner-flag-is-enough": "a frozen model lists nothing, whatever the flags inside say; open "
    "the models around a layer first.",
    "what-is-named-is-open": "a named layer may have been frozen before; set its flag.",
    "a-models-flag-is-its-own": "a flag that changes on a model is handed to all inside: set the "
    "outer ones first.",
    "statistics-wait-for-a-gradient": "moving statistics move without a gradient: the flag of the "
    "layer stops them, the flags of its variables do not.",
    "a-name-is-what-it-contains": "dense_1 is a part of dense_10; compare whole names.",
    # 07: choosing what to update
    "everything-is-trained": "the list says what is trained; all other variables stay as they are.",
    "a-loss-may-be-asked-twice": "running the model again is a forward pass again, and moves what a "
    "forward pass moves; once is enough.",
    "apply-would-say-so": "apply([], []) does nothing and says nothing; let the optimizer see the "
    "None, or raise the error yourself.",
    "layers-lie-on-top": "a layer may lie inside another one; search the layers of layers too.",
    "only-what-trains": "a frozen layer has variables too; trainable_variables leaves them out.",
    "only-its-own-weights": "a layer is made of other layers too; .variables gives what they hold.",
    "frozen-now-is-frozen-for-good": "what a flag freezes now may be trained later, and an optimizer "
    "knows only what it was built on; build it on all variables.",
    "the-first-list-decides": "an optimizer that you do not build is built on the first list that it "
    "is given, and knows no other.",
    "building-takes-a-step": "build makes an optimizer's memory and moves no weight.",
    "a-new-memory-is-as-good": "what an optimizer remembers belongs to its weights; made anew, it is "
    "lost.",
    "each-list-needs-a-pass-of-its-own": "one walk back gives the gradients for both lists; ask for "
    "them together.",
    "the-pairs-are-swapped": "each optimizer moves the variables of its own pair.",
    "one-optimizer-will-do": "a rate belongs to an optimizer: two rates, two optimizers.",
}
