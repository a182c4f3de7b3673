"""Models of TFLite for tests: subgraphs of operators as JSON, made binary by flatc with the
reader's own definition of the format.

    model = Model()
    main = model.subgraph()
    x = main.argument(np.float32([1, 2]))
    main.results(*main.node("ABS", [x], [np.float32([0, 0])]))
    data = model.encode(folder)

An array stands for a tensor of its shape and type. Subgraph 0 is what is called.
"""
import json
import pathlib
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "pipeline" / "frontends" / "tflite" / "TfLite.fbs"


class Model:
    def __init__(self):
        self.codes, self.buffers, self.graphs, self.arguments = [], [{}], [], []

    def subgraph(self):
        self.graphs.append(Subgraph(self))
        return self.graphs[-1]

    def described(self):
        return {"version": 3, "operator_codes": self.codes, "buffers": self.buffers,
                "subgraphs": [graph.entry for graph in self.graphs]}

    def encode(self, folder):
        (folder / "model.json").write_text(json.dumps(self.described()))
        subprocess.run(["flatc", "-b", "-o", folder, SCHEMA, folder / "model.json"], check=True)
        return (folder / "model.bin").read_bytes()


class Subgraph:
    def __init__(self, model):
        self.model = model
        self.entry = {"tensors": [], "inputs": [], "outputs": [], "operators": []}

    def tensor(self, like, **more):
        """A tensor of the shape and type of an array, computed unless `more` says else."""
        like = np.asarray(like)
        self.entry["tensors"].append({"name": f"t{len(self.entry['tensors'])}",
                                      "shape": list(like.shape), "type": like.dtype.name.upper(),
                                      **more})
        return len(self.entry["tensors"]) - 1

    def argument(self, array):
        """An input; of subgraph 0 the array is what the test gives."""
        self.entry["inputs"].append(self.tensor(array))
        if self is self.model.graphs[0]:
            self.model.arguments.append(np.asarray(array))
        return self.entry["inputs"][-1]

    def constant(self, array):
        self.model.buffers.append({"data": list(np.asarray(array).tobytes())})
        return self.tensor(array, buffer=len(self.model.buffers) - 1)

    def node(self, op, inputs, results, options=None):
        """An operator. `options` are (name of the table, fields); those of StableHLO and a
        few others are in the second union."""
        outputs = [self.tensor(array) for array in results]
        entry = {"opcode_index": len(self.model.codes), "inputs": inputs, "outputs": outputs}
        if options:
            kind, fields = options
            union = "builtin_options"
            if kind.startswith("Stable") or kind == "ReduceWindowOptions":
                union += "_2"
            entry.update({f"{union}_type": kind, union: fields})
        self.model.codes.append({"builtin_code": op, "version": 1})
        self.entry["operators"].append(entry)
        return outputs

    def results(self, *tensors):
        self.entry["outputs"] += tensors
