"""Every row of quantised integers, executed, against the reference kernels to the bit."""
import json
import unittest

import numpy as np

import harness
import tflite_integers


class TfLiteIntegers(harness.TestCase):
    GOLDEN = json.loads(tflite_integers.GOLDEN.read_text())
    GROUP = 24

    def run_cases(self, daemon, names):
        path, values = tflite_integers.write(names, self.folder)
        program = self.folder / "program.so"
        daemon.compile(path, program, timeout=300)
        arguments = []
        for i, value in enumerate(values):
            np.save(self.folder / f"input_{i}.npy", value)
            arguments += ["--input", self.folder / f"input_{i}.npy"]
        harness.ingot("run", program, "-q", "--output-dir", self.folder, *arguments, check=0)
        return [np.load(self.folder / f"output_{i}.npy") for i in range(len(names))]

    def test_results_are_those_of_the_reference_kernels(self):
        names = list(self.GOLDEN)
        with harness.Daemon() as daemon:
            for begin in range(0, len(names), self.GROUP):
                group = names[begin:begin + self.GROUP]
                for name, got in zip(group, self.run_cases(daemon, group)):
                    with self.subTest(name):
                        want = self.GOLDEN[name]
                        self.assertEqual(list(got.shape), want["shape"])
                        np.testing.assert_array_equal(
                            got.flatten(), np.array(want["values"], got.dtype))

    def refusal(self, daemon, name, change):
        """What is said of a case after change(tensors by name, buffers)."""
        model, _ = tflite_integers.model([name])
        change({tensor["name"].split("/")[-1]: tensor
                for tensor in model["subgraphs"][0]["tensors"]}, model["buffers"])
        path = tflite_integers.save(model, self.folder)
        return daemon.ingot("check", path, check=1).stderr

    def test_lstms_whose_operands_do_not_fit_are_refused(self):
        def shape(name, *sizes):
            return lambda tensors, _: tensors[name].update(shape=list(sizes))

        def without_scale(name):
            return lambda tensors, _: tensors[name].pop("quantization")

        def of_one_cell(tensors, buffers):
            tensors["5"]["shape"] = [1, 5]
            del buffers[tensors["5"]["buffer"]]["data"][5:]

        with harness.Daemon() as daemon:
            for state in ("18", "19"):
                self.assertIn("needs states of 8 and 16 bits with scales", self.refusal(
                    daemon, "lstm_int8_peephole", shape(state)))
            for case, operand in (("peephole", "10"), ("norm", "21")):
                self.assertIn("for each cell and a scale", self.refusal(
                    daemon, f"lstm_int8_{case}", without_scale(operand)))
            self.assertIn("the weights of its gates are of several sizes", self.refusal(
                daemon, "lstm_int8_norm", of_one_cell))
            self.assertIn("the scale of its projection is missing", self.refusal(
                daemon, "lstm_int8_projection", without_scale("16")))

    def test_every_golden_result_belongs_to_a_case(self):
        self.assertEqual(set(self.GOLDEN) - set(tflite_integers.CASES), set())


if __name__ == "__main__":
    unittest.main()
