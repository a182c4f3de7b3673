//===- InProcessServer.h - the services in a real gRPC server ---*- C++ -*-===//
//
// Everything between a stub and the store as it is in the daemon, but for the
// socket: gRPC's in-process transport, a pool whose work ends when the test
// says so, and a store that can be cold, blocked and broken.
//
// Each test checks in passing that gRPC's threads never waited for the store:
// calls that may block came from the executors' one thread, or from the test's
// own, which plays the pool's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_SERVER_RPC_INPROCESSSERVER_H
#define INGOT_TESTS_UNIT_SERVER_RPC_INPROCESSSERVER_H

#include "server/rpc/ActionCacheService.h"
#include "server/rpc/ByteStreamService.h"
#include "server/rpc/CapabilitiesService.h"
#include "server/rpc/CasService.h"
#include "server/rpc/CompilerService.h"
#include "tests/fakes/ColdStore.h"
#include "tests/fakes/FakeWorkerPool.h"

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"

#include <grpcpp/grpcpp.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <memory>
#include <string>
#include <thread>
#include <unistd.h>

namespace ingot::server {

/// Everybody calls with a token that was over long ago, which matters to
/// endExpired() alone.
class OldTokens final : public Access {
  absl::StatusOr<Identity>
  identify(const grpc::CallbackServerContext &context) const override {
    absl::StatusOr<Identity> caller = Access::identify(context);
    if (caller.ok())
      caller->end = absl::UnixEpoch();
    return caller;
  }
};

/// A server and the stubs to call it by.
class InProcessServer : public testing::Test {
protected:
  explicit InProcessServer(const TransferLimits &limits = {})
      : transfers(limits) {
    executors->post([this] { executorThread = std::this_thread::get_id(); });
    awaitExecutors();
    grpc::ServerBuilder builder;
    for (grpc::Service *each : std::initializer_list<grpc::Service *>{
             &compilerService, &byteStreamService, &casService,
             &actionCacheService, &capabilitiesService})
      builder.RegisterService(each);
    builder.AddListeningPort(address, grpc::InsecureServerCredentials());
    server = builder.BuildAndStart();
    auto channel = server->InProcessChannel({});
    compiler = v1::Compiler::NewStub(channel);
    byteStream = google::bytestream::ByteStream::NewStub(channel);
    cas = reapi::ContentAddressableStorage::NewStub(channel);
    actionCache = reapi::ActionCache::NewStub(channel);
    capabilities = reapi::Capabilities::NewStub(channel);
  }

  ~InProcessServer() override {
    store.openGate();
    server->Shutdown(std::chrono::system_clock::now());
    executors.reset();
    EXPECT_THAT(
        store.blockingThreads(),
        testing::IsSubsetOf({executorThread, std::this_thread::get_id()}))
        << "a thread of gRPC waited for the store";
  }

  /// Waits until the executors ran what was posted so far.
  void awaitExecutors() {
    absl::Notification done;
    executors->post([&] { done.Notify(); });
    done.WaitForNotification();
  }

  /// Waits until no lookup, compilation or check is under way.
  void awaitIdle() const {
    while (service.active() > 0)
      std::this_thread::yield();
  }

  /// A stub that goes through a socket.
  std::unique_ptr<google::bytestream::ByteStream::Stub>
  byteStreamOverSocket() const {
    return google::bytestream::ByteStream::NewStub(
        grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  }

  const std::string address =
      absl::StrCat("unix-abstract:ingot-rpc-test-", getpid());
  cache::ColdStore store;
  FakeWorkerPool pool;
  Statistics statistics;
  std::thread::id executorThread;
  std::unique_ptr<SerialExecutors> executors =
      std::make_unique<SerialExecutors>(1);
  CompileService service{store, pool, statistics,
                         [] { return absl::UnixEpoch(); },
                         [this](const Tenant &, std::function<void()> task) {
                           executors->post(std::move(task));
                         }};
  OldTokens access;
  Transfers transfers;
  CompilerService compilerService{service, pool, access, transfers};
  ByteStreamService byteStreamService{store,      statistics, *executors,
                                      *executors, access,     transfers};
  CasService casService{store,      statistics, *executors,
                        *executors, access,     transfers};
  ActionCacheService actionCacheService{store, *executors, access, transfers};
  CapabilitiesService capabilitiesService{access};
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<v1::Compiler::Stub> compiler;
  std::unique_ptr<google::bytestream::ByteStream::Stub> byteStream;
  std::unique_ptr<reapi::ContentAddressableStorage::Stub> cas;
  std::unique_ptr<reapi::ActionCache::Stub> actionCache;
  std::unique_ptr<reapi::Capabilities::Stub> capabilities;
};

} // namespace ingot::server

#endif // INGOT_TESTS_UNIT_SERVER_RPC_INPROCESSSERVER_H
