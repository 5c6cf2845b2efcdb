"""Position interpolation: every pair turns slower by the factor, so that far places look like near ones (Chen 2023)."""

from posviz import checks
from posviz.encodings import rope

ROPE_TYPES = ("linear",)


def frequencies(head_dim, factor, base=10000.0):
    """RoPE's frequencies, all divided by the factor.

    Args:
        head_dim, base: as in `rope.frequencies`.
        factor: how much the context is stretched, at least 1.
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: a factor below 1; and as `rope.frequencies`.
    """
    return rope.frequencies(head_dim, base) / checks.least("factor", factor, 1)
