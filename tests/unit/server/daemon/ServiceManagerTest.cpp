//===- ServiceManagerTest.cpp - what systemd says and hears ---------------===//
//
// Sockets that are passed need the descriptors from 3 on, which are a test's
// own: test_deploy.py starts a daemon with some.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/ServiceManager.h"
#include "server/worker/FileDescriptor.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ingot::server {
namespace {

TEST(ServiceManagerTest, WithoutOneThereAreNoSockets) {
  unsetenv("LISTEN_PID");
  unsetenv("LISTEN_FDS");
  EXPECT_TRUE(passedSockets()->empty());
}

TEST(ServiceManagerTest, SocketsOfAnotherProcessAreNotOurs) {
  setenv("LISTEN_PID", "1", 1);
  setenv("LISTEN_FDS", "1", 1);
  EXPECT_TRUE(passedSockets()->empty());
  unsetenv("LISTEN_PID");
  unsetenv("LISTEN_FDS");
}

TEST(ServiceManagerTest, ADescriptorThatDoesNotListenIsAnError) {
  setenv("LISTEN_PID", std::to_string(getpid()).c_str(), 1);
  setenv("LISTEN_FDS", "100000", 1); // The one beyond the last is none.
  EXPECT_EQ(passedSockets().status().code(),
            absl::StatusCode::kInvalidArgument);
  unsetenv("LISTEN_PID");
  unsetenv("LISTEN_FDS");
}

TEST(ServiceManagerTest, TheStateGoesToTheSocketThatWasNamed) {
  for (const bool isAbstract : {false, true}) {
    const std::string path = (isAbstract ? "@" : "") + testing::TempDir() +
                             "notify-" + std::to_string(getpid());
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (isAbstract)
      address.sun_path[0] = '\0';
    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM, 0));
    ASSERT_EQ(bind(socket.get(), reinterpret_cast<sockaddr *>(&address),
                   static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                          path.size())),
              0);
    setenv("NOTIFY_SOCKET", path.c_str(), 1);
    notifyServiceManager("READY=1");
    unsetenv("NOTIFY_SOCKET");
    notifyServiceManager("STOPPING=1"); // To nobody.
    char text[100];
    ssize_t size = recv(socket.get(), text, sizeof(text), MSG_DONTWAIT);
    EXPECT_EQ(std::string(text, size < 0 ? 0 : static_cast<size_t>(size)),
              "READY=1");
    EXPECT_LT(recv(socket.get(), text, sizeof(text), MSG_DONTWAIT), 0);
    unlink(path.c_str());
  }
}

} // namespace
} // namespace ingot::server
