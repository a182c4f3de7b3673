//===- Console.h - what the command line prints -----------------*- C++ -*-===//
//
// Messages go to stderr, results to stdout. On a terminal progress is one line
// that is redrawn; elsewhere it is plain lines.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_CONSOLE_H
#define INGOT_CLIENT_CLI_CONSOLE_H

#include "client/lib/Client.h"

#include "absl/time/time.h"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace ingot::client {

/// Names and messages are those of files and of other callers: a terminal must
/// not obey what stands in them. Lines and tabs stay.
std::string printable(std::string text);
/// The same of what is a part of one line.
std::string printableLine(std::string text);

/// Prints "ingot: error: MESSAGE".
void printError(std::ostream &err, const std::string &message);

/// Prints the diagnostics of one compile or check. One thread at a time.
class DiagnosticPrinter {
public:
  /// `file` names the module of the request; `module` is its bytes, which must
  /// outlive the printer.
  DiagnosticPrinter(std::ostream &err, const std::string &file,
                    std::string_view module)
      : err_(err), file_(file), module_(module) {}

  /// "FILE:LINE:COLUMN: error: MESSAGE", or "FILE: at 'NODE': error: MESSAGE"
  /// for a place in a model that is no text; the line of a text module below it
  /// and a caret, then the notes. A note that points nowhere else, such as a
  /// list of known names, is printed once, however many diagnostics carry it.
  void print(const Diagnostic &diagnostic);

private:
  void printOne(const Diagnostic &diagnostic);

  std::ostream &err_;
  const std::string file_;
  const std::string_view module_;
  std::set<std::string> generalNotes_; ///< Those that were printed.
};

/// Shows phases. One thread at a time.
class ProgressLine {
public:
  ProgressLine(std::ostream &err, bool enabled, bool isTerminal);
  ~ProgressLine() { clear(); }

  void show(const std::string &phase, uint32_t done, uint32_t total);
  /// The same of bytes on their way at a time, with how many a second there
  /// were since the first call.
  void showUpload(uint64_t done, uint64_t total, absl::Duration time);
  /// Removes the line, so that something else can be printed.
  void clear();

private:
  std::ostream &err_;
  const bool enabled_, isTerminal_;
  bool isShown_ = false;
  std::string phase_;
  /// What was done, and when, at the begin of an upload.
  std::optional<std::pair<uint64_t, absl::Duration>> upload_;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_CONSOLE_H
