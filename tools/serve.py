"""Serve the built book at http://localhost:8000: python tools/serve.py"""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BOOK = Path(__file__).parents[1] / "_build" / "html"
PORT = 8000


def main():
    """Serve until a key stops it."""
    try:
        server = ThreadingHTTPServer(("127.0.0.1", PORT), partial(SimpleHTTPRequestHandler, directory=str(BOOK)))
    except OSError as error:
        raise SystemExit(f"Port {PORT} is taken ({error.strerror}). Is a book served there already?") from None
    print(f"The book: http://localhost:{PORT} (Ctrl-C stops it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
