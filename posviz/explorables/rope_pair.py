"""One pair of features under RoPE: query and key both turn, and their score follows only the offset."""

import functools

import numpy as np

from posviz import checks, palette
from posviz.encodings import rope
from posviz.explorable import Explorable, Slider
from posviz.question import Question

HEAD_DIM = 8
POSITIONS = np.arange(32)
OFFSETS = np.arange(-31, 32)
KEY = np.array([1.0, 0.0])

explorable = Explorable(
    name="rope_pair",
    title="Both vectors turn; the score follows their contents and their offset, nothing else",
    sliders={
        "m": Slider(POSITIONS, 14, "query position", symbol="m", colour="query"),
        "n": Slider(POSITIONS, 9, "key position", symbol="n", colour="key"),
        "phi": Slider(range(0, 360, 60), 60, "content angle", symbol="φ", unit="°"),
        "base": Slider([10, 100, 10_000, 500_000], 10_000, "base", symbol="b"),
        "pair": Slider(range(HEAD_DIM // 2), 1, "pair", symbol="i"),
    },
    lock={"keep the offset": ("m", "n")},
    panels={"before (dotted) and after turning": 1, "score q · k": 1.15},
    layout={
        "xaxis": {"range": [-1.45, 1.45], "visible": False},
        "yaxis": {"range": [-1.45, 1.45], "visible": False, "scaleanchor": "x"}
        | {"constrain": "domain", "constraintoward": "middle"},
        "xaxis2": {"range": [-33, 33], "tickvals": [-30, -20, -10, 0, 10, 20, 30]}
        | {"title": {"text": "offset m − n (tokens)"}},
        "yaxis2": {"range": [-1.12, 1.12], "tickvals": [-1, -0.5, 0, 0.5, 1]},
        "margin": {"l": 40, "r": 8},
    },
    alt=(
        "Left: a circle with two arrows. The query, at position 14, has turned by 80 degrees from its dotted start at "
        "60 degrees; the key, at position 9, has turned by 52 degrees from its start at 0. "
        "Right: the score against the offset, a cosine wave; a dot marks offset 5."
    ),
    notice=(
        "Choose pair 0, keep the offset, and slide the query along the whole sentence: both arrows race round the "
        "circle, and the score does not move in its last digit. Take the tick away, and it does."
    ),
    predict=Question(
        "Both positions move 10 tokens along. What does the score do?",
        {
            "it gets smaller": "Both are further from the start, and both arrows have turned further. But the angle "
            "between them is what it was, and the purple dot has not moved.",
            "it stays the same": "Both arrows have turned further, by the same angle, so the angle between them is "
            "what it was. The purple dot has not moved. Now take the tick away and swap the two positions.",
            "it swings with the arrows": "Each arrow by itself does swing round. But they swing together: the angle "
            "between them is what it was, and the purple dot has not moved.",
        },
        right="it stays the same",
        state={"m": 24, "n": 19},
    ),
    say=(
        "Slide both positions and watch the angle between the arrows: it stays, and so does the score, which is how "
        "RoPE sees offsets and not places."
    ),
)


def frequency(base, pair):
    """Radians per token of this pair."""
    frequencies = rope.frequencies(HEAD_DIM, base)
    return frequencies[checks.whole("pair", pair, 0, len(frequencies) - 1)]


def turned(vector, positions, base, pair):
    """The two features of this pair after RoPE, at each of these positions: (..., 2)."""
    vectors = np.broadcast_to(vector, (*np.shape(positions), 2))
    return rope.rotate(vectors, positions, [frequency(base, pair)])


def query(phi):
    """A query of length 1 whose content points at this angle, in degrees."""
    return np.array([np.cos(np.radians(phi)), np.sin(np.radians(phi))])


def degrees(position, base, pair):
    """How far this pair has turned at this position."""
    return np.degrees(position * frequency(base, pair))


def arc(start, turn, radius):
    """An arc of at most one turn, from this angle on, both in degrees. The line through its points is smooth."""
    angles = np.radians(np.linspace(start, start + turn, 17))
    return {"x": (radius * np.cos(angles)).round(3), "y": (radius * np.sin(angles)).round(3)}


# The drawing needs angles to the degree, and its tables follow these; the numbers below it are exact.
@explorable.derived
def query_angle(m, phi, base, pair):
    x, y = turned(query(phi), m, base, pair)
    return round(np.degrees(np.arctan2(y, x))) % 360


@explorable.derived
def key_angle(n, base, pair):
    return round(degrees(n, base, pair)) % 360


@explorable.derived
def query_turn(m, base, pair):
    return 3 * round(min(degrees(m, base, pair), 360) / 3)


@explorable.derived
def key_turn(n, base, pair):
    return 3 * round(min(degrees(n, base, pair), 360) / 3)


@explorable.derived
def offset(m, n):
    return m - n


_CIRCLE = np.linspace(0, 2 * np.pi, 91)
_LINE = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
_LETTER = {"type": "scatter", "mode": "text", "hoverinfo": "skip"}


def _arrow(colour):
    head = {"symbol": "arrow", "angleref": "previous", "size": [0, 17], "color": colour, "opacity": 1}
    head |= {"line": {"width": 0}}
    return _LINE | {"mode": "lines+markers", "marker": head, "line": {"color": colour, "width": 3.4}}


@explorable.trace(**_LINE, x=np.cos(_CIRCLE), y=np.sin(_CIRCLE), line={"color": palette.LINE, "width": 1.4})
def circle():
    return {}


@explorable.trace(**_LINE, x=[0, 1], y=[0, 0], line={"color": palette.KEY, "width": 1.6, "dash": "dot"})
def key_before():
    return {}


@explorable.trace(**_LINE, line={"color": palette.QUERY, "width": 1.6, "dash": "dot"})
def query_before(phi):
    x, y = query(phi)
    return {"x": [0, x], "y": [0, y]}


@explorable.trace(**_LINE, line={"color": palette.KEY, "width": 1.6, "dash": palette.DASH["key"], "shape": "spline"})
def key_arc(key_turn):
    return arc(0, key_turn, 1.09)


@explorable.trace(**_LINE, line={"color": palette.QUERY, "width": 1.6, "shape": "spline"})
def query_arc(phi, query_turn):
    return arc(phi, query_turn, 1.17)


@explorable.trace(**_arrow(palette.KEY))
def key_arrow(key_angle):
    angle = np.radians(key_angle)
    return {"x": [0, np.cos(angle)], "y": [0, np.sin(angle)]}


@explorable.trace(**_arrow(palette.QUERY))
def query_arrow(query_angle):
    angle = np.radians(query_angle)
    return {"x": [0, np.cos(angle)], "y": [0, np.sin(angle)]}


@explorable.trace(**_LETTER, text=["k"], textfont={"color": palette.KEY, "size": 18})
def key_letter(key_angle):
    angle = np.radians(key_angle)
    return {"x": [1.33 * np.cos(angle)], "y": [1.33 * np.sin(angle)]}


@explorable.trace(**_LETTER, text=["q"], textfont={"color": palette.QUERY, "size": 18})
def query_letter(query_angle):
    angle = np.radians(query_angle)
    return {"x": [1.33 * np.cos(angle)], "y": [1.33 * np.sin(angle)]}


def scores(offsets, phi, base, pair):
    """q . k after turning, at two positions this far apart. Any two will do."""
    key_positions = np.maximum(0, -np.asarray(offsets))
    queries, keys = (turned(query(phi), key_positions + offsets, base, pair), turned(KEY, key_positions, base, pair))
    return (queries * keys).sum(axis=-1)


# Of one offset, which the dot and the readout both ask for.
score_at = functools.cache(scores)


@explorable.trace(
    type="scatter",
    mode="lines+markers",
    name="score by offset",
    meta={"x": "offset m − n", "y": "score"},
    x=OFFSETS,
    xaxis="x2",
    yaxis="y2",
    marker={"size": 3.5, "color": palette.SCORE},
    line={"color": palette.SCORE, "width": 1.3},
    hovertemplate="offset %{x}: score %{y:.3f}<extra></extra>",
)
def curve(phi, base, pair):
    return {"y": scores(OFFSETS, phi, base, pair).round(3)}


@explorable.trace(
    type="scatter",
    mode="markers",
    xaxis="x2",
    yaxis="y2",
    hoverinfo="skip",
    marker={"size": 14, "color": palette.SCORE, "line": {"width": 2.5, "color": palette.GROUND}},
)
def dot(offset, phi, base, pair):
    return {"x": [offset], "y": [round(score_at(offset, phi, base, pair), 3)]}


@explorable.readout("query turned by", "°", format=",.1f", colour="query")
def query_degrees(m, base, pair):
    return degrees(m, base, pair)


@explorable.readout("key by", "°", format=",.1f", colour="key")
def key_degrees(n, base, pair):
    return degrees(n, base, pair)


@explorable.readout("offset", format="+d")
def shown_offset(offset):
    return offset


@explorable.readout("score q · k =", format=".3f", colour="score")
def score(offset, phi, base, pair):
    return score_at(offset, phi, base, pair) + 0.0


@explorable.readout("cos(φ + offset × ω) =", format=".3f")
def formula(offset, phi, base, pair):
    return np.cos(np.radians(phi) + offset * frequency(base, pair))


@explorable.readout("with ω =", "° per token", format=",.4g")
def speed(base, pair):
    return degrees(1, base, pair)
