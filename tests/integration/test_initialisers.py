"""Work that depends on constants alone is done once, when they are bound: no call
does it, new weights compile no kernel for it, and what is wrong with constants is
an error of binding."""
import json
import re
import unittest

import numpy

from harness import DATA, SHARED, Daemon, TestCase, ingot, needs_shared


def hexadecimal(array):
    """The payload of a dense constant."""
    return '"0x' + array.tobytes().hex().upper() + '"'


def layer(weights):
    """x times the exponential of the weights."""
    rows, columns = weights.shape
    return f"""
func.func @main(%x: tensor<2x{rows}xf32>) -> tensor<2x{columns}xf32> {{
  %w = stablehlo.constant dense<{hexadecimal(weights)}> : tensor<{rows}x{columns}xf32>
  %e = stablehlo.exponential %w : tensor<{rows}x{columns}xf32>
  %0 = stablehlo.dot_general %x, %e, contracting_dims = [1] x [0]
      : (tensor<2x{rows}xf32>, tensor<{rows}x{columns}xf32>) -> tensor<2x{columns}xf32>
  return %0 : tensor<2x{columns}xf32>
}}"""


def narrow_layers(dense, filters, point):
    """A product and a convolution of bytes; the input of the second has a zero point."""
    rows, columns = dense.shape
    window, _, channels, count = filters.shape
    return f"""
func.func @main(%a: tensor<24x{rows}xi8>, %x: tensor<1x9x11x{channels}xi8>)
    -> (tensor<24x{columns}xi32>, tensor<1x7x9x{count}xi32>) {{
  %w = arith.constant dense<{hexadecimal(dense)}> : tensor<{rows}x{columns}xi8>
  %f = arith.constant dense<{hexadecimal(filters)}> : tensor<{window}x{window}x{channels}x{count}xi8>
  %zero = arith.constant 0 : i32
  %point = arith.constant {point} : i32
  %d = tensor.empty() : tensor<24x{columns}xi32>
  %df = linalg.fill ins(%zero : i32) outs(%d : tensor<24x{columns}xi32>) -> tensor<24x{columns}xi32>
  %0 = linalg.matmul ins(%a, %w : tensor<24x{rows}xi8>, tensor<{rows}x{columns}xi8>)
      outs(%df : tensor<24x{columns}xi32>) -> tensor<24x{columns}xi32>
  %c = tensor.empty() : tensor<1x7x9x{count}xi32>
  %cf = linalg.fill ins(%zero : i32) outs(%c : tensor<1x7x9x{count}xi32>) -> tensor<1x7x9x{count}xi32>
  %1 = linalg.conv_2d_nhwc_hwcf_q
      ins(%x, %f, %point, %zero : tensor<1x9x11x{channels}xi8>, tensor<{window}x{window}x{channels}x{count}xi8>, i32, i32)
      outs(%cf : tensor<1x7x9x{count}xi32>) -> tensor<1x7x9x{count}xi32>
  return %0, %1 : tensor<24x{columns}xi32>, tensor<1x7x9x{count}xi32>
}}"""


def float_layers(dense, filters, taps, are_constants=True):
    """A product with a bias and ReLU, a convolution by one place with a residual, and one
    of large filters; weights are constants, or arguments behind the others."""
    shapes = {"w": dense, "f": filters, "t": taps, "b": dense[0]}
    types = {name: f"tensor<{'x'.join(map(str, value.shape))}xf32>"
             for name, value in shapes.items()}
    given = "".join(f", %{name}: {kind}" for name, kind in types.items())
    constants = "".join(
        f"  %{name} = stablehlo.constant dense<{hexadecimal(value)}> : {types[name]}\n"
        for name, value in shapes.items())
    channels, count = filters.shape[2:]
    outer = taps.shape[3]
    rows = f"tensor<24x{dense.shape[1]}xf32>"
    image, sums = f"tensor<1x7x9x{channels}xf32>", f"tensor<1x7x9x{count}xf32>"
    numbers = "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
    counts = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
    return f"""
func.func @main(%a: tensor<24x{dense.shape[0]}xf32>, %x: {image}, %z: {sums}{"" if are_constants else given})
    -> ({rows}, tensor<1x5x7x{outer}xf32>) {{
{constants if are_constants else ""}
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0]
      : (tensor<24x{dense.shape[0]}xf32>, {types["w"]}) -> {rows}
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : ({types["b"]}) -> {rows}
  %2 = stablehlo.add %0, %1 : {rows}
  %3 = stablehlo.constant dense<0.0> : {rows}
  %4 = stablehlo.maximum %2, %3 : {rows}
  %5 = stablehlo.convolution(%x, %f) {numbers}, window = {{}} {counts}
      : ({image}, {types["f"]}) -> {sums}
  %6 = stablehlo.add %5, %z : {sums}
  %7 = stablehlo.convolution(%6, %t) {numbers}, window = {{}} {counts}
      : ({sums}, {types["t"]}) -> tensor<1x5x7x{outer}xf32>
  return %4, %7 : {rows}, tensor<1x5x7x{outer}xf32>
}}"""


# Rows of a table by indices that are constants too, behind an assertion on them.
PICK = """
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @main(%x: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>) {
  %true = arith.constant true
  %bound = arith.constant 512 : i32
  %i = arith.constant dense<INDICES> : tensor<512xi32>
  %w = arith.constant dense<WEIGHTS> : tensor<512xf32>
  %b = tensor.empty() : tensor<i1>
  %f = linalg.fill ins(%true : i1) outs(%b : tensor<i1>) -> tensor<i1>
  %inside = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%i : tensor<512xi32>) outs(%f : tensor<i1>) {
    ^bb0(%k: i32, %so_far: i1):
      %ok = arith.cmpi ult, %k, %bound : i32
      %both = arith.andi %ok, %so_far : i1
      linalg.yield %both : i1
  } -> tensor<i1>
  %all = tensor.extract %inside[] : tensor<i1>
  cf.assert %all, "an index is out of range"
  %e = tensor.empty() : tensor<512xf32>
  %picked = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<512xi32>) outs(%e : tensor<512xf32>) {
    ^bb0(%k: i32, %o: f32):
      %at = arith.index_cast %k : i32 to index
      %value = tensor.extract %w[%at] : tensor<512xf32>
      linalg.yield %value : f32
  } -> tensor<512xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%picked, %x : tensor<512xf32>, tensor<512xf32>) outs(%e : tensor<512xf32>) {
    ^bb0(%v: f32, %a: f32, %o: f32):
      %sum = arith.addf %v, %a : f32
      linalg.yield %sum : f32
  } -> tensor<512xf32>
  return %0, %picked : tensor<512xf32>, tensor<512xf32>
}
"""


def launches_of_constants(plan):
    """The launches of entry points that read constants alone and do not say why."""
    found = []
    for body in re.findall(r"^  func\.func @(.*?)^  }", plan, re.M | re.S):
        constants = set()
        for line in body.splitlines():
            made = re.match(r"\s*(%\w+)(?::\d+)? = (\S+)(.*)", line)
            if not made:
                continue
            name, op, rest = made.groups()
            read = re.findall(r"%\w+", rest.split(" : ")[0])
            if op == "ingot.dispatch":
                inputs = re.search(r" ins\(([^:]*) :", rest)
                read = re.findall(r"%\w+", inputs.group(1)) if inputs else []
                # Sizes that the run knows are no constants.
                if (set(read) <= constants and "ingot.recomputed" not in rest
                        and "x?" not in rest and "<?" not in rest):
                    found.append(line.strip())
            elif op in ("ingot.constant", "arith.constant") or (
                    op.startswith("tensor.") and op != "tensor.empty"
                    and read and set(read) <= constants):
                constants.add(name)
    return found


class Initialisers(TestCase):
    def run_layer(self, daemon, executable, x, *arguments):
        numpy.save(self.folder / "x.npy", x)
        out = self.folder / "out"
        daemon.ingot("run", executable, "--input", self.folder / "x.npy",
                     "--output-dir", out, *arguments, check=0)
        return numpy.load(out / "output_0.npy")

    def test_constants_go_out_as_numpy_and_iree_have_them(self):
        weights, x = numpy.random.default_rng(3).standard_normal((2, 48, 32)).astype("f")
        x = x.T[:2].copy()
        numpy.save(self.folder / "x.npy", x)
        numpy.save(self.folder / "expected.npy", x @ numpy.exp(weights))
        with Daemon() as daemon:
            source = self.write("layer.mlir", layer(weights))
            for form in ("npz", "irpa"):
                executable = self.folder / f"{form}.so"
                made = daemon.compile(source, executable, "--constants-as", form)
                constants = executable.with_suffix(f".{form}")
                self.assertEqual(made["constants"], str(constants))
                self.assertFalse(executable.with_suffix(".safetensors").exists())
                daemon.ingot("run", executable, "--constants", constants, "--input",
                             self.folder / "x.npy", "--expect", self.folder / "expected.npy",
                             "--rtol", "1e-4", "--atol", "1e-4", check=0)
            with numpy.load(self.folder / "npz.npz") as file:
                (name,) = file.files
                numpy.testing.assert_array_equal(file[name], weights)

    def test_new_weights_compile_no_kernel(self):
        random = numpy.random.default_rng(0)
        x = random.standard_normal((2, 64)).astype("f")
        with Daemon() as daemon:
            for number in range(3):
                weights = random.standard_normal((64, 48)).astype("f")
                executable = self.folder / f"layer{number}.so"
                kernels = daemon.compile(
                    self.write(f"layer{number}.mlir", layer(weights)), executable)["kernels"]
                self.assertEqual(kernels["unique"], 2)
                self.assertEqual(kernels["built"], 0 if number else 2)
                numpy.testing.assert_allclose(
                    self.run_layer(daemon, executable, x), x @ numpy.exp(weights),
                    rtol=1e-4, atol=1e-4)

    def test_any_number_of_threads_gives_the_same_bits(self):
        random = numpy.random.default_rng(1)
        x = random.standard_normal((2, 512)).astype("f")
        weights = random.standard_normal((512, 384)).astype("f")
        with Daemon() as daemon:
            executable = self.folder / "layer.so"
            daemon.compile(self.write("layer.mlir", layer(weights)), executable)
            one, two, seven = (
                self.run_layer(daemon, executable, x, "--threads", count)
                for count in (1, 2, 7))
            self.assertEqual(one.tobytes(), two.tobytes())
            self.assertEqual(one.tobytes(), seven.tobytes())

    def test_narrow_weights_are_packed_when_they_are_bound(self):
        random = numpy.random.default_rng(2)
        def numbers(*shape):
            return random.integers(-128, 128, shape).astype("i1")
        dense, filters = numbers(70, 90), numbers(3, 3, 18, 40)
        a, x = numbers(24, 70), numbers(1, 9, 11, 18)
        numpy.save(self.folder / "a.npy", a)
        numpy.save(self.folder / "x.npy", x)
        wide = x.astype("i4") + 128
        convolved = sum(
            wide[:, i:i + 7, j:j + 9] @ filters[i, j].astype("i4")
            for i in range(3) for j in range(3))
        source = self.write("narrow.mlir", narrow_layers(dense, filters, -128))
        with Daemon() as daemon:
            # Machines that multiply several bytes at once have panels, of these or of 16
            # bits; others read weights as they are.
            for target, panels in (("x86_64-linux-gnu:cpu=icelake-server", ["x16x4xi8"]),
                                   ("x86-64-v3", ["x16x2xi16"]), ("riscv64-v", [])):
                plan = daemon.ingot("compile", source, "--target", target, "--emit",
                                    "mlir:plan", check=0).stdout
                self.assertEqual(launches_of_constants(plan), [])
                self.assertEqual([form for form in ("x16x4xi8", "x16x2xi16") if form in plan],
                                 panels)
            executable, out = self.folder / "narrow.so", self.folder / "out"
            for target in ([], ["--target", "x86-64"], ["--target", "x86-64-v3"]):
                daemon.compile(source, executable, *target)
                daemon.ingot("run", executable, "--input", self.folder / "a.npy", "--input",
                             self.folder / "x.npy", "--output-dir", out, check=0)
                numpy.testing.assert_array_equal(numpy.load(out / "output_0.npy"),
                                                 a.astype("i4") @ dense.astype("i4"))
                numpy.testing.assert_array_equal(numpy.load(out / "output_1.npy"), convolved)

    def test_float_weights_are_packed_when_they_are_bound(self):
        """Results are those of the same program with its weights as arguments, to the bit
        and for any number of threads."""
        random = numpy.random.default_rng(3)
        def numbers(*shape):
            return random.standard_normal(shape).astype("f")
        weights = [numbers(300, 512), numbers(1, 1, 160, 128), numbers(3, 3, 128, 256)]
        values = [numbers(24, 300), numbers(1, 7, 9, 160), numbers(1, 7, 9, 128), *weights,
                  weights[0][0]]
        inputs = []
        for number, value in enumerate(values):
            numpy.save(self.folder / f"{number}.npy", value)
            inputs += ["--input", self.folder / f"{number}.npy"]
        bound = self.write("bound.mlir", float_layers(*weights))
        given = self.write("given.mlir", float_layers(*weights, are_constants=False))
        other = self.write("other.mlir", float_layers(*(2 * w for w in weights)))
        with Daemon() as daemon:
            def results(executable, arguments, *options):
                out = self.folder / "out"
                daemon.ingot("run", executable, *arguments, "--output-dir", out, *options,
                             check=0)
                return [numpy.load(out / f"output_{i}.npy").tobytes() for i in range(2)]
            # Panels are as wide as the target's register tiles.
            for target, width in (("x86-64", 8), ("x86-64-v3", 16), ("x86-64-v4", 32),
                                  (None, r"\d+")):
                options = ["--target", target] if target else []
                plan = daemon.ingot("compile", bound, *options, "--emit", "mlir:plan",
                                    check=0).stdout
                self.assertEqual(launches_of_constants(plan), [])
                self.assertEqual(len(re.findall(rf"\(d\d floordiv {width},", plan)), 3)
                daemon.compile(bound, self.folder / "bound.so", *options)
                daemon.compile(given, self.folder / "given.so", *options)
                built = daemon.compile(other, self.folder / "other.so", *options)["kernels"]
                self.assertEqual(built["built"], 0)
                if target == "x86-64-v4":
                    continue  # Not every machine runs it; the last one is this.
                expected = results(self.folder / "given.so", inputs)
                for threads in (1, 2, 7):
                    self.assertEqual(
                        results(self.folder / "bound.so", inputs[:6], "--threads", threads),
                        expected)

    def check_sums(self, daemon, executable, argument, expected):
        """That a run is close to `expected`, the same bits for any number of threads."""
        results = set()
        for threads in (1, 2, 7):
            daemon.ingot("run", executable, "--input", self.folder / argument, "--threads",
                         threads, "--output-dir", self.folder / "out", check=0)
            results.add(numpy.load(self.folder / "out" / "output_0.npy").tobytes())
        self.assertEqual(len(results), 1)
        numpy.testing.assert_allclose(numpy.load(self.folder / "out" / "output_0.npy"), expected,
                                      rtol=0, atol=1e-4)

    def test_float_weights_by_rows_are_turned_when_they_are_bound(self):
        """As a Linear of torch has them; close to the product in double precision, the same
        bits for any number of threads."""
        random = numpy.random.default_rng(4)
        weights = random.standard_normal((544, 300)).astype("f")
        a = random.standard_normal((25, 300)).astype("f")
        numpy.save(self.folder / "a.npy", a)
        source = self.write("rows.mlir", f"""
func.func @main(%a: tensor<25x300xf32>) -> tensor<25x544xf32> {{
  %w = stablehlo.constant dense<{hexadecimal(weights)}> : tensor<544x300xf32>
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [1]
      : (tensor<25x300xf32>, tensor<544x300xf32>) -> tensor<25x544xf32>
  return %r : tensor<25x544xf32>
}}""")
        executable = self.folder / "rows.so"
        with Daemon() as daemon:
            for options in ([], ["--target", "x86-64"], ["--target", "x86-64-v3"]):
                plan = daemon.ingot("compile", source, *options, "--emit", "mlir:plan",
                                    check=0).stdout
                self.assertEqual(launches_of_constants(plan), [])
                self.assertRegex(plan, r"linalg\.transpose ins\(.*x300xf32>\)")
                daemon.compile(source, executable, *options)
                self.check_sums(daemon, executable, "a.npy", a.astype("d") @ weights.astype("d").T)

    def test_filters_of_one_place_in_steps_are_packed_when_they_are_bound(self):
        """Close to the sums in double precision, the same bits for any number of threads."""
        random = numpy.random.default_rng(5)
        filters = random.standard_normal((96, 128)).astype("f")
        x = random.standard_normal((1, 25, 25, 96)).astype("f")
        numpy.save(self.folder / "x.npy", x)
        source = self.write("steps.mlir", f"""
func.func @main(%x: tensor<1x25x25x96xf32>) -> tensor<1x13x13x128xf32> {{
  %w = stablehlo.constant dense<{hexadecimal(filters)}> : tensor<1x1x96x128xf32>
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {{stride = [2, 2]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : (tensor<1x25x25x96xf32>, tensor<1x1x96x128xf32>) -> tensor<1x13x13x128xf32>
  return %r : tensor<1x13x13x128xf32>
}}""")
        expected = x[:, ::2, ::2].astype("d") @ filters.astype("d")
        executable = self.folder / "steps.so"
        with Daemon() as daemon:
            for options in ([], ["--target", "x86-64"], ["--target", "x86-64-v3"]):
                plan = daemon.ingot("compile", source, *options, "--emit", "mlir:plan",
                                    check=0).stdout
                self.assertEqual(launches_of_constants(plan), [])
                self.assertEqual(len(re.findall(r"\(d\d floordiv \d+,", plan)), 1)
                daemon.compile(source, executable, *options)
                self.check_sums(daemon, executable, "x.npy", expected)

    def test_assertions_on_constants_fail_when_those_are_bound(self):
        weights = numpy.linspace(-1, 1, 512, dtype="f")
        indices = numpy.arange(512, dtype="i4")[::-1].copy()
        with Daemon() as daemon:
            def pick():
                source = self.write("pick.mlir", PICK.replace(
                    "INDICES", hexadecimal(indices)).replace(
                    "WEIGHTS", hexadecimal(weights)))
                daemon.compile(source, self.folder / "pick.so")
            x = numpy.ones(512, dtype="f")
            pick()
            numpy.testing.assert_array_equal(
                self.run_layer(daemon, self.folder / "pick.so", x), weights[indices] + x)
            indices[7] = 100000
            pick()
            done = daemon.ingot("run", self.folder / "pick.so", "--input",
                                self.folder / "x.npy", check=1)
            self.assertIn("constants cannot be bound: ", done.stderr)
            self.assertIn("an index is out of range", done.stderr)


class Kept(TestCase):
    """Results of initialisers are files that the next process finds."""

    def setUp(self):
        super().setUp()
        self.cache = self.folder / "initialisers"
        self.x = numpy.random.default_rng(3).standard_normal((2, 256)).astype("f")
        numpy.save(self.folder / "x.npy", self.x)

    def weights(self, seed):
        return numpy.random.default_rng(seed).standard_normal((256, 384)).astype("f")

    def run_layer(self, daemon, weights, *arguments):
        """How many initialisers ran and were found; the result is checked."""
        out = self.folder / "out"
        done = daemon.ingot("run", self.folder / "layer.so", "--input", self.folder / "x.npy",
                            "--output-dir", out, "--json", *arguments, check=0,
                            env={"INGOT_INITIALISER_CACHE": str(self.cache)})
        numpy.testing.assert_allclose(numpy.load(out / "output_0.npy"),
                                      self.x @ numpy.exp(weights), rtol=1e-4, atol=1e-4)
        said = json.loads(done.stdout)["initialisers"]
        self.assertEqual(said["not_kept"], 0)
        return said["ran"], said["found"]

    def compile(self, daemon, weights):
        daemon.compile(self.write("layer.mlir", layer(weights)), self.folder / "layer.so")

    def files(self):
        return list(self.cache.glob("*.ingot-results"))

    def test_the_second_run_finds_what_the_first_made(self):
        with Daemon() as daemon:
            self.compile(daemon, self.weights(1))
            self.assertEqual(self.run_layer(daemon, self.weights(1)), (1, 0))
            self.assertEqual(self.run_layer(daemon, self.weights(1)), (0, 1))
            self.assertEqual(self.run_layer(daemon, self.weights(1), "--threads", "2"), (0, 1))
            file, = self.files()
            self.assertGreaterEqual(file.stat().st_size, 256 * 384 * 4)

    def test_other_weights_find_nothing_whatever_their_file_claims(self):
        with Daemon() as daemon:
            self.compile(daemon, self.weights(1))
            self.assertEqual(self.run_layer(daemon, self.weights(1)), (1, 0))
            # The same names, sizes and digests, and other bytes.
            path = self.folder / "layer.safetensors"
            stored = path.read_bytes()
            at = stored.index(self.weights(1).tobytes())
            new = self.weights(2).tobytes()
            path.write_bytes(stored[:at] + new + stored[at + len(new):])
            self.assertEqual(self.run_layer(daemon, self.weights(2)), (1, 0))
            self.assertEqual(self.run_layer(daemon, self.weights(2)), (0, 1))
            path.write_bytes(stored)
            self.assertEqual(self.run_layer(daemon, self.weights(1)), (0, 1))

    def test_rebound_weights_find_nothing(self):
        with Daemon() as daemon:
            self.compile(daemon, self.weights(1))
            self.assertEqual(self.run_layer(daemon, self.weights(1)), (1, 0))
            self.write("other.mlir", layer(self.weights(2)))
            daemon.compile(self.folder / "other.mlir", self.folder / "other.so")
            ingot("rebind", self.folder / "layer.so", "--constants",
                  self.folder / "other.safetensors", check=0)
            self.assertEqual(self.run_layer(daemon, self.weights(2)), (1, 0))
            self.assertEqual(self.run_layer(daemon, self.weights(2)), (0, 1))

    def test_damaged_files_are_made_again(self):
        with Daemon() as daemon:
            self.compile(daemon, self.weights(1))
            self.run_layer(daemon, self.weights(1))
            whole = self.files()[0].read_bytes()
            for damaged in (b"", whole[:-1], whole[:5000] + b"damage" + whole[5006:]):
                self.files()[0].write_bytes(damaged)
                self.assertEqual(self.run_layer(daemon, self.weights(1)), (1, 0))
                self.assertEqual(self.files()[0].read_bytes()[:128], whole[:128])
                self.assertEqual(self.run_layer(daemon, self.weights(1)), (0, 1))


class Plans(TestCase):
    def check_plan(self, daemon, model):
        plan = daemon.ingot("compile", model, "--emit", "mlir:plan", check=0).stdout
        self.assertEqual(launches_of_constants(plan), [], model)
        return plan

    def test_no_launch_of_an_entry_point_reads_constants_alone(self):
        with Daemon() as daemon:
            for model in ("ppocr_cls/model.onnx", "ppocr_cls/model.linalg_mlprogram.mlirbc",
                          "wake_alexa/model.tflite"):
                self.check_plan(daemon, DATA / model)

    @needs_shared("models")
    def test_nor_does_one_of_the_collection(self):
        with Daemon() as daemon:
            for model in ("minilm_l6_w8/model.linalg_mlprogram.mlirbc",
                          "silero_vad/model.linalg.mlir", "ppocr_det/model.onnx"):
                plan = self.check_plan(daemon, SHARED / "models" / model)
                self.assertIn("ingot.derive", plan)


if __name__ == "__main__":
    unittest.main()
