"""The static host: HTML that carries its own tables and needs no kernel, only the page's player."""

import json
import re
from importlib.resources import files

from posviz.bake import bake
from posviz.hosts import markup


def html(explorable):
    """An explorable as a figure with its tables inside."""
    return embed(markup.figure(explorable), bake(explorable))


def embed(figure, spec):
    """Put the player's data into a figure. Nothing in it can end the script element early."""
    data = json.dumps(spec, allow_nan=False).replace("<", "\\u003c")
    return figure.replace("</figure>", f'<script type="application/json">{data}</script></figure>')


def player():
    """The player as a classic script: browsers refuse module files on pages opened straight from disk."""
    source = files("posviz").joinpath("player.mjs").read_text("utf-8")
    classic, found = re.subn(r"^export default .*$", "playPage();", source, flags=re.MULTILINE)
    if found != 1:
        raise ValueError(f"player.mjs must have one 'export default' line, found {found}")
    return f'(() => {{\n"use strict";\n{classic}}})();\n'
