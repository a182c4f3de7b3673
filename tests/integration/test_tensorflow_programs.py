"""Every graph of tensorflow_*programs.py, read from a GraphDef, gives numpy's numbers."""
import concurrent.futures
import unittest

import numpy as np

import tensorflow_programs
import tensorflow_row_programs  # noqa: F401  (these add their programs to the list)
import tensorflow_state_programs  # noqa: F401
import tensorflow_window_programs  # noqa: F401
from harness import Daemon, TestCase

TOLERANCE = "2e-5"


class TensorFlowPrograms(TestCase):
    def fault(self, daemon, name, graph, expected):
        """What is wrong with a program; nothing if it gives what numpy does."""
        folder = self.folder / name
        folder.mkdir()
        (folder / "graph.pb").write_bytes(graph.encode())
        done = daemon.ingot("compile", folder / "graph.pb", "-q", "-o", folder / "graph.so")
        if done.returncode:
            return f"{name}: {done.stderr[:400]}"
        arguments = ["run", folder / "graph.so", "-q", "--atol", TOLERANCE, "--rtol", TOLERANCE]
        for kind, option, arrays in (("argument", "--input", graph.arguments),
                                     ("result", "--expect", expected)):
            for i, array in enumerate(arrays):
                np.save(folder / f"{kind}_{i}.npy", array)
                arguments += [option, folder / f"{kind}_{i}.npy"]
        done = daemon.ingot(*arguments)
        return f"{name}: {done.stderr[:400]}" if done.returncode else None

    def test_each_gives_numpys_numbers(self):
        with Daemon() as daemon, concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = list(pool.map(
                lambda item: self.fault(daemon, item[0], *item[1]),
                tensorflow_programs.PROGRAMS.items()))
        wrong = [fault for fault in faults if fault]
        self.assertFalse(wrong, "\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
