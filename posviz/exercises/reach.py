"""How many of the nearest keys hold a given share of the weight under ALiBi, when all contents fit equally well."""

from math import ceil, log, log2

CASES = [(0.5, 0.99), (1 / 16, 0.5), (1 / 256, 0.9)]


def right(slope, share):
    """The number falls as one over the slope: a head that is half as steep sees twice as far."""
    return ceil(-log(1 - share) / slope)


def the_rest(slope, share):
    """It solves for the keys that hold the rest. If they are to hold this share, what may be left beyond them?"""
    return ceil(-log(share) / slope)


def base_two(slope, share):
    """It lets the weight fall by powers of 2. Softmax makes powers of e."""
    return ceil(-log2(1 - share) / slope)


def one_key_short(slope, share):
    """It is one key too few. Is the number rounded down, or is it a distance, with the query's own key not counted?"""
    return right(slope, share) - 1


def upside_down(slope, share):
    """A flat head should see further than a steep one, and here it is the other way round. Where does the slope go?"""
    return ceil(-log(1 - share) * slope)
