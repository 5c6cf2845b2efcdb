"""Which of five tests notice that queries are turned and keys are not: letters, as one string."""


def right():
    """Only tests that give the key a place of its own, other than 0, can see that it was never turned."""
    return "CD"


def lengths_too():
    """A looks at the query alone. Is there anything wrong with the query?"""
    return "ACD"


def shift_missed():
    """D does notice, but so does another: move both tokens by 100, and see which of them this program moves."""
    return "D"


def value_missed():
    """C does notice, but so does another: where else does the key stand at a place other than 0?"""
    return "C"


def key_at_zero():
    """Look at E again: where does its key stand, and how far would a correct program turn it there?"""
    return "CDE"
