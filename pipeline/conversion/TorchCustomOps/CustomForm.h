//===- CustomForm.h - the two forms of a custom op --------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CUSTOMFORM_H
#define INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CUSTOMFORM_H

namespace ingot::torch {

/// How constant numbers reach whoever implements the op: the target's choice.
enum class CustomForm {
  AllOperands, ///< As constant operands, in the order of the schema.
  Attributes   ///< As JSON.
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CUSTOMFORM_H
