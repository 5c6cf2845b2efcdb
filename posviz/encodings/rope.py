"""Rotary encoding, RoPE: turn each feature pair of query and key by position x frequency (Su et al. 2021, sec. 3.2)."""

import numpy as np

from posviz import checks
from posviz.encodings import sinusoidal

RELATIVE = True  # R(m)^T R(n) = R(n - m)
UNBOUNDED = True  # a hand can turn on for ever
TOUCHES_VALUES = False  # queries and keys turn, values do not
INJECTED_AT = "queries and keys"

BLOCK = 2**16  # numbers turned at a time: they stay in the cache


def frequencies(head_dim, base=10000.0):
    """How fast each pair turns: the sinusoid's frequencies, over the width of one head.

    Args:
        head_dim: features of one head, even.
        base: greater than 0; config files call it rope_theta. Pair i turns by base**(-2i / head_dim).
    Returns:
        (head_dim / 2,) radians per position in float64, pair 0 first.
    Raises:
        TypeError, ValueError: head_dim is no even integer, or base is no positive finite number.
    """
    return sinusoidal.frequencies(checks.even("head_dim", head_dim), base)


def partial_frequencies(head_dim, fraction, base=10000.0):
    """Ordinary partial rotary: only the first features of a head turn, at the frequencies of that narrower width.

    Args:
        head_dim: features of one head. base: as in `frequencies`.
        fraction: of the features that turn, from 0 to 1 (GPT-NeoX: 0.25).
    Returns:
        (int(head_dim x fraction) / 2,) radians per position; `rotate` passes the other features through.
    Raises:
        TypeError, ValueError: a fraction outside 0 to 1, or an odd number of features left to turn.
    """
    checks.above("base", base, 0)
    width = int(checks.even("head_dim", head_dim) * checks.share("fraction", fraction))
    return frequencies(checks.even("int(head_dim x fraction)", width), base) if width else np.empty(0)


def proportional_frequencies(head_dim, fraction, base=10000.0):
    """p-RoPE: the fastest pairs turn as in full RoPE, the slowest stand still (Barbero et al. 2024, section 6).

    Args:
        head_dim: features of one head, even. base: as in `frequencies`.
        fraction: of the pairs that turn, from 0 to 1 (Gemma 4's global layers: 0.25).
    Returns:
        (head_dim / 2,) radians per position, 0 for the pairs that stand still. Pairs span the whole head.
    Raises:
        TypeError, ValueError: a fraction outside 0 to 1; and as in `frequencies`.
    """
    speeds = frequencies(head_dim, base)
    speeds[int(checks.share("fraction", fraction) * head_dim // 2) :] = 0
    return speeds


def layout_permutation(head_dim):
    """The order of features that turns the interleaved layout into the half-split one: evens first, then odds.

    With p = layout_permutation(d), rotating x[p] half-split gives rotate(x)[p] interleaved. Reorder the rows of a
    query or key matrix by it to carry weights over, and by np.argsort(p) to carry them back.

    Args:
        head_dim: features of one head, even.
    Returns:
        (head_dim,) integers.
    Raises:
        TypeError, ValueError: head_dim is no even integer.
    """
    return np.arange(checks.even("head_dim", head_dim)).reshape(-1, 2).T.ravel()


def rotate(vectors, positions, frequencies, layout="interleaved", attention_factor=1.0):
    """Turn every pair of features anticlockwise by position x frequency.

    Args:
        vectors: (..., head_dim) queries or keys.
        positions: places in the sequence, in tokens, any real numbers; broadcasts against the leading axes of vectors.
        frequencies: (n_pairs,) radians per position. If 2 x n_pairs is less than head_dim, only that many features at
            the front turn, and the others pass through unchanged.
        layout: which features make pair i: "interleaved" takes (2i, 2i + 1), as in the paper and in Meta's code;
            "half-split" takes (i, i + n_pairs), as in Hugging Face's.
        attention_factor: multiplies what turns, so scores of two rotated sides get its square.
    Returns:
        The shape of vectors (broadcast with positions), in the dtype of vectors (float64 for integers).
        Computed in float64 and cast last; each pair keeps its length, times attention_factor.
    Raises:
        TypeError, ValueError: not finite real numbers, shapes that do not fit, an unknown layout; a result too large
            for its dtype.
    """
    vectors = checks.real("vectors", vectors, 1)
    frequencies = checks.numbers("frequencies", frequencies, 1)
    checks.one_of("layout", layout, ("interleaved", "half-split"))
    attention_factor = checks.above("attention_factor", attention_factor, 0)
    head_dim = checks.even("head_dim", vectors.shape[-1])
    if frequencies.ndim != 1 or 2 * len(frequencies) > head_dim:
        raise ValueError(
            f"frequencies must be at most one for each pair of head_dim {head_dim}, got shape {frequencies.shape}"
        )
    angles = sinusoidal.angles(positions, frequencies)
    checks.broadcast("positions", angles.shape[:-1], "the leading axes of vectors", vectors.shape[:-1])
    leading = np.broadcast_shapes(angles.shape[:-1], vectors.shape[:-1])
    turned = np.empty((*leading, head_dim), vectors.dtype if vectors.dtype.kind == "f" else np.float64)
    turns = np.empty(angles.shape, complex)
    np.cos(angles, out=turns.real)
    np.sin(angles, out=turns.imag)
    turns *= attention_factor
    vectors, turns = np.broadcast_to(vectors, turned.shape), np.broadcast_to(turns, (*leading, len(frequencies)))
    try:
        with np.errstate(over="raise"):
            _turn(vectors, turns, layout, turned)
    except FloatingPointError as error:
        raise ValueError(f"vectors must fit {turned.dtype} when turned, got up to {np.abs(vectors).max()}") from error
    return turned


def _turn(vectors, turns, layout, turned):
    """A pair of features is a complex number, and a turn is a multiplication; block by block, to stay in the cache."""
    if vectors.size > BLOCK and vectors.ndim > 1:
        rows = max(1, len(vectors) * BLOCK // vectors.size)
        for start in range(0, len(vectors), rows):
            block = start if rows == 1 else slice(start, start + rows)
            _turn(vectors[block], turns[block], layout, turned[block])
        return
    vectors = checks.numbers("vectors", vectors)
    width = 2 * turns.shape[-1]
    if layout == "interleaved":
        first, second = slice(0, width, 2), slice(1, width, 2)
    else:
        first, second = slice(0, width // 2), slice(width // 2, width)
    pairs = np.empty(turns.shape, complex)
    pairs.real, pairs.imag = vectors[..., first], vectors[..., second]
    pairs *= turns
    turned[..., first], turned[..., second] = pairs.real, pairs.imag
    turned[..., width:] = vectors[..., width:]


def scores(queries, keys, query_positions, key_positions, base=10000.0, layout="interleaved"):
    """Turn both sides by their own positions, then take dot products.

    Args:
        queries, keys: (n_q, d) and (n_k, d) features, d even.
        query_positions, key_positions: (n_q,) and (n_k,) places, in tokens.
        base: as in `frequencies`. layout: as in `rotate`.
    Returns:
        (n_q, n_k) scores, before softmax and before 1/sqrt(d).
    Raises:
        TypeError, ValueError: as in `frequencies` and `rotate`; shapes that do not match.
    """
    queries, keys, query_positions, key_positions = checks.score_inputs(queries, keys, query_positions, key_positions)
    speeds = frequencies(queries.shape[-1], base)
    turned_keys = rotate(keys, key_positions, speeds, layout)
    return rotate(queries, query_positions, speeds, layout) @ turned_keys.swapaxes(-1, -2)
