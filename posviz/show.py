"""Show an explorable in whichever host is reading: a notebook with a kernel, or a page being built."""

import os

from IPython.display import HTML

from posviz.explorable import Explorable
from posviz.hosts import markup, notebook, page
from posviz.question import Question


def building():
    """Is a static page being built? The book's Sphinx extension says so."""
    return os.environ.get("POSVIZ_HOST") == "page"


def as_html(text):
    """HTML that the notebook or the book shows as it is."""
    return HTML(text)


def ask(*questions):
    """Questions to answer on the spot, in a notebook as in a page.

    Raises:
        TypeError: one of them is no Question.
    """
    for question in questions:
        if not isinstance(question, Question):
            raise TypeError(f"ask takes Questions, got {question!r}")
    style = "" if building() else f"<style>{notebook.STYLE}</style>"
    return as_html(style + markup.quiz(questions))


def show(explorable):
    """The explorable, ready to play.

    In a notebook: an ipywidgets widget with a trait for each slider. While the book is built: its HTML.

    Raises:
        TypeError: not an Explorable; and all that `bake` raises.
    """
    if not isinstance(explorable, Explorable):
        raise TypeError(f"show takes an Explorable, got {explorable!r}")
    if building():
        return as_html(page.html(explorable))
    return notebook.ExplorableWidget(explorable)
