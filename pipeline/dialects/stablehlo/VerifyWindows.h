//===- VerifyWindows.h - attributes that describe windows -------*- C++ -*-===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFYWINDOWS_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFYWINDOWS_H

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"

namespace ingot::stablehlo {

/// A list that is absent or has `rank` positive entries. `length` is the
/// constraint on its length, `sign` that on its entries.
bool checkWindowList(Check &check, llvm::StringRef length, llvm::StringRef sign,
                     llvm::StringRef name, std::optional<Sizes> list,
                     int64_t rank);

/// A padding that is absent or has shape [rank, 2]; its numbers go to `values`.
bool checkPadding(Check &check, llvm::StringRef constraint,
                  std::optional<mlir::DenseIntElementsAttr> padding,
                  int64_t rank, std::optional<Shape> &values);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFYWINDOWS_H
