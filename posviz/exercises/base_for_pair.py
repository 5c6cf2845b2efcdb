"""The base that slows one chosen pair by exactly the factor: a number."""

TOLERANCE = 1e-3


def right():
    """No unfinished pair leaves its angles now, in texts up to 16,384 tokens. The last is slowed by more than 4."""
    return 10_000 * 4 ** (128 / (2 * 46))


def for_the_last_pair():
    """That is the base of NTK-aware scaling: it holds pair 63, and divides pair 46 by less than 4."""
    return 10_000 * 4 ** (128 / 126)


def factor_itself():
    """That is the base times 4. The base is raised to 2i/d, so it has to grow by more than the frequency falls."""
    return 10_000 * 4.0


def upside_down():
    """The exponent is upside down. Once the equation is solved for the new base, what power undoes 2i/d?"""
    return 10_000 * 4 ** (2 * 46 / 128)


def two_lost():
    """A 2 was lost: the exponent of pair i is 2i/d, and not i/d."""
    return 10_000 * 4 ** (128 / 46)
