//===- ModelSource.h - what a request brings as its program -----*- C++ -*-===//
//
// A program is one file and the named files that it refers to: external data of
// ONNX, the folder of a SavedModel. All bytes are in memory; a reader opens no
// path.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_MODELSOURCE_H
#define INGOT_PIPELINE_FRONTENDS_MODELSOURCE_H

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ingot {

/// Views of bytes that outlive the module made from them: constants point into
/// them.
struct ModelSource {
  /// From anything that is a view of bytes: most programs are one file.
  template <typename Bytes, typename = std::enable_if_t<std::is_convertible_v<
                                const Bytes &, std::string_view>>>
  ModelSource(const Bytes &bytes) : bytes(bytes) {}

  std::string_view bytes; ///< The program itself.
  /// Files beside it, by the relative path with which the program names them.
  std::map<std::string, std::string_view, std::less<>> files;
  /// Types that the request gives to the arguments, in their order, as MLIR
  /// writes them; a tuple for a sequence, `none` for an optional without a
  /// value. A reader takes sizes from them (GivenSizes.h); whether they are
  /// possible is looked at afterwards.
  std::vector<std::string> inputTypes;

  /// A file beside the program; nothing if the request did not bring it. `./x`
  /// is `x`.
  std::optional<std::string_view> find(std::string_view name) const {
    while (name.substr(0, 2) == "./")
      name.remove_prefix(2);
    auto found = files.find(name);
    if (found == files.end())
      return std::nullopt;
    return found->second;
  }
};

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_MODELSOURCE_H
