"""How many times smaller a probability becomes when the loss rises by a number of nats: a number."""

from math import e

TOLERANCE = 0.02  # two digits will do


def right():
    """Losses subtract where probabilities divide: a difference of losses says the same at any level."""
    return e**1.6


def in_bits():
    """That is 2 to the 1.6, as if the loss were in bits. A nat belongs to the natural logarithm."""
    return 2**1.6


def in_tens():
    """That is 10 to the 1.6, as if the logarithm were that to base 10. The loss is in nats."""
    return 10**1.6


def ratio_of_losses():
    """That is one loss over the other. A loss is a logarithm: which operation on it divides the probabilities?"""
    return 3.0 / 1.4


def upside_down():
    """That is the later probability over the earlier one. How many times smaller it became is the other way up."""
    return e**-1.6
