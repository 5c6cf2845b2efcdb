"""One colour for each thing, everywhere: query blue, key vermilion, value green, score purple, position grey.

Pictures are written in the light theme's colours. `DARK_FOR` says what each becomes in the dark theme,
so a page can follow the theme switch by swapping colours, with no second picture.
"""

import math

LIGHT = {
    "ground": "#ffffff",
    "raised": "#f6f8fa",
    "line": "#d7dce2",
    "soft": "#59636e",
    "ink": "#1f2328",
    "query": "#0062a8",
    "key": "#b84300",
    "value": "#00724f",
    "score": "#7a3e9d",
    "position": "#5a626d",
}
DARK = {
    "ground": "#121212",
    "raised": "#1c2229",
    "line": "#333b45",
    "soft": "#a3adb8",
    "ink": "#e8ebee",
    "query": "#62b0f0",
    "key": "#ff9a62",
    "value": "#4fc59b",
    "score": "#c79be6",
    "position": "#a4adb7",
}
# Mid-tones for still pictures, which lie on either ground and cannot change.
MIDDLE = {
    "soft": "#767b81",
    "query": "#2f86c9",
    "key": "#d9662a",
    "value": "#1f9a70",
    "score": "#a06cc4",
    "position": "#767b81",
}
GROUND, RAISED, LINE, SOFT, INK, QUERY, KEY, VALUE, SCORE, POSITION = LIGHT.values()

# The second sign of each meaning, for readers who cannot tell the colours apart.
DASH = {"query": "solid", "key": "dash", "value": "dashdot", "score": "longdash", "position": "dot"}


def _scale(*colours):
    return [[step / (len(colours) - 1), colour] for step, colour in enumerate(colours)]


# Lightness rises evenly from end to end, so the maps read in grey too; the middle of DIVERGING is neutral: zero.
DIVERGING = _scale("#003a73", "#2f4e7b", "#526283", "#70788a", "#8e8e8e", "#bda084", "#e5b380", "#ffca8a", "#ffe4b1")
SEQUENTIAL = _scale("#f5f2f9", "#d2bcde", "#ae87c4", "#8755a7", "#5a2b80")
_SEQUENTIAL_DARK = _scale("#27272f", "#57466d", "#8a69aa", "#ba95d6", "#e0c9f4")

DARK_FOR = {LIGHT[name]: DARK[name] for name in LIGHT}
DARK_FOR |= {light: dark for (_, light), (_, dark) in zip(SEQUENTIAL, _SEQUENTIAL_DARK)}

_AXIS = {
    "fixedrange": True,
    "gridcolor": LINE,
    "gridwidth": 1,
    "zeroline": False,
    "linecolor": LINE,
    "tickfont": {"color": SOFT},
    "title": {"font": {"color": SOFT, "size": 14}, "standoff": 8},
    "automargin": False,
}
TEMPLATE = {
    "layout": {
        "font": {"family": "inherit", "size": 14, "color": INK},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "margin": {"l": 52, "r": 12, "t": 30, "b": 48},
        "showlegend": False,
        "dragmode": False,
        "hoverlabel": {"bgcolor": RAISED, "bordercolor": LINE, "font": {"color": INK}},
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    }
}
# A line across the picture at a length, and a line that stands back behind others.
EDGE = {"color": INK, "width": 1.2, "dash": DASH["position"]}
FAINT = {"color": SOFT, "width": 1.2}

MATPLOTLIB = {
    "figure.figsize": (5.6, 2.6),
    "figure.constrained_layout.use": True,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "savefig.transparent": True,
    "svg.fonttype": "none",
    "svg.hashsalt": "posviz",
    "font.family": "sans-serif",
    "font.size": 12,
    "text.color": MIDDLE["soft"],
    "axes.labelcolor": MIDDLE["soft"],
    "axes.edgecolor": MIDDLE["soft"],
    "axes.titlesize": 12,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": MIDDLE["soft"],
    "ytick.color": MIDDLE["soft"],
    "lines.linewidth": 2,
    "legend.frameon": False,
}


def doubling(first, last):
    """A logarithmic plotly axis with a tick at each power of two from first to last, and a little room around them."""
    ticks = [2**k for k in range(first.bit_length() - 1, last.bit_length())]
    ends = [math.log10(ticks[0]) - 0.06, math.log10(ticks[-1]) + 0.05]
    return {"type": "log", "range": ends, "tickvals": ticks}


def css():
    """The colours as CSS variables, for both themes."""
    rules = ["".join(f"--posviz-{name}:{colour};" for name, colour in colours.items()) for colours in (LIGHT, DARK)]
    dark = ".posviz[data-theme=dark],html[data-theme=dark] .posviz,body[data-jp-theme-light=false] .posviz"
    return f".posviz{{{rules[0]}}}\n{dark}{{{rules[1]}}}\n"
