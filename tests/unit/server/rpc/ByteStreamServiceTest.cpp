//===- ByteStreamServiceTest.cpp - uploads, downloads and their ends ------===//

#include "tests/unit/server/rpc/InProcessServer.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

using google::bytestream::QueryWriteStatusRequest;
using google::bytestream::QueryWriteStatusResponse;
using google::bytestream::ReadRequest;
using google::bytestream::ReadResponse;
using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;
using testing::HasSubstr;

constexpr size_t kMiB = 1 << 20;

std::string someBytes(size_t size) {
  std::string bytes(size, '\0');
  uint32_t state = 1;
  for (char &byte : bytes)
    byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  return bytes;
}

std::string blobName(const std::string &bytes) {
  return "blobs/" + Digest::of(bytes).toString();
}
std::string uploadName(const std::string &bytes) {
  return "uploads/1234/" + blobName(bytes);
}

TEST(ResourceNameTest, BothFormsAreRead) {
  Digest digest = Digest::of("x");
  for (const std::string &name :
       {"blobs/" + digest.toString(), "instance/blobs/" + digest.toString(),
        "uploads/123/blobs/" + digest.toString(),
        "a/uploads/123/blobs/" + digest.toString() + "/name.txt"}) {
    auto parsed = parseResourceName(name);
    ASSERT_TRUE(parsed.ok()) << name;
    EXPECT_EQ(parsed->digest, digest);
    EXPECT_FALSE(parsed->isZstd);
  }
  for (const char *name : {"", "blobs", "blobs/x/1", "blobs//"})
    EXPECT_EQ(parseResourceName(name).status().code(),
              absl::StatusCode::kInvalidArgument)
        << name;
}

/// One upload as a client makes it, message by message.
class Upload {
public:
  explicit Upload(google::bytestream::ByteStream::Stub &stub)
      : writer_(stub.Write(&context_, &response_)) {}

  /// False when the server has ended the call.
  bool write(const std::string &name, int64_t offset, const std::string &data,
             bool isLast) {
    WriteRequest request;
    request.set_resource_name(name);
    request.set_write_offset(offset);
    request.set_data(data);
    request.set_finish_write(isLast);
    return writer_->Write(request);
  }

  /// Ends the client's side and waits for the server's.
  grpc::Status finish() {
    writer_->WritesDone();
    return writer_->Finish();
  }

  void cancel() { context_.TryCancel(); }
  int64_t committed() const { return response_.committed_size(); }

private:
  grpc::ClientContext context_;
  WriteResponse response_;
  std::unique_ptr<grpc::ClientWriter<WriteRequest>> writer_;
};

class ByteStreamServiceTest : public InProcessServer {
protected:
  /// Uploads in messages of at most `messageBytes`.
  grpc::Status upload(const std::string &name, const std::string &bytes,
                      size_t messageBytes = kMiB) {
    Upload upload(*byteStream);
    size_t offset = 0;
    do {
      std::string data = bytes.substr(offset, messageBytes);
      bool isLast = offset + data.size() == bytes.size();
      if (!upload.write(name, static_cast<int64_t>(offset), data, isLast))
        break;
      offset += data.size();
    } while (offset < bytes.size());
    return upload.finish();
  }

  grpc::Status read(const std::string &name, std::string &bytes,
                    int64_t offset = 0, int64_t limit = 0) {
    ReadRequest request;
    request.set_resource_name(name);
    request.set_read_offset(offset);
    request.set_read_limit(limit);
    grpc::ClientContext context;
    auto reader = byteStream->Read(&context, request);
    ReadResponse response;
    while (reader->Read(&response))
      bytes += response.data();
    return reader->Finish();
  }

  QueryWriteStatusResponse uploadStatus(const std::string &name) {
    QueryWriteStatusRequest request;
    request.set_resource_name(name);
    QueryWriteStatusResponse response;
    grpc::ClientContext context;
    EXPECT_TRUE(
        byteStream->QueryWriteStatus(&context, request, &response).ok());
    return response;
  }

  bool isStored(const std::string &bytes) {
    return *store.getBlob(Digest::of(bytes)) != nullptr;
  }
};

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

TEST_F(ByteStreamServiceTest, BlobsOfAllSizesComeBack) {
  for (size_t size : {size_t{0}, size_t{1}, kMiB, kMiB + 1, 5 * kMiB + 3}) {
    std::string bytes = someBytes(size), back;
    grpc::Status written = upload(uploadName(bytes), bytes, 700000);
    ASSERT_TRUE(written.ok()) << size << ": " << written.error_message();
    ASSERT_TRUE(read(blobName(bytes), back).ok()) << size;
    EXPECT_EQ(back, bytes) << size;
  }
}

TEST_F(ByteStreamServiceTest, BytesAreCountedBothWays) {
  std::string bytes = someBytes(3000), back;
  ASSERT_TRUE(upload(uploadName(bytes), bytes, 1000).ok());
  ASSERT_TRUE(read(blobName(bytes), back, /*offset=*/2000).ok());
  EXPECT_EQ(statistics.bytesUploaded, 3000u);
  EXPECT_EQ(statistics.bytesDownloaded, 1000u);
}

TEST_F(ByteStreamServiceTest, TheNameIsNeededInTheFirstMessageOnly) {
  Upload upload(*byteStream);
  upload.write(uploadName("abcdef"), 0, "abc", false);
  upload.write("", 3, "def", true);
  EXPECT_TRUE(upload.finish().ok());
  EXPECT_EQ(upload.committed(), 6);
}

TEST_F(ByteStreamServiceTest, AFewBytesOfZstdMayBecomeManyInSeveralTurns) {
  constexpr int kBlocks = 256; // Of 128 KiB of one byte each, in four.
  std::string zstd("\x28\xb5\x2f\xfd\x00\x68", 6);
  for (int i = 0; i < kBlocks; ++i)
    zstd += std::string{i == kBlocks - 1 ? '\x03' : '\x02', '\0', '\x10', 'z'};
  const std::string bytes(kBlocks * (128 << 10), 'z');
  const std::string name =
      "uploads/u/compressed-blobs/zstd/" + Digest::of(bytes).toString();
  // A message may come while the one before it is stored.
  grpc::Status status = upload(name, zstd, 400);
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_TRUE(isStored(bytes));
}

TEST_F(ByteStreamServiceTest, AnUploadOfWhatIsThereIsTaken) {
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(upload(uploadName("again"), "again").ok());
  EXPECT_EQ(store.statistics().blobs, 1);
}

TEST_F(ByteStreamServiceTest, UploadsThatCannotBeLeaveNothing) {
  struct Case {
    const char *what;
    std::string name, bytes;
    const char *text;
  };
  const Case cases[] = {
      {"another content", uploadName("right"), "wrong", "are not"},
      {"too few bytes", uploadName("right"), "righ", "are not"},
      {"too many bytes", uploadName("right"), "right!",
       "more bytes than the digest says"},
      {"no name", "", "right", "resource_name: '' is not"},
      {"no digest", "uploads/1/blobs/x/5", "right", "hash has 1"}};
  for (const Case &c : cases) {
    SCOPED_TRACE(c.what);
    grpc::Status status = upload(c.name, c.bytes);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_THAT(status.error_message(), HasSubstr(c.text));
    EXPECT_FALSE(isStored("right"));
  }
  EXPECT_EQ(store.statistics().blobs, 0);
}

TEST_F(ByteStreamServiceTest, OffsetsMustFollowEachOther) {
  for (int64_t offset : {-1, 0, 2, 4, 100}) {
    Upload upload(*byteStream);
    upload.write(uploadName("abcdef"), 0, "abc", false);
    upload.write("", offset, "def", true);
    grpc::Status status = upload.finish();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_EQ(status.error_message(), absl::StrCat("write_offset: is ", offset,
                                                   ", but 3 bytes have come"));
    EXPECT_FALSE(isStored("abcdef"));
  }
}

TEST_F(ByteStreamServiceTest, AnUploadThatEndsHalfwayLeavesNothing) {
  Upload half(*byteStream);
  half.write(uploadName("abcdef"), 0, "abc", false);
  grpc::Status status = half.finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(), "the upload ended without finish_write");
  EXPECT_FALSE(isStored("abcdef"));
  QueryWriteStatusResponse known = uploadStatus(uploadName("abcdef"));
  EXPECT_FALSE(known.complete());
  EXPECT_EQ(known.committed_size(), 0) << "there is nothing to resume";

  Upload resumed(*byteStream);
  resumed.write(uploadName("abcdef"), 3, "def", true);
  EXPECT_EQ(resumed.finish().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_TRUE(upload(uploadName("abcdef"), "abcdef").ok());
}

TEST_F(ByteStreamServiceTest, AnUploadThatIsCancelledLeavesNothing) {
  {
    Upload cancelled(*byteStream);
    ASSERT_TRUE(cancelled.write(uploadName("abcdef"), 0, "abc", false));
    cancelled.cancel();
    EXPECT_EQ(cancelled.finish().error_code(), grpc::StatusCode::CANCELLED);
  }
  EXPECT_FALSE(isStored("abcdef"));
  EXPECT_TRUE(upload(uploadName("abcdef"), "abcdef").ok());
}

TEST_F(ByteStreamServiceTest, ACancelWhileTheDiskIsSlowEndsAfterIt) {
  store.closeGate();
  Upload slow(*byteStream);
  ASSERT_TRUE(slow.write(uploadName("abc"), 0, "abc", true));
  store.awaitBlocked(1);
  slow.cancel();
  EXPECT_EQ(slow.finish().error_code(), grpc::StatusCode::CANCELLED);
  store.openGate();
  awaitExecutors();
  EXPECT_TRUE(upload(uploadName("abc"), "abc").ok());
}

TEST_F(ByteStreamServiceTest, AnUploadWithoutAMessageIsRefused) {
  Upload nothing(*byteStream);
  EXPECT_EQ(nothing.finish().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(ByteStreamServiceTest, WritesAfterTheLastAreIgnored) {
  // Through a socket: in one process these writes would wait to be read.
  auto stub = byteStreamOverSocket();
  Upload upload(*stub);
  ASSERT_TRUE(upload.write(uploadName("abc"), 0, "abc", true));
  // The server has ended the call or will; no write may hurt.
  upload.write("", 3, "more", false);
  upload.write("", 7, "and more", true);
  EXPECT_TRUE(upload.finish().ok());
  EXPECT_EQ(upload.committed(), 3);
  EXPECT_TRUE(isStored("abc"));
}

TEST_F(ByteStreamServiceTest, UploadsSayWhenTheStoreFails) {
  store.failWith(absl::ResourceExhaustedError("disk is full"));
  grpc::Status status = upload(uploadName("abc"), "abc");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(status.error_message(), "disk is full");
}

TEST_F(ByteStreamServiceTest, WriteStatusSaysWhatIsWhole) {
  ASSERT_TRUE(store.putBlob("abcdef").ok());
  QueryWriteStatusResponse known = uploadStatus(uploadName("abcdef"));
  EXPECT_TRUE(known.complete());
  EXPECT_EQ(known.committed_size(), 6);

  QueryWriteStatusRequest request;
  QueryWriteStatusResponse response;
  grpc::ClientContext noName, noStore;
  EXPECT_EQ(
      byteStream->QueryWriteStatus(&noName, request, &response).error_code(),
      grpc::StatusCode::INVALID_ARGUMENT);
  store.failWith(absl::UnavailableError("disk"));
  request.set_resource_name(uploadName("abcdef"));
  EXPECT_EQ(
      byteStream->QueryWriteStatus(&noStore, request, &response).error_code(),
      grpc::StatusCode::UNAVAILABLE);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

TEST_F(ByteStreamServiceTest, ReadsStartAtTheirOffsetAndEndAtTheirLimit) {
  const std::string bytes = someBytes(3 * kMiB + 5);
  ASSERT_TRUE(store.putBlob(bytes).ok());
  const int64_t size = static_cast<int64_t>(bytes.size());
  const std::pair<int64_t, int64_t> ranges[] = {{0, 0},
                                                {0, 1},
                                                {1, 0},
                                                {1, 5},
                                                {kMiB, kMiB},
                                                {kMiB - 1, 2},
                                                {0, 2 * kMiB},
                                                {size - 1, 0},
                                                {size - 1, 9},
                                                {size, 0},
                                                {0, int64_t{1} << 60}};
  for (auto [offset, limit] : ranges) {
    std::string back;
    grpc::Status status = read(blobName(bytes), back, offset, limit);
    ASSERT_TRUE(status.ok()) << offset << ": " << status.error_message();
    EXPECT_EQ(back, bytes.substr(offset, limit ? limit : std::string::npos))
        << offset << ", " << limit;
  }
}

TEST_F(ByteStreamServiceTest, ReadsThatCannotBeSayWhy) {
  ASSERT_TRUE(store.putBlob("abc").ok());
  struct Case {
    std::string name;
    int64_t offset, limit;
    grpc::StatusCode code;
    const char *text;
  };
  const Case cases[] = {
      {blobName("abc"), 4, 0, grpc::StatusCode::OUT_OF_RANGE, "offset 4"},
      {blobName("abc"), -1, 0, grpc::StatusCode::OUT_OF_RANGE, "negative"},
      {blobName("abc"), 0, -1, grpc::StatusCode::OUT_OF_RANGE, "negative"},
      {blobName("absent"), 0, 0, grpc::StatusCode::NOT_FOUND, "is not here"},
      {"blobs/x/3", 0, 0, grpc::StatusCode::INVALID_ARGUMENT, "hash has 1"},
      {"", 0, 0, grpc::StatusCode::INVALID_ARGUMENT, "resource_name"}};
  for (const Case &c : cases) {
    std::string back;
    grpc::Status status = read(c.name, back, c.offset, c.limit);
    EXPECT_EQ(status.error_code(), c.code) << c.name << " " << c.offset;
    EXPECT_THAT(status.error_message(), HasSubstr(c.text));
    EXPECT_EQ(back, "");
  }
}

TEST_F(ByteStreamServiceTest, TheEmptyBlobIsAlwaysThere) {
  std::string back;
  EXPECT_TRUE(read(blobName(""), back).ok());
  EXPECT_EQ(back, "");
}

TEST_F(ByteStreamServiceTest, ReadsSayWhenTheStoreFails) {
  store.failWith(absl::UnavailableError("disk"));
  std::string back;
  grpc::Status status = read(blobName("abc"), back);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "disk");
}

TEST_F(ByteStreamServiceTest, DamageFoundLateEndsTheRead) {
  std::string bytes = someBytes(5 * kMiB), back;
  ASSERT_TRUE(store.putBlob(bytes).ok());
  store.damageAfter(2);
  grpc::Status status = read(blobName(bytes), back);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::DATA_LOSS);
  EXPECT_EQ(back, bytes.substr(0, 2 * kMiB)) << "what was good before it";
}

TEST_F(ByteStreamServiceTest, ASlowReaderCostsFewChunks) {
  // Four wait, one is being sent, and one is read at this moment.
  constexpr int kMaxAhead = 6;
  constexpr int kChunks = 20;
  std::string bytes = someBytes(kChunks * kMiB);
  ASSERT_TRUE(store.putBlob(bytes).ok());
  ReadRequest request;
  request.set_resource_name(blobName(bytes));
  grpc::ClientContext context;
  auto reader = byteStream->Read(&context, request);
  ReadResponse response;
  int received = 0;
  for (; reader->Read(&response); ++received)
    EXPECT_LE(store.chunksRead(), received + 1 + kMaxAhead);
  EXPECT_EQ(received, kChunks);
  EXPECT_TRUE(reader->Finish().ok());
}

TEST_F(ByteStreamServiceTest, AReaderThatGoesAwayEndsTheRead) {
  std::string bytes = someBytes(20 * kMiB);
  ASSERT_TRUE(store.putBlob(bytes).ok());
  ReadRequest request;
  request.set_resource_name(blobName(bytes));
  grpc::ClientContext context;
  auto reader = byteStream->Read(&context, request);
  ReadResponse response;
  ASSERT_TRUE(reader->Read(&response));
  context.TryCancel();
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  server->Shutdown(); // Returns when no stream is left.
  EXPECT_LT(store.chunksRead(), 20);
}

TEST_F(ByteStreamServiceTest, AReaderMayGoAwayWhileTheDiskIsSlow) {
  ASSERT_TRUE(store.putBlob("abc").ok());
  store.closeGate();
  ReadRequest request;
  request.set_resource_name(blobName("abc"));
  grpc::ClientContext context;
  auto reader = byteStream->Read(&context, request);
  store.awaitBlocked(1);
  context.TryCancel();
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  store.openGate();
  awaitExecutors();
  server->Shutdown();
}

} // namespace
} // namespace ingot::server
