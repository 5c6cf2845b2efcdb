"""Ways to stretch RoPE: all keep between the trained frequencies and these divided by the factor, each in its way."""

import importlib
import inspect
import itertools
import json
import math
import pkgutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from posviz import rope_scaling
from posviz.encodings import rope
from posviz.rope_scaling import dynamic_ntk, linear, llama3, longrope, ntk, ntk_by_parts, proportional, yarn

GOLDEN = json.loads((Path(__file__).parent / "golden" / "rotary_configs.json").read_text())
ENTRIES = {entry["name"]: entry for entry in GOLDEN["entries"]}
FOUND = [importlib.import_module(f"posviz.rope_scaling.{m.name}") for m in pkgutil.iter_modules(rope_scaling.__path__)]
METHODS = {m.__name__.split(".")[-1]: m for m in FOUND if hasattr(m, "ROPE_TYPES")}
SCALED = [m.attention_factor for m in METHODS.values() if hasattr(m, "attention_factor")]
NAMES = {  # in config files, where these differ from the parameters' own
    "rope_theta": "base",
    "original_max_position_embeddings": "train_length",
    "short_factor": "short_factors",
    "long_factor": "long_factors",
    "partial_rotary_factor": "fraction",
}
STRETCHED = {name: entry for name, entry in ENTRIES.items() if entry.get("method") in METHODS}
YARNS = {name: entry for name, entry in STRETCHED.items() if entry["method"] == "yarn" and "config" in entry}
LLAMA = {"head_dim": 128, "factor": 4, "train_length": 4096}  # Llama-2, from 4k to 16k tokens
PHI = ENTRIES["phi-3.5-mini/longrope/seqNone"]["config"]
PHI_LISTS = {f"{kind}_factors": PHI["rope_parameters"][f"{kind}_factor"] for kind in ("short", "long")}
ROUNDING = 1 + 1e-12
law = settings(deadline=None, max_examples=50)
widths = st.integers(2, 128).map(lambda n_pairs: 2 * n_pairs)
factors = st.floats(1, 64)
bases = st.floats(2, 1e7)
lengths = st.integers(1, 10**6)
fractions = st.floats(0, 1)
# What the methods may ask for between them, beside the factor.
knobs = st.fixed_dictionaries(
    {
        "head_dim": widths,
        "base": bases,
        "train_length": lengths,
        "sequence_length": st.none() | lengths,
        "fraction": fractions,
    }
)


@pytest.fixture(params=METHODS, scope="session")
def method(request):
    return METHODS[request.param]


def asked_for(function, values):
    """Those of the values that the function has a parameter for."""
    return {name: value for name, value in values.items() if name in inspect.signature(function).parameters}


def stretched(method, factor, knobs):
    """The method's frequencies; a method with a divisor for each pair gets them from 1 to the factor."""
    lists = {"short_factors": np.ones(knobs["head_dim"] // 2), "long_factors": divisors(knobs["head_dim"], factor)}
    return method.frequencies(**asked_for(method.frequencies, lists | knobs | {"factor": factor}))


def divisors(head_dim, factor):
    return np.geomspace(1, factor, head_dim // 2)


def unstretched(method, knobs):
    """What the method starts from."""
    kind = rope.proportional_frequencies if method is proportional else rope.frequencies
    return kind(**asked_for(kind, knobs))


def most(method, factor, knobs):
    """The largest number that the method may divide a frequency by."""
    if method is dynamic_ntk:
        return factor * max(knobs["sequence_length"] or 0, knobs["train_length"]) / knobs["train_length"] - (factor - 1)
    return factor


def arguments(golden):
    """The arguments of `frequencies` that ask for what the reference was asked for."""
    if "arguments" in golden:
        return golden["arguments"]
    config = golden["config"]
    found = {NAMES.get(name, name): value for name, value in config["rope_parameters"].items()}
    found |= {"head_dim": config["head_dim"], "sequence_length": golden.get("sequence_length")}
    longest = config.get("max_position_embeddings")
    found.setdefault("train_length", config.get("original_max_position_embeddings", longest))
    return asked_for(METHODS[golden["method"]].frequencies, found)


@pytest.mark.parametrize("golden", STRETCHED.values(), ids=STRETCHED)
def test_turns_as_fast_as_stretched_models_do(golden):
    frequencies = METHODS[golden["method"]].frequencies(**arguments(golden))
    np.testing.assert_allclose(frequencies, golden["frequencies"], rtol=1e-12)


@pytest.mark.parametrize("golden", YARNS.values(), ids=YARNS)
def test_scores_of_stretched_models_grow_as_much(golden):
    wanted = asked_for(yarn.attention_factor, golden["config"]["rope_parameters"])
    assert yarn.attention_factor(**wanted) == pytest.approx(golden["attention_factor"], rel=1e-12)


def test_no_method_escapes_the_laws():
    known = {"linear", "ntk", "dynamic_ntk", "ntk_by_parts", "yarn", "llama3", "longrope", "proportional"}
    assert METHODS.keys() >= {e["method"] for e in ENTRIES.values() if "method" in e} - {"blend"} >= known
    assert not METHODS.keys() & {"settings", "model_types", "from_config", "traps"}


def test_says_what_it_is_and_what_it_takes(method):
    assert method.__doc__.splitlines()[0].endswith((".", ")."))
    parameters = inspect.signature(method.frequencies).parameters
    assert next(iter(parameters)) == "head_dim"
    assert parameters["base"].default == inspect.signature(rope.frequencies).parameters["base"].default
    public = [f for name, f in inspect.getmembers(method, inspect.isfunction) if f.__module__ == method.__name__]
    for function in public:
        said, parameters = function.__doc__, inspect.signature(function).parameters
        elsewhere = function is not method.frequencies and "those of `frequencies`" in said
        assert elsewhere or ("Raises:" in said and all(name in said for name in parameters)), function


def test_no_two_methods_answer_to_one_name():
    names = [name for module in METHODS.values() for name in module.ROPE_TYPES]
    assert len(set(names)) == len(names)
    assert all(isinstance(name, str) and name not in ("default", "mrope") for name in names)


@law
@given(knobs)
def test_factor_1_changes_nothing(method, knobs):
    if method is dynamic_ntk:  # a longer sequence stretches at any factor
        knobs = knobs | {"sequence_length": knobs["train_length"]}
    np.testing.assert_allclose(stretched(method, 1, knobs), unstretched(method, knobs), rtol=1e-12)


@law
@given(factors, knobs)
def test_a_pair_turns_slower_by_the_factor_at_most_and_never_faster(method, factor, knobs):
    frequencies, trained = stretched(method, factor, knobs), unstretched(method, knobs)
    assert frequencies.shape == (knobs["head_dim"] // 2,)
    assert frequencies.dtype == np.float64
    assert (frequencies <= trained * ROUNDING).all()
    assert (frequencies >= trained / most(method, factor, knobs) / ROUNDING).all()


@law
@given(factors, knobs)
def test_every_pair_turns_slower_than_the_one_before_or_stands_still_with_it(method, factor, knobs):
    slower = np.diff(stretched(method, factor, knobs))
    turning = np.count_nonzero(unstretched(method, knobs))
    assert (slower[: max(turning - 1, 0)] < 0).all()
    assert (slower <= 0).all()


@law
@given(factors, factors, knobs)
def test_a_larger_factor_makes_no_pair_faster(method, factor, more, knobs):
    near, far = (stretched(method, s, knobs) for s in (factor, factor * more))
    assert (far <= near * ROUNDING).all()


@pytest.mark.parametrize("attention_factor", SCALED, ids=lambda f: f.__module__.split(".")[-1])
@law
@given(factors, factors, lengths)
def test_attention_factors_are_1_without_a_stretch_and_grow_with_it(attention_factor, factor, more, length):
    def scale(factor):
        return attention_factor(**asked_for(attention_factor, {"factor": factor, "train_length": length + 1}))

    assert scale(1) == 1
    assert 1 <= scale(factor) <= scale(factor * more) * ROUNDING < 10


@law
@given(st.integers(0, 2**32 - 1), st.integers(0, 10_000), factors)
def test_interpolated_frequencies_are_interpolated_positions(seed, position, factor):
    vectors = np.random.default_rng(seed).uniform(-1, 1, (3, 16))
    slower = rope.rotate(vectors, position, linear.frequencies(16, factor))
    np.testing.assert_allclose(
        slower, rope.rotate(vectors, position / factor, rope.frequencies(16)), rtol=0, atol=1e-11
    )


def test_interpolated_positions_are_not_rounded():
    vector = [1.0, 0.0, 1.0, 0.0]
    turned = rope.rotate(vector, 7, linear.frequencies(4, 4))
    np.testing.assert_allclose(turned, rope.rotate(vector, 1.75, rope.frequencies(4)), rtol=0, atol=1e-15)
    assert turned[0] == pytest.approx(np.cos(1.75), rel=1e-12)


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


@law
@given(widths, factors, bases, lengths, lengths)
@example(64, 2.0, 1e4, 2048, 512)  # 2 x 512 / 2048 - 1 is negative: not to be raised to a fraction
def test_dynamic_ntk_is_plain_up_to_the_training_length_and_ntk_beyond(head_dim, factor, base, train_length, length):
    frequencies = dynamic_ntk.frequencies(head_dim, factor, train_length, length, base)
    assert np.isfinite(frequencies).all()
    assert frequencies[0] == 1
    if length <= train_length:
        np.testing.assert_array_equal(frequencies, rope.frequencies(head_dim, base))
        np.testing.assert_array_equal(frequencies, dynamic_ntk.frequencies(head_dim, factor, train_length, base=base))
    else:
        stretch = 1 + factor * (length - train_length) / train_length
        np.testing.assert_allclose(frequencies, ntk.frequencies(head_dim, stretch, base), rtol=1e-9)


def test_dynamic_ntk_knows_no_earlier_calls_where_the_reference_does():
    golden = GOLDEN["stateful"]["dynamic"]
    settings = {name: golden[name] for name in ("head_dim", "factor", "train_length", "base")}
    first, lengths = {}, [call["sequence_length"] for call in golden["calls"]]
    for length, call in zip(lengths, golden["calls"]):
        frequencies = dynamic_ntk.frequencies(**settings, sequence_length=length)
        agrees = np.allclose(frequencies, call["frequencies"], rtol=1e-6, atol=0)
        assert agrees == (length not in (24, 16)), length  # the reference still holds the base that it took for 32
        first.setdefault(length, frequencies)
    for length in reversed(lengths):
        np.testing.assert_array_equal(dynamic_ntk.frequencies(**settings, sequence_length=length), first[length])
    np.testing.assert_allclose([first[8][1], first[32][1], first[40][1]], [0.316228, 0.270296, 0.259413], atol=5e-7)


def test_keys_turned_at_an_older_base_do_not_fit_later_queries():
    ones, old = np.ones(8), dynamic_ntk.frequencies(8, 2, 16)
    new = dynamic_ntk.frequencies(8, 2, 16, 32)
    np.testing.assert_allclose(new, rope.frequencies(8, 1e4 * 3 ** (8 / 6)), rtol=1e-12)

    def score(query_position, key_position, key_frequencies):
        return rope.rotate(ones, query_position, new) @ rope.rotate(ones, key_position, key_frequencies)

    fresh = [score(*places, new) for places in ((110, 100), (60, 50))]
    np.testing.assert_allclose(fresh, 3.857739, rtol=0, atol=5e-7)
    stale = [score(*places, old) for places in ((110, 100), (60, 50))]
    np.testing.assert_allclose(stale, [0.662103, 3.611546], rtol=0, atol=5e-7)


@pytest.mark.parametrize("frequencies", [ntk.frequencies, lambda d, s: dynamic_ntk.frequencies(d, s, 16, 32)])
def test_a_single_pair_cannot_be_both_the_fastest_and_the_slowest(frequencies):
    with pytest.raises(ValueError, match=r"head_dim must be at least 4, .* head_dim - 2, got 2"):
        frequencies(2, 4)


def test_yarn_leaves_fast_pairs_and_divides_slow_ones_and_blends_the_rest():
    ratio = yarn.frequencies(**LLAMA) / rope.frequencies(128)
    untouched, divided = (np.isclose(ratio, kept, rtol=1e-12, atol=0) for kept in (1, 1 / 4))
    np.testing.assert_array_equal(untouched, np.arange(64) <= 20)
    np.testing.assert_array_equal(divided, np.arange(64) >= 46)
    assert [untouched.sum(), (~untouched & ~divided).sum(), divided.sum()] == [21, 25, 18]
    np.testing.assert_allclose(ratio[[24, 34]], [0.884615, 0.596154], rtol=0, atol=1e-6)
    np.testing.assert_allclose(np.diff(ratio[20:47], 2), 0, atol=1e-12)  # the ramp is straight in the pairs' numbers


def test_yarn_of_the_paper_and_of_the_code_blend_differently():
    pairs = [21, 24, 28, 34, 45, 46]
    code, paper = (m.frequencies(**LLAMA)[pairs] / rope.frequencies(128)[pairs] for m in (yarn, ntk_by_parts))
    np.testing.assert_allclose(code, [0.971154, 0.884615, 0.769231, 0.596154, 0.278846, 0.25], rtol=0, atol=5e-7)
    np.testing.assert_allclose(paper, [0.993839, 0.724553, 0.506272, 0.344078, 0.250094, 0.25], rtol=0, atol=5e-7)


def test_the_ramp_is_found_from_the_training_length_and_not_from_the_new_one():
    trained = rope.frequencies(128, 1e6)

    def blended(train_length):
        ratio = yarn.frequencies(128, 4, train_length, 1e6) / trained
        return np.flatnonzero((ratio < 1 - 1e-12) & (ratio > (1 + 1e-12) / 4))

    np.testing.assert_array_equal(blended(32_768), np.arange(24, 40))  # strictly between 23 and 40: Qwen2.5
    assert blended(131_072)[0] > 24


def test_ends_of_the_ramp_that_are_not_rounded_give_other_frequencies():
    settings = {"head_dim": 64, "factor": 32, "train_length": 4096, "base": 150_000}  # gpt-oss
    whole, exact = (yarn.frequencies(**settings, truncate=truncate)[[12, 15]] for truncate in (True, False))
    np.testing.assert_allclose(exact, [0.00679496, 0.00105260], rtol=0, atol=5e-9)
    np.testing.assert_allclose(whole, [0.00701571, 0.00120613], rtol=0, atol=5e-9)
    slowed = yarn.ramp(64, 4096, 150_000, truncate=False)
    first, last = 8.092779115512402, 17.39802450158856
    np.testing.assert_allclose(slowed, np.clip((np.arange(32) - first) / (last - first), 0, 1), rtol=0, atol=1e-12)


@law
@given(widths, lengths, bases, st.floats(0.01, 1e3), st.floats(1.01, 100), st.booleans(), factors)
def test_a_ramp_rises_straight_from_0_to_1(head_dim, train_length, base, slow, times, truncate, factor):
    knobs = {"base": base, "beta_fast": slow * times, "beta_slow": slow, "truncate": truncate}
    slowed = yarn.ramp(head_dim, train_length, **knobs)
    assert slowed.shape == (head_dim // 2,)
    assert (slowed >= 0).all() and (slowed <= 1).all()
    rises = np.diff(slowed)
    assert (rises >= 0).all()
    within = rises[(slowed[:-1] > 0) & (slowed[1:] < 1)]
    np.testing.assert_allclose(within, within[:1].repeat(len(within)), rtol=1e-9, atol=1e-12)
    frequencies = yarn.frequencies(head_dim, factor, train_length, **knobs)
    expected = rope.frequencies(head_dim, base) * (1 - (1 - 1 / factor) * slowed)
    np.testing.assert_allclose(frequencies, expected, rtol=1e-12)


@law
@given(widths, lengths, bases, st.floats(0.01, 1e3), st.floats(1.01, 100))
def test_a_ramp_goes_by_turns_and_one_between_whole_pairs_is_the_longer(head_dim, train_length, base, slow, times):
    turns = train_length * rope.frequencies(head_dim, base) / (2 * np.pi)
    exact, whole = (yarn.ramp(head_dim, train_length, base, slow * times, slow, truncate) for truncate in (False, True))
    np.testing.assert_array_equal(exact[turns > slow * times * ROUNDING], 0)
    np.testing.assert_allclose(exact[1:][turns[1:] < slow / ROUNDING], 1, rtol=1e-9)
    assert (whole[exact > 1e-9] > 0).all()
    assert (whole[exact < 1 - 1e-9] < 1).all()


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


def test_the_first_release_of_ntk_by_parts_can_be_composed_from_the_others():
    golden = ENTRIES["llama-7b/part-ntk-original-code/s4-L2048"]
    knobs = golden["arguments"]
    width, factor, length = knobs["head_dim"], knobs["factor"], knobs["original_max_position_embeddings"]
    inner = yarn.ramp(width, length, beta_fast=knobs["beta_0"], beta_slow=knobs["beta_1"])
    outer = yarn.ramp(width, length, beta_fast=knobs["gamma_0"], beta_slow=knobs["gamma_1"])
    slow = linear.frequencies(width, factor) * inner + ntk.frequencies(width, factor) * (1 - inner)
    np.testing.assert_allclose(slow * outer + rope.frequencies(width) * (1 - outer), golden["frequencies"], rtol=1e-12)


def test_yarn_sharpens_attention():
    assert yarn.attention_factor(1) == 1
    assert yarn.attention_factor(4) == pytest.approx(1.138629, abs=5e-7)
    assert yarn.attention_factor(4) ** 2 == pytest.approx(1.296477, abs=5e-7)
    assert yarn.attention_factor(32) == pytest.approx(1.346574, abs=5e-7)


def test_only_two_scales_that_are_not_0_change_yarns_attention_factor():
    assert yarn.attention_factor(40, 0.707, 1.0) == pytest.approx(0.921042, abs=5e-7)
    usual = yarn.attention_factor(40)
    for one, other in itertools.product((None, 0, 0.0, 0.707), repeat=2):
        assert (yarn.attention_factor(40, one, other) == usual) == (not (one and other))


@law
@given(factors, st.floats(0.01, 10), st.floats(0.01, 10))
def test_two_equal_scales_cancel_and_two_different_ones_are_each_others_inverse(factor, one, other):
    assert yarn.attention_factor(factor, one, one) == 1
    there, back = yarn.attention_factor(factor, one, other), yarn.attention_factor(factor, other, one)
    assert there * back == pytest.approx(1, rel=1e-12)
    grown = 0.1 * np.log(factor)
    assert there == pytest.approx((grown * one + 1) / (grown * other + 1), rel=1e-12)


@law
@given(knobs, factors, st.floats(0.01, 100), st.floats(1.01, 100))
def test_ntk_by_parts_goes_by_turns_within_the_training(knobs, factor, slow, times):
    knobs = {name: knobs[name] for name in ("head_dim", "train_length", "base")}
    trained, fast = rope.frequencies(knobs["head_dim"], knobs["base"]), slow * times
    frequencies = ntk_by_parts.frequencies(**knobs, factor=factor, beta_fast=fast, beta_slow=slow)
    turns = knobs["train_length"] * trained / (2 * np.pi)
    np.testing.assert_array_equal(frequencies[turns >= fast * ROUNDING], trained[turns >= fast * ROUNDING])
    divided = turns <= slow / ROUNDING
    np.testing.assert_allclose(frequencies[divided], trained[divided] / factor, rtol=1e-12)
    np.testing.assert_allclose(
        llama3.frequencies(**knobs, factor=factor, low_freq_factor=slow, high_freq_factor=fast), frequencies, rtol=1e-12
    )


def test_llama_3_smooths_six_pairs():
    ratio = llama3.frequencies(128, 8, 8192, base=500_000) / rope.frequencies(128, 500_000)
    smoothed = [1, 0.828168, 0.643743, 0.493507, 0.371122, 0.271425, 0.190211, 0.125]
    np.testing.assert_allclose(ratio[28:36], smoothed, rtol=0, atol=5e-7)
    untouched, divided = (np.isclose(ratio, kept, rtol=1e-12, atol=0) for kept in (1, 1 / 8))
    np.testing.assert_array_equal(untouched, np.arange(64) < 29)
    np.testing.assert_array_equal(divided, np.arange(64) >= 35)


def test_llama_3_agrees_with_the_formula_over_wavelengths():
    trained = rope.frequencies(64, 500_000)
    wavelengths = 2 * np.pi / trained
    smooth = (8192 / wavelengths - 1) / (4 - 1)
    between = (1 - smooth) * trained / 32 + smooth * trained
    expected = np.where(wavelengths < 8192 / 4, trained, np.where(wavelengths > 8192 / 1, trained / 32, between))
    np.testing.assert_allclose(llama3.frequencies(64, 32, 8192, base=500_000), expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("length", "kind", "first"),
    [
        (None, "short", 1.0),
        (1, "short", 1.0),
        (4096, "short", 1.0),
        (4097, "long", 0.925926),
        (131_072, "long", 0.925926),
    ],
)
def test_one_token_more_than_in_training_and_every_pair_goes_by_the_long_list(length, kind, first):
    frequencies = longrope.frequencies(96, 4096, **PHI_LISTS, sequence_length=length)
    np.testing.assert_allclose(frequencies, rope.frequencies(96) / PHI_LISTS[f"{kind}_factors"], rtol=1e-12)
    assert frequencies[0] == pytest.approx(first, abs=5e-7)


def test_longrope_scales_short_and_long_texts_alike():
    assert longrope.attention_factor(32, 4096) == pytest.approx(1.1902380714238083, rel=1e-12)
    golden = GOLDEN["stateful"]["longrope"]
    stretch = golden["max_length"] / golden["train_length"]
    scale = longrope.attention_factor(stretch, golden["train_length"])
    assert scale == pytest.approx(golden["attention_factor"], rel=1e-12)


@pytest.mark.parametrize("call", GOLDEN["stateful"]["longrope"]["calls"], ids=lambda c: f"{c['first']}..{c['last']}")
def test_the_reference_takes_the_last_position_for_the_length(call):
    golden = GOLDEN["stateful"]["longrope"]
    settings = {name: golden[name] for name in ("head_dim", "train_length", "base")}
    lists = {"short_factors": np.ones(8), "long_factors": 1 / 2.0 ** -np.arange(8)}
    frequencies = longrope.frequencies(**settings, **lists, sequence_length=call["last"] + 1)
    np.testing.assert_allclose(frequencies, call["frequencies"], rtol=1e-6)


@law
@given(widths, fractions, factors, bases)
def test_proportional_pairs_turn_as_in_full_rope_or_stand_still(head_dim, fraction, factor, base):
    frequencies, full = proportional.frequencies(head_dim, fraction, factor, base), rope.frequencies(head_dim, base)
    n_turning = int(fraction * head_dim // 2)
    np.testing.assert_allclose(frequencies[:n_turning], full[:n_turning] / factor, rtol=1e-12)
    np.testing.assert_array_equal(frequencies[n_turning:], 0)


def test_proportional_is_not_partial():
    frequencies = proportional.frequencies(512, 0.25, base=1e6)
    np.testing.assert_allclose(frequencies[[0, 1, 63]], [1, 0.947463526, 0.0333762469], rtol=1e-8)
    assert np.count_nonzero(frequencies) == 64
    turned = rope.rotate(np.arange(1.0, 9.0), 1, proportional.frequencies(8, 0.5), "half-split")
    np.testing.assert_allclose(turned, [-3.667053, 1.391008, 3, 4, 3.542983, 6.169692, 7, 8], rtol=0, atol=1e-6)


BAD = {
    "odd head": ({"head_dim": 7}, ValueError, "head_dim must be even, .* got 7"),
    "no head": ({"head_dim": 0}, ValueError, "head_dim must be at least 2, got 0"),
    "float head": ({"head_dim": 8.0}, TypeError, "head_dim must be an integer, got 8.0"),
    "boolean head": ({"head_dim": True}, TypeError, "head_dim must be an integer, got True"),
    "no base": ({"base": 0}, ValueError, r"base must be finite and greater than [01], got 0"),
    "negative base": ({"base": -1e4}, ValueError, r"base must be finite and greater than [01], got -10000.0"),
    "NaN base": ({"base": np.nan}, ValueError, r"base must be finite and greater than [01], got nan"),
    "infinite base": ({"base": np.inf}, ValueError, r"base must be finite and greater than [01], got inf"),
    "string base": ({"base": "1e4"}, TypeError, "base must be a real number, got '1e4'"),
    "nothing for a base": ({"base": None}, TypeError, "base must be a real number, got None"),
    "shrinking": ({"factor": 0.5}, ValueError, "factor must be finite and at least 1, got 0.5"),
    "negative factor": ({"factor": -4}, ValueError, "factor must be finite and at least 1, got -4"),
    "NaN factor": ({"factor": np.nan}, ValueError, "factor must be finite and at least 1, got nan"),
    "infinite factor": ({"factor": np.inf}, ValueError, "factor must be finite and at least 1, got inf"),
    "boolean factor": ({"factor": True}, TypeError, "factor must be a real number, got True"),
    "string factor": ({"factor": "4"}, TypeError, "factor must be a real number, got '4'"),
    "factors": ({"factor": [4.0]}, TypeError, r"factor must be a real number, got \[4.0\]"),
    "no training": ({"train_length": 0}, ValueError, "train_length must be at least 1, got 0"),
    "float length": ({"train_length": 4096.0}, TypeError, "train_length must be an integer, got 4096.0"),
    "boolean length": ({"train_length": True}, TypeError, "train_length must be an integer, got True"),
    "nothing for a length": ({"train_length": None}, TypeError, "train_length must be an integer, got None"),
    "no sequence": ({"sequence_length": 0}, ValueError, "sequence_length must be at least 1, got 0"),
    "float sequence": ({"sequence_length": 1.5}, TypeError, "sequence_length must be an integer, got 1.5"),
    "boolean sequence": ({"sequence_length": True}, TypeError, "sequence_length must be an integer, got True"),
    "no turns at all": ({"beta_slow": 0}, ValueError, "beta_slow must be finite and greater than 0, got 0"),
    "NaN bound": ({"beta_slow": np.nan}, ValueError, "beta_slow must be finite and greater than 0, got nan"),
    "bounds the wrong way round": (
        {"beta_fast": 1, "beta_slow": 32},
        ValueError,
        "beta_fast must be finite and (at least|greater than) 32, got 1",
    ),
    "bounds almost the wrong way round": (
        {"beta_fast": 1, "beta_slow": 1.0001},
        ValueError,
        "beta_fast must be finite and (at least|greater than) 1.0001, got 1",
    ),
    "string bound": ({"beta_fast": "32"}, TypeError, "beta_fast must be a real number, got '32'"),
    "a number for a choice": ({"truncate": 1}, TypeError, "truncate must be True or False, got 1"),
    "a word for a choice": ({"truncate": "false"}, TypeError, "truncate must be True or False, got 'false'"),
    "no low turns": ({"low_freq_factor": 0}, ValueError, "low_freq_factor must be finite and greater than 0, got 0"),
    "turns the wrong way round": (
        {"low_freq_factor": 4, "high_freq_factor": 1},
        ValueError,
        "high_freq_factor must be finite and greater than 4, got 1",
    ),
    "one turn twice": (
        {"high_freq_factor": 1.0},
        ValueError,
        "high_freq_factor must be finite and greater than 1.0, got 1.0",
    ),
    "string turns": ({"high_freq_factor": "4"}, TypeError, "high_freq_factor must be a real number, got '4'"),
    "short list too short": ({"short_factors": [1.0]}, ValueError, r"short_factors .* 4 pairs, got shape \(1,\)"),
    "long list too long": ({"long_factors": [1.0] * 5}, ValueError, r"long_factors .* 4 pairs, got shape \(5,\)"),
    "one number for a list": ({"long_factors": 2.0}, ValueError, r"long_factors .* 4 pairs, got shape \(\)"),
    "a table for a list": ({"short_factors": np.ones((1, 4))}, ValueError, r"short_factors .* got shape \(1, 4\)"),
    "zero in a list": ({"short_factors": [1.0, 0, 1, 1]}, ValueError, "short_factors must be greater than 0, got 0.0"),
    "negative in a list": ({"long_factors": [1, -1, 1, 1]}, ValueError, "long_factors must be greater than 0, got -1"),
    "NaN in a list": ({"long_factors": [1, np.nan, 1, 1]}, ValueError, "long_factors must be finite, got nan"),
    "words in a list": ({"long_factors": list("abcd")}, TypeError, "long_factors must hold real numbers, got .* <U1"),
    "nothing for a list": ({"short_factors": None}, TypeError, "short_factors must hold real numbers, got .* object"),
    "more than everything": ({"fraction": 1.5}, ValueError, "fraction must be from 0 to 1, got 1.5"),
    "less than nothing": ({"fraction": -0.25}, ValueError, "fraction must be from 0 to 1, got -0.25"),
    "NaN fraction": ({"fraction": np.nan}, ValueError, "fraction must be from 0 to 1, got nan"),
    "string fraction": ({"fraction": "0.5"}, TypeError, "fraction must be a real number, got '0.5'"),
}
GOOD = {"head_dim": 8, "factor": 4, "train_length": 128, "sequence_length": 256, "fraction": 0.5, "base": 1e4}
GOOD |= {"short_factors": np.ones(4), "long_factors": np.full(4, 4.0)}


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(bad, error, message):
    every = [m.frequencies for m in METHODS.values()]
    asked = [function for function in every if bad.keys() <= inspect.signature(function).parameters.keys()]
    assert asked
    for frequencies in asked:
        with pytest.raises(error, match=message):
            frequencies(**asked_for(frequencies, GOOD) | bad)


@pytest.mark.parametrize(
    "name", [name for name in BAD if BAD[name][0].keys() <= inspect.signature(yarn.ramp).parameters.keys()]
)
def test_bad_input_of_a_ramp_is_named_in_the_error(name):
    bad, error, message = BAD[name]
    with pytest.raises(error, match=message):
        yarn.ramp(**asked_for(yarn.ramp, GOOD) | bad)


@pytest.mark.parametrize("function", [yarn.frequencies, yarn.ramp])
def test_with_a_base_of_1_no_pair_is_slower_than_another(function):
    with pytest.raises(ValueError, match="base must be finite and greater than 1, got 1"):
        function(**asked_for(function, GOOD) | {"base": 1})


BAD_SCALES = {
    "shrinking": ({"factor": 0.5}, ValueError, "factor must be finite and at least 1, got 0.5"),
    "NaN factor": ({"factor": np.nan}, ValueError, "factor must be finite and at least 1, got nan"),
    "infinite factor": ({"factor": np.inf}, ValueError, "factor must be finite and at least 1, got inf"),
    "boolean factor": ({"factor": True}, TypeError, "factor must be a real number, got True"),
    "string factor": ({"factor": "4"}, TypeError, "factor must be a real number, got '4'"),
    "nothing for a factor": ({"factor": None}, TypeError, "factor must be a real number, got None"),
    "negative scale": ({"mscale": -1}, ValueError, "mscale must be finite and at least 0, got -1"),
    "string scale": ({"mscale": "1"}, TypeError, "mscale must be a real number, got '1'"),
    "NaN scale": ({"mscale_all_dim": np.nan}, ValueError, "mscale_all_dim must be finite and at least 0, got nan"),
    "boolean scale": ({"mscale_all_dim": True}, TypeError, "mscale_all_dim must be a real number, got True"),
    "a token has no logarithm": ({"train_length": 1}, ValueError, "train_length must be at least 2, got 1"),
    "float length": ({"train_length": 4096.0}, TypeError, "train_length must be an integer, got 4096.0"),
    "boolean length": ({"train_length": True}, TypeError, "train_length must be an integer, got True"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD_SCALES.values(), ids=BAD_SCALES)
def test_bad_input_of_an_attention_factor_is_named_in_the_error(bad, error, message):
    asked = [function for function in SCALED if bad.keys() <= inspect.signature(function).parameters.keys()]
    assert asked
    for function in asked:
        with pytest.raises(error, match=message):
            function(**asked_for(function, {"factor": 4, "train_length": 4096}) | bad)


def test_one_bound_twice_makes_the_ramp_of_yarn_a_step():
    """As in Kimi K2: 64 features, base 50,000, 4,096 tokens, both betas 1."""
    kimi = {"head_dim": 64, "train_length": 4096, "base": 50_000.0, "beta_fast": 1.0, "beta_slow": 1.0}
    ramp = yarn.ramp(**kimi)
    assert ((ramp == 0) | (ramp == 1)).all()
    np.testing.assert_array_equal(ramp == 0, np.arange(32) <= 19)
    with pytest.raises(ValueError, match=r"beta_fast must be finite and greater than 1\.0, got 1\.0"):
        ntk_by_parts.frequencies(factor=32, **kimi)


def test_longrope_may_name_its_factors_itself():
    named = {"factor": 32, "train_length": 4096, "short_mscale": 1.2, "long_mscale": 1.3}
    lengths = (None, 4096, 4097)
    assert [longrope.attention_factor(**named, sequence_length=length) for length in lengths] == [1.2, 1.2, 1.3]
    with pytest.raises(ValueError, match="long_mscale must be finite and greater than 0, got -1"):
        longrope.attention_factor(32, 4096, long_mscale=-1, sequence_length=5000)


@pytest.mark.parametrize(
    ("bad", "error", "message"),
    [
        ({"sequence_length": math.nan}, TypeError, "sequence_length must be an integer, got nan"),
        ({"sequence_length": -5}, ValueError, "sequence_length must be at least 1, got -5"),
        ({"long_mscale": "x"}, TypeError, "long_mscale must be a real number, got 'x'"),
        ({"factor": "x"}, TypeError, "factor must be a real number, got 'x'"),
    ],
)
def test_longrope_checks_what_it_does_not_need_as_well(bad, error, message):
    with pytest.raises(error, match=message):
        longrope.attention_factor(**{"factor": 32, "train_length": 4096, "short_mscale": 1.2} | bad)
