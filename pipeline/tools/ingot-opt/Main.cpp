//===- Main.cpp - ingot-opt: run passes by hand ---------------------------===//
//
// mlir-opt with Ingot's dialect, passes and phases: what every FileCheck test
// drives. Not part of the service.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/Registration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  ingot::pipeline::registerDialects(registry);
  ingot::pipeline::registerPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Ingot's pass driver\n", registry));
}
