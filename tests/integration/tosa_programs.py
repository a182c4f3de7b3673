"""Scales of quantised sums (tosa.rescale) at the edges of what they take, as TOSA's
specification computes them. Each is (name, MLIR, arguments, expected results,
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
