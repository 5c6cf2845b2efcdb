"""Sinusoidal encoding: a row of clocks, each slower than the one before (Vaswani et al. 2017, section 3.5)."""

import numpy as np

from posviz import checks

RELATIVE = False  # the cross terms between content and position feel the absolute place
UNBOUNDED = True  # a wave has no end
TOUCHES_VALUES = True  # what is added to the embedding goes into queries, keys and values alike
INJECTED_AT = "embedding"


def frequencies(d_model, base=10000.0):
    """How fast each sine-cosine pair turns.

    Args:
        d_model: number of features, even: two for each pair.
        base: greater than 0. Pair i turns by base**(-2i / d_model).
    Returns:
        (d_model / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: d_model is no even integer, or base is no positive finite number.
    """
    d_model = checks.even("d_model", d_model)
    base = checks.above("base", base, 0)
    with np.errstate(over="ignore"):
        return checks.numbers("base**(-2i / d_model)", float(base) ** (-np.arange(0, d_model, 2) / d_model))


def angles(positions, frequencies):
    """How far each pair has turned at each position, from pair 0 on.

    Args:
        positions: (...) places in the sequence, in tokens; any real numbers.
        frequencies: (n_pairs,) radians per position.
    Returns:
        (..., n_pairs) radians in float64.
    Raises:
        TypeError, ValueError: positions or frequencies hold no finite real numbers, or their product is too large.
    """
    positions = checks.numbers("positions", positions).astype(np.float64)
    frequencies = checks.numbers("frequencies", frequencies).astype(np.float64)
    with np.errstate(over="ignore"):
        return checks.numbers("position x frequency", np.multiply.outer(positions, frequencies))


def encode(positions, d_model, base=10000.0, order="interleaved"):
    """The code of each position: sine and cosine of position x frequency for every pair.

    Args:
        positions: (...) places in the sequence, in tokens; any real numbers.
        d_model, base: as in `frequencies`.
        order: "interleaved" puts pair i in columns 2i (sine) and 2i + 1 (cosine), as in the paper;
            "concatenated" puts all sines first, then all cosines.
    Returns:
        (..., d_model) in float64.
    Raises:
        TypeError, ValueError: as in `frequencies`; positions not finite; an unknown order.
    """
    checks.one_of("order", order, ("interleaved", "concatenated"))
    turned = angles(positions, frequencies(d_model, base))
    if order == "concatenated":
        return np.concatenate([np.sin(turned), np.cos(turned)], axis=-1)
    return np.stack([np.sin(turned), np.cos(turned)], axis=-1).reshape(*turned.shape[:-1], d_model)


def scores(queries, keys, query_positions, key_positions, base=10000.0, order="interleaved"):
    """Add the code to both sides, then take dot products.

    Args:
        queries, keys: (n_q, d) and (n_k, d) features, d even.
        query_positions, key_positions: (n_q,) and (n_k,) places, in tokens.
        base, order: as in `encode`.
    Returns:
        (n_q, n_k) scores, before softmax and before 1/sqrt(d).
    Raises:
        TypeError, ValueError: as in `encode`; shapes that do not match.
    """
    queries, keys, *positions = checks.score_inputs(queries, keys, query_positions, key_positions)
    query_code, key_code = (encode(p, queries.shape[-1], base, order) for p in positions)
    return (queries + query_code) @ (keys + key_code).swapaxes(-1, -2)
