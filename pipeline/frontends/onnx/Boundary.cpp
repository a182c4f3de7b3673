//===- Boundary.cpp - small types at the edge of a program ----------------===//

#include "pipeline/frontends/onnx/Boundary.h"
#include "pipeline/frontends/onnx/Expansion.h"

using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

Dtype ingot::onnx::reader::argumentDtype(Dtype dtype) {
  bool isPacked =
      dtype == Data::INT4 || dtype == Data::INT2 || dtype == Data::FLOAT4E2M1;
  return isPacked ? Dtype(Data::UINT8) : dtype;
}

/// The same element in the byte, under the model's type.
static Val rename(Importer &importer, const Val &value, Dtype dtype) {
  TensorInfo info = value->info;
  info.dtype = dtype;
  info.elements.reset();
  return importer.wrap(importer.materialize(value), std::move(info));
}

Val ingot::onnx::reader::decodeArgument(Importer &importer, const Val &argument,
                                        Dtype dtype) {
  if (argumentDtype(dtype) == dtype)
    return argument;
  Node node(argument->name, importer.locationOf(argument->name));
  std::vector<Val> results;
  Expansion e(importer, node, results);
  if (dtype == Data::FLOAT4E2M1) {
    Val values = e.reals(
        {0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6},
        {16});
    Val number =
        e.op("Gather", {values, e.cast(argument, Data::INT64)}, {{"axis", 0}});
    return rename(importer, e.cast(number, Data::FLOAT8E4M3FN), dtype);
  }
  int64_t range = int64_t(1) << bitsOf(dtype);
  Val wide = e.cast(argument, Data::INT32);
  Val half = e.integers({range / 2}, {}, Data::INT32);
  Val whole = e.integers({range}, {}, Data::INT32);
  Val isNegative = e.op("GreaterOrEqual", {wide, half});
  Val number = e.op("Where", {isNegative, e.subtract(wide, whole), wide});
  return rename(importer, e.cast(number, Data::INT8), dtype);
}

Val ingot::onnx::reader::encodeResult(Importer &importer, const Val &value) {
  if (value->info.dtype != Data::FLOAT4E2M1 || Importer::isUnknown(value))
    return value;
  Node node(value->name, importer.locationOf(value->name));
  std::vector<Val> results;
  Expansion e(importer, node, results);
  Val byte = rename(importer, value, Data::FLOAT8E4M3FN);
  Val number = e.cast(byte, Data::FLOAT), size = e.op("Abs", {number});
  // A zero has a sign, which its reciprocal shows.
  Val inverse = e.op("Reciprocal", {number});
  Val isNegative = e.op("Or", {e.op("Less", {number, e.real(0)}),
                               e.op("Less", {inverse, e.real(0)})});
  Val code = e.multiply(e.cast(isNegative, Data::INT32),
                        e.integers({8}, {}, Data::INT32));
  for (double limit : {0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0})
    code = e.add(code, e.cast(e.op("GreaterOrEqual", {size, e.real(limit)}),
                              Data::INT32));
  return e.cast(code, Data::UINT8);
}
