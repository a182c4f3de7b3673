//===- Patterns.h - inputs whose results are exact --------------*- C++ -*-===//
//
// Small integers: sums of products stay exact in float whatever their order, so
// tests compare for equality.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_CODEGEN_PATTERNS_H
#define INGOT_TESTS_UNIT_PIPELINE_CODEGEN_PATTERNS_H

#include "KernelHarness.h"

#include <initializer_list>

namespace ingot::pipeline {

/// Integers from -4 to 4 without an obvious period.
template <typename T> Tensor<T> pattern(std::vector<int64_t> shape, int seed) {
  Tensor<T> tensor(std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor[i] = static_cast<T>((i * 7 + seed * 13 + i / 11) % 9 - 4);
  return tensor;
}

/// "tensor<2x3xf32>", or "tensor<?x?xf32>".
inline std::string tensorType(const std::vector<int64_t> &sizes,
                              const char *element, bool dynamic = false) {
  std::string text = "tensor<";
  for (int64_t size : sizes)
    text += (dynamic ? "?" : std::to_string(size)) + "x";
  return text + element + ">";
}

/// Replaces every `$NAME` in `text`, so that a kernel can be written once for
/// several shapes.
inline std::string
substitute(std::string text,
           std::initializer_list<std::pair<std::string, std::string>> values) {
  for (const auto &[name, value] : values)
    for (size_t at; (at = text.find("$" + name)) != std::string::npos;)
      text.replace(at, name.size() + 1, value);
  return text;
}

} // namespace ingot::pipeline

#endif // INGOT_TESTS_UNIT_PIPELINE_CODEGEN_PATTERNS_H
