"""The kinds of steps. A generator adds one step (or a few) to a builder, or raises
Unfit; generators of one name share a kind, which --only takes."""
KINDS = {}


def kind(name):
    def add(generator):
        KINDS.setdefault(name, []).append(generator)
        return generator
    return add


def load():
    """Imports every module that has generators."""
    # pylint: disable=import-outside-toplevel,unused-import
    from . import control, elementwise, indexing, linear, movement, reductions
    return KINDS
