//===- ExplanationText.cpp - why a result was not found -------------------===//
//
// One row says for each kind of part what people call it. A part that no row
// fits, from a newer service, is shown by its path.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ExplanationText.h"
#include "client/cli/Console.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace ingot::client {
namespace {

using nlohmann::ordered_json;
using Path = std::vector<std::string>;

/// A kind of part: its path, "*" for names of the program's, and what it is
/// called, with $N for the Nth element. A digest says no more than that the
/// part is another one, so it is not printed.
struct PartKind {
  Path path;
  const char *text;
  bool isDigest = false;
};

const std::vector<PartKind> &kinds() {
  static const auto *const kAll = new std::vector<PartKind>{
      {{"compiler"}, "compiler"},
      {{"program", "module"}, "program", true},
      {{"program", "files", "*"}, "file $2", true},
      {{"target", "features", "*"}, "target feature $2"},
      {{"target", "*"}, "target $1"},
      {{"target", "*", "*"}, "target $1 $2"},
      {{"options", "*"}, "option $1"},
      {{"options", "*", "*"}, "option $1 $2"},
      {{"parts", "*"}, "part for target $1"},
      {{"functions", "*"}, "function $1", true},
      {{"functions", "*", "constants"}, "constants of function $1"},
      {{"functions", "*", "constants", "*"}, "constant $3 of function $1"},
      {{"constants", "*"}, "value of constant $1, which is no code", true},
      {{"kernels", "*"}, "kernels of function $1"},
      {{"kernels", "*", "*"}, "kernel $2 of function $1", true},
  };
  return *kAll;
}

bool fits(const PartKind &kind, const Path &path) {
  if (kind.path.size() != path.size())
    return false;
  for (size_t i = 0; i < path.size(); ++i)
    if (kind.path[i] != "*" && kind.path[i] != path[i])
      return false;
  return true;
}

std::string nameOf(const PartKind &kind, const Path &path) {
  std::string name;
  for (const char *c = kind.text; *c; ++c)
    if (*c == '$')
      name += path[static_cast<size_t>(*++c - '0')];
    else
      name += *c;
  return name;
}

/// "4x4xf32, code" where a constant went into the code or out of it.
bool isPlaceOfConstant(const Path &path) {
  return path.size() == 5 && path[0] == "functions" && path[2] == "constants" &&
         path[4] == "place";
}

std::string changeOf(const KeyDifference &difference, bool isDigest) {
  if (isDigest)
    return !difference.before  ? "new"
           : !difference.after ? "gone"
                               : "another one";
  return absl::StrCat(difference.before.value_or("none"), " -> ",
                      difference.after.value_or("none"));
}

} // namespace

std::string textOf(const KeyDifference &difference) {
  const Path &path = difference.path;
  std::string text;
  if (isPlaceOfConstant(path)) {
    text = absl::StrCat("constant ", path[3], " of function ", path[1],
                        difference.after == "code" ? " became code"
                                                   : " left the code");
  } else {
    const PartKind *found = nullptr;
    for (const PartKind &kind : kinds())
      if (!found && fits(kind, path))
        found = &kind;
    text = absl::StrCat(found ? nameOf(*found, path) : absl::StrJoin(path, "."),
                        ": ", changeOf(difference, found && found->isDigest));
  }
  if (!difference.note.empty())
    absl::StrAppend(&text, ", ", difference.note);
  return text;
}

void printExplanation(std::ostream &out, const std::string &title,
                      const Explanation &explanation) {
  if (explanation.base.empty()) {
    out << title
        << ": nothing that was compiled earlier has anything in common "
        << "with " << explanation.entry << "\n";
    return;
  }
  out << title << ": " << explanation.entry << " differs from "
      << explanation.base
      << (explanation.differences.empty() ? " in nothing" : " in") << "\n";
  for (const KeyDifference &difference : explanation.differences)
    out << "  " << printable(textOf(difference)) << "\n";
  if (explanation.leftOut > 0)
    out << "  and " << explanation.leftOut << " more\n";
}

ordered_json explanationAsJson(const Explanation &explanation) {
  ordered_json json = {{"entry", explanation.entry}};
  json["base"] = explanation.base.empty() ? ordered_json(nullptr)
                                          : ordered_json(explanation.base);
  json["differences"] = ordered_json::array();
  for (const KeyDifference &difference : explanation.differences) {
    ordered_json row = {{"path", difference.path}};
    row["before"] = difference.before ? ordered_json(*difference.before)
                                      : ordered_json(nullptr);
    row["after"] = difference.after ? ordered_json(*difference.after)
                                    : ordered_json(nullptr);
    if (!difference.note.empty())
      row["note"] = difference.note;
    row["text"] = textOf(difference);
    json["differences"].push_back(std::move(row));
  }
  json["left_out"] = explanation.leftOut;
  return json;
}

} // namespace ingot::client
