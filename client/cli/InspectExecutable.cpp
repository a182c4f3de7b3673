//===- InspectExecutable.cpp - what a compiled program is -----------------===//
//
// What is printed of the manifest, which is a section of the file. What the
// file's own headers say comes from ElfFile.h.
//
//===----------------------------------------------------------------------===//

#include "client/cli/InspectExecutable.h"
#include "client/cli/ElfFile.h"
#include "client/cli/Rebind.h"

#include "client/runtime/FatFile.h"
#include "client/runtime/Tensor.h"

#include "absl/strings/escaping.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <ostream>

namespace ingot::client {
namespace {

using nlohmann::ordered_json;

constexpr char kManifestSection[] = ".ingot.manifest";

std::string typeOf(const v1::TensorType &type) {
  return runtime::typeName(type.element(),
                           {type.shape().begin(), type.shape().end()});
}

/// Bytes of a tensor; nothing when its size is the run's to say.
std::optional<uint64_t> bytesOf(const v1::TensorType &type) {
  auto bytes = static_cast<uint64_t>(runtime::elementSize(type.element()));
  for (int64_t size : type.shape())
    if (size < 0 ||
        __builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes))
      return std::nullopt;
  return bytes;
}

/// Bytes of all results; nothing when the run decides.
std::optional<uint64_t> resultBytes(const v1::EntryPoint &entry) {
  uint64_t sum = 0;
  for (const v1::TensorType &type : entry.results()) {
    std::optional<uint64_t> bytes = bytesOf(type);
    if (!bytes || __builtin_add_overflow(sum, *bytes, &sum))
      return std::nullopt;
  }
  return sum;
}

template <typename Tensors> uint64_t totalBytes(const Tensors &tensors) {
  uint64_t sum = 0;
  for (const auto &tensor : tensors)
    sum += bytesOf(tensor.type()).value_or(0);
  return sum;
}

uint64_t kernelUses(const v1::Manifest &manifest) {
  uint64_t uses = 0;
  for (const v1::Kernel &kernel : manifest.kernels())
    uses += kernel.uses();
  return uses;
}

int64_t kernelsOf(const v1::Manifest &manifest, const std::string &part) {
  return std::count_if(
      manifest.kernels().begin(), manifest.kernels().end(),
      [&](const v1::Kernel &kernel) { return kernel.target() == part; });
}

void printValues(
    std::ostream &out, const char *what,
    const google::protobuf::RepeatedPtrField<v1::TensorType> &all) {
  for (const v1::TensorType &type : all)
    out << "  " << what << " " << (type.name().empty() ? "-" : type.name())
        << ": " << typeOf(type) << "\n";
}

void print(std::ostream &out, const TargetManifest &one) {
  const v1::Manifest &manifest = one.manifest;
  out << "executable for " << manifest.target().triple() << ", by "
      << manifest.producer() << "\n";
  for (const v1::EntryPoint &entry : manifest.entry_points()) {
    out << "entry point " << entry.name() << "\n";
    printValues(out, "input ", entry.arguments());
    printValues(out, "output", entry.results());
    out << "  memory: " << entry.arena_bytes() << " bytes in one arena";
    if (std::optional<uint64_t> results = resultBytes(entry))
      out << ", " << *results << " bytes of results";
    out << "\n";
  }
  out << "code and constants inside: " << one.loadedBytes << " bytes\n";
  if (one.stackBytes)
    out << "stack: at most " << *one.stackBytes
        << " bytes, and what functions of others take\n";
  out << "constants: " << manifest.constants_size() << " in "
      << totalBytes(manifest.constants()) << " bytes\n";
  if (!manifest.folded_constants().empty())
    out << "named constants that became code: "
        << manifest.folded_constants_size() << ", listed by --json\n";
  out << "state: " << manifest.states_size() << " in "
      << totalBytes(manifest.states()) << " bytes\n";
  out << "kernels: " << manifest.kernels_size() << ", launched "
      << kernelUses(manifest) << " times\n";
  for (const v1::Part &part : manifest.parts())
    out << "on " << part.name() << " (" << part.target().cpu()
        << "): " << kernelsOf(manifest, part.name()) << " kernels of "
        << part.functions_size() << " functions\n";
}

ordered_json
valuesAsJson(const google::protobuf::RepeatedPtrField<v1::TensorType> &all) {
  ordered_json json = ordered_json::array();
  for (const v1::TensorType &type : all)
    json.push_back({{"name", type.name()}, {"type", typeOf(type)}});
  return json;
}

ordered_json asJson(const TargetManifest &one) {
  const v1::Manifest &manifest = one.manifest;
  ordered_json json = {{"format", "executable"},
                       {"triple", manifest.target().triple()},
                       {"producer", manifest.producer()},
                       {"entry_points", ordered_json::array()}};
  for (const v1::EntryPoint &entry : manifest.entry_points()) {
    ordered_json described = {{"name", entry.name()},
                              {"inputs", valuesAsJson(entry.arguments())},
                              {"outputs", valuesAsJson(entry.results())},
                              {"arena_bytes", entry.arena_bytes()}};
    if (std::optional<uint64_t> results = resultBytes(entry))
      described["result_bytes"] = *results;
    json["entry_points"].push_back(std::move(described));
  }
  json["loaded_bytes"] = one.loadedBytes;
  if (one.stackBytes)
    json["stack_bytes"] = *one.stackBytes;
  json["constants"] = {{"count", manifest.constants_size()},
                       {"bytes", totalBytes(manifest.constants())}};
  json["folded_constants"] = ordered_json::array();
  for (const v1::FoldedConstant &folded : manifest.folded_constants())
    json["folded_constants"].push_back(
        {{"name", folded.name()},
         {"type", typeOf(folded.type())},
         {"sha256", absl::BytesToHexString(folded.sha256())},
         {"phase", folded.phase()},
         {"reason", whyFolded(folded)}});
  json["states"] = {{"count", manifest.states_size()},
                    {"bytes", totalBytes(manifest.states())}};
  json["kernels"] = {{"unique", manifest.kernels_size()},
                     {"launched", kernelUses(manifest)}};
  for (const v1::Part &part : manifest.parts())
    json["parts"].push_back({{"target", part.name()},
                             {"cpu", part.target().cpu()},
                             {"functions", part.functions_size()},
                             {"kernels", kernelsOf(manifest, part.name())}});
  return json;
}

bool isElf(std::string_view bytes) { return bytes.substr(0, 4) == "\177ELF"; }

/// What one executable says of itself.
absl::StatusOr<TargetManifest> manifestOf(const runtime::FatMember &member) {
  ElfFile file(member.bytes);
  std::optional<std::string_view> section =
      isElf(member.bytes) ? file.section(kManifestSection) : std::nullopt;
  TargetManifest read{member.target, {}, file.loadedBytes(), {}};
  if (!section || section->size() > std::numeric_limits<int>::max() ||
      !read.manifest.ParseFromArray(section->data(),
                                    static_cast<int>(section->size())))
    return absl::InvalidArgumentError(
        "is an ELF file and no executable of Ingot: it has no manifest");
  read.stackBytes = deepestStack(file);
  return read;
}

/// Of a fat file, an executable after the other.
ordered_json asJson(const std::vector<TargetManifest> &manifests) {
  if (manifests.front().target.empty())
    return asJson(manifests.front());
  ordered_json json = {{"format", "fat file"}};
  for (const TargetManifest &one : manifests) {
    json["executables"].push_back({{"target", one.target}});
    json["executables"].back().update(asJson(one));
  }
  return json;
}

} // namespace

bool isExecutable(std::string_view bytes) {
  return isElf(bytes) || runtime::isFat(bytes);
}

absl::StatusOr<std::vector<TargetManifest>>
manifestsOf(std::string_view bytes) {
  std::vector<runtime::FatMember> members{{"", bytes}};
  if (runtime::isFat(bytes)) {
    absl::StatusOr<std::vector<runtime::FatMember>> read =
        runtime::readFat(bytes);
    if (!read.ok())
      return read.status();
    members = *std::move(read);
  }
  std::vector<TargetManifest> manifests;
  for (const runtime::FatMember &member : members) {
    absl::StatusOr<TargetManifest> manifest = manifestOf(member);
    if (!manifest.ok())
      return manifest.status();
    manifests.push_back(*std::move(manifest));
  }
  return manifests;
}

int inspectExecutable(const std::vector<TargetManifest> &manifests,
                      const InspectCommandOptions &options,
                      const Environment &environment) {
  if (options.common.json) {
    environment.out << asJson(manifests).dump(
                           2, ' ', false,
                           ordered_json::error_handler_t::replace)
                    << "\n";
    return 0;
  }
  for (const TargetManifest &one : manifests) {
    if (!one.target.empty())
      environment.out << one.target << ": ";
    print(environment.out, one);
  }
  return 0;
}

} // namespace ingot::client
