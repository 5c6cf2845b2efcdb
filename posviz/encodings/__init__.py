"""Ways to tell attention where tokens stand. One file is one encoding; each has `RELATIVE` and `scores`."""

import importlib
import pkgutil


def modules():
    """{name: module} of every encoding, found by looking in this folder."""
    return {name: importlib.import_module(f"{__name__}.{name}") for _, name, _ in pkgutil.iter_modules(__path__)}
