"""The notebooks for students and teachers, and the stick: what is on it, and that it opens elsewhere, offline."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile

import build
import nbformat
import notebooks
import pytest
import stick
import yaml
from conftest import ROOT
from lab import TRANSPORT

CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))


def read(path):
    return nbformat.read(path, as_version=4)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """{"student": notebooks, "teacher": notebooks}, as make notebooks writes them."""
    out = tmp_path_factory.mktemp("notebooks")
    return {
        kind: {p.stem: read(p) for p in notebooks.write(out / kind, "..", solutions, "../book/")}
        for kind, solutions in (("student", False), ("teacher", True))
    }


def test_every_chapter_begins_with_the_cell_that_installs():
    for path in CHAPTERS:
        first = next(cell for cell in read(path).cells if cell.cell_type == "code")
        assert first.source == notebooks.INSTALL.format(source=notebooks.repository_source()), "run: make notebooks"
        assert first.metadata.tags == ["remove-cell"]


def test_students_get_the_exercises_and_teachers_the_solutions_too(written):
    for stem, student in written["student"].items():
        teacher = written["teacher"][stem]
        texts = {kind: "\n".join(c.source for c in n.cells) for kind, n in (("s", student), ("t", teacher))}
        source = "\n".join(cell.source for cell in read(ROOT / "chapters" / f"{stem}.ipynb").cells)
        n_exercises = source.count("{exercise}")
        assert texts["s"].count("### Exercise ") == texts["t"].count("### Exercise ") == n_exercises
        assert texts["t"].count("**Solution.**") == n_exercises and "**Solution.**" not in texts["s"]
        checks = re.findall(r"posviz\.check\(.*", texts["s"])
        assert len(checks) == len(set(checks)) and texts["t"].count("posviz.check(") == 2 * len(checks)
        for text in texts.values():
            assert not re.search(r"\{(exercise|solution|cite)|:label:", text), "left for the book to resolve"
        nbformat.validate(student), nbformat.validate(teacher)


def test_nothing_but_solutions_is_taken_from_students(written):
    for stem, student in written["student"].items():
        kept = {cell.source for cell in student.cells}
        for cell in written["teacher"][stem].cells:
            if cell.source not in kept:
                assert "**Solution.**" in cell.source or cell.cell_type == "code", cell.source
        ends = [cell.source for cell in read(ROOT / "chapters" / f"{stem}.ipynb").cells if "## In short" in cell.source]
        assert all("## In short" in "\n".join(kept) for _ in ends)


def test_links_and_citations_are_written_out():
    cited = {"a": ("Su et al.", "2024"), "b": ("Men", "2023")}
    text = 'See {cite:p}`a, b` and {cite:t}`b`, [x](glossary.md#y), [z](05-rotating.ipynb#w), <a href="05.html#q?m=1">'
    assert notebooks.plain(text, cited, "../b/") == (
        "See (Su et al., 2024; Men, 2023) and Men (2023), [x](../b/glossary.html#y), [z](05-rotating.ipynb#w), "
        '<a href="../b/05.html#q?m=1">'
    )
    known = notebooks.citations(ROOT / "chapters" / "references.bib")
    assert known["vaswani2017"] == ("Vaswani et al.", "2017")
    assert not [label for label in known.values() if re.search(r"[{}\\]", label[0])]


def cells(*sources):
    kinds = {"md": nbformat.v4.new_markdown_cell, "py": nbformat.v4.new_code_cell}
    return [kinds[kind](source) for kind, source in sources]


def test_solutions_are_cut_wherever_they_begin_and_end():
    gated = [
        ("md", "Before.\n\n:::{exercise} Implement: it\n:label: ex-it\n\nDo it.\n\n```\ncode\n```\n:::"),
        ("py", "stub"),
        ("md", "Between.\n\n:::{solution-start} ex-it\n:::\n\nSecret."),
        ("py", "secret"),
        ("md", "Secret too.\n\n:::{solution-end}\n:::\n\nAfter.\n\n:::{solution} ex-x\nHidden.\n:::\n\nLast."),
    ]
    student = [c.source for c in notebooks.written_out(cells(*gated), "5", solutions=False)]
    assert student == [
        "Before.\n\n### Exercise 5.1. Implement: it\n\nDo it.\n\n```\ncode\n```",
        "stub",
        "Between.",
        "After.\n\nLast.",
    ]
    teacher = "\n".join(c.source for c in notebooks.written_out(cells(*gated), "5", solutions=True))
    assert [word in teacher for word in ("Secret.", "secret", "Secret too.", "Hidden.", "After.")] == [True] * 5


def test_one_line_names_the_repository(tmp_path, monkeypatch):
    assert notebooks.repository_source() == ".."
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    config["repository"]["url"] = "https://github.com/someone/something"
    (tmp_path / "_config.yml").write_text(yaml.safe_dump(config))
    monkeypatch.setattr(notebooks, "ROOT", tmp_path)
    assert notebooks.repository_source() == "git+https://github.com/someone/something"


@pytest.mark.slow
@pytest.mark.parametrize("url", ["", "https://github.com/someone/something"])
def test_a_published_book_has_launch_buttons_and_a_sitemap(tmp_path, url):
    config = (ROOT / "_config.yml").read_text("utf-8")
    assert config.count('\n  url: ""\n') == 1, "one line to change"
    config = config.replace('\n  url: ""\n', f'\n  url: "{url}"\n')
    base = url and "https://example.org/book/"
    (tmp_path / "_config.yml").write_text(config.replace('\n  baseurl: ""', f'\n  baseurl: "{base}"'))
    shutil.copytree(ROOT / "images", tmp_path / "images")
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: text\nchapters:\n- file: chapters/one\n")
    (tmp_path / "text.md").write_text((ROOT / "intro.md").read_text("utf-8").split("# Where")[0] + "# A page of text")
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters" / "references.bib").write_text("")
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    one = nbformat.v4.new_notebook(cells=cells(("md", "# One"), ("py", "1 + 1")), metadata=metadata)
    nbformat.write(one, tmp_path / "chapters" / "one.ipynb")
    built = subprocess.run(build.command(tmp_path), capture_output=True, text=True)
    assert built.returncode == 0, built.stdout[-2000:] + built.stderr[-2000:]
    chapter, text = (
        (tmp_path / "_build" / "html" / page).read_text("utf-8") for page in ("chapters/one.html", "text.html")
    )
    for place in ("mybinder.org/v2/gh/someone/something", "colab.research.google.com/github/someone/something"):
        assert (place in chapter) == bool(url)
        assert place not in text, "Colab opens no pages of text"
    built = tmp_path / "_build" / "html"
    assert (built / "404.html").is_file() == (built / "sitemap.xml").is_file() == bool(url)
    assert ('property="og:image" content="https://example.org/book/book.png"' in chapter) == bool(url)
    if url:
        assert "<loc>https://example.org/book/chapters/one.html</loc>" in (built / "sitemap.xml").read_text()
        assert 'href="https://example.org/book/"' in (built / "404.html").read_text()


def test_the_first_cell_does_nothing_where_posviz_is(tmp_path):
    code = notebooks.INSTALL.format(source="/no/such/place").replace("%pip", "raise SystemExit(1) #")
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    assert subprocess.run([sys.executable, "-I", "-c", code.replace('"posviz"', '"no_such_module"')]).returncode == 1
    assert importlib.util.find_spec("posviz")


@pytest.fixture(scope="module", params=[pytest.param("stick", marks=pytest.mark.xdist_group("stick"))])
def unpacked(book, tmp_path_factory):
    """The stick, unpacked elsewhere."""
    folder = tmp_path_factory.mktemp("a stick with spaces, é")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stick, "BOOK", book)
        stick.pack(tmp_path_factory.mktemp("laid out"), folder / "stick.zip")
    with zipfile.ZipFile(folder / "stick.zip") as packed:
        names = packed.namelist()
        packed.extractall(folder)
    assert {name.split("/")[0] for name in names} == {"posviz-stick"}
    for name in names:  # what Windows cannot write, or tells apart only by capitals
        assert not re.search(r'[<>:"\\|?*]|[ .]$', name) and len(name) < 150, name
    assert len({name.lower() for name in names}) == len(names)
    return folder / "posviz-stick"


def test_the_stick_opens_by_its_first_page_and_plays(unpacked, open_page):
    page = open_page((unpacked / "open-the-book.html").as_uri(), ready=False)
    page.wait_for_url("**/book/intro.html")
    page.get_by_role("link", name="Attention is blind to order").first.click()
    figure = page.locator("figure.posviz").first
    figure.scroll_into_view_if_needed()
    page.wait_for_selector("figure.posviz[data-ready] .main-svg")
    figure.locator("input[type=range]").first.press("Home")
    figure.locator("[data-do=present]").click()
    page.wait_for_selector(".posviz-stage figure")
    assert page.heard == []


def test_every_page_of_the_book_is_on_the_stick(book, unpacked):
    pages = {path.relative_to(book) for path in book.rglob("*.html")}
    assert len(pages) > 15 and pages == {p.relative_to(unpacked / "book") for p in (unpacked / "book").rglob("*.html")}


def test_links_from_the_notebooks_lead_to_the_book(unpacked):
    found = 0
    for path in (unpacked / "notebooks").glob("*.ipynb"):
        text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
        for link in re.findall(r'\]\(([\w./-]+?)(?:#[\w-]*)?\)|href="([\w./-]+)', text):
            target = next(filter(None, link))
            found += 1
            assert (path.parent / target).is_file(), f"{path.name}: {target}"
    assert found > 30


def test_the_wheel_is_whole_and_names_what_it_needs(unpacked):
    (wheel,) = (unpacked / "wheel").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        inside = set(packed.namelist())
    whole = {p.relative_to(ROOT).as_posix() for p in (ROOT / "posviz").rglob("*") if p.is_file()}
    assert {name for name in whole if "__pycache__" not in name} <= inside
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    listed = (unpacked / "wheel" / "requirements.txt").read_text("utf-8").split()
    assert [need.split("=")[0] for need in listed] == sorted(need.split(">")[0] for need in needs)
    readme = (unpacked / "README.txt").read_bytes().decode("ascii")
    assert wheel.name in readme and all(need in readme for need in listed) and "\r\n" in readme


def test_students_notebooks_run_from_top_to_bottom(unpacked):
    folder = unpacked / "notebooks"
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace"]
    command += ["--ExecutePreprocessor.timeout=300", *TRANSPORT]
    ran = subprocess.run([*command, *sorted(folder.glob("*.ipynb"))], capture_output=True, text=True, cwd=folder)
    assert ran.returncode == 0, ran.stderr[-3000:]
    for path in folder.glob("[0-9]*.ipynb"):
        said = [str(o) for c in read(path).cells if "posviz.check(" in c.source for o in c.outputs]
        assert len(said) >= 4 and all("Nothing to check yet" in words for words in said), path.name
