//===- LimitedHttpServer.h - HTTP that no client can hold up ----*- C++ -*-===//
//
// The library gives each read a timeout, so a client that sends a byte now and
// then holds a thread for ever, and it queues connections without a bound. Here
// a connection is one request, has a deadline for all of it and a bound on its
// bytes, has no thread before all of it has come, and only so many wait.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_ADMIN_LIMITEDHTTPSERVER_H
#define INGOT_SERVER_ADMIN_LIMITEDHTTPSERVER_H

#include "server/admin/HttpLimits.h"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

namespace ingot::server {

/// Answers GET and HEAD by the library's handlers, and every other method that
/// the library knows by 405. Closes the connection after each answer.
class LimitedHttpServer final : public httplib::Server {
public:
  using IsPath = std::function<bool(const std::string &path)>;

  /// A POST is answered at paths that `takesPost`.
  explicit LimitedHttpServer(
      HttpLimits limits,
      IsPath takesPost = [](const std::string &) { return false; });

  /// Inside a handler: the answer goes on until the client leaves or its time
  /// is over; each write has the time of a request. False when there are too
  /// many, and the handler answers something else.
  bool beginStream();

  /// Inside such an answer: waits. False when it is to end.
  bool waitInStream(std::chrono::milliseconds time);

  /// Ends the connections that are open, at their next read or write, and
  /// stop()s.
  void close();

private:
  class Threads;

  bool process_and_close_socket(socket_t socket) override;
  /// Answers a whole request; false if there was no answer.
  bool answer(socket_t socket);

  const HttpLimits limits_;
  std::atomic<bool> isClosing_{false};
  std::atomic<int> streams_{0};
  Threads *threads_ = nullptr; ///< The library's, while it listens.
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_LIMITEDHTTPSERVER_H
