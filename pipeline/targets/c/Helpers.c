uint32_t ingot_bits_of_float(float x)
{
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

float ingot_float_of_bits(uint32_t bits)
{
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

uint64_t ingot_bits_of_double(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

double ingot_double_of_bits(uint64_t bits)
{
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

void *ingot_load_pointer(const void *from)
{
  void *pointer;
  memcpy(&pointer, from, sizeof pointer);
  return pointer;
}

void ingot_store_pointer(void *to, const void *pointer)
{
  memcpy(to, &pointer, sizeof pointer);
}

float ingot_float_of_half(uint16_t half)
{
  uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
  uint32_t exponent = (half >> 10) & 31u;
  uint32_t significand = half & 0x3ffu;
  if (exponent == 31u)
    return ingot_float_of_bits(sign | 0x7f800000u | significand << 13);
  if (exponent != 0u)
    return ingot_float_of_bits(sign | (exponent + 112u) << 23 | significand << 13);
  /* Zero or subnormal: a multiple of 2^-24. */
  float magnitude = (float)significand * 5.9604644775390625e-08f;
  return sign != 0u ? -magnitude : magnitude;
}

/* Rounds to nearest, ties to even. */
uint16_t ingot_half_of_double(double x)
{
  uint64_t bits = ingot_bits_of_double(x);
  uint16_t sign = (uint16_t)(bits >> 48 & 0x8000u);
  double magnitude = fabs(x);
  if (isnan(x))
    return (uint16_t)(sign | 0x7e00u);
  if (magnitude >= 65520.0)
    return (uint16_t)(sign | 0x7c00u);
  /* The step between neighbours, by which the number is rounded to a whole. */
  double step = 5.9604644775390625e-08;
  uint32_t exponent = 0u;
  while (magnitude >= step * 2048.0) {
    step *= 2.0;
    ++exponent;
  }
  return (uint16_t)(sign | (uint16_t)((exponent << 10) + (uint32_t)rint(magnitude / step)));
}

uint16_t ingot_half_of_float(float x)
{
  return ingot_half_of_double((double)x);
}

float ingot_float_of_bfloat(uint16_t bits)
{
  return ingot_float_of_bits((uint32_t)bits << 16);
}

/* Rounds to nearest, ties to even. */
uint16_t ingot_bfloat_of_float(float x)
{
  uint32_t bits = ingot_bits_of_float(x);
  if (isnan(x))
    return (uint16_t)(bits >> 16 | 0x40u);
  return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

/* To odd first, so that it is rounded once. */
uint16_t ingot_bfloat_of_double(double x)
{
  float single = (float)x;
  uint32_t bits = ingot_bits_of_float(single);
  if (!isnan(x) && !isinf(single) && (double)single != x) {
    if (fabs((double)single) > fabs(x))
      --bits;
    bits |= 1u;
  }
  return ingot_bfloat_of_float(ingot_float_of_bits(bits));
}

float ingot_maximumf(float a, float b)
{
  if (isnan(a) || isnan(b))
    return a + b;
  return a > b || (a == b && !signbit(a)) ? a : b;
}

float ingot_minimumf(float a, float b)
{
  if (isnan(a) || isnan(b))
    return a + b;
  return a < b || (a == b && signbit(a)) ? a : b;
}

double ingot_maximum(double a, double b)
{
  if (isnan(a) || isnan(b))
    return a + b;
  return a > b || (a == b && !signbit(a)) ? a : b;
}

double ingot_minimum(double a, double b)
{
  if (isnan(a) || isnan(b))
    return a + b;
  return a < b || (a == b && signbit(a)) ? a : b;
}

unsigned ingot_leading_zeros(uint64_t x, unsigned bits)
{
  unsigned count = 0;
  while (count < bits && (x >> (bits - 1u - count) & 1u) == 0u)
    ++count;
  return count;
}

unsigned ingot_trailing_zeros(uint64_t x, unsigned bits)
{
  unsigned count = 0;
  while (count < bits && (x >> count & 1u) == 0u)
    ++count;
  return count;
}

unsigned ingot_ones(uint64_t x, unsigned bits)
{
  unsigned count = 0;
  for (unsigned i = 0; i < bits; ++i)
    count += (unsigned)(x >> i & 1u);
  return count;
}

/* The upper `bits` of high:low moved to the left. */
uint64_t ingot_funnel_left(uint64_t high, uint64_t low, uint64_t by, unsigned bits)
{
  unsigned n = (unsigned)(by % bits);
  return n == 0u ? high : high << n | low >> (bits - n);
}

uint64_t ingot_funnel_right(uint64_t high, uint64_t low, uint64_t by, unsigned bits)
{
  unsigned n = (unsigned)(by % bits);
  return n == 0u ? low : high << (bits - n) | low >> n;
}

/* Bits of `classes` as LLVM has them, from a signalling NaN to positive infinity. */
uint8_t ingot_is_class(double x, double least_normal, uint32_t classes)
{
  unsigned bit;
  if (isnan(x))
    return (classes & 3u) != 0u;
  if (isinf(x))
    bit = 2u;
  else if (fabs(x) >= least_normal)
    bit = 3u;
  else if (x != 0.0)
    bit = 4u;
  else
    bit = 5u;
  if (!signbit(x))
    bit = 11u - bit;
  return (uint8_t)(classes >> bit & 1u);
}
