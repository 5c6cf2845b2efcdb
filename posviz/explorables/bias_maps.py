"""What each relative scheme looks up for a query and a key, near and far."""

import numpy as np

from posviz import checks, palette
from posviz.encodings import alibi, shaw, t5
from posviz.explorable import Explorable, Slider
from posviz.question import Question

NEAR = np.arange(24)
FAR = np.unique(np.geomspace(1, 4_096, 120).round().astype(int))
CLIP = 16
AHEAD = -0.02  # keys ahead of the query, which a decoder never sees: drawn as the ground
N_HEADS = 8
FLAT_FROM = int(np.argmax(t5.bucket(-np.arange(512), bidirectional=False) == 31))  # T5's last bucket
SCHEMES = ["Shaw: row of the table", "T5: bucket", "ALiBi: penalty"]

explorable = Explorable(
    name="bias_maps",
    title="Clipping and buckets make all far keys alike; ALiBi's penalty goes on growing",
    sliders={
        "scheme": Slider(SCHEMES, SCHEMES[1], "scheme"),
        "head": Slider(range(N_HEADS), 2, "head (ALiBi only)"),
        "context_length": Slider([32, 64, 128, 256, 512, 1_024, 4_096], 512, "context length", unit="tokens"),
    },
    panels={"what is looked up, near by": 1, "by distance (logarithmic)": 1.1},
    layout={
        "xaxis": {"range": [-0.5, 23.5], "showgrid": False, "title": {"text": "key position"}, "dtick": 8},
        "yaxis": {"range": [23.5, -0.5], "showgrid": False, "title": {"text": "query position"}, "dtick": 8},
        "xaxis2": {"range": [0, 3.65], "type": "log", "title": {"text": "offset m − n (tokens)"}, "dtick": 1},
        "yaxis2": {"range": [-0.04, 1.06], "tickvals": [0, 1], "ticktext": ["near", "far"]},
    },
    alt=(
        "Left: a map of 24 queries by 24 keys with diagonal stripes, stronger the further a key stands behind. "
        "Right: the bucket of T5 against distance: steps that mostly grow longer until 113 tokens, then one flat line."
    ),
    notice=(
        "Follow the curve to the right: where it is flat, the scheme cannot tell one distance from another. "
        "The dotted line is the end of the context. ALiBi's penalty has no flat part, at any distance."
    ),
    predict=Question(
        f"To T5, {512 - FLAT_FROM} of 512 keys look exactly as far away as the furthest. How many of 4,096 will?",
        {
            f"{512 - FLAT_FROM}, as before": "The number of buckets stays, but the last one has no far end. The "
            "dotted line has moved along the flat part of the curve, and each new key has fallen into it.",
            "8 times as many": "That would be so if buckets grew along with the text. They are fixed: only the "
            f"nearest {FLAT_FROM} keys fall into other buckets, then as now, and every new key is in the last.",
            f"all but the nearest {FLAT_FROM}": f"The curve is flat from {FLAT_FROM} tokens on, and the dotted line "
            "has moved along the flat part. Not one of the new keys can be told from the furthest.",
        },
        right=f"all but the nearest {FLAT_FROM}",
        state={"context_length": 4_096},
    ),
    say=(
        "Where the curve is flat a key still counts, but the model cannot tell how far away it is; only ALiBi has no "
        "such part."
    ),
)


def looked_up(scheme, head, distances):
    """Row, bucket or penalty for keys this far behind the query; the more, the further."""
    head = checks.whole("head", head, 0, N_HEADS - 1)
    query = np.array([max(NEAR.max(), *FAR.tolist())])
    keys = query[0] - np.asarray(distances)
    if scheme == SCHEMES[0]:
        return CLIP - shaw.clipped_offsets(query, keys, CLIP)[0]
    if scheme == SCHEMES[1]:
        return t5.bucket(keys - query, bidirectional=False)
    return -alibi.bias(query, keys, alibi.slopes(N_HEADS)[[head]])[0, 0]


def drawn(scheme, head, distances):
    """The same from 0 (near) to 1 (far): in shares of the table, or, for ALiBi's endless penalty, logarithmically."""
    values = looked_up(scheme, head, distances)
    if scheme == SCHEMES[2]:
        return np.log1p(values) / np.log1p(looked_up(scheme, head, FAR[-1:]))
    return values / (CLIP if scheme == SCHEMES[0] else 31)


@explorable.trace(
    type="heatmap",
    name="near by (rows: query, columns: key)",
    x=NEAR,
    y=NEAR,
    zmin=AHEAD,
    zmax=1,
    colorscale=[[0, palette.GROUND], *([max(step, 0.01), colour] for step, colour in palette.SEQUENTIAL)],
    showscale=False,
    hovertemplate="query %{y}, key %{x}: %{z:.2f} of the way from near to far<extra></extra>",
)
def near_map(scheme, head):
    by_distance = drawn(scheme, head, NEAR)
    distances = NEAR[:, None] - NEAR
    return {"z": np.where(distances >= 0, by_distance[np.maximum(distances, 0)], AHEAD).round(2)}


@explorable.trace(
    type="scatter",
    mode="lines",
    name="by distance, from 0 (near) to 1 (far)",
    meta={"x": "distance", "y": "looked up"},
    x=FAR,
    xaxis="x2",
    yaxis="y2",
    line={"color": palette.SCORE, "width": 3},
    hovertemplate="distance %{x}: %{y:.2f} of the way from near to far<extra></extra>",
)
def curve(scheme, head):
    return {"y": drawn(scheme, head, FAR).round(3)}


@explorable.trace(
    type="scatter",
    mode="lines",
    y=[0, 1.05],
    xaxis="x2",
    yaxis="y2",
    hoverinfo="skip",
    line=palette.EDGE,
)
def context_line(context_length):
    return {"x": [context_length, context_length]}


@explorable.readout("keys that look exactly like the furthest one:")
def alike(scheme, head, context_length):
    values = looked_up(scheme, head, np.arange(context_length))
    return f"{int((values == values[-1]).sum()):,} of {context_length:,}"


@explorable.readout("this head's ALiBi slope", format=".4g")
def slope(head):
    return alibi.slopes(N_HEADS)[head]
