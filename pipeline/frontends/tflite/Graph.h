//===- Graph.h - a TFLite model after its checks ----------------*- C++ -*-===//
//
// The flatbuffer as vectors whose indices are in range: whoever converts
// operators trusts them. Constants are the bytes of the request, or bytes that
// the reader made where the file packs them (sparse tensors, int4).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_GRAPH_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_GRAPH_H

#include "pipeline/frontends/tflite/TfLite_generated.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::tflite {

using BuiltinOperator = schema::BuiltinOperator;
using ElementType = schema::TensorType;

/// real = scale * (stored - zero point), one pair for the tensor or one for
/// each index of dimension `axis`. As many zero points as scales.
struct Quantization {
  std::vector<float> scales;
  std::vector<int64_t> zeroPoints;
  int64_t axis = 0;

  /// The tensor is quantised at all.
  explicit operator bool() const { return !scales.empty(); }
  bool isPerAxis() const { return scales.size() > 1; }
  double scale() const { return scales.front(); }
  int64_t zeroPoint() const { return zeroPoints.front(); }
};

/// A tensor of a subgraph. Immutable after reading.
struct Tensor {
  ElementType type = ElementType::FLOAT32;
  /// kDynamic where the signature says -1.
  std::vector<int64_t> shape;
  Quantization quantization;
  std::string name; ///< UTF-8.
  bool isVariable = false;
  /// It has a value in the file. Packed forms are taken apart: one element in
  /// whole bytes, row-major, all elements there. Strings keep their own form.
  bool isConstant = false;
  llvm::ArrayRef<char> bytes;

  /// Integers with a scale.
  bool isQuantized() const;
};

/// An operator. Indices are those of its subgraph's tensors.
struct Node {
  BuiltinOperator code;
  std::string customCode; ///< Of BuiltinOperator::CUSTOM.
  int32_t version = 1;
  std::vector<int32_t> inputs; ///< -1 where an operand is left out.
  std::vector<int32_t> outputs;
  std::vector<int32_t> intermediates;
  const schema::Operator *source = nullptr; ///< For options.
};

/// Operators in the order in which they run, over tensors of its own.
struct Subgraph {
  std::string name;
  std::vector<Tensor> tensors;
  std::vector<int32_t> inputs, outputs;
  std::vector<Node> nodes;
};

/// A name for a subgraph and for its inputs and outputs.
struct Signature {
  std::string key;
  uint32_t subgraph = 0;
  /// The name of a tensor by its index.
  std::vector<std::pair<uint32_t, std::string>> inputs, outputs;
};

/// Everything that converting needs. Points into the bytes it was read from
/// and into `owned`; it has to outlive neither the module, for constants are
/// copied out of `owned`, nor the bytes.
struct Model {
  std::vector<Subgraph> subgraphs; ///< At least one; the first is the main one.
  std::vector<Signature> signatures;
  std::string description;
  std::vector<std::vector<char>> owned;

  /// `bytes` of a tensor lie in `owned`.
  bool isOwned(llvm::ArrayRef<char> bytes) const;
};

/// Verifies the whole flatbuffer and every index in it. Any bytes may be given.
llvm::Expected<Model> readGraph(std::string_view bytes);

/// What a tensor of this type is held as: signed integers are signless,
/// unsigned ones are not (`ui8`), int4 is widened to i8, a boolean is i1. Null
/// for strings, resources and variants.
mlir::Type elementTypeOf(ElementType type, mlir::MLIRContext *context);

/// The name that the schema gives an operator, for messages; `custom` ones get
/// theirs behind a colon.
std::string nameOf(const Node &node);

/// The dense form of a sparse constant, of which `bytes` are the elements that
/// are stored; an error if its description does not fit. `elementBytes` is the
/// size of one.
llvm::Expected<std::vector<char>>
densify(const schema::SparsityParameters &sparsity,
        llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<char> bytes,
        size_t elementBytes);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_GRAPH_H
