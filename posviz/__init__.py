"""Positional encodings you can slide: the maths in numpy, one picture a file, played live or in a page.

Encodings: `posviz.encodings`. Attention: `posviz.attention`. Ways to stretch RoPE, and a real model's
rotation: `posviz.rope_scaling`. The book's pictures: `posviz.explorables`, its exercises: `posviz.exercises`.
"""

from posviz.exercises import check
from posviz.explorable import Explorable, Slider
from posviz.interact import interact
from posviz.question import Question
from posviz.report import report
from posviz.show import ask, show

__all__ = ["Explorable", "Question", "Slider", "ask", "check", "interact", "report", "show"]
