//===- Flood.cpp - a tenant that sends everything at once -----------------===//

#include "tests/bench/Flood.h"
#include "tests/bench/Harness.h"

#include "absl/synchronization/blocking_counter.h"

#include <atomic>
#include <deque>
#include <iostream>
#include <unistd.h>

namespace ingot::bench {
namespace {

/// Other programs than those of the neighbour.
constexpr int kFirstProgram = 5000000;

/// Requests that are all sent before the first is answered.
class Flood {
public:
  Flood(const std::string &address, const std::string &token, int count)
      : left_(count) {
    for (int i = 0; i < 4; ++i)
      stubs_.push_back(v1::Compiler::NewStub(connect(address)));
    for (int i = 0; i < count; ++i) {
      calls_.emplace_back(*this);
      calls_.back().start(*stubs_[i % stubs_.size()], token, kFirstProgram + i);
    }
  }
  ~Flood() {
    for (Call &call : calls_)
      call.cancel();
    left_.Wait();
  }

  int ended() const { return ended_; }
  int refused() const { return refused_; }

private:
  class Call : public grpc::ClientReadReactor<v1::CompileEvent> {
  public:
    explicit Call(Flood &flood) : flood_(flood) {}
    void start(v1::Compiler::Stub &stub, const std::string &token, int number) {
      context_.AddMetadata("authorization", "Bearer " + token);
      request_ = program(number);
      stub.async()->Compile(&context_, &request_, this);
      StartRead(&event_);
      StartCall();
    }
    void cancel() { context_.TryCancel(); }

  private:
    void OnReadDone(bool ok) override {
      if (ok)
        StartRead(&event_);
    }
    void OnDone(const grpc::Status &status) override {
      flood_.refused_ +=
          status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED;
      ++flood_.ended_;
      flood_.left_.DecrementCount();
    }

    Flood &flood_;
    grpc::ClientContext context_;
    v1::CompileRequest request_;
    v1::CompileEvent event_;
  };

  std::vector<std::unique_ptr<v1::Compiler::Stub>> stubs_;
  std::deque<Call> calls_;
  std::atomic<int> ended_{0}, refused_{0};
  absl::BlockingCounter left_;
};

} // namespace

int runFlood(const std::string &address, const std::string &token, int count) {
  Flood flood(address, token, count);
  for (char question; read(STDIN_FILENO, &question, 1) == 1;) {
    while (flood.ended() == 0)
      usleep(1000);
    std::cout << (flood.refused() > 0 ? -1 : flood.ended()) << std::endl;
  }
  return 0;
}

} // namespace ingot::bench
