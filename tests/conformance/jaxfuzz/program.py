"""A program: arguments, and steps that each make one array of arrays before it.

A step is a Python function of arrays, so that a program can be traced by jax as a
whole, run step by step (to see how rounding spreads, see compare.py) and cut into
smaller programs (shrink.py).
"""
import dataclasses
from typing import Callable

import jax
import numpy as np

from . import values


@dataclasses.dataclass(frozen=True)
class Argument:
    shape: tuple
    dtype: str
    how: object = "any"  # see values.draw

    def draw(self, rng, resize=None):
        shape = tuple((resize or {}).get(d, d) for d in self.shape)
        return values.draw(rng, shape, self.dtype, self.how)


@dataclasses.dataclass(frozen=True)
class Step:
    kind: str
    text: str            # how a person would write it
    function: Callable   # of the operands
    operands: tuple      # of numbers of values: arguments first, then steps
    exact: bool = False  # no rounding: it moves, compares or selects
    ulps: int = 1        # rounding of its result that is no fault


@dataclasses.dataclass(frozen=True)
class Program:
    arguments: tuple
    steps: tuple
    results: tuple  # numbers of values

    def __call__(self, *arrays):
        known = list(arrays)
        for step in self.steps:
            known.append(step.function(*(known[i] for i in step.operands)))
        return tuple(known[i] for i in self.results)

    def kinds(self):
        return sorted({s.kind for s in self.steps})

    def __str__(self):
        name = [f"a{i}" for i in range(len(self.arguments))]
        lines = [f"{n}: {a.dtype}{list(a.shape)}" for n, a in zip(name, self.arguments)]
        for i, step in enumerate(self.steps):
            name.append(f"v{i}")
            lines.append(f"v{i} = {step.text}  # of "
                         + ", ".join(name[o] for o in step.operands))
        return "\n".join(lines + ["return " + ", ".join(name[r] for r in self.results)])


class Unfit(Exception):
    """A step was tried that does not fit; the generator tries another."""


class Builder:
    """Grows a program. `rng` is the only source of choice."""

    def __init__(self, rng):
        self.rng = rng
        self.arguments = []
        self.steps = []  # operands: ("a", i) or ("s", i) until build()
        self.types = {}

    def argument(self, shape, dtype, how="any"):
        self.arguments.append(Argument(tuple(shape), str(np.dtype(dtype)), how))
        ref = ("a", len(self.arguments) - 1)
        self.types[ref] = jax.ShapeDtypeStruct(shape, np.dtype(dtype))
        return ref

    def value(self, dtypes=values.ALL, low=0, high=4):
        """A value of one of these types and ranks: most often the latest one,
        else another, else a new argument."""
        fit = [r for r, t in self.types.items()
               if str(t.dtype) in dtypes and low <= len(t.shape) <= high]
        if fit and self.rng.random() < 0.9:
            return fit[-1] if self.rng.random() < 0.7 else values.pick(self.rng, fit)
        return self.argument(values.pick_shape(self.rng, low, high),
                             values.pick_dtype(self.rng, dtypes))

    def like(self, ref, shape=None):
        """A value of the type of `ref`, and of its shape unless another is given."""
        wanted = self.types[ref]
        shape = wanted.shape if shape is None else tuple(shape)
        fit = [r for r, t in self.types.items()
               if t.dtype == wanted.dtype and t.shape == shape and r != ref]
        if fit and self.rng.random() < 0.5:
            return values.pick(self.rng, fit)
        return self.argument(shape, wanted.dtype)

    def shape(self, ref):
        return self.types[ref].shape

    def dtype(self, ref):
        return self.types[ref].dtype

    def pick(self, choices):
        return values.pick(self.rng, choices)

    def between(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def chance(self, probability):
        return self.rng.random() < probability

    def axis(self, ref):
        rank = len(self.shape(ref))
        if not rank:
            raise Unfit("no axis")
        return self.between(0, rank - 1)

    def axes(self, ref):
        rank = len(self.shape(ref))
        return tuple(a for a in range(rank) if self.chance(0.5))

    def apply(self, kind, text, function, *operands, exact=False, ulps=1):
        """Adds a step; Unfit when jax refuses it or its result is large."""
        try:
            made = jax.eval_shape(function, *(self.types[o] for o in operands))
        except (TypeError, ValueError, ZeroDivisionError, NotImplementedError,
                AssertionError, IndexError) as error:
            raise Unfit(f"{text}: {error}") from error
        if np.prod(made.shape, dtype=float) > values.MOST_ELEMENTS:
            raise Unfit("large")
        if str(made.dtype) not in values.ALL:
            raise Unfit(f"type {made.dtype}")
        self.steps.append(Step(kind, text, function, operands, exact, ulps))
        ref = ("s", len(self.steps) - 1)
        self.types[ref] = made
        return ref

    def build(self, most_results=3):
        """The program; its results are values that no step uses."""
        number = {r: i for i, r in enumerate(
            [("a", i) for i in range(len(self.arguments))]
            + [("s", i) for i in range(len(self.steps))])}
        used = {o for s in self.steps for o in s.operands}
        ends = [r for r in number if r[0] == "s" and r not in used]
        steps = tuple(dataclasses.replace(s, operands=tuple(number[o] for o in s.operands))
                      for s in self.steps)
        return pruned(Program(tuple(self.arguments), steps,
                              tuple(number[r] for r in ends[-most_results:])))[0]


def pruned(program):
    """The program without what its results do not need, and the numbers of the
    arguments that stay."""
    count = len(program.arguments)
    needed = set(program.results)
    for i in reversed(range(len(program.steps))):
        if count + i in needed:
            needed.update(program.steps[i].operands)
    kept = [i for i in range(count) if i in needed]
    new = {old: i for i, old in enumerate(sorted(needed))}
    steps = tuple(dataclasses.replace(s, operands=tuple(new[o] for o in s.operands))
                  for i, s in enumerate(program.steps) if count + i in needed)
    return Program(tuple(program.arguments[i] for i in kept), steps,
                   tuple(new[r] for r in program.results)), kept
