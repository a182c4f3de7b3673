//===- EmitKind.h - the forms of generated code -----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_EMIT_EMITKIND_H
#define INGOT_PIPELINE_EMIT_EMITKIND_H

namespace ingot::pipeline {

/// What becomes of code: by itself an object or text, by linking an object or
/// an executable.
enum class EmitKind { Executable, Object, Assembly, LLVMIR };

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_EMITKIND_H
