//===- RefusalTest.cpp - what is said of models that are not read ---------===//
//
// The texts that a user sees, of graphs and checkpoints that only a damaged
// file or a faulty writer makes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Bundle.h"
#include "tests/unit/pipeline/frontends/tensorflow/TestGraph.h"

#include <gmock/gmock.h>

using namespace ingot;
using namespace ingot::tensorflow;
using testing::HasSubstr;

namespace {

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

std::string faultOfTable(const std::string &bytes) {
  auto rows = readTable(bytes);
  return rows ? "" : llvm::toString(rows.takeError());
}

std::string number(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i)
    text.push_back(static_cast<char>(value >> (8 * i)));
  return text;
}

/// A table whose index is this block.
std::string tableOf(std::string block) {
  std::string handle{'\0', '\0', '\0', static_cast<char>(block.size())};
  block += '\0';
  block += number(maskedCrc32c(block), 4);
  std::string footer = handle;
  footer.resize(40, '\0');
  return block + footer + number(0xdb4775248b80fb57, 8);
}

const std::string kNoRestarts(4, '\0');

TEST(TensorFlowRefusalTest, TablesThatAreDamaged) {
  std::string noFooter(40, '\x80');
  noFooter += number(0xdb4775248b80fb57, 8);
  std::string wrong = tableOf(kNoRestarts);
  wrong[0] = 1;
  // An entry that shares a byte with the one before it, which is none.
  std::string shares = std::string("\1\0\0", 3) + kNoRestarts;
  const std::pair<std::string, const char *> cases[] = {
      {"short", "is too short"},
      {std::string(48, 'x'), "is no table of LevelDB"},
      {noFooter, "has no footer"},
      {wrong, "has a block whose checksum is wrong"},
      {tableOf(number(9, 4)), "has a block with too many restarts"},
      {tableOf(shares), "has an entry that reaches beyond its block"}};
  for (const auto &[bytes, fault] : cases)
    EXPECT_EQ(faultOfTable(bytes),
              std::string("the index of the variables ") + fault);
}

std::string faultOfIndex(const std::map<std::string, std::string> &rows) {
  ModelSource source("");
  std::string index = writeTable(rows);
  source.files["v.index"] = index;
  auto bundle = Bundle::read(source, "v");
  return bundle ? "" : llvm::toString(bundle.takeError());
}

TEST(TensorFlowRefusalTest, IndicesThatAreDamaged) {
  EXPECT_EQ(faultOfIndex({{"a", ""}}),
            "the index of the variables has no header");
  format::BundleHeader header;
  header.set_num_shards(1);
  header.set_endianness(1);
  EXPECT_EQ(faultOfIndex({{"", header.SerializeAsString()}}),
            "the index of the variables was written by a big-endian machine");
  header.clear_endianness();
  EXPECT_EQ(faultOfIndex({{"", header.SerializeAsString()}, {"a", "\x0f"}}),
            "the index of the variables has an entry that is no message");
}

TEST(TensorFlowRefusalTest, VariablesInSlices) {
  ModelSource source("");
  std::map<std::string, std::string> files = writeCheckpoint({{"a", {1}}});
  for (const auto &[name, bytes] : files)
    source.files[name] = bytes;
  auto bundle = Bundle::read(source, "variables/variables");
  ASSERT_TRUE(static_cast<bool>(bundle));
  format::BundleEntry entry = *bundle->find("a");
  entry.add_slices();
  EXPECT_EQ(llvm::toString(bundle->bytesOf(entry).takeError()),
            "a variable is stored in slices");
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

std::string faultOf(const TestGraph &model) {
  std::string bytes = model.bytes();
  Imported imported{ModelSource(bytes)};
  return imported.succeeded() ? "" : imported.errors;
}

TEST(TensorFlowRefusalTest, PlaceholdersWithoutARank) {
  TestGraph model;
  model.node("x", "Placeholder").type("dtype", kFloat);
  model.node("y", "Neg", {"x"});
  EXPECT_THAT(faultOf(model),
              HasSubstr("the placeholder 'x' has no rank, or a type that "
                        "tensors cannot have"));
}

TEST(TensorFlowRefusalTest, ConstantsOfUnknownShape) {
  TestGraph model;
  model.constant("c", kFloat, {-1}, {1});
  model.node("y", "Neg", {"c"});
  EXPECT_THAT(faultOf(model),
              HasSubstr("a constant of type float or of unknown shape"));
}

TEST(TensorFlowRefusalTest, PartsOfALoopThatIsNone) {
  TestGraph exits;
  exits.input("x", kFloat, {});
  exits.node("y", "Exit", {"x"});
  EXPECT_THAT(faultOf(exits), HasSubstr("it leaves no loop"));
  TestGraph endless;
  endless.input("x", kFloat, {});
  endless.node("enter", "Enter", {"x"}).text("frame_name", "loop");
  endless.node("merge", "Merge", {"enter", "next"});
  endless.node("next", "NextIteration", {"merge"});
  endless.node("condition", "LoopCond");
  endless.node("switch", "Switch", {"merge", "condition"});
  endless.node("exit", "Exit", {"switch"});
  EXPECT_THAT(faultOf(endless), HasSubstr("the loop has no condition"));
}

/// A While of one float whose functions are identities but for one result.
TestGraph loopOf(const std::string &condition, const std::string &body) {
  TestGraph model;
  model.input("x", kFloat, {});
  model.function("test", {"v"}, {condition});
  model.function("step", {"v"}, {body});
  for (format::Function &function :
       *model.graph.mutable_library()->mutable_function()) {
    addNode(*function.mutable_node_def(), "yes", "Const")
        .tensor("value", kBool, {}, {1});
    addNode(*function.mutable_node_def(), "row", "Const")
        .tensor("value", kFloat, {1}, {1});
  }
  model.node("y", "While", {"x"})
      .function("cond", "test")
      .function("body", "step");
  return model;
}

TEST(TensorFlowRefusalTest, LoopsThatDoNotFit) {
  EXPECT_THAT(faultOf(loopOf("yes:output:0", "yes:output:0")),
              HasSubstr("its body takes"));
  EXPECT_THAT(faultOf(loopOf("row:output:0", "v")),
              HasSubstr("its condition is no boolean"));
}

TEST(TensorFlowRefusalTest, PivotsOfMatricesOfUnknownSize) {
  TestGraph model;
  model.input("x", kFloat, {2, -1, -1});
  model.node("y", "Lu", {"x"}).type("output_idx_type", kInt32);
  EXPECT_THAT(faultOf(model),
              HasSubstr("the sizes of its matrices have to be known"));
}

TEST(TensorFlowRefusalTest, PivotsOfMatricesThatAreNotSquare) {
  for (const char *op : {"Lu", "MatrixDeterminant", "LogMatrixDeterminant"}) {
    TestGraph model;
    model.input("x", kFloat, {3, 4});
    model.node("y", op, {"x"}).type("output_idx_type", kInt32);
    EXPECT_THAT(faultOf(model), HasSubstr("its operand is no square matrix"));
  }
}

TEST(TensorFlowRefusalTest, WeightsOfOtherSizesThanTheirNumbers) {
  TestGraph model;
  model.input("x", kInt32, {5});
  model.constant("n", kInt32, {}, {3});
  model.input("w", kFloat, {4});
  model.node("y", "Bincount", {"x", "n", "w"});
  EXPECT_THAT(faultOf(model),
              HasSubstr("its weights have other sizes than its numbers"));
}

/// The gradient of a convolution of three dimensions by its input.
TestGraph inputGradient(std::vector<int64_t> input,
                        std::vector<int64_t> gradient) {
  TestGraph model;
  model.input("x", kFloat, input);
  model.input("k", kFloat, {2, 2, 2, 2, 3});
  model.input("g", kFloat, gradient);
  model.node("y", "Conv3DBackpropInput", {"x", "k", "g"})
      .integers("strides", {1, 1, 1, 1, 1})
      .text("padding", "VALID");
  return model;
}

TEST(TensorFlowRefusalTest, SizesThatGiveNoSuchGradient) {
  constexpr char kReason[] =
      "an input of its sizes gives no gradient of this shape";
  for (std::vector<int64_t> gradient : {std::vector<int64_t>{1, 3, 2, 3, 3},
                                        std::vector<int64_t>{2, 3, 3, 3, 3}})
    EXPECT_THAT(faultOf(inputGradient({1, 4, 4, 4, 2}, gradient)),
                HasSubstr(kReason));
  // What only the run knows, it compares.
  TestGraph open = inputGradient({1, -1, 4, 4, 2}, {1, -1, 3, 3, 3});
  std::string bytes = open.bytes();
  Imported imported{ModelSource(bytes)};
  EXPECT_THAT(imported.text(), HasSubstr(kReason));
}

TEST(TensorFlowRefusalTest, FunctionsThatDoNotFit) {
  TestGraph model;
  model.input("x", kFloat, {});
  model.function("pair", {"a", "b"}, {"a"});
  model.node("y", "PartitionedCall", {"x"}).function("f", "pair");
  EXPECT_THAT(faultOf(model),
              HasSubstr("the function 'pair' takes more arguments"));
  TestGraph lost;
  lost.input("x", kFloat, {});
  lost.function("none", {"a"}, {"nowhere:output:0"});
  lost.node("y", "PartitionedCall", {"x"}).function("f", "none");
  EXPECT_THAT(faultOf(lost),
              HasSubstr("function 'none': result 'result0' has no source"));
  TestGraph itself;
  itself.input("x", kFloat, {});
  format::Function &body = itself.function("again", {"a"}, {"y:output:0"});
  addNode(*body.mutable_node_def(), "y", "PartitionedCall", {"a"})
      .function("f", "again");
  itself.node("y", "PartitionedCall", {"x"}).function("f", "again");
  EXPECT_THAT(faultOf(itself),
              HasSubstr("functions, loops and branches are nested too deep"));
}

TEST(TensorFlowRefusalTest, FunctionsThatGrowWithoutEnd) {
  // Each calls the one before it eight times.
  TestGraph model;
  model.input("x", kFloat, {});
  for (int i = 0; i < 9; ++i) {
    format::Function &body =
        model.function("f" + std::to_string(i), {"a"}, {"n7:output:0"});
    for (int j = 0; j < 8; ++j) {
      std::string from =
          j == 0 ? "a" : "n" + std::to_string(j - 1) + ":output:0";
      TestNode node = addNode(*body.mutable_node_def(), "n" + std::to_string(j),
                              i == 0 ? "Identity" : "PartitionedCall", {from});
      if (i > 0)
        node.function("f", "f" + std::to_string(i - 1));
    }
  }
  model.node("y", "PartitionedCall", {"x"}).function("f", "f8");
  EXPECT_THAT(faultOf(model),
              HasSubstr("the functions call each other too often"));
}

} // namespace
