//===- Depfile.h - what an output was made from, for make -------*- C++ -*-===//

#ifndef INGOT_CLIENT_CLI_DEPFILE_H
#define INGOT_CLIENT_CLI_DEPFILE_H

#include <string>
#include <vector>

namespace ingot::client {

/// A rule of make, as Ninja and CMake read it too: each of `outputs` depends on
/// all of `inputs`.
std::string depfile(const std::vector<std::string> &outputs,
                    const std::vector<std::string> &inputs);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_DEPFILE_H
