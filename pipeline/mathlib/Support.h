//===- Support.h - what compilers bring where no system does ----*- C -*-===//
//
// Code generators call these for arithmetic on types that a machine lacks. On
// Linux they come from the compiler's support library; a module of WebAssembly
// has nothing but itself. Names and meaning are those of GCC's manual ("The GCC
// low-level runtime library"), parameters as WebAssembly passes them: a number
// of 128 bits is two of 64, low half first, and as a result is written to
// where the first parameter points.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_MATHLIB_SUPPORT_H
#define INGOT_PIPELINE_MATHLIB_SUPPORT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Half precision, as its bits, to others and back; ties to even.
double ingot___extendhfdf2(uint16_t half);
float ingot___extendhfsf2(uint16_t half);
uint16_t ingot___truncdfhf2(double x);
uint16_t ingot___truncsfhf2(float x);

/// Shifts by less than 128: left, right with zeros, right with the sign.
void ingot___ashlti3(uint64_t *result, uint64_t low, uint64_t high,
                     uint32_t count);
void ingot___lshrti3(uint64_t *result, uint64_t low, uint64_t high,
                     uint32_t count);
void ingot___ashrti3(uint64_t *result, uint64_t low, uint64_t high,
                     uint32_t count);

/// Product, quotient and remainder. Of a division by zero nothing is asked.
void ingot___multi3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                    uint64_t bLow, uint64_t bHigh);
void ingot___udivti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                     uint64_t bLow, uint64_t bHigh);
void ingot___umodti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                     uint64_t bLow, uint64_t bHigh);
void ingot___divti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                    uint64_t bLow, uint64_t bHigh);
/// With the sign of what is divided.
void ingot___modti3(uint64_t *result, uint64_t aLow, uint64_t aHigh,
                    uint64_t bLow, uint64_t bHigh);

#ifdef __cplusplus
}
#endif

#endif // INGOT_PIPELINE_MATHLIB_SUPPORT_H
