//===- ModelFile.cpp - an ONNX file within bounds -------------------------===//
//
// Protocol Buffers copy every field of bytes, which for weights would be the
// whole file again. So the file is walked once by the descriptors of
// onnx.proto: fields that the schema does not name are dropped, bulk data is
// replaced by where it stands, and the rest, which is small, is parsed by the
// library. The walk is also where depth and counts are bounded.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/ModelFile.h"

#include "llvm/Support/LEB128.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include <limits>

using namespace ingot::onnx::reader;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using WireFormat = google::protobuf::internal::WireFormatLite;

namespace {

/// What a protobuf's library can take.
constexpr size_t kMaxMessageBytes = std::numeric_limits<int>::max();

/// Reads fields of a message one by one. A fault sticks.
class Cursor {
public:
  Cursor(const char *begin, const char *end) : at_(begin), end_(end) {}

  bool atEnd() const { return at_ == end_; }
  const char *position() const { return at_; }

  bool readVarint(uint64_t &value) {
    const char *error = nullptr;
    unsigned length = 0;
    value =
        llvm::decodeULEB128(reinterpret_cast<const uint8_t *>(at_), &length,
                            reinterpret_cast<const uint8_t *>(end_), &error);
    if (error || length > 10)
      return false;
    at_ += length;
    return true;
  }

  bool skip(uint64_t count) {
    if (count > static_cast<uint64_t>(end_ - at_))
      return false;
    at_ += count;
    return true;
  }

private:
  const char *at_;
  const char *end_;
};

void appendVarint(std::string &out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

void appendTag(std::string &out, int field, int wireType) {
  appendVarint(out, (static_cast<uint64_t>(field) << 3) | wireType);
}

/// Writes what the library is to parse.
class Walker {
public:
  explicit Walker(std::string_view file) : file_(file) {}

  /// False after a fault, which `fault()` names.
  bool walk(const char *begin, const char *end, const Descriptor *type,
            int depth, std::string &out);
  const std::string &fault() const { return fault_; }

private:
  bool fail(const Descriptor *type, const char *at, const char *what) {
    if (fault_.empty())
      fault_ = std::string(what) + " in a " + type->name() + " at byte " +
               std::to_string(at - file_.data());
    return false;
  }
  bool walkBytes(Cursor &cursor, int number, const Descriptor *type, int depth,
                 std::string &out);

  std::string_view file_;
  size_t messages_ = 0;
  std::string fault_;
};

bool Walker::walkBytes(Cursor &cursor, int number, const Descriptor *type,
                       int depth, std::string &out) {
  const char *start = cursor.position();
  uint64_t size = 0;
  if (!cursor.readVarint(size))
    return fail(type, start, "a broken length");
  const char *content = cursor.position();
  if (!cursor.skip(size))
    return fail(type, start, "a field longer than the message");
  const FieldDescriptor *field = type->FindFieldByNumber(number);
  if (!field)
    return true;
  if (field->name() == "raw_data") {
    appendTag(out, 1000, WireFormat::WIRETYPE_VARINT);
    appendVarint(out, content - file_.data());
    appendTag(out, 1001, WireFormat::WIRETYPE_VARINT);
    appendVarint(out, size);
    return true;
  }
  appendTag(out, number, WireFormat::WIRETYPE_LENGTH_DELIMITED);
  if (field->type() != FieldDescriptor::TYPE_MESSAGE) {
    appendVarint(out, size);
    out.append(content, size);
    return true;
  }
  std::string inner;
  if (!walk(content, content + size, field->message_type(), depth + 1, inner))
    return false;
  appendVarint(out, inner.size());
  out += inner;
  return true;
}

bool Walker::walk(const char *begin, const char *end, const Descriptor *type,
                  int depth, std::string &out) {
  if (depth > kMaxMessageDepth)
    return fail(type, begin, "messages nested too deep");
  if (++messages_ > kMaxMessages)
    return fail(type, begin, "too many messages");
  Cursor cursor(begin, end);
  while (!cursor.atEnd()) {
    const char *start = cursor.position();
    uint64_t tag = 0, number = 0;
    if (!cursor.readVarint(tag) || (tag >> 3) == 0 ||
        (tag >> 3) > FieldDescriptor::kMaxNumber)
      return fail(type, start, "a broken field");
    int field = static_cast<int>(tag >> 3);
    bool isKnown = type->FindFieldByNumber(field) && field < 1000;
    switch (tag & 7) {
    case WireFormat::WIRETYPE_VARINT:
      if (!cursor.readVarint(number))
        return fail(type, start, "a broken number");
      break;
    case WireFormat::WIRETYPE_FIXED64:
    case WireFormat::WIRETYPE_FIXED32:
      if (!cursor.skip((tag & 7) == WireFormat::WIRETYPE_FIXED64 ? 8 : 4))
        return fail(type, start, "a cut number");
      break;
    case WireFormat::WIRETYPE_LENGTH_DELIMITED:
      if (!walkBytes(cursor, field, type, depth, out))
        return false;
      continue;
    default:
      return fail(type, start, "a field of a kind that ONNX does not have");
    }
    if (isKnown)
      out.append(start, cursor.position() - start);
  }
  return true;
}

} // namespace

llvm::Error ingot::onnx::reader::parseModel(std::string_view bytes,
                                            proto::ModelProto &model) {
  auto fail = [](const std::string &what) {
    return llvm::createStringError("the ONNX file is damaged: " + what);
  };
  Walker walker(bytes);
  std::string skeleton;
  if (!walker.walk(bytes.data(), bytes.data() + bytes.size(),
                   proto::ModelProto::descriptor(), 0, skeleton))
    return fail(walker.fault());
  if (skeleton.size() > kMaxMessageBytes)
    return fail("its graph is larger than 2 GiB");
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(skeleton.data()),
      static_cast<int>(skeleton.size()));
  stream.SetRecursionLimit(kMaxMessageDepth + 8);
  if (!model.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage())
    return fail("a field is not of its type");
  return llvm::Error::success();
}
