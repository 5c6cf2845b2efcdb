"""The page on a config.json says what the rotation does, and names each trap where it is and nowhere else."""

import base64
import inspect
import json
import re
import subprocess
import sys
from html.parser import HTMLParser

import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from test_from_config import (
    BAD,
    EXAONE,
    GEMMA_3,
    GEMMA_4,
    LAYERS,
    LLAMA_2,
    LLAMA_3,
    LONGROPE,
    MLA,
    PLAIN,
    STRETCHES,
    YARN,
)
from test_from_config import STILL as WITHOUT_ROTATION

from posviz import models
from posviz.__main__ import main
from posviz.report import report, zones
from posviz.rope_scaling import from_config, settings, traps

LLAMA_3_1_8B = """\
rotation     llama3, in a model of type llama
pairs        64 pairs, of 64 in a head of 128 features
layout       half-split in this model type's code: pair i is features i and i + 64
base         500,000 (rope_theta)
lengths      8,192 tokens before stretching, then up to 131,072
wavelengths  6.28 tokens per turn (pair 0), 11,971 (pair 32), 20,473,564 (pair 63);
             before stretching 6.28 to 2,559,196
zones        29 pairs untouched: 0 to 28
             6 pairs blended, divided by 1 to 8: 29 to 34
             29 pairs divided by 8: 35 to 63
attention    factor 1: scores are left as they are
unfinished   29 of 64 pairs never finish a turn in 8,192 tokens
beware       base 500,000 and factor 8 both make pairs slow: right if this base is the
             one the model was trained at, and stretched twice if it was raised for the
             long context."""
law = hypothesis_settings(deadline=None, max_examples=50)


def words(text):
    """The text without its line breaks."""
    return " ".join(str(text).split())


def with_knobs(*knobs, **beside):
    return PLAIN | {"rope_scaling": {key: value for some in knobs for key, value in some.items()}} | beside


def test_llama_3_1_fits_on_a_page():
    assert str(report(models.load("llama-3.1-8b")["config"])) == LLAMA_3_1_8B


@pytest.mark.parametrize("name", models.names())
def test_says_of_every_model_what_its_rotation_is(name):
    config = models.load(name)["config"]
    page = report(config)
    assert str(page) == repr(page) == page.text
    if models.load(name)["positions"] != "rotary":
        with pytest.raises(settings.NoRotation) as caught:
            from_config(config)
        assert str(page) == f"{caught.value}."
        return
    kinds = settings.rotations(settings.text_model(config))
    parts = str(page).split("\n\n")
    assert len(parts) == len(kinds) == len(page.rotations)
    for part, kind in zip(parts, kinds):
        found, rotary = settings.read(config, kind), from_config(config, layer_type=kind)
        turning, said = np.count_nonzero(rotary.frequencies), words(part)
        width = found.head_dim + (config.get("qk_nope_head_dim") or 0)
        assert f"pairs {turning} pairs, of {width // 2} in a head of {width} features" in said
        assert f"base {found.base:,.10g} (rope_theta)" in said
        assert f"attention factor {rotary.attention_factor:.6g}:" in said
        assert f"layout {found.layout} in this model type's code" in said
        assert f"rotation {found.rope_type}, in a model of type {found.model_type}" in said
        assert part.startswith(f"layers       {kind}\n") == (kind is not None)
        for warning in traps.warnings(config, kind):
            assert warning in said
        if found.train_length:
            slow = (2 * np.pi / rotary.unstretched[rotary.unstretched > 0] > found.train_length).sum()
            assert f"{slow} of {turning} pairs never finish a turn in {found.train_length:,} tokens" in said
        else:
            assert "never finish" not in said


@pytest.mark.parametrize("name", STRETCHES)
def test_every_method_has_a_page(name):
    config = with_knobs(STRETCHES[name])
    for length in (None, 100_000):
        page = report(config, length)
        rotary = from_config(config, length)
        np.testing.assert_array_equal(page.rotations[None][1].frequencies, rotary.frequencies)
        assert f"{2 * np.pi / rotary.frequencies[0]:.2f} tokens per turn (pair 0)" in words(page)


def numbers_of(ranges):
    """'0 to 2, 5' -> 0, 1, 2, 5."""
    ends = [[int(end) for end in run.split(" to ")] for run in ranges.split(", ")]
    return [pair for run in ends for pair in range(run[0], run[-1] + 1)]


stretches = st.fixed_dictionaries(
    {"rope_type": st.sampled_from([n for n in STRETCHES if n not in ("default", "mrope", "longrope", "su")])}
    | {"factor": st.floats(1, 64), "original_max_position_embeddings": st.integers(1, 10**6)},
    optional={"partial_rotary_factor": st.just(0.5), "truncate": st.booleans()},
)


@law
@given(stretches, st.integers(1, 64), st.floats(2, 1e7), st.integers(1, 10**6))
def test_zones_hold_every_turning_pair_once(knobs, quarters, base, length):
    config = {"head_dim": 4 * quarters, "rope_theta": base, "max_position_embeddings": 8192}
    if int(2 * quarters * knobs.get("partial_rotary_factor", 1)) % 2 or 2 * quarters < 4:
        config["head_dim"] = 64
    config["rope_scaling"] = knobs
    found, rotary = settings.read(config), from_config(config, length)
    turning = rotary.frequencies > 0
    divisors = rotary.unstretched[turning] / rotary.frequencies[turning]
    said = zones(found, rotary)
    if said == ["no pair is stretched"]:
        np.testing.assert_allclose(divisors, 1, rtol=1e-8)
        return
    listed = []
    for zone in said:
        count, what, ranges = re.fullmatch(r"(\d+) pairs? (.*): ([\d to,]+)", zone).groups()
        pairs = numbers_of(ranges)
        assert len(pairs) == int(count)
        listed += pairs
        least, most = divisors[pairs].min(), divisors[pairs].max()
        if what == "untouched":
            assert most == pytest.approx(1, rel=1e-8)
        elif what.startswith("divided by "):
            assert float(what.split()[-1]) == pytest.approx(divisors.max(), rel=1e-3)
            assert least == pytest.approx(most, rel=1e-8)
        else:
            assert what.startswith("blended, divided by 1 to ")
            assert 1 < least <= most < divisors.max()
    assert sorted(listed) == list(range(turning.sum()))


def test_lists_have_no_zones_but_a_divisor_for_each_pair():
    config = with_knobs(LONGROPE, {"long_factor": [2.0] * 32 + [8.0] * 32})
    assert "zones each pair is divided by a number of its own, 1 to 1" in words(report(config, 4096))
    assert "zones each pair is divided by a number of its own, 2 to 8" in words(report(config, 4097))


@law
@given(st.integers(1, 10**6), st.floats(2, 1e7), st.sampled_from(["linear", "yarn", "llama3"]))
def test_unfinished_pairs_are_counted_before_the_stretch(length, base, kind):
    knobs = STRETCHES[kind] | {"original_max_position_embeddings": length}
    said = words(report(with_knobs(knobs, rope_theta=base, max_position_embeddings=2 * length)))
    turns = length * base ** (-np.arange(64) / 64) / (2 * np.pi)
    assert f"unfinished {(turns < 1).sum()} of 64 pairs never finish a turn in {length:,} tokens" in said


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (
            PLAIN | {"partial_rotary_factor": 0.25},
            "16 pairs, of 64 .*; the features from 32 on do not turn",
        ),
        (
            with_knobs({"rope_type": "proportional"}, partial_rotary_factor=0.25),
            "16 pairs, of 64 .*; the slower ones stand",
        ),
        (PLAIN | {"head_dim": 2}, "pairs 1 pair, of 1 in a head of 2 features"),
        (PLAIN | {"partial_rotary_factor": 0.0}, "pairs 0 pairs, of 64 in a head of 128 features"),
        (PLAIN, r"layout half-split in this model type's code: pair i is features i and i \+ 64"),
        (
            PLAIN | {"model_type": "gptj"},
            r"layout interleaved in this model type's code: pair i is features 2i and 2i \+ 1",
        ),
        (PLAIN | {"model_type": None}, "rotation default pairs .* layout half-split as usual in Hugging Face's code"),
        (PLAIN | {"rope_interleave": True}, "layout interleaved"),
        (PLAIN, "lengths up to 4,096 tokens"),
        (PLAIN | {"max_position_embeddings": None}, "lengths not in the file"),
        (with_knobs(YARN, max_position_embeddings=16_384), "lengths 4,096 tokens before stretching, then up to 16,384"),
        (with_knobs(YARN, max_position_embeddings=None), "lengths 4,096 tokens before stretching w"),
        (PLAIN, "zones no pair is stretched attention factor 1: scores are left as they are"),
        (with_knobs(YARN), "attention factor 1.13863: scores are multiplied by its square, 1.296"),
        (PLAIN | {"rope_theta": 1_234_567.5}, "base 1,234,567.5"),
    ],
)
def test_a_page_says_what_is_the_case(config, sentence):
    assert re.search(sentence, words(report(config)))


def test_each_kind_of_layer_has_its_own_part():
    full, sliding = (words(part) for part in str(report(GEMMA_3)).split("\n\n"))
    assert full.startswith("layers full_attention rotation linear") and "base 1,000,000" in full
    assert sliding.startswith("layers sliding_attention rotation default") and "base 10,000 (" in sliding
    assert "128 pairs divided by 8: 0 to 127" in full and "no pair is stretched" in sliding
    assert "one length" in full and "one length" not in sliding


NEAR = with_knobs(YARN, max_position_embeddings=16_384)
LINEAR = {"rope_type": "linear", "factor": 4.0, "original_max_position_embeddings": 1024}
GPT_OSS = with_knobs(YARN, {"truncate": True}, model_type="gpt_oss", max_position_embeddings=16_384)
SECTIONS = {"rope_type": "default", "mrope_section": [16, 24, 24]}
DEEPSEEK = MLA | {"max_position_embeddings": 163_840}
ALL_DIM = YARN | {"factor": 40.0, "mscale": 1.0, "mscale_all_dim": 1.0}
QWEN = {"model_type": "qwen", "hidden_size": 4096, "num_attention_heads": 32, "rotary_emb_base": 10000}
QWEN |= {"seq_length": 8192, "max_position_embeddings": 32768}
TRAPS = {  # what is said: a config that should be told so, and one just beside that should not
    "factor 4 is ignored, because the rope type is default: nothing is stretched.": (
        with_knobs({"rope_type": "default", "factor": 4.0}),
        with_knobs({"rope_type": "default", "factor": 1.0}),
    ),
    "factor is ignored, because the lists say how far to stretch and attention_factor is given.": (
        with_knobs(LONGROPE, {"factor": 4.0, "attention_factor": 1.1}),
        with_knobs(LONGROPE, {"factor": 4.0}),
    ),
    "factor 4 counts here, but the lengths in the file are 4,096 / 4,096 = 1; some releases of transformers": (
        with_knobs(YARN),
        NEAR,
    ),
    "factor 4 counts here, but the lengths in the file are 20,000 / 4,096 = 4.88281; some releases": (
        with_knobs(YARN, max_position_embeddings=20_000),
        NEAR,
    ),
    "factor 16 counts here, but the lengths in the file are 8,192 / 4,096 = 2; some releases": (
        with_knobs(LONGROPE, {"factor": 16.0}, max_position_embeddings=8192),
        with_knobs(LONGROPE, {"factor": 2.0}, max_position_embeddings=8192),
    ),
    "rope_type 'linear' counts, and type 'yarn' beside it is ignored.": (
        with_knobs(LINEAR, {"type": "yarn"}),
        with_knobs(LINEAR, {"type": "linear"}),
    ),
    "rope_parameters counts, and rope_scaling beside it is ignored.": (
        with_knobs(LINEAR, rope_parameters=LINEAR),
        with_knobs({}, rope_parameters=LINEAR),
    ),
    "truncate stands outside the settings of the rotation, where nothing reads it.": (
        NEAR | {"truncate": False},
        with_knobs(LINEAR, truncate=False),
    ),
    "truncate is false: the ramp begins and ends between two pairs, and programs that miss it turn otherwise.": (
        with_knobs(YARN, {"truncate": False}),
        with_knobs(YARN, {"truncate": True}),
    ),
    "truncate is not given, which means true; the released gpt-oss has false.": (
        with_knobs(YARN, model_type="gpt_oss"),
        GPT_OSS,
    ),
    "nothing in rope type linear reads beta_fast, low_freq_factor.": (
        with_knobs(LINEAR, {"low_freq_factor": 1.0, "beta_fast": 32}),
        with_knobs(LINEAR, {"rope_theta": 1e4, "mrope_section": [64]}),
    ),
    "nothing in rope type yarn reads llama_4_scaling_beta.": (
        NEAR | {"rope_scaling": YARN | {"llama_4_scaling_beta": 0.1}},
        NEAR | {"rope_scaling": YARN | {"beta_fast": 4, "beta_slow": 1, "mscale": 1, "finetuned": True}},
    ),
    "attention_factor is given, and takes the place of the formula's.": (
        with_knobs(YARN, {"attention_factor": 1.1}),
        with_knobs(YARN, {"attention_factor": None}),
    ),
    "attention_factor is given, which rope type linear does not usually have.": (
        with_knobs(LINEAR, {"attention_factor": 1.1}),
        with_knobs(LINEAR),
    ),
    "the stretch grows with each sequence and is 1 up to 4,096 tokens; cached keys go stale.": (
        with_knobs({"rope_type": "dynamic", "factor": 2.0}),
        with_knobs({"rope_type": "ntk", "factor": 2.0}),
    ),
    "cached keys go stale. original_max_position_embeddings is ignored.": (
        with_knobs(LINEAR, {"rope_type": "dynamic"}),
        with_knobs({"rope_type": "dynamic", "factor": 2.0}),
    ),
    "head_dim 256 counts, and not hidden_size / heads = 4096 / 32 = 128.": (
        PLAIN | {"head_dim": 256},
        PLAIN | {"head_dim": 128},
    ),
    "base 500,000 and factor 4 both make pairs slow: right if this base is the one the model was trained at": (
        with_knobs(LINEAR, rope_theta=500_000.0),
        with_knobs(LINEAR),
    ),
    "DeepSeek's code also multiplies all scores, turned or not, by m(mscale_all_dim)**2 = 1.874.": (
        DEEPSEEK | {"rope_scaling": ALL_DIM},
        DEEPSEEK | {"rope_scaling": ALL_DIM, "model_type": "mistral"},
    ),
    "layers 3, 7 do not rotate at all: in no_rope_layers, 1 stands for a layer that rotates.": (
        PLAIN | {"no_rope_layers": [1, 1, 1, 0] * 2},
        PLAIN | {"no_rope_layers": [1] * 8},
    ),
    "all layers rotate: in no_rope_layers, 1 stands for a layer that rotates.": (
        PLAIN | {"no_rope_layers": [1] * 8},
        PLAIN | {"no_rope_layers": []},
    ),
    "one layer in 4 does not rotate at all: no_rope_layers, empty or missing, means that.": (
        PLAIN | {"model_type": "smollm3", "no_rope_layers": []},
        PLAIN | {"model_type": "smollm3", "no_rope_layers": [1] * 8},
    ),
    "layers of type full_attention do not rotate at all, though the file does not say so.": (
        EXAONE,
        EXAONE | {"sliding_window": None},
    ),
    "mrope_section shares the pairs out between time, height and width of an image (16, 24, 24).": (
        with_knobs(SECTIONS),
        with_knobs(SECTIONS, {"mrope_section": None}),
    ),
    "the file names one length, 4,096: it may be the one before or after stretching.": (
        with_knobs({"rope_type": "linear", "factor": 4.0}),
        with_knobs(LINEAR),
    ),
    "the rope type stands under the older key type; newer files say rope_type.": (
        with_knobs({"type": "default"}),
        with_knobs({"type": "default", "rope_type": "default"}),
    ),
    "rope_theta is not in the file: 10,000 is what the class of llama assumes.": (LLAMA_2, PLAIN),
    "the width of a head is not in the file: 128 is what llama assumes.": ({"model_type": "llama"}, LLAMA_2),
    "use_dynamic_ntk: in sequences of more than 8,192 tokens the base is multiplied by": (
        QWEN | {"use_dynamic_ntk": True},
        QWEN | {"use_dynamic_ntk": False},
    ),
}


@pytest.mark.parametrize(("sentence", "configs"), TRAPS.items(), ids=list(TRAPS))
def test_a_trap_is_named_where_it_is_and_not_beside(sentence, configs):
    there, beside = configs
    assert [warning for warning in traps.warnings(there) if sentence in warning]
    assert sentence in words(report(there))
    assert sentence not in words(report(beside))


def test_every_trap_was_set_off():
    functions = [function for _, function in inspect.getmembers(traps, inspect.isfunction)]
    every = [f for f in functions if [*inspect.signature(f).parameters] == ["found", "config"]]
    silent = {f.__name__ for f in every if not any(f(settings.read(config), config) for config, _ in TRAPS.values())}
    assert len(every) >= 15 and not silent


CLEAN = [PLAIN, NEAR, GPT_OSS | {"head_dim": 128}, with_knobs(LINEAR), DEEPSEEK | {"rope_scaling": None}]
CLEAN += [with_knobs(LONGROPE, max_position_embeddings=8192)]
CLEAN += [{"head_dim": 64, "rope_parameters": {"rope_theta": 5e6}}]


@pytest.mark.parametrize("config", CLEAN)
def test_a_clean_config_has_no_warnings(config):
    assert traps.warnings(config) == []
    assert "beware" not in str(report(config))


def test_a_layer_type_has_the_warnings_of_its_own_settings():
    config = LLAMA_2 | {"model_type": "olmo3", "layer_types": LAYERS, "rope_theta": 5e5, "rope_scaling": YARN}
    full, sliding = (traps.warnings(config, kind) for kind in ("full_attention", "sliding_attention"))
    assert any("both make pairs slow" in warning for warning in full)
    assert sliding == []


class Seen(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("config", [PLAIN, GEMMA_4, with_knobs(LLAMA_3), PLAIN | {"partial_rotary_factor": 0.0}])
def test_a_notebook_shows_a_picture_with_words_and_the_text(config):
    page, before = report(config), plt.get_fignums()
    seen = Seen(page._repr_html_())
    assert [tag for tag, _ in seen.tags] == ["div", "img", "pre"]
    attributes = seen.tags[1][1]
    assert attributes["alt"] == page.alt and len(page.alt.split()) > 5
    kind, picture = attributes["src"].split(",")
    assert kind == "data:image/svg+xml;base64" and b"</svg>" in base64.b64decode(picture, validate=True)
    assert seen.text == str(page)
    assert plt.get_fignums() == before


def test_the_picture_is_the_same_every_time():
    page = report(PLAIN)
    assert page._repr_html_() == page._repr_html_()


def test_a_model_that_does_not_rotate_has_no_picture():
    with pytest.raises(ValueError, match="no wavelength to draw: this model does not rotate"):
        report({"model_type": "gpt2"}).figure()


def test_the_picture_has_a_panel_for_each_kind_of_layer_and_a_point_for_each_turning_pair():
    figure = report(GEMMA_4).figure()
    full, sliding = figure.axes
    plt.close(figure)
    for axes, kind, n_turning in ((full, "full_attention", 64), (sliding, "sliding_attention", 128)):
        rotary = from_config(GEMMA_4, layer_type=kind)
        assert kind in [axes.get_title(side) for side in ("left", "center")]
        assert axes.get_yscale() == "log"
        before, after = (line.get_ydata() for line in axes.lines[:2])
        np.testing.assert_allclose(after, 2 * np.pi / rotary.frequencies[:n_turning], rtol=1e-12)
        np.testing.assert_allclose(before, 2 * np.pi / rotary.unstretched[:n_turning], rtol=1e-12)


def test_the_words_for_the_picture_name_its_ends():
    assert report(PLAIN).alt == "The wavelength of each pair on a logarithmic axis: from 6.28 to 54,410 tokens."
    both = report(GEMMA_3).alt
    assert "full_attention: from 50.27 to" in both and "; sliding_attention: from 6.28 to" in both


def test_words_from_the_file_stay_text():
    name = '<script>alert("1")</script>&amp;'
    layers = {name: {"rope_theta": 1e4}, "b": {"rope_theta": 1e5}}
    for config in (PLAIN | {"model_type": name}, {"head_dim": 8, "rope_parameters": layers}):
        page = report(config)
        seen = Seen(page._repr_html_())
        assert [tag for tag, _ in seen.tags] == ["div", "img", "pre"]
        assert set(seen.tags[1][1]) == {"src", "alt"}
        assert name in words(seen.text)
    assert name in seen.tags[1][1]["alt"]


@pytest.mark.parametrize(("config", "message"), WITHOUT_ROTATION.values(), ids=WITHOUT_ROTATION)
def test_a_model_without_rotation_has_text_and_no_picture(config, message):
    page = report(config)
    assert re.search(f"this model does not rotate queries and keys: model_type {message}", str(page))
    seen = Seen(page._repr_html_())
    assert [tag for tag, _ in seen.tags] == ["pre"]
    assert seen.text == str(page) and str(page).endswith(".")


@pytest.mark.parametrize(("config", "error", "message"), BAD.values(), ids=BAD)
def test_what_cannot_be_a_rotation_cannot_be_reported_on(config, error, message):
    with pytest.raises(error, match=message):
        report(config)


def test_a_bad_length_cannot_be_reported_on():
    with pytest.raises(ValueError, match="sequence_length must be at least 1, got 0"):
        report(PLAIN, 0)
    with pytest.raises(TypeError, match=r"sequence_length must be an integer, got 1\.5"):
        report(PLAIN, 1.5)


@pytest.fixture
def run(tmp_path, capsys):
    """The command on a file with this content: (status, stdout, stderr, the file's path)."""

    def run(content, *options):
        path = tmp_path / "config.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        status = main(["report", str(path), *options])
        return status, *capsys.readouterr(), path

    return run


@pytest.mark.parametrize("name", ["llama-3.1-8b", "gemma-3-4b", "gpt-2"])
def test_the_command_prints_the_page(run, name):
    config = models.load(name)["config"]
    assert run(config)[:3] == (0, f"{report(config)}\n", "")


def test_the_command_reads_a_sequence_length(run):
    config = with_knobs({"rope_type": "dynamic", "factor": 2.0})
    status, out, _, _ = run(config, "--sequence-length", "8192")
    assert (status, out) == (0, f"{report(config, 8192)}\n")
    assert out != run(config)[1]


BAD_FILES = {
    "no JSON": (b"rope_theta: 10000", "is no JSON: Expecting value: line 1"),
    "half a file": (json.dumps(PLAIN).encode()[:-5], "is no JSON: "),
    "nothing": (b"", "is no JSON: Expecting value"),
    "a list": ([PLAIN], "a model config is a JSON object, and this is list"),
    "a string": ("llama", "a model config is a JSON object, and this is str"),
    "null": (None, "a model config is a JSON object, and this is NoneType"),
    "a number": (7, "a model config is a JSON object, and this is int"),
    "binary": (b"\x89PNG\r\n\x1a\n\x00\xff", "is no text in UTF-8"),
    "UTF-16": (json.dumps(PLAIN).encode("utf-16"), "is no text in UTF-8"),
    "an empty object": ({}, "head_dim is missing"),
    "an impossible value": (PLAIN | {"rope_theta": 0}, "rope_theta must be finite and greater than 0, got 0"),
    "a wrong type": (PLAIN | {"rope_theta": "1e4"}, "rope_theta must be a real number, got '1e4'"),
    "NaN": (PLAIN | {"rope_theta": float("nan")}, "rope_theta must be finite and greater than 0, got nan"),
    "infinity": (with_knobs(YARN, {"factor": float("inf")}), "factor must be finite and at least 1, got inf"),
    "an unknown rope type": (with_knobs({"rope_type": "xpos"}), "rope_type must be one of 'default', "),
    "a key that stands twice": (b'{"rope_theta": 1e4, "rope_theta": 5e5}', "rope_theta stands twice"),
    "a head wider than memory": (PLAIN | {"head_dim": 2**40}, "head_dim must be at most 2**24, got 1099511627776"),
    "too many digits": (b'{"head_dim": ' + b"9" * 5000 + b"}", "integer string conversion"),
}


@pytest.mark.parametrize(("content", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_the_command_says_in_a_line_what_is_wrong_with_a_file(run, content, message):
    status, out, err, path = run(content)
    assert (status, out) == (1, "")
    assert err.startswith(f"{path}: ") and message in err
    assert err.count("\n") == 1 and err.endswith("\n")


@pytest.mark.parametrize(("name", "message"), [("missing.json", "No such file or directory"), ("", "Is a directory")])
def test_the_command_says_in_a_line_that_there_is_no_file(tmp_path, capsys, name, message):
    path = tmp_path / name
    assert main(["report", str(path)]) == 1
    assert capsys.readouterr() == ("", f"{path}: {message}\n")


@pytest.mark.parametrize("length", ["0", "-1"])
def test_the_command_says_in_a_line_that_a_length_is_impossible(run, length):
    status, out, err, path = run(PLAIN, f"--sequence-length={length}")
    assert (status, out, err) == (1, "", f"{path}: sequence_length must be at least 1, got {length}\n")


@pytest.mark.parametrize("arguments", [[], ["report"], ["raport", "x"], ["report", "x", "--sequence-length", "4k"]])
def test_a_wrong_command_is_told_how_it_is_used(capsys, arguments):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m posviz" in capsys.readouterr().err


def test_python_runs_the_command(tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(models.load("llama-3.1-8b")["config"]))
    command = [sys.executable, "-m", "posviz", "report", path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, LLAMA_3_1_8B + "\n"), done.stderr


def test_what_the_rotation_does_not_need_may_be_anything():
    flat = {"head_dim": 8, "rope_theta": 1e4, "hidden_size": "x", "num_attention_heads": 4, "no_rope_layers": 5}
    assert "hidden_size" not in str(report(flat | {"hidden_size": float("inf")}))
    assert "is ignored" not in str(report(flat | {"rope_scaling": {"rope_type": "default", "factor": 10**400}}))
    for knobs in ({"rope_type": "default", "factor": "4"}, {"type": "mrope", "mrope_section": 5}):
        assert "4 pairs" in str(report(flat | {"rope_scaling": knobs}))
    deepseek = {"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "max_position_embeddings": 4096}
    knobs = {"rope_type": "yarn", "factor": 40, "mscale": 1.0, "mscale_all_dim": 10**4}
    assert "all scores" in words(str(report(deepseek | {"rope_scaling": knobs})))


def test_a_file_nested_too_deeply_is_named(tmp_path, capsys):
    (tmp_path / "deep.json").write_text("[" * 100_000)
    assert main(["report", str(tmp_path / "deep.json")]) == 1
    assert "nested too deeply" in capsys.readouterr().err


def test_the_files_of_real_models_can_be_reported_on_as_they_are(capsys):
    assert main(["report", str(models.FOLDER / "llama-3.1-8b.json")]) == 0
    assert capsys.readouterr().out == LLAMA_3_1_8B + "\n"
