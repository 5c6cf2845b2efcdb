"""The files that come with the tiny models: weights, held-out text, measured curves."""

import functools
import json
import zipfile
from pathlib import Path

import numpy as np

from posviz.tiny.model import ALPHABET, Model

DATA = Path(__file__).parent / "data"
PER_LAYER = {"qkv", "out", "up", "down"}


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
        ValueError: no such model or seed; a file of weights that is damaged, or is none.
    """
    if not isinstance(encoding, str) or encoding not in names():
        raise ValueError(f"encoding must be one of {', '.join(map(repr, names()))}, got {encoding!r}")
    model, trained_with = read(DATA / f"{encoding}.npz")
    if seed is not None and (isinstance(seed, bool) or seed != trained_with):
        raise ValueError(f"seed must be {trained_with}, the one whose weights are here, or None, got {seed!r}")
    return model


def write(path, model, seed):
    """Store a model's weights in float16, and its settings."""
    settings = {"encoding": model.encoding, "train_length": model.train_length, "n_heads": model.n_heads}
    settings |= {"attention_factor": model.attention_factor, "seed": seed}
    if model.frequencies is not None:
        settings["frequencies"] = list(model.frequencies)
    weights = {name: array.astype(np.float16) for name, array in model.weights.items()}
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
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} does not hold a tiny model: {error}") from error
    if fault:
        raise ValueError(f"{path} does not hold a tiny model: {fault}")
    return model, seed


def unfit(model):
    """What is wrong with the shapes or values of a model's weights, in words; nothing if all is well."""
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
        wanted["positions"] = (model.weights["positions"].shape[0], width)
    if model.encoding == "t5":
        wanted["bias"] = (model.weights["bias"].shape[0], model.n_heads)
    for name, array in model.weights.items():
        if array.shape != wanted.get(name):
            return f"{name} must have shape {wanted.get(name)}, got {array.shape}"
        if not np.isfinite(array).all():
            return f"{name} holds numbers that are not finite"
    return "" if wanted.keys() == model.weights.keys() else f"{(wanted.keys() - model.weights.keys()).pop()} is missing"


@functools.cache
def held_out():
    """The text that no model was trained on: the last tenth of Python 3.11's help texts."""
    return (DATA / "held_out.txt").read_text(encoding="ascii")


@functools.cache
def curves():
    """What was measured, and how: the contents of data/curves.json."""
    return json.loads((DATA / "curves.json").read_text(encoding="ascii"))
