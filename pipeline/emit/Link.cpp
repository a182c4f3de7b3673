//===- Link.cpp - lld in this process, on memfds --------------------------===//
//
// lld reads and writes files. Ours are memfds, named /proc/self/fd/N: all
// objects in one archive (hundreds of descriptors would hit limits), and the
// output through "-o -", for lld replaces regular output files by renaming,
// which no memfd survives. Standard output is pointed at the memfd meanwhile.
//
// There is no sysroot to link with. A stub takes the place of each library that
// the result needs: a shared object, made here, with that library's soname and
// just the symbols that are used. Every other undefined symbol is an error at
// link time instead of one at load time.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/Emit.h"
#include "pipeline/emit/RuntimeLibraries.h"
#include "pipeline/mathlib/MathLibrary.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/TimeProfiler.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

LLD_HAS_DRIVER(elf)
LLD_HAS_DRIVER(wasm)

namespace ingot::pipeline {

namespace {

llvm::Error systemError(const char *what) {
  return llvm::createStringError(std::string("link: ") + what + ": " +
                                 std::strerror(errno));
}

/// A file in memory with a name that lld can open.
class MemoryFile {
public:
  static llvm::Expected<MemoryFile> create(llvm::StringRef bytes) {
    MemoryFile file(memfd_create("ingot-link", MFD_CLOEXEC));
    if (file.descriptor_ < 0)
      return systemError("memfd_create");
    while (!bytes.empty()) {
      ssize_t count = write(file.descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR)
        return systemError("write");
      bytes = bytes.drop_front(count < 0 ? 0 : count);
    }
    return file;
  }

  MemoryFile(MemoryFile &&other)
      : descriptor_(std::exchange(other.descriptor_, -1)) {}
  ~MemoryFile() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  std::string path() const {
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

  llvm::Expected<std::string> contents() const {
    std::string bytes(lseek(descriptor_, 0, SEEK_END), '\0');
    size_t done = 0;
    while (done < bytes.size()) {
      ssize_t count =
          pread(descriptor_, bytes.data() + done, bytes.size() - done, done);
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return systemError("read");
      done += count;
    }
    return bytes;
  }

private:
  explicit MemoryFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

/// Points descriptor 1 at `target` for as long as it lives.
class RedirectedStdout {
public:
  explicit RedirectedStdout(int target)
      : saved_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
    llvm::outs().flush();
    std::fflush(stdout);
    dup2(target, STDOUT_FILENO);
  }
  ~RedirectedStdout() {
    llvm::outs().flush();
    if (saved_ < 0) {
      close(STDOUT_FILENO); // It was not open before.
      return;
    }
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
  }
  RedirectedStdout(const RedirectedStdout &) = delete;
  RedirectedStdout &operator=(const RedirectedStdout &) = delete;

private:
  int saved_;
};

bool isWasm(const Machine &machine) {
  return machine.generator->getTargetTriple().isOSBinFormatWasm();
}

/// Runs lld once. Returns the file it made.
llvm::Expected<std::string> runLld(const Machine &machine,
                                   std::vector<std::string> arguments) {
  llvm::TimeTraceScope scope("step", "link");
  static bool usable = true;
  if (!usable)
    return llvm::createStringError(
        "link: an earlier failure left the linker unusable in this process");

  llvm::Expected<MemoryFile> output = MemoryFile::create("");
  if (!output)
    return output.takeError();
  std::vector<std::string> all = {isWasm(machine) ? "wasm-ld" : "ld.lld",
                                  "-m",
                                  machine.linkerEmulation.str(),
                                  "--threads=1",
                                  "--build-id=none",
                                  "-o",
                                  "-",
                                  "--color-diagnostics=never"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  std::vector<const char *> pointers;
  for (const std::string &argument : all)
    pointers.push_back(argument.c_str());

  std::string messages;
  llvm::raw_string_ostream stream(messages);
  lld::Result result;
  {
    RedirectedStdout redirected(output->descriptor());
    result = lld::lldMain(
        pointers, llvm::nulls(), stream,
        {{lld::Gnu, &lld::elf::link}, {lld::Wasm, &lld::wasm::link}});
  }
  usable = result.canRunAgain;
  if (result.retCode != 0)
    return llvm::createStringError("link: " + messages);
  return output->contents();
}

llvm::Expected<MemoryFile>
makeArchive(llvm::ArrayRef<llvm::StringRef> objects) {
  std::vector<std::string> names;
  for (size_t i = 0; i < objects.size(); ++i)
    names.push_back(std::to_string(i) + ".o");
  std::vector<llvm::NewArchiveMember> members;
  for (auto [object, name] : llvm::zip(objects, names))
    members.emplace_back(llvm::MemoryBufferRef(object, name));
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> archive =
      llvm::writeArchiveToBuffer(members, llvm::SymtabWritingMode::NormalSymtab,
                                 llvm::object::Archive::K_GNU,
                                 /*Deterministic=*/true, /*Thin=*/false);
  if (!archive)
    return archive.takeError();
  return MemoryFile::create((*archive)->getBuffer());
}

using SymbolsByLibrary = std::map<std::string, std::set<std::string>>;

/// Undefined symbols of objects by where they are defined. Sorted, so that
/// results do not depend on the order in which objects name them.
struct ExternalSymbols {
  SymbolsByLibrary libraries;        ///< The system's, by the library.
  std::set<std::string> mathematics; ///< Of our own library.
};

llvm::Expected<ExternalSymbols>
findExternalSymbols(llvm::ArrayRef<llvm::StringRef> objects,
                    const Machine &machine) {
  std::set<std::string> undefined, defined;
  for (llvm::StringRef bytes : objects) {
    llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> object =
        llvm::object::ObjectFile::createObjectFile(
            llvm::MemoryBufferRef(bytes, "object"));
    if (!object)
      return object.takeError();
    for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
      llvm::Expected<uint32_t> flags = symbol.getFlags();
      if (!flags)
        return flags.takeError();
      llvm::Expected<llvm::StringRef> name = symbol.getName();
      if (!name)
        return name.takeError();
      if (*flags & llvm::object::SymbolRef::SF_Undefined)
        undefined.insert(name->str());
      else if (*flags & llvm::object::SymbolRef::SF_Global)
        defined.insert(name->str());
    }
  }
  ExternalSymbols external;
  for (const std::string &name : undefined) {
    // A module of WebAssembly has no system around it.
    llvm::StringRef library = isWasm(machine) ? "" : runtimeLibraryOf(name);
    if (!library.empty())
      external.libraries[library.str()].insert(name);
    else if (isInMathLibrary(name) && !defined.count(name))
      external.mathematics.insert(name);
  }
  return external;
}

/// The bytes of a shared object that claims to be `library` and defines
/// `symbols`.
llvm::Expected<std::string>
makeStubLibrary(const std::string &library,
                const std::set<std::string> &symbols, const Machine &machine) {
  llvm::LLVMContext context;
  llvm::Module module("stub", context);
  module.setTargetTriple(machine.generator->getTargetTriple());
  module.setDataLayout(machine.generator->createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  for (const std::string &symbol : symbols) {
    auto *function = llvm::Function::Create(
        type, llvm::GlobalValue::ExternalLinkage, symbol, module);
    auto *body = llvm::BasicBlock::Create(context, "", function);
    llvm::IRBuilder<>(body).CreateRetVoid();
  }
  llvm::Expected<std::string> object =
      emitModule(module, machine, EmitKind::Object);
  if (!object)
    return object.takeError();
  llvm::Expected<MemoryFile> file = MemoryFile::create(*object);
  if (!file)
    return file.takeError();
  return runLld(machine, {"-shared", "-soname", library, file->path()});
}

/// The same as a file. Programs need the same few functions of libc again and
/// again, and to make a stub takes longer than to link with it: those that were
/// made are kept.
llvm::Expected<MemoryFile> stubLibrary(const std::string &library,
                                       const std::set<std::string> &symbols,
                                       const Machine &machine) {
  constexpr size_t kMaxKept = 64; // Some KiB each.
  thread_local std::map<std::string, std::string> kept;
  const llvm::TargetMachine &generator = *machine.generator;
  std::string key = llvm::join_items(
      " ", generator.getTargetTriple().str(), generator.getTargetCPU(),
      generator.getTargetFeatureString(),
      generator.Options.MCOptions.getABIName(), library);
  for (const std::string &symbol : symbols)
    key += ' ' + symbol;
  if (auto found = kept.find(key); found != kept.end())
    return MemoryFile::create(found->second);
  llvm::Expected<std::string> made = makeStubLibrary(library, symbols, machine);
  if (!made)
    return made.takeError();
  if (kept.size() == kMaxKept)
    kept.clear();
  return MemoryFile::create(kept[key] = std::move(*made));
}

/// A shared object. Two objects may define the same hidden helper only by
/// mistake, so duplicate symbols stay errors. `now`: a missing library shows at
/// load, not mid-call.
llvm::Expected<std::string> linkShared(const MemoryFile &archive,
                                       const SymbolsByLibrary &libraries,
                                       const Machine &machine) {
  std::vector<std::string> arguments = {"-shared",
                                        "-z",
                                        "defs",
                                        "-z",
                                        "now",
                                        "-z",
                                        "relro",
                                        "-z",
                                        "noexecstack",
                                        "--hash-style=gnu",
                                        "--whole-archive",
                                        archive.path(),
                                        "--no-whole-archive"};
  std::vector<MemoryFile> stubs;
  for (const auto &[library, symbols] : libraries) {
    llvm::Expected<MemoryFile> file = stubLibrary(library, symbols, machine);
    if (!file)
      return file.takeError();
    arguments.push_back(file->path());
    stubs.push_back(std::move(*file));
  }
  return runLld(machine, std::move(arguments));
}

/// A module with its own memory that imports nothing. The stack lies first, so
/// that running out of it traps; the table may grow, for a loader's functions.
llvm::Expected<std::string> linkWasm(const MemoryFile &archive,
                                     const Machine &machine) {
  return runLld(machine,
                {"--no-entry", "--export=ingot_executable_v1",
                 "--export=__stack_pointer", "--export=__heap_base",
                 "--export-table", "--growable-table", "--stack-first", "-z",
                 "stack-size=1048576", "--whole-archive", archive.path()});
}

/// Objects of one target, with what they lacked of our own mathematics.
struct CompleteObjects {
  MemoryFile archive;
  SymbolsByLibrary libraries; ///< What is still undefined.
};

/// Code generators call functions where the machine has no instruction. Their
/// own object may need a system library, or more of the same, as well.
llvm::Expected<CompleteObjects>
addMathematics(llvm::ArrayRef<llvm::StringRef> objects,
               const Machine &machine) {
  std::vector<llvm::StringRef> all(objects.begin(), objects.end());
  std::deque<std::string> mathematics;
  while (true) {
    llvm::Expected<ExternalSymbols> external =
        findExternalSymbols(all, machine);
    if (!external)
      return external.takeError();
    if (external->mathematics.empty()) {
      llvm::Expected<MemoryFile> archive = makeArchive(all);
      if (!archive)
        return archive.takeError();
      return CompleteObjects{std::move(*archive),
                             std::move(external->libraries)};
    }
    std::vector<llvm::StringRef> names(external->mathematics.begin(),
                                       external->mathematics.end());
    llvm::Expected<std::string> object = emitMathFunctions(names, machine);
    if (!object)
      return object.takeError();
    all.push_back(mathematics.emplace_back(std::move(*object)));
  }
}

} // namespace

llvm::Expected<std::string>
linkExecutable(llvm::ArrayRef<llvm::StringRef> objects,
               const Machine &machine) {
  llvm::Expected<CompleteObjects> complete = addMathematics(objects, machine);
  if (!complete)
    return complete.takeError();
  if (isWasm(machine))
    return linkWasm(complete->archive, machine);
  return linkShared(complete->archive, complete->libraries, machine);
}

llvm::Expected<std::string>
linkRelocatable(llvm::ArrayRef<llvm::StringRef> objects,
                const Machine &machine) {
  llvm::Expected<CompleteObjects> complete = addMathematics(objects, machine);
  if (!complete)
    return complete.takeError();
  return runLld(machine, {"-r", "--whole-archive", complete->archive.path()});
}

} // namespace ingot::pipeline
