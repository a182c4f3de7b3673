//===- Frame.cpp - messages with payloads over a socketpair ---------------===//
//
// Payloads (modules, weights, objects) reach hundreds of MiB. More than 64 KiB
// of them travel as one memfd: the socket then carries a hundred bytes, and
// neither side waits for the other to empty a buffer.
//
// The daemon decodes what a compromised worker may have written, so the memfd
// must be sealed before it is believed: one that still can shrink would end the
// daemon by SIGBUS when mapped, and one that can be written would change
// between the check and the use. It is copied by pread() even so, because the
// result must outlive the worker, and one copy is what a mapping would save.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Frame.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr uint32_t kMagic = 0x31464749; // "IGF1"
constexpr uint32_t kHeaderLimit = 64u << 20;
constexpr uint32_t kPayloadCountLimit = 1000000;
constexpr int64_t kInlineLimit = 64 << 10;
constexpr int64_t kAlignment = 64;
constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;

int64_t aligned(int64_t offset) {
  return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

absl::Status systemError(const char *what) {
  return absl::UnavailableError(
      absl::StrCat("worker socket: ", what, ": ", std::strerror(errno)));
}

absl::Status malformed(const char *what) {
  return absl::InvalidArgumentError(absl::StrCat("malformed frame: ", what));
}

absl::Status writeAt(int fd, std::string_view bytes, int64_t offset) {
  while (!bytes.empty()) {
    ssize_t written = pwrite(fd, bytes.data(), bytes.size(), offset);
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return absl::InternalError(
          absl::StrCat("cannot fill a memfd: ", std::strerror(errno)));
    }
    bytes.remove_prefix(static_cast<size_t>(written));
    offset += written;
  }
  return absl::OkStatus();
}

absl::StatusOr<FileDescriptor>
makeMemfd(const std::vector<std::string_view> &payloads, int64_t size) {
  FileDescriptor fd(memfd_create("ingot", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd || ftruncate(fd.get(), size) != 0)
    return absl::UnavailableError(
        absl::StrCat("cannot make a memfd: ", std::strerror(errno)));
  int64_t offset = 0;
  for (std::string_view payload : payloads) {
    offset = aligned(offset);
    if (absl::Status status = writeAt(fd.get(), payload, offset); !status.ok())
      return status;
    offset += static_cast<int64_t>(payload.size());
  }
  if (fcntl(fd.get(), F_ADD_SEALS, kSeals) != 0)
    return absl::UnavailableError("cannot seal a memfd");
  return fd;
}

/// Whether this is a memfd that nobody can change any more, of that size.
absl::Status checkMemfd(int fd, uint64_t size) {
  if (fd < 0)
    return malformed("its memfd did not come with it");
  const off_t end = lseek(fd, 0, SEEK_END);
  if (end < 0 || static_cast<uint64_t>(end) != size)
    return malformed("its memfd has another size");
  // -1, which is not a memfd, has every bit set.
  const int seals = fcntl(fd, F_GET_SEALS);
  if (seals < 0 || (seals & kSeals) != kSeals)
    return malformed("its memfd is not sealed");
  return absl::OkStatus();
}

bool readAt(int fd, uint64_t offset, uint64_t size, std::string &bytes) {
  bytes.resize(size);
  for (uint64_t done = 0; done < size;) {
    ssize_t got = pread(fd, bytes.data() + done, size - done,
                        static_cast<off_t>(offset + done));
    if (got <= 0)
      return false;
    done += static_cast<uint64_t>(got);
  }
  return true;
}

} // namespace

/// As it stands on the wire; the machine is little-endian (x86-64, AArch64).
struct FramePrefix {
  uint32_t magic = kMagic;
  uint32_t headerSize = 0;
  uint32_t payloadCount = 0;
  uint32_t reserved = 0;
  uint64_t inlineSize = 0;
  uint64_t memfdSize = 0;
};

absl::StatusOr<EncodedFrame>
encodeFrame(std::string_view header,
            const std::vector<std::string_view> &payloads) {
  FramePrefix prefix;
  EncodedFrame frame;
  int64_t total = 0, spread = 0;
  for (std::string_view payload : payloads) {
    total += static_cast<int64_t>(payload.size());
    spread = aligned(spread) + static_cast<int64_t>(payload.size());
  }
  prefix.headerSize = static_cast<uint32_t>(header.size());
  prefix.payloadCount = static_cast<uint32_t>(payloads.size());
  bool isInline = total <= kInlineLimit;
  if (isInline) {
    prefix.inlineSize = static_cast<uint64_t>(total);
  } else {
    prefix.memfdSize = static_cast<uint64_t>(spread);
    absl::StatusOr<FileDescriptor> memfd = makeMemfd(payloads, spread);
    if (!memfd.ok())
      return memfd.status();
    frame.memfd = *std::move(memfd);
  }
  frame.bytes.assign(reinterpret_cast<const char *>(&prefix), sizeof(prefix));
  for (std::string_view payload : payloads) {
    uint64_t size = payload.size();
    frame.bytes.append(reinterpret_cast<const char *>(&size), sizeof(size));
  }
  frame.bytes.append(header);
  if (isInline)
    for (std::string_view payload : payloads)
      frame.bytes.append(payload);
  return frame;
}

void FrameDecoder::feed(std::string_view bytes, FileDescriptor fd) {
  buffer_.append(bytes);
  if (fd)
    memfd_ = std::move(fd);
}

absl::StatusOr<std::optional<Frame>> FrameDecoder::next() {
  FramePrefix prefix;
  if (buffer_.size() < sizeof(prefix))
    return std::nullopt;
  std::memcpy(&prefix, buffer_.data(), sizeof(prefix));
  if (prefix.magic != kMagic || prefix.reserved != 0)
    return malformed("wrong magic");
  if (prefix.headerSize > kHeaderLimit ||
      prefix.payloadCount > kPayloadCountLimit ||
      prefix.inlineSize > static_cast<uint64_t>(kInlineLimit) ||
      prefix.memfdSize >
          static_cast<uint64_t>(payloadLimit_) +
              static_cast<uint64_t>(kAlignment) * prefix.payloadCount)
    return malformed("over a limit");
  if (prefix.inlineSize > 0 && prefix.memfdSize > 0)
    return malformed("payloads in two places");
  size_t size = sizeof(prefix) + 8 * size_t{prefix.payloadCount} +
                prefix.headerSize + prefix.inlineSize;
  if (buffer_.size() < size)
    return std::nullopt;
  absl::StatusOr<Frame> frame = take(prefix);
  if (!frame.ok())
    return frame.status();
  buffer_.erase(0, size);
  return std::optional<Frame>(*std::move(frame));
}

absl::StatusOr<Frame> FrameDecoder::take(const FramePrefix &prefix) {
  const char *cursor = buffer_.data() + sizeof(prefix);
  std::vector<uint64_t> sizes(prefix.payloadCount);
  for (uint64_t &size : sizes) {
    std::memcpy(&size, cursor, sizeof(size));
    cursor += sizeof(size);
  }
  Frame frame;
  frame.header.assign(cursor, prefix.headerSize);
  cursor += prefix.headerSize;

  if (prefix.memfdSize > 0)
    if (absl::Status status = checkMemfd(memfd_.get(), prefix.memfdSize);
        !status.ok())
      return status;
  uint64_t limit = prefix.memfdSize ? prefix.memfdSize : prefix.inlineSize;
  uint64_t offset = 0;
  for (uint64_t size : sizes) {
    if (prefix.memfdSize)
      offset = static_cast<uint64_t>(aligned(static_cast<int64_t>(offset)));
    if (offset > limit || size > limit - offset)
      return malformed("payloads larger than what came");
    std::string payload;
    if (!prefix.memfdSize)
      payload.assign(cursor + offset, size);
    else if (!readAt(memfd_.get(), offset, size, payload))
      return malformed("memfd cannot be read");
    offset += size;
    frame.payloads.push_back(std::move(payload));
  }
  if (offset != limit)
    return malformed("payloads smaller than what came");
  // A frame without one may stand in front of the frame that it came for.
  if (prefix.memfdSize > 0)
    memfd_.reset();
  return frame;
}

ssize_t receiveSome(int socket, void *bytes, size_t size, FileDescriptor &fd) {
  // Alignment makes room for a second descriptor, which is closed if it comes.
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  iovec vector{bytes, size};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof(control);
  ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (got < 0)
    return got;
  for (cmsghdr *part = CMSG_FIRSTHDR(&message); part;
       part = CMSG_NXTHDR(&message, part))
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
      for (size_t at = 0; CMSG_LEN(at + sizeof(int)) <= part->cmsg_len;
           at += sizeof(int)) {
        int number;
        std::memcpy(&number, CMSG_DATA(part) + at, sizeof(number));
        fd.reset(number);
      }
  return got;
}

absl::StatusOr<Received> receive(int socket, FrameDecoder &decoder) {
  char bytes[16384];
  FileDescriptor fd;
  ssize_t got = receiveSome(socket, bytes, sizeof(bytes), fd);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return Received::Nothing;
  if (got < 0 && errno != ECONNRESET)
    return systemError("receive");
  if (got <= 0)
    return Received::End;
  decoder.feed({bytes, static_cast<size_t>(got)}, std::move(fd));
  return Received::Bytes;
}

absl::StatusOr<size_t> sendSome(int socket, std::string_view bytes, int memfd) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  iovec vector{const_cast<char *>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  if (memfd >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(part), &memfd, sizeof(int));
  }
  ssize_t sent;
  do
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent < 0) {
    if (errno == EAGAIN)
      return 0;
    return systemError("send");
  }
  return static_cast<size_t>(sent);
}

absl::Status sendFrame(int socket, std::string_view header,
                       const std::vector<std::string_view> &payloads) {
  absl::StatusOr<EncodedFrame> frame = encodeFrame(header, payloads);
  if (!frame.ok())
    return frame.status();
  std::string_view rest = frame->bytes;
  int memfd = frame->memfd.get();
  while (!rest.empty()) {
    absl::StatusOr<size_t> sent = sendSome(socket, rest, memfd);
    if (!sent.ok())
      return sent.status();
    rest.remove_prefix(*sent);
    memfd = -1; // It went with the first byte.
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<Frame>> receiveFrame(int socket,
                                                  FrameDecoder &decoder) {
  while (true) {
    absl::StatusOr<std::optional<Frame>> frame = decoder.next();
    if (!frame.ok() || frame->has_value())
      return frame;
    absl::StatusOr<Received> received = receive(socket, decoder);
    if (!received.ok())
      return received.status();
    if (*received == Received::End)
      return std::nullopt;
  }
}

} // namespace ingot::server
