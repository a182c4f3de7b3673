//===- Attacks.cpp - what hostile callers cost the front ------------------===//
//
// The attacker is a process and a tenant of its own, the neighbour another one
// that asks for what is stored and uploads five bytes now and then.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/Attacks.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/key/Digest.h"
#include "tests/bench/AttackCalls.h"
#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace ingot::bench {
namespace {

namespace reapi = build::bazel::remote::execution::v2;

constexpr char kNeighbour[] = "neighbour";
constexpr auto kTime = std::chrono::seconds(5);

/// One who asks for what is there.
class Neighbour {
public:
  explicit Neighbour(const Daemon &daemon)
      : channel_(connect(daemon)), compiler_(v1::Compiler::NewStub(channel_)),
        blobs_(reapi::ContentAddressableStorage::NewStub(channel_)) {
    hit(v1::MISS);
  }

  /// Microseconds of hits, for a while.
  std::vector<double> hits() {
    std::vector<double> times;
    for (const auto end = Clock::now() + kTime; Clock::now() < end;)
      times.push_back(hit(v1::HIT));
    return times;
  }

  /// Milliseconds of an upload.
  double upload() {
    static int number = 0;
    const std::string bytes = absl::StrFormat("%05d", number++);
    const Digest digest = Digest::of(bytes);
    reapi::BatchUpdateBlobsRequest request;
    request.add_requests()->set_data(bytes);
    request.mutable_requests(0)->mutable_digest()->set_hash(digest.hex());
    request.mutable_requests(0)->mutable_digest()->set_size_bytes(digest.size);
    grpc::ClientContext context;
    context.AddMetadata("authorization", absl::StrCat("Bearer ", kNeighbour));
    reapi::BatchUpdateBlobsResponse response;
    const auto start = Clock::now();
    refused_ += !blobs_->BatchUpdateBlobs(&context, request, &response).ok();
    return microseconds(Clock::now() - start) / 1000;
  }

  /// Calls that the daemon did not answer.
  int refused() const { return refused_; }

private:
  double hit(v1::CacheOutcome expected) {
    v1::Result result;
    const auto start = Clock::now();
    grpc::Status status =
        tryCompile(*compiler_, program(1), result, kNeighbour);
    refused_ += !status.ok();
    if (status.ok() && result.cache() != expected)
      die("a neighbour's compile was no hit");
    return microseconds(Clock::now() - start);
  }

  int refused_ = 0;

  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<v1::Compiler::Stub> compiler_;
  const std::unique_ptr<reapi::ContentAddressableStorage::Stub> blobs_;
};

void bench(const std::string &program, const Attack &attack) {
  const std::string http = freeAddress();
  TcpDaemon daemon(program, {"attacker", kNeighbour},
                   {"--http", http, "--queue-limit", "4000"});
  Neighbour neighbour(daemon);
  const std::vector<double> quiet = neighbour.hits();
  std::vector<double> during;
  double upload = 0;
  int calls = 0;
  {
    LoadProcess attacker({"--attack", attack.name, daemon.address(), http});
    attacker.ask(); // Until it has begun.
    upload = neighbour.upload();
    during = neighbour.hits();
    upload = std::max(upload, neighbour.upload());
    calls = attacker.ask();
  }
  std::cout << absl::StrFormat(
                   "%-18s %8.0f %7d %8.0f %8.0f %8.0f %8.1f %7d   %s\n",
                   attack.name, peakResidentMiB(daemon.pid()), calls,
                   percentile(quiet, .99), percentile(during, .99),
                   *std::max_element(during.begin(), during.end()), upload,
                   neighbour.refused(), attack.what)
            << std::flush;
}

} // namespace

void benchAttacks(const std::string &program, const std::string &only) {
  std::cout << absl::StrFormat("%-18s %8s %7s %8s %8s %8s %8s %7s\n", "attack",
                               "peak MiB", "calls", "quiet us", "p99 us",
                               "most us", "upload ms", "refused");
  for (const Attack &attack : attacks())
    if (only.empty() || only == attack.name)
      bench(program, attack);
  std::cout << "(resident memory of the front, at most 300 MB = 286 MiB; a "
               "neighbour's hits before and during the attack)\n";
}

int runAttack(const std::string &name, const std::string &address,
              const std::string &http) {
  const auto attack =
      std::find_if(attacks().begin(), attacks().end(),
                   [&](const Attack &each) { return name == each.name; });
  if (attack == attacks().end())
    die("there is no attack " + name);
  Attacker attacker;
  attacker.address = address;
  attacker.http = http;
  std::thread thread([&] { attack->run(attacker); });
  for (char question; read(STDIN_FILENO, &question, 1) == 1;) {
    while (attacker.calls == 0)
      usleep(1000);
    std::cout << attacker.calls << std::endl;
  }
  attacker.isOver = true;
  thread.join();
  return 0;
}

} // namespace ingot::bench
