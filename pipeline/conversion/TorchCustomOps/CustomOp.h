//===- CustomOp.h - an operator of PyTorch carried down whole ---*- C++ -*-===//
//
// What `tosa.custom` and `stablehlo.custom_call` have in common: the operands,
// the JSON for what is no tensor, the types of the results. The contract stands
// in README.md under "Custom ops"; what the two dialects do not
// share is a CustomOpDialect.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CUSTOMOP_H
#define INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CUSTOMOP_H

#include "pipeline/conversion/TorchCustomOps/CustomForm.h"
#include "pipeline/dialects/torch/TorchOp.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace ingot::torch {

/// An operator as a custom op of any dialect.
struct CustomOp {
  std::string name; ///< torch.aten.layer_norm
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  std::string attributes; ///< JSON.
  /// It does something besides computing its results.
  bool hasSideEffect = false;
};

/// A dialect with an op for what it does not know. Stateless.
class CustomOpDialect {
public:
  virtual ~CustomOpDialect();

  /// Its tensors say that their integers are unsigned.
  virtual bool keepsUnsigned() const = 0;
  /// Why its custom op cannot take or give such a tensor; null if it can.
  virtual const char *refuse(mlir::RankedTensorType type) const = 0;

  virtual mlir::Value constant(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::ElementsAttr value) const = 0;
  /// A tensor in another floating-point type.
  virtual mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::Value tensor, mlir::Type element) const = 0;
  /// A value of the torch dialect as a tensor, and back.
  virtual mlir::Value toTensor(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value value,
                               mlir::RankedTensorType type) const = 0;
  virtual mlir::Value fromTensor(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value tensor, mlir::Type type) const = 0;
  virtual mlir::Operation *create(mlir::OpBuilder &builder, mlir::Location loc,
                                  const CustomOp &op) const = 0;
};

/// The domain of every custom op that is made here.
inline constexpr llvm::StringLiteral kCustomDomain = "torch";

/// Operands and attributes of an operator. Makes constants and casts where the
/// builder stands. If the contract has no form for it, nothing, and the reason
/// is in `why`.
std::optional<CustomOp> describeOperator(TorchOp op, CustomForm form,
                                         const CustomOpDialect &dialect,
                                         mlir::OpBuilder &builder,
                                         std::string &why);

/// Replaces the operators of the module that are in `names`, or all if one of
/// these is `*`, by custom ops. One for which there is no form stays, with the
/// reason in its attribute `ingot.unconverted`. Fails, with an error that names
/// the closest operator, if a name is of none and not foreign either.
mlir::LogicalResult convertToCustomOps(mlir::ModuleOp module,
                                       llvm::ArrayRef<std::string> names,
                                       CustomForm form,
                                       const CustomOpDialect &dialect);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CUSTOMOP_H
