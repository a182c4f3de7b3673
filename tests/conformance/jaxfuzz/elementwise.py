"""Elementwise steps of all types, with broadcasting; conversions; random bits."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import values
from .kinds import kind
from .program import Unfit

BITS = values.INTEGERS + ("bool",)

# name -> (function, types, exact, ulps of its result that are no fault)
UNARY = {
    "neg": (jnp.negative, values.NUMBERS + values.COMPLEX, True, 1),
    "abs": (jnp.abs, values.NUMBERS, True, 1),
    "abs_complex": (jnp.abs, values.COMPLEX, False, 2),
    "sign": (jnp.sign, values.NUMBERS, True, 1),
    "sign_complex": (jnp.sign, values.COMPLEX, False, 4),
    "floor": (jnp.floor, values.FLOATS, True, 1),
    "ceil": (jnp.ceil, values.FLOATS, True, 1),
    "round": (jnp.round, values.FLOATS, True, 1),
    "trunc": (jnp.trunc, values.FLOATS, True, 1),
    "isfinite": (jnp.isfinite, values.FLOATS, True, 1),
    "isnan": (jnp.isnan, values.FLOATS, True, 1),
    "not": (jnp.bitwise_not, BITS, True, 1),
    "popcount": (lax.population_count, values.INTEGERS, True, 1),
    "clz": (lax.clz, values.INTEGERS, True, 1),
    "real": (jnp.real, values.COMPLEX, True, 1),
    "imag": (jnp.imag, values.COMPLEX, True, 1),
    "conj": (jnp.conj, values.COMPLEX, True, 1),
    "angle": (jnp.angle, values.COMPLEX, False, 4),
    "square": (jnp.square, values.NUMBERS + values.COMPLEX, False, 1),
    "cube": (lambda x: lax.integer_pow(x, 3), values.NUMBERS + values.COMPLEX, False, 2),
    "signbit": (lambda x: jnp.signbit(jnp.where(x == x, x, 0)), values.FLOATS, True, 1),
    "spacing": (lambda x: jnp.nextafter(x, jnp.ones_like(x)),
                ("float32", "float64"), True, 1),
}
for _name in ("exp expm1 log log1p sqrt sin cos tan tanh sinh cosh arcsin arccos arctan "
              "arcsinh arccosh arctanh").split():
    UNARY[_name] = (getattr(jnp, _name), values.FLOATS + values.COMPLEX, False, 4)
for _name in "rsqrt logistic".split():
    UNARY[_name] = (getattr(lax, _name), values.FLOATS + values.COMPLEX, False, 4)
for _name in "exp2 cbrt sinc i0 rad2deg".split():
    UNARY[_name] = (getattr(jnp, _name), values.FLOATS, False, 8)
for _name in "relu gelu silu elu selu softplus soft_sign log_sigmoid hard_tanh".split():
    UNARY[_name] = (getattr(jax.nn, _name), values.FLOATS, False, 4)
for _name in ("erf erfc erf_inv lgamma digamma bessel_i0e bessel_i1e").split():
    UNARY[_name] = (getattr(lax, _name), values.FLOATS, False, 32)

BINARY = {
    "add": (jnp.add, values.NUMBERS + values.COMPLEX, False, 1),
    "sub": (jnp.subtract, values.NUMBERS + values.COMPLEX, False, 1),
    "mul": (jnp.multiply, values.NUMBERS + values.COMPLEX, False, 1),
    "div": (lax.div, values.NUMBERS + values.COMPLEX, False, 2),
    "rem": (lax.rem, values.NUMBERS, False, 1),
    "floor_divide": (jnp.floor_divide, values.NUMBERS, False, 1),
    "mod": (jnp.mod, values.NUMBERS, False, 1),
    "max": (jnp.maximum, values.NUMBERS + ("bool",), True, 1),
    "min": (jnp.minimum, values.NUMBERS + ("bool",), True, 1),
    "pow": (jnp.power, values.FLOATS + values.COMPLEX, False, 8),
    "atan2": (jnp.arctan2, values.FLOATS, False, 4),
    "hypot": (jnp.hypot, values.FLOATS, False, 4),
    "logaddexp": (jnp.logaddexp, values.FLOATS, False, 4),
    "copysign": (jnp.copysign, values.FLOATS, True, 1),
    "nextafter": (jnp.nextafter, ("float32", "float64"), True, 1),
    "and": (jnp.bitwise_and, BITS, True, 1),
    "or": (jnp.bitwise_or, BITS, True, 1),
    "xor": (jnp.bitwise_xor, BITS, True, 1),
    "shift_left": (lax.shift_left, values.INTEGERS, True, 1),
    "shift_right_arithmetic": (lax.shift_right_arithmetic, values.INTEGERS, True, 1),
    "shift_right_logical": (lax.shift_right_logical, values.INTEGERS, True, 1),
    "igamma": (lax.igamma, ("float32", "float64"), False, 256),
    "zeta": (lax.zeta, ("float32", "float64"), False, 64),
    "polygamma": (lambda n, x: lax.polygamma(jnp.abs(jnp.round(n)), x),
                  ("float32", "float64"), False, 256),
}
COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")


def broadcastable(b, shape):
    """A shape that broadcasts to `shape`."""
    dropped = b.between(0, len(shape)) if b.chance(0.3) else 0
    return tuple(1 if b.chance(0.2) else d for d in shape[dropped:])


def other(b, x):
    """A second operand: as large, or broadcast, or a number."""
    if b.chance(0.6):
        return b.like(x)
    return b.like(x, broadcastable(b, b.shape(x)))


@kind("elementwise")
def unary(b):
    name = b.pick(list(UNARY))
    function, dtypes, exact, ulps = UNARY[name]
    b.apply("elementwise", f"{name}(x)", function, b.value(dtypes), exact=exact, ulps=ulps)


@kind("elementwise")
def binary(b):
    name = b.pick(list(BINARY))
    function, dtypes, exact, ulps = BINARY[name]
    x = b.value(dtypes)
    y = other(b, x)
    if b.chance(0.3):
        x, y = y, x
    if name in ("div", "rem") and b.dtype(x).kind in "iu":
        text, call = f"{name}(x, y | 1)", lambda x, y: function(*bcast(x, y | y.dtype.type(1)))
    else:
        text, call = f"{name}(x, y)", lambda x, y: function(*bcast(x, y))
    b.apply("elementwise", text, call, x, y, exact=exact, ulps=ulps)


def bcast(x, y):
    """lax functions, unlike jnp's, want equal shapes."""
    shape = jnp.broadcast_shapes(x.shape, y.shape)
    return jnp.broadcast_to(x, shape), jnp.broadcast_to(y, shape)


@kind("elementwise")
def with_number(b):
    x = b.value(values.FLOATS)
    number = b.pick([0.5, 2.0, -1.5, 3.0, 1e-3, 10.0])
    name, function = b.pick([("x * {}", lambda x: x * number), ("x + {}", lambda x: x + number),
                             ("x / {}", lambda x: x / number), ("{} - x", lambda x: number - x),
                             ("{} / x", lambda x: number / x)])
    b.apply("elementwise", name.format(number), function, x)


@kind("elementwise")
def comparison(b):
    name = b.pick(COMPARISONS)
    x = b.value(values.ALL)
    if values.is_complex(b.dtype(x)) and "equal" not in (name, name.removeprefix("not_")):
        raise Unfit("complex numbers have no order")
    b.apply("elementwise", f"{name}(x, y)", getattr(jnp, name), x, other(b, x), exact=True)


@kind("elementwise")
def select(b):
    x = b.value(values.ALL)
    condition = b.like(b.argument(b.shape(x), "bool"))
    b.apply("elementwise", "where(c, x, y)", jnp.where, condition, x, other(b, x), exact=True)


@kind("elementwise")
def clamp(b):
    x = b.value(values.NUMBERS)
    low, high = sorted(b.rng.integers(0, 6, 2))
    b.apply("elementwise", f"clip(x, {low}, {high})",
            lambda x: jnp.clip(x, int(low), int(high)), x, exact=True)


@kind("elementwise")
def lax_clamp(b):
    x = b.value(values.NUMBERS)
    shape = b.pick([(), b.shape(x)])
    b.apply("elementwise", "lax.clamp(low, x, high)", lax.clamp,
            b.like(x, shape), x, b.like(x, shape), exact=True)


@kind("convert")
def convert(b):
    x = b.value(values.ALL)
    to = values.pick_dtype(b.rng)
    if b.dtype(x).kind == "c" and to not in values.COMPLEX:
        raise Unfit("complex to real")
    exact = not values.is_inexact(np.dtype(to)) or np.dtype(to).kind == "c"
    if values.is_float(b.dtype(x)) and np.dtype(to).kind in "iu":
        # What lies outside of the type is any number: stay within.
        return b.apply("convert", f"clip(x, 0, 100).astype({to})",
                       lambda x: jnp.clip(jnp.nan_to_num(x), 0, 100).astype(to), x)
    return b.apply("convert", f"x.astype({to})", lambda x: x.astype(values.real(to)), x,
                   exact=exact)


@kind("convert")
def bitcast(b):
    x = b.value(values.NUMBERS)
    to = b.pick(values.NUMBERS)
    if values.is_float(np.dtype(to)) and b.dtype(x).kind == "f":
        raise Unfit("NaN has many bit patterns")
    if values.is_float(b.dtype(x)):
        # Only of arguments: the bits of a rounded result are no fault's sign.
        x = b.argument(b.shape(x), b.dtype(x), "tame")
    b.apply("convert", f"lax.bitcast_convert_type(x, {to})",
            lambda x: lax.bitcast_convert_type(x, np.dtype(to)), x, exact=True)


@kind("convert")
def reduce_precision(b):
    exponent, mantissa = b.pick([(5, 10), (8, 7), (4, 3), (5, 2), (8, 10)])
    b.apply("convert", f"lax.reduce_precision(x, {exponent}, {mantissa})",
            lambda x: lax.reduce_precision(x, exponent, mantissa),
            b.value(values.FLOATS))


@kind("convert")
def complex_of(b):
    x = b.value(("float32", "float64"))
    b.apply("convert", "lax.complex(x, y)", lax.complex, x, b.like(x), exact=True)


@kind("random")
def random(b):
    key = b.argument((2,), "uint32")
    shape = values.pick_shape(b.rng, 0, 3)
    dtype = b.pick(["float32", "float64"])
    name, draw, ulps = b.pick([
        ("bits", lambda k: jax.random.bits(k, shape, jnp.uint32), 1),
        ("bits8", lambda k: jax.random.bits(k, shape, jnp.uint8), 1),
        ("uniform", lambda k: jax.random.uniform(k, shape, values.real(dtype)), 1),
        ("normal", lambda k: jax.random.normal(k, shape, values.real(dtype)), 32),
        ("randint", lambda k: jax.random.randint(k, shape, -7, 1000), 1),
        ("bernoulli", lambda k: jax.random.bernoulli(k, 0.3, shape), 1),
        ("permutation", lambda k: jax.random.permutation(k, 12), 1),
        ("split", lambda k: jax.random.key_data(jax.random.split(k, 3)), 1),
        ("fold_in", lambda k: jax.random.key_data(jax.random.fold_in(k, 7)), 1),
        ("exponential", lambda k: jax.random.exponential(k, shape, values.real(dtype)), 8),
        ("categorical", lambda k: jax.random.categorical(
            k, jnp.linspace(0, 1, 5, dtype=values.real(dtype)), shape=shape), 1),
        ("gumbel", lambda k: jax.random.gumbel(k, shape, values.real(dtype)), 8),
    ])
    b.apply("random", f"jax.random.{name}(key, shape={shape}, {dtype})",
            lambda k: draw(jax.random.wrap_key_data(k)), key, ulps=ulps)


@kind("random")
def rng_bits(b):
    shape = values.pick_shape(b.rng, 0, 3)
    dtype = b.pick(["uint32", "uint64", "uint8", "uint16"])
    algorithm, name, size = b.pick([
        (lax.RandomAlgorithm.RNG_THREE_FRY, "THREE_FRY", 4),
        (lax.RandomAlgorithm.RNG_PHILOX, "PHILOX", 4)])
    which = b.between(0, 1)
    b.apply("random", f"lax.rng_bit_generator(key, {shape}, {dtype}, {name})[{which}]",
            lambda k: lax.rng_bit_generator(k, shape, np.dtype(dtype), algorithm)[which],
            b.argument((size,), "uint32"), exact=True)
