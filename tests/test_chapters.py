"""Laws for every chapter, found by looking in the folder."""

import re
import subprocess
import sys

import nbformat
import pytest
from conftest import ROOT

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
PROSE = sorted([ROOT / "intro.md", *(ROOT / "chapters").glob("*.md")])
OF_CHAPTERS = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)

NO_PROSE = re.compile(
    r"^---\n.*?^---$|^(`{3,}|~{3,}).*?^\1$|\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`", re.MULTILINE | re.DOTALL
)
SENTENCE_ENDS = re.compile(r"""(?<!\bal)(?<!\be\.g)(?<!\bi\.e)(?<!\b[A-Z])[.?!]["'”’)*_]*\s+["'“‘(*_]*[A-Z]""")
LIST_OR_TABLE = re.compile(r"\s*([-*+|]|\d+\.)\s")
MAKES_AN_IMAGE = re.compile(r"\b(subplots|figure|subplot_mosaic)\(|\bplt\.(plot|bar|imshow|scatter|matshow)\(")


def sentences_sharing_a_line(markdown):
    """The lines of prose that hold more than one sentence. Lists and tables may."""
    lines = NO_PROSE.sub("", markdown).splitlines()
    return [line for line in lines if SENTENCE_ENDS.search(line) and not LIST_OR_TABLE.match(line)]


def shows_code_first(notebook):
    """Is the code of the first code cell of the page to be seen? The first screen holds a question and a picture."""
    tags = [set(cell.metadata.get("tags", [])) for cell in notebook.cells if cell.cell_type == "code"]
    return not {"remove-input", "hide-input"} & next(of_cell for of_cell in tags if "remove-cell" not in of_cell)


def images_without_alt(notebook):
    """The code cells that draw with matplotlib and do not say what is to be seen."""
    drawn = [cell for cell in notebook.cells if cell.cell_type == "code" and MAKES_AN_IMAGE.search(cell.source)]
    return [cell.source for cell in drawn if not cell.metadata.get("mystnb", {}).get("image", {}).get("alt")]


def stored_results(notebook):
    """The code cells with outputs or execution counts in the file."""
    return [c.source for c in notebook.cells if c.cell_type == "code" and (c.outputs or c.execution_count is not None)]


def is_stripped(path):
    """Would nbstripout change nothing?"""
    command = [sys.executable, "-m", "nbstripout", "--verify", path]
    return subprocess.run(command, capture_output=True).returncode == 0


def uncited(bibliography, texts):
    """The entries of a bibliography that none of these texts cites."""
    keys = re.findall(r"^@\w+\{([^,\s]+),", bibliography, re.MULTILINE)
    cited = {
        key.strip() for t in texts for keys in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", t) for key in keys.split(",")
    }
    return set(keys) - cited


def sources(notebook, kind):
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == kind)


@OF_CHAPTERS
def test_a_chapter_is_a_clean_notebook(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"
    assert stored_results(notebook) == []
    assert is_stripped(path), "run: make format"


@OF_CHAPTERS
def test_a_chapter_opens_without_code_and_describes_its_images(path):
    notebook = nbformat.read(path, as_version=4)
    assert notebook.cells[0].source.startswith("# ")
    assert not shows_code_first(notebook)
    assert images_without_alt(notebook) == []


@pytest.mark.parametrize("path", [*CHAPTERS, *PROSE], ids=lambda path: path.stem)
def test_each_sentence_has_a_line_of_its_own(path):
    notebook = path.suffix == ".ipynb" and nbformat.read(path, as_version=4)
    assert sentences_sharing_a_line(sources(notebook, "markdown") if notebook else path.read_text("utf-8")) == []


def test_every_reference_is_cited():
    texts = [sources(nbformat.read(path, as_version=4), "markdown") for path in CHAPTERS]
    texts += [path.read_text("utf-8") for path in PROSE]
    assert uncited((ROOT / "chapters" / "references.bib").read_text("utf-8"), texts) == set()


def test_a_bad_chapter_is_noticed(tmp_path):
    cells = [
        nbformat.v4.new_markdown_cell("One sentence. Another on the same line."),
        nbformat.v4.new_code_cell("fig, ax = plt.subplots()", execution_count=3),
    ]
    bad = nbformat.v4.new_notebook(cells=cells)
    nbformat.write(bad, tmp_path / "bad.ipynb")
    assert not is_stripped(tmp_path / "bad.ipynb")
    assert shows_code_first(bad)
    assert images_without_alt(bad) == stored_results(bad) == ["fig, ax = plt.subplots()"]
    assert sentences_sharing_a_line(sources(bad, "markdown")) == ["One sentence. Another on the same line."]
    assert uncited("@misc{one,\n}\n@book{two,\n}\n@misc{three,\n}", ["see {cite:p}`one, three`"]) == {"two"}


@pytest.mark.parametrize(
    "line",
    [
        "Su et al. Show it. (And more.)",
        '"It is." He said so.',
        "> Is it? *Yes.*",
        "**Read.** Every page works.",
    ],
)
def test_two_sentences_in_a_line_are_noticed(line):
    assert sentences_sharing_a_line(line) == [line]


@pytest.mark.parametrize(
    "text",
    [
        "Su et al. Show it.",
        "J. Su says so, e.g. Here.",
        "Let $x = 1. Y$ be `a. B`.",
        "| one. Two | three. Four |",
        "- One. Two.",
        "```{code-cell}\nx = 'One. Two.'\n```",
        "$$\nOne. Two.\n$$",
        "It grows by 1.5 Times.",
    ],
)
def test_what_is_no_second_sentence_passes(text):
    assert sentences_sharing_a_line(text) == []
