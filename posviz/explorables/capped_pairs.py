"""Whose unseen angles do the harm? Cap the offsets of some pairs in a trained model, and see what it repairs."""

import numpy as np

from posviz import checks, palette, tiny
from posviz.explorable import Explorable, Slider
from posviz.question import Question

MODEL, BAND = tiny.load("rope"), tiny.curves()["band"]
TRAIN_LENGTH, N_PAIRS = MODEL.train_length, len(MODEL.frequencies)
CUTS = np.arange(N_PAIRS + 1)
GROUPS = {"all from pair i on": "slow", "up to four from pair i on": "four", "all before pair i": "fast"}
LOSS = {  # (seeds, bands) nats, for each group and cut
    (group, cut): tiny.measured("capped", f"{group} {cut}")["loss"] for group in GROUPS.values() for cut in CUTS
}
MIDDLES = tiny.measured("capped", "slow 0")["positions"]
BEYOND = slice(256 // BAND, 512 // BAND)
WAVELENGTHS = 2 * np.pi / MODEL.frequencies
FINISHED = int((WAVELENGTHS <= TRAIN_LENGTH).sum())  # pairs that turn at least once in training

explorable = Explorable(
    name="capped_pairs",
    title="Which pairs are capped decides whether the loss is repaired",
    sliders={
        "cut": Slider(CUTS, FINISHED, "pair", symbol="i", colour="position"),
        "group": Slider(list(GROUPS), "all from pair i on", "capped"),
    },
    panels={"loss (nats per character)": 1, "the same at positions 256 to 511": 1},
    layout={
        "xaxis": palette.doubling(8, 512) | {"title": {"text": "position, logarithmic"}},
        "yaxis": {"range": [0.9, 3.1], "dtick": 0.5},
        "xaxis2": {"range": [-0.6, 16.6], "title": {"text": "pair i, from fast to slow"}, "dtick": 4},
        "yaxis2": {"range": [0.9, 3.1], "dtick": 0.5},
    },
    alt=(
        "Left: the loss of the RoPE model against position. Untouched, it rises steeply beyond the training length of "
        "128. With pairs 6 to 15 capped it stays flat out to position 512. Right: the loss at positions 256 to 511 "
        "against pair i, for three groups. Capping all from pair i on keeps it low up to pair 6 and does nothing from "
        "pair 9 on. Capping all before pair i first raises it, then brings it down with the first four. Capping four "
        "pairs from i on is best at pairs 5 and 6, worse at pair 3, and does nothing from pair 9 on."
    ),
    notice=(
        "A capped pair takes every key beyond the training length for one that is 127 characters away. "
        "The six pairs before pair 6 have been all the way round in training: they have no new angle to lose. "
        "Cap only them, and most of the damage is gone all the same. "
        "Then try groups of four: several help. And pair 0 alone does harm."
    ),
    predict=Question(
        f"The {FINISHED} fast pairs have no unseen angles. Cap only these: how much of the rise in loss is undone?",
        {
            "none of it": "If unseen angles did the harm by themselves, it would be none. But most of the rise is "
            "gone: the purple line runs far below the grey one, the untouched model.",
            "about a quarter": "Something, but much less than the slow pairs undo: a sensible guess. It is about "
            "three quarters: the purple line runs far below the grey one, the untouched model.",
            "about three quarters": "The purple line runs far below the grey one, the untouched model. The slow pairs' "
            "unseen angles are all still there, so in these models they do not do most of the harm by themselves.",
        },
        right="about three quarters",
        state={"group": "all before pair i"},
    ),
    say=(
        "Take the unseen angles away and the loss is repaired; take the fast pairs' angles away, all of them seen, "
        "and most of it is repaired as well."
    ),
)
_LINE = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}


@explorable.trace(**_LINE, x=MIDDLES, y=LOSS["slow", N_PAIRS].mean(axis=0), line={"color": palette.SOFT, "width": 1.6})
def untouched():
    return {}


@explorable.trace(**_LINE, line=palette.EDGE, x=[TRAIN_LENGTH] * 2, y=[0, 9])
def training_length():
    return {}


@explorable.trace(
    type="scatter",
    mode="lines",
    name="loss by position, with these pairs capped",
    meta={"x": "position", "y": "nats per character"},
    x=MIDDLES,
    line={"color": palette.SCORE, "width": 3},
    hovertemplate="around position %{x}: %{y:.2f} nats<extra></extra>",
)
def capped_loss(group, cut):
    cut = checks.whole("cut", cut, 0, N_PAIRS)
    return {"y": LOSS[GROUPS[group], cut].mean(axis=0).round(3)}


def far_loss(group):
    """Mean loss at positions 256 to 511 for every cut, of each seed: (seeds, cuts)."""
    return np.stack([LOSS[group, cut][:, BEYOND].mean(axis=1) for cut in CUTS], axis=1)


def draw_group(group, words, dash):
    """The far loss against the cut, for one group: the mean of the runs."""

    @explorable.trace(
        xaxis="x2",
        yaxis="y2",
        type="scatter",
        mode="lines",
        name=f"capped: {words}",
        meta={"x": "pair", "y": "nats per character"},
        x=CUTS,
        y=far_loss(group).mean(axis=0).round(3),
        line={"color": palette.POSITION, "width": 1.6, "dash": dash},
        hovertemplate=words.replace("pair i", "pair %{x}") + ": %{y:.2f} nats<extra></extra>",
    )
    def mean():
        return {}


draw_group("slow", "all from pair i on", "solid")
draw_group("fast", "all before pair i", "dash")
draw_group("four", "up to four from pair i on", "dot")
_SYMBOLS = {"slow": "circle", "fast": "diamond", "four": "square"}
_RUNS = [
    (cut, loss, symbol) for group, symbol in _SYMBOLS.items() for run in far_loss(group) for cut, loss in enumerate(run)
]


@explorable.trace(
    type="scatter",
    mode="markers",
    xaxis="x2",
    yaxis="y2",
    x=[cut for cut, _, _ in _RUNS],
    y=[loss for _, loss, _ in _RUNS],
    marker={"color": palette.POSITION, "size": 4, "symbol": [symbol for *_, symbol in _RUNS]},
    hoverinfo="skip",
)
def runs():
    return {}


@explorable.trace(
    type="scatter",
    mode="text",
    x=[0, 1.5, 3.3],
    y=[1.17, 2.95, 2.22],
    text=["all from i on", "all before i", "four<br>from i"],
    textposition="middle right",
    textfont={"color": palette.SOFT},
    xaxis="x2",
    yaxis="y2",
    hoverinfo="skip",
)
def labels():
    return {}


@explorable.trace(
    type="scatter",
    mode="markers",
    xaxis="x2",
    yaxis="y2",
    hoverinfo="skip",
    marker={"color": palette.SCORE, "size": 12, "symbol": "circle-open", "line": {"width": 3}},
)
def here(group, cut):
    return {"x": [cut], "y": [far_loss(GROUPS[group]).mean(axis=0)[cut]]}


def capped(group, cut):
    """The numbers of the pairs that are capped."""
    return {"slow": range(cut, N_PAIRS), "fast": range(cut), "four": range(cut, min(cut + 4, N_PAIRS))}[GROUPS[group]]


@explorable.readout("capped:")
def which(group, cut):
    pairs = capped(group, cut)
    if len(pairs) < 2:
        return f"pair {pairs[0]}" if pairs else "no pair"
    return f"pairs {pairs[0]} to {pairs[-1]}"


@explorable.readout("wavelengths:")
def wavelengths(group, cut):
    lengths = [f"{WAVELENGTHS[pair]:,.0f}" for pair in capped(group, cut)]
    return " to ".join(dict.fromkeys([lengths[0], lengths[-1]])) + " characters" if lengths else "none"


@explorable.readout("loss at positions 256 to 511:", format=".2f", colour="score")
def far(group, cut):
    return far_loss(GROUPS[group]).mean(axis=0)[cut]
