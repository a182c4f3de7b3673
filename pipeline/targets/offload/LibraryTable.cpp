//===- LibraryTable.cpp - the libraries that have a table -----------------===//

#include "pipeline/targets/offload/LibraryTable.h"

#include "llvm/ADT/STLExtras.h"

using namespace ingot::offload;

llvm::ArrayRef<LibraryTable> ingot::offload::libraryTables() {
  static const LibraryTable kTables[] = {
      {"cmsisnn", cmsisNnRows(), /*isLoaded=*/false},
      {"dnnl", dnnlRows()},
      {"xnnpack", xnnPackRows()}};
  return kTables;
}

const LibraryTable *ingot::offload::findLibraryTable(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      libraryTables(), [&](const auto &table) { return table.name == name; });
  return found == libraryTables().end() ? nullptr : found;
}
