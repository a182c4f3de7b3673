//===- Import.cpp - bytes of a program to a module ------------------------===//
//
// The table of forms decides; this file only says what is wrong with bytes that
// no row takes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/import/Import.h"
#include "pipeline/import/Formats.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

OwningOpRef<ModuleOp> ingot::importModule(std::string_view bytes,
                                          MLIRContext *context) {
  const Format *format = findFormat(bytes);
  if (format && format->load)
    return format->load(bytes, context);
  InFlightDiagnostic error = emitError(UnknownLoc::get(context));
  if (bytes.empty())
    error << "the input is empty";
  else if (format)
    error << "the input is of the form '" << format->name
          << "', which is not read; " << format->advice;
  else
    error << "the input has no form that is known here";
  error << "; the forms that are read are " << readableFormats();
  return nullptr;
}
