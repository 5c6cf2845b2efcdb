"""Sliders for any function: ipywidgets when live, every output baked when the page is built."""

import inspect
import itertools
import math

import ipywidgets
import matplotlib.figure
import matplotlib.pyplot as plt

from posviz import checks
from posviz.bake import bake_slider, pack
from posviz.explorable import Slider, sign
from posviz.hosts import markup, page, plotly
from posviz.show import as_html, building

MOST_OUTPUTS = 400


def interact(function, **sliders):
    """Call the function with the sliders' values, and show what it returns, whenever one moves.

    Args:
        function: takes the sliders' names as keywords; returns a matplotlib figure, a plotly figure, a string
            or a number, the same kind at every stop. The first line of its docstring is the title.
        sliders: a Slider for each of its parameters.
    Raises:
        TypeError: parameters and sliders do not match, or the function returns something else.
        ValueError: while a page is built, the sliders have more than 400 combinations of stops.
    """
    parameters = list(inspect.signature(function).parameters)
    if not sliders or set(parameters) != set(sliders):
        raise TypeError(f"{function.__name__} takes {parameters}, but the sliders are {list(sliders)}")
    for name, slider in sliders.items():
        if not isinstance(slider, Slider):
            raise TypeError(f"slider {name!r} must be a Slider, got {slider!r}")
    return _page(function, sliders) if building() else _live(function, sliders)


def _live(function, sliders):
    def shown(**values):
        output = function(**values)
        if isinstance(output, matplotlib.figure.Figure):
            plt.close(output)  # or the notebook's inline backend would show it a second time
        return output

    controls = {
        name: ipywidgets.SelectionSlider(
            options=[(slider.text(stop), stop) for stop in slider.stops],
            value=slider.start,
            description=f"{slider.label} {slider.symbol}".strip(),
            style={"description_width": "initial"},
        )
        for name, slider in sliders.items()
    }
    return ipywidgets.interactive(shown, {"manual": False, "auto_display": True}, **controls)


def _page(function, sliders):
    shape = [len(slider.stops) for slider in sliders.values()]
    if math.prod(shape) > MOST_OUTPUTS:
        raise ValueError(
            f"{function.__name__} has {math.prod(shape):,} outputs at these sliders; a page can carry {MOST_OUTPUTS}: "
            "give the sliders fewer stops, or write it as an Explorable, whose traces follow only the sliders they name"
        )
    stands = [dict(zip(sliders, stand)) for stand in itertools.product(*(s.stops for s in sliders.values()))]
    kinds, outputs, traces = zip(*(_output(function.__name__, function(**values)) for values in stands))
    if len(set(kinds)) > 1:
        raise TypeError(f"{function.__name__} must return the same kind at every stop, got {sorted(set(kinds))}")
    title = (inspect.getdoc(function) or function.__name__).splitlines()[0]
    start = outputs[stands.index({name: slider.start for name, slider in sliders.items()})]
    spec = {
        "name": function.__name__,
        "sliders": [bake_slider(name, slider) for name, slider in sliders.items()],
        "outputs": {"kind": kinds[0], "axes": list(sliders), "table": pack(outputs, shape)},
    }
    script = plotly.needed(itertools.chain(*traces))
    return as_html(page.embed(markup.output(function.__name__, title, kinds[0], start, sliders, script), spec))


def _output(name, output):
    """(kind, text, traces' kinds) of what it returned: an image's address, a plotly figure as JSON, or plain text."""
    if isinstance(output, matplotlib.figure.Figure):
        return "image", markup.address(output), ()
    if hasattr(output, "to_plotly_json"):
        return "figure", output.to_json(), [trace.type for trace in output.data]
    if isinstance(output, str):
        return "text", output, ()
    try:
        return "text", sign(f"{checks.above('the number', output, -math.inf):,.6g}"), ()
    except TypeError:
        raise TypeError(f"{name} must return a figure, a string or a number, got {output!r}") from None
