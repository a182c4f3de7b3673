//===- FrameFuzzer.cpp - frames of a worker that is not to be trusted -----===//
//
// The input is one byte of how and then the stream. `how` says what descriptor
// comes with it (its lower two bits) and in pieces of which size the stream
// arrives. The memfd has the size that the first frame asks for: a fuzzer would
// hardly find it, and anything else is refused at once.
//
// Whatever arrives: the decoder gives the same frames for the whole stream and
// for its pieces, no frame has more payload than the limit, and a frame that
// came inline is the one that the encoder makes of it.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Frame.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace ingot::server;

namespace {

constexpr int64_t kPayloadLimit = 1 << 16;
constexpr size_t kPrefixBytes = 32, kMemfdSizeAt = 24;
constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;

enum class Descriptor { None, Sealed, Unsealed, NoMemfd };

FileDescriptor makeDescriptor(Descriptor kind, std::string_view stream) {
  if (kind == Descriptor::NoMemfd)
    return FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
  uint64_t size = 0;
  if (kind == Descriptor::None || stream.size() < kPrefixBytes)
    return {};
  std::memcpy(&size, stream.data() + kMemfdSizeAt, sizeof(size));
  FileDescriptor fd(memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  std::string contents(std::min<uint64_t>(size, 2 * kPayloadLimit), 'x');
  if (write(fd.get(), contents.data(), contents.size()) !=
      static_cast<ssize_t>(contents.size()))
    std::abort();
  if (kind == Descriptor::Sealed)
    fcntl(fd.get(), F_ADD_SEALS, kSeals);
  return fd;
}

/// The frames up to the end or the first error.
std::vector<Frame> decode(std::string_view stream, Descriptor kind,
                          size_t pieceBytes) {
  FrameDecoder decoder(kPayloadLimit);
  std::vector<Frame> frames;
  FileDescriptor fd = makeDescriptor(kind, stream);
  while (!stream.empty()) {
    std::string_view piece = stream.substr(0, pieceBytes);
    stream.remove_prefix(piece.size());
    decoder.feed(piece, std::move(fd));
    while (true) {
      absl::StatusOr<std::optional<Frame>> frame = decoder.next();
      if (!frame.ok())
        return frames;
      if (!frame->has_value())
        break;
      frames.push_back(**std::move(frame));
    }
  }
  return frames;
}

void require(bool isTrue) {
  if (!isTrue)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  auto kind = static_cast<Descriptor>(data[0] & 3);
  size_t pieceBytes = static_cast<size_t>(data[0] >> 2) + 1;
  std::string_view stream(reinterpret_cast<const char *>(data) + 1, size - 1);
  std::vector<Frame> frames = decode(stream, kind, stream.size());
  std::vector<Frame> same = decode(stream, kind, pieceBytes);
  require(frames.size() == same.size());
  std::string_view rest = stream;
  for (size_t i = 0; i < frames.size(); ++i) {
    const Frame &frame = frames[i];
    require(frame.header == same[i].header);
    require(frame.payloads.size() == same[i].payloads.size());
    int64_t total = 0;
    std::vector<std::string_view> payloads;
    for (size_t k = 0; k < frame.payloads.size(); ++k) {
      auto payload = frame.payloads[k].view();
      require(payload.ok() && same[i].payloads[k] == frame.payloads[k]);
      payloads.push_back(*payload);
      total += frame.payloads[k].size();
    }
    require(total <= kPayloadLimit);
    if (kind != Descriptor::None)
      continue;
    auto encoded = encodeFrame(frame.header, payloads);
    require(encoded.ok() &&
            rest.substr(0, encoded->bytes.size()) == encoded->bytes);
    rest.remove_prefix(encoded->bytes.size());
  }
  return 0;
}
