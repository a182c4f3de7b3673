"""What stands in a folder of cases: ONNX, TFLite and TensorFlow have one layout, told
apart by the file that is there. ../shared/frontends tells the rest."""
import dataclasses
import json
import pathlib
import re

import numpy as np

# The file of a case, by format. A folder is a SavedModel.
FILES = {"onnx": "model.onnx", "tflite": "model.tflite", "saved_model": "saved_model",
         "graphdef": "graph.pb"}
# What .npy has no type for, and how `ingot run` reads it: opaque bytes.
OPAQUE = {"bfloat16": "V2", "float8_e4m3fn": "V1", "float8_e5m2": "V1",
          "float8_e4m3fnuz": "V1", "float8_e5m2fnuz": "V1", "float8_e8m0fnu": "V1"}
MLIR_TYPES = {"bool": "i1", "bfloat16": "bf16"}


def mlir_type(dtype, shape):
    """A tensor's type as MLIR writes it."""
    kind = MLIR_TYPES.get(dtype) or (
        dtype.replace("float", "f").replace("uint", "ui").replace("int", "i"))
    return f"tensor<{''.join(f'{size}x' for size in shape)}{kind}>"


def input_type(how):
    """What an input is, by its description in meta.json: a tensor, a sequence, or nothing
    in an optional."""
    if how.get("kind") == "none":
        return "none"
    if how.get("kind") == "sequence":
        return f"tuple<{', '.join(map(input_type, how['elements']))}>"
    return mlir_type(how["dtype"], how["shape"])


@dataclasses.dataclass
class Value:
    """An array, the name that the model has for it (or None) and its type in the model."""
    array: np.ndarray
    name: str | None
    dtype: str


@dataclasses.dataclass
class Case:
    folder: pathlib.Path
    meta: dict

    @property
    def name(self):
        return self.folder.name

    @property
    def format(self):
        return next((kind for kind, file in FILES.items() if (self.folder / file).exists()),
                    None)

    @property
    def program(self):
        return self.folder / FILES[self.format]

    @property
    def entry(self):
        """The signature that is called; None for the only entry point."""
        return self.meta.get("signature_key")

    @property
    def has_golden_result(self):
        return (self.folder / "expected_0.npy").exists() or bool(list(
            self.folder.glob("expected_0_s*.npy")))

    def runs(self):
        """For each run its arguments, its results and the tolerances of these."""
        for run in range(self.meta.get("runs", 1)):
            prefix = f"run{run}_" if run else ""
            results = self.values(prefix + "expected", "outputs")
            yield (self.values(prefix + "input", "inputs"), results,
                   [self.tolerance(run, i) for i in range(len(results))])

    def tolerance(self, run, index):
        if "tolerance" in self.meta:
            return self.meta["tolerance"][run][index]
        return {"rtol": self.meta["rtol"], "atol": self.meta["atol"]}

    def described(self, kind):
        """What meta.json says of arguments or results, in order."""
        if "signature" in self.meta:
            return self.meta["signature"][kind]
        return self.meta[kind]

    def input_types(self):
        """Types of the inputs, if there is a sequence or an optional without a value,
        which a compile has to be told; else none."""
        inputs = self.described("inputs")
        if all(how.get("kind", "tensor") == "tensor" for how in inputs):
            return []
        return [input_type(how) for how in inputs]

    def values(self, stem, kind):
        return [value for i, how in enumerate(self.described(kind))
                for value in self.load(f"{stem}_{i}", how)]

    def load(self, stem, how):
        """One value, or the elements of a sequence; nothing for an optional without one."""
        name = how.get("name") or how.get("tensor")
        paths = [self.folder / f"{stem}.npy"]
        if not paths[0].exists():
            paths = sorted(self.folder.glob(f"{stem}_s*.npy"),
                           key=lambda path: int(re.search(r"_s(\d+)$", path.stem).group(1)))
        # The elements of a sequence have no name of their own.
        named = name if len(paths) == 1 else None
        return [Value(np.load(path), named, how.get("dtype") or "") for path in paths]


def find(root):
    """Every case below a folder, in the order of the alphabet."""
    found = [Case(path.parent, json.loads(path.read_text()))
             for path in sorted(pathlib.Path(root).rglob("meta.json"))]
    return [case for case in found if case.format]
