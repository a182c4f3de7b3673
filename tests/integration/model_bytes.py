"""Writes small models of frameworks byte by byte, so that tests need none of
the frameworks. Field numbers are those of onnx.proto and of TensorFlow's
graph.proto, attr_value.proto and tensor.proto."""
import struct


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7f | 0x80])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    """A field of a protobuf: a number, text, or a message's bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


class Onnx:
    """A ModelProto of opset 17."""

    @staticmethod
    def value(name, *shape):
        """A ValueInfoProto of f32; a text is a dimension that has a name."""
        sizes = b"".join(
            field(1, field(2 if isinstance(size, str) else 1, size))
            for size in shape)
        return field(1, name) + field(2, field(1, field(1, 1) + field(2, sizes)))

    @staticmethod
    def ints(name, values):
        return field(1, name) + b"".join(field(8, v) for v in values) + field(20, 7)

    @staticmethod
    def node(operator, inputs, output, attributes=(), name=""):
        return (b"".join(field(1, i) for i in inputs) + field(2, output) +
                field(3, name or output) + field(4, operator) +
                b"".join(field(5, a) for a in attributes))

    @staticmethod
    def tensor(name, array):
        return (b"".join(field(1, size) for size in array.shape) + field(2, 1) +
                field(8, name) + field(9, array.tobytes()))

    @staticmethod
    def external(name, shape, location):
        """A tensor whose data is in a file."""
        return (b"".join(field(1, size) for size in shape) + field(2, 1) +
                field(8, name) +
                field(13, field(1, "location") + field(2, location)) +
                field(14, 1))

    @staticmethod
    def model(nodes, tensors, inputs, outputs, producer="tests"):
        graph = (b"".join(field(1, n) for n in nodes) + field(2, "g") +
                 b"".join(field(5, t) for t in tensors) +
                 b"".join(field(11, i) for i in inputs) +
                 b"".join(field(12, o) for o in outputs))
        return (field(1, 8) + field(2, producer) + field(7, graph) +
                field(8, field(2, 17)))


class TensorFlow:
    """A frozen GraphDef. FLOAT and INT32 are numbers of DataType."""
    FLOAT, INT32 = 1, 3

    @staticmethod
    def shape(sizes):
        return b"".join(field(2, field(1, size)) for size in sizes)

    @staticmethod
    def type(number):
        return field(6, number)

    @staticmethod
    def text(value):
        return field(2, value)

    @staticmethod
    def ints(values):
        return field(1, b"".join(field(3, v) for v in values))

    @staticmethod
    def node(operator, name, inputs=(), **attributes):
        return (field(1, name) + field(2, operator) +
                b"".join(field(3, i) for i in inputs) +
                b"".join(field(5, field(1, key) + field(2, value))
                         for key, value in sorted(attributes.items())))

    @classmethod
    def const(cls, name, array):
        number = cls.INT32 if array.dtype.kind == "i" else cls.FLOAT
        tensor = (field(1, number) + field(2, cls.shape(array.shape)) +
                  field(4, array.tobytes()))
        return cls.node("Const", name, dtype=cls.type(number),
                        value=field(8, tensor))

    @classmethod
    def placeholder(cls, name, sizes):
        return cls.node("Placeholder", name, dtype=cls.type(cls.FLOAT),
                        shape=field(7, cls.shape(sizes)))

    @staticmethod
    def graph(nodes):
        return b"".join(field(1, n) for n in nodes) + field(4, field(1, 1000))

    @classmethod
    def saved_model(cls, graph, signatures):
        """`signatures`: name -> (inputs, outputs), both name -> (tensor, sizes)."""
        def tensors(number, values):
            return b"".join(
                field(number, field(1, name) + field(2, (
                    field(1, tensor) + field(2, cls.FLOAT) +
                    field(3, cls.shape(sizes)))))
                for name, (tensor, sizes) in sorted(values.items()))
        rows = b"".join(
            field(5, field(1, name) + field(2, (
                tensors(1, inputs) + tensors(2, outputs) +
                field(3, "tensorflow/serving/predict"))))
            for name, (inputs, outputs) in sorted(signatures.items()))
        info = field(4, "serve") + field(5, "2.15.0")
        return field(1, 1) + field(2, field(1, info) + field(2, graph) + rows)
