"""The static host: HTML that carries its own tables and needs no kernel, only the page's player."""

import json

from posviz.bake import bake
from posviz.hosts import markup
from posviz.player import player


def html(explorable):
    """An explorable as a figure with its tables inside."""
    return embed(markup.figure(explorable), bake(explorable))


def embed(figure, spec):
    """Put the player's data into a figure. Nothing in it can end the script element early."""
    data = json.dumps(spec, allow_nan=False).replace("<", "\\u003c")
    return figure.replace("</figure>", f'<script type="application/json">{data}</script></figure>')


def script():
    """The player as a classic script: browsers refuse module files on pages opened straight from disk."""
    return f'(() => {{\n"use strict";\n{player("page")}}})();\n'
