//===- Places.h - where in the program an assertion is ----------*- C++ -*-===//
//
// Assertions of the run carry their place in their message: text has lines,
// models have names of nodes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_PLACES_H
#define INGOT_PIPELINE_CONVERSION_PLACES_H

#include "mlir/IR/Location.h"

#include <string>

namespace ingot {

/// " at line 7", " at 'encoder/conv1'", or nothing for an unknown place.
inline std::string placeInProgram(mlir::Location location) {
  if (auto line = mlir::dyn_cast<mlir::FileLineColLoc>(location))
    return " at line " + std::to_string(line.getLine());
  auto node = mlir::dyn_cast<mlir::NameLoc>(location);
  if (!node || node.getName().empty())
    return "";
  constexpr size_t kMaxNameBytes = 128;
  std::string name = node.getName().getValue().take_front(kMaxNameBytes).str();
  // It ends in a message on a terminal.
  for (char &c : name)
    if (static_cast<unsigned char>(c) < ' ' ||
        static_cast<unsigned char>(c) >= 0x7f)
      c = '?';
  return " at '" + name + "'";
}

} // namespace ingot

#endif // INGOT_PIPELINE_CONVERSION_PLACES_H
