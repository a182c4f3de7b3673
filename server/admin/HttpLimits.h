//===- HttpLimits.h - what one HTTP client may take -------------*- C++ -*-===//

#ifndef INGOT_SERVER_ADMIN_HTTPLIMITS_H
#define INGOT_SERVER_ADMIN_HTTPLIMITS_H

#include <chrono>
#include <cstddef>

namespace ingot::server {

/// Bounds on connections.
struct HttpLimits {
  int threads = 8;
  int maxWaiting = 32; ///< Whole requests; what is beyond is closed at once.
  /// Of a client for its request, and of the server for the answer.
  std::chrono::milliseconds requestTimeout{2000};
  /// Connections without a complete request; beyond, the oldest is closed. All
  /// that are open fit what AcceptGate reserves, beside the store's files.
  int maxOpen = 64;
  size_t maxRequestBytes = 64 << 10;
  /// Answers that go on, each on a thread besides `threads`. More are refused.
  int maxStreams = 16;
  std::chrono::milliseconds streamTimeout{600000}; ///< Then clients come again.
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_HTTPLIMITS_H
