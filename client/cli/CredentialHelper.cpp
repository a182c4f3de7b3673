//===- CredentialHelper.cpp - a program that knows the token --------------===//
//
// The question is a few bytes, which a pipe takes without a reader, so it is
// written before anything is read. The program is not run by a shell.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CredentialHelper.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace ingot::client {
namespace {

constexpr size_t kMaxAnswerBytes = 64 << 10;

/// A running helper; ended and waited for with this object.
class Helper {
public:
  ~Helper() {
    for (int fd : {question_, answer_})
      if (fd >= 0)
        close(fd);
    if (pid_ <= 0)
      return;
    kill(pid_, SIGKILL);
    wait();
  }

  bool start(const std::string &program) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0)
      return false;
    question_ = in[1];
    if (pipe2(out, O_CLOEXEC) != 0) {
      close(in[0]);
      return false;
    }
    answer_ = out[0];
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in[0], 0);
    posix_spawn_file_actions_adddup2(&files, out[1], 1);
    std::string name = program, get = "get";
    char *arguments[] = {name.data(), get.data(), nullptr};
    errno =
        posix_spawnp(&pid_, name.c_str(), &files, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    close(in[0]);
    close(out[1]);
    return errno == 0;
  }

  /// Writes the question and reads the answer to its end.
  bool ask(const std::string &question, absl::Time deadline,
           std::string &answer) {
    // One that does not read may still answer.
    auto before = std::signal(SIGPIPE, SIG_IGN);
    (void)!write(question_, question.data(), question.size());
    std::signal(SIGPIPE, before);
    close(std::exchange(question_, -1));
    while (answer.size() <= kMaxAnswerBytes) {
      pollfd wait{answer_, POLLIN, 0};
      if (absl::Now() >= deadline || !waitFor(wait, deadline))
        return false;
      char bytes[4096];
      const ssize_t got = read(answer_, bytes, sizeof(bytes));
      if (got <= 0)
        return got == 0;
      answer.append(bytes, static_cast<size_t>(got));
    }
    return false;
  }

  /// True if it ends well by then; without a deadline it is waited for.
  bool wait(absl::Time deadline = absl::InfiniteFuture()) {
    if (deadline != absl::InfiniteFuture() && !hasEnded(deadline))
      return false;
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

private:
  static int millisecondsUntil(absl::Time deadline) {
    const absl::Duration rest = std::clamp(
        deadline - absl::Now(), absl::ZeroDuration(), absl::Hours(1));
    return static_cast<int>(absl::ToInt64Milliseconds(rest)) + 1;
  }

  /// poll() until the deadline, whatever signals come.
  static bool waitFor(pollfd &wait, absl::Time deadline) {
    int ready;
    while ((ready = poll(&wait, 1, millisecondsUntil(deadline))) < 0 &&
           errno == EINTR) {
    }
    return ready > 0;
  }

  /// One that has closed its end of the pipe may go on for ever.
  bool hasEnded(absl::Time deadline) const {
    const int process = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
    if (process < 0)
      return true; // An old kernel: it is waited for.
    pollfd wait{process, POLLIN, 0};
    const bool isOver = waitFor(wait, deadline);
    close(process);
    return isOver;
  }

  pid_t pid_ = -1;
  int question_ = -1, answer_ = -1;
};

absl::StatusOr<std::string> tokenIn(const std::string &answer) {
  const auto json = nlohmann::json::parse(answer, nullptr, false);
  if (!json.is_object())
    return absl::InvalidArgumentError("its answer is no JSON object");
  const auto headers = json.find("headers");
  if (headers == json.end() || !headers->is_object())
    return std::string();
  for (const auto &[name, values] : headers->items()) {
    if (!absl::EqualsIgnoreCase(name, "authorization"))
      continue;
    if (!values.is_array() || values.size() != 1 || !values[0].is_string())
      return absl::InvalidArgumentError("its Authorization is not one string");
    const auto text = values[0].get<std::string>();
    absl::string_view token = text;
    if (!absl::ConsumePrefix(&token, "Bearer "))
      return absl::InvalidArgumentError("its Authorization is not Bearer");
    return std::string(token);
  }
  return std::string();
}

} // namespace

absl::StatusOr<std::string> tokenOfHelper(const std::string &program,
                                          const std::string &address,
                                          absl::Duration timeout) {
  absl::string_view host = address;
  absl::ConsumePrefix(&host, "grpcs://");
  const std::string question =
      nlohmann::json({{"uri", absl::StrCat("https://", host)}})
          .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  Helper helper;
  std::string answer;
  if (!helper.start(program))
    return absl::UnavailableError(absl::StrCat("credential helper ", program,
                                               ": ", std::strerror(errno)));
  const absl::Time deadline = absl::Now() + timeout;
  if (!helper.ask(question, deadline, answer))
    return absl::UnavailableError(
        absl::StrCat("credential helper ", program, ": no answer in ",
                     absl::FormatDuration(timeout), ", or too long a one"));
  if (!helper.wait(deadline))
    return absl::UnavailableError(
        absl::StrCat("credential helper ", program, " failed, or did not end"));
  absl::StatusOr<std::string> token = tokenIn(answer);
  if (!token.ok())
    return absl::InvalidArgumentError(absl::StrCat(
        "credential helper ", program, ": ", token.status().message()));
  return token;
}

} // namespace ingot::client
