//===- HttpLimits.h - what one HTTP client may take -------------*- C++ -*-===//

#ifndef INGOT_SERVER_ADMIN_HTTPLIMITS_H
#define INGOT_SERVER_ADMIN_HTTPLIMITS_H

#include <chrono>
#include <cstddef>

namespace ingot::server {

/// Bounds on connections. All threads together answer at least
/// `threads / requestTimeout` clients, however slow they are.
struct HttpLimits {
  int threads = 8;
  int maxWaiting = 32; ///< Connections beyond are closed at once.
  std::chrono::milliseconds requestTimeout{2000}; ///< From first byte to last.
  size_t maxRequestBytes = 64 << 10;
  /// Answers that go on, each on a thread besides `threads`. More are refused.
  int maxStreams = 16;
  std::chrono::milliseconds streamTimeout{600000}; ///< Then clients come again.
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_HTTPLIMITS_H
