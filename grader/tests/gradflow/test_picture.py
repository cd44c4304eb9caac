import base64
import io

from gradflow.picture import Picture

import matplotlib.pyplot as plt
import nbformat
import pytest
from bs4 import BeautifulSoup
from IPython.core.formatters import DisplayFormatter
from nbconvert import HTMLExporter
from PIL import Image

ALT = 'A line from 0 to 1, "steep" & <straight>.'
ESCAPED = "A line from 0 to 1, &quot;steep&quot; &amp; &lt;straight&gt;."


@pytest.fixture
def picture():
    figure, axes = plt.subplots(figsize=(8, 2))
    axes.plot([0, 1], [0, 1])
    return Picture(figure, ALT)


def test_the_figure_is_closed_so_that_pyplot_does_not_show_it_twice(picture):
    assert not plt.fignum_exists(picture.figure.number)


def test_ipython_takes_the_png_the_html_and_the_alt_text(picture):
    data, metadata = DisplayFormatter().format(picture)
    assert data["text/plain"] == f"Picture: {ALT}"
    assert metadata["image/png"] == {"alt": ALT, "width": 768}
    assert f'alt="{ESCAPED}"' in data["text/html"]
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert image.size == (1536, 384)


@pytest.mark.parametrize(
    ("template", "dropped"), [("lab", None), ("classic", None), ("classic", "text/html")]
)
def test_the_alt_text_reaches_nbconverts_page(picture, template, dropped):
    data, metadata = picture._repr_mimebundle_()
    data.pop(dropped, None)
    output = nbformat.v4.new_output("display_data", data=data, metadata=metadata)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("0", outputs=[output])])
    page, _ = HTMLExporter(template_name=template).from_notebook_node(notebook)
    (image,) = BeautifulSoup(page, "html.parser").find_all("img")
    assert image["alt"] == ALT
    assert image["src"] == f"data:image/png;base64,{base64.b64encode(picture.png).decode()}"


@pytest.mark.parametrize("alt", ["", "  "])
def test_a_picture_without_words_is_refused(alt):
    figure = plt.figure()
    with pytest.raises(ValueError, match="no alt text"):
        Picture(figure, alt)
    plt.close(figure)
