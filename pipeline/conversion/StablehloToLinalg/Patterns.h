//===- Patterns.h - StableHLO to linalg, by subject -------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_PATTERNS_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_PATTERNS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace ingot::stablehlo {

/// What the patterns of all files begin with.
template <typename Op> struct OpPattern : mlir::OpConversionPattern<Op> {
  using mlir::OpConversionPattern<Op>::OpConversionPattern;
  using Adaptor = typename Op::Adaptor;

  /// The converted type of a result; null if it is not a ranked tensor.
  mlir::RankedTensorType resultType(Op op, unsigned i = 0) const {
    return llvm::dyn_cast_or_null<mlir::RankedTensorType>(
        this->getTypeConverter()->convertType(op->getResult(i).getType()));
  }
  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
};

/// Puts the body of an `async_start` in its place, where only `async_done`
/// waits for it: on one device there is nothing to overlap with.
void joinAsyncOps(mlir::ModuleOp module); // Distribution.cpp

/// One function per file. The converter takes the sign out of integers, and
/// tuples and tokens apart.
using Populate = void(const mlir::TypeConverter &converter,
                      mlir::RewritePatternSet &patterns);
Populate populateBatchNormPatterns;
Populate populateConvolutionPatterns;
Populate populateControlFlowPatterns;
Populate populateCustomCallPatterns;
Populate populateDecompositionPatterns;
Populate populateDistributionPatterns;
Populate populateDynamicShapePatterns;
Populate populateEinsumPatterns;
Populate populateElementwisePatterns;
Populate populateFourierPatterns;
Populate populateIndexingPatterns;
Populate populateProductPatterns;
Populate populateQuantizedPatterns;
Populate populateRandomPatterns;
Populate populateReductionPatterns;
Populate populateScatterPatterns;
Populate populateShapePatterns;
Populate populateSolverPatterns;
Populate populateSortPatterns;
Populate populateWindowPatterns;

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_PATTERNS_H
