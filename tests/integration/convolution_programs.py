"""Convolutions in the layouts that frameworks write, alone and with what stands around
them in networks, and what numpy says in f64 they compute; the same form as programs.py.
The sizes fill vectors or leave a rest, along the channels and along the width."""
import itertools

import numpy as np

PROGRAMS = []
RANDOM = np.random.default_rng(13)


def program(name, arguments, expected, text, tolerance=1e-4):
    PROGRAMS.append((f"convolution_{name}", text, arguments, expected, tolerance))


def random(*shape):
    return RANDOM.uniform(-1, 1, shape).astype(np.float32)


def tensor(shape, element="f32"):
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def unknown(shape, dims):
    return [("?" if i in dims else size) for i, size in enumerate(shape)]


def convolve(x, w, stride=1, dilation=1, groups=1):
    """x is N, C, space; w is F, C of a group, space."""
    x, w = x.astype(np.float64), w.astype(np.float64)
    space = [(size - dilation * (taps - 1) - 1) // stride + 1
             for size, taps in zip(x.shape[2:], w.shape[2:])]
    out = np.zeros((x.shape[0], w.shape[0], *space))
    channels, filters = w.shape[1], w.shape[0] // groups
    for tap in itertools.product(*map(range, w.shape[2:])):
        window = x[(slice(None), slice(None), *(
            slice(t * dilation, t * dilation + stride * (n - 1) + 1, stride)
            for t, n in zip(tap, space)))]
        for g in range(groups):
            f = slice(g * filters, (g + 1) * filters)
            out[:, f] += np.einsum("nc...,fc->nf...",
                                   window[:, g * channels:(g + 1) * channels],
                                   w[(f, slice(None), *tap)])
    return out


def last(x):
    return np.ascontiguousarray(np.moveaxis(x, 1, -1))


def vector(value, n):
    return f"dense<{value}> : tensor<{n}xi64>"


def named(name, op, x, w, expected, stride, dilation, dynamic=()):
    """The convolution `op` alone, its sizes in `dynamic` unknown."""
    rank = 1 if "1d" in op else 2
    xs, ys = unknown(x.shape, dynamic), unknown(expected.shape, dynamic)
    # The result's sizes are asked of an argument of its shape.
    dims = "".join(f"  %c{d} = arith.constant {d} : index\n"
                   f"  %d{d} = tensor.dim %like, %c{d} : {tensor(ys)}\n" for d in dynamic)
    given = ", ".join(f"%d{d}" for d in dynamic)
    program(name, [x, w, expected.astype(np.float32)], [expected.astype(np.float32)], f"""
func.func @f(%x: {tensor(xs)}, %w: {tensor(w.shape)}, %like: {tensor(ys)}) -> {tensor(ys)} {{
{dims}  %zero = arith.constant 0.0 : f32
  %e = tensor.empty({given}) : {tensor(ys)}
  %i = linalg.fill ins(%zero : f32) outs(%e : {tensor(ys)}) -> {tensor(ys)}
  %y = linalg.{op} {{strides = {vector(stride, rank)}, dilations = {vector(dilation, rank)}}}
      ins(%x, %w : {tensor(xs)}, {tensor(w.shape)}) outs(%i : {tensor(ys)}) -> {tensor(ys)}
  return %y : {tensor(ys)}
}}""")


# Named ops ---------------------------------------------------------------------

# channels, filters, height, width, taps, stride, dilation
SIZES = [
    (3, 16, 13, 11, 3, 2, 1), (8, 32, 9, 40, 5, 3, 1), (1, 32, 12, 33, 7, 3, 1),
    (24, 24, 20, 20, 3, 1, 1), (16, 40, 7, 6, 3, 1, 1), (12, 88, 5, 5, 1, 1, 1),
    (20, 200, 4, 9, 1, 1, 1), (8, 8, 6, 70, 3, 1, 1), (8, 1, 9, 64, 5, 1, 1),
    (5, 2, 11, 77, 3, 2, 1), (4, 12, 10, 37, 3, 1, 2), (17, 33, 6, 1, 1, 1, 1),
    (48, 64, 1, 1, 1, 1, 1), (32, 6, 8, 17, 3, 1, 3),
]
for c, f, height, width, taps, stride, dilation in SIZES:
    reach = dilation * (taps - 1)
    x, w = random(2, c, height + reach, width + reach), random(f, c, taps, taps)
    y = convolve(x, w, stride, dilation)
    size = f"{c}_{f}_{height}_{width}_{taps}_{stride}_{dilation}"
    named(f"nchw_{size}", "conv_2d_nchw_fchw", x, w, y, stride, dilation)
    named(f"nhwc_{size}", "conv_2d_nhwc_hwcf", last(x),
          np.ascontiguousarray(w.transpose(2, 3, 1, 0)), last(y), stride, dilation)
    named(f"fhwc_{size}", "conv_2d_nhwc_fhwc", last(x),
          np.ascontiguousarray(w.transpose(0, 2, 3, 1)), last(y), stride, dilation)
    named(f"nchw_unknown_{size}", "conv_2d_nchw_fchw", x, w, y, stride, dilation,
          dynamic=(0, 2, 3))

for c, f, width, taps, stride in [(1, 258, 832, 256, 128), (129, 128, 4, 3, 1),
                                  (64, 64, 2, 3, 2), (7, 5, 90, 9, 2), (16, 24, 33, 1, 1)]:
    x, w = random(2, c, max(width, taps)), random(f, c, taps)
    y = convolve(x, w, stride)
    named(f"ncw_{c}_{f}_{width}_{taps}_{stride}", "conv_1d_ncw_fcw", x, w, y, stride, 1)
    named(f"nwc_{c}_{f}_{width}_{taps}_{stride}", "conv_1d_nwc_wcf", last(x),
          np.ascontiguousarray(w.transpose(2, 1, 0)), last(y), stride, 1)

for c, height, width, stride in [(16, 9, 9, 1), (24, 11, 40, 2), (5, 6, 50, 1), (96, 5, 3, 1)]:
    x, w = random(1, c, height, width), random(c, 1, 3, 3)
    y = convolve(x, w, stride, groups=c)
    named(f"depthwise_nchw_{c}_{width}_{stride}", "depthwise_conv_2d_nchw_chw", x, w[:, 0], y,
          stride, 1)
    named(f"depthwise_nhwc_{c}_{width}_{stride}", "depthwise_conv_2d_nhwc_hwc", last(x),
          np.ascontiguousarray(w[:, 0].transpose(1, 2, 0)), last(y), stride, 1)

for groups, c, f, width in [(24, 1, 1, 20), (7, 1, 3, 35), (16, 2, 1, 6), (2, 8, 16, 20), (4, 3, 5, 9), (3, 16, 1, 33)]:
    x, w = random(1, groups * c, 8, width), random(groups * f, c, 3, 3)
    y = convolve(x, w, groups=groups)
    named(f"grouped_{groups}_{c}_{f}_{width}", "conv_2d_ngchw_gfchw",
          x.reshape(1, groups, c, 8, width), w.reshape(groups, f, c, 3, 3),
          y.reshape(1, groups, f, *y.shape[2:]), 1, 1)


# To two filters that lie the other way: lanes take channels, of which only the image
# has neighbours side by side. Either operand may be the first.
x, w = random(1, 64, 9, 11), random(2, 64, 3, 3)
IMAGE, WEIGHTS = "(n, h + a, w + b, c)", "(f, c, a, b)"
for name, order in (("image", (0, 1)), ("weights", (1, 0))):
    types = [tensor(last(x).shape), tensor(w.shape)]
    values, texts = [last(x), w], [IMAGE, WEIGHTS]
    (first, second), result = order, tensor((1, 7, 9, 2))
    maps = ", ".join(f"affine_map<(n, h, w, f, c, a, b) -> {text}>" for text in
                     (texts[first], texts[second], "(n, h, w, f)"))
    program(f"strided_filters_{name}_first", [values[first], values[second]],
            [last(convolve(x, w)).astype(np.float32)], f"""
func.func @f(%x: {types[first]}, %w: {types[second]}) -> {result} {{
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : {result}
  %i = linalg.fill ins(%zero : f32) outs(%e : {result}) -> {result}
  %y = linalg.generic {{indexing_maps = [{maps}],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction",
                        "reduction", "reduction"]}}
      ins(%x, %w : {types[first]}, {types[second]}) outs(%i : {result}) {{
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %q : f32
      %s = arith.addf %o, %m : f32
      linalg.yield %s : f32
  }} -> {result}
  return %y : {result}
}}""")


# As networks have them ---------------------------------------------------------

def network(name, filters, width):
    """Convolution with bias, relu, pad, depthwise convolution, mean over the map, a scale
    by it, a residual, nearest upsampling, concatenation, a pooling and a mean again."""
    x, bias = random(1, 3, 12, width + 2), random(filters)
    w, point = random(filters, 3, 3, 3), random(filters, filters, 1, 1)
    # Small: the sum over the map scales what may have cancelled out.
    depthwise = random(filters, 3, 3) / 64
    f = lambda h, w, c=filters: tensor((1, c, h, w))
    a = np.maximum(convolve(x, w) + bias[:, None, None], 0)
    padded = np.pad(a, [(0, 0), (0, 0), (1, 1), (1, 1)])
    b = convolve(padded, depthwise[:, None], groups=filters)
    mean = b.sum(axis=(2, 3))
    c = convolve(b, point) * mean[:, :, None, None] + a
    up = c.repeat(2, axis=2).repeat(2, axis=3)
    joined = np.concatenate([up, up * 2], axis=1)
    pooled = np.max([joined[:, :, i::2, j::2] for i in (0, 1) for j in (0, 1)], axis=0)
    row = pooled.sum(axis=3)
    maps = ", ".join(["affine_map<(n, c, h, w) -> (n, c, h, w)>"] * 2)
    parallel = '["parallel", "parallel", "parallel", "parallel"]'
    same = "affine_map<(n, c, h, w) -> (n, c, h, w)>"
    program(name, [x, w, bias, depthwise, point], [pooled.astype(np.float32),
                                                   row.astype(np.float32)], f"""
func.func @f(%x: {f(12, width + 2, 3)}, %w: {tensor(w.shape)}, %bias: {tensor(bias.shape)},
             %dw: {tensor(depthwise.shape)}, %pw: {tensor(point.shape)})
    -> ({f(10, width, 2 * filters)}, {tensor((1, 2 * filters, 10))}) {{
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : {f(10, width)}
  %b0 = linalg.generic {{indexing_maps = [affine_map<(n, c, h, w) -> (c)>, {same}], iterator_types = {parallel}}}
      ins(%bias : {tensor(bias.shape)}) outs(%e : {f(10, width)}) {{
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
  }} -> {f(10, width)}
  %0 = linalg.conv_2d_nchw_fchw {{strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}}
      ins(%x, %w : {f(12, width + 2, 3)}, {tensor(w.shape)}) outs(%b0 : {f(10, width)}) -> {f(10, width)}
  %a = linalg.generic {{indexing_maps = [{maps}], iterator_types = {parallel}}}
      ins(%0 : {f(10, width)}) outs(%e : {f(10, width)}) {{
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %zero : f32
      linalg.yield %m : f32
  }} -> {f(10, width)}
  %p = tensor.pad %a low[0, 0, 1, 1] high[0, 0, 1, 1] {{
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %zero : f32
  }} : {f(10, width)} to {f(12, width + 2)}
  %z = linalg.fill ins(%zero : f32) outs(%e : {f(10, width)}) -> {f(10, width)}
  %b = linalg.depthwise_conv_2d_nchw_chw {{strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}}
      ins(%p, %dw : {f(12, width + 2)}, {tensor(depthwise.shape)}) outs(%z : {f(10, width)}) -> {f(10, width)}
  %es = tensor.empty() : {tensor((1, filters))}
  %zs = linalg.fill ins(%zero : f32) outs(%es : {tensor((1, filters))}) -> {tensor((1, filters))}
  %mean = linalg.generic {{indexing_maps = [{same}, affine_map<(n, c, h, w) -> (n, c)>],
                          iterator_types = ["parallel", "parallel", "reduction", "reduction"]}}
      ins(%b : {f(10, width)}) outs(%zs : {tensor((1, filters))}) {{
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
  }} -> {tensor((1, filters))}
  %1 = linalg.conv_2d_nchw_fchw {{strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}}
      ins(%b, %pw : {f(10, width)}, {tensor(point.shape)}) outs(%z : {f(10, width)}) -> {f(10, width)}
  %c = linalg.generic {{indexing_maps = [{same}, affine_map<(n, c, h, w) -> (n, c)>, {same}, {same}],
                       iterator_types = {parallel}}}
      ins(%1, %mean, %a : {f(10, width)}, {tensor((1, filters))}, {f(10, width)}) outs(%e : {f(10, width)}) {{
    ^bb0(%in: f32, %scale: f32, %r: f32, %out: f32):
      %m = arith.mulf %in, %scale : f32
      %s = arith.addf %m, %r : f32
      linalg.yield %s : f32
  }} -> {f(10, width)}
  %eu = tensor.empty() : {f(20, 2 * width)}
  %up = linalg.generic {{indexing_maps = [{same}], iterator_types = {parallel}}}
      outs(%eu : {f(20, 2 * width)}) {{
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %k = linalg.index 2 : index
      %l = linalg.index 3 : index
      %k2 = arith.divui %k, %c2 : index
      %l2 = arith.divui %l, %c2 : index
      %v = tensor.extract %c[%i, %j, %k2, %l2] : {f(10, width)}
      linalg.yield %v : f32
  }} -> {f(20, 2 * width)}
  %double = linalg.generic {{indexing_maps = [{maps}], iterator_types = {parallel}}}
      ins(%up : {f(20, 2 * width)}) outs(%eu : {f(20, 2 * width)}) {{
    ^bb0(%in: f32, %out: f32):
      %m = arith.mulf %in, %two : f32
      linalg.yield %m : f32
  }} -> {f(20, 2 * width)}
  %ej = tensor.empty() : {f(20, 2 * width, 2 * filters)}
  %j0 = tensor.insert_slice %up into %ej[0, 0, 0, 0] [1, {filters}, 20, {2 * width}] [1, 1, 1, 1]
      : {f(20, 2 * width)} into {f(20, 2 * width, 2 * filters)}
  %j1 = tensor.insert_slice %double into %j0[0, {filters}, 0, 0] [1, {filters}, 20, {2 * width}] [1, 1, 1, 1]
      : {f(20, 2 * width)} into {f(20, 2 * width, 2 * filters)}
  %ep = tensor.empty() : {f(10, width, 2 * filters)}
  %np = linalg.fill ins(%low : f32) outs(%ep : {f(10, width, 2 * filters)}) -> {f(10, width, 2 * filters)}
  %window = tensor.empty() : tensor<2x2xf32>
  %pool = linalg.pooling_nchw_max {{strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}}
      ins(%j1, %window : {f(20, 2 * width, 2 * filters)}, tensor<2x2xf32>) outs(%np : {f(10, width, 2 * filters)})
      -> {f(10, width, 2 * filters)}
  %er = tensor.empty() : {tensor((1, 2 * filters, 10))}
  %zr = linalg.fill ins(%zero : f32) outs(%er : {tensor((1, 2 * filters, 10))}) -> {tensor((1, 2 * filters, 10))}
  %row = linalg.generic {{indexing_maps = [{same}, affine_map<(n, c, h, w) -> (n, c, h)>],
                         iterator_types = ["parallel", "parallel", "parallel", "reduction"]}}
      ins(%pool : {f(10, width, 2 * filters)}) outs(%zr : {tensor((1, 2 * filters, 10))}) {{
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
  }} -> {tensor((1, 2 * filters, 10))}
  return %pool, %row : {f(10, width, 2 * filters)}, {tensor((1, 2 * filters, 10))}
}}""", tolerance=1e-3)


network("network_of_24", 24, 14)
network("network_of_4", 4, 64)
network("network_of_16", 16, 7)


def padded(name, number):
    """Rows of windows in the padding, of a filter with one `number`: zeros times it."""
    x, w = random(1, 32, 4, 24), random(48, 32, 3, 3)
    w[5, 3, 0, 1] = number
    shapes = tensor((1, 4, 24, 32)), tensor((3, 3, 32, 48)), tensor((1, 4, 24, 48))
    with np.errstate(invalid="ignore"):
        expected = convolve(np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1))), w)
    program(name, [last(x), np.ascontiguousarray(w.transpose(2, 3, 1, 0))],
            [last(expected).astype(np.float32)], f"""
func.func @main(%x: {shapes[0]}, %w: {shapes[1]}) -> {shapes[2]} {{
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : ({shapes[0]}, {shapes[1]}) -> {shapes[2]}
  return %r : {shapes[2]}
}}""")


for which, value in (("", 2), ("_infinity", np.inf), ("_nan", np.nan)):
    padded("narrow_padded" + which, value)
