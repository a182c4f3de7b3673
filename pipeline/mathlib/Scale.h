//===- Scale.h - a float times a power of two -------------------*- C -*-===//
//
// Functions.h names no function of C like these: they are parts of exp and
// exp2. Emitting code puts the one that suits the machine into both.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_SCALE_H
#define INGOT_PIPELINE_MATHLIB_SCALE_H

/// Added to n, this leaves the bits of two exponents, n + 254, in the low ones
/// of the sum.
#define kRoundTwice (0x1.8p23f + 254)

/// significand * 2^n for n from -252 to 254; `shifted` is n + kRoundTwice. Any
/// shifted keeps NaN. A subnormal result is rounded once.
__attribute__((always_inline)) float ingot_scalef(float significand,
                                                  float shifted);

/// The same bits where one instruction does it (AVX-512).
__attribute__((always_inline)) float ingot_scaleoncef(float significand,
                                                      float shifted);

#endif // INGOT_PIPELINE_MATHLIB_SCALE_H
