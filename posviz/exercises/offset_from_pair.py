"""The offset between two positions, there - here, read off the sine and cosine of one pair at both."""

from math import acos, asin, atan2, cos, sin


def _at(position, frequency):
    return sin(position * frequency), cos(position * frequency)


CASES = [
    (_at(3, 0.5), _at(5, 0.5), 0.5),
    (_at(9, 0.1), _at(5, 0.1), 0.1),
    (_at(6, 0.5), _at(8, 0.5), 0.5),
    (_at(1, 0.5), _at(6, 0.5), 0.5),
]


def right(here, there, frequency):
    """It sees which way, as a dot product of codes cannot. Attention would need a matrix in between to get the sine."""
    (sine, cosine), (other_sine, other_cosine) = here, there
    across = other_sine * cosine - other_cosine * sine
    return atan2(across, other_cosine * cosine + other_sine * sine) / frequency


def other_way(here, there, frequency):
    """The sign is turned round: it gives here - there. Mind that atan2 wants the sine first."""
    return -right(here, there, frequency)


def unsigned(here, there, frequency):
    """It gives the distance. A cosine is the same for both directions: which combination gives the sine?"""
    return acos(here[0] * there[0] + here[1] * there[1]) / frequency


def sine_alone(here, there, frequency):
    """It inverts the sine alone. More than a quarter turn has the sine of a smaller angle: let the cosine decide."""
    return asin(there[0] * here[1] - there[1] * here[0]) / frequency


def not_divided(here, there, frequency):
    """It gives the angle, in radians. How many positions make that angle?"""
    return right(here, there, frequency) * frequency


def torn_apart(here, there, frequency):
    """It takes one angle from the other, and in one case a whole turn lies between them. Combine before atan2."""
    return (atan2(*there) - atan2(*here)) / frequency
