"""The counter: fast low bits, slow high bits, in base 2 and in every other radix."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from posviz.encodings import binary

law = settings(deadline=None, max_examples=50)


@pytest.mark.parametrize("bit", range(6))
def test_a_bit_flips_at_every_multiple_of_its_own_power(bit):
    flips = np.flatnonzero(np.diff(binary.encode(np.arange(64), 6)[:, bit])) + 1
    np.testing.assert_array_equal(flips, np.arange(2**bit, 64, 2**bit))


def test_counts_as_on_paper_with_the_fastest_bit_first():
    np.testing.assert_array_equal(binary.encode(range(4), 3), [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])


def test_three_bits_tell_eight_positions_apart_and_wrap():
    codes = binary.encode(np.arange(16), 3)
    assert len(np.unique(codes[:8], axis=0)) == 8
    np.testing.assert_array_equal(codes[8:], codes[:8])


def test_the_step_from_3_to_4_flips_three_bits():
    three, four = binary.encode([3, 4], 8)
    assert np.count_nonzero(three != four) == 3


@law
@given(st.integers(0, 2**53 - 1), st.integers(2, 16) | st.integers(2, 2**60))
@example(2**53 - 1, 2**53 - 1)
def test_digits_add_up_to_the_position(position, radix):
    digits = binary.digits(position, radix, 60)
    assert digits.dtype == np.int64
    assert all(0 <= digit < radix for digit in digits)
    assert sum(int(digit) * radix**k for k, digit in enumerate(digits)) == position


@law
@given(st.integers(0, 100_000), st.sampled_from([1.5, 2.5, 10000 ** (2 / 128)]))
def test_a_radix_need_not_be_whole(position, radix):
    expected = [np.floor(position / radix**k) % radix for k in range(12)]
    np.testing.assert_allclose(binary.digits(position, radix, 12), expected, rtol=0, atol=1e-9)


@law
@given(st.lists(st.integers(0, 2**53 - 1), max_size=5), st.integers(1, 70))
def test_bits_are_digits_of_radix_2(positions, n_bits):
    bits = binary.encode(np.array(positions, np.int64), n_bits)
    np.testing.assert_array_equal(bits, binary.digits(np.array(positions, np.int64), 2, n_bits))
    assert bits.shape == (len(positions), n_bits)


def test_seventy_bits_do_not_overflow():
    np.testing.assert_array_equal(binary.encode(2**53 - 1, 70), [1] * 53 + [0] * 17)


@pytest.mark.parametrize("radix", [1e200, 2**70, 2**63, 10**20])
def test_a_radix_beyond_every_position_leaves_one_digit(radix):
    np.testing.assert_array_equal(binary.digits([5, 2**53 - 1], radix, 3), [[5, 0, 0], [2**53 - 1, 0, 0]])


def test_many_digits_of_a_float_radix_do_not_overflow():
    np.testing.assert_array_equal(binary.digits(123, 10.0, 400), [3, 2, 1] + [0] * 397)


def test_positions_of_any_shape_and_integer_type_get_one_code_each():
    positions = np.arange(24).reshape(2, 3, 4)
    for dtype in (np.int8, np.uint8, np.int64, np.uint64):
        codes = binary.encode(positions.astype(dtype), 9)
        assert codes.shape == (2, 3, 4, 9)
        assert codes.dtype == np.int64
        np.testing.assert_array_equal(codes @ 2 ** np.arange(9), positions)
    assert binary.encode([], 3).shape == (0, 3)


BAD = {
    "negative position": ({"positions": [0, -1]}, ValueError, "positions must not be negative, got -1"),
    "float position": ({"positions": [0.0, 1.0]}, TypeError, "positions must be integers, got .* float64"),
    "NaN position": ({"positions": np.nan}, ValueError, "positions must be finite, got nan"),
    "boolean position": ({"positions": [True]}, TypeError, "positions must hold real numbers, got .* bool"),
    "string position": ({"positions": "3"}, TypeError, "positions must hold real numbers, got .* <U1"),
    "position beyond float64": (
        {"positions": 2**53},
        ValueError,
        r"positions must lie between .* 2\*\*53, got 9007199254740992",
    ),
    "no digits": ({"n_digits": 0}, ValueError, "n_digits must be at least 1, got 0"),
    "half a digit": ({"n_digits": 2.5}, TypeError, "n_digits must be an integer, got 2.5"),
    "radix 1": ({"radix": 1}, ValueError, "radix must be finite and greater than 1, got 1"),
    "negative radix": ({"radix": -2}, ValueError, "radix must be finite and greater than 1, got -2"),
    "NaN radix": ({"radix": np.nan}, ValueError, "radix must be finite .* got nan"),
    "infinite radix": ({"radix": np.inf}, ValueError, "radix must be finite .* got inf"),
    "boolean radix": ({"radix": True}, TypeError, "radix must be a real number, got True"),
    "string radix": ({"radix": "2"}, TypeError, "radix must be a real number, got '2'"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        binary.digits(**{"positions": [0, 1], "radix": 2, "n_digits": 4} | bad)


@pytest.mark.parametrize(("n_bits", "error"), [(0, ValueError), (-1, ValueError), (3.0, TypeError), (True, TypeError)])
def test_a_bad_number_of_bits_is_named_in_the_error(n_bits, error):
    with pytest.raises(error, match=f"n_bits must be .*, got {n_bits}"):
        binary.encode([0, 1], n_bits)
