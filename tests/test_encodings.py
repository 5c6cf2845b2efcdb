"""Laws that every encoding keeps. The folder is the list: a new file in posviz/encodings is tested from day one."""

import importlib
import inspect
import pkgutil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posviz import attention, encodings
from posviz.encodings import none

NAMES = [module.name for module in pkgutil.iter_modules(encodings.__path__) if not module.name.startswith("_")]
WIDTH = 16
law = settings(deadline=None, max_examples=50)
seeds = st.integers(0, 2**32 - 1)
FAR = 10**6
PLACES = {  # does the dot product of the features survive, and does anything stand beside it?
    (True, False): "nowhere",
    (True, True): "scores",
    (False, True): "embedding",
    (False, False): "queries and keys",
}


@pytest.fixture(params=NAMES, scope="session")
def encoding(request):
    return importlib.import_module(f"posviz.encodings.{request.param}")


def example(seed, n_q=5, n_k=8, heads=()):
    """Queries, keys and their positions: different numbers of each, and positions in no order."""
    rng = np.random.default_rng(seed)
    queries, keys = rng.normal(size=(*heads, n_q, WIDTH)), rng.normal(size=(*heads, n_k, WIDTH))
    return queries, keys, rng.integers(0, 12, n_q), rng.integers(0, 12, n_k)


def change_when_shifted(encoding, seed, shift):
    queries, keys, query_positions, key_positions = example(seed)
    before = encoding.scores(queries, keys, query_positions, key_positions)
    return np.abs(encoding.scores(queries, keys, query_positions + shift, key_positions + shift) - before).max()


def is_blind_to_order(encoding, seed):
    """Do keys and values change places behind the positions' back without any output noticing?"""
    rng = np.random.default_rng(seed)
    queries, keys, values = rng.normal(size=(3, 12, WIDTH))
    positions, order = np.arange(12), rng.permutation(12)
    before = attention.attend(encoding.scores(queries, keys, positions, positions), values)
    after = attention.attend(encoding.scores(queries, keys[order], positions, positions), values[order])
    return np.abs(after - before).max() < 1e-12


def runs_out(encoding, seed):
    """Does it refuse keys that stand far away, or take them for near ones although it tells near ones apart?"""
    queries, keys, query_positions, key_positions = example(seed)
    near = encoding.scores(queries, keys, query_positions, key_positions)
    try:
        moved = [encoding.scores(queries, keys, query_positions, key_positions + 2**k) for k in range(20)]
        encoding.scores(queries, keys, query_positions, key_positions + FAR)
    except IndexError:
        return True
    taken_for_near = [np.allclose(scores, near, rtol=0, atol=1e-9) for scores in moved]
    return any(taken_for_near) and not all(taken_for_near)


def layer(encoding, tokens, positions, known, known_positions):
    """Attention of the tokens over all that is known, themselves at the end, added to what came in."""
    scores = encoding.scores(tokens, known, positions, known_positions) / WIDTH**0.5
    return tokens + attention.attend(scores, known, attention.causal_mask(len(tokens), len(known)))


def test_says_what_it_is_and_what_it_promises(encoding):
    assert encoding.__doc__.splitlines()[0].endswith((".", ")."))
    assert type(encoding.RELATIVE) is type(encoding.UNBOUNDED) is type(encoding.TOUCHES_VALUES) is bool
    first, *knobs = np.split(list(inspect.signature(encoding.scores).parameters.values()), [4])
    assert [parameter.name for parameter in first] == ["queries", "keys", "query_positions", "key_positions"]
    assert all(knob.default is not inspect.Parameter.empty for knob in knobs[0])


@law
@given(seeds, st.integers(1, 10_000))
def test_is_relative_exactly_when_it_says_so(encoding, seed, shift):
    if encoding.RELATIVE:
        assert change_when_shifted(encoding, seed, shift) < 1e-9
    else:
        assert max(change_when_shifted(encoding, seed, some_shift) for some_shift in (1, 2, 3)) > 1e-3


@law
@given(seeds)
def test_enters_where_it_says(encoding, seed):
    queries, keys, *positions = example(seed)
    without_content = encoding.scores(queries, np.zeros_like(keys), *positions)
    content = encoding.scores(queries, keys, *positions) - without_content
    survives = np.allclose(content, queries @ keys.T, rtol=0, atol=1e-9)
    assert PLACES[survives, without_content.any()] == encoding.INJECTED_AT


def test_what_goes_into_the_embedding_goes_into_values_and_shows_the_place(encoding):
    if encoding.INJECTED_AT == "embedding":
        assert encoding.TOUCHES_VALUES
        assert not encoding.RELATIVE
    elif encoding.INJECTED_AT == "nowhere":
        assert not encoding.TOUCHES_VALUES


def test_goes_on_for_ever_exactly_when_it_says_so(encoding):
    assert {runs_out(encoding, seed) for seed in range(5)} == {not encoding.UNBOUNDED}


@law
@given(seeds, st.integers(0, FAR), st.integers(0, FAR))
def test_any_two_places_have_finite_scores_unless_the_encoding_runs_out(encoding, seed, query_shift, key_shift):
    queries, keys, query_positions, key_positions = example(seed)
    try:
        scores = encoding.scores(queries, keys, query_positions + query_shift, key_positions + key_shift)
    except IndexError as error:
        assert not encoding.UNBOUNDED
        assert "position" in str(error)
    else:
        assert np.isfinite(scores).all()


def test_only_the_empty_encoding_is_blind_to_order(encoding):
    assert {is_blind_to_order(encoding, seed) for seed in range(5)} == {encoding is none}


@law
@given(seeds, st.integers(0, 12), st.integers(0, 12))
def test_scores_are_one_finite_float_for_each_query_and_key(encoding, seed, n_q, n_k):
    scores = encoding.scores(*example(seed, n_q, n_k))
    assert scores.shape == (n_q, n_k)
    assert scores.dtype == np.float64
    assert np.isfinite(scores).all()


@law
@given(seeds)
def test_the_last_query_alone_scores_as_it_does_among_the_others(encoding, seed):
    queries, keys, query_positions, key_positions = example(seed)
    together = encoding.scores(queries, keys, query_positions, key_positions)
    alone = encoding.scores(queries[-1:], keys, query_positions[-1:], key_positions)
    np.testing.assert_allclose(alone, together[-1:], rtol=0, atol=1e-12)


@law
@given(seeds, st.sets(st.integers(0, 7)))
def test_keys_that_are_dropped_leave_the_other_scores_alone(encoding, seed, dropped):
    queries, keys, query_positions, key_positions = example(seed)
    together = encoding.scores(queries, keys, query_positions, key_positions)
    kept = np.setdiff1d(range(8), list(dropped))
    alone = encoding.scores(queries, keys[kept], query_positions, key_positions[kept])
    np.testing.assert_allclose(alone, together[:, kept], rtol=0, atol=1e-12)


@law
@given(seeds, st.integers(1, 11))
def test_prefill_and_decode_give_what_one_pass_gives(encoding, seed, n):
    first, positions = np.random.default_rng(seed).normal(size=(12, WIDTH)), np.arange(12)
    second = layer(encoding, first, positions, first, positions)
    third = layer(encoding, second, positions, second, positions)
    before, known = slice(0, n), slice(0, n + 1)
    cached = layer(encoding, first[before], positions[before], first[before], positions[before])
    decoded = layer(encoding, first[[n]], positions[[n]], first[known], positions[known])
    cached = np.concatenate([cached, decoded])
    np.testing.assert_allclose(cached, second[known], rtol=0, atol=1e-12)
    decoded = layer(encoding, decoded, positions[[n]], cached, positions[known])
    np.testing.assert_allclose(decoded, third[[n]], rtol=0, atol=1e-12)


@law
@given(seeds)
def test_heads_at_once_score_as_heads_one_by_one(encoding, seed):
    queries, keys, *positions = example(seed, heads=(2, 3))
    together = encoding.scores(queries, keys, *positions)
    assert together.shape == (2, 3, 5, 8)
    for head in np.ndindex(2, 3):
        np.testing.assert_allclose(together[head], encoding.scores(queries[head], keys[head], *positions), atol=1e-12)


def test_small_number_types_do_not_overflow(encoding):
    *_, query_positions, key_positions = example(0)
    for dtype in (np.int8, np.uint8, np.float16):
        queries, keys = np.full((5, WIDTH), 100, dtype), np.full((8, WIDTH), 100, dtype)
        wide = encoding.scores(queries.astype(float), keys.astype(float), query_positions, key_positions)
        narrow = encoding.scores(queries, keys, query_positions, key_positions)
        np.testing.assert_allclose(narrow, wide, rtol=1e-2)  # a rotated float16 query keeps three digits


def test_leaves_its_arguments_as_they_were(encoding):
    arguments, untouched = example(0), example(0)
    encoding.scores(*arguments)
    for argument, original in zip(arguments, untouched, strict=True):
        np.testing.assert_array_equal(argument, original)


def filled(value, dtype=None):
    array = np.zeros((5, WIDTH), dtype)
    array[2, 3] = value
    return array


BAD = {
    "narrower queries": ({"queries": np.zeros((5, 14))}, ValueError, "queries and keys .* equally wide, got 14 and 16"),
    "other heads": (
        {"queries": np.zeros((2, 5, 16)), "keys": np.zeros((3, 8, 16))},
        ValueError,
        r"heads .*\(2,\).*\(3,\)",
    ),
    "too few query positions": ({"query_positions": [0, 1]}, ValueError, r"query_positions .* \(5,\), got \(2,\)"),
    "too many key positions": ({"key_positions": range(9)}, ValueError, r"key_positions .* \(8,\), got \(9,\)"),
    "a column of positions": (
        {"key_positions": np.zeros((8, 1))},
        ValueError,
        r"key_positions .* \(8,\), got \(8, 1\)",
    ),
    "one position for all": ({"key_positions": 3}, ValueError, r"key_positions .* \(8,\), got \(\)"),
    "a vector of queries": ({"queries": np.zeros(16)}, ValueError, r"queries .* 2 axes, got shape \(16,\)"),
    "a single number": ({"keys": 1.0}, ValueError, r"keys .* 2 axes, got shape \(\)"),
    "ragged queries": ({"queries": [[1.0, 2.0], [3.0]]}, ValueError, "queries must be a rectangular array, got"),
    "NaN in queries": ({"queries": filled(np.nan)}, ValueError, "queries must be finite, got nan"),
    "infinity in keys": ({"keys": filled(-np.inf)}, ValueError, "keys must be finite, got -inf"),
    "NaN position": ({"query_positions": [0, 1, np.nan, 3, 4]}, ValueError, "query_positions must be finite, got nan"),
    "boolean positions": ({"query_positions": [True] * 5}, TypeError, "query_positions .* real numbers, got .* bool"),
    "boolean queries": ({"queries": filled(True, bool)}, TypeError, "queries must hold real numbers, got .* bool"),
    "strings": ({"query_positions": list("01234")}, TypeError, "query_positions must hold real numbers, got .* <U1"),
    "objects": ({"queries": filled(None, object)}, TypeError, "queries must hold real numbers, got .* object"),
    "nothing": ({"keys": None}, TypeError, "keys must hold real numbers, got .* object"),
    "complex numbers": ({"keys": filled(1j, complex)}, TypeError, "keys must hold real numbers, got .* complex128"),
    "a mask": ({"keys": np.ma.masked_equal(filled(1.0), 1)}, TypeError, "keys must be a plain array, got a masked one"),
    "products too large": ({"keys": filled(1e200)}, ValueError, r"keys .* 1e150, got 0\.0 to 1e\+200"),
    "a position like its neighbour": (
        {"query_positions": [2**53, 1, 2, 3, 4]},
        ValueError,
        r"query_positions .* 2\*\*53",
    ),
}
if np.dtype(np.longdouble).itemsize > 8:  # not every processor has such floats
    wide = {"queries": filled(1.0, np.longdouble)}
    BAD["wider than float64"] = (wide, TypeError, "queries must hold numbers of at most 64 bits")


@pytest.mark.parametrize(("bad", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named_in_the_error(encoding, bad, error, message):
    good = dict(zip(("queries", "keys", "query_positions", "key_positions"), example(0), strict=True))
    with pytest.raises(error, match=message):
        encoding.scores(**good | bad)
