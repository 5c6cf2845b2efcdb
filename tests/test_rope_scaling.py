"""Ways to stretch RoPE: all keep between the trained frequencies and these divided by the factor, each in its way."""

import importlib
import inspect
import json
import pkgutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz import rope_scaling
from posviz.encodings import rope
from posviz.rope_scaling import linear, ntk, yarn

GOLDEN = json.loads((Path(__file__).parent / "golden" / "scaling.json").read_text())
METHODS = [module.name for module in pkgutil.iter_modules(rope_scaling.__path__) if not module.name.startswith("_")]
LLAMA = {"head_dim": 128, "factor": 4, "train_length": 4096}  # Llama-2, from 4k to 16k tokens
ROUNDING = 1 + 1e-12
law = settings(deadline=None, max_examples=50)
widths = st.integers(2, 128).map(lambda n_pairs: 2 * n_pairs)
factors = st.floats(1, 64)
bases = st.floats(2, 1e7)
lengths = st.integers(1, 10**6)


@pytest.fixture(params=METHODS, scope="session")
def method(request):
    return importlib.import_module(f"posviz.rope_scaling.{request.param}")


def stretched(method, head_dim, factor, base, train_length):
    """The method's frequencies. Not every method asks for the length of the training."""
    knobs = {"train_length": train_length} if "train_length" in inspect.signature(method.frequencies).parameters else {}
    return method.frequencies(head_dim, factor, base=base, **knobs)


@pytest.mark.parametrize("golden", GOLDEN["cases"], ids=lambda golden: golden["name"])
def test_turns_as_fast_as_stretched_models_do(golden):
    method = importlib.import_module(f"posviz.rope_scaling.{golden['method']}")
    np.testing.assert_allclose(method.frequencies(**golden["arguments"]), golden["frequencies"], rtol=1e-12)


@pytest.mark.parametrize(
    "golden",
    [g for g in GOLDEN["cases"] if g["method"] == "yarn" and "attention_factor" in g],
    ids=lambda golden: golden["name"],
)
def test_scores_of_stretched_models_grow_as_much(golden):
    factor = yarn.attention_factor(golden["arguments"]["factor"])
    assert factor == pytest.approx(golden["attention_factor"], rel=1e-12)


def test_says_what_it_is_and_what_it_takes(method):
    assert method.__doc__.splitlines()[0].endswith((".", ")."))
    parameters = inspect.signature(method.frequencies).parameters
    assert list(parameters)[:2] == ["head_dim", "factor"]
    assert parameters["base"].default == inspect.signature(rope.frequencies).parameters["base"].default


@law
@given(widths, bases, lengths)
def test_factor_1_changes_nothing(method, head_dim, base, train_length):
    frequencies = stretched(method, head_dim, 1, base, train_length)
    np.testing.assert_allclose(frequencies, rope.frequencies(head_dim, base), rtol=1e-12)


@law
@given(widths, factors, bases, lengths)
def test_a_pair_turns_slower_by_the_factor_at_most_and_never_faster(method, head_dim, factor, base, train_length):
    frequencies, trained = stretched(method, head_dim, factor, base, train_length), rope.frequencies(head_dim, base)
    assert frequencies.shape == (head_dim // 2,)
    assert frequencies.dtype == np.float64
    assert (frequencies <= trained * ROUNDING).all()
    assert (frequencies >= trained / factor / ROUNDING).all()


@law
@given(widths, factors, bases, lengths)
def test_every_pair_turns_slower_than_the_one_before(method, head_dim, factor, base, train_length):
    assert (np.diff(stretched(method, head_dim, factor, base, train_length)) < 0).all()


@law
@given(widths, factors, factors, bases, lengths)
def test_a_larger_factor_makes_no_pair_faster(method, head_dim, factor, more, base, train_length):
    near, far = (stretched(method, head_dim, s, base, train_length) for s in (factor, factor * more))
    assert (far <= near * ROUNDING).all()


@law
@given(st.integers(0, 2**32 - 1), st.integers(0, 10_000), factors)
def test_interpolated_frequencies_are_interpolated_positions(seed, position, factor):
    vectors = np.random.default_rng(seed).uniform(-1, 1, (3, 16))
    slower = rope.rotate(vectors, position, linear.frequencies(16, factor))
    np.testing.assert_allclose(
        slower, rope.rotate(vectors, position / factor, rope.frequencies(16)), rtol=0, atol=1e-11
    )


def test_interpolation_divides_every_pair():
    frequencies = linear.frequencies(64, 32)
    np.testing.assert_allclose(frequencies[[0, 16]], [0.03125, 3.125e-4], rtol=1e-12)


@law
@given(widths, factors, bases)
def test_a_larger_base_leaves_the_first_pair_and_divides_the_last_by_the_factor(head_dim, factor, base):
    frequencies, trained = ntk.frequencies(head_dim, factor, base), rope.frequencies(head_dim, base)
    assert frequencies[0] == trained[0] == 1
    assert trained[-1] / frequencies[-1] == pytest.approx(factor, rel=1e-12)


def test_four_times_the_context_takes_four_times_the_base_and_a_little_more():
    frequencies, trained = ntk.frequencies(128, 4), rope.frequencies(128)
    np.testing.assert_allclose(frequencies, rope.frequencies(128, 40_889.942432), rtol=1e-9)
    assert trained[32] / frequencies[32] == pytest.approx(2.02, abs=5e-3)


def test_yarn_leaves_fast_pairs_and_divides_slow_ones_and_blends_the_rest():
    ratio = yarn.frequencies(**LLAMA) / rope.frequencies(128)
    untouched, divided = (np.isclose(ratio, kept, rtol=1e-12, atol=0) for kept in (1, 1 / 4))
    np.testing.assert_array_equal(untouched, np.arange(64) <= 20)
    np.testing.assert_array_equal(divided, np.arange(64) >= 46)
    assert [untouched.sum(), (~untouched & ~divided).sum(), divided.sum()] == [21, 25, 18]
    np.testing.assert_allclose(ratio[[24, 34]], [0.884615, 0.596154], rtol=0, atol=1e-6)
    np.testing.assert_allclose(np.diff(ratio[20:47], 2), 0, atol=1e-12)  # the ramp is straight in the pairs' numbers


@pytest.mark.parametrize(("knob", "edge"), [("beta_fast", "beginning"), ("beta_slow", "end")])
def test_the_ramp_of_yarn_moves_with_its_bounds(knob, edge):
    ratio = yarn.frequencies(**LLAMA, **{knob: 8}) / rope.frequencies(128)
    blended = np.flatnonzero((ratio < 1 - 1e-12) & (ratio > (1 + 1e-12) / 4))
    turns = 4096 * rope.frequencies(128) / (2 * np.pi)
    first, last = np.flatnonzero(turns > {"beta_fast": 8, "beta_slow": 32}[knob])[-1], (turns > 8).sum()
    assert blended[0] == first + 1
    assert blended[-1] == {"beginning": 45, "end": last - 1}[edge]


def test_the_ramp_of_yarn_ends_at_head_dim_minus_1_as_in_the_released_code():
    ratio = yarn.frequencies(8, 4, 10**6, base=10, beta_fast=1e6) / rope.frequencies(8, 10)
    np.testing.assert_allclose(ratio, 1 - 3 / 4 * np.arange(4) / 7, rtol=1e-12)


def test_yarn_sharpens_attention():
    assert yarn.attention_factor(1) == 1
    assert yarn.attention_factor(4) == pytest.approx(1.138629, abs=5e-7)
    assert yarn.attention_factor(4) ** 2 == pytest.approx(1.296477, abs=5e-7)


BAD = {
    "odd head": ({"head_dim": 7}, ValueError, "head_dim must be even, .* got 7"),
    "no head": ({"head_dim": 0}, ValueError, "head_dim must be at least 2, got 0"),
    "float head": ({"head_dim": 8.0}, TypeError, "head_dim must be an integer, got 8.0"),
    "boolean head": ({"head_dim": True}, TypeError, "head_dim must be an integer, got True"),
    "shrinking": ({"factor": 0.5}, ValueError, "factor must be finite and at least 1, got 0.5"),
    "negative factor": ({"factor": -4}, ValueError, "factor must be finite and at least 1, got -4"),
    "NaN factor": ({"factor": np.nan}, ValueError, "factor must be finite and at least 1, got nan"),
    "infinite factor": ({"factor": np.inf}, ValueError, "factor must be finite and at least 1, got inf"),
    "boolean factor": ({"factor": True}, TypeError, "factor must be a real number, got True"),
    "string factor": ({"factor": "4"}, TypeError, "factor must be a real number, got '4'"),
    "factors": ({"factor": [4.0]}, TypeError, r"factor must be a real number, got \[4.0\]"),
    "no base": ({"base": 0}, ValueError, r"base must be finite and greater than [01], got 0"),
    "negative base": ({"base": -1e4}, ValueError, r"base must be finite and greater than [01], got -10000.0"),
    "NaN base": ({"base": np.nan}, ValueError, r"base must be finite and greater than [01], got nan"),
    "infinite base": ({"base": np.inf}, ValueError, r"base must be finite and greater than [01], got inf"),
    "string base": ({"base": "1e4"}, TypeError, "base must be a real number, got '1e4'"),
    "nothing for a base": ({"base": None}, TypeError, "base must be a real number, got None"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(method, bad, error, message):
    with pytest.raises(error, match=message):
        stretched(method, **{"head_dim": 8, "factor": 4, "base": 1e4, "train_length": 128} | bad)


def test_a_single_pair_cannot_be_both_the_fastest_and_the_slowest():
    with pytest.raises(ValueError, match=r"head_dim must be at least 4, .* head_dim - 2, got 2"):
        ntk.frequencies(2, 4)


BAD_YARNS = {
    "base of 1": ({"base": 1}, ValueError, "base must be finite and greater than 1, got 1"),
    "no training": ({"train_length": 0}, ValueError, "train_length must be at least 1, got 0"),
    "float length": ({"train_length": 4096.0}, TypeError, "train_length must be an integer, got 4096.0"),
    "boolean length": ({"train_length": True}, TypeError, "train_length must be an integer, got True"),
    "no turns at all": ({"beta_slow": 0}, ValueError, "beta_slow must be finite and greater than 0, got 0"),
    "NaN bound": ({"beta_slow": np.nan}, ValueError, "beta_slow must be finite and greater than 0, got nan"),
    "bounds the wrong way round": (
        {"beta_fast": 1, "beta_slow": 32},
        ValueError,
        "beta_fast must be finite and greater than 32, got 1",
    ),
    "one bound twice": ({"beta_fast": 1.0}, ValueError, "beta_fast must be finite and greater than 1.0, got 1.0"),
    "string bound": ({"beta_fast": "32"}, TypeError, "beta_fast must be a real number, got '32'"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD_YARNS.values(), ids=BAD_YARNS)
def test_bad_input_of_yarn_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        yarn.frequencies(**LLAMA | bad)


@pytest.mark.parametrize(
    ("factor", "error", "message"),
    [
        (0.5, ValueError, "factor must be finite and at least 1, got 0.5"),
        (np.nan, ValueError, "factor must be finite and at least 1, got nan"),
        (np.inf, ValueError, "factor must be finite and at least 1, got inf"),
        (True, TypeError, "factor must be a real number, got True"),
        ("4", TypeError, "factor must be a real number, got '4'"),
    ],
)
def test_bad_input_of_the_attention_factor_is_named_in_the_error(factor, error, message):
    with pytest.raises(error, match=message):
        yarn.attention_factor(factor)
