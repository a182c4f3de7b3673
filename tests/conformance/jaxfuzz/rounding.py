"""Runs a program with every rounding moved at random: Monte Carlo arithmetic (Parker,
1997). How far results move is what rounding does to them, whatever the program."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Literal

from . import values

# What only moves or selects numbers; its results are not moved.
MOVES = {"broadcast_in_dim", "reshape", "transpose", "rev", "slice", "concatenate", "pad",
         "squeeze", "gather", "dynamic_slice", "dynamic_update_slice", "select_n", "max",
         "min", "neg", "abs", "copy", "stop_gradient", "sort", "iota", "sign",
         "clamp", "reduce_max", "reduce_min", "real", "imag", "complex", "conj", "split",
         "bitcast_convert_type", "random_unwrap", "random_wrap", "floor", "ceil", "round"}

# Ulps of jax's own float64 functions, where float64 is no better truth: its log1p is
# off by 79 at -0.4069.
COARSE = {"log1p": 128}


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
        near = np.where(np.isfinite(wide), near, wide).astype(array.dtype)
    return jnp.asarray(near)


def scan(rng, parameters, operands):
    fixed = parameters["num_consts"]
    first = fixed + parameters["num_carry"]
    constants, carry, rows = operands[:fixed], operands[fixed:first], operands[first:]
    order = range(parameters["length"])
    made = []
    for i in reversed(order) if parameters["reverse"] else order:
        results = call(rng, parameters["jaxpr"], *constants, *carry, *(r[i] for r in rows))
        carry = results[:len(carry)]
        made.append(results[len(carry):])
    if parameters["reverse"]:
        made.reverse()
    if not made:
        return None
    return carry + [jnp.stack(column) for column in zip(*made)]


def while_loop(rng, parameters, operands):
    test, fixed = parameters["cond_nconsts"], parameters["body_nconsts"]
    of_test, of_body = operands[:test], operands[test:test + fixed]
    state = operands[test + fixed:]
    while call(rng, parameters["cond_jaxpr"], *of_test, *state)[0]:
        state = call(rng, parameters["body_jaxpr"], *of_body, *state)
    return state


def inside(rng, equation, operands):
    """The results of an operation with functions; None for one without."""
    name, parameters = equation.primitive.name, equation.params
    if name == "scan":
        return scan(rng, parameters, operands)
    if name == "while" and jnp.ndim(equation.params["cond_jaxpr"].out_avals[0]) == 0:
        return while_loop(rng, parameters, operands)
    if name == "cond":
        return call(rng, parameters["branches"][int(operands[0])], *operands[1:])
    body = parameters.get("jaxpr", parameters.get("call_jaxpr"))
    return call(rng, body, *operands) if body is not None else None


def call(rng, body, *arguments):
    """Evaluates a function operation by operation."""
    jaxpr, constants = getattr(body, "jaxpr", body), getattr(body, "consts", ())
    known = dict(zip(jaxpr.constvars, constants)) | dict(zip(jaxpr.invars, arguments))
    for equation in jaxpr.eqns:
        operands = [jnp.asarray(v.val) if isinstance(v, Literal) else known[v]
                    for v in equation.invars]
        results = inside(rng, equation, operands)
        if results is None:
            rounds = equation.primitive.name not in MOVES
            if rounds:
                operands = [moved(rng, o) for o in operands]
            results = equation.primitive.bind(*operands, **equation.params)
            results = results if equation.primitive.multiple_results else [results]
            if rounds:
                ulps = COARSE.get(equation.primitive.name, 1)
                results = [moved(rng, r, ulps if r.dtype.itemsize >= 8 else 1)
                           for r in results]
        known.update(zip(equation.outvars, results))
    return [v.val if isinstance(v, Literal) else known[v] for v in jaxpr.outvars]


def shaken(program, arrays, traced, rng):
    """The results of one run. `traced` has the jaxpr of each step."""
    known = [jnp.asarray(a) for a in arrays]
    for step, closed in zip(program.steps, traced):
        operands = [known[i] for i in step.operands]
        if step.exact:
            result = step.function(*operands)
        else:
            result, = call(rng, closed, *(moved(rng, o) for o in operands))
            result = moved(rng, result, step.ulps)
        known.append(jnp.asarray(result))
    return [np.asarray(known[i]) for i in program.results]


def trace(program, arrays):
    """What shaken() wants."""
    types = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in arrays]
    traced = []
    for step in program.steps:
        operands = [types[i] for i in step.operands]
        traced.append(jax.make_jaxpr(step.function)(*operands))
        types.append(jax.eval_shape(step.function, *operands))
    return traced
