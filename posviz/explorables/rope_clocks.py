"""Every pair is the hand of a clock: the first runs, the last hardly moves."""

import numpy as np

from posviz import palette
from posviz.encodings import rope
from posviz.explorable import Explorable, Slider, sign, strung
from posviz.question import Question

HEAD_DIM = 16
PAIRS = np.arange(HEAD_DIM // 2)
CENTRES = np.stack([2.6 * (PAIRS % 4), -3.1 * (PAIRS // 4)], axis=-1)
RIM = np.linspace(0, 2 * np.pi, 61)

explorable = Explorable(
    name="rope_clocks",
    title="A position is the reading of many hands, fast ones and slow ones",
    sliders={
        "position": Slider([*range(100), 200, 500, 1_000, 2_000, 4_096], 20, "position", symbol="p", colour="position"),
        "base": Slider([10, 100, 1_000, 10_000, 500_000], 10_000, "base", symbol="b"),
    },
    layout={
        "xaxis": {"range": [-1.3, 9.1], "visible": False},
        "yaxis": {"range": [-4.85, 1.25], "visible": False, "scaleanchor": "x"}
        | {"constrain": "domain", "constraintoward": "middle"},
        "margin": {"l": 4, "r": 4, "t": 4, "b": 4},
    },
    alt=(
        "Eight clock faces, one for each pair of a head with 16 features. At position 20 the hand of pair 0 has made "
        "3.18 turns, that of pair 1 just over one, and the last ones still point to three o'clock, their start."
    ),
    notice=(
        "Hands start at three o'clock and turn anticlockwise, as angles do. Fast hands tell neighbours apart and then "
        "repeat; slow hands tell which round it is. Find the largest base that brings the last hand round by 4,096."
    ),
    predict=Question(
        "By position 20 two of the eight hands have come round. How many will have by position 4,096?",
        {
            "four of them": "Each hand is slower than the one before, but only about three times. The way is two "
            "hundred times as long, and that is enough for four more: only pairs 6 and 7 are still on the way.",
            "six of them": "The way is two hundred times as long, and each hand about three times as slow as the one "
            "before. Pairs 6 and 7 have not come round yet, so each tells by itself how far the text has come.",
            "all eight of them": "Two hundred times as far sounds like enough for all. But hands get slower threefold "
            "and threefold again: pairs 6 and 7 have less than one turn under their clocks.",
        },
        right="six of them",
        state={"position": 4_096},
    ),
    say=(
        "Fast hands tell a token from its neighbour but repeat, slow hands tell which round it is; only together do "
        "they name the position."
    ),
)


@explorable.trace(
    type="scatter",
    mode="lines",
    x=strung(x + np.cos(RIM) for x, _ in CENTRES),
    y=strung(y + np.sin(RIM) for _, y in CENTRES),
    hoverinfo="skip",
    line={"color": palette.LINE, "width": 1.5},
)
def faces():
    return {}


def draw_hand(pair):
    """The hand of one pair."""
    x, y = CENTRES[pair]

    @explorable.trace(
        type="scatter",
        mode="lines+markers",
        hoverinfo="skip",
        line={"color": palette.POSITION, "width": 3},
        marker={"symbol": "arrow", "angleref": "previous", "size": [0, 12], "color": palette.POSITION, "opacity": 1}
        | {"line": {"width": 0}},
    )
    def hand(position, base):
        tip = rope.rotate(np.array([0.95, 0.0]), position, rope.frequencies(HEAD_DIM, base)[[pair]])
        return {"x": [x, round(x + tip[0], 2)], "y": [y, round(y + tip[1], 2)]}


for pair in PAIRS:
    draw_hand(pair)


@explorable.trace(
    type="scatter",
    mode="text",
    name="turns of each pair",
    meta={"x": "", "y": "", "text": "turns"},
    x=CENTRES[:, 0],
    y=CENTRES[:, 1] - 1.35,
    hoverinfo="skip",
    textfont={"color": palette.SOFT},
)
def turns(position, base):
    made = position * rope.frequencies(HEAD_DIM, base) / (2 * np.pi)
    return {"text": [f"pair {pair}: {sign(f'{turn:,.2f}')}" for pair, turn in zip(PAIRS, made)]}


@explorable.readout("position", format=",d", colour="position")
def shown_position(position):
    return position


@explorable.readout("hands that have made a full turn by now:", f" of {len(PAIRS)}", format="d")
def finished(position, base):
    return int((position * rope.frequencies(HEAD_DIM, base) >= 2 * np.pi).sum())


@explorable.readout("the last one needs", " tokens", format=",.0f")
def slowest(base):
    return 2 * np.pi / rope.frequencies(HEAD_DIM, base)[-1]
