"""Reductions, running reductions, windows."""
import jax
import jax.numpy as jnp
from jax import lax
from jax.scipy.special import logsumexp

from . import values
from .kinds import kind
from .program import Unfit

EXACT = {"max", "min", "all", "any", "argmax", "argmin", "nanmax", "cummax", "cummin"}


def reduce_step(b, name, function, dtypes, ulps=1):
    x = b.value(dtypes)
    axes, keep = b.axes(x), b.chance(0.3)
    b.apply("reduce", f"{name}(x, {axes}, keepdims={keep})",
            lambda x: function(x, axis=axes, keepdims=keep), x, exact=name in EXACT, ulps=ulps)


@kind("reduce")
def arithmetic(b):
    name = b.pick(["sum", "prod", "mean", "max", "min"])
    both = values.COMPLEX if name in ("sum", "mean", "prod") else ()
    reduce_step(b, name, getattr(jnp, name), values.NUMBERS + both)


@kind("reduce")
def logical(b):
    name = b.pick(["all", "any", "count_nonzero"])
    reduce_step(b, name, getattr(jnp, name), ("bool",) + values.NUMBERS)


@kind("reduce")
def statistics(b):
    name = b.pick(["var", "std", "nansum", "nanmax"])
    reduce_step(b, name, getattr(jnp, name), values.FLOATS, ulps=4)


@kind("reduce")
def log_sum(b):
    name, function = b.pick([("logsumexp", logsumexp),
                             ("norm", lambda x, axis, keepdims: jnp.sqrt(
                                 jnp.sum(x * x, axis=axis, keepdims=keepdims)))])
    reduce_step(b, name, function, values.FLOATS, ulps=4)


@kind("reduce")
def softmax(b):
    x = b.value(values.FLOATS, 1)
    axis, name = b.axis(x), b.pick(["softmax", "log_softmax", "standardize"])
    b.apply("reduce", f"jax.nn.{name}(x, {axis})",
            lambda x: getattr(jax.nn, name)(x, axis=axis), x, ulps=4)


@kind("reduce")
def position(b):
    x = b.value(values.NUMBERS + ("bool",), 1)
    name, axis = b.pick(["argmax", "argmin"]), b.axis(x)
    if not b.shape(x)[axis]:
        raise Unfit("empty")
    b.apply("reduce", f"{name}(x, {axis})", lambda x: getattr(jnp, name)(x, axis), x,
            exact=True)


@kind("reduce")
def median(b):
    x = b.value(values.FLOATS[2:], 1, 2)
    axis = b.axis(x)
    b.apply("reduce", f"median(x, {axis})", lambda x: jnp.median(x, axis), x)


@kind("long")
def long_axis(b):
    """An axis of some thousand elements, most of one sign: an accumulator that rounds
    after each element goes astray."""
    length, other = b.between(1000, 6000), b.between(1, 4)
    shape = b.pick([(length,), (other, length), (length, other), (other, length // 8, 8)])
    x = b.argument(shape, values.pick_dtype(b.rng, values.FLOATS), b.pick(["positive", "any"]))
    axis = max(range(len(shape)), key=shape.__getitem__)
    axes = b.pick([(axis,), tuple(range(len(shape)))])
    name, function = b.pick([
        ("sum", jnp.sum), ("mean", jnp.mean), ("var", jnp.var), ("logsumexp", logsumexp),
        ("sum of squares", lambda x, axis: jnp.sum(x * x, axis=axis)),
        ("gradient of a bias", lambda x, axis: jax.grad(
            lambda bias: jnp.sum((bias + x) * x))(x[(0,) * len(axis)]) if axis[0] == 0
         else jnp.sum(x, axis=axis))])
    b.apply("long", f"{name}(x, {axes})", lambda x: function(x, axis=axes), x, ulps=4)


@kind("long")
def long_window(b):
    x = b.argument((b.between(600, 2000),), b.pick(values.FLOATS), "positive")
    window, (size,) = b.between(300, 600), b.shape(x)
    if b.chance(0.5):
        b.apply("long", "lax.cumsum(x)", lax.cumsum, x, ulps=4)
    else:
        b.apply("long", f"lax.reduce_window(x, add, {window}) of {size}",
                lambda x: lax.reduce_window(x, x.dtype.type(0), lax.add, (window,), (1,),
                                            "VALID"), x, ulps=4)


@kind("running")
def cumulative(b):
    name = b.pick(["cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp"])
    x = b.value(values.FLOATS if name == "cumlogsumexp" else values.NUMBERS, 1)
    axis, reverse = b.axis(x), b.chance(0.3)
    b.apply("running", f"lax.{name}(x, {axis}, reverse={reverse})",
            lambda x: getattr(lax, name)(x, axis, reverse=reverse), x, exact=name in EXACT,
            ulps=4)


@kind("running")
def associative_scan(b):
    x = b.value(values.NUMBERS, 1, 3)
    name, axis = b.pick(["add", "multiply", "maximum"]), b.axis(x)
    b.apply("running", f"lax.associative_scan({name}, x, axis={axis})",
            lambda x: lax.associative_scan(getattr(jnp, name), x, axis=axis), x, ulps=2)


@kind("window")
def reduce_window(b):
    name, function, start = b.pick([("add", lax.add, 0), ("max", lax.max, None),
                                    ("min", lax.min, None), ("mul", lax.mul, 1)])
    x = b.value(values.FLOATS + ("int32", "uint8", "int8"), 1)
    rank = len(b.shape(x))
    window = tuple(b.between(1, 3) for _ in range(rank))
    strides, base, dilation = (tuple(b.pick([1, 1, 2]) for _ in range(rank))
                               for _ in range(3))
    padding = tuple((b.between(0, 2), b.between(0, 2)) for _ in range(rank))

    def windows(x):
        first = start
        if first is None:
            integer = jnp.issubdtype(x.dtype, jnp.integer)
            info = jnp.iinfo(x.dtype) if integer else None
            low, high = (info.min, info.max) if integer else (-jnp.inf, jnp.inf)
            first = low if name == "max" else high
        return lax.reduce_window(x, x.dtype.type(first), function, window, strides, padding,
                                 base, dilation)
    b.apply("window", f"lax.reduce_window(x, {name}, window={window}, strides={strides}, "
                      f"padding={padding}, base={base}, dilation={dilation})", windows, x,
            exact=name in ("max", "min"))


@kind("window")
def pool_gradient(b):
    """The gradient of max pooling: select_and_scatter."""
    x = b.value(("float32", "float64"), 2, 3)
    rank = len(b.shape(x))
    window = (1,) * (rank - 2) + (2, 2)
    strides = (1,) * (rank - 2) + (b.between(1, 2), b.between(1, 2))
    padding = b.pick(["SAME", "VALID"])

    def pooled(x):
        low = x.dtype.type(-jnp.inf)
        return jnp.sum(jnp.square(lax.reduce_window(x, low, lax.max, window, strides, padding)))
    b.apply("window", f"grad(sum of squares of max pooling {strides} {padding})(x)",
            jax.grad(pooled), x)
