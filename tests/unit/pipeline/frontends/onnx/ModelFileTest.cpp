//===- ModelFileTest.cpp - files within bounds, and tensors ---------------===//

#include "pipeline/frontends/onnx/ModelFile.h"
#include "pipeline/frontends/onnx/Tensors.h"
#include "tests/unit/pipeline/frontends/onnx/ModelBuilder.h"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ingot::onnx;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

std::string faultOf(const std::string &bytes) {
  proto::ModelProto model;
  return llvm::toString(reader::parseModel(bytes, model));
}

/// A field of bytes.
std::string field(int number, const std::string &value) {
  std::string size;
  for (size_t rest = value.size(); rest || size.empty(); rest >>= 7)
    size += static_cast<char>((rest & 127) | (rest > 127 ? 128 : 0));
  return std::string(1, static_cast<char>(number << 3 | 2)) + size + value;
}

std::string model() {
  ModelBuilder model;
  model.input("x", Data::FLOAT, {2});
  model.constant(makeRaw("w", Data::FLOAT, {2}, "abcdefgh"));
  model.node("Add", {"x", "w"}, {"y"});
  model.output("y");
  return model.bytes();
}

TEST(OnnxModelFileTest, BulkDataStaysInTheFile) {
  std::string bytes = model();
  proto::ModelProto parsed;
  ASSERT_THAT(llvm::toString(reader::parseModel(bytes, parsed)), IsEmpty());
  const Data &tensor = parsed.graph().initializer(0);
  EXPECT_FALSE(tensor.has_raw_data());
  EXPECT_EQ(bytes.substr(tensor.raw_offset(), tensor.raw_size()), "abcdefgh");
}

TEST(OnnxModelFileTest, FilesThatSayWhereTheirDataIsAreNotBelieved) {
  ModelBuilder builder;
  Data tensor = makeRaw("w", Data::FLOAT, {2}, "abcdefgh");
  tensor.clear_raw_data();
  tensor.set_raw_offset(1u << 30);
  tensor.set_raw_size(8);
  builder.constant(tensor);
  builder.node("Relu", {"w"}, {"y"});
  builder.output("y");
  EXPECT_THAT(ReadModel(builder).error,
              HasSubstr("it has 0 bytes of data where its type says 8"));
}

TEST(OnnxModelFileTest, CutAnywhereNothingIsReadBeyond) {
  std::string bytes = model();
  for (size_t size = 0; size < bytes.size(); ++size) {
    // A copy of just this length, so that sanitizers see a read beyond.
    std::string cut(bytes.data(), size);
    ReadModel read(cut);
    EXPECT_TRUE(read.module || !read.error.empty()) << size;
  }
}

TEST(OnnxModelFileTest, AnyByteMayBeAnother) {
  std::string bytes = model();
  for (size_t place = 0; place < bytes.size(); ++place)
    for (char flip : {'\x01', '\x80', '\xff'}) {
      std::string damaged = bytes;
      damaged[place] = static_cast<char>(damaged[place] ^ flip);
      ReadModel read(damaged);
      EXPECT_TRUE(read.module || !read.error.empty()) << place;
    }
}

TEST(OnnxModelFileTest, FaultsAreNamedWithTheirPlace) {
  EXPECT_THAT(faultOf(std::string("\x3a\x05z", 3)),
              HasSubstr("a field longer than the message in a ModelProto at "
                        "byte 1"));
  EXPECT_THAT(faultOf(std::string("\x0b", 1)),
              HasSubstr("a field of a kind that ONNX does not have"));
}

TEST(OnnxModelFileTest, DepthIsBounded) {
  // An attribute's graph within an attribute's graph, and so on.
  std::string graph;
  for (int i = 0; i < 200; ++i)
    graph = field(1, field(5, field(6, graph)));
  EXPECT_THAT(faultOf(field(7, graph)), HasSubstr("nested too deep"));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// What a constant becomes that is the only output.
std::string constantOf(const Data &tensor,
                       std::map<std::string, std::string> files = {}) {
  ModelBuilder model;
  model.constant(tensor);
  model.output(tensor.name());
  ReadModel read(model.bytes(), std::move(files));
  size_t start = read.text.find("torch.onnx.value = ");
  if (start == std::string::npos)
    return read.error;
  start += strlen("torch.onnx.value = ");
  return read.text.substr(start, read.text.find('}', start) - start);
}

Data listed(int type, std::vector<int32_t> values) {
  Data tensor = makeRaw("c", type, {static_cast<int64_t>(values.size())}, "");
  tensor.clear_raw_data();
  for (int32_t value : values)
    tensor.add_int32_data(value);
  return tensor;
}

TEST(OnnxTensorsTest, ElementsInLists) {
  EXPECT_EQ(constantOf(makeInts("c", {2}, {1, -2})),
            "dense<[1, -2]> : tensor<2xsi64>");
  EXPECT_EQ(constantOf(makeFloats("c", {}, {2})),
            "dense<2.000000e+00> : tensor<f32>");
  EXPECT_EQ(constantOf(listed(Data::BOOL, {1, 0})),
            "dense<[true, false]> : tensor<2xi1>");
  EXPECT_EQ(constantOf(listed(Data::UINT8, {255})),
            "dense<255> : tensor<1xui8>");
  EXPECT_EQ(constantOf(listed(Data::INT16, {-3})),
            "dense<-3> : tensor<1xsi16>");
  EXPECT_EQ(constantOf(listed(Data::FLOAT16, {0x3c00})),
            "dense<1.000000e+00> : tensor<1xf16>");
  EXPECT_EQ(constantOf(listed(Data::BFLOAT16, {0x3f80})),
            "dense<1.000000e+00> : tensor<1xbf16>");
  EXPECT_EQ(constantOf(listed(Data::FLOAT8E4M3FN, {0x38})),
            "dense<1.000000e+00> : tensor<1xf8E4M3FN>");
}

TEST(OnnxTensorsTest, ElementsOfLessThanAByteAreUnpacked) {
  EXPECT_EQ(constantOf(makeRaw("c", Data::INT4, {3}, "\x8f\x07")),
            "dense<[-1, -8, 7]> : tensor<3xsi8>");
  EXPECT_EQ(constantOf(makeRaw("c", Data::UINT4, {3}, "\x8f\x07")),
            "dense<[15, 8, 7]> : tensor<3xui8>");
  EXPECT_EQ(constantOf(makeRaw("c", Data::INT2, {4}, "\x1b")),
            "dense<[-1, -2, 1, 0]> : tensor<4xsi8>");
  // As a result it would be its bits again.
  ModelBuilder model;
  model.constant(makeRaw("c", Data::FLOAT4E2M1, {4}, "\x72\xf1"));
  model.node("Cast", {"c"}, {"y"}).attr("to", Data::FLOAT);
  model.output("y");
  EXPECT_THAT(ReadModel(model).text,
              HasSubstr("dense<[1.000000e+00, 6.000000e+00, 5.000000e-01, "
                        "-6.000000e+00]> : tensor<4xf32>"));
}

TEST(OnnxTensorsTest, DataBesideTheModel) {
  Data tensor = makeRaw("c", Data::UINT8, {2}, "");
  tensor.clear_raw_data();
  tensor.set_data_location(Data::EXTERNAL);
  auto add = [&](const char *key, const char *value) {
    auto *entry = tensor.add_external_data();
    entry->set_key(key);
    entry->set_value(value);
  };
  add("location", "w.bin");
  add("offset", "1");
  add("length", "2");
  EXPECT_EQ(constantOf(tensor, {{"w.bin", "\x01\x02\x03"}}),
            "dense<[2, 3]> : tensor<2xui8>");
  EXPECT_THAT(constantOf(tensor),
              HasSubstr("is in the file 'w.bin', which was not given"));
  EXPECT_THAT(constantOf(tensor, {{"w.bin", "\x01"}}),
              HasSubstr("beyond the end of 'w.bin'"));
}

TEST(OnnxTensorsTest, SparseTensorsAreWrittenOut) {
  ModelBuilder model;
  auto *sparse = model.graph.add_sparse_initializer();
  *sparse->mutable_values() = makeFloats("c", {2}, {5, 6});
  *sparse->mutable_indices() = makeInts("", {2}, {1, 3});
  sparse->add_dims(2);
  sparse->add_dims(2);
  model.output("c");
  EXPECT_THAT(ReadModel(model).text,
              HasSubstr("[[0.000000e+00, 5.000000e+00], [0.000000e+00, "
                        "6.000000e+00]]"));
  sparse->mutable_indices()->set_int64_data(1, 4);
  EXPECT_THAT(ReadModel(model).error, HasSubstr("out of range"));
}

TEST(OnnxTensorsTest, SizesThatDoNotFitTheData) {
  EXPECT_THAT(constantOf(makeRaw("c", Data::FLOAT, {3}, "abcdefgh")),
              HasSubstr("it has 8 bytes of data where its type says 12"));
  EXPECT_THAT(constantOf(makeRaw("c", Data::FLOAT, {-1}, "")),
              HasSubstr("negative or too large"));
  EXPECT_THAT(constantOf(makeRaw("c", 77, {1}, "a")),
              HasSubstr("elements of type 77"));
}

} // namespace
