//===- Contractions.h - kernels of one contraction, and loops ---*- C++ -*-===//
//
// The text of a kernel that does one sum of products, and what it must compute.
// Inputs are patterns, so sums are exact in whatever order they are taken.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_CODEGEN_CONTRACTIONS_H
#define INGOT_TESTS_UNIT_PIPELINE_CODEGEN_CONTRACTIONS_H

#include "Patterns.h"

namespace ingot::pipeline {

/// The types of a kernel's two inputs and its result.
struct ContractionTypes {
  std::string a, b, out;
};

/// A kernel that applies `op`, a named op of linalg with its attributes, to two
/// inputs and a destination filled with zeros.
inline std::string contractionKernel(const std::string &op,
                                     const ContractionTypes &types) {
  return substitute(
      R"(func.func @kernel(%a: $A, %b: $B, %out: $C) -> $C {
    %zero = arith.constant 0.0 : f32
    %fill = linalg.fill ins(%zero : f32) outs(%out : $C) -> $C
    %r = linalg.$OP ins(%a, %b : $A, $B) outs(%fill : $C) -> $C
    return %r : $C
  })",
      {{"OP", op}, {"A", types.a}, {"B", types.b}, {"C", types.out}});
}

/// The same on integers, whose op also takes the zero points of its inputs.
inline std::string quantizedKernel(const std::string &op,
                                   const ContractionTypes &types, int zeroA,
                                   int zeroB) {
  return substitute(
      R"(func.func @kernel(%a: $A, %b: $B, %out: $C) -> $C {
    %zero = arith.constant 0 : i32
    %za = arith.constant $ZA : i32
    %zb = arith.constant $ZB : i32
    %fill = linalg.fill ins(%zero : i32) outs(%out : $C) -> $C
    %r = linalg.$OP ins(%a, %b, %za, %zb : $A, $B, i32, i32)
        outs(%fill : $C) -> $C
    return %r : $C
  })",
      {{"OP", op},
       {"ZA", std::to_string(zeroA)},
       {"ZB", std::to_string(zeroB)},
       {"A", types.a},
       {"B", types.b},
       {"C", types.out}});
}

/// The types of an m x k times k x n product.
inline ContractionTypes matmulTypes(int64_t m, int64_t n, int64_t k,
                                    bool dynamic = false) {
  return {tensorType({m, k}, "f32", dynamic),
          tensorType({k, n}, "f32", dynamic),
          tensorType({m, n}, "f32", dynamic)};
}

/// Adds the matrix product of `a` and `b` to `c`.
template <typename T, typename Sum>
void addProduct(const Tensor<T> &a, const Tensor<T> &b, Tensor<Sum> &c,
                int zeroA = 0, int zeroB = 0) {
  for (int64_t i = 0; i < c.shape[0]; ++i)
    for (int64_t j = 0; j < c.shape[1]; ++j)
      for (int64_t l = 0; l < b.shape[0]; ++l)
        c.at({i, j}) += (a.at({i, l}) - zeroA) * (b.at({l, j}) - zeroB);
}

} // namespace ingot::pipeline

#endif // INGOT_TESTS_UNIT_PIPELINE_CODEGEN_CONTRACTIONS_H
