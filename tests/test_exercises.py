"""Laws for every exercise that can be checked, found by looking in the folder; and for those in the chapters."""

import re
from importlib import import_module

import nbformat
import numpy as np
import pytest
from conftest import ROOT

import posviz
from posviz import exercises

CHAPTERS = sorted((ROOT / "chapters").glob("[0-9]*.ipynb"))
KINDS = ("Predict", "Derive", "Implement", "Break it")
NONSENSE = (None, ..., "", "nonsense", -7.25, [], {}, [[1], [2, 3]], np.ones((3, 5)), np.nan, object())


@pytest.fixture(params=exercises.names())
def exercise(request):
    return import_module(f"posviz.exercises.{request.param}")


def name(module):
    return module.__name__.rpartition(".")[2]


def answer(module, function):
    """What a reader hands in: the function, or its value if the exercise asks for a value."""
    return function if hasattr(module, "CASES") else function()


def test_the_right_answer_is_right(exercise):
    feedback = posviz.check(name(exercise), answer(exercise, exercise.right))
    assert feedback and feedback.text == f"Right. {exercise.right.__doc__}"


def test_every_mistake_gets_its_own_message(exercise):
    planned = exercises.mistakes(exercise)
    assert len(planned) >= 2
    said = {mistake: posviz.check(name(exercise), answer(exercise, mistake)) for mistake in planned}
    for mistake, feedback in said.items():
        assert not feedback and feedback.text == f"Not yet. {mistake.__doc__}", mistake.__name__
    assert len({feedback.text for feedback in said.values()}) == len(planned)


def test_it_says_what_it_asks_and_speaks_in_sentences(exercise):
    spoken = [exercise.__doc__, *(function.__doc__ for function in (exercise.right, *exercises.mistakes(exercise)))]
    for text in spoken:
        assert text[0].isupper() and text.strip()[-1] in ".?", text
        assert "\n" not in text.strip() or "    " not in text, f"indented lines are shown to readers: {text!r}"


def test_nonsense_gets_an_answer_in_words(exercise):
    for nonsense in NONSENSE:
        for given in (nonsense, lambda *arguments, value=nonsense: value):
            feedback = posviz.check(name(exercise), given)
            assert not feedback, f"{nonsense!r} is right?"
            assert re.match(r"Not yet\. |Nothing to check yet", feedback.text)


def test_feedback_names_the_case_and_the_difference():
    def stretched(x, y, angle):
        return 2 * np.array(exercises.import_module("posviz.exercises.turn_pair").right(x, y, angle))

    said = posviz.check("turn_pair", stretched)
    assert said.text == (
        "Not yet. With x = 1, y = 0, angle = 0.5 it gives [1.7552, 0.9589], and should give [0.8776, 0.4794]."
    )
    assert posviz.check("turn_pair", lambda x, y, angle: x).text.endswith("it has shape (), and should have (2,).")
    assert "it stops: ZeroDivisionError" in posviz.check("turn_pair", lambda x, y, angle: 1 / 0).text
    assert posviz.check("turn_pair", lambda x, y, angle: None).text == "Nothing to check yet: it returns None."
    assert "asks for a function, and got 3" in posviz.check("turn_pair", 3).text
    assert max(map(len, repr(said).splitlines())) <= 76


def test_a_function_that_changes_its_arguments_is_noticed():
    changed = []

    def in_place(x, *others):
        changed.append(True)
        x[...] = 0
        return x

    noticed = [name for name in exercises.names() if "arguments were changed" in posviz.check(name, in_place).text]
    assert changed and noticed


def test_another_form_of_a_value_is_not_called_wrong():
    for module in map(_module, exercises.names()):
        if hasattr(module, "CASES"):
            continue
        value = module.right()
        if isinstance(value, str):
            for given in (value.lower(), ", ".join(reversed(value)), list(value)):
                assert posviz.check(name(module), given)
            assert "asks for letters" in posviz.check(name(module), 3).text
        else:
            wanted = "a plain list" if np.ndim(value) else "a single number"
            for given in (str(value), [value]):
                assert f"asks for {wanted}, and got" in posviz.check(name(module), given).text


def test_the_answer_to_a_question_of_value_is_not_given_away():
    asking = [module for module in map(_module, exercises.names()) if not hasattr(module, "CASES")]
    values = [module for module in asking if isinstance(module.right(), (int, float))]
    assert values
    for module in values:
        assert posviz.check(name(module), -7.25).text == "Not yet. -7.25 is not it."


def _module(name):
    return import_module(f"posviz.exercises.{name}")


@pytest.mark.parametrize("wrong", ["no_such", "", None, 3, "__init__", "turn_pair.right"])
def test_an_unknown_exercise_is_an_error_that_names_it(wrong):
    with pytest.raises(ValueError, match=re.escape(repr(wrong))):
        posviz.check(wrong, 1)


@pytest.mark.parametrize(
    ("given", "wanted", "alike"),
    [
        (1, 1.0, True),
        ([1, 2], (1.0, 2.0), True),
        ([1, 2], [[1, 2]], False),
        (1 + 1e-8, 1, True),
        (1 + 1e-4, 1, False),
        ("a", "a", True),
        ("a", 1, False),
        (True, 1, True),
        (np.nan, 1, False),
        (None, 1, False),
        ([1, [2, 3]], [1, 2], False),
    ],
)
def test_answers_are_compared_by_value(given, wanted, alike):
    assert exercises.same(given, wanted) is alike


def markdown(path):
    return "\n\n".join(c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "markdown")


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_exercises_of_every_kind_each_with_its_solution(path):
    text = markdown(path)
    titles = re.findall(r"\{exercise\} (.+)", text)
    assert len(titles) >= 5
    assert {title.split(":")[0] for title in titles} == set(KINDS)
    labels = re.findall(r":label: (\S+)", text)
    assert len(set(labels)) == len(titles)
    assert re.findall(r"\{solution(?:-start)?\} (\S+)", text) == labels, "each solution follows its exercise"


def test_every_check_is_asked_for_in_one_chapter_and_its_solution_passes(book):
    asked = {}
    for path in CHAPTERS:
        executed = nbformat.read(book.parent / "jupyter_execute" / "chapters" / path.name, as_version=4)
        in_solution = False
        for cell in executed.cells:
            if cell.cell_type == "markdown":
                gates = re.findall(r"\{(solution-start|solution-end)\}", cell.source)
                in_solution = gates[-1] == "solution-start" if gates else in_solution
                continue
            for checked in re.findall(r'posviz\.check\("(\w+)"', cell.source):
                asked.setdefault(checked, set()).add((path.name, in_solution))
                said = "".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)
                assert said.startswith("Right. " if in_solution else "Nothing to check yet"), f"{checked}: {said}"
    assert sorted(asked) == exercises.names()
    for checked, places in asked.items():
        assert len(places) == 2 and len({chapter for chapter, _ in places}) == 1, f"{checked} is asked in {places}"
