"""The book as its readers get it: built, opened from disk, without a network."""

import pkgutil
import re
from html import unescape
from urllib.parse import parse_qsl

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import EXPLORABLES, PAGES, ROOT, load, opener

import posviz

# All that the figure of this element shows.
STATE = """async (element) => {
  await new Promise(requestAnimationFrame);
  const plainly = (value) => (ArrayBuffer.isView(value) ? [...value] : value);
  const figure = element.closest("figure.posviz");
  return JSON.stringify([
    [...figure.querySelectorAll("output")].map((output) => output.textContent),
    figure.querySelector(".posviz-plot")?.data,
    figure.querySelector(".posviz-output img")?.src,
  ], (_, value) => plainly(value));
}"""

# What has the keys, whether it is a handle of the article, and whether one sees that it has them.
FOCUS = """() => {
  const at = document.activeElement;
  if (at === document.body || at === document.documentElement) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
  const { width, height } = at.getBoundingClientRect();
  return {
    what: at.outerHTML.slice(0, 150),
    handle: at.matches("article :is(input, button, summary)"),
    seen: width * height > 0 && ((outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none"),
  };
}"""

HANDLES = """[...document.querySelectorAll("article :is(input, button, summary)")]
  .filter((handle) => handle.checkVisibility({ visibilityProperty: true })).length"""

# The other theme has other colours, and nothing else.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}
BRIEFLY = {"resultTypes": ["violations"]}  # what is in order need not be listed

FOLDED = ".posviz-choice, .posviz-solution"

# The sliders' values that a figure cuts off at its right edge.
STICKING_OUT = """() => [...document.querySelectorAll("figure.posviz .posviz-at")]
  .filter((at) => at.getBoundingClientRect().right > at.closest("figure").getBoundingClientRect().right + 1)
  .map((at) => at.closest("figure").dataset.explorable + ": " + at.textContent)"""


@pytest.fixture(scope="module", params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in PAGES])
def visit(request, book, chromium):
    """A page of the book, opened once; the laws below look at it in their order, which begins as a reader does."""
    with opener(chromium) as open_page:
        yield open_page((book / f"{request.param}.html").as_uri())


def test_every_page_is_visited(book, pages):
    assert {path.relative_to(book).as_posix().removesuffix(".html") for path in pages} == set(PAGES)


def test_it_opens_from_disk_and_asks_the_network_for_nothing(visit):
    visit.wait_for_function(
        "[...document.querySelectorAll('.math')].every((math) => math.querySelector('mjx-container'))"
    )
    assert visit.heard == []


def test_all_its_icons_are_drawn(visit):
    drawn = visit.locator("svg[data-icon]").evaluate_all("icons => icons.map((icon) => icon.dataset.icon)")
    assert len(drawn) > 5 and visit.locator("i[class*=fa-]").count() == 0
    assert visit.locator("svg[data-icon] .missing, svg[data-icon]:not(:has(path))").count() == 0


def test_every_slider_moves_its_picture_by_keys(visit):
    for slider in visit.locator("figure.posviz input[type=range]").all():
        where = f"{slider.get_attribute('name')} in {visit.url}"
        beside = slider.locator("xpath=ancestor::figure").locator("input[type=range]").all()
        assert not stands_still(slider) or not stands_still(slider, beside), where
    assert visit.heard == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nobody_is_shut_out(visit, theme):
    visit.emulate_media(color_scheme=theme)
    visit.evaluate("theme => Object.assign(document.documentElement.dataset, { theme, mode: theme })", theme)
    visit.evaluate(f"for (const answer of document.querySelectorAll('{FOLDED}')) answer.open = true")
    visit.evaluate("new Promise((resolve) => setTimeout(resolve, 500))")  # colours fade into each other
    violations = Axe().run(visit, options=RULES[theme] | BRIEFLY).response["violations"]
    assert [(v["id"], [node["html"][:120] for node in v["nodes"]]) for v in violations] == []


def test_it_does_not_scroll_sideways_on_the_narrowest_screen(visit):
    visit.set_viewport_size({"width": 320, "height": 640})  # as a wide one at 400 %
    visit.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert visit.evaluate("document.documentElement.scrollWidth") <= 320
    assert visit.evaluate(STICKING_OUT) == []


def test_formulas_are_somewhere_and_are_drawn(pages):
    assert any(re.search(r'class="math ', path.read_text("utf-8")) for path in pages), "or nothing above was waited for"


def test_no_page_points_outside_for_what_it_is_made_of(pages):
    for path in pages:
        html = path.read_text("utf-8")
        parts = re.findall(r"<(?:script|img|iframe|source|video|audio|link)\b[^>]*>", html)
        assert parts
        outside = [part for part in parts if re.search(r'\b(?:src|href|srcset)="(?:https?:)?//', part)]
        assert outside == [], path.name


def test_every_image_says_what_is_to_be_seen(pages):
    for path in pages:
        for image in re.findall(r"<img\b[^>]*>", path.read_text("utf-8")):
            assert re.search(r'\balt="[^"]+"', image), f"{path.name}: {image}"
            assert not re.search(r'\balt="[^"]*\.(png|svg)"', image), f"{path.name}: a file name describes nothing"


def stands_still(slider, others=()):
    """Is the picture the same at the slider's first and last stop, when the others stand at their last?"""
    for other in others:
        other.press("End")
    slider.press("Home")
    first = slider.evaluate(STATE)
    slider.press("End")
    return slider.evaluate(STATE) == first


def test_a_chapter_can_be_walked_by_the_tab_key(book, open_page):
    page = open_page((book / "chapters" / "02-counting.html").as_uri())
    reached = []
    for _ in range(800):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUS)
        if now is None:
            break
        reached.append(now)
    else:
        pytest.fail("the keys are caught")
    assert [each["what"] for each in reached if not each["seen"]] == [], "where the keys are cannot be seen"
    assert sum(each["handle"] for each in reached) == page.evaluate(HANDLES) > 40


def test_links_to_pictures_lead_to_them(pages):
    stands = {path.name: set(re.findall(r'data-explorable="(\w+)"', path.read_text("utf-8"))) for path in pages}
    links = [
        (path.name, page or path.name, name, unescape(state))
        for path in pages
        for page, name, state in re.findall(r'href="([\w-]*(?:\.html)?)#(\w+)(\?[^"]*)?"', path.read_text("utf-8"))
        if state or name in EXPLORABLES
    ]
    assert len(links) > 15
    for where, page, name, state in links:
        assert name in stands[page], f"{where} links to {name} in {page}"
        for key, value in parse_qsl(state[1:], strict_parsing=bool(state)):
            stops = load(name).sliders[key].stops
            assert value in map(str, stops), f"{where}: {key}={value} is no stop of {name}: {stops}"


def test_every_page_has_a_title_and_a_description_of_its_own(pages):
    titles, texts = [], []
    for path in pages:
        html = path.read_text("utf-8")
        titles.append(unescape(re.search("<title>(.*?)</title>", html, re.DOTALL)[1]))
        texts += re.findall('<meta name="description" content="(.*?)">', html)
    assert len(set(titles)) == len(titles)
    assert all(title.count("Where tokens stand") == 1 for title in titles)
    assert len(set(texts)) == len(texts) > 12
    assert all(20 <= len(text) <= 200 for text in texts), [t for t in texts if not 20 <= len(t) <= 200]


def test_the_reference_names_every_module(book):
    page = (book / "chapters" / "reference.html").read_text("utf-8")
    modules = [module.name for module in pkgutil.walk_packages(posviz.__path__, "posviz.")]
    assert len(modules) > 40
    assert [name for name in modules if f'id="module-{name}"' not in page and not name.endswith("__main__")] == []


def test_the_index_leads_to_every_term(book):
    index = unescape(re.sub(r"<[^>]+>", "", (book / "genindex.html").read_text("utf-8")))
    sources = [path.read_text("utf-8") for path in (ROOT / "chapters").glob("*.ipynb")]
    terms = {t.strip() for s in sources for terms in re.findall(r"<!-- index: (.*?) -->", s) for t in terms.split(";")}
    assert len(terms) > 80
    glossary = (ROOT / "chapters" / "glossary.md").read_text("utf-8").split("```")[1]
    words = re.findall(r"^(\S.*)\n  \S", glossary, re.MULTILINE)
    assert len(words) > 40
    missing = [term for term in {*terms, *words} if term.split(", ")[0] not in index]
    assert missing == []


def test_the_folders_first_page_leads_to_the_book(book, open_page):
    page = open_page((book / "index.html").as_uri(), ready=False)
    page.wait_for_url("**/intro.html")


def test_search_finds(book, open_page):
    page = open_page((book / "search.html").as_uri() + "?q=permutation")
    page.locator("#search-results li a", has_text="order").first.wait_for()
    assert page.heard == []
