//===- Program.cpp - the module of a request and its files ----------------===//
//
// Names of files reach readers in the worker, which look them up in a table and
// open nothing, so a hostile name can do no harm there. They are refused even
// so: a client that sends `../x` has a mistake or means ill, and a name that
// has one form only keeps equal programs equal.
//
//===----------------------------------------------------------------------===//

#include "server/core/Program.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace ingot::server {
namespace {

/// The length of the UTF-8 sequence at the begin of `text`; 0 if it is none.
size_t sequenceLength(std::string_view text) {
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

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = sequenceLength(text);
    if (length == 0)
      return false;
    text.remove_prefix(length);
  }
  return true;
}

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
