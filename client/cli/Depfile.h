//===- Depfile.h - what an output was made from, for make -------*- C++ -*-===//

#ifndef INGOT_CLIENT_CLI_DEPFILE_H
#define INGOT_CLIENT_CLI_DEPFILE_H

#include <string>
#include <vector>

namespace ingot::client {

/// A rule of make, as Ninja and CMake read it too: `output` depends on all of
/// `inputs`.
std::string depfile(const std::string &output,
                    const std::vector<std::string> &inputs);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_DEPFILE_H
