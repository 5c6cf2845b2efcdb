"""A config.json in any of its spellings becomes the rotation that the model's own code makes, or a clear error."""

import copy
import json
import math
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from posviz.encodings import rope
from posviz.rope_scaling import Rotary, from_config, ntk, settings, yarn
from posviz.rope_scaling.from_config import KEYS, methods

GOLDEN = json.loads((Path(__file__).parent / "golden" / "rotary_configs.json").read_text())
ENTRIES = {entry["name"]: entry for entry in GOLDEN["entries"] if "config" in entry}
LLAMA_2 = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "max_position_embeddings": 4096}
PLAIN = LLAMA_2 | {"rope_theta": 10_000.0}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}
LLAMA_3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
LLAMA_3 |= {"original_max_position_embeddings": 8192}
LISTS = {"short_factor": [1.0] * 64, "long_factor": [2.0] * 64}
LONGROPE = {"rope_type": "longrope", "original_max_position_embeddings": 4096, **LISTS}
LAYERS = ["sliding_attention"] * 3 + ["full_attention"]
EXAONE = {"model_type": "exaone4", "head_dim": 128, "layer_types": LAYERS, "sliding_window": 4096}
EXAONE |= {"rope_theta": 1e6, "rope_scaling": LLAMA_3 | {"factor": 16.0}, "max_position_embeddings": 131_072}
GEMMA_3 = {"model_type": "gemma3_text", "head_dim": 256, "rope_theta": 1_000_000, "rope_local_base_freq": 10_000}
GEMMA_3 |= {"rope_scaling": {"factor": 8.0, "rope_type": "linear"}, "max_position_embeddings": 131_072}
NESTED_GEMMA_3 = {"head_dim": 256, "layer_types": LAYERS, "max_position_embeddings": 131_072} | {
    "rope_parameters": {
        "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
        "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
    }
}
GEMMA_4 = {"model_type": "gemma4_text", "head_dim": 256, "global_head_dim": 512, "layer_types": LAYERS} | {
    "rope_parameters": {
        "full_attention": {"partial_rotary_factor": 0.25, "rope_theta": 1e6, "rope_type": "proportional"},
        "sliding_attention": {"rope_theta": 1e4, "rope_type": "default"},
    }
}
MLA = {"qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128, "hidden_size": 7168}
MLA |= {"model_type": "deepseek_v3", "num_attention_heads": 128, "rope_theta": 10_000}
ROUNDING = 1 + 1e-12
law = hypothesis_settings(deadline=None, max_examples=50)


def old_style(config, key):
    """The config with rope_theta and the share beside rope_scaling, whose type stands under this key."""
    config = copy.deepcopy(config)
    knobs = config.pop("rope_parameters")
    for shared in ("rope_theta", "partial_rotary_factor"):
        if shared in knobs:
            config[shared] = knobs.pop(shared)
    rope_type = knobs.pop("rope_type")
    return config | {"rope_scaling": None if rope_type == "default" else {key: rope_type, **knobs}}


def read(golden, config):
    return from_config(config, golden.get("sequence_length"))


def assert_same(rotary, other):
    np.testing.assert_array_equal(rotary.frequencies, other.frequencies)
    np.testing.assert_array_equal(rotary.unstretched, other.unstretched)
    assert rotary.attention_factor == other.attention_factor
    assert (rotary.head_dim, rotary.rotary_dim) == (other.head_dim, other.rotary_dim)


every_entry = pytest.mark.parametrize("golden", ENTRIES.values(), ids=ENTRIES)


@every_entry
def test_turns_as_the_reference_does(golden):
    rotary = read(golden, golden["config"])
    assert rotary.frequencies.shape == rotary.unstretched.shape == (golden["n_pairs"],)
    assert rotary.frequencies.dtype == np.float64
    np.testing.assert_allclose(rotary.frequencies, golden["frequencies"], rtol=1e-12)
    assert rotary.attention_factor == pytest.approx(golden["attention_factor"], rel=1e-12)
    assert rotary.head_dim == golden["config"]["head_dim"]
    assert rotary.rotary_dim == 2 * golden["n_pairs"]


@pytest.mark.parametrize("key", ["type", "rope_type"])
@every_entry
def test_older_files_say_the_same(golden, key):
    assert_same(read(golden, old_style(golden["config"], key)), read(golden, golden["config"]))


@pytest.mark.parametrize("length", [None, 4096, 4097])
def test_longrope_was_once_called_su(length):
    config = copy.deepcopy(ENTRIES["phi-3.5-mini/longrope/seq4097"]["config"])
    expected = from_config(config, length)
    config["rope_parameters"]["rope_type"] = "su"
    assert_same(from_config(config, length), expected)
    assert_same(from_config(old_style(config, "type"), length), expected)


def test_the_first_phi_3_said_yarn_and_meant_its_lists():
    assert_same(
        from_config(PLAIN | {"rope_scaling": {"type": "yarn"} | LISTS, "original_max_position_embeddings": 2048}, 4096),
        from_config(PLAIN | {"rope_scaling": LONGROPE | {"original_max_position_embeddings": 2048}}, 4096),
    )


@every_entry
def test_the_text_model_is_found_inside_a_multimodal_one(golden):
    config = {"model_type": "some_vlm", "vision_config": {"hidden_size": 7}, "text_config": golden["config"]}
    assert_same(read(golden, config), read(golden, golden["config"]))


@pytest.mark.parametrize("inside", settings.TEXT_MODEL)
def test_the_text_model_is_found_under_each_of_its_names_and_two_floors_down(inside):
    assert_same(from_config({"a": 1, inside: PLAIN}), from_config(PLAIN))
    assert_same(from_config({"thinker_config": {inside: PLAIN}, "hidden_size": 1}), from_config(PLAIN))


@pytest.mark.parametrize(
    "config",
    [GEMMA_3, NESTED_GEMMA_3, {"model_type": "gemma3", "text_config": GEMMA_3}, {"text_config": NESTED_GEMMA_3}],
    ids=["old", "new", "old, inside", "new, inside"],
)
def test_gemma_3_stretches_its_global_layers_only(config):
    full, sliding = (from_config(config, layer_type=kind) for kind in ("full_attention", "sliding_attention"))
    assert (full.frequencies[0], sliding.frequencies[0]) == (0.125, 1)
    for rotary, name in ((full, "full_attention/linear-8"), (sliding, "sliding_attention/default")):
        np.testing.assert_allclose(rotary.frequencies, ENTRIES[f"gemma3-4b/{name}"]["frequencies"], rtol=1e-12)
    np.testing.assert_array_equal(full.unstretched, rope.frequencies(256, 1e6))


@pytest.mark.parametrize("config", [GEMMA_4, {"model_type": "gemma4", "text_config": GEMMA_4}], ids=["text", "inside"])
def test_gemma_4_has_heads_of_two_widths(config):
    full, sliding = (from_config(config, layer_type=kind) for kind in ("full_attention", "sliding_attention"))
    assert (full.head_dim, full.rotary_dim, sliding.head_dim) == (512, 512, 256)
    for rotary, name in ((full, "full_attention/proportional-0.25"), (sliding, "sliding_attention/default")):
        np.testing.assert_allclose(rotary.frequencies, ENTRIES[f"gemma4/{name}"]["frequencies"], rtol=1e-12)
    np.testing.assert_array_equal(full.unstretched, full.frequencies)
    assert not np.shares_memory(full.unstretched, full.frequencies)


def test_proportional_is_not_partial():
    shared = {"head_dim": 512, "rope_theta": 1e6, "partial_rotary_factor": 0.25, "max_position_embeddings": 1}
    partial = from_config(shared)
    proportional = from_config(shared | {"rope_scaling": {"rope_type": "proportional"}})
    assert (partial.rotary_dim, proportional.rotary_dim) == (128, 512)
    np.testing.assert_allclose(partial.frequencies[[1, 63]], [0.805842188, 1.24093776e-06], rtol=1e-8)
    np.testing.assert_allclose(proportional.frequencies[[1, 63]], [0.947463526, 0.0333762469], rtol=1e-8)


def test_rotates_halves_of_a_head_in_each_way():
    config = {"head_dim": 8, "rope_theta": 1e4, "partial_rotary_factor": 0.5}
    partial, proportional = (
        from_config(config | {"rope_scaling": {"rope_type": kind}}).rotate(np.arange(1.0, 9.0), 1)
        for kind in ("default", "proportional")
    )
    np.testing.assert_allclose(partial, [-1.984111, 1.959901, 2.462378, 4.019800, 5, 6, 7, 8], rtol=0, atol=1e-6)
    whole = [-3.667053, 1.391008, 3, 4, 3.542983, 6.169692, 7, 8]
    np.testing.assert_allclose(proportional, whole, rtol=0, atol=1e-6)


def test_settings_shared_by_all_layer_types_may_stand_beside_them():
    knobs = {"rope_theta": 1e6, "full_attention": {"rope_type": "linear", "factor": 8.0}, "sliding_attention": None}
    config = {"head_dim": 64, "rope_parameters": knobs | {"local": {"rope_type": "default", "rope_theta": 1e4}}}
    np.testing.assert_array_equal(
        from_config(config, layer_type="full_attention").frequencies, rope.frequencies(64, 1e6) / 8
    )
    np.testing.assert_array_equal(from_config(config, layer_type="local").frequencies, rope.frequencies(64, 1e4))
    alone = {"head_dim": 64, "rope_parameters": {"full_attention": {"rope_theta": 1e6}}}
    np.testing.assert_array_equal(from_config(alone).frequencies, rope.frequencies(64, 1e6))


@pytest.mark.parametrize("said", [{}, {"global_rope_theta": 160_000.0, "local_rope_theta": 10_000.0}])
def test_modernbert_turns_local_layers_faster(said):
    config = {"model_type": "modernbert", "hidden_size": 768, "num_attention_heads": 12} | said
    for kind, base in (("full_attention", 160_000), ("sliding_attention", 10_000)):
        np.testing.assert_array_equal(from_config(config, layer_type=kind).frequencies, rope.frequencies(64, base))


@pytest.mark.parametrize(
    "said",
    [{"rope_theta": 500_000, "rope_scaling": YARN}, {"rope_parameters": YARN | {"rope_theta": 500_000}}],
    ids=["old", "new"],
)
def test_olmo_3_leaves_its_sliding_layers_unstretched(said):
    config = LLAMA_2 | {"model_type": "olmo3", "layer_types": LAYERS} | said
    full, sliding = (from_config(config, layer_type=kind) for kind in ("full_attention", "sliding_attention"))
    np.testing.assert_array_equal(sliding.frequencies, rope.frequencies(128, 500_000))
    np.testing.assert_array_equal(full.frequencies, yarn.frequencies(128, 4, 4096, 500_000))
    assert (full.attention_factor, sliding.attention_factor) == (yarn.attention_factor(4), 1)
    as_llama = {"model_type": "llama"}
    assert_same(from_config(config | as_llama, layer_type="sliding_attention"), full)


@pytest.mark.parametrize(
    ("config", "still"),
    [
        (EXAONE, "full_attention"),
        (PLAIN | {"model_type": "cohere2", "layer_types": LAYERS, "sliding_window": 4096}, "full_attention"),
        (PLAIN | {"model_type": "llama4_text", "attention_chunk_size": 8192}, "full_attention"),
    ],
    ids=lambda value: value["model_type"] if isinstance(value, dict) else value,
)
def test_some_layers_do_not_rotate_though_the_file_does_not_say_so(config, still):
    with pytest.raises(
        settings.NoRotation, match=f"layers of type '{still}' do not rotate .* {config['model_type']!r}"
    ):
        from_config(config, layer_type=still)
    for layer_type in {None, *config.get("layer_types", ())} - {still}:
        assert from_config(config, layer_type=layer_type).frequencies[0] == 1


def test_exaone_without_a_window_turns_everywhere():
    config = EXAONE | {"sliding_window": None}
    assert_same(from_config(config, layer_type="full_attention"), from_config(config))


@pytest.mark.parametrize(
    ("said", "head_dim"),
    [
        ({"hidden_size": 4096, "num_attention_heads": 32}, 128),
        ({"n_embd": 4096, "n_head": 16}, 256),
        ({"d_model": 768, "num_heads": 12}, 64),
        ({"n_embed": 1024, "n_heads": 16}, 64),
        ({"head_dim": None, "hidden_size": 4096, "num_attention_heads": 32}, 128),
        ({"head_dim": 256, "hidden_size": 3584, "num_attention_heads": 16}, 256),
        ({"kv_channels": 64, "hidden_size": 4096, "num_attention_heads": 32}, 64),
        ({"attention_head_dim": 64}, 64),
        (MLA, 64),
        (MLA | {"head_dim": 192}, 64),
    ],
)
def test_a_head_is_as_wide_as_the_file_says_and_else_its_share_of_all_features(said, head_dim):
    rotary = from_config({"rope_theta": 1e4} | said)
    assert (rotary.head_dim, rotary.rotary_dim, len(rotary.frequencies)) == (head_dim, head_dim, head_dim // 2)
    np.testing.assert_array_equal(rotary.frequencies, rope.frequencies(head_dim))


@pytest.mark.parametrize(
    "name", ["partial_rotary_factor", "rotary_pct", "rope_pct", "rope_percent", "rotary_emb_fraction"]
)
def test_a_part_of_the_head_turns_under_each_of_its_names(name):
    config = {"head_dim": 128, "rope_theta": 1e4, name: 0.25}
    assert_same(from_config(config), from_config({"head_dim": 128, "rope_theta": 1e4, "rotary_dim": 32}))
    np.testing.assert_array_equal(from_config(config).frequencies, rope.partial_frequencies(128, 0.25))
    assert_same(from_config(config | {"model_type": "gpt_neox", name: 0.5}), from_config(config | {name: 0.5}))
    in_knobs = {"head_dim": 128, "rope_parameters": {"rope_theta": 1e4, name: 0.25}}
    assert_same(from_config(in_knobs), from_config(config))


SHARES = {"gpt_neox": 32, "stablelm": 32, "qwen3_next": 32, "glm": 64, "glm4": 64, "chatglm": 64, "phi": 64, "gptj": 64}


@pytest.mark.parametrize(("model_type", "rotary_dim"), [*SHARES.items(), ("codegen", 64), ("llama", 128)])
def test_a_class_may_turn_less_than_the_file_says(model_type, rotary_dim):
    rotary = from_config({"model_type": model_type, "head_dim": 128})
    assert (rotary.head_dim, rotary.rotary_dim) == (128, rotary_dim)


@pytest.mark.parametrize("share", [{"partial_rotary_factor": 0.5}, {"rotary_pct": 0.25}, {"model_type": "gpt_neox"}])
def test_a_width_beats_a_share(share):
    assert from_config({"head_dim": 128, "rope_theta": 1e4, "rotary_dim": 48} | share).rotary_dim == 48


@pytest.mark.parametrize("share", [0.0, 0])
def test_a_share_of_nothing_turns_nothing(share):
    rotary = from_config({"head_dim": 8, "rope_theta": 1e4, "partial_rotary_factor": share})
    vector = np.arange(8.0)
    np.testing.assert_array_equal(rotary.rotate(vector, 7), vector)
    assert rotary.rotary_dim == 0


@pytest.mark.parametrize(
    ("config", "base"),
    [
        (LLAMA_2, 1e4),  # the released file has no rope_theta
        (LLAMA_2 | {"rope_theta": None}, 1e4),
        (LLAMA_2 | {"rope_scaling": None, "rope_parameters": None}, 1e4),
        (LLAMA_2 | {"model_type": "mixtral"}, 1e6),
        ({"model_type": "gpt_oss"}, 150_000),
        ({"model_type": "gpt_neox", "head_dim": 128, "rotary_emb_base": 5000, "rotary_pct": 1}, 5000),
        ({"head_dim": 128, "rope_base": 1e5}, 1e5),
        (PLAIN | {"rope_parameters": {"rope_theta": 5e5}}, 5e5),
        ({"model_type": "chatglm", "head_dim": 128, "rope_ratio": 500}, 5e6),
        ({"model_type": "chatglm", "head_dim": 128, "rope_ratio": None}, 1e4),
    ],
)
def test_the_base_is_the_files_or_else_the_classes(config, base):
    rotary = from_config(config)
    np.testing.assert_array_equal(rotary.frequencies, rope.frequencies(rotary.rotary_dim, base))


def test_yarn_without_a_factor_stretches_from_the_original_length_to_the_longest():
    knobs = {"rope_type": "yarn", "original_max_position_embeddings": 4096}
    config = PLAIN | {"max_position_embeddings": 131_072, "rope_scaling": knobs}
    rotary = from_config(config)
    np.testing.assert_allclose(rotary.frequencies, ENTRIES["yarn-llama-2-7b-128k/yarn-32"]["frequencies"], rtol=1e-12)
    assert rotary.attention_factor == pytest.approx(1.346574, abs=5e-7)
    assert_same(from_config(config | {"rope_scaling": knobs | {"factor": None}}), rotary)
    beside = {"original_max_position_embeddings": 4096, "rope_scaling": {"rope_type": "yarn"}}
    assert_same(from_config(config | beside), rotary)


def test_yarn_asks_the_same_dict_for_its_factor_and_for_whole_pairs():
    golden = ENTRIES["gpt-oss-20b/yarn-32-truncate-false"]["config"]
    knobs = golden["rope_parameters"]
    exact = from_config(golden).frequencies[[12, 15]]
    np.testing.assert_allclose(exact, [0.00679496, 0.00105260], rtol=0, atol=5e-9)
    outside = golden | {"rope_parameters": {k: v for k, v in knobs.items() if k != "truncate"}, "truncate": False}
    whole = from_config(outside).frequencies[[12, 15]]
    np.testing.assert_allclose(whole, [0.00701571, 0.00120613], rtol=0, atol=5e-9)


def test_an_explicit_attention_factor_counts_and_changes_no_frequency():
    for knobs in (YARN, LONGROPE, LLAMA_3, {"rope_type": "linear", "factor": 2.0}):
        usual = from_config(PLAIN | {"rope_scaling": knobs})
        explicit = from_config(PLAIN | {"rope_scaling": knobs | {"attention_factor": 1.5}})
        np.testing.assert_array_equal(explicit.frequencies, usual.frequencies)
        assert explicit.attention_factor == 1.5 != usual.attention_factor


def test_mscale_is_read():
    scales = {"factor": 40.0, "mscale": 0.707, "mscale_all_dim": 1.0}
    assert from_config(PLAIN | {"rope_scaling": YARN | scales}).attention_factor == pytest.approx(0.921042, abs=5e-7)
    equal = scales | {"mscale": 1.0}
    assert from_config(PLAIN | {"rope_scaling": YARN | equal}).attention_factor == 1
    silent = scales | {"mscale_all_dim": 0}
    assert from_config(PLAIN | {"rope_scaling": YARN | silent}).attention_factor == yarn.attention_factor(40)


def test_longrope_stretches_as_far_as_its_factor_says_and_else_to_the_longest_length():
    config = PLAIN | {"max_position_embeddings": 131_072, "rope_scaling": LONGROPE}
    assert from_config(config).attention_factor == pytest.approx(1.1902380714238083, rel=1e-12)
    said = from_config(config | {"rope_scaling": LONGROPE | {"factor": 4.0}})
    assert said.attention_factor == pytest.approx(math.sqrt(1 + math.log(4) / math.log(4096)), rel=1e-12)


def test_dynamic_counts_from_the_longest_length_and_not_from_the_original():
    config = PLAIN | {"rope_scaling": {"type": "dynamic", "factor": 2.0, "original_max_position_embeddings": 1024}}
    np.testing.assert_array_equal(from_config(config, 4096).frequencies, rope.frequencies(128))
    np.testing.assert_allclose(from_config(config, 8192).frequencies, ntk.frequencies(128, 3), rtol=1e-12)


def test_dynamic_with_an_alpha_is_a_larger_base_at_every_length():
    config = PLAIN | {"rope_scaling": {"type": "dynamic", "alpha": 1000.0, "factor": 1.0}}
    for length in (None, 1, 100_000):
        np.testing.assert_array_equal(from_config(config, length).frequencies, ntk.frequencies(128, 1000.0))


STRETCHES = {
    "default": {"rope_type": "default"},
    "mrope": {"type": "mrope", "mrope_section": [16, 24, 24]},
    "linear": {"rope_type": "linear", "factor": 4.0},
    "ntk": {"rope_type": "ntk", "factor": 4.0},
    "dynamic": {"rope_type": "dynamic", "factor": 4.0},
    "yarn": YARN,
    "deepseek_yarn": YARN | {"rope_type": "deepseek_yarn"},
    "llama3": LLAMA_3,
    "longrope": LONGROPE,
    "su": LONGROPE | {"rope_type": "su"},
    "proportional": {"rope_type": "proportional", "partial_rotary_factor": 0.5},
}
STRETCHES |= {name: {"rope_type": name, "factor": 4.0} for name in methods().keys() - STRETCHES.keys()}  # new ones


def test_every_method_can_be_asked_for():
    assert STRETCHES.keys() == methods().keys() | {"default", "mrope"}


@pytest.mark.parametrize("name", STRETCHES)
def test_the_length_of_the_sequence_matters_to_dynamic_and_longrope_only(name):
    config = PLAIN | {"rope_scaling": STRETCHES[name]}
    short, none, long = (from_config(config, length) for length in (4096, None, 4097))
    assert_same(short, none)
    changed = not np.array_equal(short.frequencies, long.frequencies)
    assert changed == (name in ("dynamic", "longrope", "su"))
    assert long.attention_factor == short.attention_factor


@pytest.mark.parametrize("name", STRETCHES)
def test_no_pair_turns_faster_than_before_the_stretch(name):
    rotary = from_config(PLAIN | {"rope_scaling": STRETCHES[name]}, 10_000)
    assert (rotary.frequencies <= rotary.unstretched * ROUNDING).all()
    stretched = not np.array_equal(rotary.frequencies, rotary.unstretched)
    assert stretched == (name not in ("default", "mrope", "proportional"))


def test_the_config_stays_as_it_was():
    for config in (GEMMA_3, NESTED_GEMMA_3, GEMMA_4, EXAONE):
        before = copy.deepcopy(config)
        from_config(config, layer_type="sliding_attention")
        assert config == before


def test_null_counts_as_absent():
    empty = dict.fromkeys([*settings.LOCAL_BASE, *settings.FRACTION, "head_dim", "rotary_dim", "rope_ratio", "alibi"])
    empty |= dict.fromkeys(["text_config", "layer_types", "attn_config", "original_max_position_embeddings"])
    assert_same(from_config(PLAIN | empty), from_config(PLAIN))
    knobs = YARN | dict.fromkeys(["beta_fast", "beta_slow", "truncate", "mscale", "mscale_all_dim", "attention_factor"])
    assert_same(from_config(PLAIN | {"rope_scaling": knobs}), from_config(PLAIN | {"rope_scaling": YARN}))


@law
@given(st.integers(0, 2**32 - 1), st.integers(0, 10_000), st.sampled_from(list(STRETCHES)), st.sampled_from([0.5, 1]))
def test_rotates_as_rope_does_with_these_frequencies(seed, position, name, share):
    knobs = {
        **STRETCHES[name],
        **({"short_factor": [1.5] * 8, "long_factor": [2.0] * 8} if "long_factor" in STRETCHES[name] else {}),
    }
    width = 16 if name == "proportional" else int(16 / share)
    config = {"head_dim": width, "rope_theta": 1e4, "max_position_embeddings": 8192, "partial_rotary_factor": share}
    rotary = from_config(config | {"rope_scaling": knobs})
    vectors = np.random.default_rng(seed).normal(size=(3, width)).astype(np.float32)
    for layout in ("half-split", "interleaved"):
        turned = rotary.rotate(vectors, position, layout)
        expected = rope.rotate(vectors, position, rotary.frequencies, layout, rotary.attention_factor)
        np.testing.assert_array_equal(turned, expected)
        np.testing.assert_array_equal(turned[:, rotary.rotary_dim :], vectors[:, rotary.rotary_dim :])
    np.testing.assert_array_equal(rotary.rotate(vectors, position), rotary.rotate(vectors, position, "half-split"))


def test_scores_get_the_square_of_the_attention_factor():
    rotary = from_config(PLAIN | {"rope_scaling": YARN})
    ones = np.ones(128)
    assert rotary.rotate(ones, 7) @ rotary.rotate(ones, 7) == pytest.approx(128 * 1.296477, rel=1e-6)


@pytest.mark.parametrize("share", [1, 0.5])
def test_vectors_of_another_width_do_not_turn(share):
    rotary = from_config(PLAIN | {"partial_rotary_factor": share})
    for width in (2, 64, 126, 256):
        with pytest.raises(ValueError, match=f"vectors must be head_dim = 128 wide, got {width}"):
            rotary.rotate(np.ones(width), 1)
    with pytest.raises(TypeError, match="vectors must hold real numbers"):
        rotary.rotate(list("ab"), 1)


BERT = {"hidden_size": 768, "num_attention_heads": 12, "max_position_embeddings": 512}
STILL = {
    "GPT-2": ({"model_type": "gpt2", "n_embd": 768, "n_head": 12}, "'gpt2' adds a learned table of positions"),
    "OPT": ({"model_type": "opt"} | BERT, "'opt' adds a learned table of positions"),
    "BERT": ({"model_type": "bert", "position_embedding_type": "absolute"} | BERT, "'bert' adds a learned table"),
    "BERT that does not say so": ({"model_type": "bert"} | BERT, "'bert' adds a learned table"),
    "BERT with Shaw's": (
        {"model_type": "bert", "position_embedding_type": "relative_key"} | BERT,
        r"'bert' compares queries with a learned vector for each clipped offset \(Shaw\)",
    ),
    "BERT with keys too": (
        {"model_type": "bert", "position_embedding_type": "relative_key_query"} | BERT,
        "'bert' compares queries and keys with a learned vector",
    ),
    "T5": ({"model_type": "t5", "d_model": 768, "num_heads": 12}, r"'t5' adds a learned bias for each bucket .*T5"),
    "a T5 by its key": (
        {"model_type": "mine", "hidden_size": 64, "num_attention_heads": 2, "relative_attention_num_buckets": 32},
        "'mine' adds a learned bias for each bucket",
    ),
    "BLOOM": ({"model_type": "bloom", "n_embed": 1024, "num_attention_heads": 16}, r"'bloom' adds a bias .*\(ALiBi\)"),
    "MPT": ({"model_type": "mpt", "attn_config": {"alibi": True}}, r"'mpt' adds a bias that falls .*\(ALiBi\)"),
    "Falcon with ALiBi": ({"model_type": "falcon", "alibi": True} | BERT, r"'falcon' adds a bias .*\(ALiBi\)"),
    "Whisper": (
        {"model_type": "whisper", "d_model": 1280},
        "'whisper' adds sinusoids in its encoder and a learned table",
    ),
    "Mamba": ({"model_type": "mamba", "hidden_size": 768}, "'mamba' has no attention"),
    "inside another": ({"text_config": {"model_type": "opt"} | BERT}, "'opt' adds a learned table"),
}


@pytest.mark.parametrize(("config", "message"), STILL.values(), ids=STILL)
def test_a_model_that_does_not_rotate_says_what_it_does_instead(config, message):
    assert issubclass(settings.NoRotation, ValueError)
    with pytest.raises(settings.NoRotation, match=f"this model does not rotate queries and keys: model_type {message}"):
        from_config(config)


@pytest.mark.parametrize(
    "config",
    [
        {"model_type": "falcon", "hidden_size": 4544, "num_attention_heads": 71, "alibi": False},
        {"model_type": "mpt", "d_model": 4096, "n_heads": 64, "attn_config": {"rope": True}, "rope_theta": 1e4},
        {"model_type": "esm", "hidden_size": 1280, "num_attention_heads": 20, "position_embedding_type": "rotary"},
        {"model_type": "bert", "hidden_size": 64, "num_attention_heads": 1, "position_embedding_type": "rope"}
        | {"rope_theta": 1e4},
    ],
    ids=lambda config: config["model_type"],
)
def test_a_model_that_could_do_without_rotates_if_its_file_says_so(config):
    np.testing.assert_array_equal(from_config(config).frequencies, rope.frequencies(64))


def with_knobs(knobs, **changes):
    return PLAIN | {"rope_scaling": {key: v for key, v in (knobs | changes).items() if v is not ...}}


LINEAR = {"rope_type": "linear", "factor": 4.0}
DYNAMIC = {"rope_type": "dynamic", "factor": 4.0}
HEADLESS = {"rope_theta": 1e4}
NAN, INF = math.nan, math.inf
BAD = {
    "a list": ([], TypeError, "config must be the dict of a config.json, got \\[\\]"),
    "nothing": (None, TypeError, "config must be the dict .* got None"),
    "a file's name": ("config.json", TypeError, "config must be the dict .* got 'config.json'"),
    "an empty file": ({}, ValueError, "head_dim is missing"),
    "a number for a model type": (PLAIN | {"model_type": 7}, TypeError, "model_type must be a string, got 7"),
    "settings in a list": (PLAIN | {"rope_scaling": []}, TypeError, r"rope_scaling must be a dict, got \[\]"),
    "settings in a word": (
        PLAIN | {"rope_parameters": "yarn"},
        TypeError,
        "rope_parameters must be a dict, got 'yarn'",
    ),
    "settings in a number": (PLAIN | {"rope_scaling": 4.0}, TypeError, "rope_scaling must be a dict, got 4.0"),
    "a number for a rope type": (with_knobs(LINEAR, rope_type=7), TypeError, "rope_type must be a string, got 7"),
    "a list for a type": (with_knobs({}, type=["yarn"]), TypeError, r"rope_type must be a string, got \['yarn'\]"),
    "unknown rope type": (with_knobs(LINEAR, rope_type="xpos"), ValueError, "rope_type .* 'default', .* got 'xpos'"),
    "unknown type": (with_knobs({}, type="YARN", factor=2.0), ValueError, "rope_type .* 'linear', .* got 'YARN'"),
    "a module's name": (with_knobs(LINEAR, rope_type="traps"), ValueError, "rope_type .* got 'traps'"),
    "shrinking": (with_knobs(LINEAR, factor=0.5), ValueError, "factor must be finite and at least 1, got 0.5"),
    "string factor": (with_knobs(LINEAR, factor="4"), TypeError, "factor must be a real number, got '4'"),
    "boolean factor": (with_knobs(YARN, factor=True), TypeError, "factor must be a real number, got True"),
    "NaN factor": (with_knobs(LLAMA_3, factor=NAN), ValueError, "factor must be finite and at least 1, got nan"),
    "infinite factor": (with_knobs(DYNAMIC, factor=INF), ValueError, "factor must be finite and at least 1, got inf"),
    "factors": (with_knobs(DYNAMIC, factor=[4.0]), TypeError, r"factor must be a real number, got \[4.0\]"),
    "no factor, linear": (
        with_knobs(LINEAR, factor=...),
        ValueError,
        "factor is missing, which rope_type 'linear' needs",
    ),
    "null factor, dynamic": (with_knobs(DYNAMIC, factor=None), ValueError, "factor is missing, .* 'dynamic'"),
    "no factor, llama3": (with_knobs(LLAMA_3, factor=...), ValueError, "factor is missing, .* 'llama3'"),
    "nothing to find yarn's factor from": (
        {"head_dim": 64, "rope_theta": 1e4, "rope_scaling": {"type": "yarn"}},
        ValueError,
        "(factor|original_max_position_embeddings) is missing, which rope_type 'yarn' needs",
    ),
    "no length, llama3": (
        {"head_dim": 64, "rope_theta": 1e4, "rope_scaling": LLAMA_3 | {"original_max_position_embeddings": None}},
        ValueError,
        "original_max_position_embeddings is missing, which rope_type 'llama3' needs",
    ),
    "no short list": (with_knobs(LONGROPE, short_factor=...), ValueError, "short_factor is missing, .* 'longrope'"),
    "no long list": (with_knobs(LONGROPE, long_factor=None), ValueError, "long_factor is missing, .* 'longrope'"),
    "no original length": (
        with_knobs(YARN, original_max_position_embeddings=0),
        ValueError,
        "original_max_position_embeddings must be at least 1, got 0",
    ),
    "original length in words": (
        with_knobs(YARN, original_max_position_embeddings="x"),
        TypeError,
        "original_max_position_embeddings must be an integer, got 'x'",
    ),
    "half a token": (
        with_knobs(LLAMA_3, original_max_position_embeddings=4096.5),
        TypeError,
        "original_max_position_embeddings must be an integer, got 4096.5",
    ),
    "original length beside, in words": (
        PLAIN | {"original_max_position_embeddings": "4096"},
        TypeError,
        "original_max_position_embeddings must be an integer, got '4096'",
    ),
    "no longest length": (
        PLAIN | {"max_position_embeddings": 0},
        ValueError,
        "max_position_embeddings must be at least 1, got 0",
    ),
    "longest length in words": (
        PLAIN | {"max_position_embeddings": "4k"},
        TypeError,
        "max_position_embeddings must be an integer, got '4k'",
    ),
    "longest length, float": (
        PLAIN | {"max_position_embeddings": 4e3},
        TypeError,
        "max_position_embeddings .* got 4000.0",
    ),
    "longest length, another name": (
        {"head_dim": 8, "rope_theta": 1e4, "n_positions": -1},
        ValueError,
        "n_positions must be at least 1, got -1",
    ),
    "short list too short": (
        with_knobs(LONGROPE, short_factor=[1.0] * 63),
        ValueError,
        r"short_factors? must be one for each of 64 pairs, got shape \(63,\)",
    ),
    "long list too long": (
        with_knobs(LONGROPE, long_factor=[1.0] * 128),
        ValueError,
        r"long_factors? must be one for each of 64 pairs, got shape \(128,\)",
    ),
    "a list of nothing": (with_knobs(LONGROPE, long_factor=[]), ValueError, r"long_factors? .* got shape \(0,\)"),
    "one number for a list": (with_knobs(LONGROPE, long_factor=2.0), ValueError, r"long_factors? .* got shape \(\)"),
    "negative in a list": (
        with_knobs(LONGROPE, long_factor=[1.0] * 63 + [-2.0]),
        ValueError,
        "long_factors? must be greater than 0, got -2.0 among them",
    ),
    "zero in a list": (
        with_knobs(LONGROPE, short_factor=[1.0] * 63 + [0]),
        ValueError,
        "short_factors? must be greater than 0, got 0.0 among them",
    ),
    "NaN in a list": (
        with_knobs(LONGROPE, short_factor=[NAN] * 64),
        ValueError,
        "short_factors? must be finite, got nan",
    ),
    "words in a list": (
        with_knobs(LONGROPE, short_factor=["1"] * 64),
        TypeError,
        "short_factors? must hold real numbers",
    ),
    "null in a list": (
        with_knobs(LONGROPE, short_factor=[None] * 64),
        TypeError,
        "short_factors? must hold real numbers",
    ),
    "ragged list": (with_knobs(LONGROPE, short_factor=[[1.0], []]), ValueError, "short_factors? must be a rectangular"),
    "list for the whole head": (
        PLAIN | {"partial_rotary_factor": 0.5, "rope_scaling": LONGROPE},
        ValueError,
        r"short_factors? must be one for each of 32 pairs, got shape \(64,\)",
    ),
    "attention factor 0": (
        with_knobs(YARN, attention_factor=0),
        ValueError,
        "attention_factor must be finite and greater than 0, got 0",
    ),
    "negative attention factor": (with_knobs(LINEAR, attention_factor=-1), ValueError, "attention_factor .* got -1"),
    "string attention factor": (with_knobs(YARN, attention_factor="1"), TypeError, "attention_factor .* got '1'"),
    "boolean attention factor": (with_knobs(YARN, attention_factor=True), TypeError, "attention_factor .* got True"),
    "NaN attention factor": (with_knobs(LONGROPE, attention_factor=NAN), ValueError, "attention_factor .* got nan"),
    "betas the wrong way round": (
        with_knobs(YARN, beta_fast=1, beta_slow=32),
        ValueError,
        "beta_fast must be finite and at least 32, got 1",
    ),
    "string beta": (with_knobs(YARN, beta_fast="32"), TypeError, "beta_fast must be a real number, got '32'"),
    "beta 0": (with_knobs(YARN, beta_slow=0), ValueError, "beta_slow must be finite and greater than 0, got 0"),
    "truncate 0": (with_knobs(YARN, truncate=0), TypeError, "truncate must be True or False, got 0"),
    "truncate in words": (with_knobs(YARN, truncate="false"), TypeError, "truncate must be True or False, got 'false'"),
    "negative mscale": (with_knobs(YARN, mscale=-1), ValueError, "mscale must be finite and at least 0, got -1"),
    "string mscale": (with_knobs(YARN, mscale_all_dim="1"), TypeError, "mscale_all_dim must be a real number, got '1'"),
    "low after high": (
        with_knobs(LLAMA_3, low_freq_factor=8.0),
        ValueError,
        "high_freq_factor must be finite and greater than 8.0, got 4.0",
    ),
    "low 0": (with_knobs(LLAMA_3, low_freq_factor=0), ValueError, "low_freq_factor must be .* greater than 0, got 0"),
    "string high": (with_knobs(LLAMA_3, high_freq_factor="4"), TypeError, "high_freq_factor must be .* got '4'"),
    "base 0": (PLAIN | {"rope_theta": 0}, ValueError, "rope_theta must be finite and greater than 0, got 0"),
    "negative base": (PLAIN | {"rope_theta": -1e4}, ValueError, "rope_theta must be finite .* got -10000.0"),
    "string base": (PLAIN | {"rope_theta": "1e4"}, TypeError, "rope_theta must be a real number, got '1e4'"),
    "NaN base": (PLAIN | {"rope_theta": NAN}, ValueError, "rope_theta must be finite and greater than 0, got nan"),
    "infinite base": (PLAIN | {"rope_theta": INF}, ValueError, "rope_theta must be finite and greater than 0, got inf"),
    "boolean base": (PLAIN | {"rope_theta": True}, TypeError, "rope_theta must be a real number, got True"),
    "base among the settings": (
        PLAIN | {"rope_parameters": {"rope_theta": 0}},
        ValueError,
        "rope_theta must be finite and greater than 0, got 0",
    ),
    "another name of the base": (
        {"head_dim": 8, "rotary_emb_base": "x"},
        TypeError,
        "rotary_emb_base must be a real number, got 'x'",
    ),
    "local base 0": (GEMMA_3 | {"rope_local_base_freq": 0}, ValueError, "rope_local_base_freq must be finite .* got 0"),
    "negative ratio": (PLAIN | {"rope_ratio": -1}, ValueError, "rope_ratio must be finite and greater than 0, got -1"),
    "string ratio": (PLAIN | {"rope_ratio": "500"}, TypeError, "rope_ratio must be a real number, got '500'"),
    "no base, unknown model": (
        {"model_type": "mine", "head_dim": 64},
        ValueError,
        "rope_theta is missing, and none is known for model_type 'mine'",
    ),
    "no base, no model type": ({"head_dim": 64}, ValueError, "rope_theta is missing, .* model_type None"),
    "odd head": (PLAIN | {"head_dim": 63}, ValueError, "head_dim must be even, .* got 63"),
    "no head": (PLAIN | {"head_dim": 0}, ValueError, "head_dim must be at least 2, got 0"),
    "negative head": (PLAIN | {"head_dim": -64}, ValueError, "head_dim must be at least 2, got -64"),
    "float head": (PLAIN | {"head_dim": 64.0}, TypeError, "head_dim must be an integer, got 64.0"),
    "boolean head": (PLAIN | {"head_dim": True}, TypeError, "head_dim must be an integer, got True"),
    "odd part of a head": (MLA | {"qk_rope_head_dim": 33}, ValueError, "qk_rope_head_dim must be even, .* got 33"),
    "another name of the head": (HEADLESS | {"kv_channels": "x"}, TypeError, "kv_channels must be an integer, got 'x'"),
    "no width at all": (HEADLESS, ValueError, "head_dim is missing, and so is hidden_size"),
    "no heads": (HEADLESS | {"hidden_size": 64}, ValueError, "head_dim is missing, and so is num_attention_heads"),
    "no width, but heads": (
        HEADLESS | {"num_attention_heads": 64},
        ValueError,
        "head_dim is missing, and so is hidden_size",
    ),
    "width that heads do not divide": (
        PLAIN | {"hidden_size": 4097},
        ValueError,
        "hidden_size must be a multiple of num_attention_heads, got 4097 and 32",
    ),
    "width that leaves an odd head": (
        HEADLESS | {"n_embd": 12, "n_head": 4},
        ValueError,
        "n_embd / n_head must be even, .* got 3",
    ),
    "0 heads": (PLAIN | {"num_attention_heads": 0}, ValueError, "num_attention_heads must be at least 1, got 0"),
    "float heads": (
        PLAIN | {"num_attention_heads": 32.0},
        TypeError,
        "num_attention_heads must be an integer, got 32.0",
    ),
    "string width": (PLAIN | {"hidden_size": "4096"}, TypeError, "hidden_size must be an integer, got '4096'"),
    "more than the head": (
        PLAIN | {"rotary_dim": 130},
        ValueError,
        "rotary_dim must be at most head_dim, 128, got 130",
    ),
    "odd rotary width": (PLAIN | {"rotary_dim": 31}, ValueError, "rotary_dim must be even, .* got 31"),
    "float rotary width": (PLAIN | {"rotary_dim": 32.0}, TypeError, "rotary_dim must be an integer, got 32.0"),
    "more than everything": (
        PLAIN | {"partial_rotary_factor": 1.5},
        ValueError,
        "partial_rotary_factor must be from 0 to 1, got 1.5",
    ),
    "less than nothing": (PLAIN | {"rotary_pct": -0.5}, ValueError, "rotary_pct must be from 0 to 1, got -0.5"),
    "NaN share": (PLAIN | {"rope_pct": NAN}, ValueError, "rope_pct must be from 0 to 1, got nan"),
    "string share": (PLAIN | {"rope_percent": "25"}, TypeError, "rope_percent must be a real number, got '25'"),
    "boolean share": (PLAIN | {"rotary_emb_fraction": True}, TypeError, "rotary_emb_fraction .* got True"),
    "odd share": (
        {"head_dim": 8, "rope_theta": 1e4, "rotary_pct": 0.4},
        ValueError,
        r"int\(head_dim x rotary_pct\) must be even, .* got 3",
    ),
    "a single pair, stretched by its base": (
        {"head_dim": 2, "rope_theta": 1e4, "rope_scaling": {"type": "ntk", "factor": 2.0}},
        ValueError,
        "head_dim must be at least 4, .* got 2",
    ),
}


@pytest.mark.parametrize(("config", "error", "message"), BAD.values(), ids=BAD)
def test_a_bad_config_is_named_in_the_error(config, error, message):
    layer_type = "sliding_attention" if config and "rope_local_base_freq" in config else None
    with pytest.raises(error, match=message):
        from_config(config, layer_type=layer_type)
    if isinstance(config, dict) and config:
        with pytest.raises(error, match=message):
            from_config({"text_config": config}, layer_type=layer_type)


BAD_LAYERS = {
    "unknown": (GEMMA_3, "global", ValueError, "layer_type must be one of 'full_attention', .* got 'global'"),
    "not said": (GEMMA_3, None, ValueError, "layer_type .* 'sliding_attention', which turn differently, got None"),
    "not said, nested": (GEMMA_4, None, ValueError, "layer_type .* which turn differently, got None"),
    "unknown, nested": (GEMMA_4, "chunked", ValueError, "layer_type must be one of .* got 'chunked'"),
    "unknown where all are alike": (PLAIN, "sliding_attention", ValueError, "layer_type .* got 'sliding_attention'"),
    "unknown where some stand still": (EXAONE, "linear_attention", ValueError, "layer_type .* got 'linear_attention'"),
    "a number": (GEMMA_3, 0, ValueError, "layer_type must be one of .* got 0"),
    "a list": (GEMMA_3, ["full_attention"], ValueError, r"layer_type must be one of .* got \['full_attention'\]"),
}


@pytest.mark.parametrize(("config", "layer_type", "error", "message"), BAD_LAYERS.values(), ids=BAD_LAYERS)
def test_a_bad_layer_type_is_named_in_the_error(config, layer_type, error, message):
    with pytest.raises(error, match=message):
        from_config(config, layer_type=layer_type)


@pytest.mark.parametrize(
    ("length", "error", "message"),
    [
        (0, ValueError, "sequence_length must be at least 1, got 0"),
        (-1, ValueError, "sequence_length must be at least 1, got -1"),
        (1.5, TypeError, "sequence_length must be an integer, got 1.5"),
        (4096.0, TypeError, "sequence_length must be an integer, got 4096.0"),
        (True, TypeError, "sequence_length must be an integer, got True"),
        ("4096", TypeError, "sequence_length must be an integer, got '4096'"),
        ([4096], TypeError, r"sequence_length must be an integer, got \[4096\]"),
    ],
)
@pytest.mark.parametrize("name", STRETCHES)
def test_a_bad_length_is_named_in_the_error_even_where_none_is_asked_for(name, length, error, message):
    with pytest.raises(error, match=message):
        from_config(PLAIN | {"rope_scaling": STRETCHES[name]}, length)


# Any JSON under the keys that are read: a rotation or a clear error, nothing else.

KNOBS = {"rope_type", "type", "rope_theta", "attention_factor", "alpha", "factor", *KEYS.values(), *LLAMA_3}
KNOBS |= {"beta_fast", "beta_slow", "truncate", "mscale", "mscale_all_dim", "mrope_section", "sliding_attention"}
KEYS_BESIDE = {*settings.BASE, *settings.LOCAL_BASE, *settings.FRACTION, *settings.LONGEST, *settings.WIDTH}
KEYS_BESIDE |= {*settings.HEADS, *settings.HEAD_WIDTH, "rotary_dim", "rope_ratio", "qk_rope_head_dim", "model_type"}
KEYS_BESIDE |= {"global_head_dim", "alibi", "position_embedding_type", "attn_config", "layer_types", "sliding_window"}
KEYS_BESIDE |= {"original_max_position_embeddings", "rope_scaling", "rope_parameters", "text_config"}
SMALL = {"head_dim": 16, "rope_theta": 1e4, "max_position_embeddings": 8192}
EIGHTS = {"short_factor": [1.0] * 8, "long_factor": [2.0] * 8}
usual = [1, 2, 8, 16, 0.25, 0.5, 1.5, 4.0, 1e6, 4096, *STRETCHES, "llama", "gemma3_text", "gpt_neox", "olmo3"]
unusual = [10**30, -(10**30), 10**308, 10**400, 1e300, 1e-300, 5e-324, "", "\ud800", "<b>", [[]], {"": {}}]
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.floats(0.5, 100) | st.sampled_from(usual + unusual)
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def changed(start, keys):
    """Good settings, some of them with anything in place of one or two."""
    changes = st.dictionaries(st.sampled_from(sorted(keys)), anything, max_size=2)
    return st.builds(lambda start, changes: start | changes, start, changes)


kinds = st.sampled_from(list(STRETCHES)).map(STRETCHES.get)
knobs = changed(kinds, KNOBS) | changed(kinds.map(lambda kind: kind | EIGHTS), KNOBS)
nested = st.dictionaries(st.sampled_from(["full_attention", "sliding_attention", "factor"]), knobs | anything)
starts = st.builds(
    lambda start, key, inner: start | {key: inner},
    st.sampled_from([SMALL, SMALL, PLAIN, MLA, GEMMA_3, GEMMA_4, EXAONE, {}]),
    st.sampled_from(["rope_scaling", "rope_parameters"]),
    knobs | knobs | nested,
)
configs = changed(starts, KEYS_BESIDE)
configs |= st.builds(lambda config, inside: config | {"text_config": inside}, configs, configs)


def assert_a_rotation_or_a_clear_error(config, length, layer_type):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            rotary = from_config(config, length, layer_type)
        except (TypeError, ValueError):
            return
    assert isinstance(rotary, Rotary)
    assert len(rotary.frequencies) == len(rotary.unstretched) == rotary.rotary_dim // 2 <= rotary.head_dim // 2
    assert np.isfinite(rotary.frequencies).all() and (rotary.frequencies >= 0).all()
    assert np.isfinite(rotary.unstretched).all() and (rotary.unstretched >= 0).all()
    assert 0 < rotary.attention_factor < math.inf


@hypothesis_settings(deadline=None, max_examples=1000)
@given(configs, st.none() | st.integers(1, 10**6), st.sampled_from([None, "full_attention", "sliding_attention"]))
def test_any_json_gives_a_rotation_or_a_clear_error(config, length, layer_type):
    assert_a_rotation_or_a_clear_error(config, length, layer_type)


@pytest.mark.parametrize(
    "config",
    [
        SMALL | {"rope_scaling": {"type": "dynamic", "factor": 10**308}},
        SMALL | {"rope_scaling": LONGROPE | EIGHTS | {"short_factor": [1e-320] * 8}},
        SMALL | {"rope_scaling": LONGROPE | EIGHTS | {"long_factor": [1e-320] * 8}},
        SMALL | {"head_dim": 128, "rope_theta": 5e-324},
        SMALL | {"rope_theta": 1e308, "rope_ratio": 100},
    ],
    ids=["huge factor", "tiny in the short list", "tiny in the long list", "tiny base", "huge base"],
)
@pytest.mark.parametrize("length", [1, 10**6])
def test_numbers_at_the_ends_of_float64_do_not_get_further(config, length):
    assert_a_rotation_or_a_clear_error(config, length, None)


def test_what_the_file_says_counts_more_than_what_its_class_assumes():
    gemma = {"model_type": "gemma4_text", "rope_parameters": {"full_attention": {"rope_theta": 1e6}}, "head_dim": 256}
    assert from_config(gemma, layer_type="full_attention").head_dim == 512
    assert from_config(gemma | {"global_head_dim": 128}, layer_type="full_attention").head_dim == 128
    gptj = {"model_type": "gptj", "n_embd": 4096, "n_head": 16}
    assert [from_config(gptj | said).rotary_dim for said in ({}, {"partial_rotary_factor": 0.5})] == [64, 128]
    ratio_of_none = {"head_dim": 64, "rope_theta": 1e4, "rope_ratio": None, "rope_scaling": {"rope_type": None}}
    np.testing.assert_array_equal(from_config(ratio_of_none).frequencies, rope.frequencies(64))


def test_a_stretch_of_nothing_is_nothing():
    still = {"head_dim": 64, "rope_theta": 1e4, "partial_rotary_factor": 0.0}
    stretched = from_config(still | {"rope_scaling": {"rope_type": "linear", "factor": 2.0}})
    assert len(stretched.frequencies) == stretched.rotary_dim == 0


@pytest.mark.parametrize(
    ("said", "layout"),
    [
        ({"model_type": "gptj", "head_dim": 64}, "interleaved"),
        ({"model_type": "mine", "rope_interleave": True}, "interleaved"),
        ({"model_type": "mine", "position_embedding_type": "rope_gptj"}, "interleaved"),
        ({"model_type": "llama"}, "half-split"),
        ({}, "half-split"),
    ],
)
def test_the_layout_of_the_models_own_code_is_named(said, layout):
    for knobs in ({}, {"rope_scaling": {"rope_type": "linear", "factor": 2.0}}):
        assert from_config({"head_dim": 64, "rope_theta": 1e4} | said | knobs).layout == layout


WIDE = {"hidden_size": 4096, "num_attention_heads": 32}
READ_OTHERWISE = {  # a config, and what its model's own code does
    "half of each head turns": ({"model_type": "bamba"} | WIDE, {"rotary_dim": 64}),
    "parts of larger models leave out their width": (
        {"model_type": "llava", "text_config": {"model_type": "llama"}},
        {"head_dim": 128, "rotary_dim": 128},
    ),
    "settings may stand one level down": (
        {"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "attn_config": {"rope_theta": 500_000}},
        {"head_dim": 128, "rotary_dim": 128},
    ),
    "a file's word against its type's layout": (
        {"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "rope_interleave": False},
        {"layout": "half-split"},
    ),
    "a flag for the layout": (
        {"model_type": "x", "rotary_emb_interleaved": True, "rope_theta": 1e4} | WIDE,
        {"layout": "interleaved"},
    ),
    "relatives of DeepSeek": (
        {"model_type": "kimi_k2", "qk_rope_head_dim": 64, "rope_theta": 5e4},
        {"layout": "interleaved"},
    ),
}


@pytest.mark.parametrize(("config", "expected"), READ_OTHERWISE.values(), ids=READ_OTHERWISE)
def test_files_that_say_it_otherwise_are_read_too(config, expected):
    rotary = from_config(config)
    assert {name: getattr(rotary, name) for name in expected} == expected


def test_local_layers_may_name_their_base_in_a_third_way():
    mimo = {"model_type": "mimo", "head_dim": 128, "rope_theta": 5e6, "swa_rope_theta": 1e4}
    for kind, base in (("full_attention", 5e6), ("sliding_attention", 1e4)):
        np.testing.assert_array_equal(from_config(mimo, layer_type=kind).unstretched, rope.frequencies(128, base))


def test_phimoe_names_its_attention_factors():
    lists = {"type": "longrope", "short_factor": [1.0] * 64, "long_factor": [2.0] * 64}
    lists |= {"short_mscale": 1.25, "long_mscale": 1.5, "original_max_position_embeddings": 4096}
    config = {
        "model_type": "phimoe",
        "rope_theta": 1e4,
        "max_position_embeddings": 131072,
        "rope_scaling": lists,
    } | WIDE
    assert [from_config(config, length).attention_factor for length in (None, 4097)] == [1.25, 1.5]


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            {"model_type": "granitemoehybrid", "position_embedding_type": "nope", "rope_theta": 1e4} | WIDE,
            "no encoding",
        ),
        ({"model_type": "nemotron_h", "rope_theta": 1e4} | WIDE, "no encoding"),
        ({"model_type": "zamba2", "rope_theta": 1e4} | WIDE, "no encoding"),
        ({"model_type": "baichuan", "hidden_size": 5120, "num_attention_heads": 40}, "ALiBi"),
        ({"model_type": "mpnet"}, "table .* and .* bucket"),
    ],
)
def test_models_that_look_as_if_they_rotated_do_not(config, message):
    with pytest.raises(settings.NoRotation, match=message):
        from_config(config)
    if config["model_type"] in ("zamba2", "baichuan"):
        others = {"zamba2": {"use_mem_rope": True}, "baichuan": WIDE}
        assert len(from_config(config | others[config["model_type"]]).frequencies) == 64


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"model_type": "chatglm", "position_encoding_2d": True} | WIDE, "position_encoding_2d is true"),
        ({"model_type": "dinov3_vit", "rope_theta": 100.0} | WIDE, "turns by a row and a column of an image"),
        (
            {"model_type": "new", "rope_theta": 1e4, "rope_scaling": {"type": "ntk", "factor": 2.0}} | WIDE,
            "rope_type 'ntk' means another stretch in model_type 'new'",
        ),
    ],
)
def test_rotations_of_another_kind_are_refused_by_name(config, message):
    with pytest.raises(ValueError, match=message):
        from_config(config)
