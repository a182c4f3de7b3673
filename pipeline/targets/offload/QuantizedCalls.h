//===- QuantizedCalls.h - what tables of bytes have in common ---*- C++ -*-===//
//
// Libraries for quantised networks take the same ops, with constants of their
// own. Here is what their tables (CmsisNn.cpp, XnnPack.cpp) ask of an op and
// make for a call, and what neither of them decides.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDCALLS_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDCALLS_H

#include "pipeline/targets/offload/LibraryTable.h"
#include "pipeline/targets/offload/QuantizedStores.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace ingot::offload {

inline constexpr Refusal kWeightZero{CauseKind::Attribute,
                                     "has weights with a zero point", "0"};

/// A convolution of signed bytes with channels last, and what stores its sums.
struct QuantizedConvolution {
  /// Why `op` is none.
  static std::variant<QuantizedConvolution, Refusal>
  of(mlir::tosa::Conv2DOp op);
  static std::variant<QuantizedConvolution, Refusal>
  of(mlir::tosa::DepthwiseConv2DOp op);

  /// The ops, and operands: image, filters, bias.
  LibraryCall call() const;

  mlir::Operation *op = nullptr;
  mlir::Value bias; ///< One for each channel; null is zeros.
  int64_t inputZero = 0, channels = 0;
  Storing storing;
};

/// Adds a bias, or as many zeros for null, behind the operands of `call`,
/// which has no constants yet.
void addBias(LibraryCall &call, mlir::Value bias, int64_t channels);

/// All operands and results are tensors of known sizes.
bool hasKnownSizes(mlir::Operation *op);

/// The same, and none of them is empty.
bool hasElements(mlir::Operation *op);

/// True for what is made of constants alone, by a few ops.
bool isConstant(mlir::Value value);

/// Constant operands, [numbers].
mlir::DenseElementsAttr words(mlir::MLIRContext *context,
                              llvm::ArrayRef<int32_t> numbers);
mlir::DenseElementsAttr floats(mlir::MLIRContext *context,
                               llvm::ArrayRef<float> numbers);

/// One number for each channel, of one for all or one for each.
template <typename Number>
llvm::SmallVector<Number> byChannel(llvm::ArrayRef<Number> numbers,
                                    int64_t channels) {
  return numbers.size() == 1
             ? llvm::SmallVector<Number>(channels, numbers.front())
             : llvm::SmallVector<Number>(numbers);
}

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDCALLS_H
