"""Programs of TOSA as its specification computes them: scales of quantised sums
(tosa.rescale) at the edges of what they take, and ops whose sizes the run decides. Each is (name, MLIR, arguments, expected results,
tolerance), of which integers have none."""
import itertools

import numpy as np

PROGRAMS = []

# Halves of a step of some shift, and what is beside them.
TIES = [1 << bit for bit in (2, 3, 16, 29, 30)] + [12, 24, (1 << 31) - 4]
SUMS = sorted({sign * (tie + beside) for tie in TIES for beside in (-1, 0, 1) for sign in (1, -1)} |
              {-1 << 31, 1 - (1 << 31), -1, 0, 1, (1 << 31) - 1})
CHANNELS = list(itertools.product((1 << 30, 1275068416, (1 << 31) - 1), (33, 34, 40, 61, 62)))


def scaled(value, multiplier, shift, is_double):
    rounding = 1 << (shift - 1)
    if is_double and shift > 31:
        rounding += 1 << 30 if value >= 0 else -1 << 30
    return (value * multiplier + rounding) >> shift


def listed(values):
    return ", ".join(str(value) for value in values)


for mode in ("DOUBLE_ROUND", "SINGLE_ROUND"):
    # With a short shift as well, all are computed in 64 bits.
    for name, channels in (("long", CHANNELS), ("any", CHANNELS + [(1 << 30, 32), (1 << 30, 31)])):
        rows, columns = len(SUMS), len(channels)
        PROGRAMS.append((
            f"rescale_{mode}_{name}", f"""
func.func @f(%a: tensor<{rows}x{columns}xi32>) -> tensor<{rows}x{columns}xi32> {{
  %m = "tosa.const"() <{{values = dense<[{listed(m for m, _ in channels)}]> : tensor<{columns}xi32>}}> : () -> tensor<{columns}xi32>
  %s = "tosa.const"() <{{values = dense<[{listed(s for _, s in channels)}]> : tensor<{columns}xi8>}}> : () -> tensor<{columns}xi8>
  %z = "tosa.const"() <{{values = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %0 = tosa.rescale %a, %m, %s, %z, %z {{rounding_mode = {mode}, scale32 = true, per_channel = true, input_unsigned = false, output_unsigned = false}} : (tensor<{rows}x{columns}xi32>, tensor<{columns}xi32>, tensor<{columns}xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<{rows}x{columns}xi32>
  return %0 : tensor<{rows}x{columns}xi32>
}}""",
            [np.repeat(np.int32(SUMS)[:, None], columns, axis=1)],
            [np.array([[scaled(value, m, s, mode == "DOUBLE_ROUND") for m, s in channels]
                       for value in SUMS], np.int32)],
            0))


# Resizing: between which places, and how far from the first one ----------------------

RANDOM = np.random.default_rng(11)


def resized_axis(size, up, down, offset, border):
    """For each place of the result, the places before and after it and the parts behind."""
    at = np.arange(((size - 1) * up - offset + border) // down + 1) * down + offset
    low = at // up
    return np.clip(low, 0, size - 1), np.clip(low + 1, 0, size - 1), at - low * up


def resized(x, rows, columns, mode):
    (low, high, y), (left, right, z) = [resized_axis(size, *scale) for size, scale in
                                        zip(x.shape[1:3], (rows, columns))]
    if mode == "NEAREST_NEIGHBOR":
        near = np.where(2 * y >= rows[0], high, low), np.where(2 * z >= columns[0], right, left)
        return x[:, near[0]][:, :, near[1]]
    y, z, x = y[:, None, None], z[:, None], x.astype(np.float64)
    above, below = [x[:, row][:, :, left] * (columns[0] - z) + x[:, row][:, :, right] * z
                    for row in (low, high)]
    return above * (rows[0] - y) + below * y


RESIZE = """
func.func @f(%a: tensor<{before}>) -> tensor<{after}> {{
  %s = tosa.const_shape {{values = dense<[{scale}]> : tensor<4xindex>}} : () -> !tosa.shape<4>
  %o = tosa.const_shape {{values = dense<[{offset}]> : tensor<2xindex>}} : () -> !tosa.shape<2>
  %b = tosa.const_shape {{values = dense<[{border}]> : tensor<2xindex>}} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %b {{mode = {mode}}} : (tensor<{before}>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<{after}>
  return %0 : tensor<{after}>
}}"""
# Half-pixel centres begin before the first place.
for name, rows, columns in (("half_pixel", (4, 2, -1, 1), (16, 4, -6, 6)),
                            ("corners", (4, 2, 0, 0), (4, 1, 0, 0))):
    for mode in ("BILINEAR", "NEAREST_NEIGHBOR"):
        for kind, elements in ((np.int8, "i8"), (np.float32, "f32")):
            x = RANDOM.integers(-128, 128, (2, 3, 4, 2)).astype(kind)
            y = resized(x, rows, columns, mode)
            wide = "i32" if elements == "i8" and mode == "BILINEAR" else elements
            if elements == "f32" and mode == "BILINEAR":
                y = y / (rows[0] * columns[0])
            y = y.astype({"i8": np.int8, "i32": np.int32, "f32": np.float32}[wide])
            known = "x".join(map(str, y.shape))
            for sizes, before, after in (("known", "2x3x4x2", known),
                                         ("of_the_run", "2x?x?x2", "2x?x?x2")):
                PROGRAMS.append((
                    f"resize_{name}_{mode}_{elements}_{sizes}",
                    RESIZE.format(before=f"{before}x{elements}", after=f"{after}x{wide}",
                                  scale=listed(rows[:2] + columns[:2]), mode=mode,
                                  offset=listed((rows[2], columns[2])),
                                  border=listed((rows[3], columns[3]))),
                    [x], [y], 1e-5))

# Sizes of the run --------------------------------------------------------------------

X = RANDOM.standard_normal((2, 3, 4)).astype(np.float32)
PROGRAMS.append(("tile_of_the_run", """
func.func @f(%a: tensor<2x?x?xf32>) -> tensor<4x?x?xf32> {
  %s = tosa.const_shape {values = dense<[2, 1, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %0 = tosa.tile %a, %s : (tensor<2x?x?xf32>, !tosa.shape<3>) -> tensor<4x?x?xf32>
  return %0 : tensor<4x?x?xf32>
}""", [X], [np.tile(X, (2, 1, 3))], 0))
PICTURE = RANDOM.standard_normal((2, 6, 7, 3)).astype(np.float32)
AROUND = np.pad(PICTURE, ((0, 0), (1, 0), (1, 1), (0, 0)), constant_values=np.nan)
WINDOWS = np.lib.stride_tricks.sliding_window_view(AROUND, (3, 2), (1, 2))[:, ::2, ::3]
PROGRAMS.append(("average_of_the_run", """
func.func @f(%a: tensor<2x?x?x3xf32>) -> tensor<2x?x?x3xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.avg_pool2d %a, %z, %z {kernel = array<i64: 3, 2>, stride = array<i64: 2, 3>, pad = array<i64: 1, 0, 1, 1>, acc_type = f32} : (tensor<2x?x?x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x?x?x3xf32>
  return %0 : tensor<2x?x?x3xf32>
}""", [PICTURE], [np.nanmean(WINDOWS, (-2, -1))], 1e-5))
