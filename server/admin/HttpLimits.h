//===- HttpLimits.h - what one HTTP client may take -------------*- C++ -*-===//

#ifndef INGOT_SERVER_ADMIN_HTTPLIMITS_H
#define INGOT_SERVER_ADMIN_HTTPLIMITS_H

#include <chrono>
#include <cstddef>

namespace ingot::server {

/// Bounds on connections. All threads together answer at least
/// `threads / requestTimeout` clients, however slow they are.
struct HttpLimits {
  int threads = 4;
  int maxWaiting = 64; ///< Connections beyond are closed at once.
  std::chrono::milliseconds requestTimeout{5000}; ///< From first byte to last.
  size_t maxRequestBytes = 64 << 10;
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_HTTPLIMITS_H
