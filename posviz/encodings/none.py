"""No encoding (NoPE): a query sees what a key is, never where it stands."""

from posviz import checks

RELATIVE = True  # trivially: positions are not read
UNBOUNDED = True  # there is nothing to run out of
TOUCHES_VALUES = False
INJECTED_AT = "nowhere"


def scores(queries, keys, query_positions, key_positions):
    """Plain dot products.

    Args:
        queries, keys: (n_q, d) and (n_k, d) features.
        query_positions, key_positions: (n_q,) and (n_k,) places, in tokens; checked, then ignored.
    Returns:
        (n_q, n_k) scores, before softmax and before 1/sqrt(d).
    Raises:
        TypeError, ValueError: an array holds no finite real numbers, or shapes do not match.
    """
    queries, keys, *_ = checks.score_inputs(queries, keys, query_positions, key_positions)
    return queries @ keys.swapaxes(-1, -2)
