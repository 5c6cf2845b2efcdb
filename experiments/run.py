"""Train and measure everything: python experiments/run.py

What is finished is kept in experiments/runs, so a second start goes on from there. At the end the weights of the
first seed, the held-out text, the measured curves and the examples for the tests are written where posviz and the
tests read them.
"""

import os

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # one model a core beats one model on all cores

import concurrent.futures
import datetime
import hashlib
import json
import multiprocessing
import platform

import config
import numpy as np
import text
import torch
import tqdm
from train import trained

from posviz import tiny
from posviz.encodings import rope
from posviz.tiny import store

GOLDEN = config.HERE.parent / "tests" / "golden" / "tiny.npz"
DISTANCES = (16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 992)
TRIALS = 32
BOTH = ("loss", "copied")
N_PAIRS = config.HEAD_DIM // 2
# Pairs from here on never finish a turn within the training length.
UNFINISHED = int((2 * np.pi / rope.frequencies(config.HEAD_DIM) <= config.TRAINING.length).sum())


def tasks():
    """What is measured of each seed: group and key of the result, the model, how it turns, which measures."""
    for name in config.JOBS:
        yield "trained", name, name, {}, BOTH
    for cut in range(N_PAIRS + 1):
        four = range(cut, min(cut + 4, N_PAIRS))
        for side, pairs in (("slow", range(cut, N_PAIRS)), ("fast", range(cut)), ("four", four)):
            also_copied = cut in (0, UNFINISHED, N_PAIRS)
            yield "capped", f"{side} {cut}", "rope", {"capped": list(pairs)}, BOTH if also_copied else BOTH[:1]
    for factor in config.FACTORS:
        for method, (frequencies, attention_factor) in config.stretched(factor).items():
            if method not in ("plain", "base") or factor == config.FACTORS[1]:  # these know no factor
                rotation = {"frequencies": frequencies, "attention_factor": attention_factor}
                yield "stretched", f"{method} {factor}", "rope", rotation, BOTH


def measured(key, name, rotation, measures, seed):
    """One task for one seed, kept in a file of its own."""
    path = config.RUNS / f"{key}-{seed}.json".replace("/", "-").replace(" ", "-")
    if not path.exists():
        model, result = trained(name, seed).exported(), {}
        length = 4 * config.TRAINING.length if "capped" in rotation else config.LONGEST
        if "loss" in measures:
            losses = tiny.loss_by_position(model, text.HELD_OUT, length, **rotation)
            result["loss"] = tiny.in_bands(losses).round(4).tolist()
        if "copied" in measures:
            result["copied"] = [round(tiny.copied(model, text.HELD_OUT, d, TRIALS, **rotation), 4) for d in DISTANCES]
        aside = path.with_suffix(".new")  # so that a run cut off while writing leaves no damaged file
        aside.write_text(json.dumps(result))
        aside.replace(path)
    return json.loads(path.read_text())


def agrees(name, seed):
    """The trained model in PyTorch and in numpy give the same logits; returns PyTorch's, for the tests."""
    model = trained(name, seed)
    exported = model.exported()
    with torch.no_grad():
        for parameter_name, parameter in model.named_parameters():
            parameter.copy_(torch.tensor(exported.weights[parameter_name]))
        ids = text.ids(text.HELD_OUT[:512])
        logits = model(torch.tensor(ids)[None])[0].numpy()
    difference = np.abs(logits - exported.logits(ids)).max()
    if difference > 1e-3:
        raise AssertionError(f"{name}, seed {seed}: PyTorch and numpy differ by {difference}")
    return logits


def everything(pool, function, arguments, title):
    """Calls in all cores at once; the results in the order of the arguments."""
    running = [pool.submit(function, *a) for a in arguments]
    for _ in tqdm.tqdm(concurrent.futures.as_completed(running), title, total=len(running), position=os.cpu_count()):
        pass
    return [r.result() for r in running]


def main():
    config.RUNS.mkdir(exist_ok=True)
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), context, one_core) as pool:
        for fresh in (True, False):  # those that start from another model come second
            jobs = [
                (n, seed) for seed in config.SEEDS for n, job in config.JOBS.items() if (job.start is None) == fresh
            ]
            everything(pool, train_and_check, jobs, "models")
        wanted = [(f"{group} {key}", *rest, seed) for group, key, *rest in tasks() for seed in config.SEEDS]
        results = everything(pool, measured, wanted, "measures")
    curves = {"how": how(), "band": 16, "distances": DISTANCES, "trials": TRIALS}
    for group, key, *_ in tasks():
        seeds = [results.pop(0) for _ in config.SEEDS]
        curves.setdefault(group, {})[key] = {m: [r[m] for r in seeds] for m in seeds[0]}
    ship(curves)


def train_and_check(name, seed):
    trained(name, seed, multiprocessing.current_process()._identity[0] - 1)
    agrees(name, seed)


def one_core():
    torch.set_num_threads(1)


def how():
    """What someone who doubts the figures wants to know."""
    fingerprint = hashlib.sha256(text.TEXT.encode()).hexdigest()[:12]
    return {
        "text": f"pydoc_data.topics of Python {platform.python_version()}, sha256 {fingerprint}",
        "versions": {"torch": torch.__version__, "numpy": np.__version__},
        "date": datetime.date.today().isoformat(),
        "cores": os.cpu_count(),
        "seeds": config.SEEDS,
    }


def ship(curves):
    """Write what readers and tests use."""
    store.DATA.mkdir(exist_ok=True)
    (store.DATA / "held_out.txt").write_text(text.HELD_OUT, encoding="ascii")
    (store.DATA / "curves.json").write_text(json.dumps(curves), encoding="ascii")
    ids, seed = text.ids(text.HELD_OUT[:512]), config.SEEDS[0]
    rows = np.arange(15, len(ids), 16)
    examples = {"ids": ids, "rows": rows}
    for name in config.JOBS:
        store.write(store.DATA / f"{name}.npz", trained(name, seed).exported(), seed)
        examples[name] = agrees(name, seed)[rows]
    np.savez_compressed(GOLDEN, **examples)


if __name__ == "__main__":
    main()
