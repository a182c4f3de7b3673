//===- ProductInstructions.h - what multiplies numbers ----------*- C++ -*-===//
//
// What a machine has for products of bytes, of bf16 and of wider floats. Apart
// from MatrixProduct.h, so that backends need no op to say so.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace ingot {

/// An instruction that multiplies integers, or floats, of two vectors and adds
/// a few neighbouring products for each 32-bit lane. Always a row of the table
/// below, for passes find it by name.
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
  /// Of bf16, which are added in f32, subnormal ones as zero.
  bool isFloat = false;
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
    {"vdpbf16ps-512", 512, 2, 16, "llvm.x86.avx512bf16.dpbf16ps.512", true,
     false, "", true},
    {"vdpbf16ps-256", 256, 2, 16, "llvm.x86.avx512bf16.dpbf16ps.256", true,
     false, "", true},
};

/// Null if there is none of that name.
inline const DotInstruction *findDotInstruction(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      kDotInstructions, [&](const auto &row) { return row.name == name; });
  return found == std::end(kDotInstructions) ? nullptr : found;
}

/// The row that adds pairs of 16 bits on machines that have `dots`; null for
/// none.
inline const DotInstruction *pairsOf(const DotInstruction &dots) {
  return dots.elementBits == 16 && !dots.isFloat
             ? &dots
             : findDotInstruction(dots.other);
}

/// The same instruction as `widest`, of `lanes` sums; null if there is none.
inline const DotInstruction *findNarrower(const DotInstruction &widest,
                                          unsigned lanes) {
  llvm::StringRef kind = widest.name.split('-').first;
  const auto *found = llvm::find_if(kDotInstructions, [&](const auto &row) {
    return row.name.split('-').first == kind && row.vectorBits == 32 * lanes;
  });
  return found == std::end(kDotInstructions) ? nullptr : found;
}

/// Instructions for products; none by default.
struct ProductInstructions {
  /// Tiles of bytes and of bf16.
  bool bytes = false;
  bool bfloats = false;
  /// For bytes, and for bf16, where there are no tiles; null for none.
  const DotInstruction *dots = nullptr;
  const DotInstruction *bfloatDots = nullptr;
  /// Width of the vectors that multiply wider floats, if panels of constants
  /// are worth making for them; else 0.
  unsigned floatBits = 0;

  bool any() const {
    return bytes || bfloats || dots || bfloatDots || floatBits != 0;
  }

  /// Takes dot products by their names, of which an empty one is none. Returns
  /// the name that has no row of its kind, or an empty one.
  llvm::StringRef setDots(llvm::StringRef ofBytes, llvm::StringRef ofBFloats) {
    dots = findDotInstruction(ofBytes);
    bfloatDots = findDotInstruction(ofBFloats);
    if (dots ? dots->isFloat : !ofBytes.empty())
      return ofBytes;
    if (bfloatDots ? !bfloatDots->isFloat : !ofBFloats.empty())
      return ofBFloats;
    return "";
  }
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H
