//===- ErrorFunctions.cpp - erf, erfc and the inverse of erf --------------===//
//
// erfc by M. M. Shepherd and J. G. Laframboise, "Chebyshev Approximation of
// (1 + 2x) exp(x^2) erfc x in 0 <= x < infinity", Mathematics of Computation 36
// (1981): one polynomial covers the whole half-axis. erf_inv in the variables
// of M. Giles, "Approximating the erfinv function", GPU Computing Gems (2012).
// The coefficients are our own: interpolation at Chebyshev nodes, computed with
// 60 digits; relative errors are below 2^-53, those for f32 below 2^-26.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ElementFunctions.h"

#include <limits>

namespace ingot::chlo {

/// erf(x) / x in x^2, for |x| < 1.
constexpr double kErf64[] = {
    1.1283791670955126,      -0.3761263890318375,     0.11283791670954879,
    -0.026866170645076792,   0.0052239776248180145,   -0.000854832698083379,
    0.0001205533111164271,   -1.4925595266831182e-05, 1.6461000484121368e-06,
    -1.6350312701054695e-07, 1.4659775274047436e-08,  -1.1372848856791674e-09,
    5.957176147748911e-11};

/// The same to the precision of f32.
constexpr double kErf32[] = {1.1283791658483509,   -0.37612626666720334,
                             0.11283594715160218,  -0.026854212010626412,
                             0.005189087423433974, -0.000801686428716587,
                             7.875875062685488e-05};

/// (1 + 2x) exp(x^2) erfc(x) in (x - 3) / (x + 3), for 0.5 <= x <= 28.
constexpr double kErfc64[] = {
    1.2530080582697296,     -0.13562110612458084,   -0.04756229435343384,
    0.12964515870271817,    -0.11927366341637591,   0.06830802734557402,
    -0.023770514892453878,  0.002529391787416037,   0.0018886900308933137,
    -0.0007798319787670749, -0.00010515741491655,   0.00012509749095168397,
    4.9387975342434404e-06, -2.00929833045886e-05,  -7.012462973163499e-07,
    3.4525197016153044e-06, 3.0307407103093377e-07, -5.840747551910045e-07,
    -8.42551957399924e-08,  7.124245030572795e-08,  8.635681414307825e-09};

/// The same to the precision of f32, for x <= 10.5.
constexpr double kErfc32[] = {1.2530080571030857,    -0.13562104913397277,
                              -0.047562172378605966, 0.12964275726840632,
                              -0.11927606551835324,  0.06833574982627616,
                              -0.023750849452830274, 0.0024041522710577575,
                              0.001814459507884382,  -0.0005529059357318872};

/// factor * exp(-x^2) for x up to 28. A rounded square would cost up to 400
/// ULP, so what rounding took away (T. J. Dekker, 1971) is put back to first
/// order. The product may be subnormal, the exponential not: that may be
/// flushed to 0.
static Number timesExpOfMinusSquare(Number factor, Number x) {
  Number scaled = x * (x.isF64() ? 0x1p27 + 1 : 0x1p12 + 1);
  Number high = scaled - (scaled - x);
  Number low = x - high;
  Number square = x * x;
  Number lost = ((high * high - square) + 2 * (high * low)) + low * low;
  constexpr double kShift = 32, kExpOfMinusShift = 1.2664165549094176e-14;
  Number isSmall = x > (x.isF64() ? 26.0 : 9.0);
  Number exponential = exp(select(isSmall, kShift - square, -square));
  Number result = exponential * (factor * (1 - lost));
  return select(isSmall, result * kExpOfMinusShift, result);
}

/// erfc for x from 0.5; nothing is left of it above the last argument.
static Number erfcTail(Number x) {
  x = min(x, x.constant(x.isF64() ? 28 : 10.5));
  Number series =
      polynomial(x.isF64() ? llvm::ArrayRef(kErfc64) : llvm::ArrayRef(kErfc32),
                 (x - 3) / (x + 3));
  return timesExpOfMinusSquare(series / (1 + 2 * x), x);
}

/// erf for |x| < 1.
static Number erfCenter(Number x) {
  return x *
         polynomial(x.isF64() ? llvm::ArrayRef(kErf64) : llvm::ArrayRef(kErf32),
                    x * x);
}

Number erf(Number x) {
  Number tail = erfcTail(abs(x));
  Number outside = select(x < 0, tail - 1, 1 - tail);
  return select(abs(x) < 1, erfCenter(x), outside);
}

Number erfc(Number x) {
  Number tail = erfcTail(abs(x));
  Number outside = select(x < 0, 2 - tail, tail);
  return select(abs(x) < 0.5, 1 - erfCenter(x), outside);
}

/// erf_inv(x) / x in w / 3.125 - 1, for w = -log(1 - x^2) < 6.25.
constexpr double kErfInvCenter64[] = {
    1.6536545626831027,      0.7504943200799679,     -0.058922567103779404,
    -0.022604447453825078,   0.017808361818432112,   -0.00413731436767485,
    -0.001271692271958298,   0.0012324854519911068,  -0.00026439362645934515,
    -0.0001168880630842072,  9.336711350835166e-05,  -1.5030870369108395e-05,
    -1.125619146677325e-05,  7.1383125443102916e-06, -6.866552594632471e-07,
    -1.0734591410364882e-06, 5.444465821755199e-07,  5.601549819901144e-09,
    -1.0426210588989032e-07, 2.8085454480599277e-08, 8.699377880241274e-09,
    -4.138396507936207e-09,  -1.8199034168726056e-11};

/// The same in (sqrt(w) - 3.25) / 0.75, for 2.5 <= sqrt(w) < 4.
constexpr double kErfInvTail64[] = {
    3.0838856104922208,      0.7539442257706239,      0.00302113943638407,
    -0.0015825410894034398,  0.0007883078509981353,   -0.0004006356984211825,
    0.00016966502592018017,  -4.739182677882865e-05,  2.4058391918338327e-06,
    5.127314470348767e-06,   -2.6646983082852556e-06, 5.264680305425013e-07,
    9.267642775523117e-08,   -9.46984593753811e-08,   2.6703991718481456e-08,
    -3.6086983146965074e-10, -2.7195823537882847e-09, 9.85047133124713e-10,
    3.929056598182976e-12,   -6.385846404875191e-11};

/// The same in (sqrt(w) - 5.05) / 1.05, for 4 <= sqrt(w) <= 6.1.
constexpr double kErfInvEnd64[] = {
    4.90042105144364,        1.0607992684776597,      -0.00018726854582615907,
    -0.00023188618669361995, 8.659304743598532e-05,   -2.3451082248504614e-05,
    5.620177605032979e-06,   -1.2763576425122616e-06, 2.978189043184647e-07,
    -8.522914099015427e-08,  3.573143865797465e-08,   -1.914660588328385e-08,
    1.011053871325393e-08,   -4.984996381194203e-09,  2.3885240700769668e-09,
    -7.90683999697298e-10,   2.0194198350167507e-12,  6.307826181745226e-11};

/// To the precision of f32, in w / 2.5 - 1, for w < 5.
constexpr double kErfInvCenter32[] = {
    1.501409360450329,      0.6166006976365915,     -0.02610870547001968,
    -0.019573849871456703,  0.008529272899990876,   -0.00048558786029831555,
    -0.0008456995282308036, 0.00028572469974080887, 3.560786010087296e-05,
    -3.407259357545556e-05};

/// The same in the tail, scaled to [-1, 1], for sqrt(5) <= sqrt(w) <= 4.1.
constexpr double kErfInvTail32[] = {
    3.0015267760627937,     0.935970671099578,      0.005563806615627625,
    -0.0037983295701933756, 0.002464618675460484,   -0.0015530513114433084,
    0.0008015284345111017,  -0.0002123828064943314, -7.788041340518323e-05,
    5.9159675033593625e-05};

/// erf_inv(x) / x by w = -log(1 - x^2), to the precision of f64.
static Number erfInvFactor64(Number w) {
  Number root = sqrt(w);
  Number center = polynomial(kErfInvCenter64, w / 3.125 - 1);
  Number tail = polynomial(kErfInvTail64, (root - 3.25) / 0.75);
  Number end = polynomial(kErfInvEnd64, (root - 5.05) / 1.05);
  return select(w < 6.25, center, select(root < 4, tail, end));
}

static Number erfInvFactor32(Number w) {
  constexpr double kFirst = 2.23606797749979, kLast = 4.1;
  Number center = polynomial(kErfInvCenter32, w / 2.5 - 1);
  Number tail = polynomial(kErfInvTail32, (sqrt(w) - (kFirst + kLast) / 2) /
                                              ((kLast - kFirst) / 2));
  return select(w < 5, center, tail);
}

Number erfInv(Number x) {
  Number a = abs(x);
  // 1 - a is exact near 1, the square is not; near 0 its rounding is harmless.
  Number w = -select(a < 0.75, log1p(-(x * x)), log((1 - a) * (1 + a)));
  Number factor = x.isF64() ? erfInvFactor64(w) : erfInvFactor32(w);
  return x * select(a == 1, std::numeric_limits<double>::infinity(), factor);
}

} // namespace ingot::chlo
