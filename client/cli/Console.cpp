//===- Console.cpp - what the command line prints -------------------------===//

#include "client/cli/Console.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <ostream>

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

} // namespace

std::string printable(std::string text) {
  unsigned char before = 0;
  for (char &c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // UTF-8 has 32 more of them, U+0080 to U+009F.
    const bool isOfTwoBytes = before == 0xc2 && byte >= 0x80 && byte < 0xa0;
    if ((byte < ' ' && c != '\n' && c != '\t') || c == 0x7f || isOfTwoBytes)
      c = '?';
    before = byte;
  }
  return text;
}

std::string printableLine(std::string text) {
  text = printable(std::move(text));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\t'; },
      '?');
  return text;
}

void printError(std::ostream &err, const std::string &message) {
  err << "ingot: error: " << printable(message) << "\n";
}

void DiagnosticPrinter::printOne(const Diagnostic &diagnostic) {
  bool isModule = diagnostic.file.empty();
  std::string place = isModule ? file_ : diagnostic.file;
  if (diagnostic.line)
    absl::StrAppend(&place, ":", diagnostic.line, ":", diagnostic.column);
  else if (!diagnostic.node.empty())
    absl::StrAppend(&place, ": at '", diagnostic.node, "'");
  err_ << printableLine(std::move(place)) << ": " << diagnostic.severity << ": "
       << printable(diagnostic.message) << "\n";
  // Programs of tools have lines of megabytes, such as inline constants.
  constexpr size_t kMaxLineBytes = 300;
  std::string_view line =
      isModule ? lineOf(module_, diagnostic.line) : std::string_view();
  if (line.empty() || line.size() > kMaxLineBytes || !diagnostic.column)
    return;
  std::string indent;
  for (size_t i = 0; i + 1 < diagnostic.column && i < line.size(); ++i)
    indent += line[i] == '\t' ? '\t' : ' ';
  err_ << "  " << printable(std::string(line)) << "\n  " << indent << "^\n";
}

void DiagnosticPrinter::print(const Diagnostic &diagnostic) {
  printOne(diagnostic);
  for (const Diagnostic &note : diagnostic.notes) {
    // MLIR gives a note without a place that of its diagnostic.
    bool hasPlace = note.line != 0 || !note.node.empty();
    bool isGeneral =
        !hasPlace ||
        (note.line == diagnostic.line && note.column == diagnostic.column &&
         note.file == diagnostic.file && note.node == diagnostic.node);
    if (!isGeneral || generalNotes_.insert(note.message).second)
      printOne(note);
  }
}

ProgressLine::ProgressLine(std::ostream &err, bool enabled, bool isTerminal)
    : err_(err), enabled_(enabled), isTerminal_(isTerminal) {}

void ProgressLine::show(const std::string &phase, uint32_t done,
                        uint32_t total) {
  if (!enabled_)
    return;
  bool isNew = phase != phase_;
  phase_ = phase;
  if (!isTerminal_) {
    // Plain lines: one when a phase begins, one when many things are done.
    if (isNew || (done == total && total > 1))
      err_ << "phase " << phase
           << (total > 1 ? absl::StrCat(" ", done, "/", total) : "") << "\n";
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
  err_ << "\r\x1b[K" << phase << bar << std::flush;
  isShown_ = true;
}

void ProgressLine::showUpload(uint64_t done, uint64_t total,
                              absl::Duration time) {
  constexpr uint64_t kMiB = 1 << 20;
  // What is there at the first call was not sent, or begins anew.
  if (!upload_ || done < upload_->first)
    upload_ = {done, time};
  // Plain lines are for what is worth one: the end.
  if (!enabled_ || (!isTerminal_ && done < total))
    return;
  std::string text =
      absl::StrFormat("upload %d of %d MiB", done / kMiB, total / kMiB);
  const auto &[before, begin] = *upload_;
  if (time > begin)
    absl::StrAppendFormat(&text, ", %.0f MiB/s",
                          static_cast<double>(done - before) / kMiB /
                              absl::ToDoubleSeconds(time - begin));
  if (!isTerminal_) {
    err_ << text << "\n";
    return;
  }
  err_ << "\r\x1b[K" << text << std::flush;
  isShown_ = true;
}

void ProgressLine::clear() {
  if (isShown_)
    err_ << "\r\x1b[K" << std::flush;
  isShown_ = false;
}

} // namespace ingot::client
