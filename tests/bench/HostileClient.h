//===- HostileClient.h - what attacks are made of ---------------*- C++ -*-===//
//
// Messages are bytes here, of which many calls share what is equal: what a
// client need not hold itself it can send more of.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_BENCH_HOSTILECLIENT_H
#define INGOT_TESTS_BENCH_HOSTILECLIENT_H

#include "cache/key/Digest.h"

#include "absl/synchronization/notification.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ingot::bench {

/// Where an attack goes, and how far it is. Thread-safe.
struct Attacker {
  std::string address, http;
  std::atomic<int> calls{0};
  std::atomic<bool> isOver{false};

  void awaitOver() const;
};

/// Of a call by the tenant `attacker`.
std::unique_ptr<grpc::ClientContext> newContext();

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// A message in parts.
using Parts = std::vector<grpc::Slice>;

/// How protobuf begins a field of so many bytes, and one with its bytes.
std::string fieldHead(int number, size_t size);
std::string field(int number, const std::string &bytes);

/// A Digest of REAPI.
std::string digestBytes(const Digest &digest);
/// Of a blob that nothing has.
Digest inventedDigest(uint64_t number, int64_t size);
/// Bytes that do not compress.
std::string noise(size_t size, uint64_t seed);

/// The name of an upload of ByteStream.
std::string uploadName(const Digest &digest);
/// Stores a blob as the attacker; ends the process when it is refused.
Digest upload(const std::string &address, const std::string &bytes);

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

using Channel = std::shared_ptr<grpc::Channel>;

/// `body` on each of so many threads with a connection of their own, again and
/// again.
void repeat(
    Attacker &attacker, int threads,
    const std::function<void(const Channel &channel, int thread)> &body);

/// Calls that are under way at once, a hundred on a connection. One thread.
class HostileCalls {
public:
  explicit HostileCalls(const std::string &address);
  /// Gives them up.
  ~HostileCalls();

  /// A unary call.
  void start(const std::string &method, const Parts &request);
  /// One whose answer nobody reads.
  void startUnread(const std::string &method, const Parts &request);
  /// How many have ended.
  int ended() const;

private:
  class Unread;
  struct Call;

  grpc::GenericStub &nextStub();

  const std::string address_;
  std::vector<std::unique_ptr<grpc::GenericStub>> stubs_;
  std::vector<std::unique_ptr<Call>> calls_;
  std::vector<std::unique_ptr<Unread>> unread_;
};

/// Makes so many unary calls at once, and again when all have ended.
void repeatAtOnce(Attacker &attacker, int count, const std::string &method,
                  const std::function<Parts(int number)> &request);

/// Makes so many calls whose answers nobody reads, until the end.
void leaveUnread(Attacker &attacker, int count, const std::string &method,
                 const std::function<Parts(int number)> &request);

/// A TCP connection; -1 where there is none.
int connectTo(const std::string &address);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_HOSTILECLIENT_H
