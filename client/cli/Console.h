//===- Console.h - what the command line says -------------------*- C++ -*-===//
//
// Messages go to stderr, results to stdout. On a terminal progress is one line
// that is redrawn; elsewhere it is plain lines.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_CONSOLE_H
#define INGOT_CLIENT_CLI_CONSOLE_H

#include "client/lib/Client.h"

#include <string>
#include <string_view>

namespace ingot::client {

/// "ingot: error: MESSAGE".
void printError(const std::string &message);

/// "FILE:LINE:COLUMN: error: MESSAGE", the line of a text module below it and a
/// caret, then the notes.
void printDiagnostic(const Diagnostic &diagnostic, const std::string &file,
                     std::string_view module);

/// Shows phases. One thread at a time.
class ProgressLine {
public:
  explicit ProgressLine(bool enabled);
  ~ProgressLine() { clear(); }

  void show(const std::string &phase, uint32_t done, uint32_t total);
  /// Removes the line, so that something else can be printed.
  void clear();

private:
  const bool enabled_, isTerminal_;
  bool isShown_ = false;
  std::string phase_;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_CONSOLE_H
