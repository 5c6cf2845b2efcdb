"""How fast each pair turns, and which pairs never finish a turn within the context."""

import numpy as np

from posviz import checks, palette
from posviz.encodings import rope
from posviz.explorable import Explorable, Slider, filled
from posviz.question import Question

WIDEST = 256
CONTEXTS = [512, 2_048, 4_096, 8_192, 32_768, 131_072]

explorable = Explorable(
    name="frequencies",
    title="Pairs whose wavelength exceeds the context never finish a turn in it",
    sliders={
        "base": Slider([100, 1_000, 10_000, 150_000, 500_000, 1_000_000, 10_000_000], 10_000, "base", symbol="b"),
        "head_dim": Slider([64, 128, WIDEST], 128, "head width", symbol="d"),
        "context_length": Slider(CONTEXTS, 4_096, "context", unit="tokens", colour="position"),
    },
    panels={"frequency (radians per token), logarithmic": 1, "wavelength (tokens per turn), logarithmic": 1},
    layout={
        "xaxis": {"range": [-2, 130], "title": {"text": "pair i"}, "dtick": 32},
        "yaxis": {"range": [-7.2, 0.3], "type": "log", "dtick": 2, "exponentformat": "power"},
        "xaxis2": {"range": [-2, 130], "title": {"text": "pair i"}, "dtick": 32},
        "yaxis2": {"range": [0.5, 8.3], "type": "log", "dtick": 2, "exponentformat": "power"},
    },
    alt=(
        "Left: the frequencies of 64 pairs on a logarithmic axis: a straight line from 1 down to about 0.0001 radians "
        "per token. Right: their wavelengths rise on a straight line from 6 to 54,410 tokens. "
        "A dotted line marks a context of 4,096 tokens; where the 18 slowest pairs rise above it, their line is bold."
    ),
    notice=(
        "Where the line is bold, a pair's whole turn is never seen in this context. "
        "Raise the base, and the bold part grows: the price of slow hands. Pair 0 does not care about the base."
    ),
    predict=Question(
        "The base becomes fifty times as large. How many of the 64 pairs then never finish a turn in 4,096 tokens?",
        {
            "fewer than now": "A larger base sounds like more room. But it slows every pair except pair 0: the "
            "wavelengths have risen, and more of the line is bold, above the dotted line.",
            "as many as now": "The context is the same, but the pairs are not. All except pair 0 have become slower, "
            "and more of the line is bold, above the dotted line.",
            "more than now": "Every pair except pair 0 has become slower. Half of all pairs now stand above the "
            "dotted line, where the line is bold.",
        },
        right="more than now",
        state={"base": 500_000},
    ),
    say=(
        "Where the line is bold, pairs never come round in this context, and a larger base makes more of them, not "
        "fewer."
    ),
)


def wavelengths(base, head_dim):
    """Tokens per turn, for each pair."""
    return 2 * np.pi / rope.frequencies(head_dim, base)


def unfinished_pairs(base, head_dim, context_length):
    """The pairs that turn less than once in the whole context."""
    return np.flatnonzero(wavelengths(base, head_dim) > checks.above("context_length", context_length, 0))


CONTEXT_LINE = {"type": "scatter", "mode": "lines+text", "hoverinfo": "skip", "line": palette.EDGE} | {
    "text": ["", "context"],
    "textposition": "bottom left",
    "textfont": {"color": palette.SOFT},
}
_LINE = {"type": "scatter", "mode": "lines", "line": {"color": palette.POSITION, "width": 2.2}}


@explorable.trace(**_LINE, hovertemplate="pair %{x}: %{y:.3g} radians per token<extra></extra>")
def speeds(base, head_dim):
    omega = rope.frequencies(head_dim, base)
    return {"x": filled(np.arange(len(omega)), WIDEST // 2), "y": filled(omega, WIDEST // 2)}


@explorable.trace(
    **_LINE,
    name="wavelength of each pair",
    meta={"x": "pair", "y": "tokens per turn"},
    xaxis="x2",
    yaxis="y2",
    hovertemplate="pair %{x}: one turn in %{y:,.4g} tokens<extra></extra>",
)
def turns(base, head_dim):
    lengths = wavelengths(base, head_dim)
    return {"x": filled(np.arange(len(lengths)), WIDEST // 2), "y": filled(lengths, WIDEST // 2)}


@explorable.trace(
    type="scatter",
    mode="lines",
    xaxis="x2",
    yaxis="y2",
    hoverinfo="skip",
    line={"width": 6, "color": palette.INK},
)
def unfinished(base, head_dim, context_length):
    pairs = unfinished_pairs(base, head_dim, context_length)
    if not len(pairs):
        return {"x": np.full(WIDEST // 2, -99), "y": np.ones(WIDEST // 2)}  # outside the picture
    lengths = wavelengths(base, head_dim)[pairs]
    if len(pairs) < head_dim // 2:  # from where the line crosses the context
        pairs = [head_dim / 2 * np.log(context_length / (2 * np.pi)) / np.log(base), *pairs]
        lengths = [context_length, *lengths]
    return {"x": filled(pairs, WIDEST // 2), "y": filled(lengths, WIDEST // 2)}


@explorable.trace(**CONTEXT_LINE, x=[-2, 128], xaxis="x2", yaxis="y2")
def context_line(context_length):
    return {"y": [context_length, context_length]}


@explorable.readout("pairs that never finish a turn:")
def count(base, head_dim, context_length):
    return f"{len(unfinished_pairs(base, head_dim, context_length))} of {head_dim // 2}"


@explorable.readout("pair 0 turns once in", " tokens", format=".3g")
def fastest(base, head_dim):
    return wavelengths(base, head_dim)[0]


@explorable.readout("the last pair in", " tokens", format=",.0f")
def slowest(base, head_dim):
    return wavelengths(base, head_dim)[-1]
