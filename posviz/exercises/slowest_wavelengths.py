"""The longest wavelength of partial rotary and of p-RoPE, at the same width, share and base: two numbers."""

from math import pi

from posviz.encodings import rope

TOLERANCE = 5e-3


def right():
    """The same quarter of a head turns in both, and the slowest hands differ by a factor of more than 600."""
    partial, proportional = (
        speeds(128, 0.25, 10_000) for speeds in (rope.partial_frequencies, rope.proportional_frequencies)
    )
    return 2 * pi / partial[-1], 2 * pi / proportional[15]


def swapped():
    """They are the right numbers in the wrong order. Partial rotary comes first."""
    return right()[::-1]


def one_pair_too_far():
    """The exponents are those of pair 16. Sixteen pairs, counted from 0, end where?"""
    return 2 * pi * 10_000, 2 * pi * 10_000**0.25


def same_exponents():
    """That spreads the exponents over the whole head in both. In partial rotary the part that turns is a small head."""
    return right()[1], right()[1]


def no_turn():
    """A factor is missing: how many radians make a turn, by which the wavelength is counted?"""
    return tuple(wavelength / (2 * pi) for wavelength in right())
