//===- LimitedHttpServer.h - HTTP that no client can hold up ----*- C++ -*-===//
//
// The library gives each read a timeout, so a client that sends a byte now and
// then holds a thread for ever, and it queues connections without a bound. Here
// a connection is one request, has a deadline for all of it and a bound on its
// bytes, and only so many wait.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_ADMIN_LIMITEDHTTPSERVER_H
#define INGOT_SERVER_ADMIN_LIMITEDHTTPSERVER_H

#include "server/admin/HttpLimits.h"

#include <httplib.h>

#include <atomic>

namespace ingot::server {

/// Answers GET and HEAD by the library's handlers, and every other method that
/// the library knows by 405. Closes the connection after each answer.
class LimitedHttpServer final : public httplib::Server {
public:
  explicit LimitedHttpServer(HttpLimits limits);

  /// Ends the connections that are open, at their next read or write, and
  /// stop()s.
  void close();

private:
  bool process_and_close_socket(socket_t socket) override;

  const HttpLimits limits_;
  std::atomic<bool> isClosing_{false};
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_LIMITEDHTTPSERVER_H
