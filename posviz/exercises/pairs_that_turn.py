"""From a config, how many pairs turn in each head, and how far pair 0 turns for each token: two numbers."""


def right():
    """Pair 0 turns by 1 radian whatever the base and the width. The base only says how far the others fall behind."""
    return 6144 // 64 * 0.25 / 2, 1.0


def features():
    """That is how many features turn. Two of them make a pair."""
    return 24, 1.0


def whole_head():
    """That is all pairs of a head. rotary_pct says which share of the head turns."""
    return 48, 1.0


def whole_width():
    """That is counted over the width of the whole model, which the heads share."""
    return 768, 1.0


def base_for_frequency():
    """The number of pairs is right. But the base is no frequency: pair i turns by b to the −2i/d, and i is 0 here."""
    return 12, 10_000.0
