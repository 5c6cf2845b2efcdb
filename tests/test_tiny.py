"""The tiny transformers: what they compute is what PyTorch computes, and what the curves say is still what they do."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from posviz import attention, tiny
from posviz.encodings import alibi, learned, none, rope, sinusoidal, t5
from posviz.rope_scaling import ntk, yarn
from posviz.tiny import model as forward
from posviz.tiny import store

GOLDEN = np.load(Path(__file__).parent / "golden" / "tiny.npz", allow_pickle=False)
STRETCHED = ["plain", "linear", "ntk", "yarn", "yarn-adjusted", "base"]
NAMES = ["none", "sinusoidal", "learned", "t5", "alibi", "rope", "p-rope", *(f"rope-{method}" for method in STRETCHED)]
STILL = ["none", "sinusoidal", "learned", "t5", "alibi"]  # models that do not rotate
N_PAIRS, TRAIN_LENGTH = 16, 128
ALL = range(N_PAIRS)
UNFINISHED = 6  # pairs from here on turn less than once in the training length
MEASURED = 160  # positions measured again: two bands are beyond the training length
DRIFT = 2e-3  # nats: what another machine may round otherwise
law = settings(deadline=None, max_examples=50)
few = settings(deadline=None, max_examples=10)  # where each example runs a model
seeds = st.integers(0, 2**32 - 1)
encode = tiny.Model("none", TRAIN_LENGTH, 4, {}).encode  # needs no weights
every_model = pytest.mark.parametrize("name", NAMES)


def some_ids(n, seed=0):
    return np.random.default_rng(seed).integers(0, len(tiny.ALPHABET), n)


def held_out_ids(n):
    return encode(tiny.held_out()[:n])


def slow_logits(model, ids, scores):
    """The model once more in float64, head by head. scores(queries, keys, head) are not yet divided by sqrt(d)."""
    w = {name: array.astype(np.float64) for name, array in model.weights.items()}
    x = w["embedding"][ids]
    if model.encoding == "sinusoidal":
        x = x + sinusoidal.encode(np.arange(len(ids)), x.shape[1])
    if model.encoding == "learned":
        x = x + learned.encode(np.arange(len(ids)), w["positions"])

    def norm(x, gain):
        return np.array([row / np.sqrt(row @ row / len(row) + 1e-6) for row in x]) * gain

    for layer, qkv in enumerate(w["qkv"]):
        queries, keys, values = np.split(norm(x, w["norms"][2 * layer]) @ qkv, 3, axis=1)
        heads = []
        for head, (q, k, v) in enumerate(zip(*(np.split(a, model.n_heads, axis=1) for a in (queries, keys, values)))):
            divided = scores(q, k, head) / np.sqrt(q.shape[1])
            heads.append(attention.attend(divided, v, attention.causal_mask(len(ids), len(ids))))
        x = x + np.concatenate(heads, axis=1) @ w["out"][layer]
        hidden = norm(x, w["norms"][2 * layer + 1]) @ w["up"][layer]
        x = x + np.where(hidden > 0, hidden, 0) @ w["down"][layer]
    return norm(x, w["norms"][-1]) @ w["head"]


def scores_of_the_room(model, queries, keys, head):
    """Scores as the encoding's own room gives them. What is added after 1/sqrt(d) is enlarged by sqrt(d)."""
    places = np.arange(len(queries))
    if model.encoding == "rope":
        knobs = {"frequencies": model.frequencies, "attention_factor": model.attention_factor}
        queries, keys = (rope.rotate(side, places, **knobs) for side in (queries, keys))
    if model.encoding == "alibi":
        return alibi.scores(queries, keys, places, places, slope=alibi.slopes(model.n_heads)[head])
    scores = none.scores(queries, keys, places, places)
    if model.encoding == "t5":
        table = model.weights["bias"].astype(np.float64)
        scores = scores + np.sqrt(queries.shape[1]) * t5.bias(places, places, table, bidirectional=False)[head]
    return scores


def capped_scores(model, queries, keys, capped):
    """Scores from offsets that are laid out one by one: a capped pair sees none larger than train_length - 1."""
    queries, keys = (side[:, 0::2] + 1j * side[:, 1::2] for side in (queries, keys))
    offsets = np.zeros((len(queries), len(keys), len(model.frequencies)))
    for m in range(len(queries)):
        for n in range(m + 1):
            offsets[m, n] = m - n
            for pair in capped:
                offsets[m, n, pair] = min(m - n, model.train_length - 1)
    turns = model.attention_factor**2 * np.exp(1j * offsets * model.frequencies)
    return np.einsum("mp,np,mnp->mn", queries, keys.conj(), turns).real


def test_the_models_are_those_that_were_trained():
    assert tiny.names() == sorted(NAMES)
    assert sorted(GOLDEN) == sorted([*NAMES, "ids", "rows"])
    assert sorted(tiny.curves()["trained"]) == sorted(NAMES)


@every_model
def test_numpy_and_pytorch_give_the_same_logits(name):
    logits = tiny.load(name).logits(GOLDEN["ids"])
    np.testing.assert_allclose(logits[GOLDEN["rows"]], GOLDEN[name], rtol=0, atol=1e-3)


def test_the_stored_logits_are_of_held_out_text_and_go_beyond_the_training_length():
    np.testing.assert_array_equal(GOLDEN["ids"], held_out_ids(len(GOLDEN["ids"])))
    assert GOLDEN["rows"].min() < TRAIN_LENGTH < 2 * TRAIN_LENGTH < GOLDEN["rows"].max()
    assert all(np.ptp(GOLDEN[name], axis=1).min() > 0.1 for name in NAMES)


@every_model
def test_the_rooms_of_the_encodings_give_the_same_logits(name):
    model, ids = tiny.load(name), held_out_ids(300)
    expected = slow_logits(model, ids, lambda q, k, head: scores_of_the_room(model, q, k, head))
    np.testing.assert_allclose(model.logits(ids), expected, rtol=0, atol=1e-3)


@every_model
def test_what_comes_later_changes_nothing_before(name):
    model, ids = tiny.load(name), some_ids(200)
    logits = model.logits(ids)
    for place in (1, 127, 128, 150, 199):
        changed = ids.copy()
        changed[place:] = (ids[place:] + 1) % len(tiny.ALPHABET)
        other = model.logits(changed)
        np.testing.assert_allclose(other[:place], logits[:place], rtol=0, atol=1e-6)
        assert np.abs(other[place:] - logits[place:]).max(axis=1).min() > 1e-3


@few
@given(st.sampled_from(NAMES), seeds, st.integers(1, 199))
def test_the_beginning_alone_has_the_logits_it_has_in_the_whole(name, seed, n):
    model, ids = tiny.load(name), some_ids(200, seed)
    np.testing.assert_allclose(model.logits(ids[:n]), model.logits(ids)[:n], rtol=0, atol=1e-4)


@pytest.mark.parametrize("block", [1, 7, 1000])
def test_the_size_of_a_block_changes_nothing(monkeypatch, block):
    rotation = {"capped": [0, 9, 15], "attention_factor": 1.2}
    model, ids = dataclasses.replace(tiny.load("rope"), train_length=40), some_ids(150)
    expected = model.logits(ids, **rotation)
    monkeypatch.setattr(forward, "BLOCK", block)
    np.testing.assert_allclose(model.logits(ids, **rotation), expected, rtol=0, atol=1e-4)


@pytest.mark.parametrize("name", ["sinusoidal", "learned", "t5", "alibi", "rope", "rope-yarn"])
def test_logits_are_float32_and_nothing_given_is_changed(name):
    model, ids = tiny.load(name), some_ids(150)
    frequencies = None if model.frequencies is None else model.frequencies.copy()
    logits = model.logits(ids, frequencies)
    assert logits.dtype == np.float32
    assert logits.shape == (150, len(tiny.ALPHABET))
    np.testing.assert_array_equal(ids, some_ids(150))
    untouched = tiny.load(name)
    for key, array in model.weights.items():
        np.testing.assert_array_equal(array, untouched.weights[key])
    if frequencies is not None:
        np.testing.assert_array_equal(frequencies, untouched.frequencies)
        np.testing.assert_array_equal(model.frequencies, untouched.frequencies)


@few
@given(st.sampled_from(NAMES), seeds, st.integers(2, 200))
def test_the_loss_is_minus_the_logarithm_of_the_probability_of_what_came(name, seed, n):
    model, ids = tiny.load(name), some_ids(n, seed)
    powers = np.exp(model.logits(ids[:-1]).astype(np.float64))
    probabilities = powers / powers.sum(axis=1, keepdims=True)
    losses = model.losses(ids)
    assert losses.shape == (n - 1,)
    np.testing.assert_allclose(losses, [-np.log(p[i]) for p, i in zip(probabilities, ids[1:])], rtol=1e-9, atol=1e-12)


def test_losses_turn_as_logits_do():
    model, ids = tiny.load("rope"), some_ids(200)
    rotation = {"frequencies": model.frequencies / 2, "attention_factor": 1.2, "capped": [3]}
    logits = model.logits(ids[:-1], **rotation).astype(np.float64)
    expected = np.log(np.exp(logits).sum(axis=1)) - logits[np.arange(199), ids[1:]]
    np.testing.assert_allclose(model.losses(ids, **rotation), expected, rtol=1e-9)
    assert np.abs(model.losses(ids) - expected).max() > 1e-3


@pytest.mark.parametrize("name", [name for name in NAMES if name not in STILL])
def test_a_models_own_frequencies_change_nothing_and_others_do(name):
    model, ids = tiny.load(name), some_ids(150)
    logits = model.logits(ids)
    assert model.frequencies.shape == (N_PAIRS,)
    np.testing.assert_array_equal(model.logits(ids, model.frequencies), logits)
    np.testing.assert_array_equal(model.logits(ids, list(model.frequencies)), logits)
    assert np.abs(model.logits(ids, model.frequencies / 2) - logits).max() > 1e-2


def test_other_frequencies_turn_as_if_the_model_had_them():
    model, ids, frequencies = tiny.load("rope"), some_ids(150), ntk.frequencies(2 * N_PAIRS, 4)
    replaced = dataclasses.replace(model, frequencies=frequencies)
    np.testing.assert_array_equal(model.logits(ids, frequencies), replaced.logits(ids))


def test_a_model_whose_pairs_all_stand_still_is_one_without_an_encoding():
    ids, model = some_ids(150), tiny.load("none")
    rotating = dataclasses.replace(model, encoding="rope", frequencies=np.ones(N_PAIRS))
    np.testing.assert_allclose(rotating.logits(ids, np.zeros(N_PAIRS)), model.logits(ids), rtol=0, atol=1e-4)
    assert np.abs(rotating.logits(ids) - model.logits(ids)).max() > 1e-2


@few
@given(seeds, st.floats(0.5, 2))
def test_the_attention_factor_enters_the_score_squared(seed, factor):
    model, ids = tiny.load("rope"), some_ids(150, seed)
    qkv = model.weights["qkv"].copy()
    qkv[..., : qkv.shape[1]] *= factor**2  # the columns that make queries
    scaled = dataclasses.replace(model, weights=model.weights | {"qkv": qkv})
    np.testing.assert_allclose(
        model.logits(ids, attention_factor=factor), scaled.logits(ids), rtol=0, atol=1e-3 * factor**2
    )


def test_the_attention_factor_comes_on_top_of_the_models_own():
    model, ids = tiny.load("rope-yarn"), some_ids(150)
    assert model.attention_factor == pytest.approx(yarn.attention_factor(4), rel=1e-12)
    bare = dataclasses.replace(model, attention_factor=1.0)
    logits = bare.logits(ids, attention_factor=1.5 * model.attention_factor)
    np.testing.assert_allclose(model.logits(ids, attention_factor=1.5), logits, rtol=0, atol=1e-4)
    assert np.abs(model.logits(ids) - bare.logits(ids)).max() > 1e-2


@pytest.mark.parametrize("capped", [(), [], np.array([], int)], ids=repr)
def test_no_capped_pairs_change_nothing(capped):
    model, ids = tiny.load("rope"), some_ids(200)
    np.testing.assert_array_equal(model.logits(ids, capped=capped), model.logits(ids))


@pytest.mark.parametrize("capped", [ALL, ALL[UNFINISHED:], [0]], ids=["all", "slow ones", "the fastest"])
def test_capped_pairs_change_something_from_the_training_length_on(capped):
    model, ids = tiny.load("rope"), some_ids(200)
    logits, other = model.logits(ids), model.logits(ids, capped=list(capped))
    np.testing.assert_array_equal(other[:TRAIN_LENGTH], logits[:TRAIN_LENGTH])
    assert np.abs(other - logits)[TRAIN_LENGTH:].max() > 1e-4


@pytest.mark.parametrize("capped", [ALL, ALL[UNFINISHED:], [0, 3]], ids=["all", "slow ones", "two fast ones"])
def test_capped_pairs_see_no_key_further_off_than_in_training(capped):
    model, ids = dataclasses.replace(tiny.load("rope"), train_length=40, attention_factor=1.2), held_out_ids(150)
    expected = slow_logits(model, ids, lambda q, k, head: capped_scores(model, q, k, list(capped)))
    np.testing.assert_allclose(model.logits(ids, capped=list(capped)), expected, rtol=0, atol=1e-3)


def test_a_learned_table_ends():
    model = tiny.load("learned")
    rows = len(model.weights["positions"])
    short = dataclasses.replace(model, weights=model.weights | {"positions": model.weights["positions"][:20]})
    assert short.logits(some_ids(20)).shape == (20, len(tiny.ALPHABET))
    for table, n in ((short, 20), (model, rows)):
        with pytest.raises(IndexError, match=f"position {n} has no row in a table of {n} rows"):
            table.logits(some_ids(n + 1))


def test_every_character_has_a_number_of_its_own():
    ids = encode(tiny.ALPHABET)
    np.testing.assert_array_equal(ids, np.arange(len(tiny.ALPHABET)))
    assert "".join(tiny.ALPHABET[i] for i in ids) == tiny.ALPHABET
    assert len(set(tiny.ALPHABET)) == len(tiny.ALPHABET)


def test_typographic_characters_are_made_plain():
    np.testing.assert_array_equal(encode("‘it’s’ “so” – or — so…"), encode("'it's' \"so\" - or - so..."))
    np.testing.assert_array_equal(encode("Straße bei 20°"), encode("Strasse bei 20deg"))


@pytest.mark.parametrize("character", ["\u00e9", "\t", "\r", "Ω", "ς", "日", "\x7f", "\0"])
def test_an_unknown_character_is_named_in_the_error(character):
    with pytest.raises(ValueError) as caught:
        encode(f"so {character} what")
    assert f"got {character!r}" in str(caught.value)
    assert "printable ASCII, line ends and small Greek letters" in str(caught.value)


@pytest.mark.parametrize("text", [None, 5, b"text", ["t", "e"]], ids=repr)
def test_text_must_be_a_string(text):
    with pytest.raises(TypeError, match="text must be a string, got") as caught:
        encode(text)
    assert repr(text) in str(caught.value)


N_CHARACTERS = len(tiny.ALPHABET)
BAD_IDS = {
    "floats": ([1.0, 2.0], TypeError, "ids must be integers, got .* float64"),
    "booleans": ([True, False], TypeError, "ids must hold real numbers, got .* bool"),
    "a string": ("to be", TypeError, "ids must hold real numbers, got .* <U5"),
    "nothing": (None, TypeError, "ids must hold real numbers, got .* object"),
    "a negative one": ([1, -1, 2], ValueError, "ids must not be negative, got -1"),
    "one too large": (
        [1, N_CHARACTERS, 2],
        IndexError,
        f"ids must be below {N_CHARACTERS}, .* got {N_CHARACTERS}",
    ),
    "none at all": ([], ValueError, r"ids must have shape \(n,\) with n at least [12], got \(0,\)"),
    "a table": ([[1, 2]], ValueError, r"ids must have shape \(n,\) with n at least [12], got \(1, 2\)"),
    "a single number": (3, ValueError, r"ids must have shape \(n,\) with n at least [12], got \(\)"),
    "ragged rows": ([[1], [2, 3]], ValueError, "ids must be a rectangular array, got"),
}


@pytest.mark.parametrize("ask", ["logits", "losses"])
@pytest.mark.parametrize(("ids", "error", "message"), BAD_IDS.values(), ids=BAD_IDS)
def test_bad_ids_are_named_in_the_error(ask, ids, error, message):
    with pytest.raises(error, match=message):
        getattr(tiny.load("rope"), ask)(ids)


def test_a_loss_needs_a_character_that_comes():
    with pytest.raises(ValueError, match=r"ids must have shape \(n,\) with n at least 2, got \(1,\)"):
        tiny.load("rope").losses([1])
    with pytest.raises(IndexError, match=str(N_CHARACTERS)):
        tiny.load("rope").losses([1, N_CHARACTERS])


BAD_ROTATIONS = {
    "too few frequencies": (
        {"frequencies": np.ones(15)},
        ValueError,
        "frequencies must be 16, one for each pair, got 15",
    ),
    "too many": ({"frequencies": np.ones(17)}, ValueError, "frequencies must be 16, one for each pair, got 17"),
    "one for all": ({"frequencies": 1.0}, ValueError, r"frequencies must be of shape \(n_pairs\), got \(\)"),
    "a table": ({"frequencies": np.ones((1, 16))}, ValueError, r"frequencies .* \(n_pairs\), got \(1, 16\)"),
    "NaN": ({"frequencies": [np.nan] * 16}, ValueError, "frequencies must be finite, got nan"),
    "infinity": ({"frequencies": [np.inf] * 16}, ValueError, "frequencies must be finite, got inf"),
    "strings": ({"frequencies": ["1"] * 16}, TypeError, "frequencies must hold real numbers, got .* <U1"),
    "no factor": ({"attention_factor": 0}, ValueError, "attention_factor must be .* greater than 0, got 0"),
    "NaN factor": ({"attention_factor": np.nan}, ValueError, "attention_factor must be finite .* got nan"),
    "boolean factor": ({"attention_factor": True}, TypeError, "attention_factor must be a real number, got True"),
    "a pair beyond": ({"capped": [0, 16]}, IndexError, "capped must name pairs from 0 to 15, got 16"),
    "a pair before": ({"capped": [-1]}, ValueError, "capped must not be negative, got -1"),
    "half a pair": ({"capped": [0.5]}, TypeError, "capped must be integers, got .* float64"),
    "flags": ({"capped": [True] * 16}, TypeError, "capped must hold real numbers, got .* bool"),
}


@pytest.mark.parametrize("ask", ["logits", "losses"])
@pytest.mark.parametrize(("bad", "error", "message"), BAD_ROTATIONS.values(), ids=BAD_ROTATIONS)
def test_bad_rotations_are_named_in_the_error(ask, bad, error, message):
    with pytest.raises(error, match=message):
        getattr(tiny.load("rope"), ask)(some_ids(5), **bad)


@pytest.mark.parametrize("name", STILL)
@pytest.mark.parametrize(
    "rotation", [{"frequencies": np.ones(16)}, {"attention_factor": 1.1}, {"capped": [0]}], ids=str
)
def test_a_model_that_does_not_rotate_cannot_be_turned_otherwise(name, rotation):
    model = tiny.load(name)
    assert model.logits(some_ids(5), frequencies=None, attention_factor=1.0, capped=()).shape[0] == 5
    with pytest.raises(ValueError, match=f"only a model that rotates .* not encoding '{name}'"):
        model.logits(some_ids(5), **rotation)


@every_model
def test_loads_by_name_and_by_the_seed_that_is_there(name):
    model, same = tiny.load(name), tiny.load(name, seed=tiny.curves()["how"]["seeds"][0])
    assert model.encoding == ("rope" if "rope" in name else name)
    assert model.train_length == (4 * TRAIN_LENGTH if name.startswith("rope-") else TRAIN_LENGTH)
    assert (model.frequencies is None) == (name in STILL)
    for key, array in model.weights.items():
        assert array.dtype == np.float32
        np.testing.assert_array_equal(array, same.weights[key])


@pytest.mark.parametrize("name", ["rotary", "", "ROPE", "../rope", "rope.npz", None, 5, b"rope", ["rope"]], ids=repr)
def test_an_unknown_model_is_answered_with_a_list(name):
    with pytest.raises(ValueError, match="encoding must be one of ") as caught:
        tiny.load(name)
    assert str(caught.value).endswith(f"{', '.join(map(repr, sorted(NAMES)))}, got {name!r}")


@pytest.mark.parametrize(
    ("seed", "wanted"),
    [(1, "seed must be 0, the one whose weights are here, or None, got 1"), (-1, "seed must be at least 0, got -1")],
)
def test_another_seed_is_not_there(seed, wanted):
    with pytest.raises(ValueError, match=wanted):
        tiny.load("rope", seed)


@pytest.mark.parametrize("seed", ["0", False, True, 0.5, 0.0, np.zeros(2)], ids=repr)
def test_a_seed_is_an_integer(seed):
    with pytest.raises(TypeError, match="seed must be an integer, got "):
        tiny.load("rope", seed)


@every_model
def test_what_is_written_is_read_again(tmp_path, name):
    model = tiny.load(name)
    store.write(tmp_path / "model.npz", model, 7)
    again, seed = store.read(tmp_path / "model.npz")
    assert seed == 7
    for field in ("encoding", "train_length", "n_heads", "attention_factor"):
        assert getattr(again, field) == getattr(model, field)
    np.testing.assert_array_equal(again.frequencies, model.frequencies)
    assert again.weights.keys() == model.weights.keys()
    for key, array in again.weights.items():
        np.testing.assert_array_equal(array, model.weights[key])


def refused(path):
    """What the error says of a file that holds no model."""
    with pytest.raises(ValueError) as caught:
        store.read(path)
    assert str(path) in str(caught.value)
    assert "does not hold a tiny model: " in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.9, 0.999, 0.99999])
def test_a_file_cut_short_holds_no_model(tmp_path, share):
    whole = (store.DATA / "t5.npz").read_bytes()
    (tmp_path / "t5.npz").write_bytes(whole[: int(share * len(whole))])
    refused(tmp_path / "t5.npz")


@pytest.mark.parametrize("content", [b"", b"no weights at all", b"PK\x03\x04", b"\x93NUMPY", b"\x80\x04N."], ids=repr)
def test_another_file_holds_no_model(tmp_path, content):
    (tmp_path / "rope.npz").write_bytes(content)
    refused(tmp_path / "rope.npz")


def test_a_file_that_is_not_there_holds_no_model(tmp_path):
    refused(tmp_path / "rope.npz")


def test_a_single_array_holds_no_model(tmp_path):
    with (tmp_path / "rope.npz").open("wb") as file:
        np.save(file, np.zeros(3))
    refused(tmp_path / "rope.npz")


def spoiled(path, name, change):
    """A copy of a model's file after change(arrays), which may return other arrays."""
    with np.load(store.DATA / f"{name}.npz") as file:
        arrays = dict(file)
    np.savez(path, **(change(arrays) or arrays))
    return refused(path)


def without(key):
    return lambda arrays: {name: array for name, array in arrays.items() if name != key}


def settings_without(key):
    def change(arrays):
        kept = {name: value for name, value in json.loads(str(arrays["settings"])).items() if name != key}
        return arrays | {"settings": np.array(json.dumps(kept))}

    return change


def settings_with(**new):
    def change(arrays):
        return arrays | {"settings": np.array(json.dumps(json.loads(str(arrays["settings"])) | new))}

    return change


def replaced(**new):
    return lambda arrays: arrays | {name: np.array(array) for name, array in new.items()}


def with_one(value):
    def change(arrays):
        arrays["up"][1, 2, 3] = value

    return change


BAD_FILES = {
    "no settings": ("rope", without("settings"), "settings"),
    "settings that are no JSON": ("rope", replaced(settings="rope"), "Expecting value"),
    "settings without the seed": ("rope", settings_without("seed"), "seed"),
    "settings without the heads": ("rope", settings_without("n_heads"), "n_heads"),
    "a list of settings": ("rope", replaced(settings="[1]"), ""),
    "objects": ("rope", lambda arrays: arrays | {"up": np.array([None])}, "allow_pickle"),
    "no up": ("rope", without("up"), "up"),
    "no embedding": ("rope", without("embedding"), "embedding"),
    "no head": ("rope", without("head"), "its arrays must be"),
    "no norms": ("rope", without("norms"), "its arrays must be"),
    "no bias": ("t5", without("bias"), "bias"),
    "no positions": ("learned", without("positions"), "positions"),
    "an array too many": ("rope", replaced(bias=np.zeros((32, 4))), "its arrays must be"),
    "a layer too few": ("rope", lambda a: a | {"qkv": a["qkv"][1:]}, "qkv must have shape (3, 128, 384), got (2,"),
    "a flat matrix": (
        "rope",
        lambda a: a | {"out": a["out"].ravel()},
        "out must have shape (3, 128, 128), got (49152,)",
    ),
    "a norm too few": ("rope", lambda a: a | {"norms": a["norms"][1:]}, "norms must have shape (7, 128), got (6, 128)"),
    "a character too few": ("rope", lambda a: a | {"head": a["head"][:, 1:]}, f"got (128, {N_CHARACTERS - 1})"),
    "other heads": ("t5", lambda a: a | {"bias": a["bias"][:, 1:]}, "bias must have shape (32, 4), got (32, 3)"),
    "NaN": ("rope", with_one(np.nan), "up must be finite, got nan"),
    "infinity": ("rope", with_one(np.inf), "up must be finite, got inf"),
    "an unknown encoding": ("none", settings_with(encoding="foo"), "encoding must be one of 'none', "),
    "no frequencies": (
        "rope",
        settings_without("frequencies"),
        "frequencies must be there for rope only, one for each",
    ),
    "frequencies of no use": ("none", settings_with(frequencies=[1.0]), "frequencies must be there for rope only"),
    "too few frequencies": ("rope", settings_with(frequencies=[1.0]), "frequencies must be there for rope only"),
    "endless frequencies": ("rope", settings_with(frequencies=[float("inf")] * 16), "frequencies must be finite"),
    "a negative length": ("rope", settings_with(train_length=-5), "train_length must be at least 1, got -5"),
    "three heads": ("rope", settings_with(n_heads=3), "n_heads must divide the width 128, got 3"),
    "no head at all": ("rope", settings_with(n_heads=0), "n_heads must be at least 1, got 0"),
    "a factor of 0": ("rope", settings_with(attention_factor=0), "attention_factor must be finite and greater than 0"),
}


@pytest.mark.parametrize(("name", "change", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_weights_that_do_not_fit_make_no_model(tmp_path, name, change, message):
    assert message in spoiled(tmp_path / f"{name}.npz", name, change)


def test_a_flipped_byte_is_noticed_or_changes_nothing_but_a_number(tmp_path):
    whole = (store.DATA / "rope.npz").read_bytes()
    random = np.random.default_rng(0)
    noticed = 0
    for place in random.integers(0, len(whole), 40):
        flipped = bytearray(whole)
        flipped[place] ^= 0xFF
        (tmp_path / "rope.npz").write_bytes(flipped)
        try:
            store.read(tmp_path / "rope.npz")
        except ValueError as error:
            assert "does not hold a tiny model" in str(error)
            noticed += 1
    assert noticed > 20


def test_a_damaged_file_is_named_when_its_model_is_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "DATA", tmp_path)
    (tmp_path / "rope.npz").write_bytes(b"damaged")
    with pytest.raises(ValueError, match=r"rope\.npz does not hold a tiny model"):
        tiny.load("rope")


def test_all_the_files_together_are_small():
    sizes = {path.name: path.stat().st_size for path in store.DATA.iterdir()}
    assert sizes.keys() == {"held_out.txt", "curves.json", *(f"{name}.npz" for name in NAMES)}
    assert sum(sizes.values()) <= 12e6


def test_the_held_out_text_can_be_read_by_the_models_and_has_no_greek():
    assert set(tiny.held_out()) <= set(tiny.ALPHABET) - set(tiny.GREEK)
    assert len(tiny.held_out()) > 20_000


def loss_again(name, length=MEASURED, **rotation):
    losses = tiny.loss_by_position(tiny.load(name), tiny.held_out(), length, **rotation)
    return tiny.in_bands(losses, tiny.curves()["band"])


def first_bands(group, key, length=MEASURED):
    return tiny.curves()[group][key]["loss"][0][: length // tiny.curves()["band"]]


@every_model
def test_the_models_are_still_as_surprised_as_the_curves_say(name):
    np.testing.assert_allclose(loss_again(name), first_bands("trained", name), rtol=0, atol=DRIFT)


AGAIN = {
    ("stretched", "ntk 4"): {"frequencies": ntk.frequencies(2 * N_PAIRS, 4)},
    ("stretched", "yarn 4"): {
        "frequencies": yarn.frequencies(2 * N_PAIRS, 4, TRAIN_LENGTH),
        "attention_factor": yarn.attention_factor(4),
    },
    ("capped", f"slow {UNFINISHED}"): {"capped": ALL[UNFINISHED:]},
    ("capped", f"fast {UNFINISHED}"): {"capped": ALL[:UNFINISHED]},
}


@pytest.mark.parametrize(("group", "key"), AGAIN)
def test_turned_otherwise_the_model_is_still_as_surprised_as_the_curves_say(group, key):
    length = 2 * TRAIN_LENGTH
    again = loss_again("rope", length, **AGAIN[group, key])
    np.testing.assert_allclose(again, first_bands(group, key, length), rtol=0, atol=DRIFT)
    assert np.abs(again - first_bands("trained", "rope", length)).max() > 2 * DRIFT  # or nothing was turned


@pytest.mark.parametrize("name", ["none", "alibi", "rope"])
def test_the_models_still_copy_as_much_as_the_curves_say(name):
    curves = tiny.curves()
    for distance, copied in list(zip(curves["distances"], curves["trained"][name]["copied"][0]))[:3]:
        again = tiny.copied(tiny.load(name), tiny.held_out(), distance, curves["trials"])
        assert again == pytest.approx(copied, abs=1 / (2 * curves["trials"]) + 1e-3)


CURVES = [
    *(("trained", name, 64) for name in NAMES),
    *(("stretched", f"{method} {s}", 64) for method in ("linear", "ntk", "yarn", "yarn-adjusted") for s in (2, 4, 8)),
    *(("stretched", f"{method} 4", 64) for method in ("plain", "base")),
    *(("capped", f"{side} {cut}", 32) for side in ("slow", "fast", "four") for cut in range(N_PAIRS + 1)),
]


def test_the_curves_are_those_that_were_measured():
    groups = {"trained", "stretched", "capped"}
    assert {(group, key) for group in groups for key in tiny.curves()[group]} == {c[:2] for c in CURVES}
    assert tiny.curves().keys() == groups | {"how", "band", "distances", "trials"}


@pytest.mark.parametrize(("group", "key", "n_bands"), CURVES, ids=lambda value: str(value))
def test_every_curve_has_every_seed_and_every_band_and_nothing_absurd(group, key, n_bands):
    curves = tiny.curves()
    n_seeds, measures = len(curves["how"]["seeds"]), curves[group][key]
    assert n_seeds >= 3
    losses = np.array(measures["loss"])
    assert losses.shape == (n_seeds, n_bands)
    assert np.isfinite(losses).all() and (losses > 0).all()
    whole = group != "capped" or key.split()[1] in ("0", str(UNFINISHED), str(N_PAIRS))
    assert measures.keys() == ({"loss", "copied"} if whole else {"loss"})
    if "copied" in measures:
        copied = np.array(measures["copied"])
        assert copied.shape == (n_seeds, len(curves["distances"]))
        assert (copied >= 0).all() and (copied <= 1).all()


@pytest.mark.parametrize(
    ("group", "key"), [("capped", "fast 0"), ("capped", f"slow {N_PAIRS}"), ("stretched", "plain 4")]
)
def test_what_changes_nothing_was_measured_as_nothing(group, key):
    same, rope_itself = (tiny.curves()[g][k] for g, k in ((group, key), ("trained", "rope")))
    for loss, expected in zip(same["loss"], rope_itself["loss"], strict=True):
        np.testing.assert_allclose(loss, expected[: len(loss)], rtol=0, atol=DRIFT)


def test_to_cap_all_fast_pairs_is_to_cap_all_slow_ones():
    capped = tiny.curves()["capped"]
    np.testing.assert_allclose(capped["slow 0"]["loss"], capped[f"fast {N_PAIRS}"]["loss"], rtol=0, atol=DRIFT)


def test_one_part_of_the_weights_off_by_a_hundredth_would_show():
    model = tiny.load("rope")
    up = model.weights["up"].copy()
    up[1] *= 1.01
    other = dataclasses.replace(model, weights=model.weights | {"up": up})
    logits, golden = other.logits(GOLDEN["ids"])[GOLDEN["rows"]], GOLDEN["rope"]
    assert np.abs(logits - golden).max() > 1e-2


# What is asked of the models, asked of stand-ins whose answers are known.


@dataclasses.dataclass
class StandIn:
    """Anything that answers as a model does: logits from a function of the ids."""

    answer: object
    heard: list = dataclasses.field(default_factory=list)

    def encode(self, text):
        return encode(text)

    def logits(self, ids, **rotation):
        self.heard.append((ids, rotation))
        return np.eye(N_CHARACTERS)[self.answer(ids)]


def after_the_last_time(ids):
    """For each character, the one that came after it the last time; the first of all where there was no such time."""
    answers, seen = [], {}
    for i, character in enumerate(ids):
        answers.append(ids[seen[character] + 1] if character in seen else 0)
        seen[character] = i
    return answers


def further_back(distance):
    """The character that stood so many tokens before the one to come."""
    return lambda ids: [ids[max(i + 1 - distance, 0)] for i in range(len(ids))]


@law
@given(seeds)
def test_a_random_word_has_one_letter_from_each_quarter_of_the_alphabet(seed):
    word = tiny.random_word(np.random.default_rng(seed))
    assert [tiny.GREEK.index(letter) // 6 for letter in word] == [0, 1, 2, 3]
    assert word == tiny.random_word(np.random.default_rng(seed))


def test_random_words_use_every_letter():
    random = np.random.default_rng(0)
    assert set("".join(tiny.random_word(random) for _ in range(200))) == set(tiny.GREEK)


@pytest.mark.parametrize("distance", [4, 16, 100])
def test_who_remembers_copies_everything(distance):
    assert tiny.copied(StandIn(after_the_last_time), tiny.held_out(), distance, 20) == 1


@pytest.mark.parametrize("distance", [4, 16, 100])
def test_the_word_comes_again_at_the_distance_and_nowhere_else(distance):
    model = StandIn(further_back(distance))
    assert tiny.copied(model, tiny.held_out(), distance, 20) == 1
    greek = [encode(tiny.GREEK).min() <= ids for ids, _ in model.heard]
    assert all(g.sum() == 7 and len(g) == 16 + distance + 3 for g in greek)  # a word, and one without its last letter
    for wrong in (distance - 1, distance + 1):
        assert tiny.copied(StandIn(further_back(wrong)), tiny.held_out(), distance, 20) == 0


def test_who_knows_nothing_copies_nothing_and_who_guesses_is_right_in_one_of_six():
    random = np.random.default_rng(0)

    def guess(ids):
        """The next quarter of the Greek alphabet, any letter of it."""
        quarters = (ids - N_CHARACTERS + len(tiny.GREEK)) // 6 + 1
        return N_CHARACTERS - len(tiny.GREEK) + quarters % 4 * 6 + random.integers(0, 6, len(ids))

    assert tiny.copied(StandIn(np.zeros_like), tiny.held_out(), 16, 20) == 0
    assert tiny.copied(StandIn(guess), tiny.held_out(), 16, 500) == pytest.approx(1 / 6, abs=0.04)


def test_half_a_memory_copies_half():
    def forgetful(ids):
        return [a if i % 2 else 0 for i, a in enumerate(after_the_last_time(ids))]

    assert tiny.copied(StandIn(forgetful), tiny.held_out(), 16, 20) == 0.5


def test_rotations_reach_the_model():
    model = StandIn(np.zeros_like)
    tiny.copied(model, tiny.held_out(), 16, 3, attention_factor=2.0, capped=[1])
    assert [rotation for _, rotation in model.heard] == [{"attention_factor": 2.0, "capped": [1]}] * 3


def test_the_same_words_are_asked_of_every_model():
    first, second = StandIn(np.zeros_like), StandIn(after_the_last_time)
    for model in (first, second):
        tiny.copied(model, tiny.held_out(), 32, 5)
    for (ids, _), (same, _) in zip(first.heard, second.heard, strict=True):
        np.testing.assert_array_equal(ids, same)
    assert len({tuple(ids) for ids, _ in first.heard}) == 5


class Counting:
    """A model to which every character is its own place in the text, and whose loss is the character to come."""

    def encode(self, text):
        return np.arange(len(text))

    def losses(self, ids, offset=0):
        return ids[1:] + offset


@few
@given(st.integers(1, 1024), st.integers(1025, 5000))
@example(1024, 1025)
@example(16, 1792)  # one character short of a second window
def test_losses_are_those_of_their_positions_in_windows_768_apart(length, n_characters):
    starts = [s for s in range(0, n_characters, 768) if s + 1025 <= n_characters]
    losses = tiny.loss_by_position(Counting(), "x" * n_characters, length)
    np.testing.assert_allclose(losses, np.mean(starts) + 1 + np.arange(length), rtol=1e-12)
    turned = tiny.loss_by_position(Counting(), "x" * n_characters, length, offset=3)
    np.testing.assert_allclose(turned, losses + 3, rtol=1e-12)


def test_a_model_that_answers_its_position_is_heard_at_that_position():
    class Position(Counting):
        def losses(self, ids):
            return np.arange(len(ids) - 1)

    np.testing.assert_array_equal(tiny.loss_by_position(Position(), "x" * 3000, 160), np.arange(160))


def test_bands_are_means_over_positions_in_a_row():
    np.testing.assert_array_equal(tiny.in_bands(np.arange(32)), [7.5, 23.5])
    np.testing.assert_array_equal(tiny.in_bands(np.array([1.0, 3.0, 5.0, 9.0]), width=2), [2, 7])


BAD_COPIES = {
    "too near": ({"distance": 3}, ValueError, "distance must be at least 4, got 3"),
    "float distance": ({"distance": 16.0}, TypeError, "distance must be an integer, got 16.0"),
    "boolean distance": ({"distance": True}, TypeError, "distance must be an integer, got True"),
    "no trials": ({"trials": 0}, ValueError, "trials must be at least 1, got 0"),
    "float trials": ({"trials": 2.5}, TypeError, "trials must be an integer, got 2.5"),
    "no text": ({"text": None}, TypeError, "text must be a string, got None"),
}


@pytest.mark.parametrize(("bad", "error", "message"), BAD_COPIES.values(), ids=BAD_COPIES)
def test_bad_input_of_copied_is_named_in_the_error(bad, error, message):
    with pytest.raises(error, match=message):
        tiny.copied(**{"model": tiny.load("rope"), "text": tiny.held_out(), "distance": 16, "trials": 1} | bad)


@pytest.mark.parametrize("model", ["rope", None, 5])
def test_the_name_of_a_model_is_no_model(model):
    for measure, numbers in ((tiny.loss_by_position, (16,)), (tiny.copied, (16, 1))):
        with pytest.raises(TypeError, match=f"model must be a Model, .* got {model!r}"):
            measure(model, tiny.held_out(), *numbers)


@pytest.mark.parametrize("group", ["trained", "stretched", "capped"])
def test_what_was_measured_comes_as_arrays(group):
    curves = tiny.curves()
    for name, stored in curves[group].items():
        found = tiny.measured(group, name)
        np.testing.assert_array_equal(found["loss"], stored["loss"])
        np.testing.assert_array_equal(found["positions"][:2], [curves["band"] / 2, 1.5 * curves["band"]])
        assert found["positions"].shape == found["loss"].shape[1:]
        assert ("copied" in found) == ("copied" in stored) == ("distances" in found)
        if "copied" in stored:
            np.testing.assert_array_equal(found["copied"], stored["copied"])
            assert found["distances"].tolist() == curves["distances"]
        with pytest.raises(ValueError, match="read-only"):
            found["loss"][0] = 0
        found.pop("loss")
        assert "loss" in tiny.measured(group, name), "what a caller does to it stays with the caller"


@pytest.mark.parametrize(
    ("group", "name", "message"),
    [
        ("how", "rope", "group must be one of 'trained', 'stretched', 'capped', got 'how'"),
        ("trained", "rotary", "name must be one of 'none', .*, got 'rotary'"),
        ("stretched", "yarn 3", "name must be one of 'linear 2', .*, got 'yarn 3'"),
        (["trained"], "rope", r"group must be .*, got \['trained'\]"),
        ("trained", ["rope"], r"name must be a string, got \['rope'\]"),
    ],
)
def test_what_was_not_measured_is_named(group, name, message):
    with pytest.raises((TypeError, ValueError), match=message):
        tiny.measured(group, name)
