"""What plays a baked explorable, in JavaScript; joined from its parts, since both hosts need a single file.

A part is a module of its own, which names what it takes from the others. Joined, they share one scope, so their
`import` lines and the word `export` go.
"""

import re
from importlib.resources import files

PARTS = (
    *("tables", "stand", "looks", "drawing", "numbers", "copying"),
    *("controls", "questions", "stage", "keys", "figure"),
)


def player(host):
    """The parts and the host ("page" or "notebook") as one text; only the host exports, if it has to."""
    shared = [re.sub(r"^export ", "", _part(name), flags=re.MULTILINE) for name in PARTS]
    return "\n".join([*shared, _part(host)])


def _part(name):
    source = files(__name__).joinpath(f"{name}.mjs").read_text("utf-8")
    return re.sub(r"^import \{[^}]*\} from .*\n", "", source, flags=re.MULTILINE).strip() + "\n"
