"""Passes, dialects and backends of others, loaded by workers: tests/plugins."""
import hashlib
import shutil
import subprocess
import unittest

import numpy as np

from harness import BIN, INGOTD, ROOT, Daemon, TestCase, ingot

BUILT = BIN.parent / "plugins"
SOURCES = ROOT / "tests" / "plugins"

PROGRAM = """
func.func @f(%x: tensor<4x8xf32>, %y: tensor<2xf32>) -> (tensor<4x8xf32>, tensor<2xf32>) {
  %0 = "gain.apply"(%x) {factor = 3.0 : f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "gain.apply"(%y) {factor = 2.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.add %0, %0 : tensor<4x8xf32>
  return %2, %1 : tensor<4x8xf32>, tensor<2xf32>
}
"""

PLAIN = """
func.func @f(%a: tensor<8x4xf32>, %b: tensor<4x2xf32>) -> tensor<8x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
"""

# The structure of MLIR's interface for plugins, as C.
PLUGIN = """
#include <stddef.h>
#include <stdlib.h>
struct info {{ unsigned version; const char *name, *release; void (*registerPasses)(void); }};
static void nothing(void) {{}}
static void crash(void) {{ abort(); }}
struct info mlirGetPassPluginInfo(void) {{
  (void)nothing; (void)crash;
  struct info info = {{ {version}, "bad", "1", {function} }};
  return info;
}}
"""

BACKEND = """
struct info {{ unsigned version; const char *name, *release, *compiler; void (*f)(void); }};
static void nothing(void) {{}}
struct info ingotGetBackendPluginInfo(void) {{
  struct info info = {{ {version}, "bad", "1", "{compiler}", nothing }};
  return info;
}}
"""


class Plugins(TestCase):
    def setUp(self):
        super().setUp()
        self.operator = self.folder / "operator"
        self.operator.mkdir()

    def lend(self, name="gain"):
        """Gives the operator a plugin and the description that comes with it."""
        shutil.copy(BUILT / f"{name}.so", self.operator)
        home = SOURCES / "gain" if name == "gain" else ROOT / "tests" / "backends" / name
        text = (home / f"{name}.textproto").read_text()
        if "plugins" not in text:
            text = text.replace("target {", f"target {{ plugins {{ name: '{name}' }}")
        (self.operator / f"{name}.textproto").write_text(text)

    def build(self, name, source):
        path = self.write(f"{name}.c", source)
        subprocess.run(["cc", "-shared", "-fPIC", path, "-o", self.operator / f"{name}.so"],
                       check=True)

    def daemon(self, store=None):
        return Daemon(store, ["--plugins", self.operator, "--targets", self.operator])

    def library(self, *flags):
        subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-I", ROOT, *flags,
                        SOURCES / "gain" / "library.c", "-o", self.folder / "libgain.so"],
                       check=True)

    def run_it(self, check=0):
        x = np.arange(32, dtype=np.float32).reshape(4, 8)
        y = np.array([1.5, -2], dtype=np.float32)
        np.save(self.folder / "x.npy", x)
        np.save(self.folder / "y.npy", y)
        out = self.folder / "out"
        done = ingot("run", self.folder / "m.so", "--input", self.folder / "x.npy", "--input",
                     self.folder / "y.npy", "--output-dir", out, check=check)
        if check == 0:
            np.testing.assert_array_equal(np.load(out / "output_0.npy"), 6 * x)
            np.testing.assert_array_equal(np.load(out / "output_1.npy"), 2 * y)
        return done.stderr

    def test_a_dialect_a_pass_and_a_library(self):
        self.lend()
        source = self.write("m.mlir", PROGRAM)
        with self.daemon() as daemon:
            daemon.compile(source, self.folder / "m.so", "--target", "gain")
            self.assertEqual(daemon.compile(source, self.folder / "m.so", "--target",
                                            "gain")["cache"], "hit")
            # What others compile for has neither the dialect nor the pass.
            done = daemon.ingot("compile", source, "-o", self.folder / "x.so",
                                "--target", "x86-64-v3")
            self.assertEqual(done.returncode, 1, done.stderr)
            own = self.write("own.textproto", "target { base: 'x86-64-v3' phases { name: "
                             "'legalize' pipeline: 'func.func(gain-lower)' } }")
            done = daemon.ingot("compile", source, "-o", self.folder / "x.so", "--target", own)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("target.phases[0].pipeline: ", done.stderr)
        self.assertIn("gain.apply needs the library 'gain' 1.2 (libgain.so), and",
                      self.run_it(check=2))
        self.library("-DVERSION=\"1.1\"")
        self.assertIn("and that is version 1.1", self.run_it(check=1))
        self.library("-DVERSION=\"2.0\"")
        self.assertIn("and that is version 2.0", self.run_it(check=1))
        self.library("-DVERSION=\"1.20\"")
        self.run_it()
        self.library()
        self.run_it()

    def test_a_library_whose_table_lies_is_an_error_of_the_load(self):
        self.lend()
        source = self.write("m.mlir", PROGRAM)
        with self.daemon() as daemon:
            daemon.compile(source, self.folder / "m.so", "--target", "gain")

        def said(version='"1.2"', name='"gain"', functions="functions", abi=1):
            path = self.write("liar.c", f"""
#include "proto/abi/library.h"
static const ingot_library_function functions[] = {{{{0, 0}}, {{"gain.apply", 0}}}};
static const ingot_library library = {{{abi}, {name}, {version}, 2, {functions}}};
const ingot_library *ingot_library_v1(void) {{ return {abi} ? &library : 0; }}
""")
            subprocess.run(["cc", "-shared", "-fPIC", "-I", ROOT, path, "-o",
                            self.folder / "libgain.so"], check=True)
            return self.run_it(check=None)

        needs = "gain.apply needs the library 'gain' 1.2 (libgain.so), and "
        for arguments in ({}, {"functions": "0"}, {"version": '"1.2.0"'}, {"abi": 2}):
            self.assertIn(needs + "version 1.2", said(**arguments))
        for version in ('"x"', '""', '"1"', '"1.1.9"', '"2.2"', '"1.x"'):
            self.assertIn(needs + "that is version " + version[1:-1],
                          said(version=version))
        for arguments in ({"version": "0"}, {"name": "0"}, {"name": '"pain"'}, {"abi": 3},
                          {"abi": 0}):
            self.assertIn(needs + "that is another library or of another interface",
                          said(**arguments))
        (self.folder / "libgain.so").write_text("no shared object")
        self.assertIn("libgain.so: cannot be loaded: ", self.run_it(check=None))

    def test_a_target_of_two_plugins_has_what_both_bring(self):
        self.lend()
        self.build("first", PLUGIN.format(version=1, function="nothing"))
        text = (self.operator / "gain.textproto").read_text()
        (self.operator / "both.textproto").write_text(
            text.replace("target {", "target { plugins { name: 'first' }", 1))
        source = self.write("m.mlir", PROGRAM)
        with self.daemon() as daemon:
            daemon.compile(source, self.folder / "m.so", "--target", "both")
        self.library()
        self.run_it()

    def test_a_backend_as_a_plugin(self):
        self.lend("listing")
        source = self.write("m.mlir", PLAIN)
        with self.daemon() as daemon:
            daemon.compile(source, self.folder / "m.txt", "--target", "listing")
            text = (self.folder / "m.txt").read_text()
            self.assertTrue(text.startswith("listing\nhost\n"), text)
            daemon.compile(source, self.folder / "m.so", "--target", "x86-64-v3")

    def test_the_bytes_of_a_plugin_are_in_keys_of_its_targets_only(self):
        self.lend()
        source = self.write("m.mlir", PLAIN)
        store = self.folder / "store"

        def outcomes(daemon):
            return [daemon.compile(source, self.folder / "m.so", "--target", name)["cache"]
                    for name in ("gain", "x86-64-v3")]

        with self.daemon(store) as daemon:
            self.assertEqual(outcomes(daemon), ["miss", "miss"])
        with self.daemon(store) as daemon:
            self.assertEqual(outcomes(daemon), ["hit", "hit"])
        with open(self.operator / "gain.so", "ab") as file:
            file.write(b"\0")
        with self.daemon(store) as daemon:
            self.assertEqual(outcomes(daemon), ["miss", "hit"])

    def test_a_pinned_plugin_is_that_one_or_an_error(self):
        self.lend()
        source = self.write("m.mlir", PROGRAM)
        digest = hashlib.sha256((BUILT / "gain.so").read_bytes()).hexdigest()

        def described(sha256):
            return self.write("own.textproto", f"""
                target {{ base: "x86-64-v3"
                          plugins {{ name: "gain" sha256: "{sha256}" }}
                          phases {{ name: "legalize" pipeline: "func.func(gain-lower)" }} }}""")

        with self.daemon() as daemon:
            daemon.compile(source, self.folder / "m.so", "--target", described(digest))
            done = daemon.ingot("compile", source, "-o", self.folder / "x.so", "--target",
                                described("0" * 64))
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"target.plugins[0].sha256: is {'0' * 64}, and the file has {digest}",
                          done.stderr)

    def test_what_is_no_plugin_is_an_error_of_the_request(self):
        (self.operator / "text.so").write_text("not a shared object")
        self.build("empty", "int nothing;")
        self.build("unresolved", "void not_there(void); void f(void) { not_there(); }")
        self.build("newer", PLUGIN.format(version=7, function="nothing"))
        self.build("liar", PLUGIN.format(version=1, function="NULL"))
        self.build("crash", PLUGIN.format(version=1, function="crash"))
        self.build("dies", "#include <stdlib.h>\n"
                   "__attribute__((constructor)) static void f(void) { _Exit(0); }")
        self.build("backend", BACKEND.format(version=2, compiler="llvm 12.0.0"))
        self.build("older", BACKEND.format(version=1, compiler="llvm 12.0.0"))
        cases = {
            "text": "target.plugins[0].name: 'text' is no plugin: ",
            "empty": "target.plugins[0].name: 'empty' is no plugin: it has none of",
            "unresolved": "undefined symbol: not_there",
            "older": "ingotGetBackendPluginInfo is of version 1 of its interface, and this "
                     "compiler knows 2",
            "newer": "mlirGetPassPluginInfo is of version 7 of its interface, and this "
                     "compiler knows 1",
            "liar": "mlirGetPassPluginInfo returns a function that is null",
            "backend": "says that it was built for 'llvm 12.0.0', and this is llvm 22",
            "absent": "target.plugins[0].name: there is no plugin 'absent'; there are backend, ",
            "crash": None, "dies": None,
        }
        source = self.write("m.mlir", PLAIN)
        with self.daemon() as daemon:
            for name, message in cases.items():
                own = self.write("own.textproto", "target { base: 'x86-64-v3' "
                                 f"plugins {{ name: '{name}' }} }}")
                for command in (["compile", source, "-o", self.folder / "x.so"],
                                ["check", source]):
                    done = daemon.ingot(*command, "--target", own)
                    if message:
                        self.assertEqual(done.returncode, 2, (name, done.stderr))
                        self.assertIn(message, done.stderr)
                    else:
                        self.assertNotEqual(done.returncode, 0, name)
                # The daemon is up, and no other request has seen any of it.
                daemon.compile(source, self.folder / "y.so", "--target", "x86-64-v3",
                               "--constant-threshold", str(1000 + len(name)))

    def test_a_description_with_a_bad_plugin_does_not_start(self):
        def start_fails(text):
            (self.operator / "bad.textproto").write_text(text)
            done = subprocess.run(
                [INGOTD, "--listen", f"unix:{self.folder}/s", "--store", self.folder / "store",
                 "--targets", self.operator, "--plugins", self.operator],
                capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 1, done.stderr)
            return done.stderr

        self.build("crash", PLUGIN.format(version=1, function="crash"))
        self.assertIn("target 'bad': target.plugins: loading them ended the process: Aborted",
                      start_fails("target { base: 'x86-64' plugins { name: 'crash' } }"))
        self.lend()
        self.assertIn("target 'bad': target.phases[0].pipeline: ", start_fails(
            "target { base: 'x86-64' plugins { name: 'gain' } "
            "phases { name: 'plan' pipeline: 'func.func(gain-rise)' } }"))
        self.assertIn("target 'bad': target.plugins[0].name: there is no plugin 'gian'",
                      start_fails("target { base: 'x86-64' plugins { name: 'gian' } }"))

    def test_ingot_opt_takes_them_too(self):
        source = self.write("m.mlir", PROGRAM)
        done = subprocess.run(
            [BIN / "ingot-opt", f"--load-dialect-plugin={BUILT}/gain.so",
             f"--load-pass-plugin={BUILT}/gain.so",
             "--pass-pipeline=builtin.module(func.func(gain-lower))", source],
            capture_output=True, text=True, check=True)
        self.assertIn('ingot.custom "gain.apply"', done.stdout)


if __name__ == "__main__":
    unittest.main()
