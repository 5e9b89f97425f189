//! name: EQ FLOAT of f16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7C00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7E00, 1.0e+00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[false, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: EQ FLOAT of bf16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7F80]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC0, 1.0e+00, 0x7F80]> : tensor<6xbf16>
//! expect: dense<[false, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: EQ FLOAT of f32
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000, 1.0e+00, 0x7F800000]> : tensor<6xf32>
//! expect: dense<[false, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: EQ FLOAT of f64
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<6xf64>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000, 1.0e+00, 0x7FF0000000000000]> : tensor<6xf64>
//! expect: dense<[false, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: EQ TOTALORDER of f32
//! input: dense<[-0.0e+00, 0.0e+00, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+00]> : tensor<6xf32>
//! input: dense<[0.0e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00, 1.0e+00]> : tensor<6xf32>
//! expect: dense<[false, true, false, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: EQ SIGNED of i32
//! input: dense<[-1, 3, 5]> : tensor<3xi32>
//! input: dense<[1, 3, -5]> : tensor<3xi32>
//! expect: dense<[false, true, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: EQ UNSIGNED of ui8
//! input: dense<[255, 3, 5]> : tensor<3xui8>
//! input: dense<[1, 3, 250]> : tensor<3xui8>
//! expect: dense<[false, true, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xui8>, %b: tensor<3xui8>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: EQ UNSIGNED of i1
//! input: dense<[false, true, true]> : tensor<3xi1>
//! input: dense<[true, true, false]> : tensor<3xi1>
//! expect: dense<[false, true, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare EQ, %a, %b, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: NE FLOAT of f16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7C00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7E00, 1.0e+00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[true, true, false, true, true, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: NE FLOAT of bf16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7F80]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC0, 1.0e+00, 0x7F80]> : tensor<6xbf16>
//! expect: dense<[true, true, false, true, true, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: NE FLOAT of f32
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000, 1.0e+00, 0x7F800000]> : tensor<6xf32>
//! expect: dense<[true, true, false, true, true, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: NE FLOAT of f64
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<6xf64>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000, 1.0e+00, 0x7FF0000000000000]> : tensor<6xf64>
//! expect: dense<[true, true, false, true, true, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: NE TOTALORDER of f32
//! input: dense<[-0.0e+00, 0.0e+00, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+00]> : tensor<6xf32>
//! input: dense<[0.0e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00, 1.0e+00]> : tensor<6xf32>
//! expect: dense<[true, false, true, true, true, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: NE SIGNED of i32
//! input: dense<[-1, 3, 5]> : tensor<3xi32>
//! input: dense<[1, 3, -5]> : tensor<3xi32>
//! expect: dense<[true, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: NE UNSIGNED of ui8
//! input: dense<[255, 3, 5]> : tensor<3xui8>
//! input: dense<[1, 3, 250]> : tensor<3xui8>
//! expect: dense<[true, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xui8>, %b: tensor<3xui8>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: NE UNSIGNED of i1
//! input: dense<[false, true, true]> : tensor<3xi1>
//! input: dense<[true, true, false]> : tensor<3xi1>
//! expect: dense<[true, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare NE, %a, %b, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: GE FLOAT of f16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7C00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7E00, 1.0e+00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[false, true, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GE FLOAT of bf16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7F80]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC0, 1.0e+00, 0x7F80]> : tensor<6xbf16>
//! expect: dense<[false, true, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GE FLOAT of f32
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000, 1.0e+00, 0x7F800000]> : tensor<6xf32>
//! expect: dense<[false, true, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GE FLOAT of f64
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<6xf64>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000, 1.0e+00, 0x7FF0000000000000]> : tensor<6xf64>
//! expect: dense<[false, true, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GE TOTALORDER of f32
//! input: dense<[-0.0e+00, 0.0e+00, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+00]> : tensor<6xf32>
//! input: dense<[0.0e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00, 1.0e+00]> : tensor<6xf32>
//! expect: dense<[false, true, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GE SIGNED of i32
//! input: dense<[-1, 3, 5]> : tensor<3xi32>
//! input: dense<[1, 3, -5]> : tensor<3xi32>
//! expect: dense<[false, true, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: GE UNSIGNED of ui8
//! input: dense<[255, 3, 5]> : tensor<3xui8>
//! input: dense<[1, 3, 250]> : tensor<3xui8>
//! expect: dense<[true, true, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xui8>, %b: tensor<3xui8>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: GE UNSIGNED of i1
//! input: dense<[false, true, true]> : tensor<3xi1>
//! input: dense<[true, true, false]> : tensor<3xi1>
//! expect: dense<[false, true, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare GE, %a, %b, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: GT FLOAT of f16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7C00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7E00, 1.0e+00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[false, true, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GT FLOAT of bf16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7F80]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC0, 1.0e+00, 0x7F80]> : tensor<6xbf16>
//! expect: dense<[false, true, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GT FLOAT of f32
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000, 1.0e+00, 0x7F800000]> : tensor<6xf32>
//! expect: dense<[false, true, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GT FLOAT of f64
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<6xf64>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000, 1.0e+00, 0x7FF0000000000000]> : tensor<6xf64>
//! expect: dense<[false, true, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GT TOTALORDER of f32
//! input: dense<[-0.0e+00, 0.0e+00, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+00]> : tensor<6xf32>
//! input: dense<[0.0e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00, 1.0e+00]> : tensor<6xf32>
//! expect: dense<[false, false, true, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: GT SIGNED of i32
//! input: dense<[-1, 3, 5]> : tensor<3xi32>
//! input: dense<[1, 3, -5]> : tensor<3xi32>
//! expect: dense<[false, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: GT UNSIGNED of ui8
//! input: dense<[255, 3, 5]> : tensor<3xui8>
//! input: dense<[1, 3, 250]> : tensor<3xui8>
//! expect: dense<[true, false, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xui8>, %b: tensor<3xui8>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: GT UNSIGNED of i1
//! input: dense<[false, true, true]> : tensor<3xi1>
//! input: dense<[true, true, false]> : tensor<3xi1>
//! expect: dense<[false, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: LE FLOAT of f16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7C00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7E00, 1.0e+00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[true, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, FLOAT : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LE FLOAT of bf16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7F80]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC0, 1.0e+00, 0x7F80]> : tensor<6xbf16>
//! expect: dense<[true, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, FLOAT : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LE FLOAT of f32
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000, 1.0e+00, 0x7F800000]> : tensor<6xf32>
//! expect: dense<[true, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LE FLOAT of f64
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<6xf64>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000, 1.0e+00, 0x7FF0000000000000]> : tensor<6xf64>
//! expect: dense<[true, false, true, false, false, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LE TOTALORDER of f32
//! input: dense<[-0.0e+00, 0.0e+00, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+00]> : tensor<6xf32>
//! input: dense<[0.0e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00, 1.0e+00]> : tensor<6xf32>
//! expect: dense<[true, true, false, true, true, true]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LE SIGNED of i32
//! input: dense<[-1, 3, 5]> : tensor<3xi32>
//! input: dense<[1, 3, -5]> : tensor<3xi32>
//! expect: dense<[true, true, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: LE UNSIGNED of ui8
//! input: dense<[255, 3, 5]> : tensor<3xui8>
//! input: dense<[1, 3, 250]> : tensor<3xui8>
//! expect: dense<[false, true, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xui8>, %b: tensor<3xui8>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: LE UNSIGNED of i1
//! input: dense<[false, true, true]> : tensor<3xi1>
//! input: dense<[true, true, false]> : tensor<3xi1>
//! expect: dense<[true, true, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare LE, %a, %b, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: LT FLOAT of f16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7C00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7E00, 1.0e+00, 0x7C00]> : tensor<6xf16>
//! expect: dense<[true, false, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<6xf16>, tensor<6xf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LT FLOAT of bf16
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7F80]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC0, 1.0e+00, 0x7F80]> : tensor<6xbf16>
//! expect: dense<[true, false, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<6xbf16>, tensor<6xbf16>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LT FLOAT of f32
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7F800000]> : tensor<6xf32>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000, 1.0e+00, 0x7F800000]> : tensor<6xf32>
//! expect: dense<[true, false, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LT FLOAT of f64
//! input: dense<[1.0e+00, 2.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<6xf64>
//! input: dense<[2.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000, 1.0e+00, 0x7FF0000000000000]> : tensor<6xf64>
//! expect: dense<[true, false, false, false, false, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LT TOTALORDER of f32
//! input: dense<[-0.0e+00, 0.0e+00, 0x7FC00000, 0x7F800000, 0xFF800000, 1.0e+00]> : tensor<6xf32>
//! input: dense<[0.0e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00, 1.0e+00]> : tensor<6xf32>
//! expect: dense<[true, false, false, true, true, false]> : tensor<6xi1>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r0 : tensor<6xi1>
}

// -----
//! name: LT SIGNED of i32
//! input: dense<[-1, 3, 5]> : tensor<3xi32>
//! input: dense<[1, 3, -5]> : tensor<3xi32>
//! expect: dense<[true, false, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: LT UNSIGNED of ui8
//! input: dense<[255, 3, 5]> : tensor<3xui8>
//! input: dense<[1, 3, 250]> : tensor<3xui8>
//! expect: dense<[false, false, true]> : tensor<3xi1>
func.func public @main(%a: tensor<3xui8>, %b: tensor<3xui8>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}

// -----
//! name: LT UNSIGNED of i1
//! input: dense<[false, true, true]> : tensor<3xi1>
//! input: dense<[true, true, false]> : tensor<3xi1>
//! expect: dense<[true, false, false]> : tensor<3xi1>
func.func public @main(%a: tensor<3xi1>, %b: tensor<3xi1>) -> (tensor<3xi1>) {
  %r0 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %r0 : tensor<3xi1>
}
