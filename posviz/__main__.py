"""`python -m posviz report config.json`: how a model rotates, as text."""

import argparse
import json
import sys
from pathlib import Path

from posviz.report import report


def main(arguments=None):
    """Run the command; returns the exit status: 0, or 1 for a file that cannot be reported on (2: a wrong command)."""
    parser = argparse.ArgumentParser(prog="python -m posviz", description="Positional encodings you can slide.")
    command = parser.add_subparsers(dest="command", required=True).add_parser("report", help="how a model rotates")
    command.add_argument("file", help="the model's config.json")
    command.add_argument("--sequence-length", type=int, help="tokens to be read, for stretches that depend on it")
    asked = parser.parse_args(arguments)
    try:
        text = Path(asked.file).read_text("utf-8")
        config = json.loads(text, object_pairs_hook=_once)
        if not isinstance(config, dict):
            raise ValueError(f"a model config is a JSON object, and this is {type(config).__name__}")
        page = report(config.get("config", config), asked.sequence_length)  # files of posviz.models hold it inside
    except OSError as error:
        return _fail(asked.file, error.strerror or error)
    except RecursionError:
        return _fail(asked.file, "is nested too deeply")
    except UnicodeDecodeError:
        return _fail(asked.file, "is no text in UTF-8")
    except json.JSONDecodeError as error:
        return _fail(asked.file, f"is no JSON: {error}")
    except (TypeError, ValueError) as error:
        return _fail(asked.file, error)
    print(page)
    return 0


def _once(pairs):
    """The object; two values under one key would leave open which counts."""
    keys = [key for key, _ in pairs]
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise ValueError(f"{twice[0]} stands twice in the same place")
    return dict(pairs)


def _fail(file, why):
    print(f"{file}: {why}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
