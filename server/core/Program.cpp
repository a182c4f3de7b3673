//===- Program.cpp - the module of a request and its files ----------------===//
//
// Whatever a request says of its program is checked before a byte is read.
// Equal files share their bytes, and files are sorted, so that the order of a
// message changes no key.
//
//===----------------------------------------------------------------------===//

#include "server/core/Program.h"

#include "cache/key/FileName.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace ingot::server {
namespace {

absl::Status invalid(const std::string &field, const std::string &fault) {
  return absl::InvalidArgumentError(absl::StrCat(field, ": ", fault));
}

/// What `source`, a Module or a NamedFile, is called.
template <typename Source>
absl::StatusOr<Digest> digestOf(const Source &source, const std::string &field,
                                int64_t &inlineBytes) {
  switch (source.source_case()) {
  case Source::kInline:
    inlineBytes += static_cast<int64_t>(source.inline_().size());
    if (inlineBytes > kMaxInlineModuleBytes)
      return invalid(field + ".inline",
                     absl::StrCat("has ", inlineBytes,
                                  " bytes, more than 1 MiB; upload it by "
                                  "ByteStream and name it by digest"));
    return Digest::of(source.inline_());
  case Source::kDigest: {
    absl::StatusOr<Digest> digest = Digest::fromProto(source.digest());
    if (!digest.ok())
      return absl::InvalidArgumentError(
          absl::StrCat(field, ".", digest.status().message()));
    return digest;
  }
  case Source::SOURCE_NOT_SET:
    break;
  }
  return invalid(field, "is missing");
}

std::string fieldOf(const std::string &name) {
  return absl::StrCat("module.files '", absl::Utf8SafeCEscape(name), "'");
}

absl::Status checkTotal(const ProgramName &name) {
  int64_t room = kMaxProgramBytes - name.module.size;
  for (const auto &[file, digest] : name.files)
    if (room >= 0)
      room -= digest.size;
  return room >= 0
             ? absl::OkStatus()
             : invalid("module", "program and files have more than 16 GiB");
}

/// Loads blobs and remembers which are missing. Equal ones share their bytes: a
/// request can name one large blob 4,096 times.
class Loader {
public:
  explicit Loader(cache::Store &store) : store_(store) {}

  /// Fills `into` unless it is there, and leaves it null if it is missing.
  absl::Status load(const Digest &digest, const std::string &what,
                    Payload &into) {
    if (into)
      return absl::OkStatus();
    auto [known, isNew] = loaded_.try_emplace(digest);
    if (isNew) {
      absl::StatusOr<cache::SharedBytes> bytes = store_.getBlob(digest);
      if (!bytes.ok())
        return bytes.status();
      known->second = *std::move(bytes);
    }
    into = known->second;
    if (!into)
      absl::StrAppend(&missing_, missing_.empty() ? "" : ", ", what, " ",
                      digest.toString());
    return absl::OkStatus();
  }

  /// NOT_FOUND, naming what is missing.
  absl::Status finish() const {
    if (missing_.empty())
      return absl::OkStatus();
    return absl::NotFoundError(absl::StrCat(
        missing_, " is not in the store; upload it and ask again"));
  }

private:
  cache::Store &store_;
  absl::flat_hash_map<Digest, Payload> loaded_;
  std::string missing_;
};

} // namespace

bool ProgramBytes::isComplete() const {
  return module && std::all_of(files.begin(), files.end(),
                               [](const Payload &file) { return file; });
}

int64_t ProgramBytes::size() const {
  auto sizeOf = [](const Payload &bytes) {
    return bytes ? static_cast<int64_t>(bytes->size()) : 0;
  };
  int64_t all = sizeOf(module);
  for (const Payload &file : files)
    all += sizeOf(file);
  return all;
}

absl::StatusOr<ProgramName> programName(const v1::Module &module) {
  int64_t moduleInline = 0, filesInline = 0;
  absl::StatusOr<Digest> digest = digestOf(module, "module", moduleInline);
  if (!digest.ok())
    return digest.status();
  ProgramName name(*digest);
  if (static_cast<size_t>(module.files_size()) > kMaxProgramFiles)
    return invalid("module.files",
                   absl::StrCat("are ", module.files_size(), ", more than ",
                                kMaxProgramFiles));
  for (const v1::NamedFile &file : module.files()) {
    const std::string field = fieldOf(file.name());
    if (std::string fault = faultOfFileName(file.name()); !fault.empty())
      return invalid(field, "the name " + fault);
    absl::StatusOr<Digest> bytes = digestOf(file, field, filesInline);
    if (!bytes.ok())
      return bytes.status();
    name.files.emplace_back(file.name(), *bytes);
  }
  std::sort(name.files.begin(), name.files.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  auto twice = std::adjacent_find(
      name.files.begin(), name.files.end(),
      [](const auto &a, const auto &b) { return a.first == b.first; });
  if (twice != name.files.end())
    return invalid(fieldOf(twice->first), "is there twice");
  if (absl::Status status = checkTotal(name); !status.ok())
    return status;
  return name;
}

ProgramBytes inlineBytes(const v1::Module &module, const ProgramName &name) {
  auto copy = [](const auto &source) {
    return source.source_case() == source.kInline
               ? std::make_shared<const std::string>(source.inline_())
               : Payload();
  };
  ProgramBytes bytes(copy(module));
  std::map<std::string_view, const v1::NamedFile *> byName;
  for (const v1::NamedFile &file : module.files())
    byName[file.name()] = &file;
  for (const auto &[file, digest] : name.files)
    bytes.files.push_back(copy(*byName.at(file)));
  return bytes;
}

absl::Status loadMissing(cache::Store &store, const ProgramName &name,
                         ProgramBytes &bytes) {
  Loader loader(store);
  if (absl::Status status = loader.load(name.module, "module", bytes.module);
      !status.ok())
    return status;
  for (size_t i = 0; i < name.files.size(); ++i)
    if (absl::Status status = loader.load(
            name.files[i].second,
            absl::StrCat("file '", name.files[i].first, "'"), bytes.files[i]);
        !status.ok())
      return status;
  return loader.finish();
}

void addProgram(const ProgramName &name, ProgramBytes bytes, Work &work) {
  for (const auto &[file, digest] : name.files)
    work.request.add_files(file);
  work.payloads.push_back(std::move(bytes.module));
  for (Payload &file : bytes.files)
    work.payloads.push_back(std::move(file));
}

} // namespace ingot::server
