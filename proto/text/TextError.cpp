//===- TextError.cpp - what is wrong with a message as text ---------------===//
//
// Protobuf names what it does not know between quotes, in English. The words
// of another version would go through as they are.
//
//===----------------------------------------------------------------------===//

#include "proto/text/TextError.h"
#include "proto/text/NearestName.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace ingot {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;

/// What stands between the first quotes, and between the second ones; empty if
/// there are fewer.
static std::pair<std::string, std::string> quoted(const std::string &message) {
  std::vector<std::string> pieces(1);
  for (char c : message)
    if (c == '"')
      pieces.emplace_back();
    else
      pieces.back() += c;
  pieces.resize(std::max<size_t>(pieces.size(), 4));
  return {pieces[1], pieces[3]};
}

static std::string among(const std::string &name,
                         const std::vector<std::string_view> &known) {
  std::string text = " There are ";
  for (size_t i = 0; i < known.size(); ++i)
    text.append(i ? ", " : "").append(known[i]);
  if (std::string_view nearest = nearestName(name, known); !nearest.empty())
    text.append("; did you mean '").append(nearest).append("'?");
  return text;
}

static std::vector<std::string_view> fieldsOf(const Descriptor &type) {
  std::vector<std::string_view> names;
  for (int i = 0; i < type.field_count(); ++i)
    names.push_back(type.field(i)->name());
  return names;
}

/// The values of enumerations that fields of this name have.
static std::vector<std::string_view> valuesOf(const FileDescriptor &file,
                                              const std::string &field) {
  std::vector<std::string_view> names;
  for (int i = 0; i < file.message_type_count(); ++i) {
    const FieldDescriptor *found = file.message_type(i)->FindFieldByName(field);
    for (int v = 0;
         found && found->enum_type() && v < found->enum_type()->value_count();
         ++v)
      names.push_back(found->enum_type()->value(v)->name());
  }
  return names;
}

std::string withNearestName(const Descriptor &type,
                            const std::string &message) {
  auto [first, second] = quoted(message);
  if (message.find("has no field named") != std::string::npos) {
    const Descriptor *owner = type.file()->pool()->FindMessageTypeByName(first);
    return owner ? message + among(second, fieldsOf(*owner)) : message;
  }
  if (message.find("Unknown enumeration value of") != std::string::npos) {
    std::vector<std::string_view> values = valuesOf(*type.file(), second);
    return values.empty() ? message : message + among(first, values);
  }
  return message;
}

bool hasUtf8Only(const google::protobuf::Message &message) {
  std::unique_ptr<google::protobuf::Message> read(message.New());
  return read->ParseFromString(message.SerializeAsString());
}

} // namespace ingot
