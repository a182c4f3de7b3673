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
#include <optional>
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
                                  " bytes, more than 3.75 MiB; upload it by "
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
      addMissing(digest, what);
    return absl::OkStatus();
  }

  /// Copies the blob into a file, in pieces.
  absl::Status copy(const Digest &digest, const std::string &what,
                    SealedFileWriter &file, int64_t offset) {
    absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
        store_.openBlob(digest, 0);
    if (!reader.ok())
      return reader.status();
    bool isThere = *reader != nullptr;
    while (isThere) {
      absl::StatusOr<cache::SharedBytes> piece = (*reader)->next();
      isThere = !absl::IsDataLoss(piece.status());
      if (isThere && !piece.ok())
        return piece.status();
      if (!isThere || !*piece)
        break;
      if (absl::Status status = file.write(offset, **piece); !status.ok())
        return status;
      offset += static_cast<int64_t>((*piece)->size());
    }
    if (!isThere)
      addMissing(digest, what);
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
  void addMissing(const Digest &digest, const std::string &what) {
    absl::StrAppend(&missing_, missing_.empty() ? "" : ", ", what, " ",
                    digest.toString());
  }

  cache::Store &store_;
  absl::flat_hash_map<Digest, Payload> loaded_;
  std::string missing_;
};

} // namespace

int64_t ProgramName::size() const {
  int64_t all = module.size;
  for (const auto &[file, digest] : files)
    all += digest.size;
  return all;
}

bool ProgramBytes::isComplete() const {
  return sealed.has_value() ||
         (module && std::all_of(files.begin(), files.end(),
                                [](const Payload &file) { return file; }));
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
  int64_t inlineBytes = 0;
  absl::StatusOr<Digest> digest = digestOf(module, "module", inlineBytes);
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
    absl::StatusOr<Digest> bytes = digestOf(file, field, inlineBytes);
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

bool isInline(const v1::Module &module) {
  return module.source_case() == v1::Module::kInline &&
         std::all_of(module.files().begin(), module.files().end(),
                     [](const v1::NamedFile &file) {
                       return file.source_case() == v1::NamedFile::kInline;
                     });
}

ProgramBytes takeInlineBytes(v1::Module &module, const ProgramName &name) {
  auto take = [](auto &source) {
    return source.source_case() == source.kInline
               ? std::make_shared<const std::string>(
                     std::move(*source.mutable_inline_()))
               : Payload();
  };
  ProgramBytes bytes(take(module));
  std::map<std::string_view, v1::NamedFile *> byName;
  for (v1::NamedFile &file : *module.mutable_files())
    byName[file.name()] = &file;
  for (const auto &[file, digest] : name.files)
    bytes.files.push_back(take(*byName.at(file)));
  return bytes;
}

ProgramBytes inlineBytes(const v1::Module &module, const ProgramName &name) {
  v1::Module copy = module;
  return takeInlineBytes(copy, name);
}

static std::string nameOf(const ProgramName &name, size_t payload) {
  return payload == 0
             ? "module"
             : absl::StrCat("file '", name.files[payload - 1].first, "'");
}

/// Module and files, one after the other, in a sealed file.
static absl::Status loadSealed(cache::Store &store, const ProgramName &name,
                               ProgramBytes &bytes) {
  std::vector<Digest> digests{name.module};
  std::vector<Payload> came{bytes.module};
  for (size_t i = 0; i < name.files.size(); ++i) {
    digests.push_back(name.files[i].second);
    came.push_back(bytes.files[i]);
  }
  SealedPayloads sealed;
  for (const Digest &digest : digests)
    sealed.sizes.push_back(digest.size);
  int64_t total = 0;
  sealed.offsets = payloadOffsets(sealed.sizes, total);
  absl::StatusOr<SealedFileWriter> file = SealedFileWriter::create(total);
  if (!file.ok())
    return file.status();
  Loader loader(store);
  for (size_t i = 0; i < digests.size(); ++i) {
    absl::Status status = came[i] ? file->write(sealed.offsets[i], *came[i])
                                  : loader.copy(digests[i], nameOf(name, i),
                                                *file, sealed.offsets[i]);
    if (!status.ok())
      return status;
  }
  if (absl::Status status = loader.finish(); !status.ok())
    return status;
  absl::StatusOr<std::shared_ptr<const SealedFile>> whole = file->seal();
  if (!whole.ok())
    return whole.status();
  sealed.file = *std::move(whole);
  bytes.sealed = std::move(sealed);
  return absl::OkStatus();
}

absl::Status loadMissing(cache::Store &store, const ProgramName &name,
                         ProgramBytes &bytes) {
  if (bytes.isComplete())
    return absl::OkStatus();
  if (name.size() > kMaxProgramInMemory)
    return loadSealed(store, name, bytes);
  Loader loader(store);
  if (absl::Status status =
          loader.load(name.module, nameOf(name, 0), bytes.module);
      !status.ok())
    return status;
  for (size_t i = 0; i < name.files.size(); ++i)
    if (absl::Status status = loader.load(name.files[i].second,
                                          nameOf(name, i + 1), bytes.files[i]);
        !status.ok())
      return status;
  return loader.finish();
}

void addProgram(const ProgramName &name, ProgramBytes bytes, Work &work) {
  for (const auto &[file, digest] : name.files)
    work.request.add_files(file);
  if (bytes.sealed) {
    work.sealed = *std::move(bytes.sealed);
    return;
  }
  work.payloads.push_back(std::move(bytes.module));
  for (Payload &file : bytes.files)
    work.payloads.push_back(std::move(file));
}

} // namespace ingot::server
