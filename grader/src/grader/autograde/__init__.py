"""Grades hand-ins and enters the grades into nbgrader's gradebook.

How the parts lean on each other, arrows one way:

    batch -> desk -> engine -> grade          read, run, score, write files: many at once
    batch -> store                            enter the grades: one at a time
    desk -> folders, steps                    files on disk, nbgrader's configured steps
    cluster -> engine                         the same on other machines
    button -> engine, store                   the same inside nbgrader's own command; its options
"""
