//===- KeyTree.cpp - trees of named parts: bounds, text, comparison -------===//
//
// Lists are compared as sets and not by place: an element that is put in front
// of others makes none of them differ. That costs the order of equal names,
// which no list of ours has a meaning for beyond what its names say.
//
//===----------------------------------------------------------------------===//

#include "cache/key/KeyTree.h"

#include "cache/key/Digest.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace ingot {
namespace {

using Parts = google::protobuf::RepeatedPtrField<v1::KeyPart>;
using PartList = std::vector<const v1::KeyPart *>;

constexpr char kOthers[] = "(others)";

/// All of a part but its note, behind lengths; the same of two parts that
/// differ in nothing but the order of lists.
std::string contentOf(const v1::KeyPart &part) {
  std::vector<std::string> children;
  for (const v1::KeyPart &child : part.parts())
    children.push_back(contentOf(child));
  std::sort(children.begin(), children.end());
  return absl::StrCat(part.name().size(), ":", part.name(), part.value().size(),
                      ":", part.value(), children.size(), ":",
                      absl::StrJoin(children, ""));
}

size_t countParts(const v1::KeyPart &part) {
  size_t count = 1;
  for (const v1::KeyPart &child : part.parts())
    count += countParts(child);
  return count;
}

bool fits(const v1::KeyPart &tree) {
  return countParts(tree) <= kMaxKeyParts &&
         tree.ByteSizeLong() <= kMaxKeyTreeBytes;
}

/// Leaves at most `most` parts in each list.
void cutLists(v1::KeyPart &part, int most) {
  if (part.parts_size() > most) {
    std::string cut;
    for (int i = most - 1; i < part.parts_size(); ++i)
      cut += contentOf(part.parts(i));
    const int count = part.parts_size() - most + 1;
    part.mutable_parts()->DeleteSubrange(most - 1, count);
    addPart(part, kOthers,
            absl::StrCat(count, ", ", Digest::of(cut).toString()));
  }
  for (v1::KeyPart &child : *part.mutable_parts())
    cutLists(child, most);
}

absl::Status checkPart(const v1::KeyPart &part, size_t depth) {
  if (depth > kMaxKeyDepth)
    return absl::InvalidArgumentError("key tree: too deep");
  if (part.name().size() > kMaxKeyPartBytes ||
      part.value().size() > kMaxKeyPartBytes ||
      part.note().size() > kMaxKeyPartBytes)
    return absl::InvalidArgumentError("key tree: a part is too long");
  for (const v1::KeyPart &child : part.parts())
    if (absl::Status status = checkPart(child, depth + 1); !status.ok())
      return status;
  return absl::OkStatus();
}

void appendText(const v1::KeyPart &part, const std::string &path,
                std::string &text) {
  if (!part.value().empty() || part.parts().empty())
    absl::StrAppend(&text, path, " = ", part.value(), "\n");
  for (const v1::KeyPart &child : part.parts())
    appendText(child,
               path.empty() ? child.name()
                            : absl::StrCat(path, ".", child.name()),
               text);
}

/// Collects what two trees differ in.
class Comparison {
public:
  void compareParts(const v1::KeyPart &before, const v1::KeyPart &after) {
    std::map<std::string_view, PartList> old;
    for (const v1::KeyPart &part : before.parts())
      old[part.name()].push_back(&part);
    std::map<std::string_view, PartList> now;
    std::vector<std::string_view> names; // In the order of `after`.
    for (const v1::KeyPart &part : after.parts()) {
      PartList &list = now[part.name()];
      if (list.empty())
        names.push_back(part.name());
      list.push_back(&part);
    }
    for (const v1::KeyPart &part : before.parts())
      if (PartList &list = old[part.name()];
          !now.count(part.name()) && !list.empty())
        compareLists(std::exchange(list, {}), {});
    for (std::string_view name : names)
      compareLists(old[name], now[name]);
  }

  std::vector<v1::KeyDifference> take() { return std::move(found_); }

private:
  /// Parts of one name.
  void compareLists(PartList before, PartList after) {
    if (before.size() > 1 || after.size() > 1)
      dropEqual(before, after);
    for (size_t i = 0; i < std::max(before.size(), after.size()); ++i)
      compareOne(i < before.size() ? before[i] : nullptr,
                 i < after.size() ? after[i] : nullptr);
  }

  static void dropEqual(PartList &before, PartList &after) {
    std::map<std::string, int> equal; // How many of `after` have a partner.
    for (const v1::KeyPart *part : before)
      ++equal[contentOf(*part)];
    std::map<std::string, int> taken;
    auto hasPartner = [&](const v1::KeyPart *part) {
      const std::string content = contentOf(*part);
      auto found = equal.find(content);
      if (found == equal.end() || found->second == taken[content])
        return false;
      ++taken[content];
      return true;
    };
    after.erase(std::remove_if(after.begin(), after.end(), hasPartner),
                after.end());
    before.erase(std::remove_if(before.begin(), before.end(),
                                [&](const v1::KeyPart *part) {
                                  return taken[contentOf(*part)]-- > 0;
                                }),
                 before.end());
  }

  /// One of the two may be null.
  void compareOne(const v1::KeyPart *before, const v1::KeyPart *after) {
    path_.push_back(after ? after->name() : before->name());
    if (!before || !after || before->value() != after->value())
      add(before, after);
    if (before && after)
      compareParts(*before, *after);
    path_.pop_back();
  }

  void add(const v1::KeyPart *before, const v1::KeyPart *after) {
    v1::KeyDifference &difference = found_.emplace_back();
    for (const std::string &name : path_)
      difference.add_path(name);
    if (before)
      difference.set_before(summaryOf(*before));
    if (after) {
      difference.set_after(summaryOf(*after));
      difference.set_note(after->note());
    }
  }

  /// A part that is new or gone is told of with all that is in it.
  static std::string summaryOf(const v1::KeyPart &part) {
    if (!part.value().empty() || part.parts().empty())
      return part.value();
    return absl::StrCat(part.parts_size(),
                        part.parts_size() == 1 ? " part" : " parts");
  }

  std::vector<std::string> path_;
  std::vector<v1::KeyDifference> found_;
};

} // namespace

v1::KeyPart &addPart(v1::KeyPart &to, std::string_view name,
                     std::string_view value) {
  auto shortened = [](std::string_view text) {
    return text.size() <= kMaxKeyPartBytes ? std::string(text)
                                           : Digest::of(text).toString();
  };
  v1::KeyPart &part = *to.add_parts();
  part.set_name(shortened(name));
  part.set_value(shortened(value));
  return part;
}

void fitTree(v1::KeyPart &tree) {
  for (int most : {512, 64, 8, 1})
    if (!fits(tree))
      cutLists(tree, most);
}

absl::Status checkTree(const v1::KeyPart &tree) {
  if (!fits(tree))
    return absl::InvalidArgumentError("key tree: too large");
  return checkPart(tree, 1);
}

std::string textOf(const v1::KeyPart &tree) {
  std::string text;
  for (const v1::KeyPart &part : tree.parts())
    appendText(part, part.name(), text);
  return text;
}

std::vector<v1::KeyDifference> differencesOf(const v1::KeyPart &before,
                                             const v1::KeyPart &after) {
  Comparison comparison;
  comparison.compareParts(before, after);
  return comparison.take();
}

KeySketch sketchOf(const v1::KeyPart &tree) {
  KeySketch sketch;
  for (const v1::KeyPart &part : tree.parts()) {
    const Digest digest = Digest::of(contentOf(part));
    uint64_t number = 0;
    for (size_t i = 0; i < sizeof(number); ++i)
      number = number << 8 | digest.hash[i];
    sketch.push_back(number);
  }
  return sketch;
}

std::vector<size_t> rankByNearness(const KeySketch &sketch,
                                   const std::vector<KeySketch> &candidates) {
  auto sorted = [](KeySketch hashes) {
    std::sort(hashes.begin(), hashes.end());
    return hashes;
  };
  const KeySketch wanted = sorted(sketch);
  std::vector<std::pair<size_t, size_t>> shared; // Parts, place.
  for (size_t i = 0; i < candidates.size(); ++i) {
    const KeySketch theirs = sorted(candidates[i]);
    KeySketch common;
    std::set_intersection(wanted.begin(), wanted.end(), theirs.begin(),
                          theirs.end(), std::back_inserter(common));
    if (!common.empty())
      shared.emplace_back(common.size(), i);
  }
  std::sort(shared.begin(), shared.end(), [](const auto &a, const auto &b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<size_t> order;
  for (const auto &[count, place] : shared)
    order.push_back(place);
  return order;
}

} // namespace ingot
