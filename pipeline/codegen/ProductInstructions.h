//===- ProductInstructions.h - what multiplies narrow numbers ---*- C++ -*-===//
//
// What a machine has for products of bytes and of bf16. Apart from
// MatrixProduct.h, so that backends need no op to say so.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace ingot {

/// An instruction that multiplies integers of two vectors and adds a few
/// neighbouring products for each 32-bit lane. Always a row of the table below,
/// for passes find it by name.
struct DotInstruction {
  llvm::StringLiteral name; ///< Of options, and of marks on ops.
  unsigned vectorBits;
  /// Neighbours that are added for a lane, and the width of each: 4 of 8 bits,
  /// or 2 of 16, to which bytes are extended.
  unsigned steps, elementBits;
  /// Of LLVM; with the sums as its first operand, or to be added to them.
  llvm::StringLiteral intrinsic;
  bool addsSums;
  /// The left side has no sign and the right one has.
  bool isLeftUnsigned;
  /// The row for what this one does not take: a right side without sign, or
  /// panels that were made of one.
  llvm::StringLiteral other = "";
};

/// All of them.
inline constexpr DotInstruction kDotInstructions[] = {
    {"vpdpbusd-512", 512, 4, 8, "llvm.x86.avx512.vpdpbusd.512", true, true,
     "pmaddwd-512"},
    {"vpdpbusd-256", 256, 4, 8, "llvm.x86.avx512.vpdpbusd.256", true, true,
     "pmaddwd-256"},
    {"pmaddwd-512", 512, 2, 16, "llvm.x86.avx512.pmaddw.d.512", false, false},
    {"pmaddwd-256", 256, 2, 16, "llvm.x86.avx2.pmadd.wd", false, false},
    {"pmaddwd-128", 128, 2, 16, "llvm.x86.sse2.pmadd.wd", false, false},
    {"i32x4.dot-128", 128, 2, 16, "llvm.wasm.dot", false, false},
};

/// Null if there is none of that name.
inline const DotInstruction *findDotInstruction(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      kDotInstructions, [&](const auto &row) { return row.name == name; });
  return found == std::end(kDotInstructions) ? nullptr : found;
}

/// Instructions for narrow products; none by default.
struct ProductInstructions {
  /// Tiles of bytes and of bf16.
  bool bytes = false;
  bool bfloats = false;
  /// For bytes where there are no tiles; null for none.
  const DotInstruction *dots = nullptr;
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H
