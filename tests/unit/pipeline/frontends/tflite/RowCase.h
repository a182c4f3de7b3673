//===- RowCase.h - one operator as a model ----------------------*- C++ -*-===//
//
// A test of a row builds the smallest model that has the operator, and says
// what it must become.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_ROWCASE_H
#define INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_ROWCASE_H

#include "tests/unit/pipeline/frontends/tflite/ModelBuilder.h"
#include "tests/unit/pipeline/frontends/tflite/ReadModel.h"

#include <gmock/gmock.h>

#include <functional>

namespace ingot::tflite::testing {

using Kind = schema::BuiltinOptions;
using Kind2 = schema::BuiltinOptions2;

/// A model of one operator under construction.
struct Case {
  ModelBuilder m;
  Code code = Code::ABS;
  Ints32 operands, arguments;
  Kind kind = Kind::NONE;
  fb::Offset<void> options = 0;
  Kind2 kind2 = Kind2::NONE;
  fb::Offset<void> options2 = 0;

  /// An operand that is given.
  Case &in(Type type, Ints32 shape) {
    operands.push_back(m.tensor(type, shape));
    arguments.push_back(operands.back());
    return *this;
  }
  Case &f32(Ints32 shape) { return in(Type::FLOAT32, shape); }
  Case &i32(Ints32 shape) { return in(Type::INT32, shape); }
  Case &constant(int32_t tensor) {
    operands.push_back(tensor);
    return *this;
  }
  Case &ints(std::vector<int32_t> numbers) {
    return constant(m.ints(std::move(numbers)));
  }
  Case &scalar(int32_t number) { return constant(m.scalar(number)); }
  Case &zero() { return constant(m.scalar(0.0f)); }
  Case &absent(int count = 1) {
    operands.insert(operands.end(), count, -1);
    return *this;
  }
  Case &variable(Ints32 shape) {
    Extra extra;
    extra.isVariable = true;
    return constant(m.tensor(Type::FLOAT32, shape, extra));
  }
  template <typename T> Case &with(Kind k, fb::Offset<T> offset) {
    kind = k;
    options = offset.Union();
    return *this;
  }
  template <typename T> Case &with(Kind2 k, fb::Offset<T> offset) {
    kind2 = k;
    options2 = offset.Union();
    return *this;
  }
  /// Ends the model with results of these types.
  std::string out(std::vector<std::pair<Type, Ints32>> results) {
    Ints32 tensors;
    for (auto &[type, shape] : results)
      tensors.push_back(m.tensor(type, shape));
    m.op(code, operands, tensors, kind, options, kind2, options2);
    m.subgraph(arguments, tensors);
    return m.finish();
  }
  std::string outF32(Ints32 shape) { return out({{Type::FLOAT32, shape}}); }
  std::string outI32(Ints32 shape) { return out({{Type::INT32, shape}}); }
};

/// What is expected of an operator: a text in the module.
struct Expectation {
  Code code;
  std::function<std::string(Case &)> build;
  const char *text;
};

using Expectations = std::vector<Expectation>;

/// One list a file.
const Expectations &elementCases();
const Expectations &shapeCases();
const Expectations &reductionCases();
const Expectations &layerCases();
const Expectations &stablehloCases();

//===----------------------------------------------------------------------===//
// Models that several operators share
//===----------------------------------------------------------------------===//

inline std::string unary(Case &c) { return c.f32({2, 3}).outF32({2, 3}); }
inline std::string binary(Case &c) {
  return c.f32({2, 3}).f32({3}).outF32({2, 3});
}
inline std::string integers(Case &c) {
  return c.i32({2, 3}).i32({2, 3}).outI32({2, 3});
}
inline std::string comparison(Case &c) {
  return c.f32({2}).f32({2}).out({{Type::BOOL, {2}}});
}
inline std::string booleans(Case &c) {
  return c.in(Type::BOOL, {2}).in(Type::BOOL, {2}).out({{Type::BOOL, {2}}});
}
inline std::string reduction(Case &c) {
  return c.f32({2, 3}).ints({1}).outF32({2});
}
inline std::string extremePlace(Case &c) {
  return c.f32({2, 3}).ints({1}).outI32({2});
}
inline std::string segments(Case &c) {
  return c.f32({3, 2}).i32({3}).scalar(4).outF32({4, 2});
}

/// Reads the models of a list.
class RowsTest : public ModelTest {
protected:
  void expectAll(const Expectations &list) {
    for (const Expectation &expected : list) {
      Case c;
      c.code = expected.code;
      EXPECT_THAT(read(expected.build(c)), ::testing::HasSubstr(expected.text))
          << schema::EnumNameBuiltinOperator(expected.code) << ": " << error;
    }
  }
};

} // namespace ingot::tflite::testing

#endif // INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_ROWCASE_H
