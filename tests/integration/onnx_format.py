"""Files of ONNX, written field by field: as much of its protobuf as tests need."""
import struct

import numpy as np

TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "bool": 9,
         "float16": 10, "float64": 11}


def varint(number):
    number &= (1 << 64) - 1
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def number(field, value):
    return varint(field << 3) + varint(value)


def blob(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def real(field, value):
    return varint(field << 3 | 5) + struct.pack("<f", value)


def tensor(name, array):
    array = np.asarray(array)
    return (b"".join(number(1, size) for size in array.shape) +
            number(2, TYPES[array.dtype.name]) + blob(8, name) + blob(9, array.tobytes()))


def attribute(name, value):
    if isinstance(value, bytes):
        return blob(1, name) + blob(6, value) + number(20, 5)
    if isinstance(value, np.ndarray):
        return blob(1, name) + blob(5, tensor("", value)) + number(20, 4)
    if isinstance(value, str):
        return blob(1, name) + blob(4, value) + number(20, 3)
    if isinstance(value, float):
        return blob(1, name) + real(2, value) + number(20, 1)
    if isinstance(value, int):
        return blob(1, name) + number(3, value) + number(20, 2)
    if isinstance(value[0], str):
        return blob(1, name) + b"".join(blob(9, v) for v in value) + number(20, 8)
    if isinstance(value[0], float):
        return blob(1, name) + b"".join(real(7, v) for v in value) + number(20, 6)
    return blob(1, name) + b"".join(number(8, v) for v in value) + number(20, 7)


def node(op, inputs, outputs, domain="", **attributes):
    return (b"".join(blob(1, name) for name in inputs) +
            b"".join(blob(2, name) for name in outputs) + blob(4, op) +
            b"".join(blob(5, attribute(*item)) for item in attributes.items()) +
            (blob(7, domain) if domain else b""))


def value(name, dtype=None, shape=()):
    """Sizes are numbers or names; without a dtype the value has no type."""
    if dtype is None:
        return blob(1, name)
    dims = b"".join(blob(1, number(1, size) if isinstance(size, int) else blob(2, size))
                    for size in shape)
    kind = number(1, TYPES[np.dtype(dtype).name]) + blob(2, dims)
    return blob(1, name) + blob(2, blob(1, kind))


def graph(nodes, inputs, outputs, constants=()):
    return (b"".join(blob(1, n) for n in nodes) + blob(2, "graph") +
            b"".join(blob(5, c) for c in constants) +
            b"".join(blob(11, v) for v in inputs) + b"".join(blob(12, v) for v in outputs))


def model(body, opset=17, domains=()):
    sets = [("", opset), *((domain, 1) for domain in domains)]
    return (number(1, 8) + blob(2, "ingot tests") + blob(7, body) +
            b"".join(blob(8, blob(1, name) + number(2, version)) for name, version in sets))
