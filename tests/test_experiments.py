"""The models that are shipped are those that experiments/config.py describes. PyTorch is not needed to see it."""

import importlib.util

import numpy as np
import pytest
from conftest import ROOT

from posviz import tiny


def configuration():
    spec = importlib.util.spec_from_file_location("experiments_config", ROOT / "experiments" / "config.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CONFIG = configuration()


def test_every_configured_model_is_shipped_and_no_other():
    assert set(tiny.names()) == set(CONFIG.JOBS)


@pytest.mark.parametrize("name", CONFIG.JOBS)
def test_a_shipped_model_is_as_configured(name):
    model, job = tiny.load(name, CONFIG.SEEDS[0]), CONFIG.JOBS[name]
    assert (model.encoding, model.train_length, model.n_heads) == (job.encoding, job.plan.length, CONFIG.N_HEADS)
    assert model.attention_factor == pytest.approx(job.attention_factor, rel=1e-12)
    assert (model.frequencies is None) == (job.frequencies is None)
    if job.frequencies is not None:
        np.testing.assert_allclose(model.frequencies, job.frequencies, rtol=1e-12)
    assert model.weights["qkv"].shape == (CONFIG.N_LAYERS, CONFIG.D_MODEL, 3 * CONFIG.D_MODEL)


def test_the_encodings_have_the_same_budget_and_fine_tuning_a_tenth_of_it():
    tokens = {name: job.plan.steps * job.plan.batch * job.plan.length for name, job in CONFIG.JOBS.items()}
    full = {tokens[name] for name, job in CONFIG.JOBS.items() if job.start is None}
    fine_tuned = {tokens[name] for name, job in CONFIG.JOBS.items() if job.start is not None}
    assert len(full) == len(fine_tuned) == 1
    assert full.pop() == 10 * fine_tuned.pop()


def test_the_learning_rate_goes_up_in_a_line_and_down_to_its_lowest():
    plan = CONFIG.TRAINING
    rates = [plan.rate(step) for step in range(plan.steps)]
    assert rates[plan.warm_up - 1] == max(rates) == plan.highest
    assert np.allclose(np.diff(rates[: plan.warm_up], 2), 0)
    assert np.all(np.diff(rates[plan.warm_up :]) < 0) and rates[-1] == pytest.approx(plan.lowest, rel=0.01)
