//===- Types.h - TensorFlow's types and constants as MLIR's -----*- C++ -*-===//
//
// Quantised types are the integers that store them: what they mean, TensorFlow
// says with further tensors.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_TYPES_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_TYPES_H

#include "pipeline/frontends/tensorflow/Graph.pb.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::tensorflow {

/// TensorFlow's numbers of types, those that the reader asks for by name.
enum DataType : int {
  kString = 7,
  kResource = 20,
  kVariant = 21,
  /// Added to a type: a reference to a variable of it.
  kReference = 100,
};

/// The element type of a number of TensorFlow's, references as what they refer
/// to; null if tensors here cannot hold it.
mlir::Type elementType(int dataType, mlir::MLIRContext *context);
/// As TensorFlow writes it: `float`, `int32`.
std::string nameOfType(int dataType);

/// Sizes, -1 for unknown ones; nothing if the rank is unknown or a size makes
/// no sense.
std::optional<llvm::SmallVector<int64_t>>
shapeOf(const format::TensorShape &shape);
/// Null if the shape has no rank or the element type is none.
mlir::RankedTensorType tensorType(int dataType,
                                  const format::TensorShape &shape,
                                  mlir::MLIRContext *context);

/// Elements of a constant that is no string. The message says what is wrong
/// with it.
llvm::Expected<mlir::ElementsAttr> constantOf(const format::Tensor &tensor,
                                              mlir::MLIRContext *context,
                                              llvm::StringRef name);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_TYPES_H
