"""Print every chapter to paper: _build/handouts/NN-name.pdf, through the browser that the tests use.

python tools/handouts.py

The book must have been built before.
"""

from pathlib import Path

import browser
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
CHAPTERS = ROOT / "_build" / "html" / "chapters"
OUT = ROOT / "_build" / "handouts"
PAPER = {
    "format": "A4",
    "print_background": True,
    "margin": {"top": "16mm", "bottom": "18mm", "left": "14mm", "right": "14mm"},
}
NUMBERED = '<p style="width: 100%; font: 8px sans-serif; text-align: center"><span class="pageNumber"></span></p>'


def main():
    """Print all chapters that are built."""
    found = sorted(CHAPTERS.glob("[0-9]*.html"))
    if not found:
        raise SystemExit(f"There are no chapters in {CHAPTERS}: run make html first.")
    OUT.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = browser.launch(playwright)
        for path in found:
            print_page(chromium, path, OUT / f"{path.stem}.pdf")
            print(OUT / f"{path.stem}.pdf")


def print_page(chromium, path, out):
    """Print a page once all its pictures are drawn."""
    page = chromium.new_page(color_scheme="light", viewport={"width": 800, "height": 1000})
    page.goto(path.as_uri())
    page.wait_for_function(
        "[...document.querySelectorAll('.math')].every((math) => math.querySelector('mjx-container'))"
    )
    browser.wake(page)
    page.pdf(path=out, display_header_footer=True, header_template="<p></p>", footer_template=NUMBERED, **PAPER)
    page.close()


if __name__ == "__main__":
    main()
