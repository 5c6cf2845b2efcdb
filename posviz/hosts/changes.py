"""What the book is built anew for, besides its pages: posviz, the installed packages, a build that did not end well."""

import re
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path

BUILDER = Path(__file__).resolve().parent
HOUSE = BUILDER.parent


def setup(app):
    """Called by posviz.hosts.sphinx."""
    app.add_config_value("built_by", "", "env")  # when it changes, Sphinx reads every page anew
    app.connect("config-inited", _begin)
    app.connect("build-finished", _end, priority=999)


def _begin(app, config):
    now = files()
    builder = [(str(path), content) for path, content in now.items() if path.parent == BUILDER]
    config.built_by = digest(installed(), builder, [str(path) for path in now if path.suffix == ".py"])
    unfinished = _unfinished(app)
    if unfinished.exists():  # pages that look well may be old: Sphinx forgets what it has read
        unfinished.with_name("environment.pickle").unlink(missing_ok=True)
    unfinished.parent.mkdir(parents=True, exist_ok=True)
    unfinished.touch()


def _end(app, failure):
    if not failure and not app._warncount:
        _unfinished(app).unlink()


def _unfinished(app):
    """The file that is there from the beginning of a build until it ends well, without a warning."""
    return Path(app.doctreedir) / "unfinished"


def digest(*parts):
    """A word for these parts; any others have another."""
    return sha256(repr(parts).encode()).hexdigest()


def installed():
    """Python, and the packages beside posviz with their versions."""
    return [sys.version, *sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))]


def files():
    """{path: digest} of what posviz is made of, without what editors and Python leave there."""
    paths = [path for path in sorted(HOUSE.rglob("*")) if path.is_file() and path.parent.name != "__pycache__"]
    return {path: digest(path.read_bytes()) for path in paths if re.fullmatch(r"\w(.*\w)?", path.name)}


def behind(loaded, now):
    """What stands behind a run that loaded these modules: their text, the data beside them, the others' names.

    The names, since some modules look into their folder. What only pages load is left out.
    """
    rooms = {path.parent for path in loaded}
    return [
        (str(path), content if path in loaded or path.suffix != ".py" else "")
        for path, content in now.items()
        if _room(path) in rooms and path.suffix not in (".mjs", ".css")
    ]


def _room(path):
    """The folder of modules that a file belongs to."""
    return next(folder for folder in path.parents if (folder / "__init__.py").is_file())
