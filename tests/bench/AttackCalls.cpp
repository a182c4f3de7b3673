//===- AttackCalls.cpp - calls that hostile clients make ------------------===//
//
// Most are made of bytes, not of messages: what a client need not hold itself
// it can send more of.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/AttackCalls.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/key/Digest.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/synchronization/notification.h"

#include <grpcpp/generic/generic_stub.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ingot::bench {
namespace {

namespace reapi = build::bazel::remote::execution::v2;
using google::bytestream::ByteStream;
using google::bytestream::ReadRequest;
using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;

constexpr char kCas[] =
    "/build.bazel.remote.execution.v2.ContentAddressableStorage/";
constexpr char kCompile[] = "/ingot.v1.Compiler/Compile";

using Context = std::unique_ptr<grpc::ClientContext>;

Context newContext() {
  auto context = std::make_unique<grpc::ClientContext>();
  context->AddMetadata("authorization", "Bearer attacker");
  return context;
}

void wait(const Attacker &attacker) {
  while (!attacker.isOver)
    usleep(1000);
}

/// `body` of each of so many threads, again and again.
void repeat(
    Attacker &attacker, int threads,
    const std::function<void(grpc::Channel &channel, int thread)> &body) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&attacker, &body, i] {
      for (auto channel = connect(attacker.address); !attacker.isOver;
           ++attacker.calls)
        body(*channel, i);
    });
  for (std::thread &thread : all)
    thread.join();
}

grpc::ByteBuffer bufferOf(const std::string &bytes) {
  const grpc::Slice slice(bytes);
  return grpc::ByteBuffer(&slice, 1);
}

/// Unary calls with bytes as their request, all under way at once.
class RawCalls {
public:
  explicit RawCalls(const std::string &address) : address_(address) {}
  ~RawCalls() { cancel(); }

  void start(const std::string &method, const std::string &request) {
    constexpr size_t kCallsOfAChannel = 100;
    if (calls_.size() % kCallsOfAChannel == 0)
      channels_.push_back(
          std::make_unique<grpc::GenericStub>(connect(address_)));
    auto call = std::make_unique<Call>();
    call->context = newContext();
    call->request = bufferOf(request);
    channels_.back()->UnaryCall(
        call->context.get(), method, grpc::StubOptions(), &call->request,
        &call->response,
        [done = &call->done](const grpc::Status &) { done->Notify(); });
    calls_.push_back(std::move(call));
  }
  size_t ended() const {
    size_t count = 0;
    for (const auto &call : calls_)
      count += call->done.HasBeenNotified();
    return count;
  }
  /// Ends them and begins anew.
  void cancel() {
    for (const auto &call : calls_)
      call->context->TryCancel();
    for (const auto &call : calls_)
      call->done.WaitForNotification();
    calls_.clear();
  }
  void awaitAll() {
    for (const auto &call : calls_)
      call->done.WaitForNotification();
    calls_.clear();
  }

private:
  struct Call {
    Context context;
    grpc::ByteBuffer request, response;
    absl::Notification done;
  };

  const std::string address_;
  std::vector<std::unique_ptr<grpc::GenericStub>> channels_;
  std::vector<std::unique_ptr<Call>> calls_;
};

/// Sends so many of them at once, again when all have ended.
void repeatAtOnce(Attacker &attacker, int count, const std::string &method,
                  const std::function<std::string(int number)> &request) {
  for (int number = 0; !attacker.isOver;) {
    RawCalls calls(attacker.address);
    for (int i = 0; i < count && !attacker.isOver; ++i)
      calls.start(method, request(number++));
    attacker.calls += count;
    while (calls.ended() < static_cast<size_t>(count) && !attacker.isOver)
      usleep(1000);
  }
}

/// A field of bytes, as protobuf writes it.
std::string field(int number, const std::string &bytes) {
  std::string text(1, static_cast<char>(number << 3 | 2));
  for (size_t left = bytes.size();; left >>= 7) {
    text += static_cast<char>((left & 127) | (left > 127 ? 128 : 0));
    if (left <= 127)
      return text + bytes;
  }
}

std::string digestBytes(const Digest &digest) {
  reapi::Digest message;
  message.set_hash(digest.hex());
  message.set_size_bytes(digest.size);
  return message.SerializeAsString();
}

/// One that nothing has.
Digest inventedDigest(uint64_t number, int64_t size) {
  Digest digest = Digest::of(absl::StrCat("invented ", number));
  digest.size = size;
  return digest;
}

std::string noise(size_t size, uint64_t seed) {
  std::string bytes(size, '\0');
  uint64_t state = 88172645463325252u + seed;
  for (size_t i = 0; i + 8 <= size; i += 8) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    std::copy_n(reinterpret_cast<const char *>(&state), 8, bytes.data() + i);
  }
  return bytes;
}

std::string resourceOf(const Digest &digest) {
  return absl::StrCat("uploads/bench/blobs/", digest.toString());
}

/// Stores a blob as the attacker.
Digest upload(const std::string &address, const std::string &bytes) {
  constexpr size_t kPiece = 1 << 20;
  auto stub = ByteStream::NewStub(connect(address));
  const Digest digest = Digest::of(bytes);
  Context context = newContext();
  WriteResponse response;
  auto writer = stub->Write(context.get(), &response);
  for (size_t at = 0; at < bytes.size(); at += kPiece) {
    WriteRequest part;
    part.set_resource_name(at ? "" : resourceOf(digest));
    part.set_write_offset(static_cast<int64_t>(at));
    part.set_data(bytes.substr(at, kPiece));
    part.set_finish_write(at + kPiece >= bytes.size());
    if (!writer->Write(part))
      break;
  }
  writer->WritesDone();
  if (grpc::Status status = writer->Finish(); !status.ok())
    die("the attacker's upload: " + status.error_message());
  return digest;
}

//===----------------------------------------------------------------------===//
// Uploads
//===----------------------------------------------------------------------===//

void emptyBatches(Attacker &attacker) {
  std::string request;
  for (int i = 0; i < 1'900'000; ++i)
    request += field(2, "");
  repeatAtOnce(attacker, 4, absl::StrCat(kCas, "BatchUpdateBlobs"),
               [&](int) { return request; });
}

void halfOpenUploads(Attacker &attacker) {
  constexpr int kStreams = 245, kStreamsOfAChannel = 100;
  std::vector<std::unique_ptr<ByteStream::Stub>> stubs;
  std::vector<Context> contexts;
  std::vector<WriteResponse> responses(kStreams);
  std::vector<std::unique_ptr<grpc::ClientWriter<WriteRequest>>> writers;
  WriteRequest part;
  part.set_data(std::string(1 << 20, 'x'));
  for (int i = 0; i < kStreams; ++i) {
    if (i % kStreamsOfAChannel == 0)
      stubs.push_back(ByteStream::NewStub(connect(attacker.address)));
    contexts.push_back(newContext());
    writers.push_back(stubs.back()->Write(contexts.back().get(),
                                          &responses[static_cast<size_t>(i)]));
    part.set_resource_name(
        resourceOf(inventedDigest(static_cast<uint64_t>(i), 64 << 20)));
    writers.back()->Write(part);
    ++attacker.calls;
  }
  wait(attacker);
  for (const Context &context : contexts)
    context->TryCancel();
  for (const auto &writer : writers)
    writer->Finish();
}

void cancelledBatches(Attacker &attacker) {
  repeat(attacker, 4, [&attacker](grpc::Channel &channel, int thread) {
    std::string request;
    for (int i = 0; i < 1000; ++i) {
      const std::string bytes =
          absl::StrCat(thread, " ", attacker.calls.load(), " ", i);
      request +=
          field(2, field(1, digestBytes(Digest::of(bytes))) + field(2, bytes));
    }
    reapi::BatchUpdateBlobsRequest message;
    message.ParseFromString(request);
    Context context = newContext();
    context->set_deadline(std::chrono::system_clock::now() +
                          std::chrono::milliseconds(5));
    reapi::BatchUpdateBlobsResponse response;
    reapi::ContentAddressableStorage::NewStub(
        std::shared_ptr<grpc::Channel>(&channel, [](auto *) {}))
        ->BatchUpdateBlobs(context.get(), message, &response);
  });
}

void splices(Attacker &attacker) {
  constexpr int kChunks = 16 << 10; // Of 1 MiB: 16 GiB.
  const std::string chunk =
      field(3, digestBytes(upload(attacker.address, noise(1 << 20, 1))));
  std::string chunks;
  for (int i = 0; i < kChunks; ++i)
    chunks += chunk;
  repeatAtOnce(attacker, 100, absl::StrCat(kCas, "SpliceBlob"), [&](int i) {
    return field(2, digestBytes(inventedDigest(static_cast<uint64_t>(i),
                                               int64_t{kChunks} << 20))) +
           chunks;
  });
}

//===----------------------------------------------------------------------===//
// Downloads and questions
//===----------------------------------------------------------------------===//

/// Streams of which nobody reads a message.
template <typename Stub, typename Request, typename Open>
void unread(Attacker &attacker, int streams, const Request &request,
            Open open) {
  constexpr int kStreamsOfAChannel = 100;
  std::vector<std::unique_ptr<typename Stub::Stub>> stubs;
  std::vector<Context> contexts;
  std::vector<decltype(open(*stubs[0], *contexts[0], request))> readers;
  for (int i = 0; i < streams; ++i) {
    if (i % kStreamsOfAChannel == 0)
      stubs.push_back(Stub::NewStub(connect(attacker.address)));
    contexts.push_back(newContext());
    readers.push_back(open(*stubs.back(), *contexts.back(), request));
    ++attacker.calls;
  }
  wait(attacker);
  for (const Context &context : contexts)
    context->TryCancel();
  for (const auto &reader : readers)
    reader->Finish();
}

void unreadBlobs(Attacker &attacker, const char *form) {
  const Digest digest = upload(attacker.address, noise(64 << 20, 2));
  ReadRequest request;
  request.set_resource_name(absl::StrCat(form, digest.toString()));
  unread<ByteStream>(attacker, 500, request,
                     [](auto &stub, auto &context, const auto &wanted) {
                       return stub.Read(&context, wanted);
                     });
}

void unreadDownloads(Attacker &attacker) { unreadBlobs(attacker, "blobs/"); }
void unreadZstd(Attacker &attacker) {
  unreadBlobs(attacker, "compressed-blobs/zstd/");
}

/// A directory of so many others, by their digests.
std::string directoryOf(const std::vector<Digest> &children) {
  std::string bytes;
  for (size_t i = 0; i < children.size(); ++i)
    bytes += field(2, field(1, absl::StrCat(i)) +
                          field(2, digestBytes(children[i])));
  return bytes;
}

void unreadTrees(Attacker &attacker) {
  constexpr int kDirectories = 8, kChildren = 20000;
  std::vector<Digest> directories;
  for (int i = 0; i < kDirectories; ++i) {
    std::vector<Digest> children;
    for (int k = 0; k < kChildren; ++k)
      children.push_back(
          inventedDigest(static_cast<uint64_t>(i) * kChildren + k, 100));
    directories.push_back(upload(attacker.address, directoryOf(children)));
  }
  const Digest root = upload(attacker.address, directoryOf(directories));
  reapi::GetTreeRequest request;
  request.mutable_root_digest()->set_hash(root.hex());
  request.mutable_root_digest()->set_size_bytes(root.size);
  unread<reapi::ContentAddressableStorage>(
      attacker, 500, request,
      [](auto &stub, auto &context, const auto &wanted) {
        return stub.GetTree(&context, wanted);
      });
}

void readsAtTheEnd(Attacker &attacker) {
  const Digest digest = upload(attacker.address, noise(300 << 20, 3));
  repeat(attacker, 40, [&](grpc::Channel &channel, int) {
    ReadRequest request;
    request.set_resource_name(absl::StrCat("blobs/", digest.toString()));
    request.set_read_offset(digest.size - 1);
    Context context = newContext();
    auto reader = ByteStream::NewStub(
                      std::shared_ptr<grpc::Channel>(&channel, [](auto *) {}))
                      ->Read(context.get(), request);
    google::bytestream::ReadResponse part;
    while (reader->Read(&part)) {
    }
    reader->Finish();
  });
}

void questions(Attacker &attacker) {
  std::string request;
  for (uint64_t i = 0; i < 55000; ++i)
    request += field(2, digestBytes(inventedDigest(i, 100)));
  repeatAtOnce(attacker, 200, absl::StrCat(kCas, "FindMissingBlobs"),
               [&](int) { return request; });
}

//===----------------------------------------------------------------------===//
// Compiles
//===----------------------------------------------------------------------===//

void flood(Attacker &attacker) {
  repeatAtOnce(attacker, 3000, kCompile, [](int number) {
    return program(1000 + number).SerializeAsString();
  });
}

void fullPrograms(Attacker &attacker) {
  repeatAtOnce(attacker, 400, kCompile, [](int number) {
    return requestFor(absl::StrCat("// ", number, std::string(1000000, ' '),
                                   "\nmodule {}\n"))
        .SerializeAsString();
  });
}

void largeOptions(Attacker &attacker) {
  std::string types;
  v1::CompileRequest request = program(0);
  for (int i = 0; i < 150000; ++i)
    request.mutable_options()->add_input_types("tensor<64xf32>");
  repeatAtOnce(attacker, 400, kCompile, [&](int number) {
    request.mutable_module()->set_inline_(
        program(2000 + number).module().inline_());
    return request.SerializeAsString();
  });
}

/// What runs once and many wait for.
void joiners(Attacker &attacker) {
  RawCalls work(attacker.address), waiting(attacker.address);
  for (int i = 0; i < 500; ++i)
    work.start(kCompile, program(3000 + i).SerializeAsString());
  const std::string last = program(3499).SerializeAsString();
  for (int i = 0; i < 10000; ++i, ++attacker.calls)
    waiting.start(kCompile, last);
  wait(attacker);
}

/// A file of safetensors whose header is 20 MB.
void largeHeaders(Attacker &attacker) {
  repeat(attacker, 4, [&attacker](grpc::Channel &channel, int thread) {
    std::string header =
        absl::StrCat("{\"n", thread, "_", attacker.calls.load(),
                     "\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":"
                     "[0,4]}");
    for (int i = 0; header.size() < 20'000'000; ++i)
      absl::StrAppend(&header, ",\"t", i,
                      "\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":"
                      "[4,4]}");
    header += "}";
    const uint64_t size = header.size();
    const std::string bytes =
        std::string(reinterpret_cast<const char *>(&size), sizeof(size)) +
        header + std::string(4, '\0');
    const Digest digest = upload(attacker.address, bytes);
    v1::CompileRequest request;
    *request.mutable_module()->mutable_digest() = digest.toProto();
    auto stub = v1::Compiler::NewStub(
        std::shared_ptr<grpc::Channel>(&channel, [](auto *) {}));
    v1::Result result;
    tryCompile(*stub, request, result, "attacker");
  });
}

//===----------------------------------------------------------------------===//
// Below the calls
//===----------------------------------------------------------------------===//

void resets(Attacker &attacker) {
  const std::string request = program(4000).SerializeAsString();
  while (!attacker.isOver) {
    RawCalls calls(attacker.address);
    for (int i = 0; i < 1000; ++i)
      calls.start(kCompile, request);
    calls.cancel();
    attacker.calls += 1000;
  }
}

void largeMetadata(Attacker &attacker) {
  repeat(attacker, 64, [](grpc::Channel &channel, int) {
    Context context = newContext();
    for (int i = 0; i < 100; ++i)
      context->AddMetadata(absl::StrCat("x-", i), std::string(140, 'm'));
    auto stub = v1::Compiler::NewStub(
        std::shared_ptr<grpc::Channel>(&channel, [](auto *) {}));
    v1::ListTargetsResponse response;
    stub->ListTargets(context.get(), {}, &response);
  });
}

int connectTo(const std::string &address) {
  const std::vector<std::string> parts = absl::StrSplit(address, ':');
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(std::stoi(parts[1])));
  inet_pton(AF_INET, parts[0].c_str(), &to.sin_addr);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(fd, reinterpret_cast<sockaddr *>(&to), sizeof(to)) != 0) {
    close(fd);
    return -1;
  }
  return fd;
}

/// Connections that begin to speak and stop.
void halfConnections(Attacker &attacker) {
  const std::string hello = "PRI * HTTP/2.0\r\n\r\nSM\r\n";
  std::vector<int> all;
  for (int i = 0; i < 900; ++i, ++attacker.calls) {
    all.push_back(connectTo(attacker.address));
    (void)!write(all.back(), hello.data(), i % 2 ? hello.size() : 1);
  }
  wait(attacker);
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

} // namespace

const std::vector<Attack> &attacks() {
  static const std::vector<Attack> all = {
      {"empty-batches", "1.9 M entries of BatchUpdateBlobs, four at once",
       emptyBatches},
      {"half-uploads", "245 uploads of which 1 MiB comes", halfOpenUploads},
      {"cancelled-batches", "batches of 1,000 blobs, given up after 5 ms",
       cancelledBatches},
      {"splices", "100 splices of 16 GiB that are not what they say", splices},
      {"unread-downloads", "500 downloads that nobody reads", unreadDownloads},
      {"unread-zstd", "the same, compressed", unreadZstd},
      {"unread-trees", "500 trees of 160,000 directories that nobody reads",
       unreadTrees},
      {"last-bytes", "the last byte of 300 MiB, 40 callers", readsAtTheEnd},
      {"questions", "200 at once for 55,000 blobs each", questions},
      {"flood", "3,000 compiles at once", flood},
      {"full-programs", "400 compiles of 1 MB at once", fullPrograms},
      {"large-options", "400 compiles with 150,000 input types each",
       largeOptions},
      {"joiners", "10,000 wait for one of 500 compiles", joiners},
      {"large-headers", "safetensors with a header of 20 MB, four callers",
       largeHeaders},
      {"resets", "1,000 compiles at once, given up", resets},
      {"metadata", "14 kB of metadata, 64 callers", largeMetadata},
      {"half-connections", "900 that say half a hello", halfConnections},
      {"slow-http", "100 that send a byte each half second", slowHttp},
  };
  return all;
}

} // namespace ingot::bench
