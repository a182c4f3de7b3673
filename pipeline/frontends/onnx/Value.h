//===- Value.h - what the reader knows of a value ---------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_VALUE_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_VALUE_H

#include "pipeline/frontends/onnx/ElementTypes.h"
#include "pipeline/frontends/onnx/Scalar.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

#include <memory>

namespace ingot::onnx::reader {

/// Elements of larger tensors are not followed.
inline constexpr int64_t kMaxFollowed = 4096;

/// A tensor's type and, if the reader follows them, its elements.
struct TensorInfo {
  Dtype dtype = 0;
  /// Nothing if the rank is not known.
  std::optional<Shape> shape;
  /// Row by row; there are as many as `shape` says.
  std::optional<Elements> elements;
};

struct Value;
/// A value of the model; null for one that is left out ("").
using Val = std::shared_ptr<Value>;

/// A tensor, or a sequence of values whose length the reader knows. It has at
/// least one of `ir`, `constant` and known `elements`, or `items`.
struct Value {
  std::string name; ///< The model's, for constants and messages.
  TensorInfo info;
  mlir::Value ir; ///< Null until a constant is used.
  mlir::ElementsAttr constant;
  /// Of a sequence.
  std::optional<std::vector<Val>> items;
  /// What follows them in a sequence whose length only the run knows: a tensor
  /// with all further elements along its first dimension.
  Val stack;
  /// Within a loop: the sequence is the one that the loop carries at this
  /// place, with `items` appended by this iteration; -1 elsewhere.
  int64_t carriedAs = -1;
  /// An optional without a value.
  bool isEmptyOptional = false;

  bool isTensor() const { return !items && !isEmptyOptional; }
  /// True if all elements are numbers.
  bool hasKnownElements() const;
};

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_VALUE_H
