"""How long 1,024 tokens take in posviz.tiny, against PyTorch on the same cores: python experiments/speed.py"""

import timeit

import config
import torch
from model import Transformer

from posviz import tiny

REPEATS = 60


def seconds(run):
    """The best of many runs: what the machine can do when nothing else disturbs it."""
    return min(timeit.repeat(run, number=1, repeat=REPEATS))


def main():
    ids = tiny.Model("none", 0, 0, {}).encode(tiny.held_out()[: config.LONGEST])
    for name, job in config.JOBS.items():
        if job.start is None:
            model = Transformer(job, seed=0)
            exported = model.exported()
            with torch.no_grad():
                in_torch = seconds(lambda model=model: model(torch.tensor(ids)[None]))
            in_numpy = seconds(lambda exported=exported: exported.logits(ids))
            ratio = f"{in_numpy / in_torch:.2f} times as long"
            print(f"{name:<10}  numpy takes {ratio}  ({in_numpy * 1000:.0f} ms against {in_torch * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
