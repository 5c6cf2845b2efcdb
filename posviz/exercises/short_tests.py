"""Which of five programs pass a test at 100 tokens, and compute other scores at 1,000: letters, as one string."""


def right():
    """All three are sound as far as the test looks. A test has to be as long as the texts that will come."""
    return "ABE"


def shift_is_no_fault():
    """Counting from 1 moves every position by the same amount. Does any offset change, at 100 tokens or at 1,000?"""
    return "ABCE"


def layout_shows_at_once():
    """Are the scores of D right at 100 tokens? Chapter 5 turns one unit vector in both layouts, at position 1."""
    return "ABDE"


def bfloat16_missed():
    """Look at B again: up to which whole number is bfloat16 exact, and how far does the test go?"""
    return "AE"


def restart_missed():
    """Look at E again: at which position does its count start again, and does the test get there?"""
    return "AB"


def cap_missed():
    """Look at A again: what is the largest offset in the test, and does it reach the cap?"""
    return "BE"
