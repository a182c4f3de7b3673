//===- HttpReception.h - connections that have no thread --------*- C++ -*-===//
//
// A client that says nothing, or a byte now and then, costs a descriptor here,
// and no thread: one thread waits for all of them. Where there are too many the
// oldest goes, so that whoever asks at once is answered.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_ADMIN_HTTPRECEPTION_H
#define INGOT_SERVER_ADMIN_HTTPRECEPTION_H

#include "server/admin/HttpLimits.h"
#include "server/worker/FileDescriptor.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace ingot::server {

/// What a Content-Length says; nothing if it is not a number. One that is too
/// large for the type is the largest.
std::optional<uint64_t> bodyLength(std::string_view text);

/// Whether the bytes are a whole request, with the body whose size it says, or
/// one that will be refused in any case: it is too large, or its size is no
/// number.
bool isWholeRequest(std::string_view bytes, size_t maxBytes);

/// Thread-safe.
class HttpReception {
public:
  /// Gets connections with a complete request, on the thread of this; does not
  /// wait.
  using OnRequest = std::function<void(FileDescriptor connection)>;

  HttpReception(HttpLimits limits, OnRequest onRequest);
  /// Closes what waits.
  ~HttpReception();

  /// Waits until the request is complete, for the time of a request.
  void receive(FileDescriptor connection);
  /// Reads what a client that has its answer still sends, for a moment, and
  /// closes: closed with unread bytes a connection is reset, and the client may
  /// never see what was said.
  void closeLingering(FileDescriptor connection);

private:
  using Time = std::chrono::steady_clock::time_point;
  /// A connection whose request, or whose end, has not come.
  struct Waiting {
    FileDescriptor connection;
    Time end;
    bool isLingering;
    size_t bytesLeft; ///< Of one that lingers.
  };

  void add(FileDescriptor connection, bool isLingering);
  void run();
  void onReadable(int connection);
  /// False if it has to go.
  bool drain(Waiting &waiting) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void closeExpired() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const HttpLimits limits_;
  const OnRequest onRequest_;
  FileDescriptor events_, wake_;
  std::string bytes_; // Of what has come; the thread's own.

  absl::Mutex mutex_;
  std::map<int, Waiting> waiting_ ABSL_GUARDED_BY(mutex_);
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_HTTPRECEPTION_H
