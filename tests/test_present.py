"""Presenting: one picture over the whole screen, by keys, and the others of the page before and after it."""

import pytest
from pictures import RAMP, WORDS

FULL = """() => {
  const box = document.querySelector(".posviz-stage figure").getBoundingClientRect();
  return [box.x, box.y, box.width, box.height] + "" === [0, 0, innerWidth, innerHeight] + "";
}"""


@pytest.fixture
def page(write_page, open_page):
    """Three pictures, the first on the stage."""
    page = open_page(write_page("<p>Before.</p>", RAMP, WORDS, RAMP), viewport={"width": 1600, "height": 900})
    page.locator("[data-do=present]").first.click()
    page.wait_for_function(FULL)
    return page


def on_stage(page):
    """The picture on the stage, and where it stands among all."""
    figure = page.locator(".posviz-stage figure")
    assert figure.count() == 1
    return figure.get_attribute("data-explorable"), figure.locator(".posviz-count").inner_text()


def stop(page, name="x"):
    return int(page.locator(f".posviz-stage input[name={name}]").input_value())


def test_keys_slide_play_and_leave(page):
    page.keyboard.press("ArrowRight")
    assert stop(page) == 4, "the first slider has the keys"
    page.keyboard.press(" ")
    page.wait_for_function("document.querySelector('.posviz-stage input').value > 6")
    page.keyboard.press(" ")
    assert page.locator(".posviz-stage [data-do=play]").inner_text() == "Play"
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    assert stop(page, "gain") == 2
    page.locator(".posviz-stage [data-do=reset]").press("Enter")
    page.keyboard.press("ArrowRight")
    assert (stop(page), stop(page, "gain")) == (4, 1), "from a button, arrows slide the first slider"
    page.keyboard.press("Escape")
    page.wait_for_selector(".posviz-stage", state="detached")
    assert page.evaluate("document.activeElement.dataset.do") == "present", "the keys are where they were"
    assert page.evaluate("document.fullscreenElement") is None
    assert page.heard == []


@pytest.mark.parametrize("focus", [".posviz-choice summary", "[data-do=reset]", "input"])
def test_escape_leaves_from_everywhere_though_the_page_has_shortcuts_of_its_own(page, focus):
    page.evaluate("document.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault())")
    page.locator(f".posviz-stage {focus}").first.click()
    page.keyboard.press("Escape")
    page.wait_for_selector(".posviz-stage", state="detached", timeout=5000)
    assert page.evaluate("document.activeElement.dataset.do") == "present"


def test_arrows_and_a_clicker_step_through_the_pictures_and_stop_at_the_ends(page):
    order = "[...document.querySelectorAll('figure')].map((figure) => figure.dataset.explorable)"
    assert on_stage(page) == ("ramp", "1 of 3")
    assert page.locator(".posviz-stage [data-do=previous]").is_disabled()
    for key, wanted in (
        ("ArrowUp", ("ramp", "1 of 3")),
        ("ArrowDown", ("wörter", "2 of 3")),
        ("PageDown", ("ramp", "3 of 3")),
        ("PageDown", ("ramp", "3 of 3")),
        ("PageUp", ("wörter", "2 of 3")),
        ("ArrowUp", ("ramp", "1 of 3")),
    ):
        page.keyboard.press(key)
        assert on_stage(page) == wanted
        page.wait_for_function(FULL)
        assert page.evaluate("document.activeElement.type") == "range"
    page.get_by_role("button", name="Next").click()
    assert on_stage(page) == ("wörter", "2 of 3")
    page.locator(".posviz-stage [data-do=present]").click()
    page.wait_for_selector(".posviz-stage", state="detached")
    assert page.evaluate(order) == ["ramp", "wörter", "ramp"], "all are back in their places"
    assert page.locator(".posviz-seat").count() == 0
    assert page.heard == []


def test_a_picture_that_was_far_away_is_drawn_when_it_steps_on(write_page, open_page):
    page = open_page(write_page(RAMP, '<div style="height: 9000px"></div>', WORDS), ready=False)
    page.locator("[data-do=present]").first.click()
    page.keyboard.press("PageDown")
    page.wait_for_selector(".posviz-stage figure[data-explorable=wörter][data-ready] .main-svg")
    assert page.heard == []


def test_the_claim_and_the_sentence_to_say_come_after_the_answer(page):
    stage = page.locator(".posviz-stage figure")
    words = stage.locator(".posviz-title, .posviz-say")
    assert words.count() == 2 and not any(each.is_visible() for each in words.all())
    stage.locator(".posviz-choice summary").first.click()
    assert all(each.is_visible() for each in words.all())
    stage.locator("[data-do=reset]").click()
    assert stage.locator(".posviz-choice[open]").count() == 0, "ready for the next class"


def test_it_can_be_read_from_the_last_row(page):
    page.locator(".posviz-stage .posviz-choice summary").last.click()
    for place in (
        ".posviz-title",
        ".posviz-say",
        ".posviz-asked",
        ".posviz-slider .posviz-name",
        ".posviz-plot .xtick text",
    ):
        size = page.locator(f".posviz-stage {place}").first.evaluate(
            "place => parseFloat(getComputedStyle(place).fontSize)"
        )
        assert size >= 900 / 40, f"{place}: {size} pixels of 900"
    assert page.locator(".posviz-stage").get_by_text("The gain says how steep.").is_visible(), "the sentence to say"
    assert page.evaluate(
        "(figure => figure.scrollHeight <= figure.clientHeight)(document.querySelector('.posviz-stage figure'))"
    )


def test_the_page_behind_is_out_of_reach_and_knows_no_sentence_to_say(page):
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || document.activeElement.closest('.posviz-stage')"
        )
    page.keyboard.press("Escape")
    page.wait_for_selector(".posviz-stage", state="detached")
    assert not page.get_by_text("The gain says how steep.").first.is_visible()
    assert not page.get_by_role("button", name="Next").first.is_visible()
