"""Real models' position settings as data: one JSON file is one model, with its source and the day it was looked at.

Keys: name; released (year and month); source; seen (day); positions ("rotary", "learned", "sinusoidal", "alibi", "t5"
or "none"); layers (which use it); train_length (tokens in training, before any stretching); note; config (an excerpt
of the model's config.json, values as they stand there).
"""

import json
from pathlib import Path

FOLDER = Path(__file__).parent


def names():
    """The models whose settings are here, such as "llama-3.1-8b"."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load(name):
    """A model's settings, as a dict with the keys above. ValueError if there is no such model."""
    if not isinstance(name, str) or name not in names():
        raise ValueError(f"name must be one of {', '.join(names())}, got {name!r}")
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
