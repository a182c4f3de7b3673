//===- TlsTest.cpp - TLS from the client's library to the daemon's --------===//
//
// Certificates are made here, by OpenSSL: an authority that is its own server,
// which is enough to tell one from another.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Client.h"
#include "server/daemon/GrpcServer.h"
#include "server/rpc/AdminService.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <filesystem>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>

namespace ingot::server {
namespace {

using client::Client;
using client::ConnectOptions;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// Writes a certificate for localhost that signs itself, and its key.
void makeCertificate(const std::string &certificate, const std::string &key) {
  EVP_PKEY *pair = EVP_RSA_gen(2048);
  X509 *made = X509_new();
  X509_set_version(made, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
  X509_gmtime_adj(X509_getm_notBefore(made), -60);
  X509_gmtime_adj(X509_getm_notAfter(made), 3600);
  X509_set_pubkey(made, pair);
  X509_NAME *name = X509_get_subject_name(made);
  X509_NAME_add_entry_by_txt(
      name, "CN", MBSTRING_ASC,
      reinterpret_cast<const unsigned char *>("localhost"), -1, -1, 0);
  X509_set_issuer_name(made, name);
  for (auto [id, value] : {std::pair(NID_subject_alt_name, "DNS:localhost"),
                           std::pair(NID_basic_constraints, "CA:TRUE")}) {
    X509_EXTENSION *extension =
        X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
    X509_add_ext(made, extension, -1);
    X509_EXTENSION_free(extension);
  }
  X509_sign(made, pair, EVP_sha256());
  FILE *file = std::fopen(certificate.c_str(), "w");
  PEM_write_X509(file, made);
  std::fclose(file);
  file = std::fopen(key.c_str(), "w");
  PEM_write_PrivateKey(file, pair, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(made);
  EVP_PKEY_free(pair);
}

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
                                  absl::Seconds(3), options);
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
