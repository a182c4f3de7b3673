//===- OnnxExternalDataTest.cpp - the files of ONNX models ----------------===//

#include "client/cli/OnnxExternalData.h"
#include "tests/unit/client/cli/OnnxBytes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::client {
namespace {

using namespace onnx_bytes;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(OnnxExternalDataTest, InitializersNameTheirFiles) {
  EXPECT_THAT(onnxExternalData(model(field(5, externalTensor("b.bin")) +
                                     field(5, externalTensor("a.bin")) +
                                     field(5, externalTensor("b.bin")))),
              ElementsAre("a.bin", "b.bin"));
  EXPECT_THAT(onnxExternalData(model(field(5, field(8, "name")))), IsEmpty());
}

TEST(OnnxExternalDataTest, TensorsAreFoundWhereverTheyStand) {
  const std::string t = externalTensor("t");
  auto inAttribute = [](const std::string &attribute) {
    return model(field(1, field(5, attribute)));
  };
  EXPECT_THAT(onnxExternalData(inAttribute(field(5, t))), ElementsAre("t"));
  EXPECT_THAT(onnxExternalData(inAttribute(field(10, t))), ElementsAre("t"));
  EXPECT_THAT(onnxExternalData(inAttribute(field(6, field(5, t)))),
              ElementsAre("t"))
      << "of a subgraph";
  EXPECT_THAT(onnxExternalData(inAttribute(field(11, field(5, t)))),
              ElementsAre("t"));
  EXPECT_THAT(onnxExternalData(inAttribute(field(22, field(2, t)))),
              ElementsAre("t"));
  EXPECT_THAT(onnxExternalData(model(field(15, field(1, t)))),
              ElementsAre("t"));
  EXPECT_THAT(
      onnxExternalData(model("") + field(25, field(7, field(5, field(5, t))))),
      ElementsAre("t"))
      << "of a function";
}

TEST(OnnxExternalDataTest, OtherBytesNameNone) {
  for (const std::string &bytes :
       {std::string(), std::string("module {}"), std::string("\x08"),
        std::string("\x7f"
                    "ELF"),
        std::string(100, '\0'), std::string(100, '\xff'), field(7, ""),
        field(1, "x")})
    EXPECT_THAT(onnxExternalData(bytes), IsEmpty());
}

TEST(OnnxExternalDataTest, DamageEndsTheWalk) {
  const std::string whole = model(field(5, externalTensor("weights")));
  const size_t sets = field(8, "\x10\x11").size(); // Behind the graph.
  for (size_t size = 0; size + sets < whole.size(); ++size)
    EXPECT_THAT(onnxExternalData(whole.substr(0, size)), IsEmpty());
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      EXPECT_LE(onnxExternalData(flipped).size(), 1u);
    }
}

TEST(OnnxExternalDataTest, DepthIsBounded) {
  std::string graph = field(5, externalTensor("deep"));
  for (int i = 0; i < 2000; ++i)
    graph = field(1, field(5, field(6, graph)));
  EXPECT_THAT(onnxExternalData(model(graph)), IsEmpty());
}

} // namespace
} // namespace ingot::client
