"""Arrows between folders point one way. Root-relative includes would hide a
wrong one from the build, so this reads every #include."""
import collections
import pathlib
import re
import unittest

from harness import ROOT

# What a folder may include beside itself and the generated code of proto/, the
# longest prefix deciding. test_no_folders_form_a_cycle needs no table.
ALLOWED = {
    "proto/": [],
    "cache/key/": [],
    "cache/store/": ["cache/key/"],
    "cache/rocksdb/": ["cache/key/", "cache/store/"],
    "cache/remote/": ["cache/key/", "cache/store/"],
    "pipeline/mathlib/": ["proto/abi/"],
    "pipeline/dialects/": [],
    "pipeline/conversion/": ["pipeline/dialects/"],
    "pipeline/frontends/": ["pipeline/dialects/"],
    # Its rows build StableHLO of sizes that are known or not, as those of torch do.
    "pipeline/frontends/tflite/": ["pipeline/conversion/TorchLowering/",
                                   "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h",
                                   "pipeline/dialects/", "pipeline/frontends/"],
    "pipeline/frontends/tensorflow/": ["pipeline/conversion/TorchLowering/",
                                       "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h",
                                       "pipeline/dialects/", "pipeline/frontends/"],
    "pipeline/import/": ["pipeline/conversion/", "pipeline/dialects/", "pipeline/frontends/",
                         "proto/files/"],
    "pipeline/codegen/": ["pipeline/mathlib/", "proto/"],
    "pipeline/emit/": ["pipeline/conversion/", "pipeline/dialects/", "pipeline/mathlib/"],
    "pipeline/host/": ["pipeline/codegen/", "pipeline/conversion/", "pipeline/dialects/",
                       "pipeline/mathlib/", "proto/"],
    # The interface of backends knows no backend.
    "pipeline/targets/": ["cache/key/", "pipeline/codegen/ProductInstructions.h",
                          "pipeline/emit/EmitKind.h", "proto/text/"],
    "pipeline/transforms/": ["pipeline/codegen/ConvolutionVectors.h",
                             "pipeline/codegen/FingerPrint.h",
                             "pipeline/codegen/PackWeight.h", "pipeline/codegen/PaddedRows.h",
                             "pipeline/codegen/PaddedWindows.h",
                             "pipeline/codegen/RowChain.h",
                             "pipeline/conversion/",
                             "pipeline/dialects/", "pipeline/targets/Backend.h"],
    "pipeline/api/": ["cache/key/", "pipeline/", "proto/"],
    "pipeline/tools/": ["pipeline/api/"],
    "server/scheduler/": ["cache/key/SteadyTime.h", "server/worker/Control.h", "server/worker/ExitCodes.h",
                          "server/worker/FileDescriptor.h", "server/worker/Frame.h",
                          "server/worker/SealedFile.h"],
    "server/worker/": ["cache/key/", "pipeline/api/"],
    "server/core/": ["cache/", "proto/text/", "server/scheduler/"],
    "server/rpc/": ["cache/", "server/core/", "server/scheduler/",
                    "server/worker/ActionFiles.h"],
    "server/admin/": ["cache/key/", "cache/store/", "server/core/", "server/scheduler/",
                      "server/worker/FileDescriptor.h"],
    "server/daemon/": ["cache/", "server/"],
    "client/runtime/": ["proto/abi/", "proto/files/"],
    "client/libraries/": ["proto/abi/"],
    "client/lib/": ["cache/key/", "client/runtime/", "proto/text/"],
    "client/cli/": ["cache/key/", "client/lib/", "client/runtime/"],
    # Copied into firmware: it includes the ABI by its bare name.
    "client/baremetal/": [],
    "client/examples/": ["client/lib/", "client/runtime/"],
}
# A backend, which is a folder below this one, knows how code is made.
BACKENDS, ALLOWED_OF_BACKENDS = "pipeline/targets/", [
    "pipeline/codegen/", "pipeline/dialects/", "pipeline/emit/", "pipeline/host/",
    "pipeline/mathlib/", "pipeline/targets/Backend.h", "pipeline/targets/NamedTarget.h",
    "proto/abi/"]
# Libraries that only some folders may know.
LIBRARIES = {
    r"^(mlir|llvm|lld)/": ["pipeline/", "server/worker/Main.cpp"],
    r"^rocksdb/": ["cache/rocksdb/"],
    r"^(grpcpp|grpc)/|\.grpc\.pb\.h$": ["cache/remote/", "server/rpc/", "server/daemon/",
                                           "client/lib/"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def rule(path):
    """The folder that a file belongs to, or None, and what it may include beside that."""
    below = pathlib.PurePath(path).parts
    if path.startswith(BACKENDS) and len(below) > 3:
        return "/".join(below[:3]) + "/", ALLOWED_OF_BACKENDS
    home = max((f for f in ALLOWED if path.startswith(f)), key=len, default=None)
    return home, ALLOWED.get(home, [])


def folder(path):
    """Two levels: what lies deeper is a part of its folder."""
    return "/".join(pathlib.PurePath(path).parts[:2])


def find_cycle(arrows):
    """The labels of some arrows that lead back to where they began, or []."""
    done, trail = set(), []

    def visit(node):
        if node in done:
            return []
        if node in trail:
            turn = trail[trail.index(node):] + [node]
            return [arrows[a][b] for a, b in zip(turn, turn[1:])]
        trail.append(node)
        for other in sorted(arrows.get(node, ())):
            if cycle := visit(other):
                return cycle
        done.add(trail.pop())
        return []

    for start in sorted(arrows):
        if cycle := visit(start):
            return cycle
    return []


class IncludeDirections(unittest.TestCase):
    def sources(self):
        for top in ("proto", "cache", "pipeline", "server", "client"):
            for path in sorted((ROOT / top).rglob("*")):
                if path.suffix in (".h", ".cpp", ".c"):
                    yield str(path.relative_to(ROOT)), INCLUDE.findall(path.read_text())

    def test_folders_include_only_what_they_may(self):
        wrong = []
        for path, includes in self.sources():
            home, allowed = rule(path)
            self.assertIsNotNone(home, f"{path}: its folder is not in the table")
            for name in includes:
                if not name.startswith(("proto/", "cache/", "pipeline/", "server/", "client/")):
                    continue
                if not name.startswith((home, *allowed)):
                    wrong.append(f"{path} includes {name}")
        self.assertEqual(wrong, [])

    def test_no_folders_form_a_cycle(self):
        arrows = collections.defaultdict(dict)
        for path, includes in self.sources():
            for name in includes:
                if (ROOT / name).exists() and folder(path) != folder(name):
                    arrows[folder(path)][folder(name)] = f"{path} includes {name}"
        self.assertEqual(find_cycle(arrows), [])

    def test_cycles_are_found(self):
        self.assertEqual(find_cycle({"a": {"b": "1"}, "b": {"c": "2"}}), [])
        self.assertEqual(find_cycle({"a": {"b": "1"}, "b": {"c": "2"}, "c": {"b": "3"}}),
                         ["2", "3"])

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
