# How lit runs the FileCheck tests of this folder.
import os

import lit.formats

config.name = "ingot"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join(
    [config.ingot_binaries, config.llvm_tools, os.environ.get("PATH", "")])
# Diagnostics that LLVM would decorate when it thinks it has a terminal.
config.environment["TERM"] = "dumb"
