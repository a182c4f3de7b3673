//===- OnnxBytes.h - ONNX models written by hand ----------------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_CLIENT_CLI_ONNXBYTES_H
#define INGOT_TESTS_UNIT_CLIENT_CLI_ONNXBYTES_H

#include <cstdint>
#include <string>

namespace ingot::client::onnx_bytes {

inline std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7)
    bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}

/// A field of bytes: a string or a message.
inline std::string field(uint64_t number, const std::string &bytes) {
  return varint(number << 3 | 2) + varint(bytes.size()) + bytes;
}

/// A TensorProto whose data is in a file.
inline std::string externalTensor(const std::string &location) {
  return field(8, "w") + field(13, field(1, "offset") + field(2, "0")) +
         field(13, field(1, "location") + field(2, location));
}

/// A ModelProto around the fields of a GraphProto.
inline std::string model(const std::string &graph) {
  return std::string("\x08\x08") + field(2, "producer") + field(7, graph) +
         field(8, "\x10\x11");
}

} // namespace ingot::client::onnx_bytes

#endif // INGOT_TESTS_UNIT_CLIENT_CLI_ONNXBYTES_H
