"""A binary counter beside the sinusoids: fast digits and slow digits, one in steps, the other in waves."""

import numpy as np

from posviz import palette
from posviz.encodings import binary, sinusoidal
from posviz.explorable import Explorable, Slider, sign, strung
from posviz.question import Question

DIGITS = 5  # bits on the left, pairs on the right
D_MODEL = 2 * DIGITS
POSITIONS = np.arange(2**DIGITS)
FINE = np.linspace(0, POSITIONS[-1], 249)
ROWS = np.arange(DIGITS)

explorable = Explorable(
    name="counter_and_waves",
    title="Like a counter, sinusoids have fast digits and slow ones, at any base above 1",
    sliders={
        "position": Slider(POSITIONS, 13, "position", symbol="p", colour="position"),
        "base": Slider([1, 32, 100, 1_024, 10_000, 100_000, 1_000_000], 32, "base", symbol="b"),
    },
    panels={"the counter's bits": 1, "the sinusoid's sines": 1},
    layout={
        **{
            f"xaxis{n}": {"range": [-0.7, 37], "tickvals": [0, 8, 16, 24, 31], "showgrid": False}
            | {"title": {"text": "position (tokens)"}}
            for n in ("", 2)
        },
        **{
            f"yaxis{n}": {"range": [DIGITS - 0.35, -0.6], "showgrid": False, "tickvals": ROWS}
            | {"ticktext": [f"{word} {row}" for row in ROWS]}
            for n, word in (("", "bit"), (2, "pair"))
        },
        "margin": {"l": 52},
    },
    alt=(
        "Left: five square waves, the bits of the positions 0 to 31. Bit 0 flips at every position, bit 4 once. "
        "Right: five sine waves, the fastest on top, each twice as slow as the one above it, as with the bits. "
        "A line marks position 13: its bits are 1, 0, 1, 1, 0 from the fastest to the slowest."
    ),
    notice=(
        "Read upwards, the bits make the binary number. "
        "At base 32 each wave is exactly twice as long as the one above it, like the bits. "
        "Raise the base: the waves spread apart, and the slow ones hardly move. "
        "Only the top one, pair 0, keeps its speed."
    ),
    predict=Question(
        "Raise the base from 32 to 1,000,000. Which of the five waves become slower?",
        {
            "all, by the same factor": "One number sets all the speeds, but each pair has its own power of it, and "
            "pair 0 has the power 0. The top wave has not changed; the further down, the more a wave has slowed.",
            "all but the fastest": "The top wave has not changed, and each one below has slowed by more than the one "
            "above it. The lowest hardly moves within 32 positions.",
            "only the slowest": "It has slowed the most and looks like a straight line. But the three waves above it "
            "have slowed too; only the top one is as it was.",
        },
        right="all but the fastest",
        state={"base": 1_000_000},
    ),
    say=(
        "Both sides do the same job, a fast row to tell neighbours apart and slow rows to tell far places apart, "
        "but the waves do it without jumps."
    ),
)

_LINE = {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "line": {"color": palette.POSITION, "width": 1.6}}
_DOT = {"type": "scatter", "mode": "markers", "hoverinfo": "skip", "marker": {"color": palette.INK, "size": 8}}
_VALUE = {"type": "scatter", "mode": "text", "x": [36.9] * DIGITS, "y": ROWS, "textposition": "middle left"}
_VALUE |= {"hoverinfo": "skip"}
_MARKER = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
_MARKER |= {"line": palette.EDGE}


def bit_height(bits):
    """Where the bits of each row are drawn: a one stands above a zero."""
    return ROWS + 0.33 - 0.66 * bits


def wave_height(sines):
    """Where the sines of each row are drawn."""
    return ROWS - 0.36 * sines


_BITS = bit_height(binary.encode(POSITIONS, DIGITS)).T


@explorable.trace(**_LINE, line_shape="hv", x=strung([POSITIONS] * DIGITS), y=strung(_BITS))
def bit_lines():
    return {}


@explorable.trace(**_LINE, x=strung([FINE] * DIGITS), xaxis="x2", yaxis="y2")
def sine_lines(base):
    heights = wave_height(sinusoidal.encode(FINE, D_MODEL, base)[:, 0::2]).T.round(3)
    return {"y": strung(heights, gap=0)}


@explorable.trace(**_MARKER, y=[-0.6, DIGITS])
def counter_position(position):
    return {"x": [position, position]}


@explorable.trace(**_MARKER, y=[-0.6, DIGITS], xaxis="x2", yaxis="y2")
def wave_position(position):
    return {"x": [position, position]}


@explorable.trace(**_DOT)
def bit_dots(position):
    return {"x": np.full(DIGITS, position), "y": bit_height(binary.encode(position, DIGITS))}


@explorable.trace(**_DOT, xaxis="x2", yaxis="y2")
def sine_dots(position, base):
    return {"x": np.full(DIGITS, position), "y": wave_height(sinusoidal.encode(position, D_MODEL, base)[0::2])}


@explorable.trace(**_VALUE, name="bits at this position", meta={"x": "", "y": "bit", "text": "value"})
def bit_values(position):
    return {"text": binary.encode(position, DIGITS).astype(str)}


@explorable.trace(
    **_VALUE, name="sines at this position", meta={"x": "", "y": "pair", "text": "value"}, xaxis="x2", yaxis="y2"
)
def sine_values(position, base):
    return {"text": [sign(f"{value:.2f}") for value in sinusoidal.encode(position, D_MODEL, base)[0::2]]}


@explorable.readout("position in binary:", colour="position")
def in_binary(position):
    return f"{position:0{DIGITS}b}"


@explorable.readout("the counter's radix is 2, the sinusoid's", format=".3g")
def radix(base):
    return base ** (2 / D_MODEL)


@explorable.readout("longest wave", " tokens", format=",.0f")
def longest_wavelength(base):
    return 2 * np.pi / sinusoidal.frequencies(D_MODEL, base)[-1]
