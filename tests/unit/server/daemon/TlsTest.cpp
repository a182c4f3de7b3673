//===- TlsTest.cpp - TLS from the client's library to the daemon's --------===//

#include "client/lib/Client.h"
#include "server/daemon/GrpcServer.h"
#include "server/rpc/AdminService.h"
#include "tests/unit/TestCertificates.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

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

  static std::string read(const std::string &path) {
    std::ifstream bytes(path);
    return {std::istreambuf_iterator<char>(bytes), {}};
  }

  void write(const char *name, const std::string &bytes) const {
    std::ofstream(file(name)) << bytes;
  }

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

TEST_F(TlsTest, WhoseCertificateIsRefusedIsToldSo) {
  makeCertificate(file("old.pem"), file("old.key"), /*seconds=*/-60);
  serve({file("a.pem"), file("a.key"), file("old.pem")});
  const auto message = [&](const char *certificate, const char *key) {
    return std::string(
        call("grpcs://", {"", file("a.pem"), certificate, key}).message());
  };
  EXPECT_THAT(message(file("old.pem").c_str(), file("old.key").c_str()),
              testing::AllOf(HasSubstr(file("old.pem")), HasSubstr("expired"),
                             testing::Not(HasSubstr("no daemon"))));
  EXPECT_THAT(message(file("b.pem").c_str(), file("b.key").c_str()),
              testing::AllOf(HasSubstr("TLS with"), HasSubstr("--tls-cert"),
                             testing::Not(HasSubstr("no daemon"))));
  EXPECT_THAT(message("", ""),
              testing::AllOf(HasSubstr("TLS with"), HasSubstr("--tls-cert"),
                             testing::Not(HasSubstr("no daemon"))));
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

TEST_F(TlsTest, FilesThatAreWrongChangeNothing) {
  write("ca.pem", read(file("b.pem")));
  auto reload = TlsReload::open({file("a.pem"), file("a.key"), file("ca.pem"),
                                 /*reloadSeconds=*/3600});
  ASSERT_TRUE(reload.ok()) << reload.status();
  const std::string identity = read((*reload)->identityPath()),
                    authority = read((*reload)->clientCaPath()),
                    certificate = read(file("a.pem")),
                    half = certificate.substr(0, certificate.size() / 2);
  const struct {
    const char *name;
    std::string bytes;
    const char *setting;
  } changes[] = {{"a.key", read(file("b.key")), "tls-key: "},
                 {"a.key", "", "tls-key: "},
                 {"a.pem", half, "tls-cert: "},
                 {"a.pem", certificate + half, "tls-cert: "},
                 {"ca.pem", "no authority", "tls-client-ca: "}};
  for (const auto &change : changes) {
    const std::string before = read(file(change.name));
    write(change.name, change.bytes);
    EXPECT_THAT(std::string((*reload)->look().message()),
                HasSubstr(change.setting));
    EXPECT_EQ(read((*reload)->identityPath()), identity);
    EXPECT_EQ(read((*reload)->clientCaPath()), authority);
    write(change.name, before);
    EXPECT_TRUE((*reload)->look().ok());
  }
}

TEST_F(TlsTest, APipeIsNoFileOfAKey) {
  fs::remove(file("a.key"));
  ASSERT_EQ(mkfifo(file("a.key").c_str(), 0600), 0);
  EXPECT_THAT(
      std::string(checkTlsFiles({file("a.pem"), file("a.key"), ""}).message()),
      HasSubstr("is no regular file"));
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
