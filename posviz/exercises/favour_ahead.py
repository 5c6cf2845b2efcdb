"""How many times too much a key gets, against the query's own, when ALiBi's short cut is used without a mask."""

from math import exp

CASES = [(0.5, 3, 5), (0.5, 3, 1), (0.25, 0, 4), (0.25, 2, 2)]


def right(slope, m, n):
    """So a short cut is exact for one kind of mask only, and nothing in the shapes tells the two kinds apart."""
    return exp(2 * slope * max(n - m, 0))


def penalty_only(slope, m, n):
    """It counts the reward that the short cut gives. ALiBi would have taken something away there as well."""
    return exp(slope * max(n - m, 0))


def on_both_sides(slope, m, n):
    """It finds a fault behind the query too. Behind it the two differ by the same number as at the query's own key."""
    return exp(2 * slope * abs(n - m))


def other_side(slope, m, n):
    """It finds the fault behind the query. On which side does slope times n grow, though the distance grows too?"""
    return exp(2 * slope * max(m - n, 0))


def as_a_score(slope, m, n):
    """That is how much the score is too high. What becomes of a difference of scores in the softmax?"""
    return 2 * slope * max(n - m, 0)
