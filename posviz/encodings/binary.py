"""The binary counter: bit k of a position flips every 2**k tokens, so low bits are fast and high bits slow."""

import math

import numpy as np

from posviz import checks

RELATIVE = False  # the bits of 3 and 4 and the bits of 4 and 5 have nothing in common
UNBOUNDED = False  # beyond the last bit the counter starts again
TOUCHES_VALUES = True  # what is added to the embedding goes into values too
INJECTED_AT = "embedding"


def digits(positions, radix, n_digits):
    """The digits of positions written in any radix, the fastest first.

    Args:
        positions: (...) integers from 0, in tokens.
        radix: greater than 1. A whole radix gives ordinary digits; the formula holds for any other.
        n_digits: how many digits to keep. Positions of radix**n_digits and beyond wrap.
    Returns:
        (..., n_digits): floor(position / radix**k) mod radix, for k = 0, 1, 2, ...
    Raises:
        TypeError, ValueError: positions that are no integers, negative, or 2**53 and beyond; a radix of 1 or less;
            n_digits below 1.
    """
    positions = checks.counts("positions", positions)
    radix = min(checks.above("radix", radix, 1), 2**53)  # no position reaches 2**53, so larger steps give digit 0
    n_digits = checks.whole("n_digits", n_digits, 1)
    enough = math.ceil(53 / math.log2(radix)) + 1  # powers beyond are past 2**53 as well, and might overflow a float
    steps = np.array([min(radix ** min(k, enough), 2**53) for k in range(n_digits)])
    return positions[..., None] // steps % radix


def encode(positions, n_bits):
    """Positions in binary, bit 0 (the fastest) in column 0.

    Args:
        positions: (...) integers from 0, in tokens.
        n_bits: width of the code. n bits tell 2**n positions apart, then the counter wraps.
    Returns:
        (..., n_bits) integers, 0 or 1.
    Raises:
        TypeError, ValueError: as in `digits`.
    """
    return digits(positions, 2, checks.whole("n_bits", n_bits, 1))


def scores(queries, keys, query_positions, key_positions):
    """Add the bits to both sides, then take dot products: the counter used as an absolute encoding.

    Args:
        queries, keys: (n_q, d) and (n_k, d) features.
        query_positions, key_positions: (n_q,) and (n_k,) integers from 0, in tokens.
    Returns:
        (n_q, n_k) scores, before softmax and before 1/sqrt(d).
    Raises:
        TypeError, ValueError: as in `digits`; shapes that do not match.
    """
    queries, keys, *positions = checks.score_inputs(queries, keys, query_positions, key_positions)
    query_bits, key_bits = (encode(p, queries.shape[-1]) for p in positions)
    return (queries + query_bits) @ (keys + key_bits).swapaxes(-1, -2)
