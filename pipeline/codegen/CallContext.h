//===- CallContext.h - reaching the caller from generated code --*- C++ -*-===//
//
// Argument 0 of every function is the caller's `const ingot_call *`. These
// helpers emit the loads that find a field of it. Where the fields are comes
// from proto/abi/executable.h and nowhere else.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_CALLCONTEXT_H
#define INGOT_PIPELINE_CODEGEN_CALLCONTEXT_H

#include "proto/abi/executable.h"

#include "mlir/IR/Builders.h"

#include <cstddef>

namespace ingot {

/// Byte offsets of ingot_call. All 64-bit targets agree on them.
enum class CallField : size_t {
  User = offsetof(ingot_call, user),
  Allocate = offsetof(ingot_call, allocate),
  Release = offsetof(ingot_call, release),
  ParallelFor = offsetof(ingot_call, parallel_for),
  Fail = offsetof(ingot_call, fail),
  Constants = offsetof(ingot_call, constants),
  States = offsetof(ingot_call, states),
};

/// Emits a load of the pointer in `field` of `call`, an `!llvm.ptr`.
mlir::Value loadCallField(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value call, CallField field);

/// Emits an indirect call of the function in `field` with `user` and then
/// `arguments`. `resultType` is null for none; returns null then.
mlir::Value callThroughField(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value call, CallField field,
                             mlir::Type resultType, mlir::ValueRange arguments);

/// The call of the func.func or llvm.func around `op`; null, with a diagnostic
/// at `op`, if argument 0 is not an `!llvm.ptr`.
mlir::Value enclosingCall(mlir::Operation *op);

/// Marks a function whose calls are parallel loops.
inline constexpr char kTaskAttribute[] = "ingot.task";

/// Marks a call of a task that stays a call: it is on its caller's thread.
inline constexpr char kSerialAttribute[] = "ingot.serial";

/// Marks a linalg op that ingot-vectorize-kernel should turn into vectors.
inline constexpr char kVectorizeAttribute[] = "ingot.vectorize";

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_CALLCONTEXT_H
