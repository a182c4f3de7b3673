//===- PrivateDaemon.cpp - the user's own daemon --------------------------===//
//
// Two commands may start at once, so a lock file is held while a daemon comes
// up, and the socket is tried again once the lock is held. Readiness is one
// byte through a pipe: no caller polls the socket, and a daemon that dies
// closes the pipe, which is noticed at once.
//
// The lock file says which files were started: path, inode and time. A command
// whose files are others drains the daemon, waits until its process is gone,
// since that holds the lock of the store, and starts its own.
//
//===----------------------------------------------------------------------===//

#include "client/lib/PrivateDaemon.h"
#include "cache/key/SteadyTime.h"
#include "client/lib/Client.h"

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;

/// The kernel's limit is 107 bytes.
constexpr size_t kMaxSocketPathBytes = 100;

/// A daemon recovers its store before it is ready, which may be large.
constexpr absl::Duration kStartTimeout = absl::Seconds(30);
/// A daemon gives what it runs 30 s to finish.
constexpr absl::Duration kEndTimeout = absl::Seconds(35);

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// Makes a folder for this user alone. Refuses one of another owner and a
/// symbolic link: both could be another user's trap.
absl::Status makeFolder(const fs::path &path) {
  std::error_code error;
  fs::create_directories(path, error);
  struct stat entry;
  if (!error && (lstat(path.c_str(), &entry) != 0 || entry.st_uid != getuid() ||
                 !S_ISDIR(entry.st_mode)))
    return absl::UnavailableError(absl::StrCat(
        path.string(), ": is not a folder of yours; remove it, or set "
                       "XDG_RUNTIME_DIR and XDG_CACHE_HOME to folders of "
                       "yours"));
  if (!error)
    fs::permissions(path, fs::perms::owner_all, error);
  if (error)
    return absl::UnavailableError(absl::StrCat(
        "cannot make the folder ", path.string(), ": ", error.message()));
  return absl::OkStatus();
}

/// The last three lines of a log, where a daemon says why it ended.
std::string lastLines(const std::string &path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
    if (lines.size() > 3)
      lines.erase(lines.begin());
  }
  std::string text;
  for (const std::string &line : lines)
    absl::StrAppend(&text, "\n  ", line);
  return text;
}

/// Installed programs stand in one folder, and so do those of a build.
std::string findDaemon() {
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  fs::path program = folder / "ingotd";
  return fs::exists(program, error) ? program.string() : "ingotd";
}

/// Waits for the byte that a ready daemon writes; false when it ended or the
/// timeout passed.
bool waitUntilReady(int fd) {
  pollfd wait{fd, POLLIN, 0};
  const absl::Time end = steadyNow() + kStartTimeout;
  while (steadyNow() < end) {
    int ready = poll(&wait, 1, 100);
    char byte;
    if (ready > 0)
      return read(fd, &byte, 1) == 1;
    if (ready < 0 && errno != EINTR)
      return false;
  }
  return false;
}

/// The one descriptor besides the standard ones that a daemon inherits.
constexpr int kReadyFd = 3;

/// Starts the program so that it outlives this process and its terminal: two
/// forks, so that no zombie is left, and a session of its own.
void launch(const PrivateDaemonPaths &paths, int readyFd) {
  std::string address = paths.address(), fd = std::to_string(kReadyFd);
  pid_t pid = fork();
  if (pid > 0) {
    waitpid(pid, nullptr, 0);
    return;
  }
  if (pid < 0)
    return;
  setsid();
  if (fork() != 0)
    _exit(0);
  int null = open("/dev/null", O_RDWR);
  for (int standard : {0, 1, 2})
    dup2(null, standard);
  // Nothing of the command's lives on in a daemon that runs for hours: no file
  // that it has open, no folder that could not be unmounted.
  if (readyFd == kReadyFd)
    fcntl(readyFd, F_SETFD, 0);
  else
    dup2(readyFd, kReadyFd);
  syscall(SYS_close_range, kReadyFd + 1, ~0u, 0);
  (void)!chdir("/");
  // The user waits for the workers of a private daemon, so they are not niced.
  execlp(paths.program.c_str(), "ingotd", "--listen", address.c_str(),
         "--store", paths.store.c_str(), "--idle-exit", "600", "--worker-nice",
         "0", "--log-file", paths.log.c_str(), "--ready-fd", fd.c_str(),
         nullptr);
  _exit(127);
}

/// What is started by these paths; empty when it is not known.
std::string stampOf(const PrivateDaemonPaths &paths) {
  std::string stamp;
  const fs::path program = paths.program;
  for (const fs::path &file :
       {program, program.parent_path() / "ingot-worker"}) {
    struct stat entry{};
    if (stat(file.c_str(), &entry) != 0 && file == program)
      return "";
    absl::StrAppend(&stamp, file.string(), " ", entry.st_dev, ":", entry.st_ino,
                    ":", entry.st_mtim.tv_sec, ".", entry.st_mtim.tv_nsec, ":",
                    entry.st_size, "\n");
  }
  return stamp;
}

/// False where nothing is known of what runs, or would be started.
bool isOfAnotherBuild(const PrivateDaemonPaths &paths) {
  std::ifstream file(paths.lock);
  const std::string started{std::istreambuf_iterator<char>(file), {}};
  const std::string wanted = stampOf(paths);
  return !started.empty() && !wanted.empty() && started != wanted;
}

/// A connection to the daemon; -1 when there is none.
int connectTo(const PrivateDaemonPaths &paths) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, paths.socket.c_str(),
               sizeof(address.sun_path) - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof(address)) == 0)
    return fd;
  close(fd);
  return -1;
}

/// A descriptor that is readable once the daemon's process is gone; -1 when
/// there is no process.
int processOf(const PrivateDaemonPaths &paths) {
  int connection = connectTo(paths);
  if (connection < 0)
    return -1;
  ucred peer{};
  socklen_t size = sizeof(peer);
  getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size);
  close(connection);
  return static_cast<int>(syscall(SYS_pidfd_open, peer.pid, 0));
}

/// True once a process, by processOf(), is gone. Closes it.
bool awaitEnd(int process) {
  pollfd wait{process, POLLIN, 0};
  bool isOver =
      poll(&wait, 1, static_cast<int>(absl::ToInt64Milliseconds(kEndTimeout))) >
      0;
  close(process);
  return isOver;
}

/// OK when it has ended, or goes on since it does not understand.
absl::Status
endOther(const PrivateDaemonPaths &paths,
         const std::function<absl::Status(const PrivateDaemonPaths &)> &ask) {
  int process = processOf(paths);
  if (process < 0)
    return absl::OkStatus();
  if (!ask(paths).ok()) {
    close(process);
    return absl::OkStatus();
  }
  if (awaitEnd(process))
    return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(
      "the private daemon at ", paths.socket,
      " is of another build and does not end; wait until its work is done, or "
      "end it by `ingot server stop`"));
}

/// The caller holds the lock, so no other process starts one.
absl::Status startLocked(const PrivateDaemonPaths &paths) {
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) != 0)
    return absl::UnavailableError(
        absl::StrCat("cannot make a pipe: ", std::strerror(errno)));
  // Before: what is replaced meanwhile counts as another build.
  const std::string stamp = stampOf(paths);
  launch(paths, ready[1]);
  close(ready[1]);
  bool isReady = waitUntilReady(ready[0]);
  close(ready[0]);
  if (isReady) {
    std::ofstream(paths.lock, std::ios::trunc) << stamp;
    return absl::OkStatus();
  }
  return absl::UnavailableError(absl::StrCat(
      "a private daemon could not be started; the end of its log, ", paths.log,
      ":", lastLines(paths.log)));
}

} // namespace

absl::StatusOr<PrivateDaemonPaths> privateDaemonPaths() {
  std::string cacheHome = environment("XDG_CACHE_HOME");
  if (cacheHome.empty() && environment("HOME").empty())
    return absl::UnavailableError(
        "neither HOME nor XDG_CACHE_HOME is set, so there is no place for a "
        "private daemon's store; name a server by --server");
  // Absolute: the daemon runs in another folder.
  std::error_code error;
  fs::path cache =
      fs::absolute(cacheHome.empty() ? fs::path(environment("HOME")) / ".cache"
                                     : fs::path(cacheHome),
                   error) /
      "ingot";
  std::string runtimeHome = environment("XDG_RUNTIME_DIR");
  fs::path runtime =
      runtimeHome.empty() ? cache : fs::absolute(runtimeHome, error) / "ingot";
  if ((runtime / "ingotd.sock").string().size() > kMaxSocketPathBytes)
    runtime = absl::StrCat("/tmp/ingot-", getuid());
  for (const fs::path &folder : {cache, runtime})
    if (absl::Status status = makeFolder(folder); !status.ok())
      return status;
  return PrivateDaemonPaths{(runtime / "ingotd.sock").string(),
                            (cache / "store").string(),
                            (cache / "ingotd.log").string(),
                            (runtime / "ingotd.lock").string(), findDaemon()};
}

bool isRunning(const PrivateDaemonPaths &paths) {
  // The file alone proves nothing: a daemon that was killed leaves it behind.
  int fd = connectTo(paths);
  if (fd >= 0)
    close(fd);
  return fd >= 0;
}

absl::Status startPrivateDaemon(const PrivateDaemonPaths &paths) {
  return startPrivateDaemon(paths, [](const PrivateDaemonPaths &other) {
    absl::StatusOr<std::unique_ptr<Client>> client =
        Client::connect(other.address(), absl::Seconds(3));
    CallOptions options;
    options.deadline = absl::Now() + absl::Seconds(10);
    return client.ok() ? (*client)->drain(options) : client.status();
  });
}

absl::Status startPrivateDaemon(
    const PrivateDaemonPaths &paths,
    const std::function<absl::Status(const PrivateDaemonPaths &)> &askToEnd) {
  // Without the lock first: this is the common case.
  if (isRunning(paths) && !isOfAnotherBuild(paths))
    return absl::OkStatus();
  int lock = open(paths.lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0 || flock(lock, LOCK_EX) != 0)
    return absl::UnavailableError(
        absl::StrCat("cannot lock ", paths.lock, ": ", std::strerror(errno)));
  absl::Status status;
  if (isRunning(paths) && isOfAnotherBuild(paths))
    status = endOther(paths, askToEnd);
  if (status.ok() && !isRunning(paths))
    status = startLocked(paths);
  close(lock);
  return status;
}

absl::StatusOr<bool>
stopPrivateDaemon(const PrivateDaemonPaths &paths,
                  const std::function<absl::Status()> &askToEnd) {
  // Before: whoever has ended cannot be found.
  int process = processOf(paths);
  if (absl::Status status = askToEnd(); !status.ok()) {
    if (process >= 0)
      close(process);
    return status;
  }
  return process < 0 || awaitEnd(process);
}

} // namespace ingot::client
