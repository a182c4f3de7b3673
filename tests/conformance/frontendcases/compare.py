"""When a result is right: shape and type of the model's own, |got - want| within
atol + rtol * |want|, NaN equal to NaN, integers to the bit.

"Close" is a second mark: integers that are at most one step off on at most 1 % of the
elements, as the optimised kernels of the frameworks are.
"""
import numpy as np

CLOSE_SHARE = 0.01
# Elements of fewer bits than a byte, whose upper bits say nothing.
NARROW = {"int4": 4, "uint4": 4, "int2": 2, "uint2": 2, "float4e2m1": 4,
          "float4_e2m1fn": 4}


def widen(array):
    """bf16 as floats; other opaque elements stay bits."""
    if array.dtype.kind != "V":
        return array
    if array.dtype.itemsize == 2:
        return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return array.view(np.uint8)


def stored(array, dtype):
    """What stands for the model's type where .npy has none: unsigned integers."""
    if dtype.lower() == "bfloat16" and array.dtype == np.uint16:
        return (array.astype(np.uint32) << 16).view(np.float32)
    bits = NARROW.get(dtype.lower())
    return array.astype(np.uint8) & ((1 << bits) - 1) if bits else array


def off_by(got, want):
    """The largest difference of integers, and the share of elements that differ."""
    difference = np.abs(got.astype(np.int64) - want.astype(np.int64))
    return int(difference.max(initial=0)), float((difference != 0).mean()) if got.size else 0


def judge(got, want, dtype, tolerance, values=True):
    """("right" | "close" | "wrong", why not right)."""
    if got.shape != want.shape:
        return "wrong", f"has shape {list(got.shape)}, not {list(want.shape)}"
    got, want = stored(widen(got), dtype), stored(want, dtype)
    if got.dtype != want.dtype:
        return "wrong", f"has type {got.dtype}, not {want.dtype}"
    if not values:
        return "right", ""
    if want.dtype.kind in "iub":
        wrong = got != want
    else:
        with np.errstate(all="ignore"):
            wrong = ~((np.abs(got - want) <= tolerance["atol"] + tolerance["rtol"] * np.abs(want))
                      | (got == want) | (np.isnan(got) & np.isnan(want)))
    if not wrong.any():
        return "right", ""
    place = tuple(int(i) for i in np.argwhere(wrong)[0]) if wrong.ndim else ()
    why = (f"differs in {int(wrong.sum())} of {wrong.size} elements, first at "
           f"{list(place)}: {got[place]}, not {want[place]}")
    if want.dtype.kind in "iu":
        steps, share = off_by(got, want)
        why += f", by {steps} at most"
        if steps <= 1 and share <= CLOSE_SHARE:
            return "close", why
    return "wrong", why
