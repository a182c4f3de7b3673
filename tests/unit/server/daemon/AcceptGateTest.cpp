//===- AcceptGateTest.cpp - sockets that are listened on and passed -------===//
//
// Connections are made as clients make them. What the gate hands on is waited
// for, so that no test depends on when its thread runs.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/AcceptGate.h"
#include "server/daemon/ServiceManager.h"
#include "tests/unit/TemporaryFolder.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/synchronization/mutex.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <arpa/inet.h>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ingot::server {
namespace {

using testing::HasSubstr;

sockaddr_un unixName(const std::string &path) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  EXPECT_LT(path.size(), sizeof(name.sun_path)) << "TMPDIR is too long";
  path.copy(name.sun_path, sizeof(name.sun_path) - 1);
  return name;
}

FileDescriptor connectedTo(const std::string &address) {
  const bool isUnix = address.rfind("unix:", 0) == 0;
  FileDescriptor fd(
      socket(isUnix ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  int result;
  if (isUnix) {
    const sockaddr_un name = unixName(address.substr(5));
    result = connect(fd.get(), reinterpret_cast<const sockaddr *>(&name),
                     sizeof(name));
  } else {
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    name.sin_port = htons(static_cast<uint16_t>(
        std::stoi(address.substr(address.rfind(':') + 1))));
    result = connect(fd.get(), reinterpret_cast<const sockaddr *>(&name),
                     sizeof(name));
  }
  if (result != 0)
    fd.reset();
  return fd;
}

class AcceptGateTest : public testing::Test {
protected:
  AcceptGateTest() { open(kMaxSilence); }

  void open(absl::Duration maxSilence) {
    auto made = AcceptGate::create(maxSilence);
    EXPECT_TRUE(made.ok()) << made.status();
    gate = *std::move(made);
  }

  std::string unixAddress() const {
    return absl::StrCat("unix:", folder.path(), "/socket");
  }
  /// Keeps connections under this name.
  AcceptGate::Handler handler(const std::string &name) {
    return [this, name](FileDescriptor connection) {
      absl::MutexLock lock(&mutex_);
      taken_.emplace_back(name, std::move(connection));
    };
  }
  /// Waits for the next connection and takes it.
  std::pair<std::string, FileDescriptor> take() {
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](std::vector<std::pair<std::string, FileDescriptor>> *taken) {
          return !taken->empty();
        },
        &taken_));
    auto first = std::move(taken_.front());
    taken_.erase(taken_.begin());
    return first;
  }

  TemporaryFolder folder;
  absl::Mutex mutex_;
  std::vector<std::pair<std::string, FileDescriptor>>
      taken_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<AcceptGate> gate;
};

TEST_F(AcceptGateTest, ConnectionsGoToTheHandlerOfTheirAddress) {
  auto local = gate->listen(unixAddress(), handler("unix"));
  auto tcp = gate->listen("127.0.0.1:0", handler("tcp"));
  ASSERT_TRUE(local.ok() && tcp.ok()) << local.status() << tcp.status();
  EXPECT_EQ(*local, unixAddress());
  EXPECT_NE(*tcp, "127.0.0.1:0") << "the port that it got";
  gate->start();
  for (int i = 0; i < 3; ++i)
    for (const auto &[address, name] :
         {std::pair(*local, "unix"), std::pair(*tcp, "tcp")}) {
      FileDescriptor client = connectedTo(address);
      ASSERT_TRUE(client) << address;
      ASSERT_EQ(write(client.get(), "x", 1), 1);
      auto [from, connection] = take();
      EXPECT_EQ(from, name);
      EXPECT_TRUE(fcntl(connection.get(), F_GETFL) & O_NONBLOCK);
      EXPECT_TRUE(fcntl(connection.get(), F_GETFD) & FD_CLOEXEC);
    }
  EXPECT_EQ(gate->refusals(), 0);
}

TEST_F(AcceptGateTest, WhoComesBeforeTheStartWaits) {
  auto address = gate->listen(unixAddress(), handler("unix"));
  ASSERT_TRUE(address.ok()) << address.status();
  FileDescriptor early = connectedTo(*address);
  ASSERT_TRUE(early);
  ASSERT_EQ(write(early.get(), "x", 1), 1);
  gate->start();
  EXPECT_EQ(take().first, "unix");
}

TEST_F(AcceptGateTest, ASocketFileIsItsOwnersAndGoesWithTheGate) {
  ASSERT_TRUE(gate->listen(unixAddress(), handler("unix")).ok());
  const std::string path = unixAddress().substr(5);
  struct stat file{};
  ASSERT_EQ(lstat(path.c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0600u);
  gate.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(AcceptGateTest, AFileThatTookItsPlaceStays) {
  ASSERT_TRUE(gate->listen(unixAddress(), handler("unix")).ok());
  const std::string path = unixAddress().substr(5);
  // Beside it first, so that it is another inode.
  std::ofstream(path + ".new") << "another";
  std::filesystem::rename(path + ".new", path);
  gate.reset();
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_F(AcceptGateTest, WhatCannotBeHadIsNamed) {
  auto taken = gate->listen("127.0.0.1:0", handler("tcp"));
  ASSERT_TRUE(taken.ok()) << taken.status();
  ASSERT_TRUE(gate->listen(unixAddress(), handler("unix")).ok());
  for (const std::string &address :
       {*taken, unixAddress(), absl::StrCat("unix:", folder.path(), "/no/s"),
        "unix:" + std::string(200, 'x'), std::string("127.0.0.1"),
        std::string("127.0.0.1:"), std::string("127.0.0.1:http"),
        std::string("127.0.0.1:65536"), std::string("127.0.0.1:-1"),
        std::string("192.0.2.1:0")}) {
    auto listened = gate->listen(address, handler("none"));
    EXPECT_EQ(listened.status().code(), absl::StatusCode::kUnavailable)
        << address;
    EXPECT_THAT(std::string(listened.status().message()),
                HasSubstr(absl::StrCat("cannot listen on ", address, ": ")));
  }
}

TEST_F(AcceptGateTest, ASocketThatWasAdoptedOutlivesTheGate) {
  FileDescriptor listening(socket(AF_UNIX, SOCK_STREAM, 0));
  const std::string path = unixAddress().substr(5);
  const sockaddr_un name = unixName(path);
  ASSERT_EQ(bind(listening.get(), reinterpret_cast<const sockaddr *>(&name),
                 sizeof(name)),
            0);
  ASSERT_EQ(listen(listening.get(), 8), 0);
  gate->adopt(FileDescriptor(dup(listening.get())), handler("adopted"));
  gate->start();
  FileDescriptor client = connectedTo(unixAddress());
  ASSERT_EQ(write(client.get(), "x", 1), 1);
  EXPECT_EQ(take().first, "adopted");
  gate.reset();
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_TRUE(connectedTo(unixAddress())) << "for whoever has it next";
}

TEST_F(AcceptGateTest, WhoIsSilentOnASocketIsNotHandedOnAndClosedInTheEnd) {
  open(absl::Milliseconds(20));
  ASSERT_TRUE(gate->listen(unixAddress(), handler("unix")).ok());
  gate->start();
  FileDescriptor silent = connectedTo(unixAddress());
  char byte;
  EXPECT_EQ(read(silent.get(), &byte, 1), 0) << "closed";
  absl::MutexLock lock(&mutex_);
  EXPECT_TRUE(taken_.empty());
}

TEST_F(AcceptGateTest, OfTooManyWhoAreSilentTheOldestIsClosed) {
  open(absl::Hours(1));
  ASSERT_TRUE(gate->listen(unixAddress(), handler("unix")).ok());
  gate->start();
  std::vector<FileDescriptor> silent;
  for (size_t i = 0; i < kMaxSilent + 1; ++i)
    ASSERT_TRUE(silent.emplace_back(connectedTo(unixAddress())));
  char byte;
  EXPECT_EQ(read(silent[0].get(), &byte, 1), 0) << "closed";
  ASSERT_EQ(write(silent[1].get(), "x", 1), 1);
  EXPECT_EQ(take().first, "unix") << "the next one stays";
}

TEST_F(AcceptGateTest, AGateThatWasNotStartedEnds) {
  ASSERT_TRUE(gate->listen(unixAddress(), handler("unix")).ok());
  FileDescriptor client = connectedTo(unixAddress());
  gate.reset();
  char byte;
  EXPECT_LE(read(client.get(), &byte, 1), 0) << "nobody takes it";
}

//===----------------------------------------------------------------------===//
// Sockets of a service manager
//===----------------------------------------------------------------------===//

/// What passedSockets() says in a process with these as descriptors 3 and on.
std::string passed(const std::vector<int> &sockets) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    // Above all that are given, before those are put in their places.
    const int out = fcntl(ends[1], F_DUPFD, 200);
    std::vector<int> high;
    for (int each : sockets)
      high.push_back(fcntl(each, F_DUPFD, 200));
    for (size_t i = 0; i < high.size(); ++i)
      dup2(high[i], 3 + static_cast<int>(i));
    setenv("LISTEN_PID", absl::StrCat(getpid()).c_str(), 1);
    setenv("LISTEN_FDS", absl::StrCat(sockets.size()).c_str(), 1);
    auto found = passedSockets();
    std::string text(found.status().message());
    if (found.ok())
      text = absl::StrJoin(*found, " ",
                           [](std::string *to, const PassedSocket &each) {
                             absl::StrAppend(to, each.fd, "=", each.address);
                           });
    (void)!write(out, text.data(), text.size());
    _exit(0);
  }
  close(ends[1]);
  std::string text(1000, '\0');
  const ssize_t size = read(ends[0], text.data(), text.size());
  text.resize(size < 0 ? 0 : static_cast<size_t>(size));
  close(ends[0]);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return text;
}

class PassedSocketsTest : public testing::Test {
protected:
  FileDescriptor unixSocket(int type, const std::string &path) {
    FileDescriptor fd(socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
    const sockaddr_un name = unixName(path);
    EXPECT_EQ(bind(fd.get(), reinterpret_cast<const sockaddr *>(&name),
                   static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                          path.size())),
              0);
    listen(fd.get(), 1);
    return fd;
  }
  static FileDescriptor tcpSocket(int family, std::string &address) {
    FileDescriptor fd(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_storage name{};
    name.ss_family = static_cast<sa_family_t>(family);
    if (family == AF_INET)
      reinterpret_cast<sockaddr_in &>(name).sin_addr.s_addr =
          htonl(INADDR_LOOPBACK);
    else
      reinterpret_cast<sockaddr_in6 &>(name).sin6_addr = in6addr_loopback;
    socklen_t size =
        family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    if (bind(fd.get(), reinterpret_cast<sockaddr *>(&name), size) != 0 ||
        listen(fd.get(), 1) != 0)
      return FileDescriptor();
    getsockname(fd.get(), reinterpret_cast<sockaddr *>(&name), &size);
    address =
        family == AF_INET
            ? absl::StrCat(
                  "127.0.0.1:",
                  ntohs(reinterpret_cast<sockaddr_in &>(name).sin_port))
            : absl::StrCat(
                  "[::1]:",
                  ntohs(reinterpret_cast<sockaddr_in6 &>(name).sin6_port));
    return fd;
  }

  TemporaryFolder folder;
};

TEST_F(PassedSocketsTest, TheyHaveTheirAddresses) {
  const std::string path = folder.path() + "/socket";
  std::string ipv4, ipv6;
  FileDescriptor local = unixSocket(SOCK_STREAM, path),
                 four = tcpSocket(AF_INET, ipv4),
                 six = tcpSocket(AF_INET6, ipv6);
  EXPECT_EQ(passed({}), "");
  EXPECT_EQ(passed({local.get(), four.get()}),
            absl::StrCat("3=unix:", path, " 4=", ipv4));
  if (six) { // Not every machine has it.
    EXPECT_EQ(passed({six.get()}), "3=" + ipv6);
  }
}

TEST_F(PassedSocketsTest, WhatDoesNotListenOnStreamsIsNamed) {
  std::string address;
  FileDescriptor good = tcpSocket(AF_INET, address);
  FileDescriptor packets =
      unixSocket(SOCK_SEQPACKET, folder.path() + "/packets");
  FileDescriptor datagrams =
      unixSocket(SOCK_DGRAM, folder.path() + "/datagrams");
  FileDescriptor idle(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  FileDescriptor file(open("/dev/null", O_RDONLY | O_CLOEXEC));
  for (const FileDescriptor *bad : {&packets, &datagrams, &idle, &file})
    EXPECT_THAT(passed({good.get(), bad->get()}),
                HasSubstr("descriptor 4 of the service manager is no socket"));
  FileDescriptor abstract =
      unixSocket(SOCK_STREAM, std::string(1, '\0') + folder.path());
  EXPECT_THAT(passed({abstract.get()}),
              HasSubstr("neither TCP nor a unix socket with a path"));
}

} // namespace
} // namespace ingot::server
