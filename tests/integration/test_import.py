"""What goes in besides one file of MLIR, and what comes out for other tools:
named files, names of inputs and outputs, `ingot inspect` and `ingot import`."""
import json
import shutil
import subprocess
import unittest

import numpy as np

from harness import DATA, SHARED, Daemon, TestCase, ingot, needs_shared
from model_bytes import Onnx, TensorFlow as Tf

PROGRAM = """\
#extern = #ml_program.extern : tensor<8x16xf32>
ml_program.global private @w(#extern) : tensor<8x16xf32>
func.func @main(%x: tensor<?x8xf32> {ingot.name = "in/put:0"},
                %y: tensor<16xf32> {ingot.name = "bias"})
    -> (tensor<?x16xf32> {ingot.name = "sum"},
        tensor<?x16xf32> {ingot.name = "product"}) {
  %w = ml_program.global_load_const @w : tensor<8x16xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  %1 = chlo.broadcast_add %0, %y {broadcast_dimensions = array<i64: 1>}
      : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  return %1, %0 : tensor<?x16xf32>, tensor<?x16xf32>
}
"""


def safetensors(path, tensors):
    """Written by hand, so that another reader than ours agrees on the format."""
    header, data = {}, b""
    for name, array in tensors.items():
        bytes_ = array.tobytes()
        header[name] = {"dtype": {"float32": "F32"}[array.dtype.name],
                        "shape": array.shape,
                        "data_offsets": [len(data), len(data) + len(bytes_)]}
        data += bytes_
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def described(executable):
    """What it is, and the bytes of its constants: all but the names that a program has
    for its weights, which it loses on its way out, and its size, for it holds them."""
    said = json.loads(ingot("inspect", executable, "--json", check=0).stdout)
    del said["folded_constants"], said["loaded_bytes"]
    constants = executable.with_suffix(".safetensors")
    return said, constants.read_bytes() if constants.exists() else b""


class NamedFiles(TestCase):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(0)
        self.weights = random.normal(size=(8, 16)).astype("f")
        x = random.normal(size=(3, 8)).astype("f")
        bias = random.normal(size=16).astype("f")
        self.program = self.write("net.mlir", PROGRAM)
        for name, array in {"x": x, "bias": bias,
                            "product": x @ self.weights,
                            "sum": x @ self.weights + bias}.items():
            np.save(self.folder / f"{name}.npy", array)

    def run_it(self, executable, code=0, **more):
        return ingot("run", executable, "--input", "in/put:0=x.npy",
                     "--input", "bias=bias.npy", "--expect", "product=product.npy",
                     "--atol", "1e-5", cwd=self.folder, check=code, **more)

    def test_weights_come_from_safetensors_or_npz(self):
        safetensors(self.folder / "a.safetensors", {"w": self.weights})
        np.savez(self.folder / "stored.npz", w=self.weights)
        np.savez_compressed(self.folder / "packed.npz", w=self.weights)
        manifests = set()
        with Daemon() as daemon:
            for name in ("a.safetensors", "stored.npz", "packed.npz"):
                out = self.folder / f"{name}.so"
                answer = daemon.compile(self.program, out, "--file",
                                        f"weights/{name}={self.folder / name}",
                                        "--constant-threshold", "64")
                self.assertEqual(answer["cache"], "miss", "files are in the key")
                manifests.add(answer["manifest"])
                self.run_it(out)
        self.assertEqual(len(manifests), 1, "equal weights are equal programs")

    def test_equal_files_hit_in_any_order(self):
        safetensors(self.folder / "a.safetensors", {"w": self.weights})
        safetensors(self.folder / "b.safetensors", {"unused": self.weights})
        files = ["--file", f"a.safetensors={self.folder / 'a.safetensors'}",
                 "--file", f"b.safetensors={self.folder / 'b.safetensors'}"]
        out = self.folder / "net.so"
        with Daemon() as daemon:
            self.assertEqual(daemon.compile(self.program, out, *files)["cache"],
                             "miss")
            self.assertEqual(daemon.compile(self.program, out, *files[2:],
                                            *files[:2])["cache"], "hit")
            self.assertEqual(daemon.compile(self.program, out,
                                            *files[:2])["cache"], "miss")

    def test_files_that_bind_nothing_are_told(self):
        safetensors(self.folder / "other.safetensors", {"unused": self.weights})
        (self.folder / "w.bin").write_bytes(b"?")
        out = self.folder / "net.so"
        with Daemon() as daemon:
            done = daemon.ingot("compile", self.program, "-o", out, "--file",
                                f"o.safetensors={self.folder / 'other.safetensors'}")
            self.assertIn("'o.safetensors' binds nothing", done.stderr)
            done = daemon.ingot("compile", self.program, "-o", out, "--file",
                                f"w.bin={self.folder / 'w.bin'}", check=1)
            self.assertIn("is of no kind that weights are read from", done.stderr)

    def test_large_files_are_uploaded_once(self):
        large = np.zeros((15 << 16) + 3, "f")  # More than travels inline.
        large[-1] = 7
        safetensors(self.folder / "w.safetensors", {"w": large})
        program = self.write("large.mlir", f"""
            ml_program.global private @w(#ml_program.extern : tensor<{large.size}xf32>)
                : tensor<{large.size}xf32>
            func.func @main() -> tensor<{large.size}xf32> {{
              %w = ml_program.global_load_const @w : tensor<{large.size}xf32>
              %0 = stablehlo.add %w, %w : tensor<{large.size}xf32>
              return %0 : tensor<{large.size}xf32>
            }}""")
        np.save(self.folder / "twice.npy", 2 * large)
        out = self.folder / "large.so"
        with Daemon() as daemon:
            for cache in ("miss", "hit"):
                answer = daemon.compile(
                    program, out, "--file",
                    f"w.safetensors={self.folder / 'w.safetensors'}")
                self.assertEqual(answer["cache"], cache)
        ingot("run", out, "--expect", self.folder / "twice.npy", check=0)

    def test_names_that_lead_elsewhere_are_refused(self):
        with Daemon() as daemon:
            for name in ("../w", "/w", "a/../w", "a\\w", ""):
                done = daemon.ingot("compile", self.program, "--file",
                                    f"{name}={self.program}", check=2)
                self.assertIn("is not NAME=PATH", done.stderr)

    def test_damaged_weights_are_the_programs_fault(self):
        for text, message in ((b"x" * 100, "is no safetensors file"),
                              (b"", "less than eight bytes")):
            self.write("w.safetensors", text)
            with Daemon() as daemon:
                done = daemon.ingot(
                    "compile", self.program, "--file",
                    f"w.safetensors={self.folder / 'w.safetensors'}", check=1)
            self.assertIn(message, done.stderr)

    def test_weights_that_nobody_gave_are_bound_when_it_is_loaded(self):
        out = self.folder / "net.so"
        with Daemon() as daemon:
            daemon.compile(self.program, out)
        safetensors(self.folder / "net.safetensors", {"w": self.weights})
        self.run_it(out)

    def test_errors_list_the_names(self):
        safetensors(self.folder / "w.safetensors", {"w": self.weights})
        out = self.folder / "net.so"
        with Daemon() as daemon:
            daemon.compile(self.program, out, "--file",
                           f"w.safetensors={self.folder / 'w.safetensors'}")
        done = ingot("run", out, "--input", "input=x.npy", cwd=self.folder,
                     check=1)
        self.assertIn("there is in/put:0, bias", done.stderr)
        done = ingot("run", out, "--input", "bias=bias.npy", cwd=self.folder,
                     check=1)
        self.assertIn("there is none for argument 0 'in/put:0'", done.stderr)
        done = ingot("run", out, "--input", "x.npy", "--input", "bias.npy",
                     "--expect", "sum.npy", "--expect", "product.npy", "--json",
                     "--atol", "1e-5", cwd=self.folder, check=0)
        self.assertEqual([result["name"] for result in
                          json.loads(done.stdout)["results"]],
                         ["sum", "product"])


def onnx_model(location, operator="MatMul"):
    """y = operator(in/put:0, w), w of 8x16 in a file."""
    return Onnx.model(
        [Onnx.node(operator, ("in/put:0", "w"), "y", name="encoder/first")],
        [Onnx.external("w", (8, 16), location)],
        [Onnx.value("in/put:0", "batch", 8)], [Onnx.value("y", "batch", 16)],
        producer="test_import")


class OnnxModels(TestCase):
    """A model whose weights are in a file beside it."""

    def setUp(self):
        super().setUp()
        random = np.random.default_rng(0)
        weights = random.normal(size=(8, 16)).astype("f")
        x = random.normal(size=(3, 8)).astype("f")
        (self.folder / "data").mkdir()
        (self.folder / "data" / "w.bin").write_bytes(weights.tobytes())
        self.model = self.write("net.onnx", onnx_model("data/w.bin"))
        np.save(self.folder / "x.npy", x)
        np.save(self.folder / "y.npy", x @ weights)

    def run_it(self, executable):
        ingot("run", executable, "--input", "in/put:0=x.npy", "--expect",
              "y=y.npy", "--atol", "1e-5", cwd=self.folder, check=0)

    def test_external_data_goes_along(self):
        with Daemon() as daemon:
            daemon.compile(self.model, self.folder / "net.so")
            self.run_it("net.so")
            elsewhere = self.folder / "elsewhere"
            elsewhere.mkdir()
            alone = elsewhere / "net.onnx"
            alone.write_bytes(self.model.read_bytes())
            done = daemon.ingot("compile", alone, check=2)
            self.assertIn("needs the file 'data/w.bin'", done.stderr)
            self.assertIn("--file 'data/w.bin=PATH'", done.stderr)
            again = daemon.compile(
                alone, self.folder / "again.so", "--file",
                f"data/w.bin={self.folder / 'data' / 'w.bin'}")
            self.assertEqual(again["cache"], "hit", "files are named by content")

    def test_places_outside_of_the_folder_are_refused(self):
        outside = self.write("secret", b"x" * 512)
        folder = self.folder / "model"
        folder.mkdir()
        (folder / "link").symlink_to(outside)
        with Daemon() as daemon:
            for location in ("../secret", str(outside), "link"):
                model = folder / "net.onnx"
                model.write_bytes(onnx_model(location))
                done = daemon.ingot("check", model, check=2)
                self.assertIn("folder of the", done.stderr)
            self.assertEqual(daemon.stats()["requests"], 0, "nothing was sent")

    def test_models_are_described_in_their_own_words(self):
        with Daemon() as daemon:
            done = daemon.ingot("inspect", self.model, "--json", check=0)
            answer = json.loads(done.stdout)
            self.assertEqual(answer["format"], "ONNX model")
            self.assertIn("17", answer["producer"])
            self.assertIn("test_import", answer["producer"])
            self.assertEqual(answer["entry_points"][0]["inputs"],
                             [{"name": "in/put:0", "type": "?x8xf32"}])
            self.assertEqual(answer["entry_points"][0]["outputs"],
                             [{"name": "y", "type": "?x16xf32"}])
            self.assertEqual(answer["operators"], {"MatMul": 1})
            self.assertEqual(answer["parameters"],
                             {"elements": 128, "bytes": 512})
            self.assertEqual(answer["findings"], [])

    def test_operators_at_fault_are_named_by_their_node(self):
        self.model.write_bytes(onnx_model("data/w.bin", "MatMall"))
        with Daemon() as daemon:
            done = daemon.ingot("check", self.model, check=1)
        self.assertIn("MatMall", done.stderr)
        self.assertIn("encoder/first", done.stderr)

    def test_it_goes_out_and_comes_in(self):
        with Daemon() as daemon:
            whole = daemon.compile(self.model, self.folder / "net.so",
                                   "--constant-threshold", "64")
            for form in ("func", "ml_program"):
                out = self.folder / f"{form}.mlir"
                daemon.ingot("import", self.model, "-o", out, "--form", form,
                             "--constant-threshold", "64", check=0)
                again = daemon.compile(out, self.folder / f"{form}.so",
                                       "--constant-threshold", "64")
                self.assertEqual(again["kernels"]["built"], 0)
                self.assertEqual(described(self.folder / f"{form}.so"),
                                 described(self.folder / "net.so"))
                self.run_it(f"{form}.so")
        self.assertTrue((self.folder / "ml_program.weights.safetensors").exists())


class SavedModels(TestCase):
    """A folder goes in as one program."""

    def setUp(self):
        super().setUp()
        self.saved = self.folder / "saved"
        (self.saved / "assets").mkdir(parents=True)
        graph = Tf.graph([Tf.placeholder("in", (2, 3)),
                          Tf.node("Relu", "out", ("in",), T=Tf.type(Tf.FLOAT))])
        (self.saved / "saved_model.pb").write_bytes(Tf.saved_model(
            graph, {"serving_default": ({"x": ("in:0", (2, 3))},
                                        {"y": ("out:0", (2, 3))})}))
        (self.saved / "assets" / "words.txt").write_text("not read")

    def test_signatures_are_entry_points_with_names(self):
        x = np.array([[1, -2, 3], [-4, 5, -6]], "f")
        np.save(self.folder / "x.npy", x)
        np.save(self.folder / "y.npy", np.maximum(x, 0))
        with Daemon() as daemon:
            for path, cache in ((self.saved, "miss"), (f"{self.saved}/", "hit"),
                                (self.saved / "saved_model.pb", "hit")):
                answer = daemon.compile(path, self.folder / "net.so")
                self.assertEqual(answer["cache"], cache, "all are one program")
            done = daemon.ingot("inspect", self.saved, "--json", check=0)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["format"], "TensorFlow model")
        self.assertEqual(answer["entry_points"],
                         [{"name": "serving_default",
                           "inputs": [{"name": "x", "type": "2x3xf32"}],
                           "outputs": [{"name": "y", "type": "2x3xf32"}]}])
        self.assertEqual(answer["operators"]["Relu"], 1)
        ingot("run", "net.so", "--input", "x=x.npy", "--expect", "y=y.npy",
              cwd=self.folder, check=0)

    def test_each_of_several_signatures_runs(self):
        graph = Tf.graph([Tf.placeholder("in", (3,)), Tf.placeholder("code", (3,)),
                          Tf.node("Neg", "encoded", ("in",), T=Tf.type(Tf.FLOAT)),
                          Tf.node("Relu", "decoded", ("code",), T=Tf.type(Tf.FLOAT))])
        (self.saved / "saved_model.pb").write_bytes(Tf.saved_model(
            graph, {"encode": ({"x": ("in:0", (3,))}, {"code": ("encoded:0", (3,))}),
                    "decode": ({"code": ("code:0", (3,))}, {"x": ("decoded:0", (3,))})}))
        np.save(self.folder / "x.npy", np.array([1, -2, 3], "f"))
        np.save(self.folder / "code.npy", np.array([-1, 2, -3], "f"))
        np.save(self.folder / "back.npy", np.array([0, 2, 0], "f"))
        with Daemon() as daemon:
            daemon.compile(self.saved, self.folder / "net.so")
        ingot("run", "net.so", "--entry", "encode", "--input", "x=x.npy",
              "--expect", "code=code.npy", cwd=self.folder, check=0)
        ingot("run", "net.so", "--entry", "decode", "--input", "code=code.npy",
              "--expect", "x=back.npy", cwd=self.folder, check=0)
        done = ingot("run", "net.so", "--input", "x=x.npy", cwd=self.folder, check=2)
        self.assertIn("encode", done.stderr)
        self.assertIn("decode", done.stderr)

    def test_links_that_leave_the_folder_are_refused(self):
        (self.saved / "assets" / "link").symlink_to(self.write("secret", "x"))
        with Daemon() as daemon:
            done = daemon.ingot("compile", self.saved, check=2)
            self.assertIn("leads out of the folder", done.stderr)
            self.assertEqual(daemon.stats()["requests"], 0)

    def test_other_folders_are_no_programs(self):
        with Daemon() as daemon:
            done = daemon.ingot("compile", self.folder, check=2)
        self.assertIn("no SavedModel", done.stderr)


class Inspect(TestCase):
    def inspect(self, path, code=0, *arguments):
        with Daemon() as daemon:
            done = daemon.ingot("inspect", path, "--json", *arguments,
                                check=code)
        return json.loads(done.stdout)

    def test_programs_say_what_they_are(self):
        answer = self.inspect(DATA / "wake_alexa" / "model.tosa.mlir")
        self.assertEqual(answer["format"], "MLIR text")
        self.assertEqual(answer["entry_points"][0]["inputs"][0]["type"],
                         "1x3x40xi8")
        self.assertGreater(answer["operators"]["tosa.conv2d"], 0)
        self.assertGreater(answer["parameters"]["elements"], 10000)
        self.assertEqual(answer["findings"], [])
        answer = self.inspect(DATA / "ppocr_cls" /
                              "model.linalg_mlprogram.mlirbc")
        self.assertEqual(answer["format"], "MLIR bytecode")

    def test_what_would_not_compile_is_listed(self):
        program = self.write("net.mlir", """
            func.func @main(%x: tensor<4xf32> {ingot.name = "x"}) -> tensor<4xf32> {
              %0 = stablehlo.custom_call @unheard_of(%x)
                  : (tensor<4xf32>) -> tensor<4xf32> loc("layer/7")
              return %0 : tensor<4xf32>
            }""")
        answer = self.inspect(program, 1)
        self.assertEqual(answer["operators"], {"stablehlo.custom_call": 1})
        self.assertEqual(answer["entry_points"][0]["inputs"],
                         [{"name": "x", "type": "4xf32"}])
        [finding] = answer["findings"]
        self.assertIn("unheard_of", finding["message"])
        self.assertEqual(finding["node"], "layer/7")
        with Daemon() as daemon:
            done = daemon.ingot("check", program, check=1)
        self.assertIn("net.mlir: at 'layer/7': error: ", done.stderr)

    def test_what_cannot_be_read_has_findings_only(self):
        answer = self.inspect(self.write("x.mlir", "func.func @main("), 1)
        self.assertNotIn("format", answer)
        self.assertEqual(answer["findings"][0]["severity"], "error")

    def test_names_of_any_bytes_are_printable(self):
        program = self.write("x.mlir", b"""
            func.func @main(%x: tensor<4xf32> {ingot.name = "\\FF\\0A\xc3\xa4"})
                -> tensor<4xf32> {
              %0 = stablehlo.custom_call @none(%x)
                  : (tensor<4xf32>) -> tensor<4xf32> loc("\\80\\1B")
              return %0 : tensor<4xf32>
            }""")
        answer = self.inspect(program, 1)
        self.assertEqual(answer["entry_points"][0]["inputs"][0]["name"],
                         "??\u00e4")
        self.assertEqual(answer["findings"][0]["node"], "??")


class Import(TestCase):
    """A program that went out and came in again compiles to the same."""

    def check_forms(self, source, *arguments):
        with Daemon() as daemon:
            whole = daemon.compile(source, self.folder / "whole.so", *arguments)
            for form in ("func", "ml_program"):
                out = self.folder / f"{form}.mlir"
                daemon.ingot("import", source, "-o", out, "--form", form,
                             *arguments, check=0)
                again = daemon.compile(out, self.folder / "again.so")
                self.assertEqual(again["kernels"]["built"], 0, form)
                # The rest may say "at line 7" in messages of the run.
                self.assertEqual(described(self.folder / "again.so"),
                                 described(self.folder / "whole.so"), form)
        text = (self.folder / "ml_program.mlir").read_text()
        weights = self.folder / "ml_program.weights.safetensors"
        self.assertEqual("#ml_program.extern" in text, weights.exists())
        self.assertNotIn("ml_program.extern",
                         (self.folder / "func.mlir").read_text())
        return text

    def test_tosa(self):
        text = self.check_forms(DATA / "wake_alexa" / "model.tosa.mlir")
        self.assertIn("tosa.conv2d", text)

    def test_linalg_in_bytecode(self):
        self.check_forms(DATA / "ppocr_cls" / "model.linalg_mlprogram.mlirbc")

    def test_pytorch_becomes_stablehlo(self):
        weights = np.arange(1024, dtype="f").tobytes().hex()
        program = self.write("torch.mlir", f"""
            func.func @main(%x: !torch.vtensor<[4,32],f32> {{ingot.name = "x"}})
                -> (!torch.vtensor<[4,32],f32> {{ingot.name = "y"}}) {{
              %w = torch.vtensor.literal(dense<"0x{weights}"> : tensor<32x32xf32>)
                  : !torch.vtensor<[32,32],f32>
              %0 = torch.aten.mm %x, %w : !torch.vtensor<[4,32],f32>,
                  !torch.vtensor<[32,32],f32> -> !torch.vtensor<[4,32],f32>
              return %0 : !torch.vtensor<[4,32],f32>
            }}""")
        text = self.check_forms(program)
        self.assertIn("stablehlo.dot", text)
        self.assertIn('ingot.name = "x"', text)
        self.assertNotIn("torch", text)

    @needs_shared("models")
    def test_models(self):
        for name in ("jax_mlp/model_inline.vhlo.mlirbc",
                     "basic_pitch/model.torch_onnx.mlir",
                     "silero_vad/model.torch.mlir"):
            with self.subTest(name):
                self.check_forms(SHARED / "models" / name)

    @unittest.skipUnless(shutil.which("iree-compile"),
                         "needs iree-compile, which is not here")
    @needs_shared("models")
    def test_iree_reads_the_text(self):
        # Lookups by indices of unknown number are beyond IREE, so one gets its sizes.
        # It has a fault of its own with every form of silero_vad.
        for name, *sizes in (
                ("jax_mlp/model_inline.vhlo.mlirbc",),
                ("jax_mobilenet_v2_035/model.stablehlo.mlirbc",),
                ("ppocr_cls/model.static.onnx",), ("tf_mlp/graph.pb",),
                ("basic_pitch/model.static.onnx",),
                ("minilm_l6_w8/model.onnx", *["1x32xi64"] * 3)):
            with self.subTest(name):
                out = self.folder / "net.mlir"
                types = [word for size in sizes for word in ("--input-type", size)]
                with Daemon() as daemon:
                    daemon.ingot("import", SHARED / "models" / name, "-o", out, *types,
                                 check=0)
                done = subprocess.run(
                    ["iree-compile", out, "--iree-hal-target-device=local",
                     "--iree-hal-local-target-device-backends=llvm-cpu",
                     "-o", self.folder / "net.vmfb"],
                    capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr[:2000])

    def test_the_text_goes_to_standard_output(self):
        with Daemon() as daemon:
            done = daemon.ingot("import", DATA / "wake_alexa" / "model.tosa.mlir",
                                check=0)
        self.assertTrue("tosa.conv2d" in done.stdout)


if __name__ == "__main__":
    unittest.main()
