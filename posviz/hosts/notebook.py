"""The live host: the same player in a notebook, with one trait for each slider that Python can read and set."""

from pathlib import Path

import anywidget
import traitlets

from posviz import palette
from posviz.bake import bake
from posviz.hosts import markup, plotly
from posviz.player import player

HERE = Path(__file__).parents[1]
STYLE = palette.css() + (HERE / "posviz.css").read_text("utf-8")


class ExplorableWidget(anywidget.AnyWidget):
    """An ipywidgets widget. `widget.base` is where the slider named base stands; setting it moves the picture.

    Setting a value that is none of the slider's stops raises the TraitError of traitlets.

    Raises:
        ValueError: a slider has a name that ipywidgets needs for itself.
    """

    _esm = player("notebook")
    _css = STYLE
    _spec = traitlets.Dict().tag(sync=True)
    _markup = traitlets.Unicode().tag(sync=True)
    _plotly = traitlets.Unicode().tag(sync=True)

    def __init__(self, explorable):
        for name in explorable.sliders:
            if hasattr(type(self), name):
                raise ValueError(f"slider {name!r} of {explorable.name!r} has a name that ipywidgets needs for itself")
        shown = {"_markup": markup.figure(explorable), "_plotly": markup.script(explorable)}
        super().__init__(_spec=bake(explorable), **shown)
        self.add_traits(**{name: Stop(slider).tag(sync=True) for name, slider in explorable.sliders.items()})
        self.on_msg(self._send_plotly)

    def _send_plotly(self, _, message, buffers):
        # The page's first explorable asks, by the script's name; the others on the page wait for the same copy.
        if message == self._plotly:
            self.send(message, [plotly.source(message).encode()])


class Stop(traitlets.TraitType):
    """A trait that takes only a slider's stops."""

    def __init__(self, slider):
        super().__init__(slider.start)
        self.slider = slider

    def validate(self, obj, value):
        stops = self.slider.stops
        if not self.slider.has(value):
            raise traitlets.TraitError(f"{self.name} must be one of {list(stops)}, got {value!r}")
        return stops[stops.index(value)]
