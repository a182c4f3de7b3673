"""Every graph of tensorflow_*programs.py, read from a GraphDef, gives numpy's numbers."""
import unittest

import tensorflow_programs
import tensorflow_row_programs  # noqa: F401  (these add their programs to the list)
import tensorflow_state_programs  # noqa: F401
import tensorflow_window_programs  # noqa: F401
from harness import TestCase
from numpy_programs import GivesNumpysNumbers


class TensorFlowPrograms(GivesNumpysNumbers, TestCase):
    PROGRAMS, FAULTS = tensorflow_programs.PROGRAMS, tensorflow_programs.FAULTS
    FILE = "graph.pb"

    def write_model(self, model, path):
        path.write_bytes(model.encode())


if __name__ == "__main__":
    unittest.main()
