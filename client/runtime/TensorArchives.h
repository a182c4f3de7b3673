//===- TensorArchives.h - constants for other programs ----------*- C++ -*-===//
//
// Not installed. The formats beside safetensors in which constants go out:
// numpy's archive and IREE's. `Npz.cpp` and `Irpa.cpp` tell what they look like
// and read them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_TENSORARCHIVES_H
#define INGOT_CLIENT_RUNTIME_TENSORARCHIVES_H

#include "client/runtime/Safetensors.h"

namespace ingot::runtime {

/// As writeSafetensors() of the same arguments, in any order of the tensors.
/// INVALID_ARGUMENT for floats of eight bits, for which numpy has no name.
absl::Status writeNpz(const std::string &path,
                      const std::vector<NamedSize> &tensors,
                      const NextBytes &next);

/// The same; the format has neither types nor shapes.
absl::Status writeIrpa(const std::string &path,
                       const std::vector<NamedSize> &tensors,
                       const NextBytes &next);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_TENSORARCHIVES_H
