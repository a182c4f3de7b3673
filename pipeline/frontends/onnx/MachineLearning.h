//===- MachineLearning.h - what operators of ai.onnx.ml share ---*- C++ -*-===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_MACHINELEARNING_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_MACHINELEARNING_H

#include "pipeline/frontends/onnx/Expansion.h"

namespace ingot::onnx::reader {

/// The first operand as floats in rows: float32, or float64 if it is that.
Val rowsOf(Expansion &e);

/// `post_transform` of scores [n, classes]: NONE, LOGISTIC, SOFTMAX,
/// SOFTMAX_ZERO or PROBIT. Unknown, with a report, for another.
Val transformScores(Expansion &e, Val scores, llvm::StringRef transform);

/// The scores of two classes from that of one, as runtimes write them.
enum class SecondClass {
  Complement, ///< 1 - s, s
  Opposite,   ///< -s, s; their logistics or softmax
};
Val addSecondClass(Expansion &e, Val score, SecondClass rule,
                   llvm::StringRef transform);

/// Labels that are integers; nothing, after a report, for strings.
std::optional<Ints> labelsOf(Expansion &e, llvm::StringRef integers,
                             llvm::StringRef strings);

/// The label at the largest score of each row.
Val bestLabels(Expansion &e, Val scores, llvm::ArrayRef<int64_t> labels);

/// A list of numbers as floats of the dtype of `like`.
Val constantLike(Expansion &e, llvm::ArrayRef<double> values,
                 llvm::ArrayRef<int64_t> sizes, Val like);

llvm::ArrayRef<ExpansionRow> featureExpansions();
llvm::ArrayRef<ExpansionRow> linearModelExpansions();
llvm::ArrayRef<ExpansionRow> treeExpansions();

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_MACHINELEARNING_H
