//===- ShapedBuilder.h - one code for scalars and vectors -------*- C++ -*-===//
//
// Expansions of arithmetic run before and after vectorisation. With constants
// and types made in the shape of an operand, one pattern serves both.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_SHAPEDBUILDER_H
#define INGOT_PIPELINE_CODEGEN_SHAPEDBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace ingot {

/// Constants and types in the shape of one value: scalar or vector.
class ShapedBuilder {
public:
  ShapedBuilder(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type like)
      : builder_(builder), loc_(loc), like_(like) {}

  mlir::Type of(mlir::Type element) const {
    auto shaped = mlir::dyn_cast<mlir::ShapedType>(like_);
    return shaped ? mlir::Type(shaped.clone(element)) : element;
  }
  mlir::Value constant(mlir::TypedAttr scalar) const {
    auto shaped = mlir::dyn_cast<mlir::ShapedType>(of(scalar.getType()));
    if (!shaped)
      return mlir::arith::ConstantOp::create(builder_, loc_, scalar);
    return mlir::arith::ConstantOp::create(
        builder_, loc_, mlir::DenseElementsAttr::get(shaped, scalar));
  }
  mlir::Value integer(mlir::Type element, int64_t value) const {
    return constant(builder_.getIntegerAttr(element, value));
  }
  mlir::Value real(mlir::Type element, double value) const {
    return constant(builder_.getFloatAttr(element, value));
  }

private:
  mlir::OpBuilder &builder_;
  mlir::Location loc_;
  mlir::Type like_;
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_SHAPEDBUILDER_H
