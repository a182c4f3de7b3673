//===- ProcessorFeatures.h - what code asks of the processor ----*- C++ -*-===//
//
// An executable for a larger processor than this one would end the process by
// SIGILL, somewhere in the middle of a call. Its manifest lists what its code
// may use.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_PROCESSORFEATURES_H
#define INGOT_CLIENT_RUNTIME_PROCESSORFEATURES_H

#include "absl/status/status.h"

#include <string>
#include <string_view>
#include <vector>

namespace ingot::runtime {

/// The CPU that code was compiled for and the features that it may use, by
/// LLVM's names: "znver5", "avx2".
struct CodeNeeds {
  std::string cpu;
  std::vector<std::string> features;
};

/// What a serialized ingot.v1.Manifest says of it. What follows something
/// damaged is not seen.
CodeNeeds codeNeeds(std::string_view manifest);

/// Whether this processor, with its operating system, has a feature. True for
/// all but the most common ones that code generators use, and for names that
/// are not known.
bool processorHas(std::string_view feature);

/// FAILED_PRECONDITION lists what this processor lacks of `needs`.
absl::Status
checkProcessor(const CodeNeeds &needs,
               bool (*has)(std::string_view feature) = processorHas);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_PROCESSORFEATURES_H
