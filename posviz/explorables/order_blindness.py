"""Shuffle three words: attention without positions gives each word the output it had before."""

import itertools

import numpy as np

from posviz import checks, palette
from posviz.attention import causal_mask, weights
from posviz.encodings import none, rope, sinusoidal
from posviz.explorable import Explorable, Slider
from posviz.question import Question

WORDS = ("dog", "bites", "man")
ORDERS = [" ".join(order) for order in itertools.permutations(WORDS)]
ENCODINGS = {"none": none, "sinusoidal": sinusoidal, "RoPE": rope}
WIDTH = 8

_rng = np.random.default_rng(25)
EMBEDDINGS = _rng.normal(size=(len(WORDS), WIDTH))
LAYERS = _rng.normal(size=(2, 3, WIDTH, WIDTH)) / np.sqrt(WIDTH)  # two layers of query, key and value matrices

explorable = Explorable(
    name="order_blindness",
    title="Without positions and without a mask, attention gives each word the same output in any order",
    sliders={
        "order": Slider(ORDERS, "man bites dog", "word order"),
        "encoding": Slider(list(ENCODINGS), "none", "encoding", colour="position"),
        "mask": Slider(["none", "causal"], "none", "mask"),
        "layers": Slider([1, 2], 1, "layers"),
    },
    panels={"attention weights in the last layer": 1, "largest change in each word's output": 1.1},
    layout={
        "xaxis": {"range": [-0.5, 2.5], "showgrid": False, "title": {"text": "key: the word looked at"}},
        "yaxis": {"range": [2.5, -0.5], "showgrid": False, "title": {"text": "query: the word looking"}},
        "xaxis2": {"range": [-0.5, 2.5], "showgrid": False},
        "yaxis2": {"range": [0, 2.3], "dtick": 0.5},
        "margin": {"l": 66},
    },
    alt=(
        "Left: a three by three map of attention weights between dog, bites and man. "
        "Right: three bars, one for each word, for how far its output moved when the words were shuffled. All are zero."
    ),
    notice=(
        "Shuffle the words: rows and columns are put back in the order dog, bites, man, and nothing has changed "
        "(differences such as 3.3e−16 are rounding). Now choose an encoding, or a causal mask, and shuffle again."
    ),
    predict=Question(
        'A causal mask: each word sees itself and those before. "dog bites man" becomes "bites dog man". '
        "Which outputs stay?",
        {
            "all three of them": "So it is without a mask, in any order. With one, bites now comes first and sees "
            "only itself, and dog has bites before it: both bars have grown.",
            "only that of man": "Its bar is still zero. It is the last word both times, and after one layer it sees "
            "the two words before it as a bag.",
            "none of them": "The mask does let order in, but not everywhere. The bar of man is still zero: it comes "
            "last both times, and the same two words stand before it.",
        },
        right="only that of man",
        state={"order": "bites dog man", "mask": "causal"},
    ),
    say=(
        "Without positions and a mask no bar moves, however you shuffle: attention knows which words there are, not "
        "in which order, so the order must be put in."
    ),
)


def run(order, encoding, mask, layers):
    """The words' outputs and the last layer's weights, put back in the order of WORDS."""
    layers = checks.whole("layers", layers, 1, len(LAYERS))
    places = [WORDS.index(word) for word in order.split()]
    back = np.argsort(places)
    positions = np.arange(len(WORDS))
    vectors = EMBEDDINGS[places]
    for query_matrix, key_matrix, value_matrix in LAYERS[:layers]:
        scores = ENCODINGS[encoding].scores(vectors @ query_matrix, vectors @ key_matrix, positions, positions)
        taken = weights(scores / np.sqrt(WIDTH), causal_mask(3, 3) if mask == "causal" else None)
        vectors = vectors + taken @ vectors @ value_matrix
    return vectors[back], taken[back][:, back]


def moved(order, encoding, mask, layers):
    """For each of WORDS, the largest change of its output against the order dog, bites, man."""
    now, _ = run(order, encoding, mask, layers)
    reference, _ = run(" ".join(WORDS), encoding, mask, layers)
    return np.abs(now - reference).max(axis=-1)


@explorable.trace(
    type="heatmap",
    name="attention weights (rows: query, columns: key)",
    x=WORDS,
    y=WORDS,
    zmin=0,
    zmax=2.4,  # the strongest weight stays pale enough, or dark enough in the dark theme, for the number on it
    colorscale=palette.SEQUENTIAL,
    showscale=False,
    texttemplate="%{z:.2f}",
    textfont={"color": palette.INK},
    xgap=2,
    ygap=2,
    hovertemplate="%{y} takes %{z:.2f} of its output from %{x}<extra></extra>",
)
def weight_map(order, encoding, mask, layers):
    return {"z": run(order, encoding, mask, layers)[1]}


@explorable.trace(
    type="bar",
    name="how far each word's output moved",
    meta={"x": "word", "y": "largest change"},
    x=WORDS,
    xaxis="x2",
    yaxis="y2",
    width=0.6,
    marker={"color": palette.VALUE},
    texttemplate="%{y:.2f}",
    textposition="outside",
    cliponaxis=False,
    hovertemplate="%{x}: its output moved by %{y:.3g}<extra></extra>",
)
def moved_bars(order, encoding, mask, layers):
    return {"y": moved(order, encoding, mask, layers)}


@explorable.readout("largest difference after undoing the shuffle", format=".2g", colour="value")
def largest_difference(order, encoding, mask, layers):
    return moved(order, encoding, mask, layers).max()
