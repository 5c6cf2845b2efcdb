"""The book served under a strict Content-Security-Policy: all works, and nothing that is not the book's runs."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import policy
import pytest
from conftest import PAGES


class Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments, header, **options):
        self.header = header
        super().__init__(*arguments, **options)

    def end_headers(self):
        self.send_header("Content-Security-Policy", self.header)
        super().end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def served(book):
    """The address of the book under its policy."""
    handler = partial(Handler, directory=book, header=policy.policy(book))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def complaints(page, served):
    return [heard for heard in page.heard if not heard.startswith(served)]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_works_under_the_policy(served, open_page, name):
    page = open_page(f"{served}/{name}.html", offline=False)
    assert complaints(page, served) == []


def test_a_script_that_is_not_the_books_does_not_run(served, open_page):
    page = open_page(f"{served}/intro.html", offline=False)
    page.evaluate("""() => {
      document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
      const image = "<img src=x onerror='ran = true'>";
      document.body.append(Object.assign(document.createElement("div"), { innerHTML: image }));
    }""")
    page.wait_for_timeout(300)
    assert page.evaluate("window.ran") is None
    assert any("Content Security Policy" in heard for heard in complaints(page, served))
