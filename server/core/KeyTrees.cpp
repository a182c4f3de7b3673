//===- KeyTrees.cpp - what a request's key means --------------------------===//
//
// Families, from what changes least to what says most when the rest changed:
//
//   program       the same bytes: another option, target or compiler
//   entry points  the same names and types: an edit within the program
//   kernel        the same smallest kernel of all by digest: an edit that
//                 changed entry points too. Any kernel is the smallest with the
//                 same chance, so it survives most edits
//   artifact      the same executable; by this one it is found, too
//
// By an action, a result is found without a family that grows: the last one of
// which it is part is its only member.
//
//===----------------------------------------------------------------------===//

#include "server/core/KeyTrees.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <map>

namespace ingot::server {
namespace {

constexpr size_t kMaxDifferences = 200;

std::string textOf(const v1::Digest &digest) {
  return absl::StrCat(digest.hash(), "/", digest.size_bytes());
}

std::string textOf(const v1::TensorType &type) {
  return absl::StrCat(
      absl::StrJoin(type.shape(), "x"), type.shape().empty() ? "" : "x",
      absl::AsciiStrToLower(v1::ElementType_Name(type.element())));
}

void addFunctions(v1::KeyPart &tree, const v1::WorkResponse::Plan &plan) {
  v1::KeyPart &functions = addPart(tree, "functions");
  for (const auto &function : plan.functions()) {
    v1::KeyPart &part =
        addPart(functions, function.name(), textOf(function.digest()));
    v1::KeyPart &constants = addPart(part, "constants");
    for (const auto &constant : function.constants())
      addPart(addPart(constants, constant.name(), constant.value()), "place",
              constant.is_code() ? "code" : "outside");
  }
}

void addConstants(v1::KeyPart &tree, const v1::Manifest &manifest) {
  v1::KeyPart &constants = addPart(tree, "constants");
  for (const v1::Constant &constant : manifest.constants())
    addPart(constants, constant.name(),
            absl::StrCat(textOf(constant.type()), " ",
                         constant.has_digest() ? textOf(constant.digest())
                                               : "bound when it is loaded"));
}

void addKernels(v1::KeyPart &tree, const v1::WorkResponse::Plan &plan,
                const std::vector<bool> &built) {
  v1::KeyPart &kernels = addPart(tree, "kernels");
  std::map<std::string, v1::KeyPart *> functions;
  for (const auto &launch : plan.launches()) {
    const auto index = static_cast<size_t>(launch.kernel());
    if (index >= built.size())
      continue;
    const auto place = static_cast<int>(index);
    v1::KeyPart *&function = functions[launch.function()];
    if (!function)
      function = &addPart(kernels, launch.function());
    const std::string &root = plan.kernels(place).root();
    addPart(*function,
            launch.node().empty() ? root
                                  : absl::StrCat(root, " at ", launch.node()),
            textOf(plan.manifest().kernels(place).module()))
        .set_note(built[index] ? "built" : "found");
  }
}

/// The types of entry points alone: what else is said of them is not stable.
std::string textOfEntryPoints(const v1::Manifest &manifest) {
  std::string text;
  for (const v1::EntryPoint &entry : manifest.entry_points()) {
    absl::StrAppend(&text, entry.name(), "(");
    for (const v1::TensorType &type : entry.arguments())
      absl::StrAppend(&text, textOf(type), ",");
    absl::StrAppend(&text, ")(");
    for (const v1::TensorType &type : entry.results())
      absl::StrAppend(&text, textOf(type), ",");
    absl::StrAppend(&text, ")\n");
  }
  return text;
}

std::vector<Digest> familiesOf(const ProgramName &program,
                               const v1::Manifest &manifest,
                               const Digest &artifact,
                               const std::string &tenant) {
  using cache::KeyHistory;
  std::vector<Digest> families{
      KeyHistory::family(tenant, "program", program.module.toString())};
  if (const std::string entries = textOfEntryPoints(manifest); !entries.empty())
    families.push_back(KeyHistory::family(tenant, "entry points", entries));
  auto smallest =
      std::min_element(manifest.kernels().begin(), manifest.kernels().end(),
                       [](const v1::Kernel &a, const v1::Kernel &b) {
                         return a.module().hash() < b.module().hash();
                       });
  if (smallest != manifest.kernels().end())
    families.push_back(
        KeyHistory::family(tenant, "kernel", smallest->module().hash()));
  families.push_back(
      KeyHistory::family(tenant, "artifact", artifact.toString()));
  return families;
}

/// By the keys of its actions.
std::vector<Digest> namesOf(const Keys &keys, const ProgramName &program,
                            const v1::WorkResponse::Plan &plan,
                            const std::vector<bool> &built,
                            std::vector<Digest> actions,
                            const std::string &tenant) {
  actions.push_back(keys.plan(program).digest);
  for (int i = 0; i < plan.manifest().kernels_size(); ++i) {
    absl::StatusOr<Digest> module =
        Digest::fromProto(plan.manifest().kernels(i).module());
    const std::string &part = plan.manifest().kernels(i).target();
    if (!module.ok() || static_cast<size_t>(i) >= built.size() || !built[i] ||
        (!part.empty() && keys.parts().count(part) == 0))
      continue;
    actions.push_back(part.empty() ? keys.kernel(*module).digest
                                   : keys.part(part).kernel(*module).digest);
  }
  std::vector<Digest> names;
  for (const Digest &action : actions)
    names.push_back(
        cache::KeyHistory::family(tenant, "action", action.toString()));
  return names;
}

/// One that is another tenant's is answered like one that never was.
absl::StatusOr<cache::KeyEntry> findEntry(cache::KeyHistory &history,
                                          const v1::Digest &name,
                                          const char *field,
                                          const Principal &asker) {
  absl::StatusOr<Digest> digest = Digest::fromProto(name);
  if (!digest.ok())
    return absl::InvalidArgumentError(
        absl::StrCat(field, ": ", digest.status().message()));
  absl::StatusOr<std::optional<cache::KeyEntry>> found = history.find(*digest);
  if (found.ok() && *found && !asker.maySee((*found)->tenant))
    found = std::nullopt;
  for (const char *what : {"artifact", "action"})
    if (found.ok() && !*found)
      found = history.findLast(cache::KeyHistory::family(
          asker.tenant.space(), what, digest->toString()));
  if (!found.ok())
    return found.status();
  if (!*found)
    return absl::NotFoundError(absl::StrCat(
        "nothing is known of ", digest->toString(),
        ": no request, executable or action of this name was made here, or it "
        "was evicted; compile the program again and name what `ingot compile "
        "--json` prints as `request`"));
  return **std::move(found);
}

} // namespace

cache::KeyEntry describeKey(const Keys &keys, const ProgramName &program,
                            const ActionKey &key,
                            const v1::WorkResponse::Plan &plan,
                            const std::vector<bool> &built,
                            const std::vector<Digest> &actions,
                            const Digest &artifact, const std::string &tenant) {
  cache::KeyEntry entry;
  entry.key = key.digest;
  entry.tree = keys.requestTree(program);
  entry.tenant = tenant;
  addFunctions(entry.tree, plan);
  addConstants(entry.tree, plan.manifest());
  addKernels(entry.tree, plan, built);
  fitTree(entry.tree);
  entry.families = familiesOf(program, plan.manifest(), artifact, tenant);
  entry.names = namesOf(keys, program, plan, built, actions, tenant);
  return entry;
}

absl::StatusOr<v1::ExplainResponse> explain(cache::KeyHistory &history,
                                            const v1::ExplainRequest &request,
                                            const Principal &asker) {
  absl::StatusOr<cache::KeyEntry> entry =
      findEntry(history, request.entry(), "entry", asker);
  if (!entry.ok())
    return entry.status();
  v1::ExplainResponse response;
  *response.mutable_entry() = entry->key.toProto();
  std::optional<cache::KeyEntry> base;
  if (request.has_base()) {
    absl::StatusOr<cache::KeyEntry> named =
        findEntry(history, request.base(), "base", asker);
    if (!named.ok())
      return named.status();
    base = *std::move(named);
  } else {
    absl::StatusOr<std::optional<cache::KeyEntry>> nearest =
        history.findNearest(*entry);
    if (!nearest.ok())
      return nearest.status();
    base = *std::move(nearest);
  }
  if (!base)
    return response;
  *response.mutable_base() = base->key.toProto();
  std::vector<v1::KeyDifference> all = differencesOf(base->tree, entry->tree);
  const size_t shown = std::min(all.size(), kMaxDifferences);
  response.set_left_out(static_cast<uint32_t>(all.size() - shown));
  for (size_t i = 0; i < shown; ++i)
    response.add_differences()->Swap(&all[i]);
  return response;
}

} // namespace ingot::server
