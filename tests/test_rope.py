"""Rotation: each pair keeps its length, scores keep the offset, and the two layouts must never be mixed."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

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
factors = st.floats(0.1, 10)
# (head_dim, frequencies): whole heads, and heads of which some eighths turn, in both ways
rotations = widths.map(lambda head_dim: (head_dim, rope.frequencies(head_dim))) | st.builds(
    lambda kind, sixteens, eighths: (16 * sixteens, kind(16 * sixteens, eighths / 8)),
    st.sampled_from([rope.partial_frequencies, rope.proportional_frequencies]),
    st.integers(1, 4),
    st.integers(0, 8),
)


def random_vectors(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def bfloat16(numbers):
    """The numbers rounded to 8 significant bits, as float64."""
    bits = np.asarray(numbers, np.float32).view(np.uint32)
    return (bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)


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


@pytest.mark.parametrize("golden", GOLDEN["partial"], ids=lambda golden: f"{golden['head_dim']}/{golden['fraction']}")
def test_partial_heads_turn_as_those_of_real_models_do(golden):
    frequencies = rope.partial_frequencies(golden["head_dim"], golden["fraction"], golden["base"])
    np.testing.assert_allclose(frequencies, golden["turning"], rtol=1e-12)


@pytest.mark.parametrize(
    "golden", GOLDEN["proportional"], ids=lambda golden: f"{golden['head_dim']}/{golden['fraction']}"
)
def test_proportional_heads_turn_as_those_of_real_models_do(golden):
    frequencies = rope.proportional_frequencies(golden["head_dim"], golden["fraction"], golden["base"])
    still = golden["head_dim"] // 2 - len(golden["turning"])
    np.testing.assert_allclose(frequencies / golden["factor"], golden["turning"] + [0] * still, rtol=1e-12)


@pytest.mark.parametrize(("layout", "features"), [("interleaved", [0, 1]), ("half-split", [0, 2])])
def test_the_first_feature_turns_towards_the_other_of_its_pair(layout, features):
    expected = np.zeros(4)
    expected[features] = np.cos(1), np.sin(1)
    np.testing.assert_allclose(rope.rotate(E0, 1, SLOW, layout), expected, rtol=1e-12)


@pytest.mark.parametrize(("layout", "expected"), [("interleaved", 10.483012), ("half-split", 15.129493)])
def test_each_layout_has_a_score_of_its_own_at_every_place(layout, expected):
    assert score(3, 5, layout, layout) == pytest.approx(expected, abs=5e-7)
    assert score(6, 8, layout, layout) == pytest.approx(expected, abs=5e-7)


def test_a_mix_of_layouts_feels_the_absolute_place():
    assert score(3, 5, "interleaved", "half-split") == pytest.approx(-14.013792, abs=5e-7)
    assert score(6, 8, "interleaved", "half-split") == pytest.approx(16.145982, abs=5e-7)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_turning_halves_by_a_table_for_neighbours_would_be_no_rotation(layout):
    vector, swapped, angles = [1.0, 2.0, 3.0, 4.0], np.array([-3.0, -4.0, 1.0, 2.0]), np.repeat(SLOW, 2)
    mixed = vector * np.cos(angles) + swapped * np.sin(angles)
    np.testing.assert_allclose(mixed, [-1.984111, -2.285279, 3.009850, 4.019800], atol=5e-7)
    assert mixed @ mixed == pytest.approx(34.3772, abs=5e-5)
    turned = rope.rotate(vector, 1, SLOW, layout)
    assert turned @ turned == pytest.approx(30, rel=1e-12)


def test_the_permutation_puts_evens_before_odds():
    np.testing.assert_array_equal(rope.layout_permutation(8), [0, 2, 4, 6, 1, 3, 5, 7])


@law
@given(seeds, places, widths)
def test_half_split_is_interleaved_under_one_permutation(seed, position, head_dim):
    vector, frequencies = random_vectors(seed, head_dim), rope.frequencies(head_dim)
    order = rope.layout_permutation(head_dim)
    interleaved = rope.rotate(vector, position, frequencies, "interleaved")
    np.testing.assert_array_equal(rope.rotate(vector[order], position, frequencies, "half-split"), interleaved[order])


@law
@given(seeds, widths)
def test_permuted_rows_of_the_weights_score_alike_in_the_other_layout(seed, head_dim):
    tokens, weights = random_vectors(seed, 6, 5), random_vectors(seed + 1, 2, head_dim, 5)
    order, positions = rope.layout_permutation(head_dim), np.arange(6)

    def scores(weights, layout):
        queries, keys = tokens @ weights.swapaxes(1, 2)
        return rope.scores(queries, keys, positions, positions, layout=layout)

    converted, expected = scores(weights[:, order], "half-split"), scores(weights, "interleaved")
    np.testing.assert_allclose(converted, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
    np.testing.assert_array_equal(weights[:, order][:, np.argsort(order)], weights)


@law
@given(seeds, places, rotations, layouts)
def test_vectors_keep_their_length(seed, position, rotation, layout):
    head_dim, frequencies = rotation
    vector = random_vectors(seed, head_dim)
    rotated = rope.rotate(vector, position, frequencies, layout)
    assert np.linalg.norm(rotated) == pytest.approx(np.linalg.norm(vector), rel=1e-12)


@law
@given(seeds, places, places, rotations, layouts)
def test_only_the_offset_enters_the_score(seed, m, n, rotation, layout):
    head_dim, frequencies = rotation
    query, key = random_vectors(seed, 2, head_dim)
    both_turned = rope.rotate(query, m, frequencies, layout) @ rope.rotate(key, n, frequencies, layout)
    assert both_turned == pytest.approx(query @ rope.rotate(key, n - m, frequencies, layout), abs=1e-10)


@law
@given(seeds, places, places, rotations, layouts)
def test_two_turns_make_one(seed, first, second, rotation, layout):
    head_dim, frequencies = rotation
    vector = random_vectors(seed, head_dim)
    twice = rope.rotate(rope.rotate(vector, first, frequencies, layout), second, frequencies, layout)
    np.testing.assert_allclose(twice, rope.rotate(vector, first + second, frequencies, layout), rtol=0, atol=1e-11)


@law
@given(seeds, places, places, rotations, layouts, factors)
def test_the_attention_factor_enters_the_score_squared(seed, m, n, rotation, layout, factor):
    head_dim, frequencies = rotation
    turning = np.r_[0 : 2 * len(frequencies)]
    query, key = random_vectors(seed, 2, head_dim)
    plain = rope.rotate(query, m, frequencies, layout)[turning] @ rope.rotate(key, n, frequencies, layout)[turning]
    query, key = (rope.rotate(v, p, frequencies, layout, factor)[turning] for v, p in ((query, m), (key, n)))
    assert query @ key == pytest.approx(factor**2 * plain, rel=1e-9, abs=1e-9)


@law
@given(seeds, places, rotations, layouts, factors, st.sampled_from([np.float16, np.float32, np.float64]))
def test_features_behind_the_last_pair_pass_through_bit_by_bit(seed, position, rotation, layout, factor, dtype):
    head_dim, frequencies = rotation
    vectors = random_vectors(seed, 3, head_dim).astype(dtype)
    rotated = rope.rotate(vectors, position, frequencies, layout, factor)
    width = 2 * len(frequencies)
    np.testing.assert_array_equal(rotated[:, width:], vectors[:, width:])
    alone = rope.rotate(vectors[:, :width], position, frequencies, layout, factor) if width else vectors[:, :0]
    np.testing.assert_array_equal(rotated[:, :width], alone)


@pytest.mark.parametrize(
    ("frequencies", "expected"),
    [
        (rope.proportional_frequencies(8, 0.5), [-3.667053, 1.391008, 3, 4, 3.542983, 6.169692, 7, 8]),
        (rope.partial_frequencies(8, 0.5), [-1.984111, 1.959901, 2.462378, 4.019800, 5, 6, 7, 8]),
        (rope.proportional_frequencies(8, 0.5)[:2], [-1.984111, 1.590675, 2.462378, 4.179683, 5, 6, 7, 8]),
    ],
    ids=["proportional pairs span the head", "partial pairs its front", "proportional speeds at the front are neither"],
)
def test_half_a_head_can_turn_in_different_ways(frequencies, expected):
    rotated = rope.rotate(np.arange(1.0, 9.0), 1, frequencies, "half-split")
    np.testing.assert_allclose(rotated, expected, rtol=0, atol=1e-6)


def test_partial_and_proportional_agree_at_pair_0_and_nowhere_else():
    partial, proportional = (kind(512, 0.25, 1e6) for kind in (rope.partial_frequencies, rope.proportional_frequencies))
    assert partial.shape == (64,)
    assert proportional.shape == (256,)
    np.testing.assert_allclose(partial[[0, 1, 63]], [1, 0.805842188, 1.24093776e-06], rtol=1e-8)
    np.testing.assert_allclose(proportional[[0, 1, 63]], [1, 0.947463526, 0.0333762469], rtol=1e-8)
    np.testing.assert_array_equal(proportional[64:], 0)
    assert (np.abs(partial / proportional[:64] - 1)[1:] > 0.1).all()


@law
@given(widths, st.sampled_from([rope.partial_frequencies, rope.proportional_frequencies]))
def test_no_fraction_turns_nothing_and_all_of_it_turns_everything(head_dim, kind):
    vectors = random_vectors(0, 3, head_dim)
    np.testing.assert_array_equal(rope.rotate(vectors, 7, kind(head_dim, 0)), vectors)
    np.testing.assert_array_equal(kind(head_dim, 1), rope.frequencies(head_dim))


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
    np.testing.assert_array_equal(bfloat16([256, 257, 259]), [256, 256, 260])
    cosines = rope.rotate(E0, [256, 257], SLOW)[:, 0]
    np.testing.assert_allclose(cosines, [-0.0397908, 0.8193055], atol=5e-8)


@pytest.mark.parametrize("position", [2048, 4096, 2**24], ids=["float16", "float16 again", "float32"])
def test_neighbours_stay_apart_where_narrow_floats_merge_them(position):
    cosines = rope.rotate(np.array(E0, np.float16), [position, position + 1], SLOW)[:, 0]
    np.testing.assert_array_equal(cosines, np.cos([position, position + 1.0]).astype(np.float16))


def test_frequencies_rounded_to_bfloat16_turn_the_wrong_way():
    frequencies = rope.frequencies(128)
    rounded = bfloat16(frequencies)
    assert rounded[1] == 0.8671875
    assert 4096 * (rounded - frequencies)[1] == pytest.approx(5.0101, abs=5e-5)


@pytest.mark.parametrize(("position", "error"), [(4096, 4.37e-5), (32_768, 5.55e-4), (131_071, 1.91e-3)])
def test_angles_in_float32_would_be_off_by_more_and_more(position, error):
    frequencies = rope.frequencies(128, 500_000)
    cosines = rope.rotate(np.repeat([1.0, 0.0], 64), position, frequencies, "half-split")[:64]
    narrow = np.cos((np.float32(position) * frequencies.astype(np.float32)).astype(np.float64))
    assert np.abs(cosines - narrow).max() == pytest.approx(error, rel=5e-3)


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


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float16, np.float32])
def test_positions_of_any_number_type_turn_alike(dtype):
    vectors, positions = random_vectors(0, 3, 8), np.array([0, 3, 100])
    expected = rope.rotate(vectors, positions, rope.frequencies(8))
    np.testing.assert_array_equal(rope.rotate(vectors, positions.astype(dtype), rope.frequencies(8)), expected)


@law
@given(seeds, layouts, st.data())
def test_shapes_that_broadcast_turn_as_if_spread_out(seed, layout, data):
    shapes = data.draw(mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3, min_side=0))
    vectors, positions = random_vectors(seed, *shapes.input_shapes[0], 4), random_vectors(seed, *shapes.input_shapes[1])
    rotated = rope.rotate(vectors, positions, SLOW, layout)
    assert rotated.shape == (*shapes.result_shape, 4)
    spread = np.broadcast_to(vectors, rotated.shape), np.broadcast_to(positions, shapes.result_shape)
    np.testing.assert_allclose(rotated, rope.rotate(*spread, SLOW, layout), rtol=0, atol=1e-14)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int64])
@pytest.mark.parametrize(
    ("vectors", "positions"),
    [((2, 3, 5, 8), (5,)), ((2, 5, 3, 8), (5, 1)), ((1, 5, 8), (3, 1)), ((8,), (4, 6)), ((16,), ()), ((7, 16), (7,))],
    ids=str,
)
def test_the_size_of_a_block_changes_nothing(monkeypatch, vectors, positions, dtype, layout):
    vectors, positions = (10 * random_vectors(0, *vectors)).astype(dtype), 1000 * random_vectors(1, *positions)
    whole = rope.rotate(vectors, positions, rope.frequencies(8), layout, 1.1)
    for block in (1, 8, 30):
        monkeypatch.setattr(rope, "BLOCK", block)
        in_blocks = rope.rotate(vectors, positions, rope.frequencies(8), layout, 1.1)
        assert in_blocks.dtype == whole.dtype
        np.testing.assert_allclose(in_blocks, whole, rtol=np.finfo(whole.dtype).eps, atol=1e-13)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_leaves_its_vectors_as_they_were_and_shares_nothing(layout):
    vectors = random_vectors(0, 3, 8)
    rotated = rope.rotate(vectors, 0, [], layout)
    rotated[:] = 0
    np.testing.assert_array_equal(vectors, random_vectors(0, 3, 8))


def test_no_vectors_come_back_as_none():
    assert rope.rotate(np.zeros((0, 4)), [], SLOW).shape == (0, 4)
    assert rope.rotate(np.zeros((2, 0, 4), np.float32), [], SLOW).dtype == np.float32
    assert rope.rotate(E0, [], SLOW).shape == (0, 4)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_positions_spread_over_heads(layout):
    vectors, positions = random_vectors(0, 2, 3, 5, 4), np.array([7, 0, 2, 9, 9])
    heads_first = rope.rotate(vectors, positions, SLOW, layout)
    heads_last = rope.rotate(vectors.swapaxes(1, 2), positions[:, None], SLOW, layout)
    np.testing.assert_allclose(heads_first, heads_last.swapaxes(1, 2), rtol=0, atol=1e-14)
    for place in np.ndindex(2, 3, 5):
        alone = rope.rotate(vectors[place], positions[place[-1]], SLOW, layout)
        np.testing.assert_allclose(heads_first[place], alone, rtol=0, atol=1e-14)


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
        "head_dim must be even, .* got 3",
    ),
    "no features": ({"vectors": []}, ValueError, "head_dim must be at least 2, got 0"),
    "too many frequencies": ({"frequencies": np.ones(3)}, ValueError, r"frequencies .* head_dim 4, got shape \(3,\)"),
    "a table of frequencies": ({"frequencies": [[1.0, 0.1]]}, ValueError, r"frequencies .* got shape \(1, 2\)"),
    "one frequency for all": ({"frequencies": 1.0}, ValueError, r"frequencies .* 1 axes, got shape \(\)"),
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
    "NaN factor": ({"attention_factor": np.nan}, ValueError, "attention_factor must be finite .* got nan"),
    "no factor": ({"attention_factor": 0}, ValueError, "attention_factor must be .* greater than 0, got 0"),
    "boolean factor": ({"attention_factor": True}, TypeError, "attention_factor must be a real number, got True"),
    "factors": ({"attention_factor": [1.0]}, TypeError, r"attention_factor must be a real number, got \[1.0\]"),
    "result beyond float16": (
        {"vectors": np.full(4, 6e4, np.float16)},
        ValueError,
        "vectors must fit float16 when turned, got up to 60000.0",
    ),
    "result beyond float64": ({"vectors": np.full(4, 1.7e308)}, ValueError, r"must fit float64 .* got up to 1.7e\+308"),
    "no layout": ({"layout": None}, ValueError, "layout .* 'interleaved', 'half-split', got None"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        rope.rotate(**{"vectors": E0, "positions": 1, "frequencies": SLOW} | bad)


BAD_WIDTHS_AND_BASES = [
    ((7,), ValueError, "head_dim must be even, .* got 7"),
    ((2**40,), ValueError, r"head_dim must be at most 2\*\*24, got 1099511627776"),
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


BAD_FRACTIONS = [
    (1.5, ValueError, "fraction must be from 0 to 1, got 1.5"),
    (-0.25, ValueError, "fraction must be from 0 to 1, got -0.25"),
    (-2, ValueError, "fraction must be from 0 to 1, got -2"),
    (np.nan, ValueError, "fraction must be from 0 to 1, got nan"),
    (np.inf, ValueError, "fraction must be from 0 to 1, got inf"),
    (True, TypeError, "fraction must be a real number, got True"),
    ("0.5", TypeError, "fraction must be a real number, got '0.5'"),
    (None, TypeError, "fraction must be a real number, got None"),
    ([0.5], TypeError, r"fraction must be a real number, got \[0.5\]"),
]


@pytest.mark.parametrize("kind", [rope.partial_frequencies, rope.proportional_frequencies])
@pytest.mark.parametrize(("fraction", "error", "message"), BAD_FRACTIONS)
def test_a_bad_fraction_is_named_in_the_error(kind, fraction, error, message):
    with pytest.raises(error, match=message):
        kind(8, fraction)


def test_an_odd_number_of_features_cannot_turn():
    with pytest.raises(ValueError, match=r"int\(head_dim x fraction\) must be even, .* got 3"):
        rope.partial_frequencies(8, 0.4)
    with pytest.raises(ValueError, match="base must be finite and greater than 0, got -1"):
        rope.partial_frequencies(8, 0, -1)


@pytest.mark.parametrize(("head_dim", "error"), [(7, ValueError), (0, ValueError), (8.0, TypeError), (True, TypeError)])
@pytest.mark.parametrize(
    "function",
    [
        rope.layout_permutation,
        lambda d: rope.partial_frequencies(d, 0.5),
        lambda d: rope.proportional_frequencies(d, 0.5),
    ],
    ids=["layout_permutation", "partial", "proportional"],
)
def test_a_bad_width_is_named_in_every_error(function, head_dim, error):
    with pytest.raises(error, match=f"head_dim must be .* got {head_dim}"):
        function(head_dim)


def test_scores_of_an_odd_head_name_the_head():
    with pytest.raises(ValueError, match=r"head_dim must be even, .* got 3"):
        rope.scores(np.zeros((2, 3)), np.zeros((2, 3)), [0, 1], [0, 1])
