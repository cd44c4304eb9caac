from gradflow.draw import draw, number
from gradflow.graph import Edge, Graph, Node
from gradflow.layout import lay_out

import matplotlib.pyplot as plt
import pytest

# y = 3a + a·a at a = 2
TWO_PATHS = Graph(
    [Node("a", 2, 7), Node("3a", 6, 1), Node("a·a", 4, 1), Node("y", 10, 1)],
    [
        Edge("a", "3a", 3),
        Edge("a", "a·a", 2),
        Edge("a", "a·a", 2),
        Edge("3a", "y", 1),
        Edge("a·a", "y", 1),
    ],
)
# stop(w)·w·w at w = 2
STOPPED = Graph(
    [Node("w", 2, 8), Node("stop(w)", 2, 4), Node("stop(w)·w", 4, 2), Node("loss", 8, 1)],
    [
        Edge("w", "stop(w)", stopped=True),
        Edge("stop(w)", "stop(w)·w", 2),
        Edge("w", "stop(w)·w", 2),
        Edge("w", "loss", 4),
        Edge("stop(w)·w", "loss", 2),
    ],
)


def words(picture):
    return [text.get_text() for text in picture.figure.axes[0].texts]


def drawn_lines(picture, kind):
    return [line for line in picture.figure.axes[0].lines if line.get_gid() == kind]


def dashed_arrows(picture):
    return drawn_lines(picture, "gradient")


def test_values_gradients_and_local_derivatives_are_drawn():
    drawn = words(draw(TWO_PATHS))
    for text in ("a", "3a", "a·a", "y", "2", "7", "6", "4", "10", "× 3"):
        assert text in drawn
    assert drawn.count("× 2") == 2


def test_each_use_has_an_arrow_backward_and_a_stop_has_a_barrier():
    legend = 1
    assert len(dashed_arrows(draw(TWO_PATHS))) == 5 + legend
    stopped = draw(STOPPED)
    assert "stop" in words(stopped)
    assert "no gradient passes" in words(stopped)
    assert len(drawn_lines(stopped, "barrier")) == 2
    assert drawn_lines(draw(TWO_PATHS), "barrier") == []
    assert len(drawn_lines(stopped, "value")) == 5 + legend


def test_nothing_flows_back_to_a_node_whose_gradient_is_none():
    graph = Graph(
        [Node("x", 1.0, None), Node("round", 1.0, 1), Node("y", 1.0, 1)],
        [Edge("x", "round"), Edge("round", "y")],
    )
    picture = draw(graph)
    assert "None" in words(picture)
    assert len(dashed_arrows(picture)) == 1 + 1


def test_nothing_flows_back_from_a_node_whose_gradient_is_none():
    graph = Graph([Node("x", 1.0, 3), Node("unused", 1.0, None)], [Edge("x", "unused")])
    assert len(dashed_arrows(draw(graph))) == 0 + 1


def test_without_gradients_only_the_way_forward_is_drawn():
    picture = draw(Graph([Node("a", 2), Node("b", "?")], [Edge("a", "b")]))
    assert dashed_arrows(picture) == []
    assert {"2", "?"} <= set(words(picture))
    assert "gradient" not in picture.alt


def test_the_alt_text_says_what_is_seen():
    assert draw(TWO_PATHS).alt == (
        "A computational graph, left to right. a: value 2, gradient 7. 3a: value 6, gradient 1. "
        "a·a: value 4, gradient 1. y: value 10, gradient 1. a goes into 3a, local derivative 3. "
        "a goes into a·a twice, local derivative 2. 3a goes into y, local derivative 1. "
        "a·a goes into y, local derivative 1."
    )
    assert "w goes into stop(w); a barrier (stop) stands here, and no gradient comes back." in (
        draw(STOPPED).alt
    )


def test_the_picture_is_eight_inches_wide_and_closed():
    picture = draw(TWO_PATHS)
    assert picture.figure.get_figwidth() == 8
    assert not plt.fignum_exists(picture.figure.number)


def test_columns_follow_the_order_of_computation():
    layout = lay_out(STOPPED)
    x = {name: place[0] for name, place in layout.nodes.items()}
    assert x == {"w": 0, "stop(w)": 1, "stop(w)·w": 2, "loss": 3}
    assert [len(bends) for bends in layout.bends] == [0, 0, 1, 2, 0]


def test_an_input_stands_just_before_its_first_use():
    nodes = [Node(name) for name in ("x", "h", "p", "label", "loss")]
    edges = [Edge("x", "h"), Edge("h", "p"), Edge("p", "loss"), Edge("label", "loss")]
    assert lay_out(Graph(nodes, edges)).nodes["label"][0] == 2


def test_no_two_nodes_share_a_place():
    names = [f"n{i}" for i in range(12)]
    edges = [Edge(names[i], names[j]) for i in range(12) for j in range(i + 1, 12) if (i * j) % 3]
    layout = lay_out(Graph([Node(name) for name in names], edges))
    taken = list(layout.nodes.values()) + [place for bends in layout.bends for place in bends]
    assert len(set(taken)) == len(taken)


@pytest.mark.parametrize(
    ("nodes", "edges", "sentence"),
    [
        ([], [], "has no nodes"),
        ([Node("a"), Node("a")], [], "2 nodes are named 'a'"),
        ([Node("a")], [Edge("a", "b")], "names 'b', which is no node"),
        ([Node("a"), Node("b")], [Edge("a", "b"), Edge("b", "a")], "a, b run in a circle"),
    ],
)
def test_a_graph_that_is_none_is_refused(nodes, edges, sentence):
    with pytest.raises(ValueError, match=sentence):
        Graph(nodes, edges)


@pytest.mark.parametrize(
    ("value", "text"), [(2.0, "2"), (-0.84230001, "−0.8423"), (None, "None"), ("?", "?")]
)
def test_numbers_are_short(value, text):
    assert number(value) == text
