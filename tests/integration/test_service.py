"""What users and operators see of a running daemon: hits and misses, what a
restart keeps, exit codes, messages, and that nothing is left half-written."""
import json
import os
import re
import signal
import subprocess
import threading
import unittest

from harness import DATA, INGOT, INGOTD, Daemon, TestCase, ingot

MODEL = DATA / "ppocr_cls" / "model.linalg_mlprogram.mlirbc"
SMALL = """
func.func @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


class Caching(TestCase):
    def test_second_compile_is_a_hit_with_the_same_bytes(self):
        with Daemon() as daemon:
            source = self.write("m.mlir", SMALL)
            first = daemon.compile(source, self.folder / "a.so")
            second = daemon.compile(source, self.folder / "b.so")
            self.assertEqual((first["cache"], second["cache"]), ("miss", "hit"))
            self.assertEqual(first["executable"], second["executable"])
            self.assertEqual((self.folder / "a.so").read_bytes(),
                             (self.folder / "b.so").read_bytes())
            stats = daemon.stats()
            self.assertEqual(stats["request_hits"], 1)
            self.assertEqual(stats["request_misses"], 1)

    def test_kernels_are_shared_between_modules(self):
        with Daemon() as daemon:
            one = self.write("one.mlir", SMALL)
            other = self.write("other.mlir", SMALL.replace("@twice", "@renamed"))
            daemon.compile(one, self.folder / "one.so")
            answer = daemon.compile(other, self.folder / "other.so")
            self.assertEqual(answer["cache"], "miss")
            self.assertEqual(answer["kernels"],
                             {"total": 1, "unique": 1, "built": 0, "reused": 1})

    def test_types_of_inputs_make_other_programs(self):
        """One program for any size is compiled for each that is asked for."""
        with Daemon() as daemon:
            source = self.write("any.mlir", """
                func.func @main(%a: tensor<?x3xf32>) -> tensor<?xf32> {
                  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
                  %c = stablehlo.constant dense<3> : tensor<i32>
                  %m = stablehlo.multiply %n, %c : tensor<i32>
                  %1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
                  %2 = stablehlo.dynamic_reshape %a, %1 : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>
                  return %2 : tensor<?xf32>
                }""")
            def cached(kind):
                return daemon.compile(source, self.folder / "any.so",
                                      "--input-type", kind)["cache"]
            self.assertEqual([cached("2x3xf32"), cached("tensor<2x3xf32>"),
                              cached("5x3xf32")], ["miss", "hit", "miss"])
            text = daemon.ingot("compile", source, "--emit", "mlir:import",
                                "--input-type", "5x3xf32", check=0).stdout
            self.assertIn("(tensor<5x3xf32>) -> tensor<15xf32>", text)
            wrong = daemon.ingot("compile", source, "-o", self.folder / "no.so",
                                 "--input-type", "2x4xf32", check=1)
            self.assertIn("argument 0 of 'main' has type 'tensor<?x3xf32>', "
                          "which cannot be 'tensor<2x4xf32>'", wrong.stderr)
            # check takes them too: this one lowers for no size but a known one.
            source = self.write("bits.mlir", """
                func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
                  %k = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {indices_of_shape_operands = dense<0> : tensor<1xi64>} : (tensor<?xf32>) -> tensor<?xf32>
                  return %k : tensor<?xf32>
                }""")
            done = daemon.ingot("check", source, "--input-type", "4xf32", check=1)
            self.assertIn("lapack_ssyevd_ffi", done.stderr)
            done = daemon.ingot("check", source, "--input-type", "4xi8", check=1)
            self.assertIn("which cannot be 'tensor<4xi8>'", done.stderr)

    def test_equal_requests_at_once_compile_once(self):
        with Daemon() as daemon:
            answers = []
            def call(number):
                answers.append(daemon.compile(MODEL, self.folder / f"{number}.so"))
            threads = [threading.Thread(target=call, args=[i]) for i in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            outcomes = sorted(answer["cache"] for answer in answers)
            self.assertEqual(outcomes.count("miss"), 1, outcomes)
            self.assertEqual(len({answer["executable"] for answer in answers}), 1)
            unique = answers[0]["kernels"]["unique"]
            self.assertEqual(daemon.stats()["kernels_built"], unique)

    def test_two_daemons_make_the_same_bytes(self):
        made = []
        for workers in ("1", "2"):
            with Daemon(arguments=["--workers", workers]) as daemon:
                daemon.compile(MODEL, self.folder / "x.so")
                made.append((self.folder / "x.so").read_bytes())
        self.assertEqual(made[0], made[1])

    def test_hits_survive_kill_and_restart(self):
        with Daemon() as daemon:
            source = self.write("m.mlir", SMALL)
            first = daemon.compile(source, self.folder / "a.so")
            daemon.stop(signal.SIGKILL)
            daemon.start()
            second = daemon.compile(source, self.folder / "b.so")
            self.assertEqual(second["cache"], "hit")
            self.assertEqual(first["executable"], second["executable"])

    def test_phases_print(self):
        with Daemon() as daemon:
            source = self.write("m.mlir", SMALL)
            known = daemon.ingot("phases", check=0).stdout.split()
            for phase in ("import", "constants", "legalize", "offload", "plan", "kernels",
                          "link"):
                self.assertIn(phase, known)
            for phase, wanted in (("stablehlo", "func.func @twice"),
                                  ("import", "func.func @twice"),
                                  ("legalize", "linalg.generic"),
                                  ("plan", "ingot.dispatch"),
                                  ("kernels", "llvm.func"),
                                  ("link", "ingot_executable_v1")):
                out = daemon.ingot("compile", source, "--emit", f"mlir:{phase}",
                                   check=0).stdout
                self.assertIn(wanted, out)
            for emit, wanted in (("asm", ".text"), ("llvm-ir", "define")):
                out = daemon.ingot("compile", source, "--emit", emit, check=0).stdout
                self.assertIn(wanted, out)
            daemon.ingot("compile", source, "--emit", "object", "-o",
                         self.folder / "m.o", check=0)
            self.assertEqual((self.folder / "m.o").read_bytes()[:4], b"\x7fELF")


class Listings(TestCase):
    def test_targets_stand_in_columns(self):
        with Daemon() as daemon:
            targets = json.loads(daemon.ingot("targets", "--json", check=0).stdout)
            lines = daemon.ingot("targets", check=0).stdout.splitlines()
        self.assertEqual(len(lines), len(targets))
        for column in ("triple", "cpu", "summary"):
            starts = {re.search(r"\s" + re.escape(target[column]), line).start()
                      for target, line in zip(targets, lines)}
            self.assertEqual(len(starts), 1, column)


class Lifecycle(TestCase):
    def test_keys_name_the_build_of_the_compiler(self):
        with Daemon() as daemon:
            self.assertRegex(daemon.stats()["compiler_identity"],
                             r"^ingot .* llvm 22\..* build [0-9a-f]{16}$")

    def test_sigterm_drains_and_exits_with_0(self):
        with Daemon() as daemon:
            self.assertEqual(daemon.stop(), 0)

    def test_sigterm_lets_a_compile_finish(self):
        source = DATA / "ppocr_cls" / "model.linalg_mlprogram.mlirbc"
        out = self.folder / "drained.so"
        with Daemon() as daemon:
            client = subprocess.Popen(
                [INGOT, "compile", source, "-o", out, "--server", daemon.address],
                stderr=subprocess.PIPE, text=True)
            for line in client.stderr:
                if line.startswith("phase kernels"):
                    break
            self.assertEqual(daemon.stop(), 0)
            said = client.communicate()[1]
            self.assertEqual(client.returncode, 0, said)
            self.assertTrue(out.exists() and out.with_suffix(".safetensors").exists())

    def test_drain_is_taken_on_the_unix_socket_only(self):
        with Daemon(arguments=["--listen", "127.0.0.1:0"]) as daemon:
            tcp = re.search(r"listen=(127\.0\.0\.1:\d+)", daemon.log.read_text())[1]
            ingot("stats", "--server", tcp, check=0)
            refused = ingot("server", "stop", "--server", tcp, check=3)
            self.assertIn("Drain takes the role operator",
                          refused.stderr)
            daemon.ingot("server", "stop", check=0)
            self.assertEqual(daemon.process.wait(timeout=60), 0)
            daemon.process = None

    def test_addresses_beyond_loopback_take_a_flag(self):
        for flag in ("--listen", "--http"):
            done = subprocess.run(
                [INGOTD, "--store", self.folder / "store", flag, "0.0.0.0:0"],
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"{flag[2:]}: '0.0.0.0:0' is reachable from other machines",
                          done.stderr)
            self.assertIn("--insecure-listen-beyond-loopback", done.stderr)
        self.assertFalse((self.folder / "store").exists())

    def test_one_store_has_one_daemon(self):
        with Daemon() as daemon:
            second = Daemon(store=daemon.store)
            with self.assertRaisesRegex(RuntimeError, "in use|another"):
                second.start()

    def test_private_daemon_starts_and_stops(self):
        source = self.write("m.mlir", SMALL)
        home = {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache"),
                "XDG_RUNTIME_DIR": str(self.folder)}
        first = ingot("compile", source, "-o", self.folder / "a.so", "--json",
                      check=0, env=home)
        self.assertEqual(json.loads(first.stdout)["cache"], "miss")
        again = ingot("compile", source, "-o", self.folder / "a.so", "--json",
                      check=0, env=home)
        self.assertEqual(json.loads(again.stdout)["cache"], "hit")
        ingot("server", "status", check=0, env=home)
        for _ in range(2):  # What is stopped is gone: its store is free.
            stopped = ingot("server", "stop", check=0, env=home)
            self.assertIn("stopped unix:", stopped.stdout)
            again = ingot("compile", source, "-o", self.folder / "a.so", "--json",
                          check=0, env=home)
            self.assertEqual(json.loads(again.stdout)["cache"], "hit")
        ingot("server", "stop", check=0, env=home)


class BadInput(TestCase):
    """Each has its exit code and a message that names the place."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon(arguments=["--workers", "1"])
        cls.daemon.start()

    @classmethod
    def tearDownClass(cls):
        cls.daemon.__exit__()

    def fails(self, code, wanted, *arguments):
        done = self.daemon.ingot(*arguments, check=code)
        self.assertRegex(done.stderr, wanted)
        self.assertNotIn("Stack dump", done.stderr)
        return done

    def compile_fails(self, code, wanted, text, name="m.mlir"):
        out = self.folder / "out.so"
        self.fails(code, wanted, "compile", self.write(name, text), "-o", out)
        self.assertEqual(list(self.folder.glob("out*")), [], "left half-written")

    def test_not_mlir(self):
        self.compile_fails(1, "m.mlir.*error", "hello, world")
        self.compile_fails(1, "ELF", b"\x7fELF" + bytes(100))
        self.compile_fails(1, "empty", "")

    def test_truncated_bytecode(self):
        data = MODEL.read_bytes()
        self.compile_fails(1, "error", data[:1000], "m.mlirbc")

    def test_unknown_dialect_and_op(self):
        self.compile_fails(1, r"m.mlir:2:\d+: error: .*dialect that is unknown(?s:.*)nonsense", """
func.func @f() { "nonsense.op"() : () -> () return }""".lstrip("\n").replace("{ ", "{\n"))
        self.compile_fails(1, "nope", """func.func @f() {
  "arith.nope"() : () -> ()
  return
}""")

    def test_verifier_error(self):
        self.compile_fails(1, "m.mlir:2:", """func.func @f(%a: tensor<4xf32>) -> tensor<5xf32> {
  return %a : tensor<4xf32>
}""")

    def test_unsupported_ops_are_all_listed(self):
        text = """func.func @f(%v: tensor<4xf32>) -> tensor<4xf32> {
  gpu.barrier
  vector.print str "x"
  return %v : tensor<4xf32>
}"""
        self.compile_fails(1, "gpu.barrier", text)
        self.compile_fails(1, "vector.print", text)
        done = self.daemon.ingot("check", self.write("m.mlir", text), check=1)
        self.assertIn("gpu.barrier", done.stdout + done.stderr)
        self.assertIn("vector.print", done.stdout + done.stderr)

    def test_unsupported_tosa_ops_are_all_listed(self):
        custom = ('tosa.custom {} {{domain_name = "d", implementation_attrs = "", '
                  'operator_name = "o"}} : (tensor<4xf32>) -> tensor<4xf32>')
        text = "".join(f"""func.func @{name}(%a: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = {custom.format("%a")}
  %1 = {custom.format("%0")}
  return %1 : tensor<4xf32>
}}
""" for name in "fg")
        done = self.daemon.ingot("check", self.write("m.mlir", text), check=1)
        told = done.stdout + done.stderr
        for line in (2, 3, 7, 8):
            self.assertIn(f"m.mlir:{line}:", told)

    def test_check_accepts_what_compiles(self):
        self.daemon.ingot("check", self.write("m.mlir", SMALL), check=0)

    def test_missing_file_and_unwritable_output(self):
        self.fails(2, "gone.mlir", "compile", self.folder / "gone.mlir")
        self.fails(2, "nowhere", "compile", self.write("m.mlir", SMALL),
                   "-o", self.folder / "nowhere" / "x.so")

    def test_unknown_target_and_phase(self):
        source = self.write("m.mlir", SMALL)
        self.fails(2, "z80", "compile", source, "--target", "z80")
        self.fails(2, "polish", "compile", source, "--emit", "mlir:polish")
        self.fails(2, "legalize", "compile", source, "--emit", "mlir:polish")

    def test_wrong_arguments_at_run_time(self):
        out = self.folder / "m.so"
        self.daemon.compile(self.write("m.mlir", SMALL), out)
        data = DATA / "ppocr_cls" / "expected_0.npy"
        self.fails(1, "argument", "run", out)
        self.fails(1, "argument 0.*4", "run", out, "--input", data)
        self.fails(2, "gone.npy", "run", out, "--input", self.folder / "gone.npy")

    def test_no_server_there(self):
        source = self.write("m.mlir", SMALL)
        done = ingot("compile", source, "--server",
                     f"unix:{self.folder}/nobody", check=3)
        self.assertIn("nobody", done.stderr)


if __name__ == "__main__":
    unittest.main()
