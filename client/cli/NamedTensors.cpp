//===- NamedTensors.cpp - arguments and results by name -------------------===//
//
// Names of models hold anything: slashes, colons, even '='. So a given
// NAME=FILE is held against the names that there are, and not taken apart.
//
//===----------------------------------------------------------------------===//

#include "client/cli/NamedTensors.h"

#include "ingot/v1/artifact.pb.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <filesystem>
#include <limits>
#include <optional>

namespace ingot::client {
namespace {

/// The place of the `NAME` of a given NAME=FILE, if the model has it: of the
/// longest that fits, and of the first of that name.
std::optional<size_t> findNamed(const std::string &given,
                                const std::vector<std::string> &names) {
  std::optional<size_t> found;
  for (size_t i = 0; i < names.size(); ++i)
    if (!names[i].empty() &&
        absl::StartsWith(given, absl::StrCat(names[i], "=")) &&
        (!found || names[i].size() > names[*found].size()))
      found = i;
  return found;
}

std::string listOf(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    if (!name.empty())
      absl::StrAppend(&list, list.empty() ? "" : ", ", name);
  return list.empty() ? "the model has no names; give files in order"
                      : absl::StrCat("there is ", list);
}

absl::Status invalid(const std::string &flag, const std::string &message) {
  return absl::InvalidArgumentError(absl::StrCat(flag, ": ", message));
}

} // namespace

EntryNames namesOf(const ingot_executable &table, const ingot_entry &entry) {
  EntryNames names;
  names.arguments.resize(static_cast<size_t>(entry.argument_count));
  names.results.resize(static_cast<size_t>(entry.result_count));
  v1::Manifest manifest;
  if (!table.manifest || table.manifest_size < 0 ||
      table.manifest_size > std::numeric_limits<int>::max() ||
      !manifest.ParseFromArray(table.manifest,
                               static_cast<int>(table.manifest_size)))
    return names;
  for (const v1::EntryPoint &described : manifest.entry_points()) {
    if (described.name() != entry.name)
      continue;
    for (size_t i = 0; i < names.arguments.size(); ++i)
      if (static_cast<int>(i) < described.arguments_size())
        names.arguments[i] = described.arguments(static_cast<int>(i)).name();
    for (size_t i = 0; i < names.results.size(); ++i)
      if (static_cast<int>(i) < described.results_size())
        names.results[i] = described.results(static_cast<int>(i)).name();
  }
  return names;
}

absl::StatusOr<PlacedFiles> placeFiles(const std::string &flag,
                                       const std::vector<std::string> &given,
                                       const std::vector<std::string> &names) {
  PlacedFiles inOrder, named;
  named.byName = true;
  named.paths.resize(names.size());
  size_t count = 0;
  for (const std::string &file : given) {
    std::error_code error;
    std::optional<size_t> place;
    if (!std::filesystem::exists(file, error))
      place = findNamed(file, names);
    if (!place && !std::filesystem::exists(file, error) &&
        absl::StrContains(file, '='))
      return invalid(flag,
                     absl::StrCat("'", file, "' is no file, and no NAME=FILE: ",
                                  listOf(names)));
    if (!place) {
      inOrder.paths.push_back(file);
      continue;
    }
    std::string &path = named.paths[*place];
    if (!path.empty())
      return invalid(flag,
                     absl::StrCat("'", names[*place], "' is given twice"));
    path = file.substr(names[*place].size() + 1);
    ++count;
  }
  if (count > 0 && !inOrder.paths.empty())
    return invalid(flag, absl::StrCat("files are given all by name or all in "
                                      "order; ",
                                      listOf(names)));
  return count > 0 ? named : inOrder;
}

} // namespace ingot::client
