"""Loss and copying of the RoPE model of chapter 6, stretched in several ways, before and after a little training."""

from posviz import palette, tiny
from posviz.explorable import Explorable, Slider, strung
from posviz.explorables.trained_lengths import COPIED_CURVE, LAYOUT, LOSS_CURVE, PANELS, SPREAD, TRAIN_LENGTH, outline
from posviz.question import Question

METHODS = {
    "untouched": "plain",
    "interpolation": "linear",
    "NTK-aware": "ntk",
    "YaRN": "yarn",
    "YaRN, ramp moved": "yarn-adjusted",
    "base 500,000": "base",
}
AS_THEY_ARE = ("plain", "base")  # these have no factor
STAGES = {f"s = {s}, not trained on": ("stretched", s) for s in (2, 4, 8)} | {"s = 4, trained on": ("trained", 4)}
TUNED_LENGTH = tiny.load("rope-yarn").train_length


def measured(method, stage):
    """What was measured on the RoPE model under this method at this stage."""
    name, (group, factor) = METHODS[method], STAGES[stage]
    if group == "trained":
        return tiny.measured(group, f"rope-{name}")
    return tiny.measured(group, f"{name} {4 if name in AS_THEY_ARE else factor}")


UNTOUCHED = measured("untouched", "s = 4, not trained on")
POSITIONS, DISTANCES = UNTOUCHED["positions"], UNTOUCHED["distances"]
INSIDE = UNTOUCHED["loss"][:, (POSITIONS > 64) & (POSITIONS < TRAIN_LENGTH)].mean()

explorable = Explorable(
    name="trained_stretch",
    title="Stretches differ near by and far off; a little training levels most of them up to its own length",
    sliders={
        "stage": Slider(list(STAGES), "s = 4, not trained on", "stretch", symbol="s", colour="position"),
        "method": Slider(list(METHODS), "YaRN", "method", colour="score"),
    },
    panels=PANELS,
    layout=LAYOUT | {"yaxis": {"range": [0.8, 4.2], "dtick": 1}},
    alt=(
        "Left: loss against position, on a logarithmic axis. The faint line is the untouched RoPE model, flat to "
        "some 50 positions past the training length of 128, a dotted line, then steeply rising. "
        "The bold line is the same model under YaRN with "
        "factor 4: a little higher up to 128, nearly flat to 512, and rising behind it. Right: the share of letters "
        "copied right stays high much further out than that of the untouched model."
    ),
    notice=(
        "The faint line is the model left as it is; the shaded band is the spread of three training runs. "
        "Go through the methods before any training on, then move the slider “stretch” to its last stop: "
        "a tenth of the training, on windows of 512 characters, the second dotted line. "
        "Untouched RoPE and a raised base have no factor."
    ),
    predict=Question(
        "Interpolation by 4, not trained on: what does it do to the untouched model's loss inside 128?",
        {
            "it leaves it as it was": "No angle is new, so one would hope so. But neighbours are now told apart by a "
            "quarter of the angle: the bold line runs far above the faint one from the start.",
            "it adds a little": "YaRN adds a little, for it leaves the fastest pair alone. Interpolation slows every "
            "pair: the bold line runs far above the faint one from the start.",
            "it more than doubles it": f"The faint line stands at {INSIDE:.2f} there, and the first readout "
            "says where the bold one is. Our reading: a character model lives on its neighbours, and they are blurred.",
        },
        right="it more than doubles it",
        state={"method": "interpolation"},
    ),
    say=(
        "Hold the bold line against the faint one: near by these models pay for what the stretch gains far off, and a "
        "little training makes up for most of it."
    ),
)
_STILL = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
_RIGHT = {"xaxis": "x2", "yaxis": "y2"}


@explorable.trace(**_STILL, line=palette.FAINT, x=POSITIONS, y=UNTOUCHED["loss"].mean(axis=0))
def untouched_loss():
    return {}


@explorable.trace(**_STILL, **_RIGHT, line=palette.FAINT, x=DISTANCES, y=100 * UNTOUCHED["copied"].mean(axis=0))
def untouched_copying():
    return {}


def longest(stage):
    """How many characters the model has read at once by this stage."""
    return TUNED_LENGTH if STAGES[stage][0] == "trained" else TRAIN_LENGTH


def both_lengths(stage):
    """Where a line stands at the training length, and one at the longest that was read."""
    return {"x": strung([[TRAIN_LENGTH] * 2, [longest(stage)] * 2], gap=1)}


@explorable.trace(**_STILL, line=palette.EDGE, y=strung([[0, 9]] * 2))
def lengths(stage):
    return both_lengths(stage)


@explorable.trace(**_STILL, **_RIGHT, line=palette.EDGE, y=strung([[-9, 120]] * 2))
def distances(stage):
    return both_lengths(stage)


@explorable.trace(**SPREAD)
def loss_spread(method, stage):
    return outline(POSITIONS, measured(method, stage)["loss"].round(3))


@explorable.trace(**SPREAD, **_RIGHT)
def copied_spread(method, stage):
    return outline(DISTANCES, (100 * measured(method, stage)["copied"]).round(3))


@explorable.trace(**LOSS_CURVE, x=POSITIONS)
def loss(method, stage):
    return {"y": measured(method, stage)["loss"].mean(axis=0).round(3)}


@explorable.trace(**COPIED_CURVE, x=DISTANCES)
def copying(method, stage):
    return {"y": (100 * measured(method, stage)["copied"].mean(axis=0)).round(3)}


def mean_loss(method, stage, start, stop):
    """Over the positions from start to stop."""
    inside = (start < POSITIONS) & (stop > POSITIONS)
    return measured(method, stage)["loss"][:, inside].mean()


@explorable.readout("loss at positions 64 to 127:", format=".2f", colour="score")
def near(method, stage):
    return mean_loss(method, stage, 64, 128)


@explorable.readout("256 to 511:", format=".2f", colour="score")
def far(method, stage):
    return mean_loss(method, stage, 256, 512)


@explorable.readout("512 to 1,023:", format=".2f", colour="score")
def farthest(method, stage):
    return mean_loss(method, stage, 512, 1024)
