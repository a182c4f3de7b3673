"""One program for several targets: a file each, or one fat file."""
import json
import platform
import unittest

import numpy

from harness import ROOT, Daemon, TestCase, ingot
from test_initialisers import layer
from test_rebind import read_safetensors, write_safetensors


@unittest.skipUnless(platform.machine() == "x86_64", "runs x86-64 code")
class Fat(TestCase):
    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(3)
        self.x = random.standard_normal((2, 48)).astype("f")
        self.old, self.new = random.standard_normal((2, 48, 32)).astype("f")
        numpy.save(self.folder / "x.npy", self.x)
        self.program = self.write("layer.mlir", layer(self.old))
        self.fat = self.folder / "fat.so"

    def expect(self, executable, weights):
        expected = self.folder / "expected.npy"
        numpy.save(expected, self.x @ numpy.exp(weights))
        ingot("run", executable, "--input", self.folder / "x.npy",
              "--expect", expected, "--rtol", "1e-4", "--atol", "1e-4", check=0)

    def test_a_fat_file_runs_inspects_and_rebinds(self):
        targets = ("aarch64", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4")
        flags = [word for target in targets for word in ("--target", target)]
        with Daemon() as daemon:
            made = daemon.compile(self.program, self.fat, "--fat", *flags)
            self.assertEqual([one["target"]["cpu"] for one in made["targets"]],
                             ["generic", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"])
            again = daemon.compile(self.program, self.fat, "--fat", *flags)
            self.assertEqual({one["cache"] for one in again["targets"]}, {"hit"})
            # Members are what a request for one target gives, to the byte.
            daemon.compile(self.program, self.folder / "one.so", "--target", "x86-64-v3")
            self.assertIn((self.folder / "one.so").read_bytes(), self.fat.read_bytes())
        self.expect(self.fat, self.old)
        described = json.loads(ingot("inspect", self.fat, "--json", check=0).stdout)
        self.assertEqual([one["target"] for one in described["executables"]], list(targets))

        name = list(read_safetensors(self.fat.with_suffix(".safetensors")))[0]
        weights = self.folder / "new.safetensors"
        write_safetensors(weights, {name: self.new})
        rebound = self.folder / "rebound.so"
        ingot("rebind", self.fat, "--constants", weights, "-o", rebound, check=0)
        self.expect(rebound, self.new)

    def test_several_targets_are_several_files(self):
        with Daemon() as daemon:
            daemon.compile(self.program, self.folder / "net.so", "--target", "x86-64",
                         "--target", "x86-64-v2")
        for target in ("x86-64", "x86-64-v2"):
            self.expect(self.folder / f"net.{target}.so", self.old)

    def test_several_targets_are_imported_once_and_give_what_one_gives(self):
        data = ROOT / "tests" / "data"
        programs = (self.program, data / "ppocr_cls" / "model.onnx",
                    data / "wake_alexa" / "model.tflite", data / "wake_alexa" / "model.tosa.mlir")
        targets = ("x86-64-v2", "aarch64", "c")
        flags = [word for target in targets for word in ("--target", target)]
        with Daemon() as together, Daemon() as apart:
            for i, program in enumerate(programs):
                before = together.stats()
                made = together.compile(program, self.folder / f"{i}.out", *flags)["targets"]
                after = together.stats()
                self.assertEqual(int(after["imports_built"]) - int(before["imports_built"]), 1)
                self.assertEqual(int(after["imports_shared"]) - int(before["imports_shared"]), 2)
                for target, one in zip(targets, made):
                    alone = apart.compile(program, self.folder / f"{i}.{target}.alone",
                                          "--target", target)
                    self.assertEqual(one["executable"], alone["executable"], (program, target))
                    self.assertEqual(one["manifest"], alone["manifest"], (program, target))
            # One target alone writes no module down to read it again.
            self.assertEqual(int(apart.stats()["imports_built"]), 0)
            # Another target later takes what is there.
            fat = together.compile(self.program, self.fat, "--fat", "--target", "x86-64-v3",
                                   "--target", "x86-64-v4", "--profile")
            imports = [action["built"] for one in fat["targets"] for action in one["profile"]
                       if action["kind"] == "import"]
            self.assertEqual(imports, [False, False])

    def test_no_member_for_this_machine(self):
        with Daemon() as daemon:
            daemon.compile(self.program, self.fat, "--fat", "--target", "aarch64")
        done = ingot("run", self.fat, "--input", self.folder / "x.npy", check=1)
        self.assertIn("has executables for aarch64, none of which runs on this machine",
                      done.stderr)


if __name__ == "__main__":
    unittest.main()
