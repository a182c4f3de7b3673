//===- Unsupported.cpp - why an op of StableHLO stayed --------------------===//

#include "pipeline/conversion/StablehloToLinalg/Unsupported.h"
#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot::stablehlo;

std::string ingot::stablehlo::reasonNotLowered(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([](CustomCallOp call) { return reasonNotLowered(call); })
      .Case<SendOp, RecvOp, InfeedOp, OutfeedOp>([](Operation *) {
        return "it exchanges values with the host or another device while the "
               "program runs, and an executable is given its arguments at the "
               "start and gives its results at the end; make the values "
               "arguments and results";
      })
      .Case<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
            CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
            ReduceScatterOp>([](Operation *) {
        return "it needs several devices, and an executable runs on one; "
               "export the program for one partition and one replica";
      })
      .Case<EinsumOp, UnaryEinsumOp>([](Operation *) {
        return "its equation does not fit the types, or repeats a size of 1";
      })
      .Case([](CompositeOp) { return "its decomposition calls itself"; })
      .Default([](Operation *) { return ""; });
}

std::string ingot::stablehlo::listForReport(Operation *op) {
  auto call = dyn_cast<CustomCallOp>(op);
  return call ? knownCallsBeside(call) : "";
}
