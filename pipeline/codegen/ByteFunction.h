//===- ByteFunction.h - a value as a table of the bytes it is made of -----===//
//
// Integer arithmetic on one byte or two has 256 or 65536 inputs, so what it
// computes can be looked at whole, at compile time. Decides nothing.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_BYTEFUNCTION_H
#define INGOT_PIPELINE_CODEGEN_BYTEFUNCTION_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace ingot {

/// The ops of one block between a value and the bytes that it depends on.
/// Refers to the ops. One thread at a time.
class ByteFunction {
public:
  static constexpr int64_t kBytes = 256;

  /// Nothing if `result` depends on more than two bytes, on anything else, or
  /// by ops that are no arithmetic on integers.
  static std::optional<ByteFunction> of(mlir::Value result);

  /// The number that `value` always is, if it has 64 bits or less.
  static std::optional<int64_t> constantOf(mlir::Value value);

  mlir::Value result() const { return result_; }
  /// The bytes, extended: one or two. A byte with and without its sign is two.
  llvm::ArrayRef<mlir::Value> inputs() const { return inputs_; }
  /// In the order of the block, without the extensions.
  llvm::ArrayRef<mlir::Operation *> ops() const { return ops_; }
  /// A bit for each input that `value`, which is one of the ops' or inputs',
  /// depends on.
  unsigned inputsOf(mlir::Value value) const { return uses_.lookup(value); }

  /// Computes what valuesOf() tells.
  void evaluate();
  /// What `value` is for each input, by the bits of the first one and, inside,
  /// of the second: 65536 numbers if there are two inputs, or 256.
  /// REQUIRES: evaluate() was called.
  std::vector<int64_t> valuesOf(mlir::Value value) const;

private:
  /// `values` has one element, or 256 of one input, or 65536.
  struct Table {
    unsigned inputs = 0;
    std::vector<int64_t> values;

    int64_t at(int64_t first, int64_t second) const;
  };

  bool add(mlir::Value value);
  bool addInput(mlir::Operation *op);
  Table tableOfInput(mlir::Operation *extension) const;
  Table tableOf(mlir::Operation *op) const;

  mlir::Value result_;
  llvm::SmallVector<mlir::Value, 2> inputs_;
  /// Of the inputs, to any width.
  llvm::SmallVector<mlir::Operation *> extensions_;
  llvm::SmallVector<mlir::Operation *> ops_;
  llvm::DenseMap<mlir::Value, unsigned> uses_;
  llvm::DenseMap<mlir::Value, Table> tables_;
  size_t visits_ = 0; ///< Of values, while they are added.
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_BYTEFUNCTION_H
