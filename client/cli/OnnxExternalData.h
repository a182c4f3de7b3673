//===- OnnxExternalData.h - files that an ONNX model names ------*- C++ -*-===//
//
// A large ONNX model keeps tensors in files beside it. The service reads no
// path, so whoever sends the model has to send these files; this finds out
// which they are, and nothing else about the model.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_ONNXEXTERNALDATA_H
#define INGOT_CLIENT_CLI_ONNXEXTERNALDATA_H

#include <set>
#include <string>
#include <string_view>

namespace ingot::client {

/// The locations of external data, as the model writes them; none for bytes
/// that are no ONNX model or have no such data. Any bytes may be given: they
/// are read once, to a bounded depth.
std::set<std::string> onnxExternalData(std::string_view bytes);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_ONNXEXTERNALDATA_H
