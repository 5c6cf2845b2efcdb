"""What in a config.json is easily read wrongly: each trap is a function that says so in a sentence, or says nothing."""

import inspect

from posviz.rope_scaling import longrope, model_types, settings, yarn
from posviz.rope_scaling.from_config import KEYS, factor, methods

# Keys beside a method's own that something reads.
READ = {"rope_type", "type", "rope_theta", "attention_factor", "original_max_position_embeddings", "mrope_section"}
READ |= {"mrope_interleaved", "finetuned", *settings.FRACTION}

DEEPSEEKS = ("deepseek_v2", "deepseek_v3", "deepseek_v32", "kimi_k2")


def warnings(config, layer_type=None):
    """Sentences about the traps in a config that rotates, the most harmful first.

    Parameters and errors are those of `settings.read`.
    """
    found, text = settings.read(config, layer_type), settings.text_model(config)
    traps = (_factor_ignored, _factor_against_lengths, _two_types, _two_places, _truncate, _unread, _attention_factor)
    traps += (_dynamic, _head_width, _base_and_factor, _softmax_scale, _still_layers, _sections, _one_length)
    traps += (_qwen, _old_key, _unsaid_base, _unsaid_width)
    return [sentence for trap in traps if (sentence := trap(found, text))]


def _number(value):
    """The value, if it is a usable number: what the rotation does not need may be anything."""
    known = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 2**53
    return value if known else None


def _factor_ignored(found, config):
    if found.rope_type == "default" and _number(found.knobs.get("factor")) not in (None, 1):
        return f"factor {found.knobs['factor']:g} is ignored, because the rope type is default: nothing is stretched."
    if found.rope_type in longrope.ROPE_TYPES and None not in map(found.knobs.get, ("factor", "attention_factor")):
        return "factor is ignored, because the lists say how far to stretch and attention_factor is given."


def _factor_against_lengths(found, config):
    given, lengths = _number(found.knobs.get("factor")), (found.max_length, found.train_length)
    if found.rope_type not in yarn.ROPE_TYPES + longrope.ROPE_TYPES or None in (given, *lengths):
        return
    if "original_max_position_embeddings" in config | found.knobs and given * lengths[1] != lengths[0]:
        return (
            f"factor {given:g} counts here, but the lengths in the file are {lengths[0]:,} / {lengths[1]:,} = "
            f"{lengths[0] / lengths[1]:g}; some releases of transformers ignore the factor and take that."
        )


def _two_types(found, config):
    both = [found.knobs.get(key) for key in ("rope_type", "type")]
    if None not in both and both[0] != both[1]:
        return f"rope_type {both[0]!r} counts, and type {both[1]!r} beside it is ignored."


def _two_places(found, config):
    if config.get("rope_parameters") and config.get("rope_scaling"):
        return "rope_parameters counts, and rope_scaling beside it is ignored."


def _truncate(found, config):
    if found.rope_type not in yarn.ROPE_TYPES:
        return
    if "truncate" in config:
        return "truncate stands outside the settings of the rotation, where nothing reads it."
    if found.knobs.get("truncate") is False:
        return (
            "truncate is false: the ramp begins and ends between two pairs, and programs that miss it turn otherwise."
        )
    if found.model_type == "gpt_oss" and found.knobs.get("truncate") is None:
        return "truncate is not given, which means true; the released gpt-oss has false."


def _unread(found, config):
    method = methods().get(found.rope_type)
    functions = [getattr(method, name, None) for name in ("frequencies", "attention_factor")]
    wanted = {p for function in functions if function for p in inspect.signature(function).parameters}
    unread = sorted(set(found.knobs) - READ - {KEYS.get(p, p) for p in wanted} - {"factor", "alpha"})
    if unread:
        return f"nothing in rope type {found.rope_type} reads {', '.join(unread)}."


def _attention_factor(found, config):
    method = methods().get(found.rope_type)
    if found.knobs.get("attention_factor") is None:
        return
    if not hasattr(method, "attention_factor"):
        return f"attention_factor is given, which rope type {found.rope_type} does not usually have."
    return "attention_factor is given, and takes the place of the formula's."


def _dynamic(found, config):
    if found.rope_type == "dynamic":
        sentence = (
            f"the stretch grows with each sequence and is 1 up to {found.max_length:,} tokens; cached keys go stale."
        )
        ignored = found.knobs.get("original_max_position_embeddings")
        return sentence + (" original_max_position_embeddings is ignored." if ignored else "")


def _head_width(found, config):
    width, heads = (_number(settings.found(config, names)[1]) for names in (settings.WIDTH, settings.HEADS))
    if width and heads and "qk_rope_head_dim" not in config and found.head_dim != width / heads:
        return f"head_dim {found.head_dim} counts, and not hidden_size / heads = {width} / {heads} = {width / heads:g}."


def _base_and_factor(found, config):
    stretch = factor(found)
    if stretch not in (None, 1) and found.base != 10_000 and found.rope_type in methods():
        return (
            f"base {found.base:,.10g} and factor {stretch:g} both make pairs slow: right if this base is the one the "
            "model was trained at, and stretched twice if it was raised for the long context."
        )


def _softmax_scale(found, config):
    all_dim = _number(found.knobs.get("mscale_all_dim"))
    if all_dim and found.model_type in DEEPSEEKS and factor(found):
        scale = (1 + all_dim * (yarn.attention_factor(factor(found)) - 1)) ** 2
        return f"DeepSeek's code also multiplies all scores, turned or not, by m(mscale_all_dim)**2 = {scale:.4g}."


def _still_layers(found, config):
    flags = config.get("no_rope_layers")
    if flags and isinstance(flags, list):
        still = [str(layer) for layer, flag in enumerate(flags) if not flag]
        meaning = "in no_rope_layers, 1 stands for a layer that rotates"
        return (
            f"layers {', '.join(still)} do not rotate at all: {meaning}." if still else f"all layers rotate: {meaning}."
        )
    if found.model_type in model_types.EVERY_FOURTH_LAYER_STILL:
        interval = config.get("no_rope_layer_interval") or 4
        return f"one layer in {interval} does not rotate at all: no_rope_layers, empty or missing, means that."
    layers, needs = model_types.STILL_LAYERS.get(found.model_type, ("", ""))
    if config.get(needs):
        return f"layers of type {layers} do not rotate at all, though the file does not say so."


def _sections(found, config):
    if isinstance(found.knobs.get("mrope_section"), list):
        sections = ", ".join(map(str, found.knobs["mrope_section"]))
        return f"mrope_section shares the pairs out between time, height and width of an image ({sections})."


def _one_length(found, config):
    stretched = found.rope_type in ("linear", "ntk", "proportional") and factor(found) not in (None, 1)
    if stretched and found.max_length and "original_max_position_embeddings" not in config | found.knobs:
        return f"the file names one length, {found.max_length:,}: it may be the one before or after stretching."


def _qwen(found, config):
    if found.model_type == "qwen" and config.get("use_dynamic_ntk") and found.train_length:
        return (
            f"use_dynamic_ntk: in sequences of more than {found.train_length:,} tokens the base is multiplied by "
            f"a**(d / (d - 2)), where a = 2**ceil(log2(length / {found.train_length:,}) + 1) - 1."
        )


def _old_key(found, config):
    if "type" in found.knobs and "rope_type" not in found.knobs:
        return "the rope type stands under the older key type; newer files say rope_type."


def _unsaid_width(found, config):
    if settings.said(config, (*settings.WIDTH, *settings.HEAD_WIDTH, "qk_rope_head_dim"))[1] is None:
        return f"the width of a head is not in the file: {found.head_dim} is what {found.model_type} assumes."


def _unsaid_base(found, config):
    if settings.said(config | found.knobs, settings.BASE)[1] is None:
        return f"rope_theta is not in the file: {found.base:,.10g} is what the class of {found.model_type} assumes."
