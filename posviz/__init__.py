"""Positional encodings you can slide: the maths in numpy, one picture a file, played live or in a page.

Encodings: `posviz.encodings`. Attention: `posviz.attention`. Ways to stretch RoPE, and a real model's
rotation: `posviz.rope_scaling`. The book's pictures: `posviz.explorables`.
"""

from posviz.explorable import Explorable, Slider
from posviz.interact import interact
from posviz.report import report
from posviz.show import show

__all__ = ["Explorable", "Slider", "interact", "report", "show"]
