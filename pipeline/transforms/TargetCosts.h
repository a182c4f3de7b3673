//===- TargetCosts.h - what work costs on a target --------------*- C++ -*-===//
//
// What a target's description says of its speed and its memory, in the form in
// which ingot-place-by-cost has it as an option:
//
//   NAME[:bits=BITS][:types=TYPE+TYPE...][:memory=BYTES/NANOSECONDS]
//       [:OP=MULTIPLICATIONS/BYTES]... [:pass=PASS]...
//
// Rates are in a microsecond; `*` is the OP of all that are not named. PASS is
// one of the target's own that has an estimate (PlacementCost.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_TARGETCOSTS_H
#define INGOT_PIPELINE_TRANSFORMS_TARGETCOSTS_H

#include "pipeline/dialects/ingot/PlacementCost.h"

#include "ingot/v1/common.pb.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"

namespace ingot {

/// A value.
struct TargetCosts {
  /// Picoseconds that nothing is dearer than: sums of them fit into 64 bits.
  static constexpr int64_t kMost = int64_t{1} << 44;

  std::string name; ///< Empty: the request's own.
  unsigned vectorBits = 0;
  llvm::SmallVector<std::string> elementTypes; ///< None: all.
  /// Of its own memory; rate 0: that of the host program.
  double memoryRate = 0;
  int64_t memoryNanoseconds = 0;
  llvm::StringMap<PlacementRates> rates; ///< By op, and `*`.
  /// Those that hand ops to libraries.
  mlir::OpPassManager passes{mlir::ModuleOp::getOperationName()};

  static std::string textOf(llvm::StringRef name, const v1::Target &target,
                            unsigned vectorBits);
  /// Nothing if `text` is not of the form above.
  static std::optional<TargetCosts> parse(llvm::StringRef text);

  /// The first type of an element in `op` that it does not compute with, or
  /// that cannot be brought to its memory; null if it computes the op.
  mlir::Type findForeignType(mlir::Operation *op) const;

  /// Picoseconds of an op on tensors of known sizes: by what the description
  /// says of it, else by a library that gets it, else by what it says of all
  /// ops, else as kernels.
  int64_t costOf(mlir::Operation *op) const;

  /// Picoseconds for a tensor that comes or leaves.
  int64_t crossingCost(mlir::RankedTensorType type) const;
};

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_TARGETCOSTS_H
