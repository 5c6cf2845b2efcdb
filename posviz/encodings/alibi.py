"""ALiBi, attention with linear biases: the further a key, the larger its penalty (Press et al. 2022, section 3)."""

import math

import numpy as np

from posviz import checks

RELATIVE = True  # only the distance is read
UNBOUNDED = True  # a line has no end
TOUCHES_VALUES = False
INJECTED_AT = "scores"


def slopes(n_heads):
    """The penalty for each token of distance, one for each head: a geometric series.

    Args:
        n_heads: at least 1. If it is no power of two, the series for the next lower power of two comes first,
            then every other slope of the series for the next higher one, as in the authors' code.
    Returns:
        (n_heads,) per token, all positive.
    Raises:
        TypeError, ValueError: n_heads is no integer, or below 1.
    """
    n_heads = checks.whole("n_heads", n_heads, 1)
    lower = 2 ** (n_heads.bit_length() - 1)
    series = 2.0 ** (-8 * np.arange(1, lower + 1) / lower)
    between = 2.0 ** (-8 * np.arange(1, 2 * lower + 1, 2) / (2 * lower))
    return np.concatenate([series, between[: n_heads - lower]])


def bias(query_positions, key_positions, slopes):
    """The penalties, laid out by query and key: -slope x distance.

    Args:
        query_positions, key_positions: (n_q,) and (n_k,) places, in tokens.
        slopes: (n_heads,) per token.
    Returns:
        (n_heads, n_q, n_k), none positive for positive slopes.
    Raises:
        TypeError, ValueError: arrays that hold no finite real numbers or have not one axis; a product too large.
    """
    slopes = checks.shaped("slopes", slopes, "n_heads").astype(np.float64)  # an unsigned slope would wrap below 0
    distances = np.abs(checks.offsets(query_positions, key_positions, whole=False))
    with np.errstate(over="ignore"):
        return checks.numbers("-slope x distance", -slopes[:, None, None] * distances)


def scores(queries, keys, query_positions, key_positions, slope=0.5):
    """Dot products plus the penalty, which is meant to come after 1/sqrt(d) and is therefore enlarged by sqrt(d) here.

    Args:
        queries, keys: (n_q, d) and (n_k, d) features.
        query_positions, key_positions: (n_q,) and (n_k,) places, in tokens.
        slope: penalty per token of distance, of one head.
    Returns:
        (n_q, n_k) scores, before softmax and before 1/sqrt(d).
    Raises:
        TypeError, ValueError: a slope that is no finite number; shapes that do not match.
    """
    queries, keys, *positions = checks.score_inputs(queries, keys, query_positions, key_positions)
    penalty = bias(*positions, [checks.above("slope", slope, -math.inf)])[0]
    return queries @ keys.swapaxes(-1, -2) + math.sqrt(queries.shape[-1]) * penalty
