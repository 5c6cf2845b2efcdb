"""Learned encoding: a table with one trained row for each position, added to the token (Gehring et al. 2017)."""

import numpy as np

from posviz import checks

RELATIVE = False  # nothing ties row 5 to row 6
UNBOUNDED = False  # beyond the last row there is nothing
TOUCHES_VALUES = True  # what is added to the embedding goes into queries, keys and values alike
INJECTED_AT = "embedding"


def encode(positions, table):
    """The rows of the table at these positions.

    Args:
        positions: (...) integers from 0, in tokens.
        table: (n_rows, d_model) real numbers, one row for each position.
    Returns:
        (..., d_model), in the dtype of the table.
    Raises:
        IndexError: a position has no row: beyond the table, or negative.
        TypeError, ValueError: positions that are no integers, or a table without two axes of real numbers.
    """
    table = checks.shaped("table", table, "n_rows", "d_model")
    positions = checks.integers("positions", positions)
    outside = (positions < 0) | (positions >= len(table))
    if outside.any():
        raise IndexError(
            f"position {positions[outside].flat[0]} has no row in a table of {len(table)} rows, counted from 0"
        )
    return table[positions]


def positions_from_mask(mask):
    """Positions that count real tokens only, so that padding on the left shifts nothing.

    Args:
        mask: (..., n) booleans or 0 and 1, true at real tokens.
    Returns:
        (..., n) integers: 0, 1, 2, ... at real tokens, -1 at padding. OPT and BART read row position + 2.
    Raises:
        TypeError, ValueError: mask holds anything but true and false, or has no axis.
    """
    mask = checks.rectangular("mask", mask)
    if mask.size and mask.dtype != bool and not (mask.dtype.kind in "iu" and np.isin(mask, (0, 1)).all()):
        raise TypeError(f"mask must hold booleans, or 0 and 1, got {mask!r}")
    if mask.ndim == 0:
        raise ValueError(f"mask must have at least 1 axes, got {mask!r}")
    real = mask.astype(np.int64)
    return np.cumsum(real, axis=-1) * real - 1


def scores(queries, keys, query_positions, key_positions, table=None):
    """Add the rows to both sides, then take dot products.

    Args:
        queries, keys: (n_q, d) and (n_k, d) features.
        query_positions, key_positions: (n_q,) and (n_k,) integers from 0, in tokens.
        table: (n_rows, d). By default 512 random rows, as many as BERT has, such as training starts from.
    Returns:
        (n_q, n_k) scores, before softmax and before 1/sqrt(d).
    Raises:
        IndexError, TypeError, ValueError: as in `encode`; shapes that do not match.
    """
    queries, keys, *positions = checks.score_inputs(queries, keys, query_positions, key_positions)
    if table is None:
        table = np.random.default_rng(0).normal(size=(512, queries.shape[-1]))
    query_rows, key_rows = (encode(p, table) for p in positions)
    checks.same_width("table", query_rows, "queries", queries)
    return (queries + query_rows) @ (keys + key_rows).swapaxes(-1, -2)
