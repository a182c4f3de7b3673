"""Small programs of CHLO, in the form of those in programs.py. What functions should
give was computed with 50 digits; infinities, NaN and zeros are those of C's library,
poles of digamma NaN as in XLA."""
import numpy as np

inf, nan = np.inf, np.nan
PROGRAMS = []

# Nothing is off by more than some units in the last place.
TOLERANCE = {"f32": 4e-7, "f64": 1e-15}

FUNCTIONS = {
    "acos": ([-1, -0.5, 0.999755859375, 1, 2],
        [3.141592653589793, 2.0943951023931957, 0.02209753650316094, 0.0, nan]),
    "acosh": ([1.0000000001, 1.5, 10000000000.0, 1e300, 1, inf, 0.5],
        [1.4142136208675862e-05, 0.9624236501192069, 23.7189981105004, 691.4686750787737, 0.0,
         inf, nan]),
    "asin": ([-1, 0.5, 1e-05, -0.0, 1.5],
        [-1.5707963267948966, 0.5235987755982989, 1.0000000000166668e-05, -0.0, nan]),
    "asinh": ([-1e300, -0.3, 1e-05, 2, -0.0, -inf],
        [-691.4686750787737, -0.29567304756342244, 9.999999999833334e-06, 1.4436354751788103,
         -0.0, -inf]),
    "atan": ([-1e20, 0.4, 3, inf, nan],
        [-1.5707963267948966, 0.3805063771123649, 1.2490457723982544, 1.5707963267948966, nan]),
    "atanh": ([-0.75, 1e-05, 0.999755859375, 1, -1, 1.5],
        [-0.9729550745276566, 1.0000000000333334e-05, 4.505395634757801, inf, -inf, nan]),
    "bessel_i1e": ([-20, 0.7, 7.9, 8.1, 0.0, inf],
        [-0.08750622218328867, 0.18466998276274732, 0.13489649943989376, 0.13340068832583662,
         0.0, 0.0]),
    "cosh": ([-0.001, 0.5, 2, -inf, 711],
        [1.0000005000000416, 1.1276259652063807, 3.7621956910836314, inf, inf]),
    "digamma": ([-1.5, 0.1, 1.5, 9.5, 0.0, -2, inf],
        [0.7031566406452432, -10.423754940411076, 0.03648997397857652, 2.1977378764029494, nan,
         nan, inf]),
    "erf": ([-0.7, 1e-05, 0.99, 1.01, 3, -inf, nan],
        [-0.6778011938374184, 1.1283791670579e-05, 0.8385080695553698, 0.8468104962282768,
         0.9999779095030014, -1.0, nan]),
    "erf_inv": ([-0.999755859375, 0.3, 0.99999, 1, -1, 1.5],
        [-2.5939005131344874, 0.2724627147267543, 3.123413274341571, inf, -inf, nan]),
    "erfc": ([-3, -0.2, 0.6, 2.5, inf, -inf],
        [1.9999779095030015, 1.2227025892104784, 0.3961439091520741, 0.0004069520174449589,
         0.0, 2.0]),
    "lgamma": ([-1.5, 0.1, 1.9990234375, 9.5, 0.0, -3, 1, 2, -inf],
        [0.860047015376481, 2.252712651734206, -0.0004125677359714894, 11.689333420797269, inf,
         inf, 0.0, 0.0, inf]),
    "sinh": ([-2, 0.001, 0.9, -inf, -0.0],
        [-3.6268604078470186, 0.001000000166666675, 1.0265167257081753, -inf, -0.0]),
    "tan": ([-1.5, 0.5, 20, inf],
        [-14.101419947171719, 0.5463024898437905, 2.237160944224742, nan]),
}
# The last one overflows if it is squared, and is too large for hyperbolic functions.
POINTS = [0.5 - 0.25j, 1.0000001 + 1e-3j, -2 + 1e-300j, -30 + 2j, 1e200 - 1e150j]
COMPLEX_FUNCTIONS = {
    "acos": [1.0691874735193958+0.2813960562452928j, 0.0316185592831227-0.03162699202287855j,
        3.141592653589793-1.3169578969248168j, 3.0749877495989635-4.096287648675977j,
        1e-50+461.2101657793691j],
    "acosh": [0.2813960562452928-1.0691874735193958j, 0.03162699202287855+0.0316185592831227j,
        1.3169578969248168+3.141592653589793j, 4.096287648675977+3.0749877495989635j,
        461.2101657793691-1e-50j],
    "asin": [0.5016088532755008-0.2813960562452928j, 1.539177767511774+0.03162699202287855j,
        -1.5707963267948966+1.3169578969248168j, -1.5041914228040667+4.096287648675977j,
        1.5707963267948966-461.2101657793691j],
    "asinh": [0.4926756834207706-0.2243284526346675j, 0.881373834506917+0.000707106716368408j,
        -1.4436354751788103+4.47213595499958e-301j, -4.096835851484242+0.06653148393443185j,
        461.2101657793691-1e-50j],
    "atan": [0.4842544903299662-0.20058661813123432j,
        0.7853984633974208+0.0004999998666666442j, -1.1071487177940904+2e-301j,
        -1.5376224984884392+0.0022099591422852297j, 1.5707963267948966-1e-250j],
    "atanh": [0.5003700000525311-0.3143981432077165j, 3.8004513147710264+0.7856981633639775j,
        -0.5493061443340549+1.5707963267948966j, -0.03319786849545302+1.5685815018571512j,
        1e-200-1.5707963267948966j],
    "cosh": [1.0925708047319176-0.12892104172809826j, 1.543079980795059+0.0011752011520849894j,
        3.7621956910836314-3.626860407847019e-300j, -2223571295471.4263-4858591919409.123j],
    "sinh": [0.504895714387995-0.2789791283502615j, 1.175200760351246+0.0015430804951552584j,
        -3.6268604078470186+3.7621956910836315e-300j, 2223571295471.4263+4858591919409.123j],
    "tan": [0.504500702698564-0.3124206925025888j, 1.5574027322910269+0.00342551043732328j,
        2.185039863261519+5.7743992040419176e-300j, 0.011565211128783616+1.0354417865444585j],
}

# In the order exponent, start; order, argument.
BINARY = {
    "zeta": ([2, 3.5, 3, 1.0001220703125, 1, 0.5, 2, 3],
             [0.5, 4, -2.5, 7, 2, 2, -3, -3],
             [4.934802200544679, 0.016962176365418732, 0.0541020258208637, 8190.127429598969,
              inf, nan, inf, nan]),
    "polygamma": ([0, 1, 3, 2, -1, 1.5],
                  [1.5, 2.5, -1.25, 10, 1, 1],
                  [0.03648997397857652, 0.49035775610023485, 1558.2209125348506,
                   -0.011049834970802067, nan, nan]),
    "next_after": ([0, 0, 1, 1, inf, nan, 2], [-0.0, -1, 2, 0, 0, 1, 2],
                   [-0.0, -5e-324, 1 + 2**-52, 1 - 2**-53, 1.7976931348623157e308, nan, 2]),
}


def unary(name, element, arguments, expected, tolerance):
    PROGRAMS.append((f"{name}_{element.strip('<>').replace('<', '_')}", f"""
func.func @f(%a: tensor<?x{element}>) -> tensor<?x{element}> {{
  %0 = chlo.{name} %a : tensor<?x{element}> -> tensor<?x{element}>
  return %0 : tensor<?x{element}>
}}""", [arguments], [expected], tolerance))


for name, (xs, ys) in FUNCTIONS.items():
    xs, ys = np.float64(xs), np.float64(ys)
    unary(name, "f64", xs, ys, TOLERANCE["f64"])
    with np.errstate(over="ignore"):
        narrow = xs.astype(np.float32)
        # Only arguments that f32 has, too: for others the results are not those above.
        same = (narrow == xs) | np.isnan(xs)
        unary(name, "f32", narrow[same], ys[same].astype(np.float32), TOLERANCE["f32"])
for name, expected in COMPLEX_FUNCTIONS.items():
    points = np.complex128(POINTS[:len(expected)])
    unary(name, "complex<f64>", points, np.complex128(expected), TOLERANCE["f64"])

for name, (xs, ys, expected) in BINARY.items():
    PROGRAMS.append((name, f"""
func.func @f(%a: tensor<?xf64>, %b: tensor<?xf64>) -> tensor<?xf64> {{
  %0 = chlo.{name} %a, %b : tensor<?xf64>, tensor<?xf64> -> tensor<?xf64>
  return %0 : tensor<?xf64>
}}""", [np.float64(xs), np.float64(ys)], [np.float64(expected)], TOLERANCE["f64"]))

M = np.int64([-2**63, 2**63 - 1, 3, -2**62])
PROGRAMS.append(("mulhi", """
func.func @f(%a: tensor<4xi64>) -> tensor<4xi64> {
  %0 = chlo.mulhi %a, %a : tensor<4xi64>, tensor<4xi64> -> tensor<4xi64>
  return %0 : tensor<4xi64>
}""", [M], [np.int64([int(m)**2 >> 64 for m in M])], 0))

# Either size may turn out to be 1.
for left, right in (((2, 1), (1, 3)), ((2, 3), (2, 3)), ((0, 3), (1, 3))):
    X = np.arange(np.prod(left), dtype=np.float32).reshape(left)
    Y = np.arange(np.prod(right), dtype=np.float32).reshape(right)
    PROGRAMS.append((f"broadcast_{left}_{right}".replace(" ", ""), """
func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_subtract %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}""", [X, Y], [X - Y], 0))

# NaN is the largest, zeros differ, and of equal ones the first comes first.
PROGRAMS.append(("top_k", """
func.func @f(%a: tensor<?xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
  %0:2 = chlo.top_k(%a, k = 6) : tensor<?xf32> -> (tensor<6xf32>, tensor<6xi32>)
  return %0#0, %0#1 : tensor<6xf32>, tensor<6xi32>
}""", [np.float32([1, -0.0, nan, 0, 1, -inf, inf])],
    [np.float32([nan, inf, 1, 1, 0, -0.0]), np.int32([2, 6, 0, 4, 3, 1])], 0))

PROGRAMS.append(("scan", """
func.func @f(%x: tensor<2x3xi32>, %i: tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>) {
  %0:2 = chlo.scan(%x) inits(%i) dimension=1 attributes {is_reverse = true} {
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %1 = stablehlo.add %a, %b : tensor<2xi32>
    stablehlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3xi32>, tensor<2xi32>
}""", [np.int32([[1, 2, 3], [4, 5, 6]]), np.int32([10, 20])],
    [np.int32([[16, 15, 13], [35, 31, 26]]), np.int32([16, 35])], 0))

# The second group is empty and must not reach the others; the last row has none.
L = np.arange(8, dtype=np.float32).reshape(4, 2)
R = np.stack([np.eye(2), np.full((2, 2), nan), 2 * np.eye(2)]).astype(np.float32)
PROGRAMS.append(("ragged_rows", """
func.func @f(%l: tensor<4x2xf32>, %r: tensor<3x2x2xf32>, %s: tensor<3xi32>) -> tensor<4x2xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
    lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>
  } : (tensor<4x2xf32>, tensor<3x2x2xf32>, tensor<3xi32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}""", [L, R, np.int32([1, 0, 2])], [L * np.float32([[1], [2], [2], [0]])], 0))

PROGRAMS.append(("ragged_contracted", """
func.func @f(%l: tensor<4x2xf32>, %r: tensor<4x2xf32>, %s: tensor<2xi32>) -> tensor<2x2x2xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
    lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0],
    lhs_ragged_dimensions = [0]>
  } : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<2xi32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}""", [L, L, np.int32([1, 3])], [np.stack([L[:1].T @ L[:1], L[1:].T @ L[1:]])], 0))
