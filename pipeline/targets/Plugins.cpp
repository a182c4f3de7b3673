//===- Plugins.cpp - passes, dialects and backends of others --------------===//
//
// What is loaded is the bytes that were read and hashed, through a memfd, and
// not the file, which may have changed since. All symbols are resolved at once:
// a plugin that was built against something else fails here, with a name, and
// not in the middle of a pass.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Plugins.h"
#include "cache/key/Digest.h"
#include "pipeline/targets/Backend.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::pipeline {
namespace {

constexpr llvm::StringLiteral kSuffix = ".so";

struct Plugin {
  std::string sha256;
  std::string bytes;
};

/// What was read, by name.
std::map<std::string, Plugin> &plugins() {
  static auto *const all = new std::map<std::string, Plugin>;
  return *all;
}

/// By name, those that are loaded, and what is wrong with them.
std::map<std::string, std::string> &loaded() {
  static auto *const faults = new std::map<std::string, std::string>;
  return *faults;
}

std::string field(int index, llvm::StringRef part) {
  return ("plugins[" + llvm::Twine(index) + "]." + part).str();
}

/// The plugin that a target names; fails if it is another one.
llvm::Expected<const Plugin *> find(const v1::Target &target, int index) {
  const v1::TargetPlugin &wanted = target.plugins(index);
  auto found = plugins().find(wanted.name());
  if (found == plugins().end()) {
    std::vector<llvm::StringRef> names;
    for (const auto &[name, plugin] : plugins())
      names.push_back(name);
    return targetError(
        field(index, "name"),
        "there is no plugin '" + wanted.name() + "'; there " +
            (names.empty() ? "are none" : "are " + llvm::join(names, ", ")) +
            didYouMean(wanted.name(), names));
  }
  if (!wanted.sha256().empty() && wanted.sha256() != found->second.sha256)
    return targetError(field(index, "sha256"), "is " + wanted.sha256() +
                                                   ", and the file has " +
                                                   found->second.sha256);
  return &found->second;
}

/// Opens the shared object that has these bytes, for the rest of the process.
llvm::Expected<void *> open(llvm::StringRef name, llvm::StringRef bytes) {
  // Stays open, as the object is never unloaded: a second file of the same
  // descriptor would have the same name, and dlopen() take it for the first.
  int file = memfd_create(name.str().c_str(), MFD_CLOEXEC);
  while (file >= 0 && !bytes.empty()) {
    ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR)
      break;
    bytes = bytes.drop_front(count < 0 ? 0 : count);
  }
  if (file < 0 || !bytes.empty()) {
    llvm::Error error = llvm::createStringError(
        llvm::Twine("no memory for its bytes: ") + std::strerror(errno));
    if (file >= 0)
      ::close(file);
    return std::move(error);
  }
  std::string path = "/proc/self/fd/" + std::to_string(file);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle)
    return handle;
  llvm::StringRef why = dlerror();
  why.consume_front(path + ": ");
  llvm::Error error = llvm::createStringError("is no plugin: " + why);
  ::close(file);
  return std::move(error);
}

/// Calls an information function of a plugin, if it has that, and checks what
/// all of them begin with. Returns whether it has it.
template <typename Info>
llvm::Expected<bool> ask(void *handle, const char *function, uint32_t version,
                         Info &info) {
  auto get = reinterpret_cast<Info (*)()>(dlsym(handle, function));
  if (!get)
    return false;
  info = get();
  if (info.apiVersion != version)
    return llvm::createStringError(
        llvm::Twine(function) + " is of version " +
        llvm::Twine(info.apiVersion) +
        " of its interface, and this compiler knows " + llvm::Twine(version));
  return true;
}

llvm::Error incomplete(const char *function) {
  return llvm::createStringError(llvm::Twine(function) +
                                 " returns a function that is null");
}

llvm::Expected<bool> loadPasses(void *handle) {
  constexpr char kFunction[] = "mlirGetPassPluginInfo";
  mlir::PassPluginLibraryInfo info{};
  llvm::Expected<bool> has =
      ask(handle, kFunction, MLIR_PLUGIN_API_VERSION, info);
  if (!has || !*has)
    return has;
  if (!info.registerPassRegistryCallbacks)
    return incomplete(kFunction);
  info.registerPassRegistryCallbacks();
  return true;
}

llvm::Expected<bool> loadDialects(void *handle,
                                  mlir::DialectRegistry &registry) {
  constexpr char kFunction[] = "mlirGetDialectPluginInfo";
  mlir::DialectPluginLibraryInfo info{};
  llvm::Expected<bool> has =
      ask(handle, kFunction, MLIR_PLUGIN_API_VERSION, info);
  if (!has || !*has)
    return has;
  if (!info.registerDialectRegistryCallbacks)
    return incomplete(kFunction);
  info.registerDialectRegistryCallbacks(&registry);
  return true;
}

llvm::Expected<bool> loadBackends(void *handle,
                                  mlir::DialectRegistry &registry) {
  constexpr char kFunction[] = "ingotGetBackendPluginInfo";
  IngotBackendPluginInfo info{};
  llvm::Expected<bool> has =
      ask(handle, kFunction, INGOT_BACKEND_PLUGIN_API_VERSION, info);
  if (!has || !*has)
    return has;
  llvm::StringRef compiler = info.compiler ? info.compiler : "";
  if (compiler != INGOT_BACKEND_PLUGIN_COMPILER)
    return llvm::createStringError(
        llvm::Twine(kFunction) + " says that it was built for '" + compiler +
        "', and this is " + INGOT_BACKEND_PLUGIN_COMPILER);
  if (!info.registerFolder)
    return incomplete(kFunction);
  size_t known = backends().size();
  info.registerFolder();
  for (const std::unique_ptr<Backend> &backend : backends().drop_front(known)) {
    if (llvm::any_of(backends().take_front(known), [&](const auto &other) {
          return other->name() == backend->name();
        }))
      return llvm::createStringError("brings a backend '" + backend->name() +
                                     "', and there is one already");
    backend->registerDialects(registry);
  }
  return true;
}

llvm::Error load(llvm::StringRef name, const Plugin &plugin,
                 mlir::DialectRegistry &registry) {
  llvm::Expected<void *> handle = open(name, plugin.bytes);
  if (!handle)
    return handle.takeError();
  llvm::Expected<bool> dialects = loadDialects(*handle, registry);
  if (!dialects)
    return dialects.takeError();
  llvm::Expected<bool> passes = loadPasses(*handle);
  if (!passes)
    return passes.takeError();
  llvm::Expected<bool> backends = loadBackends(*handle, registry);
  if (!backends)
    return backends.takeError();
  if (*dialects || *passes || *backends)
    return llvm::Error::success();
  return llvm::createStringError(
      "is no plugin: it has none of mlirGetPassPluginInfo, "
      "mlirGetDialectPluginInfo and ingotGetBackendPluginInfo");
}

} // namespace

llvm::Error readPlugins(llvm::StringRef folder) {
  std::error_code code;
  for (llvm::sys::fs::directory_iterator entry(folder, code), end;
       !code && entry != end; entry.increment(code)) {
    llvm::StringRef path = entry->path();
    if (!path.ends_with(kSuffix))
      continue;
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!buffer)
      return llvm::createStringError(path + ": " + buffer.getError().message());
    llvm::StringRef bytes = (*buffer)->getBuffer();
    plugins()[llvm::sys::path::stem(path).str()] = {Digest::of(bytes).hex(),
                                                    bytes.str()};
  }
  if (code)
    return llvm::createStringError(folder + ": " + code.message());
  return llvm::Error::success();
}

std::vector<v1::TargetPlugin> namedPlugins() {
  std::vector<v1::TargetPlugin> all;
  for (const auto &[name, plugin] : plugins()) {
    all.emplace_back().set_name(name);
    all.back().set_sha256(plugin.sha256);
  }
  return all;
}

llvm::Error canonicalizePlugins(v1::Target &target) {
  std::map<std::string, std::string> hashes;
  for (int i = 0; i < target.plugins_size(); ++i) {
    llvm::Expected<const Plugin *> plugin = find(target, i);
    if (!plugin)
      return plugin.takeError();
    hashes[target.plugins(i).name()] = (*plugin)->sha256;
  }
  target.clear_plugins();
  for (const auto &[name, sha256] : hashes) {
    v1::TargetPlugin &plugin = *target.add_plugins();
    plugin.set_name(name);
    plugin.set_sha256(sha256);
  }
  return llvm::Error::success();
}

llvm::Expected<bool> loadPlugins(const v1::Target &target,
                                 mlir::DialectRegistry &registry) {
  for (const auto &[name, fault] : loaded())
    if (llvm::none_of(target.plugins(), [&name = name](const auto &plugin) {
          return plugin.name() == name;
        }))
      return targetError("plugins", "this process has loaded '" + name +
                                        "', which the target does not name");
  bool isNew = false;
  for (int i = 0; i < target.plugins_size(); ++i) {
    const std::string &name = target.plugins(i).name();
    llvm::Expected<const Plugin *> plugin = find(target, i);
    if (!plugin)
      return plugin.takeError();
    auto [known, isFirst] = loaded().try_emplace(name);
    if (isFirst)
      known->second = llvm::toString(load(name, **plugin, registry));
    if (!known->second.empty())
      return targetError(field(i, "name"), "'" + name + "' " + known->second);
    isNew |= isFirst;
  }
  return isNew;
}

namespace {

/// The child's side: one byte that says whether it worked, then the target or
/// what is wrong.
[[noreturn]] void
answer(int pipe, llvm::function_ref<llvm::Expected<v1::Target>()> resolve) {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  llvm::Expected<v1::Target> target = resolve();
  std::string bytes = target ? "+" + target->SerializeAsString()
                             : "-" + llvm::toString(target.takeError());
  for (llvm::StringRef rest = bytes; !rest.empty();) {
    ssize_t count = ::write(pipe, rest.data(), rest.size());
    if (count < 0 && errno != EINTR)
      break;
    rest = rest.drop_front(count < 0 ? 0 : count);
  }
  _exit(0); // Without what others registered for the end of the process.
}

std::string readAll(int pipe) {
  std::string bytes;
  char buffer[4096];
  for (ssize_t count; (count = ::read(pipe, buffer, sizeof(buffer))) != 0;) {
    if (count < 0 && errno != EINTR)
      break;
    bytes.append(buffer, count < 0 ? 0 : count);
  }
  return bytes;
}

} // namespace

llvm::Expected<v1::Target>
resolveApart(llvm::function_ref<llvm::Expected<v1::Target>()> resolve) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return llvm::createStringError(llvm::Twine("plugins: no pipe: ") +
                                   std::strerror(errno));
  pid_t child = fork();
  if (child == 0)
    answer(ends[1], resolve);
  ::close(ends[1]);
  std::string bytes = child < 0 ? "" : readAll(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  v1::Target target;
  llvm::StringRef said = bytes;
  if (said.consume_front("-"))
    return llvm::createStringError(said);
  if (said.consume_front("+") &&
      target.ParseFromArray(said.data(), static_cast<int>(said.size())))
    return target;
  std::string how = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "exit";
  return targetError("plugins", "loading them ended the process: " + how);
}

} // namespace ingot::pipeline
