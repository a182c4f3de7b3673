"""One program for several targets: which kernels are whose, and the numbers."""
import json
import subprocess
import unittest

import numpy as np

from harness import DATA, ROOT, SHARED, Daemon, TestCase, ingot, needs_shared

PROGRAM = """
func.func @main(%x: tensor<32x64xf32>, %y: tensor<64x64xf32>) -> tensor<32x8xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %1 = func.call @gelu(%0) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %w = stablehlo.constant dense_resource<w> : tensor<64x8xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0]
      : (tensor<32x64xf32>, tensor<64x8xf32>) -> tensor<32x8xf32>
  return %2 : tensor<32x8xf32>
}
func.func private @gelu(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = stablehlo.tanh %x : tensor<32x64xf32>
  %1 = stablehlo.multiply %0, %x : tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
{-# dialect_resources: { builtin: { w: "0x04000000WEIGHTS" } } #-}
"""

GELU = """
func.func @main(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = stablehlo.tanh %x : tensor<32x64xf32>
  %1 = stablehlo.multiply %0, %x : tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
"""

CLAIM = """
target { base: "x86-64-v3"
         phases { name: "plan" pipeline: "func.func(linalg-generalize-named-ops)" } }
"""

# A weight and what it decides, read on both sides of an op that FAST does not compute.
SHARED_WEIGHT = """
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %q = stablehlo.constant dense_resource<w> : tensor<64x64xi8>
  %w = stablehlo.convert %q : (tensor<64x64xi8>) -> tensor<64x64xf32>
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.convert %0 : (tensor<64x64xf32>) -> tensor<64x64xf64>
  %2 = stablehlo.sine %1 : tensor<64x64xf64>
  %3 = stablehlo.convert %2 : (tensor<64x64xf64>) -> tensor<64x64xf32>
  %4 = stablehlo.dot_general %3, %t, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
{-# dialect_resources: { builtin: { w: "0x04000000WEIGHTS" } } #-}
"""

# Two equal kernels, one of them on a part.
TWICE = """
func.func @main(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = func.call @here(%x) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = func.call @there(%0) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
func.func private @here(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = stablehlo.tanh %x : tensor<32x64xf32>
  %1 = stablehlo.multiply %0, %x : tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
func.func private @there(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = stablehlo.tanh %x : tensor<32x64xf32>
  %1 = stablehlo.multiply %0, %x : tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
"""

FAST = """
target { base: "x86-64-v3" element_types: ["f32", "i8", "i64"]
         speeds { op: "linalg.matmul" multiplications_per_us: 1000000 bytes_per_us: 1000000 } }
"""

# A unit that multiplies matrices fast and is reached by copies.
UNIT = """
target { base: "x86-64"
         element_types: ["f32", "i64"]
         speeds { op: "linalg.matmul" multiplications_per_us: 1000000 bytes_per_us: 1000000 }
         memory { name: "unit" bytes_per_us: 100000 nanoseconds: 500 }
         libraries { name: "unit" file: "libunit.so" version: "1.0" } }
"""

# Numbers are doubled there, so a transfer too many or too few is seen.
UNIT_LIBRARY = """
#include "proto/abi/library.h"
#include <stddef.h>
static const char *scale(const ingot_custom_binding *self, const ingot_call *call,
                         const ingot_tensor *operands, ingot_tensor *results, float factor) {
  int64_t rank = self->op->operands[0].rank, count = 1, i;
  float *to = ingot_allocate_result(call, &results[0], rank, operands[0].sizes, 4);
  for (i = 0; i < rank; ++i)
    count *= operands[0].sizes[i];
  for (i = 0; i < count; ++i)
    to[i] = factor * ((const float *)operands[0].data)[i];
  return NULL;
}
static const char *send(const ingot_custom_binding *self, const ingot_call *call,
                        const ingot_tensor *operands, ingot_tensor *results) {
  return scale(self, call, operands, results, 2);
}
static const char *receive(const ingot_custom_binding *self, const ingot_call *call,
                           const ingot_tensor *operands, ingot_tensor *results) {
  return scale(self, call, operands, results, 0.5);
}
static const ingot_library_function functions[] = {{"unit.send", send}, {"unit.receive", receive}};
static const ingot_library library = {INGOT_LIBRARY_ABI_VERSION, "unit", "1.0", 2, functions};
const ingot_library *ingot_library_v1(void) { return &library; }
"""


class Placements(TestCase):
    def setUp(self):
        super().setUp()
        random = np.random.default_rng(3)
        self.x, self.y, self.w = (random.standard_normal(shape).astype(np.float32)
                                  for shape in ((32, 64), (64, 64), (64, 8)))
        self.source = self.write("m.mlir", PROGRAM.replace("WEIGHTS", self.w.tobytes().hex()))

    def compile(self, daemon, *placements, target="x86-64-v2", check=0):
        arguments = [a for p in placements for a in ("--place", p)]
        return daemon.ingot("compile", self.source, "-o", self.folder / "m.so", "--target",
                            target, "--json", *arguments, check=check)

    def run_it(self, check=0):
        for name, array in (("x", self.x), ("y", self.y)):
            np.save(self.folder / f"{name}.npy", array)
        out = self.folder / "out"
        done = ingot("run", self.folder / "m.so", "--input", self.folder / "x.npy", "--input",
                     self.folder / "y.npy", "--output-dir", out, check=check)
        return np.load(out / "output_0.npy") if check == 0 else done.stderr

    def expected(self, scale=1):
        hidden = (scale * self.x) @ (scale * self.y)
        return (np.tanh(hidden) * hidden) @ self.w

    def inspect(self):
        return json.loads(ingot("inspect", self.folder / "m.so", "--json", check=0).stdout)

    def test_parts_give_the_numbers_of_one(self):
        with Daemon() as daemon:
            for placements in ([], ["@gelu=x86-64-v3"], ["@main=x86-64-v3"],
                               ["stablehlo.dot_general=x86-64-v3"],
                               ["stablehlo.dot_general=x86-64-v3", "@gelu=x86-64"]):
                self.compile(daemon, *placements)
                np.testing.assert_allclose(self.run_it(), self.expected(), rtol=1e-4,
                                           atol=1e-4, err_msg=str(placements))
                parts = {p["target"]: p for p in self.inspect().get("parts", [])}
                self.assertEqual(set(parts), {p.split("=")[1] for p in placements})
                for part in parts.values():
                    self.assertGreater(part["kernels"], 0)

    def test_by_cost_gives_the_numbers_of_one_and_the_same_bytes_again(self):
        made = []
        for _ in range(2):
            with Daemon() as daemon:
                self.compile(daemon, "*=x86-64-v3", "*=x86-64-v2", target="x86-64")
            made.append((self.folder / "m.so").read_bytes())
            np.testing.assert_allclose(self.run_it(), self.expected(), rtol=1e-4, atol=1e-4)
            (part,) = self.inspect()["parts"]
            self.assertEqual(part["target"], "x86-64-v3")
        self.assertEqual(made[0], made[1])

    def test_what_another_placement_names_is_not_placed_by_cost(self):
        with Daemon() as daemon:
            text = daemon.ingot("compile", self.source, "--target", "x86-64", "--emit",
                                "mlir:offload", "--place", "*=x86-64-v4", "--place",
                                "@gelu=x86-64-v2", check=0).stdout
            self.assertRegex(text, r'func private @gelu.*ingot.target = "x86-64-v2"')
            self.assertEqual(text.count('ingot.target = "x86-64-v4"'), 1, text)
            # Of slower targets nothing is asked.
            self.compile(daemon, "*=x86-64", target="x86-64-v3")
            self.assertNotIn("parts", self.inspect())

    def test_a_constant_that_several_groups_read_is_there_once(self):
        targets = self.folder / "targets"
        targets.mkdir()
        (targets / "fast.textproto").write_text(FAST)
        weights = np.arange(64 * 64).astype(np.int8)
        self.source.write_text(SHARED_WEIGHT.replace("WEIGHTS", weights.tobytes().hex()))
        with Daemon(arguments=["--targets", targets]) as daemon:
            for placement in ("*=fast", "stablehlo.dot_general=fast"):
                plan = daemon.ingot("compile", self.source, "--target", "x86-64", "--place",
                                    placement, "--emit", "mlir:plan", check=0).stdout
                self.assertEqual(plan.count('func private @placed'), 2, plan)
                self.assertEqual(plan.count("ingot.derive "), 1, plan)
                self.compile(daemon, placement, target="x86-64")
                self.assertEqual(self.inspect()["constants"], {"count": 1, "bytes": 64 * 64})

    def lend_unit(self):
        targets = self.folder / "targets"
        targets.mkdir()
        (targets / "unit.textproto").write_text(UNIT)
        (targets / "dear.textproto").write_text(UNIT.replace("nanoseconds: 500",
                                                             "nanoseconds: 500000"))
        return ["--targets", targets]

    def test_tensors_are_brought_to_a_memory_and_back(self):
        with Daemon(arguments=self.lend_unit()) as daemon:
            text = daemon.ingot("compile", self.source, "--target", "x86-64", "--emit",
                                "mlir:offload", "--place", "*=unit", check=0).stdout
            # x and y go there for the first product, its result comes back.
            self.assertEqual((text.count('"unit.send"'), text.count('"unit.receive"')), (2, 1))
            self.assertEqual(text.count('ingot.target = "unit"'), 1, text)
            made = json.loads(self.compile(daemon, "*=unit", target="x86-64").stdout)
        self.assertEqual(sorted(op["name"] for op in made["custom_ops"]),
                         ["unit.receive", "unit.send", "unit.send"])
        self.assertIn("needs the library 'unit' 1.0 (libunit.so)", self.run_it(check=2))
        subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-I", ROOT, self.write(
            "unit.c", UNIT_LIBRARY), "-o", self.folder / "libunit.so"], check=True)
        np.testing.assert_allclose(self.run_it(), self.expected(scale=2) / 2, rtol=1e-4,
                                   atol=1e-4)

    def test_check_says_what_each_op_would_cost_where(self):
        with Daemon(arguments=self.lend_unit()) as daemon:
            def placements(*arguments):
                done = daemon.ingot("check", self.source, "--target", "x86-64", *arguments,
                                    "--explain-placement", "--json", check=0)
                found = json.loads(done.stdout)["findings"]
                return [f["message"] for f in found if "placement" not in f], [
                    f["placement"] for f in found
                    if f.get("placement", {}).get("by", "").startswith("target")]
            (sums,), ops = placements("--place", "*=unit", "--place", "*=dear")
            self.assertRegex(sums, r"is placed by cost: about [0-9.]+ us on the request's target "
                             r"alone, [0-9.]+ us as placed, [0-9.]+ us of it for what crosses")
            # Both products, and what would cross if it stayed between them.
            self.assertEqual([op["by"] for op in ops], ["target unit"] * 4)
            first = ops[0]
            self.assertEqual(first["multiplications"], 32 * 64 * 64)
            own, dear, unit = first["candidates"]
            self.assertEqual((own["by"], dear["by"], unit["by"]),
                             ("target", "target dear", "target unit"))
            self.assertGreater(own["microseconds"], unit["microseconds"])
            self.assertEqual(own["cause"], {"kind": "work"})
            self.assertNotIn("cause", unit)
            # Alone, what is reached by dear copies gets nothing.
            _, ops = placements("--place", "*=dear")
            self.assertEqual({op["by"] for op in ops}, {"target"})
            self.assertIn("by less than what would cross costs",
                          ops[0]["candidates"][1]["reason"])

    def test_a_part_has_the_keys_of_its_own_target(self):
        with Daemon() as daemon:
            gelu = self.write("gelu.mlir", GELU)
            alone = daemon.compile(gelu, self.folder / "g.so", "--target", "x86-64-v3")
            self.assertEqual(alone["kernels"]["built"], 1)
            mixed = json.loads(self.compile(daemon, "@gelu=x86-64-v3").stdout)
            self.assertEqual(mixed["kernels"]["reused"], 1, mixed["kernels"])
            # And the other way round.
            daemon.ingot("compile", self.source, "-o", self.folder / "m.so", "--target",
                         "x86-64", "--place", "@gelu=x86-64-v4", check=0)
            alone = daemon.compile(gelu, self.folder / "g.so", "--target", "x86-64-v4")
            self.assertEqual(alone["kernels"]["reused"], 1, alone["kernels"])

    def test_equal_kernels_of_two_targets_are_two(self):
        source = self.write("twice.mlir", TWICE)
        gelu = self.write("gelu.mlir", GELU)
        np.save(self.folder / "x.npy", self.x)
        once = np.tanh(self.x) * self.x
        with Daemon() as daemon:
            daemon.compile(gelu, self.folder / "g.so", "--target", "x86-64-v2")
            for placements in (["@there=x86-64-v3"], ["@here=x86-64-v3"],
                               ["@here=x86-64-v3", "@there=x86-64"]):
                made = daemon.compile(source, self.folder / "m.so", "--target", "x86-64-v2",
                                      *(a for p in placements for a in ("--place", p)))
                self.assertEqual(made["kernels"]["total"], 2, made["kernels"])
                parts = self.inspect()["parts"]
                self.assertEqual([p["kernels"] for p in parts], [1] * len(placements))
                out = self.folder / "out"
                ingot("run", self.folder / "m.so", "--input", self.folder / "x.npy",
                      "--output-dir", out, check=0)
                np.testing.assert_allclose(np.load(out / "output_0.npy"),
                                           np.tanh(once) * once, rtol=1e-4, atol=1e-4)
            # What launches it first has the name that it has in other programs.
            made = daemon.compile(source, self.folder / "m.so", "--target", "x86-64-v2",
                                  "--place", "@there=x86-64-v4")
            self.assertEqual((made["kernels"]["reused"], made["kernels"]["built"]), (1, 1))

    def test_placements_are_in_keys(self):
        with Daemon() as daemon:
            for expected in ("miss", "hit"):
                for placements in ([], ["@gelu=x86-64-v3"], ["@gelu=x86-64"]):
                    result = json.loads(self.compile(daemon, *placements).stdout)
                    self.assertEqual(result["cache"], expected, placements)

    def test_no_parts_where_ops_are_handed_over_before_there_are_any(self):
        with Daemon() as daemon:
            for command in (("compile", self.source, "-o", self.folder / "m.so"),
                            ("check", self.source)):
                said = daemon.ingot(*command, "--target", "x86-64+xnnpack", "--place",
                                    "@gelu=x86-64-v3", check=2).stderr
                self.assertIn("has ingot-offload at the point decompose", said)

    def test_the_definition_of_a_parts_target_is_in_keys(self):
        targets = self.folder / "targets"
        targets.mkdir()
        store = self.folder / "store"
        outcomes = []
        for text in (CLAIM, CLAIM.replace("v3", "v2"), CLAIM):
            (targets / "own.textproto").write_text(text)
            with Daemon(store, ["--targets", targets]) as daemon:
                outcomes.append(json.loads(self.compile(daemon, "@gelu=own").stdout)["cache"])
        self.assertEqual(outcomes, ["miss", "miss", "hit"])

    def test_passes_of_a_part_see_its_functions_only(self):
        targets = self.folder / "targets"
        targets.mkdir()
        (targets / "own.textproto").write_text(CLAIM)
        with Daemon(arguments=["--targets", targets]) as daemon:
            def named_products(*placements):
                arguments = [a for p in placements for a in ("--place", p)]
                return daemon.ingot("compile", self.source, "--target", "x86-64-v3", "--emit",
                                    "mlir:plan", *arguments, check=0).stdout.count(
                                        "linalg.matmul ins")
            self.assertEqual(named_products(), 2)
            self.assertEqual(named_products("@gelu=own"), 2)
            self.assertEqual(named_products("stablehlo.dot_general=own"), 0)

    def test_the_partition_can_be_printed(self):
        with Daemon() as daemon:
            text = daemon.ingot("compile", self.source, "--target", "x86-64-v2", "--emit",
                                "mlir:offload", "--place", "@gelu=x86-64-v3", check=0).stdout
            self.assertRegex(text, r'func private @gelu.*ingot.target = "x86-64-v3"')
            self.assertIn("linalg.matmul", text)
            self.assertNotIn("ingot.dispatch", text)

    def test_a_function_says_itself_what_it_is_for(self):
        text = self.source.read_text().replace(
            "-> tensor<32x64xf32> {\n  %0 = stablehlo.tanh",
            "-> tensor<32x64xf32> attributes {ingot.target = \"x86-64-v3\"} {\n"
            "  %0 = stablehlo.tanh")
        self.assertIn("ingot.target", text)
        self.source.write_text(text)
        with Daemon() as daemon:
            for placements in ([], ["@main=x86-64"]):
                done = self.compile(daemon, *placements, check=None)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertIn("is for the target 'x86-64-v3', which the request does not name",
                              done.stderr)
            self.compile(daemon, "@gelu=x86-64-v3")
            np.testing.assert_allclose(self.run_it(), self.expected(), rtol=1e-4, atol=1e-4)

    def run_model(self, daemon, model, *placements, bound="1e-4", target="x86-64"):
        arguments = [a for p in placements for a in ("--place", p)]
        daemon.compile(model, self.folder / "m.so", "--target", target, *arguments)
        arguments = []
        for kind, pattern in (("--input", "input_*.npy"), ("--expect", "expected_[0-9].npy")):
            for path in sorted(model.parent.glob(pattern)):
                arguments += [kind, path]
        frames = ["--frames"] if "wake" in model.parent.name else []
        ingot("run", self.folder / "m.so", *arguments, *frames, "--atol", bound, "--rtol",
              bound, check=0)
        self.assertGreater(self.inspect()["parts"][0]["kernels"], 0)

    def test_models_on_two_targets_give_the_numbers_of_one(self):
        targets = self.folder / "targets"
        targets.mkdir()
        # So slow that even so small a model is worth what crosses.
        (targets / "slow.textproto").write_text("""target { base: "x86-64" speeds {
            multiplications_per_us: 10 bytes_per_us: 10 } }""")
        with Daemon(arguments=["--targets", targets]) as daemon:
            for placement in ("linalg.conv_2d_nchw_fchw=x86-64-v3", "*=x86-64-v3"):
                self.run_model(daemon, DATA / "ppocr_cls" / "model.linalg_mlprogram.mlirbc",
                               placement)
            # Integers to the bit; a body that is an entry point's, as a whole.
            self.run_model(daemon, DATA / "wake_alexa" / "model.tflite",
                           "@serving_default=x86-64-v3", bound="0")
            self.run_model(daemon, DATA / "wake_alexa" / "model.tflite", "*=x86-64-v3",
                           bound="0", target="slow")

    @needs_shared("models")
    def test_a_part_in_a_loop(self):
        with Daemon() as daemon:
            self.run_model(daemon, SHARED / "models" / "jax_lstm" / "model_inline.stablehlo.mlir",
                           "stablehlo.dot_general=x86-64-v3")

    def test_mistakes_name_the_placement(self):
        cases = {"@gelu": "options.placements: '@gelu' is not NAME=TARGET",
                 "*=x86-65": "options.placements: there is no target named 'x86-65'",
                 "@gelu=x86-65": "options.placements: there is no target named 'x86-65'",
                 "@relu=x86-64": "placements: '@relu=x86-64' names no function, op or composite",
                 "@gelu=aarch64": "options.placements: 'aarch64' cannot be linked with the "
                                  "program, which is for x86_64"}
        with Daemon() as daemon:
            for placement, message in cases.items():
                done = self.compile(daemon, placement, check=None)
                self.assertIn(done.returncode, (1, 2), placement)
                self.assertIn(message, done.stderr)
            self.compile(daemon)


if __name__ == "__main__":
    unittest.main()
