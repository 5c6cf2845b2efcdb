"""Where a config.json says how its model rotates: many spellings, read into one."""

from dataclasses import dataclass

from posviz import checks
from posviz.rope_scaling import model_types

# The same thing under the names that releases and model families gave it; the first one found counts.
TEXT_MODEL = ("text_config", "llm_config", "language_config", "thinker_config", "decoder")
BASE = ("rope_theta", "global_rope_theta", "rotary_emb_base", "rope_base", "rope_embedding_base", "rope_freq_constant")
LOCAL_BASE = ("rope_local_base_freq", "local_rope_theta", "swa_rope_theta")
FRACTION = ("partial_rotary_factor", "rotary_pct", "rope_pct", "rope_percent", "rotary_emb_fraction")
LONGEST = ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "seq_length", "max_sequence_length")
LONGEST += ("model_max_length", "max_context_length")
WIDTH = ("hidden_size", "n_embd", "n_embed", "d_model")
HEADS = ("num_attention_heads", "n_head", "n_heads", "num_heads")
HEAD_WIDTH = ("head_dim", "kv_channels", "attention_head_dim")
ALIASES = {"mrope": "default"}  # of Qwen-VL: plain frequencies, shared out between time, height and width


@dataclass(frozen=True)
class Settings:
    """What one kind of layer does.

    Args:
        model_type: as in the file, or None. layer_type: as asked for, or None where all layers that turn do so alike.
        rope_type: "default", or the method of stretching.
        base: rope_theta. head_dim: features of a head, or of that part of it that may turn. rotary_dim: how many of
            them are in pairs. beside: features of a head that stand beside that part and never turn (DeepSeek's).
        fraction: of the head that turns.
        layout: how the model's own code pairs features, as far as its type is known.
        max_length: the longest context the file names, in tokens, or None.
        train_length: the length before stretching, where the file names one, or max_length.
        knobs: the file's other settings of the rotation, as they came.
    """

    model_type: str | None
    layer_type: str | None
    rope_type: str
    base: float
    head_dim: int
    rotary_dim: int
    beside: int
    fraction: float
    layout: str
    max_length: int | None
    train_length: int | None
    knobs: dict


class NoRotation(ValueError):
    """The config of a model that does something else than rotate. The message says what."""


def read(config, layer_type=None):
    """The settings of the rotation in a model's config.json.

    Args:
        config: the dict of a config.json. layer_type: one of `rotations(config)`, where these are several.
    Raises:
        NoRotation: a model, or a layer of it, that is known not to rotate.
        TypeError, ValueError: no dict, an unknown layer type, a key that is missing or holds an impossible value. The
            message names the key.
    """
    config = text_model(config)
    if config.get("position_encoding_2d"):
        raise ValueError("position_encoding_2d is true: the halves of a head turn by two positions, which is not read")
    if config.get("model_type") in model_types.OF_IMAGES:
        raise ValueError(f"model_type {config['model_type']!r} turns by a row and a column of an image: not read")
    layer_type, knobs = _chosen(config, layer_type)
    both = config | knobs
    rope_type = found(knobs, ("rope_type", "type"))[1]
    rope_type = "default" if rope_type is None else rope_type
    if not isinstance(rope_type, str):
        raise TypeError(f"rope_type must be a string, got {rope_type!r}")
    rope_type = ALIASES.get(rope_type, rope_type)
    if rope_type == "yarn" and knobs.get("short_factor") is not None:  # of the first Phi-3
        rope_type = "longrope"
    if rope_type == "ntk" and config.get("model_type") in ("new", "gte"):
        raise ValueError(f"rope_type 'ntk' means another stretch in model_type {config['model_type']!r}: not read")
    if rope_type == "dynamic" and knobs.get("alpha") is not None:  # of Hunyuan: a larger base, once and for all
        rope_type, knobs = "ntk", knobs | {"factor": knobs["alpha"]}
    head_dim = head_width(config, layer_type)
    share, fraction = found(both, FRACTION)
    fraction = 1.0 if fraction is None else checks.share(share, fraction)
    turning, width = found(config, ("rotary_dim",))
    if turning not in config and share in both:  # the file's fraction counts more than the class's width
        width = None
    longest, max_length = found(config, LONGEST)
    max_length = max_length if max_length is None else checks.whole(longest, max_length, 1)
    beside = found(config, ("qk_nope_head_dim",))
    trained = ("original_max_position_embeddings", "max_trained_positions")
    trained += ("seq_length",) if config.get("model_type") == "qwen" else ()
    before, original = found(both, trained)
    return Settings(
        model_type=config.get("model_type"),
        layer_type=layer_type,
        rope_type=rope_type,
        base=_base(both),
        head_dim=head_dim,
        rotary_dim=_rotary_width(config, rope_type, head_dim, width, fraction, share),
        beside=checks.whole(*beside, 0) if beside[1] is not None and "qk_rope_head_dim" in config else 0,
        fraction=fraction,
        layout="interleaved" if _is_interleaved(config) else "half-split",
        max_length=max_length,
        train_length=max_length if original is None else checks.whole(before, original, 1),
        knobs=knobs,
    )


def said(config, names):
    """The first of these keys that the file has, and its value; (first name, None) if it has none of them.

    A key that holds null counts as absent.
    """
    return next(((name, config[name]) for name in names if config.get(name) is not None), (names[0], None))


def found(config, names):
    """As `said`; but if the file is silent, what the class of its model_type assumes."""
    name, value = said(config, names)
    return (name, value) if value is not None else said(model_types.DEFAULTS.get(config.get("model_type"), {}), names)


def text_model(config):
    """The part of a config that describes the language model.

    Raises:
        TypeError: no dict, or a model_type that is no string. NoRotation: a model that is known not to rotate.
    """
    if not isinstance(config, dict):
        raise TypeError(f"config must be the dict of a config.json, got {config!r}")
    nested = next((config[name] for name in TEXT_MODEL if isinstance(config.get(name), dict)), None)
    if nested is not None:
        return text_model(nested)
    if isinstance(config.get("attn_config"), dict):  # of DBRX and MPT
        config = config["attn_config"] | config
    model_type = config.get("model_type")
    if not (model_type is None or isinstance(model_type, str)):
        raise TypeError(f"model_type must be a string, got {model_type!r}")
    instead = _instead(config, model_type)
    if instead:
        raise NoRotation(f"this model does not rotate queries and keys: model_type {model_type!r} {instead}")
    return config


def _instead(config, model_type):
    """What a model does instead of rotating, in words; nothing if it may rotate."""
    attention = config["attn_config"] if isinstance(config.get("attn_config"), dict) else {}
    kind = str(config.get("position_embedding_type"))
    if attention.get("rope") or kind in ("rotary", "rope", "rope_gptj"):
        return ""
    if config.get("alibi") or attention.get("alibi"):
        return model_types.SLOPES
    if model_type == "baichuan" and config.get("hidden_size") != 4096:  # 13B; the 7B rotates
        return model_types.SLOPES
    if model_type == "zamba2" and not config.get("use_mem_rope"):
        return model_types.NOTHING
    usual = model_types.WITHOUT_ROTATION.get(model_type, "")
    if usual in ("", model_types.TABLE):  # of these, some files say that theirs is another
        usual = model_types.EMBEDDING_TYPES.get(kind, usual)
    return usual or (model_types.BUCKETS if "relative_attention_num_buckets" in config else "")


def rotations(config):
    """{layer type: its settings as in the file}; a single entry, None, where all layers that turn do so alike.

    Args:
        config: what `text_model` returns.
    Raises:
        TypeError: settings that are no dict.
    """
    name, knobs = found(config, ("rope_parameters", "rope_scaling"))
    knobs = {} if knobs is None else knobs
    if not isinstance(knobs, dict):
        raise TypeError(f"{name} must be a dict, got {knobs!r}")
    nested = {key: own for key, own in knobs.items() if isinstance(own, dict)}
    if nested:
        shared = {key: value for key, value in knobs.items() if key not in nested and value is not None}
        return {layers: shared | own for layers, own in nested.items()}
    name, local = found(config, LOCAL_BASE)
    if local is not None:
        checks.above(name, local, 0)
        return {"full_attention": knobs, "sliding_attention": {"rope_theta": local}}
    unstretched = model_types.UNSTRETCHED_LAYERS.get(config.get("model_type"))
    if unstretched and knobs:
        kept = ("rope_theta", "original_max_position_embeddings")
        return {"full_attention": knobs, unstretched: {key: knobs[key] for key in kept if key in knobs}}
    return {None: knobs}


def _chosen(config, layer_type):
    """The layer type that counts, and its settings."""
    kinds = rotations(config)
    if layer_type is None and len(kinds) > 1:
        raise ValueError(f"layer_type must be one of {', '.join(map(repr, kinds))}, which turn differently, got None")
    if layer_type is None:
        return next(iter(kinds.items()))
    known = [kind for kind in kinds if kind] or _named_layers(config)
    checks.one_of("layer_type", layer_type, known)
    if None in kinds and layer_type == _still_layers(config):
        raise NoRotation(f"layers of type {layer_type!r} do not rotate in models of type {config['model_type']!r}")
    return layer_type, kinds.get(layer_type, kinds.get(None))


def _named_layers(config):
    names = config.get("layer_types") or ["full_attention"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise TypeError(f"layer_types must be a list of strings, got {names!r}")
    return sorted({*names, _still_layers(config)} - {""})


def _still_layers(config):
    """The type of those layers that the model's code leaves without rotation, though the file does not say so."""
    layers, needs = model_types.STILL_LAYERS.get(config.get("model_type"), ("", ""))
    return layers if config.get(needs) else ""


def head_width(config, layer_type):
    """Features of one head, as far as they may turn (of DeepSeek's heads: the part that does)."""
    first = ("global_head_dim",) if layer_type == "full_attention" else ()
    for names in (("qk_rope_head_dim",), first, HEAD_WIDTH):
        name, width = found(config, names) if names else ("", None)
        if width is not None:
            return checks.even(name, width)
    (wide, width), (many, heads) = found(config, WIDTH), found(config, HEADS)
    if width is None or heads is None:
        raise ValueError(f"head_dim is missing, and so is {many if width else wide}, which could stand in for it")
    if checks.whole(wide, width, 2) % checks.whole(many, heads, 1):
        raise ValueError(f"{wide} must be a multiple of {many}, got {width} and {heads}")
    return checks.even(f"{wide} / {many}", width // heads)


def _rotary_width(config, rope_type, head_dim, width, fraction, share):
    if rope_type == "proportional" or config.get("qk_rope_head_dim") is not None:
        return head_dim
    if width is not None:
        if checks.even("rotary_dim", width) > head_dim:
            raise ValueError(f"rotary_dim must be at most head_dim, {head_dim}, got {width}")
        return width
    width = int(head_dim * fraction)
    return checks.even(f"int(head_dim x {share})", width) if width else 0


def _is_interleaved(config):
    return (
        (config.get("model_type") in model_types.INTERLEAVED and config.get("rope_interleave") is not False)
        or config.get("rope_interleave") is True
        or config.get("rotary_emb_interleaved") is True
        or config.get("position_embedding_type") == "rope_gptj"
    )


def _base(both):
    name, base = found(both, BASE)
    if base is None:
        raise ValueError(f"{name} is missing, and none is known for model_type {both.get('model_type')!r}")
    ratio = found(both, ("rope_ratio",))[1]
    return checks.above(name, base, 0) * (1 if ratio is None else checks.above("rope_ratio", ratio, 0))
