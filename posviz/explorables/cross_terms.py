"""Add positions to tokens, and one score becomes a sum of four."""

import numpy as np

from posviz import palette
from posviz.encodings import sinusoidal
from posviz.explorable import Explorable, Slider
from posviz.question import Question

N = 10
WIDTH = 16
TERMS = {"content · content": (1, 1), "content · position": (1, 0), "position · content": (0, 1)}
TERMS |= {"position · position": (0, 0)}
_rng = np.random.default_rng(7)
CONTENT = _rng.normal(size=(N, WIDTH))
MATRICES = {"none": np.eye(WIDTH), "random": _rng.normal(size=(WIDTH, WIDTH)) / np.sqrt(WIDTH)}

explorable = Explorable(
    name="cross_terms",
    title="Adding a position to each token makes each score a sum of four terms",
    sliders={
        "shift": Slider([*range(17), 32, 64, 128, 256], 0, "all positions moved by", unit="tokens", colour="position"),
        "term": Slider(list(TERMS), "content · position", "term"),
        "projection": Slider(list(MATRICES), "none", "learned matrix"),
    },
    panels={"this term": 1, "all four together": 1},
    layout={
        **{
            f"xaxis{n}": {"range": [-0.5, 9.5], "showgrid": False, "dtick": 3, "title": {"text": "key"}}
            for n in ("", 2)
        },
        **{f"yaxis{n}": {"range": [9.5, -0.5], "showgrid": False, "dtick": 3} for n in ("", 2)},
        "yaxis_title_text": "query",
    },
    alt=(
        "Two maps of ten queries by ten keys. Left: the term that pairs a query's content with a key's position, "
        "stripes from left to right. Right: the whole score, with a bright diagonal from content and position together."
    ),
    notice=(
        "Move all positions along, and look at each term. Content with content never stirs. "
        "Position with position stands still too, if no matrix comes between. The two mixed terms always change. "
        "(A random matrix stands for a learned one.)"
    ),
    predict=Question(
        "All positions move on by 8, with a learned matrix between. How many of the four terms change?",
        {
            "none of them": "No offset has changed, but these terms were not made of offsets. Here is position with "
            "position, and its readout is far from 0.",
            "the two mixed ones": "They do, since a place in them meets a content. But here is position with "
            "position, and it has changed as well: it keeps to the offset only while no matrix stands between.",
            "three of them": "Here is the one that is easily missed, position with position: its readout is far from "
            "0. Choose content · content, and the readout is 0.00; set the matrix to none, and it is so here too.",
            "all four of them": "One of them knows nothing of places: choose content · content, and the readout "
            "is 0.00. Position with position, shown here, does change.",
        },
        right="three of them",
        state={"shift": 8, "term": "position · position", "projection": "random"},
    ),
    say=(
        "The right map is the sum of four, and behind a learned matrix three of them know absolute places: the same "
        "words score differently further down the text."
    ),
)


def term_scores(term, shift, projection):
    """One of the four parts of the score, for every query and key, to two decimals."""
    codes = sinusoidal.encode(np.arange(N) + shift, WIDTH)
    query, key = ((CONTENT if content else codes) for content in TERMS[term])
    return (query @ MATRICES[projection] @ key.T).round(2)


_MAP = {"type": "heatmap", "colorscale": palette.DIVERGING, "showscale": False}
_MAP |= {"x": np.arange(N), "y": np.arange(N), "xgap": 1, "ygap": 1}
_MAP |= {"hovertemplate": "query %{y}, key %{x}: %{z:.1f}<extra></extra>"}


@explorable.trace(**_MAP, zmin=-8, zmax=8, name="this term (rows: query, columns: key)")
def one_term(term, shift, projection):
    return {"z": term_scores(term, shift, projection)}


@explorable.trace(
    **_MAP, zmin=-20, zmax=20, name="all four together (rows: query, columns: key)", xaxis="x2", yaxis="y2"
)
def total(shift, projection):
    return {"z": sum(term_scores(term, shift, projection) for term in TERMS)}


def largest_change(terms, shift, projection):
    """How much the sum of these terms has changed since shift 0, at most."""
    moved = sum(term_scores(term, shift, projection) - term_scores(term, 0, projection) for term in terms)
    return np.abs(moved).max()


@explorable.readout("largest change of this term since shift 0:", format=".2f", colour="score")
def term_change(term, shift, projection):
    return largest_change([term], shift, projection)


@explorable.readout("of the whole score:", format=".2f", colour="score")
def total_change(shift, projection):
    return largest_change(TERMS, shift, projection)
