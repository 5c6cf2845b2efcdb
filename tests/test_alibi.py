"""ALiBi: slopes for any number of heads, and a penalty that softmax reads as distance."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz import attention
from posviz.encodings import alibi

GOLDEN = json.loads((Path(__file__).parent / "golden" / "alibi.json").read_text())
law = settings(deadline=None, max_examples=50)
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("n_heads", GOLDEN["slopes"])
def test_slopes_are_those_of_the_authors_code(n_heads):
    np.testing.assert_allclose(alibi.slopes(int(n_heads)), GOLDEN["slopes"][n_heads], rtol=1e-12)


@law
@given(st.integers(1, 200))
def test_any_number_of_heads_follows_the_series(n_heads):
    lower = 1
    while 2 * lower <= n_heads:
        lower *= 2
    series = [2 ** (-8 * (i + 1) / lower) for i in range(lower)]
    between = [2 ** (-8 * (2 * j + 1) / (2 * lower)) for j in range(n_heads - lower)]
    np.testing.assert_allclose(alibi.slopes(n_heads), series + between, rtol=1e-12)


@law
@given(st.integers(1, 200))
def test_slopes_are_positive_and_all_different(n_heads):
    slopes = alibi.slopes(n_heads)
    assert slopes.shape == (n_heads,)
    assert len(np.unique(slopes)) == n_heads
    assert slopes.min() > 0
    assert slopes.max() < 1


@law
@given(seeds)
def test_the_bias_is_minus_slope_times_distance(seed):
    rng = np.random.default_rng(seed)
    slopes, query_positions, key_positions = rng.uniform(0, 1, 3), rng.integers(0, 50, 4), rng.integers(0, 50, 5)
    bias = alibi.bias(query_positions, key_positions, slopes)
    assert bias.shape == (3, 4, 5)
    for head, i, j in np.ndindex(3, 4, 5):
        distance = abs(int(key_positions[j]) - int(query_positions[i]))
        assert bias[head, i, j] == pytest.approx(-slopes[head] * distance, rel=1e-12)


@law
@given(seeds)
def test_a_penalty_by_key_position_alone_gives_the_same_weights(seed):
    content, positions, slopes = np.random.default_rng(seed).normal(size=(8, 8)), np.arange(8), alibi.slopes(4)
    by_distance = content + alibi.bias(positions, positions, slopes)
    by_place = content + slopes[:, None, None] * positions
    mask = attention.causal_mask(8, 8)
    assert np.abs(by_distance - by_place)[:, mask].max() > 1
    np.testing.assert_allclose(
        attention.weights(by_distance, mask), attention.weights(by_place, mask), rtol=0, atol=1e-12
    )


@law
@given(seeds, st.sampled_from([1, 4, 64]), st.floats(0, 2))
def test_the_penalty_comes_after_the_division_by_sqrt_d(seed, head_dim, slope):
    queries, keys = np.random.default_rng(seed).normal(size=(2, 3, head_dim))
    scores = alibi.scores(queries, keys, [0, 1, 2], [4, 0, 1], slope) / head_dim**0.5
    expected = queries @ keys.T / head_dim**0.5 + alibi.bias([0, 1, 2], [4, 0, 1], [slope])[0]
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.uint64, np.float16, np.float32])
def test_number_types_neither_wrap_nor_round(dtype):
    bias = alibi.bias(np.array([100, 0], dtype), np.array([0, 100], dtype), np.array([1, 3], dtype))
    assert bias.dtype == np.float64
    np.testing.assert_array_equal(bias, [[[-100, 0], [0, -100]], [[-300, 0], [0, -300]]])


def test_places_need_not_be_whole():
    np.testing.assert_allclose(alibi.bias([0.5], [2, 0], [2.0]), [[[-3, -1]]], rtol=1e-15)


def test_no_positions_or_heads_have_no_bias():
    assert alibi.bias([], [], [0.5]).shape == (1, 0, 0)
    assert alibi.bias([], [0, 1], [0.5, 0.25]).shape == (2, 0, 2)
    assert alibi.bias([0], [0, 1], []).shape == (0, 1, 2)


BAD_HEADS = [
    (0, ValueError, "n_heads must be at least 1, got 0"),
    (-8, ValueError, "n_heads must be at least 1, got -8"),
    (2.5, TypeError, "n_heads must be an integer, got 2.5"),
    (8.0, TypeError, "n_heads must be an integer, got 8.0"),
    (True, TypeError, "n_heads must be an integer, got True"),
    ("8", TypeError, "n_heads must be an integer, got '8'"),
    (None, TypeError, "n_heads must be an integer, got None"),
    ([8], TypeError, r"n_heads must be an integer, got \[8\]"),
    (10**400, ValueError, r"n_heads must be below 2\*\*53, got 1000"),
]


@pytest.mark.parametrize(("n_heads", "error", "message"), BAD_HEADS)
def test_a_bad_number_of_heads_is_named_in_the_error(n_heads, error, message):
    with pytest.raises(error, match=message):
        alibi.slopes(n_heads)


BAD = {
    "one slope": ({"slopes": 0.5}, ValueError, r"slopes must be of shape \(n_heads\), got \(\)"),
    "a table of slopes": ({"slopes": [[0.5]]}, ValueError, r"slopes must be of shape \(n_heads\), got \(1, 1\)"),
    "ragged slopes": ({"slopes": [[1.0], [1.0, 2.0]]}, ValueError, "slopes must be a rectangular array, got"),
    "NaN slope": ({"slopes": [np.nan]}, ValueError, "slopes must be finite, got nan"),
    "boolean slopes": ({"slopes": [True]}, TypeError, "slopes must hold real numbers, got .* bool"),
    "strings": ({"slopes": ["1"]}, TypeError, "slopes must hold real numbers, got .* <U1"),
    "bias beyond float64": ({"slopes": [1e308]}, ValueError, "-slope x distance must be finite, got -inf"),
    "boolean positions": ({"query_positions": [True]}, TypeError, "query_positions .* real numbers, got .* bool"),
    "one number": ({"query_positions": 3}, ValueError, r"query_positions must have one axis, got shape \(\)"),
    "a column": ({"key_positions": [[0], [1]]}, ValueError, r"key_positions must have one axis, got shape \(2, 1\)"),
    "infinite position": ({"key_positions": [np.inf]}, ValueError, "key_positions must be finite, got inf"),
    "ragged positions": ({"key_positions": [[0], [1, 2]]}, ValueError, "key_positions must be a rectangular array"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        alibi.bias(**{"query_positions": [0, 1], "key_positions": [0, 9], "slopes": [0.5]} | bad)


@pytest.mark.parametrize(
    ("slope", "error"), [(np.nan, ValueError), (np.inf, ValueError), ("1", TypeError), (True, TypeError)]
)
def test_a_bad_slope_is_named_in_the_error(slope, error):
    with pytest.raises(error, match=f"slope must be .*, got {slope!r}"):
        alibi.scores(np.zeros((1, 2)), np.zeros((1, 2)), [0], [0], slope)
