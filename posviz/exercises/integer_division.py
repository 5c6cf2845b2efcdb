"""How many pairs of neighbours stand at the same place if positions are divided by 4 without remainder: a number."""

import numpy as np


def right():
    """Each of them is told from its neighbour by nothing but its content, in every pair and every layer."""
    return int((np.diff(np.arange(100) // 4) == 0).sum())


def places():
    """That is the number of different places. Four tokens share each: how many pairs of neighbours are among them?"""
    return 25


def steps():
    """That is how often two neighbours stand at different places. The others were asked for."""
    return 24


def none_of_them():
    """With real division it would be none. In whole numbers 5 divided by 4 is 1, and so is 4 divided by 4."""
    return 0


def all_four():
    """It counts four for each place. Four tokens in a row are three pairs of neighbours."""
    return 100
