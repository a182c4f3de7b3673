//===- WireMutator.h - protocol buffers that stay readable ------*- C++ -*-===//
//
// Bytes changed at random mostly break the lengths of the messages around them,
// and a reader gets no further. This one changes fields instead: it knows the
// wire format, no schema, and takes for a message whatever reads as one.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FUZZ_WIREMUTATOR_H
#define INGOT_TESTS_FUZZ_WIREMUTATOR_H

#include <cstddef>
#include <cstdint>

namespace ingot::fuzz {

/// For LLVMFuzzerCustomMutator: changes `size` bytes of a message in place and
/// returns their new number, at most `maxSize`. A quarter of the time, and
/// where they are no message, bytes change as without it.
size_t mutateMessage(uint8_t *data, size_t size, size_t maxSize, unsigned seed);

} // namespace ingot::fuzz

#endif // INGOT_TESTS_FUZZ_WIREMUTATOR_H
