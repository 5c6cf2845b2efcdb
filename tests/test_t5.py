"""T5's buckets: fine nearby, coarse far off, one side behind and one ahead."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from posviz.encodings import t5

GOLDEN = json.loads((Path(__file__).parent / "golden" / "t5.json").read_text())
law = settings(deadline=None, max_examples=50)
halves = st.integers(2, 64)
distances = st.integers(1, 2000)


def one_side(half, extra):
    """Numbers of buckets and distances that fit: `half` exact buckets, and as many shared ones."""
    return {"n_buckets": 2 * half, "max_distance": half + extra, "bidirectional": False}


@pytest.mark.parametrize(
    "golden", GOLDEN["cases"], ids=lambda g: f"{g['n_buckets']}/{g['max_distance']}/{g['bidirectional']}"
)
def test_sorts_offsets_as_t5_does(golden):
    expected = np.repeat(golden["buckets"], golden["runs"])
    offsets = golden["first_offset"] + np.arange(len(expected))
    knobs = {name: golden[name] for name in ("n_buckets", "max_distance", "bidirectional")}
    np.testing.assert_array_equal(t5.bucket(offsets, **knobs), expected)


def test_a_decoder_has_16_exact_buckets_and_16_shared_ones():
    behind = -np.array([0, 1, 15, 16, 112, 113, 10**6])
    np.testing.assert_array_equal(t5.bucket(behind, bidirectional=False), [0, 1, 15, 16, 30, 31, 31])


def test_an_encoder_has_8_exact_buckets_on_each_side():
    distances = np.array([1, 7, 8, 11, 12, 90, 91, 10**6])
    buckets = [1, 7, 8, 8, 9, 14, 15, 15]
    np.testing.assert_array_equal(t5.bucket(-distances), buckets)
    np.testing.assert_array_equal(t5.bucket(distances), np.add(buckets, 16))


@law
@given(halves, distances)
def test_buckets_rise_with_distance_from_exact_to_saturated(half, extra):
    knobs = one_side(half, extra)
    buckets = t5.bucket(-np.arange(knobs["max_distance"] + 50), **knobs)
    np.testing.assert_array_equal(buckets[:half], np.arange(half))
    assert (np.diff(buckets) >= 0).all()
    assert (buckets[knobs["max_distance"] :] == 2 * half - 1).all()


@law
@given(halves, distances, st.integers(1, 10**6))
def test_a_decoder_sees_nothing_ahead(half, extra, ahead):
    assert t5.bucket(ahead, **one_side(half, extra)) == 0


@law
@given(halves, distances, st.integers(1, 10**6))
def test_an_encoder_is_a_decoder_on_each_side(half, extra, distance):
    decoder = t5.bucket(-distance, **one_side(half, extra))
    encoder = t5.bucket([-distance, distance], 4 * half, half + extra)
    np.testing.assert_array_equal(encoder, [decoder, decoder + 2 * half])


@law
@given(st.integers(1, 8), st.integers(1, 5), st.integers(2, 10))
@example(5, 1, 2)  # plain logarithms fall short here
def test_a_distance_on_the_edge_opens_the_next_bucket(steps, width, ratio):
    exact = steps * width
    edges = exact * ratio ** np.arange(steps + 1)
    buckets = t5.bucket(-edges[:-1], 2 * exact, edges[-1], bidirectional=False)
    np.testing.assert_array_equal(buckets, exact + width * np.arange(steps))


def test_offsets_of_any_shape_and_integer_type_get_one_bucket_each():
    offsets = np.arange(24).reshape(2, 3, 4)
    for dtype in (np.int8, np.uint8, np.int64, np.uint64):
        buckets = t5.bucket(offsets.astype(dtype))
        assert buckets.dtype == np.int64
        np.testing.assert_array_equal(buckets, t5.bucket(offsets))
    assert t5.bucket(-128) == t5.bucket(np.int8(-128)) == 15
    assert t5.bucket([]).shape == (0,)


@law
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_the_bias_is_the_number_of_the_bucket(seed, bidirectional):
    rng = np.random.default_rng(seed)
    table, query_positions, key_positions = rng.normal(size=(32, 3)), rng.integers(0, 300, 4), rng.integers(0, 300, 5)
    bias = t5.bias(query_positions, key_positions, table, bidirectional=bidirectional)
    assert bias.shape == (3, 4, 5)
    for head, i, j in np.ndindex(3, 4, 5):
        bucket = t5.bucket(key_positions[j] - query_positions[i], bidirectional=bidirectional)
        assert bias[head, i, j] == table[bucket, head]


def test_no_positions_have_no_bias():
    assert t5.bias([], [], np.zeros((32, 3))).shape == (3, 0, 0)
    assert t5.bias([0], [], np.zeros((32, 3))).shape == (3, 1, 0)
    assert t5.bias([0], [0], np.zeros((32, 0))).shape == (0, 1, 1)


def test_unsigned_positions_have_offsets_below_0():
    positions, table = np.array([0, 1], np.uint8), np.arange(32.0)[:, None]
    np.testing.assert_array_equal(t5.bias(positions, positions, table), [[[0, 17], [1, 0]]])


def test_scores_add_the_bias_of_one_head():
    queries, keys, table = *np.random.default_rng(0).normal(size=(2, 3, 4)), np.arange(8.0)
    scores = t5.scores(queries, keys, [0, 1, 2], [5, 1, 0], table)
    np.testing.assert_allclose(scores, queries @ keys.T + t5.bias([0, 1, 2], [5, 1, 0], table[:, None])[0], rtol=1e-12)


BAD = {
    "float offset": ({"offsets": [1.0]}, TypeError, "offsets must be integers, got .* float64"),
    "boolean offset": ({"offsets": True}, TypeError, "offsets must hold real numbers, got .* bool"),
    "string offset": ({"offsets": "1"}, TypeError, "offsets must hold real numbers, got .* <U1"),
    "NaN offset": ({"offsets": np.nan}, ValueError, "offsets must be finite, got nan"),
    "ragged offsets": ({"offsets": [[1], [2, 3]]}, ValueError, "offsets must be a rectangular array, got"),
    "offset beyond float64": ({"offsets": -(2**53)}, ValueError, r"offsets .* 2\*\*53, got -9007199254740992"),
    "odd buckets": ({"n_buckets": 31}, ValueError, "n_buckets must be even when bidirectional, .* got 31"),
    "two buckets for two sides": ({"n_buckets": 2}, ValueError, "n_buckets must be at least 4, got 2"),
    "one bucket": ({"n_buckets": 1, "bidirectional": False}, ValueError, "n_buckets must be at least 2, got 1"),
    "float buckets": ({"n_buckets": 32.0}, TypeError, "n_buckets must be an integer, got 32.0"),
    "boolean buckets": ({"n_buckets": True}, TypeError, "n_buckets must be an integer, got True"),
    "too near": ({"max_distance": 8}, ValueError, "max_distance must be at least 9, got 8"),
    "too near for a decoder": (
        {"max_distance": 16, "bidirectional": False},
        ValueError,
        "max_distance must be at least 17, got 16",
    ),
    "float distance": ({"max_distance": 128.0}, TypeError, "max_distance must be an integer, got 128.0"),
    "distance beyond float64": ({"max_distance": 10**400}, ValueError, r"max_distance must be below 2\*\*53, got 1000"),
    "a word for a flag": ({"bidirectional": "no"}, TypeError, "bidirectional must be True or False, got 'no'"),
    "a number for a flag": ({"bidirectional": 0}, TypeError, "bidirectional must be True or False, got 0"),
    "flags": ({"bidirectional": np.ones(2, bool)}, TypeError, r"bidirectional must be True or False, got array"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        t5.bucket(**{"offsets": [0, 1]} | bad)


BAD_BIASES = {
    "table of one axis": ({"table": np.zeros(32)}, ValueError, r"table .*n_buckets, n_heads\), got \(32,\)"),
    "table of three axes": ({"table": np.zeros((32, 2, 3))}, ValueError, r"n_heads\), got \(32, 2, 3\)"),
    "odd table": ({"table": np.zeros((31, 2))}, ValueError, "n_buckets must be even .* got 31"),
    "empty table": ({"table": np.zeros((0, 2))}, ValueError, "n_buckets must be at least 4, got 0"),
    "NaN in the table": ({"table": np.full((32, 2), np.nan)}, ValueError, "table must be finite, got nan"),
    "strings": ({"table": [["a"]]}, TypeError, "table must hold real numbers, got .* <U1"),
    "a wide table": ({"table": np.zeros((1024, 2))}, ValueError, "max_distance must be at least 257, got 128"),
    "float positions": ({"query_positions": [0.0]}, TypeError, "query_positions must be integers, got .* float64"),
    "one number": ({"key_positions": 3}, ValueError, r"key_positions must have one axis, got shape \(\)"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD_BIASES.values(), ids=BAD_BIASES)
def test_bad_input_of_the_bias_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        t5.bias(**{"query_positions": [0, 1], "key_positions": [0, 1], "table": np.zeros((32, 2))} | bad)


def test_scores_want_the_table_of_one_head():
    with pytest.raises(ValueError, match=r"table must be of shape \(n_buckets\), got \(32, 2\)"):
        t5.scores(np.zeros((1, 2)), np.zeros((1, 2)), [0], [0], np.zeros((32, 2)))
