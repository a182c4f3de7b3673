#!/usr/bin/env python3
"""Layers of the models by kernels of our own and by a library, beside each other.

usage: offload.py --bin DIR [--library NAME] [--targets x86-64-v4,...] [--models REGEX]
                  [--functions REGEX] [--repeat N] [--rounds N] [--threads N] [--json F] [--markdown F]

A layer is, for dnnl, a kernel of a model's plan that a row of the library's table takes: a
product, a convolution, a pool, a softmax, with what is fused behind it; for xnnpack a layer of
quantised_layers.py. Each is compiled three times for
each target: by our kernels alone, with all of it handed to the library (the option
`all` of ingot-offload), and as the target TARGET+LIBRARY decides, if there is one. They
take turns; figures are the shortest of all calls, in microseconds. README.md has the
table. Results of bytes are compared with those of our kernels.
"""
import argparse
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import numpy as np

import quantised_layers

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
VECTOR_BITS = {"x86-64": 128, "x86-64-v2": 128, "x86-64-v3": 256, "x86-64-v4": 512}
VERSIONS = {"dnnl": "2.6", "xnnpack": "0"}
# Where ops are handed over.
POINTS = {"dnnl": "plan", "xnnpack": "decompose"}
# One form of each model; weights are arguments of the JAX ones.
FORMS = ["ppocr_cls/model.linalg_mlprogram.mlirbc", "ppocr_det/model.linalg_mlprogram.mlirbc",
         "basic_pitch/model.linalg_mlprogram.mlirbc", "silero_vad/model.linalg_mlprogram.mlirbc",
         "minilm_l6_w8/model.linalg_mlprogram.mlirbc", "jax_bert_base/model.stablehlo.mlir",
         "jax_minilm_l6/model.stablehlo.mlir", "jax_resnet18/model.stablehlo.mlir",
         "jax_resnet50/model.stablehlo.mlir", "jax_mobilenet_v2_035/model.stablehlo.mlir",
         "jax_mlp/model.stablehlo.mlir", "jax_lstm/model.stablehlo.mlir"]
KERNEL = re.compile(r"^  module @(\S+) attributes .*?\n    func\.func @kernel\((.*?)\) -> (.*?)"
                    r" attributes \{[^}]*\} \{\n(.*?)^    \}\n  \}$", re.M | re.S)
DTYPES = {"f32": np.float32, "i32": np.int32, "i64": np.int64, "i8": np.int8, "i1": np.bool_}


def layers(plan):
    """Programs of one kernel each, by its name in the plan."""
    for name, arguments, result, body in KERNEL.findall(plan):
        typed = [a.split(": ", 1) for a in re.split(r", (?=%arg)", arguments)]
        # Sizes that only the run knows are not offloaded; a pad or a copy is no layer.
        if "?" in arguments or '"reduction"' not in body and "_conv_" not in body \
                and "linalg.conv" not in body \
                and "matmul" not in body and "pool" not in body:
            continue
        count = result.count("tensor<")
        out = "".join(f"    {n} = tensor.empty() : {t}\n" for n, t in typed[-count:])
        ins = ", ".join(f"{n}: {t}" for n, t in typed[:-count])
        yield name, (f"func.func @main({ins}) -> {result} {{\n{out}{body}}}\n",
                     [t for _, t in typed[:-count]])


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.ingot = pathlib.Path(options.bin).resolve() / "ingot"
        self.registered = set(re.findall(r"^\S+", self.call("targets"), re.M))

    def call(self, *arguments):
        done = subprocess.run([self.ingot, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        return done.stdout + done.stderr

    def plan(self, model, target):
        out = self.folder / "plan.mlir"
        self.call("compile", model, "--target", target, "--emit", "mlir:plan", "-o", out)
        return out.read_text()

    def everything(self, base):
        """A description that hands over whatever the library takes."""
        library = self.options.library
        path = self.folder / f"{base}-all.textproto"
        path.write_text(
            f"target {{ base: '{base}' phases {{ name: '{POINTS[library]}' pipeline: 'ingot-offload"
            f"{{library={library} vector-bits={VECTOR_BITS.get(base, 512)} all=true}}' }} libraries {{ "
            f"name: '{library}' file: 'libingot-{library}.so' version: "
            f"'{VERSIONS[library]}' }} }}\n")
        return path

    def time(self, executable, inputs):
        done = self.call("run", executable, *inputs, "--threads", self.options.threads,
                         "--repeat", self.options.repeat, "--json")
        return 1e3 * json.loads(done)["milliseconds"]["minimum"]

    def inputs(self, types):
        """Arguments of `ingot run`."""
        inputs = []
        for i, text in enumerate(types):
            *sizes, element = text[len("tensor<"):-1].split("x")
            path, random = self.folder / f"in_{i}.npy", np.random.default_rng(i)
            sizes = [int(size) for size in sizes]
            np.save(path, random.integers(-128, 128, sizes, np.int8) if element == "i8" else
                    random.standard_normal(sizes).astype(DTYPES[element]))
            inputs += ["--input", path]
        return inputs

    def difference(self, made, inputs):
        """Parts of a million that are another byte than ours, and the largest step."""
        results = []
        for who in ("ours", "library"):
            out = self.folder / who
            self.call("run", made[who], *inputs, "--output-dir", out)
            results.append(np.load(out / "output_0.npy"))
        if results[0].dtype != np.int8:
            return {}
        steps = np.abs(results[0].astype(int) - results[1])
        return {"other": 1e6 * float((steps != 0).mean()), "step": int(steps.max())}

    def measure(self, name, program, types, base):
        """Microseconds by who computes it; None if the library takes nothing of it."""
        source = self.folder / f"{name}.mlir"
        source.write_text(program)
        made, calls = {}, {}
        targets = {"library": self.everything(base), "ours": base}
        if f"{base}+{self.options.library}" in self.registered:
            targets["chosen"] = f"{base}+{self.options.library}"
        for who, target in targets.items():
            made[who] = self.folder / f"{name}.{who}.so"
            answer = json.loads(self.call("compile", source, "--target", target, "-o",
                                          made[who], "--json"))
            calls[who] = answer.get("custom_ops", [])
            if who == "library" and not any(re.search(self.options.functions, call["name"])
                                            for call in calls[who]):
                return None
        inputs = self.inputs(types)
        times = {who: math.inf for who in made}
        for _ in range(self.options.rounds):
            for who, executable in made.items():
                times[who] = min(times[who], self.time(executable, inputs))
        times.setdefault("chosen", times["ours"])
        return times | self.difference(made, inputs) | {
            "function": calls["library"][0]["name"],
            "attributes": json.loads(calls["library"][0]["attributes"]),
            "offloaded": bool(calls.get("chosen"))}

    def layers(self):
        """(model, target, name, (program, types), what is known of it)"""
        targets = self.options.targets.split(",")
        if self.options.library == "xnnpack":
            for model, layer in quantised_layers.layers(self.options.models):
                program = layer.program(np.random.default_rng(1))
                for target in targets:
                    yield model, target, layer.name, program, {"sizes": layer.name,
                                                               "work": layer.work}
            return
        for form in FORMS:
            if not re.search(self.options.models, form):
                continue
            for target in targets:
                for name, program in layers(self.plan(SHARED / "models" / form, target)):
                    yield form.split("/")[0], target, name, program, {}


def shape(row):
    """The sizes of a call, for people."""
    if "sizes" in row:
        return row["sizes"]
    a = row["attributes"]
    sizes = "x".join(map(str, a["sizes"])) if "sizes" in a else ""
    if "kernel" not in a:
        return sizes
    return (f"{'x'.join(map(str, a['in']))} -> {'x'.join(map(str, a['out']))}, {sizes}, "
            f"window {'x'.join(map(str, a['kernel']))}")


def work(row):
    if "work" in row:
        return row["work"]
    a = row["attributes"]
    return math.prod(a["sizes"]) * math.prod(a.get("out", [])) * math.prod(a.get("kernel", []))


def table(rows):
    lines = ["| target | model | function | sizes | thousand steps | ours, us | library, us | "
             "ours / library | chosen | chosen / best |", "| --- " * 10 + "|"]
    for row in rows:
        best = min(row["ours"], row["library"])
        lines.append(
            f"| {row['target']} | {row['model']} | {row['function']} | {shape(row)} | "
            f"{work(row) / 1e3:.0f} | {row['ours']:.1f} | {row['library']:.1f} | "
            f"{row['ours'] / row['library']:.2f} | "
            f"{'library' if row['offloaded'] else 'ours'} | {row['chosen'] / best:.2f} |")
    for target in dict.fromkeys(row["target"] for row in rows):
        of = [row for row in rows if row["target"] == target]
        ratios = [row["chosen"] / min(row["ours"], row["library"]) for row in of]
        wins = sum(row["library"] < row["ours"] for row in of)
        lines.append(f"\n{target}: {len(of)} layers, the library is faster on {wins}; chosen / "
                     f"best: mean {statistics.geometric_mean(ratios):.3f}, largest "
                     f"{max(ratios):.2f}")
        others = [row["other"] for row in of if "other" in row]
        if others:
            lines.append(f"of a million bytes {statistics.mean(others):.0f} are others, by "
                         f"{max(row['step'] for row in of)} at most")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--library", default="dnnl")
    parser.add_argument("--targets", default="x86-64-v4,x86-64-v3,x86-64")
    parser.add_argument("--models", default="")
    parser.add_argument("--functions", default="", help="of the library, such as pooling")
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--markdown")
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, pathlib.Path(folder))
        for model, target, name, (program, types), known in bench.layers():
            try:
                row = bench.measure(name, program, types, target)
            except RuntimeError as fault:
                print(f"{model}: {name}: {fault}", file=sys.stderr)
                continue
            if row:
                rows.append(row | known | {"target": target, "model": model})
                print(table(rows[-1:]).splitlines()[2], flush=True)
    text = table(rows)
    print(text.split("\n\n", 1)[-1])
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))
    if options.markdown:
        pathlib.Path(options.markdown).write_text(text + "\n")


if __name__ == "__main__":
    main()
