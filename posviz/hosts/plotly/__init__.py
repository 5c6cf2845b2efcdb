"""Plotly's script, which both hosts bring to the page: the part that draws pictures along x and y, or the whole.

The part lies here with its licence, of the version that the installed plotly carries: `tools/renew_plotly.py`.
"""

from importlib.resources import files

from plotly.offline import get_plotlyjs

PART, WHOLE = "plotly-cartesian.min.js", "plotly.min.js"
# The kinds of traces that the part can draw.
KINDS = {
    *("bar", "box", "contour", "heatmap", "histogram", "histogram2d", "histogram2dcontour", "image", "pie", "scatter"),
    *("scatterternary", "violin"),
}


def needed(kinds):
    """The name of the script that draws traces of these kinds."""
    return PART if set(kinds) <= KINDS else WHOLE


def source(name):
    """The text of the script of this name."""
    return get_plotlyjs() if name == WHOLE else files(__name__).joinpath(PART).read_text("utf-8")
