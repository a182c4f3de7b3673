//===- SlowClientsTest.cpp - clients that say or take nothing -------------===//
//
// Uploads that stop halfway and downloads that nobody reads, many at once, with
// limits that a test can reach.
//
//===----------------------------------------------------------------------===//

#include "cache/remote/ActionResult.h"
#include "server/rpc/CompileStream.h"
#include "server/rpc/DownloadShare.h"
#include "server/rpc/UnreadAnswer.h"
#include "tests/unit/server/rpc/InProcessServer.h"

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

#include <random>

namespace ingot::server {
namespace {

using google::bytestream::ReadRequest;
using google::bytestream::ReadResponse;
using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;
using testing::HasSubstr;

constexpr int kPieces = 8;
constexpr int kUploads = 3;

TransferLimits smallLimits() {
  TransferLimits limits;
  limits.uploads = limits.uploadsPerPeer = kUploads;
  limits.compressed = 2; // One of a caller.
  limits.uploadIdle = absl::Milliseconds(500);
  // Else an upload whose first message was read late is too slow before it is
  // silent for long.
  limits.uploadBytesPerSecond = 0;
  limits.downloadPieces = kPieces;
  limits.downloadStall = absl::Milliseconds(100);
  return limits;
}

/// An upload that sent a part.
struct HalfUpload {
  HalfUpload(google::bytestream::ByteStream::Stub &stub, int number)
      : HalfUpload(
            stub,
            "uploads/1/blobs/" +
                Digest::of("upload " + std::to_string(number)).toString()) {}
  HalfUpload(google::bytestream::ByteStream::Stub &stub,
             const std::string &name)
      : writer(stub.Write(&context, &response)) {
    WriteRequest request;
    request.set_resource_name(name);
    // The begin of a frame of zstd is as good as any bytes.
    request.set_data(std::string("\x28\xb5\x2f", 3));
    writer->Write(request);
  }

  grpc::ClientContext context;
  WriteResponse response;
  std::unique_ptr<grpc::ClientWriter<WriteRequest>> writer;
};

/// A download of which nothing is read.
struct UnreadDownload {
  UnreadDownload(google::bytestream::ByteStream::Stub &stub,
                 const Digest &digest) {
    ReadRequest request;
    request.set_resource_name("blobs/" + digest.toString());
    reader = stub.Read(&context, request);
  }

  /// Bytes until the end.
  size_t rest() {
    size_t bytes = 0;
    for (ReadResponse response; reader->Read(&response);)
      bytes += response.data().size();
    return bytes;
  }

  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReader<ReadResponse>> reader;
};

class SlowClientsTest : public InProcessServer {
protected:
  SlowClientsTest() : InProcessServer(smallLimits()) {}

  // Through a socket: in one process nothing is sent before it is read.
  std::unique_ptr<google::bytestream::ByteStream::Stub> stub =
      byteStreamOverSocket();
};

TEST_F(SlowClientsTest, AnUploadWithoutMessagesIsEnded) {
  HalfUpload half(*stub, 0);
  grpc::Status status = half.writer->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(status.error_message(), HasSubstr("no message for 500ms"));
}

/// Whether it holds within a minute.
template <typename Condition> bool comesTrue(Condition holds) {
  const absl::Time end = absl::Now() + absl::Minutes(1);
  while (!holds()) {
    if (absl::Now() > end)
      return false;
    std::this_thread::yield();
  }
  return true;
}

TEST_F(SlowClientsTest, PlacesOfSilentUploadsComeBack) {
  std::vector<std::unique_ptr<HalfUpload>> half;
  for (int i = 0; i < kUploads; ++i)
    half.push_back(std::make_unique<HalfUpload>(*stub, i));
  for (auto &one : half)
    EXPECT_EQ(one->writer->Finish().error_code(),
              grpc::StatusCode::DEADLINE_EXCEEDED);
  // A place is free when the server is done, a little after its answer.
  ASSERT_TRUE(comesTrue([&] { return transfers.uploads() == 0; }));
  EXPECT_EQ(HalfUpload(*stub, kUploads).writer->Finish().error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED)
      << "let in";
}

TransferLimits fastUploads() {
  TransferLimits limits;
  // Of a client that writes all the time, and may be stopped for a while.
  limits.uploadIdle = absl::Seconds(1);
  limits.uploadBytesPerSecond = int64_t{1} << 40;
  return limits;
}

class TrickleTest : public InProcessServer {
protected:
  TrickleTest() : InProcessServer(fastUploads()) {}
};

TEST_F(TrickleTest, AnUploadThatIsTooSlowIsEnded) {
  HalfUpload slow(*byteStream, 0);
  WriteRequest byte;
  byte.set_data("");
  byte.set_write_offset(3);
  while (slow.writer->Write(byte)) {
  }
  grpc::Status status = slow.writer->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_THAT(status.error_message(), HasSubstr("bytes a second"));
}

/// A call whose answer needs room, while others hold all there is.
class RoomTest : public SlowClientsTest {
protected:
  using Call = std::function<grpc::Status(grpc::ClientContext &)>;

  RoomTest() {
    for (const char *peer : {"a", "b"})
      EXPECT_EQ(transfers.downloads().take(peer, kPieces / 2, nullptr), 0u);
  }
  void giveBack() {
    for (const char *peer : {"a", "b"})
      transfers.downloads().give(peer, kPieces / 2);
  }

  /// Makes the call once to give it up and once to let it have its room.
  void expectWaits(const Call &call) {
    PieceBudget &budget = transfers.downloads();
    grpc::ClientContext givenUp, patient;
    grpc::Status status;
    std::thread first([&] { status = call(givenUp); });
    while (!budget.hasWaiters())
      std::this_thread::yield();
    givenUp.TryCancel();
    first.join();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED);
    while (budget.hasWaiters())
      std::this_thread::yield();
    std::thread second([&] { status = call(patient); });
    while (!budget.hasWaiters())
      std::this_thread::yield();
    giveBack();
    second.join();
    EXPECT_TRUE(status.ok()) << status.error_message();
    while (budget.inUse() > 0)
      std::this_thread::yield();
  }
};

TEST_F(RoomTest, ABatchReadWaitsForIt) {
  reapi::BatchReadBlobsRequest request;
  *request.add_digests() = cache::toReapi(*store.putBlob("blob"));
  expectWaits([&](grpc::ClientContext &context) {
    reapi::BatchReadBlobsResponse response;
    return cas->BatchReadBlobs(&context, request, &response);
  });
}

TEST_F(RoomTest, ALongQuestionWaitsForIt) {
  reapi::FindMissingBlobsRequest request;
  for (int i = 0; request.ByteSizeLong() <= 100000; i += 100)
    for (int k = 0; k < 100; ++k)
      *request.add_blob_digests() =
          cache::toReapi(Digest::of(std::to_string(i + k)));
  expectWaits([&](grpc::ClientContext &context) {
    reapi::FindMissingBlobsResponse response;
    return cas->FindMissingBlobs(&context, request, &response);
  });
}

TEST_F(RoomTest, WhoHoldsNothingIsInNobodysWay) {
  std::atomic<int> ended{0};
  DownloadShare small(transfers, "c", [&] { ++ended; });
  small.await(0, [] {});
  small.beginSend();
  // The room of one is held by another, who is in the way.
  transfers.downloads().give("a", 1);
  std::atomic<int> makesWay{0};
  DownloadShare large(transfers, "d", [&] { ++makesWay; });
  large.await(1, [] {});
  large.beginSend();
  transfers.downloads().take("e", 1, [] {});
  while (makesWay < 2)
    std::this_thread::yield();
  EXPECT_EQ(ended, 0);
  transfers.downloads().give("a", kPieces / 2 - 1);
}

TEST_F(RoomTest, ATreeWaitsForIt) {
  reapi::GetTreeRequest request;
  *request.mutable_root_digest() =
      cache::toReapi(*store.putBlob(reapi::Directory().SerializeAsString()));
  expectWaits([&](grpc::ClientContext &context) {
    auto reader = cas->GetTree(&context, request);
    for (reapi::GetTreeResponse part; reader->Read(&part);) {
    }
    return reader->Finish();
  });
}

TEST_F(SlowClientsTest, ABlobOfMemoryCountsWholeWhileItIsRead) {
  const std::string self = "anonymous@unix", bytes(3 << 20, 'x');
  const Digest digest = *store.putBlob(bytes);
  // Of the caller's share one piece is left, then two.
  PieceBudget &budget = transfers.downloads();
  ASSERT_EQ(budget.take(self, kPieces / 2 - 1, nullptr), 0u);
  UnreadDownload read(*stub, digest);
  while (!budget.hasWaiters())
    std::this_thread::yield();
  budget.give(self, 1);
  EXPECT_TRUE(budget.hasWaiters()) << "two are not enough";
  budget.give(self, kPieces / 2 - 2);
  EXPECT_EQ(read.rest(), bytes.size());
  while (budget.inUse() > 0)
    std::this_thread::yield();
}

TransferLimits patientDownloads() {
  TransferLimits limits = smallLimits();
  limits.uploads = limits.uploadsPerPeer = 8;
  limits.downloadStall = limits.uploadIdle = absl::Minutes(1);
  return limits;
}

class PatientTest : public InProcessServer {
protected:
  PatientTest() : InProcessServer(patientDownloads()) {}
};

TEST_F(PatientTest, UploadsAreOnlySoManyAndTheirPlacesComeBack) {
  auto stub = byteStreamOverSocket();
  const int places = transfers.limits().uploads;
  std::vector<std::unique_ptr<HalfUpload>> half;
  for (int i = 0; i < places; ++i)
    half.push_back(std::make_unique<HalfUpload>(*stub, i));
  ASSERT_TRUE(comesTrue([&] { return transfers.uploads() == places; }));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(HalfUpload(*stub, places + i).writer->Finish().error_code(),
              grpc::StatusCode::RESOURCE_EXHAUSTED);
  half[0]->context.TryCancel();
  ASSERT_TRUE(comesTrue([&] { return transfers.uploads() < places; }));
  HalfUpload later(*stub, 100);
  later.writer->WritesDone();
  EXPECT_EQ(later.writer->Finish().error_code(),
            grpc::StatusCode::INVALID_ARGUMENT)
      << "let in, and told that it is not whole";
  for (auto &one : half)
    one->context.TryCancel();
  EXPECT_TRUE(comesTrue([&] { return transfers.uploads() == 0; }));
}

TEST_F(PatientTest, LargeCompressedUploadsWaitForEachOther) {
  auto stub = byteStreamOverSocket();
  auto begin = [&](int number, int64_t size) {
    Digest digest = Digest::of(std::to_string(number));
    digest.size = size;
    return std::make_unique<HalfUpload>(
        *stub, "uploads/1/compressed-blobs/zstd/" + digest.toString());
  };
  PieceBudget &places = transfers.compressed();
  auto first = begin(1, 2 << 20);
  while (places.inUse() == 0)
    std::this_thread::yield();
  auto second = begin(2, 2 << 20), left = begin(3, 2 << 20);
  while (!places.hasWaiters())
    std::this_thread::yield();
  // A small one needs no place: it is told at once what is wrong with it.
  auto small = begin(4, 1 << 20);
  small->writer->WritesDone();
  EXPECT_EQ(small->writer->Finish().error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  for (auto *upload : {&first, &second, &left}) {
    (*upload)->context.TryCancel();
    EXPECT_EQ((*upload)->writer->Finish().error_code(),
              grpc::StatusCode::CANCELLED);
  }
  while (places.inUse() > 0 || places.hasWaiters())
    std::this_thread::yield();
}

TEST_F(PatientTest, ACompressedReadHoldsNothingWhileItWaits) {
  // What no compressor makes shorter, and more than memory keeps.
  std::string bytes(6 << 20, '\0');
  std::minstd_rand random;
  for (char &byte : bytes)
    byte = static_cast<char>(random() >> 8);
  const Digest digest = *store.putBlob(bytes);
  PieceBudget &budget = transfers.downloads();
  auto stub = byteStreamOverSocket();
  ReadRequest request;
  request.set_resource_name("compressed-blobs/zstd/" + digest.toString());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::seconds(30));
  auto reader = stub->Read(&context, request);
  ReadResponse response;
  ASSERT_TRUE(reader->Read(&response));
  // Another one waits for more than there is without what the read holds.
  ASSERT_EQ(budget.take("a", kPieces / 2, nullptr), 0u);
  absl::Notification served;
  ASSERT_NE(budget.take("b", kPieces / 2, [&] { served.Notify(); }), 0u);
  while (reader->Read(&response)) {
  }
  const grpc::Status status = reader->Finish();
  EXPECT_TRUE(status.ok()) << status.error_message();
  if (status.ok())
    served.WaitForNotification();
  budget.give("a", kPieces / 2);
  budget.give("b", kPieces / 2);
}

/// More than a connection takes of what is not read.
constexpr int64_t kLargeBytes = 2 << 20;

/// Others hold all that events may.
class UnreadTest : public SlowClientsTest {
protected:
  std::vector<UnreadBudget::Share> fill() {
    std::vector<UnreadBudget::Share> shares;
    for (const char *tenant : {"a", "b"})
      shares.push_back(
          *transfers.unread().take(tenant, transfers.limits().unreadBytes / 2));
    return shares;
  }
  std::unique_ptr<grpc::ClientReader<v1::CompileEvent>> compile() {
    v1::CompileRequest request;
    request.mutable_module()->set_inline_("m");
    request.set_max_inline_bytes(1000);
    auto reader = compiler->Compile(&context, request);
    pool.awaitPending(1);
    return reader;
  }
  grpc::Status endOf(grpc::ClientReader<v1::CompileEvent> &reader) {
    while (reader.Read(&last)) {
    }
    return reader.Finish();
  }

  grpc::ClientContext context;
  v1::CompileEvent last;
};

TEST_F(UnreadTest, WhoReadsCompilesAllTheSame) {
  const auto shares = fill();
  auto reader = compile();
  while (!pool.pending().empty())
    pool.answer();
  const grpc::Status status = endOf(*reader);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(last.result().inline_artifact(), "executable");
}

TEST_F(UnreadTest, WhoFindsNoRoomIsToldWhenToComeBack) {
  const auto shares = fill();
  auto reader = compile();
  pool.sendDiagnostic(std::string(kSmallEventBytes, 'd'));
  const grpc::Status status = endOf(*reader);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  ASSERT_EQ(details.details_size(), 1);
  EXPECT_TRUE(details.details(0).Is<google::rpc::RetryInfo>());
  awaitIdle(); // The work was left.
}

TEST_F(UnreadTest, SmallEventsCountWithWhatTheyTakeBesideTheirBytes) {
  auto reader = compile();
  // More than a connection takes: the next ones wait.
  pool.sendDiagnostic(std::string(kLargeBytes, 'd'));
  const int64_t before = transfers.unread().held();
  ASSERT_GE(before, kLargeBytes);
  for (int i = 0; i < 1000; ++i)
    pool.sendDiagnostic("d");
  EXPECT_GT(transfers.unread().held() - before, 100 << 10);
  while (!pool.pending().empty())
    pool.answer();
  EXPECT_TRUE(endOf(*reader).ok());
  while (transfers.unread().held() > 0) // Until gRPC is done with the call.
    std::this_thread::yield();
}

TEST_F(UnreadTest, AnAnswerToACheckTakesRoomUnlessItIsSmall) {
  auto check = [this](const std::string &fault) {
    grpc::ClientContext asks;
    v1::CheckRequest request;
    request.mutable_module()->set_inline_("m");
    v1::CheckResponse checked;
    grpc::Status status;
    std::thread caller(
        [&] { status = compiler->Check(&asks, request, &checked); });
    pool.awaitPending(1);
    pool.sendDiagnostic(fault);
    pool.finish(absl::InvalidArgumentError("at fault"));
    caller.join();
    EXPECT_EQ(checked.diagnostics_size(), status.ok() ? 1 : 0);
    return status;
  };
  const std::string large(kSmallEventBytes, 'd');
  auto shares = fill();
  EXPECT_TRUE(check("small").ok());
  const grpc::Status refused = check(large);
  EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_NE(refused.error_details(), "") << "when to come back";
  shares.clear();
  EXPECT_TRUE(check(large).ok());
  while (transfers.unread().held() > 0)
    std::this_thread::yield();
}

TEST_F(UnreadTest, WhoReadsNothingMakesWay) {
  UnreadBudget &unread = transfers.unread();
  auto reader = compile();
  pool.sendDiagnostic(std::string(kSmallEventBytes, 'd'));
  while (unread.held() == 0)
    std::this_thread::yield();
  EXPECT_FALSE(unread.take("a", transfers.limits().unreadBytes).ok());
  while (unread.held() > 0)
    std::this_thread::yield();
  const grpc::Status status = endOf(*reader);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(status.error_message(), kReadsNothing);
}

TEST_F(UnreadTest, ACheckWhoseAnswerIsNotReadMakesWay) {
  UnreadBudget &unread = transfers.unread();
  v1::CheckRequest request;
  request.mutable_module()->set_inline_("m");
  v1::CheckResponse response;
  grpc::Status status;
  grpc::CompletionQueue queue;
  auto call = compiler->AsyncCheck(&context, request, &queue);
  call->ReadInitialMetadata(nullptr); // Sends the request.
  pool.awaitPending(1);
  pool.sendDiagnostic(std::string(kLargeBytes, 'd'));
  pool.finish(absl::InvalidArgumentError("at fault"));
  ASSERT_GE(unread.held(), kLargeBytes);
  EXPECT_FALSE(unread.take("a", transfers.limits().unreadBytes).ok());
  while (unread.held() > 0)
    std::this_thread::yield();
  call->Finish(&response, &status, nullptr);
  void *tag;
  bool ok;
  for (int i = 0; i < 2; ++i)
    queue.Next(&tag, &ok);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(status.error_message(), kReadsNothing);
}

TEST_F(SlowClientsTest, BatchesAndQuestionsCountToTheirCaller) {
  const std::string self = "anonymous@unix";
  for (int i = 0; i < kUploads; ++i)
    ASSERT_TRUE(transfers.beginUpload(self).ok());
  grpc::ClientContext context;
  reapi::BatchUpdateBlobsResponse response;
  grpc::Status status =
      reapi::ContentAddressableStorage::NewStub(
          grpc::CreateChannel(address, grpc::InsecureChannelCredentials()))
          ->BatchUpdateBlobs(&context, {}, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED)
      << status.error_message();
  for (int i = 0; i < kUploads; ++i)
    transfers.endUpload(self);
}

TEST_F(SlowClientsTest, BatchReadsAreNotCountedAsQuestions) {
  const std::string self = "anonymous@unix";
  for (int i = 0; i < transfers.limits().queriesPerPeer; ++i)
    ASSERT_TRUE(transfers.beginQuery(self).ok());
  auto overSocket = reapi::ContentAddressableStorage::NewStub(
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext asking, reading;
  reapi::FindMissingBlobsResponse missing;
  EXPECT_EQ(overSocket->FindMissingBlobs(&asking, {}, &missing).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  reapi::BatchReadBlobsResponse response;
  EXPECT_TRUE(overSocket->BatchReadBlobs(&reading, {}, &response).ok());
  for (int i = 0; i < transfers.limits().queriesPerPeer; ++i)
    transfers.endQuery(self);
}

TEST_F(SlowClientsTest, UnreadDownloadsHoldNoMoreThanTheBudget) {
  constexpr int kDownloads = 30, kPiecesOfBlob = 20;
  const std::string bytes(kPiecesOfBlob << 20, 'x');
  const Digest digest = *store.putBlob(bytes);
  std::vector<std::unique_ptr<UnreadDownload>> unread;
  for (int i = 0; i < kDownloads; ++i)
    unread.push_back(std::make_unique<UnreadDownload>(*stub, digest));
  UnreadDownload read(*stub, digest);
  // Whoever takes nothing makes way for who does.
  const size_t got = read.rest();
  EXPECT_LE(transfers.downloads().inUse(), kPieces / 2) << "a peer's share";
  EXPECT_GT(got, 0u);
  for (auto &one : unread)
    one->context.TryCancel();
  for (auto &one : unread)
    one->rest();
  unread.clear();
}

} // namespace
} // namespace ingot::server
