"""Write the students' and the teachers' notebooks to _build/notebooks, and the first cell of every chapter.

python tools/notebooks.py

A chapter holds exercises and solutions in MyST, which the book renders; notebook applications do not, so they are
written out in plain Markdown here, and citations with them. The first cell installs posviz where it is missing: from
the repository that _config.yml names, or else from the folder above the notebooks.
"""

import itertools
import re
from pathlib import Path

import nbformat
import yaml
from pybtex.database import parse_file

ROOT = Path(__file__).parents[1]
CHAPTERS = ROOT / "chapters"
OUT = ROOT / "_build" / "notebooks"

INSTALL = """\
# Installs posviz where it is missing; elsewhere this does nothing.
from importlib.util import find_spec

if find_spec("posviz") is None:
    %pip install --quiet {source}"""

FOLDED = "Run the next cell; its code is folded away, because it holds the answers."

FENCED = re.compile(
    r"^(?P<fence>:{3,}|`{3,})\{(?P<kind>exercise|solution|solution-start|solution-end)\}(?P<title>[^\n]*)\n"
    r"(?P<options>(?::[a-z]+:[^\n]*\n)*)(?P<body>.*?)^(?P=fence)[ ]*$",
    re.MULTILINE | re.DOTALL,
)


def main():
    """Both sets of notebooks, and the chapters' own first cells."""
    source = repository_source()
    for path in sorted(CHAPTERS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        install_first(notebook, source)
        nbformat.write(notebook, path)
    for folder, solutions in (("student", False), ("teacher", True)):
        written = write(OUT / folder, source, solutions, book="../../html/chapters/")
        print(f"{len(written)} notebooks: {OUT / folder}")


def repository_source():
    """What pip installs posviz from: the repository that _config.yml names, or the folder above."""
    url = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["repository"]["url"]
    return f"git+{url}" if url else ".."


def write(folder, source, solutions, book):
    """Write every chapter as a notebook for students, or with solutions for teachers; `book` leads to its pages."""
    folder.mkdir(parents=True, exist_ok=True)
    cited = citations(CHAPTERS / "references.bib")
    paths = []
    for path in sorted(CHAPTERS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        install_first(notebook, source)
        number = path.stem[:2].lstrip("0") if path.stem[0].isdigit() else ""
        notebook.cells = list(written_out(notebook.cells, number, solutions))
        for cell, following in itertools.zip_longest(notebook.cells, notebook.cells[1:], fillvalue={}):
            if cell.cell_type == "markdown":
                cell.source = plain(cell.source, cited, book)
            if following.get("metadata", {}).get("jupyter", {}).get("source_hidden"):
                cell.source += f"\n\n{FOLDED}"
        renumber(notebook)
        paths.append(folder / path.name)
        nbformat.write(notebook, paths[-1])
    return paths


def install_first(notebook, source):
    """Give the notebook, after its title, the cell that installs posviz from there where it is missing."""
    notebook.cells = [cell for cell in notebook.cells if not cell.source.startswith(INSTALL.splitlines()[0])]
    cell = nbformat.v4.new_code_cell(INSTALL.format(source=source), metadata={"tags": ["remove-cell"]})
    notebook.cells.insert(1, cell)
    renumber(notebook)


def renumber(notebook):
    """Cells are called 0, 1, 2, ..., as nbstripout calls them."""
    for k, cell in enumerate(notebook.cells):
        cell.id = str(k)


def written_out(cells, chapter, solutions):
    """The cells with exercises as headings, and solutions as text or not at all."""
    count, in_solution = 0, False
    for cell in cells:
        if cell.cell_type == "code":
            if solutions or not in_solution:
                yield cell
            continue
        kept, end = [], 0
        for found in FENCED.finditer(cell.source):
            if solutions or not in_solution:
                kept.append(cell.source[end : found.start()])
            if found["kind"] == "exercise":
                count += 1
                kept.append(f"### Exercise {chapter}.{count}. {found['title'].strip()}\n\n{found['body'].strip()}")
            elif solutions and found["kind"] != "solution-end":
                kept.append(f"**Solution.**\n\n{found['body'].strip()}")
            in_solution = found["kind"] == "solution-start"
            end = found.end()
        if solutions or not in_solution:
            kept.append(cell.source[end:])
        cell.source = "\n\n".join(part.strip() for part in kept if part.strip())
        if cell.source:
            yield cell


def plain(markdown, cited, book):
    """Without what only the book resolves: citations become names and years, and links to its pages lead there."""

    def cite(found):
        names = [cited[key.strip()] for key in found[2].split(",")]
        if found[1] == "t":
            return "; ".join(f"{authors} ({year})" for authors, year in names)
        return f"({'; '.join(f'{authors}, {year}' for authors, year in names)})"

    markdown = re.sub(r"\{cite:(p|t)\}`([^`]+)`", cite, markdown)
    markdown = re.sub(r'href="(?=[\w-]+\.html)', f'href="{book}', markdown)
    return re.sub(r"\]\(([\w-]+)\.md", rf"]({book}\1.html", markdown)


def citations(path):
    """{key: (authors, year)} of a bibliography."""
    return {
        key: (_authors(entry.persons["author"]), entry.fields["year"])
        for key, entry in parse_file(path).entries.items()
    }


def _authors(persons):
    names = [" ".join(map(str, person.rich_last_names)) for person in persons]
    return names[0] + (" et al." if len(names) > 2 else f" and {names[1]}" if len(names) == 2 else "")


if __name__ == "__main__":
    main()
