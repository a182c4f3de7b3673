"""Steps made of functions: loops, branches, vmap, derivatives, calls.

The functions inside are chains that keep shape and type, so that any of them can be
the body of a loop, a branch or a function to differentiate.
"""
import jax
import jax.numpy as jnp
from jax import lax

from . import values
from .kinds import kind

SMOOTH = {
    "sin": jnp.sin, "tanh": jnp.tanh, "softplus": jax.nn.softplus, "x*x": lambda x: x * x,
    "exp(-x*x)": lambda x: jnp.exp(-x * x), "x/(1+|x|)": lambda x: x / (1 + jnp.abs(x)),
    "log1p(x*x)": lambda x: jnp.log1p(x * x), "sqrt(1+x*x)": lambda x: jnp.sqrt(1 + x * x),
    "logistic": jax.nn.sigmoid, "0.5*x+1": lambda x: 0.5 * x + 1,
    "relu": jax.nn.relu, "where(x>0,x,-0.1x)": lambda x: jnp.where(x > 0, x, -0.1 * x),
    "gelu": jax.nn.gelu, "arctan": jnp.arctan, "erf": lax.erf,
}
WHOLE = {  # over the last axis
    "cumsum/n": lambda x: jnp.cumsum(x, -1) / x.shape[-1], "softmax": jax.nn.softmax,
    "roll": lambda x: jnp.roll(x, 1, -1), "flip": lambda x: jnp.flip(x, -1),
    "x-mean": lambda x: x - jnp.mean(x, -1, keepdims=True),
    "sort": lambda x: jnp.sort(x, -1),
    "x*max": lambda x: x * jnp.max(x, -1, keepdims=True),
    "set0": lambda x: x.at[..., 0].set(0.5),
    "add take": lambda x: x + jnp.take(x, jnp.array([0]), -1),
    "x@x.T@x/n": lambda x: (x @ x.mT @ x / x.size) if x.ndim > 1 else x,
    "cumprod": lambda x: jnp.cumprod(x / (1 + jnp.abs(x)), -1),
    "pad": lambda x: jnp.pad(x, [(0, 0)] * (x.ndim - 1) + [(1, 0)])[..., :-1],
}
INTEGER = {
    "x*3+1": lambda x: x * 3 + 1, "x^(x>>1)": lambda x: x ^ (x >> 1), "-x": lambda x: -x,
    "x//3": lambda x: x // 3, "x%7": lambda x: x % 7, "max(x,2)": lambda x: jnp.maximum(x, 2),
    "x*x": lambda x: x * x,
}
PLAIN = ("float32", "float64")


def chain(b, dtype, rank):
    """A function that keeps shape and type, and its name."""
    tables = [SMOOTH] if values.is_float(dtype) else [INTEGER]
    if rank and values.is_float(dtype):
        tables.append(WHOLE)
    picked = [b.pick(list(t.items())) for t in
              (b.pick(tables) for _ in range(b.between(1, 3)))]

    def function(x):
        for _, f in picked:
            x = f(x)
        return x.astype(values.real(dtype))
    return function, " -> ".join(name for name, _ in picked)


def body_of(b, dtypes=PLAIN, low=0, high=3):
    x = b.value(dtypes, low, high)
    return x, *chain(b, str(b.dtype(x)), len(b.shape(x)))


@kind("loop")
def scan(b):
    x, body, text = body_of(b, PLAIN + ("int32", "bfloat16"), 1)
    reverse, unroll, which = b.chance(0.3), b.pick([1, 1, 2]), b.between(0, 1)
    carry = b.like(x, b.shape(x)[1:])

    def function(c, x):
        def step(c, row):
            c = body(c + row)
            return c, c - row
        return lax.scan(step, c, x, reverse=reverse, unroll=unroll)[which]
    b.apply("loop", f"lax.scan(c = ({text})(c + row), reverse={reverse}, unroll={unroll})"
                    f"[{which}]", function, carry, x, ulps=8)


@kind("loop")
def fori_loop(b):
    x, body, text = body_of(b, PLAIN + ("int32", "uint8", "float16"))
    count = b.between(0, 5)
    b.apply("loop", f"lax.fori_loop(0, {count}, ({text})(x) + i)",
            lambda x: lax.fori_loop(0, count, lambda i, x: body(x) + i.astype(x.dtype), x), x,
            ulps=8)


@kind("loop")
def fori_unknown(b):
    """The number of rounds is an argument."""
    x, body, text = body_of(b, PLAIN + ("int32",))
    rounds = b.argument((), "int32", 6)
    b.apply("loop", f"lax.fori_loop(0, n, ({text})(x))",
            lambda n, x: lax.fori_loop(0, n, lambda i, x: body(x), x), rounds, x, ulps=8)


@kind("loop")
def while_loop(b):
    x, body, text = body_of(b, PLAIN + ("int32", "int64"))
    most = b.between(1, 6)

    def function(x):
        def going(state):
            i, x = state
            return (i < most) & (jnp.sum(jnp.abs(x)) < 1000)
        return lax.while_loop(going, lambda s: (s[0] + 1, body(s[1])), (0, x))[1]
    b.apply("loop", f"lax.while_loop(i < {most} & sum|x| < 1000, ({text})(x))", function, x,
            ulps=8)


@kind("loop")
def lax_map(b):
    x, body, text = body_of(b, PLAIN, 1)
    b.apply("loop", f"lax.map({text}, x)", lambda x: lax.map(body, x), x, ulps=4)


@kind("branch")
def cond(b):
    x, first, text = body_of(b)
    second, other = chain(b, str(b.dtype(x)), len(b.shape(x)))
    flag = b.argument((), "bool")
    b.apply("branch", f"lax.cond(flag, {text}, {other}, x)",
            lambda c, x: lax.cond(c, first, second, x), flag, x, ulps=4)


@kind("branch")
def switch(b):
    x, first, text = body_of(b, PLAIN + ("int32",))
    others = [chain(b, str(b.dtype(x)), len(b.shape(x))) for _ in range(b.between(1, 3))]
    branches = [first] + [f for f, _ in others]
    texts = ", ".join([text] + [t for _, t in others])
    b.apply("branch", f"lax.switch(i, [{texts}], x)", lambda i, x: lax.switch(i, branches, x),
            b.argument((), "int32", len(branches)), x, ulps=4)


@kind("branch")
def vmapped_cond(b):
    x, first, text = body_of(b, PLAIN, 1)
    second, other = chain(b, str(b.dtype(x)), len(b.shape(x)) - 1)
    if len(b.shape(x)) == 1:
        first, text = chain(b, str(b.dtype(x)), 0)
    flags = b.argument(b.shape(x)[:1], "bool")
    b.apply("branch", f"vmap(lax.cond)(flags, {text}, {other}, x)",
            jax.vmap(lambda c, x: lax.cond(c, first, second, x)), flags, x, ulps=4)


@kind("derivative")
def gradient(b):
    x, body, text = body_of(b, PLAIN + ("bfloat16",))
    b.apply("derivative", f"grad(sum(square({text})))(x)",
            jax.grad(lambda x: jnp.sum(jnp.square(body(x)))), x, ulps=8)


@kind("derivative")
def tangent(b):
    x, body, text = body_of(b)
    b.apply("derivative", f"jvp({text}, x, t)",
            lambda x, t: jax.jvp(body, (x,), (t,))[1], x, b.like(x), ulps=8)


@kind("derivative")
def scan_gradient(b):
    x, body, text = body_of(b, PLAIN, 1, 2)
    if len(b.shape(x)) == 1:
        body, text = chain(b, str(b.dtype(x)), 0)

    def loss(x):
        def step(c, row):
            return body(0.5 * c + row), jnp.sum(c)
        c, sums = lax.scan(step, jnp.zeros_like(x[0]), x)
        return jnp.sum(c) + jnp.sum(sums)
    b.apply("derivative", f"grad(lax.scan({text}))(x)", jax.grad(loss), x, ulps=16)


@kind("derivative")
def second_order(b):
    name = b.pick(list(SMOOTH))
    body = SMOOTH[name]
    x = b.value(PLAIN, 1, 1)
    b.apply("derivative", f"hessian(sum({name}(x) * {name}(x[::-1])))",
            jax.hessian(lambda x: jnp.sum(body(x) * body(x[::-1]))), x, ulps=16)


@kind("call")
def custom_jvp(b):
    x, body, text = body_of(b)

    def function(x):
        f = jax.custom_jvp(body)
        f.defjvp(lambda p, t: (body(*p), t[0] * 2))
        return jax.grad(lambda x: jnp.sum(f(x) * x))(x)
    b.apply("call", f"grad(custom_jvp({text}) * x)(x)", function, x, ulps=8)


@kind("call")
def nested(b):
    x, body, text = body_of(b, PLAIN + ("bfloat16", "int32"))
    b.apply("call", f"jit({text})(jit({text})(x))",
            lambda x: jax.jit(body)(jax.jit(body)(x)), x, ulps=8)


@kind("call")
def checkpoint(b):
    x, body, text = body_of(b)
    b.apply("call", f"grad(sum(checkpoint({text})))(x)",
            jax.grad(lambda x: jnp.sum(jax.checkpoint(body)(x))), x, ulps=8)


@kind("vmap")
def vmap(b):
    x, body, text = body_of(b, PLAIN, 2)
    axis, out = b.axis(x), b.axis(x)
    b.apply("vmap", f"vmap({text}, {axis}, {out})(x)", jax.vmap(body, axis, out), x, ulps=4)


@kind("vmap")
def vmap_gather(b):
    x = b.value(values.ALL, 2)
    rows = b.shape(x)[0]
    index = b.argument((rows,), "int32", max(b.shape(x)[1], 1))
    how = b.pick(["take", "dynamic_index", "set", "conv"])
    function = {
        "take": lambda r, i: r[i],
        "dynamic_index": lambda r, i: lax.dynamic_index_in_dim(r, i, 0),
        "set": lambda r, i: r.at[i].set(jnp.ones((), r.dtype)),
        "conv": lambda r, i: lax.dynamic_update_index_in_dim(r, r[0], i, 0)}[how]
    b.apply("vmap", f"vmap({how})(x, i)", jax.vmap(function), x, index, exact=True)
