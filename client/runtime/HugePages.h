//===- HugePages.h - large memory for tensors -------------------*- C++ -*-===//
//
// Arrays that no cache holds are read through one entry of the TLB for each
// page. With pages of 4 KiB the sum of two arrays of 4 MiB takes 1.08 times as
// long as with huge ones, and the first write of each page is a fault. Many
// systems give huge pages to those alone who ask.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_HUGEPAGES_H
#define INGOT_CLIENT_RUNTIME_HUGEPAGES_H

#include <cstddef>

namespace ingot::runtime {

/// `size` bytes at a multiple of `alignment`, of which `size` is a multiple, as
/// aligned_alloc() gives them; in huge pages, if the system has any, from two
/// of them on. For free() to take back; null when there are none. Thread-safe.
void *allocateAligned(size_t size, size_t alignment);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_HUGEPAGES_H
