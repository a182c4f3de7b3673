//===- ConstantBuilder.h - types and constants of a dialect -----*- C++ -*-===//
//
// The lowest layer of what rows compute with: what they ask of types, and
// constants. All a dialect decides here is which op a constant is.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONSTANTBUILDER_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONSTANTBUILDER_H

#include "pipeline/conversion/TorchLowering/Size.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace ingot::torch {

/// Makes constants. One thread at a time, as every builder of MLIR.
class ConstantBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using Location = mlir::Location;
  using RankedTensorType = mlir::RankedTensorType;
  using Type = mlir::Type;
  using Value = mlir::Value;

  ConstantBuilder(Location loc, const mlir::OpBuilder &builder)
      : ImplicitLocOpBuilder(loc, builder) {}
  virtual ~ConstantBuilder() = default;

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  static RankedTensorType typeOf(Value value) {
    return llvm::cast<RankedTensorType>(value.getType());
  }
  static RankedTensorType typeOf(llvm::ArrayRef<Size> sizes, Type element);
  static Type elementOf(Value value) { return typeOf(value).getElementType(); }
  static int64_t rankOf(Value value) { return typeOf(value).getRank(); }
  static bool isFloat(Value value) {
    return llvm::isa<mlir::FloatType>(elementOf(value));
  }
  static bool isComplex(Value value) {
    return llvm::isa<mlir::ComplexType>(elementOf(value));
  }
  /// Booleans are no integers.
  static bool isInteger(Value value);
  static bool isBool(Value value) { return elementOf(value).isInteger(1); }

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  virtual Value constant(mlir::ElementsAttr elements) = 0;
  Value constant(llvm::ArrayRef<int64_t> numbers);
  /// Without dimensions. A number that the type cannot hold is converted as
  /// TensorBuilder::convert does.
  Value scalar(Type element, double number);
  Value scalar(Type element, int64_t number);
  Value scalar(Type element, int number) {
    return scalar(element, static_cast<int64_t>(number));
  }
  /// The greatest or smallest of a type; infinite if it has infinities.
  Value limit(Type element, bool greatest);
};

/// The number of a constant without dimensions that is an integer or a boolean.
std::optional<int64_t> constantInt(mlir::Value value);
/// The same of any real one.
std::optional<double> constantNumber(mlir::Value value);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONSTANTBUILDER_H
