//===- OnnxExternalData.cpp - files that an ONNX model names --------------===//
//
// A walk over the wire format of Protocol Buffers along the few fields behind
// which there can be a tensor; everything else is skipped by its length.
// Numbers are those of onnx.proto:
//
//   ModelProto      graph 7, training_info 20, functions 25
//   GraphProto      node 1, initializer 5, sparse_initializer 15
//   TrainingInfo    initialization 1, algorithm 2
//   FunctionProto   node 7
//   NodeProto       attribute 5
//   AttributeProto  t 5, g 6, tensors 10, graphs 11, sparse 22, 23
//   SparseTensor    values 1, indices 2
//   TensorProto     external_data 13: key 1, value 2
//
// Damage is the service's to report: the walk ends where it stops to make
// sense, with what was found until there.
//
//===----------------------------------------------------------------------===//

#include "client/cli/OnnxExternalData.h"

#include <cstdint>
#include <initializer_list>
#include <optional>

namespace ingot::client {
namespace {

/// Subgraphs lie within each other; no model of anybody goes this deep.
constexpr int kMaxDepth = 128;
constexpr size_t kMaxLocations = 65536;

/// One field: its number, and its bytes if it has some.
struct Field {
  uint64_t number = 0;
  std::string_view bytes;
  bool hasBytes = false;
};

std::optional<uint64_t> takeVarint(std::string_view &bytes) {
  uint64_t value = 0;
  for (int shift = 0; shift < 70 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (shift < 64)
      value |= uint64_t(byte & 0x7f) << shift;
    if (byte < 0x80)
      return value;
  }
  return std::nullopt;
}

/// Takes the next field off `bytes`; nothing at the end and where they are
/// malformed.
std::optional<Field> takeField(std::string_view &bytes) {
  std::optional<uint64_t> tag = takeVarint(bytes);
  if (!tag)
    return std::nullopt;
  Field field;
  field.number = *tag >> 3;
  std::optional<uint64_t> size;
  switch (*tag & 7) {
  case 0:
    return takeVarint(bytes) ? std::optional(field) : std::nullopt;
  case 1:
    size = 8;
    break;
  case 2:
    size = takeVarint(bytes);
    field.hasBytes = true;
    break;
  case 5:
    size = 4;
    break;
  default:
    return std::nullopt;
  }
  if (!size || *size > bytes.size())
    return std::nullopt;
  field.bytes = bytes.substr(0, *size);
  bytes.remove_prefix(*size);
  return field;
}

/// The messages on the way to tensors.
enum class Message {
  Model,
  Training,
  Function,
  Graph,
  Node,
  Attribute,
  SparseTensor,
  Tensor
};

/// What a field of a message holds.
struct Step {
  Message from;
  uint64_t field;
  Message to;
};
constexpr Step kSteps[] = {
    {Message::Model, 7, Message::Graph},
    {Message::Model, 20, Message::Training},
    {Message::Model, 25, Message::Function},
    {Message::Training, 1, Message::Graph},
    {Message::Training, 2, Message::Graph},
    {Message::Function, 7, Message::Node},
    {Message::Graph, 1, Message::Node},
    {Message::Graph, 5, Message::Tensor},
    {Message::Graph, 15, Message::SparseTensor},
    {Message::Node, 5, Message::Attribute},
    {Message::Attribute, 5, Message::Tensor},
    {Message::Attribute, 6, Message::Graph},
    {Message::Attribute, 10, Message::Tensor},
    {Message::Attribute, 11, Message::Graph},
    {Message::Attribute, 22, Message::SparseTensor},
    {Message::Attribute, 23, Message::SparseTensor},
    {Message::SparseTensor, 1, Message::Tensor},
    {Message::SparseTensor, 2, Message::Tensor},
};

/// Adds the location of a row of TensorProto.external_data.
void addLocation(std::string_view row, std::set<std::string> &locations) {
  std::string_view key, value;
  while (std::optional<Field> field = takeField(row)) {
    if (field->number == 1)
      key = field->bytes;
    else if (field->number == 2)
      value = field->bytes;
  }
  if (key == "location" && locations.size() < kMaxLocations)
    locations.emplace(value);
}

void walk(Message message, std::string_view bytes, int depth,
          std::set<std::string> &locations) {
  if (depth == kMaxDepth)
    return;
  constexpr uint64_t kExternalData = 13;
  while (std::optional<Field> field = takeField(bytes)) {
    if (!field->hasBytes)
      continue;
    if (message == Message::Tensor && field->number == kExternalData)
      addLocation(field->bytes, locations);
    for (const Step &step : kSteps)
      if (step.from == message && step.field == field->number)
        walk(step.to, field->bytes, depth + 1, locations);
  }
}

/// Whether the top level has the fields of a ModelProto and no others. Text and
/// other models fail at one of their first bytes.
bool isModel(std::string_view bytes) {
  bool hasGraph = false;
  while (!bytes.empty()) {
    std::optional<Field> field = takeField(bytes);
    if (!field)
      return false;
    const bool isNumber = field->number == 1 || field->number == 5;
    bool isBytes = false;
    for (uint64_t number : {2, 3, 4, 6, 7, 8, 14, 20, 25, 26})
      isBytes |= field->number == number;
    if (field->hasBytes ? !isBytes : !isNumber)
      return false;
    hasGraph |= field->number == 7;
  }
  return hasGraph;
}

} // namespace

std::set<std::string> onnxExternalData(std::string_view bytes) {
  std::set<std::string> locations;
  if (isModel(bytes))
    walk(Message::Model, bytes, 0, locations);
  return locations;
}

} // namespace ingot::client
