//===- TextError.h - what is wrong with a message as text -------*- C++ -*-===//
//
// Targets are described in protobuf's text format, which users write by hand.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PROTO_TEXT_TEXTERROR_H
#define INGOT_PROTO_TEXT_TEXTERROR_H

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <string>

namespace ingot {

/// What protobuf's parser says of a text for a message of `type`; where it
/// knows no such field or value, with the names that there are and the nearest
/// one.
std::string withNearestName(const google::protobuf::Descriptor &type,
                            const std::string &message);

/// False for a message with a string that is not UTF-8, as escapes in a text
/// can make it: protobuf's text parser takes it, and no one who is sent it.
bool hasUtf8Only(const google::protobuf::Message &message);

} // namespace ingot

#endif // INGOT_PROTO_TEXT_TEXTERROR_H
