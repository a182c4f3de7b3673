//===- ModelBuilder.h - small TFLite models for tests -----------*- C++ -*-===//
//
// Writes a flatbuffer operator by operator. Tensors and subgraphs are named by
// their indices, as in the format.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_MODELBUILDER_H
#define INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_MODELBUILDER_H

#include "pipeline/frontends/tflite/TfLite_generated.h"

#include <cstring>
#include <string>
#include <vector>

namespace ingot::tflite::testing {

namespace fb = flatbuffers;
using Ints32 = std::vector<int32_t>;
using Code = schema::BuiltinOperator;
using Type = schema::TensorType;

/// The bytes of some numbers.
template <typename T> std::vector<uint8_t> bytesOf(std::vector<T> numbers) {
  std::vector<uint8_t> bytes(numbers.size() * sizeof(T));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

/// What a tensor may have besides a type and a shape.
struct Extra {
  std::vector<uint8_t> bytes;
  std::vector<float> scales;
  std::vector<int64_t> zeroPoints;
  int32_t axis = 0;
  bool isVariable = false;
  std::vector<int32_t> signature;
  std::string name;
  fb::Offset<schema::SparsityParameters> sparsity;
};

/// Builds one model. Nothing is checked: models may be wrong.
class ModelBuilder {
public:
  fb::FlatBufferBuilder b;

  int32_t tensor(Type type, const Ints32 &shape, const Extra &extra = {}) {
    uint32_t buffer = 0;
    if (!extra.bytes.empty()) {
      buffer = buffers_.size() + 1;
      b.ForceVectorAlignment(extra.bytes.size(), 1, 16);
      buffers_.push_back(schema::CreateBuffer(b, b.CreateVector(extra.bytes)));
    }
    fb::Offset<schema::QuantizationParameters> quantization;
    if (!extra.scales.empty())
      quantization = schema::CreateQuantizationParametersDirect(
          b, nullptr, nullptr, &extra.scales,
          extra.zeroPoints.empty() ? nullptr : &extra.zeroPoints,
          schema::QuantizationDetails::NONE, 0, extra.axis);
    std::string name =
        extra.name.empty() ? "t" + std::to_string(tensors_.size()) : extra.name;
    tensors_.push_back(schema::CreateTensorDirect(
        b, &shape, type, buffer, name.c_str(), quantization, extra.isVariable,
        extra.sparsity, extra.signature.empty() ? nullptr : &extra.signature));
    return tensors_.size() - 1;
  }

  /// A constant of i32.
  int32_t ints(std::vector<int32_t> numbers) {
    Extra extra;
    Ints32 shape{static_cast<int32_t>(numbers.size())};
    extra.bytes = bytesOf(std::move(numbers));
    return tensor(Type::INT32, shape, extra);
  }
  int32_t scalar(int32_t number) {
    Extra extra;
    extra.bytes = bytesOf<int32_t>({number});
    return tensor(Type::INT32, {}, extra);
  }
  int32_t scalar(float number) {
    Extra extra;
    extra.bytes = bytesOf<float>({number});
    return tensor(Type::FLOAT32, {}, extra);
  }

  void op(Code code, const Ints32 &inputs, const Ints32 &outputs,
          schema::BuiltinOptions kind = schema::BuiltinOptions::NONE,
          fb::Offset<void> options = 0,
          schema::BuiltinOptions2 kind2 = schema::BuiltinOptions2::NONE,
          fb::Offset<void> options2 = 0, const std::string &custom = "",
          const std::vector<uint8_t> &customOptions = {}) {
    auto old =
        static_cast<int8_t>(std::min(static_cast<int32_t>(code), int32_t(127)));
    codes_.push_back(schema::CreateOperatorCodeDirect(
        b, old, custom.empty() ? nullptr : custom.c_str(), 1, code));
    operators_.push_back(schema::CreateOperatorDirect(
        b, codes_.size() - 1, &inputs, &outputs, kind, options,
        customOptions.empty() ? nullptr : &customOptions,
        schema::CustomOptionsFormat::FLEXBUFFERS, nullptr, nullptr, 0, 0, kind2,
        options2));
  }

  /// Everything since the last one becomes a subgraph.
  void subgraph(const Ints32 &inputs, const Ints32 &outputs) {
    subgraphs_.push_back(schema::CreateSubGraphDirect(b, &tensors_, &inputs,
                                                      &outputs, &operators_));
    tensors_.clear();
    operators_.clear();
  }

  void signature(const std::string &key, uint32_t subgraph,
                 std::vector<std::pair<std::string, uint32_t>> inputs,
                 std::vector<std::pair<std::string, uint32_t>> outputs) {
    auto map = [&](const auto &names) {
      std::vector<fb::Offset<schema::TensorMap>> list;
      for (const auto &[name, index] : names)
        list.push_back(schema::CreateTensorMapDirect(b, name.c_str(), index));
      return list;
    };
    auto in = map(inputs), out = map(outputs);
    signatures_.push_back(
        schema::CreateSignatureDefDirect(b, &in, &out, key.c_str(), subgraph));
  }

  std::string finish(uint32_t version = 3) {
    buffers_.insert(buffers_.begin(), schema::CreateBuffer(b));
    schema::FinishModelBuffer(
        b,
        schema::CreateModelDirect(b, version, &codes_, &subgraphs_, "test",
                                  &buffers_, nullptr, nullptr, &signatures_));
    return {reinterpret_cast<const char *>(b.GetBufferPointer()), b.GetSize()};
  }

private:
  std::vector<fb::Offset<schema::Tensor>> tensors_;
  std::vector<fb::Offset<schema::Operator>> operators_;
  std::vector<fb::Offset<schema::OperatorCode>> codes_;
  std::vector<fb::Offset<schema::Buffer>> buffers_;
  std::vector<fb::Offset<schema::SubGraph>> subgraphs_;
  std::vector<fb::Offset<schema::SignatureDef>> signatures_;
};

} // namespace ingot::tflite::testing

#endif // INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_MODELBUILDER_H
