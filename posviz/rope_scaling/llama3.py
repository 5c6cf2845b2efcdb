"""Llama 3.1's smoothing: NTK-by-parts with its ramp between 1 and 4 turns (Grattafiori et al. 2024, and its code)."""

from posviz import checks
from posviz.rope_scaling import ntk_by_parts

ROPE_TYPES = ("llama3",)


def frequencies(head_dim, factor, train_length, low_freq_factor=1.0, high_freq_factor=4.0, base=10000.0):
    """RoPE's frequencies, divided by 1 to `factor`.

    Args:
        head_dim, factor, train_length, base: as in `ntk_by_parts.frequencies`.
        low_freq_factor: pairs with a wavelength above train_length / low_freq_factor are divided by the factor.
        high_freq_factor: pairs with a wavelength below train_length / high_freq_factor stay as they are.
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: high_freq_factor not above low_freq_factor; and as `ntk_by_parts.frequencies`.
    """
    low_freq_factor = checks.above("low_freq_factor", low_freq_factor, 0)
    high_freq_factor = checks.above("high_freq_factor", high_freq_factor, low_freq_factor)
    return ntk_by_parts.frequencies(head_dim, factor, train_length, base, high_freq_factor, low_freq_factor)
