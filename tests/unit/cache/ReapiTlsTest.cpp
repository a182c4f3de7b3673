//===- ReapiTlsTest.cpp - a second level over TLS -------------------------===//

#include "cache/remote/ReapiLevel.h"
#include "tests/fakes/FakeReapiCache.h"
#include "tests/unit/TemporaryFolder.h"
#include "tests/unit/TestCertificates.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace ingot::cache {
namespace {

std::string textOf(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class ReapiTlsTest : public testing::Test {
protected:
  ReapiTlsTest() {
    makeCertificate(file("a.pem"), file("a.key"));
    makeCertificate(file("b.pem"), file("b.key"));
  }

  std::string file(const std::string &name) const {
    return folder.path() + "/" + name;
  }

  /// Serves with a.pem. Clients must be of `clientCa`, unless it is empty.
  void serve(const std::string &clientCa) {
    grpc::SslServerCredentialsOptions tls(
        clientCa.empty()
            ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
            : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
    tls.pem_key_cert_pairs.push_back(
        {textOf(file("a.key")), textOf(file("a.pem"))});
    if (!clientCa.empty())
      tls.pem_root_certs = textOf(clientCa);
    cache = std::make_unique<fakes::FakeReapiCache>(
        file("cache"), 0, grpc::SslServerCredentials(tls));
  }

  absl::Status ask(ReapiOptions options) {
    // The certificate's name.
    options.address = "localhost:" + std::to_string(cache->port());
    options.isTls = true;
    options.timeout = absl::Seconds(30);
    auto level = ReapiLevel::open(options);
    return level.ok() ? (*level)->checkWritable() : level.status();
  }

  TemporaryFolder folder;
  std::unique_ptr<fakes::FakeReapiCache> cache;
};

TEST_F(ReapiTlsTest, TheCacheIsKnownByItsAuthority) {
  serve("");
  ReapiOptions options;
  options.caFile = file("a.pem");
  absl::Status status = ask(options);
  EXPECT_TRUE(status.ok()) << status;
  options.caFile = file("b.pem");
  EXPECT_EQ(ask(options).code(), absl::StatusCode::kUnavailable);
}

TEST_F(ReapiTlsTest, TheDaemonIsKnownByItsCertificate) {
  serve(file("b.pem"));
  ReapiOptions options;
  options.caFile = file("a.pem");
  EXPECT_FALSE(ask(options).ok());
  options.certificateFile = file("b.pem");
  options.keyFile = file("b.key");
  absl::Status status = ask(options);
  EXPECT_TRUE(status.ok()) << status;
}

TEST_F(ReapiTlsTest, ATokenIsShown) {
  serve("");
  cache->before = [](const std::string &, grpc::ServerContext &context) {
    auto found = context.client_metadata().find("authorization");
    return found != context.client_metadata().end() &&
                   found->second == "Bearer abc"
               ? grpc::Status::OK
               : grpc::Status(grpc::StatusCode::UNAUTHENTICATED, "who?");
  };
  ReapiOptions options;
  options.caFile = file("a.pem");
  EXPECT_EQ(ask(options).code(), absl::StatusCode::kUnauthenticated);
  std::ofstream(file("token")) << "abc\n";
  options.tokenFile = file("token");
  absl::Status status = ask(options);
  EXPECT_TRUE(status.ok()) << status;
}

} // namespace
} // namespace ingot::cache
