"""The settings of real models: every file is whole, says where it is from, and tells the rotation that it should."""

import datetime
import json
import re

import numpy as np
import pytest

from posviz import models
from posviz.rope_scaling import from_config, settings

NAMES = models.names()
KEYS = ["name", "released", "source", "seen", "positions", "layers", "train_length", "note", "config"]
KINDS = {"rotary", "learned", "sinusoidal", "alibi", "t5", "none"}
SAYS = {  # what a model that does not rotate says of its positions
    "learned": "learned table",
    "sinusoidal": "sinusoids",
    "alibi": "ALiBi",
    "t5": "bucket",
    "none": "no encoding of positions",
}
every_model = pytest.mark.parametrize("name", NAMES)


def rotations(config):
    """{layer type: Rotary} of all layers that turn."""
    kinds = settings.rotations(settings.text_model(config))
    return {kind: from_config(config, layer_type=kind) for kind in kinds}


def unfinished(rotary, length):
    """How many pairs never finish a turn in training, before any stretching."""
    turning = rotary.unstretched[rotary.unstretched > 0]
    return int((length * turning < 2 * np.pi).sum()), len(turning)


def test_there_are_models_of_every_kind():
    assert len(NAMES) >= 20
    assert {models.load(name)["positions"] for name in NAMES} == KINDS
    types = {found.get("rope_type", found.get("type")) for found in map(knobs, NAMES)}
    assert types >= {None, "linear", "dynamic", "yarn", "llama3", "longrope"}


def knobs(name):
    config = models.load(name)["config"]
    config = config.get("text_config", config)
    return config.get("rope_parameters") or config.get("rope_scaling") or {}


@every_model
def test_a_file_holds_what_it_should(name):
    model = models.load(name)
    assert list(model) == KEYS
    for key in ("name", "source", "layers", "note"):
        assert isinstance(model[key], str) and model[key].strip() == model[key]
        assert model[key] or key == "note"
    assert re.fullmatch(r"20[0-2]\d-(0[1-9]|1[0-2])", model["released"])
    assert model["seen"] == datetime.date.fromisoformat(model["seen"]).isoformat()
    assert model["released"] <= model["seen"][:7]
    assert model["positions"] in KINDS
    assert type(model["train_length"]) is int and model["train_length"] >= 1
    assert isinstance(model["config"].get("model_type"), str)
    assert re.fullmatch(r"[a-z0-9]+([.-][a-z0-9.]+)*", name)


def test_no_model_is_there_twice():
    assert len({models.load(name)["name"] for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if models.load(name)["positions"] == "rotary"])
def test_rotary_models_rotate(name):
    model = models.load(name)
    for kind, rotary in rotations(model["config"]).items():
        assert np.isfinite(rotary.frequencies).all(), kind
        assert (np.diff(rotary.frequencies) <= 0).all()
        assert (rotary.frequencies <= rotary.unstretched * (1 + 1e-12)).all()
        turning = rotary.frequencies > 0
        assert turning.any()
        proportional = settings.read(model["config"], kind).rope_type == "proportional"
        assert turning.all() != proportional
        assert unfinished(rotary, model["train_length"])[0] < turning.sum()
        assert 2 * len(rotary.frequencies) == rotary.rotary_dim <= rotary.head_dim
        assert 1 <= rotary.attention_factor < 2
        vector = np.ones(rotary.head_dim)
        still = rotary.rotate(vector, 0)
        np.testing.assert_array_equal(still[: rotary.rotary_dim], rotary.attention_factor)
        np.testing.assert_array_equal(still[rotary.rotary_dim :], 1)


@pytest.mark.parametrize("name", [name for name in NAMES if models.load(name)["positions"] != "rotary"])
def test_the_others_say_what_they_do_instead(name):
    model = models.load(name)
    with pytest.raises(settings.NoRotation, match=SAYS[model["positions"]]):
        from_config(model["config"])


@pytest.mark.parametrize(
    ("name", "length", "expected"),
    [
        ("llama-1-7b", 2048, (23, 64)),
        ("llama-2-7b", 4096, (18, 64)),
        ("llama-3-8b", 8192, (29, 64)),
        ("llama-3.1-8b", 8192, (29, 64)),
        ("qwen3-8b", 32_768, (24, 64)),
        ("gpt-oss-20b", 4096, (14, 32)),
        ("deepseek-v3", 4096, (9, 32)),
    ],
)
def test_some_pairs_never_finish_a_turn_in_training(name, length, expected):
    model = models.load(name)
    assert model["train_length"] == length
    assert unfinished(from_config(model["config"]), length) == expected


def test_gemma_3_has_two_bases_though_its_file_says_neither():
    full, sliding = rotations(models.load("gemma-3-4b")["config"]).values()
    assert (full.frequencies[0], sliding.frequencies[0]) == (0.125, 1)


def test_names_are_the_files_in_order():
    assert sorted(f"{name}.json" for name in NAMES) == sorted(path.name for path in models.FOLDER.glob("*.json"))
    assert sorted(NAMES) == NAMES


def test_what_is_loaded_can_be_changed_without_harm():
    models.load("llama-2-7b")["config"].clear()
    path = models.FOLDER / "llama-2-7b.json"
    assert models.load("llama-2-7b") == json.loads(path.read_text("utf-8"))


UNKNOWN = ["llama", "", "../llama-2-7b", "llama-2-7b.json", "LLAMA-2-7B", "__init__", None, 7, b"llama-2-7b", ["gpt-2"]]


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_name_is_named_in_the_error(name):
    with pytest.raises(ValueError, match=r"name must be one of .* llama-2-7b, .* got ") as caught:
        models.load(name)
    assert str(caught.value).endswith(f"got {name!r}")
