//===- Chunks.cpp - large files as pieces that stay the same --------------===//
//
// A gear hash: each byte shifts the sum and adds a number of its own, so what
// is older than 64 bytes has left it. A piece ends where the upper bits are
// zero. After Xia et al., "FastCDC", USENIX ATC 2016, without its second mask;
// the numbers are SplitMix64's (Steele et al., OOPSLA 2014).
//
//===----------------------------------------------------------------------===//

#include "client/lib/Chunks.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ingot::client {
namespace {

/// One place in 2^20 ends a piece.
constexpr uint64_t kEndMask = ~uint64_t{0} << 44;
constexpr size_t kWindow = 64;

/// Fixed: equal files must be cut in equal pieces by every client. SplitMix64.
constexpr std::array<uint64_t, 256> makeGears() {
  std::array<uint64_t, 256> gears{};
  uint64_t state = 0x1460'7a11'5eed'0001;
  for (uint64_t &gear : gears) {
    state += 0x9e37'79b9'7f4a'7c15;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58'476d'1ce4'e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d0'49bb'1331'11eb;
    gear = mixed ^ (mixed >> 31);
  }
  return gears;
}
constexpr std::array<uint64_t, 256> kGears = makeGears();

size_t firstPiece(std::string_view bytes) {
  const size_t end = std::min(bytes.size(), kMaxPieceBytes);
  uint64_t sum = 0;
  for (size_t i = kMinPieceBytes - kWindow; i < end; ++i) {
    sum = (sum << 1) + kGears[static_cast<uint8_t>(bytes[i])];
    if (i >= kMinPieceBytes && (sum & kEndMask) == 0)
      return i;
  }
  return end;
}

} // namespace

std::vector<std::string_view> cutPieces(std::string_view bytes, size_t most) {
  std::vector<std::string_view> pieces;
  while (!bytes.empty() && pieces.size() < most) {
    pieces.push_back(bytes.substr(0, firstPiece(bytes)));
    bytes.remove_prefix(pieces.back().size());
  }
  return pieces;
}

} // namespace ingot::client
