//===- AttackConnections.cpp - attacks below the calls --------------------===//

#include "tests/bench/AttackCalls.h"
#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"

#include <sys/socket.h>
#include <unistd.h>

namespace ingot::bench {

void resets(Attacker &attacker) {
  const Parts request{grpc::Slice(program(400000).SerializeAsString())};
  while (!attacker.isOver) {
    HostileCalls calls(attacker.address);
    for (int i = 0; i < 1000; ++i, ++attacker.calls)
      calls.start("/ingot.v1.Compiler/Compile", request);
  }
}

void largeMetadata(Attacker &attacker) {
  repeat(attacker, 64, [](const Channel &channel, int) {
    auto context = newContext();
    for (int i = 0; i < 100; ++i)
      context->AddMetadata(absl::StrCat("x-", i), std::string(100, 'm'));
    v1::ListTargetsResponse response;
    v1::Compiler::NewStub(channel)->ListTargets(context.get(), {}, &response);
  });
}

/// Connections that begin to speak and stop.
void halfConnections(Attacker &attacker) {
  const std::string hello = "PRI * HTTP/2.0\r\n\r\nSM\r\n";
  std::vector<int> all;
  for (int i = 0; i < 900; ++i, ++attacker.calls) {
    all.push_back(connectTo(attacker.address));
    (void)!write(all.back(), hello.data(), i % 2 ? hello.size() : 1);
  }
  attacker.awaitOver();
  for (int fd : all)
    close(fd);
}

/// HTTP, a byte each half second.
void slowHttp(Attacker &attacker) {
  const std::string request = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
  std::vector<std::pair<int, size_t>> all(100, {-1, 0});
  while (!attacker.isOver) {
    for (auto &[fd, sent] : all) {
      if (fd >= 0 &&
          send(fd, &request[sent % request.size()], 1, MSG_NOSIGNAL) == 1) {
        ++sent;
        continue;
      }
      close(fd);
      fd = connectTo(attacker.http);
      sent = 0;
      ++attacker.calls;
    }
    usleep(500000);
  }
  for (auto &[fd, sent] : all)
    close(fd);
}

} // namespace ingot::bench
