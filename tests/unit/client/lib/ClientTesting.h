//===- ClientTesting.h - a client of a daemon made up -----------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_CLIENT_LIB_CLIENTTESTING_H
#define INGOT_TESTS_UNIT_CLIENT_LIB_CLIENTTESTING_H

#include "client/lib/Client.h"
#include "tests/fakes/FakeService.h"

#include "gtest/gtest.h"

#include <memory>
#include <string>
#include <unistd.h>

namespace ingot::client {

using fakes::FakeService;

/// Longer than what travels inside a request or an answer.
inline std::string largeBytes(char fill) {
  return std::string((3840 << 10) + 7, fill);
}

/// Sends a result that names `artifact`, with the bytes when they are given.
inline grpc::Status answer(FakeService::Stream &stream,
                           const std::string &artifact,
                           const std::string &bytes = "") {
  v1::CompileEvent event;
  event.mutable_result()->set_cache(v1::HIT);
  *event.mutable_result()->mutable_artifact() =
      Digest::parse(artifact)->toProto();
  event.mutable_result()->set_inline_artifact(bytes);
  stream.Write(event);
  return grpc::Status::OK;
}

/// A client that is connected to a service of the test.
class ClientTest : public ::testing::Test {
protected:
  ClientTest()
      : service_(testing::TempDir() + "fake-service-" +
                 std::to_string(getpid())) {
    auto client = Client::connect(service_.address());
    EXPECT_TRUE(client.ok()) << client.status();
    client_ = *std::move(client);
  }

  FakeService service_;
  std::unique_ptr<Client> client_;
};

} // namespace ingot::client

#endif // INGOT_TESTS_UNIT_CLIENT_LIB_CLIENTTESTING_H
