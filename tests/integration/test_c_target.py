"""Programs as C: they compile without a warning by gcc and clang, run under the
sanitizers, and give the numbers of the oracles."""
import json
import pathlib
import shutil
import subprocess
import unittest

import numpy as np
from harness import DATA, SHARED, Daemon, TestCase, needs_shared
from test_models import TOLERANCE

HERE = pathlib.Path(__file__).resolve().parent
STRICT = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]
SANITIZE = ["-g1", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
COMPILERS = [name for name in ("gcc", "clang-22", "clang") if shutil.which(name)][:2]


class CTest(TestCase):
    def make(self, daemon, source, compiler, flags=("-O2",), arguments=()):
        """The program of a model, compiled and linked with c_program.c."""
        made = self.folder / "program.c"
        daemon.compile(source, made, "--target", "c", *arguments)
        program = self.folder / f"program-{compiler}"
        done = subprocess.run(
            [compiler, *STRICT, *flags, f'-DPROGRAM="{made}"', HERE / "c_program.c", made,
             "-o", program, "-lm"], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr[:4000])
        return program

    def run_program(self, program, inputs, types, entry="main", calls=1):
        """The results of the last call, and what was written of all."""
        weights = self.folder / "program.safetensors"
        command = [program, weights if weights.exists() else "-", entry, str(calls),
                   self.folder / "out"]
        for i, value in enumerate(inputs):
            path = self.folder / f"in.{i}"
            np.ascontiguousarray(value).tofile(path)
            sizes = value.shape[1:] if calls > 1 else value.shape
            command += [path, "x".join(map(str, sizes)) or "-"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr[:4000])
        results = []
        for i, line in enumerate(done.stdout.splitlines()):
            value = np.fromfile(self.folder / f"out.{i}", types[i])
            shape = tuple(map(int, line.split()))
            results.append(value.reshape(((calls,) if calls > 1 else ()) + shape))
        return results

    def check_model(self, daemon, source, folder, prefix="", flags=("-O2",), bound=1e-4,
                    compilers=COMPILERS):
        inputs = [np.load(p) for p in sorted(folder.glob(prefix + "input_*.npy"))]
        expected = [np.load(p) for p in sorted(folder.glob(prefix + "expected_[0-9].npy"))]
        calls = len(inputs[0]) if "wake" in folder.name else 1
        entry = json.loads(daemon.ingot("inspect", source, "--json", check=0).stdout)[
            "entry_points"][0]["name"]
        for compiler in compilers:
            program = self.make(daemon, source, compiler, flags)
            results = self.run_program(program, inputs, [e.dtype for e in expected], entry,
                                       calls)
            for result, wanted in zip(results, expected, strict=True):
                if calls > 1:
                    np.testing.assert_array_equal(result.reshape(wanted.shape), wanted)
                else:
                    np.testing.assert_allclose(result, wanted, bound, bound)


class CTarget(CTest):
    def test_models_are_right_by_both_compilers(self):
        with Daemon() as daemon:
            self.check_model(daemon, DATA / "wake_alexa" / "model.tflite",
                             DATA / "wake_alexa")
            self.check_model(daemon, DATA / "ppocr_cls" / "model.onnx", DATA / "ppocr_cls")

    def test_the_sanitizers_find_nothing(self):
        with Daemon() as daemon:
            for name, file in (("wake_alexa", "model.tosa.mlir"),
                               ("ppocr_cls", "model.dynbatch.linalg.mlir")):
                self.check_model(daemon, DATA / name / file, DATA / name, flags=SANITIZE)

    def test_a_failed_assertion_is_an_error_and_leaks_nothing(self):
        source = self.write("m.mlir", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.exponential %x : tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source, COMPILERS[-1], SANITIZE)
            three = np.arange(3, dtype="f")
            result, = self.run_program(program, [three, three], ["f"])
            np.testing.assert_allclose(result, np.exp(three) + three, 1e-6)
            for i, size in ((0, 3), (1, 4)):
                np.zeros(size, "f").tofile(self.folder / f"in.{i}")
            done = subprocess.run([program, "-", "main", "1", self.folder / "out",
                                   self.folder / "in.0", "3", self.folder / "in.1", "4"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("run: ", done.stderr)

    def test_the_name_of_a_module_is_no_part_of_names(self):
        source = self.write("m.mlir", """
module @jit_f {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source, COMPILERS[0])
            x = np.linspace(-2, 2, 4, dtype="f")
            result, = self.run_program(program, [x], ["f"])
            np.testing.assert_allclose(result, np.tanh(x), 1e-6)

    def test_what_was_written_as_one_type_is_read_as_another(self):
        """The sine of a large number is computed of the float's bits, in memory."""
        source = self.write("m.mlir", """
func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = stablehlo.sine %x : tensor<6xf32>
  return %0 : tensor<6xf32>
}
""")
        x = np.array([-1.5, 3, 1e5, -1e9, 3e20, 1e38], "f")
        with Daemon() as daemon:
            for compiler in COMPILERS:
                program = self.make(daemon, source, compiler)
                result, = self.run_program(program, [x], ["f"])
                np.testing.assert_allclose(result, np.sin(x.astype("f8")), 1e-6)

    def test_factorisations_allocate_what_they_give(self):
        source = self.write("m.mlir", """
func.func @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a)
      {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}}
      : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x3xf32>, tensor<3xf32>, tensor<i32>
}
""")
        with Daemon() as daemon:
            program = self.make(daemon, source, COMPILERS[-1], SANITIZE)
            a = np.array([[2, 1, 0], [1, 3, 1], [0, 1, 5]], dtype="f")
            vectors, values, _ = self.run_program(program, [a], ["f", "f", "i4"])
            np.testing.assert_allclose(values, np.linalg.eigvalsh(a), 1e-5)
            np.testing.assert_allclose(a @ vectors, vectors * values, 1e-4, 1e-4)

    def test_arrays_are_enough_for_known_sizes(self):
        source = self.write("m.mlir", """
func.func @scale(%x: tensor<2x2xf32>, %n: tensor<i32>) -> tensor<2x2xf32> {
  %0 = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
""")
        caller = self.write("caller.c", """
#define INGOT_INTERFACE_ONLY
#include "program.c"
#include <stdio.h>
int main(void)
{
  const float x[] = {1, 2, 3, 4};
  const int32_t n = 5;
  float y[4];
  ingot_model *model = model_load(NULL, NULL);
  const char *error = model_scale(model, x, &n, y);
  (void)ingot_allocate_result;
  if (error == NULL)
    printf("%g %g", (double)y[0], (double)y[3]);
  model_free(model);
  return error != NULL;
}
""")
        with Daemon() as daemon:
            daemon.compile(source, self.folder / "program.c", "--target", "c")
            subprocess.run(["gcc", *STRICT, *SANITIZE, caller, self.folder / "program.c",
                            "-o", self.folder / "caller", "-lm"], check=True)
            done = subprocess.run([self.folder / "caller"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (0, "5 20"), done.stderr)

    def test_the_same_program_gives_the_same_bytes(self):
        source = DATA / "wake_alexa" / "model.tflite"
        made = []
        for _ in range(2):
            with Daemon() as daemon:
                daemon.compile(source, self.folder / "a.c", "--target", "c")
                made.append((self.folder / "a.c").read_bytes())
        self.assertEqual(made[0], made[1])


@needs_shared("models")
class SharedModels(CTest):
    """Of each form of program those that a compiler of C takes in seconds."""


for model in ("jax_lstm", "jax_mlp", "minilm_l6_w8", "silero_vad", "wake_okay_nabu",
              "tf_mlp"):
    for found in sorted((SHARED / "models" / model).glob("model*")):
        if found.name in ("model.onnx", "model.tflite", "model_inline.stablehlo.mlirbc"):
            def check(self, found=found):
                with Daemon() as daemon:
                    self.check_model(daemon, found, found.parent, compilers=COMPILERS[:1],
                                     bound=float(TOLERANCE.get(found.parent.name, "1e-4")))
            setattr(SharedModels, f"test_{model}_{found.suffix[1:]}", check)

if __name__ == "__main__":
    unittest.main()
