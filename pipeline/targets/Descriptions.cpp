//===- Descriptions.cpp - reading and registering targets -----------------===//
//
// Inheritance is protobuf's own merging: what a description says replaces what
// its base says, and its lists go behind those of its base. Of a feature that
// is named twice the last mention counts, so a description can also take one
// away.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Descriptions.h"
#include "pipeline/targets/Backend.h"
#include "proto/text/TextError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <map>

namespace ingot::pipeline {

namespace {

constexpr llvm::StringLiteral kSuffix = ".textproto";
/// More than any description needs.
constexpr uint64_t kMaxBytes = 1 << 20;

/// Keeps the first error, with its place.
class FirstError final : public google::protobuf::io::ErrorCollector {
public:
  explicit FirstError(llvm::StringRef file) : file_(file) {}
  void AddError(int line, int column, const std::string &message) override {
    if (text.empty())
      text = llvm::formatv(
          "{0}:{1}:{2}: {3}", file_, line + 1, column + 1,
          withNearestName(*v1::TargetDescription::descriptor(), message));
  }
  std::string text;

private:
  llvm::StringRef file_;
};

/// The registered ones, in the order of registration.
std::vector<NamedTarget> &registered() {
  static auto *const list = new std::vector<NamedTarget>;
  return *list;
}

llvm::Error failure(const llvm::Twine &name, const llvm::Twine &what) {
  return llvm::createStringError("target '" + name + "': " + what);
}

/// Names stand on command lines, before ':' and in lists.
llvm::Error checkName(llvm::StringRef name) {
  bool isGood =
      !name.empty() && name.size() <= 64 && llvm::isAlnum(name.front()) &&
      llvm::all_of(name, [](char c) {
        return llvm::isAlnum(c) || llvm::StringRef("-_.+").contains(c);
      });
  return isGood ? llvm::Error::success()
                : failure(name, "name: is not made of up to 64 letters, "
                                "digits, '-', '_', '.' and '+'");
}

/// Resolves the descriptions of one list, whatever their order.
class Resolver {
public:
  Resolver(llvm::ArrayRef<v1::TargetDescription> list, ResolveDescribed resolve)
      : resolve_(resolve) {
    for (const NamedTarget &named : namedTargets())
      done_[named.name] = named.target;
    for (const v1::TargetDescription &description : list)
      open_[description.name()] = &description;
  }

  llvm::Expected<v1::Target> resolve(const std::string &name) {
    auto known = done_.find(name);
    if (known != done_.end())
      return known->second;
    auto found = open_.find(name);
    // Taken out while its bases are looked at: a base that comes back to it
    // is found nowhere.
    const v1::TargetDescription &description = *found->second;
    open_.erase(found);
    path_.push_back(name);
    v1::Target target = description.target();
    if (!target.base().empty()) {
      llvm::Expected<v1::Target> base = resolveBase(target.base());
      if (!base)
        return base.takeError();
      v1::Target merged = *base;
      merged.MergeFrom(target);
      merged.clear_base();
      target = std::move(merged);
    }
    path_.pop_back();
    llvm::Expected<v1::Target> resolved =
        resolve_(target, description.target());
    if (!resolved)
      return failure(name, llvm::toString(resolved.takeError()));
    return done_[name] = *resolved;
  }

private:
  llvm::Expected<v1::Target> resolveBase(const std::string &base) {
    if (done_.count(base) || open_.count(base))
      return resolve(base);
    if (llvm::is_contained(path_, base))
      return failure(path_.front(),
                     "target.base: goes round: " + llvm::join(path_, " -> ") +
                         " -> " + base);
    std::vector<llvm::StringRef> names;
    for (const auto &[name, target] : done_)
      names.push_back(name);
    return failure(path_.back(), "target.base: there is no target '" + base +
                                     "'" + didYouMean(base, names));
  }

  const ResolveDescribed resolve_;
  std::map<std::string, v1::Target> done_;
  std::map<std::string, const v1::TargetDescription *> open_;
  std::vector<std::string> path_; ///< Whose bases are being looked at.
};

} // namespace

llvm::Expected<v1::TargetDescription>
parseTargetDescription(llvm::StringRef text, llvm::StringRef file) {
  v1::TargetDescription description;
  FirstError error(file);
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  if (!parser.ParseFromString(text.str(), &description))
    return llvm::createStringError(error.text);
  if (!hasUtf8Only(description))
    return llvm::createStringError(file + ": has text that is not UTF-8");
  std::string name = llvm::sys::path::stem(file).str();
  if (description.name().empty())
    description.set_name(name);
  if (description.name() != name)
    return llvm::createStringError(file + ": name: is '" + description.name() +
                                   "', and the file is of '" + name + "'");
  return description;
}

std::vector<v1::TargetDescription> shippedTargetDescriptions() {
  std::vector<v1::TargetDescription> all;
  for (const DescriptionFile &file : shippedDescriptionFiles()) {
    auto description = parseTargetDescription(file.text, file.name);
    // Whoever adds a description to the build reads this.
    if (!description)
      llvm::report_fatal_error(description.takeError(),
                               /*gen_crash_diag=*/false);
    all.push_back(*std::move(description));
  }
  return all;
}

llvm::Expected<std::vector<v1::TargetDescription>>
readTargetDescriptions(llvm::StringRef folder) {
  std::vector<std::string> paths;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator entry(folder, code), end;
       !code && entry != end; entry.increment(code))
    if (llvm::StringRef(entry->path()).ends_with(kSuffix))
      paths.push_back(entry->path());
  if (code)
    return llvm::createStringError(folder + ": " + code.message());
  llvm::sort(paths);
  std::vector<v1::TargetDescription> all;
  for (const std::string &path : paths) {
    // Reading a pipe or a device would not end.
    if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
      return llvm::createStringError(path + ": is no file");
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
    if (!buffer)
      return llvm::createStringError(path + ": " + buffer.getError().message());
    if ((*buffer)->getBufferSize() > kMaxBytes)
      return llvm::createStringError(path + ": is larger than 1 MiB");
    auto description = parseTargetDescription((*buffer)->getBuffer(), path);
    if (!description)
      return description.takeError();
    all.push_back(*std::move(description));
  }
  return all;
}

llvm::Expected<v1::Target> resolveDescribed(const v1::Target &whole,
                                            const v1::Target &) {
  return resolveTarget(whole);
}

llvm::Error registerTargets(std::vector<v1::TargetDescription> descriptions,
                            ResolveDescribed resolve) {
  std::vector<NamedTarget> known = namedTargets();
  for (const v1::TargetDescription &description : descriptions) {
    if (llvm::Error error = checkName(description.name()))
      return error;
    auto isSame = [&](const auto &other) {
      return other.name == description.name();
    };
    if (llvm::any_of(known, isSame))
      return failure(description.name(), "name: is taken");
    known.push_back({description.name(), {}, ""});
  }
  Resolver resolver(descriptions, resolve);
  std::vector<NamedTarget> added;
  for (const v1::TargetDescription &description : descriptions) {
    llvm::Expected<v1::Target> target = resolver.resolve(description.name());
    if (!target)
      return target.takeError();
    added.push_back({description.name(), *target, description.summary()});
  }
  llvm::append_range(registered(), added);
  return llvm::Error::success();
}

std::vector<NamedTarget> namedTargets() {
  std::vector<NamedTarget> all;
  for (const std::unique_ptr<Backend> &backend : backends())
    llvm::append_range(all, backend->namedTargets());
  llvm::append_range(all, registered());
  return all;
}

} // namespace ingot::pipeline
