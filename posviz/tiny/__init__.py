"""Small transformers trained for this book, to run in plain numpy: `load` one, and ask it."""

from posviz.tiny.measure import copied, in_bands, loss_by_position, random_word
from posviz.tiny.model import ALPHABET, GREEK, PLAIN, Model
from posviz.tiny.store import curves, held_out, load, measured, names

__all__ = [
    "ALPHABET",
    "GREEK",
    "PLAIN",
    "Model",
    "copied",
    "curves",
    "held_out",
    "in_bands",
    "load",
    "loss_by_position",
    "measured",
    "names",
    "random_word",
]
