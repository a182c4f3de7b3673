"""GraphDefs for tests, written as text and encoded by protoc with the reader's own
definition of the format.

    graph = Graph()
    x = graph.argument(np.float32([1, 2]))
    graph.result(graph.node("Mul", x, graph.constant(np.float32(3)), T=np.float32))
    data = graph.encode()

An attribute is a type (a numpy type), a truth value, an integer, a float, a text, a list
of integers, floats, types or functions, a Shape, or a Function, which is the name of one
that `function` adds.
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


class Function(str):
    """The name of a function as an attribute."""


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
    elif isinstance(value, Function):
        text = f'func {{ name: "{value}" }}'
    elif isinstance(value, str):
        text = f's: "{value}"'
    elif isinstance(value, Shape):
        text = f"shape {{ {sizes(value)} }}"
    elif isinstance(value, np.ndarray):
        text = tensor(value)
    elif value and is_type(value[0]):
        text = "list { " + "".join(f"type: {TYPES[np.dtype(kind)]} " for kind in value) + "}"
    elif value and isinstance(value[0], Function):
        text = "list { " + "".join(f'func {{ name: "{name}" }} ' for name in value) + "}"
    elif value and isinstance(value[0], float):
        text = "list { " + "".join(f"f: {number!r} " for number in value) + "}"
    else:
        text = "list { " + "".join(f"i: {number} " for number in value) + "}"
    return f'attr {{ key: "{key}" value {{ {text} }} }} '


def node_text(name, op, operands, attributes):
    inputs = "".join(f'input: "{operand}" ' for operand in operands)
    described = "".join(attribute(key, value) for key, value in attributes.items())
    return f'name: "{name}" op: "{op}" {inputs}{described}'


class Graph:
    """Nodes in the order in which they were made."""

    def __init__(self):
        self.text = []
        self.library = []
        self.arguments = []
        self.results = 0

    def node(self, op, *operands, name=None, **attributes):
        """Adds a node and gives its name, which is its first result's."""
        name = name or f"{op.lower()}_{len(self.text)}"
        self.text.append(f"node {{ {node_text(name, op, operands, attributes)}}}")
        return name

    def function(self, name, arguments, results, *nodes, kind=np.float32):
        """A function of tensors of one type. A node is (name, op, operands, attributes),
        a result NODE:OUTPUT:NUMBER or an argument, as operands are."""
        number = TYPES[np.dtype(kind)]
        text = f'name: "{name}" '
        text += "".join(f'input_arg {{ name: "{one}" type: {number} }} ' for one in arguments)
        text += "".join(f'output_arg {{ name: "r{i}" type: {number} }} '
                        for i in range(len(results)))
        text = f"signature {{ {text}}} "
        text += "".join(f"node_def {{ {node_text(*node)}}} " for node in nodes)
        text += "".join(f'ret {{ key: "r{i}" value: "{one}" }} '
                        for i, one in enumerate(results))
        self.library.append(f"function {{ {text}}}")
        return Function(name)

    def argument(self, array, shape=None):
        """A placeholder for `array`; `shape` says what the model knows of its sizes."""
        array = np.asarray(array)
        self.arguments.append(array)
        return self.node("Placeholder", name=f"argument_{len(self.arguments) - 1}",
                         dtype=array.dtype.type, shape=Shape(shape or array.shape))

    def words(self, *words):
        """A constant of text."""
        values = "".join(f'string_val: "{word}" ' for word in words)
        self.text.append(f'node {{ name: "words_{len(self.text)}" op: "Const" '
                         'attr { key: "dtype" value { type: 7 } } attr { key: "value" value { '
                         f"tensor {{ dtype: 7 tensor_shape {{ {sizes([len(words)])} }} "
                         f"{values}}} }} }} }}")
        return f"words_{len(self.text) - 1}"

    def constant(self, array):
        array = np.ascontiguousarray(array) if np.ndim(array) else np.asarray(array)
        return self.node("Const", dtype=array.dtype.type, value=array)

    def result(self, value, kind=np.float32):
        self.results += 1
        return self.node("Identity", value, name=f"result_{self.results - 1}", T=kind)

    def encode(self):
        text = "\n".join([*self.text, "versions { producer: 1882 }", "library {",
                          *self.library, "}"])
        return subprocess.run(
            ["protoc", f"--proto_path={DEFINITION.parent}",
             "--encode=ingot.tensorflow.format.Graph", DEFINITION.name],
            input=text.encode(), check=True, capture_output=True).stdout
