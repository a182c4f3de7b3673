//===- ProgramFiles.cpp - a program on the disk, with its files -----------===//
//
// What a model names is not what the user named: a model from elsewhere must
// not make the client send `../../.ssh/id_rsa` to a service. So names are
// relative paths downwards, and a symbolic link counts as the file that it
// leads to, which has to be in the folder too. Caches of model hubs are made of
// links that lead out; for them there is --file.
//
//===----------------------------------------------------------------------===//

#include "client/cli/ProgramFiles.h"
#include "cache/key/FileName.h"
#include "client/cli/OnnxExternalData.h"

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kSavedModel = "saved_model.pb";
/// As many as a request may have.
constexpr size_t kMaxFiles = 4096;
/// The service takes no larger program.
constexpr uint64_t kMaxFileBytes = uint64_t{16} << 30;
/// Of what does not say its size before it is read and may have no end.
constexpr uint64_t kMaxPipeBytes = uint64_t{4} << 30;

absl::Status tooLarge(const std::string &path, uint64_t limit) {
  return absl::InvalidArgumentError(absl::StrCat(
      path, ": is larger than ", limit >> 30, " GiB, the most that is read"));
}

bool isPlainName(const std::string &name) {
  return faultOfFileName(name).empty();
}

std::string useFile(const std::string &name) {
  return absl::StrCat("; give it by --file '", name, "=PATH'");
}

/// True if the file that `path` leads to lies in `folder` or below.
bool liesWithin(const fs::path &path, const fs::path &folder) {
  std::error_code error;
  fs::path real = fs::canonical(path, error);
  if (error)
    return false;
  fs::path root = fs::canonical(folder, error);
  return !error &&
         std::mismatch(root.begin(), root.end(), real.begin(), real.end())
                 .first == root.end();
}

/// Reads a file that a program in `folder` refers to.
absl::StatusOr<FileBytes> readBeside(const std::string &program,
                                     const fs::path &folder,
                                     const std::string &name) {
  const fs::path path = folder / name;
  std::error_code error;
  if (!fs::exists(path, error))
    return absl::NotFoundError(absl::StrCat(program, ": needs the file '", name,
                                            "', and ", path.string(),
                                            " is not there", useFile(name)));
  if (!fs::is_regular_file(path, error) || !liesWithin(path, folder))
    return absl::NotFoundError(absl::StrCat(
        program, ": needs the file '", name, "', and ", path.string(),
        " leads out of the folder of the program or is no file",
        useFile(name)));
  return readLargeFile(path.string());
}

fs::path folderOf(const std::string &path) {
  fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

absl::Status tooManyFiles(const std::string &path) {
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": has more than ", kMaxFiles, " files"));
}

absl::Status addOnnxFiles(const std::string &path, Program &program) {
  for (const std::string &location : onnxExternalData(program.module)) {
    std::string name = location;
    while (absl::StartsWith(name, "./"))
      name.erase(0, 2);
    if (program.files.count(name))
      continue;
    if (!isPlainName(name))
      return absl::NotFoundError(absl::StrCat(
          path, ": refuses to read '", location,
          "', where the model has its data: only files in the folder of the "
          "model or below are read; write the model again with such a place"));
    if (program.files.size() == kMaxFiles)
      return tooManyFiles(path);
    absl::StatusOr<FileBytes> bytes = readBeside(path, folderOf(path), name);
    if (!bytes.ok())
      return bytes.status();
    program.files[name] = *std::move(bytes);
    program.paths.push_back((folderOf(path) / name).string());
  }
  return absl::OkStatus();
}

/// Every file in a part of a SavedModel's folder.
absl::Status addFolder(const std::string &path, const fs::path &folder,
                       const std::string &part, Program &program) {
  std::error_code error;
  if (!fs::exists(folder / part, error))
    return absl::OkStatus();
  for (fs::recursive_directory_iterator entry(folder / part, error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name =
        entry->path().lexically_relative(folder).generic_string();
    std::error_code ignored;
    if ((entry->is_directory(ignored) && !entry->is_symlink(ignored)) ||
        program.files.count(name))
      continue;
    if (std::string fault = faultOfFileName(name); !fault.empty())
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": has a file '", absl::Utf8SafeCEscape(name),
                       "', whose name ", fault));
    if (program.files.size() == kMaxFiles)
      return tooManyFiles(path);
    absl::StatusOr<FileBytes> bytes = readBeside(path, folder, name);
    if (!bytes.ok())
      return bytes.status();
    program.files[name] = *std::move(bytes);
    program.paths.push_back((folder / name).string());
  }
  if (error)
    return absl::NotFoundError(
        absl::StrCat(path, ": cannot be read: ", error.message()));
  return absl::OkStatus();
}

absl::Status addGiven(const std::vector<std::string> &given, Program &program) {
  for (const std::string &file : given) {
    const size_t equals = file.find('=');
    const std::string name = file.substr(0, equals);
    if (equals == std::string::npos || !isPlainName(name))
      return absl::InvalidArgumentError(absl::StrCat(
          "--file: '", file,
          "' is not NAME=PATH, NAME being the relative path by which the "
          "program knows the file"));
    absl::StatusOr<FileBytes> bytes = readLargeFile(file.substr(equals + 1));
    if (!bytes.ok())
      return bytes.status();
    if (!program.files.emplace(name, *std::move(bytes)).second)
      return absl::InvalidArgumentError(
          absl::StrCat("--file: '", name, "' is given twice"));
    program.paths.push_back(file.substr(equals + 1));
  }
  return absl::OkStatus();
}

absl::Status addWeights(const std::string &path, Program &program) {
  const std::string extension = fs::path(path).extension().string();
  const std::string weights = weightsPath(path);
  const std::string name = fs::path(weights).filename().string();
  std::error_code error;
  // Text that leaves nothing out needs none, whatever an earlier program of
  // this name did.
  const bool wantsWeights =
      extension == ".mlirbc" ||
      (extension == ".mlir" && contains(program.module, "#ml_program.extern"));
  if (!wantsWeights || program.files.count(name) || !fs::exists(weights, error))
    return absl::OkStatus();
  absl::StatusOr<FileBytes> bytes = readLargeFile(weights);
  if (!bytes.ok())
    return bytes.status();
  program.files[name] = *std::move(bytes);
  program.paths.push_back(weights);
  return absl::OkStatus();
}

absl::StatusOr<Program> readSavedModel(const std::string &path,
                                       const fs::path &folder,
                                       Program program) {
  std::error_code error;
  if (!fs::exists(folder / std::string(kSavedModel), error))
    return absl::NotFoundError(absl::StrCat(
        path, ": is a folder, and no SavedModel: it has no ", kSavedModel));
  // One that is given is the program, and no file beside it.
  if (auto given = program.files.extract(std::string(kSavedModel))) {
    program.module = std::move(given.mapped());
  } else {
    absl::StatusOr<FileBytes> module =
        readBeside(path, folder, std::string(kSavedModel));
    if (!module.ok())
      return module.status();
    program.module = *std::move(module);
    program.paths.push_back((folder / std::string(kSavedModel)).string());
  }
  // What else stands there, such as Keras' own metadata, says nothing about the
  // program.
  for (const char *part : {"variables", "assets", "assets.extra"})
    if (absl::Status status = addFolder(path, folder, part, program);
        !status.ok())
      return status;
  return program;
}

} // namespace

std::vector<NamedFile> Program::namedFiles() const {
  std::vector<NamedFile> views;
  for (const auto &[name, bytes] : files)
    views.push_back({name, bytes});
  return views;
}

absl::StatusOr<std::string> readFile(const std::string &path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    return absl::NotFoundError(absl::StrCat(path, ": is a folder"));
  if (fs::is_character_file(path, error) || fs::is_block_file(path, error))
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is a device; give a file or a pipe"));
  std::ifstream file(path, std::ios::binary);
  std::string bytes;
  uint64_t size = fs::file_size(path, error);
  if (error)
    size = 0;
  constexpr size_t kChunkBytes = 64 << 10; // More is more pages to touch.
  if (!error && size > kMaxFileBytes)
    return tooLarge(path, kMaxFileBytes);
  bytes.reserve(error ? kChunkBytes : size + 1);
  // Read to the end and not to the size: the file may be a pipe.
  std::vector<char> chunk(kChunkBytes);
  while (file.read(chunk.data(), kChunkBytes) || file.gcount() > 0)
    if (bytes.append(chunk.data(), static_cast<size_t>(file.gcount())).size() >
        std::max(size, kMaxPipeBytes))
      return tooLarge(path, kMaxPipeBytes);
  if (!file.eof())
    return absl::NotFoundError(
        absl::StrCat(path, ": cannot be read: ", std::strerror(errno)));
  return bytes;
}

absl::StatusOr<FileBytes> readLargeFile(const std::string &path) {
  std::error_code error;
  const uint64_t size =
      fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  if (error || size <= FileBytes::kMaxHeldBytes || size > kMaxFileBytes)
    return readFile(path);
  // Does not wait, whatever stands there by now.
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return readFile(path); // Says why.
  FileBytes bytes = FileBytes::map(descriptor, path);
  close(descriptor);
  if (bytes.size() == 0)
    return readFile(path);
  return bytes;
}

absl::StatusOr<Program> readProgram(const std::string &path,
                                    const std::vector<std::string> &given) {
  Program program;
  if (absl::Status status = addGiven(given, program); !status.ok())
    return status;
  std::error_code error;
  if (fs::is_directory(path, error))
    return readSavedModel(path, path, std::move(program));
  if (fs::path(path).filename() == std::string(kSavedModel))
    return readSavedModel(path, folderOf(path), std::move(program));
  absl::StatusOr<FileBytes> module = readLargeFile(path);
  if (!module.ok())
    return module.status();
  program.module = *std::move(module);
  program.paths.push_back(path);
  if (absl::Status status = addOnnxFiles(path, program); !status.ok())
    return status;
  if (absl::Status status = addWeights(path, program); !status.ok())
    return status;
  FileBytes::release(program.module); // Which ONNX's was looked through.
  return program;
}

std::string weightsPath(const std::string &path) {
  return fs::path(path).replace_extension(".weights.safetensors").string();
}

std::string programStem(const std::string &path) {
  fs::path program(path);
  if (program.filename().empty()) // `folder/`
    program = program.parent_path();
  std::string stem = program.stem().string();
  return stem.empty() || stem == "." || stem == ".." ? "program" : stem;
}

} // namespace ingot::client
