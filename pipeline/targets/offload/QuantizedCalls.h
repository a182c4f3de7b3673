//===- QuantizedCalls.h - what tables of bytes have in common ---*- C++ -*-===//
//
// Libraries for quantised networks take the same ops, with constants of their
// own. Here is what their tables (CmsisNn.cpp, XnnPack.cpp) ask of an op and
// make for a call, and what neither of them decides.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDCALLS_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDCALLS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace ingot::offload {

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
