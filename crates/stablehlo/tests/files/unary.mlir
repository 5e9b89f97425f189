//! name: abs of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -0.0e+00, 0xFC00, 0x7C00]> : tensor<12xf16>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0x7C00, 0x7C00]> : tensor<12xf16>
func.func public @main(%a: tensor<12xf16>) -> (tensor<12xf16>) {
  %r0 = stablehlo.abs %a : tensor<12xf16>
  return %r0 : tensor<12xf16>
}

// -----
//! name: abs of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -0.0e+00, 0xFF80, 0x7F80]> : tensor<12xbf16>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0x7F80, 0x7F80]> : tensor<12xbf16>
func.func public @main(%a: tensor<12xbf16>) -> (tensor<12xbf16>) {
  %r0 = stablehlo.abs %a : tensor<12xbf16>
  return %r0 : tensor<12xbf16>
}

// -----
//! name: abs of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -0.0e+00, 0xFF800000, 0x7F800000]> : tensor<12xf32>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0x7F800000, 0x7F800000]> : tensor<12xf32>
func.func public @main(%a: tensor<12xf32>) -> (tensor<12xf32>) {
  %r0 = stablehlo.abs %a : tensor<12xf32>
  return %r0 : tensor<12xf32>
}

// -----
//! name: abs of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -0.0e+00, 0xFFF0000000000000, 0x7FF0000000000000]> : tensor<12xf64>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0x7FF0000000000000, 0x7FF0000000000000]> : tensor<12xf64>
func.func public @main(%a: tensor<12xf64>) -> (tensor<12xf64>) {
  %r0 = stablehlo.abs %a : tensor<12xf64>
  return %r0 : tensor<12xf64>
}

// -----
//! name: negate of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, -0.0e+00, 0x7C00]> : tensor<12xf16>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, -2.5e-01, -5.0e-01, -1.0e+00, -2.5e+00, -5.0e+00, -0.0e+00, 0.0e+00, 0xFC00]> : tensor<12xf16>
func.func public @main(%a: tensor<12xf16>) -> (tensor<12xf16>) {
  %r0 = stablehlo.negate %a : tensor<12xf16>
  return %r0 : tensor<12xf16>
}

// -----
//! name: negate of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, -0.0e+00, 0x7F80]> : tensor<12xbf16>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, -2.5e-01, -5.0e-01, -1.0e+00, -2.5e+00, -5.0e+00, -0.0e+00, 0.0e+00, 0xFF80]> : tensor<12xbf16>
func.func public @main(%a: tensor<12xbf16>) -> (tensor<12xbf16>) {
  %r0 = stablehlo.negate %a : tensor<12xbf16>
  return %r0 : tensor<12xbf16>
}

// -----
//! name: negate of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, -0.0e+00, 0x7F800000]> : tensor<12xf32>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, -2.5e-01, -5.0e-01, -1.0e+00, -2.5e+00, -5.0e+00, -0.0e+00, 0.0e+00, 0xFF800000]> : tensor<12xf32>
func.func public @main(%a: tensor<12xf32>) -> (tensor<12xf32>) {
  %r0 = stablehlo.negate %a : tensor<12xf32>
  return %r0 : tensor<12xf32>
}

// -----
//! name: negate of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, -0.0e+00, 0x7FF0000000000000]> : tensor<12xf64>
//! expect: dense<[3.5e+00, 1.5e+00, 7.5e-01, 2.5e-01, -2.5e-01, -5.0e-01, -1.0e+00, -2.5e+00, -5.0e+00, -0.0e+00, 0.0e+00, 0xFFF0000000000000]> : tensor<12xf64>
func.func public @main(%a: tensor<12xf64>) -> (tensor<12xf64>) {
  %r0 = stablehlo.negate %a : tensor<12xf64>
  return %r0 : tensor<12xf64>
}

// -----
//! name: ceil of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<12xf16>
//! expect: dense<[-3.0e+00, -1.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<12xf16>
func.func public @main(%a: tensor<12xf16>) -> (tensor<12xf16>) {
  %r0 = stablehlo.ceil %a : tensor<12xf16>
  return %r0 : tensor<12xf16>
}

// -----
//! name: ceil of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<12xbf16>
//! expect: dense<[-3.0e+00, -1.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<12xbf16>
func.func public @main(%a: tensor<12xbf16>) -> (tensor<12xbf16>) {
  %r0 = stablehlo.ceil %a : tensor<12xbf16>
  return %r0 : tensor<12xbf16>
}

// -----
//! name: ceil of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
//! expect: dense<[-3.0e+00, -1.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
func.func public @main(%a: tensor<12xf32>) -> (tensor<12xf32>) {
  %r0 = stablehlo.ceil %a : tensor<12xf32>
  return %r0 : tensor<12xf32>
}

// -----
//! name: ceil of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
//! expect: dense<[-3.0e+00, -1.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
func.func public @main(%a: tensor<12xf64>) -> (tensor<12xf64>) {
  %r0 = stablehlo.ceil %a : tensor<12xf64>
  return %r0 : tensor<12xf64>
}

// -----
//! name: floor of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<12xf16>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -1.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<12xf16>
func.func public @main(%a: tensor<12xf16>) -> (tensor<12xf16>) {
  %r0 = stablehlo.floor %a : tensor<12xf16>
  return %r0 : tensor<12xf16>
}

// -----
//! name: floor of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<12xbf16>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -1.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<12xbf16>
func.func public @main(%a: tensor<12xbf16>) -> (tensor<12xbf16>) {
  %r0 = stablehlo.floor %a : tensor<12xbf16>
  return %r0 : tensor<12xbf16>
}

// -----
//! name: floor of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -1.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<12xf32>
func.func public @main(%a: tensor<12xf32>) -> (tensor<12xf32>) {
  %r0 = stablehlo.floor %a : tensor<12xf32>
  return %r0 : tensor<12xf32>
}

// -----
//! name: floor of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -1.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
func.func public @main(%a: tensor<12xf64>) -> (tensor<12xf64>) {
  %r0 = stablehlo.floor %a : tensor<12xf64>
  return %r0 : tensor<12xf64>
}

// -----
//! name: round_nearest_afz of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<14xf16>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, -3.0e+00, 4.0e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<14xf16>
func.func public @main(%a: tensor<14xf16>) -> (tensor<14xf16>) {
  %r0 = stablehlo.round_nearest_afz %a : tensor<14xf16>
  return %r0 : tensor<14xf16>
}

// -----
//! name: round_nearest_afz of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<14xbf16>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, -3.0e+00, 4.0e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<14xbf16>
func.func public @main(%a: tensor<14xbf16>) -> (tensor<14xbf16>) {
  %r0 = stablehlo.round_nearest_afz %a : tensor<14xbf16>
  return %r0 : tensor<14xbf16>
}

// -----
//! name: round_nearest_afz of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<14xf32>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, -3.0e+00, 4.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<14xf32>
func.func public @main(%a: tensor<14xf32>) -> (tensor<14xf32>) {
  %r0 = stablehlo.round_nearest_afz %a : tensor<14xf32>
  return %r0 : tensor<14xf32>
}

// -----
//! name: round_nearest_afz of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<14xf64>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 1.0e+00, 1.0e+00, 3.0e+00, 5.0e+00, -3.0e+00, 4.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<14xf64>
func.func public @main(%a: tensor<14xf64>) -> (tensor<14xf64>) {
  %r0 = stablehlo.round_nearest_afz %a : tensor<14xf64>
  return %r0 : tensor<14xf64>
}

// -----
//! name: round_nearest_even of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<14xf16>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, -2.0e+00, 4.0e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<14xf16>
func.func public @main(%a: tensor<14xf16>) -> (tensor<14xf16>) {
  %r0 = stablehlo.round_nearest_even %a : tensor<14xf16>
  return %r0 : tensor<14xf16>
}

// -----
//! name: round_nearest_even of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<14xbf16>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, -2.0e+00, 4.0e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<14xbf16>
func.func public @main(%a: tensor<14xbf16>) -> (tensor<14xbf16>) {
  %r0 = stablehlo.round_nearest_even %a : tensor<14xbf16>
  return %r0 : tensor<14xbf16>
}

// -----
//! name: round_nearest_even of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<14xf32>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, -2.0e+00, 4.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<14xf32>
func.func public @main(%a: tensor<14xf32>) -> (tensor<14xf32>) {
  %r0 = stablehlo.round_nearest_even %a : tensor<14xf32>
  return %r0 : tensor<14xf32>
}

// -----
//! name: round_nearest_even of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, -2.5e+00, 3.5e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<14xf64>
//! expect: dense<[-4.0e+00, -2.0e+00, -1.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 1.0e+00, 2.0e+00, 5.0e+00, -2.0e+00, 4.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<14xf64>
func.func public @main(%a: tensor<14xf64>) -> (tensor<14xf64>) {
  %r0 = stablehlo.round_nearest_even %a : tensor<14xf64>
  return %r0 : tensor<14xf64>
}

// -----
//! name: sign of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0xFC00, 0x7C00, 0x7E00]> : tensor<13xf16>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0.0e+00, -1.0e+00, 1.0e+00, 0x7E00]> : tensor<13xf16>
func.func public @main(%a: tensor<13xf16>) -> (tensor<13xf16>) {
  %r0 = stablehlo.sign %a : tensor<13xf16>
  return %r0 : tensor<13xf16>
}

// -----
//! name: sign of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0xFF80, 0x7F80, 0x7FC0]> : tensor<13xbf16>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0.0e+00, -1.0e+00, 1.0e+00, 0x7FC0]> : tensor<13xbf16>
func.func public @main(%a: tensor<13xbf16>) -> (tensor<13xbf16>) {
  %r0 = stablehlo.sign %a : tensor<13xbf16>
  return %r0 : tensor<13xbf16>
}

// -----
//! name: sign of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<13xf32>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0.0e+00, -1.0e+00, 1.0e+00, 0x7FC00000]> : tensor<13xf32>
func.func public @main(%a: tensor<13xf32>) -> (tensor<13xf32>) {
  %r0 = stablehlo.sign %a : tensor<13xf32>
  return %r0 : tensor<13xf32>
}

// -----
//! name: sign of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0.0e+00, -1.0e+00, 1.0e+00, 0x7FF8000000000000]> : tensor<13xf64>
func.func public @main(%a: tensor<13xf64>) -> (tensor<13xf64>) {
  %r0 = stablehlo.sign %a : tensor<13xf64>
  return %r0 : tensor<13xf64>
}

// -----
//! name: cbrt of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 8.0e+00, -2.7e+01]> : tensor<12xf16>
//! expect_close(0.002, 0.000125): dense<[-1.519e+00, -1.145e+00, -9.087e-01, -6.3e-01, 6.3e-01, 7.935e-01, 1.0e+00, 1.357e+00, 1.71e+00, 0.0e+00, 2.0e+00, -3.0e+00]> : tensor<12xf16>
func.func public @main(%a: tensor<12xf16>) -> (tensor<12xf16>) {
  %r0 = stablehlo.cbrt %a : tensor<12xf16>
  return %r0 : tensor<12xf16>
}

// -----
//! name: cbrt of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 8.0e+00, -2.7e+01]> : tensor<12xbf16>
//! expect_close(0.016, 0.001): dense<[-1.515625e+00, -1.1484375e+00, -9.1015625e-01, -6.2890625e-01, 6.2890625e-01, 7.9296875e-01, 1.0e+00, 1.359375e+00, 1.7109375e+00, 0.0e+00, 2.0e+00, -3.0e+00]> : tensor<12xbf16>
func.func public @main(%a: tensor<12xbf16>) -> (tensor<12xbf16>) {
  %r0 = stablehlo.cbrt %a : tensor<12xbf16>
  return %r0 : tensor<12xbf16>
}

// -----
//! name: cbrt of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 8.0e+00, -2.7e+01]> : tensor<12xf32>
//! expect_close(4e-06, 2.5e-07): dense<[-1.5182945e+00, -1.1447142e+00, -9.085603e-01, -6.2996054e-01, 6.2996054e-01, 7.937005e-01, 1.0e+00, 1.3572088e+00, 1.709976e+00, 0.0e+00, 2.0e+00, -3.0e+00]> : tensor<12xf32>
func.func public @main(%a: tensor<12xf32>) -> (tensor<12xf32>) {
  %r0 = stablehlo.cbrt %a : tensor<12xf32>
  return %r0 : tensor<12xf32>
}

// -----
//! name: cbrt of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00, 8.0e+00, -2.7e+01]> : tensor<12xf64>
//! expect_close(1e-12, 6.25e-14): dense<[-1.5182944859378316e+00, -1.1447142425533317e+00, -9.085602964160697e-01, -6.299605249474366e-01, 6.299605249474366e-01, 7.937005259840998e-01, 1.0e+00, 1.3572088082974532e+00, 1.7099759466766968e+00, 0.0e+00, 2.0e+00, -3.0000000000000004e+00]> : tensor<12xf64>
func.func public @main(%a: tensor<12xf64>) -> (tensor<12xf64>) {
  %r0 = stablehlo.cbrt %a : tensor<12xf64>
  return %r0 : tensor<12xf64>
}

// -----
//! name: cosine of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf16>
//! expect_close(0.002, 0.000125): dense<[-9.365e-01, 7.074e-02, 7.314e-01, 9.688e-01, 9.688e-01, 8.774e-01, 5.405e-01, -8.013e-01, 2.837e-01, 1.0e+00]> : tensor<10xf16>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xf16>) {
  %r0 = stablehlo.cosine %a : tensor<10xf16>
  return %r0 : tensor<10xf16>
}

// -----
//! name: cosine of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xbf16>
//! expect_close(0.016, 0.001): dense<[-9.375e-01, 7.080078125e-02, 7.3046875e-01, 9.6875e-01, 9.6875e-01, 8.7890625e-01, 5.390625e-01, -8.0078125e-01, 2.83203125e-01, 1.0e+00]> : tensor<10xbf16>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xbf16>) {
  %r0 = stablehlo.cosine %a : tensor<10xbf16>
  return %r0 : tensor<10xbf16>
}

// -----
//! name: cosine of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf32>
//! expect_close(4e-06, 2.5e-07): dense<[-9.364567e-01, 7.07372e-02, 7.3168886e-01, 9.689124e-01, 9.689124e-01, 8.7758255e-01, 5.403023e-01, -8.011436e-01, 2.836622e-01, 1.0e+00]> : tensor<10xf32>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xf32>) {
  %r0 = stablehlo.cosine %a : tensor<10xf32>
  return %r0 : tensor<10xf32>
}

// -----
//! name: cosine of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf64>
//! expect_close(1e-12, 6.25e-14): dense<[-9.364566872907963e-01, 7.07372016677029e-02, 7.316888688738209e-01, 9.689124217106447e-01, 9.689124217106447e-01, 8.775825618903728e-01, 5.403023058681398e-01, -8.011436155469337e-01, 2.8366218546322625e-01, 1.0e+00]> : tensor<10xf64>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xf64>) {
  %r0 = stablehlo.cosine %a : tensor<10xf64>
  return %r0 : tensor<10xf64>
}

// -----
//! name: sine of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf16>
//! expect_close(0.002, 0.000125): dense<[3.508e-01, -9.976e-01, -6.816e-01, -2.474e-01, 2.474e-01, 4.795e-01, 8.413e-01, 5.986e-01, -9.59e-01, 0.0e+00]> : tensor<10xf16>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xf16>) {
  %r0 = stablehlo.sine %a : tensor<10xf16>
  return %r0 : tensor<10xf16>
}

// -----
//! name: sine of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xbf16>
//! expect_close(0.016, 0.001): dense<[3.515625e-01, -9.9609375e-01, -6.796875e-01, -2.470703125e-01, 2.470703125e-01, 4.78515625e-01, 8.3984375e-01, 5.9765625e-01, -9.5703125e-01, 0.0e+00]> : tensor<10xbf16>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xbf16>) {
  %r0 = stablehlo.sine %a : tensor<10xbf16>
  return %r0 : tensor<10xbf16>
}

// -----
//! name: sine of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf32>
//! expect_close(4e-06, 2.5e-07): dense<[3.5078323e-01, -9.97495e-01, -6.816388e-01, -2.4740396e-01, 2.4740396e-01, 4.7942555e-01, 8.4147096e-01, 5.984721e-01, -9.589243e-01, 0.0e+00]> : tensor<10xf32>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xf32>) {
  %r0 = stablehlo.sine %a : tensor<10xf32>
  return %r0 : tensor<10xf32>
}

// -----
//! name: sine of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf64>
//! expect_close(1e-12, 6.25e-14): dense<[3.5078322768961984e-01, -9.974949866040544e-01, -6.816387600233341e-01, -2.4740395925452294e-01, 2.4740395925452294e-01, 4.79425538604203e-01, 8.414709848078965e-01, 5.984721441039565e-01, -9.589242746631385e-01, 0.0e+00]> : tensor<10xf64>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xf64>) {
  %r0 = stablehlo.sine %a : tensor<10xf64>
  return %r0 : tensor<10xf64>
}

// -----
//! name: tan of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf16>
//! expect_close(0.002, 0.000125): dense<[-3.745e-01, -1.41e+01, -9.316e-01, -2.554e-01, 2.554e-01, 5.464e-01, 1.558e+00, -7.47e-01, -3.38e+00, 0.0e+00]> : tensor<10xf16>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xf16>) {
  %r0 = stablehlo.tan %a : tensor<10xf16>
  return %r0 : tensor<10xf16>
}

// -----
//! name: tan of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xbf16>
//! expect_close(0.016, 0.001): dense<[-3.75e-01, -1.4125e+01, -9.296875e-01, -2.55859375e-01, 2.55859375e-01, 5.46875e-01, 1.5546875e+00, -7.4609375e-01, -3.375e+00, 0.0e+00]> : tensor<10xbf16>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xbf16>) {
  %r0 = stablehlo.tan %a : tensor<10xbf16>
  return %r0 : tensor<10xbf16>
}

// -----
//! name: tan of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf32>
//! expect_close(4e-06, 2.5e-07): dense<[-3.7458563e-01, -1.410142e+01, -9.3159646e-01, -2.5534192e-01, 2.5534192e-01, 5.463025e-01, 1.5574077e+00, -7.4702233e-01, -3.380515e+00, 0.0e+00]> : tensor<10xf32>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xf32>) {
  %r0 = stablehlo.tan %a : tensor<10xf32>
  return %r0 : tensor<10xf32>
}

// -----
//! name: tan of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0.0e+00]> : tensor<10xf64>
//! expect_close(1e-12, 6.25e-14): dense<[-3.745856401585947e-01, -1.4101419947171719e+01, -9.315964599440725e-01, -2.5534192122103627e-01, 2.5534192122103627e-01, 5.463024898437905e-01, 1.5574077246549023e+00, -7.470222972386603e-01, -3.380515006246586e+00, 0.0e+00]> : tensor<10xf64>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xf64>) {
  %r0 = stablehlo.tan %a : tensor<10xf64>
  return %r0 : tensor<10xf64>
}

// -----
//! name: tanh of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00, 0.0e+00]> : tensor<13xf16>
//! expect_close(0.002, 0.000125): dense<[-9.98e-01, -9.053e-01, -6.353e-01, -2.449e-01, 2.449e-01, 4.622e-01, 7.617e-01, 9.87e-01, 1.0e+00, -1.0e+00, 1.0e+00, 0x7E00, 0.0e+00]> : tensor<13xf16>
func.func public @main(%a: tensor<13xf16>) -> (tensor<13xf16>) {
  %r0 = stablehlo.tanh %a : tensor<13xf16>
  return %r0 : tensor<13xf16>
}

// -----
//! name: tanh of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0, 0.0e+00]> : tensor<13xbf16>
//! expect_close(0.016, 0.001): dense<[-1.0e+00, -9.0625e-01, -6.3671875e-01, -2.451171875e-01, 2.451171875e-01, 4.62890625e-01, 7.6171875e-01, 9.8828125e-01, 1.0e+00, -1.0e+00, 1.0e+00, 0x7FC0, 0.0e+00]> : tensor<13xbf16>
func.func public @main(%a: tensor<13xbf16>) -> (tensor<13xbf16>) {
  %r0 = stablehlo.tanh %a : tensor<13xbf16>
  return %r0 : tensor<13xbf16>
}

// -----
//! name: tanh of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000, 0.0e+00]> : tensor<13xf32>
//! expect_close(4e-06, 2.5e-07): dense<[-9.9817795e-01, -9.051482e-01, -6.35149e-01, -2.4491866e-01, 2.4491866e-01, 4.6211717e-01, 7.615942e-01, 9.8661435e-01, 9.9990916e-01, -1.0e+00, 1.0e+00, 0x7FC00000, 0.0e+00]> : tensor<13xf32>
func.func public @main(%a: tensor<13xf32>) -> (tensor<13xf32>) {
  %r0 = stablehlo.tanh %a : tensor<13xf32>
  return %r0 : tensor<13xf32>
}

// -----
//! name: tanh of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0.0e+00]> : tensor<13xf64>
//! expect_close(1e-12, 6.25e-14): dense<[-9.981778976111988e-01, -9.051482536448665e-01, -6.351489523872874e-01, -2.449186624037091e-01, 2.449186624037091e-01, 4.621171572600098e-01, 7.615941559557649e-01, 9.866142981514302e-01, 9.999092042625951e-01, -1.0e+00, 1.0e+00, 0x7FF8000000000000, 0.0e+00]> : tensor<13xf64>
func.func public @main(%a: tensor<13xf64>) -> (tensor<13xf64>) {
  %r0 = stablehlo.tanh %a : tensor<13xf64>
  return %r0 : tensor<13xf64>
}

// -----
//! name: logistic of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00, -8.0e+01, 8.0e+01]> : tensor<14xf16>
//! expect_close(0.002, 0.000125): dense<[2.93e-02, 1.825e-01, 3.208e-01, 4.375e-01, 5.62e-01, 6.226e-01, 7.31e-01, 9.243e-01, 9.93e-01, 0.0e+00, 1.0e+00, 0xFE00, 0.0e+00, 1.0e+00]> : tensor<14xf16>
func.func public @main(%a: tensor<14xf16>) -> (tensor<14xf16>) {
  %r0 = stablehlo.logistic %a : tensor<14xf16>
  return %r0 : tensor<14xf16>
}

// -----
//! name: logistic of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0, -8.0e+01, 8.0e+01]> : tensor<14xbf16>
//! expect_close(0.016, 0.001): dense<[2.9296875e-02, 1.826171875e-01, 3.203125e-01, 4.375e-01, 5.625e-01, 6.2109375e-01, 7.3046875e-01, 9.2578125e-01, 9.921875e-01, 0.0e+00, 1.0e+00, 0xFFC0, 1.8055593228630336e-35, 1.0e+00]> : tensor<14xbf16>
func.func public @main(%a: tensor<14xbf16>) -> (tensor<14xbf16>) {
  %r0 = stablehlo.logistic %a : tensor<14xbf16>
  return %r0 : tensor<14xbf16>
}

// -----
//! name: logistic of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000, -8.0e+01, 8.0e+01]> : tensor<14xf32>
//! expect_close(4e-06, 2.5e-07): dense<[2.931223e-02, 1.8242553e-01, 3.208213e-01, 4.378235e-01, 5.621765e-01, 6.2245935e-01, 7.310586e-01, 9.241418e-01, 9.933072e-01, 0.0e+00, 1.0e+00, 0xFFC00000, 1.8048513e-35, 1.0e+00]> : tensor<14xf32>
func.func public @main(%a: tensor<14xf32>) -> (tensor<14xf32>) {
  %r0 = stablehlo.logistic %a : tensor<14xf32>
  return %r0 : tensor<14xf32>
}

// -----
//! name: logistic of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, -8.0e+01, 8.0e+01]> : tensor<14xf64>
//! expect_close(1e-12, 6.25e-14): dense<[2.931223075135632e-02, 1.8242552380635635e-01, 3.20821300824607e-01, 4.3782349911420193e-01, 5.621765008857981e-01, 6.224593312018546e-01, 7.310585786300049e-01, 9.241418199787566e-01, 9.933071490757153e-01, 0.0e+00, 1.0e+00, 0xFFF8000000000000, 1.8048513878454153e-35, 1.0e+00]> : tensor<14xf64>
func.func public @main(%a: tensor<14xf64>) -> (tensor<14xf64>) {
  %r0 = stablehlo.logistic %a : tensor<14xf64>
  return %r0 : tensor<14xf64>
}

// -----
//! name: exponential of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00, 0.0e+00, -1.0e+02]> : tensor<14xf16>
//! expect_close(0.002, 0.000125): dense<[3.02e-02, 2.231e-01, 4.724e-01, 7.79e-01, 1.284e+00, 1.648e+00, 2.719e+00, 1.218e+01, 1.484e+02, 0.0e+00, 0x7C00, 0x7E00, 1.0e+00, 0.0e+00]> : tensor<14xf16>
func.func public @main(%a: tensor<14xf16>) -> (tensor<14xf16>) {
  %r0 = stablehlo.exponential %a : tensor<14xf16>
  return %r0 : tensor<14xf16>
}

// -----
//! name: exponential of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0, 0.0e+00, -1.0e+02]> : tensor<14xbf16>
//! expect_close(0.016, 0.001): dense<[3.01513671875e-02, 2.2265625e-01, 4.7265625e-01, 7.7734375e-01, 1.28125e+00, 1.6484375e+00, 2.71875e+00, 1.21875e+01, 1.48e+02, 0.0e+00, 0x7F80, 0x7FC0, 1.0e+00, 0.0e+00]> : tensor<14xbf16>
func.func public @main(%a: tensor<14xbf16>) -> (tensor<14xbf16>) {
  %r0 = stablehlo.exponential %a : tensor<14xbf16>
  return %r0 : tensor<14xbf16>
}

// -----
//! name: exponential of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000, 0.0e+00, -1.0e+02]> : tensor<14xf32>
//! expect_close(4e-06, 2.5e-07): dense<[3.0197384e-02, 2.2313017e-01, 4.7236654e-01, 7.788008e-01, 1.2840254e+00, 1.6487212e+00, 2.7182817e+00, 1.2182494e+01, 1.4841316e+02, 0.0e+00, 0x7F800000, 0x7FC00000, 1.0e+00, 0.0e+00]> : tensor<14xf32>
func.func public @main(%a: tensor<14xf32>) -> (tensor<14xf32>) {
  %r0 = stablehlo.exponential %a : tensor<14xf32>
  return %r0 : tensor<14xf32>
}

// -----
//! name: exponential of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0.0e+00, -1.0e+02]> : tensor<14xf64>
//! expect_close(1e-12, 6.25e-14): dense<[3.01973834223185e-02, 2.2313016014842982e-01, 4.723665527410147e-01, 7.788007830714049e-01, 1.2840254166877414e+00, 1.6487212707001282e+00, 2.7182818284590455e+00, 1.2182493960703473e+01, 1.484131591025766e+02, 0.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 1.0e+00, 3.7200759760208356e-44]> : tensor<14xf64>
func.func public @main(%a: tensor<14xf64>) -> (tensor<14xf64>) {
  %r0 = stablehlo.exponential %a : tensor<14xf64>
  return %r0 : tensor<14xf64>
}

// -----
//! name: exponential_minus_one of f16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFC00, 0x7C00, 0x7E00, 0.0e+00, 9.77e-04]> : tensor<14xf16>
//! expect_close(0.002, 0.000125): dense<[-9.697e-01, -7.77e-01, -5.273e-01, -2.212e-01, 2.842e-01, 6.484e-01, 1.719e+00, 1.118e+01, 1.474e+02, -1.0e+00, 0x7C00, 0x7E00, 0.0e+00, 9.77e-04]> : tensor<14xf16>
func.func public @main(%a: tensor<14xf16>) -> (tensor<14xf16>) {
  %r0 = stablehlo.exponential_minus_one %a : tensor<14xf16>
  return %r0 : tensor<14xf16>
}

// -----
//! name: exponential_minus_one of bf16
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF80, 0x7F80, 0x7FC0, 0.0e+00, 9.765625e-04]> : tensor<14xbf16>
//! expect_close(0.016, 0.001): dense<[-9.6875e-01, -7.7734375e-01, -5.2734375e-01, -2.216796875e-01, 2.83203125e-01, 6.484375e-01, 1.71875e+00, 1.11875e+01, 1.47e+02, -1.0e+00, 0x7F80, 0x7FC0, 0.0e+00, 9.765625e-04]> : tensor<14xbf16>
func.func public @main(%a: tensor<14xbf16>) -> (tensor<14xbf16>) {
  %r0 = stablehlo.exponential_minus_one %a : tensor<14xbf16>
  return %r0 : tensor<14xbf16>
}

// -----
//! name: exponential_minus_one of f32
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFF800000, 0x7F800000, 0x7FC00000, 0.0e+00, 9.765625e-04]> : tensor<14xf32>
//! expect_close(4e-06, 2.5e-07): dense<[-9.698026e-01, -7.7686983e-01, -5.276334e-01, -2.211992e-01, 2.840254e-01, 6.487213e-01, 1.7182817e+00, 1.1182494e+01, 1.4741316e+02, -1.0e+00, 0x7F800000, 0x7FC00000, 0.0e+00, 9.770393e-04]> : tensor<14xf32>
func.func public @main(%a: tensor<14xf32>) -> (tensor<14xf32>) {
  %r0 = stablehlo.exponential_minus_one %a : tensor<14xf32>
  return %r0 : tensor<14xf32>
}

// -----
//! name: exponential_minus_one of f64
//! input: dense<[-3.5e+00, -1.5e+00, -7.5e-01, -2.5e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.5e+00, 5.0e+00, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0.0e+00, 9.765625e-04]> : tensor<14xf64>
//! expect_close(1e-12, 6.25e-14): dense<[-9.698026165776815e-01, -7.768698398515702e-01, -5.276334472589853e-01, -2.2119921692859512e-01, 2.8402541668774145e-01, 6.487212707001281e-01, 1.7182818284590455e+00, 1.1182493960703473e+01, 1.474131591025766e+02, -1.0e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0.0e+00, 9.77039492416535e-04]> : tensor<14xf64>
func.func public @main(%a: tensor<14xf64>) -> (tensor<14xf64>) {
  %r0 = stablehlo.exponential_minus_one %a : tensor<14xf64>
  return %r0 : tensor<14xf64>
}

// -----
//! name: log of f16
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7C00, 0x7E00, -1.0e+00]> : tensor<11xf16>
//! expect_close(0.002, 0.000125): dense<[0xFC00, -2.08e+00, -6.934e-01, 0.0e+00, 6.934e-01, 1.099e+00, 2.303e+00, 4.605e+00, 0x7C00, 0x7E00, 0xFE00]> : tensor<11xf16>
func.func public @main(%a: tensor<11xf16>) -> (tensor<11xf16>) {
  %r0 = stablehlo.log %a : tensor<11xf16>
  return %r0 : tensor<11xf16>
}

// -----
//! name: log of bf16
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7F80, 0x7FC0, -1.0e+00]> : tensor<11xbf16>
//! expect_close(0.016, 0.001): dense<[0xFF80, -2.078125e+00, -6.9140625e-01, 0.0e+00, 6.9140625e-01, 1.1015625e+00, 2.296875e+00, 4.59375e+00, 0x7F80, 0xFFC0, 0xFFC0]> : tensor<11xbf16>
func.func public @main(%a: tensor<11xbf16>) -> (tensor<11xbf16>) {
  %r0 = stablehlo.log %a : tensor<11xbf16>
  return %r0 : tensor<11xbf16>
}

// -----
//! name: log of f32
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7F800000, 0x7FC00000, -1.0e+00]> : tensor<11xf32>
//! expect_close(4e-06, 2.5e-07): dense<[0xFF800000, -2.0794415e+00, -6.931472e-01, 0.0e+00, 6.931472e-01, 1.0986123e+00, 2.3025851e+00, 4.6051702e+00, 0x7F800000, 0x7FC00000, 0xFFC00000]> : tensor<11xf32>
func.func public @main(%a: tensor<11xf32>) -> (tensor<11xf32>) {
  %r0 = stablehlo.log %a : tensor<11xf32>
  return %r0 : tensor<11xf32>
}

// -----
//! name: log of f64
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7FF0000000000000, 0x7FF8000000000000, -1.0e+00]> : tensor<11xf64>
//! expect_close(1e-12, 6.25e-14): dense<[0xFFF0000000000000, -2.0794415416798357e+00, -6.931471805599453e-01, 0.0e+00, 6.931471805599453e-01, 1.0986122886681098e+00, 2.302585092994046e+00, 4.605170185988092e+00, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<11xf64>
func.func public @main(%a: tensor<11xf64>) -> (tensor<11xf64>) {
  %r0 = stablehlo.log %a : tensor<11xf64>
  return %r0 : tensor<11xf64>
}

// -----
//! name: log_plus_one of f16
//! input: dense<[-1.0e+00, -5.0e-01, 0.0e+00, 9.77e-04, 1.0e+00, 1.0e+02, 0x7C00, 0x7E00]> : tensor<8xf16>
//! expect_close(0.002, 0.000125): dense<[0xFC00, -6.934e-01, 0.0e+00, 9.76e-04, 6.934e-01, 4.613e+00, 0x7C00, 0xFFFF]> : tensor<8xf16>
func.func public @main(%a: tensor<8xf16>) -> (tensor<8xf16>) {
  %r0 = stablehlo.log_plus_one %a : tensor<8xf16>
  return %r0 : tensor<8xf16>
}

// -----
//! name: log_plus_one of bf16
//! input: dense<[-1.0e+00, -5.0e-01, 0.0e+00, 9.765625e-04, 1.0e+00, 1.0e+02, 0x7F80, 0x7FC0]> : tensor<8xbf16>
//! expect_close(0.016, 0.001): dense<[0xFF80, -6.9140625e-01, 0.0e+00, 9.765625e-04, 6.9140625e-01, 4.625e+00, 0x7F80, 0xFFC0]> : tensor<8xbf16>
func.func public @main(%a: tensor<8xbf16>) -> (tensor<8xbf16>) {
  %r0 = stablehlo.log_plus_one %a : tensor<8xbf16>
  return %r0 : tensor<8xbf16>
}

// -----
//! name: log_plus_one of f32
//! input: dense<[-1.0e+00, -5.0e-01, 0.0e+00, 9.765625e-04, 1.0e+00, 1.0e+02, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
//! expect_close(4e-06, 2.5e-07): dense<[0xFF800000, -6.931472e-01, 0.0e+00, 9.7608595e-04, 6.931472e-01, 4.6151204e+00, 0x7F800000, 0xFFFFFFFF]> : tensor<8xf32>
func.func public @main(%a: tensor<8xf32>) -> (tensor<8xf32>) {
  %r0 = stablehlo.log_plus_one %a : tensor<8xf32>
  return %r0 : tensor<8xf32>
}

// -----
//! name: log_plus_one of f64
//! input: dense<[-1.0e+00, -5.0e-01, 0.0e+00, 9.765625e-04, 1.0e+00, 1.0e+02, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
//! expect_close(1e-12, 6.25e-14): dense<[0xFFF0000000000000, -6.931471805599453e-01, 0.0e+00, 9.760859730554589e-04, 6.931471805599453e-01, 4.61512051684126e+00, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
func.func public @main(%a: tensor<8xf64>) -> (tensor<8xf64>) {
  %r0 = stablehlo.log_plus_one %a : tensor<8xf64>
  return %r0 : tensor<8xf64>
}

// -----
//! name: sqrt of f16
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7C00, 0x7E00, -1.0e+00]> : tensor<11xf16>
//! expect_close(0.002, 0.000125): dense<[0.0e+00, 3.535e-01, 7.07e-01, 1.0e+00, 1.414e+00, 1.732e+00, 3.162e+00, 1.0e+01, 0x7C00, 0x7E00, 0xFE00]> : tensor<11xf16>
func.func public @main(%a: tensor<11xf16>) -> (tensor<11xf16>) {
  %r0 = stablehlo.sqrt %a : tensor<11xf16>
  return %r0 : tensor<11xf16>
}

// -----
//! name: sqrt of bf16
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7F80, 0x7FC0, -1.0e+00]> : tensor<11xbf16>
//! expect_close(0.016, 0.001): dense<[0.0e+00, 3.53515625e-01, 7.0703125e-01, 1.0e+00, 1.4140625e+00, 1.734375e+00, 3.15625e+00, 1.0e+01, 0x7F80, 0x7FC0, 0xFFC0]> : tensor<11xbf16>
func.func public @main(%a: tensor<11xbf16>) -> (tensor<11xbf16>) {
  %r0 = stablehlo.sqrt %a : tensor<11xbf16>
  return %r0 : tensor<11xbf16>
}

// -----
//! name: sqrt of f32
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7F800000, 0x7FC00000, -1.0e+00]> : tensor<11xf32>
//! expect_close(4e-06, 2.5e-07): dense<[0.0e+00, 3.5355338e-01, 7.0710677e-01, 1.0e+00, 1.4142135e+00, 1.7320508e+00, 3.1622777e+00, 1.0e+01, 0x7F800000, 0x7FC00000, 0xFFC00000]> : tensor<11xf32>
func.func public @main(%a: tensor<11xf32>) -> (tensor<11xf32>) {
  %r0 = stablehlo.sqrt %a : tensor<11xf32>
  return %r0 : tensor<11xf32>
}

// -----
//! name: sqrt of f64
//! input: dense<[0.0e+00, 1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7FF0000000000000, 0x7FF8000000000000, -1.0e+00]> : tensor<11xf64>
//! expect_close(1e-12, 6.25e-14): dense<[0.0e+00, 3.535533905932738e-01, 7.071067811865476e-01, 1.0e+00, 1.4142135623730951e+00, 1.7320508075688772e+00, 3.1622776601683795e+00, 1.0e+01, 0x7FF0000000000000, 0x7FF8000000000000, 0xFFF8000000000000]> : tensor<11xf64>
func.func public @main(%a: tensor<11xf64>) -> (tensor<11xf64>) {
  %r0 = stablehlo.sqrt %a : tensor<11xf64>
  return %r0 : tensor<11xf64>
}

// -----
//! name: rsqrt of f16
//! input: dense<[1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7C00, 0x7E00, -1.0e+00]> : tensor<10xf16>
//! expect_close(0.002, 0.000125): dense<[2.828e+00, 1.414e+00, 1.0e+00, 7.07e-01, 5.77e-01, 3.162e-01, 1.0e-01, 0.0e+00, 0x7E00, 0xFE00]> : tensor<10xf16>
func.func public @main(%a: tensor<10xf16>) -> (tensor<10xf16>) {
  %r0 = stablehlo.rsqrt %a : tensor<10xf16>
  return %r0 : tensor<10xf16>
}

// -----
//! name: rsqrt of bf16
//! input: dense<[1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7F80, 0x7FC0, -1.0e+00]> : tensor<10xbf16>
//! expect_close(0.016, 0.001): dense<[2.828125e+00, 1.4140625e+00, 1.0e+00, 7.0703125e-01, 5.78125e-01, 3.1640625e-01, 1.0009765625e-01, 0.0e+00, 0x7FC0, 0xFFC0]> : tensor<10xbf16>
func.func public @main(%a: tensor<10xbf16>) -> (tensor<10xbf16>) {
  %r0 = stablehlo.rsqrt %a : tensor<10xbf16>
  return %r0 : tensor<10xbf16>
}

// -----
//! name: rsqrt of f32
//! input: dense<[1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7F800000, 0x7FC00000, -1.0e+00]> : tensor<10xf32>
//! expect_close(4e-06, 2.5e-07): dense<[2.828427e+00, 1.4142135e+00, 1.0e+00, 7.0710677e-01, 5.7735026e-01, 3.1622776e-01, 1.0e-01, 0.0e+00, 0x7FC00000, 0xFFC00000]> : tensor<10xf32>
func.func public @main(%a: tensor<10xf32>) -> (tensor<10xf32>) {
  %r0 = stablehlo.rsqrt %a : tensor<10xf32>
  return %r0 : tensor<10xf32>
}

// -----
//! name: rsqrt of f64
//! input: dense<[1.25e-01, 5.0e-01, 1.0e+00, 2.0e+00, 3.0e+00, 1.0e+01, 1.0e+02, 0x7FF0000000000000, 0x7FF8000000000000, -1.0e+00]> : tensor<10xf64>
//! expect_close(1e-12, 6.25e-14): dense<[2.82842712474619e+00, 1.414213562373095e+00, 1.0e+00, 7.071067811865475e-01, 5.773502691896257e-01, 3.1622776601683794e-01, 9.999999999999999e-02, 0.0e+00, 0x7FF8000000000000, 0xFFF8000000000000]> : tensor<10xf64>
func.func public @main(%a: tensor<10xf64>) -> (tensor<10xf64>) {
  %r0 = stablehlo.rsqrt %a : tensor<10xf64>
  return %r0 : tensor<10xf64>
}

// -----
//! name: is_finite of f16
//! input: dense<[1.0e+00, -0.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<5xf16>
//! expect: dense<[true, true, false, false, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xf16>) -> (tensor<5xi1>) {
  %r0 = stablehlo.is_finite %a : (tensor<5xf16>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: is_finite of bf16
//! input: dense<[1.0e+00, -0.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<5xbf16>
//! expect: dense<[true, true, false, false, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xbf16>) -> (tensor<5xi1>) {
  %r0 = stablehlo.is_finite %a : (tensor<5xbf16>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: is_finite of f32
//! input: dense<[1.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
//! expect: dense<[true, true, false, false, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xf32>) -> (tensor<5xi1>) {
  %r0 = stablehlo.is_finite %a : (tensor<5xf32>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: is_finite of f64
//! input: dense<[1.0e+00, -0.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<5xf64>
//! expect: dense<[true, true, false, false, false]> : tensor<5xi1>
func.func public @main(%a: tensor<5xf64>) -> (tensor<5xi1>) {
  %r0 = stablehlo.is_finite %a : (tensor<5xf64>) -> tensor<5xi1>
  return %r0 : tensor<5xi1>
}

// -----
//! name: negate of i8
//! input: dense<[-128, 127, 0, 1, 2, 5, 100]> : tensor<7xi8>
//! expect: dense<[-128, -127, 0, -1, -2, -5, -100]> : tensor<7xi8>
func.func public @main(%a: tensor<7xi8>) -> (tensor<7xi8>) {
  %r0 = stablehlo.negate %a : tensor<7xi8>
  return %r0 : tensor<7xi8>
}

// -----
//! name: not of i8
//! input: dense<[-128, 127, 0, 1, 2, 5, 100]> : tensor<7xi8>
//! expect: dense<[127, -128, -1, -2, -3, -6, -101]> : tensor<7xi8>
func.func public @main(%a: tensor<7xi8>) -> (tensor<7xi8>) {
  %r0 = stablehlo.not %a : tensor<7xi8>
  return %r0 : tensor<7xi8>
}

// -----
//! name: popcnt of i8
//! input: dense<[-128, 127, 0, 1, 2, 5, 100]> : tensor<7xi8>
//! expect: dense<[1, 7, 0, 1, 1, 2, 3]> : tensor<7xi8>
func.func public @main(%a: tensor<7xi8>) -> (tensor<7xi8>) {
  %r0 = stablehlo.popcnt %a : tensor<7xi8>
  return %r0 : tensor<7xi8>
}

// -----
//! name: count_leading_zeros of i8
//! input: dense<[-128, 127, 0, 1, 2, 5, 100]> : tensor<7xi8>
//! expect: dense<[0, 1, 8, 7, 6, 5, 1]> : tensor<7xi8>
func.func public @main(%a: tensor<7xi8>) -> (tensor<7xi8>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xi8>
  return %r0 : tensor<7xi8>
}

// -----
//! name: abs of i8
//! input: dense<[-128, 127, 0, 1, 2, 5, 100]> : tensor<7xi8>
//! expect: dense<[-128, 127, 0, 1, 2, 5, 100]> : tensor<7xi8>
func.func public @main(%a: tensor<7xi8>) -> (tensor<7xi8>) {
  %r0 = stablehlo.abs %a : tensor<7xi8>
  return %r0 : tensor<7xi8>
}

// -----
//! name: sign of i8
//! input: dense<[-128, 127, 0, 1, 2, 5, 100]> : tensor<7xi8>
//! expect: dense<[-1, 1, 0, 1, 1, 1, 1]> : tensor<7xi8>
func.func public @main(%a: tensor<7xi8>) -> (tensor<7xi8>) {
  %r0 = stablehlo.sign %a : tensor<7xi8>
  return %r0 : tensor<7xi8>
}

// -----
//! name: negate of i16
//! input: dense<[-32768, 32767, 0, 1, 2, 5, 100]> : tensor<7xi16>
//! expect: dense<[-32768, -32767, 0, -1, -2, -5, -100]> : tensor<7xi16>
func.func public @main(%a: tensor<7xi16>) -> (tensor<7xi16>) {
  %r0 = stablehlo.negate %a : tensor<7xi16>
  return %r0 : tensor<7xi16>
}

// -----
//! name: not of i16
//! input: dense<[-32768, 32767, 0, 1, 2, 5, 100]> : tensor<7xi16>
//! expect: dense<[32767, -32768, -1, -2, -3, -6, -101]> : tensor<7xi16>
func.func public @main(%a: tensor<7xi16>) -> (tensor<7xi16>) {
  %r0 = stablehlo.not %a : tensor<7xi16>
  return %r0 : tensor<7xi16>
}

// -----
//! name: popcnt of i16
//! input: dense<[-32768, 32767, 0, 1, 2, 5, 100]> : tensor<7xi16>
//! expect: dense<[1, 15, 0, 1, 1, 2, 3]> : tensor<7xi16>
func.func public @main(%a: tensor<7xi16>) -> (tensor<7xi16>) {
  %r0 = stablehlo.popcnt %a : tensor<7xi16>
  return %r0 : tensor<7xi16>
}

// -----
//! name: count_leading_zeros of i16
//! input: dense<[-32768, 32767, 0, 1, 2, 5, 100]> : tensor<7xi16>
//! expect: dense<[0, 1, 16, 15, 14, 13, 9]> : tensor<7xi16>
func.func public @main(%a: tensor<7xi16>) -> (tensor<7xi16>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xi16>
  return %r0 : tensor<7xi16>
}

// -----
//! name: abs of i16
//! input: dense<[-32768, 32767, 0, 1, 2, 5, 100]> : tensor<7xi16>
//! expect: dense<[-32768, 32767, 0, 1, 2, 5, 100]> : tensor<7xi16>
func.func public @main(%a: tensor<7xi16>) -> (tensor<7xi16>) {
  %r0 = stablehlo.abs %a : tensor<7xi16>
  return %r0 : tensor<7xi16>
}

// -----
//! name: sign of i16
//! input: dense<[-32768, 32767, 0, 1, 2, 5, 100]> : tensor<7xi16>
//! expect: dense<[-1, 1, 0, 1, 1, 1, 1]> : tensor<7xi16>
func.func public @main(%a: tensor<7xi16>) -> (tensor<7xi16>) {
  %r0 = stablehlo.sign %a : tensor<7xi16>
  return %r0 : tensor<7xi16>
}

// -----
//! name: negate of i32
//! input: dense<[-2147483648, 2147483647, 0, 1, 2, 5, 100]> : tensor<7xi32>
//! expect: dense<[-2147483648, -2147483647, 0, -1, -2, -5, -100]> : tensor<7xi32>
func.func public @main(%a: tensor<7xi32>) -> (tensor<7xi32>) {
  %r0 = stablehlo.negate %a : tensor<7xi32>
  return %r0 : tensor<7xi32>
}

// -----
//! name: not of i32
//! input: dense<[-2147483648, 2147483647, 0, 1, 2, 5, 100]> : tensor<7xi32>
//! expect: dense<[2147483647, -2147483648, -1, -2, -3, -6, -101]> : tensor<7xi32>
func.func public @main(%a: tensor<7xi32>) -> (tensor<7xi32>) {
  %r0 = stablehlo.not %a : tensor<7xi32>
  return %r0 : tensor<7xi32>
}

// -----
//! name: popcnt of i32
//! input: dense<[-2147483648, 2147483647, 0, 1, 2, 5, 100]> : tensor<7xi32>
//! expect: dense<[1, 31, 0, 1, 1, 2, 3]> : tensor<7xi32>
func.func public @main(%a: tensor<7xi32>) -> (tensor<7xi32>) {
  %r0 = stablehlo.popcnt %a : tensor<7xi32>
  return %r0 : tensor<7xi32>
}

// -----
//! name: count_leading_zeros of i32
//! input: dense<[-2147483648, 2147483647, 0, 1, 2, 5, 100]> : tensor<7xi32>
//! expect: dense<[0, 1, 32, 31, 30, 29, 25]> : tensor<7xi32>
func.func public @main(%a: tensor<7xi32>) -> (tensor<7xi32>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xi32>
  return %r0 : tensor<7xi32>
}

// -----
//! name: abs of i32
//! input: dense<[-2147483648, 2147483647, 0, 1, 2, 5, 100]> : tensor<7xi32>
//! expect: dense<[-2147483648, 2147483647, 0, 1, 2, 5, 100]> : tensor<7xi32>
func.func public @main(%a: tensor<7xi32>) -> (tensor<7xi32>) {
  %r0 = stablehlo.abs %a : tensor<7xi32>
  return %r0 : tensor<7xi32>
}

// -----
//! name: sign of i32
//! input: dense<[-2147483648, 2147483647, 0, 1, 2, 5, 100]> : tensor<7xi32>
//! expect: dense<[-1, 1, 0, 1, 1, 1, 1]> : tensor<7xi32>
func.func public @main(%a: tensor<7xi32>) -> (tensor<7xi32>) {
  %r0 = stablehlo.sign %a : tensor<7xi32>
  return %r0 : tensor<7xi32>
}

// -----
//! name: negate of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 0, 1, 2, 5, 100]> : tensor<7xi64>
//! expect: dense<[-9223372036854775808, -9223372036854775807, 0, -1, -2, -5, -100]> : tensor<7xi64>
func.func public @main(%a: tensor<7xi64>) -> (tensor<7xi64>) {
  %r0 = stablehlo.negate %a : tensor<7xi64>
  return %r0 : tensor<7xi64>
}

// -----
//! name: not of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 0, 1, 2, 5, 100]> : tensor<7xi64>
//! expect: dense<[9223372036854775807, -9223372036854775808, -1, -2, -3, -6, -101]> : tensor<7xi64>
func.func public @main(%a: tensor<7xi64>) -> (tensor<7xi64>) {
  %r0 = stablehlo.not %a : tensor<7xi64>
  return %r0 : tensor<7xi64>
}

// -----
//! name: popcnt of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 0, 1, 2, 5, 100]> : tensor<7xi64>
//! expect: dense<[1, 63, 0, 1, 1, 2, 3]> : tensor<7xi64>
func.func public @main(%a: tensor<7xi64>) -> (tensor<7xi64>) {
  %r0 = stablehlo.popcnt %a : tensor<7xi64>
  return %r0 : tensor<7xi64>
}

// -----
//! name: count_leading_zeros of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 0, 1, 2, 5, 100]> : tensor<7xi64>
//! expect: dense<[0, 1, 64, 63, 62, 61, 57]> : tensor<7xi64>
func.func public @main(%a: tensor<7xi64>) -> (tensor<7xi64>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xi64>
  return %r0 : tensor<7xi64>
}

// -----
//! name: abs of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 0, 1, 2, 5, 100]> : tensor<7xi64>
//! expect: dense<[-9223372036854775808, 9223372036854775807, 0, 1, 2, 5, 100]> : tensor<7xi64>
func.func public @main(%a: tensor<7xi64>) -> (tensor<7xi64>) {
  %r0 = stablehlo.abs %a : tensor<7xi64>
  return %r0 : tensor<7xi64>
}

// -----
//! name: sign of i64
//! input: dense<[-9223372036854775808, 9223372036854775807, 0, 1, 2, 5, 100]> : tensor<7xi64>
//! expect: dense<[-1, 1, 0, 1, 1, 1, 1]> : tensor<7xi64>
func.func public @main(%a: tensor<7xi64>) -> (tensor<7xi64>) {
  %r0 = stablehlo.sign %a : tensor<7xi64>
  return %r0 : tensor<7xi64>
}

// -----
//! name: negate of ui8
//! input: dense<[0, 255, 0, 1, 2, 5, 100]> : tensor<7xui8>
//! expect: dense<[0, 1, 0, 255, 254, 251, 156]> : tensor<7xui8>
func.func public @main(%a: tensor<7xui8>) -> (tensor<7xui8>) {
  %r0 = stablehlo.negate %a : tensor<7xui8>
  return %r0 : tensor<7xui8>
}

// -----
//! name: not of ui8
//! input: dense<[0, 255, 0, 1, 2, 5, 100]> : tensor<7xui8>
//! expect: dense<[255, 0, 255, 254, 253, 250, 155]> : tensor<7xui8>
func.func public @main(%a: tensor<7xui8>) -> (tensor<7xui8>) {
  %r0 = stablehlo.not %a : tensor<7xui8>
  return %r0 : tensor<7xui8>
}

// -----
//! name: popcnt of ui8
//! input: dense<[0, 255, 0, 1, 2, 5, 100]> : tensor<7xui8>
//! expect: dense<[0, 8, 0, 1, 1, 2, 3]> : tensor<7xui8>
func.func public @main(%a: tensor<7xui8>) -> (tensor<7xui8>) {
  %r0 = stablehlo.popcnt %a : tensor<7xui8>
  return %r0 : tensor<7xui8>
}

// -----
//! name: count_leading_zeros of ui8
//! input: dense<[0, 255, 0, 1, 2, 5, 100]> : tensor<7xui8>
//! expect: dense<[8, 0, 8, 7, 6, 5, 1]> : tensor<7xui8>
func.func public @main(%a: tensor<7xui8>) -> (tensor<7xui8>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xui8>
  return %r0 : tensor<7xui8>
}

// -----
//! name: negate of ui16
//! input: dense<[0, 65535, 0, 1, 2, 5, 100]> : tensor<7xui16>
//! expect: dense<[0, 1, 0, 65535, 65534, 65531, 65436]> : tensor<7xui16>
func.func public @main(%a: tensor<7xui16>) -> (tensor<7xui16>) {
  %r0 = stablehlo.negate %a : tensor<7xui16>
  return %r0 : tensor<7xui16>
}

// -----
//! name: not of ui16
//! input: dense<[0, 65535, 0, 1, 2, 5, 100]> : tensor<7xui16>
//! expect: dense<[65535, 0, 65535, 65534, 65533, 65530, 65435]> : tensor<7xui16>
func.func public @main(%a: tensor<7xui16>) -> (tensor<7xui16>) {
  %r0 = stablehlo.not %a : tensor<7xui16>
  return %r0 : tensor<7xui16>
}

// -----
//! name: popcnt of ui16
//! input: dense<[0, 65535, 0, 1, 2, 5, 100]> : tensor<7xui16>
//! expect: dense<[0, 16, 0, 1, 1, 2, 3]> : tensor<7xui16>
func.func public @main(%a: tensor<7xui16>) -> (tensor<7xui16>) {
  %r0 = stablehlo.popcnt %a : tensor<7xui16>
  return %r0 : tensor<7xui16>
}

// -----
//! name: count_leading_zeros of ui16
//! input: dense<[0, 65535, 0, 1, 2, 5, 100]> : tensor<7xui16>
//! expect: dense<[16, 0, 16, 15, 14, 13, 9]> : tensor<7xui16>
func.func public @main(%a: tensor<7xui16>) -> (tensor<7xui16>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xui16>
  return %r0 : tensor<7xui16>
}

// -----
//! name: negate of ui32
//! input: dense<[0, 4294967295, 0, 1, 2, 5, 100]> : tensor<7xui32>
//! expect: dense<[0, 1, 0, 4294967295, 4294967294, 4294967291, 4294967196]> : tensor<7xui32>
func.func public @main(%a: tensor<7xui32>) -> (tensor<7xui32>) {
  %r0 = stablehlo.negate %a : tensor<7xui32>
  return %r0 : tensor<7xui32>
}

// -----
//! name: not of ui32
//! input: dense<[0, 4294967295, 0, 1, 2, 5, 100]> : tensor<7xui32>
//! expect: dense<[4294967295, 0, 4294967295, 4294967294, 4294967293, 4294967290, 4294967195]> : tensor<7xui32>
func.func public @main(%a: tensor<7xui32>) -> (tensor<7xui32>) {
  %r0 = stablehlo.not %a : tensor<7xui32>
  return %r0 : tensor<7xui32>
}

// -----
//! name: popcnt of ui32
//! input: dense<[0, 4294967295, 0, 1, 2, 5, 100]> : tensor<7xui32>
//! expect: dense<[0, 32, 0, 1, 1, 2, 3]> : tensor<7xui32>
func.func public @main(%a: tensor<7xui32>) -> (tensor<7xui32>) {
  %r0 = stablehlo.popcnt %a : tensor<7xui32>
  return %r0 : tensor<7xui32>
}

// -----
//! name: count_leading_zeros of ui32
//! input: dense<[0, 4294967295, 0, 1, 2, 5, 100]> : tensor<7xui32>
//! expect: dense<[32, 0, 32, 31, 30, 29, 25]> : tensor<7xui32>
func.func public @main(%a: tensor<7xui32>) -> (tensor<7xui32>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xui32>
  return %r0 : tensor<7xui32>
}

// -----
//! name: negate of ui64
//! input: dense<[0, 18446744073709551615, 0, 1, 2, 5, 100]> : tensor<7xui64>
//! expect: dense<[0, 1, 0, 18446744073709551615, 18446744073709551614, 18446744073709551611, 18446744073709551516]> : tensor<7xui64>
func.func public @main(%a: tensor<7xui64>) -> (tensor<7xui64>) {
  %r0 = stablehlo.negate %a : tensor<7xui64>
  return %r0 : tensor<7xui64>
}

// -----
//! name: not of ui64
//! input: dense<[0, 18446744073709551615, 0, 1, 2, 5, 100]> : tensor<7xui64>
//! expect: dense<[18446744073709551615, 0, 18446744073709551615, 18446744073709551614, 18446744073709551613, 18446744073709551610, 18446744073709551515]> : tensor<7xui64>
func.func public @main(%a: tensor<7xui64>) -> (tensor<7xui64>) {
  %r0 = stablehlo.not %a : tensor<7xui64>
  return %r0 : tensor<7xui64>
}

// -----
//! name: popcnt of ui64
//! input: dense<[0, 18446744073709551615, 0, 1, 2, 5, 100]> : tensor<7xui64>
//! expect: dense<[0, 64, 0, 1, 1, 2, 3]> : tensor<7xui64>
func.func public @main(%a: tensor<7xui64>) -> (tensor<7xui64>) {
  %r0 = stablehlo.popcnt %a : tensor<7xui64>
  return %r0 : tensor<7xui64>
}

// -----
//! name: count_leading_zeros of ui64
//! input: dense<[0, 18446744073709551615, 0, 1, 2, 5, 100]> : tensor<7xui64>
//! expect: dense<[64, 0, 64, 63, 62, 61, 57]> : tensor<7xui64>
func.func public @main(%a: tensor<7xui64>) -> (tensor<7xui64>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<7xui64>
  return %r0 : tensor<7xui64>
}

// -----
//! name: not of i1
//! input: dense<[true, false]> : tensor<2xi1>
//! expect: dense<[false, true]> : tensor<2xi1>
func.func public @main(%a: tensor<2xi1>) -> (tensor<2xi1>) {
  %r0 = stablehlo.not %a : tensor<2xi1>
  return %r0 : tensor<2xi1>
}
