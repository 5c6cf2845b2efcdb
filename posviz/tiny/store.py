"""The files that come with the tiny models: weights, held-out text, measured curves."""

import functools
import json
import zipfile
import zlib
from pathlib import Path

import numpy as np

from posviz import checks
from posviz.tiny.model import ALPHABET, Model

DATA = Path(__file__).parent / "data"
DAMAGE = (OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error)  # what a damaged file raises


def names():
    """The models whose weights are here."""
    return sorted(path.stem for path in DATA.glob("*.npz"))


def load(encoding, seed=None):
    """A small transformer trained for this book.

    Args:
        encoding: a name of `names()`: "none", "sinusoidal", "learned", "t5", "alibi", "rope", "p-rope", and the
            fine-tuned "rope-plain", "rope-linear", "rope-ntk", "rope-yarn", "rope-yarn-adjusted", "rope-base".
        seed: the seed of its training. Only one seed's weights are here, and None means that one.
    Returns:
        Model.
    Raises:
        TypeError, ValueError: no such model or seed; a file of weights that is damaged, or is none.
    """
    if not isinstance(encoding, str) or encoding not in names():
        raise ValueError(f"encoding must be one of {', '.join(map(repr, names()))}, got {encoding!r}")
    model, trained_with = read(DATA / f"{encoding}.npz")
    if seed is not None and checks.whole("seed", seed, 0) != trained_with:
        raise ValueError(f"seed must be {trained_with}, the one whose weights are here, or None, got {seed!r}")
    return model


def write(path, model, seed):
    """Store a model's weights in float16, and its settings. ValueError if a weight is too large for float16."""
    settings = {"encoding": model.encoding, "train_length": model.train_length, "n_heads": model.n_heads}
    settings |= {"attention_factor": model.attention_factor, "seed": seed}
    if model.frequencies is not None:
        settings["frequencies"] = list(model.frequencies)
    weights = {name: array.astype(np.float16) for name, array in model.weights.items()}
    for name, array in weights.items():
        checks.numbers(f"{name} in float16", array)
    np.savez_compressed(path, settings=json.dumps(settings), **weights)


def read(path):
    """A stored model and the seed of its training. ValueError if the file does not hold one, whole and finite."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = dict(file)
        settings = json.loads(str(arrays.pop("settings")))
        seed = settings.pop("seed")
        if "frequencies" in settings:
            settings["frequencies"] = np.array(settings["frequencies"])
        model = Model(weights={name: array.astype(np.float32) for name, array in arrays.items()}, **settings)
        fault = unfit(model)
    except (*DAMAGE, KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} does not hold a tiny model: {error}") from error
    if fault:
        raise ValueError(f"{path} does not hold a tiny model: {fault}")
    return model, seed


def unfit(model):
    """What is wrong with a model's settings, shapes or values, in words; nothing if all is well."""
    width = model.weights["embedding"].shape[-1]
    n, _, hidden = model.weights["up"].shape
    wanted = {
        "embedding": (len(ALPHABET), width),
        "qkv": (n, width, 3 * width),
        "out": (n, width, width),
        "up": (n, width, hidden),
        "down": (n, hidden, width),
        "norms": (2 * n + 1, width),
        "head": (width, len(ALPHABET)),
    }
    if model.encoding == "learned":
        wanted["positions"] = (len(model.weights["positions"]), width)
    if model.encoding == "t5":
        wanted["bias"] = (len(model.weights["bias"]), model.n_heads)
    if model.weights.keys() != wanted.keys():
        return f"its arrays must be {sorted(wanted)}, got {sorted(model.weights)}"
    for name, array in model.weights.items():
        if array.shape != wanted[name]:
            return f"{name} must have shape {wanted[name]}, got {array.shape}"
        checks.numbers(name, array)
    checks.one_of("encoding", model.encoding, ("none", "sinusoidal", "learned", "t5", "alibi", "rope"))
    checks.whole("train_length", model.train_length, 1)
    checks.above("attention_factor", model.attention_factor, 0)
    if width % checks.whole("n_heads", model.n_heads, 1):
        return f"n_heads must divide the width {width}, got {model.n_heads}"
    turns = None if model.frequencies is None else checks.numbers("frequencies", model.frequencies).shape
    if turns != ((width // model.n_heads // 2,) if model.encoding == "rope" else None):
        return f"frequencies must be there for rope only, one for each pair of a head, got {model.frequencies}"
    return ""


@functools.cache
def held_out():
    """The text that no model was trained on: the last tenth of Python 3.11's help texts."""
    return (DATA / "held_out.txt").read_text(encoding="ascii")


def curves():
    """What was measured, and how: the contents of data/curves.json."""
    return json.loads((DATA / "curves.json").read_text(encoding="ascii"))


def measured(group, name):
    """What was measured on one kind of model, as arrays.

    Args:
        group, name: keys of `curves()`, such as "trained" and "rope".
    Returns:
        {"loss": (seeds, bands) nats per character; "positions": (bands,) middle of each band of positions; "copied":
        (seeds, distances) shares from 0 to 1; "distances": (distances,)}. Where the copying was not measured, the
        last two are missing.
    Raises:
        TypeError, ValueError: nothing was measured under these keys.
    """
    checks.one_of("group", group, ("trained", "stretched", "capped"))
    if not isinstance(name, str):
        raise TypeError(f"name must be a string, got {name!r}")
    return dict(_measured(group, name))


@functools.cache
def _measured(group, name):
    known = curves()
    checks.one_of("name", name, known[group])
    arrays = {key: np.array(values) for key, values in known[group][name].items()}
    arrays["positions"] = known["band"] * (np.arange(arrays["loss"].shape[1]) + 0.5)
    if "copied" in arrays:
        arrays["distances"] = np.array(known["distances"])
    for array in arrays.values():
        array.setflags(write=False)
    return arrays
