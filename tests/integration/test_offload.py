"""Ops that a target hands to a library: which, with what numbers, and what is said where
the library is not there. All models that test_models.py runs are run once more for
x86-64+dnnl."""
import json
import unittest

import numpy as np

import test_models
from harness import BIN, Daemon, TestCase, ingot, needs_shared

LIBRARY = BIN.parent / "lib" / "libingot-dnnl.so"
needs_dnnl = unittest.skipUnless(LIBRARY.exists(), "needs libingot-dnnl.so, which is built "
                                 "where libdnnl-dev is installed")

# A product that is worth a call, with what is done to its result, and one that is not.
PROGRAM = """
func.func @main(%x: tensor<64x512xf32>, %w: tensor<512x256xf32>, %b: tensor<256xf32>,
                %s: tensor<4x4xf32>) -> (tensor<64x256xf32>, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<64x256xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x512xf32>, tensor<512x256xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<256xf32>) -> tensor<64x256xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x256xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<64x256xf32>
  %4 = stablehlo.dot_general %s, %s, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3, %4 : tensor<64x256xf32>, tensor<4x4xf32>
}
"""


SOFTMAX = """
func.func @main(%x: tensor<64x300xf32>) -> tensor<64x300xf32> {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<64x300xf32>, tensor<f32>) -> tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x300xf32>
  %d = stablehlo.subtract %x, %mb : tensor<64x300xf32>
  %e = stablehlo.exponential %d : tensor<64x300xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x300xf32>, tensor<f32>) -> tensor<64xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x300xf32>
  %r = stablehlo.divide %e, %sb : tensor<64x300xf32>
  return %r : tensor<64x300xf32>
}
"""


# Rows of 300 numbers; of what the squares are divided by, a layer norm has the 300.
LAYER_NORM = """
func.func @main(%x: tensor<64x300xf32>, %g: tensor<300xf32>, %b: tensor<300xf32>) -> tensor<64x300xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<300.0> : tensor<64xf32>
  %d = stablehlo.constant dense<DIVISOR> : tensor<64xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<64xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x300xf32>, tensor<f32>) -> tensor<64xf32>
  %m = stablehlo.divide %s, %n : tensor<64xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x300xf32>
  %c = stablehlo.subtract %x, %mb : tensor<64x300xf32>
  %q = stablehlo.multiply %c, %c : tensor<64x300xf32>
  %t = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x300xf32>, tensor<f32>) -> tensor<64xf32>
  %v = stablehlo.divide %t, %d : tensor<64xf32>
  %ve = stablehlo.add %v, %eps : tensor<64xf32>
  %r = stablehlo.rsqrt %ve : tensor<64xf32>
  %rb = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<64xf32>) -> tensor<64x300xf32>
  %y = stablehlo.multiply %c, %rb : tensor<64x300xf32>
  %gb = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<300xf32>) -> tensor<64x300xf32>
  %yg = stablehlo.multiply %y, %gb : tensor<64x300xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<300xf32>) -> tensor<64x300xf32>
  %z = stablehlo.add %yg, %bb : tensor<64x300xf32>
  return %z : tensor<64x300xf32>
}
"""


class Offload(TestCase):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(3)
        self.inputs = [random.standard_normal(s).astype(np.float32)
                       for s in ((64, 512), (512, 256), (256,), (4, 4))]
        self.source = self.write("m.mlir", PROGRAM)

    def run_it(self, *arguments, check=0):
        for i, array in enumerate(self.inputs):
            np.save(self.folder / f"in_{i}.npy", array)
            arguments += ("--input", self.folder / f"in_{i}.npy")
        out = self.folder / "out"
        done = ingot("run", self.folder / "m.so", *arguments, "--output-dir", out, check=check)
        if check == 0:
            x, w, b, s = (array.astype(np.float64) for array in self.inputs)
            np.testing.assert_allclose(np.load(out / "output_0.npy"), np.maximum(x @ w + b, 0),
                                       rtol=1e-4, atol=1e-4)
            np.testing.assert_allclose(np.load(out / "output_1.npy"), s @ s, rtol=1e-4)
        return done.stderr

    @needs_dnnl
    def test_what_wins_goes_to_the_library_with_what_follows_it(self):
        with Daemon() as daemon:
            made = daemon.compile(self.source, self.folder / "m.so", "--target", "x86-64+dnnl")
        self.assertEqual([op["name"] for op in made["custom_ops"]], ["dnnl.matmul"])
        attributes = json.loads(made["custom_ops"][0]["attributes"])
        self.assertEqual([step["op"] for step in attributes["steps"]], ["add", "max"])
        self.assertEqual(attributes["library"],
                         {"name": "dnnl", "file": "libingot-dnnl.so", "version": "2.6"})
        self.run_it()
        self.run_it("--threads", "2")

    @needs_dnnl
    def test_softmax_goes_to_the_library_as_a_whole(self):
        x = (8 * np.random.default_rng(4).standard_normal((64, 300))).astype(np.float32)
        np.save(self.folder / "x.npy", x)
        with Daemon() as daemon:
            for more in ([], ["--offload", "prefer"]):
                made = daemon.compile(self.write("s.mlir", SOFTMAX), self.folder / "s.so",
                                      "--target", "x86-64+dnnl", *more)
                self.assertIn("dnnl.softmax", [op["name"] for op in made["custom_ops"]])
                out = self.folder / "out"
                ingot("run", self.folder / "s.so", "--input", self.folder / "x.npy",
                      "--output-dir", out, check=0)
                e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
                np.testing.assert_allclose(np.load(out / "output_0.npy"),
                                           e / e.sum(axis=1, keepdims=True), rtol=1e-5)

    @needs_dnnl
    def test_layer_norm_goes_to_the_library_and_what_only_looks_like_it_does_not(self):
        random = np.random.default_rng(5)
        x, g, b = (2 + 3 * random.standard_normal(s).astype(np.float32)
                   for s in ((64, 300), (300,), (300,)))
        inputs = []
        for name, array in (("x", x), ("g", g), ("b", b)):
            np.save(self.folder / f"{name}.npy", array)
            inputs += ["--input", self.folder / f"{name}.npy"]
        centred = x - x.mean(axis=1, keepdims=True, dtype=np.float64)
        with Daemon() as daemon:
            for divisor, isNorm in ((300, True), (299, False)):
                source = self.write("n.mlir", LAYER_NORM.replace("DIVISOR", f"{divisor}.0"))
                for more in ([], ["--offload", "prefer"]):
                    made = daemon.compile(source, self.folder / "n.so", "--target",
                                          "x86-64+dnnl", *more)
                    self.assertEqual("dnnl.layer_norm" in [op["name"] for op in
                                                           made.get("custom_ops", [])], isNorm)
                    out = self.folder / "out"
                    ingot("run", self.folder / "n.so", *inputs, "--output-dir", out, check=0)
                    variance = (centred ** 2).sum(axis=1, keepdims=True) / divisor
                    np.testing.assert_allclose(np.load(out / "output_0.npy"),
                                               centred / np.sqrt(variance + 1e-5) * g + b,
                                               rtol=1e-5, atol=1e-5)

    def test_check_says_what_goes_to_the_library_and_why_the_rest_stays(self):
        with Daemon() as daemon:
            def check(*arguments):
                done = daemon.ingot("check", self.source, *arguments)
                self.assertEqual(done.returncode, 0, done.stderr)
                return done
            text = check("--target", "x86-64+dnnl").stderr
            self.assertEqual(text.count("remark:"), 1)
            self.assertIn("op is computed by dnnl.matmul, about ", text)
            self.assertEqual(check("--target", "x86-64").stderr.count("remark:"), 0)

            found = json.loads(check("--target", "x86-64+dnnl", "--explain-placement",
                                     "--json").stdout)["findings"]
            large, small = (finding["placement"] for finding in found)
            self.assertEqual((large["by"], small["by"]), ("dnnl.matmul", "kernel"))
            self.assertEqual(large["multiplications"], 64 * 512 * 256)
            kernel, library = large["candidates"]
            self.assertLess(library["microseconds"], kernel["microseconds"])
            self.assertEqual(kernel["cause"], {"kind": "work"})
            _, refused = small["candidates"]
            self.assertTrue(refused["able"])
            self.assertEqual(refused["cause"], {"kind": "work"})
            self.assertIn("too little work for a call", refused["reason"])

            sarif = json.loads(check("--target", "x86-64+dnnl", "--explain-placement",
                                     "--format", "sarif").stdout)
            self.assertEqual([result["properties"]["placement"]["by"]
                              for result in sarif["runs"][0]["results"]],
                             ["dnnl.matmul", "kernel"])
            # A part has its target, and the reasons of that.
            part = check("--target", "x86-64", "--place", "stablehlo.dot_general=x86-64+dnnl",
                         "--explain-placement").stderr
            self.assertIn("dnnl.matmul", part)
            self.assertIn("its part is placed on 'x86-64+dnnl'", part)

    @needs_dnnl
    def test_a_part_brings_its_library(self):
        with Daemon() as daemon:
            made = daemon.compile(self.source, self.folder / "m.so", "--target", "x86-64",
                                  "--place", "stablehlo.dot_general=x86-64+dnnl")
        (op,) = made["custom_ops"]
        self.assertEqual(json.loads(op["attributes"])["library"]["file"], "libingot-dnnl.so")
        self.run_it()

    def test_by_cost_a_part_gets_what_its_library_does_faster(self):
        """Its own kernels are those of the request's target."""
        with Daemon() as daemon:
            made = daemon.compile(self.source, self.folder / "m.so", "--target", "x86-64",
                                  "--place", "*=x86-64+dnnl")
            (op,) = made["custom_ops"]
            self.assertEqual(op["name"], "dnnl.matmul")
            done = daemon.ingot("check", self.source, "--target", "x86-64", "--place",
                                "*=x86-64+dnnl", "--explain-placement", "--json", check=0)
            of_targets = [f["placement"] for f in json.loads(done.stdout)["findings"]
                          if f.get("placement", {}).get("by") == "target x86-64+dnnl"]
            own, part = of_targets[0]["candidates"]
            self.assertEqual(part["by"], "target x86-64+dnnl")
            self.assertLess(2 * part["microseconds"], own["microseconds"])
            # Where our kernels win there is nothing for it.
            made = daemon.compile(self.source, self.folder / "v4.so", "--target", "x86-64-v4",
                                  "--place", "*=x86-64-v4+dnnl")
            self.assertNotIn("custom_ops", made)
        self.run_it()

    def test_where_our_kernels_win_nothing_is_offloaded(self):
        with Daemon() as daemon:
            made = daemon.compile(self.source, self.folder / "m.so", "--target",
                                  "x86-64-v4+dnnl")
        self.assertNotIn("custom_ops", made)

    def test_without_the_library_an_executable_says_what_it_needs(self):
        absent = self.write("absent.textproto", """
            target { base: "x86-64+dnnl"
                     libraries { name: "dnnl" file: "libingot-absent.so" version: "2.6" } }""")
        with Daemon() as daemon:
            daemon.compile(self.source, self.folder / "m.so", "--target", absent)
        said = self.run_it(check=2)
        self.assertIn("dnnl.matmul needs the library 'dnnl' 2.6 (libingot-absent.so)", said)

    def test_with_prefer_compiled_code_stands_in_for_an_absent_library(self):
        absent = self.write("absent.textproto", """
            target { base: "x86-64+dnnl"
                     libraries { name: "dnnl" file: "libingot-absent.so" version: "2.6" } }""")
        with Daemon() as daemon:
            for target in (absent, "x86-64+dnnl"):
                made = daemon.compile(self.source, self.folder / "m.so", "--target", target,
                                      "--offload", "prefer")
                self.assertEqual([op["name"] for op in made["custom_ops"]],
                                 ["dnnl.present", "dnnl.matmul"])
                self.run_it()
                self.run_it("--threads", "2")
            # Another key than that of code that needs the library.
            needs = daemon.compile(self.source, self.folder / "m.so", "--target", "x86-64+dnnl")
            self.assertEqual(needs["cache"], "miss")
            done = daemon.ingot("compile", self.source, "--offload", "never")
            self.assertNotEqual(done.returncode, 0)

    def test_a_library_that_has_no_table_is_an_error_of_the_description(self):
        wrong = self.write("wrong.textproto", """
            target { base: "x86-64" phases {
                       name: "plan" pipeline: "ingot-offload{library=blas}" } }""")
        with Daemon() as daemon:
            done = daemon.ingot("compile", self.source, "-o", self.folder / "m.so", "--target",
                                wrong)
        self.assertIn(done.returncode, (1, 2), done.stderr)
        self.assertIn("there is no table of a library 'blas'; there are cmsisnn, dnnl, xnnpack", done.stderr)


@needs_dnnl
@needs_shared("models")
class OffloadedModels(test_models.SharedModels):
    TARGET = ("--target", "x86-64+dnnl")


if __name__ == "__main__":
    unittest.main()
