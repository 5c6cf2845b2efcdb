"""An explorable: sliders, and traces and readouts drawn by plain functions of the sliders they name::

    wave = Explorable("A higher frequency turns sooner", {"frequency": Slider([1, 2, 3], 1, "frequency")})

    @wave.trace(type="scatter")
    def curve(frequency):
        x = np.linspace(0, 1, 100)
        return {"x": x, "y": np.sin(frequency * x)}

`show` plays it, and `wave.figure(frequency=2)` is the plain plotly figure.
"""

import inspect
import itertools
import keyword
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import plotly.graph_objects as go

from posviz import checks, palette
from posviz.question import Question

LARGEST = np.finfo(np.float32).max  # pages hold float32


@dataclass(frozen=True)
class Slider:
    """A control whose every stop is known, so that every picture can be drawn beforehand.

    Args:
        stops: the values it can stand at, at least two, all different: numbers or strings.
        start: the stop it opens at.
        label: what it is, in words. symbol: its letter in the equations, if it has one.
        unit: of its values, in words or as a sign.
        colour: its meaning in the palette ("query", "key", "value", "score", "position"), if it has one.
    Raises:
        TypeError, ValueError: stops or start are not of this kind.
    """

    stops: Sequence
    start: float | str
    label: str
    symbol: str = ""
    unit: str = ""
    colour: str = "ink"

    def __post_init__(self):
        checks.words("the label of a slider", self.label)
        if isinstance(self.stops, str) or not isinstance(self.stops, (Sequence, np.ndarray)):
            raise TypeError(f"the stops of slider {self.label!r} must be a list, got {self.stops!r}")
        stops = tuple(stop.item() if isinstance(stop, np.generic) else stop for stop in self.stops)
        for stop in stops:
            if not isinstance(stop, str):
                checks.above(f"a stop of slider {self.label!r}", stop, -np.inf)
        if len(stops) < 2 or len(set(stops)) < len(stops):
            raise ValueError(f"slider {self.label!r} needs at least two different stops, got {stops}")
        start = self.start.item() if isinstance(self.start, np.generic) else self.start
        checks.one_of(f"colour of slider {self.label!r}", self.colour, tuple(palette.LIGHT))
        object.__setattr__(self, "stops", stops)
        object.__setattr__(self, "start", start)
        if not self.has(start):
            raise ValueError(f"slider {self.label!r} starts at {start!r}, which is not among its stops {stops}")

    def has(self, value):
        """Is this value one of its stops?"""
        return not isinstance(value, bool) and value in self.stops

    def value(self, name, value):
        """A value this slider may stand for: any finite number if its stops are numbers, else one of its words."""
        words = [stop for stop in self.stops if isinstance(stop, str)]
        if words and (isinstance(value, str) or len(words) == len(self.stops)):
            return checks.one_of(name, value, words)
        return checks.above(name, value, -np.inf)

    def text(self, stop):
        """A stop as the reader sees it, with its unit."""
        shown = stop if isinstance(stop, str) else sign(f"{stop:,}" if isinstance(stop, int) else f"{stop:,.6g}")
        return f"{shown}{'' if self.unit in ('', '°', '%') else ' '}{self.unit}"


@dataclass(frozen=True)
class Drawing:
    """A function of the sliders it names."""

    draw: Callable

    @property
    def name(self):
        return self.draw.__name__

    @cached_property
    def axes(self):
        """The sliders and derived values it follows, exactly the names of its parameters."""
        return tuple(inspect.signature(self.draw).parameters)


@dataclass(frozen=True)
class Trace(Drawing):
    """One plotly trace: `style` stands still, what `draw` returns moves."""

    style: dict

    def moving(self, *values):
        """What moves at these values: {plotly attribute: array}. Raises if that is nothing a page could show."""
        drawn = self.draw(*values)
        at = ", ".join(f"{axis}={value!r}" for axis, value in zip(self.axes, values))
        if not isinstance(drawn, dict):
            raise TypeError(f"trace {self.name}({at}) must return a dict of what moves, got {drawn!r}")
        arrays = {key: checks.rectangular(f"{key!r} of trace {self.name}({at})", value) for key, value in drawn.items()}
        for key, array in arrays.items():
            if array.dtype.kind not in "biufU":
                raise TypeError(f"{key!r} of trace {self.name}({at}) must hold numbers or strings, got {array.dtype}")
            if array.dtype.kind == "f" and not (np.abs(array) <= LARGEST).all():
                wrong = array[~(np.abs(array) <= LARGEST)][0]
                raise ValueError(f"{key!r} of trace {self.name}({at}) must be finite and fit in float32, got {wrong}")
        return arrays


@dataclass(frozen=True)
class Readout(Drawing):
    """A number or a few words under the title, in a sentence: label, value, unit."""

    label: str
    unit: str
    format: str
    colour: str

    def text(self, *values):
        """The value as the reader sees it, with its unit."""
        value = self.draw(*values)
        if isinstance(value, str):
            return value + self.unit
        at = ", ".join(f"{axis}={value!r}" for axis, value in zip(self.axes, values))
        return sign(f"{checks.above(f'readout {self.name}({at})', value, -np.inf):{self.format}}") + self.unit


@dataclass
class Explorable:
    """A picture with its sliders. It makes one claim, and its title is that claim.

    Args:
        title: the claim, in words.
        sliders: {name: Slider}. The first is the one that "play" moves.
        layout: a plotly layout, in the light theme's colours; give every axis its range.
        alt: what is to be seen at the start, for readers who cannot see it.
        notice: what to try and what to see in it.
        predict: a Question to answer before sliding; once it is answered, the sliders go to its state.
        say: one sentence to say with the picture before a class.
        panels: {caption: relative width} of pictures side by side (axes x and y, x2 and y2, ...); on a narrow page
            they stand one above the other. Empty: one picture without a caption.
        name: its name in links; made from the title if not given.
        lock: {words: two slider names}. A box with these words, ticked at the start: while it is ticked, the two
            sliders move together, by equally many stops.
    Raises:
        TypeError, ValueError: no sliders, or names that cannot serve as parameters.
    """

    title: str
    sliders: dict[str, Slider]
    layout: dict = field(default_factory=dict)
    alt: str = ""
    notice: str = ""
    predict: Question | None = None
    say: str = ""
    panels: dict[str, float] = field(default_factory=dict)
    name: str = ""
    lock: dict[str, tuple[str, str]] = field(default_factory=dict)
    traces: list[Trace] = field(default_factory=list, init=False)
    readouts: list[Readout] = field(default_factory=list, init=False)
    derivations: dict[str, Drawing] = field(default_factory=dict, init=False)
    derived_stops: dict[str, list] = field(default_factory=dict, init=False)

    def __post_init__(self):
        self.layout = go.Layout(self.layout).to_plotly_json()
        self.name = self.name or re.sub(r"\W+", "_", checks.words("title", self.title).lower()).strip("_")
        checks.words("name", self.name)
        if not isinstance(self.sliders, dict) or not self.sliders:
            raise ValueError(f"explorable {self.name!r} needs at least one slider under its name, got {self.sliders!r}")
        for name, slider in self.sliders.items():
            if not str(name).isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
                raise ValueError(f"a slider's name must serve as a parameter name, got {name!r}")
            if not isinstance(slider, Slider):
                raise TypeError(f"slider {name!r} of {self.name!r} must be a Slider, got {slider!r}")
        for words, names in self.lock.items():
            if not isinstance(names, (tuple, list)) or len(set(names)) != 2 or not set(names) <= set(self.sliders):
                raise ValueError(f"lock {words!r} must name two of {', '.join(self.sliders)}, got {names!r}")
        for caption, width in self.panels.items():
            checks.above(f"the width of panel {caption!r}", width, 0)
        if self.predict is not None and not isinstance(self.predict, Question):
            raise TypeError(f"predict of {self.name!r} must be a Question, got {self.predict!r}")
        for name, stop in (self.predict.state if self.predict else {}).items():
            if name not in self.sliders or not self.sliders[name].has(stop):
                raise ValueError(f"the prediction of {self.name!r} asks for {name}={stop!r}, which no slider can show")

    def trace(self, **style):
        """Decorate a function of slider names that returns what moves; `style` is the rest of a plotly trace."""
        drawn = go.Figure(data=[style]).data[0].to_plotly_json()  # plotly checks it, and spells line_dash as line: dash
        return lambda draw: self._add(self.traces, Trace(draw, drawn))

    def readout(self, label, unit="", format=",.4g", colour="ink"):
        """Decorate a function of slider names that returns a number (shown in this format) or a string."""
        checks.one_of("colour of a readout", colour, tuple(palette.LIGHT))
        return lambda draw: self._add(self.readouts, Readout(draw, label, unit, format, colour))

    def derived(self, draw):
        """Decorate a function of slider names: its values are an axis that traces and readouts may name."""
        if draw.__name__ in self.sliders:
            raise ValueError(f"derived value {draw.__name__!r} has the name of a slider")
        derivation = Drawing(draw)
        self._known(derivation, self.sliders)
        self.derivations[derivation.name] = derivation
        return draw

    def figure(self, **values):
        """The picture at these slider values (any values; the others at their start), as a plotly figure."""
        at = self.at(**values)
        figure = go.Figure(layout={"template": palette.TEMPLATE} | merge({"title": {"text": self.title}}, self.still))
        for trace in self.traces:
            figure.add_trace(merge(trace.style, trace.moving(*(at[axis] for axis in trace.axes))))
        return figure

    def at(self, **values):
        """The value of every slider and every derived axis, when these sliders stand at these values."""
        unknown = set(values) - set(self.sliders)
        if unknown:
            raise TypeError(f"{self.name!r} has no slider {sorted(unknown)[0]!r}; it has {', '.join(self.sliders)}")
        at = {name: slider.start for name, slider in self.sliders.items()}
        at |= {name: self.sliders[name].value(f"{name} of {self.name!r}", value) for name, value in values.items()}
        return at | {name: d.draw(*(at[axis] for axis in d.axes)) for name, d in self.derivations.items()}

    def stops(self, axis):
        """Every value a slider or a derived axis can take; of a derived axis, in order."""
        if axis in self.sliders:
            return self.sliders[axis].stops
        if axis not in self.derived_stops:  # found when first wanted, and once: an import need not wait for them
            derivation = self.derivations[axis]
            found = [(values, derivation.draw(*values)) for values in self.stands(derivation.axes)]
            for values, value in found:
                if not isinstance(value, str):
                    checks.above(f"derived value {axis}{values}", value, -np.inf)
            self.derived_stops[axis] = sorted({value for _, value in found})
        return self.derived_stops[axis]

    def stands(self, axes):
        """Every combination of stops of these axes, the last axis moving fastest."""
        return itertools.product(*(self.stops(axis) for axis in axes))

    @property
    def still(self):
        """The layout with its panels side by side, all that no slider moves."""
        still = merge(self.layout, _domains("x", list(self.panels.values()), 0.13))
        for n in _numbers(self.panels)[1:]:
            still = merge(still, {f"xaxis{n}": {"anchor": f"y{n}"}, f"yaxis{n}": {"anchor": f"x{n}"}})
        captions = [_caption(text, n) for text, n in zip(self.panels, _numbers(self.panels))]
        return still | {"annotations": [*still.get("annotations", []), *captions]}

    @property
    def stacked(self):
        """What a narrow page changes in the layout, with the panels one above the other."""
        down = _domains("y", [1] * len(self.panels), 0.17)
        return merge({name.replace("y", "x", 1): {"domain": [0, 1]} for name in down}, down)

    def _add(self, drawings, drawing):
        self._known(drawing, [*self.sliders, *self.derivations])
        drawings.append(drawing)
        return drawing.draw

    def _known(self, drawing, names):
        unknown = [axis for axis in drawing.axes if axis not in names]
        if unknown:
            raise TypeError(f"{drawing.name} asks for {unknown[0]!r}, which is none of {', '.join(names)}")


def merge(below, above):
    """Two nested dicts as one; where both have a value, the second wins."""
    both = below.keys() & above.keys()
    nested = {k: merge(below[k], above[k]) for k in both if isinstance(below[k], dict) and isinstance(above[k], dict)}
    return below | above | nested


def strung(curves, gap=None):
    """Several curves as the one list of a single trace, with this after each: plotly breaks its line at a None.

    What moves has numbers only, but one None breaks the line at its place in x and y alike: let the other hold it.
    """
    return [value for curve in curves for value in (*curve, gap)]


def filled(values, n):
    """(k,) values -> at least (n,): the last is drawn again and again, so that there are equally many at every stop."""
    return np.pad(values, (0, max(0, n - len(values))), mode="edge")


def sign(number):
    """A formatted number with a real minus sign."""
    return number.replace("-", "−")


def _numbers(panels):
    """What plotly calls the panels' axes: x, x2, x3, ..."""
    return ["", *range(2, len(panels) + 1)]


def _caption(text, number):
    """A few words above the left end of a panel."""
    place = {"xref": f"x{number} domain", "x": 0, "xanchor": "left", "yref": f"y{number} domain", "y": 1}
    return place | {"yanchor": "bottom", "yshift": 6, "text": text, "showarrow": False, "font": {"color": palette.SOFT}}


def _domains(letter, sizes, gap):
    """{'xaxis': {'domain': [0, .4]}, 'xaxis2': ...}: panels of these sizes with gaps, the first at the left or top."""
    room = (1 - gap * (len(sizes) - 1)) / sum(sizes) if sizes else 0
    starts = [room * sum(sizes[:k]) + gap * k for k in range(len(sizes))]
    spans = [[start, start + room * size] for start, size in zip(starts, sizes)]
    if letter == "y":
        spans = [[1 - stop, 1 - start] for start, stop in spans]
    return {
        f"{letter}axis{number}": {"domain": [round(edge, 6) for edge in span]}
        for number, span in zip(_numbers(sizes), spans)
    }
