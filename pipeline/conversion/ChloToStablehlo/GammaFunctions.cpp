//===- GammaFunctions.cpp - lgamma and digamma ----------------------------===//
//
// As usual for these: recurrences into [1, 2], where a polynomial stands with
// the zeros factored out; Stirling's series from 8 on; reflection below 0 (NIST
// Handbook of Mathematical Functions, 5.5 and 5.11). The coefficients are our
// own: interpolation at Chebyshev nodes, computed with 60 digits.
//
// Near the zeros of lgamma and digamma below 0, the difference of two large
// numbers is what it is: small in absolute terms only.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ElementFunctions.h"

namespace ingot::chlo {

constexpr double kPi = 3.14159265358979323846;

/// Stirling's series is used from here; recurrences count up to here.
constexpr int kLarge = 8;

/// lgamma(1 + f) / (f (f - 1)), for 0 <= f <= 1.
constexpr double kLgamma64[] = {
    0.5772156649015329,    -0.2452513685225759,     0.15543426586329281,
    -0.11514654252510402,  0.09223900725237584,     -0.07731814517650464,
    0.06673142618826892,   -0.05877516383097031,    0.052537419190277455,
    -0.04744503662529866,  0.04301415542600463,     -0.03867042441832247,
    0.03370537137511358,   -0.027534187815233195,   0.020215502781759945,
    -0.012742266956440252, 0.006568778005711162,    -0.0026202979485050316,
    0.0007510944620906334, -0.00013673749845170442, 1.1820969445467145e-05};

/// The same to the precision of f32.
constexpr double kLgamma32[] = {0.5772156623828116,   -0.245250862513847,
                                0.15541718734777818,  -0.11491840208222535,
                                0.09065067067726916,  -0.07072465539260137,
                                0.04905386760404232,  -0.026312074102933656,
                                0.009140424189259136, -0.001487484340679373};

/// B(2k) / (2k (2k - 1)) for k from 1.
constexpr double kStirling[] = {
    0.083333333333333333333,   -0.0027777777777777777778,
    0.00079365079365079365079, -0.0005952380952380952381,
    0.00084175084175084175084, -0.0019175269175269175269,
    0.0064102564102564102564,  -0.02955065359477124183};

/// sin(pi r) / r in r^2, for r <= 1/2.
constexpr double kSinPi64[] = {3.141592653589793,     -5.16771278004997,
                               2.5501640398773455,    -0.5992645293207869,
                               0.08214588661099356,   -0.007370430943702136,
                               0.0004663027874593273, -2.1915250301851375e-05,
                               7.94853903737232e-07,  -2.228371216069697e-08};
/// The same to the precision of f32.
constexpr double kSinPi32[] = {3.141592653536132,   -5.167712764593,
                               2.550163317938427,   -0.599252186531583,
                               0.08205035020147247, -0.007028303855203096};

/// sin(pi r) for 0 <= r <= 1/2. Of pi times r the last bits would be lost.
static Number sinOfPiTimes(Number r) {
  return r * polynomial(r.isF64() ? llvm::ArrayRef(kSinPi64)
                                  : llvm::ArrayRef(kSinPi32),
                        r * r);
}

/// Where `a` stands within [n, n + 1), or itself below 1.
static Number fraction(Number a) { return select(a < 1, a, a - floor(a)); }

/// Terms of an asymptotic series that count in the type of `x`.
static llvm::ArrayRef<double> termsFor(Number x, llvm::ArrayRef<double> terms) {
  return x.isF64() ? terms : terms.take_front(3);
}

/// lgamma for a >= 0. One logarithm serves both ways of computing.
static Number lgammaOfPositive(Number a) {
  Number product = max(a - 1, a.constant(1.0));
  for (int k = 2; k < kLarge - 1; ++k)
    product = product * max(a - k, a.constant(1.0));
  Number argument = select(a < 1, a, product);
  Number logarithm = log(select(a >= kLarge, a, argument));

  Number f = fraction(a);
  Number series = polynomial(
      a.isF64() ? llvm::ArrayRef(kLgamma64) : llvm::ArrayRef(kLgamma32), f);
  Number near = f * (f - 1) * series + select(a < 1, -logarithm, logarithm);

  constexpr double kHalfLogTwoPiLessHalf = 0.4189385332046727418;
  Number inverse = 1 / a;
  Number stirling =
      polynomial(termsFor(a, kStirling), inverse * inverse) * inverse;
  Number far = (a - 0.5) * (logarithm - 1) + (kHalfLogTwoPiLessHalf + stirling);
  return select(a >= kLarge, far, near);
}

Number lgamma(Number x) {
  Number a = abs(x);
  Number positive = lgammaOfPositive(a);
  Number rest = a - floor(a);
  rest = min(rest, 1 - rest);
  // |gamma(-a) gamma(a)| = pi / (a sin(pi a)).
  Number reflected = log(kPi / (a * sinOfPiTimes(rest))) - positive;
  // Of tiny numbers the product would underflow; both sides are alike there.
  Number negative = select(a < 0x1p-60, positive, reflected);
  negative = select(rest == 0, kInfinity, negative);
  Number result = select(x < 0, negative, positive);
  return select(a == kInfinity, kInfinity, result);
}

/// digamma(x) / (x - root) in 2 x - 3, for 1 <= x <= 2.
constexpr double kDigamma64[] = {
    0.951055876031833,      -0.21181371064073026,    0.06013562106019355,
    -0.018550615381738605,  0.005936795278433826,    -0.0019350666647832667,
    0.000636888028319074,   -0.00021074841215733007, 6.995020484160625e-05,
    -2.325823828431376e-05, 7.741156881253708e-06,   -2.578107848270217e-06,
    8.591324222417666e-07,  -2.8628755280038686e-07, 9.500926192924096e-08,
    -3.166618072027162e-08, 1.10370884388543e-08,    -3.6788868183645545e-09,
    8.668257373761658e-10,  -2.889363639216111e-10,  2.4765474440031764e-10,
    -8.25512972008104e-11};

/// The same to the precision of f32.
constexpr double kDigamma32[] = {
    0.9510558962329134,     -0.21181371736950597,    0.06013461324811798,
    -0.018550279690076197,  0.005944763862086814,    -0.0019377209019169558,
    0.0006151471771783476,  -0.00020350689239956258, 9.339481030694158e-05,
    -3.1067026487559866e-05};

/// B(2k) / (2k) for k from 1.
constexpr double kDigammaTail[] = {
    0.083333333333333333333,  -0.0083333333333333333333,
    0.003968253968253968254,  -0.0041666666666666666667,
    0.0075757575757575757576, -0.021092796092796092796,
    0.083333333333333333333,  -0.44325980392156862745,
    3.0539543302701197438};

/// digamma in [1, 2], around its zero, which is 1.46... to twice the precision.
static Number digammaAtZero(Number z) {
  constexpr double kRoot64 = 1.4616321449683622,
                   kRest64 = 9.549995429965697e-17;
  constexpr double kRoot32 = 1.46163213253021240234375,
                   kRest32 = kRoot64 - kRoot32;
  Number distance =
      z.isF64() ? (z - kRoot64) - kRest64 : (z - kRoot32) - kRest32;
  return distance * polynomial(z.isF64() ? llvm::ArrayRef(kDigamma64)
                                         : llvm::ArrayRef(kDigamma32),
                               2 * z - 3);
}

/// The sum of 1 / (a - k) over all k from 1 for which a - k >= 1, as a fraction
/// with one division; -1 / a below 1.
static Number recurrence(Number a) {
  Number numerator = a.constant(0.0), denominator = a.constant(1.0);
  for (int k = 1; k < kLarge - 1; ++k) {
    Number term = a - k;
    Number isIn = term >= 1;
    numerator = select(isIn, numerator * term + denominator, numerator);
    denominator = select(isIn, denominator * term, denominator);
  }
  return select(a < 1, -1.0, numerator) / select(a < 1, a, denominator);
}

Number digamma(Number x) {
  Number a = abs(x);
  Number base = digammaAtZero(1 + fraction(a));
  Number inverse = 1 / a;
  Number square = inverse * inverse;
  Number far = log(a) - 0.5 * inverse -
               square * polynomial(termsFor(a, kDigammaTail), square);
  Number positive = select(a >= kLarge, far, base + recurrence(a));

  // digamma(-a) = digamma(a + 1) + pi cot(pi a).
  Number next = select(a < 1, base, positive + inverse);
  Number rest = a - roundToEven(a);
  Number distance = abs(rest);
  Number cotangent =
      copySign(sinOfPiTimes(0.5 - distance) / sinOfPiTimes(distance), rest);
  Number negative = next + kPi * cotangent;
  Number result = select(x < 0, negative, positive);
  // Poles have no sign; minus infinity is one of them.
  Number isPole = (x <= 0) & (x == floor(x));
  return select(isPole, kNaN, result);
}

} // namespace ingot::chlo
