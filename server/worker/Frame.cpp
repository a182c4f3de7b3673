//===- Frame.cpp - Messages with payloads over a socket -------------------===//
//
// One packet per frame: the body is inline or in one sealed memfd, so a link of
// several hundred objects needs one descriptor and a send never stops half-way.
// The body is read, not mapped: a mapping could change or fault under us.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Frame.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr uint32_t kMagic = 0x57474e49; // "INGW"
constexpr uint16_t kVersion = 1;
constexpr uint16_t kBodyInMemfd = 1;
constexpr uint64_t kInlineLimit = 64 << 10;
constexpr uint32_t kHeaderLimit = 64 << 20;
constexpr uint32_t kPayloadLimit = 65536;
constexpr size_t kAlignment = 64;
constexpr int kSeals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW;

// Without padding, and in the byte order of every machine that this runs on.
struct Prefix {
  uint32_t magic;
  uint16_t version;
  uint16_t flags;
  uint32_t headerSize;
  uint32_t payloadCount;
  uint64_t bodySize;
};
static_assert(sizeof(Prefix) == 24);

/// Owns a descriptor.
struct Descriptor {
  int fd = -1;
  ~Descriptor() {
    if (fd >= 0)
      close(fd);
  }
};

absl::Status failed(const char *call) {
  int error = errno;
  return absl::UnavailableError(
      absl::StrCat("worker socket: ", call, ": ", strerror(error)));
}

absl::Status malformed(const char *what) {
  return absl::DataLossError(absl::StrCat("malformed frame: ", what));
}

absl::Status fillMemfd(Descriptor &memfd, std::string_view body) {
  memfd.fd = memfd_create("ingot-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memfd.fd < 0)
    return failed("memfd_create");
  while (!body.empty()) {
    ssize_t n = write(memfd.fd, body.data(), body.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return failed("write");
    body.remove_prefix(n);
  }
  if (fcntl(memfd.fd, F_ADD_SEALS, kSeals) != 0)
    return failed("seal");
  return absl::OkStatus();
}

absl::StatusOr<std::string> readMemfd(int fd, uint64_t size) {
  int seals = fcntl(fd, F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals)
    return malformed("its memfd is not sealed");
  struct stat info;
  if (fstat(fd, &info) != 0 || static_cast<uint64_t>(info.st_size) != size)
    return malformed("its memfd has another size");
  std::string body(size, '\0');
  for (uint64_t at = 0; at < size;) {
    ssize_t n = pread(fd, body.data() + at, size - at, at);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return malformed("its memfd cannot be read");
    at += n;
  }
  return body;
}

/// Takes the descriptors of a message; keeps the only one, closes extra ones.
bool takeDescriptor(msghdr &message, Descriptor &out) {
  int count = 0;
  for (cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
      continue;
    size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < n; ++i) {
      Descriptor extra;
      memcpy(&extra.fd, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
      if (count++ == 0)
        std::swap(extra.fd, out.fd);
    }
  }
  return count <= 1 && !(message.msg_flags & MSG_CTRUNC);
}

absl::Status checkPrefix(const Prefix &prefix, int64_t bodyLimit) {
  if (prefix.magic != kMagic || prefix.version != kVersion)
    return malformed("wrong magic or version");
  if (prefix.flags & ~kBodyInMemfd)
    return malformed("unknown flag");
  if (prefix.headerSize > kHeaderLimit)
    return malformed("header too long");
  if (prefix.payloadCount > kPayloadLimit)
    return malformed("too many payloads");
  if (prefix.bodySize > static_cast<uint64_t>(bodyLimit))
    return absl::ResourceExhaustedError(
        absl::StrCat("a frame of ", prefix.bodySize,
                     " bytes is longer than the limit of ", bodyLimit));
  return absl::OkStatus();
}

} // namespace

std::string encodeBody(std::string_view header,
                       const std::vector<std::string_view> &payloads) {
  std::string body;
  size_t size = payloads.size() * (sizeof(uint64_t) + kAlignment);
  for (std::string_view payload : payloads)
    size += payload.size();
  body.reserve(size + header.size());
  for (std::string_view payload : payloads) {
    uint64_t length = payload.size();
    body.append(reinterpret_cast<const char *>(&length), sizeof(length));
  }
  body.append(header);
  for (std::string_view payload : payloads) {
    body.resize((body.size() + kAlignment - 1) / kAlignment * kAlignment);
    body.append(payload);
  }
  return body;
}

absl::StatusOr<Frame> decodeBody(std::string_view body, uint32_t headerSize,
                                 uint32_t payloadCount) {
  size_t at = size_t{payloadCount} * sizeof(uint64_t);
  if (at > body.size() || headerSize > body.size() - at)
    return malformed("body too short");
  Frame frame;
  frame.header = body.substr(at, headerSize);
  at += headerSize;
  for (uint32_t i = 0; i < payloadCount; ++i) {
    uint64_t length;
    memcpy(&length, body.data() + i * sizeof(length), sizeof(length));
    at = (at + kAlignment - 1) / kAlignment * kAlignment;
    if (at > body.size() || length > body.size() - at)
      return malformed("a payload reaches beyond the body");
    frame.payloads.emplace_back(body.substr(at, length));
    at += length;
  }
  if (at != body.size())
    return malformed("bytes behind the last payload");
  return frame;
}

absl::Status sendFrame(int socket, std::string_view header,
                       const std::vector<std::string_view> &payloads) {
  if (header.size() > kHeaderLimit || payloads.size() > kPayloadLimit)
    return absl::ResourceExhaustedError("message to a worker too large");
  std::string body = encodeBody(header, payloads);
  bool isInline = body.size() <= kInlineLimit;
  Prefix prefix{kMagic,
                kVersion,
                isInline ? uint16_t{0} : kBodyInMemfd,
                static_cast<uint32_t>(header.size()),
                static_cast<uint32_t>(payloads.size()),
                body.size()};
  iovec parts[] = {{&prefix, sizeof(prefix)}, {body.data(), body.size()}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = isInline ? 2 : 1;
  Descriptor memfd;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  if (!isInline) {
    if (absl::Status status = fillMemfd(memfd, body); !status.ok())
      return status;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    cmsghdr *c = CMSG_FIRSTHDR(&message);
    *c = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    memcpy(CMSG_DATA(c), &memfd.fd, sizeof(int));
  }
  ssize_t n;
  do
    n = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (n < 0 && errno == EINTR);
  return n < 0 ? failed("sendmsg") : absl::OkStatus();
}

absl::StatusOr<std::optional<Frame>> receiveFrame(int socket,
                                                  int64_t bodyLimit) {
  Prefix prefix;
  std::string packet(kInlineLimit, '\0');
  iovec parts[] = {{&prefix, sizeof(prefix)}, {packet.data(), packet.size()}};
  alignas(cmsghdr) char control[CMSG_SPACE(4 * sizeof(int))];
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  ssize_t n;
  do
    n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return failed("recvmsg");
  Descriptor memfd;
  bool descriptorsFine = takeDescriptor(message, memfd);
  if (n == 0)
    return std::optional<Frame>();
  if (!descriptorsFine || (message.msg_flags & MSG_TRUNC) ||
      n < static_cast<ssize_t>(sizeof(prefix)))
    return malformed("wrong packet size or descriptors");
  if (absl::Status status = checkPrefix(prefix, bodyLimit); !status.ok())
    return status;
  packet.resize(n - sizeof(prefix));
  bool isInline = !(prefix.flags & kBodyInMemfd);
  if (isInline != (memfd.fd < 0) ||
      packet.size() != (isInline ? prefix.bodySize : 0))
    return malformed("body is not where the flags say");
  if (!isInline) {
    absl::StatusOr<std::string> body = readMemfd(memfd.fd, prefix.bodySize);
    if (!body.ok())
      return body.status();
    packet = *std::move(body);
  }
  absl::StatusOr<Frame> frame =
      decodeBody(packet, prefix.headerSize, prefix.payloadCount);
  if (!frame.ok())
    return frame.status();
  return std::optional<Frame>(*std::move(frame));
}

} // namespace ingot::server
