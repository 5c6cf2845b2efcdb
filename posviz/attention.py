"""Softmax attention over whatever scores an encoding gives (Vaswani et al. 2017, section 3.2.1)."""

import numpy as np

from posviz import checks


def weights(scores, mask=None):
    """How much each query takes from each key: a softmax over the keys.

    Args:
        scores: (..., n_q, n_k) real numbers, already divided by sqrt(head_dim) where that is wanted.
        mask: (n_q, n_k) booleans that broadcast against scores; True where the query may look.
    Returns:
        (..., n_q, n_k) in float64: every row sums to 1, masked entries are exactly 0.
    Raises:
        TypeError: scores are not real numbers, or the mask is not boolean.
        ValueError: scores are not finite, have fewer than two axes, or no key is open to some query.
    """
    scores = checks.numbers("scores", scores, 2).astype(np.float64)
    if mask is not None:
        mask = checks.rectangular("mask", mask)
        if mask.dtype != bool:
            raise TypeError(f"mask must be boolean (True where a query may look), got {mask.dtype}")
        try:
            mask = np.broadcast_to(mask, scores.shape)
        except ValueError as error:
            raise ValueError(f"mask of shape {mask.shape} does not fit scores of shape {scores.shape}") from error
        scores = np.where(mask, scores, -np.inf)
    if scores.shape[-2] == 0:
        return scores
    if scores.shape[-1] == 0 or np.isneginf(scores).all(axis=-1).any():
        raise ValueError("every query must be allowed at least one key, got a row of scores with none")
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def attend(scores, values, mask=None):
    """The weighted mean of the values for each query.

    Args:
        scores, mask: as in `weights`.
        values: (..., n_k, d) real numbers.
    Returns:
        (..., n_q, d) in float64.
    Raises:
        ValueError: the number of values is not the number of keys; and all that `weights` raises.
    """
    taken = weights(scores, mask)
    values = checks.numbers("values", values, 2)
    if values.shape[-2] != taken.shape[-1]:
        raise ValueError(f"values must be one for each key: got {values.shape[-2]} for {taken.shape[-1]} keys")
    checks.broadcast("the heads of scores", taken.shape[:-2], "of values", values.shape[:-2])
    return taken @ values


def causal_mask(n_q, n_k):
    """(n_q, n_k) booleans: a query sees itself and what stands before it. The last query stands at the last key.

    Raises:
        TypeError, ValueError: a count is no integer or negative, or there are more queries than keys.
    """
    n_q, n_k = checks.whole("n_q", n_q, 0), checks.whole("n_k", n_k, 0)
    if n_q > n_k:
        raise ValueError(f"n_q must not exceed n_k, or the first queries see nothing: got {n_q} and {n_k}")
    return np.arange(n_k) <= np.arange(n_k - n_q, n_k)[:, None]
