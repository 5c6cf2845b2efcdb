"""What the build notices: a small book of two notebooks, a reference and a text, with a posviz of its own to change."""

import os
import shutil
import subprocess

import build
import nbformat
import pytest
from conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("build")]

TOC = "format: jb-book\nroot: text\nchapters:\n- file: chapters/one\n- file: chapters/two\n- file: chapters/reference\n"
REFERENCE = "# Reference\n\n```{eval-rst}\n.. reference-of:: posviz.encodings\n   :brief:\n```\n"
RAN = 'with open("ran.txt", "a") as ran:\n    print("{name}", file=ran)'
ONE = "import posviz\nfrom posviz.explorables import rope_pair\n\nprint(rope_pair.explorable.title)"
TWO = "from posviz import models\n\nprint(len(models.names()), models.load('gpt-2')['name'])"


class Book:
    """A small book."""

    def __init__(self, folder):
        self.folder, self.chapters, self.html = folder, folder / "chapters", folder / "_build" / "html"
        shutil.copytree(ROOT / "posviz", folder / "posviz", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "images", folder / "images")
        shutil.copy(ROOT / "_config.yml", folder)
        self.chapters.mkdir()
        self.chapters.joinpath("references.bib").touch()
        self.chapters.joinpath("reference.md").write_text(REFERENCE)
        (folder / "text.md").write_text("# A text\n\nWithout code.\n")
        (folder / "_toc.yml").write_text(TOC)

    def write(self, name, *sources, tags=()):
        """Write a notebook that notes that it ran, and then runs these cells."""
        cells = [nbformat.v4.new_code_cell(source) for source in (RAN.format(name=name), *sources)]
        cells[-1].metadata.tags = list(tags)
        cells.insert(0, nbformat.v4.new_markdown_cell(f"# {name.title()}"))
        for k, cell in enumerate(cells):
            cell.id = str(k)
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
        nbformat.write(notebook, self.chapters / f"{name}.ipynb")

    def build(self):
        """Build it: the names of the notebooks that ran and of the pages that were written, and what was said."""
        noted, before = self.chapters / "ran.txt", self._written()
        noted.unlink(missing_ok=True)
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        built = subprocess.run(build.command(self.folder), capture_output=True, text=True, env=environment)
        self.failed, self.said = built.returncode != 0, built.stdout + built.stderr
        self.ran = noted.read_text().split() if noted.exists() else []
        self.wrote = {name for name, time in self._written().items() if time != before.get(name)}

    def page(self, name):
        """A built page."""
        return self.html.joinpath(f"{name}.html").read_text("utf-8")

    def change(self, file, old, new):
        """Put `new` into a file of its posviz for `old`."""
        path = self.folder / "posviz" / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    def _written(self):
        return {path.stem: path.stat().st_mtime_ns for path in self.html.rglob("*.html") if path.stem in PAGES}


PAGES = {"one", "two", "reference", "text"}


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    book = Book(tmp_path_factory.mktemp("a small book, é"))
    book.write("one", 'print("said at", end=" ", flush=True)\nprint("two times")', ONE)
    book.write("two", TWO)
    book.build()
    assert not book.failed, book.said[-3000:]
    assert sorted(book.ran) == ["one", "two"] and book.wrote == PAGES
    assert "said at two times" in book.page("chapters/one")
    return book


def test_nothing_changed_nothing_runs_and_no_page_is_written(small):
    for chapter in small.chapters.glob("*.ipynb"):
        chapter.touch()  # as a checkout does
    small.build()
    assert not small.failed and small.ran == []
    small.build()
    assert not small.failed and small.ran == [] and small.wrote == set()


def test_a_changed_explorable_runs_the_chapter_that_loads_it_and_no_other(small):
    old = small.page("chapters/one").split("<pre><span></span>")[-1].split("\n")[0]
    small.change("explorables/rope_pair.py", old, "A new title")
    small.build()
    assert not small.failed and small.ran == ["one"]
    assert "A new title" in small.page("chapters/one") and old not in small.page("chapters/one")
    assert not {"two", "reference"} & small.wrote


def test_changed_data_run_the_chapter_whose_modules_they_lie_beside(small):
    small.change("models/gpt-2.json", '"name": "', '"name": "New ')
    small.build()
    assert not small.failed and small.ran == ["two"] and not {"one", "reference"} & small.wrote
    assert "New GPT-2" in small.page("chapters/two")
    shutil.copy(small.folder / "posviz" / "models" / "gpt-2.json", small.folder / "posviz" / "models" / "one-more.json")
    small.build()
    assert not small.failed and small.ran == ["two"], "it counts them"


def test_what_every_page_loads_is_new_for_every_page_and_runs_nothing(small):
    small.change("explorables/sinusoid_map.py", "import", "import sys  # no chapter here loads this\nimport")
    for file in ("player/tables.mjs", "posviz.css"):
        before = small.page("text")
        small.change(file, "\n", "\n/* changed */")
        small.build()
        assert not small.failed and small.ran == [] and small.wrote == PAGES
        assert small.page("text") != before, "or browsers keep the old one"


def test_the_reference_follows_docstrings_and_new_modules(small):
    small.change("encodings/alibi.py", '"""', '"""Docstrings have changed. ')
    small.build()
    assert not small.failed and small.ran == [] and "Docstrings have changed." in small.page("chapters/reference")
    small.folder.joinpath("posviz", "encodings", "added.py").write_text('"""An encoding that was added."""\n')
    small.build()
    assert not small.failed and "An encoding that was added." in small.page("chapters/reference")


def test_a_build_that_was_stopped_leaves_no_old_page(small):
    doctrees, page = small.folder / "_build" / ".doctrees", small.html / "chapters" / "two.html"
    assert not (doctrees / "unfinished").exists()
    (doctrees / "unfinished").touch()  # as at any time before the end
    page.write_text("old")
    small.build()
    assert not small.failed and small.ran == [] and small.wrote == PAGES and not (doctrees / "unfinished").exists()


def test_an_error_is_an_error_in_every_build_until_it_is_mended(tmp_path):
    book = Book(tmp_path)
    book.write("one", "print('before')", "import sys\n1 / 0")
    book.write("two", "import sys\nprint('a complaint', file=sys.stderr)")
    book.write("reference", "import os\nos._exit(1)")
    book.chapters.joinpath("reference.md").unlink()
    for ran in (["one", "reference", "two"], ["one", "reference"]):
        book.build()
        assert book.failed and sorted(book.ran) == ran
        assert "ZeroDivisionError" in book.said and "one.ipynb: WARNING" in book.said
        assert "reference.ipynb: WARNING" in book.said and "DeadKernelError" in book.said
        assert "two.ipynb" in book.said and "stderr was found" in book.said
    book.write("one", "print('before')", "1 / 0", tags=["raises-exception"])
    book.write("two", "print('no complaint')")
    book.write("reference", "print('alive')")
    book.build()
    assert not book.failed and sorted(book.ran) == ["one", "reference", "two"], book.said[-3000:]
    assert "ZeroDivisionError" in book.page("chapters/one")
    book.write("one", "print('before')", "1 / 0")
    book.build()
    assert book.failed and book.ran == ["one"], "the tag is gone"
