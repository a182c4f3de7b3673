//===- LineFile.h - lines that are appended to a file -----------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_LINEFILE_H
#define INGOT_SERVER_RPC_LINEFILE_H

#include "absl/status/statusor.h"

#include <memory>
#include <string>

namespace spdlog {
class logger;
namespace details {
class thread_pool;
} // namespace details
} // namespace spdlog

namespace ingot::server {

/// A file of its owner's alone that is appended to by a thread of its own.
/// Thread-safe. A caller waits only while thousands of lines are waiting: none
/// is dropped.
class LineFile {
public:
  /// UNAVAILABLE, with `setting` in front, when the file cannot be opened.
  static absl::StatusOr<std::unique_ptr<LineFile>>
  open(const std::string &path, const std::string &setting);
  ~LineFile();

  /// `line` without its end.
  void append(const std::string &line);

private:
  LineFile();

  std::shared_ptr<spdlog::details::thread_pool> thread_;
  std::shared_ptr<spdlog::logger> file_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_LINEFILE_H
