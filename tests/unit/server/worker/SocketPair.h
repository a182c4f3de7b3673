//===- SocketPair.h - the two ends of a worker's socket ---------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_SERVER_WORKER_SOCKETPAIR_H
#define INGOT_TESTS_UNIT_SERVER_WORKER_SOCKETPAIR_H

#include "server/worker/FileDescriptor.h"

#include "gtest/gtest.h"

#include <sys/socket.h>

namespace ingot::server {

/// Connected sockets of a type. Movable ends.
struct SocketPair {
  FileDescriptor ours, theirs;
  explicit SocketPair(int type) {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair), 0);
    ours.reset(pair[0]);
    theirs.reset(pair[1]);
  }
};

} // namespace ingot::server

#endif // INGOT_TESTS_UNIT_SERVER_WORKER_SOCKETPAIR_H
