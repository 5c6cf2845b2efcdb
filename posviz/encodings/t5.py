"""T5 bias: one trained number for each bucket of offsets, added to the score (Raffel et al. 2020, section 2.1)."""

import numpy as np

from posviz import checks

RELATIVE = True  # only key - query is looked up
UNBOUNDED = True  # all far offsets share the last bucket
TOUCHES_VALUES = False
INJECTED_AT = "scores"


def bucket(offsets, n_buckets=32, max_distance=128, bidirectional=True):
    """The bucket of each offset: near ones have their own, farther ones share wider and wider buckets.

    Args:
        offsets: (...) integers, key - query, in tokens.
        n_buckets: how many buckets in all; even and at least 4 if bidirectional, else at least 2.
        max_distance: from here on all distances share one bucket; more than the distances that have their own.
        bidirectional: half of the buckets for keys behind the query, half for keys ahead. If False (a decoder),
            all buckets are for keys behind, and keys ahead get bucket 0.
    Returns:
        (...) integers, 0 to n_buckets - 1.
    Raises:
        TypeError, ValueError: offsets that are no integers; numbers of buckets or distances that do not fit;
            bidirectional is neither True nor False.
    """
    bidirectional = checks.flag("bidirectional", bidirectional)
    offsets = checks.integers("offsets", offsets)
    n_buckets = checks.whole("n_buckets", n_buckets, 4 if bidirectional else 2)
    if bidirectional and n_buckets % 2:
        raise ValueError(f"n_buckets must be even when bidirectional, half for each side, got {n_buckets}")
    one_side = n_buckets // 2 if bidirectional else n_buckets
    exact = one_side // 2
    max_distance = checks.whole("max_distance", max_distance, exact + 1)
    distance = np.abs(offsets) if bidirectional else np.maximum(-offsets, 0)
    steps = np.log(np.maximum(distance, exact) / exact) / np.log(max_distance / exact) * (one_side - exact)
    # The tiny push keeps exact powers from falling short of their bucket by a rounding error.
    shared = np.minimum(exact + np.floor(steps + 1e-9).astype(np.int64), one_side - 1)
    ahead = one_side * (offsets > 0) if bidirectional else 0
    return np.where(distance < exact, distance, shared) + ahead


def bias(query_positions, key_positions, table, max_distance=128, bidirectional=True):
    """The table's numbers, laid out by query and key.

    Args:
        query_positions, key_positions: (n_q,) and (n_k,) integers, in tokens.
        table: (n_buckets, n_heads) real numbers.
        max_distance, bidirectional: as in `bucket`.
    Returns:
        (n_heads, n_q, n_k).
    Raises:
        TypeError, ValueError: as in `bucket`; a table without two axes.
    """
    table = checks.shaped("table", table, "n_buckets", "n_heads")
    offsets = checks.offsets(query_positions, key_positions)
    return np.moveaxis(table[bucket(offsets, len(table), max_distance, bidirectional)], -1, 0)


def scores(queries, keys, query_positions, key_positions, table=None):
    """Dot products plus the bucket's number. T5 itself uses no 1/sqrt(d): its training absorbs the scale.

    Args:
        queries, keys: (n_q, d) and (n_k, d) features.
        query_positions, key_positions: (n_q,) and (n_k,) integers, in tokens.
        table: (n_buckets,) numbers of one head, even. By default 32 random ones.
    Returns:
        (n_q, n_k) scores, before softmax.
    Raises:
        TypeError, ValueError: as in `bias`; shapes that do not match.
    """
    queries, keys, *positions = checks.score_inputs(queries, keys, query_positions, key_positions)
    if table is None:
        table = np.random.default_rng(0).normal(size=32)
    return queries @ keys.swapaxes(-1, -2) + bias(*positions, checks.shaped("table", table, "n_buckets")[:, None])[0]
