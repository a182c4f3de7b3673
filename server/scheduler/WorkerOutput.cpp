//===- WorkerOutput.cpp - what workers write to stderr --------------------===//

#include "server/scheduler/WorkerOutput.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace ingot::server {

void WorkerOutput::feed(absl::string_view bytes, absl::Time now) {
  for (char c : bytes) {
    if (c == '\n')
      passOn(now);
    else if (line_.size() < kMaxLineBytes)
      line_.push_back(
          absl::ascii_isprint(static_cast<unsigned char>(c)) && c != '"' ? c
                                                                         : '?');
  }
}

void WorkerOutput::end(absl::Time now) {
  if (!line_.empty())
    passOn(now);
}

void WorkerOutput::passOn(absl::Time now) {
  if (now - period_ >= kPeriod) {
    if (lines_ > kMaxLines)
      log_(absl::StrCat("(and ", lines_ - kMaxLines, " lines)"));
    period_ = now;
    lines_ = 0;
  }
  if (++lines_ <= kMaxLines)
    log_(line_);
  line_.clear();
}

} // namespace ingot::server
