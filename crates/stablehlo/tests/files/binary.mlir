//! name: add of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7C00, 0x7E00, 1.0e+00]> : tensor<9xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7E00]> : tensor<9xf16>
//! expect: dense<[3.5e+00, 1.5e+00, -2.5e-01, -5.0e+00, 3.5e+00, 4.0e+00, 0x7C00, 0x7E00, 0x7E00]> : tensor<9xf16>
func.func public @main(%a: tensor<9xf16>, %b: tensor<9xf16>) -> (tensor<9xf16>) {
  %r0 = stablehlo.add %a, %b : tensor<9xf16>
  return %r0 : tensor<9xf16>
}

// -----
//! name: subtract of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7C00, 0x7E00, 1.0e+00]> : tensor<9xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7E00]> : tensor<9xf16>
//! expect: dense<[-5.0e-01, -4.5e+00, 7.5e-01, -9.0e+00, 7.5e+00, -4.0e+00, 0x7C00, 0x7E00, 0x7E00]> : tensor<9xf16>
func.func public @main(%a: tensor<9xf16>, %b: tensor<9xf16>) -> (tensor<9xf16>) {
  %r0 = stablehlo.subtract %a, %b : tensor<9xf16>
  return %r0 : tensor<9xf16>
}

// -----
//! name: multiply of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7C00, 0x7E00, 1.0e+00]> : tensor<9xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7E00]> : tensor<9xf16>
//! expect: dense<[3.0e+00, -4.5e+00, -1.25e-01, -1.4e+01, -1.1e+01, 0.0e+00, 0x7C00, 0x7E00, 0x7E00]> : tensor<9xf16>
func.func public @main(%a: tensor<9xf16>, %b: tensor<9xf16>) -> (tensor<9xf16>) {
  %r0 = stablehlo.multiply %a, %b : tensor<9xf16>
  return %r0 : tensor<9xf16>
}

// -----
//! name: divide of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7C00, 0x7E00, 1.0e+00]> : tensor<9xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7E00]> : tensor<9xf16>
//! expect: dense<[7.5e-01, -5.0e-01, -5.0e-01, -3.5e+00, -2.75e+00, 0.0e+00, 0x7C00, 0x7E00, 0x7E00]> : tensor<9xf16>
func.func public @main(%a: tensor<9xf16>, %b: tensor<9xf16>) -> (tensor<9xf16>) {
  %r0 = stablehlo.divide %a, %b : tensor<9xf16>
  return %r0 : tensor<9xf16>
}

// -----
//! name: maximum of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7C00, 0x7E00, 1.0e+00]> : tensor<9xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7E00]> : tensor<9xf16>
//! expect: dense<[2.0e+00, 3.0e+00, 2.5e-01, 2.0e+00, 5.5e+00, 4.0e+00, 0x7C00, 0x7E00, 0x7E00]> : tensor<9xf16>
func.func public @main(%a: tensor<9xf16>, %b: tensor<9xf16>) -> (tensor<9xf16>) {
  %r0 = stablehlo.maximum %a, %b : tensor<9xf16>
  return %r0 : tensor<9xf16>
}

// -----
//! name: minimum of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7C00, 0x7E00, 1.0e+00]> : tensor<9xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7E00]> : tensor<9xf16>
//! expect: dense<[1.5e+00, -1.5e+00, -5.0e-01, -7.0e+00, -2.0e+00, 0.0e+00, 1.0e+00, 0x7E00, 0x7E00]> : tensor<9xf16>
func.func public @main(%a: tensor<9xf16>, %b: tensor<9xf16>) -> (tensor<9xf16>) {
  %r0 = stablehlo.minimum %a, %b : tensor<9xf16>
  return %r0 : tensor<9xf16>
}

// -----
//! name: remainder of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xf16>
//! expect: dense<[1.5e+00, -1.5e+00, 2.5e-01, -1.0e+00, 1.5e+00, 0.0e+00]> : tensor<6xf16>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xf16>) {
  %r0 = stablehlo.remainder %a, %b : tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: atan2 of f16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xf16>
//! expect_close(0.002, 0): dense<[6.436e-01, -4.636e-01, 2.678e+00, -1.293e+00, 1.92e+00, 0.0e+00]> : tensor<6xf16>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xf16>) {
  %r0 = stablehlo.atan2 %a, %b : tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: power of f16
//! input: dense<[2.0e+00, 5.0e-01, 1.5e+00, -3.0e+00, 0.0e+00, 4.0e+00]> : tensor<6xf16>
//! input: dense<[3.0e+00, -2.0e+00, 2.0e+00, 3.0e+00, 2.0e+00, 0.0e+00]> : tensor<6xf16>
//! expect_close(0.002, 0): dense<[8.0e+00, 4.0e+00, 2.25e+00, -2.7e+01, 0.0e+00, 1.0e+00]> : tensor<6xf16>
func.func public @main(%a: tensor<6xf16>, %b: tensor<6xf16>) -> (tensor<6xf16>) {
  %r0 = stablehlo.power %a, %b : tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: add of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F80, 0x7FC0, 1.0e+00]> : tensor<9xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC0]> : tensor<9xbf16>
//! expect: dense<[3.5e+00, 1.5e+00, -2.5e-01, -5.0e+00, 3.5e+00, 4.0e+00, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<9xbf16>
func.func public @main(%a: tensor<9xbf16>, %b: tensor<9xbf16>) -> (tensor<9xbf16>) {
  %r0 = stablehlo.add %a, %b : tensor<9xbf16>
  return %r0 : tensor<9xbf16>
}

// -----
//! name: subtract of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F80, 0x7FC0, 1.0e+00]> : tensor<9xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC0]> : tensor<9xbf16>
//! expect: dense<[-5.0e-01, -4.5e+00, 7.5e-01, -9.0e+00, 7.5e+00, -4.0e+00, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<9xbf16>
func.func public @main(%a: tensor<9xbf16>, %b: tensor<9xbf16>) -> (tensor<9xbf16>) {
  %r0 = stablehlo.subtract %a, %b : tensor<9xbf16>
  return %r0 : tensor<9xbf16>
}

// -----
//! name: multiply of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F80, 0x7FC0, 1.0e+00]> : tensor<9xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC0]> : tensor<9xbf16>
//! expect: dense<[3.0e+00, -4.5e+00, -1.25e-01, -1.4e+01, -1.1e+01, 0.0e+00, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<9xbf16>
func.func public @main(%a: tensor<9xbf16>, %b: tensor<9xbf16>) -> (tensor<9xbf16>) {
  %r0 = stablehlo.multiply %a, %b : tensor<9xbf16>
  return %r0 : tensor<9xbf16>
}

// -----
//! name: divide of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F80, 0x7FC0, 1.0e+00]> : tensor<9xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC0]> : tensor<9xbf16>
//! expect: dense<[7.5e-01, -5.0e-01, -5.0e-01, -3.5e+00, -2.75e+00, 0.0e+00, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<9xbf16>
func.func public @main(%a: tensor<9xbf16>, %b: tensor<9xbf16>) -> (tensor<9xbf16>) {
  %r0 = stablehlo.divide %a, %b : tensor<9xbf16>
  return %r0 : tensor<9xbf16>
}

// -----
//! name: maximum of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F80, 0x7FC0, 1.0e+00]> : tensor<9xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC0]> : tensor<9xbf16>
//! expect: dense<[2.0e+00, 3.0e+00, 2.5e-01, 2.0e+00, 5.5e+00, 4.0e+00, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<9xbf16>
func.func public @main(%a: tensor<9xbf16>, %b: tensor<9xbf16>) -> (tensor<9xbf16>) {
  %r0 = stablehlo.maximum %a, %b : tensor<9xbf16>
  return %r0 : tensor<9xbf16>
}

// -----
//! name: minimum of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F80, 0x7FC0, 1.0e+00]> : tensor<9xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC0]> : tensor<9xbf16>
//! expect: dense<[1.5e+00, -1.5e+00, -5.0e-01, -7.0e+00, -2.0e+00, 0.0e+00, 1.0e+00, 0x7FC0, 0x7FC0]> : tensor<9xbf16>
func.func public @main(%a: tensor<9xbf16>, %b: tensor<9xbf16>) -> (tensor<9xbf16>) {
  %r0 = stablehlo.minimum %a, %b : tensor<9xbf16>
  return %r0 : tensor<9xbf16>
}

// -----
//! name: remainder of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xbf16>
//! expect: dense<[1.5e+00, -1.5e+00, 2.5e-01, -1.0e+00, 1.5e+00, 0.0e+00]> : tensor<6xbf16>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xbf16>) {
  %r0 = stablehlo.remainder %a, %b : tensor<6xbf16>
  return %r0 : tensor<6xbf16>
}

// -----
//! name: atan2 of bf16
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xbf16>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xbf16>
//! expect_close(0.016, 0): dense<[6.4453125e-01, -4.62890625e-01, 2.671875e+00, -1.2890625e+00, 1.921875e+00, 0.0e+00]> : tensor<6xbf16>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xbf16>) {
  %r0 = stablehlo.atan2 %a, %b : tensor<6xbf16>
  return %r0 : tensor<6xbf16>
}

// -----
//! name: power of bf16
//! input: dense<[2.0e+00, 5.0e-01, 1.5e+00, -3.0e+00, 0.0e+00, 4.0e+00]> : tensor<6xbf16>
//! input: dense<[3.0e+00, -2.0e+00, 2.0e+00, 3.0e+00, 2.0e+00, 0.0e+00]> : tensor<6xbf16>
//! expect_close(0.016, 0): dense<[8.0e+00, 4.0e+00, 2.25e+00, -2.7e+01, 0.0e+00, 1.0e+00]> : tensor<6xbf16>
func.func public @main(%a: tensor<6xbf16>, %b: tensor<6xbf16>) -> (tensor<6xbf16>) {
  %r0 = stablehlo.power %a, %b : tensor<6xbf16>
  return %r0 : tensor<6xbf16>
}

// -----
//! name: add of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00]> : tensor<9xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC00000]> : tensor<9xf32>
//! expect: dense<[3.5e+00, 1.5e+00, -2.5e-01, -5.0e+00, 3.5e+00, 4.0e+00, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
func.func public @main(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>) {
  %r0 = stablehlo.add %a, %b : tensor<9xf32>
  return %r0 : tensor<9xf32>
}

// -----
//! name: subtract of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00]> : tensor<9xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC00000]> : tensor<9xf32>
//! expect: dense<[-5.0e-01, -4.5e+00, 7.5e-01, -9.0e+00, 7.5e+00, -4.0e+00, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
func.func public @main(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>) {
  %r0 = stablehlo.subtract %a, %b : tensor<9xf32>
  return %r0 : tensor<9xf32>
}

// -----
//! name: multiply of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00]> : tensor<9xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC00000]> : tensor<9xf32>
//! expect: dense<[3.0e+00, -4.5e+00, -1.25e-01, -1.4e+01, -1.1e+01, 0.0e+00, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
func.func public @main(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>) {
  %r0 = stablehlo.multiply %a, %b : tensor<9xf32>
  return %r0 : tensor<9xf32>
}

// -----
//! name: divide of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00]> : tensor<9xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC00000]> : tensor<9xf32>
//! expect: dense<[7.5e-01, -5.0e-01, -5.0e-01, -3.5e+00, -2.75e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
func.func public @main(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>) {
  %r0 = stablehlo.divide %a, %b : tensor<9xf32>
  return %r0 : tensor<9xf32>
}

// -----
//! name: maximum of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00]> : tensor<9xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC00000]> : tensor<9xf32>
//! expect: dense<[2.0e+00, 3.0e+00, 2.5e-01, 2.0e+00, 5.5e+00, 4.0e+00, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
func.func public @main(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>) {
  %r0 = stablehlo.maximum %a, %b : tensor<9xf32>
  return %r0 : tensor<9xf32>
}

// -----
//! name: minimum of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00]> : tensor<9xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FC00000]> : tensor<9xf32>
//! expect: dense<[1.5e+00, -1.5e+00, -5.0e-01, -7.0e+00, -2.0e+00, 0.0e+00, 1.0e+00, 0x7FC00000, 0x7FC00000]> : tensor<9xf32>
func.func public @main(%a: tensor<9xf32>, %b: tensor<9xf32>) -> (tensor<9xf32>) {
  %r0 = stablehlo.minimum %a, %b : tensor<9xf32>
  return %r0 : tensor<9xf32>
}

// -----
//! name: remainder of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xf32>
//! expect: dense<[1.5e+00, -1.5e+00, 2.5e-01, -1.0e+00, 1.5e+00, 0.0e+00]> : tensor<6xf32>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xf32>) {
  %r0 = stablehlo.remainder %a, %b : tensor<6xf32>
  return %r0 : tensor<6xf32>
}

// -----
//! name: atan2 of f32
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xf32>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xf32>
//! expect_close(4e-06, 0): dense<[6.435011e-01, -4.636476e-01, 2.6779451e+00, -1.2924967e+00, 1.9195673e+00, 0.0e+00]> : tensor<6xf32>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xf32>) {
  %r0 = stablehlo.atan2 %a, %b : tensor<6xf32>
  return %r0 : tensor<6xf32>
}

// -----
//! name: power of f32
//! input: dense<[2.0e+00, 5.0e-01, 1.5e+00, -3.0e+00, 0.0e+00, 4.0e+00]> : tensor<6xf32>
//! input: dense<[3.0e+00, -2.0e+00, 2.0e+00, 3.0e+00, 2.0e+00, 0.0e+00]> : tensor<6xf32>
//! expect_close(4e-06, 0): dense<[8.0e+00, 4.0e+00, 2.25e+00, -2.7e+01, 0.0e+00, 1.0e+00]> : tensor<6xf32>
func.func public @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xf32>) {
  %r0 = stablehlo.power %a, %b : tensor<6xf32>
  return %r0 : tensor<6xf32>
}

// -----
//! name: add of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+00]> : tensor<9xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FF8000000000000]> : tensor<9xf64>
//! expect: dense<[3.5e+00, 1.5e+00, -2.5e-01, -5.0e+00, 3.5e+00, 4.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
func.func public @main(%a: tensor<9xf64>, %b: tensor<9xf64>) -> (tensor<9xf64>) {
  %r0 = stablehlo.add %a, %b : tensor<9xf64>
  return %r0 : tensor<9xf64>
}

// -----
//! name: subtract of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+00]> : tensor<9xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FF8000000000000]> : tensor<9xf64>
//! expect: dense<[-5.0e-01, -4.5e+00, 7.5e-01, -9.0e+00, 7.5e+00, -4.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
func.func public @main(%a: tensor<9xf64>, %b: tensor<9xf64>) -> (tensor<9xf64>) {
  %r0 = stablehlo.subtract %a, %b : tensor<9xf64>
  return %r0 : tensor<9xf64>
}

// -----
//! name: multiply of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+00]> : tensor<9xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FF8000000000000]> : tensor<9xf64>
//! expect: dense<[3.0e+00, -4.5e+00, -1.25e-01, -1.4e+01, -1.1e+01, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
func.func public @main(%a: tensor<9xf64>, %b: tensor<9xf64>) -> (tensor<9xf64>) {
  %r0 = stablehlo.multiply %a, %b : tensor<9xf64>
  return %r0 : tensor<9xf64>
}

// -----
//! name: divide of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+00]> : tensor<9xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FF8000000000000]> : tensor<9xf64>
//! expect: dense<[7.5e-01, -5.0e-01, -5.0e-01, -3.5e+00, -2.75e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
func.func public @main(%a: tensor<9xf64>, %b: tensor<9xf64>) -> (tensor<9xf64>) {
  %r0 = stablehlo.divide %a, %b : tensor<9xf64>
  return %r0 : tensor<9xf64>
}

// -----
//! name: maximum of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+00]> : tensor<9xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FF8000000000000]> : tensor<9xf64>
//! expect: dense<[2.0e+00, 3.0e+00, 2.5e-01, 2.0e+00, 5.5e+00, 4.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
func.func public @main(%a: tensor<9xf64>, %b: tensor<9xf64>) -> (tensor<9xf64>) {
  %r0 = stablehlo.maximum %a, %b : tensor<9xf64>
  return %r0 : tensor<9xf64>
}

// -----
//! name: minimum of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+00]> : tensor<9xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00, 1.0e+00, 1.0e+00, 0x7FF8000000000000]> : tensor<9xf64>
//! expect: dense<[1.5e+00, -1.5e+00, -5.0e-01, -7.0e+00, -2.0e+00, 0.0e+00, 1.0e+00, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<9xf64>
func.func public @main(%a: tensor<9xf64>, %b: tensor<9xf64>) -> (tensor<9xf64>) {
  %r0 = stablehlo.minimum %a, %b : tensor<9xf64>
  return %r0 : tensor<9xf64>
}

// -----
//! name: remainder of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xf64>
//! expect: dense<[1.5e+00, -1.5e+00, 2.5e-01, -1.0e+00, 1.5e+00, 0.0e+00]> : tensor<6xf64>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xf64>) {
  %r0 = stablehlo.remainder %a, %b : tensor<6xf64>
  return %r0 : tensor<6xf64>
}

// -----
//! name: atan2 of f64
//! input: dense<[1.5e+00, -1.5e+00, 2.5e-01, -7.0e+00, 5.5e+00, 0.0e+00]> : tensor<6xf64>
//! input: dense<[2.0e+00, 3.0e+00, -5.0e-01, 2.0e+00, -2.0e+00, 4.0e+00]> : tensor<6xf64>
//! expect_close(1e-12, 0): dense<[6.435011087932844e-01, -4.636476090008061e-01, 2.677945044588987e+00, -1.2924966677897853e+00, 1.9195673303788037e+00, 0.0e+00]> : tensor<6xf64>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xf64>) {
  %r0 = stablehlo.atan2 %a, %b : tensor<6xf64>
  return %r0 : tensor<6xf64>
}

// -----
//! name: power of f64
//! input: dense<[2.0e+00, 5.0e-01, 1.5e+00, -3.0e+00, 0.0e+00, 4.0e+00]> : tensor<6xf64>
//! input: dense<[3.0e+00, -2.0e+00, 2.0e+00, 3.0e+00, 2.0e+00, 0.0e+00]> : tensor<6xf64>
//! expect_close(1e-12, 0): dense<[8.0e+00, 4.0e+00, 2.25e+00, -2.7e+01, 0.0e+00, 1.0e+00]> : tensor<6xf64>
func.func public @main(%a: tensor<6xf64>, %b: tensor<6xf64>) -> (tensor<6xf64>) {
  %r0 = stablehlo.power %a, %b : tensor<6xf64>
  return %r0 : tensor<6xf64>
}

// -----
//! name: add of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[-127, -128, 10, 102, 5, -1, -2, 5]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.add %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: subtract of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[127, 126, 4, 98, 5, 1, 0, -5]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: multiply of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[-128, 127, 21, -56, 0, -128, 1, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: divide of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[-128, 127, 2, 50, -1, -1, 1, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: remainder of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[0, 0, 1, 0, 5, -1, 0, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: maximum of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[1, 127, 7, 100, 5, 127, 127, 5]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: minimum of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[-128, 1, 3, 2, 0, -128, 127, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: and of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[0, 1, 3, 0, 0, 0, 127, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.and %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: or of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[-127, 127, 7, 102, 5, -1, 127, 5]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.or %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: xor of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 3, 2, 0, 127, 127, 5]> : tensor<8xi8>
//! expect: dense<[-127, 126, 4, 102, 5, -1, 0, 5]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: power of i8
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xi8>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xi8>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xi8>
func.func public @main(%a: tensor<5xi8>, %b: tensor<5xi8>) -> (tensor<5xi8>) {
  %r0 = stablehlo.power %a, %b : tensor<5xi8>
  return %r0 : tensor<5xi8>
}

// -----
//! name: shift_left of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 7, 8, 0, 2, 6, 3]> : tensor<8xi8>
//! expect: dense<[0, -2, -128, 0, 5, 0, -64, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: shift_right_logical of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 7, 8, 0, 2, 6, 3]> : tensor<8xi8>
//! expect: dense<[64, 63, 0, 0, 5, 32, 1, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: shift_right_arithmetic of i8
//! input: dense<[-128, 127, 7, 100, 5, -128, 127, 0]> : tensor<8xi8>
//! input: dense<[1, 1, 7, 8, 0, 2, 6, 3]> : tensor<8xi8>
//! expect: dense<[-64, 63, 0, 0, 5, -32, 1, 0]> : tensor<8xi8>
func.func public @main(%a: tensor<8xi8>, %b: tensor<8xi8>) -> (tensor<8xi8>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi8>
  return %r0 : tensor<8xi8>
}

// -----
//! name: divide of i8, negative
//! input: dense<[-128, 127, 7, -50]> : tensor<4xi8>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi8>
//! expect: dense<[-128, -127, -3, 7]> : tensor<4xi8>
func.func public @main(%a: tensor<4xi8>, %b: tensor<4xi8>) -> (tensor<4xi8>) {
  %r0 = stablehlo.divide %a, %b : tensor<4xi8>
  return %r0 : tensor<4xi8>
}

// -----
//! name: remainder of i8, negative
//! input: dense<[-128, 127, 7, -50]> : tensor<4xi8>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi8>
//! expect: dense<[0, 0, 1, -1]> : tensor<4xi8>
func.func public @main(%a: tensor<4xi8>, %b: tensor<4xi8>) -> (tensor<4xi8>) {
  %r0 = stablehlo.remainder %a, %b : tensor<4xi8>
  return %r0 : tensor<4xi8>
}

// -----
//! name: multiply of i8, negative
//! input: dense<[-128, 127, 7, -50]> : tensor<4xi8>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi8>
//! expect: dense<[-128, -127, -14, 94]> : tensor<4xi8>
func.func public @main(%a: tensor<4xi8>, %b: tensor<4xi8>) -> (tensor<4xi8>) {
  %r0 = stablehlo.multiply %a, %b : tensor<4xi8>
  return %r0 : tensor<4xi8>
}

// -----
//! name: add of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[-32767, -32768, 10, 102, 5, -1, -2, 5]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.add %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: subtract of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[32767, 32766, 4, 98, 5, 1, 0, -5]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: multiply of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[-32768, 32767, 21, 200, 0, -32768, 1, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: divide of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[-32768, 32767, 2, 50, -1, -1, 1, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: remainder of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[0, 0, 1, 0, 5, -1, 0, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: maximum of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[1, 32767, 7, 100, 5, 32767, 32767, 5]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: minimum of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[-32768, 1, 3, 2, 0, -32768, 32767, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: and of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[0, 1, 3, 0, 0, 0, 32767, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.and %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: or of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[-32767, 32767, 7, 102, 5, -1, 32767, 5]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.or %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: xor of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 3, 2, 0, 32767, 32767, 5]> : tensor<8xi16>
//! expect: dense<[-32767, 32766, 4, 102, 5, -1, 0, 5]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: power of i16
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xi16>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xi16>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xi16>
func.func public @main(%a: tensor<5xi16>, %b: tensor<5xi16>) -> (tensor<5xi16>) {
  %r0 = stablehlo.power %a, %b : tensor<5xi16>
  return %r0 : tensor<5xi16>
}

// -----
//! name: shift_left of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 15, 16, 0, 2, 14, 3]> : tensor<8xi16>
//! expect: dense<[0, -2, -32768, 0, 5, 0, -16384, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: shift_right_logical of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 15, 16, 0, 2, 14, 3]> : tensor<8xi16>
//! expect: dense<[16384, 16383, 0, 0, 5, 8192, 1, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: shift_right_arithmetic of i16
//! input: dense<[-32768, 32767, 7, 100, 5, -32768, 32767, 0]> : tensor<8xi16>
//! input: dense<[1, 1, 15, 16, 0, 2, 14, 3]> : tensor<8xi16>
//! expect: dense<[-16384, 16383, 0, 0, 5, -8192, 1, 0]> : tensor<8xi16>
func.func public @main(%a: tensor<8xi16>, %b: tensor<8xi16>) -> (tensor<8xi16>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi16>
  return %r0 : tensor<8xi16>
}

// -----
//! name: divide of i16, negative
//! input: dense<[-32768, 32767, 7, -50]> : tensor<4xi16>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi16>
//! expect: dense<[-32768, -32767, -3, 7]> : tensor<4xi16>
func.func public @main(%a: tensor<4xi16>, %b: tensor<4xi16>) -> (tensor<4xi16>) {
  %r0 = stablehlo.divide %a, %b : tensor<4xi16>
  return %r0 : tensor<4xi16>
}

// -----
//! name: remainder of i16, negative
//! input: dense<[-32768, 32767, 7, -50]> : tensor<4xi16>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi16>
//! expect: dense<[0, 0, 1, -1]> : tensor<4xi16>
func.func public @main(%a: tensor<4xi16>, %b: tensor<4xi16>) -> (tensor<4xi16>) {
  %r0 = stablehlo.remainder %a, %b : tensor<4xi16>
  return %r0 : tensor<4xi16>
}

// -----
//! name: multiply of i16, negative
//! input: dense<[-32768, 32767, 7, -50]> : tensor<4xi16>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi16>
//! expect: dense<[-32768, -32767, -14, 350]> : tensor<4xi16>
func.func public @main(%a: tensor<4xi16>, %b: tensor<4xi16>) -> (tensor<4xi16>) {
  %r0 = stablehlo.multiply %a, %b : tensor<4xi16>
  return %r0 : tensor<4xi16>
}

// -----
//! name: add of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[-2147483647, -2147483648, 10, 102, 5, -1, -2, 5]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.add %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: subtract of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[2147483647, 2147483646, 4, 98, 5, 1, 0, -5]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: multiply of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[-2147483648, 2147483647, 21, 200, 0, -2147483648, 1, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: divide of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[-2147483648, 2147483647, 2, 50, -1, -1, 1, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: remainder of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[0, 0, 1, 0, 5, -1, 0, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: maximum of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[1, 2147483647, 7, 100, 5, 2147483647, 2147483647, 5]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: minimum of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[-2147483648, 1, 3, 2, 0, -2147483648, 2147483647, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: and of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[0, 1, 3, 0, 0, 0, 2147483647, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.and %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: or of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[-2147483647, 2147483647, 7, 102, 5, -1, 2147483647, 5]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.or %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: xor of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 3, 2, 0, 2147483647, 2147483647, 5]> : tensor<8xi32>
//! expect: dense<[-2147483647, 2147483646, 4, 102, 5, -1, 0, 5]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: power of i32
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xi32>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xi32>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xi32>
func.func public @main(%a: tensor<5xi32>, %b: tensor<5xi32>) -> (tensor<5xi32>) {
  %r0 = stablehlo.power %a, %b : tensor<5xi32>
  return %r0 : tensor<5xi32>
}

// -----
//! name: shift_left of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 31, 32, 0, 2, 30, 3]> : tensor<8xi32>
//! expect: dense<[0, -2, -2147483648, 0, 5, 0, -1073741824, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: shift_right_logical of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 31, 32, 0, 2, 30, 3]> : tensor<8xi32>
//! expect: dense<[1073741824, 1073741823, 0, 0, 5, 536870912, 1, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: shift_right_arithmetic of i32
//! input: dense<[-2147483648, 2147483647, 7, 100, 5, -2147483648, 2147483647, 0]> : tensor<8xi32>
//! input: dense<[1, 1, 31, 32, 0, 2, 30, 3]> : tensor<8xi32>
//! expect: dense<[-1073741824, 1073741823, 0, 0, 5, -536870912, 1, 0]> : tensor<8xi32>
func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi32>
  return %r0 : tensor<8xi32>
}

// -----
//! name: divide of i32, negative
//! input: dense<[-2147483648, 2147483647, 7, -50]> : tensor<4xi32>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi32>
//! expect: dense<[-2147483648, -2147483647, -3, 7]> : tensor<4xi32>
func.func public @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>) {
  %r0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// -----
//! name: remainder of i32, negative
//! input: dense<[-2147483648, 2147483647, 7, -50]> : tensor<4xi32>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi32>
//! expect: dense<[0, 0, 1, -1]> : tensor<4xi32>
func.func public @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>) {
  %r0 = stablehlo.remainder %a, %b : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// -----
//! name: multiply of i32, negative
//! input: dense<[-2147483648, 2147483647, 7, -50]> : tensor<4xi32>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi32>
//! expect: dense<[-2147483648, -2147483647, -14, 350]> : tensor<4xi32>
func.func public @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>) {
  %r0 = stablehlo.multiply %a, %b : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// -----
//! name: add of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[-9223372036854775807, -9223372036854775808, 10, 102, 5, -1, -2, 5]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.add %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: subtract of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[9223372036854775807, 9223372036854775806, 4, 98, 5, 1, 0, -5]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: multiply of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[-9223372036854775808, 9223372036854775807, 21, 200, 0, -9223372036854775808, 1, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: divide of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[-9223372036854775808, 9223372036854775807, 2, 50, -1, -1, 1, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: remainder of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[0, 0, 1, 0, 5, -1, 0, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: maximum of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[1, 9223372036854775807, 7, 100, 5, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: minimum of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[-9223372036854775808, 1, 3, 2, 0, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: and of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[0, 1, 3, 0, 0, 0, 9223372036854775807, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.and %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: or of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[-9223372036854775807, 9223372036854775807, 7, 102, 5, -1, 9223372036854775807, 5]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.or %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: xor of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 3, 2, 0, 9223372036854775807, 9223372036854775807, 5]> : tensor<8xi64>
//! expect: dense<[-9223372036854775807, 9223372036854775806, 4, 102, 5, -1, 0, 5]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: power of i64
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xi64>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xi64>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xi64>
func.func public @main(%a: tensor<5xi64>, %b: tensor<5xi64>) -> (tensor<5xi64>) {
  %r0 = stablehlo.power %a, %b : tensor<5xi64>
  return %r0 : tensor<5xi64>
}

// -----
//! name: shift_left of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 63, 64, 0, 2, 62, 3]> : tensor<8xi64>
//! expect: dense<[0, -2, -9223372036854775808, 0, 5, 0, -4611686018427387904, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: shift_right_logical of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 63, 64, 0, 2, 62, 3]> : tensor<8xi64>
//! expect: dense<[4611686018427387904, 4611686018427387903, 0, 0, 5, 2305843009213693952, 1, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: shift_right_arithmetic of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, 100, 5, -9223372036854775808, 9223372036854775807, 0]> : tensor<8xi64>
//! input: dense<[1, 1, 63, 64, 0, 2, 62, 3]> : tensor<8xi64>
//! expect: dense<[-4611686018427387904, 4611686018427387903, 0, 0, 5, -2305843009213693952, 1, 0]> : tensor<8xi64>
func.func public @main(%a: tensor<8xi64>, %b: tensor<8xi64>) -> (tensor<8xi64>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi64>
  return %r0 : tensor<8xi64>
}

// -----
//! name: divide of i64, negative
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, -50]> : tensor<4xi64>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi64>
//! expect: dense<[-9223372036854775808, -9223372036854775807, -3, 7]> : tensor<4xi64>
func.func public @main(%a: tensor<4xi64>, %b: tensor<4xi64>) -> (tensor<4xi64>) {
  %r0 = stablehlo.divide %a, %b : tensor<4xi64>
  return %r0 : tensor<4xi64>
}

// -----
//! name: remainder of i64, negative
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, -50]> : tensor<4xi64>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi64>
//! expect: dense<[0, 0, 1, -1]> : tensor<4xi64>
func.func public @main(%a: tensor<4xi64>, %b: tensor<4xi64>) -> (tensor<4xi64>) {
  %r0 = stablehlo.remainder %a, %b : tensor<4xi64>
  return %r0 : tensor<4xi64>
}

// -----
//! name: multiply of i64, negative
//! input: dense<[-9223372036854775808, 9223372036854775807, 7, -50]> : tensor<4xi64>
//! input: dense<[-1, -1, -2, -7]> : tensor<4xi64>
//! expect: dense<[-9223372036854775808, -9223372036854775807, -14, 350]> : tensor<4xi64>
func.func public @main(%a: tensor<4xi64>, %b: tensor<4xi64>) -> (tensor<4xi64>) {
  %r0 = stablehlo.multiply %a, %b : tensor<4xi64>
  return %r0 : tensor<4xi64>
}

// -----
//! name: add of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[1, 0, 10, 102, 5, 255, 254, 5]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.add %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: subtract of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[255, 254, 4, 98, 5, 1, 0, 251]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: multiply of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[0, 255, 21, 200, 0, 0, 1, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: divide of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[0, 255, 2, 50, 255, 0, 1, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: remainder of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[0, 0, 1, 0, 5, 0, 0, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: maximum of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[1, 255, 7, 100, 5, 255, 255, 5]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: minimum of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[0, 1, 3, 2, 0, 0, 255, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: and of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[0, 1, 3, 0, 0, 0, 255, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.and %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: or of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[1, 255, 7, 102, 5, 255, 255, 5]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.or %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: xor of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 3, 2, 0, 255, 255, 5]> : tensor<8xui8>
//! expect: dense<[1, 254, 4, 102, 5, 255, 0, 5]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: power of ui8
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xui8>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xui8>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xui8>
func.func public @main(%a: tensor<5xui8>, %b: tensor<5xui8>) -> (tensor<5xui8>) {
  %r0 = stablehlo.power %a, %b : tensor<5xui8>
  return %r0 : tensor<5xui8>
}

// -----
//! name: shift_left of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 7, 8, 0, 2, 6, 3]> : tensor<8xui8>
//! expect: dense<[0, 254, 128, 0, 5, 0, 192, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: shift_right_logical of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 7, 8, 0, 2, 6, 3]> : tensor<8xui8>
//! expect: dense<[0, 127, 0, 0, 5, 0, 3, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: shift_right_arithmetic of ui8
//! input: dense<[0, 255, 7, 100, 5, 0, 255, 0]> : tensor<8xui8>
//! input: dense<[1, 1, 7, 8, 0, 2, 6, 3]> : tensor<8xui8>
//! expect: dense<[0, 255, 0, 0, 5, 0, 255, 0]> : tensor<8xui8>
func.func public @main(%a: tensor<8xui8>, %b: tensor<8xui8>) -> (tensor<8xui8>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui8>
  return %r0 : tensor<8xui8>
}

// -----
//! name: add of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[1, 0, 10, 102, 5, 65535, 65534, 5]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.add %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: subtract of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[65535, 65534, 4, 98, 5, 1, 0, 65531]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: multiply of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[0, 65535, 21, 200, 0, 0, 1, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: divide of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[0, 65535, 2, 50, 65535, 0, 1, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: remainder of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[0, 0, 1, 0, 5, 0, 0, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: maximum of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[1, 65535, 7, 100, 5, 65535, 65535, 5]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: minimum of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[0, 1, 3, 2, 0, 0, 65535, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: and of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[0, 1, 3, 0, 0, 0, 65535, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.and %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: or of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[1, 65535, 7, 102, 5, 65535, 65535, 5]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.or %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: xor of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 3, 2, 0, 65535, 65535, 5]> : tensor<8xui16>
//! expect: dense<[1, 65534, 4, 102, 5, 65535, 0, 5]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: power of ui16
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xui16>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xui16>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xui16>
func.func public @main(%a: tensor<5xui16>, %b: tensor<5xui16>) -> (tensor<5xui16>) {
  %r0 = stablehlo.power %a, %b : tensor<5xui16>
  return %r0 : tensor<5xui16>
}

// -----
//! name: shift_left of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 15, 16, 0, 2, 14, 3]> : tensor<8xui16>
//! expect: dense<[0, 65534, 32768, 0, 5, 0, 49152, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: shift_right_logical of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 15, 16, 0, 2, 14, 3]> : tensor<8xui16>
//! expect: dense<[0, 32767, 0, 0, 5, 0, 3, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: shift_right_arithmetic of ui16
//! input: dense<[0, 65535, 7, 100, 5, 0, 65535, 0]> : tensor<8xui16>
//! input: dense<[1, 1, 15, 16, 0, 2, 14, 3]> : tensor<8xui16>
//! expect: dense<[0, 65535, 0, 0, 5, 0, 65535, 0]> : tensor<8xui16>
func.func public @main(%a: tensor<8xui16>, %b: tensor<8xui16>) -> (tensor<8xui16>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui16>
  return %r0 : tensor<8xui16>
}

// -----
//! name: add of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[1, 0, 10, 102, 5, 4294967295, 4294967294, 5]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.add %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: subtract of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[4294967295, 4294967294, 4, 98, 5, 1, 0, 4294967291]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: multiply of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[0, 4294967295, 21, 200, 0, 0, 1, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: divide of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[0, 4294967295, 2, 50, 4294967295, 0, 1, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: remainder of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[0, 0, 1, 0, 5, 0, 0, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: maximum of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[1, 4294967295, 7, 100, 5, 4294967295, 4294967295, 5]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: minimum of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[0, 1, 3, 2, 0, 0, 4294967295, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: and of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[0, 1, 3, 0, 0, 0, 4294967295, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.and %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: or of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[1, 4294967295, 7, 102, 5, 4294967295, 4294967295, 5]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.or %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: xor of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 3, 2, 0, 4294967295, 4294967295, 5]> : tensor<8xui32>
//! expect: dense<[1, 4294967294, 4, 102, 5, 4294967295, 0, 5]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: power of ui32
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xui32>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xui32>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xui32>
func.func public @main(%a: tensor<5xui32>, %b: tensor<5xui32>) -> (tensor<5xui32>) {
  %r0 = stablehlo.power %a, %b : tensor<5xui32>
  return %r0 : tensor<5xui32>
}

// -----
//! name: shift_left of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 31, 32, 0, 2, 30, 3]> : tensor<8xui32>
//! expect: dense<[0, 4294967294, 2147483648, 0, 5, 0, 3221225472, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: shift_right_logical of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 31, 32, 0, 2, 30, 3]> : tensor<8xui32>
//! expect: dense<[0, 2147483647, 0, 0, 5, 0, 3, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: shift_right_arithmetic of ui32
//! input: dense<[0, 4294967295, 7, 100, 5, 0, 4294967295, 0]> : tensor<8xui32>
//! input: dense<[1, 1, 31, 32, 0, 2, 30, 3]> : tensor<8xui32>
//! expect: dense<[0, 4294967295, 0, 0, 5, 0, 4294967295, 0]> : tensor<8xui32>
func.func public @main(%a: tensor<8xui32>, %b: tensor<8xui32>) -> (tensor<8xui32>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui32>
  return %r0 : tensor<8xui32>
}

// -----
//! name: add of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[1, 0, 10, 102, 5, 18446744073709551615, 18446744073709551614, 5]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.add %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: subtract of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[18446744073709551615, 18446744073709551614, 4, 98, 5, 1, 0, 18446744073709551611]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.subtract %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: multiply of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[0, 18446744073709551615, 21, 200, 0, 0, 1, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.multiply %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: divide of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[0, 18446744073709551615, 2, 50, 18446744073709551615, 0, 1, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.divide %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: remainder of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[0, 0, 1, 0, 5, 0, 0, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.remainder %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: maximum of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[1, 18446744073709551615, 7, 100, 5, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.maximum %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: minimum of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[0, 1, 3, 2, 0, 0, 18446744073709551615, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.minimum %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: and of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[0, 1, 3, 0, 0, 0, 18446744073709551615, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.and %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: or of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[1, 18446744073709551615, 7, 102, 5, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.or %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: xor of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 3, 2, 0, 18446744073709551615, 18446744073709551615, 5]> : tensor<8xui64>
//! expect: dense<[1, 18446744073709551614, 4, 102, 5, 18446744073709551615, 0, 5]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.xor %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: power of ui64
//! input: dense<[2, 3, 7, 0, 1]> : tensor<5xui64>
//! input: dense<[6, 4, 1, 0, 9]> : tensor<5xui64>
//! expect: dense<[64, 81, 7, 1, 1]> : tensor<5xui64>
func.func public @main(%a: tensor<5xui64>, %b: tensor<5xui64>) -> (tensor<5xui64>) {
  %r0 = stablehlo.power %a, %b : tensor<5xui64>
  return %r0 : tensor<5xui64>
}

// -----
//! name: shift_left of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 63, 64, 0, 2, 62, 3]> : tensor<8xui64>
//! expect: dense<[0, 18446744073709551614, 9223372036854775808, 0, 5, 0, 13835058055282163712, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: shift_right_logical of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 63, 64, 0, 2, 62, 3]> : tensor<8xui64>
//! expect: dense<[0, 9223372036854775807, 0, 0, 5, 0, 3, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: shift_right_arithmetic of ui64
//! input: dense<[0, 18446744073709551615, 7, 100, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
//! input: dense<[1, 1, 63, 64, 0, 2, 62, 3]> : tensor<8xui64>
//! expect: dense<[0, 18446744073709551615, 0, 0, 5, 0, 18446744073709551615, 0]> : tensor<8xui64>
func.func public @main(%a: tensor<8xui64>, %b: tensor<8xui64>) -> (tensor<8xui64>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui64>
  return %r0 : tensor<8xui64>
}

// -----
//! name: and of i1
//! input: dense<[false, false, true, true]> : tensor<4xi1>
//! input: dense<[false, true, false, true]> : tensor<4xi1>
//! expect: dense<[false, false, false, true]> : tensor<4xi1>
func.func public @main(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>) {
  %r0 = stablehlo.and %a, %b : tensor<4xi1>
  return %r0 : tensor<4xi1>
}

// -----
//! name: or of i1
//! input: dense<[false, false, true, true]> : tensor<4xi1>
//! input: dense<[false, true, false, true]> : tensor<4xi1>
//! expect: dense<[false, true, true, true]> : tensor<4xi1>
func.func public @main(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>) {
  %r0 = stablehlo.or %a, %b : tensor<4xi1>
  return %r0 : tensor<4xi1>
}

// -----
//! name: xor of i1
//! input: dense<[false, false, true, true]> : tensor<4xi1>
//! input: dense<[false, true, false, true]> : tensor<4xi1>
//! expect: dense<[false, true, true, false]> : tensor<4xi1>
func.func public @main(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>) {
  %r0 = stablehlo.xor %a, %b : tensor<4xi1>
  return %r0 : tensor<4xi1>
}

// -----
//! name: add of i1
//! input: dense<[false, false, true, true]> : tensor<4xi1>
//! input: dense<[false, true, false, true]> : tensor<4xi1>
//! expect: dense<[false, true, true, true]> : tensor<4xi1>
func.func public @main(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>) {
  %r0 = stablehlo.add %a, %b : tensor<4xi1>
  return %r0 : tensor<4xi1>
}

// -----
//! name: multiply of i1
//! input: dense<[false, false, true, true]> : tensor<4xi1>
//! input: dense<[false, true, false, true]> : tensor<4xi1>
//! expect: dense<[false, false, false, true]> : tensor<4xi1>
func.func public @main(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>) {
  %r0 = stablehlo.multiply %a, %b : tensor<4xi1>
  return %r0 : tensor<4xi1>
}

// -----
//! name: maximum of i1
//! input: dense<[false, false, true, true]> : tensor<4xi1>
//! input: dense<[false, true, false, true]> : tensor<4xi1>
//! expect: dense<[false, true, true, true]> : tensor<4xi1>
func.func public @main(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>) {
  %r0 = stablehlo.maximum %a, %b : tensor<4xi1>
  return %r0 : tensor<4xi1>
}

// -----
//! name: minimum of i1
//! input: dense<[false, false, true, true]> : tensor<4xi1>
//! input: dense<[false, true, false, true]> : tensor<4xi1>
//! expect: dense<[false, false, false, true]> : tensor<4xi1>
func.func public @main(%a: tensor<4xi1>, %b: tensor<4xi1>) -> (tensor<4xi1>) {
  %r0 = stablehlo.minimum %a, %b : tensor<4xi1>
  return %r0 : tensor<4xi1>
}
