"""Arrows between folders point one way. Root-relative includes would hide a
wrong one from the build, so this reads every #include."""
import re
import unittest

from harness import ROOT

# What a folder may include beside itself, the longest prefix deciding.
ALLOWED = {
    "proto/": [],
    "cache/key/": [],
    "cache/store/": ["cache/key/"],
    "cache/rocksdb/": ["cache/key/", "cache/store/"],
    "pipeline/api/": ["cache/key/", "pipeline/", "proto/"],
    "pipeline/dialects/": [],
    "pipeline/import/": ["pipeline/conversion/", "pipeline/dialects/"],
    "pipeline/conversion/": ["pipeline/dialects/", "proto/"],
    "pipeline/transforms/": ["pipeline/conversion/", "pipeline/dialects/"],
    "pipeline/codegen/": ["pipeline/mathlib/", "proto/"],
    "pipeline/targets/": ["pipeline/api/Compiler.h"],
    "pipeline/emit/": ["pipeline/conversion/", "pipeline/dialects/", "pipeline/mathlib/",
                       "pipeline/targets/", "proto/"],
    "pipeline/mathlib/": [],
    "pipeline/tools/": ["pipeline/api/"],
    "server/scheduler/": ["server/worker/Control.h", "server/worker/ExitCodes.h",
                          "server/worker/FileDescriptor.h", "server/worker/Frame.h"],
    "server/worker/": ["cache/key/", "pipeline/api/"],
    "server/core/": ["cache/", "server/scheduler/"],
    "server/rpc/": ["cache/", "server/core/", "server/scheduler/"],
    "server/admin/": ["cache/store/", "server/core/", "server/scheduler/"],
    "server/daemon/": ["cache/", "server/"],
    "client/runtime/": ["proto/abi/"],
    "client/lib/": ["cache/key/", "client/runtime/"],
    "client/cli/": ["cache/key/", "client/lib/", "client/runtime/"],
    "client/examples/": ["client/lib/", "client/runtime/"],
}
# Libraries that only some folders may know.
LIBRARIES = {
    r"^(mlir|llvm|lld)/": ["pipeline/", "server/worker/Main.cpp"],
    r"^rocksdb/": ["cache/rocksdb/"],
    r"^(grpcpp|grpc)/|\.grpc\.pb\.h$": ["server/rpc/", "server/daemon/", "client/lib/"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


class IncludeDirections(unittest.TestCase):
    def sources(self):
        for top in ("proto", "cache", "pipeline", "server", "client"):
            for path in sorted((ROOT / top).rglob("*")):
                if path.suffix in (".h", ".cpp", ".c"):
                    yield str(path.relative_to(ROOT)), INCLUDE.findall(path.read_text())

    def test_folders_include_only_what_they_may(self):
        wrong = []
        for path, includes in self.sources():
            home = max((f for f in ALLOWED if path.startswith(f)), key=len, default=None)
            self.assertIsNotNone(home, f"{path}: its folder is not in the table")
            for name in includes:
                if not name.startswith(("proto/", "cache/", "pipeline/", "server/", "client/")):
                    continue
                if not name.startswith((home, *ALLOWED[home])):
                    wrong.append(f"{path} includes {name}")
        self.assertEqual(wrong, [])

    def test_libraries_stay_where_they_belong(self):
        wrong = []
        for path, includes in self.sources():
            for name in includes:
                for library, folders in LIBRARIES.items():
                    if re.search(library, name) and not path.startswith(tuple(folders)):
                        wrong.append(f"{path} includes {name}")
        self.assertEqual(wrong, [])

    def test_the_check_sees_includes(self):
        self.assertGreater(sum(len(i) for _, i in self.sources()), 100)


if __name__ == "__main__":
    unittest.main()
