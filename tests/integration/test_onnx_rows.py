"""Each row of ONNX's tables is executed by a case: rows that the public sets have no case
for are here, with what numpy says they compute."""
import math
import os
import pathlib
import re
import subprocess
import unittest

import numpy as np

import harness
import onnx_format as onnx
import onnx_programs
import onnx_row_programs  # noqa: F401  (adds its programs to the list)
from onnx_case import OnnxCase

README = harness.ROOT / "pipeline" / "frontends" / "onnx" / "README.md"
ONNX_PYTHON = os.environ.get("INGOT_ONNX_PYTHON")
RANDOM = np.random.default_rng(12)
F = np.float32
MS, ML = "com.microsoft", "ai.onnx.ml"
# Rows that say why there is nothing to execute: strings and maps are no tensors.
REFUSED = {(ML, name) for name in ("CastMap", "CategoryMapper", "DictVectorizer", "ZipMap")}


def normal(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def softmax(x, axis=-1):
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def gelu(x):
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / np.sqrt(2)))


def fast_gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))


def bytes_(*shape):
    return RANDOM.integers(0, 256, shape, np.uint8)


def quantized(exact, scale, zero):
    return np.clip(np.rint(exact / scale) + zero, 0, 255).astype(np.uint8)


def rooted(x, scale):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * scale


def layer_normalized(x, scale, shift, epsilon):
    deviation = np.sqrt(x.var(-1, keepdims=True) + epsilon)
    return (x - x.mean(-1, keepdims=True)) / deviation * scale + shift


def lstm(x, w, r, size):
    """All states, the last one, and the last cell, of one direction; of gates input, output,
    forget, cell."""
    h = c = np.zeros((x.shape[1], size), F)
    states = []
    for step in x:
        i, o, f, g = np.split(step @ w + h @ r, 4, -1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
        states.append(h)
    return np.stack(states)[:, None], h[None], c[None]


def mel_weights(bands, length, rate, low, high):
    """As the specification's reference has it: triangles over rounded frequencies."""
    mels = 2595 * np.log10(1 + np.array([low, high]) / 700)
    steps = np.arange(bands + 2) * (mels[1] - mels[0]) / (bands + 2) + mels[0]
    places = ((length + 1) * (700 * (10 ** (steps / 2595) - 1)) // rate).astype(int)
    weights = np.zeros((length // 2 + 1, bands), np.float32)
    for band in range(bands):
        first, middle, last = places[band:band + 3]
        if first == middle:
            weights[middle, band] = 1
        for j in range(first, middle + 1 if middle > first else first):
            weights[j, band] = (j - first) / (middle - first)
        for j in range(middle, last):
            weights[j, band] = (last - j) / (last - middle)
    return weights


class RowTest(OnnxCase):
    """Cases by domain. What a case executes is read from its source by `executed()`."""

    def test_elements(self):
        x = normal(3, 4) * 3
        self.check_node("Floor", [x], [np.floor(x)])
        self.check_node("Sign", [x], [np.sign(x)])
        self.check_node("Sinh", [x], [np.sinh(x)])
        self.check_node("Softsign", [x], [x / (1 + np.abs(x))])

    def test_normalisations(self):
        x = normal(2, 3, 4, 5)
        self.check_node("GlobalLpPool", [x],
                        [(np.abs(x) ** 3).sum((2, 3), keepdims=True) ** (1 / 3)], p=3)
        mean, deviation = x.mean((0, 2, 3), keepdims=True), x.std((0, 2, 3), keepdims=True)
        self.check_node("MeanVarianceNormalization", [x], [(x - mean) / deviation])
        self.check_node("SimplifiedLayerNormalization", [x, x[0, 0, 0]],
                        [rooted(x, x[0, 0, 0])], epsilon=1e-5)

    def test_mel_weights(self):
        operands = [np.int64(6), np.int64(64), np.int64(8000), np.float32(20), np.float32(3000)]
        self.check_node("MelWeightMatrix", operands, [mel_weights(6, 64, 8000, 20, 3000)],
                        constants=range(5))

    def test_random_numbers_that_are_certain(self):
        x = np.float32([[0, 1, 1], [1, 0, 0]])
        self.check_node("Bernoulli", [x], [x])
        self.check_node("RandomUniform", [], [np.full((2, 3), 2.0)], shape=[2, 3], low=2.0,
                        high=2.0)
        self.check_node("RandomNormal", [], [np.full((2, 3), 4.0)], shape=[2, 3], mean=4.0,
                        scale=0.0)
        self.check_node("RandomNormalLike", [x], [np.full((2, 3), 4.0)], mean=4.0, scale=0.0)
        self.check_node("Multinomial", [np.float32([[-99, 0], [0, -99]])],
                        [np.int32([[1] * 4, [0] * 4])], sample_size=4)

    # ai.onnx.ml.

    def test_features(self):
        x, ids = normal(3, 2), np.int64([[7], [8], [9]])
        self.check_node("FeatureVectorizer", [x, ids], [np.concatenate([x, ids], 1)], ML,
                        inputdimensions=[2, 1])
        holes = x.copy()
        holes[1, 0] = holes[2, 1] = np.nan
        self.check_node("Imputer", [holes],
                        [np.where(np.isnan(holes), np.float32([5, 6]), holes)], ML,
                        imputed_value_floats=[5.0, 6.0], replaced_value_float=float("nan"))

    # com.microsoft.

    def test_biases(self):
        x, bias = normal(2, 3, 8), normal(8)
        self.check_node("BiasAdd", [x, bias, x], [2 * x + bias], MS)
        left, right = np.split(x + bias, 2, -1)
        self.check_node("BiasSplitGelu", [x, bias], [left * gelu(right)], MS)
        self.check_node("FastGelu", [x, bias], [fast_gelu(x + bias)], MS)
        self.check_node("BiasSoftmax", [x, bias.reshape(1, 1, 8)], [softmax(x + bias)], MS,
                        axis=2, is_inner_broadcast=1)
        self.check_node("ExpandDims", [x, np.int32([1])], [x[:, None]], MS, constants=(1,))

    def test_products(self):
        a, b, c = normal(4, 3), normal(4, 5), normal(5)
        self.check_node("FusedMatMul", [a, b], [0.5 * a.T @ b], MS, transA=1, alpha=0.5)
        self.check_node("TransposeMatMul", [a, b], [a.T @ b], MS, transA=1)
        self.check_node("FusedGemm", [a, b, c], [np.maximum(a.T @ b + c, 0)], MS, transA=1,
                        activation="Relu")
        self.check_node("GemmFastGelu", [a.T.copy(), b, c], [fast_gelu(a.T @ b + c)], MS)
        x, filters = normal(1, 2, 5), normal(3, 2, 1)
        y = np.einsum("ncw,oc->now", x, filters[..., 0])
        self.check_node("FusedConv", [x, filters], [np.where(y > 0, y, 0.25 * y)], MS,
                        activation="LeakyRelu", activation_params=[0.25])

    def test_norms(self):
        x, skip, scale = normal(2, 3, 4), normal(2, 3, 4), normal(4)
        self.check_node("SimplifiedLayerNormalization", [x, scale], [rooted(x, scale)], MS,
                        epsilon=1e-5)
        self.check_node("SkipSimplifiedLayerNormalization", [x, skip, scale],
                        [rooted(x + skip, scale), None, None, x + skip], MS, epsilon=1e-5)
        image, shift = normal(2, 3, 3, 4), normal(4)
        groups = image.reshape(2, 9, 2, 2)
        centred = groups - groups.mean((1, 3), keepdims=True)
        y = (centred / np.sqrt((centred ** 2).mean((1, 3), keepdims=True) + 1e-5))
        y = y.reshape(image.shape) * scale + shift
        self.check_node("GroupNorm", [image, scale, shift], [y * sigmoid(y)], MS, groups=2,
                        epsilon=1e-5, activation=1)
        ids, segments = np.int32([[1, 0, 2]]), np.int32([[0, 1, 1]])
        words, places, kinds = normal(3, 4), normal(3, 4), normal(2, 4)
        total = words[ids] + places + kinds[segments]
        self.check_node("EmbedLayerNormalization",
                        [ids, segments, words, places, kinds, scale, shift],
                        [layer_normalized(total, scale, shift, 1e-12)], MS,
                        epsilon=1e-12)

    def test_attention_of_packed_weights(self):
        x, weights, bias = normal(1, 3, 8), normal(8, 24), normal(24)
        q, k, v = (part.reshape(1, 3, 2, 4).transpose(0, 2, 1, 3)
                   for part in np.split(x @ weights + bias, 3, -1))
        y = softmax(q @ k.transpose(0, 1, 3, 2) / 2) @ v
        self.check_node("Attention", [x, weights, bias],
                        [y.transpose(0, 2, 1, 3).reshape(1, 3, 8)], MS, num_heads=2)

    def test_rotations(self):
        x, places = normal(1, 2, 3, 4), np.int64([[2, 0, 1]])
        angles = normal(5, 2)
        cosine, sine = np.cos(angles), np.sin(angles)
        left, right = np.split(x, 2, -1)
        c, s = cosine[places][:, None], sine[places][:, None]
        self.check_node("RotaryEmbedding", [x, places, cosine, sine],
                        [np.concatenate([left * c - right * s, right * c + left * s], -1)], MS)

    def test_the_same_as_in_onnx(self):
        x = normal(3, 4)
        self.check_node("Trilu", [x, np.int64(1)], [np.triu(x, 1)], MS, constants=(1,))
        self.check_node("GatherND", [x, np.int64([[2, 1], [0, 3]])], [x[[2, 0], [1, 3]]], MS)
        self.check_node("Range", [np.int64(2), np.int64(9), np.int64(3)],
                        [np.int64([2, 5, 8])], MS)
        self.check_node("Pad", [x, np.int64([0, 1, 2, 0]), np.float32(7)],
                        [np.pad(x, ((0, 2), (1, 0)), constant_values=7)], MS, constants=(1,),
                        mode="constant")
        image = normal(1, 2, 3, 3)
        corners = np.float32([[[[-1, -1], [1, -1]], [[1, 1], [0, 0]]]])
        self.check_node("GridSample", [image, corners],
                        [image[:, :, [[0, 0], [2, 1]], [[0, 2], [2, 1]]]], MS, align_corners=1)
        codes, s, z = bytes_(2, 3), np.float32(0.5), np.uint8(7)
        real = (codes.astype(np.float32) - 7) * s
        self.check_node("DequantizeLinear", [codes, s, z], [real], MS)
        self.check_node("QuantizeLinear", [real, s, z], [codes], MS)

    def test_products_of_integers(self):
        a, b = bytes_(3, 4), bytes_(4, 2)
        s, t, z = np.float32(0.02), np.float32(0.03), np.uint8(120)
        exact = (a.astype(int) - 120) @ (b.astype(int) - 120) * 0.02 * 0.03
        bias = normal(2)
        self.check_node("MatMulIntegerToFloat", [a, b, s, t, z, z, bias], [exact + bias], MS,
                        constants=(2, 3, 4, 5))
        # Exact multiples of the scale that the range of x gives.
        x = np.float32([[0, 51, 255], [17, 3, 100]])
        w = bytes_(3, 2)
        self.check_node("DynamicQuantizeMatMul", [x, w, t, z],
                        [x @ (w.astype(np.float32) - 120) * t], MS, constants=(2, 3))

    def test_recurrent_products_of_integers(self):
        x, h = normal(3, 1, 2), 4
        w, r = RANDOM.integers(-99, 99, (2, 2, 4 * h), np.int8), bytes_(2, h, 4 * h)
        s, t = np.abs(normal(2)) / 99, np.abs(normal(2, 4 * h)) / 99
        # One zero point for each direction, and one for each gate of it.
        z, o = np.int8([7, -20]), RANDOM.integers(90, 150, (2, 4 * h), np.uint8)
        ways = [lstm(x[::way], (w[i].astype(F) - z[i]) * s[i],
                     (r[i].astype(F) - o[i].astype(F)) * t[i], h)
                for i, way in enumerate((1, -1))]
        (y, last, cell), (back, *ends) = ways
        both = [np.concatenate([y, back[::-1]], 1), np.concatenate([last, ends[0]]),
                np.concatenate([cell, ends[1]])]
        operands = [x, w, r, None, None, None, None, None, s, z, t, o]
        self.check_node("DynamicQuantizeLSTM", operands, both, MS,
                        constants=(1, 2, 8, 9, 10, 11), hidden_size=h,
                        direction="bidirectional")
        one = [array if array is None or i == 0 else array[:1]
               for i, array in enumerate(operands)]
        self.check_node("DynamicQuantizeLSTM", one, [y, last, cell], MS,
                        constants=(1, 2, 8, 9, 10, 11), hidden_size=h)

    def test_attention_of_integers(self):
        x, w, bias = bytes_(1, 3, 8), RANDOM.integers(-99, 99, (8, 24), np.int8), normal(24)
        s, z = F(0.02), np.uint8(120)
        # Of the weights as a whole, and of each column.
        for t, o in ((F(0.01), np.int8(5)),
                     (np.abs(normal(24)) / 50, RANDOM.integers(-9, 9, 24, np.int8))):
            real = ((x.astype(F) - 120) @ (w.astype(F) - o) * s * t + bias).astype(F)
            q, k, v = (part.reshape(1, 3, 2, 4).transpose(0, 2, 1, 3)
                       for part in np.split(real, 3, -1))
            for past in (None, normal(2, 1, 2, 2, 4)):
                kept = np.int32([[1, 1, 0] if past is None else [1, 0, 1, 1, 0]])
                keys, values = (part if past is None else np.concatenate([past[i], part], 2)
                                for i, part in enumerate((k, v)))
                y = softmax(q @ keys.transpose(0, 1, 3, 2) / 2
                            - F(10000) * (1 - kept[:, None, None])) @ values
                operands = [x, w, bias, s, t, kept, z, o]
                self.check_node("QAttention", operands + ([] if past is None else [past]),
                                [y.transpose(0, 2, 1, 3).reshape(1, 3, 8),
                                 None if past is None else np.stack([keys, values])], MS,
                                constants=(1, 2, 3, 4, 6, 7), num_heads=2)

    def test_embeddings_of_integers(self):
        ids, segments = np.int32([[1, 0, 2]]), np.int32([[0, 1, 1]])
        tables = [bytes_(3, 4), bytes_(3, 4), bytes_(2, 4), bytes_(4), bytes_(4)]
        scales, zeros = np.float32([0.02, 0.03, 0.05, 0.01, 0.04]), np.uint8([120, 99, 0, 50, 7])
        words, places, kinds, scale, shift = (
            (table.astype(F) - zero) * s for table, s, zero in zip(tables, scales, zeros))
        total = words[ids] + places + kinds[segments]
        self.check_node("QEmbedLayerNormalization",
                        [ids, segments, *tables, None, *scales, *zeros],
                        [layer_normalized(total, scale, shift, 1e-12)], MS,
                        constants=(2, 3, 4, 5, 6, *range(8, 18)), epsilon=1e-12)

    def test_rows_of_a_table_in_blocks(self):
        table, scales, ids = bytes_(5, 32), np.abs(normal(5, 2)), np.int64([[3, 0], [4, 3]])
        zeros = bytes_(5, 2)
        real = (table.astype(F) - zeros.repeat(16, 1)) * scales.repeat(16, 1)
        self.check_node("GatherBlockQuantized", [table, ids, scales, zeros], [real[ids]], MS,
                        constants=(0, 2, 3), block_size=16, bits=8)
        # Bytes without zero points have theirs in the middle.
        real = (table.astype(F) - 128) * scales.repeat(16, 1)
        self.check_node("GatherBlockQuantized", [table, ids, scales], [real[ids]], MS,
                        constants=(0, 2), block_size=16, bits=8)
        # Blocks of a column, and columns that are taken.
        table, scales, zeros = table.T.copy(), scales.T.copy(), zeros.T.copy()
        real = (table.astype(F) - zeros.repeat(16, 0)) * scales.repeat(16, 0)
        self.check_node("GatherBlockQuantized", [table, ids, scales, zeros], [real[:, ids]], MS,
                        constants=(0, 2, 3), block_size=16, bits=8, quantize_axis=0,
                        gather_axis=1)

    def test_small_integers(self):
        s, u, z = np.float32(0.1), np.float32(0.317), np.uint8(100)
        a, b = bytes_(1, 2, 4, 6), bytes_(1, 2, 4, 6)
        real, other = ((x.astype(float) - 100) * 0.1 for x in (a, b))
        around = [s, z, u, z]
        self.check_node("QLinearAveragePool", [a, *around],
                        [quantized(real.reshape(1, 2, 2, 2, 3, 2).mean((3, 5)), 0.317, 100)], MS,
                        constants=range(1, 5), kernel_shape=[2, 2], strides=[2, 2])
        self.check_node("QLinearReduceMean", [a, *around],
                        [quantized(real.mean((2, 3)), 0.317, 100)], MS, constants=range(1, 5),
                        axes=[2, 3], keepdims=0)
        mask = a > b
        self.check_node("QLinearWhere", [mask, a, s, z, b, s, z, u, z],
                        [quantized(np.where(mask, real, other), 0.317, 100)], MS,
                        constants=(2, 3, 5, 6, 7, 8))


def stated_rows():
    """(domain, operator) of each row, from the page that the tables make."""
    text = README.read_text()
    lists = re.findall(r"`([\w.]+)` \(\d+\):\n(.*?)\.\n", text[text.index("## Operators"):],
                       re.DOTALL)
    return {(domain, name) for domain, names in lists for name in re.split(r",\s+", names)}


def executed_here():
    """Operators that committed cases execute. `check_node` compares what a node gives; nodes
    of `test_onnx_files.py` are there for what its models give."""
    names = {"ai.onnx": set(), MS: set(), ML: set()}
    for _, text, *_ in onnx_programs.PROGRAMS:
        for result, name in re.findall(r'(%\w+)(?::\d+)? = torch.operator "onnx\.([\w.]+)"', text):
            if len(re.findall(rf"{result}\b", text)) < 2:
                continue  # Nobody reads it.
            domain, _, operator = name.rpartition(".")
            names.setdefault(domain or "ai.onnx", set()).add(operator)
    for path in ("test_onnx_rows.py", "test_onnx_files.py"):
        text = pathlib.Path(__file__).with_name(path).read_text()
        for name, rest in re.findall(
                r'(?:check_node|onnx\.node)\(\s*"(\w+)"(.*?)(?=check_node|onnx\.node|\Z)', text,
                re.DOTALL):
            domain = re.search(r"\b(MS|ML)\b", rest)
            names[{"MS": MS, "ML": ML}[domain[1]] if domain else "ai.onnx"].add(name)
    return {(domain, name) for domain, all_ in names.items() for name in all_}


# Those that a result depends on, the names of which `walk` adds to `wanted`.
LIST_OPERATORS = """
import pathlib, sys, onnx
def walk(nodes, wanted, functions):
    for node in reversed(nodes):
        if wanted.isdisjoint(node.output):
            continue
        print(node.domain or "ai.onnx", node.op_type)
        wanted.update(filter(None, node.input))
        for attribute in node.attribute:
            for graph in [attribute.g, *attribute.graphs]:
                wanted.update(result.name for result in graph.output)
                walk(graph.node, wanted, functions)
        function = functions.get((node.domain, node.op_type))
        if function:
            walk(function.node, set(function.output), functions)
for path in pathlib.Path(sys.argv[1]).rglob("*.onnx"):
    model = onnx.load(path, load_external_data=False)
    functions = {(f.domain, f.name): f for f in model.functions}
    walk(model.graph.node, {result.name for result in model.graph.output} - {""}, functions)
"""


@harness.needs_shared("frontends")
@unittest.skipUnless(ONNX_PYTHON, "INGOT_ONNX_PYTHON names no Python that has onnx")
class EveryRow(harness.TestCase):
    def executed_publicly(self):
        """Operators of the public sets, which test_frontend_cases executes."""
        tools = harness.SHARED / "frontends"
        subprocess.run([ONNX_PYTHON, tools / "tools" / "onnx_cases.py", self.folder / "nodes",
                        "--kind", "node", "--part", "visible"], check=True, capture_output=True)
        harness.unpack(tools / "onnx" / "cases.tar.zst", self.folder)
        listed = subprocess.run([ONNX_PYTHON, "-c", LIST_OPERATORS, self.folder], check=True,
                                capture_output=True, text=True).stdout
        return {tuple(line.split()) for line in listed.splitlines()}

    def test_is_executed(self):
        executed = executed_here() | self.executed_publicly() | REFUSED
        stated = stated_rows()
        self.assertGreater(len(stated), 200, "the page has another form")
        self.assertEqual(stated - executed, set())


if __name__ == "__main__":
    unittest.main()
