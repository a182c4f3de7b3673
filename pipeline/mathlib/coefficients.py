#!/usr/bin/env python3
"""Makes Coefficients.h: the polynomials and tables of the functions here, from their
definitions, in 400 bits. Run it when one is added; the build only reads its output.

  coefficients.py > Coefficients.h        (needs mpmath)

Polynomials are minimax by Remez's exchange (Muller, "Elementary Functions", chapter 3):
the error, divided by the weight, has the same size and alternating signs at degree + 2
points, which are moved to the error's extrema until they stay.
"""
from mpmath import (mp, mpf, atan, cos, erf, erfc, exp, fabs, floor, log, lu_solve, matrix, nint,
                    pi, polyval, sin, sqrt)

mp.prec = 400


def remez(function, low, high, degree, weight=lambda x: mpf(1)):
    """Coefficients, lowest first, of the polynomial p that has the least
    |(p(x) - function(x)) * weight(x)| over [low, high]; and that error."""
    low, high = mpf(low), mpf(high)
    count = degree + 2
    nodes = [(low + high) / 2 - (high - low) / 2 * cos(pi * (i + mpf(1) / 2) / count)
             for i in range(count)]
    for _ in range(12):
        rows = matrix(count, count)
        values = matrix(count, 1)
        for i, x in enumerate(nodes):
            for j in range(degree + 1):
                rows[i, j] = x ** j
            rows[i, degree + 1] = (-1) ** i / weight(x)
            values[i] = function(x)
        solved = lu_solve(rows, values)
        polynomial = [solved[j] for j in range(degree + 1)]

        def error(x):
            return (polyval(polynomial[::-1], x) - function(x)) * weight(x)

        fine = 24 * count
        points = [low + (high - low) * (1 - cos(pi * mpf(i) / fine)) / 2 for i in range(fine + 1)]
        errors = [error(x) for x in points]
        extrema = []
        for i in range(fine + 1):
            left = errors[i - 1] if i else None
            right = errors[i + 1] if i < fine else None
            size = fabs(errors[i])
            if (left is None or size >= fabs(left)) and (right is None or size >= fabs(right)):
                if extrema and errors[extrema[-1]] * errors[i] > 0:
                    if size > fabs(errors[extrema[-1]]):
                        extrema[-1] = i
                else:
                    extrema.append(i)
        while len(extrema) > count:
            extrema.pop(0 if fabs(errors[extrema[0]]) < fabs(errors[extrema[-1]]) else -1)
        if len(extrema) < count:
            break
        nodes = [points[i] for i in extrema]
        sizes = [fabs(errors[i]) for i in extrema]
        if max(sizes) / min(sizes) < mpf("1.001"):
            break
    return polynomial, max(fabs(e) for e in errors)


def rounded(value, bits=53):
    """The nearest number of `bits` digits."""
    if value == 0:
        return mpf(0)
    shift = mpf(2) ** (bits - 1 - int(floor(log(fabs(value), 2))))
    return nint(value * shift) / shift


def literal(value, single=False):
    number = float(rounded(mpf(value), 24 if single else 53))
    return number.hex() + ("f" if single else "")


def pair(value):
    high = rounded(value)
    return literal(high), literal(value - high)


def array(name, comment, numbers, type_name="double"):
    print(f"/// {comment}")
    print(f"static const {type_name} {name}[] = {{")
    for number in numbers:
        print(f"    {number},")
    print("};\n")


def constant(name, value, type_name="double"):
    print(f"static const {type_name} {name} = {value};")


def polynomial(name, comment, function, low, high, degree, weight=lambda x: mpf(1), single=False):
    coefficients, error = remez(function, low, high, degree, weight)
    size = float(log(error, 2)) if error else -999
    array(name, f"{comment}; error 2^{size:.1f}.",
          [literal(c, single) for c in coefficients], "float" if single else "double")


def near(x, epsilon=mpf(2) ** -150):
    """x, but not where a quotient is 0 / 0."""
    return x if fabs(x) > epsilon else epsilon


def constants():
    ln2 = log(mpf(2))
    step = ln2 / 64
    high = rounded(step, 35)
    constant("kLog2Over64High", literal(high))
    constant("kLog2Over64Low", literal(step - high))
    constant("k64OverLog2", literal(64 / ln2))
    high = rounded(ln2, 40)
    constant("kLog2High", literal(high))
    constant("kLog2Low", literal(ln2 - high))
    for name, value in (("kLog2", ln2), ("kInverseLog2", 1 / ln2), ("kInverseLog10", 1 / log(mpf(10))),
                        ("kHalfPi", pi / 2), ("kPi", +pi)):
        first, second = pair(value)
        constant(f"{name}Pair[2]", f"{{{first}, {second}}}")
    rest = pi / 2
    parts = []
    for _ in range(3):
        part = rounded(rest, 33)
        parts.append(literal(part))
        rest -= part
    parts.append(literal(rest))
    array("kHalfPiParts", "pi/2, its first three parts of 33 bits, so that they times an\n"
          "/// integer below 2^20 are exact.", parts)
    constant("kTwoOverPi", literal(2 / pi))
    rest = pi / 2
    parts = []
    for bits in (24, 11):
        unit = mpf(2) ** (bits - 1 - int(floor(log(rest, 2))))
        part = floor(rest * unit) / unit
        parts.append(literal(part, True))
        rest -= part
    parts.append(literal(rest, True))
    array("kHalfPiPartsSingle", "pi/2, in parts of 24 and 11 bits and the rest; none is more than\n"
          "/// what is left.", parts, "float")
    constant("kTwoOverPiSingle", literal(2 / pi, True), "float")
    high = rounded(ln2, 15)
    constant("kLog2HighSingle", literal(high, True), "float")
    constant("kLog2LowSingle", literal(ln2 - high, True), "float")
    constant("kLog2Single", literal(ln2, True), "float")
    high = rounded(1 / ln2, 24)
    constant("kInverseLog2HighSingle", literal(high, True), "float")
    constant("kInverseLog2LowSingle", literal(1 / ln2 - high, True), "float")
    print()


def tables():
    rows = []
    for j in range(64):
        rows.append("{%s, %s}" % pair(mpf(2) ** (mpf(j) / 64)))
    array("kExpTable", "2^(j/64) as high and low part.", rows, "DoubleDouble")

    rows = []
    for j in range(128):
        # The middle of the interval: 64 of them below 1, from 0.75, and 64 above.
        middle = mpf("0.75") + (j + mpf("0.5")) / 256 if j < 64 else 1 + (j - 64 + mpf("0.5")) / 128
        inverse = mpf(1) if j in (63, 64) else rounded(1 / middle, 10)
        value = -log(inverse)
        high = nint(value * 2 ** 42) / 2 ** 42
        rows.append("{%s, %s, %s}" % (literal(inverse), literal(high), literal(value - high)))
    array("kLogTable", "For m in interval j: c near 1/m, and -log(c) as a multiple of 2^-42 and\n"
          "/// the rest.", rows, "LogEntry")

    array("kAtanTable", "atan(j/64).", ["{%s, %s}" % pair(atan(mpf(j) / 64)) for j in range(65)],
          "DoubleDouble")

    with mp.workprec(1600):
        bits = int(floor(2 / pi * mpf(2) ** (64 * 20)))
    words = [0] + [(bits >> (64 * (19 - i))) & (2 ** 64 - 1) for i in range(20)]
    array("kTwoOverPiWords", "2/pi as a fraction, 64 bits a word, behind one word of zeros.",
          [f"0x{w:016x}" for w in words], "uint64_t")
    rows = []
    for i in range(13):
        # From bit 8 i on: 29 bits, 29 bits, and a double's worth.
        with mp.workprec(1600):
            scaled = 2 / pi * mpf(2) ** (8 * i)
            rest = (scaled - floor(scaled)) / mpf(2) ** (8 * i)
            parts = []
            for part in (1, 2):
                unit = mpf(2) ** (8 * i + 29 * part)
                value = floor(rest * unit) / unit
                parts.append(float(value).hex())
                rest -= value
        rows.append("{{" + ", ".join([*parts, literal(rest)]) + "}}")
    array("kTwoOverPiParts", "2/pi without its first 8 i bits: 29 bits, 29 more, the rest.", rows,
          "ThreeParts")


def doubles():
    array("kInverseFactorials", "1 / n!.", [literal(1 / mp.factorial(n)) for n in range(20)])
    quarter = (pi / 4) ** 2 * mpf("1.02")
    polynomial("kSin", "(sin(r) - r) / r^3 over r^2",
               lambda z: (sin(sqrt(near(z))) / sqrt(near(z)) - 1) / near(z), 0, quarter, 6,
               lambda z: near(z, mpf(2) ** -20))
    polynomial("kCos", "(cos(r) - 1 + r^2 / 2) / r^4 over r^2",
               lambda z: (cos(sqrt(near(z))) - 1 + near(z) / 2) / near(z) ** 2, 0, quarter, 6,
               lambda z: near(z, mpf(2) ** -20))
    # erfc(x) exp(x^2) over t = (x - k) / (x + k), x = k (1 + t) / (1 - t).

    def scaled(k):
        def function(t):
            x = k * (1 + t) / (1 - t)
            return exp(x * x) * erfc(x) * (1 + 2 * x)
        return function

    def at(x, k):
        return (mpf(x) - k) / (mpf(x) + k)

    polynomial("kErfSmall", "erf(x) / x - 1 over x^2, |x| below 0.875",
               lambda z: erf(sqrt(near(z))) / sqrt(near(z)) - 1, 0, mpf("0.875") ** 2 , 12)
    polynomial("kErfcScaled", "(1 + 2 x) exp(x^2) erfc(x) over (x - 4) / (x + 4), 0.75 < x < 28",
               scaled(mpf(4)), at("0.75", 4), at(28, 4), 22)


def singles():
    half = log(mpf(2)) / 2 * mpf("1.01")
    polynomial("kExpDouble", "exp(r)", lambda r: exp(r), -half, half, 11)
    edge = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2 * mpf("1.01")
    polynomial("kLogDouble", "log((1 + s) / (1 - s)) / s over s^2",
               lambda z: log((1 + sqrt(near(z))) / (1 - sqrt(near(z)))) / sqrt(near(z)), 0, edge, 7)
    quarter = (pi / 4) ** 2 * mpf("1.02")
    polynomial("kSinDouble", "sin(r) / r over r^2",
               lambda z: sin(sqrt(near(z))) / sqrt(near(z)), 0, quarter, 5)
    polynomial("kCosDouble", "cos(r) over r^2", lambda z: cos(sqrt(near(z))), 0, quarter, 5)
    polynomial("kAtanDouble", "atan(t) / t over t^2",
               lambda z: atan(sqrt(near(z))) / sqrt(near(z)), 0, 1, 13)

    def scaled(t):
        x = 2 * (1 + t) / (1 - t)
        return exp(x * x) * erfc(x) * (1 + 2 * x)

    polynomial("kErfcDouble", "(1 + 2 x) exp(x^2) erfc(x) over (x - 2) / (x + 2), x below 11",
               scaled, -1, mpf(9) / 13, 14)
    polynomial("kExpSingle", "(exp(r) - 1 - r) / r^2",
               lambda r: (exp(near(r)) - 1 - near(r)) / near(r) ** 2, -half, half, 4,
               lambda r: near(r, mpf(2) ** -20) ** 2, single=True)
    polynomial("kExpm1Single", "(exp(r) - 1 - r) / r^2",
               lambda r: (exp(near(r)) - 1 - near(r)) / near(r) ** 2, -half, half, 5,
               lambda r: near(r, mpf(2) ** -20) ** 2, single=True)
    ln2 = log(mpf(2))
    polynomial("kExp2Single", "(2^f - 1 - log(2) f) / f^2",
               lambda f: (exp(near(f) * ln2) - 1 - near(f) * ln2) / near(f) ** 2,
               mpf("-0.505"), mpf("0.505"), 4,
               lambda f: near(f, mpf(2) ** -20) ** 2, single=True)
    polynomial("kLogSingle", "(log(1 + f) - f + f^2 / 2) / f^3",
               lambda f: (log(1 + near(f)) - near(f) + near(f) ** 2 / 2) / near(f) ** 3,
               sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1, 8,
               lambda f: near(f, mpf(2) ** -20) ** 2, single=True)
    polynomial("kSinSingle", "(sin(r) - r) / r^3 over r^2",
               lambda z: (sin(sqrt(near(z))) / sqrt(near(z)) - 1) / near(z), 0, quarter, 2,
               lambda z: near(z, mpf(2) ** -20), single=True)
    polynomial("kCosSingle", "(cos(r) - 1 + r^2 / 2) / r^4 over r^2",
               lambda z: (cos(sqrt(near(z))) - 1 + near(z) / 2) / near(z) ** 2, 0, quarter, 2,
               lambda z: near(z, mpf(2) ** -20) ** 2, single=True)
    polynomial("kErfSingle", "1 + log(erfc(x)) / x, 0 < x < 3.95",
               lambda x: 1 + log(erfc(near(x))) / near(x), 0, mpf("3.95"), 9,
               lambda x: erfc(near(x)) * near(x) / erf(near(x)), single=True)


if __name__ == "__main__":
    print("//===- Coefficients.h - made by coefficients.py, do not edit ----*- C -*-===//\n")
    print("#ifndef INGOT_PIPELINE_MATHLIB_COEFFICIENTS_H")
    print("#define INGOT_PIPELINE_MATHLIB_COEFFICIENTS_H\n")
    print('#include "pipeline/mathlib/DoubleDouble.h"\n')
    print("typedef struct {\n  double inverse, high, low;\n} LogEntry;")
    print("typedef struct {\n  double part[3];\n} ThreeParts;\n")
    constants()
    tables()
    doubles()
    singles()
    print("#endif // INGOT_PIPELINE_MATHLIB_COEFFICIENTS_H")
