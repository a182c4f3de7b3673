//===- ContractionTest.cpp - matrix products against three loops ----------===//

#include "KernelHarness.h"

#include "gtest/gtest.h"

#include <string>

namespace ingot::pipeline {
namespace {

/// Small integers: sums are exact in any order, so results must be equal.
template <typename T> Tensor<T> pattern(std::vector<int64_t> shape, int seed) {
  Tensor<T> tensor(std::move(shape));
  for (int64_t i = 0; i < tensor.size(); ++i)
    tensor[i] = static_cast<T>((i * 7 + seed * 13 + i / 11) % 9 - 4);
  return tensor;
}

std::string dims(std::initializer_list<int64_t> sizes, bool dynamic) {
  std::string text;
  for (int64_t size : sizes)
    text += (dynamic ? "?" : std::to_string(size)) + "x";
  return text;
}

struct Case {
  const char *name;
  int64_t m, n, k;
  bool dynamic;
};

void PrintTo(const Case &c, std::ostream *os) { *os << c.name; }

class MatmulTest : public testing::TestWithParam<Case> {};

TEST_P(MatmulTest, EqualsThreeLoops) {
  auto [name, m, n, k, dynamic] = GetParam();
  std::string a = "tensor<" + dims({m, k}, dynamic) + "f32>";
  std::string b = "tensor<" + dims({k, n}, dynamic) + "f32>";
  std::string c = "tensor<" + dims({m, n}, dynamic) + "f32>";
  CompiledKernel kernel(
      "func.func @kernel(%a: " + a + ", %b: " + b + ", %out: " + c + ") -> " +
      c + R"( {
    %zero = arith.constant 0.0 : f32
    %fill = linalg.fill ins(%zero : f32) outs(%out : )" +
      c + ") -> " + c + "\n%r = linalg.matmul ins(%a, %b : " + a + ", " + b +
      ") outs(%fill : " + c + ") -> " + c + "\nreturn %r : " + c + "}");
  auto left = pattern<float>({m, k}, 1), right = pattern<float>({k, n}, 2);
  Tensor<float> out({m, n}, -1), expected({m, n});
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t l = 0; l < k; ++l)
        expected[i * n + j] += left[i * k + l] * right[l * n + j];
  CallReport report =
      kernel.run(Arguments().tensor(left).tensor(right).tensor(out));
  EXPECT_EQ(out.data, expected.data);
  EXPECT_EQ(report.liveAllocations, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, MatmulTest,
    testing::Values(
        Case{"Tiny", 2, 3, 4, false}, Case{"Row", 1, 40, 17, false},
        Case{"Column", 33, 1, 9, false}, Case{"Square", 64, 64, 64, false},
        Case{"Ragged", 67, 101, 29, false}, Case{"Large", 128, 256, 100, false},
        Case{"EmptySum", 5, 7, 0, false}, Case{"DynamicTiny", 2, 3, 4, true},
        Case{"DynamicRagged", 67, 101, 29, true},
        Case{"DynamicLarge", 128, 256, 100, true}),
    [](const auto &info) { return info.param.name; });

} // namespace
} // namespace ingot::pipeline
