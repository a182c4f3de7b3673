//===- Frame.cpp - messages with payloads over a socketpair ---------------===//
//
// Payloads (modules, weights, objects) reach hundreds of MiB. More than 64 KiB
// of them travel as one memfd: the socket then carries a hundred bytes, and
// neither side waits for the other to empty a buffer.
//
// Large payloads stay in the memfd (SealedFile.h): the daemon, which passes
// them on to the store, reads them in pieces, and a worker maps them.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Frame.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr uint32_t kMagic = 0x31464749; // "IGF1"
constexpr uint32_t kHeaderLimit = 64u << 20;
constexpr uint32_t kPayloadCountLimit = 1000000;
constexpr int64_t kInlineLimit = 64 << 10;
constexpr uint64_t kMaxPadding = 64; ///< Of one payload, in a file.

absl::Status systemError(const char *what) {
  return absl::UnavailableError(
      absl::StrCat("worker socket: ", what, ": ", std::strerror(errno)));
}

absl::Status malformed(const char *what) {
  return absl::InvalidArgumentError(absl::StrCat("malformed frame: ", what));
}

/// Payloads from this size on stay in the file that they came in, and smaller
/// ones too once so much of them was copied: a worker may send a GiB of these.
constexpr int64_t kMinFilePayload = 1 << 20;
constexpr int64_t kMaxCopied = 16 << 20;

absl::StatusOr<SealedPayloads>
sealPayloads(const std::vector<std::string_view> &payloads) {
  SealedPayloads sealed;
  for (std::string_view payload : payloads)
    sealed.sizes.push_back(static_cast<int64_t>(payload.size()));
  int64_t total = 0;
  sealed.offsets = payloadOffsets(sealed.sizes, total);
  absl::StatusOr<SealedFileWriter> writer = SealedFileWriter::create(total);
  if (!writer.ok())
    return writer.status();
  for (size_t i = 0; i < payloads.size(); ++i)
    if (absl::Status status = writer->write(sealed.offsets[i], payloads[i]);
        !status.ok())
      return status;
  absl::StatusOr<std::shared_ptr<const SealedFile>> file = writer->seal();
  if (!file.ok())
    return file.status();
  sealed.file = *std::move(file);
  return sealed;
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

static void append(std::string &bytes, const void *from, size_t size) {
  bytes.append(static_cast<const char *>(from), size);
}

/// All of a frame but payloads that are inline.
static EncodedFrame beginFrame(FramePrefix prefix, std::string_view header,
                               const std::vector<int64_t> &sizes) {
  EncodedFrame frame;
  prefix.headerSize = static_cast<uint32_t>(header.size());
  prefix.payloadCount = static_cast<uint32_t>(sizes.size());
  append(frame.bytes, &prefix, sizeof(prefix));
  for (const int64_t size : sizes)
    append(frame.bytes, &size, sizeof(size));
  frame.bytes.append(header);
  return frame;
}

absl::StatusOr<EncodedFrame>
encodeFrame(std::string_view header,
            const std::vector<std::string_view> &payloads) {
  int64_t total = 0;
  std::vector<int64_t> sizes;
  for (std::string_view payload : payloads) {
    sizes.push_back(static_cast<int64_t>(payload.size()));
    total += sizes.back();
  }
  if (total > kInlineLimit) {
    absl::StatusOr<SealedPayloads> sealed = sealPayloads(payloads);
    if (!sealed.ok())
      return sealed.status();
    return encodeFrame(header, *sealed);
  }
  FramePrefix prefix;
  prefix.inlineSize = static_cast<uint64_t>(total);
  EncodedFrame frame = beginFrame(prefix, header, sizes);
  for (std::string_view payload : payloads)
    frame.bytes.append(payload);
  return frame;
}

absl::StatusOr<EncodedFrame> encodeFrame(std::string_view header,
                                         const SealedPayloads &payloads) {
  FramePrefix prefix;
  prefix.memfdSize = static_cast<uint64_t>(payloads.file->size());
  EncodedFrame frame = beginFrame(prefix, header, payloads.sizes);
  frame.memfd.reset(fcntl(payloads.file->fd(), F_DUPFD_CLOEXEC, 0));
  if (!frame.memfd)
    return absl::UnavailableError(
        absl::StrCat("cannot send a memfd: ", std::strerror(errno)));
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
      prefix.inlineSize >
          static_cast<uint64_t>(std::min(kInlineLimit, payloadLimit_)) ||
      prefix.memfdSize > static_cast<uint64_t>(payloadLimit_) +
                             kMaxPadding * prefix.payloadCount)
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
  absl::Status status =
      prefix.memfdSize ? takeFromFile(prefix.memfdSize, sizes, frame)
                       : takeInline({cursor, prefix.inlineSize}, sizes, frame);
  if (!status.ok())
    return status;
  return frame;
}

absl::Status FrameDecoder::takeInline(std::string_view bytes,
                                      const std::vector<uint64_t> &sizes,
                                      Frame &frame) {
  for (const uint64_t size : sizes) {
    if (size > bytes.size())
      return malformed("payloads larger than what came");
    frame.payloads.emplace_back(std::string(bytes.substr(0, size)));
    bytes.remove_prefix(size);
  }
  return bytes.empty() ? absl::OkStatus()
                       : malformed("payloads smaller than what came");
}

absl::Status FrameDecoder::takeFromFile(uint64_t total,
                                        const std::vector<uint64_t> &sizes,
                                        Frame &frame) {
  // A frame without one may stand in front of the frame that it came for.
  auto file = SealedFile::adopt(std::move(memfd_), static_cast<int64_t>(total));
  if (!file.ok())
    return malformed(std::string(file.status().message()).c_str());
  std::vector<int64_t> checked;
  uint64_t left = total;
  for (const uint64_t size : sizes) {
    if (size > left)
      return malformed("payloads larger than what came");
    left -= size;
    checked.push_back(static_cast<int64_t>(size));
  }
  // What the prefix says counts the padding, too.
  if (total - left > static_cast<uint64_t>(payloadLimit_))
    return malformed("over a limit");
  int64_t end = 0;
  const std::vector<int64_t> offsets = payloadOffsets(checked, end);
  if (end != static_cast<int64_t>(total))
    return malformed(end > static_cast<int64_t>(total)
                         ? "payloads larger than what came"
                         : "payloads smaller than what came");
  int64_t copied = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    FramePayload payload(*file, offsets[i], checked[i]);
    if (checked[i] >= kMinFilePayload || copied + checked[i] > kMaxCopied) {
      frame.payloads.push_back(std::move(payload));
      continue;
    }
    absl::StatusOr<std::string> bytes = payload.copy();
    if (!bytes.ok())
      return malformed("memfd cannot be read");
    copied += checked[i];
    frame.payloads.emplace_back(*std::move(bytes));
  }
  return absl::OkStatus();
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
