"""Dynamic NTK: the base grows with the sequence, and nothing changes up to the training length (emozilla 2023)."""

from posviz import checks
from posviz.rope_scaling import ntk

ROPE_TYPES = ("dynamic",)


def frequencies(head_dim, factor, train_length, sequence_length=None, base=10000.0):
    """NTK-aware frequencies for a factor that follows the length of this sequence.

    They depend on this length alone. A model that keeps the largest base it has met answers a short text after a long
    one with other frequencies; and keys that were cached under an earlier base do not fit later queries.

    Args:
        head_dim, base: as in `ntk.frequencies`.
        factor: at least 1; the stretch is factor x sequence_length / train_length - (factor - 1).
        train_length: tokens of the model's own training: up to it the stretch is 1.
        sequence_length: tokens of this sequence; None means no more than train_length.
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: a length that is no whole number of at least 1; and as `ntk.frequencies`.
    """
    factor, train_length = checks.least("factor", factor, 1), checks.whole("train_length", train_length, 1)
    if sequence_length is not None:
        checks.whole("sequence_length", sequence_length, 1)
    length = max(sequence_length or 0, train_length)
    stretch = 1 + float(factor) * ((length - train_length) / train_length)
    return ntk.frequencies(head_dim, stretch, base)
