"""Which operators of a GraphDef have a say in what it gives: those that a result reads, or
waits for. Nodes beside them are not executed."""
import collections
import subprocess

from graph_def import DEFINITION


def parsed(lines):
    """A message of protoc's text: a list of values for each field."""
    message = collections.defaultdict(list)
    for line in lines:
        field, _, value = line.strip().partition(": ")
        if field == "}":
            break
        if field.endswith(" {"):
            message[field[:-2]].append(parsed(lines))
        else:
            message[field].append(value.strip('"'))
    return message


def decoded(data, kind="Graph"):
    text = subprocess.run(
        ["protoc", f"--proto_path={DEFINITION.parent}",
         f"--decode=ingot.tensorflow.format.{kind}", DEFINITION.name],
        input=data, check=True, capture_output=True).stdout
    return parsed(iter(text.decode(errors="replace").splitlines()))


def functions_named(node):
    """What it calls: its operator, and functions among its attributes."""
    yield node["op"][0]
    for attribute in node["attr"]:
        for value in attribute["value"]:
            for function in value["func"] + [f for some in value["list"] for f in some["func"]]:
                yield from function["name"]


def reached(graph, results):
    """Operators from these results back, in functions as well."""
    library = {function["signature"][0]["name"][0]: function
               for one in graph["library"] for function in one["function"]}
    operators, entered = set(), set()

    def walk(nodes, roots):
        by_name = {node["name"][0]: node for node in nodes}
        seen, open_ = set(), list(roots)
        while open_:
            name = open_.pop().lstrip("^").partition(":")[0]
            if name in seen or name not in by_name:
                continue
            seen.add(name)
            node = by_name[name]
            operators.add(node["op"][0])
            open_ += node["input"]
            for called in functions_named(node):
                if called in library and called not in entered:
                    entered.add(called)
                    body = library[called]
                    walk(body["node_def"], [end["value"][0]
                                            for end in body["ret"] + body["control_ret"]])

    walk(graph["node"], results)
    return operators


def reached_in(folder, meta):
    """Those of a public case, from the results that it compares."""
    if meta["form"] == "saved_model":
        model = decoded((folder / "saved_model" / "saved_model.pb").read_bytes(), "SavedModel")
        graph = model["meta_graphs"][0]
        results = [entry["value"][0]["name"][0] for named in graph["signature_def"]
                   if named["key"][0] == meta["signature_key"]
                   for entry in named["value"][0]["outputs"]]
        # What restores the variables that they read.
        results += [name for saver in graph["saver_def"] for name in saver["restore_op_name"]]
        return reached(graph["graph_def"][0], results)
    return reached(decoded((folder / "graph.pb").read_bytes()),
                   [output["tensor"] for output in meta["signature"]["outputs"]])
