//===- Primitives.cpp - what all primitives have in common ----------------===//

#include "client/libraries/dnnl/Primitives.h"

#include <algorithm>
#include <stdexcept>

using namespace dnnl;

namespace ingot::onednn {

const engine &cpuEngine() {
  static const auto *const instance = new engine(engine::kind::cpu, 0);
  return *instance;
}

Sizes numbersOf(const nlohmann::json &attributes, const char *name) {
  return attributes.at(name).get<Sizes>();
}

memory::desc strided(const Sizes &sizes, Sizes strides) {
  // As if such a dimension were outermost, which is how oneDNN knows layouts.
  memory::dim whole = 1;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 1)
      whole = std::max(whole, sizes[i] * strides[i]);
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] == 1)
      strides[i] = whole;
  return memory::desc(sizes, Type::f32, strides);
}

/// The sizes and strides of an operand of a step.
static memory::desc stepOperand(const nlohmann::json &step,
                                const memory::desc &result, size_t dim) {
  if (!step.value("along", false))
    return result;
  Sizes sizes(result.dims().size(), 1), strides(sizes.size(), 1);
  sizes.at(dim) = result.dims()[dim];
  return strided(sizes, strides);
}

static algorithm binaryOf(const std::string &op) {
  if (op == "add")
    return algorithm::binary_add;
  if (op == "sub")
    return algorithm::binary_sub;
  if (op == "mul")
    return algorithm::binary_mul;
  if (op == "max")
    return algorithm::binary_max;
  if (op == "min")
    return algorithm::binary_min;
  throw std::invalid_argument("there is no step '" + op + "'");
}

primitive_attr attributesOf(const nlohmann::json &attributes,
                            const memory::desc &result, size_t dim,
                            std::vector<Prepared::Argument> &arguments) {
  post_ops all;
  for (const nlohmann::json &step :
       attributes.value("steps", nlohmann::json::array())) {
    const std::string op = step.at("op");
    Prepared::Argument argument{
        DNNL_ARG_ATTR_MULTIPLE_POST_OP(all.len()) | DNNL_ARG_SRC_1, 0,
        stepOperand(step, result, dim), std::nullopt};
    if (step.contains("operand")) {
      argument.operand = step["operand"].get<size_t>();
    } else {
      const float number = step.at("number");
      if (op == "max" && number == 0) {
        all.append_eltwise(1, algorithm::eltwise_relu, 0, 0);
        continue;
      }
      // Not oneDNN's elementwise steps: 2.6 gives two of one kind the numbers
      // of the first.
      Sizes ones(result.dims().size(), 1);
      argument.given = strided(ones, ones);
      argument.number = std::make_shared<float>(number);
    }
    all.append_binary(binaryOf(op), argument.given);
    arguments.push_back(std::move(argument));
  }
  primitive_attr made;
  made.set_post_ops(all);
  // The library's own memory would be shared by calls on several threads.
  made.set_scratchpad_mode(scratchpad_mode::user);
  return made;
}

void addArgument(Prepared &prepared, int name, size_t operand,
                 const memory::desc &given, const memory::desc &wanted) {
  Prepared::Argument argument{name, operand, given, std::nullopt};
  if (given != wanted) {
    argument.wanted = wanted;
    argument.reorder = reorder(
        reorder::primitive_desc(cpuEngine(), given, cpuEngine(), wanted));
  }
  prepared.arguments.push_back(std::move(argument));
}

} // namespace ingot::onednn
