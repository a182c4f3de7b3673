//===- CredentialsTest.cpp - callers that a file names --------------------===//
//
// The table by its text, and access by real calls: over TCP, which show a token
// or nothing, and by users of this machine.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/Credentials.h"
#include "cache/key/Digest.h"
#include "server/rpc/AdminService.h"
#include "server/rpc/ByteStreamService.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/server/rpc/LocalChannel.h"
#include "tests/unit/server/rpc/TokenTesting.h"

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

std::string hashOf(const std::string &token) {
  return "sha256:" + Digest::of(token).hex();
}

TEST(ParseRolesTest, EachIncludesTheReader) {
  EXPECT_EQ(*parseRoles("none"), 0u);
  for (const char *text : {"reader", "compiler", "uploader", "operator"})
    EXPECT_TRUE((Identity{"x", *parseRoles(text)}.has(kReader))) << text;
  const Identity both{"x", *parseRoles("compiler,uploader")};
  EXPECT_TRUE(both.has(kCompiler) && both.has(kUploader));
  EXPECT_FALSE(both.has(kOperator));
  for (const char *text : {"", "root", "reader,", "Reader"})
    EXPECT_FALSE(parseRoles(text).ok()) << text;
}

TEST(ParseCredentialsTest, ALineIsACaller) {
  auto table = parseCredentials(
      absl::StrCat("# who\n\nci\tcompiler,uploader  ", hashOf("t"),
                   " # the farm\r\nann operator cert:ann.example.com\n"));
  ASSERT_TRUE(table.ok()) << table.status();
  const Identity &ci = table->byTokenHash.at(Digest::of("t").hex());
  EXPECT_EQ(ci.name, "ci");
  EXPECT_TRUE(ci.has(kUploader));
  EXPECT_TRUE(table->byCertificate.at("ann.example.com").has(kOperator));
}

TEST(ParseCredentialsTest, CallersAreOfTenants) {
  auto table = parseCredentials(
      absl::StrCat("alone reader ", hashOf("a"), "\nci compiler ", hashOf("c"),
                   " ml\nann compiler cert:ann ml\n",
                   "tenant:ml weight=2.5 worker-seconds-per-hour=7200 "
                   "store-bytes=2GiB\n"));
  ASSERT_TRUE(table.ok()) << table.status();
  const Tenant alone = table->byTokenHash.at(Digest::of("a").hex()).tenant;
  EXPECT_EQ(alone.name, "alone");
  EXPECT_EQ(alone.weight, 1);
  const Tenant ci = table->byTokenHash.at(Digest::of("c").hex()).tenant;
  EXPECT_EQ(ci.name, "ml");
  EXPECT_EQ(ci.weight, 2.5);
  EXPECT_EQ(ci.workerSecondsPerHour, 7200);
  EXPECT_EQ(ci.storeBytes, int64_t{2} << 30);
  EXPECT_EQ(alone.storeBytes, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(table->byCertificate.at("ann").tenant.weight, 2.5);
}

TEST(ParseCredentialsTest, ACallerHasALaneOfItsTenant) {
  auto table = parseCredentials(
      absl::StrCat("ci compiler ", hashOf("c"), " ml/trusted\npulls compiler ",
                   hashOf("p"), " ml/pr\ntenant:ml weight=2.5\n"));
  ASSERT_TRUE(table.ok()) << table.status();
  const Tenant ci = table->byTokenHash.at(Digest::of("c").hex()).tenant;
  const Tenant pulls = table->byTokenHash.at(Digest::of("p").hex()).tenant;
  EXPECT_EQ(ci.lane, "");
  EXPECT_EQ(ci.space(), "ml");
  EXPECT_EQ(pulls.name, "ml");
  EXPECT_EQ(pulls.lane, "pr");
  EXPECT_EQ(pulls.space(), "ml/pr");
  EXPECT_EQ(pulls.weight, 2.5) << "what the tenant has is for all its lanes";
}

TEST(ParseCredentialsTest, UsersAreCallersByThemselvesOrTogether) {
  auto table = parseCredentials("ann compiler uid:1001 ml\nlocal reader uid:*\n"
                                "tenant:ml weight=2.5\n");
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_FALSE(table->isEmpty());
  EXPECT_EQ(table->byUser.at("1001").name, "ann");
  EXPECT_EQ(table->byUser.at("1001").tenant.weight, 2.5);
  EXPECT_EQ(table->byUser.at("*").roles, Roles{kReader});
}

TEST(ParseCredentialsTest, MistakesAreNamedByTheirLine) {
  const std::string good = "a reader " + hashOf("t") + "\n";
  struct Case {
    std::string lines;
    const char *message;
    int number = 2;
  };
  const Case cases[] = {
      {"a reader", "is not NAME ROLES SECRET"},
      {"a reader " + hashOf("u") + " ml more", "is not NAME"},
      {"a reader " + hashOf("u") + " m:l", "no name of a tenant"},
      {"a reader " + hashOf("u") + " ml/", "no name of a tenant"},
      {"a reader " + hashOf("u") + " /pr", "no name of a tenant"},
      {"a reader " + hashOf("u") + " ml/pr/x", "no name of a tenant"},
      {"a operator " + hashOf("u") + " ml/pr", "of the lane `trusted`"},
      {"tenant:", "no name of a tenant"},
      {"tenant:t weight=0", "weight=NUMBER"},
      {"tenant:t weight=much", "weight=NUMBER"},
      {"tenant:t heft=1", "'heft=1'"},
      {"tenant:t store-bytes=much", "store-bytes=SIZE"},
      {"tenant:t store-bytes=1MiB", "16MiB or more"},
      {"a b " + hashOf("u"), "'b' is no role"},
      {"a:b reader " + hashOf("u"), "a name has"},
      {"a reader sha256:ABC", "64 lower-case"},
      {"a reader secret", "a secret is sha256:HASH, cert:NAME, uid:NUMBER"},
      {"a reader uid:root", "a secret is"},
      {"a reader uid:01", "a secret is"},
      {"a reader uid:-1", "a secret is"},
      {"a reader uid:4294967296", "a secret is"},
      {"a reader uid:4294967295", "a secret is"}, // No user.
      {"a reader uid:7\nb reader uid:7", "this secret stands there twice", 3},
      {"a reader cert:", "a secret is"},
      {"b reader " + hashOf("t"), "stands there twice"},
  };
  for (const auto &[lines, message, number] : cases) {
    absl::Status status = parseCredentials(good + lines).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << lines;
    EXPECT_THAT(std::string(status.message()), HasSubstr(message)) << lines;
    EXPECT_THAT(std::string(status.message()),
                StartsWith(absl::StrCat("line ", number, ": ")))
        << lines;
  }
}

class CredentialAccessTest : public testing::Test {
protected:
  ~CredentialAccessTest() override {
    if (server_)
      server_->Shutdown();
    fs::remove(path_);
  }

  void write(const std::string &text) { writeTo(path_, text); }
  static void writeTo(const std::string &path, const std::string &text) {
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  }

  /// When tokens are over.
  static constexpr int64_t kFarAway = 1'000'000'000'000;

  static std::string bearer(const TokenSigner &signer, const char *subject) {
    const nlohmann::json claims = {{"iss", "https://ci"},
                                   {"aud", "ingot"},
                                   {"sub", subject},
                                   {"exp", kFarAway}};
    return "Bearer " + signer.sign(claims.dump());
  }

  void serve(Roles anonymous) {
    auto access = CredentialAccess::open(path_, anonymous,
                                         [this](const absl::Status &why) {
                                           absl::MutexLock lock(&mutex_);
                                           why_ = why;
                                         });
    ASSERT_TRUE(access.ok()) << access.status();
    access_ = *std::move(access);
    AdminSource source{[] { return v1::GetStatisticsResponse(); }};
    source.jobs = [](const Principal &asker) {
      v1::ListJobsResponse jobs;
      jobs.add_jobs()->set_phase(
          absl::StrCat(asker.name, " of ", asker.tenant.space()));
      return jobs;
    };
    service_ = std::make_unique<AdminService>(
        std::move(source), [this] { ++drains_; }, *access_);
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(service_.get());
    server_ = builder.BuildAndStart();
    tcp_ = grpc::CreateChannel(absl::StrCat("127.0.0.1:", port),
                               grpc::InsecureChannelCredentials());
  }

  /// That of GetStatistics, or of Drain.
  static grpc::Status statusOf(const std::shared_ptr<grpc::Channel> &channel,
                               const std::string &authorization = "",
                               bool drain = false) {
    auto stub = v1::Admin::NewStub(channel);
    grpc::ClientContext context;
    if (!authorization.empty())
      context.AddMetadata("authorization", authorization);
    v1::GetStatisticsResponse statistics;
    v1::DrainResponse drained;
    return drain ? stub->Drain(&context, {}, &drained)
                 : stub->GetStatistics(&context, {}, &statistics);
  }
  /// Its code over TCP.
  grpc::StatusCode call(const std::string &authorization, bool drain = false) {
    return statusOf(tcp_, authorization, drain).error_code();
  }

  const std::string path_ =
      testing::TempDir() + "credentials-" + std::to_string(getpid());
  /// Who calls by a connection of this machine, and whether it may drain.
  std::pair<std::string, grpc::StatusCode>
  caller(const std::shared_ptr<grpc::Channel> &channel) {
    auto stub = v1::Admin::NewStub(channel);
    grpc::ClientContext asks, drains;
    v1::ListJobsResponse jobs;
    v1::DrainResponse drained;
    EXPECT_TRUE(stub->ListJobs(&asks, {}, &jobs).ok());
    return {jobs.jobs_size() ? jobs.jobs(0).phase() : "",
            stub->Drain(&drains, {}, &drained).error_code()};
  }

  /// What was said of the file after a change.
  absl::Status why() const {
    absl::MutexLock lock(&mutex_);
    return why_;
  }

  mutable absl::Mutex mutex_;
  absl::Status why_ ABSL_GUARDED_BY(mutex_);
  int drains_ = 0;
  std::unique_ptr<CredentialAccess> access_;
  std::unique_ptr<AdminService> service_;
  std::unique_ptr<grpc::Server> server_;
  std::shared_ptr<grpc::Channel> tcp_;
};

TEST_F(CredentialAccessTest, TokensSayWhoCallsAndRolesWhatTheyMay) {
  write("r reader " + hashOf("read") + "\no operator " + hashOf("op") + "\n");
  serve(/*anonymous=*/0);
  EXPECT_EQ(call(""), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Bearer wrong"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Basic read"), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Bearer " + std::string(5000, 'x')),
            grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(call("Bearer read"), grpc::StatusCode::OK);
  EXPECT_EQ(call("Bearer read", /*drain=*/true),
            grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(drains_, 0);
  EXPECT_EQ(call("Bearer op", /*drain=*/true), grpc::StatusCode::OK);
  EXPECT_EQ(drains_, 1);
}

TEST_F(CredentialAccessTest, OthersAreWhatTheyAreSaidToBe) {
  write("o operator " + hashOf("op") + "\n");
  serve(/*anonymous=*/kReader);
  EXPECT_EQ(call(""), grpc::StatusCode::OK);
  EXPECT_EQ(call("", /*drain=*/true), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(call("Bearer wrong"), grpc::StatusCode::UNAUTHENTICATED)
      << "who shows a token was meant to be somebody";
}

TEST_F(CredentialAccessTest, UsersOfTheMachineAreWhoTheirLinesSay) {
  const uid_t self = geteuid();
  write(absl::StrCat("ann compiler uid:", self, " ml\n"));
  serve(/*anonymous=*/0);
  EXPECT_EQ(
      caller(localChannel(*server_)),
      std::pair(std::string("ann of ml"), grpc::StatusCode::PERMISSION_DENIED));
  if (!mayBeOtherUsers())
    GTEST_SKIP() << "only root can be two users";
  const auto other = localChannel(*server_, kOtherUser);
  const grpc::Status status = statusOf(other);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_THAT(status.error_message(),
              HasSubstr(absl::StrCat("no line for the user ", kOtherUser)));
  write(
      absl::StrCat("ann operator uid:", self, "\nlocal reader uid:* guests\n"));
  const std::string named = absl::StrCat("local@", kOtherUser, " of guests");
  while (!statusOf(other).ok())
    std::this_thread::yield();
  EXPECT_EQ(caller(other),
            std::pair(named, grpc::StatusCode::PERMISSION_DENIED));
  EXPECT_EQ(caller(localChannel(*server_)),
            std::pair(std::string("ann of ann"), grpc::StatusCode::OK));
}

TEST_F(CredentialAccessTest, UsersWithoutLinesAreOperatorsOnlyWithoutAnyLine) {
  const std::string self = absl::StrCat("uid:", geteuid());
  const std::string others = "r reader " + hashOf("read") + "\n";
  write(others);
  serve(/*anonymous=*/0);
  const auto channel = localChannel(*server_);
  EXPECT_EQ(caller(channel).second, grpc::StatusCode::OK);
  write(others + "bob reader uid:1000\nann compiler " + self + "\n");
  while (statusOf(channel, "", /*drain=*/true).ok())
    std::this_thread::yield();
  EXPECT_EQ(caller(channel).first, "ann of ann");
  write(others + "bob reader uid:1000\n");
  while (statusOf(channel).ok())
    EXPECT_FALSE(statusOf(channel, "", /*drain=*/true).ok());
  EXPECT_EQ(statusOf(channel).error_code(), grpc::StatusCode::UNAUTHENTICATED)
      << "whose line is taken away";
}

TEST_F(CredentialAccessTest, AnonymousUsersMayWhatAnonymousCallersMay) {
  write("bob operator uid:1000\n");
  serve(/*anonymous=*/kReader);
  EXPECT_EQ(caller(localChannel(*server_)),
            std::pair(absl::StrCat("unix@", geteuid(), " of "),
                      grpc::StatusCode::PERMISSION_DENIED));
}

TEST_F(CredentialAccessTest, ATokenDecidesOnASocketToo) {
  write(absl::StrCat("ann operator uid:", geteuid(), "\nr reader ",
                     hashOf("read"), "\n"));
  serve(/*anonymous=*/0);
  const auto channel = localChannel(*server_);
  EXPECT_TRUE(statusOf(channel, "", /*drain=*/true).ok());
  EXPECT_TRUE(statusOf(channel, "Bearer read").ok());
  const grpc::Status drained = statusOf(channel, "Bearer read", /*drain=*/true);
  EXPECT_EQ(drained.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(drained.error_message(), HasSubstr("r does not have"));
  EXPECT_EQ(statusOf(channel, "Bearer wrong").error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
}

TEST_F(CredentialAccessTest, TheSameTokensCountOverHttp) {
  write("r reader " + hashOf("read") + "\no operator " + hashOf("op") + "\n");
  serve(/*anonymous=*/0);
  auto code = [this](const char *token, Role role) {
    return access_->requireByToken(token, role, "the page").status().code();
  };
  EXPECT_EQ(code("read", kReader), absl::StatusCode::kOk);
  EXPECT_EQ(code("read", kOperator), absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(code("op", kOperator), absl::StatusCode::kOk);
  for (const char *token : {"", "wrong", "Bearer read"})
    EXPECT_EQ(code(token, kReader), absl::StatusCode::kUnauthenticated)
        << token;
  EXPECT_EQ(access_->requireByToken("op", kReader, "x")->name, "o");
}

TEST_F(CredentialAccessTest, WithoutATokenHttpIsAnonymous) {
  write("o operator " + hashOf("op") + "\n");
  serve(/*anonymous=*/kReader);
  EXPECT_TRUE(access_->requireByToken("", kReader, "x").ok());
  EXPECT_FALSE(access_->requireByToken("", kOperator, "x").ok());
  const Access open(kCompiler | kUploader);
  EXPECT_TRUE(open.requireByToken("anything", kReader, "x").ok());
  EXPECT_FALSE(open.requireByToken("anything", kOperator, "x").ok());
}

TEST_F(CredentialAccessTest, AChangedFileIsReadAgainAndABadOneIsNot) {
  write("r reader " + hashOf("old") + "\n");
  serve(/*anonymous=*/0);
  ASSERT_EQ(call("Bearer old"), grpc::StatusCode::OK);
  // Of another size: the clock of the file system has coarse ticks.
  write("reader reader " + hashOf("newer") + "\n");
  // It is looked at once a second.
  while (call("Bearer newer") != grpc::StatusCode::OK) {
  }
  EXPECT_EQ(call("Bearer old"), grpc::StatusCode::UNAUTHENTICATED);
  write("nonsense\n");
  while (why().ok())
    EXPECT_EQ(call("Bearer newer"), grpc::StatusCode::OK);
  EXPECT_THAT(std::string(why().message()), HasSubstr("line 1"));
  EXPECT_EQ(call("Bearer newer"), grpc::StatusCode::OK);
}

TEST_F(CredentialAccessTest, TokensOfAnIssuerCountAndItsKeysAreReadAgain) {
  TokenSigner before("1"), after("2");
  const std::string keys = path_ + ".jwks";
  writeTo(keys, before.set());
  write(absl::StrCat("oidc:ci url=https://ci audience=ingot keys=", keys,
                     "\ngrant:ci operator ops sub=ann\ngrant:ci reader ml\n"));
  serve(/*anonymous=*/0);
  EXPECT_EQ(call(bearer(before, "bob")), grpc::StatusCode::OK);
  EXPECT_EQ(call(bearer(before, "bob"), /*drain=*/true),
            grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_EQ(call(bearer(before, "ann"), /*drain=*/true), grpc::StatusCode::OK);
  EXPECT_EQ(call(bearer(after, "bob")), grpc::StatusCode::UNAUTHENTICATED);
  // The issuer's keys change, and ours with them.
  writeTo(
      keys,
      nlohmann::json{{"keys", {after.json(), TokenSigner("3").json()}}}.dump());
  while (call(bearer(after, "bob")) != grpc::StatusCode::OK) {
  }
  EXPECT_EQ(call(bearer(before, "bob")), grpc::StatusCode::UNAUTHENTICATED)
      << "also one that was verified before";
  fs::remove(keys);
}

TEST_F(CredentialAccessTest, KeysMayComeAfterTheLineThatNamesThem) {
  TokenSigner signer("1");
  const std::string keys = path_ + ".later.jwks";
  const std::string old = "r reader " + hashOf("old") + "\n";
  write(old);
  serve(/*anonymous=*/0);
  write(old + absl::StrCat("oidc:ci url=https://ci audience=ingot keys=", keys,
                           "\ngrant:ci reader ml\n"));
  while (why().ok())
    EXPECT_EQ(call("Bearer old"), grpc::StatusCode::OK);
  EXPECT_THAT(std::string(why().message()), HasSubstr(keys));
  // The line has not changed since.
  writeTo(keys, signer.set());
  while (call(bearer(signer, "bob")) != grpc::StatusCode::OK) {
  }
  EXPECT_EQ(call("Bearer old"), grpc::StatusCode::OK);
  fs::remove(keys);
}

/// Reads of a blob that is larger than a connection takes, so that a stream
/// waits for its reader. For calls of tokens that `access` knows.
class StreamsOfBlobs {
public:
  explicit StreamsOfBlobs(const Access &access)
      : blobs_(store_, statistics_, executors_, executors_, access,
               transfers_) {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&blobs_);
    server_ = builder.BuildAndStart();
    stub_ = google::bytestream::ByteStream::NewStub(grpc::CreateChannel(
        absl::StrCat("127.0.0.1:", port), grpc::InsecureChannelCredentials()));
    local_ = google::bytestream::ByteStream::NewStub(localChannel(*server_));
    request_.set_resource_name(
        "blobs/" + store_.putBlob(std::string(64 << 20, 'x'))->toString());
  }
  ~StreamsOfBlobs() { server_->Shutdown(); }

  using Reader = grpc::ClientReader<google::bytestream::ReadResponse>;

  /// A stream that has begun.
  std::unique_ptr<Reader> read(grpc::ClientContext &context,
                               const std::string &authorization) {
    context.AddMetadata("authorization", authorization);
    return begun(stub_->Read(&context, request_));
  }
  /// One of the user of these tests.
  std::unique_ptr<Reader> readLocally(grpc::ClientContext &context) {
    return begun(local_->Read(&context, request_));
  }
  /// How it ends, once all of it was read.
  grpc::Status rest(Reader &reader) {
    while (reader.Read(&piece_)) {
    }
    return reader.Finish();
  }

private:
  std::unique_ptr<Reader> begun(std::unique_ptr<Reader> reader) {
    EXPECT_TRUE(reader->Read(&piece_));
    return reader;
  }

  cache::MemoryStore store_;
  Statistics statistics_;
  SerialExecutors executors_{1};
  Transfers transfers_;
  ByteStreamService blobs_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<google::bytestream::ByteStream::Stub> stub_, local_;
  google::bytestream::ReadRequest request_;
  google::bytestream::ReadResponse piece_;
};

TEST_F(CredentialAccessTest, WhoIsRevokedLosesItsStreams) {
  write("r reader " + hashOf("revoked") + "\ns reader " + hashOf("stays") +
        "\nm reader " + hashOf("moved") + "\n");
  serve(/*anonymous=*/0);
  StreamsOfBlobs streams(*access_);
  grpc::ClientContext revoked, moved, stays;
  auto first = streams.read(revoked, "Bearer revoked"),
       other = streams.read(moved, "Bearer moved"),
       second = streams.read(stays, "Bearer stays");
  write("s reader " + hashOf("stays") + "\nm reader " + hashOf("moved") +
        " another\n");
  while (access_->streams() > 1)
    std::this_thread::yield();
  EXPECT_EQ(streams.rest(*first).error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(streams.rest(*other).error_code(),
            grpc::StatusCode::UNAUTHENTICATED)
      << "of another tenant";
  EXPECT_EQ(streams.rest(*second).error_code(), grpc::StatusCode::OK);
}

TEST_F(CredentialAccessTest, AUserWhoGetsALineLosesTheStreamsOfAnOperator) {
  const std::string other = "r reader " + hashOf("t") + "\n";
  write(other);
  serve(/*anonymous=*/0);
  StreamsOfBlobs streams(*access_);
  grpc::ClientContext before, after;
  auto first = streams.readLocally(before);
  write(other + absl::StrCat("ann reader uid:", geteuid(), "\n"));
  while (access_->streams() > 0)
    std::this_thread::yield();
  EXPECT_EQ(streams.rest(*first).error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
  auto second = streams.readLocally(after);
  EXPECT_EQ(streams.rest(*second).error_code(), grpc::StatusCode::OK);
}

TEST_F(CredentialAccessTest, AStreamEndsWithItsToken) {
  TokenSigner signer("1");
  const std::string keys = path_ + ".end.jwks";
  writeTo(keys, signer.set());
  write("s reader " + hashOf("stays") +
        absl::StrCat("\noidc:ci url=https://ci audience=ingot keys=", keys,
                     "\ngrant:ci reader ml\n"));
  serve(/*anonymous=*/0);
  StreamsOfBlobs streams(*access_);
  grpc::ClientContext ending, stays;
  auto first = streams.read(ending, bearer(signer, "bob")),
       second = streams.read(stays, "Bearer stays");
  access_->endExpired(absl::FromUnixSeconds(kFarAway));
  EXPECT_EQ(access_->streams(), 2u) << "a minute is left to clocks";
  access_->endExpired(absl::FromUnixSeconds(kFarAway) + absl::Minutes(1));
  const grpc::Status status = streams.rest(*first);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAUTHENTICATED);
  EXPECT_EQ(status.error_message(), "the token is over");
  EXPECT_EQ(streams.rest(*second).error_code(), grpc::StatusCode::OK)
      << "a token of the file has no end";
  fs::remove(keys);
}

TEST_F(CredentialAccessTest, FilesThatCannotBeTrustedAreRefused) {
  EXPECT_EQ(CredentialAccess::open(path_, 0, nullptr).status().code(),
            absl::StatusCode::kNotFound);
  write("r reader " + hashOf("t") + "\n");
  fs::permissions(path_, fs::perms::others_write, fs::perm_options::add);
  EXPECT_THAT(
      std::string(CredentialAccess::open(path_, 0, nullptr).status().message()),
      HasSubstr("can be written by others"));
  fs::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0); // As `--credentials <(...)`.
  EXPECT_THAT(
      std::string(CredentialAccess::open(path_, 0, nullptr).status().message()),
      HasSubstr("is no regular file"));
}

} // namespace
} // namespace ingot::server
