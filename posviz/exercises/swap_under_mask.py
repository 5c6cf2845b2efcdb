"""The tokens at positions 1 and 2 of six are swapped: at which positions does one causal layer give another output?"""


def right():
    """From position 3 on the same query meets the same bag. A second layer would notice the swap there too."""
    return [1, 2]


def everything_after():
    """Positions 3 to 5 look at the same tokens as before, and to one layer they are a bag. What is left of the swap?"""
    return [1, 2, 3, 4, 5]


def nothing():
    """That would be invariance. Compare position by position: who asks at position 1 now, and what may it look at?"""
    return []


def only_the_first():
    """Position 2 does look at the same three tokens as before. But another token asks there."""
    return [1]


def counted_from_one():
    """Positions count from 0 in this book: the first of the six tokens stands at 0, the last at 5."""
    return [2, 3]
