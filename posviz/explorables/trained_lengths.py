"""Loss and copying of the models trained for this book, within their training length and far beyond it."""

import numpy as np

from posviz import checks, palette, tiny
from posviz.explorable import Explorable, Slider, strung
from posviz.question import Question

NAMES = {
    "none": "none",
    "learned": "learned table",
    "sinusoidal": "sinusoidal",
    "t5": "T5 bias",
    "alibi": "ALiBi",
    "rope": "RoPE",
    "p-rope": "p-RoPE",
}
KEYS = {words: name for name, words in NAMES.items()}
LENGTHS = [128, 192, 256, 384, 512, 768, 1_024]
MEASURED = {name: tiny.measured("trained", name) for name in NAMES}
TRAIN_LENGTH, BAND = tiny.load("rope").train_length, tiny.curves()["band"]
MIDDLES, DISTANCES = MEASURED["rope"]["positions"], MEASURED["rope"]["distances"]
LOSS = {name: measured["loss"] for name, measured in MEASURED.items()}  # (seeds, bands) nats
COPIED = {name: 100 * measured["copied"] for name, measured in MEASURED.items()}  # (seeds, distances) percent
SEEDS = [f"seed {seed}" for seed in tiny.curves()["how"]["seeds"]]

PANELS = {"loss (nats per character)": 1, "copied right (%)": 1}
LAYOUT = {
    "xaxis": palette.doubling(8, 1024) | {"title": {"text": "position, logarithmic"}},
    "yaxis": {"range": [0.8, 5.2], "dtick": 1},
    "xaxis2": palette.doubling(8, 1024) | {"title": {"text": "distance, logarithmic"}},
    "yaxis2": {"range": [-4, 104], "dtick": 25},
}
BOLD = {"type": "scatter", "mode": "lines", "line": {"color": palette.SCORE, "width": 3}}
SPREAD = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "fill": "toself", "line": {"width": 0}} | {
    "fillcolor": "rgba(122, 62, 157, 0.2)"
}
LOSS_CURVE = BOLD | {
    "name": "loss by position",
    "meta": {"x": "position", "y": "nats per character"},
    "hovertemplate": "around position %{x}: %{y:.2f} nats<extra></extra>",
}
COPIED_CURVE = BOLD | {
    "mode": "lines+markers",
    "marker": {"color": palette.SCORE, "size": 5},
    "name": "copied right, by distance",
    "meta": {"x": "distance", "y": "percent"},
    "xaxis": "x2",
    "yaxis": "y2",
    "hovertemplate": "from %{x} characters away: %{y:.0f} % right<extra></extra>",
}

explorable = Explorable(
    name="trained_lengths",
    title="Trained on 128 characters: what comes after depends on the encoding",
    sliders={
        "context_length": Slider(LENGTHS, 1_024, "context", unit="characters", colour="position"),
        "encoding": Slider(list(KEYS), "RoPE", "encoding", colour="score"),
        "run": Slider(["mean", *SEEDS], "mean", "training run"),
    },
    panels=PANELS,
    layout=LAYOUT,
    alt=(
        "Left: the loss of the RoPE model against position, on a logarithmic axis. It is flat up to the training "
        "length of 128, a dotted line, and climbs steeply from about 180 on. Faint lines, the other encodings: two "
        "of them jump right behind the dotted line. Right: the share of letters that are copied right is 100 percent "
        "at distances inside the training length, about a third at 512 characters and a fifth at 992."
    ),
    notice=(
        "Go through the encodings: some jump at the dotted line, some climb slowly, one stays. "
        "Then compare left and right: is the encoding with the lowest loss far out also the one that copies best?"
    ),
    predict=Question(
        "These models were trained on 128 characters. Whose loss stays level up to position 1,024?",
        {
            "the sinusoidal model's": "It does have a value at every position, but nothing has taught it what the "
            "new ones mean. Its line is one of the two faint ones that jump at the dotted line.",
            "that of the T5 bias": "Every distance has a bucket, and its faint line does climb slowly. But it climbs: "
            "the last bucket was trained on 15 distances and now holds hundreds, which may be why.",
            "that of ALiBi": "The bold line is as low at the end as inside the training length. The likely "
            "reason: near keys look as they always did, and far ones count for little, however many there are.",
        },
        right="that of ALiBi",
        state={"encoding": "ALiBi"},
    ),
    say=(
        "No curve jumps before the dotted line, and beyond it they part: to have a value at a position is not to know "
        "what it means."
    ),
)
_FAINT = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "opacity": 0.4, "line": palette.FAINT}
_EDGE = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "line": palette.EDGE}


def means(of_seeds):
    """The curves of all encodings in one, to compare with."""
    return strung(of_seeds[name].mean(axis=0) for name in NAMES)


@explorable.trace(**_FAINT, x=strung([MIDDLES] * len(NAMES)), y=means(LOSS))
def all_losses():
    return {}


@explorable.trace(**_FAINT, x=strung([DISTANCES] * len(NAMES)), y=means(COPIED), xaxis="x2", yaxis="y2")
def all_copying():
    return {}


@explorable.trace(**_EDGE, x=[TRAIN_LENGTH] * 2, y=[0, 9])
def training_length():
    return {}


@explorable.trace(**_EDGE, x=[TRAIN_LENGTH] * 2, y=[-9, 120], xaxis="x2", yaxis="y2")
def training_distance():
    return {}


def chosen(curves, encoding, run):
    """One training run, or the mean of all."""
    of_seeds = curves[KEYS[encoding]]
    return (of_seeds.mean(axis=0) if run == "mean" else of_seeds[SEEDS.index(run)]).round(3)


def within(values, places, context_length):
    """As many values as always, those beyond the context at the place of the last one within it."""
    checks.least("context_length", context_length, places[0])
    return np.asarray(values)[np.minimum(np.arange(len(places)), np.searchsorted(places, context_length, "right") - 1)]


def outline(places, of_seeds):
    """The area between the lowest and the highest run: there along the one, and back along the other."""
    return {"x": np.append(places, places[::-1]), "y": np.append(of_seeds.min(axis=0), of_seeds.max(axis=0)[::-1])}


def around(curves, places, encoding, context_length):
    """The outline of the runs of one encoding, within the context."""
    of_seeds = [within(curve, places, context_length) for curve in curves[KEYS[encoding]]]
    return outline(within(places, places, context_length), np.array(of_seeds))


@explorable.trace(**SPREAD)
def loss_spread(encoding, context_length):
    return around(LOSS, MIDDLES, encoding, context_length)


@explorable.trace(**SPREAD, xaxis="x2", yaxis="y2")
def copied_spread(encoding, context_length):
    return around(COPIED, DISTANCES, encoding, context_length)


@explorable.trace(**LOSS_CURVE)
def loss_curve(encoding, run, context_length):
    return {
        "x": within(MIDDLES, MIDDLES, context_length),
        "y": within(chosen(LOSS, encoding, run), MIDDLES, context_length),
    }


@explorable.trace(**COPIED_CURVE)
def copied_curve(encoding, run, context_length):
    return {
        "x": within(DISTANCES, DISTANCES, context_length),
        "y": within(chosen(COPIED, encoding, run), DISTANCES, context_length),
    }


def mean_loss(encoding, run, start, stop):
    """Over the positions from start to stop."""
    return chosen(LOSS, encoding, run)[start // BAND : stop // BAND].mean()


@explorable.readout("loss at positions 64 to 127:", format=".2f", colour="score")
def in_range(encoding, run):
    return mean_loss(encoding, run, TRAIN_LENGTH // 2, TRAIN_LENGTH)


@explorable.readout("in the last 64 of this context:", format=".2f", colour="score")
def at_the_end(encoding, run, context_length):
    return mean_loss(encoding, run, context_length - 64, context_length)
