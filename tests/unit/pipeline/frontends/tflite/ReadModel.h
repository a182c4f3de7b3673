//===- ReadModel.h - a model as text ----------------------------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_READMODEL_H
#define INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_READMODEL_H

#include "pipeline/frontends/tflite/ReadTfLite.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <string>

namespace ingot::tflite::testing {

/// Reads models and keeps what was said of those that are none.
class ModelTest : public ::testing::Test {
protected:
  ModelTest() {
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &d) {
      error += d.str() + "\n";
      for (mlir::Diagnostic &note : d.getNotes())
        error += note.str() + "\n";
    });
  }

  /// The module as text; empty if there is none.
  std::string read(const std::string &bytes) {
    error.clear();
    mlir::OwningOpRef<mlir::ModuleOp> module =
        readTfLite(ModelSource(bytes), &context);
    if (!module)
      return "";
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream);
    return text;
  }

  mlir::MLIRContext context;
  std::string error;
};

} // namespace ingot::tflite::testing

#endif // INGOT_TESTS_UNIT_PIPELINE_FRONTENDS_TFLITE_READMODEL_H
