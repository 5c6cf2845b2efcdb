"""Relative vectors: one trained vector for each clipped offset, added to the key (Shaw et al. 2018, section 3)."""

import numpy as np

from posviz import checks

RELATIVE = True  # only key - query is looked up
UNBOUNDED = True  # far offsets share the last row
TOUCHES_VALUES = True  # a second table is added to the values
INJECTED_AT = "scores"


def clipped_offsets(query_positions, key_positions, max_distance):
    """Which row of the table of 2 x max_distance + 1 vectors belongs to each query and key.

    Args:
        query_positions, key_positions: (n_q,) and (n_k,) integers, in tokens.
        max_distance: at least 1. Keys further away share the first or the last row.
    Returns:
        (n_q, n_k) integers: key - query, clipped to +-max_distance, plus max_distance.
    Raises:
        TypeError, ValueError: positions that are no integers, max_distance below 1.
    """
    max_distance = checks.whole("max_distance", max_distance, 1)
    offsets = checks.offsets(query_positions, key_positions)
    return np.clip(offsets, -max_distance, max_distance) + max_distance


def scores(queries, keys, query_positions, key_positions, table=None):
    """Add the offset's vector to each key, then take dot products: q . (k + a).

    Args:
        queries, keys: (n_q, d) and (n_k, d) features.
        query_positions, key_positions: (n_q,) and (n_k,) integers, in tokens.
        table: (2 x max_distance + 1, d), row max_distance for offset 0. By default 17 random rows.
    Returns:
        (n_q, n_k) scores, before softmax and before 1/sqrt(d).
    Raises:
        TypeError, ValueError: as in `clipped_offsets`; a table with an even number of rows; shapes that do not match.
    """
    queries, keys, *positions = checks.score_inputs(queries, keys, query_positions, key_positions)
    if table is None:
        table = np.random.default_rng(0).normal(size=(17, queries.shape[-1]))
    table = checks.shaped("table", table, "2 x max_distance + 1", "d")
    checks.same_width("table", table, "queries", queries)
    if len(table) < 3 or len(table) % 2 == 0:
        raise ValueError(f"table must have 2 x max_distance + 1 rows, so at least 3 and odd, got {len(table)}")
    rows = clipped_offsets(*positions, len(table) // 2)
    with_each_row = queries @ table.T  # (n_q, rows): no (n_q, n_k, d) array is needed
    rows = np.broadcast_to(rows, (*with_each_row.shape[:-1], rows.shape[-1]))
    return queries @ keys.swapaxes(-1, -2) + np.take_along_axis(with_each_row, rows, axis=-1)
