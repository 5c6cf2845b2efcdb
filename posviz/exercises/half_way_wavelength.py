"""The wavelength of pair 16 in a sinusoidal encoding of 64 features with base 10000, in positions."""

from math import pi

TOLERANCE = 0.01  # 628 will do


def right():
    """The pair in the middle has the frequency 1/√base: with 10,000 it is 1/100, with 500,000 about 1/707."""
    return 2 * pi * 100


def one_over_frequency():
    """After so many positions it has turned by 1 radian. A whole turn has more of them."""
    return 100


def in_degrees():
    """It takes a turn for 360. Frequencies are in radians per position: how many radians has a turn?"""
    return 360 * 100


def base_for_frequency():
    """It divides by 1/base, as if that were the frequency of every pair. Which exponent does pair 16 have?"""
    return 2 * pi * 10_000


def feature_for_pair():
    """The exponent is half of what it should be. Pair 16 holds features 32 and 33, and the formula has 2i over d."""
    return 2 * pi * 10
