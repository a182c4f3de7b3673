//===- TableConversion.h - operators by a table of functions ----*- C++ -*-===//
//
// What conversions of PyTorch's operators to another dialect have in common:
// types, the pattern that looks functions up, and what is left of a function
// afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TABLECONVERSION_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TABLECONVERSION_H

#include "pipeline/conversion/TorchToStablehlo/Conversion.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace ingot::torch {

/// Why an op was not converted, in words.
inline constexpr char kUnconvertedAttr[] = "ingot.unconverted";

/// A dialect that operators of PyTorch become. One per pass, never changed.
struct TorchTarget {
  ConversionTable table;
  /// The builder of one op's conversion. `why` outlives it.
  std::unique_ptr<TensorBuilder> (*makeBuilder)(mlir::Location loc,
                                                const mlir::OpBuilder &builder,
                                                bool strict, std::string &why);
  void (*addLegality)(mlir::ConversionTarget &target);
  /// What to say of an operator of which a part cannot be said.
  llvm::StringRef illegalParts;
  /// Why the dialect has no tensors of such elements; empty if it has.
  llvm::StringRef (*refuseElement)(mlir::Type element);
  /// Ops with regions have patterns of their own.
  void (*populatePatterns)(const mlir::TypeConverter &types,
                           mlir::RewritePatternSet &patterns);
};

/// An op is of the torch dialect, or a function has its types.
bool usesTorch(mlir::ModuleOp module);

/// Converts operators, functions and calls. What has no conversion stays, with
/// the reason in kUnconvertedAttr.
mlir::LogicalResult convertTorch(mlir::ModuleOp module,
                                 const TorchTarget &target);

/// All functions that make no op of StableHLO but through their builder, and
/// some that do.
void populateAll(ConversionTable &table);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TABLECONVERSION_H
