//===- TorchOp.h - operators of PyTorch seen by their schemas ---*- C++ -*-===//
//
// What conversions work with. Operators have no C++ classes; a TorchOp names
// their operands as PyTorch does, whether they are written as ops or by name:
//
//   struct ConvertSoftmax : RewritePattern {
//     ConvertSoftmax(MLIRContext *context)
//         : RewritePattern("torch.aten.softmax.int", 1, context) {}
//     LogicalResult matchAndRewrite(Operation *op, ...) const override {
//       TorchOp softmax(op);
//       std::optional<int64_t> dim = matchInt(softmax.operand("dim"));
//       if (!dim || !isNone(softmax.operand("dtype")))
//         return rewriter.notifyMatchFailure(op, "...");
//
// In a conversion whose operands have other types by then, `operand` picks from
// those: softmax.operand("self", operands).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_TORCHOP_H
#define INGOT_PIPELINE_DIALECTS_TORCH_TORCHOP_H

#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/IR/Operation.h"

namespace ingot::torch {

/// The schema of an operator: of an op of Operators.def, or of a
/// `torch.operator` whose name is there and whose operands and results fit.
/// Null for everything else.
const Schema *getSchema(mlir::Operation *op);

/// An operator, cheap to copy. Does not own the op.
class TorchOp {
public:
  explicit TorchOp(mlir::Operation *op) : op_(op), schema_(getSchema(op)) {}

  mlir::Operation *operation() const { return op_; }
  mlir::Location loc() const { return op_->getLoc(); }

  /// Null if the op is no operator that is known.
  const Schema *schema() const { return schema_; }

  /// `torch.aten.add.Tensor`, also of a `torch.operator` of this name; the op's
  /// name if it is no operator.
  llvm::StringRef name() const;
  bool is(llvm::StringRef opName) const { return name() == opName; }

  /// By the argument's name. Null if there is no schema, or no such argument in
  /// it: conversions that serve several overloads ask for what only some have.
  mlir::Value operand(llvm::StringRef argument) const;
  /// Its counterpart in `operands`, which are those of the op after conversion.
  mlir::Value operand(llvm::StringRef argument,
                      mlir::ValueRange operands) const;

  mlir::Value result(unsigned index = 0) const { return op_->getResult(index); }
  /// Of a result that is a tensor; null if it is none, as unwanted ones are.
  TorchTensorType resultType(unsigned index = 0) const;

private:
  mlir::Operation *op_;
  const Schema *schema_;
};

//===----------------------------------------------------------------------===//
// What is known of a value while compiling
//===----------------------------------------------------------------------===//
// All of them take null for a value that is not known, and look through
// torch.derefine.

/// The value behind every torch.derefine.
mlir::Value stripDerefine(mlir::Value value);

std::optional<int64_t> matchInt(mlir::Value value);
std::optional<double> matchFloat(mlir::Value value);
std::optional<bool> matchBool(mlir::Value value);
/// An int, a float or a bool, as a float.
std::optional<double> matchNumber(mlir::Value value);
std::optional<llvm::StringRef> matchString(mlir::Value value);
std::optional<llvm::StringRef> matchDevice(mlir::Value value);

/// None for sure.
bool isNone(mlir::Value value);
/// Perhaps None: it is, or has the type of an optional of which nothing is
/// known.
bool mayBeNone(mlir::Value value);

/// True if an op that is given the list may change it, as torch.aten.append.t
/// does. An operator that is not in the table is taken to leave lists as they
/// are. Lists within other lists are not followed.
bool mayBeChanged(mlir::Value list);

/// The elements of a list or tuple; nothing if it is not made by a construct
/// op, or may be changed by another op afterwards.
std::optional<llvm::SmallVector<mlir::Value>> matchList(mlir::Value value);

/// Every element a constant of this kind.
std::optional<llvm::SmallVector<int64_t>> matchIntList(mlir::Value value);
std::optional<llvm::SmallVector<double>> matchFloatList(mlir::Value value);
std::optional<llvm::SmallVector<bool>> matchBoolList(mlir::Value value);

/// Of a dimension that counts from the end if it is negative. Nothing if it is
/// out of range; a scalar has the dimensions of a vector here, as in PyTorch.
std::optional<int64_t> normalizeDim(int64_t dim, int64_t rank);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_TORCHOP_H
