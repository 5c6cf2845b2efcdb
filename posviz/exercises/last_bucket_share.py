"""The share of its weight that a causal query gives to the keys of the last bucket, all contents being equal."""

from math import exp

CASES = [(127, 113, -2.0), (999, 113, -2.0), (50, 113, -2.0), (200, 10, 0.5)]


def right(position, first, bias):
    """A bucket has one bias, but it is added once for each key, so a crowded bucket takes more and more."""
    return _share(first, max(position - first + 1, 0), bias, position)


def one_far_key_missing(position, first, bias):
    """It counts one far key too few. At distances 113 to 127 there are how many keys?"""
    return _share(first, max(position - first, 0), bias, position)


def itself_forgotten(position, first, bias):
    """It counts one near key too few. A causal query sees itself too, at distance 0."""
    return _share(first - 1, max(position - first + 1, 0), bias, position)


def begins_one_late(position, first, bias):
    """It begins the bucket one distance late. The distance `first` belongs to it already."""
    return right(position, first + 1, bias)


def bucket_counted_once(position, first, bias):
    """It gives the last bucket one key. Its keys share a bias, but each has a weight of its own."""
    return _share(first, int(position >= first), bias, position)


def other_sign(position, first, bias):
    """The bias has the wrong sign: a negative one must make its keys' weights smaller."""
    return right(position, first, -bias)


def _share(near, far, bias, position):
    """Far keys' part of the sum of exponentials, with so many near ones at most."""
    far = far * exp(bias)
    return far / (far + min(near, position + 1))
