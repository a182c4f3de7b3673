"""Which tensors of a file may be a program's constant: one rule, whether they bind when it is
compiled or when it is loaded."""
import unittest

import numpy as np

from harness import Daemon, TestCase, ingot

NAMES = {"|i1": "I8", "|u1": "U8"}


def program(kind):
    """Reads four elements of `kind` as floats."""
    weights, reals = f"tensor<4x{kind}>", "tensor<4xf32>"
    return f"""
ml_program.global private @w(#ml_program.extern : {weights}) : {weights}
func.func @main(%x: {reals}) -> {reals} {{
  %w = ml_program.global_load_const @w : {weights}
  %0 = stablehlo.convert %w : ({weights}) -> {reals}
  %1 = stablehlo.add %x, %0 : {reals}
  return %1 : {reals}
}}"""


def safetensors(path, array):
    header = (f'{{"w":{{"dtype":"{NAMES[array.dtype.str]}","shape":[{array.size}],'
              f'"data_offsets":[0,{array.nbytes}]}}}}').encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + array.tobytes())


class WeightElements(TestCase):
    # Elements, values of a file, and whether these are such elements.
    CASES = [
        ("i8", np.int8([-8, 7, 0, 100]), True),
        ("i8", np.uint8([8, 7, 0, 100]), True),
        ("ui8", np.uint8([8, 7, 0, 200]), True),
        ("ui8", np.int8([8, 7, 0, 100]), False),
        ("i4", np.int8([-8, 7, 0, -1]), True),
        ("i4", np.int8([-8, 7, 0, 16]), False),
        ("i4", np.int8([-9, 7, 0, 1]), False),
        ("i4", np.uint8([8, 7, 0, 15]), True),
        ("i4", np.uint8([8, 7, 0, 16]), False),
        ("i4", np.uint8([8, 7, 0, 255]), False),
        ("ui4", np.uint8([8, 7, 0, 15]), True),
        ("ui4", np.uint8([8, 7, 0, 16]), False),
        ("ui4", np.int8([8, 7, 0, 1]), False),
    ]

    def given(self, array, form):
        """The path of a file with these bytes."""
        path = self.folder / f"given.{form}"
        if form == "safetensors":
            safetensors(path, array)
        else:
            np.savez(path, w=array.view("V1") if form == "unnamed.npz" else array)
        return path

    def expected(self, kind, array):
        if kind == "i4":
            array = (array.astype("i4") + 8 & 15) - 8
        if kind == "i8":
            array = array.view("i1")
        return array.astype("f")

    def refusals(self, daemon, kind, weights, array):
        """What is said by each of both ways, or "" where they give the right numbers."""
        source, executable = self.write("p.mlir", program(kind)), self.folder / "p.so"
        np.save(self.folder / "x.npy", np.zeros(4, "f"))
        np.save(self.folder / "y.npy", self.expected(kind, array))
        numbers = ["--input", self.folder / "x.npy", "--expect", self.folder / "y.npy"]

        def run(*arguments):
            done = ingot("run", executable, *numbers, *arguments)
            self.assertNotIn("element", done.stdout + done.stderr)
            return "" if done.returncode == 0 else done.stderr
        daemon.ingot("compile", source, "-o", executable, check=0)
        loaded = run("--constants", weights)
        compiled = daemon.ingot("compile", source, "-o", executable, "--file",
                                f"{weights.name}={weights}")
        if compiled.returncode == 0:
            self.assertEqual(run(), "")
        return loaded, compiled.stderr if compiled.returncode else ""

    def test_one_rule_at_both_times(self):
        with Daemon() as daemon:
            for kind, array, isHeld in self.CASES:
                for form in ("safetensors", "npz"):
                    said = self.refusals(daemon, kind, self.given(array, form), array)
                    for text in said:
                        self.assertEqual(text == "", isHeld, f"{kind} {array} {form}: {said}")
                        if not isHeld:
                            self.assertIn("'w'", text)
                            self.assertIn(f"4x{kind}", text)

    def test_bytes_without_a_name_are_small_elements(self):
        with Daemon() as daemon:
            for kind, array, isHeld in (("i4", np.int8([-8, 7, 0, -1]), True),
                                        ("i4", np.int8([-8, 7, 0, 16]), False),
                                        ("i8", np.int8([-8, 7, 0, 16]), False)):
                said = self.refusals(daemon, kind, self.given(array, "unnamed.npz"), array)
                self.assertEqual([text == "" for text in said], [isHeld] * 2, f"{kind}: {said}")


if __name__ == "__main__":
    unittest.main()
