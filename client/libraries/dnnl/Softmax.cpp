//===- Softmax.cpp - softmax of rows --------------------------------------===//

#include "client/libraries/dnnl/Primitives.h"

using namespace dnnl;

namespace ingot::onednn {

Prepared prepareSoftmax(const nlohmann::json &attributes) {
  const Sizes sizes = numbersOf(attributes, "sizes");
  const memory::desc rows =
      strided({sizes.at(0), sizes.at(1)}, {sizes.at(1), 1});
  primitive_attr attr;
  attr.set_scratchpad_mode(scratchpad_mode::user);
  softmax_v2_forward::primitive_desc chosen(
      softmax_v2_forward::desc(prop_kind::forward_inference,
                               algorithm::softmax_accurate, rows, rows,
                               /*axis=*/1),
      attr, cpuEngine());
  Prepared prepared;
  prepared.primitive = softmax_v2_forward(chosen);
  addArgument(prepared, DNNL_ARG_SRC, 0, rows, chosen.src_desc());
  prepared.result = chosen.dst_desc();
  prepared.scratchpad = chosen.scratchpad_desc();
  return prepared;
}

} // namespace ingot::onednn
