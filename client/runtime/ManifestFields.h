//===- ManifestFields.h - what a manifest says, read alone ------*- C++ -*-===//
//
// Not installed. The runtime links no protobuf, and asks a manifest for little:
// fields of messages, in the wire format of protobuf. Bytes may be damaged.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_MANIFESTFIELDS_H
#define INGOT_CLIENT_RUNTIME_MANIFESTFIELDS_H

#include <cstdint>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// The bytes of each field with this number, up to what is damaged.
std::vector<std::string_view> fieldsOf(std::string_view message,
                                       uint64_t number);

/// Constant.element of each constant of a serialized ingot.v1.Manifest.
std::vector<std::string_view> elementsOfConstants(std::string_view manifest);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_MANIFESTFIELDS_H
