"""How a picture behaves in the reader's hands, on a small page of its own."""

import re

import pytest
from conftest import load
from pictures import RAMP, WORDS, drawn, locked_picture, slider, stop
from playwright.sync_api import expect

from posviz import palette
from posviz.hosts import page as static
from posviz.hosts import plotly
from posviz.player import player

SPACER = '<div style="height: 5000px"></div>'


@pytest.fixture
def ramp(write_page, open_page):
    return open_page(write_page(RAMP))


def test_keys_move_a_slider_and_say_where_it_stands(ramp):
    x = slider(ramp)
    assert x.get_attribute("aria-valuetext") == "3 tokens"
    for key, wanted in (("ArrowRight", 4), ("ArrowLeft", 3), ("End", 99), ("Home", 0)):
        x.press(key)
        assert stop(ramp) == wanted
        assert x.get_attribute("aria-valuetext") == f"{wanted} tokens"
        assert drawn(ramp, 1, "x") == [wanted]
    x.press("PageUp")
    assert stop(ramp) > 1, "a page is more than a step"
    assert ramp.heard == []


def test_values_are_shown_as_a_reader_writes_them(ramp):
    gain = slider(ramp, "gain")
    shown = ramp.locator(".posviz-slider", has=gain).locator(".posviz-at > span").first
    gain.press("Home")
    assert (shown.inner_text(), gain.get_attribute("aria-valuetext")) == ("−1", "−1")
    gain.press("End")
    assert shown.inner_text() == "10,000"


def test_a_slider_of_words_moves_words(write_page, open_page):
    page = open_page(write_page(WORDS))
    slider(page, "word").press("End")
    assert drawn(page, 0, "text") == ["bites & <b>"]
    assert page.locator("output[data-readout=said]").inner_text() == "bites & <b>"
    assert slider(page, "word").get_attribute("aria-valuetext") == "bites & <b>"


def test_two_copies_move_each_by_itself_and_share_one_plotly(write_page, open_page):
    page = open_page(write_page(RAMP, RAMP))
    slider(page, copy=1).press("End")
    assert (stop(page), stop(page, copy=1)) == (3, 99)
    assert (drawn(page, 1, "x"), drawn(page, 1, "x", copy=1)) == ([3], [99])
    assert page.locator("output").all_inner_texts() == ["3 m", "99 m"]
    assert page.locator("script[src*=plotly]").count() == 1


def test_only_what_follows_the_moved_slider_is_drawn_anew(ramp):
    ramp.evaluate("window.heights = () => document.querySelector('.posviz-plot').data.map((trace) => trace.y)")
    ramp.evaluate("window.before = heights()")
    slider(ramp).press("ArrowRight")
    drawn(ramp, 1, "x")
    assert ramp.evaluate("heights().map((y, i) => y === before[i])") == [True, False]


def test_many_moves_in_one_frame_are_one_redraw_of_the_latest(ramp):
    redraws = ramp.evaluate("""async () => {
      let count = 0;
      for (const name of ["react", "animate"]) {
        const draw = Plotly[name];
        Plotly[name] = (...all) => (count++, draw(...all));
      }
      const input = document.querySelector("input[name=x]");
      for (const stop of [10, 20, 30, 40, 50]) {
        input.value = stop;
        input.dispatchEvent(new Event("input"));
      }
      await new Promise(requestAnimationFrame);
      return count;
    }""")
    assert redraws == 1
    assert drawn(ramp, 1, "x") == [50]


def test_play_moves_the_first_slider_until_paused(ramp):
    button = ramp.locator("[data-do=play]")
    assert button.inner_text() == "Play"
    button.click()
    assert button.inner_text() == "Pause"
    ramp.wait_for_function("Number(document.querySelector('input[name=x]').value) > 6")
    button.click()
    assert button.inner_text() == "Play"
    stopped = stop(ramp)
    ramp.wait_for_timeout(300)  # three steps, were it still playing
    assert stop(ramp) == stopped
    assert stop(ramp, "gain") == 1


def test_the_space_bar_plays_and_a_hand_on_the_slider_pauses(ramp):
    slider(ramp).press(" ")
    assert ramp.locator("[data-do=play]").inner_text() == "Pause"
    slider(ramp).press("Home")
    assert ramp.locator("[data-do=play]").inner_text() == "Play"


def test_locked_sliders_move_together_and_stop_together(write_page, open_page):
    page = open_page(write_page(static.html(locked_picture())))
    for key, wanted in (("ArrowRight", (6, 3)), ("End", (9, 6)), ("Home", (3, 0))):
        slider(page, "m").press(key)
        assert (stop(page, "m"), stop(page, "n")) == wanted
    slider(page, "n").press("End")
    assert (stop(page, "m"), stop(page, "n")) == (9, 6)
    page.locator("[data-do=play]").click()
    page.wait_for_function("document.querySelector('input[name=n]').value === '0'")
    page.locator("[data-do=play]").click()
    assert stop(page, "m") - stop(page, "n") == 3, "play keeps the offset round the end"
    page.get_by_label("keep the offset").uncheck()
    slider(page, "n").press("Home")
    slider(page, "m").press("End")
    assert (stop(page, "m"), stop(page, "n")) == (9, 0)


def test_who_asked_for_less_motion_gets_one_step_at_a_time(write_page, open_page):
    page = open_page(write_page(RAMP), reduced_motion="reduce")
    button = page.locator("[data-do=play]")
    assert button.inner_text() == "Step"
    button.click()
    assert stop(page) == 4
    page.wait_for_timeout(300)
    assert stop(page) == 4


def test_reset_goes_back_to_the_start(ramp):
    slider(ramp).press("End")
    slider(ramp, "gain").press("End")
    ramp.locator("[data-do=reset]").click()
    assert (stop(ramp), stop(ramp, "gain")) == (3, 1)
    assert drawn(ramp, 1, "x") == [3]


def test_a_copied_link_brings_back_what_was_seen(write_page, open_page):
    address = write_page(SPACER, RAMP, SPACER, WORDS, SPACER)
    page = open_page(address)
    slider(page).press("ArrowRight")
    page.locator("[data-do=link]").first.click()
    assert page.evaluate("location.hash") == "#ramp?x=4"
    slider(page, "word").press("End")
    page.locator("[data-do=link]").last.click()
    linked = page.evaluate("location.href")

    other = open_page(linked, ready=False)
    other.wait_for_selector("figure[data-explorable=wörter][data-ready]")
    assert drawn(other, 0, "text", copy=1) == ["bites & <b>"]
    assert -1 < other.evaluate("document.querySelectorAll('figure')[1].getBoundingClientRect().top") < 100
    assert stop(other) == 3, "the other picture stands at its start"
    other.evaluate("location.hash = '#ramp?gain=10000'")
    other.wait_for_selector("figure[data-explorable=ramp][data-ready]")
    assert (stop(other), stop(other, "gain")) == (3, 2)


def test_back_forward_and_reload_keep_to_the_link(write_page, open_page):
    page = open_page(write_page(RAMP) + "#ramp?x=4")
    at = "x => document.querySelector('input[name=x]').value === String(x)"
    page.evaluate("location.hash = '#ramp?x=9'")
    page.wait_for_function(at, arg=9)
    page.go_back()
    page.wait_for_function(at, arg=4)
    page.go_forward()
    page.wait_for_function(at, arg=9)
    page.reload()
    page.wait_for_function(at, arg=9)
    assert page.heard == []


# An hour of play in short: what the page holds on to, counted after the rubbish was taken out.
PLAY_LONG = """async (frames) => {
  const inputs = [...document.querySelectorAll("input[type=range]")];
  for (let k = 0; k < frames; k++) {
    const input = inputs[k % inputs.length];
    input.value = (Number(input.value) + 1) % (Number(input.max) + 1);
    input.dispatchEvent(new Event("input"));
    await new Promise(requestAnimationFrame);
  }
}"""


@pytest.mark.parametrize("name", ["order_blindness", "rope_pair"])
def test_a_page_does_not_grow_while_it_plays(write_page, open_page, name):
    page = open_page(write_page(static.html(load(name))))
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def held():
        tools.send("HeapProfiler.collectGarbage")
        metrics = {metric["name"]: metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}
        return [metrics[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")]

    page.evaluate(PLAY_LONG, 300)
    before, grown = held(), []
    for _ in range(4):  # now and then the browser compiles and caches something; what is lost is lost each time
        page.evaluate(PLAY_LONG, 100)
        after = held()
        grown.append([(new - old) / 100 for old, new in zip(before, after)])
        before = after
    nodes, listeners, heap = (min(each) for each in zip(*grown))
    assert nodes < 0.1 and listeners < 0.1 and heap < 500, "nodes, listeners, bytes for each move"


@pytest.mark.parametrize(
    ("fragment", "said"),
    [
        ("#ramp?x=<img src=x onerror=alert(1)>", "The link asks for x=<img src=x onerror=alert(1)>"),
        ("#ramp?nosuch=1", "The link asks for nosuch=1"),
        ("#ramp?x=9999", "The link asks for x=9999"),
        ("#ramp?x=1e1", "The link asks for x=1e1"),
        ("#ramp?x", "The link asks for x="),
        ("#ramp?__proto__=1", "The link asks for __proto__=1"),
    ],
)
def test_a_link_that_asks_for_nonsense_changes_nothing_and_says_so(write_page, open_page, fragment, said):
    page = open_page(write_page(RAMP) + fragment, ready=False)
    page.wait_for_selector("figure[data-alive]")
    assert (stop(page), stop(page, "gain")) == (3, 1)
    message = page.locator(".posviz-message")
    assert message.text_content().startswith(said) and message.is_visible()
    assert page.locator("figure img").count() == 0 and message.locator("*").count() == 0
    assert page.heard == []


@pytest.mark.parametrize(
    ("fragment", "named"),
    [
        ("#nosuch?x=5", "nosuch"),
        ("#nosuch", "nosuch"),
        ("#%E0%A4%A", "%E0%A4%A"),
        ("#<img src=x onerror=alert(1)>", "%3Cimg%20src=x%20onerror=alert(1)%3E"),
        ("#__proto__?x=1", "__proto__"),
        ("#", None),
        ("#top", None),
        ("#a-heading", None),
    ],
)
def test_a_link_to_nowhere_says_so_until_another_is_followed(write_page, open_page, fragment, named):
    page = open_page(write_page('<h2 id="a-heading">A heading</h2>', RAMP) + fragment, ready=False)
    page.wait_for_selector("figure[data-alive]")
    lost = page.get_by_role("alert").and_(page.locator(".posviz-lost"))
    assert lost.all_inner_texts() == (
        [f"The link asks for “{named}”, and nothing on this page has that name."] if named else []
    )
    assert (stop(page), stop(page, "gain")) == (3, 1)
    page.evaluate("location.hash = '#ramp?x=5'")
    page.wait_for_function("document.querySelector('input[name=x]').value === '5'")
    assert lost.count() == 0 and page.locator("img").count() == 0 and page.heard == []


def test_the_picture_follows_the_theme_switch_and_back(ramp):
    def wait_for(theme):
        for part, name in ((".js-line", "stroke"), (".xtick text", "fill")):
            colour = theme["query" if name == "stroke" else "soft"]
            red, green, blue = bytes.fromhex(colour[1:])
            ramp.wait_for_function(
                "([part, name, colour]) => getComputedStyle(document.querySelector(part))[name] === colour",
                arg=[f".posviz-plot {part}", name, f"rgb({red}, {green}, {blue})"],
            )

    wait_for(palette.LIGHT)
    for theme, colours in (("dark", palette.DARK), ("light", palette.LIGHT)):
        ramp.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        wait_for(colours)
    ramp.evaluate("delete document.documentElement.dataset.theme")
    ramp.emulate_media(color_scheme="dark")
    wait_for(palette.DARK)


def test_numbers_are_what_is_now_shown(ramp):
    cells = ramp.locator(".posviz-numbers td")
    ramp.locator(".posviz-numbers summary").click()
    assert cells.all_inner_texts() == ["0", "0", "100", "1"]
    slider(ramp, "gain").press("Home")
    assert drawn(ramp, 0, "y") == [0, -1]
    assert cells.all_inner_texts() == ["0", "0", "100", "−1"]
    ramp.locator(".posviz-numbers summary").click()
    slider(ramp, "gain").press("End")
    drawn(ramp, 0, "y")
    ramp.locator(".posviz-numbers summary").click()
    ramp.wait_for_function(
        "document.querySelector('.posviz-numbers tr:last-child td:last-child').textContent === '10000'"
    )


KEEP_COPIES = (
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (window.copied = text) } })"
)
REFUSE_COPIES = (
    "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error()) } })"
)


def test_numbers_are_copied_as_comma_separated_values(write_page, open_page):
    page = open_page(write_page(RAMP, WORDS.replace('"style": {', '"style": {')))
    page.evaluate(KEEP_COPIES)
    slider(page, "gain").press("Home")
    page.locator(".posviz-numbers summary").click()
    button = page.get_by_role("button", name="Copy line as CSV")
    for _ in range(2):  # the second click finds the button still saying that it copied
        button.or_(page.get_by_role("button", name="Copied")).first.click()
        page.wait_for_function("window.copied === 'x,y\\n0,0\\n100,-1\\n'")
    button.wait_for(timeout=4000)


def test_numbers_lie_ready_where_the_browser_refuses_to_copy(ramp):
    ramp.evaluate(REFUSE_COPIES)
    ramp.locator(".posviz-numbers summary").click()
    ramp.get_by_role("button", name="Copy line as CSV").click()
    field = ramp.get_by_role("textbox", name="Comma-separated values, to copy")
    assert field.input_value() == "x,y\n0,0\n100,1\n"
    assert ramp.evaluate("document.activeElement.selectionEnd") == len(field.input_value()), "selected, to be copied"
    assert ramp.heard == []


def test_a_prediction_is_answered_by_the_picture(ramp):
    slider(ramp).press("End")
    question = ramp.get_by_role("group", name="How high is step 3 at gain 10,000?")
    wrong, right = question.locator("details").all()
    said = question.get_by_role("status")
    wrong.locator("summary").press("Enter")
    expect(said).to_have_text("No. That would be gain 1, <b> & not 10,000.")
    assert wrong.locator("p").inner_text() == said.inner_text()
    assert (stop(ramp), stop(ramp, "gain")) == (3, 2), "the others go to their start"
    slider(ramp, "gain").press("Home")
    right.locator("summary").press(" ")
    expect(said).to_have_text("Right. 10,000 times 3.")
    assert right.locator("p").inner_text() == said.inner_text()
    assert stop(ramp, "gain") == 2 and ramp.get_by_text("30,000 m").last.is_visible()
    slider(ramp, "gain").press("Home")
    ramp.evaluate("void (window.closed = new Promise((heard) => addEventListener('toggle', heard, true)))")
    right.locator("summary").click()
    ramp.evaluate("closed")
    assert stop(ramp, "gain") == 0, "closing a reply moves nothing"
    assert ramp.heard == []


def test_the_status_tells_a_screen_reader_the_readouts_once_the_hand_rests(ramp):
    slider(ramp).press("End")
    ramp.wait_for_function("document.querySelector('figure > [role=status]').textContent === 'height 99 m'")


def test_one_broken_figure_leaves_the_others_whole(write_page, open_page):
    page = open_page(write_page(RAMP.replace('{"name"', '{"name'), WORDS), ready=False)
    page.wait_for_selector("figure[data-explorable=wörter][data-ready]")
    broken = page.locator("figure[data-explorable=ramp]")
    assert broken.locator(".posviz-message").inner_text().startswith("This picture could not be drawn")
    assert "height 3 m" in broken.inner_text(), "its words stay"
    slider(page, "word").press("End")
    assert drawn(page, 0, "text", copy=1) == ["bites & <b>"]


def test_without_plotly_the_figure_says_so_and_its_readouts_still_move(write_page, open_page, tmp_path):
    address = write_page(RAMP)
    (tmp_path / plotly.PART).unlink()
    page = open_page(address, ready=False)
    page.get_by_text("This picture could not be drawn: Plotly could not be loaded").wait_for()
    slider(page).press("End")
    page.get_by_text("99 m").wait_for()


def test_nothing_shifts_when_a_picture_comes_alive(write_page, open_page):
    boxes = """() => [...document.querySelectorAll("figure, figure > :not(script), .posviz-sliders *, .posviz-bar > *")]
      .map((element) => element.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x, y, width, height])"""
    address = write_page(RAMP, WORDS)
    for width in (390, 1200):
        view = {"viewport": {"width": width, "height": 900}}
        before = open_page(address, ready=False, java_script_enabled=False, **view)
        alive = open_page(address, **view)
        alive.evaluate("scrollTo(0, 0)")
        assert before.evaluate(boxes) == alive.evaluate(boxes)
        slider(alive, "gain").press("End")
        slider(alive).press("End")
        drawn(alive, 0, "y")
        assert before.evaluate(boxes) == alive.evaluate(boxes), "nor when a slider moves"


def test_all_can_be_read_without_javascript(write_page, open_page):
    page = open_page(write_page(RAMP), ready=False, java_script_enabled=False)
    for text in ("A line is as steep as the gain says", "3 m", "3 tokens", "Move the step."):
        assert page.get_by_text(text, exact=True).first.is_visible() or page.get_by_text(text).first.is_visible()
    assert page.get_by_role("img", name="A line, and a dot on it.").count() == 1
    page.locator(".posviz-numbers summary").click()
    assert page.locator(".posviz-numbers td").all_inner_texts() == ["0", "0", "100", "1"]
    assert slider(page).is_disabled(), "a slider that cannot move does not pretend to"
    assert not page.locator("[data-do=play]").is_visible()


def test_it_prints(ramp):
    ramp.locator(".posviz-numbers summary").click()
    ramp.emulate_media(media="print")
    for text in ("A line is as steep as the gain says", "3 m", "3 tokens"):
        assert ramp.get_by_text(text).first.is_visible()
    assert ramp.locator(".posviz-numbers td").first.is_visible(), "numbers that are open"
    assert not ramp.locator("[data-do=play]").is_visible()
    assert ramp.pdf().startswith(b"%PDF")


def test_a_picture_shrinks_to_the_paper(ramp):
    ramp.emulate_media(media="print")
    width, drawn_for = ramp.evaluate("""() => {
      document.body.style.width = "500px"; // as paper does: with no time to draw anew
      const svg = document.querySelector(".main-svg");
      return [svg.getBoundingClientRect().width, svg.viewBox.baseVal.width];
    }""")
    assert 0 < width <= 500 < drawn_for, "all that was drawn for the screen is scaled down"


def test_plotly_is_fetched_when_a_picture_comes_near(write_page, open_page):
    page = open_page(write_page(SPACER, RAMP), ready=False)
    page.wait_for_selector("figure[data-alive]")
    page.wait_for_load_state("load")
    page.evaluate("new Promise((resolve) => requestIdleCallback(resolve))")
    assert page.locator("script[src*=plotly]").count() == 0
    page.locator("figure").scroll_into_view_if_needed()
    page.wait_for_selector("figure[data-ready]")
    assert page.locator("script[src*=plotly]").count() == 1


def test_a_narrow_page_does_not_scroll_sideways(write_page, open_page):
    page = open_page(write_page(RAMP, WORDS), viewport={"width": 390, "height": 800})
    for theme in ("light", "dark"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_picture_that_plotly_fails_to_draw_says_so(ramp):
    slider(ramp).press("End")
    ramp.evaluate("void (Plotly.animate = () => { throw new Error('no ink') })")
    slider(ramp).press("Home")
    ramp.get_by_text("This picture could not be drawn: no ink").wait_for()


@pytest.mark.parametrize("host", ["page", "notebook"])
def test_nothing_in_the_player_makes_code_of_text(host):
    source = player(host)
    assert not re.search(r"new Function|\beval\(|insertAdjacentHTML|document\.write|outerHTML", source)
    markup = ['  el.innerHTML = model.get("_markup");'] if host == "notebook" else []
    assert re.findall(r".*innerHTML.*", source) == markup
