"""Write the stick, one zip with all that a class needs and no network: _build/posviz-stick.zip.

python tools/stick.py

The book must have been built before. What is on the stick: the book, the students' notebooks, and posviz as a wheel.
"""

import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import requires, version
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import notebooks

ROOT = Path(__file__).parents[1]
BOOK = ROOT / "_build" / "html"
ZIP = ROOT / "_build" / "posviz-stick.zip"

OPEN = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="0; url=book/intro.html">
<title>Where tokens stand</title>
</head>
<body><p><a href="book/intro.html">Open the book</a></p></body>
</html>
"""

README = """\
WHERE TOKENS STAND
An interactive book on how attention learns order.

Unpack this zip first: inside it a browser finds neither pictures nor pages.

READ AND TEACH (no network, nothing to install)
  Double-click  open-the-book.html
  Teachers begin with "Teaching with this book" in the list at the left.
  To copy the book to a phone or a web server, take the folder "book".

RUN THE NOTEBOOKS (Python 3.11, 3.12 or 3.13; without the solutions)
  In the folder of this file:
    python -m venv .venv
    .venv\\Scripts\\activate          (macOS, Linux: source .venv/bin/activate)
    pip install {wheel} jupyterlab
    jupyter lab notebooks
  posviz needs these packages, which pip fetches from the network:
    {needs}
  For a room without a network, fetch them beforehand on the same kind of machine:
    pip download -d wheel jupyterlab -r wheel/requirements.txt
  and then install with
    pip install --no-index --find-links wheel posviz jupyterlab

WHAT IS HERE
  open-the-book.html   opens the book
  book                 the book as web pages
  notebooks            its chapters as notebooks
  wheel                posviz {version} for pip, and what it needs
  README.txt           this text

Code: MIT licence. Text and pictures: CC BY 4.0.
"""


def main():
    """Write the zip and say where it is."""
    if not (BOOK / "intro.html").is_file():
        raise SystemExit(f"There is no book in {BOOK}: run make html first.")
    with tempfile.TemporaryDirectory() as folder:
        pack(Path(folder), ZIP)
    print(f"The stick: {ZIP} ({ZIP.stat().st_size / 1e6:.0f} MB)")


def pack(folder, path):
    """Lay the stick out in an empty folder, and zip it."""
    wheel = build_wheel(folder / "wheel")
    needs = [f"{name}=={version(name)}" for name in needed()]
    write(folder / "wheel" / "requirements.txt", "".join(f"{need}\n" for need in needs))
    shutil.copytree(BOOK, folder / "book", ignore=shutil.ignore_patterns(".buildinfo", "objects.inv", ".doctrees"))
    notebooks.write(folder / "notebooks", f"../wheel/{wheel}", solutions=False, book="../book/chapters/")
    write(folder / "open-the-book.html", OPEN)
    write(
        folder / "README.txt", README.format(wheel=f"wheel/{wheel}", needs=", ".join(needs), version=version("posviz"))
    )
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                packed.write(file, Path("posviz-stick") / file.relative_to(folder))


def build_wheel(folder):
    """Build posviz as a wheel, without the network, and return its name."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    with tempfile.TemporaryDirectory() as source:  # setuptools leaves its own files where it builds
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, source)
        shutil.copytree(ROOT / "posviz", Path(source, "posviz"), ignore=shutil.ignore_patterns("__pycache__"))
        subprocess.run([*command, "--no-build-isolation", "--wheel-dir", folder, source], check=True)
    return next(folder.glob("*.whl")).name


def needed():
    """The names of the packages that posviz asks for."""
    return sorted(need.split(">")[0] for need in requires("posviz"))


def write(path, text):
    """A text file that every system's editor shows line by line."""
    path.write_text(text, "utf-8", newline="\r\n")


if __name__ == "__main__":
    main()
