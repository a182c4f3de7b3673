//===- Rendezvous.h - which daemon a request belongs to ---------*- C++ -*-===//
//
// Highest random weight: each client computes the same order without asking
// anybody, and a daemon that comes or goes moves only its own share.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_RENDEZVOUS_H
#define INGOT_CLIENT_LIB_RENDEZVOUS_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::client {

/// Indices of `addresses`, best first, for what `key` names. The order of the
/// list does not matter, and it is the same in every process.
std::vector<size_t> rendezvousOrder(const std::vector<std::string> &addresses,
                                    std::string_view key);

/// What a program is placed by: its size and its ends. Enough to spread
/// programs, and it costs the same for a kilobyte and a gigabyte.
std::string placementKey(std::string_view program);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_RENDEZVOUS_H
