//===- LayerNorm.cpp - layer norm of rows ---------------------------------===//

#include "client/libraries/dnnl/Primitives.h"

using namespace dnnl;

namespace ingot::onednn {

Prepared prepareLayerNorm(const nlohmann::json &attributes) {
  const Sizes sizes = numbersOf(attributes, "sizes");
  const memory::desc rows =
      strided({sizes.at(0), sizes.at(1)}, {sizes.at(1), 1});
  const memory::desc row = strided({sizes.at(1)}, {1});
  normalization_flags flags = normalization_flags::none;
  if (attributes.contains("scale"))
    flags |= normalization_flags::use_scale;
  if (attributes.contains("shift"))
    flags |= normalization_flags::use_shift;
  primitive_attr attr;
  attr.set_scratchpad_mode(scratchpad_mode::user);
  layer_normalization_forward::primitive_desc chosen(
      layer_normalization_forward::desc(prop_kind::forward_inference, rows,
                                        attributes.at("epsilon").get<float>(),
                                        flags),
      attr, cpuEngine());
  Prepared prepared;
  prepared.primitive = layer_normalization_forward(chosen);
  addArgument(prepared, DNNL_ARG_SRC, 0, rows, chosen.src_desc());
  if (attributes.contains("scale"))
    addArgument(prepared, DNNL_ARG_SCALE, attributes["scale"].get<size_t>(),
                row, row);
  if (attributes.contains("shift"))
    addArgument(prepared, DNNL_ARG_SHIFT, attributes["shift"].get<size_t>(),
                row, row);
  prepared.result = chosen.dst_desc();
  prepared.scratchpad = chosen.scratchpad_desc();
  return prepared;
}

} // namespace ingot::onednn
