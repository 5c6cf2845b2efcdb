"""NTK-aware scaling: a larger base leaves the fastest pair alone and slows the slowest by the factor (bloc97 2023)."""

import numpy as np

from posviz import checks
from posviz.encodings import rope

ROPE_TYPES = ("ntk",)


def frequencies(head_dim, factor, base=10000.0):
    """RoPE's frequencies at the base that divides the last of them by the factor: base x factor**(d / (d - 2)).

    Args:
        head_dim: as in `rope.frequencies`, at least 4: a single pair cannot be both the fastest and the slowest.
        factor: how much the context is stretched, at least 1.
        base: as in `rope.frequencies`.
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: a head_dim of 2, a factor below 1; and as `rope.frequencies`.
    """
    if checks.even("head_dim", head_dim) < 4:
        raise ValueError(
            f"head_dim must be at least 4, since NTK-aware scaling divides by head_dim - 2, got {head_dim}"
        )
    factor = np.float64(checks.least("factor", factor, 1))
    with np.errstate(over="ignore"):
        larger = checks.above("base", base, 0) * factor ** (head_dim / (head_dim - 2))
    return rope.frequencies(head_dim, checks.above("base x factor**(d / (d - 2))", larger, 0))
