//===- LocalChannel.h - connections of users of this machine ----*- C++ -*-===//
//
// What GrpcServer does with a connection that came by a unix socket, without
// the socket's file; and threads that are another user, as the kernel sees it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_SERVER_RPC_LOCALCHANNEL_H
#define INGOT_TESTS_UNIT_SERVER_RPC_LOCALCHANNEL_H

#include <grpcpp/create_channel_posix.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>

#include "gtest/gtest.h"

#include <cerrno>
#include <functional>
#include <memory>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {

/// Not that of the tests, nor one that may stand for others.
constexpr uid_t kOtherUser = 1;

/// Whether asUser() works here.
inline bool mayBeOtherUsers() { return geteuid() == 0; }

/// Calls it on a thread of that user, who is in no group of root's; the process
/// stays who it is. For root.
inline void asUser(uid_t user, const std::function<void()> &action) {
  std::thread([&] {
    // The library's functions would change all threads.
    ASSERT_EQ(syscall(SYS_setgroups, 0, nullptr), 0) << errno;
    ASSERT_EQ(syscall(SYS_setresgid, user, user, user), 0) << errno;
    ASSERT_EQ(syscall(SYS_setresuid, user, user, user), 0) << errno;
    action();
  }).join();
}

/// A connection to the server from the user of this thread.
inline std::shared_ptr<grpc::Channel> localChannel(grpc::Server &server) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends),
      0);
  grpc::AddInsecureChannelFromFd(&server, ends[0]);
  return grpc::CreateInsecureChannelFromFd("local", ends[1]);
}

/// The same from another user.
inline std::shared_ptr<grpc::Channel> localChannel(grpc::Server &server,
                                                   uid_t user) {
  std::shared_ptr<grpc::Channel> channel;
  asUser(user, [&] { channel = localChannel(server); });
  return channel;
}

} // namespace ingot::server

#endif // INGOT_TESTS_UNIT_SERVER_RPC_LOCALCHANNEL_H
