//===- TlsTest.cpp - TLS from the client's library to the daemon's --------===//

#include "client/lib/Client.h"
#include "server/daemon/GrpcServer.h"
#include "server/rpc/AdminService.h"
#include "tests/unit/TestCertificates.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>

namespace ingot::server {
namespace {

using client::Client;
using client::ConnectOptions;
using testing::HasSubstr;
namespace fs = std::filesystem;

class TlsTest : public testing::Test {
protected:
  TlsTest() {
    std::string name = testing::TempDir() + "tls-XXXXXX";
    folder_ = mkdtemp(name.data());
    makeCertificate(file("a.pem"), file("a.key"));
    makeCertificate(file("b.pem"), file("b.key"));
  }
  ~TlsTest() override {
    if (server_.server)
      server_.server->Shutdown();
    fs::remove_all(folder_);
  }

  std::string file(const char *name) const { return folder_ / name; }

  void serve(const TlsFiles &files) {
    auto server = startGrpcServer({"localhost:0"}, {&service_}, files);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }

  /// OK when the figures came.
  absl::Status call(const std::string &scheme, const ConnectOptions &options) {
    auto client = Client::connect(scheme + server_.addresses.front(),
                                  absl::Minutes(1), options);
    return client.ok() ? (*client)->statistics().status() : client.status();
  }

  fs::path folder_;
  const Access access_;
  AdminService service_{AdminSource{[] { return v1::GetStatisticsResponse(); }},
                        [] {}, access_};
  GrpcServer server_;
};

TEST_F(TlsTest, TheDaemonIsKnownByItsAuthority) {
  serve({file("a.pem"), file("a.key"), ""});
  EXPECT_TRUE(call("grpcs://", {"", file("a.pem"), "", ""}).ok());
  EXPECT_TRUE(call("", {"token", file("a.pem"), "", ""}).ok());
  EXPECT_FALSE(call("grpcs://", {"", file("b.pem"), "", ""}).ok())
      << "of another authority";
  EXPECT_FALSE(call("", {}).ok()) << "in the clear";
  EXPECT_THAT(
      std::string(call("grpcs://", {"", file("b.pem"), "", ""}).message()),
      testing::AllOf(testing::HasSubstr("TLS with"),
                     testing::HasSubstr("certificate verify failed"),
                     testing::Not(testing::HasSubstr("no daemon"))));
}

TEST_F(TlsTest, ClientsShowACertificateWhereTheyMust) {
  serve({file("a.pem"), file("a.key"), file("b.pem")});
  EXPECT_TRUE(
      call("grpcs://", {"", file("a.pem"), file("b.pem"), file("b.key")}).ok());
  EXPECT_FALSE(call("grpcs://", {"", file("a.pem"), "", ""}).ok());
  EXPECT_FALSE(
      call("grpcs://", {"", file("a.pem"), file("a.pem"), file("a.key")}).ok())
      << "of another authority";
}

TEST_F(TlsTest, ANewCertificateIsServedWithoutARestart) {
  TlsFiles files{file("a.pem"), file("a.key"), ""};
  files.reloadSeconds = 1;
  serve(files);
  ASSERT_TRUE(call("grpcs://", {"", file("a.pem"), "", ""}).ok());
  fs::rename(file("b.key"), file("a.key"));
  fs::copy_file(file("b.pem"), file("a.pem"),
                fs::copy_options::overwrite_existing);
  const absl::Time end = absl::Now() + absl::Seconds(20);
  absl::Status status;
  do
    status = call("grpcs://", {"", file("b.pem"), "", ""});
  while (!status.ok() && absl::Now() < end);
  EXPECT_TRUE(status.ok()) << status;
}

TEST_F(TlsTest, FilesThatDoNotBelongTogetherAreNamed) {
  EXPECT_TRUE(
      checkTlsFiles({file("a.pem"), file("a.key"), file("b.pem")}).ok());
  const std::pair<TlsFiles, const char *> cases[] = {
      {{file("none"), file("a.key"), ""}, "tls-cert: "},
      {{file("a.pem"), file("b.key"), ""}, "tls-key: "},
      {{file("a.pem"), file("a.key"), file("a.key")}, "tls-client-ca: "}};
  for (const auto &[files, setting] : cases)
    EXPECT_THAT(std::string(checkTlsFiles(files).message()),
                HasSubstr(setting));
}

TEST_F(TlsTest, NoTokenTravelsInTheClear) {
  auto client =
      Client::connect("192.0.2.1:1", absl::Seconds(1), {"secret", "", "", ""});
  EXPECT_EQ(client.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(client.status().message()), HasSubstr("grpcs://"));
}

} // namespace
} // namespace ingot::server
