"""The sinusoid: the paper's numbers, and what sine and cosine together can do that neither can alone."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from posviz.encodings import sinusoidal

GOLDEN = json.loads((Path(__file__).parent / "golden" / "sinusoidal.json").read_text())
law = settings(deadline=None, max_examples=50)
widths = st.integers(1, 32).map(lambda n_pairs: 2 * n_pairs)
bases = st.floats(1, 1e6)
tokens = st.integers(0, 10_000)


def distance(offset, d_model, start=0):
    codes = sinusoidal.encode(np.add(start, offset), d_model) - sinusoidal.encode(start, d_model)
    return np.linalg.norm(codes, axis=-1)


def similarity(position, other, d_model):
    return sinusoidal.encode(position, d_model) @ sinusoidal.encode(other, d_model)


def turn(offset, d_model, base):
    """M_k: the matrix that moves every code of this width `offset` positions on."""
    matrix = np.zeros((d_model, d_model))
    for pair, angle in enumerate(offset * sinusoidal.frequencies(d_model, base)):
        rows = slice(2 * pair, 2 * pair + 2)
        matrix[rows, rows] = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    return matrix


def misfit_of_the_best_linear_map(before, after):
    matrix, *_ = np.linalg.lstsq(before, after, rcond=None)
    return np.abs(before @ matrix - after).max()


@pytest.mark.parametrize("order", ["interleaved", "concatenated"])
@pytest.mark.parametrize("d_model", [4, 8, 16])
def test_gives_the_numbers_of_the_paper(d_model, order):
    codes = sinusoidal.encode(GOLDEN["positions"], d_model, order=order)
    np.testing.assert_allclose(codes, GOLDEN["encodings"][str(d_model)][order], rtol=0, atol=1e-12)


@pytest.mark.parametrize("d_model", [4, 8, 16])
def test_tensor2tensor_turns_at_other_frequencies(d_model):
    golden = np.array(GOLDEN["encodings"][str(d_model)]["tensor2tensor"])
    frequencies = 10000.0 ** (-np.arange(d_model // 2) / (d_model / 2 - 1))
    angles = sinusoidal.angles(GOLDEN["positions"], frequencies)
    np.testing.assert_allclose(np.concatenate([np.sin(angles), np.cos(angles)], axis=-1), golden, rtol=0, atol=1e-12)
    assert np.abs(golden - sinusoidal.encode(GOLDEN["positions"], d_model, order="concatenated")).max() > 0.009


def test_the_exponent_is_doubled_once():
    np.testing.assert_allclose(sinusoidal.frequencies(8), [1, 0.1, 0.01, 0.001], rtol=1e-12)
    np.testing.assert_allclose(sinusoidal.encode(1, 4), [0.841471, 0.540302, 0.00999983, 0.99995], atol=1e-6)


def test_the_first_rows_are_those_every_text_prints():
    rows = [(0, 1, 0, 1), (0.84, 0.54, 0.01, 1), (0.91, -0.42, 0.02, 1), (0.14, -0.99, 0.03, 1)]
    np.testing.assert_array_equal(sinusoidal.encode(range(4), 4).round(2), rows)


@law
@given(widths, bases)
def test_position_0_is_sine_0_and_cosine_1_in_every_pair(d_model, base):
    np.testing.assert_array_equal(sinusoidal.encode(0, d_model, base), [0, 1] * (d_model // 2))


@law
@given(widths, bases)
def test_concatenated_is_one_fixed_permutation_of_interleaved(d_model, base):
    positions, features = np.arange(20), np.arange(d_model)
    permutation = np.concatenate([features[0::2], features[1::2]])
    concatenated = sinusoidal.encode(positions, d_model, base, order="concatenated")
    np.testing.assert_array_equal(concatenated, sinusoidal.encode(positions, d_model, base)[:, permutation])


@law
@given(widths, bases, st.floats(-1e6, 1e6))
def test_every_pair_lies_on_the_unit_circle(d_model, base, position):
    sines, cosines = sinusoidal.encode(position, d_model, base).reshape(-1, 2).T
    np.testing.assert_allclose(np.hypot(sines, cosines), 1, rtol=1e-12)


@law
@given(tokens, st.integers(-10_000, 10_000), widths, bases)
def test_one_matrix_moves_every_position_by_the_same_offset(position, offset, d_model, base):
    moved = turn(offset, d_model, base) @ sinusoidal.encode(position, d_model, base)
    np.testing.assert_allclose(moved, sinusoidal.encode(position + offset, d_model, base), rtol=0, atol=1e-10)


def test_with_sine_alone_no_matrix_does():
    before, after = sinusoidal.encode(np.arange(64), 4), sinusoidal.encode(np.arange(64) + 3, 4)
    assert misfit_of_the_best_linear_map(before, after) < 1e-12
    assert misfit_of_the_best_linear_map(before[:, 0::2], after[:, 0::2]) > 0.1


@law
@given(tokens, tokens, widths)
def test_similarity_has_no_direction(position, offset, d_model):
    ahead, behind = similarity(position, position + offset, d_model), similarity(position, position - offset, d_model)
    assert ahead == pytest.approx(behind, abs=1e-9)


@law
@given(tokens)
def test_neighbours_are_equally_far_apart_everywhere(position):
    assert distance(1, 128, start=position) == pytest.approx(1.9526, abs=5e-5)


def test_equal_offsets_share_length_and_similarity_but_not_the_difference():
    near, far = (sinusoidal.encode(start + 3, 4) - sinusoidal.encode(start, 4) for start in (0, 100))
    np.testing.assert_allclose(near, [0.1411, -1.9900, 0.0300, -0.0004], atol=6e-5)
    np.testing.assert_allclose(far, [1.1294, -1.6445, 0.0158, -0.0255], atol=6e-5)
    assert np.linalg.norm(near) == pytest.approx(1.9952, abs=5e-5)
    assert np.linalg.norm(far) == pytest.approx(np.linalg.norm(near), rel=1e-12)
    assert similarity(0, 3, 4) == pytest.approx(0.0095575, abs=5e-8)
    assert similarity(100, 103, 4) == pytest.approx(similarity(0, 3, 4), rel=1e-10)


def test_the_longest_wavelength_stops_short_of_the_base():
    assert 2 * np.pi / sinusoidal.frequencies(128)[-1] == pytest.approx(54_410, abs=0.5)


@pytest.mark.parametrize(("d_model", "radix"), [(128, 1.1548), (512, 1.0366)])
def test_each_pair_is_slower_than_the_last_by_one_radix(d_model, radix):
    frequencies = sinusoidal.frequencies(d_model)
    np.testing.assert_allclose(frequencies[:-1] / frequencies[1:], radix, atol=5e-5)


@pytest.mark.parametrize(("d_model", "offset", "gap"), [(2, 710, 6.03e-5), (4, 622, 0.0724), (64, 1, 1.4715)])
def test_more_pairs_keep_the_nearest_stranger_further_off(d_model, offset, gap):
    distances = distance(np.arange(1, 1001), d_model)
    assert distances.argmin() + 1 == offset
    assert distances.min() == pytest.approx(gap, rel=1e-3)


@law
@given(arrays(np.float64, array_shapes(min_dims=0, min_side=0), elements=st.floats(-1e6, 1e6)), widths)
def test_positions_of_any_shape_get_one_code_each(positions, d_model):
    codes = sinusoidal.encode(positions, d_model)
    assert codes.shape == (*positions.shape, d_model)
    assert codes.dtype == np.float64
    for place in np.ndindex(positions.shape):
        np.testing.assert_allclose(codes[place], sinusoidal.encode(positions[place], d_model), rtol=0, atol=1e-14)


@pytest.mark.parametrize("number", [int, np.int64, np.float32, np.float64])
def test_a_base_of_any_real_type_gives_the_same_frequencies(number):
    np.testing.assert_array_equal(sinusoidal.frequencies(np.int64(8), number(500_000)), sinusoidal.frequencies(8, 5e5))


def test_small_number_types_of_positions_lose_nothing():
    for dtype in (np.int8, np.uint8, np.float16):
        np.testing.assert_array_equal(sinusoidal.encode(np.array([3, 100], dtype), 8), sinusoidal.encode([3, 100], 8))
    assert sinusoidal.angles(np.int8(100), np.array([100], np.int8)) == 10_000


def test_scores_pass_base_and_order_on():
    queries, keys = np.random.default_rng(0).normal(size=(2, 3, 4))
    code = sinusoidal.encode([5, 2, 7], 4, base=100, order="concatenated")
    scores = sinusoidal.scores(queries, keys, [5, 2, 7], [5, 2, 7], base=100, order="concatenated")
    np.testing.assert_allclose(scores, (queries + code) @ (keys + code).T, rtol=1e-12)


BAD = {
    "odd width": ({"d_model": 3}, ValueError, "d_model must be even, .* got 3"),
    "no width": ({"d_model": 0}, ValueError, "d_model must be at least 2, got 0"),
    "negative width": ({"d_model": -4}, ValueError, "d_model must be at least 2, got -4"),
    "float width": ({"d_model": 4.0}, TypeError, "d_model must be an integer, got 4.0"),
    "boolean width": ({"d_model": True}, TypeError, "d_model must be an integer, got True"),
    "string width": ({"d_model": "4"}, TypeError, "d_model must be an integer, got '4'"),
    "base 0": ({"base": 0}, ValueError, "base must be finite and greater than 0, got 0"),
    "negative base": ({"base": -1e4}, ValueError, "base must be finite and greater than 0, got -10000.0"),
    "NaN base": ({"base": np.nan}, ValueError, "base must be finite .* got nan"),
    "infinite base": ({"base": np.inf}, ValueError, "base must be finite .* got inf"),
    "base beyond float64": ({"base": 10**400}, ValueError, "base must be finite .* got 1000"),
    "boolean base": ({"base": True}, TypeError, "base must be a real number, got True"),
    "string base": ({"base": "10000"}, TypeError, "base must be a real number, got '10000'"),
    "NaN position": ({"positions": [0, np.nan]}, ValueError, "positions must be finite, got nan"),
    "string positions": ({"positions": ["0", "1"]}, TypeError, "positions must hold real numbers, got .* <U1"),
    "boolean positions": ({"positions": [True, False]}, TypeError, "positions must hold real numbers, got .* bool"),
    "no positions": ({"positions": None}, TypeError, "positions must hold real numbers, got .* object"),
    "ragged positions": (
        {"positions": [[0, 1], [2]]},
        ValueError,
        r"positions .* rectangular .* got \[\[0, 1\], \[2\]\]",
    ),
    "angle beyond float64": (
        {"positions": 1e308, "base": 1e-9},
        ValueError,
        "position x frequency must be finite, got inf",
    ),
    "unknown order": ({"order": "swapped"}, ValueError, "order .* 'interleaved', 'concatenated', got 'swapped'"),
    "order in an array": ({"order": np.array(["a", "b"])}, ValueError, "order .* 'interleaved', 'concatenated', got"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        sinusoidal.encode(**{"positions": [0, 1], "d_model": 4} | bad)
