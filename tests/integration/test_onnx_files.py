"""Models of ONNX from the file to numbers: control flow, ai.onnx.ml, com.microsoft and
where the reader itself decides what is computed."""
import math
import unittest

import numpy as np

import onnx_format as onnx
from onnx_case import OnnxCase

RANDOM = np.random.default_rng(11)
MS, ML = "com.microsoft", "ai.onnx.ml"


def normal(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def gelu(x):
    return np.vectorize(lambda v: 0.5 * v * (1 + math.erf(v / math.sqrt(2))))(x)


def windows_rounded_up(x, front, back, kernel, step, outside):
    """Windows along the last axis, as many as fit if the last may reach beyond the padding,
    but none that begins in the padding behind; and where each begins."""
    padded = np.pad(x, ((0, 0), (0, 0), (front, back + kernel)), constant_values=outside)
    count = -((front + x.shape[-1] + back - kernel) // -step) + 1
    starts = [i * step for i in range(count) if i * step < x.shape[-1] + front]
    return np.stack([padded[..., i:i + kernel] for i in starts], 2), np.array(starts)


class OnnxFileTest(OnnxCase):
    # Control flow.

    def test_branches_of_the_run(self):
        yes = onnx.graph([onnx.node("Relu", ["x"], ["a"])], [], [onnx.value("a")])
        no = onnx.graph([onnx.node("Neg", ["x"], ["b"])], [], [onnx.value("b")])
        body = onnx.graph(
            [onnx.node("If", ["c"], ["y"], then_branch=yes, else_branch=no)],
            [onnx.value("c", bool), onnx.value("x", np.float32, ("n",))], [onnx.value("y")])
        x = normal(5)
        self.check(onnx.model(body), [np.array(True), x], [np.maximum(x, 0)])
        self.check(onnx.model(body), [np.array(False), x], [-x])

    def loop(self, state, trips=None):
        """s += x, and its sum, in each of n iterations."""
        inner = onnx.graph(
            [onnx.node("Identity", ["go"], ["next"]), onnx.node("Add", ["s", "x"], ["t"]),
             onnx.node("ReduceSum", ["t"], ["sum"], keepdims=0)],
            [onnx.value("i", np.int64), onnx.value("go", bool),
             onnx.value("s", np.float32, (2,))],
            [onnx.value("next"), onnx.value("t"), onnx.value("sum")])
        inputs = [onnx.value("x", np.float32, (2,)), onnx.value("s0", np.float32, (2,))]
        constants = [] if trips is None else [onnx.tensor("n", np.int64(trips))]
        if trips is None:
            inputs.append(onnx.value("n", np.int64))
        return onnx.model(onnx.graph(
            [onnx.node("Loop", ["n", "", "s0"], ["last", "sums"], body=inner)], inputs,
            [onnx.value("last"), onnx.value("sums")], constants))

    def test_loops(self):
        x, s = normal(2), normal(2)
        steps = [s + (i + 1) * x for i in range(4)]
        expected = [steps[-1], [step.sum() for step in steps]]
        self.check(self.loop(s, 4), [x, s], expected)
        self.check(self.loop(s), [x, s, np.int64(4)], expected)

    def test_sequences_that_grow_in_a_loop(self):
        inner = onnx.graph(
            [onnx.node("Identity", ["go"], ["next"]),
             onnx.node("Cast", ["i"], ["f"], to=1), onnx.node("Mul", ["x", "f"], ["v"]),
             onnx.node("SequenceInsert", ["s", "v"], ["t"])],
            [onnx.value("i", np.int64), onnx.value("go", bool), onnx.value("s")],
            [onnx.value("next"), onnx.value("t")])
        body = onnx.graph(
            [onnx.node("SequenceEmpty", [], ["s0"]),
             onnx.node("Loop", ["n", "", "s0"], ["s1"], body=inner),
             onnx.node("ConcatFromSequence", ["s1"], ["y"], axis=1, new_axis=1)],
            [onnx.value("x", np.float32, (3,)), onnx.value("n", np.int64)],
            [onnx.value("y")])
        x = normal(3)
        self.check(onnx.model(body), [x, np.int64(4)],
                   [np.stack([x * i for i in range(4)], axis=1)])

    def test_positions_in_sequences_that_only_the_run_knows(self):
        body = onnx.graph(
            [onnx.node("SequenceConstruct", ["a", "b", "c"], ["s"]),
             onnx.node("SequenceAt", ["s", "i"], ["at"]),
             onnx.node("SequenceInsert", ["s", "d", "i"], ["longer"]),
             onnx.node("SequenceErase", ["s", "i"], ["shorter"]),
             onnx.node("ConcatFromSequence", ["longer"], ["l"], axis=1),
             onnx.node("ConcatFromSequence", ["shorter"], ["e"], axis=-1)],
            [*(onnx.value(name, np.float32, (2, size))
               for name, size in zip("abcd", (4, 3, 2, 5))), onnx.value("i", np.int64, (1,))],
            [onnx.value("at"), onnx.value("l"), onnx.value("e")])
        items = [normal(2, size) for size in (4, 3, 2)]
        new = normal(2, 5)
        for position in (0, 2, -1, -3):
            longer, shorter = list(items), list(items)
            longer.insert(position, new)
            del shorter[position]
            self.check(onnx.model(body), [*items, new, np.int64([position])],
                       [items[position], np.concatenate(longer, 1), np.concatenate(shorter, 1)])

    def test_scans(self):
        inner = onnx.graph(
            [onnx.node("Add", ["s", "e"], ["t"]), onnx.node("Identity", ["t"], ["o"])],
            [onnx.value("s", np.float32, (2,)), onnx.value("e", np.float32, (2,))],
            [onnx.value("t"), onnx.value("o")])
        s, x = normal(2), normal(2, 5)
        sums = s[:, None] + np.cumsum(x[:, ::-1], axis=1)
        self.check_node("Scan", [s, x], [sums[:, -1], sums], body=inner, num_scan_inputs=1,
                        scan_input_axes=[1], scan_input_directions=[1],
                        scan_output_axes=[1])

    # Windows.

    def test_pools_that_round_up(self):
        x = normal(1, 2, 6)
        for front, back, step in ((0, 0, 3), (2, 2, 2), (1, 2, 2), (0, 2, 4)):
            pool = {"kernel_shape": [3], "strides": [step], "pads": [front, back],
                    "ceil_mode": 1, "opset": 19}
            windows, starts = windows_rounded_up(x, front, back, 3, step, -np.inf)
            places = windows.argmax(-1) + starts - front + np.array([[0], [6]])
            ones, _ = windows_rounded_up(np.ones((1, 1, front + 6 + back)), 0, 0, 3, step, 0)
            sums, _ = windows_rounded_up(x, front, back, 3, step, 0)
            means = sums.sum(-1) / ones.sum(-1)[..., :len(starts)]
            for sizes in ((1, 2, 6), (1, 2, "n")):
                with self.subTest(front=front, back=back, step=step, sizes=sizes):
                    self.check_node("MaxPool", [x], [windows.max(-1)], shapes={0: sizes}, **pool)
                    self.check_node("MaxPool", [x], [windows.max(-1), places],
                                    shapes={0: sizes}, **pool)
                    self.check_node("AveragePool", [x], [means], shapes={0: sizes},
                                    count_include_pad=1, **pool)

    # ai.onnx.ml.

    def test_trees(self):
        x = np.array([[0.2, 1], [0.5, 9], [0.7, -1], [0.9, 1], [math.nan, 1]], np.float32)
        leaf = [1.0, 1.0, 2.0, 3.0, 3.0]
        self.check_node(
            "TreeEnsembleRegressor", [x], [np.array(leaf, np.float32)[:, None]], ML,
            shapes={0: ("n", 2)}, n_targets=1, nodes_treeids=[0] * 5,
            nodes_nodeids=[0, 1, 2, 3, 4], nodes_featureids=[0, 0, 1, 0, 0],
            nodes_truenodeids=[1, 0, 3, 0, 0], nodes_falsenodeids=[2, 0, 4, 0, 0],
            nodes_values=[0.5, 0.0, 0.0, 0.0, 0.0],
            nodes_modes=["BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"],
            target_treeids=[0] * 3, target_nodeids=[1, 3, 4], target_ids=[0] * 3,
            target_weights=[1.0, 2.0, 3.0])

    def test_support_vectors(self):
        x, vectors = normal(4, 3), normal(2, 3)
        distance = ((x[:, None] - vectors) ** 2).sum(-1)
        y = np.exp(-0.5 * distance) @ np.array([1.5, -2.0]) + 0.25
        self.check_node("SVMRegressor", [x], [y[:, None]], ML, n_supports=2,
                        kernel_type="RBF", kernel_params=[0.5, 0.0, 3.0],
                        support_vectors=[float(v) for v in vectors.ravel()],
                        coefficients=[1.5, -2.0], rho=[0.25])

    def test_linear_classifier(self):
        x = normal(5, 2)
        score = x @ np.array([1.0, -2.0]) + 0.1
        p = sigmoid(score)
        self.check_node("LinearClassifier", [x],
                        [np.where(score > 0, 7, 5), np.stack([1 - p, p], 1)], ML,
                        coefficients=[1.0, -2.0], intercepts=[0.1], classlabels_ints=[5, 7],
                        post_transform="LOGISTIC")

    def test_linear_regressor(self):
        x, weights, offsets = normal(4, 3), normal(2, 3), normal(2)
        for shape in ((4, 3), ("n", "features")):
            self.check_node("LinearRegressor", [x], [x @ weights.T + offsets], ML,
                            shapes={0: shape}, targets=2,
                            coefficients=[float(v) for v in weights.ravel()],
                            intercepts=[float(v) for v in offsets])

    def test_features(self):
        x = normal(3, 2)
        self.check_node("Scaler", [x], [(x - [1, 2]) * [3, 4]], ML, offset=[1.0, 2.0],
                        scale=[3.0, 4.0])
        self.check_node("Normalizer", [x], [x / np.abs(x).sum(1, keepdims=True)], ML,
                        norm="L1")
        keys = np.array([4, 9, 7], np.int64)
        self.check_node("LabelEncoder", [keys], [np.array([0.5, -1, 2], np.float32)], ML,
                        keys_int64s=[4, 7], values_floats=[0.5, 2.0], default_float=-1.0)
        self.check_node("OneHotEncoder", [keys], [[[1, 0], [0, 0], [0, 1]]], ML,
                        cats_int64s=[4, 7])

    def test_words(self):
        x = np.array([1, 2, 1, 2, 3], np.int64)
        self.check_node("TfIdfVectorizer", [x], [np.array([2, 2, 1, 1], np.float32)],
                        mode="TF", min_gram_length=1, max_gram_length=2, max_skip_count=1,
                        ngram_counts=[0, 2], ngram_indexes=[0, 1, 2, 3],
                        pool_int64s=[1, 2, 1, 1, 2, 3])

    # com.microsoft.

    def test_activations(self):
        x, bias = normal(2, 3), normal(3)
        self.check_node("Gelu", [x], [gelu(x)], MS)
        self.check_node("QuickGelu", [x], [x * sigmoid(1.702 * x)], MS)
        self.check_node("BiasGelu", [x, bias], [gelu(x + bias)], MS)

    def test_skip_layer_normalization(self):
        x, skip, scale, shift = normal(2, 3, 4), normal(2, 3, 4), normal(4), normal(4)
        sum_ = x + skip
        deviation = np.sqrt(sum_.var(-1, keepdims=True) + 1e-5)
        y = (sum_ - sum_.mean(-1, keepdims=True)) / deviation * scale + shift
        self.check_node("SkipLayerNormalization", [x, skip, scale, shift],
                        [y, None, None, sum_], MS, epsilon=1e-5)

    def test_attention_of_heads(self):
        q, k, v = normal(1, 3, 8), normal(1, 5, 8), normal(1, 5, 8)

        def heads(x):
            return x.reshape(1, -1, 2, 4).transpose(0, 2, 1, 3)

        scores = heads(q) @ heads(k).transpose(0, 1, 3, 2) / 2

        def attend(scores):
            return (softmax(scores) @ heads(v)).transpose(0, 2, 1, 3).reshape(1, 3, 8)

        self.check_node("MultiHeadAttention", [q, k, v], [attend(scores)], MS, num_heads=2)
        # The first query stands where the first key does, and the last one sees all.
        seen = np.tri(3, 5, dtype=bool)
        seen[-1] = True
        self.check_node("MultiHeadAttention", [q, k, v], [attend(np.where(seen, scores, -1e4))],
                        MS, num_heads=2, unidirectional=1)
        # A single query sees all.
        self.check_node("MultiHeadAttention", [q[:, -1:].copy(), k, v], [attend(scores)[:, -1:]],
                        MS, num_heads=2, unidirectional=1)

    def test_elements_once(self):
        x = np.float32([3, 1, 3, 2, 1])
        self.check_node("Unique", [x], [np.float32([3, 1, 2]), np.int64([0, 1, 0, 2, 1]),
                                        np.int64([2, 2, 1])], MS)

    def test_grouped_queries_of_sequences_of_other_lengths(self):
        batch, heads, groups, size, slots, window, cap = 2, 4, 2, 8, 5, 2, 3.0
        packed = normal(batch, 1, (heads + 2 * groups) * size)
        past = normal(2, batch, groups, slots, size)
        before = np.array([4, 1])  # Tokens that each sequence has already.
        q, k, v = np.split(packed.reshape(batch, -1, size), [heads, heads + groups], 1)
        present = past.copy()
        y = np.zeros((batch, heads, size), np.float32)
        for b, place in enumerate(before):
            present[0, b, :, place], present[1, b, :, place] = k[b], v[b]
            seen = slice(max(0, place + 1 - window), place + 1)
            for head in range(heads):
                keys, values = present[:, b, head // (heads // groups), seen]
                scores = cap * np.tanh(keys @ q[b, head] / size ** 0.5 / cap)
                y[b, head] = softmax(scores) @ values
        self.check_node(
            "GroupQueryAttention",
            [packed, None, None, past[0], past[1], before.astype(np.int32),
             np.array(5, np.int32)],
            [y.reshape(batch, 1, -1), present[0], present[1]], MS, num_heads=heads,
            kv_num_heads=groups, local_window_size=window, softcap=cap)

    def test_weights_of_four_bits(self):
        codes = RANDOM.integers(0, 16, (3, 2, 32))
        packed = (codes[..., ::2] | codes[..., 1::2] << 4).astype(np.uint8)
        scales, x = normal(3, 2), normal(2, 40)
        weights = ((codes - 8) * scales[..., None]).reshape(3, 64)[:, :40]
        self.check_node("MatMulNBits", [x, packed, scales], [x @ weights.T], MS,
                        constants=(1, 2), K=40, N=3, bits=4, block_size=32)

    def test_small_integers(self):
        a = RANDOM.integers(0, 256, (2, 3), np.uint8)
        b = RANDOM.integers(0, 256, (2, 3), np.uint8)
        s, t, u = np.float32(0.11), np.float32(0.23), np.float32(0.41)
        z = np.uint8(100)
        exact = ((a.astype(int) - 100) * 0.11 + (b.astype(int) - 100) * 0.23) / 0.41
        y = np.clip(np.rint(exact) + 100, 0, 255)
        self.check_node("QLinearAdd", [a, s, z, b, t, z, u, z], [y], MS,
                        constants=(1, 2, 4, 5, 6, 7))
        w = RANDOM.integers(0, 256, (3, 4), np.uint8)
        sums = (a.astype(int) - 100) @ (w.astype(int) - 100)
        self.check_node("QGemm", [a, s, z, w, t, z], [sums * 0.11 * 0.23], MS,
                        constants=(1, 2, 3, 4, 5))

    # What the reader decides.

    def test_sizes_that_the_model_computes(self):
        body = onnx.graph(
            [onnx.node("Shape", ["x"], ["s"]), onnx.node("Gather", ["s", "zero"], ["n"]),
             onnx.node("Unsqueeze", ["n", "axes"], ["n1"]),
             onnx.node("Concat", ["n1", "rest"], ["to"], axis=0),
             onnx.node("Reshape", ["x", "to"], ["y"])],
            [onnx.value("x", np.float32, ("n", 2, 3))], [onnx.value("y")],
            [onnx.tensor("zero", np.int64(0)), onnx.tensor("axes", np.array([0])),
             onnx.tensor("rest", np.array([-1]))])
        x = normal(4, 2, 3)
        self.check(onnx.model(body), [x], [x.reshape(4, 6)])

    def test_equal_names_are_equal_sizes(self):
        body = onnx.graph(
            [onnx.node("Add", ["x", "y"], ["z"])],
            [onnx.value("x", np.float32, ("n", "m")), onnx.value("y", np.float32, ("n", "m"))],
            [onnx.value("z")])
        x, y = normal(2, 3), normal(2, 3)
        self.check(onnx.model(body), [x, y], [x + y])
        for other in (y.T, y.reshape(6, 1), y[:1]):
            with self.subTest(shape=other.shape):
                np.save(self.folder / "in1.npy", other)
                done = self.daemon.ingot(
                    "run", self.folder / "model.so", "--input", self.folder / "in0.npy",
                    "--input", self.folder / "in1.npy", check=1)
                self.assertIn("of 'y' differs from dimension", done.stderr)

    def test_padding_that_only_the_run_knows(self):
        """What a model for any size computes is what one for this size does."""
        weights = normal(2, 2, 3, 2)
        for op, attributes in (("Conv", {}), ("ConvTranspose", {}), ("MaxPool", {}),
                               ("LpPool", {}), ("AveragePool", {}),
                               ("AveragePool", {"count_include_pad": 1})):
            for rule in ("SAME_UPPER", "SAME_LOWER"):
                is_convolution = op.startswith("Conv")
                operands = ["x", "w"] if is_convolution else ["x"]
                node = onnx.node(op, operands, ["y"], kernel_shape=[3, 2], strides=[2, 2],
                                 auto_pad=rule, **attributes)
                constants = [onnx.tensor("w", weights)] if is_convolution else []

                def model(*shape):
                    return onnx.model(onnx.graph([node], [onnx.value("x", np.float32, shape)],
                                                 [onnx.value("y")], constants))

                for shape in ((1, 2, 5, 7), (2, 2, 4, 6)):
                    with self.subTest(op=op, rule=rule, shape=shape, **attributes):
                        x = normal(*shape)
                        expected = self.results(model(*shape), [x], 1)
                        self.check(model("n", 2, "h", "w"), [x], expected)

    def test_all_that_is_missing_is_said_at_once(self):
        body = onnx.graph([onnx.node("Reluu", ["x"], ["a"]), onnx.node("Expp", ["x"], ["b"])],
                          [onnx.value("x", np.float32, (2,))],
                          [onnx.value("a"), onnx.value("b")])
        path = self.write("model.onnx", onnx.model(body))
        done = self.daemon.ingot("compile", path, "-o", self.folder / "x.so", check=1)
        for text in ("2 operators of the model", "the nearest is Relu", "the nearest is Exp"):
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
