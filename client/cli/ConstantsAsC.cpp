//===- ConstantsAsC.cpp - constants as a source of C ----------------------===//
//
// Compilers take arrays of numbers of any length, and string literals of 64
// KiB, so the bytes are numbers.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ConstantsAsC.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include <map>

namespace ingot::client {
namespace {

constexpr size_t kBytesPerLine = 19;

/// A name as the text of a comment: it comes from the model.
std::string commentOf(const std::string &name) {
  std::string text = name;
  for (char &letter : text)
    if (!absl::ascii_isalnum(letter) && letter != '.' && letter != '-')
      letter = '_';
  return text;
}

void appendArray(std::string &text, size_t number, std::string_view bytes) {
  absl::StrAppend(&text, "static const _Alignas(64) unsigned char constant_",
                  number, "[] = {");
  for (size_t i = 0; i < bytes.size(); ++i)
    absl::StrAppend(&text, i % kBytesPerLine == 0 ? "\n " : "", " ",
                    static_cast<unsigned char>(bytes[i]), ",");
  // An array has an element, also for a tensor that has none.
  absl::StrAppend(&text, bytes.empty() ? "0" : "", "};\n");
}

} // namespace

std::string constantsAsC(const std::vector<runtime::NamedBytes> &constants) {
  std::string arrays, table;
  std::map<std::string_view, size_t> numbers;
  for (const runtime::NamedBytes &constant : constants) {
    auto [known, isNew] = numbers.try_emplace(constant.bytes, numbers.size());
    if (isNew)
      appendArray(arrays, known->second, constant.bytes);
    absl::StrAppend(&table, "  constant_", known->second, ", /* ",
                    commentOf(constant.name), " */\n");
  }
  return absl::StrCat("/* Made by ingot: constants in the order of the table "
                      "of an executable. */\n",
                      arrays, "const void *const ingot_constants[] = {\n",
                      table, table.empty() ? "  0\n" : "", "};\n");
}

} // namespace ingot::client
