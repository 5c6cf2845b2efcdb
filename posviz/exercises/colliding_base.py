"""The base by which the slow pair of an encoding with four features comes back after exactly 44 positions."""

from math import pi

TOLERANCE = 1e-3


def right():
    """With a base as small as this, even the slow pair comes round within a sentence, and says nothing beyond it."""
    return (44 / (2 * pi)) ** 2


def exponent_forgotten():
    """It is the inverse of the frequency, as if b stood there without an exponent. What is 2i/d for pair 1 of two?"""
    return 44 / (2 * pi)


def two_pi_forgotten():
    """With it the slow pair turns by 1 radian in 44 positions. It has to make a whole turn."""
    return 44**2


def feature_for_pair():
    """The exponent is half of what it should be. Pair 1 holds features 2 and 3, and the formula has 2i over d."""
    return (44 / (2 * pi)) ** 4


def upside_down():
    """It is below 1, so pair 1 would be the faster of the two. Mind the minus sign in the exponent."""
    return (2 * pi / 44) ** 2
