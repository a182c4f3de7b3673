//===- Main.cpp - ingot-translate: other formats, by hand -----------------===//
//
// mlir-translate with Ingot's formats: whatever the service accepts to MLIR
// text, and StableHLO to portable artifacts. For tests and for a closer look.
// Not part of the service.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Registration.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  ingot::pipeline::registerTranslations();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "Ingot's format driver\n"));
}
