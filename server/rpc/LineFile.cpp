//===- LineFile.cpp - lines that are appended to a file -------------------===//

#include "server/rpc/LineFile.h"

#include "absl/strings/str_cat.h"

#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace ingot::server {

static constexpr size_t kMaxWaitingLines = 8192;

LineFile::LineFile()
    : thread_(std::make_shared<spdlog::details::thread_pool>(kMaxWaitingLines,
                                                             1)) {}

LineFile::~LineFile() = default; // The thread writes what waits.

absl::StatusOr<std::unique_ptr<LineFile>>
LineFile::open(const std::string &path, const std::string &setting) {
  std::unique_ptr<LineFile> lines(new LineFile());
  // spdlog's files are made for all to read.
  const int fd =
      ::open(path.c_str(), O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0)
    return absl::UnavailableError(
        absl::StrCat(setting, ": ", path, ": ", std::strerror(errno)));
  close(fd);
  try {
    auto file = std::make_shared<spdlog::sinks::basic_file_sink_mt>(path);
    lines->file_ = std::make_shared<spdlog::async_logger>(
        setting, std::move(file), lines->thread_,
        spdlog::async_overflow_policy::block);
  } catch (const spdlog::spdlog_ex &error) {
    return absl::UnavailableError(absl::StrCat(setting, ": ", error.what()));
  }
  lines->file_->set_pattern("%v");
  lines->file_->flush_on(spdlog::level::info);
  return lines;
}

void LineFile::append(const std::string &line) { file_->info(line); }

} // namespace ingot::server
