"""One program, many forms: text, bytecode, portable artifacts of several
releases and containers of jax.export are read as the same program."""
import pathlib
import subprocess
import tempfile
import unittest

from harness import BIN, ROOT, SHARED, Daemon, TestCase, needs_shared

INPUTS = ROOT / "tests" / "lit" / "import" / "Inputs"
# Programs with functions of CHLO: JAX decomposes these in other ways than we do
# when it writes an artifact.
WITH_CHLO = {"jax_bert_base", "jax_minilm_l6"}


def run(program, *arguments):
    done = subprocess.run([BIN / program, *map(str, arguments)],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{program} {arguments}: {done.stderr[:2000]}")
    return done.stdout


class FormatTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ingot-formats-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def imported(self, path):
        return run("ingot-translate", "--import", path)

    def through_artifact(self, path, release):
        """The program after a way through a portable artifact, which spells no
        defaults."""
        text = self.folder / "program.mlir"
        text.write_text(self.imported(path))
        artifact = self.folder / "program.vhlo.mlirbc"
        run("ingot-translate", "--export-portable",
            f"--portable-release={release}", text, "-o", artifact)
        self.assertIn(f"StableHLO_v{release}".encode(),
                      artifact.read_bytes()[:32])
        return self.imported(artifact)

    def normal(self, path):
        """What is left when the order of constants and notes of JAX are not."""
        text = self.folder / "normal.mlir"
        text.write_text(self.through_artifact(path, "1.15.0"))
        clean = run("ingot-opt", text, "--inline", "--symbol-dce",
                    "--canonicalize", "--cse", "--canonicalize",
                    "--mlir-print-op-generic")
        return [line for line in clean.splitlines()
                if "mhlo.num_partitions" not in line
                and "func.func" not in line]


class ShippedArtifacts(FormatTest):
    def test_they_survive_every_release_since_theirs(self):
        for release in ("0.9.0", "0.20.0", "1.0.0", "1.15.0", "1.20.0"):
            with self.subTest(release=release):
                artifact = INPUTS / "ops-1.17.0.vhlo.mlirbc"
                self.assertEqual(self.through_artifact(artifact, release),
                                 self.imported(artifact))


class ThroughTheService(TestCase):
    def test_containers_come_in_and_artifacts_go_out(self):
        container = INPUTS / "one_platform.jax_export.bin"
        artifact = self.folder / "out.vhlo.mlirbc"
        with Daemon() as daemon:
            answer = daemon.compile(container, artifact,
                                    "--emit", "stablehlo-portable:1.0.0")
            self.assertEqual(answer["cache"], "miss")
            self.assertIn(b"StableHLO_v1.0.0\0", artifact.read_bytes()[:32])
            other = daemon.compile(container, artifact,
                                   "--emit", "stablehlo-portable:1.15.0")
            self.assertEqual(other["cache"], "miss", "releases share no entry")
            text = daemon.ingot("compile", artifact, "--emit", "mlir:import",
                                check=0).stdout
            self.assertIn("stablehlo.add", text)

    def test_a_program_of_pytorch_goes_out_as_stablehlo(self):
        program = self.write("torch.mlir", """
            func.func @main(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
              %0 = torch.aten.silu %a : !torch.vtensor<[?,3],f32> -> !torch.vtensor<[?,3],f32>
              return %0 : !torch.vtensor<[?,3],f32>
            }""")
        artifact = self.folder / "out.vhlo.mlirbc"
        with Daemon() as daemon:
            daemon.compile(program, artifact, "--emit", "stablehlo-portable:1.15.0")
            text = daemon.ingot("compile", artifact, "--emit", "mlir:import",
                                check=0).stdout
            self.assertIn("stablehlo.logistic", text)

    def test_a_release_that_is_none_is_a_usage_error(self):
        program = INPUTS / "one_platform.jax_export.bin"
        with Daemon() as daemon:
            done = daemon.ingot("compile", program, "--emit",
                                "stablehlo-portable:7.1", check=2)
            self.assertIn("'7.1' is no release of StableHLO", done.stderr)

    def test_what_a_release_does_not_know_is_the_programs_fault(self):
        program = self.write("tan.mlir", """
            func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
              %0 = stablehlo.tan %a : tensor<2xf32>
              return %0 : tensor<2xf32>
            }""")
        with Daemon() as daemon:
            done = daemon.ingot("compile", program, "--emit",
                                "stablehlo-portable:1.0.0", check=1)
            self.assertIn("needs StableHLO v1.4.0, the target is v1.0.0",
                          done.stderr)


@needs_shared("models")
class Models(FormatTest):
    def models(self, ending):
        found = sorted((SHARED / "models").glob("jax_*/*" + ending))
        self.assertTrue(found)
        for path in found:
            stem = path.name[:-len(ending)]
            yield path, lambda other: path.with_name(stem + other)

    def test_bytecode_is_the_text(self):
        for path, form in self.models(".stablehlo.mlirbc"):
            if form(".stablehlo.mlir").exists():
                self.assertEqual(self.imported(path),
                                 self.imported(form(".stablehlo.mlir")),
                                 path)

    def test_a_container_is_its_artifact(self):
        for path, form in self.models(".jax_export.bin"):
            self.assertEqual(self.imported(path),
                             self.imported(form(".vhlo.mlirbc")), path)

    def test_an_artifact_is_the_text(self):
        for path, form in self.models(".vhlo.mlirbc"):
            if path.parent.name not in WITH_CHLO:
                self.assertEqual(self.normal(path),
                                 self.normal(form(".stablehlo.mlir")), path)


if __name__ == "__main__":
    unittest.main()
