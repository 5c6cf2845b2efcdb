"""p-RoPE in config files: the fastest pairs turn, the others stand still, and all may be interpolated (Gemma 4)."""

from posviz import checks
from posviz.encodings import rope

ROPE_TYPES = ("proportional",)


def frequencies(head_dim, fraction, factor=1.0, base=10000.0):
    """`rope.proportional_frequencies`, all divided by the factor.

    Args:
        head_dim, fraction, base: as in `rope.proportional_frequencies`.
        factor: how much the context is stretched, at least 1.
    Returns:
        (head_dim / 2,) radians per position in float64, 0 for the pairs that stand still.
    Raises:
        TypeError, ValueError: a factor below 1; and as `rope.proportional_frequencies`.
    """
    return rope.proportional_frequencies(head_dim, fraction, base) / checks.least("factor", factor, 1)
