//===- RowsTest.cpp - every row of the tables, once -----------------------===//
//
// A case is an operator, its operands and its attributes:
//
//   Conv2D f[1,5,5,2] f[3,3,2,4] | strides=l:1,1,1,1 padding=s:SAME
//
// An operand is a type with its sizes (f float, h half, i int32, l int64, u
// uint8, q qint8, b bool, c complex64), which is an argument, or with elements
// in place of sizes a constant: i:1,2 a vector, i=1 a scalar. An attribute is
// i (integer), l (list), f (number), b (boolean), s (text) or t (type).
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Tables.h"
#include "tests/unit/pipeline/frontends/tensorflow/TestGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

using namespace ingot;
using namespace ingot::tensorflow;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

#include "tests/unit/pipeline/frontends/tensorflow/RowCases.inc"

int typeOf(char letter) {
  switch (letter) {
  case 'f':
    return 1;
  case 'i':
    return 3;
  case 'u':
    return 4;
  case 'c':
    return 8;
  case 'l':
    return 9;
  case 'b':
    return 10;
  case 'q':
    return 11;
  default:
    return 19;
  }
}

template <typename T> std::vector<T> numbersIn(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ',', -1, /*KeepEmpty=*/false);
  std::vector<T> numbers;
  for (StringRef part : parts)
    numbers.push_back(static_cast<T>(std::stod(part.str())));
  return numbers;
}

void addOperand(TestGraph &model, const std::string &name, StringRef text) {
  int type = typeOf(text.front());
  text = text.drop_front();
  if (text.consume_front("["))
    return model.input(name, type, numbersIn<int64_t>(text.drop_back()));
  bool isScalar = text.consume_front("=");
  text.consume_front(":");
  auto values = numbersIn<double>(text);
  std::vector<int64_t> sizes;
  if (!isScalar)
    sizes = {static_cast<int64_t>(values.size())};
  model.constant(name, type, sizes, values);
}

void addAttribute(TestNode &node, StringRef text) {
  auto [name, rest] = text.split('=');
  auto [kind, value] = rest.split(':');
  switch (kind.front()) {
  case 'i':
    node.integer(name.str(), numbersIn<int64_t>(value).front());
    break;
  case 'l':
    node.integers(name.str(), numbersIn<int64_t>(value));
    break;
  case 'f':
    node.number(name.str(), numbersIn<float>(value).front());
    break;
  case 'b':
    node.boolean(name.str(), value == "1");
    break;
  case 't':
    node.type(name.str(), typeOf(value.front()));
    break;
  default:
    node.text(name.str(), value.str());
  }
}

TestGraph graphOf(StringRef text) {
  TestGraph model;
  auto [operands, attributes] = text.split(" | ");
  SmallVector<StringRef> words, pairs;
  operands.split(words, ' ', -1, /*KeepEmpty=*/false);
  attributes.split(pairs, ' ', -1, /*KeepEmpty=*/false);
  Inputs inputs;
  for (StringRef word : llvm::drop_begin(words)) {
    inputs.push_back("x" + std::to_string(inputs.size()));
    addOperand(model, inputs.back(), word);
  }
  TestNode node = model.node("node", words.front().str(), inputs);
  for (StringRef pair : pairs)
    addAttribute(node, pair);
  return model;
}

class RowTest : public testing::TestWithParam<const char *> {};

TEST_P(RowTest, IsRead) {
  std::string bytes = graphOf(GetParam()).bytes();
  Imported imported{ModelSource(bytes)};
  EXPECT_TRUE(imported.succeeded()) << GetParam() << "\n" << imported.errors;
}

INSTANTIATE_TEST_SUITE_P(All, RowTest, testing::ValuesIn(kRowCases));

TEST(RowsTest, EveryRowHasACase) {
  std::set<std::string> tried;
  for (const char *text : kRowCases)
    tried.insert(StringRef(text).split(' ').first.str());
  for (const char *name : kReadElsewhere)
    tried.insert(name);
  for (StringRef name : operatorTable().allNames())
    EXPECT_TRUE(tried.count(name.str())) << name.str() << " has no case";
}

TEST(RowsTest, NamesOccurOnce) {
  std::set<std::string> names;
  for (StringRef name : operatorTable().allNames())
    EXPECT_TRUE(names.insert(name.str()).second) << name.str();
}

TEST(RowsTest, NumbersOfOutputs) {
  EXPECT_EQ(operatorTable().firstPortOf("TopKV2", "indices"), 1u);
  EXPECT_EQ(operatorTable().firstPortOf("Neg", "y"), 0u);
  EXPECT_EQ(operatorTable().firstPortOf("FusedBatchNormV3", "reserve_space_2"),
            4u);
}

/// What stands between two lines of the README.
TEST(RowsTest, TheReadmeListsAllOperators) {
  std::ifstream file(INGOT_TENSORFLOW_README);
  std::stringstream text;
  text << file.rdbuf();
  std::string wanted = "<!-- begin: operators -->\n";
  std::string line;
  for (StringRef name : operatorTable().allNames()) {
    if (line.size() + name.size() + 1 > 90) {
      wanted += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + name.str();
  }
  wanted += line + "\n<!-- end: operators -->\n";
  EXPECT_NE(text.str().find(wanted), std::string::npos)
      << "the README should have\n"
      << wanted;
}

} // namespace
