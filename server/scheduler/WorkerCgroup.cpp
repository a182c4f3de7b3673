//===- WorkerCgroup.cpp - a limit for all workers together ----------------===//
//
// A group that hands controllers down has no processes itself, so the daemon
// moves to a group below first. If anything else lives in its group, the group
// is not the daemon's: nothing is touched.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/WorkerCgroup.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ingot::server {
namespace {

absl::Status unavailable(absl::string_view what) {
  return absl::UnavailableError(absl::StrCat("cgroup: ", what));
}

absl::Status failed(absl::string_view path) {
  return unavailable(absl::StrCat(path, ": ", std::strerror(errno)));
}

/// Empty where there is none.
std::string readAll(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

absl::Status write(const std::string &path, const std::string &text) {
  // Files of a group are there already; those of tests may not be.
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0)
    return failed(path);
  const ssize_t wrote = ::write(file, text.data(), text.size());
  const absl::Status status = wrote == static_cast<ssize_t>(text.size())
                                  ? absl::OkStatus()
                                  : failed(path);
  close(file);
  return status;
}

std::vector<std::string> wordsOf(const std::string &text) {
  return absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty());
}

/// The group of cgroup v2 that this process is in; empty where there is none.
std::string ownGroup(const CgroupFiles &files) {
  for (absl::string_view line :
       absl::StrSplit(readAll(files.membership), '\n', absl::SkipEmpty()))
    if (absl::ConsumePrefix(&line, "0::"))
      return line == "/" ? files.root : absl::StrCat(files.root, line);
  return "";
}

absl::Status checkOwned(const std::string &group, pid_t self) {
  const std::vector<std::string> controllers =
      wordsOf(readAll(group + "/cgroup.controllers"));
  for (const char *needed : {"memory", "pids"})
    if (std::find(controllers.begin(), controllers.end(), needed) ==
        controllers.end())
      return unavailable(
          absl::StrCat(group, " has no controller `", needed, "`"));
  if (wordsOf(readAll(group + "/cgroup.procs")) !=
      std::vector<std::string>{absl::StrCat(self)})
    return unavailable(absl::StrCat(group, " is not this daemon's alone"));
  return absl::OkStatus();
}

absl::Status makeGroup(const std::string &group) {
  return mkdir(group.c_str(), 0755) == 0 || errno == EEXIST ? absl::OkStatus()
                                                            : failed(group);
}

/// What follows when the daemon has left its group.
absl::Status setLimits(const std::string &group,
                       const WorkerCgroup::Limits &limits) {
  const std::string workers = group + "/workers";
  if (absl::Status status =
          write(group + "/cgroup.subtree_control", "+memory +pids");
      !status.ok())
    return status;
  if (absl::Status status = makeGroup(workers); !status.ok())
    return status;
  if (absl::Status status =
          write(workers + "/memory.max", absl::StrCat(limits.memoryBytes));
      !status.ok())
    return status;
  return write(workers + "/pids.max", absl::StrCat(limits.processes));
}

} // namespace

int64_t physicalMemory() {
  struct sysinfo machine{};
  sysinfo(&machine);
  return static_cast<int64_t>(machine.totalram) * machine.mem_unit;
}

int64_t memoryOfMachine(const CgroupFiles &files, int64_t physical) {
  int64_t least = physical;
  // Within a container, what shows as the root has a limit too.
  for (std::string group = ownGroup(files); group.size() >= files.root.size();
       group.resize(group.rfind('/'))) {
    int64_t limit = 0;
    const std::string text = readAll(group + "/memory.max");
    if (absl::SimpleAtoi(absl::StripAsciiWhitespace(text), &limit))
      least = std::min(least, limit);
  }
  return least;
}

absl::StatusOr<std::unique_ptr<WorkerCgroup>>
WorkerCgroup::create(const Limits &limits, pid_t self,
                     const CgroupFiles &files) {
  const std::string group = ownGroup(files);
  if (group.empty())
    return unavailable("this process is in no group of version 2");
  if (absl::Status status = checkOwned(group, self); !status.ok())
    return status;
  const std::string front = group + "/front", pid = absl::StrCat(self);
  absl::Status status = makeGroup(front);
  if (status.ok())
    status = write(front + "/cgroup.procs", pid);
  if (status.ok())
    status = setLimits(group, limits);
  if (status.ok())
    return std::unique_ptr<WorkerCgroup>(
        new WorkerCgroup(absl::StrCat(group, "/workers")));
  // Back, if it had gone. Groups that stay behind hold nobody.
  write(group + "/cgroup.procs", pid).IgnoreError();
  rmdir((group + "/workers").c_str());
  rmdir(front.c_str());
  return status;
}

absl::Status WorkerCgroup::add(pid_t process) const {
  return write(workers_ + "/cgroup.procs", absl::StrCat(process));
}

} // namespace ingot::server
