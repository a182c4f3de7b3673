"""What is installed is enough: the example builds against it and runs, and the
client library needs none of the compiler's or the store's libraries."""
import os
import shutil
import subprocess
import unittest

from harness import BIN, DATA, INGOTD, ROOT, Daemon, TestCase


class Install(TestCase):
    def needed(self, path):
        out = subprocess.run(["readelf", "-d", path], capture_output=True, text=True,
                             check=True).stdout
        return [line.split("[")[1].rstrip("]") for line in out.splitlines()
                if "(NEEDED)" in line]

    def test_client_needs_no_compiler_and_no_store(self):
        for name in ("libingot.so", "libingot_runtime.so"):
            for library in self.needed(BIN.parent / "lib" / name):
                self.assertNotRegex(library, "MLIR|LLVM|rocksdb|spdlog", name)
        for library in self.needed(BIN.parent / "lib" / "libingot_runtime.so"):
            self.assertNotRegex(library, "grpc|protobuf")

    def test_daemon_links_neither_mlir_nor_llvm(self):
        out = subprocess.run(["ldd", INGOTD], capture_output=True, text=True,
                             check=True).stdout
        self.assertNotRegex(out, "MLIR|LLVM")

    def test_a_project_has_models_compiled_while_it_is_built(self):
        prefix, source = self.folder / "prefix", self.folder / "project"
        subprocess.run(["cmake", "--install", BIN.parent, "--prefix", prefix],
                       check=True, capture_output=True)
        shutil.copytree(ROOT / "deploy" / "examples" / "cmake", source)
        model = source / "model.tflite"
        shutil.copy(DATA / "wake_alexa" / "model.tflite", model)
        build, out = self.folder / "build", self.folder / "build" / "model.so"
        with Daemon() as daemon:
            environment = dict(os.environ, INGOT_SERVER=daemon.address)

            def run(*command):
                done = subprocess.run(command, capture_output=True, text=True,
                                      env=environment)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                return daemon.stats()["requests"]

            run("cmake", "-S", source, "-B", build, "-G", "Ninja",
                f"-DCMAKE_PREFIX_PATH={prefix}", f"-DMODEL={model}")
            first = run("cmake", "--build", build)
            self.assertTrue(out.exists() and out.with_suffix(".safetensors").exists())
            self.assertEqual(run("cmake", "--build", build), first, "nothing changed")
            os.utime(model)
            self.assertGreater(run("cmake", "--build", build), first)
            # The installed programs find what they need by themselves.
            installed = subprocess.run([prefix / "bin" / "ingot-worker", "--help"],
                                       capture_output=True, text=True)
            self.assertNotIn("error while loading shared libraries", installed.stderr)

    def test_example_builds_against_the_package_and_runs(self):
        prefix = self.folder / "prefix"
        subprocess.run(["cmake", "--install", BIN.parent, "--prefix", prefix],
                       check=True, capture_output=True)
        build = self.folder / "build"
        for command in (["cmake", "-S", ROOT / "client" / "examples", "-B", build,
                         f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release"],
                        ["cmake", "--build", build]):
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        folder = DATA / "ppocr_cls"
        with Daemon() as daemon:
            environment = dict(os.environ, LD_LIBRARY_PATH=str(prefix / "lib"))
            done = subprocess.run(
                [build / "compile_and_run", daemon.address,
                 folder / "model.linalg_mlprogram.mlirbc", folder / "input_0.npy"],
                capture_output=True, text=True, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1x2xf32", done.stdout)


if __name__ == "__main__":
    unittest.main()
