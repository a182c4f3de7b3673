//===- Primitives.h - primitives of oneDNN for calls of executables -*- C++
//-*-===//
//
// A call says in its attributes, as JSON, what it is: sizes, strides, what is
// done to the result. Of that a primitive is made, once; README.md has the
// members. Everything here throws dnnl::error, nlohmann::json::exception or
// std::invalid_argument for what cannot be done.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIBRARIES_DNNL_PRIMITIVES_H
#define INGOT_CLIENT_LIBRARIES_DNNL_PRIMITIVES_H

#include "proto/abi/executable.h"

#include <dnnl.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ingot::onednn {

/// The one engine of this library.
const dnnl::engine &cpuEngine();

/// A primitive and how the operands of a call reach it. Immutable, so that any
/// number of threads may run it.
struct Prepared {
  /// One memory that the primitive reads.
  struct Argument {
    int name;       ///< DNNL_ARG_SRC, ...
    size_t operand; ///< Of the call; not used with `number`.
    dnnl::memory::desc given;
    /// How the primitive wants it, if that is not as given.
    std::optional<dnnl::memory::desc> wanted;
    dnnl::primitive reorder = {};
    /// What it is, if it is no operand of the call but a number.
    std::shared_ptr<float> number = nullptr;
  };
  dnnl::primitive primitive;
  std::vector<Argument> arguments;
  dnnl::memory::desc result, scratchpad;
};

using Sizes = dnnl::memory::dims;
using Type = dnnl::memory::data_type;

/// The member `name`, a list of numbers.
Sizes numbersOf(const nlohmann::json &attributes, const char *name);

/// Memory of f32 with these strides. What dimensions of size one have for a
/// stride does not matter.
dnnl::memory::desc strided(const Sizes &sizes, Sizes strides);

/// How the result is changed before it is stored: the member `steps`. Operands
/// of steps are appended to `arguments`; those that lie along one dimension
/// lie along `dim` of `result`.
dnnl::primitive_attr attributesOf(const nlohmann::json &attributes,
                                  const dnnl::memory::desc &result, size_t dim,
                                  std::vector<Prepared::Argument> &arguments);

/// Adds `given` as an argument, which the primitive wants as `wanted`.
void addArgument(Prepared &prepared, int name, size_t operand,
                 const dnnl::memory::desc &given,
                 const dnnl::memory::desc &wanted);

Prepared prepareMatmul(const nlohmann::json &attributes);
Prepared prepareConvolution(const nlohmann::json &attributes);
Prepared preparePooling(const nlohmann::json &attributes);
Prepared prepareSoftmax(const nlohmann::json &attributes);
Prepared prepareLayerNorm(const nlohmann::json &attributes);

} // namespace ingot::onednn

#endif // INGOT_CLIENT_LIBRARIES_DNNL_PRIMITIVES_H
