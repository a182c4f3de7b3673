//===- ExpansionTest.cpp - operators of other domains ---------------------===//
//
// Types of results, and which operators of ai.onnx an operator becomes. Numbers
// are tested against onnxruntime's in tests/conformance.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Expansion.h"
#include "pipeline/frontends/onnx/Tables.h"
#include "tests/unit/pipeline/frontends/onnx/ModelBuilder.h"

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace ingot::onnx;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

constexpr char kMl[] = "ai.onnx.ml";
constexpr char kMs[] = "com.microsoft";

struct Operand {
  int type;
  TestShape shape;
};
Operand f(TestShape shape) { return {Data::FLOAT, std::move(shape)}; }
Operand u8(TestShape shape) { return {Data::UINT8, std::move(shape)}; }
Operand i64(TestShape shape) { return {Data::INT64, std::move(shape)}; }
Operand i32(TestShape shape) { return {Data::INT32, std::move(shape)}; }
Operand none() { return {0, {}}; }

using Attributes = std::function<void(NodeBuilder)>;

ModelBuilder modelOf(const char *domain, const std::string &op,
                     const std::vector<Operand> &operands, size_t results,
                     const Attributes &attributes = nullptr) {
  ModelBuilder model;
  if (*domain)
    model.import(domain, 1);
  std::vector<std::string> inputs, outputs;
  for (size_t k = 0; k < operands.size(); ++k) {
    inputs.push_back(operands[k].type ? "x" + std::to_string(k) : "");
    if (operands[k].type)
      model.input(inputs.back(), operands[k].type, operands[k].shape);
  }
  for (size_t k = 0; k < results; ++k) {
    outputs.push_back("y" + std::to_string(k));
    model.output(outputs.back());
  }
  NodeBuilder node = model.node(op, inputs, outputs).domain(domain);
  if (attributes)
    attributes(node);
  return model;
}

std::vector<std::string> typesOf(const char *domain, const std::string &op,
                                 const std::vector<Operand> &operands,
                                 size_t results,
                                 const Attributes &attributes = nullptr) {
  ModelBuilder model = modelOf(domain, op, operands, results, attributes);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty()) << op;
  return read.results();
}

std::string errorOf(const char *domain, const std::string &op,
                    const std::vector<Operand> &operands, size_t results,
                    const Attributes &attributes = nullptr) {
  ModelBuilder model = modelOf(domain, op, operands, results, attributes);
  return ReadModel(model).error;
}

//===----------------------------------------------------------------------===//
// ai.onnx.ml
//===----------------------------------------------------------------------===//

/// One tree: x0 <= 0.5 ? leaf 1 : (x1 <= 0 ? leaf 3 : leaf 4).
void addTree(NodeBuilder node, const std::string &kind) {
  node.ints("nodes_treeids", {0, 0, 0, 0, 0})
      .ints("nodes_nodeids", {0, 1, 2, 3, 4})
      .ints("nodes_featureids", {0, 0, 1, 0, 0})
      .ints("nodes_truenodeids", {1, 0, 3, 0, 0})
      .ints("nodes_falsenodeids", {2, 0, 4, 0, 0})
      .floats("nodes_values", {0.5f, 0, 0, 0, 0})
      .strings("nodes_modes",
               {"BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"})
      .ints(kind + "_treeids", {0, 0, 0})
      .ints(kind + "_nodeids", {1, 3, 4})
      .ints(kind + "_ids", {0, 1, 0})
      .floats(kind + "_weights", {1, 2, 3});
}

TEST(OnnxMachineLearningTest, TreesGoDownALevelAtATime) {
  Attributes attributes = [](NodeBuilder node) {
    addTree(node, "target");
    node.attr("n_targets", 2);
  };
  ModelBuilder model =
      modelOf(kMl, "TreeEnsembleRegressor", {f({"n", 2})}, 1, attributes);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(), ElementsAre("[?,2],f32"));
  std::vector<std::string> names = read.operators();
  EXPECT_EQ(std::count(names.begin(), names.end(), "LessOrEqual"), 2);
}

TEST(OnnxMachineLearningTest, SetsThatLeadToAFurtherBranch) {
  // One of {1, 2}? Then whether the other feature is at most 5.
  Attributes attributes = [](NodeBuilder node) {
    node.tensor("nodes_splits", makeFloats("", {2}, {0, 5}))
        .tensor("nodes_modes", makeRaw("", Data::UINT8, {2}, {6, 0}))
        .tensor("membership_values", makeFloats("", {3}, {1, 2, NAN}))
        .tensor("leaf_weights", makeFloats("", {3}, {10, 20, 30}))
        .ints("nodes_featureids", {0, 1})
        .ints("nodes_truenodeids", {1, 1})
        .ints("nodes_falsenodeids", {0, 2})
        .ints("nodes_trueleafs", {0, 1})
        .ints("nodes_falseleafs", {1, 1})
        .ints("leaf_targetids", {0, 0, 0})
        .ints("tree_roots", {0})
        .attr("n_targets", 1);
  };
  ModelBuilder model =
      modelOf(kMl, "TreeEnsemble", {f({"n", 2})}, 1, attributes);
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  std::vector<std::string> names = read.operators();
  // Two nodes for the set, one for the branch: three levels.
  EXPECT_EQ(std::count(names.begin(), names.end(), "Equal"), 3);
}

TEST(OnnxMachineLearningTest, TreesThatAreBroken) {
  auto with = [](std::function<void(proto::NodeProto &)> change) {
    ModelBuilder model = modelOf(kMl, "TreeEnsembleRegressor", {f({"n", 2})}, 1,
                                 [](NodeBuilder node) {
                                   addTree(node, "target");
                                   node.attr("n_targets", 2);
                                 });
    change(*model.graph.mutable_node(0));
    return ReadModel(model).error;
  };
  EXPECT_THAT(
      with([](auto &node) { node.mutable_attribute(3)->set_ints(0, 0); }),
      HasSubstr("a tree with a cycle"));
  EXPECT_THAT(
      with([](auto &node) { node.mutable_attribute(3)->set_ints(0, 9); }),
      HasSubstr("a node without a child"));
  EXPECT_THAT(
      with([](auto &node) { node.mutable_attribute(2)->set_ints(0, 5); }),
      HasSubstr("a feature that is not there"));
  EXPECT_THAT(with([](auto &node) { node.mutable_attribute(0)->clear_ints(); }),
              HasSubstr("lists of nodes of different lengths"));
}

TEST(OnnxMachineLearningTest, ClassifiersGiveLabelsAndScores) {
  EXPECT_THAT(typesOf(kMl, "TreeEnsembleClassifier", {f({"n", 2})}, 2,
                      [](NodeBuilder node) {
                        addTree(node, "class");
                        node.ints("classlabels_int64s", {5, 6});
                      }),
              ElementsAre("[?],si64", "[?,2],f32"));
  EXPECT_THAT(typesOf(kMl, "LinearClassifier", {f({"n", 2})}, 2,
                      [](NodeBuilder node) {
                        node.ints("classlabels_ints", {5, 7})
                            .floats("coefficients", {1, 2})
                            .floats("intercepts", {0.1f})
                            .attr("post_transform", "LOGISTIC");
                      }),
              ElementsAre("[?],si64", "[?,2],f32"));
  EXPECT_THAT(errorOf(kMl, "LinearClassifier", {f({"n", 2})}, 2,
                      [](NodeBuilder node) {
                        node.strings("classlabels_strings", {"a", "b"})
                            .floats("coefficients", {1, 2});
                      }),
              HasSubstr("labels that are strings"));
}

TEST(OnnxMachineLearningTest, SupportVectors) {
  for (const char *kernel : {"LINEAR", "POLY", "RBF", "SIGMOID"}) {
    Attributes attributes = [&](NodeBuilder node) {
      node.ints("classlabels_ints", {0, 1, 2})
          .ints("vectors_per_class", {1, 1, 1})
          .floats("support_vectors", {1, 0, 0, 1, 1, 1})
          .floats("coefficients", {1, 1, 1, 1, 1, 1})
          .floats("rho", {0, 0, 0})
          .floats("kernel_params", {1, 0, 3})
          .attr("kernel_type", kernel);
    };
    EXPECT_THAT(typesOf(kMl, "SVMClassifier", {f({"n", 2})}, 2, attributes),
                ElementsAre("[?],si64", "[?,3],f32"));
  }
  EXPECT_THAT(typesOf(kMl, "SVMRegressor", {f({"n", 2})}, 1,
                      [](NodeBuilder node) {
                        node.attr("n_supports", 1)
                            .floats("support_vectors", {1, 2})
                            .floats("coefficients", {1})
                            .floats("rho", {0.5f});
                      }),
              ElementsAre("[?,1],f32"));
}

TEST(OnnxMachineLearningTest, Features) {
  EXPECT_THAT(typesOf(kMl, "Scaler", {i64({"n", 2})}, 1,
                      [](NodeBuilder node) {
                        node.floats("offset", {1, 2}).floats("scale", {3, 4});
                      }),
              ElementsAre("[?,2],f32"));
  for (const char *norm : {"MAX", "L1", "L2"})
    EXPECT_THAT(typesOf(kMl, "Normalizer", {f({"n", 2})}, 1,
                        [&](NodeBuilder node) { node.attr("norm", norm); }),
                ElementsAre("[?,2],f32"));
  EXPECT_THAT(typesOf(kMl, "Binarizer", {f({2})}, 1), ElementsAre("[2],f32"));
  EXPECT_THAT(typesOf(kMl, "Imputer", {f({"n", 2})}, 1,
                      [](NodeBuilder node) {
                        node.floats("imputed_value_floats", {1, 2});
                      }),
              ElementsAre("[?,2],f32"));
  EXPECT_THAT(
      typesOf(kMl, "OneHotEncoder", {i64({"n"})}, 1,
              [](NodeBuilder node) { node.ints("cats_int64s", {1, 2, 3}); }),
      ElementsAre("[?,3],f32"));
  EXPECT_THAT(
      typesOf(
          kMl, "LabelEncoder", {i64({"n"})}, 1,
          [](NodeBuilder node) {
            node.ints("keys_int64s", {1, 2}).floats("values_floats", {0.5f, 2});
          }),
      ElementsAre("[?],f32"));
  EXPECT_THAT(typesOf(kMl, "ArrayFeatureExtractor", {f({"n", 5}), i64({2})}, 1),
              ElementsAre("[?,2],f32"));
  EXPECT_THAT(typesOf(kMl, "FeatureVectorizer", {f({2, 3}), i64({2, 1})}, 1),
              ElementsAre("[2,4],f32"));
  EXPECT_THAT(errorOf(kMl, "ZipMap", {f({2, 3})}, 1),
              HasSubstr("strings and maps"));
}

//===----------------------------------------------------------------------===//
// com.microsoft
//===----------------------------------------------------------------------===//

TEST(OnnxMicrosoftTest, FusedOperators) {
  struct Row {
    const char *op;
    std::vector<Operand> operands;
    const char *result;
    Attributes attributes;
  };
  const Row kRows[] = {
      {"Gelu", {f({2})}, "[2],f32", nullptr},
      {"FastGelu", {f({2, 3}), f({3})}, "[2,3],f32", nullptr},
      {"QuickGelu", {f({2})}, "[2],f32", nullptr},
      {"BiasGelu", {f({2, 3}), f({3})}, "[2,3],f32", nullptr},
      {"BiasSplitGelu", {f({1, 2, 6}), f({6})}, "[1,2,3],f32", nullptr},
      {"BiasSoftmax", {f({2, 3}), f({3})}, "[2,3],f32", nullptr},
      {"BiasAdd", {f({2, 3}), f({3}), f({2, 3})}, "[2,3],f32", nullptr},
      {"FusedMatMul",
       {f({2, 4, 3}), f({2, 4, 5})},
       "[2,3,5],f32",
       [](NodeBuilder node) { node.attr("transA", 1).attr("alpha", 2.0f); }},
      {"FusedGemm",
       {f({2, 3}), f({3, 4}), f({4})},
       "[2,4],f32",
       [](NodeBuilder node) { node.attr("activation", "Relu"); }},
      {"FusedConv",
       {f({1, 3, 5, 5}), f({2, 3, 3, 3})},
       "[1,2,3,3],f32",
       [](NodeBuilder node) {
         node.attr("activation", "LeakyRelu")
             .floats("activation_params", {0.1f});
       }},
      {"GemmFastGelu", {f({2, 3}), f({3, 4})}, "[2,4],f32", nullptr},
      {"SkipLayerNormalization",
       {f({2, 3, 4}), f({2, 3, 4}), f({4}), f({4}), f({4})},
       "[2,3,4],f32",
       nullptr},
      {"SkipSimplifiedLayerNormalization",
       {f({2, 3, 4}), f({2, 3, 4}), f({4})},
       "[2,3,4],f32",
       nullptr},
      {"SimplifiedLayerNormalization",
       {f({2, 4}), f({4})},
       "[2,4],f32",
       nullptr},
      {"GroupNorm",
       {f({1, 4, 4, 8}), f({8}), f({8})},
       "[1,4,4,8],f32",
       [](NodeBuilder node) { node.attr("groups", 2).attr("activation", 1); }},
      {"MatMulNBits",
       {f({2, 40}), u8({5, 2, 16}), f({5, 2})},
       "[2,5],f32",
       [](NodeBuilder node) {
         node.attr("K", 40).attr("N", 5).attr("bits", 4).attr("block_size", 32);
       }},
      {"EmbedLayerNormalization",
       {i32({1, 3}), i32({1, 3}), f({9, 4}), f({5, 4}), f({2, 4}), f({4}),
        f({4})},
       "[1,3,4],f32",
       nullptr},
  };
  for (const Row &row : kRows)
    EXPECT_THAT(typesOf(kMs, row.op, row.operands, 1, row.attributes),
                ElementsAre(row.result))
        << row.op;
}

TEST(OnnxMicrosoftTest, Attention) {
  Attributes heads = [](NodeBuilder node) { node.attr("num_heads", 2); };
  EXPECT_THAT(typesOf(kMs, "Attention",
                      {f({2, 5, 8}), f({8, 24}), f({24}), i32({2, 5})}, 1,
                      heads),
              ElementsAre("[2,5,8],f32"));
  EXPECT_THAT(
      typesOf(kMs, "Attention",
              {f({2, 5, 8}), f({8, 24}), f({24}), none(), f({2, 2, 2, 3, 4})},
              2, heads),
      ElementsAre("[2,5,8],f32", "[2,2,2,8,4],f32"));
  EXPECT_THAT(typesOf(kMs, "MultiHeadAttention",
                      {f({2, 5, 8}), f({2, 7, 8}), f({2, 7, 8})}, 1, heads),
              ElementsAre("[2,5,8],f32"));
  EXPECT_THAT(typesOf(kMs, "RotaryEmbedding",
                      {f({1, 3, 8}), i64({1}), f({10, 2}), f({10, 2})}, 1,
                      heads),
              ElementsAre("[1,3,8],f32"));
  Attributes groups = [](NodeBuilder node) {
    node.attr("num_heads", 4).attr("kv_num_heads", 2);
  };
  EXPECT_THAT(typesOf(kMs, "GroupQueryAttention", {f({2, 5, 64})}, 1, groups),
              ElementsAre("[2,5,32],f32"));
  EXPECT_THAT(typesOf(kMs, "GroupQueryAttention",
                      {f({2, 1, 32}), f({2, 1, 16}), f({2, 1, 16}),
                       f({2, 2, 6, 8}), f({2, 2, 6, 8}), i32({2}), i32({})},
                      2, groups),
              ElementsAre("[2,1,32],f32", "[2,2,?,8],f32"));
  EXPECT_THAT(errorOf(kMs, "GroupQueryAttention", {f({2, 5, 60})}, 1, groups),
              HasSubstr("heads of a number that does not fit"));
  EXPECT_THAT(
      errorOf(kMs, "MultiHeadAttention", {f({2, 5, 2, 3, 4})}, 1, heads),
      HasSubstr("packed"));
}

TEST(OnnxMicrosoftTest, SmallIntegers) {
  Operand s = f({}), z = u8({});
  struct Row {
    const char *op;
    std::vector<Operand> operands;
    const char *result;
  };
  const Row kRows[] = {
      {"QLinearAdd", {u8({2, 3}), s, z, u8({3}), s, z, s, z}, "[2,3],ui8"},
      {"QLinearMul", {u8({2, 3}), s, z, u8({3}), s, z, s, z}, "[2,3],ui8"},
      {"QLinearSigmoid", {u8({2}), s, z, s, z}, "[2],ui8"},
      {"QLinearLeakyRelu", {u8({2}), s, z, s, z}, "[2],ui8"},
      {"QLinearSoftmax", {u8({2, 3}), s, z, s, z}, "[2,3],ui8"},
      {"QLinearGlobalAveragePool",
       {u8({1, 3, 4, 4}), s, z, s, z},
       "[1,3,1,1],ui8"},
      {"QLinearReduceMean", {u8({2, 3}), s, z, s, z}, "[1,1],ui8"},
      {"QLinearConcat", {s, z, u8({2}), s, z, u8({3}), s, z}, "[5],ui8"},
      {"QGemm",
       {u8({2, 3}), s, z, u8({3, 4}), s, z, i32({4}), s, z},
       "[2,4],ui8"},
      {"QGemm", {u8({2, 3}), s, z, u8({3, 4}), s, z}, "[2,4],f32"},
      {"MatMulIntegerToFloat",
       {u8({2, 3}), u8({3, 4}), s, s, z, z},
       "[2,4],f32"},
      {"DynamicQuantizeMatMul", {f({2, 3}), u8({3, 4}), s, z}, "[2,4],f32"},
      {"QuantizeLinear", {f({2}), s, z}, "[2],ui8"},
      {"DequantizeLinear", {u8({2}), s, z}, "[2],f32"},
  };
  for (const Row &row : kRows)
    EXPECT_THAT(typesOf(kMs, row.op, row.operands, 1), ElementsAre(row.result))
        << row.op;
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

TEST(OnnxExpansionTest, FlexAttentionRunsItsGraphs) {
  GraphBuilder half;
  half.input("p", Data::FLOAT, {"b", "h", "l", "s"});
  half.constant(makeFloats("c", {}, {0.5f}));
  half.node("Mul", {"p", "c"}, {"q"});
  half.output("q");
  ModelBuilder model =
      modelOf("ai.onnx.preview", "FlexAttention",
              {f({1, 4, 3, 8}), f({1, 2, 5, 8}), f({1, 2, 5, 6})}, 1,
              [&](NodeBuilder node) { node.graph("prob_mod", half.graph); });
  ReadModel read(model);
  EXPECT_THAT(read.error, IsEmpty());
  EXPECT_THAT(read.results(), ElementsAre("[1,4,3,6],f32"));
  EXPECT_THAT(read.operators(), Contains("Mul"));
}

TEST(OnnxExpansionTest, PatternsOfWords) {
  Attributes attributes = [](NodeBuilder node) {
    node.attr("mode", "TFIDF")
        .attr("min_gram_length", 1)
        .attr("max_gram_length", 2)
        .attr("max_skip_count", 1)
        .ints("ngram_counts", {0, 2})
        .ints("ngram_indexes", {0, 1, 2, 4})
        .ints("pool_int64s", {1, 2, 1, 1, 2, 3})
        .floats("weights", {1, 2, 3, 4});
  };
  EXPECT_THAT(typesOf("", "TfIdfVectorizer", {i64({"n", 6})}, 1, attributes),
              ElementsAre("[?,5],f32"));
  EXPECT_THAT(typesOf("", "TfIdfVectorizer", {i32({6})}, 1, attributes),
              ElementsAre("[5],f32"));
  EXPECT_THAT(errorOf("", "TfIdfVectorizer", {i32({6})}, 1,
                      [](NodeBuilder node) {
                        node.ints("ngram_counts", {0, 1})
                            .ints("ngram_indexes", {0})
                            .ints("pool_int64s", {1, 2});
                      }),
              HasSubstr("that do not fit"));
}

TEST(OnnxExpansionTest, RowsAreFoundByDomainAndName) {
  std::set<std::pair<std::string, std::string>> seen;
  for (const reader::ExpansionRow *row : reader::allExpansions())
    EXPECT_TRUE(seen.emplace(row->domain.str(), row->name.str()).second);
  EXPECT_TRUE(reader::operatorTable().isKnownDomain(kMl));
  EXPECT_TRUE(reader::operatorTable().isKnownDomain(""));
  EXPECT_FALSE(reader::operatorTable().isKnownDomain("acme"));
  EXPECT_FALSE(reader::operatorTable().isExpanded("acme", "If"));
}

TEST(OnnxExpansionTest, UnknownNamesOfKnownDomainsHaveANearest) {
  EXPECT_THAT(errorOf(kMs, "QLinearAddd", {f({2})}, 1),
              HasSubstr("the nearest is QLinearAdd"));
}

} // namespace
