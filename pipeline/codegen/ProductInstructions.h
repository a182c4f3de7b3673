//===- ProductInstructions.h - what multiplies narrow numbers ---*- C++ -*-===//
//
// What a machine has for products of bytes and of bf16. Apart from
// MatrixProduct.h, so that backends need no op to say so.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H

namespace ingot {

/// Instructions for narrow products; none by default.
struct ProductInstructions {
  /// Tiles of bytes and of bf16.
  bool bytes = false;
  bool bfloats = false;
  /// Width of vectors that add products of four bytes; 0 for none.
  unsigned dots = 0;
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTINSTRUCTIONS_H
