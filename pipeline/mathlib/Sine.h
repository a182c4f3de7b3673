//===- Sine.h - sine and cosine of one float or of several ------*- C -*-===//
//
// Included once for each number of lanes, with
//
//   Float, Bits      a float and its bits, or a vector of each
//   FORM(name)       the name of what is defined here for that number
//   ANY(bits)        whether a lane is not 0
//
// The same operations for each, so that all have the same bits. Products by the
// first parts of pi/2 and by a half are exact: where the machine has a fused
// multiply-add they may be part of one.
//
//===----------------------------------------------------------------------===//

/// x = quadrant pi/2 + rest - excess.
typedef struct {
  Float rest, excess;
  Bits quadrant;
} FORM(Turned);

/// For |x| up to kMaxTurned.
INLINE FORM(Turned) FORM(turn)(Float x) {
  Float shifted = x * kTwoOverPiSingle + 0x1.8p23f;
  Float n = shifted - 0x1.8p23f;
  // What is exact but for its last step, whose error is known.
  Float before, rest, excess;
  {
#pragma clang fp contract(fast)
    before = (x - n * kHalfPiPartsSingle[0]) - n * kHalfPiPartsSingle[1];
    rest = before - n * kHalfPiPartsSingle[2];
    excess = (rest - before) + n * kHalfPiPartsSingle[2];
  }
  excess += n * kHalfPiPartsSingle[3];
  return (FORM(Turned)){rest, excess, __builtin_bit_cast(Bits, shifted)};
}

/// The sine, within 0.77 units in the last place.
INLINE Float FORM(sineOfTurned)(FORM(Turned) x) {
  Float r = x.rest, z = r * r;
  Float near, lost;
  {
#pragma clang fp contract(fast)
    near = 1 - 0.5f * z;
    lost = (1 - near) - 0.5f * z;
  }
  Float tail = r * z * QUADRATIC(kSinSingle, z);
  // Less what is too much of r: zero keeps its sign.
  Float sine = r - (x.excess - tail);
  Float more = z * z * QUADRATIC(kCosSingle, z);
  Float cosine = near + (lost + (more + r * x.excess));
  Bits odd = 0 - (x.quadrant & 1);
  Bits bits = (__builtin_bit_cast(Bits, cosine) & odd) |
              (__builtin_bit_cast(Bits, sine) & ~odd);
  return __builtin_bit_cast(Float, bits ^ (x.quadrant & 2) << 30);
}

/// Not inlined: it has a frame, and is seldom called.
static __attribute__((noinline)) Float
FORM(withLarge)(Float x, Float result, uint32_t quadrants) {
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
