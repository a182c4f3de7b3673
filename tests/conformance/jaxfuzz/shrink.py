"""Makes a failing program small: while it still fails in the same way, results are
dropped, steps are replaced by arguments that hold what jax computes there, and
arguments lose rows."""
import dataclasses

from . import compare
from .program import Argument, Program, pruned


def without_step(program, arrays, at, known):
    """The program with step `at` as an argument."""
    count = len(program.arguments)
    value = known[count + at]
    old_to_new = {i: i if i < count else i + 1 for i in range(count + len(program.steps))}
    old_to_new[count + at] = count
    steps = tuple(dataclasses.replace(s, operands=tuple(old_to_new[o] for o in s.operands))
                  for s in program.steps)
    argument = Argument(value.shape, str(value.dtype))
    cut = Program((*program.arguments, argument), steps,
                  tuple(old_to_new[r] for r in program.results))
    small, kept = pruned(cut)
    every = [*arrays, value]
    return small, [every[i] for i in kept]


def halved(program, arrays, argument, axis):
    """The program with half of an argument's axis."""
    size = arrays[argument].shape[axis]
    rows = [slice(None)] * arrays[argument].ndim
    rows[axis] = slice(0, max(1, size // 2))
    smaller = [a[tuple(rows)] if i == argument else a for i, a in enumerate(arrays)]
    arguments = tuple(dataclasses.replace(a, shape=s.shape)
                      for a, s in zip(program.arguments, smaller))
    return dataclasses.replace(program, arguments=arguments), smaller


def candidates(program, arrays):
    if len(program.results) > 1:
        ones = [(r,) for r in program.results]
        for results in ones + [program.results[:i] + program.results[i + 1:]
                               for i in range(len(program.results))]:
            small, kept = pruned(dataclasses.replace(program, results=results))
            yield small, [arrays[i] for i in kept]
    if len(program.steps) > 1:
        known = compare.run_steps(program, arrays)
        for i in reversed(range(len(program.steps))):
            # Each step as the last one, then each step gone.
            result = len(program.arguments) + i
            if result not in program.results:
                small, kept = pruned(dataclasses.replace(program, results=(result,)))
                yield small, [arrays[k] for k in kept]
        for i in range(len(program.steps)):
            if len(program.arguments) + i not in program.results:
                yield without_step(program, arrays, i, known)
    for i, array in enumerate(arrays):
        for axis, size in enumerate(array.shape):
            if size > 1:
                yield halved(program, arrays, i, axis)


def shrink(program, arrays, fails, most=60):
    """The smallest program found; `fails(program, arrays)` is asked at most so often."""
    improved = True
    while improved and most > 0:
        improved = False
        for small, values in candidates(program, arrays):
            if most <= 0:
                break
            most -= 1
            try:
                same = fails(small, values)
            except Exception:  # jax refuses most of the smaller shapes
                same = False
            if same:
                program, arrays, improved = small, values, True
                break
    return program, arrays
