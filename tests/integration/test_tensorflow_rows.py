"""Each row of TensorFlow's tables is executed by a case, of the public set or of our own, in
which a result that is compared depends on it."""
import json
import re
import unittest

import harness
import test_tensorflow_programs  # noqa: F401  (adds all programs to the list)
from tensorflow_programs import PROGRAMS
from tensorflow_reached import decoded, reached, reached_in

README = harness.ROOT / "pipeline" / "frontends" / "tensorflow" / "README.md"
# Rows that say why there is nothing to execute.
REFUSED = {"SymbolicGradient"}


def stated_rows():
    """The names on the page that the tables make."""
    page = re.search(r"<!-- begin: operators -->(.*?)<!-- end", README.read_text(), re.DOTALL)
    return set(page[1].split())


def executed_here():
    return set().union(*(reached(decoded(graph.encode()),
                                 [f"result_{i}" for i in range(graph.results)])
                         for graph, _ in PROGRAMS.values()))


@harness.needs_shared("frontends")
class EveryRow(harness.TestCase):
    def executed_publicly(self):
        """Operators of the public set, which test_frontend_cases executes."""
        harness.unpack(harness.SHARED / "frontends" / "tf" / "cases.tar.zst", self.folder)
        return set().union(*(reached_in(path.parent, json.loads(path.read_text()))
                             for path in self.folder.rglob("meta.json")))

    def test_is_executed(self):
        stated = stated_rows()
        self.assertGreater(len(stated), 400, "the page has another form")
        self.assertEqual(stated - executed_here() - self.executed_publicly() - REFUSED, set())


if __name__ == "__main__":
    unittest.main()
