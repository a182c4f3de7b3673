//===- Kept.cpp - operators that an instance has made ---------------------===//

#include "client/libraries/xnnpack/Kept.h"

#include <algorithm>
#include <cstring>

namespace ingot::xnnpack {

Kept &Kept::of(ingot_library_context &context) {
  if (!context.kept) {
    context.kept = new Kept(context);
    context.drop = [](void *kept) { delete static_cast<Kept *>(kept); };
  }
  return *static_cast<Kept *>(context.kept);
}

Kept::Kept(const ingot_library_context &context)
    : constants_(context.constants,
                 context.constants + context.constant_count) {}

bool Kept::isOf(const std::vector<Source> &sources,
                const ingot_tensor *operands) {
  for (size_t i = 0; i < sources.size(); ++i) {
    const Source &source = sources[i];
    const void *given = operands[1 + i].data;
    if (source.bytes.empty()
            ? given != source.address
            : std::memcmp(given, source.bytes.data(), source.bytes.size()) != 0)
      return false;
  }
  return true;
}

std::vector<Kept::Source> Kept::sourcesOf(const ingot_custom_op &op,
                                          const ingot_tensor *operands) {
  std::vector<Source> sources;
  for (int64_t i = 1; i < op.operand_count; ++i) {
    const void *given = operands[i].data;
    Source &source = sources.emplace_back(Source{given, ""});
    if (constants_.count(given) != 0)
      continue;
    const ingot_type &type = op.operands[i];
    size_t bytes = type.element == INGOT_I8 ? 1 : 4;
    for (int32_t dim = 0; dim < type.rank; ++dim)
      bytes *= static_cast<size_t>(type.sizes[dim]);
    source.bytes.assign(static_cast<const char *>(given), bytes);
  }
  return sources;
}

void Kept::evict(std::deque<Site> &sites) {
  auto holdsBytes = [](const Site &site) { return site.holdsBytes(); };
  if (static_cast<size_t>(
          std::count_if(sites.begin(), sites.end(), holdsBytes)) > kMaxSites)
    sites.erase(std::find_if(sites.begin(), sites.end(), holdsBytes));
}

Operator &Kept::find(Operator::Kind kind, const ingot_custom_op &op,
                     const ingot_tensor *operands) {
  std::deque<Site> &sites = sites_[&op];
  for (Site &site : sites)
    if (isOf(site.sources, operands))
      return site.made;
  // First: it checks the types that sizes of sources are read from.
  Operator made(kind, op, operands);
  sites.push_back(Site{sourcesOf(op, operands), std::move(made)});
  if (sites.back().holdsBytes())
    evict(sites);
  return sites.back().made;
}

} // namespace ingot::xnnpack
