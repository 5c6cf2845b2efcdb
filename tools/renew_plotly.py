"""Fetch the part of Plotly that pages load, of the version that the installed plotly carries.

python tools/renew_plotly.py     after plotly was renewed; needs npm

The archive is the one that Plotly publishes; its checksum must be the registry's.
"""

import base64
import hashlib
import json
import subprocess
import tarfile
import tempfile
from pathlib import Path

from plotly.offline import get_plotlyjs_version

ROOM = Path(__file__).parents[1] / "posviz" / "hosts" / "plotly"
FILES = ("plotly-cartesian.min.js", "LICENSE")


def main():
    """Lay script and licence into the room of Plotly."""
    package = f"plotly.js-cartesian-dist-min@{get_plotlyjs_version()}"
    wanted = json.loads(npm("view", package, "dist.integrity", "--json"))
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, npm("pack", package, "--silent", "--pack-destination", folder).split()[-1])
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != wanted:
            raise SystemExit(f"{package} is not what the registry says it is: got {found}, wanted {wanted}")
        with tarfile.open(archive) as packed:
            for name in FILES:
                ROOM.joinpath(name).write_bytes(packed.extractfile(f"package/{name}").read())
    print(f"{package}: {', '.join(FILES)} in {ROOM}")


def npm(*words):
    """What npm answers."""
    return subprocess.run(["npm", *words], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
