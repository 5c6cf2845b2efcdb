"""How fast the maths is: python tools/bench_maths.py

A rotation is measured in passes that only read and write; the small models, in milliseconds for 1,024 characters.

The vectors are 32 heads of 8192 tokens of 128 features (268 MB in float64). The pass is a multiplication by 1.
"""

import timeit

import numpy as np

from posviz import tiny
from posviz.encodings import rope

N_HEADS, N_TOKENS, HEAD_DIM = 32, 8192, 128
REPEATS = 5


def seconds(run):
    """The best of several runs: what the machine can do when nothing else disturbs it."""
    return min(timeit.repeat(run, number=1, repeat=REPEATS))


def main():
    positions, frequencies = np.arange(N_TOKENS), rope.frequencies(HEAD_DIM)
    for dtype in (np.float64, np.float32):
        vectors = np.random.default_rng(0).random((N_HEADS, N_TOKENS, HEAD_DIM), dtype)
        one_pass = seconds(lambda vectors=vectors: np.multiply(vectors, 1.0))
        for layout in ("interleaved", "half-split"):
            turn = seconds(lambda vectors=vectors, layout=layout: rope.rotate(vectors, positions, frequencies, layout))
            ratio = f"{turn / one_pass:5.2f} passes"
            print(f"{np.dtype(dtype)}  {layout:<11}  {ratio}  ({turn:.3f} s against {one_pass:.3f} s)")
    for name in ("none", "t5", "rope"):
        model = tiny.load(name)
        ids = model.encode(tiny.held_out()[:1024])
        print(f"{name:<7} 1,024 characters  {1000 * seconds(lambda model=model, ids=ids: model.logits(ids)):.0f} ms")


if __name__ == "__main__":
    main()
