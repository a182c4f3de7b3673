//===- FakeReapiExecution.cpp - bots that run actions ---------------------===//

#include "tests/fakes/FakeReapiExecution.h"

#include "cache/key/Digest.h"
#include "tests/unit/TemporaryFolder.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace reapi = build::bazel::remote::execution::v2;
namespace fs = std::filesystem;

namespace ingot::fakes {

static std::string readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::string FakeReapiExecution::get(const Digest &digest) {
  return readFile(folder_ / "cas" / digest.hash());
}

FakeReapiExecution::Digest FakeReapiExecution::put(const std::string &bytes) {
  const ingot::Digest digest = ingot::Digest::of(bytes);
  Digest named;
  named.set_hash(digest.hex());
  named.set_size_bytes(digest.size);
  // Two bots may store the same: a file is there as a whole or not.
  static std::atomic<int> number{0};
  const fs::path path = folder_ / "cas" / named.hash();
  const fs::path part = path.string() + ".part" + std::to_string(number++);
  std::ofstream(part, std::ios::binary) << bytes;
  fs::rename(part, path);
  return named;
}

void FakeReapiExecution::unpack(const Digest &digest, const fs::path &to) {
  reapi::Directory folder;
  folder.ParseFromString(get(digest));
  fs::create_directories(to);
  for (const reapi::FileNode &file : folder.files()) {
    std::ofstream(to / file.name(), std::ios::binary) << get(file.digest());
    if (file.is_executable())
      fs::permissions(to / file.name(), fs::perms::owner_all);
  }
  for (const reapi::DirectoryNode &below : folder.directories())
    unpack(below.digest(), to / below.name());
}

/// A process that is made while a program is written has it open for writing
/// too until it becomes another one: until then nobody can run the program.
static std::mutex &unpacking() {
  static std::mutex mutex;
  return mutex;
}

/// The exit code of a program that runs in `folder`.
static int runIn(const fs::path &folder, const reapi::Command &command) {
  std::vector<std::string> words(command.arguments().begin(),
                                 command.arguments().end());
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = [] {
    std::lock_guard<std::mutex> lock(unpacking());
    return fork();
  }();
  if (child == 0) {
    if (chdir(folder.c_str()) == 0)
      execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

FakeReapiExecution::ActionResult FakeReapiExecution::run(const Digest &digest) {
  reapi::Action action;
  reapi::Command command;
  action.ParseFromString(get(digest));
  command.ParseFromString(get(action.command_digest()));
  TemporaryFolder folder;
  {
    std::lock_guard<std::mutex> lock(unpacking());
    unpack(action.input_root_digest(), folder.path());
  }
  ActionResult result;
  result.set_exit_code(runIn(folder.path(), command));
  for (const std::string &path : command.output_paths()) {
    if (!fs::exists(folder.path() + "/" + path))
      continue;
    reapi::OutputFile &file = *result.add_output_files();
    file.set_path(path);
    *file.mutable_digest() = put(readFile(folder.path() + "/" + path));
  }
  return result;
}

grpc::Status FakeReapiExecution::Execute(
    grpc::ServerContext *context, const reapi::ExecuteRequest *request,
    grpc::ServerWriter<google::longrunning::Operation> *writer) {
  google::longrunning::Operation operation;
  operation.set_name("operations/1");
  writer->Write(operation); // Queued.
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return idle_ > 0; });
    --idle_;
    ++actions_;
    mostAtOnce_ = std::max(mostAtOnce_, ++running_);
  }
  grpc::Status status = before ? before(*context) : grpc::Status::OK;
  if (status.ok()) {
    reapi::ExecuteResponse response;
    *response.mutable_result() = run(request->action_digest());
    if (after)
      after(*response.mutable_result());
    operation.set_done(true);
    operation.mutable_response()->PackFrom(response);
    writer->Write(operation);
  }
  std::lock_guard<std::mutex> lock(mutex_);
  ++idle_;
  --running_;
  changed_.notify_all();
  return status;
}

int FakeReapiExecution::actions() {
  std::lock_guard<std::mutex> lock(mutex_);
  return actions_;
}

int FakeReapiExecution::mostAtOnce() {
  std::lock_guard<std::mutex> lock(mutex_);
  return mostAtOnce_;
}

} // namespace ingot::fakes
