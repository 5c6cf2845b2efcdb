"""Attention: a weighted mean that does not know the order of what it averages."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz import attention

law = settings(deadline=None, max_examples=50)
seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 12)


def random(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def layer(tokens, mask=None):
    """Self-attention without positions, added to what came in."""
    return tokens + attention.attend(tokens @ tokens.T / tokens.shape[-1] ** 0.5, tokens, mask)


@law
@given(seeds, sizes, sizes)
def test_each_query_gives_out_exactly_one(seed, n_q, n_k):
    weights = attention.weights(random(seed, n_q, n_k))
    assert weights.dtype == np.float64
    assert (weights > 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), np.ones(n_q), rtol=1e-12)


def test_equal_scores_share_equally_and_ln_3_takes_three_times_as_much():
    np.testing.assert_allclose(
        attention.weights([[0, 0, 0, 0], [0, 0, 0, np.log(3)]])[:, 3], [1 / 4, 1 / 2], rtol=1e-12
    )


@law
@given(seeds, sizes)
def test_masked_keys_might_as_well_not_be_there(seed, n_open):
    scores, mask = random(seed, 4, 12), np.arange(12) < n_open
    weights = attention.weights(scores, mask)
    np.testing.assert_array_equal(weights[:, n_open:], 0)
    np.testing.assert_allclose(weights[:, :n_open], attention.weights(scores[:, :n_open]), rtol=1e-12)


@law
@given(seeds, st.integers(-(10**6), 10**6))
def test_a_common_shift_of_the_scores_changes_nothing(seed, shift):
    scores = np.random.default_rng(seed).integers(-5, 5, size=(4, 6))
    np.testing.assert_array_equal(attention.weights(scores + shift), attention.weights(scores))


def test_large_scores_do_not_overflow():
    np.testing.assert_array_equal(attention.weights([[1e4, -1e4], [-1e4, -1e4]]), [[1, 0], [0.5, 0.5]])


@law
@given(seeds, st.permutations(range(8)))
def test_permuting_the_tokens_permutes_the_outputs_alike(seed, order):
    tokens = random(seed, 8, 4)
    np.testing.assert_allclose(layer(tokens[order]), layer(tokens)[order], rtol=0, atol=1e-12)


@law
@given(seeds, sizes)
def test_the_output_lies_among_the_values_in_every_direction(seed, n_k):
    values, directions = random(seed, n_k, 3), random(seed + 1, 3, 20)
    outputs = attention.attend(3 * random(seed + 2, 5, n_k), values) @ directions
    reach = values @ directions
    assert (outputs >= reach.min(axis=0) - 1e-12).all()
    assert (outputs <= reach.max(axis=0) + 1e-12).all()


def test_a_masked_value_is_never_read():
    values = np.array([[1.0, 2.0], [3.0, 4.0], [1e300, -1e300]])
    np.testing.assert_array_equal(attention.attend(np.zeros((1, 3)), values, [[True, True, False]]), [[2, 3]])


@law
@given(seeds)
def test_heads_at_once_attend_as_heads_one_by_one(seed):
    scores, values, mask = random(seed, 2, 3, 4, 6), random(seed + 1, 2, 3, 6, 5), attention.causal_mask(4, 6)
    together = attention.attend(scores, values, mask)
    for head in np.ndindex(2, 3):
        np.testing.assert_allclose(together[head], attention.attend(scores[head], values[head], mask), atol=1e-14)


def test_no_queries_get_no_answers():
    assert attention.weights(np.zeros((0, 3))).shape == (0, 3)
    assert attention.weights(np.zeros((0, 0)), attention.causal_mask(0, 0)).shape == (0, 0)
    assert attention.attend(np.zeros((0, 3)), np.zeros((3, 2))).shape == (0, 2)


def test_the_last_query_stands_at_the_last_key():
    np.testing.assert_array_equal(attention.causal_mask(2, 4), [[1, 1, 1, 0], [1, 1, 1, 1]])
    np.testing.assert_array_equal(attention.causal_mask(3, 3), np.tri(3))
    assert attention.causal_mask(0, 3).shape == (0, 3)
    assert attention.causal_mask(2, 4).dtype == bool


@law
@given(sizes, sizes)
def test_the_causal_mask_of_the_last_queries_is_the_end_of_the_whole_mask(n_q, more):
    n_k = n_q + more
    np.testing.assert_array_equal(attention.causal_mask(n_q, n_k), attention.causal_mask(n_k, n_k)[more:])


@law
@given(seeds)
def test_a_later_token_changes_nothing_before_it(seed):
    tokens, mask = random(seed, 8, 4), attention.causal_mask(8, 8)
    changed = np.concatenate([tokens[:-1], random(seed + 1, 1, 4)])
    np.testing.assert_array_equal(layer(changed, mask)[:-1], layer(tokens, mask)[:-1])


@law
@given(seeds, st.permutations(range(7)))
def test_one_causal_layer_does_not_see_the_order_of_the_prefix(seed, order):
    tokens, mask = random(seed, 8, 4), attention.causal_mask(8, 8)
    np.testing.assert_allclose(layer(tokens[[*order, 7]], mask)[-1], layer(tokens, mask)[-1], rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_two_causal_layers_do(seed):
    tokens, mask = random(seed, 8, 4), attention.causal_mask(8, 8)
    backwards = tokens[[6, 5, 4, 3, 2, 1, 0, 7]]
    assert np.abs(layer(layer(backwards, mask), mask)[-1] - layer(layer(tokens, mask), mask)[-1]).max() > 0.01


def test_tokens_all_alike_stay_alike_until_the_first_differs():
    alike, mask = np.ones((5, 4)), attention.causal_mask(5, 5)
    np.testing.assert_allclose(layer(alike, mask), 2 * alike, rtol=1e-12)
    alike[0] = -1
    assert len(np.unique(layer(alike, mask)[:, 0].round(6))) == 5


SCORES, MASK, VALUES = np.zeros((2, 3)), np.ones((2, 3), bool), np.zeros((3, 4))
BAD = {
    "NaN score": ({"scores": [[0.0, np.nan, 0.0]]}, ValueError, "scores must be finite, got nan"),
    "minus infinity for a mask": ({"scores": [[0, -np.inf, 0]]}, ValueError, "scores must be finite, got -inf"),
    "scores of one axis": ({"scores": np.zeros(3)}, ValueError, r"scores must have at least 2 axes, got shape \(3,\)"),
    "complex scores": (
        {"scores": np.zeros((2, 3), complex)},
        TypeError,
        "scores must hold real numbers, got .* complex",
    ),
    "boolean scores": ({"scores": MASK}, TypeError, "scores must hold real numbers, got .* bool"),
    "mask of 0 and 1": ({"mask": MASK.astype(int)}, TypeError, "mask must be boolean .* got int64"),
    "mask of strings": ({"mask": [["x"] * 3] * 2}, TypeError, "mask must be boolean .* got <U1"),
    "ragged mask": ({"mask": [[True], [True, False]]}, ValueError, "mask must be a rectangular array, got"),
    "mask the wrong way round": ({"mask": MASK.T}, ValueError, r"mask of shape \(3, 2\) .* scores of shape \(2, 3\)"),
    "mask with more axes": ({"mask": MASK[None]}, ValueError, r"mask of shape \(1, 2, 3\) .* scores of shape \(2, 3\)"),
    "a query that may look nowhere": ({"mask": [[True] * 3, [False] * 3]}, ValueError, "at least one key, got .* none"),
    "no keys": ({"scores": np.zeros((2, 0)), "values": np.zeros((0, 4))}, ValueError, "at least one key, got .* none"),
    "too many values": ({"values": np.zeros((4, 4))}, ValueError, "values must be one for each key: got 4 for 3 keys"),
    "values of one axis": ({"values": np.zeros(3)}, ValueError, r"values must have at least 2 axes, got shape \(3,\)"),
    "infinite value": ({"values": np.full((3, 4), np.inf)}, ValueError, "values must be finite, got inf"),
    "other heads": (
        {"scores": np.zeros((2, 2, 3)), "values": np.zeros((5, 3, 4))},
        ValueError,
        r"heads of scores and of values must broadcast, got shapes \(2,\) and \(5,\)",
    ),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        attention.attend(**{"scores": SCORES, "values": VALUES, "mask": None} | bad)


BAD_COUNTS = [
    (-1, 3, ValueError, "n_q must be at least 0, got -1"),
    (2, -3, ValueError, "n_k must be at least 0, got -3"),
    (2.0, 3, TypeError, "n_q must be an integer, got 2.0"),
    (2, "3", TypeError, "n_k must be an integer, got '3'"),
    (True, 3, TypeError, "n_q must be an integer, got True"),
    (4, 3, ValueError, "n_q must not exceed n_k, .* got 4 and 3"),
]


@pytest.mark.parametrize(("n_q", "n_k", "error", "message"), BAD_COUNTS)
def test_a_causal_mask_of_bad_counts_names_them(n_q, n_k, error, message):
    with pytest.raises(error, match=message):
        attention.causal_mask(n_q, n_k)
