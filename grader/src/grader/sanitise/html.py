"""HTML that shows something and does nothing.

By an allow-list: no scripts, no event handlers, no forms, no frames, no addresses but those of
links that a person clicks; pictures only where they lie in the page itself; no ids and no classes
that a page's own scripts look for; no styles that cover anything or load anything.
"""

import html
import re

import bleach
from bleach.css_sanitizer import CSSSanitizer
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments.token import STANDARD_TYPES

LONGEST = 100_000  # letters that are cleaned; what is longer is cut first

_TAGS = {
    *("a", "abbr", "b", "blockquote", "br", "caption", "code", "col", "colgroup", "dd", "del"),
    *("details", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5"),
    *("h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp"),
    *("small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th"),
    *("thead", "tr", "tt", "u", "ul", "var"),
}
_ATTRIBUTES = {
    *("align", "alt", "colspan", "dir", "height", "lang", "open", "rowspan", "scope", "start"),
    *("title", "width"),
}
_STYLES = {
    *("background-color", "border", "border-collapse", "border-color", "border-style"),
    *("border-width", "color", "font-size", "font-style", "font-weight", "padding"),
    *("text-align", "text-decoration", "vertical-align", "white-space"),
}
_CLASSES = frozenset(STANDARD_TYPES.values()) | {"highlight", "dataframe"}
_LINK = re.compile(r"(https?://|mailto:)[^\s\\]+", re.IGNORECASE)
_PICTURE = re.compile(r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*")
_SILENT = re.compile(r"<(style|script)\b.*?(</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_COLOUR = re.compile(r"\b(rgb|hsl)a?\(", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)", re.IGNORECASE)
_ALONE = {"br", "col", "dd", "dt", "hr", "img", "li", "td", "th", "tr"}  # need no end
_DEEPEST = 100
_MOST_MISTAKES = 100
_CUT = "<p>(The rest is left out: it is too long.)</p>"


def clean_html(text: str | bytes) -> str:
    """`text` without anything that acts, loads or covers something else."""
    text = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
    text, cut = (text[:LONGEST], _CUT) if len(text) > LONGEST else (text, "")
    text = _SILENT.sub("", text)  # for the eye: what is between these tags is no text
    if not _is_tidy(text):
        return f"{cut}<pre>{html.escape(text)}</pre>"
    return cut + bleach.clean(
        text,
        tags=_TAGS,
        attributes=_is_harmless,
        protocols={"http", "https", "mailto", "data"},
        strip=True,
        css_sanitizer=CSSSanitizer(allowed_css_properties=_STYLES, allowed_svg_properties=()),
    )


@pass_context
def markdown2html(context: Context, source: str) -> str:
    """What nbconvert's filter of this name gives, cleaned; what breaks it is shown as it is."""
    attachments = context.get("cell", {}).get("attachments", {})
    renderer = IPythonRenderer(
        escape=False, attachments=attachments, exclude_anchor_links=True, embed_images=False
    )
    if len(source) > LONGEST:
        return f"{_CUT}<pre>{html.escape(source[:LONGEST])}</pre>"
    try:
        return clean_html(MarkdownWithMath(renderer=renderer).render(source))
    except Exception:  # noqa: BLE001 - a picture that is missing, or nested too deeply: any error
        return f"<pre>{html.escape(source)}</pre>"


def _is_harmless(tag: str, name: str, value: str) -> bool:
    if name == "href":
        return tag == "a" and bool(_LINK.fullmatch(value))
    if name == "src":
        return tag == "img" and bool(_PICTURE.fullmatch(value))
    if name == "class":
        return _CLASSES.issuperset(value.split())
    if name == "style":
        return not {"(", "\\"} & set(_COLOUR.sub("", value))
    return name in _ATTRIBUTES


def _is_tidy(text: str) -> bool:
    """Whether tags are nested as a person or a library would: others take minutes to parse."""
    around: list[str] = []
    mistakes = 0
    for found in _TAG.finditer(text):
        closes, name = found[1], found[2].lower()
        if name in _ALONE:
            continue
        if not closes:
            around.append(name)
        elif name in around:
            while around.pop() != name:
                mistakes += 1
        else:
            mistakes += 1
        if len(around) > _DEEPEST or mistakes > _MOST_MISTAKES:
            return False
    return True
