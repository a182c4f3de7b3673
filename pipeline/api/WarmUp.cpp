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

/// A little of everything that real programs hold: a contraction, elementwise
/// mathematics, a reduction.
static constexpr char kProgram[] = R"(
func.func @warm(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>)
    -> (tensor<16x64xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = tensor.empty() : tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<16x64xf32>)
      -> tensor<16x64xf32>
  %m = linalg.matmul ins(%a, %b : tensor<16x32xf32>, tensor<32x64xf32>)
      outs(%f : tensor<16x64xf32>) -> tensor<16x64xf32>
  %e = math.exp %m : tensor<16x64xf32>
  %r = tensor.empty() : tensor<16xf32>
  %rf = linalg.fill ins(%zero : f32) outs(%r : tensor<16xf32>)
      -> tensor<16xf32>
  %s = linalg.reduce { arith.addf } ins(%e : tensor<16x64xf32>)
      outs(%rf : tensor<16xf32>) dimensions = [1]
  return %e, %s : tensor<16x64xf32>, tensor<16xf32>
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
  LinkJob job{planned->host,
              {objects.begin(), objects.end()},
              planned->manifest,
              host,
              {}};
  return link(job, {}).status();
}

} // namespace ingot::pipeline
