//===- TableConversion.h - operators by a table of functions ----*- C++ -*-===//
//
// What conversions of PyTorch's operators to a dialect have in common: types,
// the pattern that looks functions up, branches and loops, and what is left of
// a function afterwards. A pass says which dialect by a TorchTarget.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_TABLECONVERSION_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_TABLECONVERSION_H

#include "pipeline/conversion/TorchLowering/Conversion.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace ingot::torch {

/// Why an op was not converted, in words.
inline constexpr char kUnconvertedAttr[] = "ingot.unconverted";

/// A dialect that operators of PyTorch become. One per pass, never changed.
struct TorchTarget {
  ConversionTable table;
  /// The builder of one op's conversion. `refusal` outlives it.
  std::unique_ptr<TensorBuilder> (*makeBuilder)(mlir::Location loc,
                                                const mlir::OpBuilder &builder,
                                                bool strict,
                                                std::string &refusal);
  void (*addLegality)(mlir::ConversionTarget &target);
  /// Why the dialect has no tensors of such elements; empty if it has.
  llvm::StringRef (*refuseElement)(mlir::Type element);
};

/// A TorchTarget::makeBuilder of a builder that has no other state.
template <typename Builder>
std::unique_ptr<TensorBuilder> makeBuilder(mlir::Location loc,
                                           const mlir::OpBuilder &builder,
                                           bool strict, std::string &refusal) {
  return std::make_unique<Builder>(loc, builder, strict, refusal);
}

/// An op is of the torch dialect, or a function has its types.
bool usesTorch(mlir::ModuleOp module);

/// Converts operators, functions and calls. What has no conversion stays, with
/// the reason in kUnconvertedAttr.
mlir::LogicalResult convertTorch(mlir::ModuleOp module,
                                 const TorchTarget &target);

/// The rows of every dialect.
void populateTorchLowering(ConversionTable &table);

/// Branches and loops. `target` outlives the patterns.
void populateControlFlowPatterns(const mlir::TypeConverter &types,
                                 const TorchTarget &target,
                                 mlir::RewritePatternSet &patterns);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_TABLECONVERSION_H
