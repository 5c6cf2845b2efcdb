"""Rotation: each pair keeps its length, scores keep the offset, and the two layouts must never be mixed."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz.encodings import rope

GOLDEN = json.loads((Path(__file__).parent / "golden" / "rope.json").read_text())
LAYOUTS = ["interleaved", "half-split"]
E0 = [1.0, 0.0, 0.0, 0.0]
SLOW = rope.frequencies(4)  # 1 and 0.01 radians per position
law = settings(deadline=None, max_examples=50)
seeds = st.integers(0, 2**32 - 1)
widths = st.integers(1, 32).map(lambda n_pairs: 2 * n_pairs)
places = st.integers(-1000, 1000)
layouts = st.sampled_from(LAYOUTS)


def random_vectors(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def halves(head_dim):
    """The permutation P: even features first, then odd ones."""
    return np.r_[0:head_dim:2, 1:head_dim:2]


def score(query_position, key_position, query_layout, key_layout):
    query = rope.rotate([1.0, 2.0, 3.0, 4.0], query_position, SLOW, query_layout)
    return query @ rope.rotate([4.0, 3.0, 2.0, 1.0], key_position, SLOW, key_layout)


@pytest.mark.parametrize("golden", GOLDEN["applied"], ids=lambda golden: golden["by"])
def test_rotates_as_real_models_do(golden):
    rotated = rope.rotate(golden["vector"], golden["positions"], golden["frequencies"], golden["layout"])
    returned = golden.get("features_returned", slice(None))  # one model hands interleaved pairs back in halves
    np.testing.assert_allclose(rotated[:, returned], golden["rotated"], rtol=1e-12)


@pytest.mark.parametrize("golden", GOLDEN["frequencies"], ids=lambda golden: f"{golden['head_dim']}/{golden['base']:g}")
def test_turns_as_fast_as_real_models_do(golden):
    frequencies = rope.frequencies(golden["head_dim"], golden["base"])
    np.testing.assert_allclose(frequencies, golden["frequencies"], rtol=1e-12)


@pytest.mark.parametrize(("layout", "features"), [("interleaved", [0, 1]), ("half-split", [0, 2])])
def test_the_first_feature_turns_towards_the_other_of_its_pair(layout, features):
    expected = np.zeros(4)
    expected[features] = np.cos(1), np.sin(1)
    np.testing.assert_allclose(rope.rotate(E0, 1, SLOW, layout), expected, rtol=1e-15)


@pytest.mark.parametrize(("layout", "expected"), [("interleaved", 10.483012), ("half-split", 15.129493)])
def test_each_layout_has_a_score_of_its_own_at_every_place(layout, expected):
    assert score(3, 5, layout, layout) == pytest.approx(expected, abs=5e-7)
    assert score(6, 8, layout, layout) == pytest.approx(expected, abs=5e-7)


def test_a_mix_of_layouts_feels_the_absolute_place():
    assert score(3, 5, "interleaved", "half-split") == pytest.approx(-14.013792, abs=5e-7)
    assert score(6, 8, "interleaved", "half-split") == pytest.approx(16.145982, abs=5e-7)


@law
@given(seeds, places, widths)
def test_half_split_is_interleaved_under_one_permutation(seed, position, head_dim):
    vector, frequencies, order = random_vectors(seed, head_dim), rope.frequencies(head_dim), halves(head_dim)
    interleaved = rope.rotate(vector, position, frequencies, "interleaved")
    np.testing.assert_array_equal(rope.rotate(vector[order], position, frequencies, "half-split"), interleaved[order])


@law
@given(seeds, widths)
def test_permuting_the_rows_of_queries_and_keys_makes_one_layout_of_the_other(seed, head_dim):
    queries, keys = random_vectors(seed, 2, 6, head_dim)
    order, positions = halves(head_dim), np.arange(6)
    split = rope.scores(queries[:, order], keys[:, order], positions, positions, layout="half-split")
    np.testing.assert_allclose(rope.scores(queries, keys, positions, positions), split, rtol=0, atol=1e-12)


@law
@given(seeds, places, widths, layouts)
def test_vectors_keep_their_length(seed, position, head_dim, layout):
    vector = random_vectors(seed, head_dim)
    rotated = rope.rotate(vector, position, rope.frequencies(head_dim), layout)
    assert np.linalg.norm(rotated) == pytest.approx(np.linalg.norm(vector), rel=1e-12)


@law
@given(seeds, places, places, widths, layouts)
def test_only_the_offset_enters_the_score(seed, m, n, head_dim, layout):
    (query, key), frequencies = random_vectors(seed, 2, head_dim), rope.frequencies(head_dim)
    both_turned = rope.rotate(query, m, frequencies, layout) @ rope.rotate(key, n, frequencies, layout)
    assert both_turned == pytest.approx(query @ rope.rotate(key, n - m, frequencies, layout), abs=1e-10)


@law
@given(seeds, places, places, widths, layouts)
def test_two_turns_make_one(seed, first, second, head_dim, layout):
    vector, frequencies = random_vectors(seed, head_dim), rope.frequencies(head_dim)
    twice = rope.rotate(rope.rotate(vector, first, frequencies, layout), second, frequencies, layout)
    np.testing.assert_allclose(twice, rope.rotate(vector, first + second, frequencies, layout), rtol=0, atol=1e-11)


@law
@given(seeds, places, layouts)
def test_dividing_frequencies_is_dividing_positions(seed, position, layout):
    vector = random_vectors(seed, 4)
    slower = rope.rotate(vector, position, SLOW / 4, layout)
    np.testing.assert_allclose(slower, rope.rotate(vector, position / 4, SLOW, layout), rtol=0, atol=1e-15)


@law
@given(seeds, widths, layouts)
def test_position_0_changes_nothing(seed, head_dim, layout):
    vectors = random_vectors(seed, 3, head_dim)
    np.testing.assert_array_equal(rope.rotate(vectors, 0, rope.frequencies(head_dim), layout), vectors)


@law
@given(seeds, places)
def test_a_pair_of_frequency_0_never_turns(seed, position):
    vector = random_vectors(seed, 8)
    interleaved = rope.rotate(vector, position, [1.0, 0.0, 0.1, 0.0], "interleaved")
    np.testing.assert_array_equal(interleaved[[2, 3, 6, 7]], vector[[2, 3, 6, 7]])
    half_split = rope.rotate(vector, position, [1.0, 0.1, 0.0, 0.0], "half-split")
    np.testing.assert_array_equal(half_split[[2, 3, 6, 7]], vector[[2, 3, 6, 7]])


def test_what_is_left_of_two_turns_is_the_angle_between_them():
    def at(m, n):
        return np.dot(*(rope.rotate([1.0, 0.0], position, [np.radians(10)]) for position in (m, n)))

    assert at(3, 5) == pytest.approx(np.cos(np.radians(20)), rel=1e-12)
    assert at(6, 8) == pytest.approx(np.cos(np.radians(20)), rel=1e-12)


def test_neighbours_stay_apart_where_bfloat16_merges_them():
    cosines = rope.rotate(E0, [256, 257], SLOW)[:, 0]
    np.testing.assert_allclose(cosines, [-0.0397908, 0.8193055], atol=5e-8)


@law
@given(seeds, st.integers(0, 131_071), layouts, st.sampled_from([np.float16, np.float32, np.float64]))
def test_turns_in_float64_and_casts_last(seed, position, layout, dtype):
    vectors, frequencies = random_vectors(seed, 3, 128).astype(dtype), rope.frequencies(128, 500_000)
    rotated = rope.rotate(vectors, position, frequencies, layout)
    assert rotated.dtype == dtype
    precise = rope.rotate(vectors.astype(np.float64), position, frequencies, layout)
    np.testing.assert_array_equal(rotated, precise.astype(dtype))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64])
def test_integers_come_back_as_float64(dtype):
    rotated = rope.rotate(np.array([1, 2, 3, 4], dtype), 3, SLOW)
    assert rotated.dtype == np.float64
    np.testing.assert_array_equal(rotated, rope.rotate([1.0, 2.0, 3.0, 4.0], 3, SLOW))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_positions_spread_over_heads(layout):
    vectors, positions = random_vectors(0, 2, 3, 5, 4), np.array([7, 0, 2, 9, 9])
    heads_first = rope.rotate(vectors, positions, SLOW, layout)
    heads_last = rope.rotate(vectors.swapaxes(1, 2), positions[:, None], SLOW, layout)
    np.testing.assert_array_equal(heads_first, heads_last.swapaxes(1, 2))
    for place in np.ndindex(2, 3, 5):
        alone = rope.rotate(vectors[place], positions[place[-1]], SLOW, layout)
        np.testing.assert_allclose(heads_first[place], alone, rtol=0, atol=1e-15)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_vector_can_stand_at_many_positions(layout):
    rotated = rope.rotate(E0, [[0, 1, 2], [3, 4, 5]], SLOW, layout)
    assert rotated.shape == (2, 3, 4)
    np.testing.assert_allclose(rotated[..., 0], np.cos([[0, 1, 2], [3, 4, 5]]), rtol=1e-12)


def test_scores_pass_base_and_layout_on():
    queries, keys, positions = [[1.0, 2.0, 3.0, 4.0]], [[4.0, 3.0, 2.0, 1.0]], ([3], [5])
    assert rope.scores(queries, keys, *positions, layout="half-split") == pytest.approx(15.129493, abs=5e-7)
    frequencies = rope.frequencies(4, base=100)
    expected = np.dot(queries[0], rope.rotate(keys[0], 2, frequencies))
    assert rope.scores(queries, keys, *positions, base=100) == pytest.approx(expected, rel=1e-12)


BAD = {
    "NaN in vectors": ({"vectors": [1.0, np.nan, 3.0, 4.0]}, ValueError, "vectors must be finite, got nan"),
    "one number": ({"vectors": 1.0}, ValueError, r"vectors must have at least 1 axes, got shape \(\)"),
    "strings": ({"vectors": list("abcd")}, TypeError, "vectors must hold real numbers, got .* <U1"),
    "complex numbers": ({"vectors": [1j, 2, 3, 4]}, TypeError, "vectors must hold real numbers, got .* complex128"),
    "ragged vectors": ({"vectors": [[1.0], [2.0, 3.0]]}, ValueError, "vectors must be a rectangular array, got"),
    "odd head": (
        {"vectors": [1.0, 2.0, 3.0], "frequencies": [1.0]},
        ValueError,
        r"frequencies .* head_dim 3, got .* \(1,\)",
    ),
    "too few frequencies": ({"frequencies": [1.0]}, ValueError, r"frequencies .* head_dim 4, got .* shape \(1,\)"),
    "a table of frequencies": ({"frequencies": [[1.0, 0.1]]}, ValueError, r"frequencies .* got .* shape \(1, 2\)"),
    "infinite frequency": ({"frequencies": [1.0, np.inf]}, ValueError, "frequencies must be finite, got inf"),
    "boolean frequencies": (
        {"frequencies": [True, False]},
        TypeError,
        "frequencies must hold real numbers, got .* bool",
    ),
    "NaN position": ({"positions": np.nan}, ValueError, "positions must be finite, got nan"),
    "boolean position": ({"positions": True}, TypeError, "positions must hold real numbers, got .* bool"),
    "other number of positions": (
        {"vectors": np.zeros((2, 4)), "positions": [0, 1, 2]},
        ValueError,
        r"positions .* vectors must broadcast, got shapes \(3,\) and \(2,\)",
    ),
    "angle beyond float64": (
        {"positions": 10, "frequencies": [1e308, 1.0]},
        ValueError,
        "position x frequency .* got inf",
    ),
    "unknown layout": ({"layout": "neox"}, ValueError, "layout .* 'interleaved', 'half-split', got 'neox'"),
    "no layout": ({"layout": None}, ValueError, "layout .* 'interleaved', 'half-split', got None"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        rope.rotate(**{"vectors": E0, "positions": 1, "frequencies": SLOW} | bad)


BAD_WIDTHS_AND_BASES = [
    ((7,), ValueError, "head_dim must be even, .* got 7"),
    ((0,), ValueError, "head_dim must be at least 2, got 0"),
    ((64.0,), TypeError, "head_dim must be an integer, got 64.0"),
    ((64, 0), ValueError, "base must be finite and greater than 0, got 0"),
    ((64, np.nan), ValueError, "base must be finite .* got nan"),
    ((64, "1e4"), TypeError, "base must be a real number, got '1e4'"),
]


@pytest.mark.parametrize(("arguments", "error", "message"), BAD_WIDTHS_AND_BASES)
def test_a_bad_width_or_base_is_named_in_the_error(arguments, error, message):
    with pytest.raises(error, match=message):
        rope.frequencies(*arguments)


def test_scores_of_an_odd_head_name_the_head():
    with pytest.raises(ValueError, match=r"head_dim must be even, .* got 3"):
        rope.scores(np.zeros((2, 3)), np.zeros((2, 3)), [0, 1], [0, 1])
