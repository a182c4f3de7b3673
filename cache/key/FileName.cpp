//===- FileName.cpp - what a file beside a program may be called ----------===//
//
// Names of files reach readers in the worker, which look them up in a table and
// open nothing, so a hostile name can do no harm there. They are refused even
// so: a client that sends `../x` has a mistake or means ill, and a name that
// has one form only keeps equal programs equal. Protocol Buffers drop a message
// whose strings are no UTF-8, without a word to who sent it.
//
//===----------------------------------------------------------------------===//

#include "cache/key/FileName.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <string_view>

namespace ingot {

/// The length of the UTF-8 sequence at the begin of `text`; 0 if it is none.
static size_t sequenceLength(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80)
    return 1;
  const size_t length = lead < 0xc2   ? 0
                        : lead < 0xe0 ? 2
                        : lead < 0xf0 ? 3
                        : lead < 0xf5 ? 4
                                      : 0;
  if (length == 0 || text.size() < length)
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80)
      return 0;
  // Longer forms than needed, surrogates, and what is beyond Unicode.
  const auto second = static_cast<unsigned char>(text[1]);
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
      (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f))
    return 0;
  return length;
}

static bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = sequenceLength(text);
    if (length == 0)
      return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string faultOfFileName(const std::string &name) {
  if (name.empty())
    return "is empty";
  if (name.size() > kMaxFileNameBytes)
    return absl::StrCat("has more than ", kMaxFileNameBytes, " bytes");
  if (!isUtf8(name))
    return "is not UTF-8";
  if (name[0] == '/')
    return "is an absolute path; files have paths relative to the program's";
  for (char c : name)
    if (c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      return "has a backslash or control character; parts of a path are "
             "separated by '/'";
  for (absl::string_view part : absl::StrSplit(name, '/'))
    if (part.empty() || part == "." || part == "..")
      return absl::StrCat("has the part '", part,
                          "'; files stand in the program's folder or below");
  return "";
}

} // namespace ingot
