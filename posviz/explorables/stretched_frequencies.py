"""What each way of stretching divides the frequency of each pair by, all on one axis."""

import numpy as np

from posviz import palette
from posviz.encodings import rope
from posviz.explorable import Explorable, Slider, strung
from posviz.question import Question
from posviz.rope_scaling import dynamic_ntk, linear, llama3, ntk, ntk_by_parts, yarn

HEAD_DIM, N_PAIRS = 128, 64
METHODS = {
    "interpolation": lambda factor, length, base: linear.frequencies(HEAD_DIM, factor, base),
    "NTK-aware": lambda factor, length, base: ntk.frequencies(HEAD_DIM, factor, base),
    "dynamic NTK at 2 L": lambda factor, length, base: dynamic_ntk.frequencies(
        HEAD_DIM, factor, length, 2 * length, base
    ),
    "NTK-by-parts (paper)": lambda factor, length, base: ntk_by_parts.frequencies(HEAD_DIM, factor, length, base),
    "Llama 3.1": lambda factor, length, base: llama3.frequencies(HEAD_DIM, factor, length, base=base),
    "YaRN (code)": lambda factor, length, base: yarn.frequencies(HEAD_DIM, factor, length, base),
}

explorable = Explorable(
    name="stretched_frequencies",
    title="Every method divides slow pairs; they differ in what they leave alone",
    sliders={
        "factor": Slider([2, 4, 8, 16, 32], 4, "factor", symbol="s", colour="score"),
        "method": Slider(list(METHODS), "YaRN (code)", "method", colour="score"),
        "train_length": Slider([2_048, 4_096, 8_192, 32_768], 4_096, "training length", "L", "tokens", "position"),
        "base": Slider([10_000, 150_000, 1_000_000], 10_000, "base", symbol="b"),
    },
    layout={
        "xaxis": {"range": [-1, 64], "title": {"text": "pair i, from fast to slow"}, "dtick": 8},
        "yaxis": palette.doubling(1, 32) | {"title": {"text": "divisor, logarithmic"}, "range": [-0.06, 1.6]},
        "margin": {"l": 60},
    },
    alt=(
        "The number that each of 64 pairs is divided by, for a factor of 4. Interpolation is a level line at 4. "
        "NTK-aware rises evenly from 1 to 4. The bold line, YaRN, stays at 1 up to pair 20, rises, and is 4 from pair "
        "46 on. Faint lines show dynamic NTK, NTK-by-parts and Llama 3.1 too. "
        "A dotted line marks the first pair that never finishes a turn in training, pair 46."
    ),
    notice=(
        "Right of the dotted line stand the pairs that never finish a turn in training. "
        "Which methods divide all of these by the whole factor? Which leave the fast pairs exactly alone? "
        "Change the training length and the base: three of the curves care about neither."
    ),
    predict=Question(
        "The bold line leaves the fast pairs alone at s = 4. How many will it leave alone at s = 32?",
        {
            "none of them": "So it is with interpolation, the level line at the top. The bold line bends where it "
            "did: a pair that has shown all its angles needs no help in a text of any length.",
            "fewer than now": "A longer stretch should reach further pairs, one would think. But the bold line bends "
            "where it did: what counts is how often a pair has turned in training.",
            "as many as now": "The bold line bends where it did, since how often a pair has turned in training does "
            "not depend on s. Only its level on the right has risen to 32.",
        },
        right="as many as now",
        state={"factor": 32},
    ),
    say=(
        "All curves end high on the right, where pairs are slow; look at the left, where neighbours are told apart, "
        "to see what each method spares."
    ),
)


def divisors(method, factor, train_length, base):
    """(n_pairs,) how many times slower each pair turns, to three decimals."""
    return (rope.frequencies(HEAD_DIM, base) / METHODS[method](factor, train_length, base)).round(3)


def unfinished_from(train_length, base):
    """The first pair that never finishes a turn in training."""
    return int((2 * np.pi / rope.frequencies(HEAD_DIM, base) <= train_length).sum())


_LINE = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
_FAINT = _LINE | {"line": palette.FAINT, "x": strung([np.arange(N_PAIRS)] * 3)}


@explorable.trace(**_FAINT)
def by_factor_alone(factor):
    methods = ("interpolation", "NTK-aware", "dynamic NTK at 2 L")
    return {"y": strung((divisors(method, factor, 4_096, 10_000) for method in methods), gap=1)}


@explorable.trace(**_FAINT)
def by_turns_in_training(factor, train_length, base):
    methods = ("NTK-by-parts (paper)", "Llama 3.1", "YaRN (code)")
    return {"y": strung((divisors(method, factor, train_length, base) for method in methods), gap=1)}


@explorable.trace(**_LINE, line=palette.EDGE, y=[0.5, 50])
def edge(train_length, base):
    return {"x": [unfinished_from(train_length, base) - 0.5] * 2}


@explorable.trace(
    type="scatter",
    mode="lines",
    name="divisor of each pair",
    meta={"x": "pair", "y": "divided by"},
    x=np.arange(N_PAIRS),
    line={"color": palette.SCORE, "width": 3},
    hovertemplate="pair %{x} turns %{y:.3g} times slower<extra></extra>",
)
def chosen(method, factor, train_length, base):
    return {"y": divisors(method, factor, train_length, base)}


def label_at(share, method, factor, train_length, base):
    """The pair where a method's curve has risen by this share of its height, and its divisor there."""
    curve = divisors(method, factor, train_length, base)
    pair = int(np.argmin(np.abs(np.log(curve) - share * np.log(factor))))
    return pair, curve[pair]


@explorable.trace(
    type="scatter",
    mode="text",
    text=["interpolation", "dynamic", "NTK-aware", "by parts", "Llama 3.1"],
    textposition=["bottom right", "top left", "bottom right", "top left", "bottom right"],
    textfont={"color": palette.SOFT, "size": 12},
    hoverinfo="skip",
)
def labels(factor, train_length, base):
    above, below = 1.04, 0.96  # so that no label touches its curve
    by_parts = label_at(0.5, "NTK-by-parts (paper)", factor, train_length, base)
    llama = label_at(0.3, "Llama 3.1", factor, train_length, base)
    pairs = [0, 63, 50, by_parts[0], llama[0]]
    heights = [factor * below, factor + 1, divisors("NTK-aware", factor, 4_096, 10_000)[50] * below]
    heights += [by_parts[1] * above, llama[1] * below]
    return {"x": pairs, "y": np.round(heights, 3)}


@explorable.readout("untouched, between, divided by the most:", " pairs", colour="score")
def zones(method, factor, train_length, base):
    found = rope.frequencies(HEAD_DIM, base) / METHODS[method](factor, train_length, base)
    untouched = int(np.isclose(found, 1, rtol=1e-9).sum())
    most = int(np.isclose(found, found.max(), rtol=1e-9).sum())
    return f"{untouched}, {N_PAIRS - untouched - most}, {most}"


@explorable.readout("at most by", format=".4g", colour="score")
def largest(method, factor, train_length, base):
    return divisors(method, factor, train_length, base).max()


@explorable.readout("attention factor", format=".4f")
def attention_factor(method, factor):
    return yarn.attention_factor(factor) if method == "YaRN (code)" else 1.0
