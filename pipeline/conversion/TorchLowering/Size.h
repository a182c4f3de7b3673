//===- Sizes.h - a size of a tensor, known or computed ----------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SIZE_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SIZE_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/Value.h"

namespace ingot::torch {

/// A number, or a value of type tensor<i64> that is known at run time only.
class Size {
public:
  Size(int64_t known) : known_(known) {}
  Size(mlir::Value value) : known_(mlir::ShapedType::kDynamic), value_(value) {}

  bool isKnown() const { return !value_; }
  bool is(int64_t number) const { return isKnown() && known_ == number; }
  /// REQUIRES: isKnown().
  int64_t known() const { return known_; }
  /// The number, or kDynamic: what a type says.
  int64_t inType() const { return known_; }
  /// REQUIRES: !isKnown().
  mlir::Value value() const { return value_; }

private:
  int64_t known_;
  mlir::Value value_;
};

using Sizes = llvm::SmallVector<Size>;

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SIZE_H
