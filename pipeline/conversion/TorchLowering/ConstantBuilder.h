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
  ConstantBuilder(mlir::Location loc, const mlir::OpBuilder &builder)
      : ImplicitLocOpBuilder(loc, builder) {}
  virtual ~ConstantBuilder() = default;

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  static mlir::RankedTensorType typeOf(llvm::ArrayRef<Size> sizes,
                                       mlir::Type element);
  static mlir::Type elementOf(mlir::Value value) {
    return typeOf(value).getElementType();
  }
  static int64_t rankOf(mlir::Value value) { return typeOf(value).getRank(); }
  static bool isFloat(mlir::Value value) {
    return llvm::isa<mlir::FloatType>(elementOf(value));
  }
  static bool isComplex(mlir::Value value) {
    return llvm::isa<mlir::ComplexType>(elementOf(value));
  }
  /// Booleans are no integers.
  static bool isInteger(mlir::Value value);
  static bool isBool(mlir::Value value) {
    return elementOf(value).isInteger(1);
  }

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  virtual mlir::Value constant(mlir::ElementsAttr elements) = 0;
  mlir::Value constant(llvm::ArrayRef<int64_t> numbers);
  /// Without dimensions. A number that the type cannot hold is converted as
  /// TensorBuilder::convert does.
  mlir::Value scalar(mlir::Type element, double number);
  mlir::Value scalar(mlir::Type element, int64_t number);
  mlir::Value scalar(mlir::Type element, int number) {
    return scalar(element, static_cast<int64_t>(number));
  }
  /// The greatest or smallest of a type; infinite if it has infinities.
  mlir::Value limit(mlir::Type element, bool greatest);
};

/// The number of a constant without dimensions that is an integer or a boolean.
std::optional<int64_t> constantInt(mlir::Value value);
/// The same of any real one.
std::optional<double> constantNumber(mlir::Value value);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONSTANTBUILDER_H
