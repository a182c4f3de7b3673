//===- Console.cpp - what the command line says ---------------------------===//

#include "client/cli/Console.h"

#include "absl/strings/str_cat.h"

#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace ingot::client {
namespace {

/// Line `number` of a text, or nothing for bytecode and unknown places.
std::string_view lineOf(std::string_view text, uint32_t number) {
  if (number == 0 || text.find('\0') != std::string_view::npos)
    return {};
  for (uint32_t i = 1; i < number; ++i) {
    size_t end = text.find('\n');
    if (end == std::string_view::npos)
      return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

void print(const Diagnostic &diagnostic, const std::string &file,
           std::string_view module) {
  bool isModule = diagnostic.file.empty();
  std::string place = isModule ? file : diagnostic.file;
  if (diagnostic.line)
    absl::StrAppend(&place, ":", diagnostic.line, ":", diagnostic.column);
  std::cerr << place << ": " << diagnostic.severity << ": "
            << diagnostic.message << "\n";
  constexpr size_t kLongestLine = 300;
  std::string_view line =
      isModule ? lineOf(module, diagnostic.line) : std::string_view();
  if (!line.empty() && line.size() <= kLongestLine && diagnostic.column) {
    std::string indent;
    for (size_t i = 0; i + 1 < diagnostic.column && i < line.size(); ++i)
      indent += line[i] == '\t' ? '\t' : ' ';
    std::cerr << "  " << line << "\n  " << indent << "^\n";
  }
}

} // namespace

void printError(const std::string &message) {
  std::cerr << "ingot: error: " << message << "\n";
}

void printDiagnostic(const Diagnostic &diagnostic, const std::string &file,
                     std::string_view module) {
  print(diagnostic, file, module);
  for (const Diagnostic &note : diagnostic.notes)
    print(note, file, module);
}

ProgressLine::ProgressLine(bool enabled)
    : enabled_(enabled), isTerminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(const std::string &phase, uint32_t done,
                        uint32_t total) {
  if (!enabled_)
    return;
  bool isNew = phase != phase_;
  phase_ = phase;
  if (!isTerminal_) {
    // Plain lines: one when a phase begins, one when many things are done.
    if (isNew || (done == total && total > 1))
      std::cerr << "phase " << phase
                << (total > 1 ? absl::StrCat(" ", done, "/", total) : "")
                << "\n";
    return;
  }
  constexpr uint32_t kWidth = 30;
  std::string bar;
  if (total > 1) {
    uint32_t filled = done * kWidth / total;
    bar =
        absl::StrCat(" [", std::string(filled, '#'),
                     std::string(kWidth - filled, '.'), "] ", done, "/", total);
  }
  std::cerr << "\r\x1b[K" << phase << bar << std::flush;
  isShown_ = true;
}

void ProgressLine::clear() {
  if (isShown_)
    std::cerr << "\r\x1b[K" << std::flush;
  isShown_ = false;
}

} // namespace ingot::client
