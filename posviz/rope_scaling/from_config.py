"""A real model's config.json -> how its queries and keys turn."""

import functools
import importlib
import inspect
import pkgutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from posviz import checks
from posviz.encodings import rope
from posviz.rope_scaling import dynamic_ntk, longrope, proportional, settings, yarn

# Settings whose name in the file is another than the parameter's.
KEYS = {
    "train_length": "original_max_position_embeddings",
    "short_factors": "short_factor",
    "long_factors": "long_factor",
    "fraction": "partial_rotary_factor",
    "base": "rope_theta",
}


@dataclass(frozen=True, eq=False)
class Rotary:
    """How one model's queries and keys turn.

    Args:
        frequencies: (n_pairs,) radians per position in float64, pair 0 first.
        attention_factor: multiplies what turns; scores get its square.
        head_dim: features of one head. rotary_dim: how many of them, from the front, are in pairs.
        unstretched: (n_pairs,) the frequencies before any stretching.
        layout: how the model's own code pairs features, as far as its type is known.
    """

    frequencies: np.ndarray
    attention_factor: float
    head_dim: int
    rotary_dim: int
    unstretched: np.ndarray
    layout: str

    def rotate(self, vectors, positions, layout="half-split"):
        """Turn queries or keys of this model; see `rope.rotate`. ValueError if they are not head_dim wide.

        Weights as they come from a model of another layout want that: `rotary.rotate(q, positions, rotary.layout)`.
        """
        vectors = checks.real("vectors", vectors, 1)
        if vectors.shape[-1] != self.head_dim:
            raise ValueError(f"vectors must be head_dim = {self.head_dim} wide, got {vectors.shape[-1]}")
        return rope.rotate(vectors, positions, self.frequencies, layout, self.attention_factor)


def from_config(config, sequence_length=None, layer_type=None):
    """The rotation that a config.json asks for, old style or new.

    Args:
        config: the dict of a Hugging Face config.json, with rope_parameters (flat, or nested by layer type) or with
            rope_theta and rope_scaling; a multimodal model's text_config is found inside.
        sequence_length: tokens of the sequence to be read. Only "dynamic" and "longrope" ask for it; None means no
            more than the training length.
        layer_type: such as "sliding_attention", where a model's layers turn differently.
    Returns:
        Rotary.
    Raises:
        TypeError, ValueError: a model that does not rotate (the message says what it does instead), an unknown layer
            type or rope_type, a key that is missing or holds an impossible value (the message names it).
    """
    found = settings.read(config, layer_type)
    if sequence_length is not None:
        checks.whole("sequence_length", sequence_length, 1)
    checks.one_of("rope_type", found.rope_type, ("default", *methods()))
    plain = rope.frequencies(found.rotary_dim, found.base) if found.rotary_dim else np.empty(0)
    if found.rope_type == "default" or not found.rotary_dim:
        return Rotary(plain.copy(), 1.0, found.head_dim, found.rotary_dim, plain, found.layout)
    method = methods()[found.rope_type]
    if found.rope_type in proportional.ROPE_TYPES:
        plain = rope.proportional_frequencies(found.head_dim, found.fraction, found.base)
    values = {key: value for key, value in found.knobs.items() if value is not None} | {
        "head_dim": found.rotary_dim,
        "base": found.base,
        "fraction": found.fraction,
        # transformers counts a dynamic stretch from the longest context, whatever the original one was
        "train_length": found.max_length if found.rope_type in dynamic_ntk.ROPE_TYPES else found.train_length,
        "sequence_length": sequence_length,
        "factor": factor(found),
    }
    attention_factor = 1.0
    if "attention_factor" in values:
        attention_factor = checks.above("attention_factor", values["attention_factor"], 0)
    elif hasattr(method, "attention_factor"):
        attention_factor = _call(method.attention_factor, values, found.rope_type)
    frequencies = _call(method.frequencies, values, found.rope_type)
    return Rotary(frequencies, attention_factor, found.head_dim, found.rotary_dim, plain, found.layout)


def factor(found):
    """How much these settings stretch: the file's factor, or its longest context over its original one, or None."""
    if found.knobs.get("factor") is not None:
        return found.knobs["factor"]
    if found.rope_type in yarn.ROPE_TYPES + longrope.ROPE_TYPES and found.max_length and found.train_length:
        return found.max_length / found.train_length
    return None


@functools.cache
def methods():
    """{rope_type: module}, found by looking in this folder."""
    names = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    modules = [importlib.import_module(f"posviz.rope_scaling.{name}") for name in names]
    return {rope_type: module for module in modules for rope_type in getattr(module, "ROPE_TYPES", ())}


def _call(function, values, rope_type):
    """Call with the settings that the function names as parameters."""
    wanted = inspect.signature(function).parameters
    given = {name: values.get(name, values.get(KEYS.get(name))) for name in wanted}
    given = {name: value for name, value in given.items() if value is not None}
    keys = KEYS | ({"train_length": settings.LONGEST[0]} if rope_type in dynamic_ntk.ROPE_TYPES else {})
    missing = [name for name, p in wanted.items() if p.default is p.empty and name not in given]
    if missing:
        raise ValueError(f"{keys.get(missing[0], missing[0])} is missing, which rope_type {rope_type!r} needs")
    try:
        return function(**given)
    except (TypeError, ValueError) as error:
        name, _, rest = str(error).partition(" ")
        raise type(error)(f"{keys.get(name, name)} {rest}") from error
