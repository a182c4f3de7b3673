//===- ActionFiles.cpp - one action from files to a file ------------------===//
//
// All files are opened before the sandbox closes, and the compiler runs after:
// the module is no more to be trusted here than on the daemon's own machine.
// Payloads are mapped, which aligns them as bytecode with resources wants it.
//
//===----------------------------------------------------------------------===//

#include "server/worker/ActionFiles.h"
#include "server/worker/ExitCodes.h"
#include "server/worker/FileDescriptor.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::server {
namespace {

/// As the daemon's template has it.
constexpr rlim_t kStackBytes = 64 << 20;
/// As one message can be; also what a worker may write (Sandbox.cpp).
constexpr size_t kMaxOutputBytes = size_t{1} << 30;

absl::Status failed(const std::string &path) {
  return absl::UnavailableError(absl::StrCat(path, ": ", std::strerror(errno)));
}

/// NOT_FOUND where there is none. The mapping lives as long as the process.
absl::StatusOr<std::string_view> mapFile(const std::string &path) {
  FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT)
    return absl::NotFoundError(absl::StrCat(path, ": there is no such file"));
  struct stat information;
  if (!file || fstat(file.get(), &information) != 0)
    return failed(path);
  const auto size = static_cast<size_t>(information.st_size);
  if (size == 0)
    return std::string_view();
  void *bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (bytes == MAP_FAILED)
    return failed(path);
  return std::string_view(static_cast<const char *>(bytes), size);
}

struct Inputs {
  v1::WorkRequest request;
  std::vector<std::string_view> payloads;
};

absl::StatusOr<Inputs> readInputs(const std::string &folder) {
  Inputs inputs;
  const std::string path = absl::StrCat(folder, "/", kActionRequestFile);
  absl::StatusOr<std::string_view> request = mapFile(path);
  if (!request.ok())
    return request.status();
  if (!inputs.request.ParseFromArray(request->data(),
                                     static_cast<int>(request->size())))
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": is no ingot.v1.WorkRequest"));
  while (true) {
    absl::StatusOr<std::string_view> payload = mapFile(
        absl::StrCat(folder, "/", actionPayloadFile(inputs.payloads.size())));
    if (absl::IsNotFound(payload.status()))
      return inputs;
    if (!payload.ok())
      return payload.status();
    inputs.payloads.push_back(*payload);
  }
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = write(file, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0)
      return false;
    bytes.remove_prefix(static_cast<size_t>(wrote));
  }
  return true;
}

int complain(const absl::Status &status, int exitCode) {
  std::fprintf(stderr, "ingot-worker: %s\n",
               std::string(status.message()).c_str());
  return exitCode;
}

absl::Status confine(const WorkerLimits &limits) {
  rlimit stack{};
  getrlimit(RLIMIT_STACK, &stack);
  stack.rlim_cur = std::min(stack.rlim_max, kStackBytes);
  setrlimit(RLIMIT_STACK, &stack);
  std::set_new_handler([] { _exit(kExitOutOfMemory); });
  return limits.sandbox ? enterSandbox(limits.memoryBytes, *limits.sandbox)
                        : absl::OkStatus();
}

} // namespace

std::string actionPayloadFile(size_t index) {
  return absl::StrCat("payload-", index);
}

int runActionFiles(const std::string &folder, const std::string &result,
                   Backend &backend, const WorkerLimits &limits) {
  absl::StatusOr<Inputs> inputs = readInputs(folder);
  if (!inputs.ok())
    return complain(inputs.status(), kExitProtocol);
  FileDescriptor file(
      open(result.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (!file)
    return complain(failed(result), kExitProtocol);
  v1::ActionOutput output;
  output.set_compiler_identity(backend.hello().compiler_identity());
  if (absl::Status status = confine(limits); !status.ok())
    return complain(status, kExitSandbox);

  backend.run(inputs->request, inputs->payloads,
              [&](const v1::WorkResponse &response,
                  const std::vector<std::string> &payloads) {
                *output.add_responses() = response;
                for (const std::string &payload : payloads)
                  output.add_payloads(payload);
              });
  if (output.ByteSizeLong() > kMaxOutputBytes)
    return complain(absl::ResourceExhaustedError("the result is over 1 GiB"),
                    kExitOutOfMemory);
  if (!writeAll(file.get(), output.SerializeAsString()))
    return complain(failed(result), kExitProtocol);
  return 0;
}

} // namespace ingot::server
