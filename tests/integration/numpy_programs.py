"""What tests of models that were made here share: each has its arguments, and numpy says
what it gives."""
import concurrent.futures

import numpy as np

from harness import Daemon

TOLERANCE = "2e-5"


class GivesNumpysNumbers:
    """Of a TestCase with PROGRAMS, from a name to (model, expected results); FAULTS, from a name
    to (model, what its run ends with); FILE, what a model is called; and
    write_model(model, path)."""

    FAULTS = {}

    def run_program(self, daemon, name, model, expected):
        """The run of a program, or its compilation if that failed."""
        folder = self.folder / name
        folder.mkdir()
        source, program = folder / self.FILE, folder / "model.so"
        self.write_model(model, source)
        done = daemon.ingot("compile", source, "-q", "-o", program)
        if done.returncode:
            return done
        arguments = ["run", program, "-q", "--atol", TOLERANCE, "--rtol", TOLERANCE]
        for kind, option, arrays in (("argument", "--input", model.arguments),
                                     ("result", "--expect", expected)):
            for i, array in enumerate(arrays):
                np.save(folder / f"{kind}_{i}.npy", array)
                arguments += [option, folder / f"{kind}_{i}.npy"]
        return daemon.ingot(*arguments)

    def fault(self, daemon, name, model, expected):
        """What is wrong with a program; nothing if it gives what numpy does."""
        done = self.run_program(daemon, name, model, expected)
        return f"{name}: {done.stderr[:400]}" if done.returncode else None

    def other_end(self, daemon, name, model, message):
        """How a program ends if not with the message."""
        done = self.run_program(daemon, name, model, [])
        if not done.returncode or message not in done.stderr:
            return f"{name}: {done.returncode}, {done.stderr[:400]!r} without {message!r}"
        return None

    def check_each(self, function, programs):
        with Daemon() as daemon, concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = list(pool.map(lambda item: function(daemon, item[0], *item[1]),
                                   programs.items()))
        wrong = [fault for fault in faults if fault]
        self.assertFalse(wrong, "\n".join(wrong))

    def test_each_gives_numpys_numbers(self):
        self.check_each(self.fault, self.PROGRAMS)

    def test_each_ends_with_its_message(self):
        self.check_each(self.other_end, self.FAULTS)
