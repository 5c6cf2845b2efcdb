"""Read base, width of a head and number of turning pairs from the text of a config.json: a function."""

import json

CASES = [
    ('{"hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000.0}',),
    ('{"hidden_size": 1152, "num_attention_heads": 4, "head_dim": 256}',),
    ('{"hidden_size": 512, "num_attention_heads": 8, "partial_rotary_factor": 0.5, "rope_theta": 20000}',),
    ('{"hidden_size": 512, "num_attention_heads": 8, "head_dim": 32, "rope_parameters": {"rope_theta": 1e6}}',),
    (
        '{"hidden_size": 2560, "num_attention_heads": 32, "head_dim": 64, "partial_rotary_factor": 0.25,'
        ' "rope_theta": 50000, "rope_parameters": {"rope_type": "default"}}',
    ),
]


def right(text):
    """Real files hide more: other names for the base, settings for each kind of layer, or nothing at all."""
    config = json.loads(text)
    base = {**config, **config.get("rope_parameters", {})}.get("rope_theta", 10_000)
    head_dim = config.get("head_dim", config["hidden_size"] // config["num_attention_heads"])
    return base, head_dim, int(head_dim * config.get("partial_rotary_factor", 1)) // 2


def always_divided(text):
    """It always divides out the width of a head. Where the file has head_dim, that counts."""
    config = json.loads(text)
    base, width = right(text)[0], config["hidden_size"] // config["num_attention_heads"]
    return base, width, int(width * config.get("partial_rotary_factor", 1)) // 2


def on_top_only(text):
    """It looks for the base at the top of the file only. In newer files it stands inside rope_parameters."""
    return json.loads(text).get("rope_theta", 10_000), *right(text)[1:]


def all_turn(text):
    """It lets all pairs turn. The file may say that only a part of each head does."""
    return *right(text)[:2], right(text)[1] // 2


def features_for_pairs(text):
    """It counts features that turn. Two of them make a pair."""
    return *right(text)[:2], 2 * right(text)[2]
