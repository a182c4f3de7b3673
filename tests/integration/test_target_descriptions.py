"""Targets described by text: in a request, in an operator's folder; mistakes."""
import json
import shutil
import subprocess
import unittest

from harness import DATA, INGOTD, Daemon, TestCase
from chlo_programs import PROGRAMS as CHLO_PROGRAMS
from convolution_programs import PROGRAMS as CONVOLUTION_PROGRAMS
from programs import PROGRAMS
from stablehlo_programs import PROGRAMS as STABLEHLO_PROGRAMS

PROGRAM = """
func.func @f(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
"""


class TargetDescriptions(TestCase):
    def folder_of(self, **descriptions):
        folder = self.folder / "targets"
        folder.mkdir(exist_ok=True)
        for name, text in descriptions.items():
            (folder / f"{name}.textproto").write_text(text)
        return folder

    def start_fails(self, **descriptions):
        """What a start says, which is what --check-config says before it."""
        command = [INGOTD, "--listen", f"unix:{self.folder}/s", "--store",
                   self.folder / "store", "--targets", self.folder_of(**descriptions)]
        checked = subprocess.run([*command, "--check-config"], capture_output=True, text=True,
                                 timeout=60)
        self.assertEqual(checked.returncode, 2, checked.stderr)
        self.assertFalse((self.folder / "store").exists())
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1, done.stderr)
        said = checked.stderr.removeprefix("ingotd: error: workers: ").removesuffix("\n")
        self.assertIn(f'event=start-failed part=workers error="{said}"', done.stderr)
        shutil.rmtree(self.folder / "store", ignore_errors=True)
        shutil.rmtree(self.folder / "targets")
        return said

    def test_a_target_of_a_folder_is_one_like_any_other(self):
        folder = self.folder_of(
            narrow="summary: 'Half vectors' target { base: 'x86-64-v3' vector_bits: 128 }",
            narrower="target { base: 'narrow' features: '-fma' }")
        source = self.write("m.mlir", PROGRAM)
        with Daemon(arguments=["--targets", folder]) as daemon:
            listed = {t["name"]: t for t in json.loads(
                daemon.ingot("targets", "--json", check=0).stdout)}
            self.assertEqual(listed["narrow"]["summary"], "Half vectors")
            self.assertEqual(listed["narrower"]["cpu"], "x86-64-v3")
            wide, narrow = (daemon.ingot("compile", source, "--target", name, "--emit",
                                         "asm", check=0).stdout.count("%ymm")
                            for name in ("x86-64-v3", "narrow"))
            self.assertLess(narrow, wide / 2)
            self.assertEqual(
                daemon.ingot("targets", "--diff", "narrow", "narrower", check=0).stdout,
                '+ features: "-fma"\n')

    def test_what_a_target_prints_of_itself_compiles_to_the_same(self):
        source = self.write("m.mlir", PROGRAM)
        with Daemon() as daemon:
            text = daemon.ingot("targets", "--describe", "x86-64-v3", check=0).stdout
            again = self.write("again.textproto", text)
            first = daemon.compile(source, self.folder / "a.so", "--target", "x86-64-v3")
            second = daemon.compile(source, self.folder / "b.so", "--target", again)
            self.assertEqual(second["cache"], "hit")
            self.assertEqual(first["executable"], second["executable"])

    def test_passes_of_a_target_run_at_their_point(self):
        source = self.write("m.mlir", PROGRAM)
        # linalg's named ops are generic ones before kernels form.
        own = self.write("own.textproto", """
            target {
              base: "x86-64-v3"
              phases { name: "plan" pipeline: "func.func(linalg-generalize-named-ops)" }
            }""")
        with Daemon() as daemon:
            def plan(target):
                return daemon.ingot("compile", source, "--target", target, "--emit",
                                    "mlir:plan", check=0).stdout
            self.assertIn("linalg.matmul", plan("x86-64-v3"))
            self.assertNotIn("linalg.matmul", plan(own))
            result = daemon.compile(source, self.folder / "a.so", "--target", own)
            self.assertEqual(result["cache"], "miss")

    def test_mistakes_name_the_field_and_leave_the_daemon_up(self):
        source = self.write("m.mlir", PROGRAM)
        cases = {
            "target { base: 'x86-65' }":
                "target.base: there is no target named 'x86-65'; did you mean 'x86-64'?",
            "target { base: 'host' phases { name: 'planing' pipeline: 'cse' } }":
                "emit; did you mean 'plan'?",
            "target { base: 'host' phases { name: 'plan' pipeline: 'csee' } }":
                "; did you mean 'cse'?",
            "target { base: 'host' phases { name: 'plan' pipeline: 'cse{' } }":
                "target.phases[0].pipeline: ",
            "target { base: 'host' vector_bits: 3 }": "target.vector_bits: 3",
            "target { base: 'host' alignment: 3 }": "target.alignment: 3",
            "target { base: 'host' backend: 'gpu' }": "target.backend: there is no 'gpu'",
            "target { base: 'host' memory_spaces { name: 'ram' bytes: 1 } }":
                "target.memory_spaces[0].name: there is no 'ram'",
            "target { base: 'host' element_types: 'f33' }":
                "target.element_types[0]: there is no 'f33'",
            # Nothing is no target.
            "": "bad.textproto: target: is missing",
            "target { }": "target.triple: is empty",
            "target { base: 'host' custom_op_form: 9 }": "target.custom_op_form: 9 is no form",
            # What a terminal would obey.
            "target { base: 'host' cpu: 'a\\x1b[31m' }": "target.cpu: 'a?[31m' is unknown",
            # Of ops that there are not none is found, and no pass would run.
            "target { base: 'host' phases { name: 'plan' pipeline: 'func.fun(cse)' } }":
                "target.phases[0].pipeline: there is no op 'func.fun' that passes could run "
                "on; did you mean 'func.func'?",
            # A phase as a pass, for a target that does not exist.
            "target { base: 'host' phases { name: 'plan' "
            "pipeline: 'ingot-phase-plan{target=x86-65}' } }":
                "target.phases[0].pipeline: ",
            # What breaks the program or a kernel of it.
            "target { base: 'host' phases { name: 'codegen' "
            "pipeline: 'symbol-privatize,symbol-dce' } }":
                "target.phases[0]: the passes of 'codegen' (symbol-privatize,symbol-dce) left no "
                "public function 'kernel'",
            "target { base: 'host' phases { name: 'legalize' "
            "pipeline: 'one-shot-bufferize{bufferize-function-boundaries}' } }":
                "target.phases[0]: the passes of 'legalize' (one-shot-bufferize{bufferize-function-"
                "boundaries}) left the function 'f' with another type",
            "target { base: 'host' phases { name: 'plan' pipeline: "
            "'cse,func.func(canonicalize{max-iterations=2},ingot-bufferize)' } }":
                "target.phases[0].pipeline: 'ingot-bufferize' is a pipeline and cannot stand "
                "within an op",
            # What no later pass knows.
            "target { base: 'host' phases { name: 'plan' pipeline: 'convert-math-to-spirv' } }":
                "target.phases[0]: the passes of 'plan' (convert-math-to-spirv) left "
                "'spirv.GL.Tanh', which nothing behind 'plan' knows",
            "target { base: 'host' phases { name: 'plan' pipeline: 'convert-math-to-libm' } }":
                "target.phases[0]: the passes of 'plan' (convert-math-to-libm) left a call of "
                "'tanhf', which has no body",
            # What is noticed later only: at an op of the program, and by a kernel.
            "target { base: 'host' phases { name: 'legalize' pipeline: 'convert-math-to-llvm' "
            "} }": "target.phases: without the target's own passes, 'legalize' (convert-math-to-"
                   "llvm), this does not fail",
            "target { base: 'host' phases { name: 'codegen' pipeline: 'convert-math-to-spirv' "
            "} }": "target.phases: without the target's own passes, 'codegen' (convert-math-to-",
            "target { base: 'host' phases { name: 'decompose' pipeline: 'convert-func-to-spirv' "
            "} }": "target.phases[0]: the passes of 'decompose' (convert-func-to-spirv) left no",
            "target { cpu }": "bad.textproto: target: line 1, column 14",
        }
        with Daemon() as daemon:
            for text, message in cases.items():
                bad = self.write("bad.textproto", text)
                done = daemon.ingot("compile", source, "-o", self.folder / "x.so",
                                    "--target", bad)
                self.assertIn(done.returncode, (1, 2), text + done.stderr)
                self.assertIn(message, done.stderr)
            daemon.compile(source, self.folder / "y.so")

    def test_a_phase_that_fails_is_the_callers(self):
        source = self.write("m.mlir", PROGRAM)
        bad = self.write("bad.textproto", """
            target { base: "host"
                     phases { name: "decompose" pipeline: "ingot-check-supported" } }""")
        with Daemon() as daemon:
            done = daemon.ingot("compile", source, "-o", self.folder / "x.so",
                                "--target", bad)
            self.assertIn(done.returncode, (1, 2), done.stderr)
            self.assertIn("target.phases[0]: the passes of 'decompose' "
                          "(ingot-check-supported) failed", done.stderr)
            daemon.compile(source, self.folder / "y.so")

    def test_a_phase_that_crashes_is_the_callers(self):
        """A pass of LLVM 22 that crashes on what stands there."""
        source = self.write("m.mlir", PROGRAM)
        bad = self.write("bad.textproto", """
            target { base: "host"
                     phases { name: "emit" pipeline: "xegpu-propagate-layout" } }""")
        with Daemon() as daemon:
            for turn in range(3):
                done = daemon.ingot("compile", source, "-o", self.folder / "x.so",
                                    "--target", bad)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("target.phases", done.stderr)
                self.assertIn("xegpu-propagate-layout", done.stderr)
                # By a process that nothing happened to.
                daemon.compile(source, self.folder / "y.so", "--constant-threshold",
                               str(1000 + turn))

    def test_another_target_changes_no_key(self):
        source = self.write("m.mlir", PROGRAM)
        store = self.folder / "store"
        outputs = ["--emit", "asm"], ["--emit", "mlir:plan"], []
        with Daemon(store) as daemon:
            for i, more in enumerate(outputs):
                daemon.compile(source, self.folder / f"a{i}", "--target", "x86-64-v3", *more)
        folder = self.folder_of(
            aaa="target { base: 'x86-64-v3' l1_cache_bytes: 65536 alignment: 256 }",
            zzz="target { base: 'aaa' emit: OBJECT memory_spaces { name: 'arena' bytes: 9 } }")
        with Daemon(store, ["--targets", folder]) as daemon:
            for i, more in enumerate(outputs):
                again = daemon.compile(source, self.folder / f"b{i}", "--target",
                                       "x86-64-v3", *more)
                self.assertEqual(again["cache"], "hit")
            other = daemon.compile(source, self.folder / "c", "--target", "aaa")
            self.assertEqual(other["cache"], "miss")

    def test_other_targets_change_no_key_of_any_program(self):
        """Of requests and of kernels, over all programs with numbers and two models."""
        programs = PROGRAMS + CHLO_PROGRAMS + CONVOLUTION_PROGRAMS + STABLEHLO_PROGRAMS
        # Some are one program with two inputs.
        sources = [self.write(f"{name}.mlir", text) for text, name in
                   {text: name for name, text, *_ in programs}.items()]
        sources += [DATA / "wake_alexa" / "model.tflite",
                    DATA / "ppocr_cls" / "model.linalg_mlprogram.mlirbc"]
        store, out = self.folder / "store", self.folder / "out"
        with Daemon(store) as daemon:
            for source in sources:
                daemon.compile(source, out, "--target", "x86-64-v3")
        folder = self.folder_of(
            aaa="target { base: 'x86-64-v3' l1_cache_bytes: 65536 }",
            zzz="target { base: 'x86-64-v4' phases { name: 'plan' pipeline: 'cse' } "
                "speeds { multiplications_per_us: 9 } }")
        with Daemon(store, ["--targets", folder]) as daemon:
            for source in sources:
                again = daemon.compile(source, out, "--target", "x86-64-v3")
                self.assertEqual(again["cache"], "hit", source)
                # Another request, which is linked from the same kernels.
                other = daemon.compile(source, out, "--target", "x86-64-v3", "--emit", "object")
                self.assertEqual((other["cache"], other["kernels"]["built"]), ("miss", 0), source)

    def test_a_target_says_what_an_executable_of_it_is(self):
        source = self.write("m.mlir", PROGRAM)
        for kind, begin in (("OBJECT", b"\x7fELF"), ("ASSEMBLY", b"# ingot_kernel_")):
            own = self.write("own.textproto",
                             f"target {{ base: 'x86-64-v3' emit: {kind} }}")
            with Daemon() as daemon:
                daemon.compile(source, self.folder / "out", "--target", own)
                self.assertTrue((self.folder / "out").read_bytes().startswith(begin))

    def test_limits_of_memory_are_errors(self):
        weights = ", ".join(["1.0, 2.0"] * 256)
        source = self.write("m.mlir", f"""
func.func @f(%x: tensor<512xf32>) -> tensor<512x512xf32> {{
  %w = stablehlo.constant dense<[{weights}]> : tensor<512xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %1 = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0]
      : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %2 : tensor<512x512xf32>
}}
""")
        with Daemon() as daemon:
            for name, limit, code in (("constants", 2048, 0), ("constants", 2047, 1),
                                      ("arena", 1, 1), ("arena", 1 << 30, 0)):
                own = self.write("own.textproto", f"target {{ base: 'host' memory_spaces "
                                 f"{{ name: '{name}' bytes: {limit} }} }}")
                done = daemon.ingot("compile", source, "-o", self.folder / "x.so",
                                    "--target", own)
                self.assertEqual(done.returncode, code, (name, limit, done.stderr))
                if code:
                    self.assertIn(f"target.memory_spaces: '{name}' has {limit} bytes",
                                  done.stderr)

    def test_a_folder_with_a_mistake_does_not_start(self):
        self.assertIn("target 'a': target.base: there is no target 'x86-65'; did you mean",
                      self.start_fails(a="target { base: 'x86-65' }"))
        self.assertIn("goes round: a -> b -> a",
                      self.start_fails(a="target { base: 'b' }", b="target { base: 'a' }"))
        self.assertIn("goes round: d -> d", self.start_fails(d="target { base: 'd' }"))
        self.assertIn("c.textproto:1:", self.start_fails(c="target {"))
        self.assertIn("target 'e': target.triple: missing", self.start_fails(e=""))
        self.assertIn("target 'e': target.phases[0].pipeline: there is no op 'func.fun'",
                      self.start_fails(e="target { base: 'x86-64' phases { name: 'plan' "
                                         "pipeline: 'func.fun(cse)' } }"))
        self.assertIn("e.textproto: has text that is not UTF-8",
                      self.start_fails(e="summary: '\\377' target { base: 'x86-64' }"))
        large = f"summary: '{'x' * 100_000}' target {{ base: 'x86-64' }}"
        self.assertIn("more than fits into the message",
                      self.start_fails(**{f"large{i}": large for i in range(15)}))


if __name__ == "__main__":
    unittest.main()
