//===- ChoosePlacement.cpp - who computes an op, and why ------------------===//

#include "pipeline/targets/offload/ChoosePlacement.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

/// What the shortest call takes.
static constexpr double kCallMicroseconds = 2;

static size_t widthOf(unsigned vectorBits) {
  return vectorBits <= 128 ? 0 : vectorBits <= 256 ? 1 : 2;
}

double ingot::offload::libraryMicroseconds(const LibraryRow &row,
                                           const PlacementWork &work,
                                           unsigned vectorBits) {
  const size_t width = widthOf(vectorBits);
  const double kernel = kernelMicroseconds(work, vectorBits);
  double call = kCallMicroseconds;
  // Of an op of the same kind at the threshold.
  if (row.least[width] != kNever && work.multiplications != 0)
    call = std::max(call, kernel * static_cast<double>(row.least[width]) /
                              static_cast<double>(work.multiplications) *
                              (1 - 1 / row.speedup[width]));
  return call + kernel / row.speedup[width];
}

/// Why a call is slower than a kernel, if it is.
static std::optional<Refusal> slower(const LibraryRow &row,
                                     const LibraryCall &call, size_t width) {
  if (row.slower)
    if (std::optional<Refusal> refusal = row.slower(call))
      return refusal;
  if (row.least[width] == kNever)
    return Refusal{CauseKind::Work, "is faster in kernels with such vectors"};
  if (call.work < row.least[width])
    return Refusal{CauseKind::Work, "has too little work for a call"};
  return std::nullopt;
}

static std::string textOf(const Refusal &refusal, const LibraryRow &row,
                          size_t width) {
  if (refusal.kind != CauseKind::Work || row.least[width] == kNever)
    return refusal.reason.str();
  return llvm::formatv("{0}, which pays from {1} multiplications on",
                       refusal.reason, row.least[width]);
}

/// Asks one row; the call is set if it takes the op, be it slower so.
static std::optional<PlacementCandidate>
candidateOf(const LibraryRow &row, Operation *op, PlacementWork &work,
            const PlacementOptions &options, std::optional<LibraryCall> &call) {
  LibraryMatch match = row.match(op);
  PlacementCandidate candidate{row.function.str()};
  if (auto *refusal = std::get_if<Refusal>(&match)) {
    if (refusal->kind == CauseKind::Operation)
      return std::nullopt; // Nobody expects it.
    candidate.isAble = false;
    candidate.why = {refusal->kind, refusal->nearest.str()};
    candidate.reason = refusal->reason.str();
    return candidate;
  }
  call = std::move(std::get<LibraryCall>(match));
  // Of ops that are no loops yet the row knows it.
  if (work.multiplications == 0)
    work.multiplications = call->work;
  candidate.microseconds = libraryMicroseconds(row, work, options.vectorBits);
  if (options.all)
    return candidate;
  const size_t width = widthOf(options.vectorBits);
  if (std::optional<Refusal> refusal = slower(row, *call, width)) {
    candidate.why = {refusal->kind, refusal->nearest.str()};
    candidate.reason = textOf(*refusal, row, width);
  }
  return candidate;
}

PlacementChoice
ingot::offload::choosePlacement(Operation *op,
                                const PlacementOptions &options) {
  PlacementChoice choice;
  SmallVectorImpl<PlacementCandidate> &candidates = choice.report.candidates;
  choice.report = kernelPlacement(op, options.vectorBits);
  PlacementWork work = workOf(op);
  size_t chosen = 0;
  for (const LibraryTable *table : options.tables)
    for (const LibraryRow &row : table->rows) {
      std::optional<LibraryCall> call;
      std::optional<PlacementCandidate> candidate =
          candidateOf(row, op, work, options, call);
      // Rows of one function refuse an op for the same reason.
      if (!candidate ||
          (!candidate->isAble && candidates.back().by == candidate->by))
        continue;
      if (!candidate->why &&
          (!choice.row ||
           candidate->microseconds < candidates[chosen].microseconds)) {
        choice.row = &row;
        choice.call = *std::move(call);
        chosen = candidates.size();
      }
      candidates.push_back(*std::move(candidate));
    }
  choice.report.multiplications = static_cast<uint64_t>(work.multiplications);
  candidates[0].microseconds = kernelMicroseconds(work, options.vectorBits);
  for (auto [i, candidate] : llvm::enumerate(candidates))
    if (i != chosen && !candidate.why) {
      candidate.why = {CauseKind::Work, ""};
      candidate.reason = "is estimated to be slower so";
    }
  return choice;
}
