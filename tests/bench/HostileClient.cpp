//===- HostileClient.cpp - what attacks are made of -----------------------===//

#include "tests/bench/HostileClient.h"
#include "build/bazel/remote/execution/v2/content_addressable_storage.pb.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ingot::bench {

void Attacker::awaitOver() const {
  while (!isOver)
    usleep(1000);
}

std::unique_ptr<grpc::ClientContext> newContext() {
  auto context = std::make_unique<grpc::ClientContext>();
  context->AddMetadata("authorization", "Bearer attacker");
  return context;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

std::string fieldHead(int number, size_t size) {
  std::string head(1, static_cast<char>(number << 3 | 2));
  for (; size > 127; size >>= 7)
    head += static_cast<char>((size & 127) | 128);
  return head + static_cast<char>(size);
}

std::string field(int number, const std::string &bytes) {
  return fieldHead(number, bytes.size()) + bytes;
}

std::string digestBytes(const Digest &digest) {
  build::bazel::remote::execution::v2::Digest message;
  message.set_hash(digest.hex());
  message.set_size_bytes(digest.size);
  return message.SerializeAsString();
}

Digest inventedDigest(uint64_t number, int64_t size) {
  Digest digest = Digest::of(absl::StrCat("invented ", number));
  digest.size = size;
  return digest;
}

std::string noise(size_t size, uint64_t seed) {
  std::string bytes(size, '\0');
  uint64_t state = 88172645463325252u + seed; // xorshift
  for (size_t i = 0; i + 8 <= size; i += 8) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    std::copy_n(reinterpret_cast<const char *>(&state), 8, bytes.data() + i);
  }
  return bytes;
}

std::string uploadName(const Digest &digest) {
  return absl::StrCat("uploads/bench/blobs/", digest.toString());
}

Digest upload(const std::string &address, const std::string &bytes) {
  constexpr size_t kPiece = 1 << 20;
  auto stub = google::bytestream::ByteStream::NewStub(connect(address));
  const Digest digest = Digest::of(bytes);
  auto context = newContext();
  google::bytestream::WriteResponse response;
  auto writer = stub->Write(context.get(), &response);
  for (size_t at = 0; at < bytes.size(); at += kPiece) {
    google::bytestream::WriteRequest part;
    if (at == 0)
      part.set_resource_name(uploadName(digest));
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
// Calls
//===----------------------------------------------------------------------===//

void repeat(
    Attacker &attacker, int threads,
    const std::function<void(const Channel &channel, int thread)> &body) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i)
    all.emplace_back([&attacker, &body, i] {
      for (auto channel = connect(attacker.address); !attacker.isOver;
           ++attacker.calls)
        body(channel, i);
    });
  for (std::thread &thread : all)
    thread.join();
}

struct HostileCalls::Call {
  std::unique_ptr<grpc::ClientContext> context = newContext();
  grpc::ByteBuffer request, response;
  absl::Notification done;
};

class HostileCalls::Unread
    : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
public:
  Unread(grpc::GenericStub &stub, const std::string &method,
         const Parts &request)
      : request_(request.data(), request.size()) {
    stub.PrepareBidiStreamingCall(context_.get(), method, grpc::StubOptions(),
                                  this);
    StartWriteLast(&request_, grpc::WriteOptions());
    StartCall();
  }

  void cancel() { context_->TryCancel(); }
  void wait() { done_.WaitForNotification(); }
  bool hasEnded() const { return done_.HasBeenNotified(); }

private:
  void OnDone(const grpc::Status &) override { done_.Notify(); }

  const std::unique_ptr<grpc::ClientContext> context_ = newContext();
  grpc::ByteBuffer request_;
  absl::Notification done_;
};

HostileCalls::HostileCalls(const std::string &address) : address_(address) {}

HostileCalls::~HostileCalls() {
  for (const auto &call : calls_)
    call->context->TryCancel();
  for (const auto &call : unread_)
    call->cancel();
  for (const auto &call : calls_)
    call->done.WaitForNotification();
  for (const auto &call : unread_)
    call->wait();
}

grpc::GenericStub &HostileCalls::nextStub() {
  constexpr size_t kCallsOfAChannel = 100;
  if ((calls_.size() + unread_.size()) % kCallsOfAChannel == 0)
    stubs_.push_back(std::make_unique<grpc::GenericStub>(connect(address_)));
  return *stubs_.back();
}

void HostileCalls::start(const std::string &method, const Parts &request) {
  auto call = std::make_unique<Call>();
  call->request = grpc::ByteBuffer(request.data(), request.size());
  nextStub().UnaryCall(
      call->context.get(), method, grpc::StubOptions(), &call->request,
      &call->response,
      [done = &call->done](const grpc::Status &) { done->Notify(); });
  calls_.push_back(std::move(call));
}

void HostileCalls::startUnread(const std::string &method,
                               const Parts &request) {
  grpc::GenericStub &stub = nextStub();
  unread_.push_back(std::make_unique<Unread>(stub, method, request));
}

int HostileCalls::ended() const {
  int count = 0;
  for (const auto &call : calls_)
    count += call->done.HasBeenNotified();
  for (const auto &call : unread_)
    count += call->hasEnded();
  return count;
}

void repeatAtOnce(Attacker &attacker, int count, const std::string &method,
                  const std::function<Parts(int number)> &request) {
  for (int number = 0; !attacker.isOver;) {
    HostileCalls calls(attacker.address);
    for (int i = 0; i < count && !attacker.isOver; ++i, ++attacker.calls)
      calls.start(method, request(number++));
    while (calls.ended() < count && !attacker.isOver)
      usleep(1000);
  }
}

void leaveUnread(Attacker &attacker, int count, const std::string &method,
                 const std::function<Parts(int number)> &request) {
  HostileCalls calls(attacker.address);
  for (int i = 0; i < count; ++i, ++attacker.calls)
    calls.startUnread(method, request(i));
  attacker.awaitOver();
}

int connectTo(const std::string &address) {
  const std::vector<std::string> parts = absl::StrSplit(address, ':');
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<uint16_t>(std::stoi(parts[1])));
  inet_pton(AF_INET, parts[0].c_str(), &to.sin_addr);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::connect(fd, reinterpret_cast<sockaddr *>(&to), sizeof(to)) == 0)
    return fd;
  close(fd);
  return -1;
}

} // namespace ingot::bench
