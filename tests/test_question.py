"""Questions: what they refuse, and how they are answered in a page."""

import pytest
from conftest import EXPLORABLES, load
from playwright.sync_api import expect

import posviz
from posviz import Explorable, Question, Slider
from posviz.hosts import markup

BITS = Question("How many bits?", {"2": "One too few.", "3": "2 × 2 × 2 is 8.", "8": "So many numbers."}, right="3")
WORDS = Question("Which <word>?", {"<b>this</b>": "Yes & no.", "that": "Not that."}, right="<b>this</b>")


@pytest.fixture
def quiz(write_page, open_page):
    return open_page(write_page(markup.quiz([BITS, WORDS])))


def test_a_choice_opens_to_its_verdict_and_is_said(quiz):
    bits = quiz.get_by_role("group", name="How many bits?")
    assert bits.locator("details p:visible").count() == 0
    assert bits.locator("details").count() == 3
    quiz.keyboard.press("Tab")
    for choice, said in (("2", "No. One too few."), ("3", "Right. 2 × 2 × 2 is 8.")):
        assert quiz.evaluate("document.activeElement.textContent") == choice
        quiz.keyboard.press("Enter")
        assert bits.get_by_text(said).first.is_visible()
        quiz.wait_for_function("said => document.querySelector('[role=status]').textContent === said", arg=said)
        assert bits.locator("details p:visible").count() == 1, "one reply at a time"
        quiz.keyboard.press("Tab")
    assert quiz.heard == []


def test_the_first_try_counts(quiz):
    score = quiz.locator(".posviz-score")
    quiz.get_by_text("8", exact=True).click()
    quiz.get_by_text("1 of 2 answered.").wait_for()
    quiz.get_by_text("3", exact=True).click()
    quiz.get_by_text("<b>this</b>", exact=True).click()
    quiz.get_by_text("1 of 2 right at the first try.").wait_for()
    assert score.get_attribute("role") == "status"
    assert quiz.locator(".posviz-quiz b").count() == 5, "no word of a question became markup"


def test_it_can_be_answered_without_javascript(write_page, open_page):
    page = open_page(write_page(markup.quiz([BITS])), ready=False, java_script_enabled=False)
    page.get_by_text("8", exact=True).click()
    assert page.get_by_text("No. So many numbers.").is_visible()
    assert not page.get_by_text("Right.").is_visible()


def test_the_verdict_is_not_only_a_colour(quiz):
    for question in quiz.locator(".posviz-question").all():
        for choice in question.locator("details").all():
            choice.locator("summary").click()
            right = choice.get_attribute("data-right") == "true"
            reply = choice.locator("p").inner_text()
            assert reply.startswith("Right." if right else "No.")
            expect(question.get_by_role("status")).to_have_text(reply)
            sign = choice.locator("summary").evaluate("summary => getComputedStyle(summary, '::before').content")
            assert sign == ('"✓"' if right else '"✗"')


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        (("Why?", {"a": "b"}, "a"), ValueError, "at least two choices"),
        (("Why?", ["a", "b"], "a"), ValueError, "at least two choices"),
        (("Why?", {"a": "b", 3: "c"}, "a"), TypeError, "got 3"),
        (("Why?", {"a": "b", "c": None}, "a"), TypeError, "got None"),
        ((7, {"a": "b", "c": "d"}, "a"), TypeError, "got 7"),
        (("Why?", {"a": "b", "c": " "}, "a"), ValueError, "without words"),
        (("Why?", {"a": "b", "c": "d"}, "e"), ValueError, "'a', 'c', got 'e'"),
        (("Why?", {"a": "b", "c": "d"}, "a", 5), TypeError, "got 5"),
    ],
)
def test_what_is_no_question_is_refused(arguments, error, named):
    with pytest.raises(error, match=named):
        Question(*arguments)


def test_ask_takes_questions():
    with pytest.raises(TypeError, match=r"got 'Why\?'"):
        posviz.ask(BITS, "Why?")
    assert "How many bits?" in posviz.ask(BITS).data


@pytest.mark.parametrize(
    ("predict", "error", "named"),
    [
        ("Why?", TypeError, "got 'Why"),
        (Question("Why?", {"a": "b", "c": "d"}, "a", {"z": 1}), ValueError, "z=1"),
        (Question("Why?", {"a": "b", "c": "d"}, "a", {"x": 9}), ValueError, "x=9"),
        (Question("Why?", {"a": "b", "c": "d"}, "a", {"x": True}), ValueError, "x=True"),
    ],
)
def test_a_prediction_that_no_slider_settles_is_refused(predict, error, named):
    with pytest.raises(error, match=named):
        Explorable("A line is a line", {"x": Slider([1, 2], 1, "x")}, predict=predict)


@pytest.mark.parametrize("name", EXPLORABLES)
def test_every_picture_asks_first_and_settles_it_elsewhere(name):
    explorable = load(name)
    start = {name: slider.start for name, slider in explorable.sliders.items()}
    assert explorable.predict.state.items() - start.items(), "it opens where it would be settled"
    assert len(explorable.predict.text) < 130
    assert explorable.say.endswith(".")


@pytest.mark.parametrize("name", EXPLORABLES)
def test_settling_a_prediction_changes_what_is_seen(name):
    explorable = load(name)
    at, settled = explorable.at(), explorable.at(**explorable.predict.state)
    shown = [[t.moving(*(place[a] for a in t.axes)) for t in explorable.traces] for place in (at, settled)]
    same = [[{k: v.tolist() for k, v in moving.items()} for moving in traces] for traces in shown]
    assert same[0] != same[1]
