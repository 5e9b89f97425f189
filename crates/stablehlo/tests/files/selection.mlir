//! name: select f32 by a tensor
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[1.0e+00, 2.0e+00, 3.0e+00]> : tensor<3xf32>
//! input: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xf32>
//! expect: dense<[1.0e+00, 5.0e+00, 3.0e+00]> : tensor<3xf32>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xf32>, %c: tensor<3xf32>) -> (tensor<3xf32>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<3xi1>, tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: select f32 by a scalar
//! input: dense<false> : tensor<i1>
//! input: dense<[1.0e+00, 2.0e+00, 3.0e+00]> : tensor<3xf32>
//! input: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xf32>
//! expect: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xf32>
func.func public @main(%a: tensor<i1>, %b: tensor<3xf32>, %c: tensor<3xf32>) -> (tensor<3xf32>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: select bf16 by a tensor
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[1.0e+00, 2.0e+00, 3.0e+00]> : tensor<3xbf16>
//! input: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xbf16>
//! expect: dense<[1.0e+00, 5.0e+00, 3.0e+00]> : tensor<3xbf16>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xbf16>, %c: tensor<3xbf16>) -> (tensor<3xbf16>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<3xi1>, tensor<3xbf16>
  return %r0 : tensor<3xbf16>
}

// -----
//! name: select bf16 by a scalar
//! input: dense<false> : tensor<i1>
//! input: dense<[1.0e+00, 2.0e+00, 3.0e+00]> : tensor<3xbf16>
//! input: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xbf16>
//! expect: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xbf16>
func.func public @main(%a: tensor<i1>, %b: tensor<3xbf16>, %c: tensor<3xbf16>) -> (tensor<3xbf16>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3xbf16>
  return %r0 : tensor<3xbf16>
}

// -----
//! name: select i8 by a tensor
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[1, 2, 3]> : tensor<3xi8>
//! input: dense<[4, 5, 6]> : tensor<3xi8>
//! expect: dense<[1, 5, 3]> : tensor<3xi8>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi8>, %c: tensor<3xi8>) -> (tensor<3xi8>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<3xi1>, tensor<3xi8>
  return %r0 : tensor<3xi8>
}

// -----
//! name: select i8 by a scalar
//! input: dense<false> : tensor<i1>
//! input: dense<[1, 2, 3]> : tensor<3xi8>
//! input: dense<[4, 5, 6]> : tensor<3xi8>
//! expect: dense<[4, 5, 6]> : tensor<3xi8>
func.func public @main(%a: tensor<i1>, %b: tensor<3xi8>, %c: tensor<3xi8>) -> (tensor<3xi8>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3xi8>
  return %r0 : tensor<3xi8>
}

// -----
//! name: select ui64 by a tensor
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[1, 2, 3]> : tensor<3xui64>
//! input: dense<[4, 5, 6]> : tensor<3xui64>
//! expect: dense<[1, 5, 3]> : tensor<3xui64>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xui64>, %c: tensor<3xui64>) -> (tensor<3xui64>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<3xi1>, tensor<3xui64>
  return %r0 : tensor<3xui64>
}

// -----
//! name: select ui64 by a scalar
//! input: dense<false> : tensor<i1>
//! input: dense<[1, 2, 3]> : tensor<3xui64>
//! input: dense<[4, 5, 6]> : tensor<3xui64>
//! expect: dense<[4, 5, 6]> : tensor<3xui64>
func.func public @main(%a: tensor<i1>, %b: tensor<3xui64>, %c: tensor<3xui64>) -> (tensor<3xui64>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3xui64>
  return %r0 : tensor<3xui64>
}

// -----
//! name: select i1 by a tensor
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[false, false, true]> : tensor<3xi1>
//! expect: dense<[true, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi1>, %c: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<3xi1>, tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: select i1 by a scalar
//! input: dense<false> : tensor<i1>
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[false, false, true]> : tensor<3xi1>
//! expect: dense<[false, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<i1>, %b: tensor<3xi1>, %c: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: select f64 by a tensor
//! input: dense<[true, false, true]> : tensor<3xi1>
//! input: dense<[1.0e+00, 2.0e+00, 3.0e+00]> : tensor<3xf64>
//! input: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xf64>
//! expect: dense<[1.0e+00, 5.0e+00, 3.0e+00]> : tensor<3xf64>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xf64>, %c: tensor<3xf64>) -> (tensor<3xf64>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<3xi1>, tensor<3xf64>
  return %r0 : tensor<3xf64>
}

// -----
//! name: select f64 by a scalar
//! input: dense<false> : tensor<i1>
//! input: dense<[1.0e+00, 2.0e+00, 3.0e+00]> : tensor<3xf64>
//! input: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xf64>
//! expect: dense<[4.0e+00, 5.0e+00, 6.0e+00]> : tensor<3xf64>
func.func public @main(%a: tensor<i1>, %b: tensor<3xf64>, %c: tensor<3xf64>) -> (tensor<3xf64>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3xf64>
  return %r0 : tensor<3xf64>
}

// -----
//! name: clamp f32 between scalars
//! input: dense<2.0e+00> : tensor<f32>
//! input: dense<[0.0e+00, 3.0e+00, 7.0e+00, 1.0e+02]> : tensor<4xf32>
//! input: dense<9.0e+00> : tensor<f32>
//! expect: dense<[2.0e+00, 3.0e+00, 7.0e+00, 9.0e+00]> : tensor<4xf32>
func.func public @main(%a: tensor<f32>, %b: tensor<4xf32>, %c: tensor<f32>) -> (tensor<4xf32>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----
//! name: clamp f32 between tensors
//! input: dense<[1.0e+00, 4.0e+00, 5.0e+00, 6.0e+00]> : tensor<4xf32>
//! input: dense<[0.0e+00, 3.0e+00, 7.0e+00, 1.0e+02]> : tensor<4xf32>
//! input: dense<[2.0e+00, 8.0e+00, 6.0e+00, 5.0e+01]> : tensor<4xf32>
//! expect: dense<[1.0e+00, 4.0e+00, 6.0e+00, 5.0e+01]> : tensor<4xf32>
func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----
//! name: clamp f16 between scalars
//! input: dense<2.0e+00> : tensor<f16>
//! input: dense<[0.0e+00, 3.0e+00, 7.0e+00, 1.0e+02]> : tensor<4xf16>
//! input: dense<9.0e+00> : tensor<f16>
//! expect: dense<[2.0e+00, 3.0e+00, 7.0e+00, 9.0e+00]> : tensor<4xf16>
func.func public @main(%a: tensor<f16>, %b: tensor<4xf16>, %c: tensor<f16>) -> (tensor<4xf16>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f16>, tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  return %r0 : tensor<4xf16>
}

// -----
//! name: clamp f16 between tensors
//! input: dense<[1.0e+00, 4.0e+00, 5.0e+00, 6.0e+00]> : tensor<4xf16>
//! input: dense<[0.0e+00, 3.0e+00, 7.0e+00, 1.0e+02]> : tensor<4xf16>
//! input: dense<[2.0e+00, 8.0e+00, 6.0e+00, 5.0e+01]> : tensor<4xf16>
//! expect: dense<[1.0e+00, 4.0e+00, 6.0e+00, 5.0e+01]> : tensor<4xf16>
func.func public @main(%a: tensor<4xf16>, %b: tensor<4xf16>, %c: tensor<4xf16>) -> (tensor<4xf16>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
  return %r0 : tensor<4xf16>
}

// -----
//! name: clamp i32 between scalars
//! input: dense<2> : tensor<i32>
//! input: dense<[0, 3, 7, 100]> : tensor<4xi32>
//! input: dense<9> : tensor<i32>
//! expect: dense<[2, 3, 7, 9]> : tensor<4xi32>
func.func public @main(%a: tensor<i32>, %b: tensor<4xi32>, %c: tensor<i32>) -> (tensor<4xi32>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// -----
//! name: clamp i32 between tensors
//! input: dense<[1, 4, 5, 6]> : tensor<4xi32>
//! input: dense<[0, 3, 7, 100]> : tensor<4xi32>
//! input: dense<[2, 8, 6, 50]> : tensor<4xi32>
//! expect: dense<[1, 4, 6, 50]> : tensor<4xi32>
func.func public @main(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: tensor<4xi32>) -> (tensor<4xi32>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// -----
//! name: clamp ui8 between scalars
//! input: dense<2> : tensor<ui8>
//! input: dense<[0, 3, 7, 100]> : tensor<4xui8>
//! input: dense<9> : tensor<ui8>
//! expect: dense<[2, 3, 7, 9]> : tensor<4xui8>
func.func public @main(%a: tensor<ui8>, %b: tensor<4xui8>, %c: tensor<ui8>) -> (tensor<4xui8>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui8>, tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
  return %r0 : tensor<4xui8>
}

// -----
//! name: clamp ui8 between tensors
//! input: dense<[1, 4, 5, 6]> : tensor<4xui8>
//! input: dense<[0, 3, 7, 100]> : tensor<4xui8>
//! input: dense<[2, 8, 6, 50]> : tensor<4xui8>
//! expect: dense<[1, 4, 6, 50]> : tensor<4xui8>
func.func public @main(%a: tensor<4xui8>, %b: tensor<4xui8>, %c: tensor<4xui8>) -> (tensor<4xui8>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %r0 : tensor<4xui8>
}

// -----
//! name: clamp f64 between scalars
//! input: dense<2.0e+00> : tensor<f64>
//! input: dense<[0.0e+00, 3.0e+00, 7.0e+00, 1.0e+02]> : tensor<4xf64>
//! input: dense<9.0e+00> : tensor<f64>
//! expect: dense<[2.0e+00, 3.0e+00, 7.0e+00, 9.0e+00]> : tensor<4xf64>
func.func public @main(%a: tensor<f64>, %b: tensor<4xf64>, %c: tensor<f64>) -> (tensor<4xf64>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f64>, tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  return %r0 : tensor<4xf64>
}

// -----
//! name: clamp f64 between tensors
//! input: dense<[1.0e+00, 4.0e+00, 5.0e+00, 6.0e+00]> : tensor<4xf64>
//! input: dense<[0.0e+00, 3.0e+00, 7.0e+00, 1.0e+02]> : tensor<4xf64>
//! input: dense<[2.0e+00, 8.0e+00, 6.0e+00, 5.0e+01]> : tensor<4xf64>
//! expect: dense<[1.0e+00, 4.0e+00, 6.0e+00, 5.0e+01]> : tensor<4xf64>
func.func public @main(%a: tensor<4xf64>, %b: tensor<4xf64>, %c: tensor<4xf64>) -> (tensor<4xf64>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %r0 : tensor<4xf64>
}

// -----
//! name: reduce_precision to e5m10
//! input: dense<[1.0e+00, 1.0039062e+00, 1.0117188e+00, -6.552e+04, 1.0e-06, 3.0e+38, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
//! expect: dense<[1.0e+00, 1.0039062e+00, 1.0117188e+00, 0xFF800000, 0.0e+00, 0x7F800000, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
func.func public @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  %r0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<8xf32>
  return %r0 : tensor<8xf32>
}

// -----
//! name: reduce_precision to e8m7
//! input: dense<[1.0e+00, 1.0039062e+00, 1.0117188e+00, -6.552e+04, 1.0e-06, 3.0e+38, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
//! expect: dense<[1.0e+00, 1.0e+00, 1.015625e+00, -6.5536e+04, 9.983778e-07, 3.0040553e+38, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
func.func public @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  %r0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<8xf32>
  return %r0 : tensor<8xf32>
}

// -----
//! name: reduce_precision to e8m23
//! input: dense<[1.0e+00, 1.0039062e+00, 1.0117188e+00, -6.552e+04, 1.0e-06, 3.0e+38, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
//! expect: dense<[1.0e+00, 1.0039062e+00, 1.0117188e+00, -6.552e+04, 1.0e-06, 3.0e+38, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
func.func public @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  %r0 = stablehlo.reduce_precision %a, format = e8m23 : tensor<8xf32>
  return %r0 : tensor<8xf32>
}

// -----
//! name: reduce_precision to e4m3
//! input: dense<[1.0e+00, 1.0039062e+00, 1.0117188e+00, -6.552e+04, 1.0e-06, 3.0e+38, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 0xFF800000, 0.0e+00, 0x7F800000, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
func.func public @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  %r0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<8xf32>
  return %r0 : tensor<8xf32>
}

// -----
//! name: reduce_precision to e8m0
//! input: dense<[1.0e+00, 1.0039062e+00, 1.0117188e+00, -6.552e+04, 1.0e-06, 3.0e+38, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, -6.5536e+04, 9.536743e-07, 0x7F800000, 0x7FC00000, 0x7F800000]> : tensor<8xf32>
func.func public @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  %r0 = stablehlo.reduce_precision %a, format = e8m0 : tensor<8xf32>
  return %r0 : tensor<8xf32>
}

// -----
//! name: reduce_precision of f64 to e5m10
//! input: dense<[1.0e+00, 1.00048828125e+00, 1.00146484375e+00, -6.552e+04, 1.0e-310, 1.0e+300, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
//! expect: dense<[1.0e+00, 1.0e+00, 1.001953125e+00, 0xFFF0000000000000, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
func.func public @main(%a: tensor<8xf64>) -> (tensor<8xf64>) {
  %r0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<8xf64>
  return %r0 : tensor<8xf64>
}

// -----
//! name: reduce_precision of f64 to e8m23
//! input: dense<[1.0e+00, 1.00048828125e+00, 1.00146484375e+00, -6.552e+04, 1.0e-310, 1.0e+300, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
//! expect: dense<[1.0e+00, 1.00048828125e+00, 1.00146484375e+00, -6.552e+04, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
func.func public @main(%a: tensor<8xf64>) -> (tensor<8xf64>) {
  %r0 = stablehlo.reduce_precision %a, format = e8m23 : tensor<8xf64>
  return %r0 : tensor<8xf64>
}

// -----
//! name: reduce_precision of f64 to e11m52
//! input: dense<[1.0e+00, 1.00048828125e+00, 1.00146484375e+00, -6.552e+04, 1.0e-310, 1.0e+300, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
//! expect: dense<[1.0e+00, 1.00048828125e+00, 1.00146484375e+00, -6.552e+04, 1.0e-310, 1.0e+300, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
func.func public @main(%a: tensor<8xf64>) -> (tensor<8xf64>) {
  %r0 = stablehlo.reduce_precision %a, format = e11m52 : tensor<8xf64>
  return %r0 : tensor<8xf64>
}

// -----
//! name: reduce_precision of f64 to e4m3
//! input: dense<[1.0e+00, 1.00048828125e+00, 1.00146484375e+00, -6.552e+04, 1.0e-310, 1.0e+300, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 0xFFF0000000000000, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<8xf64>
func.func public @main(%a: tensor<8xf64>) -> (tensor<8xf64>) {
  %r0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<8xf64>
  return %r0 : tensor<8xf64>
}

// -----
//! name: reduce_precision of f16 to e5m10
//! input: dense<[1.0e+00, 1.002e+00, -6.0e+04, 1.0e-06, 0x7E00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[1.0e+00, 1.002e+00, -6.0e+04, 1.0e-06, 0x7E00, 0x7C00]> : tensor<6xf16>
func.func public @main(%a: tensor<6xf16>) -> (tensor<6xf16>) {
  %r0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: reduce_precision of f16 to e8m23
//! input: dense<[1.0e+00, 1.002e+00, -6.0e+04, 1.0e-06, 0x7E00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[1.0e+00, 1.002e+00, -6.0e+04, 1.0e-06, 0x7E00, 0x7C00]> : tensor<6xf16>
func.func public @main(%a: tensor<6xf16>) -> (tensor<6xf16>) {
  %r0 = stablehlo.reduce_precision %a, format = e8m23 : tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: reduce_precision of f16 to e11m52
//! input: dense<[1.0e+00, 1.002e+00, -6.0e+04, 1.0e-06, 0x7E00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[1.0e+00, 1.002e+00, -6.0e+04, 1.0e-06, 0x7E00, 0x7C00]> : tensor<6xf16>
func.func public @main(%a: tensor<6xf16>) -> (tensor<6xf16>) {
  %r0 = stablehlo.reduce_precision %a, format = e11m52 : tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: reduce_precision of f16 to e4m3
//! input: dense<[1.0e+00, 1.002e+00, -6.0e+04, 1.0e-06, 0x7E00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[1.0e+00, 1.0e+00, 0xFC00, 0.0e+00, 0x7E00, 0x7C00]> : tensor<6xf16>
func.func public @main(%a: tensor<6xf16>) -> (tensor<6xf16>) {
  %r0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: bitcast_convert f32 to i32
//! input: dense<[1.0e+00, -2.5e+00, 0.0e+00]> : tensor<3xf32>
//! expect: dense<[1065353216, -1071644672, 0]> : tensor<3xi32>
func.func public @main(%a: tensor<3xf32>) -> (tensor<3xi32>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// -----
//! name: bitcast_convert f64 to ui64
//! input: dense<[1.0e+00, -2.5e+00, 0.0e+00]> : tensor<3xf64>
//! expect: dense<[4607182418800017408, 13836183955189006336, 0]> : tensor<3xui64>
func.func public @main(%a: tensor<3xf64>) -> (tensor<3xui64>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<3xf64>) -> tensor<3xui64>
  return %r0 : tensor<3xui64>
}

// -----
//! name: bitcast_convert f32 to ui8
//! input: dense<[1.0e+00, -2.5e+00, 0.0e+00]> : tensor<3xf32>
//! expect: dense<[[0, 0, 128, 63], [0, 0, 32, 192], [0, 0, 0, 0]]> : tensor<3x4xui8>
func.func public @main(%a: tensor<3xf32>) -> (tensor<3x4xui8>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<3xf32>) -> tensor<3x4xui8>
  return %r0 : tensor<3x4xui8>
}

// -----
//! name: bitcast_convert f16 to i16
//! input: dense<[1.0e+00, -2.5e+00, 0.0e+00]> : tensor<3xf16>
//! expect: dense<[15360, -16128, 0]> : tensor<3xi16>
func.func public @main(%a: tensor<3xf16>) -> (tensor<3xi16>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<3xf16>) -> tensor<3xi16>
  return %r0 : tensor<3xi16>
}
