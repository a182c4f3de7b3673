"""GraphDefs for tests, written as text and encoded by protoc with the reader's own
definition of the format.

    graph = Graph()
    x = graph.argument(np.float32([1, 2]))
    graph.result(graph.node("Mul", x, graph.constant(np.float32(3)), T=np.float32))
    data = graph.encode()

An attribute is a type (a numpy type), a truth value, an integer, a float, a text, a list
of integers or types, or a Shape.
"""
import pathlib
import subprocess

import numpy as np

DEFINITION = (pathlib.Path(__file__).resolve().parents[2] / "pipeline" / "frontends"
              / "tensorflow" / "Graph.proto")
TYPES = {np.dtype(kind): number for kind, number in [
    (np.float32, 1), (np.float64, 2), (np.int32, 3), (np.uint8, 4), (np.int16, 5), (np.int8, 6),
    (np.complex64, 8), (np.int64, 9), (bool, 10), (np.uint16, 17), (np.complex128, 18),
    (np.float16, 19), (np.uint32, 22), (np.uint64, 23)]}


class Shape(tuple):
    """Sizes as an attribute; -1 is one that is not known."""


def quoted(data):
    """Bytes as protoc's text has them."""
    return '"' + "".join(f"\\{byte:03o}" for byte in data) + '"'


def sizes(shape):
    return "".join(f"dim {{ size: {size} }} " for size in shape)


def tensor(array):
    return (f"tensor {{ dtype: {TYPES[array.dtype]} tensor_shape {{ {sizes(array.shape)} }} "
            f"tensor_content: {quoted(array.tobytes())} }}")


def is_type(value):
    return isinstance(value, type) and value not in (int, float)


def attribute(key, value):
    """An attribute in text format."""
    if is_type(value):
        text = f"type: {TYPES[np.dtype(value)]}"
    elif isinstance(value, bool):
        text = f"b: {str(value).lower()}"
    elif isinstance(value, int):
        text = f"i: {value}"
    elif isinstance(value, float):
        text = f"f: {value!r}"
    elif isinstance(value, str):
        text = f's: "{value}"'
    elif isinstance(value, Shape):
        text = f"shape {{ {sizes(value)} }}"
    elif isinstance(value, np.ndarray):
        text = tensor(value)
    elif value and is_type(value[0]):
        text = "list { " + "".join(f"type: {TYPES[np.dtype(kind)]} " for kind in value) + "}"
    else:
        text = "list { " + "".join(f"i: {number} " for number in value) + "}"
    return f'attr {{ key: "{key}" value {{ {text} }} }} '


class Graph:
    """Nodes in the order in which they were made."""

    def __init__(self):
        self.text = []
        self.arguments = []
        self.results = 0

    def node(self, op, *operands, name=None, **attributes):
        """Adds a node and gives its name, which is its first result's."""
        name = name or f"{op.lower()}_{len(self.text)}"
        inputs = "".join(f'input: "{operand}" ' for operand in operands)
        described = "".join(attribute(key, value) for key, value in attributes.items())
        self.text.append(f'node {{ name: "{name}" op: "{op}" {inputs}{described}}}')
        return name

    def argument(self, array, shape=None):
        """A placeholder for `array`; `shape` says what the model knows of its sizes."""
        array = np.asarray(array)
        self.arguments.append(array)
        return self.node("Placeholder", name=f"argument_{len(self.arguments) - 1}",
                         dtype=array.dtype.type, shape=Shape(shape or array.shape))

    def constant(self, array):
        array = np.ascontiguousarray(array) if np.ndim(array) else np.asarray(array)
        return self.node("Const", dtype=array.dtype.type, value=array)

    def result(self, value, kind=np.float32):
        self.results += 1
        return self.node("Identity", value, name=f"result_{self.results - 1}", T=kind)

    def encode(self):
        text = "\n".join(self.text) + "\nversions { producer: 1882 }\n"
        return subprocess.run(
            ["protoc", f"--proto_path={DEFINITION.parent}",
             "--encode=ingot.tensorflow.format.Graph", DEFINITION.name],
            input=text.encode(), check=True, capture_output=True).stdout
