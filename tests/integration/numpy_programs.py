"""What tests of models that were made here share: each has its arguments, and numpy says
what it gives."""
import concurrent.futures

import numpy as np

from harness import Daemon

TOLERANCE = "2e-5"


class GivesNumpysNumbers:
    """Of a TestCase with PROGRAMS, from a name to (model, expected results); FILE, what a
    model is called; and write_model(model, path)."""

    def fault(self, daemon, name, model, expected):
        """What is wrong with a program; nothing if it gives what numpy does."""
        folder = self.folder / name
        folder.mkdir()
        source, program = folder / self.FILE, folder / "model.so"
        self.write_model(model, source)
        done = daemon.ingot("compile", source, "-q", "-o", program)
        if done.returncode:
            return f"{name}: {done.stderr[:400]}"
        arguments = ["run", program, "-q", "--atol", TOLERANCE, "--rtol", TOLERANCE]
        for kind, option, arrays in (("argument", "--input", model.arguments),
                                     ("result", "--expect", expected)):
            for i, array in enumerate(arrays):
                np.save(folder / f"{kind}_{i}.npy", array)
                arguments += [option, folder / f"{kind}_{i}.npy"]
        done = daemon.ingot(*arguments)
        return f"{name}: {done.stderr[:400]}" if done.returncode else None

    def test_each_gives_numpys_numbers(self):
        with Daemon() as daemon, concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = list(pool.map(lambda item: self.fault(daemon, item[0], *item[1]),
                                   self.PROGRAMS.items()))
        wrong = [fault for fault in faults if fault]
        self.assertFalse(wrong, "\n".join(wrong))
