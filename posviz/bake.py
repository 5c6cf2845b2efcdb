"""Bake: draw every stop beforehand, so that a slider becomes an axis of a table."""

import base64
import math

import numpy as np

from posviz import palette

MOST_STANDS = 50_000  # of one trace or readout: more would neither bake in seconds nor fit a page


def bake(explorable):
    """Everything a page needs to play the explorable without Python, as JSON-ready data.

    Tables hold one entry for each combination of stops of the axes they follow. Numbers are float32.

    Raises:
        TypeError, ValueError: a trace or readout returns nothing that can be shown, another shape or other keys at
            another stop, or follows so many sliders that its table would hold over 50,000 entries.
    """
    return {
        "name": explorable.name,
        "title": explorable.title,
        "layout": plain(explorable.still),
        "stacked": explorable.stacked,
        "template": palette.TEMPLATE,
        "darkFor": palette.DARK_FOR,
        "sliders": [bake_slider(name, slider) for name, slider in explorable.sliders.items()],
        "derived": [_bake_derivation(explorable, derivation) for derivation in explorable.derivations.values()],
        "traces": [_bake_trace(explorable, trace) for trace in explorable.traces],
        "predict": plain(explorable.predict.state) if explorable.predict else {},
        "lock": [list(names) for names in explorable.lock.values()],
        "readouts": [_bake_readout(explorable, readout) for readout in explorable.readouts],
    }


def bake_slider(name, slider):
    """A slider's stops as values and as the reader sees them, and the number of the one it opens at."""
    return {
        "name": name,
        "stops": list(slider.stops),
        "texts": [slider.text(stop) for stop in slider.stops],
        "start": slider.stops.index(slider.start),
    }


def _bake_derivation(explorable, derivation):
    number = {value: stop for stop, value in enumerate(explorable.stops(derivation.name))}
    numbers = [number[value] for value in (derivation.draw(*s) for s in explorable.stands(derivation.axes))]
    return {"name": derivation.name, "axes": derivation.axes, "table": pack(numbers, _shape(explorable, derivation))}


def _bake_trace(explorable, trace):
    shape = _shape(explorable, trace)
    drawn = [(stand, trace.moving(*stand)) for stand in explorable.stands(trace.axes)]
    first_stand, first = drawn[0]
    for stand, moving in drawn:
        found, wanted = _kinds(moving), _kinds(first)
        if found != wanted:
            raise ValueError(
                f"trace {trace.name} of {explorable.name!r} must return the same keys, kinds and shapes at every stop: "
                f"{wanted} at {dict(zip(trace.axes, first_stand))}, but {found} at {dict(zip(trace.axes, stand))}"
            )
    tables = {key: pack(np.array([moving[key] for _, moving in drawn]), shape) for key in first}
    return {"style": plain(trace.style), "axes": trace.axes, "moving": tables}


def _kinds(moving):
    return {key: ("strings" if a.dtype.kind == "U" else "numbers", a.shape) for key, a in moving.items()}


def _bake_readout(explorable, readout):
    shape = _shape(explorable, readout)
    texts = [readout.text(*stand) for stand in explorable.stands(readout.axes)]
    return {"name": readout.name, "axes": readout.axes, "table": pack(texts, shape)}


def _shape(explorable, drawing):
    shape = [len(explorable.stops(axis)) for axis in drawing.axes]
    if math.prod(shape) > MOST_STANDS:
        raise ValueError(
            f"{drawing.name} of {explorable.name!r} follows {' x '.join(drawing.axes)}: {math.prod(shape):,} pictures; "
            f"at most {MOST_STANDS:,} can be baked. Give it fewer sliders or stops, or a derived axis"
        )
    return shape


def pack(values, lead):
    """(stands, ...) -> a table of shape `(*lead, ...)`. Few different values are sent once each, with an index."""
    values = np.asarray(values)
    shape = [*lead, *values.shape[1:]]
    flat = values.ravel()
    if flat.dtype.kind != "U":
        flat = flat.astype("<f4")
    known, index = np.unique(flat, return_inverse=True)
    width = 1 if len(known) <= 2**8 else 2 if len(known) <= 2**16 else 4
    entries = {"words": known.tolist()} if flat.dtype.kind == "U" else {"floats": _text(known)}
    if flat.dtype.kind == "U" or width * flat.size + 4 * len(known) < 4 * flat.size:
        return {"shape": shape, **entries, "width": width, "index": _text(index.astype(f"<u{width}"))}
    return {"shape": shape, "floats": _text(flat)}


def plain(value):
    """Nested dicts, lists and arrays as what JSON knows."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [plain(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    return value


def _text(array):
    return base64.b64encode(array.tobytes()).decode()
