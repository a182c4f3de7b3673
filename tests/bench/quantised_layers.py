"""Layers of quantised networks by their published sizes, as the reader of TFLite leaves them:
convolutions and products of bytes with random weights, and what stores their sums.

    for model, layer in layers(): ...                # layer.name, .program(random), .work
"""
import re

import numpy as np

ROUND_TWICE = "rounding_mode = DOUBLE_ROUND, scale32 = true"


class Conv:
    """A convolution with SAME padding, of each channel by itself if `filters` is None."""

    def __init__(self, size, channels, filters, kernel, stride=1):
        self.size = size if isinstance(size, tuple) else (size, size)
        self.channels, self.filters = channels, filters
        self.kernel = kernel if isinstance(kernel, tuple) else (kernel, kernel)
        self.stride = stride

    @property
    def work(self):
        """Multiplications."""
        out = np.prod([-(-n // self.stride) for n in self.size])
        depth = self.channels * (self.filters or 1)
        return int(out * depth * np.prod(self.kernel))

    @property
    def name(self):
        size, kernel = ("x".join(map(str, pair)) for pair in (self.size, self.kernel))
        into = "depthwise" if self.filters is None else self.filters
        return f"{size}x{self.channels}_{into}_{kernel}_{self.stride}"

    def program(self, random):
        """The text, and the types of arguments."""
        out = [-(-n // self.stride) for n in self.size]
        pads = []
        for n, o, k in zip(self.size, out, self.kernel):
            whole = max(0, (o - 1) * self.stride + k - n)
            pads += [whole // 2, whole - whole // 2]
            # TOSA wants the last window to end with the image.
            pads[-1] -= max(0, (n + sum(pads[-2:]) - k) % self.stride)
        count = self.filters or self.channels
        (h, w), (kh, kw), c = self.size, self.kernel, self.channels
        shape = f"{count}x{kh}x{kw}x{c}" if self.filters else f"{kh}x{kw}x{c}x1"
        op = "conv2d" if self.filters else "depthwise_conv2d"
        result = f"1x{out[0]}x{out[1]}x{count}"
        depth = kh * kw * (c if self.filters else 1)
        stride = ", ".join([str(self.stride)] * 2)
        return f"""func.func @main(%x: tensor<1x{h}x{w}x{c}xi8>) -> tensor<{result}xi8> {{
  %w = {constant("tosa.const", shape, 'i8', random)}
  %b = {constant("tosa.const", count, 'i32', random, 1000)}
  %xz = "tosa.const"() <{{values = dense<-3> : tensor<1xi8>}}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{{values = dense<0> : tensor<1xi8>}}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{{values = dense<0> : tensor<1xi32>}}> : () -> tensor<1xi32>
  %m = {constant("tosa.const", count, 'i32', random, (1 << 30, (1 << 31) - 1))}
  %s = "tosa.const"() <{{values = dense<{38 + depth.bit_length() // 2}> : tensor<{count}xi8>}}> : () -> tensor<{count}xi8>
  %0 = tosa.{op} %x, %w, %b, %xz, %wz {{acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: {", ".join(map(str, pads))}>, stride = array<i64: {stride}>}} : (tensor<1x{h}x{w}x{c}xi8>, tensor<{shape}xi8>, tensor<{count}xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<{result}xi32>
  %1 = tosa.rescale %0, %m, %s, %z, %z {{input_unsigned = false, output_unsigned = false, per_channel = true, {ROUND_TWICE}}} : (tensor<{result}xi32>, tensor<{count}xi32>, tensor<{count}xi8>, tensor<1xi32>, tensor<1xi32>) -> tensor<{result}xi32>
{stored("%1", result)}}}
""", [f"tensor<1x{h}x{w}x{c}xi8>"]


class Dense:
    """FULLY_CONNECTED."""

    def __init__(self, rows, channels, filters):
        self.rows, self.channels, self.filters = rows, channels, filters

    @property
    def work(self):
        return self.rows * self.channels * self.filters

    @property
    def name(self):
        return f"{self.rows}x{self.channels}_{self.filters}_dense"

    def program(self, random):
        n, k, m = self.rows, self.channels, self.filters
        result = f"{n}x{m}"
        scale = 0.02 / k ** 0.5
        types = f"(tensor<{n}x{k}xi8>, tensor<{m}x{k}xi8>, tensor<{m}xi32>) -> tensor<{result}xi8>"
        numbers = ", ".join(f"{name} = {number} : i64" for name, number in (
            ("input_zero_point", 0), ("weight_zero_point", 0), ("output_zero_point", -11),
            ("least", -128), ("most", 127)))
        return f"""func.func @main(%x: tensor<{n}x{k}xi8>) -> tensor<{result}xi8> {{
  %w = {constant("stablehlo.constant", f"{m}x{k}", 'i8', random)}
  %b = {constant("stablehlo.constant", m, 'i32', random, 1000)}
  %r = stablehlo.composite "tflite.fully_connected" %x, %w, %b {{composite_attributes = {{factors = dense<{scale:.17e}> : tensor<1xf64>, {numbers}}}, decomposition = @define}} : {types}
  return %r : tensor<{result}xi8>
}}
func.func private @define(%x: tensor<{n}x{k}xi8>, %w: tensor<{m}x{k}xi8>, %b: tensor<{m}xi32>) -> tensor<{result}xi8> {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<{n}x{k}xi8>, tensor<{m}x{k}xi8>) -> tensor<{result}xi32>
  %b1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<{m}xi32>) -> tensor<{result}xi32>
  %1 = stablehlo.add %0, %b1 : tensor<{result}xi32>
  %2 = stablehlo.convert %1 : (tensor<{result}xi32>) -> tensor<{result}xf64>
  %s = stablehlo.constant dense<{scale:.17e}> : tensor<{result}xf64>
  %3 = stablehlo.multiply %2, %s : tensor<{result}xf64>
  %4 = stablehlo.round_nearest_afz %3 : tensor<{result}xf64>
  %least = stablehlo.constant dense<-2147483648.0> : tensor<{result}xf64>
  %5 = stablehlo.maximum %4, %least : tensor<{result}xf64>
  %most = stablehlo.constant dense<2147483647.0> : tensor<{result}xf64>
  %6 = stablehlo.minimum %5, %most : tensor<{result}xf64>
  %7 = stablehlo.convert %6 : (tensor<{result}xf64>) -> tensor<{result}xi32>
{stored("%7", result)}}}
""", [f"tensor<{n}x{k}xi8>"]


class Chain:
    """Layers behind each other, as one program."""

    def __init__(self, name, layers):
        self.name, self.layers = name, list(layers)

    @property
    def work(self):
        return sum(layer.work for layer in self.layers)

    def program(self, random):
        functions, calls, value = [], [], "%x"
        for i, layer in enumerate(self.layers):
            text, (kind,) = layer.program(random)
            functions.append(text.replace("@main", f"private @f{i}")
                             .replace("@define", f"@define{i}"))
            result = re.search(r"-> (tensor<\S+>) \{", text)[1]
            calls.append(f"  %{i} = func.call @f{i}({value}) : ({kind}) -> {result}\n")
            given, value = given if i else kind, f"%{i}"
        return "".join([*functions, f"func.func @main(%x: {given}) -> {result} {{\n", *calls,
                        f"  return {value} : {result}\n}}\n"]), [given]


def constant(op, shape, element, random, limit=127):
    low, high = limit if isinstance(limit, tuple) else (-limit, limit)
    sizes = [int(n) for n in str(shape).split("x")]
    numbers = random.integers(low, high, sizes, dtype=np.int64)
    data = numbers.astype({"i8": np.int8, "i32": np.int32}[element]).tobytes().hex().upper()
    value = f'dense<"0x{data}"> : tensor<{shape}x{element}>'
    if op == "tosa.const":
        return f'"tosa.const"() <{{values = {value}}}> : () -> tensor<{shape}x{element}>'
    return f"{op} {value}"


def stored(value, shape):
    lines = []
    for i, (op, number) in enumerate((("add", -11), ("maximum", -128), ("minimum", 127))):
        lines += [f"  %n{i} = stablehlo.constant dense<{number}> : tensor<{shape}xi32>",
                  f"  %r{i} = stablehlo.{op} {value}, %n{i} : tensor<{shape}xi32>"]
        value = f"%r{i}"
    lines += [f"  %r = stablehlo.convert {value} : (tensor<{shape}xi32>) -> tensor<{shape}xi8>",
              f"  return %r : tensor<{shape}xi8>\n"]
    return "\n".join(lines)


def mobilenet_v1(size, width, channels):
    """Of MLPerf Tiny's visual wake words, and the large one."""
    def wide(n):
        return int(n * width)
    yield Conv(size, channels, wide(32), 3, 2)
    size, given = size // 2, 32
    for filters, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2),
                            (512, 1), (1024, 2), (1024, 1)):
        yield Conv(size, wide(given), None, 3, stride)
        size = -(-size // stride)
        yield Conv(size, wide(given), wide(filters), 1)
        given = filters


def mobilenet_v2():
    yield Conv(224, 3, 32, 3, 2)
    yield Conv(112, 32, None, 3)
    yield Conv(112, 32, 16, 1)
    size, given = 112, 16
    for filters, stride in ((24, 2), (24, 1), (32, 2), (32, 1), (64, 2), (64, 1), (96, 1),
                            (160, 2), (160, 1), (320, 1)):
        yield Conv(size, given, 6 * given, 1)
        yield Conv(size, 6 * given, None, 3, stride)
        size //= stride
        yield Conv(size, 6 * given, filters, 1)
        given = filters
    yield Conv(7, 320, 1280, 1)
    yield Dense(1, 1280, 1000)


def resnet50():
    yield Conv(224, 3, 64, 7, 2)
    for size, width, given in ((56, 64, 64), (28, 128, 512), (14, 256, 1024), (7, 512, 2048)):
        yield Conv(size, given, width, 1)
        yield Conv(size, width, width, 3)
        yield Conv(size, width, 4 * width, 1)
    yield Dense(1, 2048, 1000)


def tiny():
    """ResNet-8, the keyword and the anomaly networks of MLPerf Tiny."""
    yield Conv(32, 3, 16, 3)
    yield Conv(32, 16, 16, 3)
    yield Conv(32, 16, 32, 3, 2)
    yield Conv(16, 32, 32, 3)
    yield Conv(16, 32, 64, 3, 2)
    yield Conv(8, 64, 64, 3)
    yield Conv((49, 10), 1, 64, (10, 4), 2)
    yield Conv((25, 5), 64, None, 3)
    yield Conv((25, 5), 64, 64, 1)
    yield Dense(1, 640, 128)
    yield Dense(1, 128, 640)


def bert():
    yield Dense(64, 384, 384)
    yield Dense(64, 384, 1536)
    yield Dense(128, 768, 768)


def small():
    """Of no network: where calls cost most, and where channels fill no vectors."""
    yield Conv(4, 8, 8, 1)
    yield Conv(8, 16, 16, 1)
    yield Conv(5, 8, 16, 3)
    yield Conv((1, 20), 32, 32, (1, 5))
    yield Conv(8, 16, 16, 3)
    yield Conv(64, 1, 16, 5)
    yield Conv(64, 2, 16, 3)
    yield Conv(64, 4, 16, 3)
    yield Conv(64, 3, 8, 3)
    yield Conv((1, 80), 64, None, (1, 3))
    yield Conv((1, 80), 128, None, (1, 5))
    yield Conv(8, 32, None, 3)
    yield Conv(12, 16, None, 3)
    yield Conv(96, 8, None, 3)
    yield Conv(96, 16, None, 3)
    yield Conv(48, 32, None, 3)
    yield Conv(24, 64, None, 3)
    yield Conv(28, 64, None, 5)
    yield Conv(28, 64, None, 3, 2)
    yield Dense(1, 64, 16)
    yield Dense(1, 256, 32)
    yield Dense(16, 32, 32)


def whole():
    yield Chain("mobilenet_v1_025_96", mobilenet_v1(96, 0.25, 3))
    yield Chain("mobilenet_v1_1_224", mobilenet_v1(224, 1, 3))


NETS = {"mobilenet_v1_025_96": lambda: mobilenet_v1(96, 0.25, 3),
        "mobilenet_v1_1_224": lambda: mobilenet_v1(224, 1, 3), "mobilenet_v2": mobilenet_v2,
        "resnet50": resnet50, "mlperf_tiny": tiny, "bert": bert,
        "small": small, "whole": whole}


def layers(models=""):
    """Each size once."""
    known = set()
    for model, net in NETS.items():
        if not re.search(models, model):
            continue
        for layer in net():
            if layer.name in known:
                continue
            known.add(layer.name)
            yield model, layer
