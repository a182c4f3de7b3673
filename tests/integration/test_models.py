"""Every upstream-only form of every model, those of PyTorch and of ONNX in its
dialect, those of JAX in every form, and the files of frameworks as they are compile
through a daemon and give the numbers of their oracles. Those of tests/data always
run; the rest need ../shared/models."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from harness import DATA, SHARED, Daemon, TestCase, needs_shared

# Largest difference from the oracle. The manifest of the models says how close
# a plain MLIR pipeline came; a logarithm amplifies basic_pitch's sums.
TOLERANCE = {"basic_pitch": "1e-3", "basic_pitch_tflite": "1e-3", "jax_bert_base": "5e-5",
             "minilm_l6_w8": "1e-4", "ppocr_det": "1e-4"}


class ModelTest(TestCase):
    TARGET = ()  # Arguments of the compile; test_offload.py has others.

    def run_model(self, daemon, model, folder, prefix="", weights=()):
        executable = self.folder / (model.name + ".so")
        answer = daemon.compile(model, executable, *self.TARGET)
        self.assertEqual(answer["kernels"]["built"] + answer["kernels"]["reused"],
                         answer["kernels"]["unique"])
        inputs = sorted(folder.glob(prefix + "input_*.npy")) + list(weights)
        expected = sorted(folder.glob(prefix + "expected_[0-9].npy"))
        arguments = ["run", executable]
        for path in inputs:
            arguments += ["--input", path]
        for path in expected:
            arguments += ["--expect", path]
        if "wake" in folder.name:
            arguments += ["--frames", "--atol", "0", "--rtol", "0"]
        else:
            bound = TOLERANCE.get(folder.name, "1e-5")
            arguments += ["--atol", bound, "--rtol", bound]
        daemon.ingot(*arguments, check=0)


class ShippedModels(ModelTest):
    def test_each_form_gives_the_oracles_numbers(self):
        with Daemon() as daemon:
            folder = DATA / "ppocr_cls"
            self.run_model(daemon, folder / "model.linalg_mlprogram.mlirbc", folder)
            self.run_model(daemon, folder / "model.dynbatch.linalg.mlir", folder)
            self.run_model(daemon, folder / "model.dynbatch.linalg.mlir", folder,
                           prefix="dyn3_")
            self.run_model(daemon, folder / "model.onnx", folder)
            self.run_model(daemon, folder / "model.onnx", folder, prefix="dyn3_")
            for form in ("model.tosa.mlir", "model.tflite"):
                self.run_model(daemon, DATA / "wake_alexa" / form, DATA / "wake_alexa")

    def test_every_process_makes_the_same_bytes(self):
        # Many functions and constants: what is ordered by addresses shows here.
        made = set()
        for run in range(3):
            with Daemon() as daemon:
                out = self.folder / f"{run}.so"
                daemon.compile(DATA / "ppocr_cls" / "model.onnx", out)
                made.add(out.read_bytes())
        self.assertEqual(len(made), 1)


@needs_shared("models")
class SharedModels(ModelTest):
    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.daemon.start()
        cls.made = tempfile.TemporaryDirectory(prefix="ingot-weights-")

    @classmethod
    def tearDownClass(cls):
        cls.daemon.__exit__()
        cls.made.cleanup()

    def test_the_collection_is_not_empty(self):
        # So that a run without the collection reports a skip, and one with an
        # empty collection fails.
        self.assertTrue(list((SHARED / "models").glob("*/*.linalg*.mlir*")))

    def weights(self, folder):
        """Writes a seeded model's weights; they follow its inputs."""
        out = pathlib.Path(self.made.name) / folder.name
        if not out.exists():
            subprocess.run([sys.executable, SHARED / "models" / "weights.py",
                            folder.name, out], check=True, capture_output=True)
        return sorted(out.glob("weight_*.npy"))


def add_test(path):
    def test(self):
        folder = path.parent
        weights = []
        if folder.name.startswith("jax_") and "inline" not in path.name:
            if folder.name == "jax_minilm_l6":
                # Its weights are real and come in a package of their own.
                self.daemon.compile(path, self.folder / "out.so", *self.TARGET)
                return
            weights = self.weights(folder)
        self.run_model(self.daemon, path, folder, weights=weights)
        if "dynbatch" in path.name:
            self.run_model(self.daemon, path, folder, prefix="dyn3_")
    name = f"test_{folder_of(path)}".replace(".", "_")
    setattr(SharedModels, name, test)


def add_dynamic_test(path):
    """One executable, two runs of other sizes."""
    def test(self):
        name = path.name.split(".")[0]
        executable = self.folder / (path.name + ".so")
        self.daemon.compile(path, executable, *self.TARGET)
        for run in ("run0", "run1"):
            arguments = ["run", executable, "--atol", "1e-5", "--rtol", "1e-5"]
            for kind, option in (("input", "--input"), ("expected", "--expect")):
                for file in sorted(path.parent.glob(f"{name}_{run}_{kind}_*.npy")):
                    arguments += [option, file]
            self.daemon.ingot(*arguments, check=0)
    setattr(SharedModels, f"test_{folder_of(path)}".replace(".", "_"), test)


def folder_of(path):
    return f"{path.parent.name}_{path.name}"


for pattern in ("*/*.linalg*.mlir*", "*/*.tosa*.mlir*", "*/*.torch*.mlir", "*/*.onnx",
                "*/*.tflite"):
    for found in sorted((SHARED / "models").glob(pattern)):
        add_test(found)

# The forms that JAX writes: text, bytecode, portable artifact, export container.
for pattern in ("model*.stablehlo.mlir*", "model*.vhlo.mlirbc", "model*.jax_export.bin"):
    for found in sorted((SHARED / "models").glob("jax_*/" + pattern)):
        add_test(found)
for pattern in ("*.stablehlo.mlir", "*.vhlo.mlirbc", "*.jax_export.bin"):
    for found in sorted((SHARED / "models" / "jax_dynamic").glob(pattern)):
        if "refined" not in found.name:
            add_dynamic_test(found)

if __name__ == "__main__":
    unittest.main()
