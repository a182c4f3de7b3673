"""Each row of TFLite's tables is executed by a case: rows that neither the public set nor
`tflite_integers.py` has a case for are in `tflite_programs.py`, with numpy's answer."""
import json
import re
import subprocess
import unittest

import harness
import tflite_integers
import tflite_stablehlo_programs  # noqa: F401  (adds its programs to the list)
from numpy_programs import GivesNumpysNumbers
from tflite_graph import SCHEMA
from tflite_programs import PROGRAMS

README = harness.ROOT / "pipeline" / "frontends" / "tflite" / "README.md"


class TfLitePrograms(GivesNumpysNumbers, harness.TestCase):
    PROGRAMS, FILE = PROGRAMS, "model.tflite"

    def write_model(self, model, path):
        path.write_bytes(model.encode(path.parent))


def stated_rows():
    """(operator, whether of quantised integers) of each row, from the page that the tables
    make."""
    rows = re.findall(r"^\| `(\w+)` \| (\w*) ?\| ([\w ]*?) ?\|", README.read_text(), re.MULTILINE)
    return ({(name, False) for name, plain, _ in rows if plain == "yes"} |
            {(name, True) for name, _, quantized in rows if quantized == "yes"})


def bodies_of(operator):
    """The subgraphs that an operator names."""
    for union in ("builtin_options", "builtin_options_2"):
        for field, value in (operator.get(union) or {}).items():
            if field.endswith("subgraph_index") and value >= 0:
                yield value


def reached(graph, codes):
    """The operators that a result of a subgraph depends on, and those that set state."""
    wanted = set(graph["outputs"])
    stateful = {i for i, tensor in enumerate(graph["tensors"]) if tensor.get("is_variable")}
    for operator in reversed(graph["operators"]):
        if (wanted & set(operator["outputs"]) or stateful & set(operator["inputs"]) or
                codes[operator["opcode_index"]] in ("ASSIGN_VARIABLE", "CALL_ONCE")):
            wanted |= set(operator["inputs"]) - {-1}
            yield operator


def executed_by(model):
    """(operator, whether a tensor of it is quantised) of a model as JSON, where it has a say
    in what the main subgraph gives."""
    codes = [code["builtin_code"] for code in model["operator_codes"]]
    entered, open_ = {0}, [0]
    while open_:
        graph = model["subgraphs"][open_.pop()]
        is_quantized = [bool(tensor.get("quantization", {}).get("scale"))
                        for tensor in graph["tensors"]]
        for operator in reached(graph, codes):
            ends = operator["inputs"][:1] + operator["outputs"][:1]
            yield (codes[operator["opcode_index"]],
                   any(place >= 0 and is_quantized[place] for place in ends))
            open_ += (bodies := set(bodies_of(operator)) - entered)
            entered |= bodies


@harness.needs_shared("frontends")
class EveryRow(harness.TestCase):
    def as_json(self, path):
        subprocess.run(["flatc", "-t", "--strict-json", "--defaults-json", "--raw-binary", "-o",
                        self.folder, SCHEMA, "--", path], check=True, capture_output=True)
        return json.loads((self.folder / "model.json").read_text(errors="replace"))

    def executed_publicly(self):
        """Operators of the public set, which test_frontend_cases executes."""
        harness.unpack(harness.SHARED / "frontends" / "tflite" / "cases.tar.zst", self.folder)
        for path in self.folder.rglob("model.tflite"):
            meta = json.loads(path.with_name("meta.json").read_text())
            if path.with_name("expected_0.npy").exists() or not meta["outputs"]:
                yield from executed_by(self.as_json(path))

    def test_is_executed(self):
        executed = set(self.executed_publicly())
        executed |= set(executed_by(tflite_integers.model(tflite_integers.CASES)[0]))
        for model, _ in PROGRAMS.values():
            executed |= set(executed_by(model.described()))
        stated = stated_rows()
        self.assertGreater(len(stated), 250, "the page has another form")
        self.assertEqual(stated - executed, set())


if __name__ == "__main__":
    unittest.main()
