//===- Registration.h - every dialect, pass and backend ---------*- C++ -*-===//
//
// Registering is slow to compile, so one file does all of it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_REGISTRATION_H
#define INGOT_PIPELINE_API_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace ingot::pipeline {

/// All of upstream's dialects, so that what cannot be lowered is at least read
/// and reported by name, and our own, with the interfaces that the phases need.
void registerDialects(mlir::DialectRegistry &registry);

/// All backends. More than once does no harm.
void registerBackends();

/// All passes, upstream's and ours, and the phases as pipelines by the name
/// `ingot-phase-NAME`, with options as PhaseOptions has them. For ingot-opt.
void registerPasses();

/// Translations for ingot-translate: `import` and `export-portable`.
void registerTranslations();

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_REGISTRATION_H
