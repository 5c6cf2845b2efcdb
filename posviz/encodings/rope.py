"""Rotary encoding, RoPE: turn each feature pair of query and key by position x frequency (Su et al. 2021, sec. 3.2)."""

import numpy as np

from posviz import checks
from posviz.encodings import sinusoidal

RELATIVE = True  # R(m)^T R(n) = R(n - m)


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


def rotate(vectors, positions, frequencies, layout="interleaved"):
    """Turn every pair of features counter-clockwise by position x frequency.

    Args:
        vectors: (..., head_dim) queries or keys.
        positions: places in the sequence, in tokens; broadcasts against the leading axes of vectors.
        frequencies: (head_dim / 2,) radians per position, one for each pair.
        layout: which features make pair i: "interleaved" takes (2i, 2i + 1), as in the paper and in Meta's code;
            "half-split" takes (i, i + head_dim / 2), as in Hugging Face's.
    Returns:
        The shape of vectors (broadcast with positions), in the dtype of vectors (float64 for integers).
        Computed in float64; each pair keeps its length.
    Raises:
        TypeError, ValueError: not finite real numbers, shapes that do not fit, an unknown layout.
    """
    vectors = checks.numbers("vectors", vectors, 1)
    frequencies = checks.numbers("frequencies", frequencies, 1)
    checks.one_of("layout", layout, ("interleaved", "half-split"))
    head_dim = vectors.shape[-1]
    if frequencies.shape != (head_dim / 2,):
        raise ValueError(
            f"frequencies must be one for each pair of head_dim {head_dim}, got an array of shape {frequencies.shape}"
        )
    angles = sinusoidal.angles(positions, frequencies)
    checks.broadcast("positions", angles.shape[:-1], "the leading axes of vectors", vectors.shape[:-1])
    cosine, sine = np.cos(angles), np.sin(angles)
    if layout == "interleaved":
        first, second = vectors[..., 0::2], vectors[..., 1::2]
    else:
        first, second = vectors[..., : head_dim // 2], vectors[..., head_dim // 2 :]
    turned = first * cosine - second * sine, first * sine + second * cosine
    if layout == "interleaved":
        result = np.stack(turned, axis=-1).reshape(*turned[0].shape[:-1], head_dim)
    else:
        result = np.concatenate(turned, axis=-1)
    return result.astype(vectors.dtype if vectors.dtype.kind == "f" else np.float64)


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
