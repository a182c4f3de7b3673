//===- WarmUp.cpp - the first compile, before anybody waits for it --------===//
//
// MLIR and LLVM build many tables when they are first needed: interned types,
// pattern sets, the instruction tables of a backend, lld's symbol tables. A
// process that compiled something once compiles the next thing faster, and so
// does every process that is forked from it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Compiler.h"

namespace ingot::pipeline {

/// A little of everything that real programs hold: a layer with the sum of its
/// bias, elementwise mathematics, a reduction; as frontends write it.
static constexpr char kProgram[] = R"(
func.func @warm(%a: tensor<32x64xf32>, %b: tensor<64x256xf32>,
                %c: tensor<256xf32>) -> (tensor<32x256xf32>, tensor<32xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<32x64xf32>, tensor<64x256xf32>) -> tensor<32x256xf32>
  %d = stablehlo.broadcast_in_dim %c, dims = [1]
      : (tensor<256xf32>) -> tensor<32x256xf32>
  %s = stablehlo.add %m, %d : tensor<32x256xf32>
  %e = stablehlo.exponential %s : tensor<32x256xf32>
  %r = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<32x256xf32>, tensor<f32>) -> tensor<32xf32>
  return %e, %r : tensor<32x256xf32>, tensor<32xf32>
}
)";

absl::Status Compiler::warmUp() {
  v1::Target host = namedTargets().front().target;
  absl::StatusOr<Plan> planned = plan({kProgram, host, {}, false}, {});
  if (!planned.ok())
    return planned.status();
  std::vector<std::string> objects;
  for (const PlannedKernel &kernel : planned->kernels) {
    absl::StatusOr<std::string> object =
        this->kernel({kernel.module, host, {}}, {});
    if (!object.ok())
      return object.status();
    objects.push_back(std::move(*object));
  }
  absl::StatusOr<std::string> program =
      this->host({planned->host, planned->manifest, host, {}}, {});
  if (!program.ok())
    return program.status();
  LinkJob job{
      *program, {objects.begin(), objects.end()}, planned->manifest, host, {}};
  return link(job, {}).status();
}

} // namespace ingot::pipeline
