"""Relative vectors: one row for each clipped offset, and the score q . (k + a) without an array of all pairs."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.encodings import shaw

GOLDEN = json.loads((Path(__file__).parent / "golden" / "shaw.json").read_text())
law = settings(deadline=None, max_examples=50)
seeds = st.integers(0, 2**32 - 1)
places = st.lists(st.integers(-(10**6), 10**6), max_size=6)


@pytest.mark.parametrize("golden", GOLDEN["cases"], ids=lambda golden: f"{golden['n_q']} x {golden['n_k']}")
def test_reads_the_rows_of_the_paper(golden):
    rows = shaw.clipped_offsets(range(golden["n_q"]), range(golden["n_k"]), golden["max_distance"])
    np.testing.assert_array_equal(rows, golden["rows"])


@law
@given(places, places, st.integers(1, 10))
def test_every_pair_has_a_row_and_far_ones_share_the_last(query_positions, key_positions, max_distance):
    rows = shaw.clipped_offsets(query_positions, key_positions, max_distance)
    assert rows.shape == (len(query_positions), len(key_positions))
    assert rows.dtype == np.int64
    for i, query in enumerate(query_positions):
        for j, key in enumerate(key_positions):
            assert rows[i, j] - max_distance == max(-max_distance, min(max_distance, key - query))


@law
@given(seeds, st.integers(1, 8))
def test_scores_are_those_of_the_plain_loop(seed, max_distance):
    rng = np.random.default_rng(seed)
    queries, keys, table = rng.normal(size=(4, 6)), rng.normal(size=(5, 6)), rng.normal(size=(2 * max_distance + 1, 6))
    query_positions, key_positions = rng.integers(0, 20, 4), rng.integers(0, 20, 5)
    expected = np.empty((4, 5))
    for i, j in np.ndindex(4, 5):
        offset = np.clip(key_positions[j] - query_positions[i], -max_distance, max_distance)
        expected[i, j] = queries[i] @ (keys[j] + table[max_distance + offset])
    scores = shaw.scores(queries, keys, query_positions, key_positions, table)
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)


def test_unsigned_positions_have_offsets_below_0():
    positions = np.array([0, 1, 2], np.uint8)
    np.testing.assert_array_equal(shaw.clipped_offsets(positions, positions, 1), [[1, 2, 2], [0, 1, 2], [0, 0, 1]])


def test_no_positions_have_no_rows():
    assert shaw.clipped_offsets([], [], 2).shape == (0, 0)
    assert shaw.clipped_offsets([], [0, 1], 2).shape == (0, 2)


def test_the_default_table_reaches_8_tokens():
    at_7, at_8, at_9, at_100 = shaw.scores(np.ones((1, 4)), np.ones((4, 4)), [0], [7, 8, 9, 100])[0]
    assert at_7 != at_8 == at_9 == at_100


BAD_PLACES = {
    "no distance": ({"max_distance": 0}, ValueError, "max_distance must be at least 1, got 0"),
    "half a token": ({"max_distance": 2.5}, TypeError, "max_distance must be an integer, got 2.5"),
    "boolean distance": ({"max_distance": True}, TypeError, "max_distance must be an integer, got True"),
    "distance beyond int64": ({"max_distance": 10**30}, ValueError, r"max_distance must be below 2\*\*53, got 1000"),
    "float positions": ({"query_positions": [0.0]}, TypeError, "query_positions must be integers, got .* float64"),
    "boolean positions": ({"key_positions": [True]}, TypeError, "key_positions must hold real numbers, got .* bool"),
    "string positions": ({"key_positions": ["1"]}, TypeError, "key_positions must hold real numbers, got .* <U1"),
    "NaN position": ({"query_positions": [np.nan]}, ValueError, "query_positions must be finite, got nan"),
    "one number": ({"query_positions": 3}, ValueError, r"query_positions must have one axis, got shape \(\)"),
    "a column": ({"key_positions": [[0], [1]]}, ValueError, r"key_positions must have one axis, got shape \(2, 1\)"),
    "ragged": ({"key_positions": [[0], [1, 2]]}, ValueError, "key_positions must be a rectangular array, got"),
    "beyond float64": ({"key_positions": [2**53]}, ValueError, r"key_positions .* 2\*\*53, got 9007199254740992"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD_PLACES.values(), ids=BAD_PLACES)
def test_bad_places_are_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        shaw.clipped_offsets(**{"query_positions": [0, 1], "key_positions": [0, 1], "max_distance": 2} | bad)


BAD_TABLES = [
    (np.zeros((4, 2)), ValueError, "table must have 2 x max_distance .* odd, got 4"),
    (np.zeros((1, 2)), ValueError, "table must have 2 x max_distance .* at least 3 and odd, got 1"),
    (np.zeros((0, 2)), ValueError, "table must have 2 x max_distance .* got 0"),
    (np.zeros((5, 3)), ValueError, "table and queries must be equally wide, got 3 and 2"),
    (np.zeros(5), ValueError, r"table must be .*, d\), got \(5,\)"),
    (np.zeros((5, 2, 2)), ValueError, r"table must be .*, d\), got \(5, 2, 2\)"),
    (np.full((5, 2), np.nan), ValueError, "table must be finite, got nan"),
    (np.zeros((5, 2), bool), TypeError, "table must hold real numbers, got .* bool"),
]


@pytest.mark.parametrize(("table", "error", "message"), BAD_TABLES)
def test_a_bad_table_is_named_in_the_error(table, error, message):
    with pytest.raises(error, match=message):
        shaw.scores(np.zeros((1, 2)), np.zeros((1, 2)), [0], [0], table)
