//===- Sine.h - sine and cosine of one float or of several ------*- C -*-===//
//
// Included once for each number of lanes, with
//
//   Float, Bits      a float and its bits, or a vector of each
//   FORM(name)       the name of what is defined here for that number
//   ANY(bits)        whether a lane is not 0
//
// The same operations for each, so that all have the same bits.
//
//===----------------------------------------------------------------------===//

INLINE Float FORM(fused)(Float a, Float b, Float c) {
  return __builtin_elementwise_fma(a, b, c);
}

/// c[0] + c[1] x + c[2] x^2.
INLINE Float FORM(quadratic)(const float *c, Float x) {
  return FORM(fused)(FORM(fused)(x, c[2], c[1]), x, c[0]);
}

/// x = quadrant pi/2 + rest - excess.
typedef struct {
  Float rest, excess;
  Bits quadrant;
} FORM(Turned);

/// For |x| up to kMaxTurned.
INLINE FORM(Turned) FORM(turn)(Float x) {
  Float shifted = FORM(fused)(x, kTwoOverPiSingle, 0x1.8p23f);
  Float n = shifted - 0x1.8p23f;
  Float near = FORM(fused)(-n, kHalfPiPartsSingle[0], x); // Exact.
  Float rest = FORM(fused)(-n, kHalfPiPartsSingle[1], near);
  // By its rounding, and by the last part. Where rest is small it is exact, and
  // so is this, for the product has no more digits than a float.
  Float excess = FORM(fused)(n, kHalfPiPartsSingle[1], rest - near);
  excess = FORM(fused)(n, kHalfPiPartsSingle[2], excess);
  return (FORM(Turned)){rest, excess, __builtin_bit_cast(Bits, shifted)};
}

/// The sine, within 1.02 units in the last place.
INLINE Float FORM(sineOfTurned)(FORM(Turned) x) {
  Float r = x.rest, z = r * r;
  // Less what is too much of r: zero keeps its sign.
  Float sine =
      r - FORM(fused)(-(r * z), FORM(quadratic)(kSinSingle, z), x.excess);
  Float more = FORM(fused)(z * z, FORM(quadratic)(kCosSingle, z), r * x.excess);
  Float cosine = 1 - FORM(fused)(0.5f, z, -more);
  Bits odd = 0 - (x.quadrant & 1);
  Bits bits = (__builtin_bit_cast(Bits, cosine) & odd) |
              (__builtin_bit_cast(Bits, sine) & ~odd);
  return __builtin_bit_cast(Float, bits ^ (x.quadrant & 2) << 30);
}

/// Not inlined: it has a frame, and is seldom called.
static __attribute__((noinline)) Float FORM(withLarge)(Float x, Float result,
                                                       uint32_t quadrants) {
  takeLarge((float *)&x, (float *)&result, sizeof(x) / sizeof(float),
            quadrants);
  return result;
}

/// The sine of x + quadrants pi/2.
INLINE Float FORM(sineAfter)(Float x, uint32_t quadrants) {
  FORM(Turned) turned = FORM(turn)(x);
  turned.quadrant += quadrants;
  Float result = FORM(sineOfTurned)(turned);
  Bits size = __builtin_bit_cast(Bits, x) & 0x7fffffff;
  if (__builtin_expect(ANY(size > kMaxTurned), 0))
    result = FORM(withLarge)(x, result, quadrants);
  return result;
}

__attribute__((const, noinline)) Float FORM(ingot_sinf)(Float x) {
  return FORM(sineAfter)(x, 0);
}

__attribute__((const, noinline)) Float FORM(ingot_cosf)(Float x) {
  return FORM(sineAfter)(x, 1);
}

#undef Float
#undef Bits
#undef FORM
#undef ANY
