//===- FakeWorker.cpp - a worker program that does what a module says -----===//
//
// Speaks the worker protocol through the same template and loop as the real
// worker, with a made-up compiler behind it, so that the pool and the daemon
// can be tested without MLIR and every kind of trouble can be had on demand.
//
// A module is lines of text. A plan obeys, in order:
//
//   kernel NAME        adds a kernel whose module is this line and what follows
//                      the name; its symbol is NAME
//   constant NAME TEXT adds a constant with the bytes TEXT
//   place NAME PAYLOAD OFFSET SIZE
//                      adds one that stands in the program: in the module, 0,
//                      or in a file
//   events N           sends N remarks
//   serial             sends a remark: how many requests this worker has had
//   fail CODE TEXT     fails with that status
//   text TEXT          answers with text instead of a plan
//   lie                names a constant in the manifest with a wrong digest
//
// and everything obeys, wherever it stands in a module:
//
//   crash | exit N | hang | eat | garbage | open PATH | socket | fork | exec |
//   nice N | mute | warm | orphan | sleep MILLISECONDS
//
// ("open" to "exec" try what the sandbox refuses and fail with
// PERMISSION_DENIED if it was refused, with DATA_LOSS if it was not; "nice"
// fails with DATA_LOSS where the process has another niceness, "warm" where the
// worker has not warmed up; "orphan" kills the template, which takes a worker
// without a sandbox.) A kernel becomes "object(LINE)", a link the
// concatenation of its payloads and the digests of its constants.
//
// INGOT_FAKE_HELLO in the environment changes what the template says: nothing
// ("never"), nothing and it exits ("exit"), the same once for each file there
// is
// ("exit PATH", which removes PATH), or that it is the build of that name. A
// worker that warms up says "warm" on stderr.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Digest.h"
#include "server/worker/Template.h"

#include "absl/status/status.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::server {
namespace {

/// Leaves with a status when a line asks for it.
struct Verdict {
  absl::StatusCode code = absl::StatusCode::kOk;
  std::string message;
};

Verdict refused(bool wasRefused, const std::string &what) {
  return {wasRefused ? absl::StatusCode::kPermissionDenied
                     : absl::StatusCode::kDataLoss,
          what};
}

[[noreturn]] void eat() {
  // Touched, so that the compiler keeps it.
  for (std::vector<std::string> hoard;;)
    hoard.push_back(std::string(16 << 20, 'x'));
}

bool isWarm = false;
int requests = 0;

Verdict makeTrouble(const std::string &command, std::istream &rest) {
  if (command == "crash") {
    std::signal(SIGSEGV, SIG_DFL); // A sanitizer would make it an exit.
    std::raise(SIGSEGV);
  }
  if (command == "exit") {
    int code = 1;
    rest >> code;
    _exit(code);
  }
  if (command == "hang")
    while (true)
      pause();
  if (command == "sleep") {
    int milliseconds = 0;
    rest >> milliseconds;
    poll(nullptr, 0, milliseconds);
  }
  if (command == "mute") {
    close(3); // The socket.
    while (true)
      pause();
  }
  if (command == "orphan") {
    kill(getppid(), SIGKILL);
    while (true)
      pause();
  }
  if (command == "eat")
    eat();
  if (command == "garbage") {
    (void)!write(3, std::string(64, 'g').data(), 64);
    return {};
  }
  if (command == "open") {
    std::string path;
    rest >> path;
    return refused(open(path.c_str(), O_RDONLY) < 0, "open " + path);
  }
  if (command == "nice") {
    int expected = 0;
    rest >> expected;
    if (getpriority(PRIO_PROCESS, 0) != expected)
      return {absl::StatusCode::kDataLoss, "another niceness"};
  }
  if (command == "warm" && !isWarm)
    return {absl::StatusCode::kDataLoss, "cold"};
  if (command == "socket")
    return refused(socket(AF_INET, SOCK_STREAM, 0) < 0, "socket");
  if (command == "fork") {
    pid_t pid = fork();
    if (pid == 0)
      _exit(0);
    return refused(pid < 0, "fork");
  }
  if (command == "exec") {
    char program[] = "/bin/true", *arguments[] = {program, nullptr};
    execv(program, arguments);
    return refused(true, "exec");
  }
  return {};
}

class FakeBackend final : public Backend {
public:
  std::string targets; ///< Folder; there is none that it can read.

  v1::WorkerHello hello() override {
    v1::WorkerHello hello;
    const char *environment = std::getenv("INGOT_FAKE_HELLO");
    std::string mode = environment ? environment : "fake 1";
    while (mode == "never")
      pause();
    if (mode == "exit")
      _exit(1);
    if (mode.rfind("exit ", 0) == 0) {
      if (unlink(mode.substr(5).c_str()) == 0)
        _exit(1);
      mode = "fake 1";
    }
    hello.set_compiler_identity(mode);
    if (!targets.empty())
      hello.set_error("no targets in " + targets);
    for (const char *name : {"host", "other"}) {
      auto *target = hello.add_targets();
      target->set_name(name);
      target->mutable_target()->set_triple("x86_64-unknown-linux-gnu");
      target->mutable_target()->set_cpu(
          name == std::string("host") ? "znver4" : "generic");
    }
    for (const char *phase :
         {"import", "constants", "legalize", "plan", "kernels", "link"})
      hello.add_phases(phase);
    return hello;
  }

  void warmUp() override {
    isWarm = true;
    (void)!write(STDERR_FILENO, "warm\n", 5);
  }

  void run(const v1::WorkRequest &request,
           const std::vector<std::string_view> &payloads,
           const Send &send) override {
    v1::WorkResponse response;
    std::vector<std::string> bytes;
    Verdict verdict;
    ++requests;
    if (request.has_plan() || request.has_check())
      verdict = plan(std::string(payloads[0]), response, bytes, send);
    else if (request.has_kernel())
      verdict = kernel(std::string(payloads[0]), response, bytes);
    else if (request.has_host())
      host(std::string(payloads[0]), response, bytes);
    else
      link(request.link().manifest(), payloads, response, bytes);
    if (verdict.code != absl::StatusCode::kOk) {
      response.Clear();
      bytes.clear();
      response.mutable_failure()->set_code(static_cast<int>(verdict.code));
      response.mutable_failure()->set_message(verdict.message);
    }
    send(response, bytes);
  }

private:
  static void phase(const char *name, const Send &send) {
    v1::WorkResponse event;
    event.set_phase(name);
    send(event, {});
  }

  static void remark(int number, const Send &send) {
    v1::WorkResponse event;
    event.mutable_diagnostic()->set_severity(v1::Diagnostic::REMARK);
    event.mutable_diagnostic()->set_message(std::to_string(number));
    send(event, {});
  }

  static Verdict plan(const std::string &module, v1::WorkResponse &response,
                      std::vector<std::string> &bytes, const Send &send) {
    phase("import", send);
    v1::WorkResponse::Plan &plan = *response.mutable_plan();
    v1::Manifest &manifest = *plan.mutable_manifest();
    manifest.set_abi_version(1);
    manifest.add_entry_points()->set_name("main");
    bytes.push_back("host(" + module + ")");
    std::vector<std::string> constants;
    std::istringstream lines(module);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string command, name, text;
      words >> command;
      if (command == "kernel") {
        words >> name;
        auto *kernel = plan.add_kernels();
        kernel->set_symbol(name);
        kernel->set_root("fake");
        kernel->set_uses(1);
        auto *entry = manifest.add_kernels();
        entry->set_symbol(name);
        entry->set_root("fake");
        entry->set_uses(1);
        *entry->mutable_module() = Digest::of(line).toProto();
        bytes.push_back(line);
      } else if (command == "constant") {
        words >> name >> text;
        plan.add_constants()->set_name(name);
        auto *constant = manifest.add_constants();
        constant->set_name(name);
        *constant->mutable_digest() = Digest::of(text).toProto();
        constants.push_back(text);
      } else if (command == "place") {
        uint32_t payload = 0;
        uint64_t offset = 0, size = 0;
        words >> name >> payload >> offset >> size;
        auto *constant = plan.add_constants();
        constant->set_name(name);
        constant->mutable_place()->set_payload(payload);
        constant->mutable_place()->set_offset(offset);
        constant->mutable_place()->set_size(size);
        manifest.add_constants()->set_name(name);
      } else if (command == "lie") {
        auto *constant = manifest.add_constants();
        constant->set_name("lie");
        *constant->mutable_digest() = Digest::of("what never came").toProto();
      } else if (command == "events") {
        int count = 0;
        words >> count;
        for (int i = 0; i < count; ++i)
          remark(i, send);
      } else if (command == "serial") {
        remark(requests, send);
      } else if (command == "fail") {
        int code = 3;
        words >> code;
        std::getline(words, text);
        v1::WorkResponse event;
        event.mutable_diagnostic()->set_severity(v1::Diagnostic::ERROR);
        event.mutable_diagnostic()->set_message(text);
        send(event, {});
        return {static_cast<absl::StatusCode>(code), text};
      } else if (command == "text") {
        std::getline(words, text);
        response.mutable_plan()->Clear();
        response.mutable_plan()->set_is_text(true);
        bytes = {text};
        return {};
      } else if (Verdict verdict = makeTrouble(command, words);
                 verdict.code != absl::StatusCode::kOk) {
        return verdict;
      }
    }
    bytes.insert(bytes.end(), constants.begin(), constants.end());
    return {};
  }

  static Verdict kernel(const std::string &module, v1::WorkResponse &response,
                        std::vector<std::string> &bytes) {
    std::istringstream words(module);
    std::string word;
    words >> word >> word; // "kernel NAME"; what follows may be trouble.
    while (words >> word)
      if (Verdict verdict = makeTrouble(word, words);
          verdict.code != absl::StatusCode::kOk)
        return verdict;
    response.mutable_kernel();
    bytes.push_back("object(" + module + ")");
    return {};
  }

  static void host(const std::string &module, v1::WorkResponse &response,
                   std::vector<std::string> &bytes) {
    response.mutable_host();
    bytes.push_back(module);
  }

  static void link(const v1::Manifest &manifest,
                   const std::vector<std::string_view> &payloads,
                   v1::WorkResponse &response,
                   std::vector<std::string> &bytes) {
    response.mutable_link();
    bytes.emplace_back();
    for (std::string_view payload : payloads)
      bytes.back().append(payload).append("\n");
    for (const v1::Constant &constant : manifest.constants())
      bytes.back().append(constant.digest().hash()).append("\n");
  }
};

} // namespace
} // namespace ingot::server

int main(int argc, char **argv) {
  ingot::server::FakeBackend backend;
  return ingot::server::templateMain(
      argc, argv,
      [&](const ingot::server::CompilerSettings &settings)
          -> ingot::server::Backend & {
        backend.targets = settings.targets;
        return backend;
      });
}
