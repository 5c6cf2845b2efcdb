"""The pictures of stretching and of real models show what the methods and the measurements say, at every stop."""

import itertools

import numpy as np
import pytest

from posviz import models, tiny
from posviz.encodings import rope
from posviz.explorables import real_models, stretched_angles, stretched_frequencies, trained_stretch
from posviz.rope_scaling import from_config, settings

PAIRS = np.arange(64)
LLAMA_2 = {"head_dim": 128, "model_type": "llama"}


def asked_for_in_a_file(rope_type, factor, length, base, sequence_length=None):
    """Divisors of a model whose config asks for this."""
    knobs = {"rope_type": rope_type, "factor": factor, "original_max_position_embeddings": length}
    knobs |= {"low_freq_factor": 1.0, "high_freq_factor": 4.0} if rope_type == "llama3" else {}
    config = LLAMA_2 | {"rope_theta": base, "max_position_embeddings": length, "rope_scaling": knobs}
    rotary = from_config(config, sequence_length)
    return rotary.unstretched / rotary.frequencies


def by_turns(factor, length, base):
    """The ramp of YaRN's paper, written out."""
    turns = length * base ** (-PAIRS / 64) / (2 * np.pi)
    kept = np.clip((turns - 1) / 31, 0, 1)
    return 1 / (kept + (1 - kept) / factor)


EXPECTED = {
    "interpolation": lambda s, length, base: asked_for_in_a_file("linear", s, length, base),
    "NTK-aware": lambda s, length, base: s ** (PAIRS / 63),
    "dynamic NTK at 2 L": lambda s, length, base: asked_for_in_a_file("dynamic", s, length, base, 2 * length),
    "NTK-by-parts (paper)": by_turns,
    "Llama 3.1": lambda s, length, base: asked_for_in_a_file("llama3", s, length, base),
    "YaRN (code)": lambda s, length, base: asked_for_in_a_file("yarn", s, length, base),
}


@pytest.mark.parametrize("method", EXPECTED)
def test_divisors_are_those_of_the_method_at_every_stop(method):
    picture = stretched_frequencies.explorable
    assert set(picture.sliders["method"].stops) == set(EXPECTED)
    bold = next(t for t in picture.traces if t.name == "chosen")
    faint = [t for t in picture.traces if t.name in ("by_factor_alone", "by_turns_in_training")]
    curves = [(trace, slice(start, start + 64)) for trace in faint for start in (0, 65, 130)]
    order = ["interpolation", "NTK-aware", "dynamic NTK at 2 L", "NTK-by-parts (paper)", "Llama 3.1", "YaRN (code)"]
    for factor, length, base in itertools.product(*(picture.stops(a) for a in ("factor", "train_length", "base"))):
        expected = EXPECTED[method](factor, length, base).round(3)
        at = {"method": method, "factor": factor, "train_length": length, "base": base}
        for trace, part in ((bold, slice(None)), curves[order.index(method)]):
            drawn = trace.moving(*(at[axis] for axis in trace.axes))["y"][part]
            np.testing.assert_allclose(drawn, expected, rtol=0, atol=1.1e-3, err_msg=str(at))


@pytest.mark.parametrize(
    ("method", "zones"),
    [("YaRN (code)", "21, 25, 18"), ("NTK-by-parts (paper)", "21, 25, 18"), ("NTK-aware", "1, 62, 1")],
)
def test_zones_are_counted(method, zones):
    assert stretched_frequencies.zones(method, 4, 4_096, 10_000) == zones


@pytest.mark.parametrize("method", stretched_angles.explorable.sliders["method"].stops)
@pytest.mark.parametrize("context_length", [4_096, 16_384, 32_768])
def test_new_angles_are_those_that_no_position_of_the_training_shows(method, context_length):
    trained, now = rope.frequencies(128), stretched_angles.frequencies(method, 4)
    seen = np.minimum(4_096 * trained, 2 * np.pi)
    shown = np.outer(np.arange(1, context_length + 1, 7), now)
    new = (np.minimum(shown, 2 * np.pi).max(axis=0) > seen + 8 * now) & (seen < 2 * np.pi)
    claimed = np.zeros(64, bool)
    claimed[stretched_angles.new_angles(method, 4, context_length)] = True
    assert (claimed | ~new).all()
    assert claimed.sum() == stretched_angles.with_new_angles(method, 4, context_length)
    assert not (claimed & (context_length * now <= 4_096 * trained)).any()


@pytest.mark.parametrize("stage", trained_stretch.STAGES)
@pytest.mark.parametrize("method", trained_stretch.METHODS)
def test_measured_stretches_are_the_stored_ones(method, stage):
    name, (group, factor) = trained_stretch.METHODS[method], trained_stretch.STAGES[stage]
    key = f"rope-{name}" if group == "trained" else f"{name} {4 if name in ('plain', 'base') else factor}"
    stored = np.array(tiny.curves()[group][key]["loss"])
    bands = {
        trained_stretch.near: slice(4, 8),
        trained_stretch.far: slice(16, 32),
        trained_stretch.farthest: slice(32, 64),
    }
    for readout, band in bands.items():
        assert readout(method, stage) == pytest.approx(stored[:, band].mean())
    outline = trained_stretch.loss_spread(method, stage)["y"]
    np.testing.assert_allclose(outline[:64], stored.min(axis=0), atol=6e-4)
    np.testing.assert_allclose(outline[64:][::-1], stored.max(axis=0), atol=6e-4)


def test_every_model_that_rotates_is_there_in_the_order_of_its_publication():
    known = [models.load(name) for name in models.names()]
    for model in known:
        shown = [words for words in real_models.MODELS if words.split(", ")[0] == model["name"]]
        rotates = model["positions"] == "rotary"
        assert len(shown) == (len(settings.rotations(settings.text_model(model["config"]))) if rotates else 0)
    released = {model["name"]: model["released"] for model in known}
    dates = [released[words.split(", ")[0]] for words in real_models.MODELS]
    assert dates == sorted(dates)


@pytest.mark.parametrize("model", real_models.MODELS)
def test_a_real_models_wavelengths_are_those_of_its_config(model):
    _, config, layers = real_models.MODELS[model]
    for context_length in real_models.CONTEXTS:
        rotary = from_config(config, context_length, layers)
        turning = rotary.frequencies[rotary.frequencies > 0]
        rotation = real_models.rotation(model, context_length)
        drawn = real_models.as_stretched(rotation)
        np.testing.assert_allclose(drawn["y"][: len(turning)], 2 * np.pi / turning)
        assert (np.diff(drawn["x"][: len(turning)]) > 0).all()
        assert drawn["x"].min() >= 0 and drawn["x"].max() < 100
        never = int((2 * np.pi / turning > context_length).sum())
        assert real_models.unfinished(rotation, context_length) == never
        if never:
            assert context_length * turning[-1] < 2 * np.pi
