"""The theme's icons, those that the book shows: the theme brings two thousand (1.5 MB) before a page may be painted."""

import re
from pathlib import Path

SCRIPT = Path("_static", "scripts", "fontawesome.js")
# An icon as the theme's script writes it: "magnifying-glass":[512,512,[128269,"search"],"f002","M416 208c0..."]
ICON = re.compile(r'"?([a-z0-9-]+)"?:\[\d+,\d+,\[([^\]]*)\],"[0-9a-f]+",(?:"[^"]*"|\[[^\]]*\])\],?')


def setup(app):
    """Called by posviz.hosts.sphinx."""
    app.connect("build-finished", _keep_used)


def used(texts):
    """The names of the icons that these pages and scripts ask for."""
    return {name for text in texts for name in re.findall(r"\bfa-([a-z0-9-]+)", text)}


def only(names, script):
    """The theme's script with the icons of these names, or of other names for the same, and no others."""

    def kept(found):
        others = set(re.findall(r'"([a-z0-9-]+)"', found[2]))
        return found[0] if names & {found[1], *others} else ""

    return re.sub(r",\}", "}", ICON.sub(kept, script))


def _keep_used(app, failure):
    out = Path(app.outdir)
    if failure or not (out / SCRIPT).is_file():
        return
    scripts = {*out.glob("_static/*.js"), *out.glob("_static/scripts/*.js")} - {out / SCRIPT}
    names = used(path.read_text("utf-8") for path in (*out.rglob("*.html"), *scripts))
    (out / SCRIPT).write_text(only(names, (out / SCRIPT).read_text("utf-8")), "utf-8")
