//===- WarmUp.cpp - the first compile, before anybody waits for it --------===//
//
// MLIR and LLVM build many tables when they are first needed: interned types,
// pattern sets, the instruction tables of a backend, lld's symbol tables. A
// process that compiled something once compiles the next thing faster, and so
// does every process that is forked from it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Compiler.h"
#include "pipeline/targets/Backend.h"

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

static absl::Status compile(Compiler &compiler, const v1::Target &target) {
  absl::StatusOr<Plan> plan = compiler.plan({kProgram, target, {}}, {});
  if (!plan.ok())
    return plan.status();
  std::vector<std::string> objects;
  for (const PlannedKernel &kernel : plan->kernels) {
    absl::StatusOr<std::string> object =
        compiler.kernel({kernel.module, target, {}}, {});
    if (!object.ok())
      return object.status();
    objects.push_back(std::move(*object));
  }
  absl::StatusOr<std::string> host =
      compiler.host({plan->host, plan->manifest, target, {}}, {});
  if (!host.ok())
    return host.status();
  LinkJob job{
      *host, {objects.begin(), objects.end()}, plan->manifest, target, {}};
  return compiler.link(job, {}).status();
}

absl::Status Compiler::warmUp() {
  for (const std::unique_ptr<Backend> &backend : backends()) {
    std::vector<NamedTarget> targets = backend->namedTargets();
    if (targets.empty())
      continue;
    if (absl::Status status = compile(*this, targets.front().target);
        !status.ok())
      return status;
  }
  return absl::OkStatus();
}

} // namespace ingot::pipeline
