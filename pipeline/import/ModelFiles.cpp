//===- ModelFiles.cpp - recognising frameworks' files ---------------------===//
//
// A protobuf is a sequence of numbered fields. A file counts as a message if it
// consists of fields of that message's schema alone, each of its wire type, to
// the last byte, with those present that every writer writes. Text never does:
// its first bytes would be fields that no schema here has.
//
// Field numbers are those of onnx.proto (ModelProto) and of TensorFlow's
// saved_model.proto, meta_graph.proto, graph.proto and node_def.proto.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/ModelFiles.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <cstdint>
#include <initializer_list>
#include <limits>

namespace {

using WireFormat = google::protobuf::internal::WireFormatLite;

/// The fields of a message that this file asks for: numbers, a bit each.
struct Schema {
  uint32_t varints;  ///< Fields that may be there as varints.
  uint32_t messages; ///< As messages, strings, bytes or packed lists.
  uint32_t required; ///< Of both.
};

constexpr uint32_t bits(std::initializer_list<int> fields) {
  uint32_t result = 0;
  for (int field : fields)
    result |= uint32_t(1) << field;
  return result;
}

constexpr Schema kOnnxModel = {
    bits({1, 5}), bits({2, 3, 4, 6, 7, 8, 14, 20, 25, 26}), bits({1, 7, 8})};
constexpr Schema kSavedModel = {bits({1}), bits({2}), bits({1, 2})};
constexpr Schema kMetaGraph = {0, bits({1, 2, 3, 4, 5, 6, 7}), bits({1, 2})};
constexpr Schema kGraph = {bits({3}), bits({1, 2, 4, 5}), bits({1})};
constexpr Schema kNode = {0, bits({1, 2, 3, 4, 5, 6, 7}), bits({1, 2})};

using Visit = llvm::function_ref<bool(int field, std::string_view value)>;

/// True if `bytes` are a message of `schema` and `visit` is true for each field
/// of bytes.
bool matches(std::string_view bytes, const Schema &schema, Visit visit) {
  if (bytes.empty() || bytes.size() > size_t(std::numeric_limits<int>::max()))
    return false;
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(bytes.data()),
      static_cast<int>(bytes.size()));
  uint32_t seen = 0;
  while (uint32_t tag = stream.ReadTag()) {
    int field = WireFormat::GetTagFieldNumber(tag);
    if (field >= 32)
      return false;
    uint32_t bit = uint32_t(1) << field;
    seen |= bit;
    uint64_t number = 0;
    uint32_t size = 0;
    switch (WireFormat::GetTagWireType(tag)) {
    case WireFormat::WIRETYPE_VARINT:
      if (!(schema.varints & bit) || !stream.ReadVarint64(&number))
        return false;
      break;
    case WireFormat::WIRETYPE_LENGTH_DELIMITED: {
      if (!(schema.messages & bit) || !stream.ReadVarint32(&size))
        return false;
      size_t start = stream.CurrentPosition();
      if (size > bytes.size() - start ||
          !visit(field, bytes.substr(start, size)))
        return false;
      stream.Skip(static_cast<int>(size));
      break;
    }
    default:
      return false;
    }
  }
  return stream.ConsumedEntireMessage() &&
         (seen & schema.required) == schema.required;
}

bool anyValue(int, std::string_view) { return true; }

} // namespace

bool ingot::isTFLite(std::string_view bytes) {
  return bytes.size() >= 8 && bytes.substr(4, 4) == "TFL3";
}

bool ingot::isOnnx(std::string_view bytes) {
  return matches(bytes, kOnnxModel, anyValue);
}

bool ingot::isTensorFlow(std::string_view bytes) {
  return matches(bytes, kSavedModel,
                 [](int field, std::string_view value) {
                   return field != 2 || matches(value, kMetaGraph, anyValue);
                 }) ||
         matches(bytes, kGraph, [](int field, std::string_view value) {
           return field != 1 || matches(value, kNode, anyValue);
         });
}
