//===- StaticForms.h - ops with known sizes for dynamic ones ----*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_REFINE_STATICFORMS_H
#define INGOT_PIPELINE_TRANSFORMS_REFINE_STATICFORMS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

namespace ingot {

/// What became of an op.
enum class Rewrite {
  kKept,
  /// Other values took the place of its results, and it is gone.
  kReplaced,
  /// It cannot be valid, which was reported.
  kFailed,
};

/// Whether `op` computes on sizes known at run time only, or takes sizes as
/// operands.
bool isDynamicForm(mlir::Operation *op);

/// Replaces `dynamic_reshape` by `reshape` and so on, once sizes are constant.
/// REQUIRES: result types are refined (inferTypes).
Rewrite replaceByStaticForm(mlir::Operation *op);

/// The same for custom calls that frontends write for dynamic sizes:
/// `stablehlo.dynamic_reduce_window`, `stablehlo.dynamic_rng_bit_generator`,
/// `stablehlo.shape_refinement_operand_wrapper`, and `shape_assertion`, which
/// goes if it holds and is reported if it does not. Calls that have no other
/// form keep theirs and get refined results: `stablehlo.dynamic_top_k`,
/// `stablehlo.dynamic_approx_top_k`, and any whose attribute
/// `indices_of_shape_operands` names operands that are constant sizes.
Rewrite refineCustomCall(mlir::Operation *op);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_REFINE_STATICFORMS_H
