//===- HttpFramesFuzzer.cpp - what both sides of a connection send --------===//
//
// The input is one byte of how and then bytes, of which pieces go to the guard
// by turns as the client's and as the server's. `how` is the size of pieces.
//
// Whatever arrives: the guard says the same of bytes that come in pieces of one
// byte, until it ends the connection; what it counts is never less than nothing
// nor more than a connection may have, and all of it is given back.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/FrameGuard.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

using namespace ingot::server;

namespace {

constexpr size_t kPrefaceBytes = 24;
/// A block of headers may have its bounds once over, and not end.
constexpr int64_t kMaxBytes =
    static_cast<int64_t>(kMaxCallsAtFirst) * (kCallBytes + 2 * (16 << 20));

void require(bool isTrue) {
  if (!isTrue)
    std::abort();
}

/// How many bytes pass, and what is counted then.
std::pair<size_t, int64_t> passed(std::string_view bytes, size_t turnBytes,
                                  size_t pieceBytes) {
  const absl::Time now = absl::UnixEpoch();
  CallTotals totals(now);
  size_t count = 0;
  std::pair<size_t, int64_t> result;
  {
    FrameGuard guard(now, totals);
    require(
        guard.take(std::string(kPrefaceBytes, 'p'), now, [] { return false; }));
    bool passes = true;
    for (bool isClients = true; passes && !bytes.empty();
         isClients = !isClients) {
      std::string_view turn = bytes.substr(0, turnBytes);
      bytes.remove_prefix(turn.size());
      while (passes && !turn.empty()) {
        const std::string_view piece = turn.substr(0, pieceBytes);
        turn.remove_prefix(piece.size());
        passes = isClients ? guard.take(piece, now, [] { return false; })
                           : guard.answer(piece, now);
        require(totals.bytes >= 0 && totals.bytes <= kMaxBytes);
        count += passes ? piece.size() : 0;
      }
    }
    // Where a piece that ends it begins depends on the pieces.
    result = {passes ? count : count - count % turnBytes,
              passes ? totals.bytes.load() : 0};
  }
  require(totals.bytes == 0);
  return result;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  const size_t turnBytes = static_cast<size_t>(data[0]) + 1;
  const std::string_view bytes(reinterpret_cast<const char *>(data) + 1,
                               size - 1);
  require(passed(bytes, turnBytes, turnBytes) == passed(bytes, turnBytes, 1));
  return 0;
}
