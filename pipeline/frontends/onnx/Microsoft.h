//===- Microsoft.h - operators of com.microsoft -----------------*- C++ -*-===//
//
// What onnxruntime's quantisers and optimisers and exporters of transformers
// write. Meanings are those of its ContribOperators.md.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_MICROSOFT_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_MICROSOFT_H

#include "pipeline/frontends/onnx/Expansion.h"

namespace ingot::onnx::reader {

llvm::ArrayRef<ExpansionRow> attentionExpansions();
llvm::ArrayRef<ExpansionRow> fusedExpansions();
llvm::ArrayRef<ExpansionRow> quantizedExpansions();

/// The normalisation of the last dimension: with mean if `shift` or `centers`.
Val normalizeRows(Expansion &e, Val x, Val scale, Val shift, bool centers,
                  double epsilon);

/// A product of integers in the scales of both operands, one of which may have
/// a scale for each column. No bias if it is null.
Val scaleProduct(Expansion &e, Val sum, Val a, Val b, Val bias);

/// The number of a small tensor of the dtype of `like`.
Val numberLike(Expansion &e, double value, const Val &like);

/// An operand with all of the node's attributes handed on.
llvm::SmallVector<NamedValue>
attributesExcept(Expansion &e, llvm::ArrayRef<llvm::StringRef> names);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_MICROSOFT_H
