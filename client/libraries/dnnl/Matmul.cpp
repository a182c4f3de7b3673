//===- Matmul.cpp - products of matrices ----------------------------------===//

#include "client/libraries/dnnl/Primitives.h"

using namespace dnnl;

namespace ingot::onednn {

/// [batch, rows, columns], or without the batch if it is one: oneDNN has more
/// ways of that.
static memory::desc matrix(memory::dim batch, memory::dim rows,
                           memory::dim columns, const Sizes &strides) {
  if (batch == 1)
    return strided({rows, columns}, {strides.at(1), strides.at(2)});
  return strided({batch, rows, columns}, strides);
}

Prepared prepareMatmul(const nlohmann::json &attributes) {
  Sizes sizes = numbersOf(attributes, "sizes");
  memory::dim batch = sizes.at(0), m = sizes.at(1), n = sizes.at(2),
              k = sizes.at(3);
  memory::desc a = matrix(batch, m, k, numbersOf(attributes, "a"));
  memory::desc b = matrix(batch, k, n, numbersOf(attributes, "b"));
  memory::desc c = matrix(batch, m, n, numbersOf(attributes, "c"));
  Prepared prepared;
  std::vector<Prepared::Argument> steps;
  primitive_attr attr = attributesOf(attributes, c, c.dims().size() - 1, steps);
  matmul::primitive_desc chosen(matmul::desc(a, b, c), attr, cpuEngine());
  prepared.primitive = matmul(chosen);
  addArgument(prepared, DNNL_ARG_SRC, 0, a, chosen.src_desc());
  addArgument(prepared, DNNL_ARG_WEIGHTS, 1, b, chosen.weights_desc());
  prepared.arguments.insert(prepared.arguments.end(), steps.begin(),
                            steps.end());
  prepared.result = chosen.dst_desc();
  prepared.scratchpad = chosen.scratchpad_desc();
  return prepared;
}

} // namespace ingot::onednn
