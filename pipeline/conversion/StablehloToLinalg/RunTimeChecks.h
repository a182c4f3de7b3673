//===- RunTimeChecks.h - what only the run can check ------------*- C++ -*-===//
//
// The verifiers check the specification's constraints on sizes that are known.
// Those on others are assertions in the program, wherever a size that breaks
// one would read or write other memory, or stop the process.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_RUNTIMECHECKS_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_RUNTIMECHECKS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::stablehlo {

/// Puts assertions in front of what is built next. One thread at a time.
class RunTimeChecks {
public:
  /// Messages name `op` and its line.
  RunTimeChecks(mlir::OpBuilder &builder, mlir::Operation *op)
      : builder_(builder), op_(op) {}

  /// Nothing where the numbers are known and fit. `fault` says what is wrong if
  /// they do not.
  void require(mlir::arith::CmpIPredicate predicate, mlir::OpFoldResult a,
               mlir::OpFoldResult b, llvm::StringRef fault);

  /// `numbers` are at least `least`. One that is known not to be is replaced by
  /// it, so that the code after the assertion can be built.
  void requireAtLeast(int64_t least,
                      llvm::MutableArrayRef<mlir::OpFoldResult> numbers,
                      llvm::StringRef fault);

  /// None is negative, and their product does not wrap around.
  void requireSizes(llvm::ArrayRef<mlir::OpFoldResult> sizes);

  /// A size that `type` knows is that of `sizes`.
  void requireType(mlir::RankedTensorType type,
                   llvm::ArrayRef<mlir::OpFoldResult> sizes);

private:
  mlir::OpBuilder &builder_;
  mlir::Operation *op_;
};

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_RUNTIMECHECKS_H
