"""Runs a program with every rounding moved at random: Monte Carlo arithmetic (Parker,
1997). How far results move is what rounding does to them, whatever the program."""
import jax
import numpy as np
from jax.extend.core import Literal

from . import values

# What only moves or selects numbers; its results are not moved.
MOVES = {"broadcast_in_dim", "reshape", "transpose", "rev", "slice", "concatenate", "pad",
         "squeeze", "gather", "dynamic_slice", "dynamic_update_slice", "select_n", "max",
         "min", "neg", "abs", "copy", "stop_gradient", "sort", "iota", "sign",
         "clamp", "reduce_max", "reduce_min", "real", "imag", "complex", "conj", "split",
         "bitcast_convert_type", "random_unwrap", "random_wrap", "floor", "ceil", "round"}
LOOPS = {"scan", "while", "cond"}


def moved(rng, array, ulps=1):
    """`array` with every float moved by up to so many ulps (of the modulus)."""
    if not values.is_inexact(array.dtype):
        return array
    array = np.asarray(array)
    eps = values.epsilon(array.dtype) * ulps
    wide = array.astype(values.widened(array.dtype))
    size, steps = wide, rng.integers(-1, 2, wide.shape)
    if values.is_complex(array.dtype):
        size, steps = np.abs(wide), steps + 1j * rng.integers(-1, 2, wide.shape)
    with np.errstate(all="ignore"):
        near = np.asarray(wide + size * steps * eps)
        return np.where(np.isfinite(wide), near, wide).astype(array.dtype)


def inner(equation):
    """The body of a call and its constants; None for what is no call."""
    body = equation.params.get("jaxpr", equation.params.get("call_jaxpr"))
    if body is None or equation.primitive.name in LOOPS:
        return None
    return getattr(body, "jaxpr", body), getattr(body, "consts", ())


def interpret(rng, jaxpr, constants, arguments):
    """Evaluates operation by operation. Loops and branches are one operation."""
    known = dict(zip(jaxpr.constvars, constants)) | dict(zip(jaxpr.invars, arguments))
    for equation in jaxpr.eqns:
        operands = [v.val if isinstance(v, Literal) else known[v] for v in equation.invars]
        body = inner(equation)
        if body:
            results = interpret(rng, *body, operands)
        else:
            if equation.primitive.name in LOOPS:
                operands = [moved(rng, o) if hasattr(o, "dtype") else o for o in operands]
            results = equation.primitive.bind(*operands, **equation.params)
            results = results if equation.primitive.multiple_results else [results]
            if equation.primitive.name not in MOVES:
                results = [moved(rng, r) for r in results]
        known.update(zip(equation.outvars, results))
    return [v.val if isinstance(v, Literal) else known[v] for v in jaxpr.outvars]


def shaken(program, arrays, traced, rng):
    """The results of one run. `traced` has the jaxpr of each step."""
    known = list(arrays)
    for step, closed in zip(program.steps, traced):
        operands = [known[i] for i in step.operands]
        if step.exact:
            result = step.function(*operands)
        else:
            operands = [moved(rng, o) for o in operands]
            result, = interpret(rng, closed.jaxpr, closed.consts, operands)
            result = moved(rng, result, step.ulps)
        known.append(np.asarray(result))
    return [known[i] for i in program.results]


def trace(program, arrays):
    """What shaken() wants."""
    types = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arrays]
    traced = []
    for step in program.steps:
        operands = [types[i] for i in step.operands]
        traced.append(jax.make_jaxpr(step.function)(*operands))
        types.append(jax.eval_shape(step.function, *operands))
    return traced
