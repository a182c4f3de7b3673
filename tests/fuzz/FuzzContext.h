//===- FuzzContext.h - a context that forgets -------------------*- C++ -*-===//
//
// A context keeps every attribute it ever saw, so a fuzzer's must be made anew
// from time to time.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FUZZ_FUZZCONTEXT_H
#define INGOT_TESTS_FUZZ_FUZZCONTEXT_H

#include "mlir/IR/MLIRContext.h"

namespace ingot::fuzz {

/// The context for one run: StableHLO, CHLO, VHLO, MHLO, Shardy and func are
/// loaded, diagnostics go nowhere. Valid until the next call.
mlir::MLIRContext &freshContext();

} // namespace ingot::fuzz

#endif // INGOT_TESTS_FUZZ_FUZZCONTEXT_H
