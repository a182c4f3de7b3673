//===- TfLiteOps.h - operators that TFLite's reader keeps -------*- C++ -*-===//
//
// Composites of pipeline/dialects/ingot/TfLiteComposites.h as tables read them.
// Programs can have composites of these names too, with whatever attributes: an
// operator that is read here keeps that file's promises.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_TFLITEOPS_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_TFLITEOPS_H

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/targets/offload/LibraryTable.h"

namespace ingot::offload {

inline constexpr Refusal kOtherOperation{CauseKind::Operation,
                                         "is no such operator of TFLite"};
inline constexpr Refusal kUnknownSizes{
    CauseKind::Shape, "has a size that only the run knows, or none"};
inline constexpr Refusal kOtherAttributes{
    CauseKind::Attribute, "has attributes that its function does not take"};

/// `op` if it is a composite of that name, with one result; else null.
stablehlo::CompositeOp compositeOf(mlir::Operation *op, llvm::StringRef name);

bool isOf(mlir::Value value, unsigned width, int64_t rank);

/// Attributes of a composite.
class CompositeAttributes {
public:
  explicit CompositeAttributes(stablehlo::CompositeOp op)
      : attributes_(op.getCompositeAttributes()) {}

  /// A number in [least, most]; nothing if it is another one.
  std::optional<int32_t> number(llvm::StringRef name, int64_t least,
                                int64_t most) const;
  std::optional<int32_t> byte(llvm::StringRef name) const {
    return number(name, -128, 127);
  }
  /// So many numbers in [0, 2^15); nothing if there are others.
  std::optional<llvm::SmallVector<int64_t>> list(llvm::StringRef name,
                                                 size_t count) const;
  /// Numbers of f64; null if there are others.
  mlir::DenseElementsAttr numbers(llvm::StringRef name) const;

private:
  mlir::DictionaryAttr attributes_;
};

/// FULLY_CONNECTED of bytes.
struct FullyConnected {
  /// Why it is none.
  static std::variant<FullyConnected, Refusal> of(mlir::Operation *op);

  mlir::Value x, weights, bias; ///< No bias is null.
  int32_t inputZero = 0, weightZero = 0, outputZero = 0, least = 0, most = 0;
  llvm::SmallVector<double> factors; ///< One, or one for each row of weights.
  int64_t rows = 0;                  ///< Of the weights.
  int64_t multiplications = 0;
};

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_TFLITEOPS_H
