#!/usr/bin/env python3
"""Writes Operators.def from the schemas that an installed PyTorch registers.

    generate_operators.py > Operators.def

The table holds the operators that an exported program can hold: functional ones
of `aten` and `prims`, and by name what TorchScript and in-place programs need
besides (NAMED). Operators of libraries that PyTorch does not register itself
are EXTRA, from those libraries' public registrations.
"""

import re
import sys

import torch

# In-place and TorchScript operators that torch-mlir's dialect has.
NAMED = """
aten::Delete.Dict_str aten::_index_put_impl_ aten::_set_item.str aten::_set_item.t aten::abs_ aten::absolute_
aten::acos_ aten::acosh_ aten::add_.Scalar aten::add_.Tensor aten::addcdiv_ aten::addcmul_ aten::append.t
aten::arange.start_out aten::asin_ aten::asinh_ aten::atan2_ aten::atan_ aten::atanh_ aten::baddbmm_
aten::bernoulli_.Tensor aten::bernoulli_.float aten::bitwise_and_.Scalar aten::bitwise_and_.Tensor
aten::bitwise_left_shift_.Tensor aten::bitwise_not_ aten::bitwise_or_.Tensor aten::bitwise_right_shift_.Tensor
aten::bitwise_xor_.Tensor aten::ceil_ aten::celu_ aten::clamp_ aten::clamp_.Tensor aten::clamp_max_
aten::clamp_max_.Tensor aten::clamp_min_ aten::clamp_min_.Tensor aten::copy_ aten::copysign_.Tensor aten::cos_
aten::cosh_ aten::div_.Scalar aten::div_.Scalar_mode aten::div_.Tensor aten::div_.Tensor_mode aten::dropout_
aten::elu_ aten::eq_.Scalar aten::eq_.Tensor aten::erf_ aten::erfinv_ aten::exp2_ aten::exp_ aten::expm1_
aten::fill_.Scalar aten::fill_.Tensor aten::fix_ aten::floor_ aten::fmod_.Scalar aten::frac_ aten::ge_.Scalar
aten::ge_.Tensor aten::gt_.Scalar aten::gt_.Tensor aten::hardsigmoid_ aten::hardswish_ aten::hardtanh_
aten::heaviside_ aten::index_put_ aten::index_put_.hacked_twin aten::insert.t aten::le_.Scalar
aten::le_.Tensor aten::leaky_relu_ aten::lerp_.Scalar aten::lerp_.Tensor aten::log10_ aten::log1p_ aten::log2_
aten::log_ aten::logical_and_ aten::logical_not_ aten::logical_or_ aten::logical_xor_ aten::logit_
aten::lt_.Scalar aten::lt_.Tensor aten::masked_fill_.Scalar aten::masked_fill_.Tensor aten::masked_scatter_
aten::mul_.Scalar aten::mul_.Tensor aten::ne_.Scalar aten::ne_.Tensor aten::neg_ aten::reciprocal_
aten::relu6_ aten::relu_ aten::resize_ aten::round_ aten::round_.decimals aten::rrelu_ aten::rrelu_with_noise
aten::rrelu_with_noise_ aten::rsqrt_ aten::scatter_.src aten::scatter_.value aten::scatter_add_
aten::scatter_reduce_.two aten::selu_ aten::sgn_ aten::sigmoid_ aten::sign_ aten::silu_ aten::sin_ aten::sinh_
aten::sort.int aten::sqrt_ aten::square_ aten::sub_.Scalar aten::sub_.Tensor aten::tan_ aten::tanh_
aten::threshold_ aten::tril_ aten::triu_ aten::trunc_ aten::uniform_ aten::unsqueeze_ aten::zero_
prim::NumToTensor.Scalar prim::RaiseException prim::TupleIndex prim::Uninitialized prim::abs.Scalar
prim::device prim::dtype prim::layout prim::max.int prim::max.self_int prim::min.int prim::min.self_int
prim::unchecked_cast quantized::linear
""".split()

EXTRA = [
    # torchvision
    "torchvision::deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, "
    "int stride_h, int stride_w, int pad_h, int pad_w, int dilation_h, int dilation_w, int groups, "
    "int offset_groups, bool use_mask) -> Tensor",
    "torchvision::nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor",
    "torchvision::roi_align(Tensor input, Tensor rois, float spatial_scale, int pooled_height, "
    "int pooled_width, int sampling_ratio, bool aligned) -> Tensor",
    "torchvision::roi_pool(Tensor input, Tensor rois, float spatial_scale, int pooled_height, "
    "int pooled_width) -> (Tensor, Tensor)",
    # torch.ao, torchao
    "quantized_decomposed::quantize_per_tensor(Tensor input, float scale, int zero_point, int quant_min, "
    "int quant_max, ScalarType dtype) -> Tensor",
    "quantized_decomposed::dequantize_per_tensor(Tensor input, float scale, int zero_point, int quant_min, "
    "int quant_max, ScalarType dtype, *, ScalarType? out_dtype=None) -> Tensor",
    "quantized_decomposed::quantize_per_channel(Tensor input, Tensor scales, Tensor zero_points, int axis, "
    "int quant_min, int quant_max, ScalarType dtype) -> Tensor",
    "quantized_decomposed::dequantize_per_channel(Tensor input, Tensor scales, Tensor? zero_points, int axis, "
    "int quant_min, int quant_max, ScalarType dtype, *, ScalarType? out_dtype=None) -> Tensor",
    # torch-mlir's own
    "quant::matmul_rhs_group_quant(Tensor lhs, Tensor rhs, Tensor rhs_scale, Tensor rhs_zero_point, "
    "int rhs_bit_width, int rhs_group_size) -> Tensor",
    "onnx::rotary_embedding(Tensor input, Tensor position_ids, Tensor cos_cache, Tensor sin_cache, "
    "int interleaved, int is_packed_batching, int num_heads, int rotary_embedding_dim, float scale) -> Tensor",
    "valsem::aten.bernoulli.float(Tensor self, float p, Generator? generator) -> Tensor",
]

# Types that the dialect cannot express.
UNKNOWN_TYPES = re.compile(
    r"(?<![:.])\b(complex|Storage|Stream|Future|Await|RRef|QScheme|AnyEnumType|AnyClassType|ConstQuantizerPtr|PyObject)\b"
)
# Lists of tuples, as dictionaries are made of.
TUPLES = re.compile(r"[(,] *\(|-> \(.*\)\[\]")
# Operators of one vendor's library and of PyTorch's own tests; mkldnn's stay, for
# exports on a CPU hold them.
UNUSED = re.compile(r"::_test_|cudnn|miopen|_mps\b|_cuda\b|nnpack|fbgemm|_cslt|triton|cusparse")

HEAD = """\
//===- Operators.def - every operator of PyTorch that is known ------------===//
//
// Schemas as PyTorch {version} registers them, written by
// generate_operators.py. An operator is one line; one that draws from the random
// generator is a TORCH_RANDOM_OPERATOR. See Schema.h for the grammar.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_OPERATOR
#define TORCH_OPERATOR(schema)
#endif
#ifndef TORCH_RANDOM_OPERATOR
#define TORCH_RANDOM_OPERATOR(schema)
#endif

// clang-format off
"""

TAIL = """\
// clang-format on

#undef TORCH_OPERATOR
#undef TORCH_RANDOM_OPERATOR
"""


def qualified_name(schema):
    return schema.name + ("." + schema.overload_name if schema.overload_name else "")


def wanted(name, text):
    """A functional operator of a namespace that exports use."""
    if name in NAMED:
        return True
    if not name.startswith(("aten::", "prims::")) or UNKNOWN_TYPES.search(text) or TUPLES.search(text):
        return False
    return "!" not in text and "..." not in text and "__torch__" not in text and not UNUSED.search(name)


def is_random(name):
    """PyTorch tags what draws from a generator; TorchScript's have no tags."""
    space, _, rest = name.partition("::")
    base, _, overload = rest.partition(".")
    try:
        operator = getattr(getattr(getattr(torch.ops, space), base), overload or "default")
    except (AttributeError, RuntimeError):
        return False
    return torch.Tag.nondeterministic_seeded in operator.tags


def normalise(text):
    """Sets of memory are not needed beyond what is written and what is shared."""
    text = re.sub(r"\(([a-z])(!?)(?:\|[a-z])* -> [^)]*\)", r"(\1\2)", text)
    text = re.sub(r"\(([a-z])(?:\|[a-z])+\)", r"(\1)", text)
    return text.replace('"', "'")


def main():
    # The first import registers the references of `prims`.
    import torch._refs  # noqa: F401

    rows = {}
    for schema in torch._C._jit_get_all_schemas():
        name = qualified_name(schema)
        text = normalise(str(schema))
        if wanted(name, text):
            rows.setdefault(name, (text, is_random(name)))
    for text in EXTRA:
        rows[text.partition("(")[0]] = (text, "bernoulli" in text)
    missing = sorted(set(NAMED) - set(rows))
    if missing:
        sys.exit(f"not registered by PyTorch {torch.__version__}: {' '.join(missing)}")
    out = [HEAD.format(version=torch.__version__.partition("+")[0])]
    for _, (text, random) in sorted(rows.items()):
        macro = "TORCH_RANDOM_OPERATOR" if random else "TORCH_OPERATOR"
        escaped = text.replace("\\", "\\\\")
        out.append(f'{macro}("{escaped}")\n')
    sys.stdout.write("".join(out) + TAIL)


if __name__ == "__main__":
    main()
