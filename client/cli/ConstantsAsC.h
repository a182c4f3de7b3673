//===- ConstantsAsC.h - constants as a source of C --------------*- C++ -*-===//
//
// For programs that have no files: client/baremetal.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_CONSTANTSASC_H
#define INGOT_CLIENT_CLI_CONSTANTSASC_H

#include "client/runtime/Safetensors.h"

#include <string>
#include <vector>

namespace ingot::client {

/// A source of C11 that defines `const void *const ingot_constants[]`, the
/// constants in this order, which is that of the executable's table. They start
/// at multiples of 64 bytes. Equal ones are there once.
std::string constantsAsC(const std::vector<runtime::NamedBytes> &constants);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_CONSTANTSASC_H
