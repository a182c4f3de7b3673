"""When a result is right: PyTorch's shape and type, integers and bools equal, floats
within the tolerance of the case, which is that of torch-mlir's own suite.
"""
import numpy as np

DEFAULTS = {"rtol": 1e-3, "atol": 1e-7}


def widen(array):
    """bf16 as floats; other opaque elements stay bits."""
    if array.dtype == np.dtype("V2"):
        return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return array.view(np.uint8) if array.dtype.kind == "V" else array


def same_type(got, expected):
    """A program's scalars are i1, i64 and f64, whatever numpy kept them as."""
    if got.ndim == 0 and got.dtype.kind == expected.dtype.kind:
        return True
    return got.dtype == expected.dtype


def difference(got, expected, tolerance, values=True):
    """What is wrong with a result, in words; empty if nothing is."""
    if got.shape != expected.shape:
        return f"has shape {list(got.shape)}, not {list(expected.shape)}"
    if not same_type(got, expected):
        return f"has type {got.dtype}, not {expected.dtype}"
    if not values:
        return ""
    got, expected = widen(got), widen(expected)
    if expected.dtype.kind in "iub":
        wrong = got != expected
    else:
        tolerance = {**DEFAULTS, **tolerance}
        wrong = ~np.isclose(got, expected, rtol=tolerance["rtol"], atol=tolerance["atol"],
                            equal_nan=True)
    if not wrong.any():
        return ""
    place = tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.ndim else ()
    return (f"differs in {int(wrong.sum())} of {wrong.size} elements, first at "
            f"{list(place)}: {got[place]}, not {expected[place]}")
