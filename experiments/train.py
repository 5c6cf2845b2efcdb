"""Train one model, or fine-tune one, saving as it goes: an interrupted run takes up where it stopped."""

import config
import text
import torch
import tqdm
from model import Transformer
from torch.nn import functional


def trained(name, seed, place=0):
    """The model of that name and seed, ready to be used; trains it first if its file is not there yet."""
    job = config.JOBS[name]
    plan, model = job.plan, Transformer(job, seed)
    if job.start:
        model.load_state_dict(trained(job.start, seed).state_dict())
    path = config.RUNS / f"{name}-{seed}.pt"
    optimizer = torch.optim.AdamW(groups(model), betas=(0.9, 0.95))
    done = 0
    if path.exists():
        saved = torch.load(path, weights_only=True)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        done = saved["step"]
    if done == plan.steps:
        return model
    bar = tqdm.tqdm(range(done, plan.steps), f"{name} {seed}", initial=done, total=plan.steps, position=place)
    for step in bar:
        rate = plan.rate(step)
        for group in optimizer.param_groups:
            group["lr"] = rate
        rows = torch.tensor(text.windows(seed, step, plan.batch, plan.length))
        loss = functional.cross_entropy(model(rows[:, :-1]).flatten(0, 1), rows[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), config.CLIP)
        optimizer.step()
        bar.set_postfix(nats=f"{loss.item():.3f}")
        if (step + 1) % config.SAVE_EVERY == 0 or step + 1 == plan.steps:
            save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step + 1}, path)
    return model


def groups(model):
    """Matrices are drawn towards zero; embeddings, tables and gains are not."""
    decayed = {"qkv", "out", "up", "down"}
    named = list(model.named_parameters())
    return [
        {"params": [p for name, p in named if name in decayed], "weight_decay": config.WEIGHT_DECAY},
        {"params": [p for name, p in named if name not in decayed], "weight_decay": 0.0},
    ]


def save(state, path):
    """Written aside first, so that a run cut off while writing leaves the last good file."""
    path.parent.mkdir(exist_ok=True)
    aside = path.with_suffix(".new")
    torch.save(state, aside)
    aside.replace(path)
