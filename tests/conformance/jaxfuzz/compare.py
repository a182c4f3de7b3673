"""When is a result right? The rule:

 1. Where jax's result depends on no rounding (every step that it needs moves,
    compares or selects, or has no floats), all elements are equal; NaN is one value.
 2. Else an element may differ from jax's by 4 ulp of itself (of the modulus, if
    complex), or by the smallest normal number, which jax flushes to zero.
 3. Beyond that, by 4 times what rounding does to it. That is measured (rounding.py):
    the program runs 8 times operation by operation, with the results of each rounding
    operation moved by a random -1, 0 or 1 ulp (some special functions are given more
    ulps). The largest distance from jax's own
    result, element by element, is what rounding does. Where these runs do not agree
    on an integer, or on NaN or infinity, anything is right: nobody can judge it.
 4. Beyond that, it is right if it lies not much further from the truth than jax's
    own (twice). The truth is the program with every float as float64.
 5. A result that is jax's own by rule 1 or 2 when each step is compiled alone is right.
    (XLA merges a dynamic_slice of a dynamic_slice without the clamp of the inner start,
    so that jit gives other elements than StableHLO says.)

NaN and infinities stand where jax's stand, save where 3 says that they cannot be judged.
"""
import dataclasses

import jax
import numpy as np

from . import rounding, values

RUNS, FACTOR, ULPS = 8, 4, 4


@dataclasses.dataclass
class Difference:
    """Where a result is wrong, for a report."""
    result: int
    text: str


def run_jax(program, arrays):
    return [np.asarray(r) for r in jax.jit(lambda *a: program(*a))(*arrays)]


def run_steps(program, arrays):
    """With each step compiled alone."""
    known = list(arrays)
    for step in program.steps:
        known.append(np.asarray(jax.jit(step.function)(*(known[i] for i in step.operands))))
    return known


def run_wide(program, arrays):
    """With float64 for every float; None when the program cannot be widened."""
    wide = [a.astype(values.widened(a.dtype)) for a in arrays]
    with values.wide_floats():
        try:
            return [np.asarray(r) for r in jax.jit(lambda *a: program(*a))(*wide)]
        except Exception:  # whatever jax says of a step that is tied to a type
            return None


def equal(a, b):
    with np.errstate(invalid="ignore"):
        if values.is_inexact(a.dtype):
            return (a == b) | (np.isnan(a) & np.isnan(b))
    return a == b


def near(ours, theirs):
    """Rules 1 and 2, without looking at the steps."""
    same = equal(ours, theirs)
    if not values.is_inexact(ours.dtype):
        return same
    a, b = (x.astype(values.widened(x.dtype)) for x in (ours, theirs))
    with np.errstate(all="ignore"):
        allowed = (ULPS * values.epsilon(ours.dtype) * np.abs(b)
                   + values.smallest(ours.dtype))
        return same | (np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= allowed))


def spread(theirs, runs):
    """What rounding does to each element, infinite where nobody can judge."""
    widest = np.zeros(theirs.shape)
    for run in runs:
        same = equal(run, theirs)
        if values.is_inexact(theirs.dtype):
            a, b = (x.astype(values.widened(x.dtype)) for x in (run, theirs))
            with np.errstate(all="ignore"):
                far = np.abs(a - b)
            far = np.where(np.isfinite(a) & np.isfinite(b), far, np.inf)
        else:
            far = np.inf
        widest = np.maximum(widest, np.where(same, 0, far))
    return widest


def rounding_steps(program, result):
    """The steps below a result that round: rule 1 holds when there are none."""
    count, needed, found = len(program.arguments), {result}, []
    for i in reversed(range(len(program.steps))):
        if count + i in needed:
            needed.update(program.steps[i].operands)
            found += [] if program.steps[i].exact else [program.steps[i]]
    return found


def compare(program, arrays, ours, theirs, seed=0):
    """The differences that are faults, of all results."""
    suspects, alone = [], None
    for i, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if a.shape != b.shape or a.dtype != b.dtype:
            return [Difference(i, f"{a.dtype}{list(a.shape)}, not {b.dtype}{list(b.shape)}")]
        rounds = bool(rounding_steps(program, program.results[i]))
        judge = near if rounds else equal
        good = judge(a, b)
        if not good.all():
            alone = alone or run_steps(program, arrays)
            good |= judge(a, alone[program.results[i]])
        if not good.all():
            suspects.append((i, good, rounds))
    if any(rounds for _, _, rounds in suspects):
        traced = rounding.trace(program, arrays)
        rng = np.random.default_rng(seed)
        runs = [rounding.shaken(program, arrays, traced, rng) for _ in range(RUNS)]
        truth = run_wide(program, arrays)
    found = []
    for i, good, rounds in suspects:
        if rounds:
            good = good | judged(ours[i], theirs[i], [r[i] for r in runs],
                                 None if truth is None else truth[i])
        if not good.all():
            found.append(described(i, ours[i], theirs[i], good,
                                   truth[i] if rounds and truth is not None else None))
    return found


def judged(ours, theirs, runs, truth):
    """Rules 3 and 4."""
    allowed = FACTOR * spread(theirs, runs)
    if not values.is_inexact(ours.dtype):
        return np.isinf(allowed) | (False if truth is None else equal(ours, truth))
    a, b = (x.astype(values.widened(x.dtype)) for x in (ours, theirs))
    with np.errstate(all="ignore"):
        good = np.isinf(allowed) | (np.abs(a - b) <= allowed)
        if truth is not None:
            closer = np.abs(a - truth) <= 2 * np.abs(b - truth)
            good |= closer & np.isfinite(a) & np.isfinite(b)
    return good


def described(i, ours, theirs, good, truth):
    where = np.argwhere(~good)
    first = tuple(int(x) for x in where[0])
    exact = "" if truth is None else f", in float64 {truth[first]!r}"
    return Difference(i, f"result {i}, {ours.dtype}{list(ours.shape)}: {len(where)} of "
                         f"{good.size} wrong; at {list(first)} {ours[first]!r}, jax says "
                         f"{theirs[first]!r}{exact}")
