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
}
