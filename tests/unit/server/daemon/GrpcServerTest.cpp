//===- GrpcServerTest.cpp - addresses that can and cannot be had ----------===//
//
// What stands at an address already decides: a file, a socket that a daemon
// left behind, or a daemon that runs.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/GrpcServer.h"
#include "server/daemon/OpenCalls.h"
#include "server/worker/FileDescriptor.h"

#include "absl/base/config.h"
#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <vector>

namespace ingot::server {
namespace {

using testing::HasSubstr;

class GrpcServerTest : public testing::Test {
protected:
  GrpcServerTest() {
    std::string name = testing::TempDir() + "grpc-XXXXXX";
    folder_ = mkdtemp(name.data());
    socket_ = folder_ / "socket";
  }
  ~GrpcServerTest() override { std::filesystem::remove_all(folder_); }

  std::string unixAddress() const { return "unix:" + socket_.string(); }

  /// A socket file as a daemon leaves it that was killed.
  FileDescriptor bindSocket() {
    FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, socket_.c_str());
    EXPECT_EQ(
        bind(fd.get(), reinterpret_cast<sockaddr *>(&address), sizeof(address)),
        0);
    return fd;
  }

  std::filesystem::path folder_, socket_;
};

TEST_F(GrpcServerTest, SocketThatNobodyAnswersOnIsRemoved) {
  bindSocket();
  ASSERT_TRUE(std::filesystem::is_socket(socket_));
  EXPECT_TRUE(claimSocket(socket_).ok());
  EXPECT_FALSE(std::filesystem::exists(socket_));
}

TEST_F(GrpcServerTest, SocketOfARunningDaemonIsLeftToIt) {
  FileDescriptor daemon = bindSocket();
  listen(daemon.get(), 1);
  absl::Status status = claimSocket(socket_);
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr("another daemon"));
  EXPECT_TRUE(std::filesystem::exists(socket_));
}

TEST_F(GrpcServerTest, FileThatIsNoSocketIsLeftAlone) {
  std::ofstream(socket_) << "somebody's notes";
  absl::Status status = claimSocket(socket_);
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr("not a socket"));
  EXPECT_TRUE(std::filesystem::exists(socket_));
}

TEST_F(GrpcServerTest, FolderOfTheSocketIsMade) {
  EXPECT_TRUE(claimSocket(folder_ / "run" / "ingot" / "socket").ok());
  EXPECT_TRUE(std::filesystem::is_directory(folder_ / "run" / "ingot"));
}

TEST_F(GrpcServerTest, AddressesAreServedAndPortZeroIsResolved) {
  auto started = startGrpcServer({unixAddress(), "127.0.0.1:0"}, {});
  ASSERT_TRUE(started.ok()) << started.status();
  ASSERT_EQ(started->addresses.size(), 2u);
  EXPECT_EQ(started->addresses[0], unixAddress());
  EXPECT_THAT(started->addresses[1], testing::StartsWith("127.0.0.1:"));
  EXPECT_NE(started->addresses[1], "127.0.0.1:0");
  for (const std::string &address : started->addresses) {
    auto channel =
        grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
    EXPECT_TRUE(channel->WaitForConnected(std::chrono::system_clock::now() +
                                          std::chrono::minutes(1)))
        << address;
  }
}

TEST(ConfigureGrpcTest, WhatTheOperatorHasSetStays) {
  constexpr char kName[] = "GRPC_EXPERIMENTS";
  const char *before = getenv(kName);
  const std::string kept = before ? before : "";
  setenv(kName, "an_experiment", 1);
  configureGrpc();
  EXPECT_STREQ(getenv(kName), "an_experiment");
  unsetenv(kName);
  configureGrpc();
  EXPECT_STREQ(getenv(kName), "-tcp_read_chunks");
  if (before)
    setenv(kName, kept.c_str(), 1);
  else
    unsetenv(kName);
}

#ifndef ABSL_HAVE_THREAD_SANITIZER // It has a graph of its own.
TEST(ConfigureGrpcTest, LocksAreNotEnteredInAGraph) {
  configureGrpc();
  // Abseil's checks end a process that takes two locks in both orders.
  absl::Mutex first, second;
  {
    absl::MutexLock outer(&first), inner(&second);
  }
  absl::MutexLock outer(&second), inner(&first);
}
#endif

/// What the server at the socket says in its first frame of HTTP/2, by the
/// numbers of RFC 9113, 6.5.2.
std::map<int, uint32_t> settingsOf(const std::string &path) {
  FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strcpy(address.sun_path, path.c_str());
  EXPECT_EQ(connect(fd.get(), reinterpret_cast<sockaddr *>(&address),
                    sizeof(address)),
            0);
  constexpr char kHello[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
                            "\0\0\0\4\0\0\0\0";
  EXPECT_EQ(send(fd.get(), kHello, sizeof(kHello), 0),
            static_cast<ssize_t>(sizeof(kHello)));
  auto readAll = [&](size_t size) {
    std::string bytes(size, '\0');
    EXPECT_EQ(recv(fd.get(), bytes.data(), size, MSG_WAITALL),
              static_cast<ssize_t>(size));
    return bytes;
  };
  auto number = [](std::string_view bytes) {
    uint32_t value = 0;
    for (char byte : bytes)
      value = value << 8 | static_cast<uint8_t>(byte);
    return value;
  };
  const std::string head = readAll(9);
  EXPECT_EQ(head[3], 4) << "the type of SETTINGS";
  const std::string body = readAll(number(std::string_view(head).substr(0, 3)));
  std::map<int, uint32_t> settings;
  for (size_t at = 0; at + 6 <= body.size(); at += 6)
    settings[static_cast<int>(number(std::string_view(body).substr(at, 2)))] =
        number(std::string_view(body).substr(at + 2, 4));
  return settings;
}

TEST_F(GrpcServerTest, AConnectionIsToldHowManyCallsItMayMakeAtOnce) {
  auto started = startGrpcServer({unixAddress()}, {});
  ASSERT_TRUE(started.ok()) << started.status();
  constexpr int kMaxConcurrentStreams = 3;
  EXPECT_EQ(settingsOf(socket_)[kMaxConcurrentStreams],
            static_cast<uint32_t>(kMaxCallsPerConnection));
}

TEST_F(GrpcServerTest, SocketIsItsOwnersOnly) {
  auto started = startGrpcServer({unixAddress()}, {});
  ASSERT_TRUE(started.ok()) << started.status();
  struct stat information{};
  ASSERT_EQ(stat(socket_.c_str(), &information), 0);
  EXPECT_EQ(information.st_mode & 0777, 0600u);
  mode_t mask = umask(022);
  umask(mask);
  EXPECT_NE(mask, 0177u) << "what is made later has its usual mode";
}

TEST_F(GrpcServerTest, SecondServerOfAnAddressIsRefused) {
  auto first = startGrpcServer({unixAddress(), "127.0.0.1:0"}, {});
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(startGrpcServer({first->addresses[0]}, {}).status().code(),
            absl::StatusCode::kAlreadyExists);
  absl::Status status = startGrpcServer({first->addresses[1]}, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr(first->addresses[1]));
}

/// While it lives, this process has so many descriptors.
class DescriptorLimit {
public:
  explicit DescriptorLimit(rlim_t count) {
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit limit{count, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~DescriptorLimit() { setrlimit(RLIMIT_NOFILE, &before_); }

private:
  rlimit before_;
};

TEST_F(GrpcServerTest, ItIsNotDeafAfterItRanOutOfDescriptors) {
  auto started = startGrpcServer({unixAddress()}, {});
  ASSERT_TRUE(started.ok()) << started.status();
  {
    DescriptorLimit limit(200);
    std::vector<FileDescriptor> clients;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, socket_.c_str());
    // Until neither side gets another one.
    while (true) {
      FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0));
      if (!fd)
        break;
      if (connect(fd.get(), reinterpret_cast<sockaddr *>(&address),
                  sizeof(address)) == 0)
        clients.push_back(std::move(fd));
    }
    while (started->gate->refusals() == 0)
      std::this_thread::yield();
  }
  auto channel =
      grpc::CreateChannel(unixAddress(), grpc::InsecureChannelCredentials());
  EXPECT_TRUE(channel->WaitForConnected(std::chrono::system_clock::now() +
                                        std::chrono::minutes(1)));
}

TEST_F(GrpcServerTest, PackedMessagesAreNotUnpacked) {
  auto started = startGrpcServer({unixAddress()}, {});
  ASSERT_TRUE(started.ok()) << started.status();
  grpc::GenericStub stub(
      grpc::CreateChannel(unixAddress(), grpc::InsecureChannelCredentials()));
  const grpc::Slice zeros(std::string(64 << 20, '\0'));
  for (grpc_compression_algorithm packed :
       {GRPC_COMPRESS_NONE, GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE}) {
    grpc::ClientContext context;
    context.set_compression_algorithm(packed);
    const bool isPacked = packed != GRPC_COMPRESS_NONE;
    grpc::ByteBuffer request(&zeros, isPacked ? 1 : 0), response;
    absl::Notification done;
    grpc::Status status;
    stub.UnaryCall(&context, "/grpc.health.v1.Health/Check",
                   grpc::StubOptions(), &request, &response,
                   [&](grpc::Status ended) {
                     status = std::move(ended);
                     done.Notify();
                   });
    done.WaitForNotification();
    EXPECT_EQ(status.error_code(),
              isPacked ? grpc::StatusCode::UNIMPLEMENTED : grpc::StatusCode::OK)
        << packed << ": " << status.error_message();
  }
}

TEST_F(GrpcServerTest, StreamsOfReflectionDoNotTakeAThreadEach) {
  auto started = startGrpcServer({unixAddress()}, {});
  ASSERT_TRUE(started.ok()) << started.status();
  grpc::GenericStub stub(
      grpc::CreateChannel(unixAddress(), grpc::InsecureChannelCredentials()));
  struct Stream {
    grpc::ClientContext context;
    std::unique_ptr<grpc::GenericClientAsyncReaderWriter> call;
    grpc::Status status;
  };
  std::vector<Stream> streams(kMaxCallsPerConnection);
  grpc::CompletionQueue queue;
  for (Stream &stream : streams) {
    stream.call = stub.PrepareCall(
        &stream.context,
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        &queue);
    stream.call->StartCall(nullptr);
    stream.call->Finish(&stream.status, &stream);
  }
  // A tag is null when a call begins, and the stream when it ends.
  void *tag = nullptr;
  bool ok = false;
  for (size_t refused = 0; refused < streams.size() - kMaxReflectionThreads;) {
    ASSERT_EQ(queue.AsyncNext(&tag, &ok,
                              std::chrono::system_clock::now() +
                                  std::chrono::seconds(20)),
              grpc::CompletionQueue::GOT_EVENT)
        << refused << " of " << streams.size() << " were refused";
    if (!tag)
      continue;
    ++refused;
    EXPECT_EQ(static_cast<Stream *>(tag)->status.error_code(),
              grpc::StatusCode::RESOURCE_EXHAUSTED);
  }
  for (Stream &stream : streams)
    stream.context.TryCancel();
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
}

TEST_F(GrpcServerTest, AddressThatCannotBeHadIsNamed) {
  for (const std::string &address :
       {std::string("192.0.2.1:1"), "unix:" + folder_.string() + "/" +
                                        std::string(60, 'x') + "/" +
                                        std::string(60, 'y')}) {
    absl::Status status = startGrpcServer({address}, {}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
    EXPECT_THAT(std::string(status.message()), HasSubstr(address));
  }
}

} // namespace
} // namespace ingot::server
