"""What stands in a folder of cases; its README tells the layout."""
import dataclasses
import json
import pathlib

import numpy as np

FORMS = ("module.mlir", "raw.mlir", "static_module.mlir", "static_raw.mlir")
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclasses.dataclass
class Case:
    """A case, or a net; both have programs, calls with arguments, and results."""
    folder: pathlib.Path
    meta: dict

    @property
    def name(self):
        return self.folder.name

    @property
    def is_net(self):
        return "args" in self.meta

    @property
    def compares_values(self):
        """Else only shapes and types: where values are random, or torch-mlir's own form
        disagrees with PyTorch."""
        return not (self.meta.get("uses_rng") or self.meta.get("suspect")
                    or self.meta.get("type_suspect") or self.meta.get("deterministic") is False)

    def forms(self):
        return [form for form in FORMS if (self.folder / form).exists()]

    def peers(self, form):
        """Path of torch-mlir -> whether it converts this form; a raw form counts as the
        backend contract of the same shapes."""
        meta = self.meta.get("static", {}) if form.startswith("static") else self.meta
        paths = meta.get("torch_mlir_conversion") or {}
        return {path: verdict == "pass" for path, verdict in paths.items()}

    def calls(self):
        """For each call, its arguments and its results, with their descriptions."""
        if self.is_net:
            expected = [{"file": f"expected_{i}.npy"} for i in range(len(self.meta["outputs"]))]
            yield [make(self.folder, how) for how in self.meta["args"]], self.load(expected)
            return
        # What is written into arguments, of the first call, comes behind the results.
        mutated = self.load(self.meta.get("mutated_expected") or [])
        for call in self.meta["calls"]:
            yield ([value for value, _ in self.load(call["inputs"])],
                   self.load(call["expected"]) + mutated)
            mutated = []

    def load(self, described):
        return [(load(self.folder / how["file"], how.get("encoding")), how) for how in described]


def load(path, encoding=None):
    """bf16 as two opaque bytes and floats of eight bits as one, as `ingot run` reads them."""
    array = np.load(path)
    return array.view({"bits_u16": "V2", "bits_u8": "V1"}[encoding]) if encoding in (
        "bits_u16", "bits_u8") else array


def splitmix64(seed, count):
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * GOLDEN
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def make(folder, how):
    """An argument of a net from its recipe."""
    if "file" in how:
        return np.load(folder / how["file"])
    shape = tuple(how["shape"])
    count = int(np.prod(shape, dtype=np.int64))
    if how["gen"] == "splitmix64_uniform_f32":
        unit = (splitmix64(how["seed"], count) >> np.uint64(40)).astype(np.float32)
        unit *= np.float32(2.0 ** -24)
        low, high = np.float32(how["lo"]), np.float32(how["hi"])
        return (low + unit * (high - low)).reshape(shape)
    if how["gen"] == "splitmix64_mod_i64":
        return (splitmix64(how["seed"], count) % np.uint64(how["mod"])).astype(np.int64).reshape(shape)
    if how["gen"] == "const":
        return np.full(shape, how["value"], dtype=how["dtype"])
    raise ValueError(f"an argument made by '{how['gen']}', which is not known")


def find(root):
    """Every case below a folder, in the order of the alphabet."""
    return [Case(path.parent, json.loads(path.read_text()))
            for path in sorted(pathlib.Path(root).rglob("meta.json"))]
