//===- NearestName.h - which name was meant ---------------------*- C++ -*-===//
//
// Names that a user mistypes are looked for in a list: of targets, fields,
// passes. Client, daemon and compiler have one rule for which is near.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PROTO_TEXT_NEARESTNAME_H
#define INGOT_PROTO_TEXT_NEARESTNAME_H

#include <string_view>
#include <vector>

namespace ingot {

/// The one of `known` that is most like `name`, the first of several. Empty if
/// none is: more than a third of the letters would change, and neither begins
/// with the other, as "plan" and "planning" do. Case does not count.
std::string_view nearestName(std::string_view name,
                             const std::vector<std::string_view> &known);

} // namespace ingot

#endif // INGOT_PROTO_TEXT_NEARESTNAME_H
