//===- ScalarElement.h - one element of one elementwise op ------*- C++ -*-===//
//
// What the tables of scalar ops are made of. Each subject has a class of its
// own with what its ops do, and a table from ops to these.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SCALARELEMENT_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SCALARELEMENT_H

#include "pipeline/conversion/StablehloToLinalg/Quantized.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

namespace ingot::stablehlo {

/// The elements of the operands, and what the types of the op say of them.
/// Functions that map give null for types that the op does not have.
class Element {
public:
  Element(mlir::Operation *op, mlir::ValueRange values,
          mlir::OpBuilder &builder)
      : op_(op), v_(values), b_(builder), loc_(op->getLoc()) {
    if (op->getNumOperands() > 0)
      in_ = numberType(mlir::getElementTypeOrSelf(op->getOperand(0).getType()));
    out_ = numberType(mlir::getElementTypeOrSelf(op->getResult(0).getType()));
    isFloat_ = llvm::isa_and_nonnull<mlir::FloatType>(in_);
    isComplex_ = llvm::isa_and_nonnull<mlir::ComplexType>(in_);
    isBoolean_ = in_ && in_.isInteger(1);
    isUnsigned_ = in_ && (in_.isUnsignedInteger() || isBoolean_);
  }

  // Ops, one kind for each kind of element.
  template <typename Op, typename... Args>
  mlir::Value create(Args... arguments) {
    return Op::create(b_, loc_, arguments...)->getResult(0);
  }
  template <typename Op> mlir::Value make() { return create<Op>(v_[0], v_[1]); }

  template <typename FloatOp, typename IntegerOp, typename ComplexOp>
  mlir::Value arithmetic() {
    if (isFloat_)
      return make<FloatOp>();
    return isComplex_ ? make<ComplexOp>() : make<IntegerOp>();
  }
  template <typename Op> mlir::Value integral() {
    return llvm::isa<mlir::IntegerType>(in_) ? make<Op>() : mlir::Value();
  }
  template <typename Op> mlir::Value real() {
    return isFloat_ ? create<Op>(v_[0]) : mlir::Value();
  }
  template <typename FloatOp, typename ComplexOp> mlir::Value analytic() {
    if (isFloat_)
      return create<FloatOp>(v_[0]);
    return isComplex_ ? create<ComplexOp>(v_[0]) : mlir::Value();
  }
  template <typename FloatOp, typename SignedOp, typename UnsignedOp>
  mlir::Value extremum(mlir::Value a, mlir::Value b) {
    if (isFloat_)
      return create<FloatOp>(a, b);
    if (isComplex_)
      return mlir::Value();
    return isUnsigned_ ? create<UnsignedOp>(a, b) : create<SignedOp>(a, b);
  }

  unsigned width() const { return in_.getIntOrFloatBitWidth(); }
  mlir::Value integer(int64_t value) {
    return create<mlir::arith::ConstantOp>(
        b_.getIntegerAttr(signless(in_), value));
  }
  mlir::Value number(double value) {
    return create<mlir::arith::ConstantOp>(b_.getFloatAttr(in_, value));
  }
  mlir::Value zero(mlir::Type type) {
    return create<mlir::arith::ConstantOp>(b_.getZeroAttr(signless(type)));
  }
  mlir::Value isEqual(mlir::Value a, mlir::Value b) {
    return create<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::eq, a, b);
  }
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return create<mlir::arith::SelectOp>(condition, a, b);
  }

protected:
  mlir::Operation *op_;
  mlir::ValueRange v_;
  mlir::OpBuilder &b_;
  mlir::Location loc_;
  mlir::Type in_, out_;
  bool isFloat_, isComplex_, isBoolean_, isUnsigned_;
};

/// A row of a table: what is done for one op.
template <typename Subject> struct ScalarRule {
  llvm::StringLiteral op;
  mlir::Value (Subject::*map)();
};

/// Maps by the row for `op`; null if there is none.
template <typename Subject, size_t size>
mlir::Value mapByRules(const ScalarRule<Subject> (&rules)[size],
                       mlir::Operation *op, mlir::ValueRange elements,
                       mlir::OpBuilder &builder) {
  for (const ScalarRule<Subject> &rule : rules)
    if (rule.op == op->getName().getStringRef())
      return (Subject(op, elements, builder).*rule.map)();
  return mlir::Value();
}

/// mapElement() for the ops of one subject.
using MapScalar = mlir::Value(mlir::Operation *op, mlir::ValueRange elements,
                              mlir::OpBuilder &builder);
MapScalar mapArithmetic; // ScalarArithmetic.cpp
MapScalar mapConversion; // ScalarConversions.cpp
MapScalar mapFunction;   // ScalarFunctions.cpp

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SCALARELEMENT_H
