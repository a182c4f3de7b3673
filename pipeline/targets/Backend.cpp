//===- Backend.cpp - the registered backends ------------------------------===//
//
// A list that only grows, so that pointers into it stay. What is the same for
// every backend stands here: which one takes a triple, and the order of legal
// ops.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Backend.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace ingot::pipeline {

static std::vector<std::unique_ptr<Backend>> &registry() {
  static auto *const list = new std::vector<std::unique_ptr<Backend>>;
  return *list;
}

void registerBackend(std::unique_ptr<Backend> backend) {
  assert(llvm::none_of(registry(), [&](auto &other) {
    return other->name() == backend->name();
  }));
  registry().push_back(std::move(backend));
}

llvm::ArrayRef<std::unique_ptr<Backend>> backends() { return registry(); }

llvm::Error targetError(const llvm::Twine &field, const llvm::Twine &what) {
  return llvm::createStringError("target." + field + ": " + what);
}

std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known) {
  const unsigned limit = std::max<size_t>(1, name.size() / 3);
  llvm::StringRef best;
  unsigned least = limit + 1;
  for (llvm::StringRef candidate : known) {
    unsigned distance = name.edit_distance(candidate, true, limit);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best.empty() ? "" : ("; did you mean '" + best + "'?").str();
}

llvm::Expected<const Backend *> findBackend(const v1::Target &target) {
  if (target.triple().empty())
    return targetError("triple",
                       "missing; for example x86_64-unknown-linux-gnu");
  llvm::Triple triple(llvm::Triple::normalize(target.triple()));
  std::string known;
  for (const std::unique_ptr<Backend> &backend : backends()) {
    if (backend->takes(triple))
      return backend.get();
    known += (known.empty() ? "" : ", or ") + backend->triples().str();
  }
  return targetError("triple",
                     "'" + target.triple() + "' is not one of " + known);
}

/// In order, each once. Which ones there are is not known here.
static void canonicalizeLegalOps(v1::Target &target) {
  std::set<std::string> names(target.legal_ops().begin(),
                              target.legal_ops().end());
  target.clear_legal_ops();
  for (const std::string &name : names)
    target.add_legal_ops(name);
}

llvm::Expected<v1::Target> resolveTarget(const v1::Target &target) {
  llvm::Expected<const Backend *> backend = findBackend(target);
  if (!backend)
    return backend.takeError();
  llvm::Expected<v1::Target> resolved = (*backend)->resolve(target);
  if (resolved)
    canonicalizeLegalOps(*resolved);
  return resolved;
}

llvm::Expected<const Backend *>
findBackendOfResolved(const v1::Target &target) {
  llvm::Expected<v1::Target> resolved = resolveTarget(target);
  if (!resolved)
    return resolved.takeError();
  if (resolved->SerializeAsString() != target.SerializeAsString())
    return llvm::createStringError(
        "target: not resolved (triple normalised, CPU named, features sorted)");
  return findBackend(target);
}

} // namespace ingot::pipeline
