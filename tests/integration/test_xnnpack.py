"""Quantised ops that a target hands to XNNPACK: which, how near to our own kernels, whose
filters they take, and what stands in for the library where it is absent."""
import json
import subprocess
import sys
import unittest

import numpy as np

import harness
from harness import BIN, DATA, ROOT, SHARED, Daemon, TestCase, ingot, needs_shared

sys.path.append(str(ROOT / "tests" / "bench"))
from quantised_layers import Conv, Dense  # noqa: E402

LIBRARY = BIN.parent / "lib" / "libingot-xnnpack.so"
needs_xnnpack = unittest.skipUnless(LIBRARY.exists(), "needs libingot-xnnpack.so, which is built "
                                    "where libxnnpack-dev is installed")
TARGET = "x86-64+xnnpack"
# The one function that each of these hands over; all else stays.
PUBLIC = {"conv_2d_int8_same_stride2_relu6": "convolution",
          "conv_2d_int8_stride_uneven": "convolution",
          "depthwise_conv_2d_int8_same_stride2_relu6": "depthwise",
          "depthwise_conv_2d_int8_stride_uneven": "depthwise",
          "fully_connected_int8_plain": "fully_connected",
          "fully_connected_int8_no_bias_per_channel": "fully_connected",
          "fully_connected_int8_keep_dims": "fully_connected"}
EVERYTHING = """target {
  base: "x86-64"
  phases { name: "decompose" pipeline: "ingot-offload{library=xnnpack all=true}" }
  libraries { name: "xnnpack" file: "FILE" version: "0" }
}"""


class Everything(TestCase):
    def everything(self, file="libingot-xnnpack.so"):
        return self.write("everything.textproto", EVERYTHING.replace("FILE", file))


class XnnPack(Everything):
    def layer(self, layer, seed=1):
        """The file of a program, and its argument."""
        program, _ = layer.program(np.random.default_rng(seed))
        source = self.write("layer.mlir", program)
        shape = ((1, *layer.size, layer.channels) if isinstance(layer, Conv)
                 else (layer.rows, layer.channels))
        x = np.random.default_rng(seed + 100).integers(-128, 128, shape, np.int8)
        np.save(self.folder / "x.npy", x)
        return source

    def run_it(self, executable, *arguments, check=0):
        """The results."""
        out = self.folder / "out"
        done = ingot("run", executable, "--input", self.folder / "x.npy", "--output-dir", out,
                     *arguments, check=check)
        if check:
            return done.stderr
        return [np.load(path) for path in sorted(out.glob("output_*.npy"))]

    def assertNear(self, got, want):
        """At most one step off, on at most 1 % of the elements."""
        self.assertEqual((got.dtype, got.shape), (want.dtype, want.shape))
        steps = np.abs(got.astype(int) - want)
        self.assertLessEqual(steps.max(), 1)
        self.assertLessEqual((steps != 0).mean(), 0.01)
        self.assertGreater(np.unique(want).size, 50, "a result that tells nothing")

    @needs_xnnpack
    def test_layers_are_as_near_as_tflites_own_delegate(self):
        everything, made = self.everything(), self.folder / "m.so"
        with Daemon() as daemon:
            for layer, function in ((Conv(14, 24, 40, 3), "convolution"),
                                    (Conv((9, 17), 16, 32, (1, 5), 2), "convolution"),
                                    (Conv(20, 48, 32, 1), "convolution"),
                                    (Conv(15, 40, None, 3, 2), "depthwise"),
                                    (Dense(7, 300, 90), "fully_connected")):
                with self.subTest(layer.name):
                    source = self.layer(layer)
                    daemon.compile(source, made)
                    want, = self.run_it(made)
                    answer = daemon.compile(source, made, "--target", everything)
                    self.assertEqual([op["name"] for op in answer["custom_ops"]],
                                     [f"xnnpack.{function}"])
                    got, = self.run_it(made)
                    self.assertNear(got, want)
                    # Threads make no difference, nor do further calls.
                    for threads in ("1", "2"):
                        again, = self.run_it(made, "--threads", threads, "--repeat", "3")
                        np.testing.assert_array_equal(again, got)

    @needs_xnnpack
    def test_what_wins_goes_to_the_library_and_the_rest_stays(self):
        with Daemon() as daemon:
            made = daemon.compile(self.layer(Conv(28, 64, 64, 3)), self.folder / "m.so",
                                  "--target", TARGET)
            op, = made["custom_ops"]
            self.assertEqual(op["name"], "xnnpack.convolution")
            self.assertEqual(json.loads(op["attributes"])["library"],
                             {"name": "xnnpack", "file": "libingot-xnnpack.so", "version": "0"})
            small = daemon.compile(self.layer(Conv(4, 4, 4, 1)), self.folder / "m.so",
                                   "--target", TARGET)
            self.assertNotIn("custom_ops", small)

    @needs_xnnpack
    def test_sites_that_are_alike_have_filters_of_their_own(self):
        # One entry of the executable's table serves both.
        texts, wanted = [], []
        with Daemon() as daemon:
            made = self.folder / "m.so"
            for seed in (1, 2):
                program = self.layer(Conv(10, 16, 16, 3), seed).read_text()
                texts.append(program.replace("@main", f"private @f{seed}"))
            self.layer(Conv(10, 16, 16, 3))
            kind = "tensor<1x10x10x16xi8>"
            both = self.write("both.mlir", "".join(texts) + f"""
                func.func @main(%x: {kind}) -> ({kind}, {kind}) {{
                  %0 = func.call @f1(%x) : ({kind}) -> {kind}
                  %1 = func.call @f2(%x) : ({kind}) -> {kind}
                  return %0, %1 : {kind}, {kind}
                }}""")
            daemon.compile(both, made)
            wanted = self.run_it(made)
            # Constants beside the executable, and in its code.
            for place in ((), ("--constant-threshold", "1000000000")):
                answer = daemon.compile(both, made, "--target", self.everything(), *place)
                self.assertEqual(len(answer["custom_ops"]), 1)
                for got, want in zip(self.run_it(made, "--repeat", "2"), wanted):
                    self.assertNear(got, want)
        self.assertFalse(np.array_equal(*wanted))

    def test_without_the_library_an_executable_says_what_it_needs(self):
        with Daemon() as daemon:
            daemon.compile(self.layer(Conv(10, 16, 16, 3)), self.folder / "m.so", "--target",
                           self.everything("libingot-absent.so"))
        said = self.run_it(self.folder / "m.so", check=2)
        self.assertIn("xnnpack.convolution needs the library 'xnnpack' 0 (libingot-absent.so)",
                      said)

    def test_with_prefer_our_kernels_stand_in_for_an_absent_library(self):
        made = self.folder / "m.so"
        with Daemon() as daemon:
            for layer in (Conv(10, 16, 16, 3), Conv(10, 16, None, 3), Dense(3, 64, 32)):
                source = self.layer(layer)
                daemon.compile(source, made)
                want, = self.run_it(made)
                for file in ("libingot-absent.so", LIBRARY.name):
                    answer = daemon.compile(source, made, "--target", self.everything(file),
                                            "--offload", "prefer")
                    names = [op["name"] for op in answer["custom_ops"]]
                    self.assertEqual(names[0], "xnnpack.present")
                    self.assertEqual(len(names), 2)
                    got, = self.run_it(made)
                    if file == LIBRARY.name and LIBRARY.exists():
                        self.assertNear(got, want)
                    else:
                        np.testing.assert_array_equal(got, want)

    def test_check_says_what_goes_to_the_library_and_why_the_rest_stays(self):
        with Daemon() as daemon:
            def placements(layer):
                done = daemon.ingot("check", self.layer(layer), "--target", TARGET,
                                    "--explain-placement", "--json", check=0)
                return [one["placement"] for one in json.loads(done.stdout)["findings"]]

            large = placements(Conv(28, 64, 64, 3))
            self.assertEqual(large[0]["by"], "xnnpack.convolution")
            self.assertEqual(large[0]["multiplications"], Conv(28, 64, 64, 3).work)
            kernel, library = large[0]["candidates"]
            self.assertEqual(kernel["cause"], {"kind": "work"})
            self.assertGreater(library["microseconds"], 0)
            small = placements(Conv(4, 4, 4, 1))
            self.assertEqual(small[0]["by"], "kernel")
            self.assertIn("too little work for a call", small[0]["candidates"][1]["reason"])
            text = daemon.ingot("check", self.layer(Conv(28, 64, 64, 3)), "--target", TARGET,
                                check=0).stderr
            self.assertEqual(text.count("is computed by xnnpack.convolution"), 1)
            self.assertEqual(text.count("remark:"), 1)


@needs_xnnpack
class QuantisedModels(Everything):
    """Everything that the rows take is handed over, be it slower."""

    def run_wake(self, daemon, folder):
        executable = self.folder / "wake.so"
        answer = daemon.compile(folder / "model.tflite", executable, "--target",
                                self.everything())
        self.assertTrue(answer["custom_ops"])
        out = self.folder / "out"
        daemon.ingot("run", executable, "--input", folder / "input_0.npy", "--frames",
                     "--output-dir", out, check=0)
        got, want = np.load(out / "output_0.npy"), np.load(folder / "expected_0.npy")
        # A probability as a byte, behind a dozen layers and the state of all frames before.
        got = got.reshape(want.shape).astype(int)
        self.assertLessEqual(np.abs(got - want).max(), 16)
        self.assertLessEqual((got != want).mean(), 0.2)
        np.testing.assert_array_equal(got >= 128, want >= 128)

    def test_a_wake_word(self):
        with Daemon() as daemon:
            self.run_wake(daemon, DATA / "wake_alexa")

    @needs_shared("models")
    def test_the_other_wake_word(self):
        with Daemon() as daemon:
            self.run_wake(daemon, SHARED / "models" / "wake_okay_nabu")

    @needs_shared("frontends")
    def test_public_cases_are_at_most_one_step_off(self):
        harness.unpack(SHARED / "frontends" / "tflite" / "cases.tar.zst", self.folder)
        out = self.folder / "records.json"
        subprocess.run([sys.executable, ROOT / "tests" / "conformance" / "frontend_cases.py",
                        "--root", self.folder / "cases", "--out", out, "--target",
                        self.everything(), "--only", "int8|uint8|conv|dense|fully"],
                       check=True, capture_output=True, timeout=800)
        records = json.loads(out.read_text())
        self.assertGreater(len(records), 200)
        calls = {record["case"]: record["custom_ops"] for record in records}
        for case, function in PUBLIC.items():
            self.assertEqual(calls[case], [f"xnnpack.{function}"], case)
        self.assertGreater(sum(map(bool, calls.values())), 30)
        wrong = [record for record in records if not record["right"]]
        for record in wrong:
            with self.subTest(record["case"]):
                self.assertTrue(record["executed"], record["reason"])
                # Results that are dequantised are floats.
                if "floatio" not in record["case"]:
                    self.assertIn("by 1 at most", record["reason"])
        self.assertLess(len(wrong), len(records) / 20)


if __name__ == "__main__":
    unittest.main()
