"""The Content-Security-Policy under which the built book works: python tools/policy.py

Scripts come from the book's own files, and nothing is asked of other servers. The few lines of script that the theme
writes into its pages are allowed by their hashes, so a line that anything else put there would not run.
"""

import base64
import hashlib
import re
from html import unescape
from pathlib import Path

BOOK = Path(__file__).parents[1] / "_build" / "html"


def policy(book):
    """The policy for the pages in this folder, as the value of the header."""
    scripts = set()
    for path in book.rglob("*.html"):
        html = path.read_text("utf-8")
        for attributes, code in re.findall(r"<script\b([^>]*)>(.*?)</script>", html, re.DOTALL):
            if "src=" not in attributes and not re.search(r'type="(?!text/javascript)', attributes):
                scripts.add(code)
        scripts |= set(map(unescape, re.findall(r'\son[a-z]+="([^"]*)"', html)))
    hashes = sorted(base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in scripts)
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; script-src 'self' 'unsafe-hashes' {allowed}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"
    )


if __name__ == "__main__":
    print(f"Content-Security-Policy: {policy(BOOK)}")
