"""ingot_compile: a model as a native executable.

    load("//third_party/ingot:ingot.bzl", "ingot_compile")

    ingot_compile(
        name = "classifier",
        src = "model.onnx",
        data = ["model.onnx.data"],  # files that the model refers to
        machine = "x86-64-v3",
    )

makes classifier.so and, in the output group "weights", classifier.safetensors. The
action runs the command `ingot` of the execution platform's PATH, or the label
`ingot`. It goes to a service: pass its address and token into the sandbox by
`--action_env=INGOT_SERVER --action_env=INGOT_TOKEN_FILE`. The answer depends on
nothing but the inputs and the compiler's build, so the action may be cached.
"""

def _ingot_compile_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".so")
    weights = ctx.actions.declare_file(ctx.label.name + ".safetensors")
    args = ctx.actions.args()
    args.add("compile").add(ctx.file.src).add("-o", out).add("--quiet")
    if ctx.attr.machine:
        args.add("--target", ctx.attr.machine)
    args.add_all(ctx.attr.options)
    tools = []
    program = "ingot"
    if ctx.executable.ingot:
        program = ctx.executable.ingot.path
        tools = [ctx.executable.ingot]

    # A model without weights has no file for them; an action makes all it says.
    ctx.actions.run_shell(
        outputs = [out, weights],
        inputs = [ctx.file.src] + ctx.files.data,
        tools = tools,
        arguments = [program, weights.path, args],
        command = 'program="$1"; weights="$2"; shift 2; "$program" "$@" && ' +
                  '{ [ -e "$weights" ] || : > "$weights"; }',
        mnemonic = "IngotCompile",
        progress_message = "Compiling model %{label}",
        use_default_shell_env = True,
        execution_requirements = {"requires-network": "1"},
    )
    return [
        DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out, weights])),
        OutputGroupInfo(weights = depset([weights])),
    ]

ingot_compile = rule(
    implementation = _ingot_compile_impl,
    doc = "Compiles a model by Ingot.",
    attrs = {
        "src": attr.label(allow_single_file = True, mandatory = True, doc = "The model."),
        "data": attr.label_list(allow_files = True, doc = "Files that the model refers to."),
        "machine": attr.string(doc = "What --target takes; empty: where the service runs."),
        "options": attr.string_list(doc = "More options of `ingot compile`."),
        "ingot": attr.label(executable = True, cfg = "exec", doc = "The command; default: of PATH."),
    },
)
