"""What a published book shows to search engines, to those who share a link, and to those who followed a wrong one.

Titles and descriptions are always there. Where `html: baseurl` in _config.yml says at which address the book is
published, pages name it, and a sitemap and a page for wrong addresses are written.
"""

import re
from html import escape, unescape
from pathlib import Path
from urllib.parse import urljoin

from docutils import nodes

LONGEST = 160  # letters of a description that search engines show

LOST = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>No such page · {title}</title>
</head>
<body style="max-width: 36em; margin: 4em auto; padding: 0 1em; font: 1.1em/1.6 sans-serif">
<h1>No such page</h1>
<p>Nothing stands at this address. <a href="{base}">Go to the first page of {title}</a>, and search from there.</p>
</body>
</html>
"""


def setup(app):
    """Called by posviz.hosts.sphinx."""
    app.add_config_value("social_image", "", "html")  # a file in html_extra_path, shown with links that are shared
    app.connect("html-page-context", _describe)
    app.connect("build-finished", _write_for_visitors)


def description(doctree):
    """The sentences that a page begins with, as many as fit."""
    paragraph = next(doctree.findall(nodes.paragraph), None)
    words = " ".join(paragraph.astext().split()) if paragraph else ""
    sentences = words.split(". ")
    while len(". ".join(sentences)) > LONGEST and len(sentences) > 1:
        sentences.pop()
    return ". ".join(sentences).removesuffix(".") + "." if words else ""


def _describe(app, pagename, templatename, context, doctree):
    if doctree is None:
        return
    title = unescape(re.sub(r"<[^>]+>", "", context["title"]))
    if title == app.config.html_title:
        context["title"] = "First page"  # the book's title follows, and need not be there twice
    about = {"og:title": title, "og:type": "article", "og:site_name": app.config.html_title}
    about["og:description"] = said = description(doctree)
    if base := app.config.html_baseurl:
        about["og:url"] = urljoin(base, f"{pagename}.html")
        about["og:image"] = urljoin(base, app.config.social_image)
    tags = [f'<meta property="{name}" content="{escape(content)}">' for name, content in about.items() if content]
    tags.append(f'<meta name="description" content="{escape(said)}">')
    context["metatags"] = context.get("metatags", "") + "".join(tags)


def _write_for_visitors(app, failure):
    base = app.config.html_baseurl
    if failure or not base:
        return
    addresses = [
        f"<url><loc>{escape(urljoin(base, f'{name}.html'))}</loc></url>" for name in sorted(app.env.found_docs)
    ]
    opening = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    out = Path(app.outdir)
    out.joinpath("sitemap.xml").write_text("\n".join([opening, *addresses, "</urlset>\n"]), "utf-8")
    out.joinpath("404.html").write_text(LOST.format(title=escape(app.config.html_title), base=escape(base)), "utf-8")
