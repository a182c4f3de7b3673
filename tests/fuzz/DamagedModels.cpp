//===- DamagedModels.cpp - models cut short or changed in a byte ----------===//
//
// What tests/integration/test_damaged_models.py asks of the service, asked of
// the readers alone: thousands of inputs of a file in minutes. Each is read in
// a process of its own with a worker's limits. A reader gives a module or says
// why it does not; it does not crash, hang or take more memory.
//
// usage: damaged_models CUTS FLIPS PROGRAM [FILE]
//
// PROGRAM is a file, or a SavedModel in which FILE is the one that is damaged.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Registration.h"
#include "pipeline/import/Import.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace {

using ingot::ModelSource;

/// What the service's test gives a worker.
constexpr rlim_t kMaxMemory = rlim_t(2) << 30;
constexpr unsigned kMaxSeconds = 60;

/// How a process ends that gave an answer.
enum Answer { kRead = 0, kRefused = 1, kSilent = 2 };

std::string readFile(const fs::path &path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// The files of a program; the one that is damaged is `part`.
struct Program {
  std::map<std::string, std::string> files;
  std::string part, main;
};

Program readProgram(const fs::path &path, const std::string &part) {
  Program program{{}, part, ""};
  if (!fs::is_directory(path)) {
    program.part = program.main = path.filename().string();
    program.files[program.part] = readFile(path);
    return program;
  }
  program.main = "saved_model.pb";
  for (const auto &entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file())
      program.files[fs::relative(entry.path(), path).string()] =
          readFile(entry.path());
  return program;
}

/// In a child. The parent loaded what a worker has loaded when it is forked.
Answer answerOf(const Program &program, mlir::DialectRegistry &registry) {
  rlimit memory{kMaxMemory, kMaxMemory}, core{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &core);
  alarm(kMaxSeconds);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  bool isSaid = false;
  context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
    isSaid |= diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
  });
  ModelSource source(program.files.at(program.main));
  for (const auto &[name, bytes] : program.files)
    if (name != program.main)
      source.files[name] = bytes;
  if (ingot::importModule(source, &context))
    return kRead;
  return isSaid ? kRefused : kSilent;
}

/// Counts of answers, and what is wrong with the others.
struct Report {
  int read = 0, refused = 0, faults = 0;
};

void tryOne(const Program &program, const std::string &what,
            mlir::DialectRegistry &registry, Report &report) {
  pid_t child = fork();
  if (child == 0)
    _exit(answerOf(program, registry));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    std::perror("fork");
    std::exit(2);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == kRead) {
    ++report.read;
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == kRefused) {
    ++report.refused;
  } else {
    ++report.faults;
    std::cout << "  " << what << ": "
              << (WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                                      : "no module, and no error")
              << std::endl;
  }
}

/// Half of the places are near an end of the file: structure is as often hit as
/// weights, which are most of the bytes.
size_t placeIn(size_t size, std::mt19937_64 &random) {
  size_t near = std::min<size_t>(size, 4096);
  switch (random() % 3) {
  case 0:
    return random() % size;
  case 1:
    return random() % near;
  default:
    return size - 1 - random() % near;
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4) {
    std::cerr << "usage: " << argv[0] << " CUTS FLIPS PROGRAM [FILE]\n";
    return 2;
  }
  int cuts = std::atoi(argv[1]), flips = std::atoi(argv[2]);
  Program program = readProgram(argv[3], argc > 4 ? argv[4] : "");
  const std::string whole = program.files[program.part];
  if (whole.empty()) {
    std::cerr << argv[3] << ": there is nothing to damage\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  ingot::pipeline::registerDialects(registry);
  std::mt19937_64 random(whole.size());
  Report report;
  std::string &bytes = program.files[program.part];
  for (int i = 0; i < cuts; ++i) {
    bytes = whole.substr(0, whole.size() * i / cuts);
    tryOne(program, "cut at " + std::to_string(100 * i / cuts) + " %", registry,
           report);
  }
  bytes = whole;
  for (int i = 0; i < flips; ++i) {
    size_t place = placeIn(whole.size(), random);
    bytes[place] = static_cast<char>(bytes[place] ^ (1 + random() % 255));
    tryOne(program,
           "byte " + std::to_string(place) + " is " +
               std::to_string(static_cast<unsigned char>(bytes[place])),
           registry, report);
    bytes[place] = whole[place];
  }
  std::cout << argv[3] << ": " << report.read << " read, " << report.refused
            << " refused, " << report.faults << " faults" << std::endl;
  return report.faults == 0 ? 0 : 1;
}
