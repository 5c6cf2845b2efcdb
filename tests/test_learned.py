"""The learned table: a row is a position, the end is the end, and padding must not be counted."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.encodings import learned

GOLDEN = json.loads((Path(__file__).parent / "golden" / "learned.json").read_text())
TABLE = np.arange(12.0).reshape(4, 3)
law = settings(deadline=None, max_examples=50)
masks = st.lists(st.booleans(), max_size=12)


@pytest.mark.parametrize("golden", GOLDEN["rows_of_opt"], ids=lambda golden: str(golden["mask"]))
def test_opt_and_roberta_read_row_position_plus_2(golden):
    np.testing.assert_array_equal(learned.positions_from_mask(golden["mask"]) + 2, golden["rows"])


@pytest.mark.parametrize("golden", GOLDEN["positions_when_generating"], ids=lambda golden: str(golden["mask"]))
def test_real_tokens_stand_where_real_models_put_them(golden):
    real = np.array(golden["mask"], bool)
    np.testing.assert_array_equal(
        learned.positions_from_mask(golden["mask"])[real], np.array(golden["positions"])[real]
    )


@law
@given(masks)
def test_positions_count_the_real_tokens_and_nothing_else(mask):
    positions, real = learned.positions_from_mask(mask), np.array(mask, bool)
    np.testing.assert_array_equal(positions[real], np.arange(sum(mask)))
    np.testing.assert_array_equal(positions[~real], -1)
    assert positions.dtype == np.int64


@law
@given(masks, st.integers(0, 5))
def test_padding_on_the_left_moves_no_token(mask, padding):
    padded = learned.positions_from_mask([False] * padding + mask)
    np.testing.assert_array_equal(padded[padding:], learned.positions_from_mask(mask))


def test_rows_of_a_batch_are_counted_one_by_one():
    batch = np.array([[0, 1, 1], [1, 1, 1]], np.uint8)
    np.testing.assert_array_equal(learned.positions_from_mask(batch), [[-1, 0, 1], [0, 1, 2]])
    assert learned.positions_from_mask(np.zeros((2, 0), bool)).shape == (2, 0)


def test_packed_documents_each_start_at_row_0():
    np.testing.assert_array_equal(learned.encode([0, 1, 2, 0, 1], TABLE), TABLE[[0, 1, 2, 0, 1]])


def test_padding_has_no_row():
    with pytest.raises(IndexError, match="position -1 has no row"):
        learned.encode(learned.positions_from_mask([0, 1, 1]), TABLE)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_rows_keep_the_dtype_of_the_table(dtype):
    rows = learned.encode(np.array([[3, 0], [1, 1]], np.uint64), TABLE.astype(dtype))
    assert rows.dtype == dtype
    np.testing.assert_array_equal(rows, [[TABLE[3], TABLE[0]], [TABLE[1], TABLE[1]]])


def test_no_positions_get_no_rows():
    assert learned.encode([], TABLE).shape == (0, 3)
    assert learned.encode(np.zeros((2, 0), int), TABLE).shape == (2, 0, 3)


def test_the_rows_are_a_copy():
    rows = learned.encode([0, 1], TABLE)
    rows[:] = -1
    assert TABLE.min() == 0


def test_scores_add_the_rows_to_both_sides():
    queries, keys = np.random.default_rng(0).normal(size=(2, 4, 3))
    scores = learned.scores(queries, keys, [0, 1, 2, 3], [3, 3, 0, 1], TABLE)
    np.testing.assert_allclose(scores, (queries + TABLE) @ (keys + TABLE[[3, 3, 0, 1]]).T, rtol=1e-12)


def test_the_default_table_ends_where_that_of_bert_does():
    def score(position):
        return learned.scores(np.ones((1, 4)), np.ones((1, 4)), [0], [position])

    assert np.isfinite(score(511))
    with pytest.raises(IndexError, match="position 512 has no row in a table of 512 rows"):
        score(512)


BAD = {
    "beyond the table": ({"positions": [0, 4]}, IndexError, "position 4 has no row in a table of 4 rows"),
    "below the table": ({"positions": [[0, -1]]}, IndexError, "position -1 has no row in a table of 4 rows"),
    "a table without rows": (
        {"table": np.zeros((0, 3))},
        IndexError,
        "position 0 has no row in a table of 0 rows",
    ),
    "float position": ({"positions": [0.0]}, TypeError, "positions must be integers, got .* float64"),
    "boolean position": ({"positions": [True]}, TypeError, "positions must hold real numbers, got .* bool"),
    "string position": ({"positions": "0"}, TypeError, "positions must hold real numbers, got .* <U1"),
    "NaN position": ({"positions": np.nan}, ValueError, "positions must be finite, got nan"),
    "ragged positions": ({"positions": [[0], [1, 2]]}, ValueError, r"positions .* rectangular .* got \[\[0\], "),
    "table of one axis": ({"table": [1.0, 2.0]}, ValueError, r"table must be .*n_rows, d_model\), got \(2,\)"),
    "table of three axes": ({"table": [TABLE]}, ValueError, r"table must be .*n_rows, d_model\), got \(1, 4, 3\)"),
    "NaN in the table": ({"table": [[0.0, np.nan]]}, ValueError, "table must be finite, got nan"),
    "strings in the table": ({"table": [["a"]]}, TypeError, "table must hold real numbers, got .* <U1"),
    "no table": ({"table": None}, TypeError, "table must hold real numbers, got .* object"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        learned.encode(**{"positions": [0, 1], "table": TABLE} | bad)


def test_a_table_of_another_width_is_named_in_the_error():
    with pytest.raises(ValueError, match="table and queries must be equally wide, got 3 and 2"):
        learned.scores(np.zeros((1, 2)), np.zeros((1, 2)), [0], [0], TABLE)


BAD_MASKS = [
    ([0, 1, 2], TypeError, r"mask must hold booleans, or 0 and 1, got array\(\[0, 1, 2\]\)"),
    ([0.0, 1.0], TypeError, "mask must hold booleans, .* got array"),
    ([np.nan], TypeError, "mask must hold booleans, .* got array.*nan"),
    (["0", "1"], TypeError, "mask must hold booleans, .* got array.*'0', '1'"),
    (None, TypeError, "mask must hold booleans, .* got array.*None"),
    ([[1], [1, 0]], ValueError, r"mask must be a rectangular array, got \[\[1\], \[1, 0\]\]"),
    (1, ValueError, r"mask must have at least 1 axes, got array\(1\)"),
    (True, ValueError, r"mask must have at least 1 axes, got array\(True\)"),
]


@pytest.mark.parametrize(("mask", "error", "message"), BAD_MASKS)
def test_a_bad_mask_is_named_in_the_error(mask, error, message):
    with pytest.raises(error, match=message):
        learned.positions_from_mask(mask)
