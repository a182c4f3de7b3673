//===- AttackCalls.cpp - the attacks that there are -----------------------===//

#include "tests/bench/AttackCalls.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"

namespace ingot::bench {
namespace {

namespace reapi = build::bazel::remote::execution::v2;
using google::bytestream::ByteStream;
using google::bytestream::ReadRequest;
using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;

constexpr char kCas[] =
    "/build.bazel.remote.execution.v2.ContentAddressableStorage/";
constexpr char kRead[] = "/google.bytestream.ByteStream/Read";
constexpr char kCompile[] = "/ingot.v1.Compiler/Compile";

/// The same each time.
std::function<Parts(int)> always(const std::string &bytes) {
  return [parts = Parts{grpc::Slice(bytes)}](int) { return parts; };
}

//===----------------------------------------------------------------------===//
// Uploads
//===----------------------------------------------------------------------===//

void emptyBatches(Attacker &attacker) {
  std::string request;
  for (int i = 0; i < 1'900'000; ++i)
    request += field(2, "");
  repeatAtOnce(attacker, 4, absl::StrCat(kCas, "BatchUpdateBlobs"),
               always(request));
}

/// Uploads of which the first message comes.
void halfUploads(Attacker &attacker, const std::string &bytes,
                 const std::function<std::string(uint64_t number)> &name) {
  constexpr size_t kStreams = 245, kStreamsOfAChannel = 100;
  std::vector<std::unique_ptr<ByteStream::Stub>> stubs;
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts;
  std::vector<WriteResponse> responses(kStreams);
  std::vector<std::unique_ptr<grpc::ClientWriter<WriteRequest>>> writers;
  WriteRequest part;
  part.set_data(bytes);
  for (size_t i = 0; i < kStreams; ++i, ++attacker.calls) {
    if (i % kStreamsOfAChannel == 0)
      stubs.push_back(ByteStream::NewStub(connect(attacker.address)));
    contexts.push_back(newContext());
    writers.push_back(
        stubs.back()->Write(contexts.back().get(), &responses[i]));
    part.set_resource_name(name(i));
    writers.back()->Write(part);
  }
  attacker.awaitOver();
  for (const auto &context : contexts)
    context->TryCancel();
  for (const auto &writer : writers)
    writer->Finish();
}

void largeUploads(Attacker &attacker) {
  halfUploads(attacker, std::string(1 << 20, 'x'), [](uint64_t i) {
    return uploadName(inventedDigest(i, 64 << 20));
  });
}

/// 128 KiB of zeros for each block of four bytes; the last does not come. The
/// window is the largest, 8 MiB.
std::string zstdOfZeros(int blocks) {
  std::string frame("\x28\xb5\x2f\xfd\x00\x68", 6);
  constexpr uint32_t kBlock = 128 << 10, kRunLength = 1;
  constexpr uint32_t kHead = kBlock << 3 | kRunLength << 1;
  for (int i = 0; i < blocks; ++i)
    frame +=
        std::string{static_cast<char>(kHead), static_cast<char>(kHead >> 8),
                    static_cast<char>(kHead >> 16), 'z'};
  return frame;
}

std::string zstdName(uint64_t number, int64_t size) {
  return absl::StrCat("uploads/bench/compressed-blobs/zstd/",
                      inventedDigest(number, size).toString());
}

void zstdUploads(Attacker &attacker) {
  halfUploads(attacker, zstdOfZeros(100),
              [](uint64_t i) { return zstdName(i, 16 << 20); });
}

/// All of it in one message.
void zstdBombs(Attacker &attacker) {
  const std::string frame = zstdOfZeros(8000);
  repeat(attacker, 16, [&](const Channel &channel, int) {
    WriteRequest part;
    part.set_resource_name(
        zstdName(static_cast<uint64_t>(attacker.calls.load()), 1 << 30));
    part.set_data(frame);
    part.set_finish_write(true);
    auto context = newContext();
    WriteResponse response;
    auto writer = ByteStream::NewStub(channel)->Write(context.get(), &response);
    writer->Write(part);
    writer->Finish();
  });
}

void cancelledBatches(Attacker &attacker) {
  repeat(attacker, 4, [&attacker](const Channel &channel, int thread) {
    reapi::BatchUpdateBlobsRequest request;
    for (int i = 0; i < 1000; ++i) {
      auto &blob = *request.add_requests();
      blob.set_data(absl::StrCat(thread, " ", attacker.calls.load(), " ", i));
      blob.mutable_digest()->ParseFromString(
          digestBytes(Digest::of(blob.data())));
    }
    auto context = newContext();
    context->set_deadline(std::chrono::system_clock::now() +
                          std::chrono::milliseconds(5));
    reapi::BatchUpdateBlobsResponse response;
    reapi::ContentAddressableStorage::NewStub(channel)->BatchUpdateBlobs(
        context.get(), request, &response);
  });
}

void splices(Attacker &attacker) {
  constexpr int kChunks = 16 << 10; // Of 1 MiB: 16 GiB.
  const std::string chunk =
      field(3, digestBytes(upload(attacker.address, noise(1 << 20, 1))));
  std::string all;
  for (int i = 0; i < kChunks; ++i)
    all += chunk;
  const grpc::Slice chunks(all);
  repeatAtOnce(attacker, 100, absl::StrCat(kCas, "SpliceBlob"), [&](int i) {
    const Digest digest =
        inventedDigest(static_cast<uint64_t>(i), int64_t{kChunks} << 20);
    return Parts{grpc::Slice(field(2, digestBytes(digest))), chunks};
  });
}

//===----------------------------------------------------------------------===//
// Downloads and questions
//===----------------------------------------------------------------------===//

void unreadBlobs(Attacker &attacker, const char *form) {
  const Digest digest = upload(attacker.address, noise(64 << 20, 2));
  ReadRequest request;
  request.set_resource_name(absl::StrCat(form, digest.toString()));
  leaveUnread(attacker, 500, kRead, always(request.SerializeAsString()));
}

void unreadDownloads(Attacker &attacker) { unreadBlobs(attacker, "blobs/"); }
void unreadZstd(Attacker &attacker) {
  unreadBlobs(attacker, "compressed-blobs/zstd/");
}

void unreadBatches(Attacker &attacker) {
  const Digest digest = upload(attacker.address, noise(3'900'000, 4));
  leaveUnread(attacker, 500, absl::StrCat(kCas, "BatchReadBlobs"),
              always(field(2, digestBytes(digest))));
}

/// A directory of others.
std::string directoryOf(const std::vector<Digest> &children) {
  std::string bytes;
  for (size_t i = 0; i < children.size(); ++i)
    bytes += field(2, field(1, absl::StrCat(i)) +
                          field(2, digestBytes(children[i])));
  return bytes;
}

void unreadTrees(Attacker &attacker) {
  constexpr uint64_t kDirectories = 8, kChildren = 20000;
  std::vector<Digest> directories;
  for (uint64_t i = 0; i < kDirectories; ++i) {
    std::vector<Digest> children;
    for (uint64_t k = 0; k < kChildren; ++k)
      children.push_back(inventedDigest(i * kChildren + k, 100));
    directories.push_back(upload(attacker.address, directoryOf(children)));
  }
  const Digest root = upload(attacker.address, directoryOf(directories));
  leaveUnread(attacker, 500, absl::StrCat(kCas, "GetTree"),
              always(field(2, digestBytes(root))));
}

void readsAtTheEnd(Attacker &attacker) {
  const Digest digest = upload(attacker.address, noise(300 << 20, 3));
  ReadRequest request;
  request.set_resource_name(absl::StrCat("blobs/", digest.toString()));
  request.set_read_offset(digest.size - 1);
  repeat(attacker, 40, [&](const Channel &channel, int) {
    auto context = newContext();
    auto reader = ByteStream::NewStub(channel)->Read(context.get(), request);
    for (google::bytestream::ReadResponse part; reader->Read(&part);) {
    }
    reader->Finish();
  });
}

/// For 55,000 blobs.
std::string question() {
  std::string request;
  for (uint64_t i = 0; i < 55000; ++i)
    request += field(2, digestBytes(inventedDigest(i, 100)));
  return request;
}

void questions(Attacker &attacker) {
  repeatAtOnce(attacker, 200, absl::StrCat(kCas, "FindMissingBlobs"),
               always(question()));
}

void unreadQuestions(Attacker &attacker) {
  leaveUnread(attacker, 200, absl::StrCat(kCas, "FindMissingBlobs"),
              always(question()));
}

//===----------------------------------------------------------------------===//
// Compiles
//===----------------------------------------------------------------------===//

void flood(Attacker &attacker) {
  repeatAtOnce(attacker, 3000, kCompile, [](int number) {
    return Parts{grpc::Slice(program(1000 + number).SerializeAsString())};
  });
}

/// The part of a request that is its program: a head, and a tail that many
/// share.
Parts moduleOf(const std::string &head, const grpc::Slice &tail) {
  const size_t size = head.size() + tail.size();
  const std::string inner =
      fieldHead(v1::Module::kInlineFieldNumber, size) + head;
  return {grpc::Slice(fieldHead(v1::CompileRequest::kModuleFieldNumber,
                                inner.size() + tail.size()) +
                      inner),
          tail};
}

void fullPrograms(Attacker &attacker) {
  const grpc::Slice tail(std::string(1'000'000, ' ') + "\nmodule {}\n");
  repeatAtOnce(attacker, 400, kCompile, [&](int number) {
    return moduleOf(absl::StrCat("// ", number), tail);
  });
}

void largeOptions(Attacker &attacker) {
  v1::CompileRequest request;
  for (int i = 0; i < 150000; ++i)
    request.mutable_options()->add_input_types("tensor<64xf32>");
  const grpc::Slice options(request.SerializeAsString());
  repeatAtOnce(attacker, 400, kCompile, [&](int number) {
    return Parts{grpc::Slice(program(200000 + number).SerializeAsString()),
                 options};
  });
}

/// What runs once and many wait for.
void joiners(Attacker &attacker) {
  HostileCalls calls(attacker.address);
  for (int i = 0; i < 500; ++i)
    calls.start(kCompile,
                {grpc::Slice(program(300000 + i).SerializeAsString())});
  const Parts last{grpc::Slice(program(300499).SerializeAsString())};
  for (int i = 0; i < 10000; ++i, ++attacker.calls)
    calls.start(kCompile, last);
  attacker.awaitOver();
}

/// For what was uploaded, so that many requests take no memory themselves.
v1::CompileRequest requestByDigest(const Attacker &attacker,
                                   const std::string &module) {
  v1::CompileRequest request;
  *request.mutable_module()->mutable_digest() =
      upload(attacker.address, module).toProto();
  request.set_max_inline_bytes(1 << 20);
  return request;
}

/// Each operation has a diagnostic, and a hundred wait for each program.
void unreadEvents(Attacker &attacker) {
  std::string text = "func.func @f(%a: tensor<4xf32>) {\n";
  for (int i = 0; i < 10000; ++i)
    text += "stablehlo.custom_call @nobody(%a) {has_side_effect = true} : "
            "(tensor<4xf32>) -> ()\n";
  text += "return\n}\n";
  std::vector<Parts> requests;
  for (int i = 0; i < 10; ++i)
    requests.push_back({grpc::Slice(
        requestByDigest(attacker, absl::StrCat("// ", i, "\n", text))
            .SerializeAsString())});
  leaveUnread(attacker, 1000, kCompile,
              [&](int number) { return requests[number / 100]; });
}

/// A result of nearly 1 MiB inside the answer, for requests that only look
/// different.
void unreadResults(Attacker &attacker) {
  constexpr int kOperations = 16000;
  std::string text = "func.func @f(%v0: tensor<4xf32>) -> tensor<4xf32> {\n";
  for (int i = 0; i < kOperations; ++i)
    absl::StrAppend(&text, "%v", i + 1, " = stablehlo.add %v", i, ", %v", i,
                    " : tensor<4xf32>\n");
  v1::CompileRequest request =
      requestByDigest(attacker, absl::StrCat(text, "return %v", kOperations,
                                             " : tensor<4xf32>\n}\n"));
  request.mutable_options()->set_emit(v1::PROGRAM);
  auto stub = v1::Compiler::NewStub(connect(attacker.address));
  v1::Result result;
  grpc::Status status = tryCompile(*stub, request, result, "attacker");
  if (result.inline_artifact().size() < 500'000)
    die(absl::StrCat("no large result: ", result.inline_artifact().size(), " ",
                     status.error_message()));
  const grpc::Slice shared(request.SerializeAsString());
  leaveUnread(attacker, 1000, kCompile, [&](int number) {
    // A field that nobody knows.
    return Parts{shared, grpc::Slice(field(15, absl::StrCat(number)))};
  });
}

/// A file of safetensors whose header is 20 MB.
void largeHeaders(Attacker &attacker) {
  repeat(attacker, 4, [&attacker](const Channel &channel, int thread) {
    std::string header = absl::StrCat(
        "{\"n", thread, "_", attacker.calls.load(),
        "\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}");
    for (int i = 0; header.size() < 20'000'000; ++i)
      absl::StrAppend(&header, ",\"t", i,
                      "\":{\"dtype\":\"F32\",\"shape\":[0],"
                      "\"data_offsets\":[4,4]}");
    header += "}";
    const uint64_t size = header.size();
    const std::string bytes =
        std::string(reinterpret_cast<const char *>(&size), sizeof(size)) +
        header + std::string(4, '\0');
    v1::CompileRequest request;
    *request.mutable_module()->mutable_digest() =
        upload(attacker.address, bytes).toProto();
    v1::Result result;
    tryCompile(*v1::Compiler::NewStub(channel), request, result, "attacker");
  });
}

} // namespace

const std::vector<Attack> &attacks() {
  static const std::vector<Attack> all = {
      {"empty-batches", "1.9 M entries of BatchUpdateBlobs, four at once",
       emptyBatches},
      {"half-uploads", "245 uploads of which 1 MiB comes", largeUploads},
      {"zstd-uploads", "245 of 16 MiB, of which 12 come in 400 bytes",
       zstdUploads},
      {"zstd-bombs", "16 uploads of which 32 kB become 1 GB at once",
       zstdBombs},
      {"cancelled-batches", "batches of 1,000 blobs, given up after 5 ms",
       cancelledBatches},
      {"splices", "100 splices of 16 GiB that are not what they say", splices},
      {"unread-downloads", "500 downloads that nobody reads", unreadDownloads},
      {"unread-zstd", "the same, compressed", unreadZstd},
      {"unread-batches", "500 batches of 3.9 MB that nobody reads",
       unreadBatches},
      {"unread-trees", "500 trees of 160,000 directories that nobody reads",
       unreadTrees},
      {"last-bytes", "the last byte of 300 MiB, 40 callers", readsAtTheEnd},
      {"questions", "200 at once for 55,000 blobs each", questions},
      {"unread-questions", "the same, of which nobody reads the answers",
       unreadQuestions},
      {"flood", "3,000 compiles at once", flood},
      {"full-programs", "400 compiles of 1 MB at once", fullPrograms},
      {"large-options", "400 compiles with 150,000 input types each",
       largeOptions},
      {"joiners", "10,000 wait for one of 500 compiles", joiners},
      {"unread-events", "1,000 that read none of 10,000 diagnostics",
       unreadEvents},
      {"unread-results", "1,000 hits of 0.9 MB that nobody reads",
       unreadResults},
      {"large-headers", "safetensors with a header of 20 MB, four callers",
       largeHeaders},
      {"resets", "1,000 compiles at once, given up", resets},
      {"metadata", "10 kB of metadata, 64 callers", largeMetadata},
      {"half-connections", "900 that say half a hello", halfConnections},
      {"unending-headers", "16 connections, one call's headers each",
       unendingHeaders},
      {"pings", "16 connections that ask whether anybody is there", pings},
      {"reset-frames", "16 connections, calls that are reset at once",
       resetFrames},
      {"made-resets", "16 connections whose calls the server has to reset",
       madeResets},
      {"unsettled-calls", "16 connections that never heard how many may run",
       unsettledCalls},
      {"open-calls", "900 connections with 99 calls that wait", openCalls},
      {"slow-http", "100 that send a byte each half second", slowHttp},
  };
  return all;
}

} // namespace ingot::bench
