//===- JobName.h - names of jobs that nobody guesses ------------*- C++ -*-===//

#ifndef INGOT_SERVER_CORE_JOBNAME_H
#define INGOT_SERVER_CORE_JOBNAME_H

#include <string>

namespace ingot::server {

/// 'j' and 32 hexadecimal digits: 128 bits from the kernel, so that no number
/// of names tells the next one. Thread-safe.
std::string newJobName();

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_JOBNAME_H
