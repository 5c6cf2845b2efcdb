"""The book's side of the static host: a Sphinx extension that gives every page the player and its libraries."""

import importlib
import os
import pkgutil
import shutil
from html import escape
from importlib.metadata import files as installed_files
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx_exercise.nodes import is_extension_node, solution_node

from posviz import palette
from posviz.hosts import changes, execute, icons, page, plotly, site

# The theme's scroll spy looks for a contents list of another name, so it takes all links of a page for entries of it
# and stops with an error at one that leads to a state of a picture.
SPY = """const contents = "#pst-page-toc-nav";
if (document.querySelector(contents)) document.body.dataset.bsTarget = contents;
else delete document.body.dataset.bsSpy;
const sidebar = document.getElementById("pst-primary-sidebar"); // or the book's title would stand in no landmark
sidebar?.setAttribute("role", "region");
sidebar?.setAttribute("aria-label", "The book");

// A picture on the first screen comes before the formulas further down: setting all of them takes half a second.
const first = document.querySelector("figure.posviz[data-alive]");
const box = first?.getBoundingClientRect();
if (box && window.MathJax && !location.hash && box.top < innerHeight && box.bottom > 0) {
  const drawn = new Promise((resolve) => {
    new MutationObserver(resolve).observe(first, { attributeFilter: ["data-ready"] });
    setTimeout(resolve, 5000); // or it cannot be drawn
  });
  MathJax.startup = { pageReady: () => drawn.then(() => MathJax.startup.defaultPageReady()) };
}
"""


def setup(app):
    """Called by Sphinx when the book lists this module among its extensions."""
    os.environ["POSVIZ_HOST"] = "page"  # the notebooks' kernels inherit this, and the next line,
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # which keeps their threads from waiting for each other
    app.add_config_value("pages_load", "", "html")  # when it changes, Sphinx writes every page anew
    app.connect("config-inited", _bring_libraries)
    app.connect("config-inited", _launch_from_a_repository)
    changes.setup(app)
    execute.setup(app)
    site.setup(app)
    icons.setup(app)
    app.setup_extension("sphinx_exercise")
    app.add_node(solution_node, override=True, html=(_open_solution, _close_solution))
    app.connect("doctree-read", _unwrap_exercises, priority=100)
    app.connect("html-page-context", _bring_whole_plotly)
    app.connect("html-page-context", _drop_thebe, priority=900)
    app.connect("html-page-context", _launch_notebooks_only, priority=900)
    app.connect("html-page-context", _list_citations)
    app.add_transform(IndexTerms)
    app.add_directive("reference-of", ReferenceOf)
    app.add_css_file("posviz/posviz.css")
    app.add_js_file("posviz/player.js", loading_method="defer")
    app.add_js_file("posviz/spy.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _bring_libraries(app, config):
    """Lay player, Plotly's part and MathJax under _static/posviz: all in the book's own _static loads on every page."""
    static = Path(app.outdir).parent / "posviz_static"
    folder = static / "posviz"
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("player.js").write_text(page.script(), "utf-8")
    folder.joinpath("spy.js").write_text(SPY, "utf-8")
    style = files("posviz").joinpath("posviz.css").read_text("utf-8")
    folder.joinpath("posviz.css").write_text(palette.css() + style, "utf-8")
    folder.joinpath(plotly.PART).write_text(plotly.source(plotly.PART), "utf-8")
    mathjax = next(f for f in installed_files("sphinx-mathjax-offline") if f.name == "tex-svg.js")
    shutil.copy(mathjax.locate(), folder)
    config.html_static_path.append(str(static))
    config.mathjax_path = "posviz/tex-svg.js"
    config.pages_load = changes.digest(*(path.read_bytes() for path in sorted(folder.iterdir())))


def _bring_whole_plotly(app, pagename, templatename, context, doctree):
    """Where a picture needs more than the part of Plotly, lay the whole beside it."""
    if f'data-plotly="{plotly.WHOLE}"' in context.get("body", ""):
        folder = Path(app.outdir, "_static", "posviz")
        folder.mkdir(parents=True, exist_ok=True)
        folder.joinpath(plotly.WHOLE).write_text(plotly.source(plotly.WHOLE), "utf-8")


def _drop_thebe(app, pagename, templatename, context, doctree):
    """sphinx-thebe, though switched off, declares one constant twice on every page: an error in the console."""
    context["script_files"] = [s for s in context["script_files"] if not _is_thebe(s)]


def _list_citations(app, pagename, templatename, context, doctree):
    """docutils puts entries of an outdated role into a list, where screen readers look for its items."""
    if "body" in context:
        context["body"] = context["body"].replace(' role="doc-biblioentry"', ' role="listitem"')


def _open_solution(translator, node):
    """A solution stays closed until the reader opens it, by the browser's own means."""
    title = node.pop(0)
    translator.body.append(translator.starttag(node, "details", CLASS="posviz-solution"))
    translator.body.append(f"<summary>{escape(title.astext())}</summary>")


def _close_solution(translator, node):
    translator.body.append("</details>\n")


def _unwrap_exercises(app, doctree):
    """Every exercise holds a section of one and the same name, where a name may stand once in a page."""
    for exercise in list(filter(is_extension_node, doctree.findall())):
        for section in list(exercise.findall(nodes.section)):
            at = section.parent.index(section)
            section.parent[at : at + 1] = section.children


def _launch_from_a_repository(app, config):
    """Without a repository there is nothing to launch, and the theme stops with an error."""
    if not config.html_theme_options.get("repository_url"):
        config.html_theme_options.pop("launch_buttons", None)


def _launch_notebooks_only(app, pagename, templatename, context, doctree):
    """Colab opens notebook files only, and not a page of text that holds cells."""
    if not context.get("sourcename", "").endswith(".ipynb"):
        buttons = context.get("header_buttons", [])
        buttons[:] = [button for button in buttons if button.get("label") != "launch-buttons"]


def _is_thebe(script):
    return "thebe" in str(getattr(script, "filename", "")).lower() or "THEBE" in str(script.attributes.get("body", ""))


class IndexTerms(SphinxTransform):
    """A comment `<!-- index: one; another -->` lists its section under these terms; notebooks do not show it."""

    default_priority = 500

    def apply(self):
        for comment in list(self.document.findall(nodes.raw)):
            text = comment.astext().strip()
            if not text.startswith("<!-- index:"):
                continue
            section = comment.parent
            while not isinstance(section, nodes.section):
                section = section.parent
            terms = text.removeprefix("<!-- index:").removesuffix("-->").split(";")
            entries = [("single", term.strip(), section["ids"][0], "", None) for term in terms]
            comment.replace_self(addnodes.index(entries=entries))


class ReferenceOf(SphinxDirective):
    """`.. reference-of:: posviz.encodings`: a section for each module there (or for the one), from its docstrings.

    With the option `brief`, what the modules say of themselves, and not what is in them.
    """

    required_arguments = 1
    option_spec: ClassVar = {"brief": directives.flag}

    def run(self):
        name = self.arguments[0]
        inside = getattr(importlib.import_module(name), "__path__", [])
        return [self._section(name), *(self._section(f"{name}.{m.name}") for m in pkgutil.iter_modules(inside))]

    def _section(self, name):
        section = nodes.section(ids=[nodes.make_id(name)], names=[name])
        section += nodes.title(name, name)
        lines = [f".. automodule:: {name}"]
        if "brief" not in self.options:
            lines += ["   :members:", "   :ignore-module-all:"]
        self.state.nested_parse(StringList(lines, source=name), 0, section)
        return section
