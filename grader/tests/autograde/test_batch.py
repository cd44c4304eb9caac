"""A class is graded, and graded again."""


def test_every_answer_gets_its_points(classroom):
    classroom.hand_in_answers()
    result, status = classroom.grade()
    assert classroom.scores() == classroom.points
    assert (result.unchanged, result.entered, result.left) == (0, len(classroom.points), [])
    assert set(status.values()) == {""}
