//! name: f4E2M1FN: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F]> : tensor<16xf4E2M1FN>
//! expect: dense<[0.0e+00, 5.0e-01, 1.0e+00, 1.5e+00, 2.0e+00, 3.0e+00, 4.0e+00, 6.0e+00, -0.0e+00, -5.0e-01, -1.0e+00, -1.5e+00, -2.0e+00, -3.0e+00, -4.0e+00, -6.0e+00]> : tensor<16xf32>
func.func public @main(%a: tensor<16xf4E2M1FN>) -> (tensor<16xf32>) {
  %r0 = stablehlo.convert %a : (tensor<16xf4E2M1FN>) -> tensor<16xf32>
  return %r0 : tensor<16xf32>
}

// -----
//! name: f4E2M1FN: rounding
//! input: dense<[0.0e+00, 5.0e-01, 1.0e+00, 1.5e+00, 2.0e+00, 3.0e+00, 4.0e+00, 6.0e+00, 2.5e-01, 7.5e-01, 1.25e+00, 1.75e+00, 2.5e+00, 3.5e+00, 5.0e+00, 2.5000024e-01, 7.500008e-01, 1.2500012e+00, 1.7500018e+00, 2.5000024e+00, 3.5000036e+00, 5.000005e+00, 2.4999975e-01, 7.499992e-01, 1.2499988e+00, 1.7499982e+00, 2.4999976e+00, 3.4999964e+00, 4.999995e+00, 6.06e+00, 1.8e+01, -0.0e+00, -5.0e-01, -1.0e+00, -1.5e+00, -2.0e+00, -3.0e+00, -4.0e+00, -6.0e+00, -2.5e-01, -7.5e-01, -1.25e+00, -1.75e+00, -2.5e+00, -3.5e+00, -5.0e+00, -2.5000024e-01, -7.500008e-01, -1.2500012e+00, -1.7500018e+00, -2.5000024e+00, -3.5000036e+00, -5.000005e+00, -2.4999975e-01, -7.499992e-01, -1.2499988e+00, -1.7499982e+00, -2.4999976e+00, -3.4999964e+00, -4.999995e+00, -6.06e+00, -1.8e+01, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<67xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x0F, 0x00, 0x08, 0x07, 0x0F, 0x08]> : tensor<67xf4E2M1FN>
func.func public @main(%a: tensor<67xf32>) -> (tensor<67xf4E2M1FN>) {
  %r0 = stablehlo.convert %a : (tensor<67xf32>) -> tensor<67xf4E2M1FN>
  return %r0 : tensor<67xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: rounding of bf16
//! input: dense<[0.0e+00, 1.5e+00, 4.0e+00, 7.5e-01, 2.5e+00, 2.5e-01, 1.75e+00, 5.0e+00, 1.25e+00, 3.5e+00, 1.8e+01, -1.0e+00, -3.0e+00, -2.5e-01, -1.75e+00, -5.0e+00, -1.25e+00, -3.5e+00, -7.5e-01, -2.5e+00, -6.0625e+00, -0.0e+00, 0x7FC0]> : tensor<23xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x02, 0x04, 0x00, 0x04, 0x06, 0x02, 0x06, 0x07, 0x0A, 0x0D, 0x08, 0x0C, 0x0E, 0x0A, 0x0E, 0x0A, 0x0C, 0x0F, 0x08, 0x08]> : tensor<23xf4E2M1FN>
func.func public @main(%a: tensor<23xbf16>) -> (tensor<23xf4E2M1FN>) {
  %r0 = stablehlo.convert %a : (tensor<23xbf16>) -> tensor<23xf4E2M1FN>
  return %r0 : tensor<23xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: add
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x00, 0x0F, 0x02, 0x0F, 0x0A, 0x0E, 0x0F, 0x06, 0x0C, 0x07, 0x0A, 0x0A, 0x0C, 0x0A, 0x07, 0x00, 0x0D, 0x0C, 0x0C, 0x06, 0x0D, 0x00, 0x06, 0x05]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: subtract
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x0F, 0x06, 0x0D, 0x0A, 0x00, 0x02, 0x02, 0x09, 0x04, 0x0E, 0x06, 0x0E, 0x0F, 0x02, 0x06, 0x0F, 0x06, 0x0C, 0x06, 0x07, 0x0D, 0x06, 0x04, 0x02]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: multiply
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x0F, 0x07, 0x0C, 0x07, 0x00, 0x07, 0x07, 0x05, 0x08, 0x07, 0x0F, 0x0F, 0x0F, 0x08, 0x07, 0x0F, 0x0E, 0x08, 0x0B, 0x0F, 0x08, 0x0E, 0x03, 0x04]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: divide
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x0A, 0x00, 0x09, 0x03, 0x02, 0x01, 0x02, 0x02, 0x08, 0x01, 0x09, 0x0B, 0x0C, 0x08, 0x06, 0x0A, 0x08, 0x0F, 0x08, 0x0F, 0x0F, 0x0A, 0x07, 0x04]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: maximum
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x07, 0x0A, 0x04, 0x0D, 0x09, 0x0C, 0x0D, 0x04, 0x00, 0x07, 0x04, 0x04, 0x04, 0x00, 0x07, 0x05, 0x02, 0x00, 0x01, 0x07, 0x00, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: negate
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x07, 0x02, 0x02, 0x06, 0x01, 0x04, 0x05, 0x0B, 0x08, 0x0C, 0x0C, 0x05, 0x06, 0x08, 0x0F, 0x05, 0x0A, 0x04, 0x09, 0x0F, 0x05, 0x0C, 0x0D, 0x0C]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.negate %a : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: floor
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x0A, 0x0C, 0x0D, 0x02, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x00, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.floor %a : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: abs
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x07, 0x02, 0x02, 0x06, 0x01, 0x04, 0x05, 0x03, 0x00, 0x04, 0x04, 0x05, 0x06, 0x00, 0x07, 0x05, 0x02, 0x04, 0x01, 0x07, 0x05, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %r0 = stablehlo.abs %a : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: sqrt
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x04, 0x02, 0x02, 0x04, 0x01, 0x03, 0x03, 0x02, 0x00, 0x03, 0x03, 0x03, 0x04, 0x00, 0x04, 0x03, 0x02, 0x03, 0x01, 0x04, 0x03, 0x03, 0x03, 0x03]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %0 = stablehlo.abs %a : tensor<24xf4E2M1FN>
  %r0 = stablehlo.sqrt %0 : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: two operations round twice
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x00, 0x07, 0x04, 0x07, 0x01, 0x07, 0x07, 0x07, 0x06, 0x07, 0x05, 0x0C, 0x0E, 0x02, 0x07, 0x00, 0x07, 0x08, 0x07, 0x0E, 0x08, 0x08, 0x04, 0x05]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %0 = stablehlo.add %a, %b : tensor<24xf4E2M1FN>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: compare and select
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[0x0F, 0x0F, 0x0A, 0x0E, 0x09, 0x0D, 0x0E, 0x03, 0x0C, 0x04, 0x0D, 0x0D, 0x0E, 0x0A, 0x03, 0x0D, 0x0E, 0x0C, 0x0D, 0x0A, 0x0D, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<24xf4E2M1FN>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf4E2M1FN>, tensor<24xf4E2M1FN>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf4E2M1FN>
  return %r0 : tensor<24xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: data movement
//! input: dense<[0x0F, 0x0A, 0x0A, 0x0E, 0x09, 0x0C, 0x0D, 0x03, 0x00, 0x04, 0x04, 0x0D, 0x0E, 0x00, 0x07, 0x0D, 0x02, 0x0C, 0x01, 0x07, 0x0D, 0x04, 0x05, 0x04]> : tensor<24xf4E2M1FN>
//! input: dense<[0x07, 0x0F, 0x04, 0x0D, 0x09, 0x0D, 0x0E, 0x04, 0x0C, 0x07, 0x0D, 0x04, 0x04, 0x0A, 0x03, 0x05, 0x0E, 0x00, 0x0D, 0x0A, 0x00, 0x0C, 0x01, 0x02]> : tensor<24xf4E2M1FN>
//! expect: dense<[[0x03, 0x0D, 0x04, 0x04, 0x05, 0x02], [0x0D, 0x07, 0x05, 0x0E, 0x03, 0x01], [0x0C, 0x00, 0x04, 0x0D, 0x0A, 0x0C], [0x09, 0x0E, 0x0D, 0x09, 0x04, 0x00], [0x0E, 0x0D, 0x07, 0x0D, 0x04, 0x0A], [0x0A, 0x04, 0x01, 0x04, 0x0D, 0x0D], [0x0A, 0x04, 0x0C, 0x0F, 0x07, 0x00], [0x0F, 0x00, 0x02, 0x07, 0x0C, 0x0E]]> : tensor<8x6xf4E2M1FN>
//! expect: dense<[[0x0C, 0x00, 0x04, 0x0D, 0x0A, 0x0C], [0x09, 0x0E, 0x0D, 0x09, 0x04, 0x00]]> : tensor<2x6xf4E2M1FN>
func.func public @main(%a: tensor<24xf4E2M1FN>, %b: tensor<24xf4E2M1FN>) -> (tensor<8x6xf4E2M1FN>, tensor<2x6xf4E2M1FN>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf4E2M1FN>, tensor<24xf4E2M1FN>) -> tensor<48xf4E2M1FN>
  %1 = stablehlo.reshape %0 : (tensor<48xf4E2M1FN>) -> tensor<6x8xf4E2M1FN>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf4E2M1FN>) -> tensor<8x6xf4E2M1FN>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf4E2M1FN>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf4E2M1FN>) -> tensor<2x6xf4E2M1FN>
  return %r0, %r1 : tensor<8x6xf4E2M1FN>, tensor<2x6xf4E2M1FN>
}

// -----
//! name: f4E2M1FN: a constant, and a sum
//! input: dense<[[0x02, 0x02], [0x02, 0x00], [0x02, 0x02], [0x02, 0x02]]> : tensor<4x2xf4E2M1FN>
//! expect: dense<[0x02, 0x00, 0x02]> : tensor<3xf4E2M1FN>
//! expect: dense<[0x04, 0x02, 0x04, 0x04]> : tensor<4xf4E2M1FN>
func.func public @main(%a: tensor<4x2xf4E2M1FN>) -> (tensor<3xf4E2M1FN>, tensor<4xf4E2M1FN>) {
  %r0 = stablehlo.constant dense<[0x02, 0x00, 0x02]> : tensor<3xf4E2M1FN>
  %0 = stablehlo.constant dense<0x00> : tensor<f4E2M1FN>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<4xf4E2M1FN>
  return %r0, %r1 : tensor<3xf4E2M1FN>, tensor<4xf4E2M1FN>
}

// -----
//! name: f6E2M3FN: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F]> : tensor<64xf6E2M3FN>
//! expect: dense<[0.0e+00, 1.25e-01, 2.5e-01, 3.75e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, -0.0e+00, -1.25e-01, -2.5e-01, -3.75e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00]> : tensor<64xf32>
func.func public @main(%a: tensor<64xf6E2M3FN>) -> (tensor<64xf32>) {
  %r0 = stablehlo.convert %a : (tensor<64xf6E2M3FN>) -> tensor<64xf32>
  return %r0 : tensor<64xf32>
}

// -----
//! name: f6E2M3FN: rounding
//! input: dense<[0.0e+00, 1.25e-01, 2.5e-01, 3.75e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 6.25e-02, 1.875e-01, 3.125e-01, 4.375e-01, 5.625e-01, 6.875e-01, 8.125e-01, 9.375e-01, 1.0625e+00, 1.1875e+00, 1.3125e+00, 1.4375e+00, 1.5625e+00, 1.6875e+00, 1.8125e+00, 1.9375e+00, 2.125e+00, 2.375e+00, 2.625e+00, 2.875e+00, 3.125e+00, 3.375e+00, 3.625e+00, 3.875e+00, 4.25e+00, 4.75e+00, 5.25e+00, 5.75e+00, 6.25e+00, 6.75e+00, 7.25e+00, 6.250006e-02, 1.875002e-01, 3.125003e-01, 4.3750045e-01, 5.6250054e-01, 6.875007e-01, 8.1250083e-01, 9.3750095e-01, 1.0625011e+00, 1.1875012e+00, 1.3125013e+00, 1.4375014e+00, 1.5625015e+00, 1.6875017e+00, 1.8125018e+00, 1.9375019e+00, 2.1250021e+00, 2.3750024e+00, 2.6250026e+00, 2.8750029e+00, 3.125003e+00, 3.3750033e+00, 3.6250036e+00, 3.8750038e+00, 4.2500043e+00, 4.750005e+00, 5.2500052e+00, 5.7500057e+00, 6.250006e+00, 6.7500067e+00, 7.250007e+00, 6.2499937e-02, 1.874998e-01, 3.124997e-01, 4.3749955e-01, 5.6249946e-01, 6.874993e-01, 8.1249917e-01, 9.3749905e-01, 1.0624989e+00, 1.1874988e+00, 1.3124987e+00, 1.4374986e+00, 1.5624985e+00, 1.6874983e+00, 1.8124982e+00, 1.9374981e+00, 2.1249979e+00, 2.3749976e+00, 2.6249974e+00, 2.8749971e+00, 3.124997e+00, 3.3749967e+00, 3.6249964e+00, 3.8749962e+00, 4.2499957e+00, 4.749995e+00, 5.2499948e+00, 5.7499943e+00, 6.249994e+00, 6.7499933e+00, 7.249993e+00, 7.575e+00, 2.25e+01, -0.0e+00, -1.25e-01, -2.5e-01, -3.75e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -6.25e-02, -1.875e-01, -3.125e-01, -4.375e-01, -5.625e-01, -6.875e-01, -8.125e-01, -9.375e-01, -1.0625e+00, -1.1875e+00, -1.3125e+00, -1.4375e+00, -1.5625e+00, -1.6875e+00, -1.8125e+00, -1.9375e+00, -2.125e+00, -2.375e+00, -2.625e+00, -2.875e+00, -3.125e+00, -3.375e+00, -3.625e+00, -3.875e+00, -4.25e+00, -4.75e+00, -5.25e+00, -5.75e+00, -6.25e+00, -6.75e+00, -7.25e+00, -6.250006e-02, -1.875002e-01, -3.125003e-01, -4.3750045e-01, -5.6250054e-01, -6.875007e-01, -8.1250083e-01, -9.3750095e-01, -1.0625011e+00, -1.1875012e+00, -1.3125013e+00, -1.4375014e+00, -1.5625015e+00, -1.6875017e+00, -1.8125018e+00, -1.9375019e+00, -2.1250021e+00, -2.3750024e+00, -2.6250026e+00, -2.8750029e+00, -3.125003e+00, -3.3750033e+00, -3.6250036e+00, -3.8750038e+00, -4.2500043e+00, -4.750005e+00, -5.2500052e+00, -5.7500057e+00, -6.250006e+00, -6.7500067e+00, -7.250007e+00, -6.2499937e-02, -1.874998e-01, -3.124997e-01, -4.3749955e-01, -5.6249946e-01, -6.874993e-01, -8.1249917e-01, -9.3749905e-01, -1.0624989e+00, -1.1874988e+00, -1.3124987e+00, -1.4374986e+00, -1.5624985e+00, -1.6874983e+00, -1.8124982e+00, -1.9374981e+00, -2.1249979e+00, -2.3749976e+00, -2.6249974e+00, -2.8749971e+00, -3.124997e+00, -3.3749967e+00, -3.6249964e+00, -3.8749962e+00, -4.2499957e+00, -4.749995e+00, -5.2499948e+00, -5.7499943e+00, -6.249994e+00, -6.7499933e+00, -7.249993e+00, -7.575e+00, -2.25e+01, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<259xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x3F, 0x00, 0x20, 0x1F, 0x3F, 0x20]> : tensor<259xf6E2M3FN>
func.func public @main(%a: tensor<259xf32>) -> (tensor<259xf6E2M3FN>) {
  %r0 = stablehlo.convert %a : (tensor<259xf32>) -> tensor<259xf6E2M3FN>
  return %r0 : tensor<259xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: rounding of bf16
//! input: dense<[0.0e+00, 3.75e-01, 7.5e-01, 1.125e+00, 1.5e+00, 1.875e+00, 2.5e+00, 3.25e+00, 4.0e+00, 5.5e+00, 7.0e+00, 1.875e-01, 5.625e-01, 9.375e-01, 1.3125e+00, 1.6875e+00, 2.125e+00, 2.875e+00, 3.625e+00, 4.75e+00, 6.25e+00, 6.25e-02, 4.375e-01, 8.125e-01, 1.1875e+00, 1.5625e+00, 1.9375e+00, 2.625e+00, 3.375e+00, 4.25e+00, 5.75e+00, 7.25e+00, 3.125e-01, 6.875e-01, 1.0625e+00, 1.4375e+00, 1.8125e+00, 2.375e+00, 3.125e+00, 3.875e+00, 5.25e+00, 6.75e+00, 2.25e+01, -2.5e-01, -6.25e-01, -1.0e+00, -1.375e+00, -1.75e+00, -2.25e+00, -3.0e+00, -3.75e+00, -5.0e+00, -6.5e+00, -6.25e-02, -4.375e-01, -8.125e-01, -1.1875e+00, -1.5625e+00, -1.9375e+00, -2.625e+00, -3.375e+00, -4.25e+00, -5.75e+00, -7.25e+00, -3.125e-01, -6.875e-01, -1.0625e+00, -1.4375e+00, -1.8125e+00, -2.375e+00, -3.125e+00, -3.875e+00, -5.25e+00, -6.75e+00, -1.875e-01, -5.625e-01, -9.375e-01, -1.3125e+00, -1.6875e+00, -2.125e+00, -2.875e+00, -3.625e+00, -4.75e+00, -6.25e+00, -7.5625e+00, -0.0e+00, 0x7FC0]> : tensor<87xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x02, 0x04, 0x08, 0x0A, 0x0E, 0x10, 0x14, 0x16, 0x1A, 0x1C, 0x00, 0x04, 0x06, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x18, 0x1C, 0x1E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x1F, 0x22, 0x25, 0x28, 0x2B, 0x2E, 0x31, 0x34, 0x37, 0x3A, 0x3D, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x22, 0x26, 0x28, 0x2C, 0x2E, 0x32, 0x34, 0x38, 0x3A, 0x3E, 0x22, 0x24, 0x28, 0x2A, 0x2E, 0x30, 0x34, 0x36, 0x3A, 0x3C, 0x3F, 0x20, 0x20]> : tensor<87xf6E2M3FN>
func.func public @main(%a: tensor<87xbf16>) -> (tensor<87xf6E2M3FN>) {
  %r0 = stablehlo.convert %a : (tensor<87xbf16>) -> tensor<87xf6E2M3FN>
  return %r0 : tensor<87xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: add
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x0C, 0x3E, 0x09, 0x3F, 0x2A, 0x3B, 0x3F, 0x19, 0x2F, 0x1F, 0x24, 0x28, 0x33, 0x2B, 0x1F, 0x02, 0x36, 0x32, 0x34, 0x1B, 0x34, 0x00, 0x18, 0x15]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: subtract
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x3F, 0x1A, 0x38, 0x2C, 0x00, 0x08, 0x0E, 0x28, 0x12, 0x37, 0x1B, 0x3D, 0x3E, 0x0B, 0x1C, 0x3C, 0x1B, 0x34, 0x19, 0x1F, 0x34, 0x1B, 0x12, 0x0A]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: multiply
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x3F, 0x1C, 0x36, 0x1F, 0x03, 0x1F, 0x1F, 0x1A, 0x27, 0x1F, 0x3F, 0x3F, 0x3F, 0x20, 0x1F, 0x3F, 0x39, 0x28, 0x35, 0x3D, 0x20, 0x3F, 0x13, 0x11]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: divide
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x26, 0x01, 0x24, 0x0C, 0x08, 0x06, 0x05, 0x05, 0x21, 0x03, 0x27, 0x2B, 0x31, 0x20, 0x19, 0x27, 0x22, 0x3F, 0x22, 0x3D, 0x3F, 0x28, 0x17, 0x11]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: maximum
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x1F, 0x28, 0x12, 0x34, 0x25, 0x31, 0x35, 0x13, 0x03, 0x1D, 0x12, 0x13, 0x11, 0x00, 0x1F, 0x15, 0x08, 0x03, 0x07, 0x1D, 0x00, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: negate
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x1C, 0x08, 0x0B, 0x19, 0x05, 0x11, 0x15, 0x2E, 0x23, 0x33, 0x32, 0x17, 0x1A, 0x20, 0x3F, 0x14, 0x28, 0x13, 0x27, 0x3D, 0x14, 0x33, 0x35, 0x31]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.negate %a : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: floor
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x3C, 0x28, 0x30, 0x3A, 0x28, 0x34, 0x38, 0x08, 0x00, 0x10, 0x10, 0x38, 0x3A, 0x00, 0x1E, 0x34, 0x08, 0x34, 0x00, 0x1C, 0x34, 0x10, 0x14, 0x10]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.floor %a : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: abs
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x1C, 0x08, 0x0B, 0x19, 0x05, 0x11, 0x15, 0x0E, 0x03, 0x13, 0x12, 0x17, 0x1A, 0x00, 0x1F, 0x14, 0x08, 0x13, 0x07, 0x1D, 0x14, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %r0 = stablehlo.abs %a : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: sqrt
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x12, 0x08, 0x09, 0x10, 0x06, 0x0C, 0x0E, 0x0B, 0x05, 0x0D, 0x0D, 0x0F, 0x11, 0x00, 0x13, 0x0E, 0x08, 0x0D, 0x07, 0x12, 0x0E, 0x0D, 0x0E, 0x0C]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %0 = stablehlo.abs %a : tensor<24xf6E2M3FN>
  %r0 = stablehlo.sqrt %0 : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: two operations round twice
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x1F, 0x1F, 0x13, 0x1F, 0x06, 0x1F, 0x1F, 0x1F, 0x18, 0x1F, 0x0C, 0x33, 0x3C, 0x0F, 0x1F, 0x06, 0x1F, 0x28, 0x1F, 0x3B, 0x20, 0x20, 0x16, 0x15]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %0 = stablehlo.add %a, %b : tensor<24xf6E2M3FN>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: compare and select
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[0x3C, 0x3C, 0x2B, 0x39, 0x25, 0x35, 0x3A, 0x0E, 0x31, 0x13, 0x34, 0x37, 0x3A, 0x2B, 0x0E, 0x34, 0x39, 0x33, 0x37, 0x28, 0x34, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<24xf6E2M3FN>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf6E2M3FN>, tensor<24xf6E2M3FN>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf6E2M3FN>
  return %r0 : tensor<24xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: data movement
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E2M3FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E2M3FN>
//! expect: dense<[[0x0E, 0x34, 0x11, 0x13, 0x15, 0x08], [0x35, 0x1F, 0x15, 0x3A, 0x0E, 0x07], [0x31, 0x00, 0x13, 0x35, 0x2B, 0x33], [0x25, 0x3A, 0x34, 0x25, 0x11, 0x00], [0x39, 0x37, 0x1D, 0x34, 0x13, 0x28], [0x2B, 0x12, 0x07, 0x12, 0x34, 0x37], [0x28, 0x13, 0x33, 0x3C, 0x1D, 0x03], [0x3C, 0x03, 0x08, 0x1F, 0x31, 0x39]]> : tensor<8x6xf6E2M3FN>
//! expect: dense<[[0x31, 0x00, 0x13, 0x35, 0x2B, 0x33], [0x25, 0x3A, 0x34, 0x25, 0x11, 0x00]]> : tensor<2x6xf6E2M3FN>
func.func public @main(%a: tensor<24xf6E2M3FN>, %b: tensor<24xf6E2M3FN>) -> (tensor<8x6xf6E2M3FN>, tensor<2x6xf6E2M3FN>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf6E2M3FN>, tensor<24xf6E2M3FN>) -> tensor<48xf6E2M3FN>
  %1 = stablehlo.reshape %0 : (tensor<48xf6E2M3FN>) -> tensor<6x8xf6E2M3FN>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf6E2M3FN>) -> tensor<8x6xf6E2M3FN>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf6E2M3FN>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf6E2M3FN>) -> tensor<2x6xf6E2M3FN>
  return %r0, %r1 : tensor<8x6xf6E2M3FN>, tensor<2x6xf6E2M3FN>
}

// -----
//! name: f6E2M3FN: a constant, and a sum
//! input: dense<[[0x08, 0x08], [0x08, 0x00], [0x08, 0x08], [0x08, 0x08]]> : tensor<4x2xf6E2M3FN>
//! expect: dense<[0x08, 0x00, 0x08]> : tensor<3xf6E2M3FN>
//! expect: dense<[0x10, 0x08, 0x10, 0x10]> : tensor<4xf6E2M3FN>
func.func public @main(%a: tensor<4x2xf6E2M3FN>) -> (tensor<3xf6E2M3FN>, tensor<4xf6E2M3FN>) {
  %r0 = stablehlo.constant dense<[0x08, 0x00, 0x08]> : tensor<3xf6E2M3FN>
  %0 = stablehlo.constant dense<0x00> : tensor<f6E2M3FN>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf6E2M3FN>, tensor<f6E2M3FN>) -> tensor<4xf6E2M3FN>
  return %r0, %r1 : tensor<3xf6E2M3FN>, tensor<4xf6E2M3FN>
}

// -----
//! name: f6E3M2FN: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F]> : tensor<64xf6E3M2FN>
//! expect: dense<[0.0e+00, 6.25e-02, 1.25e-01, 1.875e-01, 2.5e-01, 3.125e-01, 3.75e-01, 4.375e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.25e+00, 1.5e+00, 1.75e+00, 2.0e+00, 2.5e+00, 3.0e+00, 3.5e+00, 4.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00, 1.0e+01, 1.2e+01, 1.4e+01, 1.6e+01, 2.0e+01, 2.4e+01, 2.8e+01, -0.0e+00, -6.25e-02, -1.25e-01, -1.875e-01, -2.5e-01, -3.125e-01, -3.75e-01, -4.375e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.25e+00, -1.5e+00, -1.75e+00, -2.0e+00, -2.5e+00, -3.0e+00, -3.5e+00, -4.0e+00, -5.0e+00, -6.0e+00, -7.0e+00, -8.0e+00, -1.0e+01, -1.2e+01, -1.4e+01, -1.6e+01, -2.0e+01, -2.4e+01, -2.8e+01]> : tensor<64xf32>
func.func public @main(%a: tensor<64xf6E3M2FN>) -> (tensor<64xf32>) {
  %r0 = stablehlo.convert %a : (tensor<64xf6E3M2FN>) -> tensor<64xf32>
  return %r0 : tensor<64xf32>
}

// -----
//! name: f6E3M2FN: rounding
//! input: dense<[0.0e+00, 6.25e-02, 1.25e-01, 1.875e-01, 2.5e-01, 3.125e-01, 3.75e-01, 4.375e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.25e+00, 1.5e+00, 1.75e+00, 2.0e+00, 2.5e+00, 3.0e+00, 3.5e+00, 4.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00, 1.0e+01, 1.2e+01, 1.4e+01, 1.6e+01, 2.0e+01, 2.4e+01, 2.8e+01, 3.125e-02, 9.375e-02, 1.5625e-01, 2.1875e-01, 2.8125e-01, 3.4375e-01, 4.0625e-01, 4.6875e-01, 5.625e-01, 6.875e-01, 8.125e-01, 9.375e-01, 1.125e+00, 1.375e+00, 1.625e+00, 1.875e+00, 2.25e+00, 2.75e+00, 3.25e+00, 3.75e+00, 4.5e+00, 5.5e+00, 6.5e+00, 7.5e+00, 9.0e+00, 1.1e+01, 1.3e+01, 1.5e+01, 1.8e+01, 2.2e+01, 2.6e+01, 3.125003e-02, 9.37501e-02, 1.5625015e-01, 2.1875022e-01, 2.8125027e-01, 3.4375036e-01, 4.0625042e-01, 4.6875048e-01, 5.6250054e-01, 6.875007e-01, 8.1250083e-01, 9.3750095e-01, 1.1250011e+00, 1.3750014e+00, 1.6250017e+00, 1.8750019e+00, 2.2500021e+00, 2.7500029e+00, 3.2500033e+00, 3.7500038e+00, 4.5000043e+00, 5.5000057e+00, 6.5000067e+00, 7.5000076e+00, 9.000009e+00, 1.1000011e+01, 1.3000013e+01, 1.5000015e+01, 1.8000017e+01, 2.2000023e+01, 2.6000027e+01, 3.1249968e-02, 9.37499e-02, 1.5624985e-01, 2.1874978e-01, 2.8124973e-01, 3.4374964e-01, 4.0624958e-01, 4.6874952e-01, 5.6249946e-01, 6.874993e-01, 8.1249917e-01, 9.3749905e-01, 1.1249989e+00, 1.3749986e+00, 1.6249983e+00, 1.8749981e+00, 2.2499979e+00, 2.7499971e+00, 3.2499967e+00, 3.7499962e+00, 4.4999957e+00, 5.4999943e+00, 6.4999933e+00, 7.4999924e+00, 8.999991e+00, 1.0999989e+01, 1.2999987e+01, 1.4999985e+01, 1.7999983e+01, 2.1999977e+01, 2.5999973e+01, 2.828e+01, 8.4e+01, -0.0e+00, -6.25e-02, -1.25e-01, -1.875e-01, -2.5e-01, -3.125e-01, -3.75e-01, -4.375e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.25e+00, -1.5e+00, -1.75e+00, -2.0e+00, -2.5e+00, -3.0e+00, -3.5e+00, -4.0e+00, -5.0e+00, -6.0e+00, -7.0e+00, -8.0e+00, -1.0e+01, -1.2e+01, -1.4e+01, -1.6e+01, -2.0e+01, -2.4e+01, -2.8e+01, -3.125e-02, -9.375e-02, -1.5625e-01, -2.1875e-01, -2.8125e-01, -3.4375e-01, -4.0625e-01, -4.6875e-01, -5.625e-01, -6.875e-01, -8.125e-01, -9.375e-01, -1.125e+00, -1.375e+00, -1.625e+00, -1.875e+00, -2.25e+00, -2.75e+00, -3.25e+00, -3.75e+00, -4.5e+00, -5.5e+00, -6.5e+00, -7.5e+00, -9.0e+00, -1.1e+01, -1.3e+01, -1.5e+01, -1.8e+01, -2.2e+01, -2.6e+01, -3.125003e-02, -9.37501e-02, -1.5625015e-01, -2.1875022e-01, -2.8125027e-01, -3.4375036e-01, -4.0625042e-01, -4.6875048e-01, -5.6250054e-01, -6.875007e-01, -8.1250083e-01, -9.3750095e-01, -1.1250011e+00, -1.3750014e+00, -1.6250017e+00, -1.8750019e+00, -2.2500021e+00, -2.7500029e+00, -3.2500033e+00, -3.7500038e+00, -4.5000043e+00, -5.5000057e+00, -6.5000067e+00, -7.5000076e+00, -9.000009e+00, -1.1000011e+01, -1.3000013e+01, -1.5000015e+01, -1.8000017e+01, -2.2000023e+01, -2.6000027e+01, -3.1249968e-02, -9.37499e-02, -1.5624985e-01, -2.1874978e-01, -2.8124973e-01, -3.4374964e-01, -4.0624958e-01, -4.6874952e-01, -5.6249946e-01, -6.874993e-01, -8.1249917e-01, -9.3749905e-01, -1.1249989e+00, -1.3749986e+00, -1.6249983e+00, -1.8749981e+00, -2.2499979e+00, -2.7499971e+00, -3.2499967e+00, -3.7499962e+00, -4.4999957e+00, -5.4999943e+00, -6.4999933e+00, -7.4999924e+00, -8.999991e+00, -1.0999989e+01, -1.2999987e+01, -1.4999985e+01, -1.7999983e+01, -2.1999977e+01, -2.5999973e+01, -2.828e+01, -8.4e+01, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<259xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x3F, 0x00, 0x20, 0x1F, 0x3F, 0x20]> : tensor<259xf6E3M2FN>
func.func public @main(%a: tensor<259xf32>) -> (tensor<259xf6E3M2FN>) {
  %r0 = stablehlo.convert %a : (tensor<259xf32>) -> tensor<259xf6E3M2FN>
  return %r0 : tensor<259xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: rounding of bf16
//! input: dense<[0.0e+00, 1.875e-01, 3.75e-01, 6.25e-01, 1.0e+00, 1.75e+00, 3.0e+00, 5.0e+00, 8.0e+00, 1.4e+01, 2.4e+01, 9.375e-02, 2.8125e-01, 4.6875e-01, 8.125e-01, 1.375e+00, 2.25e+00, 3.75e+00, 6.5e+00, 1.1e+01, 1.8e+01, 3.125e-02, 2.1875e-01, 4.0625e-01, 6.875e-01, 1.125e+00, 1.875e+00, 3.25e+00, 5.5e+00, 9.0e+00, 1.5e+01, 2.6e+01, 1.5625e-01, 3.4375e-01, 5.625e-01, 9.375e-01, 1.625e+00, 2.75e+00, 4.5e+00, 7.5e+00, 1.3e+01, 2.2e+01, 8.4e+01, -1.25e-01, -3.125e-01, -5.0e-01, -8.75e-01, -1.5e+00, -2.5e+00, -4.0e+00, -7.0e+00, -1.2e+01, -2.0e+01, -3.125e-02, -2.1875e-01, -4.0625e-01, -6.875e-01, -1.125e+00, -1.875e+00, -3.25e+00, -5.5e+00, -9.0e+00, -1.5e+01, -2.6e+01, -1.5625e-01, -3.4375e-01, -5.625e-01, -9.375e-01, -1.625e+00, -2.75e+00, -4.5e+00, -7.5e+00, -1.3e+01, -2.2e+01, -9.375e-02, -2.8125e-01, -4.6875e-01, -8.125e-01, -1.375e+00, -2.25e+00, -3.75e+00, -6.5e+00, -1.1e+01, -1.8e+01, -2.825e+01, -0.0e+00, 0x7FC0]> : tensor<87xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x02, 0x04, 0x08, 0x0A, 0x0E, 0x10, 0x14, 0x16, 0x1A, 0x1C, 0x00, 0x04, 0x06, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x18, 0x1C, 0x1E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x1F, 0x22, 0x25, 0x28, 0x2B, 0x2E, 0x31, 0x34, 0x37, 0x3A, 0x3D, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x22, 0x26, 0x28, 0x2C, 0x2E, 0x32, 0x34, 0x38, 0x3A, 0x3E, 0x22, 0x24, 0x28, 0x2A, 0x2E, 0x30, 0x34, 0x36, 0x3A, 0x3C, 0x3F, 0x20, 0x20]> : tensor<87xf6E3M2FN>
func.func public @main(%a: tensor<87xbf16>) -> (tensor<87xf6E3M2FN>) {
  %r0 = stablehlo.convert %a : (tensor<87xbf16>) -> tensor<87xf6E3M2FN>
  return %r0 : tensor<87xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: add
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x1A, 0x3C, 0x10, 0x3B, 0x29, 0x38, 0x3C, 0x15, 0x31, 0x1E, 0x2C, 0x33, 0x39, 0x2B, 0x1F, 0x0C, 0x39, 0x33, 0x37, 0x1D, 0x34, 0x00, 0x15, 0x12]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: subtract
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x3F, 0x1C, 0x34, 0x36, 0x00, 0x11, 0x17, 0x30, 0x11, 0x3C, 0x17, 0x39, 0x3B, 0x0B, 0x1F, 0x38, 0x19, 0x33, 0x17, 0x1D, 0x34, 0x17, 0x15, 0x10]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: multiply
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x3F, 0x18, 0x31, 0x1F, 0x02, 0x1A, 0x1F, 0x15, 0x28, 0x1F, 0x3A, 0x3E, 0x3F, 0x20, 0x1F, 0x3D, 0x35, 0x29, 0x32, 0x39, 0x20, 0x3A, 0x10, 0x0D]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: divide
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x29, 0x00, 0x25, 0x11, 0x0C, 0x08, 0x07, 0x07, 0x21, 0x03, 0x2A, 0x30, 0x35, 0x20, 0x1D, 0x2A, 0x21, 0x3D, 0x21, 0x3F, 0x3F, 0x2C, 0x1A, 0x15]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: maximum
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x1F, 0x28, 0x12, 0x34, 0x25, 0x31, 0x35, 0x13, 0x03, 0x1D, 0x12, 0x13, 0x11, 0x00, 0x1F, 0x15, 0x08, 0x03, 0x07, 0x1D, 0x00, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: negate
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x1C, 0x08, 0x0B, 0x19, 0x05, 0x11, 0x15, 0x2E, 0x23, 0x33, 0x32, 0x17, 0x1A, 0x20, 0x3F, 0x14, 0x28, 0x13, 0x27, 0x3D, 0x14, 0x33, 0x35, 0x31]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.negate %a : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: floor
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x3C, 0x2C, 0x2C, 0x39, 0x2C, 0x32, 0x35, 0x0C, 0x00, 0x12, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x00, 0x34, 0x00, 0x1D, 0x34, 0x12, 0x15, 0x10]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.floor %a : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: abs
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x1C, 0x08, 0x0B, 0x19, 0x05, 0x11, 0x15, 0x0E, 0x03, 0x13, 0x12, 0x17, 0x1A, 0x00, 0x1F, 0x14, 0x08, 0x13, 0x07, 0x1D, 0x14, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %r0 = stablehlo.abs %a : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: sqrt
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x14, 0x0A, 0x0B, 0x12, 0x08, 0x0E, 0x10, 0x0D, 0x07, 0x0F, 0x0F, 0x11, 0x13, 0x00, 0x15, 0x10, 0x0A, 0x0F, 0x09, 0x14, 0x10, 0x0F, 0x10, 0x0E]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %0 = stablehlo.abs %a : tensor<24xf6E3M2FN>
  %r0 = stablehlo.sqrt %0 : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: two operations round twice
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x1F, 0x1F, 0x16, 0x1F, 0x03, 0x1F, 0x1F, 0x1C, 0x16, 0x1F, 0x14, 0x3A, 0x3E, 0x0A, 0x1F, 0x15, 0x1F, 0x29, 0x1F, 0x39, 0x20, 0x20, 0x10, 0x0E]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %0 = stablehlo.add %a, %b : tensor<24xf6E3M2FN>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: compare and select
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[0x3C, 0x3C, 0x2B, 0x39, 0x25, 0x35, 0x3A, 0x0E, 0x31, 0x13, 0x34, 0x37, 0x3A, 0x2B, 0x0E, 0x34, 0x39, 0x33, 0x37, 0x28, 0x34, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<24xf6E3M2FN>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf6E3M2FN>, tensor<24xf6E3M2FN>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf6E3M2FN>
  return %r0 : tensor<24xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: data movement
//! input: dense<[0x3C, 0x28, 0x2B, 0x39, 0x25, 0x31, 0x35, 0x0E, 0x03, 0x13, 0x12, 0x37, 0x3A, 0x00, 0x1F, 0x34, 0x08, 0x33, 0x07, 0x1D, 0x34, 0x13, 0x15, 0x11]> : tensor<24xf6E3M2FN>
//! input: dense<[0x1F, 0x3C, 0x12, 0x34, 0x25, 0x35, 0x3A, 0x13, 0x31, 0x1D, 0x34, 0x13, 0x11, 0x2B, 0x0E, 0x15, 0x39, 0x03, 0x37, 0x28, 0x00, 0x33, 0x07, 0x08]> : tensor<24xf6E3M2FN>
//! expect: dense<[[0x0E, 0x34, 0x11, 0x13, 0x15, 0x08], [0x35, 0x1F, 0x15, 0x3A, 0x0E, 0x07], [0x31, 0x00, 0x13, 0x35, 0x2B, 0x33], [0x25, 0x3A, 0x34, 0x25, 0x11, 0x00], [0x39, 0x37, 0x1D, 0x34, 0x13, 0x28], [0x2B, 0x12, 0x07, 0x12, 0x34, 0x37], [0x28, 0x13, 0x33, 0x3C, 0x1D, 0x03], [0x3C, 0x03, 0x08, 0x1F, 0x31, 0x39]]> : tensor<8x6xf6E3M2FN>
//! expect: dense<[[0x31, 0x00, 0x13, 0x35, 0x2B, 0x33], [0x25, 0x3A, 0x34, 0x25, 0x11, 0x00]]> : tensor<2x6xf6E3M2FN>
func.func public @main(%a: tensor<24xf6E3M2FN>, %b: tensor<24xf6E3M2FN>) -> (tensor<8x6xf6E3M2FN>, tensor<2x6xf6E3M2FN>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf6E3M2FN>, tensor<24xf6E3M2FN>) -> tensor<48xf6E3M2FN>
  %1 = stablehlo.reshape %0 : (tensor<48xf6E3M2FN>) -> tensor<6x8xf6E3M2FN>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf6E3M2FN>) -> tensor<8x6xf6E3M2FN>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf6E3M2FN>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf6E3M2FN>) -> tensor<2x6xf6E3M2FN>
  return %r0, %r1 : tensor<8x6xf6E3M2FN>, tensor<2x6xf6E3M2FN>
}

// -----
//! name: f6E3M2FN: a constant, and a sum
//! input: dense<[[0x0C, 0x0C], [0x0C, 0x00], [0x0C, 0x0C], [0x0C, 0x0C]]> : tensor<4x2xf6E3M2FN>
//! expect: dense<[0x0C, 0x00, 0x0C]> : tensor<3xf6E3M2FN>
//! expect: dense<[0x10, 0x0C, 0x10, 0x10]> : tensor<4xf6E3M2FN>
func.func public @main(%a: tensor<4x2xf6E3M2FN>) -> (tensor<3xf6E3M2FN>, tensor<4xf6E3M2FN>) {
  %r0 = stablehlo.constant dense<[0x0C, 0x00, 0x0C]> : tensor<3xf6E3M2FN>
  %0 = stablehlo.constant dense<0x00> : tensor<f6E3M2FN>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<4xf6E3M2FN>
  return %r0, %r1 : tensor<3xf6E3M2FN>, tensor<4xf6E3M2FN>
}

// -----
//! name: f8E3M4: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E3M4>
//! expect: dense<[0.0e+00, 1.5625e-02, 3.125e-02, 4.6875e-02, 6.25e-02, 7.8125e-02, 9.375e-02, 1.09375e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.65625e-01, 2.8125e-01, 2.96875e-01, 3.125e-01, 3.28125e-01, 3.4375e-01, 3.59375e-01, 3.75e-01, 3.90625e-01, 4.0625e-01, 4.21875e-01, 4.375e-01, 4.53125e-01, 4.6875e-01, 4.84375e-01, 5.0e-01, 5.3125e-01, 5.625e-01, 5.9375e-01, 6.25e-01, 6.5625e-01, 6.875e-01, 7.1875e-01, 7.5e-01, 7.8125e-01, 8.125e-01, 8.4375e-01, 8.75e-01, 9.0625e-01, 9.375e-01, 9.6875e-01, 1.0e+00, 1.0625e+00, 1.125e+00, 1.1875e+00, 1.25e+00, 1.3125e+00, 1.375e+00, 1.4375e+00, 1.5e+00, 1.5625e+00, 1.625e+00, 1.6875e+00, 1.75e+00, 1.8125e+00, 1.875e+00, 1.9375e+00, 2.0e+00, 2.125e+00, 2.25e+00, 2.375e+00, 2.5e+00, 2.625e+00, 2.75e+00, 2.875e+00, 3.0e+00, 3.125e+00, 3.25e+00, 3.375e+00, 3.5e+00, 3.625e+00, 3.75e+00, 3.875e+00, 4.0e+00, 4.25e+00, 4.5e+00, 4.75e+00, 5.0e+00, 5.25e+00, 5.5e+00, 5.75e+00, 6.0e+00, 6.25e+00, 6.5e+00, 6.75e+00, 7.0e+00, 7.25e+00, 7.5e+00, 7.75e+00, 8.0e+00, 8.5e+00, 9.0e+00, 9.5e+00, 1.0e+01, 1.05e+01, 1.1e+01, 1.15e+01, 1.2e+01, 1.25e+01, 1.3e+01, 1.35e+01, 1.4e+01, 1.45e+01, 1.5e+01, 1.55e+01, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0e+00, -1.5625e-02, -3.125e-02, -4.6875e-02, -6.25e-02, -7.8125e-02, -9.375e-02, -1.09375e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.65625e-01, -2.8125e-01, -2.96875e-01, -3.125e-01, -3.28125e-01, -3.4375e-01, -3.59375e-01, -3.75e-01, -3.90625e-01, -4.0625e-01, -4.21875e-01, -4.375e-01, -4.53125e-01, -4.6875e-01, -4.84375e-01, -5.0e-01, -5.3125e-01, -5.625e-01, -5.9375e-01, -6.25e-01, -6.5625e-01, -6.875e-01, -7.1875e-01, -7.5e-01, -7.8125e-01, -8.125e-01, -8.4375e-01, -8.75e-01, -9.0625e-01, -9.375e-01, -9.6875e-01, -1.0e+00, -1.0625e+00, -1.125e+00, -1.1875e+00, -1.25e+00, -1.3125e+00, -1.375e+00, -1.4375e+00, -1.5e+00, -1.5625e+00, -1.625e+00, -1.6875e+00, -1.75e+00, -1.8125e+00, -1.875e+00, -1.9375e+00, -2.0e+00, -2.125e+00, -2.25e+00, -2.375e+00, -2.5e+00, -2.625e+00, -2.75e+00, -2.875e+00, -3.0e+00, -3.125e+00, -3.25e+00, -3.375e+00, -3.5e+00, -3.625e+00, -3.75e+00, -3.875e+00, -4.0e+00, -4.25e+00, -4.5e+00, -4.75e+00, -5.0e+00, -5.25e+00, -5.5e+00, -5.75e+00, -6.0e+00, -6.25e+00, -6.5e+00, -6.75e+00, -7.0e+00, -7.25e+00, -7.5e+00, -7.75e+00, -8.0e+00, -8.5e+00, -9.0e+00, -9.5e+00, -1.0e+01, -1.05e+01, -1.1e+01, -1.15e+01, -1.2e+01, -1.25e+01, -1.3e+01, -1.35e+01, -1.4e+01, -1.45e+01, -1.5e+01, -1.55e+01, 0xFF800000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E3M4>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E3M4>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E3M4: rounding
//! input: dense<[0.0e+00, 1.5625e-02, 3.125e-02, 4.6875e-02, 6.25e-02, 7.8125e-02, 9.375e-02, 1.09375e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.65625e-01, 2.8125e-01, 2.96875e-01, 3.125e-01, 3.28125e-01, 3.4375e-01, 3.59375e-01, 3.75e-01, 3.90625e-01, 4.0625e-01, 4.21875e-01, 4.375e-01, 4.53125e-01, 4.6875e-01, 4.84375e-01, 5.0e-01, 5.3125e-01, 5.625e-01, 5.9375e-01, 6.25e-01, 6.5625e-01, 6.875e-01, 7.1875e-01, 7.5e-01, 7.8125e-01, 8.125e-01, 8.4375e-01, 8.75e-01, 9.0625e-01, 9.375e-01, 9.6875e-01, 1.0e+00, 1.0625e+00, 1.125e+00, 1.1875e+00, 1.25e+00, 1.3125e+00, 1.375e+00, 1.4375e+00, 1.5e+00, 1.5625e+00, 1.625e+00, 1.6875e+00, 1.75e+00, 1.8125e+00, 1.875e+00, 1.9375e+00, 2.0e+00, 2.125e+00, 2.25e+00, 2.375e+00, 2.5e+00, 2.625e+00, 2.75e+00, 2.875e+00, 3.0e+00, 3.125e+00, 3.25e+00, 3.375e+00, 3.5e+00, 3.625e+00, 3.75e+00, 3.875e+00, 4.0e+00, 4.25e+00, 4.5e+00, 4.75e+00, 5.0e+00, 5.25e+00, 5.5e+00, 5.75e+00, 6.0e+00, 6.25e+00, 6.5e+00, 6.75e+00, 7.0e+00, 7.25e+00, 7.5e+00, 7.75e+00, 8.0e+00, 8.5e+00, 9.0e+00, 9.5e+00, 1.0e+01, 1.05e+01, 1.1e+01, 1.15e+01, 1.2e+01, 1.25e+01, 1.3e+01, 1.35e+01, 1.4e+01, 1.45e+01, 1.5e+01, 1.55e+01, 7.8125e-03, 2.34375e-02, 3.90625e-02, 5.46875e-02, 7.03125e-02, 8.59375e-02, 1.015625e-01, 1.171875e-01, 1.328125e-01, 1.484375e-01, 1.640625e-01, 1.796875e-01, 1.953125e-01, 2.109375e-01, 2.265625e-01, 2.421875e-01, 2.578125e-01, 2.734375e-01, 2.890625e-01, 3.046875e-01, 3.203125e-01, 3.359375e-01, 3.515625e-01, 3.671875e-01, 3.828125e-01, 3.984375e-01, 4.140625e-01, 4.296875e-01, 4.453125e-01, 4.609375e-01, 4.765625e-01, 4.921875e-01, 5.15625e-01, 5.46875e-01, 5.78125e-01, 6.09375e-01, 6.40625e-01, 6.71875e-01, 7.03125e-01, 7.34375e-01, 7.65625e-01, 7.96875e-01, 8.28125e-01, 8.59375e-01, 8.90625e-01, 9.21875e-01, 9.53125e-01, 9.84375e-01, 1.03125e+00, 1.09375e+00, 1.15625e+00, 1.21875e+00, 1.28125e+00, 1.34375e+00, 1.40625e+00, 1.46875e+00, 1.53125e+00, 1.59375e+00, 1.65625e+00, 1.71875e+00, 1.78125e+00, 1.84375e+00, 1.90625e+00, 1.96875e+00, 2.0625e+00, 2.1875e+00, 2.3125e+00, 2.4375e+00, 2.5625e+00, 2.6875e+00, 2.8125e+00, 2.9375e+00, 3.0625e+00, 3.1875e+00, 3.3125e+00, 3.4375e+00, 3.5625e+00, 3.6875e+00, 3.8125e+00, 3.9375e+00, 4.125e+00, 4.375e+00, 4.625e+00, 4.875e+00, 5.125e+00, 5.375e+00, 5.625e+00, 5.875e+00, 6.125e+00, 6.375e+00, 6.625e+00, 6.875e+00, 7.125e+00, 7.375e+00, 7.625e+00, 7.875e+00, 8.25e+00, 8.75e+00, 9.25e+00, 9.75e+00, 1.025e+01, 1.075e+01, 1.125e+01, 1.175e+01, 1.225e+01, 1.275e+01, 1.325e+01, 1.375e+01, 1.425e+01, 1.475e+01, 1.525e+01, 7.812507e-03, 2.3437524e-02, 3.9062537e-02, 5.4687556e-02, 7.031257e-02, 8.593759e-02, 1.01562604e-01, 1.1718762e-01, 1.3281263e-01, 1.4843765e-01, 1.6406266e-01, 1.7968768e-01, 1.953127e-01, 2.1093771e-01, 2.2656272e-01, 2.4218774e-01, 2.5781277e-01, 2.7343777e-01, 2.890628e-01, 3.046878e-01, 3.2031283e-01, 3.3593783e-01, 3.5156286e-01, 3.6718786e-01, 3.828129e-01, 3.984379e-01, 4.1406292e-01, 4.2968792e-01, 4.4531295e-01, 4.6093795e-01, 4.7656298e-01, 4.92188e-01, 5.1562554e-01, 5.4687554e-01, 5.781256e-01, 6.093756e-01, 6.4062566e-01, 6.7187566e-01, 7.031257e-01, 7.343757e-01, 7.656258e-01, 7.968758e-01, 8.2812583e-01, 8.5937583e-01, 8.906259e-01, 9.218759e-01, 9.5312595e-01, 9.84376e-01, 1.0312511e+00, 1.0937511e+00, 1.1562512e+00, 1.2187512e+00, 1.2812513e+00, 1.3437513e+00, 1.4062514e+00, 1.4687514e+00, 1.5312515e+00, 1.5937515e+00, 1.6562517e+00, 1.7187517e+00, 1.7812518e+00, 1.8437518e+00, 1.9062519e+00, 1.968752e+00, 2.0625021e+00, 2.1875021e+00, 2.3125024e+00, 2.4375024e+00, 2.5625026e+00, 2.6875026e+00, 2.8125029e+00, 2.9375029e+00, 3.062503e+00, 3.187503e+00, 3.3125033e+00, 3.4375033e+00, 3.5625036e+00, 3.6875036e+00, 3.8125038e+00, 3.937504e+00, 4.1250043e+00, 4.3750043e+00, 4.625005e+00, 4.875005e+00, 5.1250052e+00, 5.3750052e+00, 5.6250057e+00, 5.8750057e+00, 6.125006e+00, 6.375006e+00, 6.6250067e+00, 6.8750067e+00, 7.125007e+00, 7.375007e+00, 7.6250076e+00, 7.875008e+00, 8.250009e+00, 8.750009e+00, 9.25001e+00, 9.75001e+00, 1.02500105e+01, 1.07500105e+01, 1.1250011e+01, 1.1750011e+01, 1.2250012e+01, 1.2750012e+01, 1.3250013e+01, 1.3750013e+01, 1.4250014e+01, 1.4750014e+01, 1.5250015e+01, 7.812492e-03, 2.3437476e-02, 3.9062463e-02, 5.4687444e-02, 7.031243e-02, 8.593741e-02, 1.01562396e-01, 1.1718738e-01, 1.3281237e-01, 1.4843735e-01, 1.6406234e-01, 1.7968732e-01, 1.953123e-01, 2.1093729e-01, 2.2656228e-01, 2.4218726e-01, 2.5781223e-01, 2.7343723e-01, 2.890622e-01, 3.046872e-01, 3.2031217e-01, 3.3593717e-01, 3.5156214e-01, 3.6718714e-01, 3.828121e-01, 3.984371e-01, 4.1406208e-01, 4.2968708e-01, 4.4531205e-01, 4.6093705e-01, 4.7656202e-01, 4.92187e-01, 5.1562446e-01, 5.4687446e-01, 5.781244e-01, 6.093744e-01, 6.4062434e-01, 6.7187434e-01, 7.031243e-01, 7.343743e-01, 7.656242e-01, 7.968742e-01, 8.2812417e-01, 8.5937417e-01, 8.906241e-01, 9.218741e-01, 9.5312405e-01, 9.84374e-01, 1.0312489e+00, 1.0937489e+00, 1.1562488e+00, 1.2187488e+00, 1.2812487e+00, 1.3437487e+00, 1.4062486e+00, 1.4687486e+00, 1.5312485e+00, 1.5937485e+00, 1.6562483e+00, 1.7187483e+00, 1.7812482e+00, 1.8437482e+00, 1.9062481e+00, 1.968748e+00, 2.0624979e+00, 2.1874979e+00, 2.3124976e+00, 2.4374976e+00, 2.5624974e+00, 2.6874974e+00, 2.8124971e+00, 2.9374971e+00, 3.062497e+00, 3.187497e+00, 3.3124967e+00, 3.4374967e+00, 3.5624964e+00, 3.6874964e+00, 3.8124962e+00, 3.937496e+00, 4.1249957e+00, 4.3749957e+00, 4.624995e+00, 4.874995e+00, 5.1249948e+00, 5.3749948e+00, 5.6249943e+00, 5.8749943e+00, 6.124994e+00, 6.374994e+00, 6.6249933e+00, 6.8749933e+00, 7.124993e+00, 7.374993e+00, 7.6249924e+00, 7.874992e+00, 8.249991e+00, 8.749991e+00, 9.24999e+00, 9.74999e+00, 1.02499895e+01, 1.07499895e+01, 1.1249989e+01, 1.1749989e+01, 1.2249988e+01, 1.2749988e+01, 1.3249987e+01, 1.3749987e+01, 1.4249986e+01, 1.4749986e+01, 1.5249985e+01, 1.5655e+01, 4.65e+01, -0.0e+00, -1.5625e-02, -3.125e-02, -4.6875e-02, -6.25e-02, -7.8125e-02, -9.375e-02, -1.09375e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.65625e-01, -2.8125e-01, -2.96875e-01, -3.125e-01, -3.28125e-01, -3.4375e-01, -3.59375e-01, -3.75e-01, -3.90625e-01, -4.0625e-01, -4.21875e-01, -4.375e-01, -4.53125e-01, -4.6875e-01, -4.84375e-01, -5.0e-01, -5.3125e-01, -5.625e-01, -5.9375e-01, -6.25e-01, -6.5625e-01, -6.875e-01, -7.1875e-01, -7.5e-01, -7.8125e-01, -8.125e-01, -8.4375e-01, -8.75e-01, -9.0625e-01, -9.375e-01, -9.6875e-01, -1.0e+00, -1.0625e+00, -1.125e+00, -1.1875e+00, -1.25e+00, -1.3125e+00, -1.375e+00, -1.4375e+00, -1.5e+00, -1.5625e+00, -1.625e+00, -1.6875e+00, -1.75e+00, -1.8125e+00, -1.875e+00, -1.9375e+00, -2.0e+00, -2.125e+00, -2.25e+00, -2.375e+00, -2.5e+00, -2.625e+00, -2.75e+00, -2.875e+00, -3.0e+00, -3.125e+00, -3.25e+00, -3.375e+00, -3.5e+00, -3.625e+00, -3.75e+00, -3.875e+00, -4.0e+00, -4.25e+00, -4.5e+00, -4.75e+00, -5.0e+00, -5.25e+00, -5.5e+00, -5.75e+00, -6.0e+00, -6.25e+00, -6.5e+00, -6.75e+00, -7.0e+00, -7.25e+00, -7.5e+00, -7.75e+00, -8.0e+00, -8.5e+00, -9.0e+00, -9.5e+00, -1.0e+01, -1.05e+01, -1.1e+01, -1.15e+01, -1.2e+01, -1.25e+01, -1.3e+01, -1.35e+01, -1.4e+01, -1.45e+01, -1.5e+01, -1.55e+01, -7.8125e-03, -2.34375e-02, -3.90625e-02, -5.46875e-02, -7.03125e-02, -8.59375e-02, -1.015625e-01, -1.171875e-01, -1.328125e-01, -1.484375e-01, -1.640625e-01, -1.796875e-01, -1.953125e-01, -2.109375e-01, -2.265625e-01, -2.421875e-01, -2.578125e-01, -2.734375e-01, -2.890625e-01, -3.046875e-01, -3.203125e-01, -3.359375e-01, -3.515625e-01, -3.671875e-01, -3.828125e-01, -3.984375e-01, -4.140625e-01, -4.296875e-01, -4.453125e-01, -4.609375e-01, -4.765625e-01, -4.921875e-01, -5.15625e-01, -5.46875e-01, -5.78125e-01, -6.09375e-01, -6.40625e-01, -6.71875e-01, -7.03125e-01, -7.34375e-01, -7.65625e-01, -7.96875e-01, -8.28125e-01, -8.59375e-01, -8.90625e-01, -9.21875e-01, -9.53125e-01, -9.84375e-01, -1.03125e+00, -1.09375e+00, -1.15625e+00, -1.21875e+00, -1.28125e+00, -1.34375e+00, -1.40625e+00, -1.46875e+00, -1.53125e+00, -1.59375e+00, -1.65625e+00, -1.71875e+00, -1.78125e+00, -1.84375e+00, -1.90625e+00, -1.96875e+00, -2.0625e+00, -2.1875e+00, -2.3125e+00, -2.4375e+00, -2.5625e+00, -2.6875e+00, -2.8125e+00, -2.9375e+00, -3.0625e+00, -3.1875e+00, -3.3125e+00, -3.4375e+00, -3.5625e+00, -3.6875e+00, -3.8125e+00, -3.9375e+00, -4.125e+00, -4.375e+00, -4.625e+00, -4.875e+00, -5.125e+00, -5.375e+00, -5.625e+00, -5.875e+00, -6.125e+00, -6.375e+00, -6.625e+00, -6.875e+00, -7.125e+00, -7.375e+00, -7.625e+00, -7.875e+00, -8.25e+00, -8.75e+00, -9.25e+00, -9.75e+00, -1.025e+01, -1.075e+01, -1.125e+01, -1.175e+01, -1.225e+01, -1.275e+01, -1.325e+01, -1.375e+01, -1.425e+01, -1.475e+01, -1.525e+01, -7.812507e-03, -2.3437524e-02, -3.9062537e-02, -5.4687556e-02, -7.031257e-02, -8.593759e-02, -1.01562604e-01, -1.1718762e-01, -1.3281263e-01, -1.4843765e-01, -1.6406266e-01, -1.7968768e-01, -1.953127e-01, -2.1093771e-01, -2.2656272e-01, -2.4218774e-01, -2.5781277e-01, -2.7343777e-01, -2.890628e-01, -3.046878e-01, -3.2031283e-01, -3.3593783e-01, -3.5156286e-01, -3.6718786e-01, -3.828129e-01, -3.984379e-01, -4.1406292e-01, -4.2968792e-01, -4.4531295e-01, -4.6093795e-01, -4.7656298e-01, -4.92188e-01, -5.1562554e-01, -5.4687554e-01, -5.781256e-01, -6.093756e-01, -6.4062566e-01, -6.7187566e-01, -7.031257e-01, -7.343757e-01, -7.656258e-01, -7.968758e-01, -8.2812583e-01, -8.5937583e-01, -8.906259e-01, -9.218759e-01, -9.5312595e-01, -9.84376e-01, -1.0312511e+00, -1.0937511e+00, -1.1562512e+00, -1.2187512e+00, -1.2812513e+00, -1.3437513e+00, -1.4062514e+00, -1.4687514e+00, -1.5312515e+00, -1.5937515e+00, -1.6562517e+00, -1.7187517e+00, -1.7812518e+00, -1.8437518e+00, -1.9062519e+00, -1.968752e+00, -2.0625021e+00, -2.1875021e+00, -2.3125024e+00, -2.4375024e+00, -2.5625026e+00, -2.6875026e+00, -2.8125029e+00, -2.9375029e+00, -3.062503e+00, -3.187503e+00, -3.3125033e+00, -3.4375033e+00, -3.5625036e+00, -3.6875036e+00, -3.8125038e+00, -3.937504e+00, -4.1250043e+00, -4.3750043e+00, -4.625005e+00, -4.875005e+00, -5.1250052e+00, -5.3750052e+00, -5.6250057e+00, -5.8750057e+00, -6.125006e+00, -6.375006e+00, -6.6250067e+00, -6.8750067e+00, -7.125007e+00, -7.375007e+00, -7.6250076e+00, -7.875008e+00, -8.250009e+00, -8.750009e+00, -9.25001e+00, -9.75001e+00, -1.02500105e+01, -1.07500105e+01, -1.1250011e+01, -1.1750011e+01, -1.2250012e+01, -1.2750012e+01, -1.3250013e+01, -1.3750013e+01, -1.4250014e+01, -1.4750014e+01, -1.5250015e+01, -7.812492e-03, -2.3437476e-02, -3.9062463e-02, -5.4687444e-02, -7.031243e-02, -8.593741e-02, -1.01562396e-01, -1.1718738e-01, -1.3281237e-01, -1.4843735e-01, -1.6406234e-01, -1.7968732e-01, -1.953123e-01, -2.1093729e-01, -2.2656228e-01, -2.4218726e-01, -2.5781223e-01, -2.7343723e-01, -2.890622e-01, -3.046872e-01, -3.2031217e-01, -3.3593717e-01, -3.5156214e-01, -3.6718714e-01, -3.828121e-01, -3.984371e-01, -4.1406208e-01, -4.2968708e-01, -4.4531205e-01, -4.6093705e-01, -4.7656202e-01, -4.92187e-01, -5.1562446e-01, -5.4687446e-01, -5.781244e-01, -6.093744e-01, -6.4062434e-01, -6.7187434e-01, -7.031243e-01, -7.343743e-01, -7.656242e-01, -7.968742e-01, -8.2812417e-01, -8.5937417e-01, -8.906241e-01, -9.218741e-01, -9.5312405e-01, -9.84374e-01, -1.0312489e+00, -1.0937489e+00, -1.1562488e+00, -1.2187488e+00, -1.2812487e+00, -1.3437487e+00, -1.4062486e+00, -1.4687486e+00, -1.5312485e+00, -1.5937485e+00, -1.6562483e+00, -1.7187483e+00, -1.7812482e+00, -1.8437482e+00, -1.9062481e+00, -1.968748e+00, -2.0624979e+00, -2.1874979e+00, -2.3124976e+00, -2.4374976e+00, -2.5624974e+00, -2.6874974e+00, -2.8124971e+00, -2.9374971e+00, -3.062497e+00, -3.187497e+00, -3.3124967e+00, -3.4374967e+00, -3.5624964e+00, -3.6874964e+00, -3.8124962e+00, -3.937496e+00, -4.1249957e+00, -4.3749957e+00, -4.624995e+00, -4.874995e+00, -5.1249948e+00, -5.3749948e+00, -5.6249943e+00, -5.8749943e+00, -6.124994e+00, -6.374994e+00, -6.6249933e+00, -6.8749933e+00, -7.124993e+00, -7.374993e+00, -7.6249924e+00, -7.874992e+00, -8.249991e+00, -8.749991e+00, -9.24999e+00, -9.74999e+00, -1.02499895e+01, -1.07499895e+01, -1.1249989e+01, -1.1749989e+01, -1.2249988e+01, -1.2749988e+01, -1.3249987e+01, -1.3749987e+01, -1.4249986e+01, -1.4749986e+01, -1.5249985e+01, -1.5655e+01, -4.65e+01, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<899xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x20, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x40, 0x40, 0x42, 0x42, 0x44, 0x44, 0x46, 0x46, 0x48, 0x48, 0x4A, 0x4A, 0x4C, 0x4C, 0x4E, 0x4E, 0x50, 0x50, 0x52, 0x52, 0x54, 0x54, 0x56, 0x56, 0x58, 0x58, 0x5A, 0x5A, 0x5C, 0x5C, 0x5E, 0x5E, 0x60, 0x60, 0x62, 0x62, 0x64, 0x64, 0x66, 0x66, 0x68, 0x68, 0x6A, 0x6A, 0x6C, 0x6C, 0x6E, 0x6E, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0x80, 0x82, 0x82, 0x84, 0x84, 0x86, 0x86, 0x88, 0x88, 0x8A, 0x8A, 0x8C, 0x8C, 0x8E, 0x8E, 0x90, 0x90, 0x92, 0x92, 0x94, 0x94, 0x96, 0x96, 0x98, 0x98, 0x9A, 0x9A, 0x9C, 0x9C, 0x9E, 0x9E, 0xA0, 0xA0, 0xA2, 0xA2, 0xA4, 0xA4, 0xA6, 0xA6, 0xA8, 0xA8, 0xAA, 0xAA, 0xAC, 0xAC, 0xAE, 0xAE, 0xB0, 0xB0, 0xB2, 0xB2, 0xB4, 0xB4, 0xB6, 0xB6, 0xB8, 0xB8, 0xBA, 0xBA, 0xBC, 0xBC, 0xBE, 0xBE, 0xC0, 0xC0, 0xC2, 0xC2, 0xC4, 0xC4, 0xC6, 0xC6, 0xC8, 0xC8, 0xCA, 0xCA, 0xCC, 0xCC, 0xCE, 0xCE, 0xD0, 0xD0, 0xD2, 0xD2, 0xD4, 0xD4, 0xD6, 0xD6, 0xD8, 0xD8, 0xDA, 0xDA, 0xDC, 0xDC, 0xDE, 0xDE, 0xE0, 0xE0, 0xE2, 0xE2, 0xE4, 0xE4, 0xE6, 0xE6, 0xE8, 0xE8, 0xEA, 0xEA, 0xEC, 0xEC, 0xEE, 0xEE, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0x00, 0x80, 0x70, 0xF0, 0x78]> : tensor<899xf8E3M4>
func.func public @main(%a: tensor<899xf32>) -> (tensor<899xf8E3M4>) {
  %r0 = stablehlo.convert %a : (tensor<899xf32>) -> tensor<899xf8E3M4>
  return %r0 : tensor<899xf8E3M4>
}

// -----
//! name: f8E3M4: rounding of bf16
//! input: dense<[0.0e+00, 4.6875e-02, 9.375e-02, 1.40625e-01, 1.875e-01, 2.34375e-01, 2.8125e-01, 3.28125e-01, 3.75e-01, 4.21875e-01, 4.6875e-01, 5.3125e-01, 6.25e-01, 7.1875e-01, 8.125e-01, 9.0625e-01, 1.0e+00, 1.1875e+00, 1.375e+00, 1.5625e+00, 1.75e+00, 1.9375e+00, 2.25e+00, 2.625e+00, 3.0e+00, 3.375e+00, 3.75e+00, 4.25e+00, 5.0e+00, 5.75e+00, 6.5e+00, 7.25e+00, 8.0e+00, 9.5e+00, 1.1e+01, 1.25e+01, 1.4e+01, 1.55e+01, 3.90625e-02, 8.59375e-02, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.734375e-01, 3.203125e-01, 3.671875e-01, 4.140625e-01, 4.609375e-01, 5.15625e-01, 6.09375e-01, 7.03125e-01, 7.96875e-01, 8.90625e-01, 9.84375e-01, 1.15625e+00, 1.34375e+00, 1.53125e+00, 1.71875e+00, 1.90625e+00, 2.1875e+00, 2.5625e+00, 2.9375e+00, 3.3125e+00, 3.6875e+00, 4.125e+00, 4.875e+00, 5.625e+00, 6.375e+00, 7.125e+00, 7.875e+00, 9.25e+00, 1.075e+01, 1.225e+01, 1.375e+01, 1.525e+01, 3.90625e-02, 8.59375e-02, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.734375e-01, 3.203125e-01, 3.671875e-01, 4.140625e-01, 4.609375e-01, 5.15625e-01, 6.09375e-01, 7.03125e-01, 7.96875e-01, 8.90625e-01, 9.84375e-01, 1.15625e+00, 1.34375e+00, 1.53125e+00, 1.71875e+00, 1.90625e+00, 2.1875e+00, 2.5625e+00, 2.9375e+00, 3.3125e+00, 3.6875e+00, 4.125e+00, 4.875e+00, 5.625e+00, 6.375e+00, 7.125e+00, 7.875e+00, 9.25e+00, 1.075e+01, 1.225e+01, 1.375e+01, 1.525e+01, 3.90625e-02, 8.59375e-02, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.734375e-01, 3.203125e-01, 3.671875e-01, 4.140625e-01, 4.609375e-01, 5.15625e-01, 6.09375e-01, 7.03125e-01, 7.96875e-01, 8.90625e-01, 9.84375e-01, 1.15625e+00, 1.34375e+00, 1.53125e+00, 1.71875e+00, 1.90625e+00, 2.1875e+00, 2.5625e+00, 2.9375e+00, 3.3125e+00, 3.6875e+00, 4.125e+00, 4.875e+00, 5.625e+00, 6.375e+00, 7.125e+00, 7.875e+00, 9.25e+00, 1.075e+01, 1.225e+01, 1.375e+01, 1.525e+01, -0.0e+00, -4.6875e-02, -9.375e-02, -1.40625e-01, -1.875e-01, -2.34375e-01, -2.8125e-01, -3.28125e-01, -3.75e-01, -4.21875e-01, -4.6875e-01, -5.3125e-01, -6.25e-01, -7.1875e-01, -8.125e-01, -9.0625e-01, -1.0e+00, -1.1875e+00, -1.375e+00, -1.5625e+00, -1.75e+00, -1.9375e+00, -2.25e+00, -2.625e+00, -3.0e+00, -3.375e+00, -3.75e+00, -4.25e+00, -5.0e+00, -5.75e+00, -6.5e+00, -7.25e+00, -8.0e+00, -9.5e+00, -1.1e+01, -1.25e+01, -1.4e+01, -1.55e+01, -3.90625e-02, -8.59375e-02, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.734375e-01, -3.203125e-01, -3.671875e-01, -4.140625e-01, -4.609375e-01, -5.15625e-01, -6.09375e-01, -7.03125e-01, -7.96875e-01, -8.90625e-01, -9.84375e-01, -1.15625e+00, -1.34375e+00, -1.53125e+00, -1.71875e+00, -1.90625e+00, -2.1875e+00, -2.5625e+00, -2.9375e+00, -3.3125e+00, -3.6875e+00, -4.125e+00, -4.875e+00, -5.625e+00, -6.375e+00, -7.125e+00, -7.875e+00, -9.25e+00, -1.075e+01, -1.225e+01, -1.375e+01, -1.525e+01, -3.90625e-02, -8.59375e-02, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.734375e-01, -3.203125e-01, -3.671875e-01, -4.140625e-01, -4.609375e-01, -5.15625e-01, -6.09375e-01, -7.03125e-01, -7.96875e-01, -8.90625e-01, -9.84375e-01, -1.15625e+00, -1.34375e+00, -1.53125e+00, -1.71875e+00, -1.90625e+00, -2.1875e+00, -2.5625e+00, -2.9375e+00, -3.3125e+00, -3.6875e+00, -4.125e+00, -4.875e+00, -5.625e+00, -6.375e+00, -7.125e+00, -7.875e+00, -9.25e+00, -1.075e+01, -1.225e+01, -1.375e+01, -1.525e+01, -3.90625e-02, -8.59375e-02, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.734375e-01, -3.203125e-01, -3.671875e-01, -4.140625e-01, -4.609375e-01, -5.15625e-01, -6.09375e-01, -7.03125e-01, -7.96875e-01, -8.90625e-01, -9.84375e-01, -1.15625e+00, -1.34375e+00, -1.53125e+00, -1.71875e+00, -1.90625e+00, -2.1875e+00, -2.5625e+00, -2.9375e+00, -3.3125e+00, -3.6875e+00, -4.125e+00, -4.875e+00, -5.625e+00, -6.375e+00, -7.125e+00, -7.875e+00, -9.25e+00, -1.075e+01, -1.225e+01, -1.375e+01, -1.525e+01, 0.0e+00, 0xFF80]> : tensor<300xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24, 0x27, 0x2A, 0x2D, 0x30, 0x33, 0x36, 0x39, 0x3C, 0x3F, 0x42, 0x45, 0x48, 0x4B, 0x4E, 0x51, 0x54, 0x57, 0x5A, 0x5D, 0x60, 0x63, 0x66, 0x69, 0x6C, 0x6F, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x80, 0x83, 0x86, 0x89, 0x8C, 0x8F, 0x92, 0x95, 0x98, 0x9B, 0x9E, 0xA1, 0xA4, 0xA7, 0xAA, 0xAD, 0xB0, 0xB3, 0xB6, 0xB9, 0xBC, 0xBF, 0xC2, 0xC5, 0xC8, 0xCB, 0xCE, 0xD1, 0xD4, 0xD7, 0xDA, 0xDD, 0xE0, 0xE3, 0xE6, 0xE9, 0xEC, 0xEF, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0x00, 0xF0]> : tensor<300xf8E3M4>
func.func public @main(%a: tensor<300xbf16>) -> (tensor<300xf8E3M4>) {
  %r0 = stablehlo.convert %a : (tensor<300xbf16>) -> tensor<300xf8E3M4>
  return %r0 : tensor<300xf8E3M4>
}

// -----
//! name: f8E3M4: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0]> : tensor<226xf8E3M4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240]> : tensor<226xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0]> : tensor<226xf8E3M4>
func.func public @main(%a: tensor<226xf8E3M4>) -> (tensor<226xui8>, tensor<226xf8E3M4>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<226xf8E3M4>) -> tensor<226xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<226xui8>) -> tensor<226xf8E3M4>
  return %r0, %r1 : tensor<226xui8>, tensor<226xf8E3M4>
}

// -----
//! name: f8E3M4: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[0xF8, 0xF8, 0x40, 0xEE, 0xA4, 0xE0, 0xF0, 0x55, 0xC4, 0x78, 0xB8, 0xD1, 0xE3, 0xAE, 0x78, 0x34, 0xE4, 0xCA, 0xDD, 0x78, 0xD1, 0x08, 0x59, 0x4B]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[0xF8, 0xF8, 0xD0, 0xD9, 0x00, 0x44, 0x5D, 0xC0, 0x48, 0x78, 0x5E, 0xE6, 0xEF, 0x30, 0x78, 0xE4, 0x66, 0xCE, 0x60, 0x78, 0xD1, 0x5C, 0x55, 0x43]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[0xF8, 0xF8, 0xC7, 0x70, 0x06, 0x6D, 0x70, 0x57, 0xA3, 0x78, 0xEB, 0xF0, 0xF0, 0x81, 0x78, 0xF0, 0xD6, 0xA8, 0xCD, 0x78, 0x84, 0xE9, 0x46, 0x38]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[0xF8, 0xF8, 0x95, 0x44, 0x30, 0x21, 0x1B, 0x1C, 0x85, 0x78, 0xA5, 0xC2, 0xD1, 0x81, 0x78, 0xA9, 0x83, 0xF0, 0x84, 0x78, 0xF0, 0xB1, 0x69, 0x56]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[0xF8, 0xF8, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x4D, 0x0E, 0x78, 0x48, 0x4C, 0x47, 0x01, 0x78, 0x57, 0x21, 0x0E, 0x1E, 0x78, 0x01, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! expect: dense<[0x78, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0xB9, 0x8E, 0xCC, 0xC8, 0x5F, 0x69, 0x81, 0xF8, 0x52, 0xA1, 0x4C, 0x9E, 0xF8, 0x51, 0xCD, 0xD7, 0xC7]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! expect: dense<[0xF8, 0xB0, 0xB0, 0xE6, 0xB0, 0xC8, 0xD8, 0x30, 0x00, 0x48, 0x48, 0xE0, 0xEA, 0x00, 0x78, 0xD4, 0x00, 0xD0, 0x00, 0x78, 0xD4, 0x48, 0x54, 0x40]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! expect: dense<[0x78, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0x39, 0x0E, 0x4C, 0x48, 0x5F, 0x69, 0x01, 0x78, 0x52, 0x21, 0x4C, 0x1E, 0x78, 0x51, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! expect: dense<[0x78, 0x27, 0x2F, 0x4A, 0x22, 0x3B, 0x42, 0x34, 0x1E, 0x3E, 0x3C, 0x46, 0x4C, 0x08, 0x78, 0x41, 0x27, 0x3E, 0x26, 0x78, 0x40, 0x3E, 0x43, 0x3B]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %0 = stablehlo.abs %a : tensor<24xf8E3M4>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[0xF8, 0xF8, 0x58, 0x70, 0x0C, 0x70, 0x70, 0x70, 0x5C, 0x78, 0x5B, 0xEE, 0xF0, 0x2D, 0x78, 0x5D, 0x70, 0xA7, 0x70, 0x78, 0x84, 0x9C, 0x47, 0x3D]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E3M4>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[0x7F, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x39, 0xC6, 0x77, 0xD2, 0xDF, 0xE9, 0xAF, 0x39, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<24xf8E3M4>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E3M4>, tensor<24xf8E3M4>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E3M4>
  return %r0 : tensor<24xf8E3M4>
}

// -----
//! name: f8E3M4: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E3M4>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E3M4>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E3M4>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E3M4>
func.func public @main(%a: tensor<24xf8E3M4>, %b: tensor<24xf8E3M4>) -> (tensor<8x6xf8E3M4>, tensor<2x6xf8E3M4>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E3M4>, tensor<24xf8E3M4>) -> tensor<48xf8E3M4>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E3M4>) -> tensor<6x8xf8E3M4>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E3M4>) -> tensor<8x6xf8E3M4>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E3M4>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E3M4>) -> tensor<2x6xf8E3M4>
  return %r0, %r1 : tensor<8x6xf8E3M4>, tensor<2x6xf8E3M4>
}

// -----
//! name: f8E3M4: a constant, and a sum
//! input: dense<[[0x30, 0x30], [0x30, 0x00], [0x30, 0x30], [0x30, 0x30]]> : tensor<4x2xf8E3M4>
//! expect: dense<[0x30, 0x00, 0x30]> : tensor<3xf8E3M4>
//! expect: dense<[0x40, 0x30, 0x40, 0x40]> : tensor<4xf8E3M4>
func.func public @main(%a: tensor<4x2xf8E3M4>) -> (tensor<3xf8E3M4>, tensor<4xf8E3M4>) {
  %r0 = stablehlo.constant dense<[0x30, 0x00, 0x30]> : tensor<3xf8E3M4>
  %0 = stablehlo.constant dense<0x00> : tensor<f8E3M4>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf8E3M4>, tensor<f8E3M4>) -> tensor<4xf8E3M4>
  return %r0, %r1 : tensor<3xf8E3M4>, tensor<4xf8E3M4>
}

// -----
//! name: f8E4M3: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E4M3>
//! expect: dense<[0.0e+00, 1.953125e-03, 3.90625e-03, 5.859375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 3.2e+01, 3.6e+01, 4.0e+01, 4.4e+01, 4.8e+01, 5.2e+01, 5.6e+01, 6.0e+01, 6.4e+01, 7.2e+01, 8.0e+01, 8.8e+01, 9.6e+01, 1.04e+02, 1.12e+02, 1.2e+02, 1.28e+02, 1.44e+02, 1.6e+02, 1.76e+02, 1.92e+02, 2.08e+02, 2.24e+02, 2.4e+02, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0e+00, -1.953125e-03, -3.90625e-03, -5.859375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01, -3.2e+01, -3.6e+01, -4.0e+01, -4.4e+01, -4.8e+01, -5.2e+01, -5.6e+01, -6.0e+01, -6.4e+01, -7.2e+01, -8.0e+01, -8.8e+01, -9.6e+01, -1.04e+02, -1.12e+02, -1.2e+02, -1.28e+02, -1.44e+02, -1.6e+02, -1.76e+02, -1.92e+02, -2.08e+02, -2.24e+02, -2.4e+02, 0xFF800000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000, 0xFFC00000]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E4M3>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E4M3>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E4M3: rounding
//! input: dense<[0.0e+00, 1.953125e-03, 3.90625e-03, 5.859375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 3.2e+01, 3.6e+01, 4.0e+01, 4.4e+01, 4.8e+01, 5.2e+01, 5.6e+01, 6.0e+01, 6.4e+01, 7.2e+01, 8.0e+01, 8.8e+01, 9.6e+01, 1.04e+02, 1.12e+02, 1.2e+02, 1.28e+02, 1.44e+02, 1.6e+02, 1.76e+02, 1.92e+02, 2.08e+02, 2.24e+02, 2.4e+02, 9.765625e-04, 2.9296875e-03, 4.8828125e-03, 6.8359375e-03, 8.7890625e-03, 1.07421875e-02, 1.26953125e-02, 1.46484375e-02, 1.6601562e-02, 1.8554688e-02, 2.0507812e-02, 2.2460938e-02, 2.4414062e-02, 2.6367188e-02, 2.8320312e-02, 3.0273438e-02, 3.3203125e-02, 3.7109375e-02, 4.1015625e-02, 4.4921875e-02, 4.8828125e-02, 5.2734375e-02, 5.6640625e-02, 6.0546875e-02, 6.640625e-02, 7.421875e-02, 8.203125e-02, 8.984375e-02, 9.765625e-02, 1.0546875e-01, 1.1328125e-01, 1.2109375e-01, 1.328125e-01, 1.484375e-01, 1.640625e-01, 1.796875e-01, 1.953125e-01, 2.109375e-01, 2.265625e-01, 2.421875e-01, 2.65625e-01, 2.96875e-01, 3.28125e-01, 3.59375e-01, 3.90625e-01, 4.21875e-01, 4.53125e-01, 4.84375e-01, 5.3125e-01, 5.9375e-01, 6.5625e-01, 7.1875e-01, 7.8125e-01, 8.4375e-01, 9.0625e-01, 9.6875e-01, 1.0625e+00, 1.1875e+00, 1.3125e+00, 1.4375e+00, 1.5625e+00, 1.6875e+00, 1.8125e+00, 1.9375e+00, 2.125e+00, 2.375e+00, 2.625e+00, 2.875e+00, 3.125e+00, 3.375e+00, 3.625e+00, 3.875e+00, 4.25e+00, 4.75e+00, 5.25e+00, 5.75e+00, 6.25e+00, 6.75e+00, 7.25e+00, 7.75e+00, 8.5e+00, 9.5e+00, 1.05e+01, 1.15e+01, 1.25e+01, 1.35e+01, 1.45e+01, 1.55e+01, 1.7e+01, 1.9e+01, 2.1e+01, 2.3e+01, 2.5e+01, 2.7e+01, 2.9e+01, 3.1e+01, 3.4e+01, 3.8e+01, 4.2e+01, 4.6e+01, 5.0e+01, 5.4e+01, 5.8e+01, 6.2e+01, 6.8e+01, 7.6e+01, 8.4e+01, 9.2e+01, 1.0e+02, 1.08e+02, 1.16e+02, 1.24e+02, 1.36e+02, 1.52e+02, 1.68e+02, 1.84e+02, 2.0e+02, 2.16e+02, 2.32e+02, 9.765634e-04, 2.9296905e-03, 4.882817e-03, 6.8359445e-03, 8.789071e-03, 1.0742199e-02, 1.2695326e-02, 1.4648452e-02, 1.660158e-02, 1.8554706e-02, 2.0507833e-02, 2.246096e-02, 2.4414087e-02, 2.6367214e-02, 2.832034e-02, 3.0273467e-02, 3.320316e-02, 3.7109412e-02, 4.1015666e-02, 4.492192e-02, 4.8828173e-02, 5.2734427e-02, 5.664068e-02, 6.0546935e-02, 6.640632e-02, 7.4218825e-02, 8.203133e-02, 8.984384e-02, 9.765635e-02, 1.05468854e-01, 1.1328136e-01, 1.2109387e-01, 1.3281263e-01, 1.4843765e-01, 1.6406266e-01, 1.7968768e-01, 1.953127e-01, 2.1093771e-01, 2.2656272e-01, 2.4218774e-01, 2.6562527e-01, 2.968753e-01, 3.2812533e-01, 3.5937536e-01, 3.906254e-01, 4.2187542e-01, 4.5312545e-01, 4.8437548e-01, 5.3125054e-01, 5.937506e-01, 6.5625066e-01, 7.187507e-01, 7.812508e-01, 8.4375083e-01, 9.062509e-01, 9.6875095e-01, 1.0625011e+00, 1.1875012e+00, 1.3125013e+00, 1.4375014e+00, 1.5625015e+00, 1.6875017e+00, 1.8125018e+00, 1.9375019e+00, 2.1250021e+00, 2.3750024e+00, 2.6250026e+00, 2.8750029e+00, 3.125003e+00, 3.3750033e+00, 3.6250036e+00, 3.8750038e+00, 4.2500043e+00, 4.750005e+00, 5.2500052e+00, 5.7500057e+00, 6.250006e+00, 6.7500067e+00, 7.250007e+00, 7.7500076e+00, 8.500009e+00, 9.50001e+00, 1.05000105e+01, 1.1500011e+01, 1.2500012e+01, 1.3500013e+01, 1.4500014e+01, 1.5500015e+01, 1.7000017e+01, 1.900002e+01, 2.1000021e+01, 2.3000023e+01, 2.5000025e+01, 2.7000027e+01, 2.9000029e+01, 3.100003e+01, 3.4000034e+01, 3.800004e+01, 4.2000042e+01, 4.6000046e+01, 5.000005e+01, 5.4000053e+01, 5.8000057e+01, 6.200006e+01, 6.800007e+01, 7.600008e+01, 8.4000084e+01, 9.200009e+01, 1.000001e+02, 1.0800011e+02, 1.16000114e+02, 1.2400012e+02, 1.3600014e+02, 1.5200015e+02, 1.6800017e+02, 1.8400018e+02, 2.000002e+02, 2.1600021e+02, 2.3200023e+02, 9.765615e-04, 2.9296845e-03, 4.882808e-03, 6.8359305e-03, 8.789054e-03, 1.0742176e-02, 1.2695299e-02, 1.4648423e-02, 1.6601546e-02, 1.8554669e-02, 2.0507792e-02, 2.2460915e-02, 2.4414038e-02, 2.6367161e-02, 2.8320285e-02, 3.0273408e-02, 3.320309e-02, 3.7109338e-02, 4.1015584e-02, 4.492183e-02, 4.8828077e-02, 5.2734323e-02, 5.664057e-02, 6.0546815e-02, 6.640618e-02, 7.4218675e-02, 8.203117e-02, 8.984366e-02, 9.765615e-02, 1.05468646e-01, 1.1328114e-01, 1.2109363e-01, 1.3281237e-01, 1.4843735e-01, 1.6406234e-01, 1.7968732e-01, 1.953123e-01, 2.1093729e-01, 2.2656228e-01, 2.4218726e-01, 2.6562473e-01, 2.968747e-01, 3.2812467e-01, 3.5937464e-01, 3.906246e-01, 4.2187458e-01, 4.5312455e-01, 4.8437452e-01, 5.3124946e-01, 5.937494e-01, 6.5624934e-01, 7.187493e-01, 7.812492e-01, 8.4374917e-01, 9.062491e-01, 9.6874905e-01, 1.0624989e+00, 1.1874988e+00, 1.3124987e+00, 1.4374986e+00, 1.5624985e+00, 1.6874983e+00, 1.8124982e+00, 1.9374981e+00, 2.1249979e+00, 2.3749976e+00, 2.6249974e+00, 2.8749971e+00, 3.124997e+00, 3.3749967e+00, 3.6249964e+00, 3.8749962e+00, 4.2499957e+00, 4.749995e+00, 5.2499948e+00, 5.7499943e+00, 6.249994e+00, 6.7499933e+00, 7.249993e+00, 7.7499924e+00, 8.499991e+00, 9.49999e+00, 1.04999895e+01, 1.1499989e+01, 1.2499988e+01, 1.3499987e+01, 1.4499986e+01, 1.5499985e+01, 1.6999983e+01, 1.899998e+01, 2.0999979e+01, 2.2999977e+01, 2.4999975e+01, 2.6999973e+01, 2.8999971e+01, 3.099997e+01, 3.3999966e+01, 3.799996e+01, 4.1999958e+01, 4.5999954e+01, 4.999995e+01, 5.3999947e+01, 5.7999943e+01, 6.199994e+01, 6.799993e+01, 7.599992e+01, 8.3999916e+01, 9.199991e+01, 9.99999e+01, 1.0799989e+02, 1.15999886e+02, 1.2399988e+02, 1.3599986e+02, 1.5199985e+02, 1.6799983e+02, 1.8399982e+02, 1.999998e+02, 2.1599979e+02, 2.3199977e+02, 2.424e+02, 7.2e+02, -0.0e+00, -1.953125e-03, -3.90625e-03, -5.859375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01, -3.2e+01, -3.6e+01, -4.0e+01, -4.4e+01, -4.8e+01, -5.2e+01, -5.6e+01, -6.0e+01, -6.4e+01, -7.2e+01, -8.0e+01, -8.8e+01, -9.6e+01, -1.04e+02, -1.12e+02, -1.2e+02, -1.28e+02, -1.44e+02, -1.6e+02, -1.76e+02, -1.92e+02, -2.08e+02, -2.24e+02, -2.4e+02, -9.765625e-04, -2.9296875e-03, -4.8828125e-03, -6.8359375e-03, -8.7890625e-03, -1.07421875e-02, -1.26953125e-02, -1.46484375e-02, -1.6601562e-02, -1.8554688e-02, -2.0507812e-02, -2.2460938e-02, -2.4414062e-02, -2.6367188e-02, -2.8320312e-02, -3.0273438e-02, -3.3203125e-02, -3.7109375e-02, -4.1015625e-02, -4.4921875e-02, -4.8828125e-02, -5.2734375e-02, -5.6640625e-02, -6.0546875e-02, -6.640625e-02, -7.421875e-02, -8.203125e-02, -8.984375e-02, -9.765625e-02, -1.0546875e-01, -1.1328125e-01, -1.2109375e-01, -1.328125e-01, -1.484375e-01, -1.640625e-01, -1.796875e-01, -1.953125e-01, -2.109375e-01, -2.265625e-01, -2.421875e-01, -2.65625e-01, -2.96875e-01, -3.28125e-01, -3.59375e-01, -3.90625e-01, -4.21875e-01, -4.53125e-01, -4.84375e-01, -5.3125e-01, -5.9375e-01, -6.5625e-01, -7.1875e-01, -7.8125e-01, -8.4375e-01, -9.0625e-01, -9.6875e-01, -1.0625e+00, -1.1875e+00, -1.3125e+00, -1.4375e+00, -1.5625e+00, -1.6875e+00, -1.8125e+00, -1.9375e+00, -2.125e+00, -2.375e+00, -2.625e+00, -2.875e+00, -3.125e+00, -3.375e+00, -3.625e+00, -3.875e+00, -4.25e+00, -4.75e+00, -5.25e+00, -5.75e+00, -6.25e+00, -6.75e+00, -7.25e+00, -7.75e+00, -8.5e+00, -9.5e+00, -1.05e+01, -1.15e+01, -1.25e+01, -1.35e+01, -1.45e+01, -1.55e+01, -1.7e+01, -1.9e+01, -2.1e+01, -2.3e+01, -2.5e+01, -2.7e+01, -2.9e+01, -3.1e+01, -3.4e+01, -3.8e+01, -4.2e+01, -4.6e+01, -5.0e+01, -5.4e+01, -5.8e+01, -6.2e+01, -6.8e+01, -7.6e+01, -8.4e+01, -9.2e+01, -1.0e+02, -1.08e+02, -1.16e+02, -1.24e+02, -1.36e+02, -1.52e+02, -1.68e+02, -1.84e+02, -2.0e+02, -2.16e+02, -2.32e+02, -9.765634e-04, -2.9296905e-03, -4.882817e-03, -6.8359445e-03, -8.789071e-03, -1.0742199e-02, -1.2695326e-02, -1.4648452e-02, -1.660158e-02, -1.8554706e-02, -2.0507833e-02, -2.246096e-02, -2.4414087e-02, -2.6367214e-02, -2.832034e-02, -3.0273467e-02, -3.320316e-02, -3.7109412e-02, -4.1015666e-02, -4.492192e-02, -4.8828173e-02, -5.2734427e-02, -5.664068e-02, -6.0546935e-02, -6.640632e-02, -7.4218825e-02, -8.203133e-02, -8.984384e-02, -9.765635e-02, -1.05468854e-01, -1.1328136e-01, -1.2109387e-01, -1.3281263e-01, -1.4843765e-01, -1.6406266e-01, -1.7968768e-01, -1.953127e-01, -2.1093771e-01, -2.2656272e-01, -2.4218774e-01, -2.6562527e-01, -2.968753e-01, -3.2812533e-01, -3.5937536e-01, -3.906254e-01, -4.2187542e-01, -4.5312545e-01, -4.8437548e-01, -5.3125054e-01, -5.937506e-01, -6.5625066e-01, -7.187507e-01, -7.812508e-01, -8.4375083e-01, -9.062509e-01, -9.6875095e-01, -1.0625011e+00, -1.1875012e+00, -1.3125013e+00, -1.4375014e+00, -1.5625015e+00, -1.6875017e+00, -1.8125018e+00, -1.9375019e+00, -2.1250021e+00, -2.3750024e+00, -2.6250026e+00, -2.8750029e+00, -3.125003e+00, -3.3750033e+00, -3.6250036e+00, -3.8750038e+00, -4.2500043e+00, -4.750005e+00, -5.2500052e+00, -5.7500057e+00, -6.250006e+00, -6.7500067e+00, -7.250007e+00, -7.7500076e+00, -8.500009e+00, -9.50001e+00, -1.05000105e+01, -1.1500011e+01, -1.2500012e+01, -1.3500013e+01, -1.4500014e+01, -1.5500015e+01, -1.7000017e+01, -1.900002e+01, -2.1000021e+01, -2.3000023e+01, -2.5000025e+01, -2.7000027e+01, -2.9000029e+01, -3.100003e+01, -3.4000034e+01, -3.800004e+01, -4.2000042e+01, -4.6000046e+01, -5.000005e+01, -5.4000053e+01, -5.8000057e+01, -6.200006e+01, -6.800007e+01, -7.600008e+01, -8.4000084e+01, -9.200009e+01, -1.000001e+02, -1.0800011e+02, -1.16000114e+02, -1.2400012e+02, -1.3600014e+02, -1.5200015e+02, -1.6800017e+02, -1.8400018e+02, -2.000002e+02, -2.1600021e+02, -2.3200023e+02, -9.765615e-04, -2.9296845e-03, -4.882808e-03, -6.8359305e-03, -8.789054e-03, -1.0742176e-02, -1.2695299e-02, -1.4648423e-02, -1.6601546e-02, -1.8554669e-02, -2.0507792e-02, -2.2460915e-02, -2.4414038e-02, -2.6367161e-02, -2.8320285e-02, -3.0273408e-02, -3.320309e-02, -3.7109338e-02, -4.1015584e-02, -4.492183e-02, -4.8828077e-02, -5.2734323e-02, -5.664057e-02, -6.0546815e-02, -6.640618e-02, -7.4218675e-02, -8.203117e-02, -8.984366e-02, -9.765615e-02, -1.05468646e-01, -1.1328114e-01, -1.2109363e-01, -1.3281237e-01, -1.4843735e-01, -1.6406234e-01, -1.7968732e-01, -1.953123e-01, -2.1093729e-01, -2.2656228e-01, -2.4218726e-01, -2.6562473e-01, -2.968747e-01, -3.2812467e-01, -3.5937464e-01, -3.906246e-01, -4.2187458e-01, -4.5312455e-01, -4.8437452e-01, -5.3124946e-01, -5.937494e-01, -6.5624934e-01, -7.187493e-01, -7.812492e-01, -8.4374917e-01, -9.062491e-01, -9.6874905e-01, -1.0624989e+00, -1.1874988e+00, -1.3124987e+00, -1.4374986e+00, -1.5624985e+00, -1.6874983e+00, -1.8124982e+00, -1.9374981e+00, -2.1249979e+00, -2.3749976e+00, -2.6249974e+00, -2.8749971e+00, -3.124997e+00, -3.3749967e+00, -3.6249964e+00, -3.8749962e+00, -4.2499957e+00, -4.749995e+00, -5.2499948e+00, -5.7499943e+00, -6.249994e+00, -6.7499933e+00, -7.249993e+00, -7.7499924e+00, -8.499991e+00, -9.49999e+00, -1.04999895e+01, -1.1499989e+01, -1.2499988e+01, -1.3499987e+01, -1.4499986e+01, -1.5499985e+01, -1.6999983e+01, -1.899998e+01, -2.0999979e+01, -2.2999977e+01, -2.4999975e+01, -2.6999973e+01, -2.8999971e+01, -3.099997e+01, -3.3999966e+01, -3.799996e+01, -4.1999958e+01, -4.5999954e+01, -4.999995e+01, -5.3999947e+01, -5.7999943e+01, -6.199994e+01, -6.799993e+01, -7.599992e+01, -8.3999916e+01, -9.199991e+01, -9.99999e+01, -1.0799989e+02, -1.15999886e+02, -1.2399988e+02, -1.3599986e+02, -1.5199985e+02, -1.6799983e+02, -1.8399982e+02, -1.999998e+02, -2.1599979e+02, -2.3199977e+02, -2.424e+02, -7.2e+02, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<963xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x20, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x40, 0x40, 0x42, 0x42, 0x44, 0x44, 0x46, 0x46, 0x48, 0x48, 0x4A, 0x4A, 0x4C, 0x4C, 0x4E, 0x4E, 0x50, 0x50, 0x52, 0x52, 0x54, 0x54, 0x56, 0x56, 0x58, 0x58, 0x5A, 0x5A, 0x5C, 0x5C, 0x5E, 0x5E, 0x60, 0x60, 0x62, 0x62, 0x64, 0x64, 0x66, 0x66, 0x68, 0x68, 0x6A, 0x6A, 0x6C, 0x6C, 0x6E, 0x6E, 0x70, 0x70, 0x72, 0x72, 0x74, 0x74, 0x76, 0x76, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0x80, 0x82, 0x82, 0x84, 0x84, 0x86, 0x86, 0x88, 0x88, 0x8A, 0x8A, 0x8C, 0x8C, 0x8E, 0x8E, 0x90, 0x90, 0x92, 0x92, 0x94, 0x94, 0x96, 0x96, 0x98, 0x98, 0x9A, 0x9A, 0x9C, 0x9C, 0x9E, 0x9E, 0xA0, 0xA0, 0xA2, 0xA2, 0xA4, 0xA4, 0xA6, 0xA6, 0xA8, 0xA8, 0xAA, 0xAA, 0xAC, 0xAC, 0xAE, 0xAE, 0xB0, 0xB0, 0xB2, 0xB2, 0xB4, 0xB4, 0xB6, 0xB6, 0xB8, 0xB8, 0xBA, 0xBA, 0xBC, 0xBC, 0xBE, 0xBE, 0xC0, 0xC0, 0xC2, 0xC2, 0xC4, 0xC4, 0xC6, 0xC6, 0xC8, 0xC8, 0xCA, 0xCA, 0xCC, 0xCC, 0xCE, 0xCE, 0xD0, 0xD0, 0xD2, 0xD2, 0xD4, 0xD4, 0xD6, 0xD6, 0xD8, 0xD8, 0xDA, 0xDA, 0xDC, 0xDC, 0xDE, 0xDE, 0xE0, 0xE0, 0xE2, 0xE2, 0xE4, 0xE4, 0xE6, 0xE6, 0xE8, 0xE8, 0xEA, 0xEA, 0xEC, 0xEC, 0xEE, 0xEE, 0xF0, 0xF0, 0xF2, 0xF2, 0xF4, 0xF4, 0xF6, 0xF6, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0x00, 0x80, 0x78, 0xF8, 0x7C]> : tensor<963xf8E4M3>
func.func public @main(%a: tensor<963xf32>) -> (tensor<963xf8E4M3>) {
  %r0 = stablehlo.convert %a : (tensor<963xf32>) -> tensor<963xf8E4M3>
  return %r0 : tensor<963xf8E4M3>
}

// -----
//! name: f8E4M3: rounding of bf16
//! input: dense<[0.0e+00, 5.859375e-03, 1.171875e-02, 1.7578125e-02, 2.34375e-02, 2.9296875e-02, 3.90625e-02, 5.078125e-02, 6.25e-02, 8.59375e-02, 1.09375e-01, 1.40625e-01, 1.875e-01, 2.34375e-01, 3.125e-01, 4.0625e-01, 5.0e-01, 6.875e-01, 8.75e-01, 1.125e+00, 1.5e+00, 1.875e+00, 2.5e+00, 3.25e+00, 4.0e+00, 5.5e+00, 7.0e+00, 9.0e+00, 1.2e+01, 1.5e+01, 2.0e+01, 2.6e+01, 3.2e+01, 4.4e+01, 5.6e+01, 7.2e+01, 9.6e+01, 1.2e+02, 1.6e+02, 2.08e+02, 9.765625e-04, 6.8359375e-03, 1.26953125e-02, 1.85546875e-02, 2.44140625e-02, 3.02734375e-02, 4.1015625e-02, 5.2734375e-02, 6.640625e-02, 8.984375e-02, 1.1328125e-01, 1.484375e-01, 1.953125e-01, 2.421875e-01, 3.28125e-01, 4.21875e-01, 5.3125e-01, 7.1875e-01, 9.0625e-01, 1.1875e+00, 1.5625e+00, 1.9375e+00, 2.625e+00, 3.375e+00, 4.25e+00, 5.75e+00, 7.25e+00, 9.5e+00, 1.25e+01, 1.55e+01, 2.1e+01, 2.7e+01, 3.4e+01, 4.6e+01, 5.8e+01, 7.6e+01, 1.0e+02, 1.24e+02, 1.68e+02, 2.16e+02, 2.9296875e-03, 8.7890625e-03, 1.46484375e-02, 2.05078125e-02, 2.63671875e-02, 3.3203125e-02, 4.4921875e-02, 5.6640625e-02, 7.421875e-02, 9.765625e-02, 1.2109375e-01, 1.640625e-01, 2.109375e-01, 2.65625e-01, 3.59375e-01, 4.53125e-01, 5.9375e-01, 7.8125e-01, 9.6875e-01, 1.3125e+00, 1.6875e+00, 2.125e+00, 2.875e+00, 3.625e+00, 4.75e+00, 6.25e+00, 7.75e+00, 1.05e+01, 1.35e+01, 1.7e+01, 2.3e+01, 2.9e+01, 3.8e+01, 5.0e+01, 6.2e+01, 8.4e+01, 1.08e+02, 1.36e+02, 1.84e+02, 2.32e+02, 4.8828125e-03, 1.07421875e-02, 1.66015625e-02, 2.24609375e-02, 2.83203125e-02, 3.7109375e-02, 4.8828125e-02, 6.0546875e-02, 8.203125e-02, 1.0546875e-01, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.96875e-01, 3.90625e-01, 4.84375e-01, 6.5625e-01, 8.4375e-01, 1.0625e+00, 1.4375e+00, 1.8125e+00, 2.375e+00, 3.125e+00, 3.875e+00, 5.25e+00, 6.75e+00, 8.5e+00, 1.15e+01, 1.45e+01, 1.9e+01, 2.5e+01, 3.1e+01, 4.2e+01, 5.4e+01, 6.8e+01, 9.2e+01, 1.16e+02, 1.52e+02, 2.0e+02, 2.42e+02, -1.953125e-03, -7.8125e-03, -1.3671875e-02, -1.953125e-02, -2.5390625e-02, -3.125e-02, -4.296875e-02, -5.46875e-02, -7.03125e-02, -9.375e-02, -1.171875e-01, -1.5625e-01, -2.03125e-01, -2.5e-01, -3.4375e-01, -4.375e-01, -5.625e-01, -7.5e-01, -9.375e-01, -1.25e+00, -1.625e+00, -2.0e+00, -2.75e+00, -3.5e+00, -4.5e+00, -6.0e+00, -7.5e+00, -1.0e+01, -1.3e+01, -1.6e+01, -2.2e+01, -2.8e+01, -3.6e+01, -4.8e+01, -6.0e+01, -8.0e+01, -1.04e+02, -1.28e+02, -1.76e+02, -2.24e+02, -2.9296875e-03, -8.7890625e-03, -1.46484375e-02, -2.05078125e-02, -2.63671875e-02, -3.3203125e-02, -4.4921875e-02, -5.6640625e-02, -7.421875e-02, -9.765625e-02, -1.2109375e-01, -1.640625e-01, -2.109375e-01, -2.65625e-01, -3.59375e-01, -4.53125e-01, -5.9375e-01, -7.8125e-01, -9.6875e-01, -1.3125e+00, -1.6875e+00, -2.125e+00, -2.875e+00, -3.625e+00, -4.75e+00, -6.25e+00, -7.75e+00, -1.05e+01, -1.35e+01, -1.7e+01, -2.3e+01, -2.9e+01, -3.8e+01, -5.0e+01, -6.2e+01, -8.4e+01, -1.08e+02, -1.36e+02, -1.84e+02, -2.32e+02, -4.8828125e-03, -1.07421875e-02, -1.66015625e-02, -2.24609375e-02, -2.83203125e-02, -3.7109375e-02, -4.8828125e-02, -6.0546875e-02, -8.203125e-02, -1.0546875e-01, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.96875e-01, -3.90625e-01, -4.84375e-01, -6.5625e-01, -8.4375e-01, -1.0625e+00, -1.4375e+00, -1.8125e+00, -2.375e+00, -3.125e+00, -3.875e+00, -5.25e+00, -6.75e+00, -8.5e+00, -1.15e+01, -1.45e+01, -1.9e+01, -2.5e+01, -3.1e+01, -4.2e+01, -5.4e+01, -6.8e+01, -9.2e+01, -1.16e+02, -1.52e+02, -2.0e+02, -9.765625e-04, -6.8359375e-03, -1.26953125e-02, -1.85546875e-02, -2.44140625e-02, -3.02734375e-02, -4.1015625e-02, -5.2734375e-02, -6.640625e-02, -8.984375e-02, -1.1328125e-01, -1.484375e-01, -1.953125e-01, -2.421875e-01, -3.28125e-01, -4.21875e-01, -5.3125e-01, -7.1875e-01, -9.0625e-01, -1.1875e+00, -1.5625e+00, -1.9375e+00, -2.625e+00, -3.375e+00, -4.25e+00, -5.75e+00, -7.25e+00, -9.5e+00, -1.25e+01, -1.55e+01, -2.1e+01, -2.7e+01, -3.4e+01, -4.6e+01, -5.8e+01, -7.6e+01, -1.0e+02, -1.24e+02, -1.68e+02, -2.16e+02, -7.2e+02, 0x7F80]> : tensor<321xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24, 0x27, 0x2A, 0x2D, 0x30, 0x33, 0x36, 0x39, 0x3C, 0x3F, 0x42, 0x45, 0x48, 0x4B, 0x4E, 0x51, 0x54, 0x57, 0x5A, 0x5D, 0x60, 0x63, 0x66, 0x69, 0x6C, 0x6F, 0x72, 0x75, 0x00, 0x04, 0x06, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x18, 0x1C, 0x1E, 0x22, 0x24, 0x28, 0x2A, 0x2E, 0x30, 0x34, 0x36, 0x3A, 0x3C, 0x40, 0x42, 0x46, 0x48, 0x4C, 0x4E, 0x52, 0x54, 0x58, 0x5A, 0x5E, 0x60, 0x64, 0x66, 0x6A, 0x6C, 0x70, 0x72, 0x76, 0x02, 0x04, 0x08, 0x0A, 0x0E, 0x10, 0x14, 0x16, 0x1A, 0x1C, 0x20, 0x22, 0x26, 0x28, 0x2C, 0x2E, 0x32, 0x34, 0x38, 0x3A, 0x3E, 0x40, 0x44, 0x46, 0x4A, 0x4C, 0x50, 0x52, 0x56, 0x58, 0x5C, 0x5E, 0x62, 0x64, 0x68, 0x6A, 0x6E, 0x70, 0x74, 0x76, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x77, 0x81, 0x84, 0x87, 0x8A, 0x8D, 0x90, 0x93, 0x96, 0x99, 0x9C, 0x9F, 0xA2, 0xA5, 0xA8, 0xAB, 0xAE, 0xB1, 0xB4, 0xB7, 0xBA, 0xBD, 0xC0, 0xC3, 0xC6, 0xC9, 0xCC, 0xCF, 0xD2, 0xD5, 0xD8, 0xDB, 0xDE, 0xE1, 0xE4, 0xE7, 0xEA, 0xED, 0xF0, 0xF3, 0xF6, 0x82, 0x84, 0x88, 0x8A, 0x8E, 0x90, 0x94, 0x96, 0x9A, 0x9C, 0xA0, 0xA2, 0xA6, 0xA8, 0xAC, 0xAE, 0xB2, 0xB4, 0xB8, 0xBA, 0xBE, 0xC0, 0xC4, 0xC6, 0xCA, 0xCC, 0xD0, 0xD2, 0xD6, 0xD8, 0xDC, 0xDE, 0xE2, 0xE4, 0xE8, 0xEA, 0xEE, 0xF0, 0xF4, 0xF6, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0x80, 0x84, 0x86, 0x8A, 0x8C, 0x90, 0x92, 0x96, 0x98, 0x9C, 0x9E, 0xA2, 0xA4, 0xA8, 0xAA, 0xAE, 0xB0, 0xB4, 0xB6, 0xBA, 0xBC, 0xC0, 0xC2, 0xC6, 0xC8, 0xCC, 0xCE, 0xD2, 0xD4, 0xD8, 0xDA, 0xDE, 0xE0, 0xE4, 0xE6, 0xEA, 0xEC, 0xF0, 0xF2, 0xF6, 0xF8, 0x78]> : tensor<321xf8E4M3>
func.func public @main(%a: tensor<321xbf16>) -> (tensor<321xf8E4M3>) {
  %r0 = stablehlo.convert %a : (tensor<321xbf16>) -> tensor<321xf8E4M3>
  return %r0 : tensor<321xf8E4M3>
}

// -----
//! name: f8E4M3: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8]> : tensor<242xf8E4M3>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248]> : tensor<242xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8]> : tensor<242xf8E4M3>
func.func public @main(%a: tensor<242xf8E4M3>) -> (tensor<242xui8>, tensor<242xf8E4M3>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<242xf8E4M3>) -> tensor<242xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<242xui8>) -> tensor<242xf8E4M3>
  return %r0, %r1 : tensor<242xui8>, tensor<242xf8E4M3>
}

// -----
//! name: f8E4M3: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[0x7C, 0xF1, 0x46, 0xE7, 0x9C, 0xD8, 0xEB, 0x4F, 0xC6, 0x77, 0xCC, 0xDC, 0xE9, 0xAF, 0x7C, 0x4A, 0xE5, 0xCC, 0xDF, 0x77, 0xD1, 0x30, 0x57, 0x48]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[0x7C, 0x71, 0xC9, 0xE3, 0x00, 0x52, 0x67, 0xCB, 0x46, 0xF7, 0x56, 0xE1, 0xE9, 0x2F, 0x7C, 0xDC, 0x65, 0xCC, 0x5F, 0x77, 0xD1, 0x54, 0x57, 0x46]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[0x7C, 0x59, 0xBF, 0x78, 0x01, 0x63, 0x78, 0x4F, 0x9C, 0x78, 0xE2, 0xF3, 0xF8, 0x80, 0x7C, 0xF1, 0xCF, 0xA2, 0xC5, 0xDF, 0x89, 0xE2, 0x3D, 0x30]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[0x7C, 0x00, 0x9F, 0x4C, 0x38, 0x29, 0x24, 0x23, 0x84, 0x0D, 0xAD, 0xCA, 0xDA, 0x82, 0x7C, 0xB3, 0x81, 0xF6, 0x82, 0xF8, 0xF8, 0xB9, 0x71, 0x5D]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[0x7C, 0xA0, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x4D, 0x0E, 0x77, 0x48, 0x4C, 0x47, 0x01, 0x7C, 0x57, 0x21, 0x0E, 0x1E, 0x77, 0x01, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0xB9, 0x8E, 0xCC, 0xC8, 0x5F, 0x69, 0x81, 0xFC, 0x52, 0xA1, 0x4C, 0x9E, 0xF7, 0x51, 0xCD, 0xD7, 0xC7]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! expect: dense<[0xF1, 0xB8, 0xB8, 0xE5, 0xB8, 0xC8, 0xD5, 0x38, 0x00, 0x4C, 0x48, 0xDF, 0xE9, 0x00, 0x7C, 0xD2, 0x00, 0xCC, 0x00, 0x77, 0xD1, 0x4C, 0x57, 0x44]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0x39, 0x0E, 0x4C, 0x48, 0x5F, 0x69, 0x01, 0x7C, 0x52, 0x21, 0x4C, 0x1E, 0x77, 0x51, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! expect: dense<[0x54, 0x2B, 0x33, 0x4E, 0x26, 0x3F, 0x46, 0x38, 0x23, 0x42, 0x40, 0x4B, 0x50, 0x13, 0x7C, 0x45, 0x2C, 0x42, 0x2B, 0x57, 0x44, 0x42, 0x47, 0x3F]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %0 = stablehlo.abs %a : tensor<24xf8E4M3>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[0x7C, 0x78, 0x56, 0x78, 0x02, 0x75, 0x78, 0x64, 0x54, 0x78, 0x67, 0xF1, 0xF8, 0x26, 0x7C, 0x69, 0x78, 0xA2, 0x78, 0xDF, 0x89, 0xC4, 0x3D, 0x31]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E4M3>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[0x7F, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x39, 0xC6, 0x4C, 0xD2, 0xDF, 0xE9, 0xAF, 0x39, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<24xf8E4M3>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E4M3>, tensor<24xf8E4M3>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E4M3>
  return %r0 : tensor<24xf8E4M3>
}

// -----
//! name: f8E4M3: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E4M3>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E4M3>
func.func public @main(%a: tensor<24xf8E4M3>, %b: tensor<24xf8E4M3>) -> (tensor<8x6xf8E4M3>, tensor<2x6xf8E4M3>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E4M3>, tensor<24xf8E4M3>) -> tensor<48xf8E4M3>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E4M3>) -> tensor<6x8xf8E4M3>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E4M3>) -> tensor<8x6xf8E4M3>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E4M3>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E4M3>) -> tensor<2x6xf8E4M3>
  return %r0, %r1 : tensor<8x6xf8E4M3>, tensor<2x6xf8E4M3>
}

// -----
//! name: f8E4M3: a constant, and a sum
//! input: dense<[[0x38, 0x38], [0x38, 0x00], [0x38, 0x38], [0x38, 0x38]]> : tensor<4x2xf8E4M3>
//! expect: dense<[0x38, 0x00, 0x38]> : tensor<3xf8E4M3>
//! expect: dense<[0x40, 0x38, 0x40, 0x40]> : tensor<4xf8E4M3>
func.func public @main(%a: tensor<4x2xf8E4M3>) -> (tensor<3xf8E4M3>, tensor<4xf8E4M3>) {
  %r0 = stablehlo.constant dense<[0x38, 0x00, 0x38]> : tensor<3xf8E4M3>
  %0 = stablehlo.constant dense<0x00> : tensor<f8E4M3>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf8E4M3>, tensor<f8E4M3>) -> tensor<4xf8E4M3>
  return %r0, %r1 : tensor<3xf8E4M3>, tensor<4xf8E4M3>
}

// -----
//! name: f8E4M3B11FNUZ: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E4M3B11FNUZ>
//! expect: dense<[0.0e+00, 1.2207031e-04, 2.4414062e-04, 3.6621094e-04, 4.8828125e-04, 6.1035156e-04, 7.324219e-04, 8.544922e-04, 9.765625e-04, 1.0986328e-03, 1.2207031e-03, 1.3427734e-03, 1.4648438e-03, 1.5869141e-03, 1.7089844e-03, 1.8310547e-03, 1.953125e-03, 2.1972656e-03, 2.4414062e-03, 2.6855469e-03, 2.9296875e-03, 3.1738281e-03, 3.4179688e-03, 3.6621094e-03, 3.90625e-03, 4.3945312e-03, 4.8828125e-03, 5.3710938e-03, 5.859375e-03, 6.3476562e-03, 6.8359375e-03, 7.3242188e-03, 7.8125e-03, 8.7890625e-03, 9.765625e-03, 1.07421875e-02, 1.171875e-02, 1.26953125e-02, 1.3671875e-02, 1.46484375e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 0xFFC00000, -1.2207031e-04, -2.4414062e-04, -3.6621094e-04, -4.8828125e-04, -6.1035156e-04, -7.324219e-04, -8.544922e-04, -9.765625e-04, -1.0986328e-03, -1.2207031e-03, -1.3427734e-03, -1.4648438e-03, -1.5869141e-03, -1.7089844e-03, -1.8310547e-03, -1.953125e-03, -2.1972656e-03, -2.4414062e-03, -2.6855469e-03, -2.9296875e-03, -3.1738281e-03, -3.4179688e-03, -3.6621094e-03, -3.90625e-03, -4.3945312e-03, -4.8828125e-03, -5.3710938e-03, -5.859375e-03, -6.3476562e-03, -6.8359375e-03, -7.3242188e-03, -7.8125e-03, -8.7890625e-03, -9.765625e-03, -1.07421875e-02, -1.171875e-02, -1.26953125e-02, -1.3671875e-02, -1.46484375e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E4M3B11FNUZ>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E4M3B11FNUZ>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E4M3B11FNUZ: rounding
//! input: dense<[0.0e+00, 1.2207031e-04, 2.4414062e-04, 3.6621094e-04, 4.8828125e-04, 6.1035156e-04, 7.324219e-04, 8.544922e-04, 9.765625e-04, 1.0986328e-03, 1.2207031e-03, 1.3427734e-03, 1.4648438e-03, 1.5869141e-03, 1.7089844e-03, 1.8310547e-03, 1.953125e-03, 2.1972656e-03, 2.4414062e-03, 2.6855469e-03, 2.9296875e-03, 3.1738281e-03, 3.4179688e-03, 3.6621094e-03, 3.90625e-03, 4.3945312e-03, 4.8828125e-03, 5.3710938e-03, 5.859375e-03, 6.3476562e-03, 6.8359375e-03, 7.3242188e-03, 7.8125e-03, 8.7890625e-03, 9.765625e-03, 1.07421875e-02, 1.171875e-02, 1.26953125e-02, 1.3671875e-02, 1.46484375e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 6.1035156e-05, 1.8310547e-04, 3.0517578e-04, 4.272461e-04, 5.493164e-04, 6.713867e-04, 7.9345703e-04, 9.1552734e-04, 1.0375977e-03, 1.159668e-03, 1.2817383e-03, 1.4038086e-03, 1.5258789e-03, 1.6479492e-03, 1.7700195e-03, 1.8920898e-03, 2.0751953e-03, 2.319336e-03, 2.5634766e-03, 2.8076172e-03, 3.0517578e-03, 3.2958984e-03, 3.540039e-03, 3.7841797e-03, 4.1503906e-03, 4.638672e-03, 5.126953e-03, 5.6152344e-03, 6.1035156e-03, 6.591797e-03, 7.080078e-03, 7.5683594e-03, 8.300781e-03, 9.277344e-03, 1.0253906e-02, 1.1230469e-02, 1.2207031e-02, 1.3183594e-02, 1.4160156e-02, 1.5136719e-02, 1.6601562e-02, 1.8554688e-02, 2.0507812e-02, 2.2460938e-02, 2.4414062e-02, 2.6367188e-02, 2.8320312e-02, 3.0273438e-02, 3.3203125e-02, 3.7109375e-02, 4.1015625e-02, 4.4921875e-02, 4.8828125e-02, 5.2734375e-02, 5.6640625e-02, 6.0546875e-02, 6.640625e-02, 7.421875e-02, 8.203125e-02, 8.984375e-02, 9.765625e-02, 1.0546875e-01, 1.1328125e-01, 1.2109375e-01, 1.328125e-01, 1.484375e-01, 1.640625e-01, 1.796875e-01, 1.953125e-01, 2.109375e-01, 2.265625e-01, 2.421875e-01, 2.65625e-01, 2.96875e-01, 3.28125e-01, 3.59375e-01, 3.90625e-01, 4.21875e-01, 4.53125e-01, 4.84375e-01, 5.3125e-01, 5.9375e-01, 6.5625e-01, 7.1875e-01, 7.8125e-01, 8.4375e-01, 9.0625e-01, 9.6875e-01, 1.0625e+00, 1.1875e+00, 1.3125e+00, 1.4375e+00, 1.5625e+00, 1.6875e+00, 1.8125e+00, 1.9375e+00, 2.125e+00, 2.375e+00, 2.625e+00, 2.875e+00, 3.125e+00, 3.375e+00, 3.625e+00, 3.875e+00, 4.25e+00, 4.75e+00, 5.25e+00, 5.75e+00, 6.25e+00, 6.75e+00, 7.25e+00, 7.75e+00, 8.5e+00, 9.5e+00, 1.05e+01, 1.15e+01, 1.25e+01, 1.35e+01, 1.45e+01, 1.55e+01, 1.7e+01, 1.9e+01, 2.1e+01, 2.3e+01, 2.5e+01, 2.7e+01, 2.9e+01, 6.1035214e-05, 1.8310566e-04, 3.0517607e-04, 4.2724653e-04, 5.4931693e-04, 6.713874e-04, 7.9345785e-04, 9.155283e-04, 1.0375987e-03, 1.1596691e-03, 1.2817396e-03, 1.40381e-03, 1.5258804e-03, 1.6479508e-03, 1.7700213e-03, 1.8920917e-03, 2.0751974e-03, 2.3193383e-03, 2.5634791e-03, 2.80762e-03, 3.0517608e-03, 3.2959017e-03, 3.5400426e-03, 3.7841834e-03, 4.150395e-03, 4.6386765e-03, 5.1269582e-03, 5.61524e-03, 6.1035217e-03, 6.5918034e-03, 7.080085e-03, 7.568367e-03, 8.30079e-03, 9.277353e-03, 1.02539165e-02, 1.123048e-02, 1.2207043e-02, 1.3183607e-02, 1.416017e-02, 1.5136734e-02, 1.660158e-02, 1.8554706e-02, 2.0507833e-02, 2.246096e-02, 2.4414087e-02, 2.6367214e-02, 2.832034e-02, 3.0273467e-02, 3.320316e-02, 3.7109412e-02, 4.1015666e-02, 4.492192e-02, 4.8828173e-02, 5.2734427e-02, 5.664068e-02, 6.0546935e-02, 6.640632e-02, 7.4218825e-02, 8.203133e-02, 8.984384e-02, 9.765635e-02, 1.05468854e-01, 1.1328136e-01, 1.2109387e-01, 1.3281263e-01, 1.4843765e-01, 1.6406266e-01, 1.7968768e-01, 1.953127e-01, 2.1093771e-01, 2.2656272e-01, 2.4218774e-01, 2.6562527e-01, 2.968753e-01, 3.2812533e-01, 3.5937536e-01, 3.906254e-01, 4.2187542e-01, 4.5312545e-01, 4.8437548e-01, 5.3125054e-01, 5.937506e-01, 6.5625066e-01, 7.187507e-01, 7.812508e-01, 8.4375083e-01, 9.062509e-01, 9.6875095e-01, 1.0625011e+00, 1.1875012e+00, 1.3125013e+00, 1.4375014e+00, 1.5625015e+00, 1.6875017e+00, 1.8125018e+00, 1.9375019e+00, 2.1250021e+00, 2.3750024e+00, 2.6250026e+00, 2.8750029e+00, 3.125003e+00, 3.3750033e+00, 3.6250036e+00, 3.8750038e+00, 4.2500043e+00, 4.750005e+00, 5.2500052e+00, 5.7500057e+00, 6.250006e+00, 6.7500067e+00, 7.250007e+00, 7.7500076e+00, 8.500009e+00, 9.50001e+00, 1.05000105e+01, 1.1500011e+01, 1.2500012e+01, 1.3500013e+01, 1.4500014e+01, 1.5500015e+01, 1.7000017e+01, 1.900002e+01, 2.1000021e+01, 2.3000023e+01, 2.5000025e+01, 2.7000027e+01, 2.9000029e+01, 6.1035094e-05, 1.8310528e-04, 3.051755e-04, 4.2724566e-04, 5.493159e-04, 6.71386e-04, 7.934562e-04, 9.155264e-04, 1.0375966e-03, 1.1596668e-03, 1.281737e-03, 1.4038072e-03, 1.5258774e-03, 1.6479476e-03, 1.7700178e-03, 1.892088e-03, 2.0751932e-03, 2.3193336e-03, 2.563474e-03, 2.8076144e-03, 3.0517548e-03, 3.2958952e-03, 3.5400356e-03, 3.784176e-03, 4.1503864e-03, 4.638667e-03, 5.126948e-03, 5.615229e-03, 6.1035096e-03, 6.5917904e-03, 7.080071e-03, 7.568352e-03, 8.300773e-03, 9.277334e-03, 1.0253896e-02, 1.1230458e-02, 1.2207019e-02, 1.3183581e-02, 1.4160142e-02, 1.5136704e-02, 1.6601546e-02, 1.8554669e-02, 2.0507792e-02, 2.2460915e-02, 2.4414038e-02, 2.6367161e-02, 2.8320285e-02, 3.0273408e-02, 3.320309e-02, 3.7109338e-02, 4.1015584e-02, 4.492183e-02, 4.8828077e-02, 5.2734323e-02, 5.664057e-02, 6.0546815e-02, 6.640618e-02, 7.4218675e-02, 8.203117e-02, 8.984366e-02, 9.765615e-02, 1.05468646e-01, 1.1328114e-01, 1.2109363e-01, 1.3281237e-01, 1.4843735e-01, 1.6406234e-01, 1.7968732e-01, 1.953123e-01, 2.1093729e-01, 2.2656228e-01, 2.4218726e-01, 2.6562473e-01, 2.968747e-01, 3.2812467e-01, 3.5937464e-01, 3.906246e-01, 4.2187458e-01, 4.5312455e-01, 4.8437452e-01, 5.3124946e-01, 5.937494e-01, 6.5624934e-01, 7.187493e-01, 7.812492e-01, 8.4374917e-01, 9.062491e-01, 9.6874905e-01, 1.0624989e+00, 1.1874988e+00, 1.3124987e+00, 1.4374986e+00, 1.5624985e+00, 1.6874983e+00, 1.8124982e+00, 1.9374981e+00, 2.1249979e+00, 2.3749976e+00, 2.6249974e+00, 2.8749971e+00, 3.124997e+00, 3.3749967e+00, 3.6249964e+00, 3.8749962e+00, 4.2499957e+00, 4.749995e+00, 5.2499948e+00, 5.7499943e+00, 6.249994e+00, 6.7499933e+00, 7.249993e+00, 7.7499924e+00, 8.499991e+00, 9.49999e+00, 1.04999895e+01, 1.1499989e+01, 1.2499988e+01, 1.3499987e+01, 1.4499986e+01, 1.5499985e+01, 1.6999983e+01, 1.899998e+01, 2.0999979e+01, 2.2999977e+01, 2.4999975e+01, 2.6999973e+01, 2.8999971e+01, 3.03e+01, 9.0e+01, -0.0e+00, -1.2207031e-04, -2.4414062e-04, -3.6621094e-04, -4.8828125e-04, -6.1035156e-04, -7.324219e-04, -8.544922e-04, -9.765625e-04, -1.0986328e-03, -1.2207031e-03, -1.3427734e-03, -1.4648438e-03, -1.5869141e-03, -1.7089844e-03, -1.8310547e-03, -1.953125e-03, -2.1972656e-03, -2.4414062e-03, -2.6855469e-03, -2.9296875e-03, -3.1738281e-03, -3.4179688e-03, -3.6621094e-03, -3.90625e-03, -4.3945312e-03, -4.8828125e-03, -5.3710938e-03, -5.859375e-03, -6.3476562e-03, -6.8359375e-03, -7.3242188e-03, -7.8125e-03, -8.7890625e-03, -9.765625e-03, -1.07421875e-02, -1.171875e-02, -1.26953125e-02, -1.3671875e-02, -1.46484375e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01, -6.1035156e-05, -1.8310547e-04, -3.0517578e-04, -4.272461e-04, -5.493164e-04, -6.713867e-04, -7.9345703e-04, -9.1552734e-04, -1.0375977e-03, -1.159668e-03, -1.2817383e-03, -1.4038086e-03, -1.5258789e-03, -1.6479492e-03, -1.7700195e-03, -1.8920898e-03, -2.0751953e-03, -2.319336e-03, -2.5634766e-03, -2.8076172e-03, -3.0517578e-03, -3.2958984e-03, -3.540039e-03, -3.7841797e-03, -4.1503906e-03, -4.638672e-03, -5.126953e-03, -5.6152344e-03, -6.1035156e-03, -6.591797e-03, -7.080078e-03, -7.5683594e-03, -8.300781e-03, -9.277344e-03, -1.0253906e-02, -1.1230469e-02, -1.2207031e-02, -1.3183594e-02, -1.4160156e-02, -1.5136719e-02, -1.6601562e-02, -1.8554688e-02, -2.0507812e-02, -2.2460938e-02, -2.4414062e-02, -2.6367188e-02, -2.8320312e-02, -3.0273438e-02, -3.3203125e-02, -3.7109375e-02, -4.1015625e-02, -4.4921875e-02, -4.8828125e-02, -5.2734375e-02, -5.6640625e-02, -6.0546875e-02, -6.640625e-02, -7.421875e-02, -8.203125e-02, -8.984375e-02, -9.765625e-02, -1.0546875e-01, -1.1328125e-01, -1.2109375e-01, -1.328125e-01, -1.484375e-01, -1.640625e-01, -1.796875e-01, -1.953125e-01, -2.109375e-01, -2.265625e-01, -2.421875e-01, -2.65625e-01, -2.96875e-01, -3.28125e-01, -3.59375e-01, -3.90625e-01, -4.21875e-01, -4.53125e-01, -4.84375e-01, -5.3125e-01, -5.9375e-01, -6.5625e-01, -7.1875e-01, -7.8125e-01, -8.4375e-01, -9.0625e-01, -9.6875e-01, -1.0625e+00, -1.1875e+00, -1.3125e+00, -1.4375e+00, -1.5625e+00, -1.6875e+00, -1.8125e+00, -1.9375e+00, -2.125e+00, -2.375e+00, -2.625e+00, -2.875e+00, -3.125e+00, -3.375e+00, -3.625e+00, -3.875e+00, -4.25e+00, -4.75e+00, -5.25e+00, -5.75e+00, -6.25e+00, -6.75e+00, -7.25e+00, -7.75e+00, -8.5e+00, -9.5e+00, -1.05e+01, -1.15e+01, -1.25e+01, -1.35e+01, -1.45e+01, -1.55e+01, -1.7e+01, -1.9e+01, -2.1e+01, -2.3e+01, -2.5e+01, -2.7e+01, -2.9e+01, -6.1035214e-05, -1.8310566e-04, -3.0517607e-04, -4.2724653e-04, -5.4931693e-04, -6.713874e-04, -7.9345785e-04, -9.155283e-04, -1.0375987e-03, -1.1596691e-03, -1.2817396e-03, -1.40381e-03, -1.5258804e-03, -1.6479508e-03, -1.7700213e-03, -1.8920917e-03, -2.0751974e-03, -2.3193383e-03, -2.5634791e-03, -2.80762e-03, -3.0517608e-03, -3.2959017e-03, -3.5400426e-03, -3.7841834e-03, -4.150395e-03, -4.6386765e-03, -5.1269582e-03, -5.61524e-03, -6.1035217e-03, -6.5918034e-03, -7.080085e-03, -7.568367e-03, -8.30079e-03, -9.277353e-03, -1.02539165e-02, -1.123048e-02, -1.2207043e-02, -1.3183607e-02, -1.416017e-02, -1.5136734e-02, -1.660158e-02, -1.8554706e-02, -2.0507833e-02, -2.246096e-02, -2.4414087e-02, -2.6367214e-02, -2.832034e-02, -3.0273467e-02, -3.320316e-02, -3.7109412e-02, -4.1015666e-02, -4.492192e-02, -4.8828173e-02, -5.2734427e-02, -5.664068e-02, -6.0546935e-02, -6.640632e-02, -7.4218825e-02, -8.203133e-02, -8.984384e-02, -9.765635e-02, -1.05468854e-01, -1.1328136e-01, -1.2109387e-01, -1.3281263e-01, -1.4843765e-01, -1.6406266e-01, -1.7968768e-01, -1.953127e-01, -2.1093771e-01, -2.2656272e-01, -2.4218774e-01, -2.6562527e-01, -2.968753e-01, -3.2812533e-01, -3.5937536e-01, -3.906254e-01, -4.2187542e-01, -4.5312545e-01, -4.8437548e-01, -5.3125054e-01, -5.937506e-01, -6.5625066e-01, -7.187507e-01, -7.812508e-01, -8.4375083e-01, -9.062509e-01, -9.6875095e-01, -1.0625011e+00, -1.1875012e+00, -1.3125013e+00, -1.4375014e+00, -1.5625015e+00, -1.6875017e+00, -1.8125018e+00, -1.9375019e+00, -2.1250021e+00, -2.3750024e+00, -2.6250026e+00, -2.8750029e+00, -3.125003e+00, -3.3750033e+00, -3.6250036e+00, -3.8750038e+00, -4.2500043e+00, -4.750005e+00, -5.2500052e+00, -5.7500057e+00, -6.250006e+00, -6.7500067e+00, -7.250007e+00, -7.7500076e+00, -8.500009e+00, -9.50001e+00, -1.05000105e+01, -1.1500011e+01, -1.2500012e+01, -1.3500013e+01, -1.4500014e+01, -1.5500015e+01, -1.7000017e+01, -1.900002e+01, -2.1000021e+01, -2.3000023e+01, -2.5000025e+01, -2.7000027e+01, -2.9000029e+01, -6.1035094e-05, -1.8310528e-04, -3.051755e-04, -4.2724566e-04, -5.493159e-04, -6.71386e-04, -7.934562e-04, -9.155264e-04, -1.0375966e-03, -1.1596668e-03, -1.281737e-03, -1.4038072e-03, -1.5258774e-03, -1.6479476e-03, -1.7700178e-03, -1.892088e-03, -2.0751932e-03, -2.3193336e-03, -2.563474e-03, -2.8076144e-03, -3.0517548e-03, -3.2958952e-03, -3.5400356e-03, -3.784176e-03, -4.1503864e-03, -4.638667e-03, -5.126948e-03, -5.615229e-03, -6.1035096e-03, -6.5917904e-03, -7.080071e-03, -7.568352e-03, -8.300773e-03, -9.277334e-03, -1.0253896e-02, -1.1230458e-02, -1.2207019e-02, -1.3183581e-02, -1.4160142e-02, -1.5136704e-02, -1.6601546e-02, -1.8554669e-02, -2.0507792e-02, -2.2460915e-02, -2.4414038e-02, -2.6367161e-02, -2.8320285e-02, -3.0273408e-02, -3.320309e-02, -3.7109338e-02, -4.1015584e-02, -4.492183e-02, -4.8828077e-02, -5.2734323e-02, -5.664057e-02, -6.0546815e-02, -6.640618e-02, -7.4218675e-02, -8.203117e-02, -8.984366e-02, -9.765615e-02, -1.05468646e-01, -1.1328114e-01, -1.2109363e-01, -1.3281237e-01, -1.4843735e-01, -1.6406234e-01, -1.7968732e-01, -1.953123e-01, -2.1093729e-01, -2.2656228e-01, -2.4218726e-01, -2.6562473e-01, -2.968747e-01, -3.2812467e-01, -3.5937464e-01, -3.906246e-01, -4.2187458e-01, -4.5312455e-01, -4.8437452e-01, -5.3124946e-01, -5.937494e-01, -6.5624934e-01, -7.187493e-01, -7.812492e-01, -8.4374917e-01, -9.062491e-01, -9.6874905e-01, -1.0624989e+00, -1.1874988e+00, -1.3124987e+00, -1.4374986e+00, -1.5624985e+00, -1.6874983e+00, -1.8124982e+00, -1.9374981e+00, -2.1249979e+00, -2.3749976e+00, -2.6249974e+00, -2.8749971e+00, -3.124997e+00, -3.3749967e+00, -3.6249964e+00, -3.8749962e+00, -4.2499957e+00, -4.749995e+00, -5.2499948e+00, -5.7499943e+00, -6.249994e+00, -6.7499933e+00, -7.249993e+00, -7.7499924e+00, -8.499991e+00, -9.49999e+00, -1.04999895e+01, -1.1499989e+01, -1.2499988e+01, -1.3499987e+01, -1.4499986e+01, -1.5499985e+01, -1.6999983e+01, -1.899998e+01, -2.0999979e+01, -2.2999977e+01, -2.4999975e+01, -2.6999973e+01, -2.8999971e+01, -3.03e+01, -9.0e+01, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<1027xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x20, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x40, 0x40, 0x42, 0x42, 0x44, 0x44, 0x46, 0x46, 0x48, 0x48, 0x4A, 0x4A, 0x4C, 0x4C, 0x4E, 0x4E, 0x50, 0x50, 0x52, 0x52, 0x54, 0x54, 0x56, 0x56, 0x58, 0x58, 0x5A, 0x5A, 0x5C, 0x5C, 0x5E, 0x5E, 0x60, 0x60, 0x62, 0x62, 0x64, 0x64, 0x66, 0x66, 0x68, 0x68, 0x6A, 0x6A, 0x6C, 0x6C, 0x6E, 0x6E, 0x70, 0x70, 0x72, 0x72, 0x74, 0x74, 0x76, 0x76, 0x78, 0x78, 0x7A, 0x7A, 0x7C, 0x7C, 0x7E, 0x7E, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x00, 0x82, 0x82, 0x84, 0x84, 0x86, 0x86, 0x88, 0x88, 0x8A, 0x8A, 0x8C, 0x8C, 0x8E, 0x8E, 0x90, 0x90, 0x92, 0x92, 0x94, 0x94, 0x96, 0x96, 0x98, 0x98, 0x9A, 0x9A, 0x9C, 0x9C, 0x9E, 0x9E, 0xA0, 0xA0, 0xA2, 0xA2, 0xA4, 0xA4, 0xA6, 0xA6, 0xA8, 0xA8, 0xAA, 0xAA, 0xAC, 0xAC, 0xAE, 0xAE, 0xB0, 0xB0, 0xB2, 0xB2, 0xB4, 0xB4, 0xB6, 0xB6, 0xB8, 0xB8, 0xBA, 0xBA, 0xBC, 0xBC, 0xBE, 0xBE, 0xC0, 0xC0, 0xC2, 0xC2, 0xC4, 0xC4, 0xC6, 0xC6, 0xC8, 0xC8, 0xCA, 0xCA, 0xCC, 0xCC, 0xCE, 0xCE, 0xD0, 0xD0, 0xD2, 0xD2, 0xD4, 0xD4, 0xD6, 0xD6, 0xD8, 0xD8, 0xDA, 0xDA, 0xDC, 0xDC, 0xDE, 0xDE, 0xE0, 0xE0, 0xE2, 0xE2, 0xE4, 0xE4, 0xE6, 0xE6, 0xE8, 0xE8, 0xEA, 0xEA, 0xEC, 0xEC, 0xEE, 0xEE, 0xF0, 0xF0, 0xF2, 0xF2, 0xF4, 0xF4, 0xF6, 0xF6, 0xF8, 0xF8, 0xFA, 0xFA, 0xFC, 0xFC, 0xFE, 0xFE, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x80, 0x00, 0x00, 0x80, 0x80, 0x80]> : tensor<1027xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<1027xf32>) -> (tensor<1027xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.convert %a : (tensor<1027xf32>) -> tensor<1027xf8E4M3B11FNUZ>
  return %r0 : tensor<1027xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: rounding of bf16
//! input: dense<[0.0e+00, 3.662109375e-04, 7.32421875e-04, 1.0986328125e-03, 1.46484375e-03, 1.8310546875e-03, 2.44140625e-03, 3.173828125e-03, 3.90625e-03, 5.37109375e-03, 6.8359375e-03, 8.7890625e-03, 1.171875e-02, 1.46484375e-02, 1.953125e-02, 2.5390625e-02, 3.125e-02, 4.296875e-02, 5.46875e-02, 7.03125e-02, 9.375e-02, 1.171875e-01, 1.5625e-01, 2.03125e-01, 2.5e-01, 3.4375e-01, 4.375e-01, 5.625e-01, 7.5e-01, 9.375e-01, 1.25e+00, 1.625e+00, 2.0e+00, 2.75e+00, 3.5e+00, 4.5e+00, 6.0e+00, 7.5e+00, 1.0e+01, 1.3e+01, 1.6e+01, 2.2e+01, 2.8e+01, 1.8310546875e-04, 5.4931640625e-04, 9.1552734375e-04, 1.28173828125e-03, 1.64794921875e-03, 2.0751953125e-03, 2.8076171875e-03, 3.5400390625e-03, 4.638671875e-03, 6.103515625e-03, 7.568359375e-03, 1.025390625e-02, 1.318359375e-02, 1.66015625e-02, 2.24609375e-02, 2.83203125e-02, 3.7109375e-02, 4.8828125e-02, 6.0546875e-02, 8.203125e-02, 1.0546875e-01, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.96875e-01, 3.90625e-01, 4.84375e-01, 6.5625e-01, 8.4375e-01, 1.0625e+00, 1.4375e+00, 1.8125e+00, 2.375e+00, 3.125e+00, 3.875e+00, 5.25e+00, 6.75e+00, 8.5e+00, 1.15e+01, 1.45e+01, 1.9e+01, 2.5e+01, 6.103515625e-05, 4.2724609375e-04, 7.9345703125e-04, 1.15966796875e-03, 1.52587890625e-03, 1.89208984375e-03, 2.5634765625e-03, 3.2958984375e-03, 4.150390625e-03, 5.615234375e-03, 7.080078125e-03, 9.27734375e-03, 1.220703125e-02, 1.513671875e-02, 2.05078125e-02, 2.63671875e-02, 3.3203125e-02, 4.4921875e-02, 5.6640625e-02, 7.421875e-02, 9.765625e-02, 1.2109375e-01, 1.640625e-01, 2.109375e-01, 2.65625e-01, 3.59375e-01, 4.53125e-01, 5.9375e-01, 7.8125e-01, 9.6875e-01, 1.3125e+00, 1.6875e+00, 2.125e+00, 2.875e+00, 3.625e+00, 4.75e+00, 6.25e+00, 7.75e+00, 1.05e+01, 1.35e+01, 1.7e+01, 2.3e+01, 2.9e+01, 3.0517578125e-04, 6.7138671875e-04, 1.03759765625e-03, 1.40380859375e-03, 1.77001953125e-03, 2.3193359375e-03, 3.0517578125e-03, 3.7841796875e-03, 5.126953125e-03, 6.591796875e-03, 8.30078125e-03, 1.123046875e-02, 1.416015625e-02, 1.85546875e-02, 2.44140625e-02, 3.02734375e-02, 4.1015625e-02, 5.2734375e-02, 6.640625e-02, 8.984375e-02, 1.1328125e-01, 1.484375e-01, 1.953125e-01, 2.421875e-01, 3.28125e-01, 4.21875e-01, 5.3125e-01, 7.1875e-01, 9.0625e-01, 1.1875e+00, 1.5625e+00, 1.9375e+00, 2.625e+00, 3.375e+00, 4.25e+00, 5.75e+00, 7.25e+00, 9.5e+00, 1.25e+01, 1.55e+01, 2.1e+01, 2.7e+01, 9.0e+01, -2.44140625e-04, -6.103515625e-04, -9.765625e-04, -1.3427734375e-03, -1.708984375e-03, -2.197265625e-03, -2.9296875e-03, -3.662109375e-03, -4.8828125e-03, -6.34765625e-03, -7.8125e-03, -1.07421875e-02, -1.3671875e-02, -1.7578125e-02, -2.34375e-02, -2.9296875e-02, -3.90625e-02, -5.078125e-02, -6.25e-02, -8.59375e-02, -1.09375e-01, -1.40625e-01, -1.875e-01, -2.34375e-01, -3.125e-01, -4.0625e-01, -5.0e-01, -6.875e-01, -8.75e-01, -1.125e+00, -1.5e+00, -1.875e+00, -2.5e+00, -3.25e+00, -4.0e+00, -5.5e+00, -7.0e+00, -9.0e+00, -1.2e+01, -1.5e+01, -2.0e+01, -2.6e+01, -6.103515625e-05, -4.2724609375e-04, -7.9345703125e-04, -1.15966796875e-03, -1.52587890625e-03, -1.89208984375e-03, -2.5634765625e-03, -3.2958984375e-03, -4.150390625e-03, -5.615234375e-03, -7.080078125e-03, -9.27734375e-03, -1.220703125e-02, -1.513671875e-02, -2.05078125e-02, -2.63671875e-02, -3.3203125e-02, -4.4921875e-02, -5.6640625e-02, -7.421875e-02, -9.765625e-02, -1.2109375e-01, -1.640625e-01, -2.109375e-01, -2.65625e-01, -3.59375e-01, -4.53125e-01, -5.9375e-01, -7.8125e-01, -9.6875e-01, -1.3125e+00, -1.6875e+00, -2.125e+00, -2.875e+00, -3.625e+00, -4.75e+00, -6.25e+00, -7.75e+00, -1.05e+01, -1.35e+01, -1.7e+01, -2.3e+01, -2.9e+01, -3.0517578125e-04, -6.7138671875e-04, -1.03759765625e-03, -1.40380859375e-03, -1.77001953125e-03, -2.3193359375e-03, -3.0517578125e-03, -3.7841796875e-03, -5.126953125e-03, -6.591796875e-03, -8.30078125e-03, -1.123046875e-02, -1.416015625e-02, -1.85546875e-02, -2.44140625e-02, -3.02734375e-02, -4.1015625e-02, -5.2734375e-02, -6.640625e-02, -8.984375e-02, -1.1328125e-01, -1.484375e-01, -1.953125e-01, -2.421875e-01, -3.28125e-01, -4.21875e-01, -5.3125e-01, -7.1875e-01, -9.0625e-01, -1.1875e+00, -1.5625e+00, -1.9375e+00, -2.625e+00, -3.375e+00, -4.25e+00, -5.75e+00, -7.25e+00, -9.5e+00, -1.25e+01, -1.55e+01, -2.1e+01, -2.7e+01, -1.8310546875e-04, -5.4931640625e-04, -9.1552734375e-04, -1.28173828125e-03, -1.64794921875e-03, -2.0751953125e-03, -2.8076171875e-03, -3.5400390625e-03, -4.638671875e-03, -6.103515625e-03, -7.568359375e-03, -1.025390625e-02, -1.318359375e-02, -1.66015625e-02, -2.24609375e-02, -2.83203125e-02, -3.7109375e-02, -4.8828125e-02, -6.0546875e-02, -8.203125e-02, -1.0546875e-01, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.96875e-01, -3.90625e-01, -4.84375e-01, -6.5625e-01, -8.4375e-01, -1.0625e+00, -1.4375e+00, -1.8125e+00, -2.375e+00, -3.125e+00, -3.875e+00, -5.25e+00, -6.75e+00, -8.5e+00, -1.15e+01, -1.45e+01, -1.9e+01, -2.5e+01, -3.025e+01, -0.0e+00, 0x7FC0]> : tensor<343xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24, 0x27, 0x2A, 0x2D, 0x30, 0x33, 0x36, 0x39, 0x3C, 0x3F, 0x42, 0x45, 0x48, 0x4B, 0x4E, 0x51, 0x54, 0x57, 0x5A, 0x5D, 0x60, 0x63, 0x66, 0x69, 0x6C, 0x6F, 0x72, 0x75, 0x78, 0x7B, 0x7E, 0x02, 0x04, 0x08, 0x0A, 0x0E, 0x10, 0x14, 0x16, 0x1A, 0x1C, 0x20, 0x22, 0x26, 0x28, 0x2C, 0x2E, 0x32, 0x34, 0x38, 0x3A, 0x3E, 0x40, 0x44, 0x46, 0x4A, 0x4C, 0x50, 0x52, 0x56, 0x58, 0x5C, 0x5E, 0x62, 0x64, 0x68, 0x6A, 0x6E, 0x70, 0x74, 0x76, 0x7A, 0x7C, 0x00, 0x04, 0x06, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x18, 0x1C, 0x1E, 0x22, 0x24, 0x28, 0x2A, 0x2E, 0x30, 0x34, 0x36, 0x3A, 0x3C, 0x40, 0x42, 0x46, 0x48, 0x4C, 0x4E, 0x52, 0x54, 0x58, 0x5A, 0x5E, 0x60, 0x64, 0x66, 0x6A, 0x6C, 0x70, 0x72, 0x76, 0x78, 0x7C, 0x7E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x7E, 0x80, 0x82, 0x85, 0x88, 0x8B, 0x8E, 0x91, 0x94, 0x97, 0x9A, 0x9D, 0xA0, 0xA3, 0xA6, 0xA9, 0xAC, 0xAF, 0xB2, 0xB5, 0xB8, 0xBB, 0xBE, 0xC1, 0xC4, 0xC7, 0xCA, 0xCD, 0xD0, 0xD3, 0xD6, 0xD9, 0xDC, 0xDF, 0xE2, 0xE5, 0xE8, 0xEB, 0xEE, 0xF1, 0xF4, 0xF7, 0xFA, 0xFD, 0x00, 0x84, 0x86, 0x8A, 0x8C, 0x90, 0x92, 0x96, 0x98, 0x9C, 0x9E, 0xA2, 0xA4, 0xA8, 0xAA, 0xAE, 0xB0, 0xB4, 0xB6, 0xBA, 0xBC, 0xC0, 0xC2, 0xC6, 0xC8, 0xCC, 0xCE, 0xD2, 0xD4, 0xD8, 0xDA, 0xDE, 0xE0, 0xE4, 0xE6, 0xEA, 0xEC, 0xF0, 0xF2, 0xF6, 0xF8, 0xFC, 0xFE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0xFE, 0x82, 0x84, 0x88, 0x8A, 0x8E, 0x90, 0x94, 0x96, 0x9A, 0x9C, 0xA0, 0xA2, 0xA6, 0xA8, 0xAC, 0xAE, 0xB2, 0xB4, 0xB8, 0xBA, 0xBE, 0xC0, 0xC4, 0xC6, 0xCA, 0xCC, 0xD0, 0xD2, 0xD6, 0xD8, 0xDC, 0xDE, 0xE2, 0xE4, 0xE8, 0xEA, 0xEE, 0xF0, 0xF4, 0xF6, 0xFA, 0xFC, 0xFF, 0x00, 0x80]> : tensor<343xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<343xbf16>) -> (tensor<343xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.convert %a : (tensor<343xbf16>) -> tensor<343xf8E4M3B11FNUZ>
  return %r0 : tensor<343xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<255xf8E4M3B11FNUZ>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255]> : tensor<255xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<255xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<255xf8E4M3B11FNUZ>) -> (tensor<255xui8>, tensor<255xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<255xf8E4M3B11FNUZ>) -> tensor<255xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<255xui8>) -> tensor<255xf8E4M3B11FNUZ>
  return %r0, %r1 : tensor<255xui8>, tensor<255xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x7A, 0xF1, 0x46, 0xE7, 0x9C, 0xD8, 0xEB, 0x4F, 0xC6, 0x77, 0xCC, 0xDC, 0xE9, 0xAF, 0x7F, 0x4A, 0xE5, 0xCC, 0xDF, 0x77, 0xD1, 0x30, 0x57, 0x48]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x80, 0x71, 0xC9, 0xE3, 0x00, 0x52, 0x67, 0xCB, 0x46, 0xF7, 0x56, 0xE1, 0xE9, 0x2F, 0x7F, 0xDC, 0x65, 0xCC, 0x5F, 0x77, 0xD1, 0x54, 0x57, 0x46]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x80, 0x39, 0x9F, 0x5F, 0x00, 0x43, 0x67, 0x2F, 0x83, 0x6B, 0xC2, 0xD3, 0xD8, 0x00, 0x60, 0xD1, 0xAF, 0x85, 0xA5, 0xBF, 0x81, 0xC2, 0x1D, 0x10]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0xCA, 0x07, 0xBF, 0x6C, 0x58, 0x49, 0x44, 0x43, 0xA0, 0x2D, 0xCD, 0xEA, 0xFA, 0x99, 0x80, 0xD3, 0x93, 0x80, 0x97, 0x80, 0x80, 0xD9, 0x80, 0x7D]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x7F, 0xA0, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x4D, 0x0E, 0x77, 0x48, 0x4C, 0x47, 0x01, 0x7F, 0x57, 0x21, 0x0E, 0x1E, 0x77, 0x01, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0xB9, 0x8E, 0xCC, 0xC8, 0x5F, 0x69, 0x81, 0xFF, 0x52, 0xA1, 0x4C, 0x9E, 0xF7, 0x51, 0xCD, 0xD7, 0xC7]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0xF1, 0xD8, 0xD8, 0xE8, 0xD8, 0xD8, 0xD8, 0x00, 0x00, 0x00, 0x00, 0xE0, 0xEA, 0x00, 0x7F, 0xD8, 0x00, 0xD8, 0x00, 0x77, 0xD8, 0x00, 0x00, 0x00]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0x39, 0x0E, 0x4C, 0x48, 0x5F, 0x69, 0x01, 0x7F, 0x52, 0x21, 0x4C, 0x1E, 0x77, 0x51, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x64, 0x3B, 0x43, 0x5E, 0x36, 0x4F, 0x56, 0x48, 0x33, 0x52, 0x50, 0x5B, 0x60, 0x23, 0x6B, 0x55, 0x3C, 0x52, 0x3B, 0x67, 0x54, 0x52, 0x57, 0x4F]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %0 = stablehlo.abs %a : tensor<24xf8E4M3B11FNUZ>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0x80, 0x80, 0x36, 0x60, 0x00, 0x55, 0x7C, 0x44, 0x34, 0x80, 0x47, 0xD1, 0xD8, 0x07, 0x60, 0x49, 0x73, 0x85, 0x66, 0xBF, 0x81, 0xA4, 0x1D, 0x11]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E4M3B11FNUZ>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[0xF1, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x39, 0xC6, 0x4C, 0xD2, 0xDF, 0xE9, 0xAF, 0x39, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<24xf8E4M3B11FNUZ>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E4M3B11FNUZ>, tensor<24xf8E4M3B11FNUZ>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E4M3B11FNUZ>
  return %r0 : tensor<24xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3B11FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3B11FNUZ>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E4M3B11FNUZ>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<24xf8E4M3B11FNUZ>, %b: tensor<24xf8E4M3B11FNUZ>) -> (tensor<8x6xf8E4M3B11FNUZ>, tensor<2x6xf8E4M3B11FNUZ>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E4M3B11FNUZ>, tensor<24xf8E4M3B11FNUZ>) -> tensor<48xf8E4M3B11FNUZ>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E4M3B11FNUZ>) -> tensor<6x8xf8E4M3B11FNUZ>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E4M3B11FNUZ>) -> tensor<8x6xf8E4M3B11FNUZ>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E4M3B11FNUZ>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E4M3B11FNUZ>) -> tensor<2x6xf8E4M3B11FNUZ>
  return %r0, %r1 : tensor<8x6xf8E4M3B11FNUZ>, tensor<2x6xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3B11FNUZ: a constant, and a sum
//! input: dense<[[0x58, 0x58], [0x58, 0x00], [0x58, 0x58], [0x58, 0x58]]> : tensor<4x2xf8E4M3B11FNUZ>
//! expect: dense<[0x58, 0x00, 0x58]> : tensor<3xf8E4M3B11FNUZ>
//! expect: dense<[0x60, 0x58, 0x60, 0x60]> : tensor<4xf8E4M3B11FNUZ>
func.func public @main(%a: tensor<4x2xf8E4M3B11FNUZ>) -> (tensor<3xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>) {
  %r0 = stablehlo.constant dense<[0x58, 0x00, 0x58]> : tensor<3xf8E4M3B11FNUZ>
  %0 = stablehlo.constant dense<0x00> : tensor<f8E4M3B11FNUZ>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<4xf8E4M3B11FNUZ>
  return %r0, %r1 : tensor<3xf8E4M3B11FNUZ>, tensor<4xf8E4M3B11FNUZ>
}

// -----
//! name: f8E4M3FN: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E4M3FN>
//! expect: dense<[0.0e+00, 1.953125e-03, 3.90625e-03, 5.859375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 3.2e+01, 3.6e+01, 4.0e+01, 4.4e+01, 4.8e+01, 5.2e+01, 5.6e+01, 6.0e+01, 6.4e+01, 7.2e+01, 8.0e+01, 8.8e+01, 9.6e+01, 1.04e+02, 1.12e+02, 1.2e+02, 1.28e+02, 1.44e+02, 1.6e+02, 1.76e+02, 1.92e+02, 2.08e+02, 2.24e+02, 2.4e+02, 2.56e+02, 2.88e+02, 3.2e+02, 3.52e+02, 3.84e+02, 4.16e+02, 4.48e+02, 0x7FC00000, -0.0e+00, -1.953125e-03, -3.90625e-03, -5.859375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01, -3.2e+01, -3.6e+01, -4.0e+01, -4.4e+01, -4.8e+01, -5.2e+01, -5.6e+01, -6.0e+01, -6.4e+01, -7.2e+01, -8.0e+01, -8.8e+01, -9.6e+01, -1.04e+02, -1.12e+02, -1.2e+02, -1.28e+02, -1.44e+02, -1.6e+02, -1.76e+02, -1.92e+02, -2.08e+02, -2.24e+02, -2.4e+02, -2.56e+02, -2.88e+02, -3.2e+02, -3.52e+02, -3.84e+02, -4.16e+02, -4.48e+02, 0xFFC00000]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E4M3FN>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E4M3FN>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E4M3FN: rounding
//! input: dense<[0.0e+00, 1.953125e-03, 3.90625e-03, 5.859375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 3.2e+01, 3.6e+01, 4.0e+01, 4.4e+01, 4.8e+01, 5.2e+01, 5.6e+01, 6.0e+01, 6.4e+01, 7.2e+01, 8.0e+01, 8.8e+01, 9.6e+01, 1.04e+02, 1.12e+02, 1.2e+02, 1.28e+02, 1.44e+02, 1.6e+02, 1.76e+02, 1.92e+02, 2.08e+02, 2.24e+02, 2.4e+02, 2.56e+02, 2.88e+02, 3.2e+02, 3.52e+02, 3.84e+02, 4.16e+02, 4.48e+02, 9.765625e-04, 2.9296875e-03, 4.8828125e-03, 6.8359375e-03, 8.7890625e-03, 1.07421875e-02, 1.26953125e-02, 1.46484375e-02, 1.6601562e-02, 1.8554688e-02, 2.0507812e-02, 2.2460938e-02, 2.4414062e-02, 2.6367188e-02, 2.8320312e-02, 3.0273438e-02, 3.3203125e-02, 3.7109375e-02, 4.1015625e-02, 4.4921875e-02, 4.8828125e-02, 5.2734375e-02, 5.6640625e-02, 6.0546875e-02, 6.640625e-02, 7.421875e-02, 8.203125e-02, 8.984375e-02, 9.765625e-02, 1.0546875e-01, 1.1328125e-01, 1.2109375e-01, 1.328125e-01, 1.484375e-01, 1.640625e-01, 1.796875e-01, 1.953125e-01, 2.109375e-01, 2.265625e-01, 2.421875e-01, 2.65625e-01, 2.96875e-01, 3.28125e-01, 3.59375e-01, 3.90625e-01, 4.21875e-01, 4.53125e-01, 4.84375e-01, 5.3125e-01, 5.9375e-01, 6.5625e-01, 7.1875e-01, 7.8125e-01, 8.4375e-01, 9.0625e-01, 9.6875e-01, 1.0625e+00, 1.1875e+00, 1.3125e+00, 1.4375e+00, 1.5625e+00, 1.6875e+00, 1.8125e+00, 1.9375e+00, 2.125e+00, 2.375e+00, 2.625e+00, 2.875e+00, 3.125e+00, 3.375e+00, 3.625e+00, 3.875e+00, 4.25e+00, 4.75e+00, 5.25e+00, 5.75e+00, 6.25e+00, 6.75e+00, 7.25e+00, 7.75e+00, 8.5e+00, 9.5e+00, 1.05e+01, 1.15e+01, 1.25e+01, 1.35e+01, 1.45e+01, 1.55e+01, 1.7e+01, 1.9e+01, 2.1e+01, 2.3e+01, 2.5e+01, 2.7e+01, 2.9e+01, 3.1e+01, 3.4e+01, 3.8e+01, 4.2e+01, 4.6e+01, 5.0e+01, 5.4e+01, 5.8e+01, 6.2e+01, 6.8e+01, 7.6e+01, 8.4e+01, 9.2e+01, 1.0e+02, 1.08e+02, 1.16e+02, 1.24e+02, 1.36e+02, 1.52e+02, 1.68e+02, 1.84e+02, 2.0e+02, 2.16e+02, 2.32e+02, 2.48e+02, 2.72e+02, 3.04e+02, 3.36e+02, 3.68e+02, 4.0e+02, 4.32e+02, 9.765634e-04, 2.9296905e-03, 4.882817e-03, 6.8359445e-03, 8.789071e-03, 1.0742199e-02, 1.2695326e-02, 1.4648452e-02, 1.660158e-02, 1.8554706e-02, 2.0507833e-02, 2.246096e-02, 2.4414087e-02, 2.6367214e-02, 2.832034e-02, 3.0273467e-02, 3.320316e-02, 3.7109412e-02, 4.1015666e-02, 4.492192e-02, 4.8828173e-02, 5.2734427e-02, 5.664068e-02, 6.0546935e-02, 6.640632e-02, 7.4218825e-02, 8.203133e-02, 8.984384e-02, 9.765635e-02, 1.05468854e-01, 1.1328136e-01, 1.2109387e-01, 1.3281263e-01, 1.4843765e-01, 1.6406266e-01, 1.7968768e-01, 1.953127e-01, 2.1093771e-01, 2.2656272e-01, 2.4218774e-01, 2.6562527e-01, 2.968753e-01, 3.2812533e-01, 3.5937536e-01, 3.906254e-01, 4.2187542e-01, 4.5312545e-01, 4.8437548e-01, 5.3125054e-01, 5.937506e-01, 6.5625066e-01, 7.187507e-01, 7.812508e-01, 8.4375083e-01, 9.062509e-01, 9.6875095e-01, 1.0625011e+00, 1.1875012e+00, 1.3125013e+00, 1.4375014e+00, 1.5625015e+00, 1.6875017e+00, 1.8125018e+00, 1.9375019e+00, 2.1250021e+00, 2.3750024e+00, 2.6250026e+00, 2.8750029e+00, 3.125003e+00, 3.3750033e+00, 3.6250036e+00, 3.8750038e+00, 4.2500043e+00, 4.750005e+00, 5.2500052e+00, 5.7500057e+00, 6.250006e+00, 6.7500067e+00, 7.250007e+00, 7.7500076e+00, 8.500009e+00, 9.50001e+00, 1.05000105e+01, 1.1500011e+01, 1.2500012e+01, 1.3500013e+01, 1.4500014e+01, 1.5500015e+01, 1.7000017e+01, 1.900002e+01, 2.1000021e+01, 2.3000023e+01, 2.5000025e+01, 2.7000027e+01, 2.9000029e+01, 3.100003e+01, 3.4000034e+01, 3.800004e+01, 4.2000042e+01, 4.6000046e+01, 5.000005e+01, 5.4000053e+01, 5.8000057e+01, 6.200006e+01, 6.800007e+01, 7.600008e+01, 8.4000084e+01, 9.200009e+01, 1.000001e+02, 1.0800011e+02, 1.16000114e+02, 1.2400012e+02, 1.3600014e+02, 1.5200015e+02, 1.6800017e+02, 1.8400018e+02, 2.000002e+02, 2.1600021e+02, 2.3200023e+02, 2.4800024e+02, 2.7200027e+02, 3.040003e+02, 3.3600034e+02, 3.6800037e+02, 4.000004e+02, 4.3200043e+02, 9.765615e-04, 2.9296845e-03, 4.882808e-03, 6.8359305e-03, 8.789054e-03, 1.0742176e-02, 1.2695299e-02, 1.4648423e-02, 1.6601546e-02, 1.8554669e-02, 2.0507792e-02, 2.2460915e-02, 2.4414038e-02, 2.6367161e-02, 2.8320285e-02, 3.0273408e-02, 3.320309e-02, 3.7109338e-02, 4.1015584e-02, 4.492183e-02, 4.8828077e-02, 5.2734323e-02, 5.664057e-02, 6.0546815e-02, 6.640618e-02, 7.4218675e-02, 8.203117e-02, 8.984366e-02, 9.765615e-02, 1.05468646e-01, 1.1328114e-01, 1.2109363e-01, 1.3281237e-01, 1.4843735e-01, 1.6406234e-01, 1.7968732e-01, 1.953123e-01, 2.1093729e-01, 2.2656228e-01, 2.4218726e-01, 2.6562473e-01, 2.968747e-01, 3.2812467e-01, 3.5937464e-01, 3.906246e-01, 4.2187458e-01, 4.5312455e-01, 4.8437452e-01, 5.3124946e-01, 5.937494e-01, 6.5624934e-01, 7.187493e-01, 7.812492e-01, 8.4374917e-01, 9.062491e-01, 9.6874905e-01, 1.0624989e+00, 1.1874988e+00, 1.3124987e+00, 1.4374986e+00, 1.5624985e+00, 1.6874983e+00, 1.8124982e+00, 1.9374981e+00, 2.1249979e+00, 2.3749976e+00, 2.6249974e+00, 2.8749971e+00, 3.124997e+00, 3.3749967e+00, 3.6249964e+00, 3.8749962e+00, 4.2499957e+00, 4.749995e+00, 5.2499948e+00, 5.7499943e+00, 6.249994e+00, 6.7499933e+00, 7.249993e+00, 7.7499924e+00, 8.499991e+00, 9.49999e+00, 1.04999895e+01, 1.1499989e+01, 1.2499988e+01, 1.3499987e+01, 1.4499986e+01, 1.5499985e+01, 1.6999983e+01, 1.899998e+01, 2.0999979e+01, 2.2999977e+01, 2.4999975e+01, 2.6999973e+01, 2.8999971e+01, 3.099997e+01, 3.3999966e+01, 3.799996e+01, 4.1999958e+01, 4.5999954e+01, 4.999995e+01, 5.3999947e+01, 5.7999943e+01, 6.199994e+01, 6.799993e+01, 7.599992e+01, 8.3999916e+01, 9.199991e+01, 9.99999e+01, 1.0799989e+02, 1.15999886e+02, 1.2399988e+02, 1.3599986e+02, 1.5199985e+02, 1.6799983e+02, 1.8399982e+02, 1.999998e+02, 2.1599979e+02, 2.3199977e+02, 2.4799976e+02, 2.7199973e+02, 3.039997e+02, 3.3599966e+02, 3.6799963e+02, 3.999996e+02, 4.3199957e+02, 4.5248e+02, 1.344e+03, -0.0e+00, -1.953125e-03, -3.90625e-03, -5.859375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01, -3.2e+01, -3.6e+01, -4.0e+01, -4.4e+01, -4.8e+01, -5.2e+01, -5.6e+01, -6.0e+01, -6.4e+01, -7.2e+01, -8.0e+01, -8.8e+01, -9.6e+01, -1.04e+02, -1.12e+02, -1.2e+02, -1.28e+02, -1.44e+02, -1.6e+02, -1.76e+02, -1.92e+02, -2.08e+02, -2.24e+02, -2.4e+02, -2.56e+02, -2.88e+02, -3.2e+02, -3.52e+02, -3.84e+02, -4.16e+02, -4.48e+02, -9.765625e-04, -2.9296875e-03, -4.8828125e-03, -6.8359375e-03, -8.7890625e-03, -1.07421875e-02, -1.26953125e-02, -1.46484375e-02, -1.6601562e-02, -1.8554688e-02, -2.0507812e-02, -2.2460938e-02, -2.4414062e-02, -2.6367188e-02, -2.8320312e-02, -3.0273438e-02, -3.3203125e-02, -3.7109375e-02, -4.1015625e-02, -4.4921875e-02, -4.8828125e-02, -5.2734375e-02, -5.6640625e-02, -6.0546875e-02, -6.640625e-02, -7.421875e-02, -8.203125e-02, -8.984375e-02, -9.765625e-02, -1.0546875e-01, -1.1328125e-01, -1.2109375e-01, -1.328125e-01, -1.484375e-01, -1.640625e-01, -1.796875e-01, -1.953125e-01, -2.109375e-01, -2.265625e-01, -2.421875e-01, -2.65625e-01, -2.96875e-01, -3.28125e-01, -3.59375e-01, -3.90625e-01, -4.21875e-01, -4.53125e-01, -4.84375e-01, -5.3125e-01, -5.9375e-01, -6.5625e-01, -7.1875e-01, -7.8125e-01, -8.4375e-01, -9.0625e-01, -9.6875e-01, -1.0625e+00, -1.1875e+00, -1.3125e+00, -1.4375e+00, -1.5625e+00, -1.6875e+00, -1.8125e+00, -1.9375e+00, -2.125e+00, -2.375e+00, -2.625e+00, -2.875e+00, -3.125e+00, -3.375e+00, -3.625e+00, -3.875e+00, -4.25e+00, -4.75e+00, -5.25e+00, -5.75e+00, -6.25e+00, -6.75e+00, -7.25e+00, -7.75e+00, -8.5e+00, -9.5e+00, -1.05e+01, -1.15e+01, -1.25e+01, -1.35e+01, -1.45e+01, -1.55e+01, -1.7e+01, -1.9e+01, -2.1e+01, -2.3e+01, -2.5e+01, -2.7e+01, -2.9e+01, -3.1e+01, -3.4e+01, -3.8e+01, -4.2e+01, -4.6e+01, -5.0e+01, -5.4e+01, -5.8e+01, -6.2e+01, -6.8e+01, -7.6e+01, -8.4e+01, -9.2e+01, -1.0e+02, -1.08e+02, -1.16e+02, -1.24e+02, -1.36e+02, -1.52e+02, -1.68e+02, -1.84e+02, -2.0e+02, -2.16e+02, -2.32e+02, -2.48e+02, -2.72e+02, -3.04e+02, -3.36e+02, -3.68e+02, -4.0e+02, -4.32e+02, -9.765634e-04, -2.9296905e-03, -4.882817e-03, -6.8359445e-03, -8.789071e-03, -1.0742199e-02, -1.2695326e-02, -1.4648452e-02, -1.660158e-02, -1.8554706e-02, -2.0507833e-02, -2.246096e-02, -2.4414087e-02, -2.6367214e-02, -2.832034e-02, -3.0273467e-02, -3.320316e-02, -3.7109412e-02, -4.1015666e-02, -4.492192e-02, -4.8828173e-02, -5.2734427e-02, -5.664068e-02, -6.0546935e-02, -6.640632e-02, -7.4218825e-02, -8.203133e-02, -8.984384e-02, -9.765635e-02, -1.05468854e-01, -1.1328136e-01, -1.2109387e-01, -1.3281263e-01, -1.4843765e-01, -1.6406266e-01, -1.7968768e-01, -1.953127e-01, -2.1093771e-01, -2.2656272e-01, -2.4218774e-01, -2.6562527e-01, -2.968753e-01, -3.2812533e-01, -3.5937536e-01, -3.906254e-01, -4.2187542e-01, -4.5312545e-01, -4.8437548e-01, -5.3125054e-01, -5.937506e-01, -6.5625066e-01, -7.187507e-01, -7.812508e-01, -8.4375083e-01, -9.062509e-01, -9.6875095e-01, -1.0625011e+00, -1.1875012e+00, -1.3125013e+00, -1.4375014e+00, -1.5625015e+00, -1.6875017e+00, -1.8125018e+00, -1.9375019e+00, -2.1250021e+00, -2.3750024e+00, -2.6250026e+00, -2.8750029e+00, -3.125003e+00, -3.3750033e+00, -3.6250036e+00, -3.8750038e+00, -4.2500043e+00, -4.750005e+00, -5.2500052e+00, -5.7500057e+00, -6.250006e+00, -6.7500067e+00, -7.250007e+00, -7.7500076e+00, -8.500009e+00, -9.50001e+00, -1.05000105e+01, -1.1500011e+01, -1.2500012e+01, -1.3500013e+01, -1.4500014e+01, -1.5500015e+01, -1.7000017e+01, -1.900002e+01, -2.1000021e+01, -2.3000023e+01, -2.5000025e+01, -2.7000027e+01, -2.9000029e+01, -3.100003e+01, -3.4000034e+01, -3.800004e+01, -4.2000042e+01, -4.6000046e+01, -5.000005e+01, -5.4000053e+01, -5.8000057e+01, -6.200006e+01, -6.800007e+01, -7.600008e+01, -8.4000084e+01, -9.200009e+01, -1.000001e+02, -1.0800011e+02, -1.16000114e+02, -1.2400012e+02, -1.3600014e+02, -1.5200015e+02, -1.6800017e+02, -1.8400018e+02, -2.000002e+02, -2.1600021e+02, -2.3200023e+02, -2.4800024e+02, -2.7200027e+02, -3.040003e+02, -3.3600034e+02, -3.6800037e+02, -4.000004e+02, -4.3200043e+02, -9.765615e-04, -2.9296845e-03, -4.882808e-03, -6.8359305e-03, -8.789054e-03, -1.0742176e-02, -1.2695299e-02, -1.4648423e-02, -1.6601546e-02, -1.8554669e-02, -2.0507792e-02, -2.2460915e-02, -2.4414038e-02, -2.6367161e-02, -2.8320285e-02, -3.0273408e-02, -3.320309e-02, -3.7109338e-02, -4.1015584e-02, -4.492183e-02, -4.8828077e-02, -5.2734323e-02, -5.664057e-02, -6.0546815e-02, -6.640618e-02, -7.4218675e-02, -8.203117e-02, -8.984366e-02, -9.765615e-02, -1.05468646e-01, -1.1328114e-01, -1.2109363e-01, -1.3281237e-01, -1.4843735e-01, -1.6406234e-01, -1.7968732e-01, -1.953123e-01, -2.1093729e-01, -2.2656228e-01, -2.4218726e-01, -2.6562473e-01, -2.968747e-01, -3.2812467e-01, -3.5937464e-01, -3.906246e-01, -4.2187458e-01, -4.5312455e-01, -4.8437452e-01, -5.3124946e-01, -5.937494e-01, -6.5624934e-01, -7.187493e-01, -7.812492e-01, -8.4374917e-01, -9.062491e-01, -9.6874905e-01, -1.0624989e+00, -1.1874988e+00, -1.3124987e+00, -1.4374986e+00, -1.5624985e+00, -1.6874983e+00, -1.8124982e+00, -1.9374981e+00, -2.1249979e+00, -2.3749976e+00, -2.6249974e+00, -2.8749971e+00, -3.124997e+00, -3.3749967e+00, -3.6249964e+00, -3.8749962e+00, -4.2499957e+00, -4.749995e+00, -5.2499948e+00, -5.7499943e+00, -6.249994e+00, -6.7499933e+00, -7.249993e+00, -7.7499924e+00, -8.499991e+00, -9.49999e+00, -1.04999895e+01, -1.1499989e+01, -1.2499988e+01, -1.3499987e+01, -1.4499986e+01, -1.5499985e+01, -1.6999983e+01, -1.899998e+01, -2.0999979e+01, -2.2999977e+01, -2.4999975e+01, -2.6999973e+01, -2.8999971e+01, -3.099997e+01, -3.3999966e+01, -3.799996e+01, -4.1999958e+01, -4.5999954e+01, -4.999995e+01, -5.3999947e+01, -5.7999943e+01, -6.199994e+01, -6.799993e+01, -7.599992e+01, -8.3999916e+01, -9.199991e+01, -9.99999e+01, -1.0799989e+02, -1.15999886e+02, -1.2399988e+02, -1.3599986e+02, -1.5199985e+02, -1.6799983e+02, -1.8399982e+02, -1.999998e+02, -2.1599979e+02, -2.3199977e+02, -2.4799976e+02, -2.7199973e+02, -3.039997e+02, -3.3599966e+02, -3.6799963e+02, -3.999996e+02, -4.3199957e+02, -4.5248e+02, -1.344e+03, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<1019xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x20, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x40, 0x40, 0x42, 0x42, 0x44, 0x44, 0x46, 0x46, 0x48, 0x48, 0x4A, 0x4A, 0x4C, 0x4C, 0x4E, 0x4E, 0x50, 0x50, 0x52, 0x52, 0x54, 0x54, 0x56, 0x56, 0x58, 0x58, 0x5A, 0x5A, 0x5C, 0x5C, 0x5E, 0x5E, 0x60, 0x60, 0x62, 0x62, 0x64, 0x64, 0x66, 0x66, 0x68, 0x68, 0x6A, 0x6A, 0x6C, 0x6C, 0x6E, 0x6E, 0x70, 0x70, 0x72, 0x72, 0x74, 0x74, 0x76, 0x76, 0x78, 0x78, 0x7A, 0x7A, 0x7C, 0x7C, 0x7E, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0x80, 0x82, 0x82, 0x84, 0x84, 0x86, 0x86, 0x88, 0x88, 0x8A, 0x8A, 0x8C, 0x8C, 0x8E, 0x8E, 0x90, 0x90, 0x92, 0x92, 0x94, 0x94, 0x96, 0x96, 0x98, 0x98, 0x9A, 0x9A, 0x9C, 0x9C, 0x9E, 0x9E, 0xA0, 0xA0, 0xA2, 0xA2, 0xA4, 0xA4, 0xA6, 0xA6, 0xA8, 0xA8, 0xAA, 0xAA, 0xAC, 0xAC, 0xAE, 0xAE, 0xB0, 0xB0, 0xB2, 0xB2, 0xB4, 0xB4, 0xB6, 0xB6, 0xB8, 0xB8, 0xBA, 0xBA, 0xBC, 0xBC, 0xBE, 0xBE, 0xC0, 0xC0, 0xC2, 0xC2, 0xC4, 0xC4, 0xC6, 0xC6, 0xC8, 0xC8, 0xCA, 0xCA, 0xCC, 0xCC, 0xCE, 0xCE, 0xD0, 0xD0, 0xD2, 0xD2, 0xD4, 0xD4, 0xD6, 0xD6, 0xD8, 0xD8, 0xDA, 0xDA, 0xDC, 0xDC, 0xDE, 0xDE, 0xE0, 0xE0, 0xE2, 0xE2, 0xE4, 0xE4, 0xE6, 0xE6, 0xE8, 0xE8, 0xEA, 0xEA, 0xEC, 0xEC, 0xEE, 0xEE, 0xF0, 0xF0, 0xF2, 0xF2, 0xF4, 0xF4, 0xF6, 0xF6, 0xF8, 0xF8, 0xFA, 0xFA, 0xFC, 0xFC, 0xFE, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x00, 0x80, 0x7F, 0xFF, 0x7F]> : tensor<1019xf8E4M3FN>
func.func public @main(%a: tensor<1019xf32>) -> (tensor<1019xf8E4M3FN>) {
  %r0 = stablehlo.convert %a : (tensor<1019xf32>) -> tensor<1019xf8E4M3FN>
  return %r0 : tensor<1019xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: rounding of bf16
//! input: dense<[0.0e+00, 5.859375e-03, 1.171875e-02, 1.7578125e-02, 2.34375e-02, 2.9296875e-02, 3.90625e-02, 5.078125e-02, 6.25e-02, 8.59375e-02, 1.09375e-01, 1.40625e-01, 1.875e-01, 2.34375e-01, 3.125e-01, 4.0625e-01, 5.0e-01, 6.875e-01, 8.75e-01, 1.125e+00, 1.5e+00, 1.875e+00, 2.5e+00, 3.25e+00, 4.0e+00, 5.5e+00, 7.0e+00, 9.0e+00, 1.2e+01, 1.5e+01, 2.0e+01, 2.6e+01, 3.2e+01, 4.4e+01, 5.6e+01, 7.2e+01, 9.6e+01, 1.2e+02, 1.6e+02, 2.08e+02, 2.56e+02, 3.52e+02, 4.48e+02, 4.8828125e-03, 1.07421875e-02, 1.66015625e-02, 2.24609375e-02, 2.83203125e-02, 3.7109375e-02, 4.8828125e-02, 6.0546875e-02, 8.203125e-02, 1.0546875e-01, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.96875e-01, 3.90625e-01, 4.84375e-01, 6.5625e-01, 8.4375e-01, 1.0625e+00, 1.4375e+00, 1.8125e+00, 2.375e+00, 3.125e+00, 3.875e+00, 5.25e+00, 6.75e+00, 8.5e+00, 1.15e+01, 1.45e+01, 1.9e+01, 2.5e+01, 3.1e+01, 4.2e+01, 5.4e+01, 6.8e+01, 9.2e+01, 1.16e+02, 1.52e+02, 2.0e+02, 2.48e+02, 3.36e+02, 4.32e+02, 4.8828125e-03, 1.07421875e-02, 1.66015625e-02, 2.24609375e-02, 2.83203125e-02, 3.7109375e-02, 4.8828125e-02, 6.0546875e-02, 8.203125e-02, 1.0546875e-01, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.96875e-01, 3.90625e-01, 4.84375e-01, 6.5625e-01, 8.4375e-01, 1.0625e+00, 1.4375e+00, 1.8125e+00, 2.375e+00, 3.125e+00, 3.875e+00, 5.25e+00, 6.75e+00, 8.5e+00, 1.15e+01, 1.45e+01, 1.9e+01, 2.5e+01, 3.1e+01, 4.2e+01, 5.4e+01, 6.8e+01, 9.2e+01, 1.16e+02, 1.52e+02, 2.0e+02, 2.48e+02, 3.36e+02, 4.32e+02, 4.8828125e-03, 1.07421875e-02, 1.66015625e-02, 2.24609375e-02, 2.83203125e-02, 3.7109375e-02, 4.8828125e-02, 6.0546875e-02, 8.203125e-02, 1.0546875e-01, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.96875e-01, 3.90625e-01, 4.84375e-01, 6.5625e-01, 8.4375e-01, 1.0625e+00, 1.4375e+00, 1.8125e+00, 2.375e+00, 3.125e+00, 3.875e+00, 5.25e+00, 6.75e+00, 8.5e+00, 1.15e+01, 1.45e+01, 1.9e+01, 2.5e+01, 3.1e+01, 4.2e+01, 5.4e+01, 6.8e+01, 9.2e+01, 1.16e+02, 1.52e+02, 2.0e+02, 2.48e+02, 3.36e+02, 4.32e+02, -0.0e+00, -5.859375e-03, -1.171875e-02, -1.7578125e-02, -2.34375e-02, -2.9296875e-02, -3.90625e-02, -5.078125e-02, -6.25e-02, -8.59375e-02, -1.09375e-01, -1.40625e-01, -1.875e-01, -2.34375e-01, -3.125e-01, -4.0625e-01, -5.0e-01, -6.875e-01, -8.75e-01, -1.125e+00, -1.5e+00, -1.875e+00, -2.5e+00, -3.25e+00, -4.0e+00, -5.5e+00, -7.0e+00, -9.0e+00, -1.2e+01, -1.5e+01, -2.0e+01, -2.6e+01, -3.2e+01, -4.4e+01, -5.6e+01, -7.2e+01, -9.6e+01, -1.2e+02, -1.6e+02, -2.08e+02, -2.56e+02, -3.52e+02, -4.48e+02, -4.8828125e-03, -1.07421875e-02, -1.66015625e-02, -2.24609375e-02, -2.83203125e-02, -3.7109375e-02, -4.8828125e-02, -6.0546875e-02, -8.203125e-02, -1.0546875e-01, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.96875e-01, -3.90625e-01, -4.84375e-01, -6.5625e-01, -8.4375e-01, -1.0625e+00, -1.4375e+00, -1.8125e+00, -2.375e+00, -3.125e+00, -3.875e+00, -5.25e+00, -6.75e+00, -8.5e+00, -1.15e+01, -1.45e+01, -1.9e+01, -2.5e+01, -3.1e+01, -4.2e+01, -5.4e+01, -6.8e+01, -9.2e+01, -1.16e+02, -1.52e+02, -2.0e+02, -2.48e+02, -3.36e+02, -4.32e+02, -4.8828125e-03, -1.07421875e-02, -1.66015625e-02, -2.24609375e-02, -2.83203125e-02, -3.7109375e-02, -4.8828125e-02, -6.0546875e-02, -8.203125e-02, -1.0546875e-01, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.96875e-01, -3.90625e-01, -4.84375e-01, -6.5625e-01, -8.4375e-01, -1.0625e+00, -1.4375e+00, -1.8125e+00, -2.375e+00, -3.125e+00, -3.875e+00, -5.25e+00, -6.75e+00, -8.5e+00, -1.15e+01, -1.45e+01, -1.9e+01, -2.5e+01, -3.1e+01, -4.2e+01, -5.4e+01, -6.8e+01, -9.2e+01, -1.16e+02, -1.52e+02, -2.0e+02, -2.48e+02, -3.36e+02, -4.32e+02, -4.8828125e-03, -1.07421875e-02, -1.66015625e-02, -2.24609375e-02, -2.83203125e-02, -3.7109375e-02, -4.8828125e-02, -6.0546875e-02, -8.203125e-02, -1.0546875e-01, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.96875e-01, -3.90625e-01, -4.84375e-01, -6.5625e-01, -8.4375e-01, -1.0625e+00, -1.4375e+00, -1.8125e+00, -2.375e+00, -3.125e+00, -3.875e+00, -5.25e+00, -6.75e+00, -8.5e+00, -1.15e+01, -1.45e+01, -1.9e+01, -2.5e+01, -3.1e+01, -4.2e+01, -5.4e+01, -6.8e+01, -9.2e+01, -1.16e+02, -1.52e+02, -2.0e+02, -2.48e+02, -3.36e+02, -4.32e+02, 0.0e+00, 0xFF80]> : tensor<340xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24, 0x27, 0x2A, 0x2D, 0x30, 0x33, 0x36, 0x39, 0x3C, 0x3F, 0x42, 0x45, 0x48, 0x4B, 0x4E, 0x51, 0x54, 0x57, 0x5A, 0x5D, 0x60, 0x63, 0x66, 0x69, 0x6C, 0x6F, 0x72, 0x75, 0x78, 0x7B, 0x7E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x7E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x7E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x7E, 0x80, 0x83, 0x86, 0x89, 0x8C, 0x8F, 0x92, 0x95, 0x98, 0x9B, 0x9E, 0xA1, 0xA4, 0xA7, 0xAA, 0xAD, 0xB0, 0xB3, 0xB6, 0xB9, 0xBC, 0xBF, 0xC2, 0xC5, 0xC8, 0xCB, 0xCE, 0xD1, 0xD4, 0xD7, 0xDA, 0xDD, 0xE0, 0xE3, 0xE6, 0xE9, 0xEC, 0xEF, 0xF2, 0xF5, 0xF8, 0xFB, 0xFE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0xFE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0xFE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0xFE, 0x00, 0xFF]> : tensor<340xf8E4M3FN>
func.func public @main(%a: tensor<340xbf16>) -> (tensor<340xf8E4M3FN>) {
  %r0 = stablehlo.convert %a : (tensor<340xbf16>) -> tensor<340xf8E4M3FN>
  return %r0 : tensor<340xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE]> : tensor<254xf8E4M3FN>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254]> : tensor<254xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE]> : tensor<254xf8E4M3FN>
func.func public @main(%a: tensor<254xf8E4M3FN>) -> (tensor<254xui8>, tensor<254xf8E4M3FN>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<254xf8E4M3FN>) -> tensor<254xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<254xui8>) -> tensor<254xf8E4M3FN>
  return %r0, %r1 : tensor<254xui8>, tensor<254xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x7F, 0xF1, 0x46, 0xE7, 0x9C, 0xD8, 0xEB, 0x4F, 0xC6, 0x77, 0xCC, 0xDC, 0xE9, 0xAF, 0x7F, 0x4A, 0xE5, 0xCC, 0xDF, 0x77, 0xD1, 0x30, 0x57, 0x48]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x7F, 0x71, 0xC9, 0xE3, 0x00, 0x52, 0x67, 0xCB, 0x46, 0xF7, 0x56, 0xE1, 0xE9, 0x2F, 0x7F, 0xDC, 0x65, 0xCC, 0x5F, 0x77, 0xD1, 0x54, 0x57, 0x46]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x7F, 0x59, 0xBF, 0x7F, 0x01, 0x63, 0x7F, 0x4F, 0x9C, 0x7F, 0xE2, 0xF3, 0xF8, 0x80, 0x7F, 0xF1, 0xCF, 0xA2, 0xC5, 0xDF, 0x89, 0xE2, 0x3D, 0x30]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x7F, 0x00, 0x9F, 0x4C, 0x38, 0x29, 0x24, 0x23, 0x84, 0x0D, 0xAD, 0xCA, 0xDA, 0x82, 0x7F, 0xB3, 0x81, 0xF6, 0x82, 0xFF, 0xFF, 0xB9, 0x71, 0x5D]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x7F, 0xA0, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x4D, 0x0E, 0x77, 0x48, 0x4C, 0x47, 0x01, 0x7F, 0x57, 0x21, 0x0E, 0x1E, 0x77, 0x01, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0xB9, 0x8E, 0xCC, 0xC8, 0x5F, 0x69, 0x81, 0xFF, 0x52, 0xA1, 0x4C, 0x9E, 0xF7, 0x51, 0xCD, 0xD7, 0xC7]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! expect: dense<[0xF1, 0xB8, 0xB8, 0xE5, 0xB8, 0xC8, 0xD5, 0x38, 0x00, 0x4C, 0x48, 0xDF, 0xE9, 0x00, 0x7F, 0xD2, 0x00, 0xCC, 0x00, 0x77, 0xD1, 0x4C, 0x57, 0x44]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0x39, 0x0E, 0x4C, 0x48, 0x5F, 0x69, 0x01, 0x7F, 0x52, 0x21, 0x4C, 0x1E, 0x77, 0x51, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x54, 0x2B, 0x33, 0x4E, 0x26, 0x3F, 0x46, 0x38, 0x23, 0x42, 0x40, 0x4B, 0x50, 0x13, 0x7F, 0x45, 0x2C, 0x42, 0x2B, 0x57, 0x44, 0x42, 0x47, 0x3F]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %0 = stablehlo.abs %a : tensor<24xf8E4M3FN>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x7F, 0x7F, 0x56, 0x7F, 0x02, 0x75, 0x7F, 0x64, 0x54, 0x7F, 0x67, 0xF1, 0xF8, 0x26, 0x7F, 0x69, 0x7F, 0xA2, 0x7F, 0xDF, 0x89, 0xC4, 0x3D, 0x31]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E4M3FN>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[0x7F, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x39, 0xC6, 0x4C, 0xD2, 0xDF, 0xE9, 0xAF, 0x39, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<24xf8E4M3FN>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E4M3FN>, tensor<24xf8E4M3FN>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E4M3FN>
  return %r0 : tensor<24xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FN>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FN>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E4M3FN>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E4M3FN>
func.func public @main(%a: tensor<24xf8E4M3FN>, %b: tensor<24xf8E4M3FN>) -> (tensor<8x6xf8E4M3FN>, tensor<2x6xf8E4M3FN>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E4M3FN>, tensor<24xf8E4M3FN>) -> tensor<48xf8E4M3FN>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E4M3FN>) -> tensor<6x8xf8E4M3FN>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E4M3FN>) -> tensor<8x6xf8E4M3FN>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E4M3FN>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E4M3FN>) -> tensor<2x6xf8E4M3FN>
  return %r0, %r1 : tensor<8x6xf8E4M3FN>, tensor<2x6xf8E4M3FN>
}

// -----
//! name: f8E4M3FN: a constant, and a sum
//! input: dense<[[0x38, 0x38], [0x38, 0x00], [0x38, 0x38], [0x38, 0x38]]> : tensor<4x2xf8E4M3FN>
//! expect: dense<[0x38, 0x00, 0x38]> : tensor<3xf8E4M3FN>
//! expect: dense<[0x40, 0x38, 0x40, 0x40]> : tensor<4xf8E4M3FN>
func.func public @main(%a: tensor<4x2xf8E4M3FN>) -> (tensor<3xf8E4M3FN>, tensor<4xf8E4M3FN>) {
  %r0 = stablehlo.constant dense<[0x38, 0x00, 0x38]> : tensor<3xf8E4M3FN>
  %0 = stablehlo.constant dense<0x00> : tensor<f8E4M3FN>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<4xf8E4M3FN>
  return %r0, %r1 : tensor<3xf8E4M3FN>, tensor<4xf8E4M3FN>
}

// -----
//! name: f8E4M3FNUZ: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E4M3FNUZ>
//! expect: dense<[0.0e+00, 9.765625e-04, 1.953125e-03, 2.9296875e-03, 3.90625e-03, 4.8828125e-03, 5.859375e-03, 6.8359375e-03, 7.8125e-03, 8.7890625e-03, 9.765625e-03, 1.07421875e-02, 1.171875e-02, 1.26953125e-02, 1.3671875e-02, 1.46484375e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 3.2e+01, 3.6e+01, 4.0e+01, 4.4e+01, 4.8e+01, 5.2e+01, 5.6e+01, 6.0e+01, 6.4e+01, 7.2e+01, 8.0e+01, 8.8e+01, 9.6e+01, 1.04e+02, 1.12e+02, 1.2e+02, 1.28e+02, 1.44e+02, 1.6e+02, 1.76e+02, 1.92e+02, 2.08e+02, 2.24e+02, 2.4e+02, 0xFFC00000, -9.765625e-04, -1.953125e-03, -2.9296875e-03, -3.90625e-03, -4.8828125e-03, -5.859375e-03, -6.8359375e-03, -7.8125e-03, -8.7890625e-03, -9.765625e-03, -1.07421875e-02, -1.171875e-02, -1.26953125e-02, -1.3671875e-02, -1.46484375e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01, -3.2e+01, -3.6e+01, -4.0e+01, -4.4e+01, -4.8e+01, -5.2e+01, -5.6e+01, -6.0e+01, -6.4e+01, -7.2e+01, -8.0e+01, -8.8e+01, -9.6e+01, -1.04e+02, -1.12e+02, -1.2e+02, -1.28e+02, -1.44e+02, -1.6e+02, -1.76e+02, -1.92e+02, -2.08e+02, -2.24e+02, -2.4e+02]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E4M3FNUZ>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E4M3FNUZ>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E4M3FNUZ: rounding
//! input: dense<[0.0e+00, 9.765625e-04, 1.953125e-03, 2.9296875e-03, 3.90625e-03, 4.8828125e-03, 5.859375e-03, 6.8359375e-03, 7.8125e-03, 8.7890625e-03, 9.765625e-03, 1.07421875e-02, 1.171875e-02, 1.26953125e-02, 1.3671875e-02, 1.46484375e-02, 1.5625e-02, 1.7578125e-02, 1.953125e-02, 2.1484375e-02, 2.34375e-02, 2.5390625e-02, 2.734375e-02, 2.9296875e-02, 3.125e-02, 3.515625e-02, 3.90625e-02, 4.296875e-02, 4.6875e-02, 5.078125e-02, 5.46875e-02, 5.859375e-02, 6.25e-02, 7.03125e-02, 7.8125e-02, 8.59375e-02, 9.375e-02, 1.015625e-01, 1.09375e-01, 1.171875e-01, 1.25e-01, 1.40625e-01, 1.5625e-01, 1.71875e-01, 1.875e-01, 2.03125e-01, 2.1875e-01, 2.34375e-01, 2.5e-01, 2.8125e-01, 3.125e-01, 3.4375e-01, 3.75e-01, 4.0625e-01, 4.375e-01, 4.6875e-01, 5.0e-01, 5.625e-01, 6.25e-01, 6.875e-01, 7.5e-01, 8.125e-01, 8.75e-01, 9.375e-01, 1.0e+00, 1.125e+00, 1.25e+00, 1.375e+00, 1.5e+00, 1.625e+00, 1.75e+00, 1.875e+00, 2.0e+00, 2.25e+00, 2.5e+00, 2.75e+00, 3.0e+00, 3.25e+00, 3.5e+00, 3.75e+00, 4.0e+00, 4.5e+00, 5.0e+00, 5.5e+00, 6.0e+00, 6.5e+00, 7.0e+00, 7.5e+00, 8.0e+00, 9.0e+00, 1.0e+01, 1.1e+01, 1.2e+01, 1.3e+01, 1.4e+01, 1.5e+01, 1.6e+01, 1.8e+01, 2.0e+01, 2.2e+01, 2.4e+01, 2.6e+01, 2.8e+01, 3.0e+01, 3.2e+01, 3.6e+01, 4.0e+01, 4.4e+01, 4.8e+01, 5.2e+01, 5.6e+01, 6.0e+01, 6.4e+01, 7.2e+01, 8.0e+01, 8.8e+01, 9.6e+01, 1.04e+02, 1.12e+02, 1.2e+02, 1.28e+02, 1.44e+02, 1.6e+02, 1.76e+02, 1.92e+02, 2.08e+02, 2.24e+02, 2.4e+02, 4.8828125e-04, 1.4648438e-03, 2.4414062e-03, 3.4179688e-03, 4.3945312e-03, 5.3710938e-03, 6.3476562e-03, 7.3242188e-03, 8.300781e-03, 9.277344e-03, 1.0253906e-02, 1.1230469e-02, 1.2207031e-02, 1.3183594e-02, 1.4160156e-02, 1.5136719e-02, 1.6601562e-02, 1.8554688e-02, 2.0507812e-02, 2.2460938e-02, 2.4414062e-02, 2.6367188e-02, 2.8320312e-02, 3.0273438e-02, 3.3203125e-02, 3.7109375e-02, 4.1015625e-02, 4.4921875e-02, 4.8828125e-02, 5.2734375e-02, 5.6640625e-02, 6.0546875e-02, 6.640625e-02, 7.421875e-02, 8.203125e-02, 8.984375e-02, 9.765625e-02, 1.0546875e-01, 1.1328125e-01, 1.2109375e-01, 1.328125e-01, 1.484375e-01, 1.640625e-01, 1.796875e-01, 1.953125e-01, 2.109375e-01, 2.265625e-01, 2.421875e-01, 2.65625e-01, 2.96875e-01, 3.28125e-01, 3.59375e-01, 3.90625e-01, 4.21875e-01, 4.53125e-01, 4.84375e-01, 5.3125e-01, 5.9375e-01, 6.5625e-01, 7.1875e-01, 7.8125e-01, 8.4375e-01, 9.0625e-01, 9.6875e-01, 1.0625e+00, 1.1875e+00, 1.3125e+00, 1.4375e+00, 1.5625e+00, 1.6875e+00, 1.8125e+00, 1.9375e+00, 2.125e+00, 2.375e+00, 2.625e+00, 2.875e+00, 3.125e+00, 3.375e+00, 3.625e+00, 3.875e+00, 4.25e+00, 4.75e+00, 5.25e+00, 5.75e+00, 6.25e+00, 6.75e+00, 7.25e+00, 7.75e+00, 8.5e+00, 9.5e+00, 1.05e+01, 1.15e+01, 1.25e+01, 1.35e+01, 1.45e+01, 1.55e+01, 1.7e+01, 1.9e+01, 2.1e+01, 2.3e+01, 2.5e+01, 2.7e+01, 2.9e+01, 3.1e+01, 3.4e+01, 3.8e+01, 4.2e+01, 4.6e+01, 5.0e+01, 5.4e+01, 5.8e+01, 6.2e+01, 6.8e+01, 7.6e+01, 8.4e+01, 9.2e+01, 1.0e+02, 1.08e+02, 1.16e+02, 1.24e+02, 1.36e+02, 1.52e+02, 1.68e+02, 1.84e+02, 2.0e+02, 2.16e+02, 2.32e+02, 4.882817e-04, 1.4648453e-03, 2.4414086e-03, 3.4179722e-03, 4.3945354e-03, 5.3710993e-03, 6.347663e-03, 7.324226e-03, 8.30079e-03, 9.277353e-03, 1.02539165e-02, 1.123048e-02, 1.2207043e-02, 1.3183607e-02, 1.416017e-02, 1.5136734e-02, 1.660158e-02, 1.8554706e-02, 2.0507833e-02, 2.246096e-02, 2.4414087e-02, 2.6367214e-02, 2.832034e-02, 3.0273467e-02, 3.320316e-02, 3.7109412e-02, 4.1015666e-02, 4.492192e-02, 4.8828173e-02, 5.2734427e-02, 5.664068e-02, 6.0546935e-02, 6.640632e-02, 7.4218825e-02, 8.203133e-02, 8.984384e-02, 9.765635e-02, 1.05468854e-01, 1.1328136e-01, 1.2109387e-01, 1.3281263e-01, 1.4843765e-01, 1.6406266e-01, 1.7968768e-01, 1.953127e-01, 2.1093771e-01, 2.2656272e-01, 2.4218774e-01, 2.6562527e-01, 2.968753e-01, 3.2812533e-01, 3.5937536e-01, 3.906254e-01, 4.2187542e-01, 4.5312545e-01, 4.8437548e-01, 5.3125054e-01, 5.937506e-01, 6.5625066e-01, 7.187507e-01, 7.812508e-01, 8.4375083e-01, 9.062509e-01, 9.6875095e-01, 1.0625011e+00, 1.1875012e+00, 1.3125013e+00, 1.4375014e+00, 1.5625015e+00, 1.6875017e+00, 1.8125018e+00, 1.9375019e+00, 2.1250021e+00, 2.3750024e+00, 2.6250026e+00, 2.8750029e+00, 3.125003e+00, 3.3750033e+00, 3.6250036e+00, 3.8750038e+00, 4.2500043e+00, 4.750005e+00, 5.2500052e+00, 5.7500057e+00, 6.250006e+00, 6.7500067e+00, 7.250007e+00, 7.7500076e+00, 8.500009e+00, 9.50001e+00, 1.05000105e+01, 1.1500011e+01, 1.2500012e+01, 1.3500013e+01, 1.4500014e+01, 1.5500015e+01, 1.7000017e+01, 1.900002e+01, 2.1000021e+01, 2.3000023e+01, 2.5000025e+01, 2.7000027e+01, 2.9000029e+01, 3.100003e+01, 3.4000034e+01, 3.800004e+01, 4.2000042e+01, 4.6000046e+01, 5.000005e+01, 5.4000053e+01, 5.8000057e+01, 6.200006e+01, 6.800007e+01, 7.600008e+01, 8.4000084e+01, 9.200009e+01, 1.000001e+02, 1.0800011e+02, 1.16000114e+02, 1.2400012e+02, 1.3600014e+02, 1.5200015e+02, 1.6800017e+02, 1.8400018e+02, 2.000002e+02, 2.1600021e+02, 2.3200023e+02, 4.8828076e-04, 1.4648422e-03, 2.441404e-03, 3.4179653e-03, 4.394527e-03, 5.371088e-03, 6.3476497e-03, 7.3242113e-03, 8.300773e-03, 9.277334e-03, 1.0253896e-02, 1.1230458e-02, 1.2207019e-02, 1.3183581e-02, 1.4160142e-02, 1.5136704e-02, 1.6601546e-02, 1.8554669e-02, 2.0507792e-02, 2.2460915e-02, 2.4414038e-02, 2.6367161e-02, 2.8320285e-02, 3.0273408e-02, 3.320309e-02, 3.7109338e-02, 4.1015584e-02, 4.492183e-02, 4.8828077e-02, 5.2734323e-02, 5.664057e-02, 6.0546815e-02, 6.640618e-02, 7.4218675e-02, 8.203117e-02, 8.984366e-02, 9.765615e-02, 1.05468646e-01, 1.1328114e-01, 1.2109363e-01, 1.3281237e-01, 1.4843735e-01, 1.6406234e-01, 1.7968732e-01, 1.953123e-01, 2.1093729e-01, 2.2656228e-01, 2.4218726e-01, 2.6562473e-01, 2.968747e-01, 3.2812467e-01, 3.5937464e-01, 3.906246e-01, 4.2187458e-01, 4.5312455e-01, 4.8437452e-01, 5.3124946e-01, 5.937494e-01, 6.5624934e-01, 7.187493e-01, 7.812492e-01, 8.4374917e-01, 9.062491e-01, 9.6874905e-01, 1.0624989e+00, 1.1874988e+00, 1.3124987e+00, 1.4374986e+00, 1.5624985e+00, 1.6874983e+00, 1.8124982e+00, 1.9374981e+00, 2.1249979e+00, 2.3749976e+00, 2.6249974e+00, 2.8749971e+00, 3.124997e+00, 3.3749967e+00, 3.6249964e+00, 3.8749962e+00, 4.2499957e+00, 4.749995e+00, 5.2499948e+00, 5.7499943e+00, 6.249994e+00, 6.7499933e+00, 7.249993e+00, 7.7499924e+00, 8.499991e+00, 9.49999e+00, 1.04999895e+01, 1.1499989e+01, 1.2499988e+01, 1.3499987e+01, 1.4499986e+01, 1.5499985e+01, 1.6999983e+01, 1.899998e+01, 2.0999979e+01, 2.2999977e+01, 2.4999975e+01, 2.6999973e+01, 2.8999971e+01, 3.099997e+01, 3.3999966e+01, 3.799996e+01, 4.1999958e+01, 4.5999954e+01, 4.999995e+01, 5.3999947e+01, 5.7999943e+01, 6.199994e+01, 6.799993e+01, 7.599992e+01, 8.3999916e+01, 9.199991e+01, 9.99999e+01, 1.0799989e+02, 1.15999886e+02, 1.2399988e+02, 1.3599986e+02, 1.5199985e+02, 1.6799983e+02, 1.8399982e+02, 1.999998e+02, 2.1599979e+02, 2.3199977e+02, 2.424e+02, 7.2e+02, -0.0e+00, -9.765625e-04, -1.953125e-03, -2.9296875e-03, -3.90625e-03, -4.8828125e-03, -5.859375e-03, -6.8359375e-03, -7.8125e-03, -8.7890625e-03, -9.765625e-03, -1.07421875e-02, -1.171875e-02, -1.26953125e-02, -1.3671875e-02, -1.46484375e-02, -1.5625e-02, -1.7578125e-02, -1.953125e-02, -2.1484375e-02, -2.34375e-02, -2.5390625e-02, -2.734375e-02, -2.9296875e-02, -3.125e-02, -3.515625e-02, -3.90625e-02, -4.296875e-02, -4.6875e-02, -5.078125e-02, -5.46875e-02, -5.859375e-02, -6.25e-02, -7.03125e-02, -7.8125e-02, -8.59375e-02, -9.375e-02, -1.015625e-01, -1.09375e-01, -1.171875e-01, -1.25e-01, -1.40625e-01, -1.5625e-01, -1.71875e-01, -1.875e-01, -2.03125e-01, -2.1875e-01, -2.34375e-01, -2.5e-01, -2.8125e-01, -3.125e-01, -3.4375e-01, -3.75e-01, -4.0625e-01, -4.375e-01, -4.6875e-01, -5.0e-01, -5.625e-01, -6.25e-01, -6.875e-01, -7.5e-01, -8.125e-01, -8.75e-01, -9.375e-01, -1.0e+00, -1.125e+00, -1.25e+00, -1.375e+00, -1.5e+00, -1.625e+00, -1.75e+00, -1.875e+00, -2.0e+00, -2.25e+00, -2.5e+00, -2.75e+00, -3.0e+00, -3.25e+00, -3.5e+00, -3.75e+00, -4.0e+00, -4.5e+00, -5.0e+00, -5.5e+00, -6.0e+00, -6.5e+00, -7.0e+00, -7.5e+00, -8.0e+00, -9.0e+00, -1.0e+01, -1.1e+01, -1.2e+01, -1.3e+01, -1.4e+01, -1.5e+01, -1.6e+01, -1.8e+01, -2.0e+01, -2.2e+01, -2.4e+01, -2.6e+01, -2.8e+01, -3.0e+01, -3.2e+01, -3.6e+01, -4.0e+01, -4.4e+01, -4.8e+01, -5.2e+01, -5.6e+01, -6.0e+01, -6.4e+01, -7.2e+01, -8.0e+01, -8.8e+01, -9.6e+01, -1.04e+02, -1.12e+02, -1.2e+02, -1.28e+02, -1.44e+02, -1.6e+02, -1.76e+02, -1.92e+02, -2.08e+02, -2.24e+02, -2.4e+02, -4.8828125e-04, -1.4648438e-03, -2.4414062e-03, -3.4179688e-03, -4.3945312e-03, -5.3710938e-03, -6.3476562e-03, -7.3242188e-03, -8.300781e-03, -9.277344e-03, -1.0253906e-02, -1.1230469e-02, -1.2207031e-02, -1.3183594e-02, -1.4160156e-02, -1.5136719e-02, -1.6601562e-02, -1.8554688e-02, -2.0507812e-02, -2.2460938e-02, -2.4414062e-02, -2.6367188e-02, -2.8320312e-02, -3.0273438e-02, -3.3203125e-02, -3.7109375e-02, -4.1015625e-02, -4.4921875e-02, -4.8828125e-02, -5.2734375e-02, -5.6640625e-02, -6.0546875e-02, -6.640625e-02, -7.421875e-02, -8.203125e-02, -8.984375e-02, -9.765625e-02, -1.0546875e-01, -1.1328125e-01, -1.2109375e-01, -1.328125e-01, -1.484375e-01, -1.640625e-01, -1.796875e-01, -1.953125e-01, -2.109375e-01, -2.265625e-01, -2.421875e-01, -2.65625e-01, -2.96875e-01, -3.28125e-01, -3.59375e-01, -3.90625e-01, -4.21875e-01, -4.53125e-01, -4.84375e-01, -5.3125e-01, -5.9375e-01, -6.5625e-01, -7.1875e-01, -7.8125e-01, -8.4375e-01, -9.0625e-01, -9.6875e-01, -1.0625e+00, -1.1875e+00, -1.3125e+00, -1.4375e+00, -1.5625e+00, -1.6875e+00, -1.8125e+00, -1.9375e+00, -2.125e+00, -2.375e+00, -2.625e+00, -2.875e+00, -3.125e+00, -3.375e+00, -3.625e+00, -3.875e+00, -4.25e+00, -4.75e+00, -5.25e+00, -5.75e+00, -6.25e+00, -6.75e+00, -7.25e+00, -7.75e+00, -8.5e+00, -9.5e+00, -1.05e+01, -1.15e+01, -1.25e+01, -1.35e+01, -1.45e+01, -1.55e+01, -1.7e+01, -1.9e+01, -2.1e+01, -2.3e+01, -2.5e+01, -2.7e+01, -2.9e+01, -3.1e+01, -3.4e+01, -3.8e+01, -4.2e+01, -4.6e+01, -5.0e+01, -5.4e+01, -5.8e+01, -6.2e+01, -6.8e+01, -7.6e+01, -8.4e+01, -9.2e+01, -1.0e+02, -1.08e+02, -1.16e+02, -1.24e+02, -1.36e+02, -1.52e+02, -1.68e+02, -1.84e+02, -2.0e+02, -2.16e+02, -2.32e+02, -4.882817e-04, -1.4648453e-03, -2.4414086e-03, -3.4179722e-03, -4.3945354e-03, -5.3710993e-03, -6.347663e-03, -7.324226e-03, -8.30079e-03, -9.277353e-03, -1.02539165e-02, -1.123048e-02, -1.2207043e-02, -1.3183607e-02, -1.416017e-02, -1.5136734e-02, -1.660158e-02, -1.8554706e-02, -2.0507833e-02, -2.246096e-02, -2.4414087e-02, -2.6367214e-02, -2.832034e-02, -3.0273467e-02, -3.320316e-02, -3.7109412e-02, -4.1015666e-02, -4.492192e-02, -4.8828173e-02, -5.2734427e-02, -5.664068e-02, -6.0546935e-02, -6.640632e-02, -7.4218825e-02, -8.203133e-02, -8.984384e-02, -9.765635e-02, -1.05468854e-01, -1.1328136e-01, -1.2109387e-01, -1.3281263e-01, -1.4843765e-01, -1.6406266e-01, -1.7968768e-01, -1.953127e-01, -2.1093771e-01, -2.2656272e-01, -2.4218774e-01, -2.6562527e-01, -2.968753e-01, -3.2812533e-01, -3.5937536e-01, -3.906254e-01, -4.2187542e-01, -4.5312545e-01, -4.8437548e-01, -5.3125054e-01, -5.937506e-01, -6.5625066e-01, -7.187507e-01, -7.812508e-01, -8.4375083e-01, -9.062509e-01, -9.6875095e-01, -1.0625011e+00, -1.1875012e+00, -1.3125013e+00, -1.4375014e+00, -1.5625015e+00, -1.6875017e+00, -1.8125018e+00, -1.9375019e+00, -2.1250021e+00, -2.3750024e+00, -2.6250026e+00, -2.8750029e+00, -3.125003e+00, -3.3750033e+00, -3.6250036e+00, -3.8750038e+00, -4.2500043e+00, -4.750005e+00, -5.2500052e+00, -5.7500057e+00, -6.250006e+00, -6.7500067e+00, -7.250007e+00, -7.7500076e+00, -8.500009e+00, -9.50001e+00, -1.05000105e+01, -1.1500011e+01, -1.2500012e+01, -1.3500013e+01, -1.4500014e+01, -1.5500015e+01, -1.7000017e+01, -1.900002e+01, -2.1000021e+01, -2.3000023e+01, -2.5000025e+01, -2.7000027e+01, -2.9000029e+01, -3.100003e+01, -3.4000034e+01, -3.800004e+01, -4.2000042e+01, -4.6000046e+01, -5.000005e+01, -5.4000053e+01, -5.8000057e+01, -6.200006e+01, -6.800007e+01, -7.600008e+01, -8.4000084e+01, -9.200009e+01, -1.000001e+02, -1.0800011e+02, -1.16000114e+02, -1.2400012e+02, -1.3600014e+02, -1.5200015e+02, -1.6800017e+02, -1.8400018e+02, -2.000002e+02, -2.1600021e+02, -2.3200023e+02, -4.8828076e-04, -1.4648422e-03, -2.441404e-03, -3.4179653e-03, -4.394527e-03, -5.371088e-03, -6.3476497e-03, -7.3242113e-03, -8.300773e-03, -9.277334e-03, -1.0253896e-02, -1.1230458e-02, -1.2207019e-02, -1.3183581e-02, -1.4160142e-02, -1.5136704e-02, -1.6601546e-02, -1.8554669e-02, -2.0507792e-02, -2.2460915e-02, -2.4414038e-02, -2.6367161e-02, -2.8320285e-02, -3.0273408e-02, -3.320309e-02, -3.7109338e-02, -4.1015584e-02, -4.492183e-02, -4.8828077e-02, -5.2734323e-02, -5.664057e-02, -6.0546815e-02, -6.640618e-02, -7.4218675e-02, -8.203117e-02, -8.984366e-02, -9.765615e-02, -1.05468646e-01, -1.1328114e-01, -1.2109363e-01, -1.3281237e-01, -1.4843735e-01, -1.6406234e-01, -1.7968732e-01, -1.953123e-01, -2.1093729e-01, -2.2656228e-01, -2.4218726e-01, -2.6562473e-01, -2.968747e-01, -3.2812467e-01, -3.5937464e-01, -3.906246e-01, -4.2187458e-01, -4.5312455e-01, -4.8437452e-01, -5.3124946e-01, -5.937494e-01, -6.5624934e-01, -7.187493e-01, -7.812492e-01, -8.4374917e-01, -9.062491e-01, -9.6874905e-01, -1.0624989e+00, -1.1874988e+00, -1.3124987e+00, -1.4374986e+00, -1.5624985e+00, -1.6874983e+00, -1.8124982e+00, -1.9374981e+00, -2.1249979e+00, -2.3749976e+00, -2.6249974e+00, -2.8749971e+00, -3.124997e+00, -3.3749967e+00, -3.6249964e+00, -3.8749962e+00, -4.2499957e+00, -4.749995e+00, -5.2499948e+00, -5.7499943e+00, -6.249994e+00, -6.7499933e+00, -7.249993e+00, -7.7499924e+00, -8.499991e+00, -9.49999e+00, -1.04999895e+01, -1.1499989e+01, -1.2499988e+01, -1.3499987e+01, -1.4499986e+01, -1.5499985e+01, -1.6999983e+01, -1.899998e+01, -2.0999979e+01, -2.2999977e+01, -2.4999975e+01, -2.6999973e+01, -2.8999971e+01, -3.099997e+01, -3.3999966e+01, -3.799996e+01, -4.1999958e+01, -4.5999954e+01, -4.999995e+01, -5.3999947e+01, -5.7999943e+01, -6.199994e+01, -6.799993e+01, -7.599992e+01, -8.3999916e+01, -9.199991e+01, -9.99999e+01, -1.0799989e+02, -1.15999886e+02, -1.2399988e+02, -1.3599986e+02, -1.5199985e+02, -1.6799983e+02, -1.8399982e+02, -1.999998e+02, -2.1599979e+02, -2.3199977e+02, -2.424e+02, -7.2e+02, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<1027xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x20, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x40, 0x40, 0x42, 0x42, 0x44, 0x44, 0x46, 0x46, 0x48, 0x48, 0x4A, 0x4A, 0x4C, 0x4C, 0x4E, 0x4E, 0x50, 0x50, 0x52, 0x52, 0x54, 0x54, 0x56, 0x56, 0x58, 0x58, 0x5A, 0x5A, 0x5C, 0x5C, 0x5E, 0x5E, 0x60, 0x60, 0x62, 0x62, 0x64, 0x64, 0x66, 0x66, 0x68, 0x68, 0x6A, 0x6A, 0x6C, 0x6C, 0x6E, 0x6E, 0x70, 0x70, 0x72, 0x72, 0x74, 0x74, 0x76, 0x76, 0x78, 0x78, 0x7A, 0x7A, 0x7C, 0x7C, 0x7E, 0x7E, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x00, 0x82, 0x82, 0x84, 0x84, 0x86, 0x86, 0x88, 0x88, 0x8A, 0x8A, 0x8C, 0x8C, 0x8E, 0x8E, 0x90, 0x90, 0x92, 0x92, 0x94, 0x94, 0x96, 0x96, 0x98, 0x98, 0x9A, 0x9A, 0x9C, 0x9C, 0x9E, 0x9E, 0xA0, 0xA0, 0xA2, 0xA2, 0xA4, 0xA4, 0xA6, 0xA6, 0xA8, 0xA8, 0xAA, 0xAA, 0xAC, 0xAC, 0xAE, 0xAE, 0xB0, 0xB0, 0xB2, 0xB2, 0xB4, 0xB4, 0xB6, 0xB6, 0xB8, 0xB8, 0xBA, 0xBA, 0xBC, 0xBC, 0xBE, 0xBE, 0xC0, 0xC0, 0xC2, 0xC2, 0xC4, 0xC4, 0xC6, 0xC6, 0xC8, 0xC8, 0xCA, 0xCA, 0xCC, 0xCC, 0xCE, 0xCE, 0xD0, 0xD0, 0xD2, 0xD2, 0xD4, 0xD4, 0xD6, 0xD6, 0xD8, 0xD8, 0xDA, 0xDA, 0xDC, 0xDC, 0xDE, 0xDE, 0xE0, 0xE0, 0xE2, 0xE2, 0xE4, 0xE4, 0xE6, 0xE6, 0xE8, 0xE8, 0xEA, 0xEA, 0xEC, 0xEC, 0xEE, 0xEE, 0xF0, 0xF0, 0xF2, 0xF2, 0xF4, 0xF4, 0xF6, 0xF6, 0xF8, 0xF8, 0xFA, 0xFA, 0xFC, 0xFC, 0xFE, 0xFE, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x80, 0x00, 0x00, 0x80, 0x80, 0x80]> : tensor<1027xf8E4M3FNUZ>
func.func public @main(%a: tensor<1027xf32>) -> (tensor<1027xf8E4M3FNUZ>) {
  %r0 = stablehlo.convert %a : (tensor<1027xf32>) -> tensor<1027xf8E4M3FNUZ>
  return %r0 : tensor<1027xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: rounding of bf16
//! input: dense<[0.0e+00, 2.9296875e-03, 5.859375e-03, 8.7890625e-03, 1.171875e-02, 1.46484375e-02, 1.953125e-02, 2.5390625e-02, 3.125e-02, 4.296875e-02, 5.46875e-02, 7.03125e-02, 9.375e-02, 1.171875e-01, 1.5625e-01, 2.03125e-01, 2.5e-01, 3.4375e-01, 4.375e-01, 5.625e-01, 7.5e-01, 9.375e-01, 1.25e+00, 1.625e+00, 2.0e+00, 2.75e+00, 3.5e+00, 4.5e+00, 6.0e+00, 7.5e+00, 1.0e+01, 1.3e+01, 1.6e+01, 2.2e+01, 2.8e+01, 3.6e+01, 4.8e+01, 6.0e+01, 8.0e+01, 1.04e+02, 1.28e+02, 1.76e+02, 2.24e+02, 1.46484375e-03, 4.39453125e-03, 7.32421875e-03, 1.025390625e-02, 1.318359375e-02, 1.66015625e-02, 2.24609375e-02, 2.83203125e-02, 3.7109375e-02, 4.8828125e-02, 6.0546875e-02, 8.203125e-02, 1.0546875e-01, 1.328125e-01, 1.796875e-01, 2.265625e-01, 2.96875e-01, 3.90625e-01, 4.84375e-01, 6.5625e-01, 8.4375e-01, 1.0625e+00, 1.4375e+00, 1.8125e+00, 2.375e+00, 3.125e+00, 3.875e+00, 5.25e+00, 6.75e+00, 8.5e+00, 1.15e+01, 1.45e+01, 1.9e+01, 2.5e+01, 3.1e+01, 4.2e+01, 5.4e+01, 6.8e+01, 9.2e+01, 1.16e+02, 1.52e+02, 2.0e+02, 4.8828125e-04, 3.41796875e-03, 6.34765625e-03, 9.27734375e-03, 1.220703125e-02, 1.513671875e-02, 2.05078125e-02, 2.63671875e-02, 3.3203125e-02, 4.4921875e-02, 5.6640625e-02, 7.421875e-02, 9.765625e-02, 1.2109375e-01, 1.640625e-01, 2.109375e-01, 2.65625e-01, 3.59375e-01, 4.53125e-01, 5.9375e-01, 7.8125e-01, 9.6875e-01, 1.3125e+00, 1.6875e+00, 2.125e+00, 2.875e+00, 3.625e+00, 4.75e+00, 6.25e+00, 7.75e+00, 1.05e+01, 1.35e+01, 1.7e+01, 2.3e+01, 2.9e+01, 3.8e+01, 5.0e+01, 6.2e+01, 8.4e+01, 1.08e+02, 1.36e+02, 1.84e+02, 2.32e+02, 2.44140625e-03, 5.37109375e-03, 8.30078125e-03, 1.123046875e-02, 1.416015625e-02, 1.85546875e-02, 2.44140625e-02, 3.02734375e-02, 4.1015625e-02, 5.2734375e-02, 6.640625e-02, 8.984375e-02, 1.1328125e-01, 1.484375e-01, 1.953125e-01, 2.421875e-01, 3.28125e-01, 4.21875e-01, 5.3125e-01, 7.1875e-01, 9.0625e-01, 1.1875e+00, 1.5625e+00, 1.9375e+00, 2.625e+00, 3.375e+00, 4.25e+00, 5.75e+00, 7.25e+00, 9.5e+00, 1.25e+01, 1.55e+01, 2.1e+01, 2.7e+01, 3.4e+01, 4.6e+01, 5.8e+01, 7.6e+01, 1.0e+02, 1.24e+02, 1.68e+02, 2.16e+02, 7.2e+02, -1.953125e-03, -4.8828125e-03, -7.8125e-03, -1.07421875e-02, -1.3671875e-02, -1.7578125e-02, -2.34375e-02, -2.9296875e-02, -3.90625e-02, -5.078125e-02, -6.25e-02, -8.59375e-02, -1.09375e-01, -1.40625e-01, -1.875e-01, -2.34375e-01, -3.125e-01, -4.0625e-01, -5.0e-01, -6.875e-01, -8.75e-01, -1.125e+00, -1.5e+00, -1.875e+00, -2.5e+00, -3.25e+00, -4.0e+00, -5.5e+00, -7.0e+00, -9.0e+00, -1.2e+01, -1.5e+01, -2.0e+01, -2.6e+01, -3.2e+01, -4.4e+01, -5.6e+01, -7.2e+01, -9.6e+01, -1.2e+02, -1.6e+02, -2.08e+02, -4.8828125e-04, -3.41796875e-03, -6.34765625e-03, -9.27734375e-03, -1.220703125e-02, -1.513671875e-02, -2.05078125e-02, -2.63671875e-02, -3.3203125e-02, -4.4921875e-02, -5.6640625e-02, -7.421875e-02, -9.765625e-02, -1.2109375e-01, -1.640625e-01, -2.109375e-01, -2.65625e-01, -3.59375e-01, -4.53125e-01, -5.9375e-01, -7.8125e-01, -9.6875e-01, -1.3125e+00, -1.6875e+00, -2.125e+00, -2.875e+00, -3.625e+00, -4.75e+00, -6.25e+00, -7.75e+00, -1.05e+01, -1.35e+01, -1.7e+01, -2.3e+01, -2.9e+01, -3.8e+01, -5.0e+01, -6.2e+01, -8.4e+01, -1.08e+02, -1.36e+02, -1.84e+02, -2.32e+02, -2.44140625e-03, -5.37109375e-03, -8.30078125e-03, -1.123046875e-02, -1.416015625e-02, -1.85546875e-02, -2.44140625e-02, -3.02734375e-02, -4.1015625e-02, -5.2734375e-02, -6.640625e-02, -8.984375e-02, -1.1328125e-01, -1.484375e-01, -1.953125e-01, -2.421875e-01, -3.28125e-01, -4.21875e-01, -5.3125e-01, -7.1875e-01, -9.0625e-01, -1.1875e+00, -1.5625e+00, -1.9375e+00, -2.625e+00, -3.375e+00, -4.25e+00, -5.75e+00, -7.25e+00, -9.5e+00, -1.25e+01, -1.55e+01, -2.1e+01, -2.7e+01, -3.4e+01, -4.6e+01, -5.8e+01, -7.6e+01, -1.0e+02, -1.24e+02, -1.68e+02, -2.16e+02, -1.46484375e-03, -4.39453125e-03, -7.32421875e-03, -1.025390625e-02, -1.318359375e-02, -1.66015625e-02, -2.24609375e-02, -2.83203125e-02, -3.7109375e-02, -4.8828125e-02, -6.0546875e-02, -8.203125e-02, -1.0546875e-01, -1.328125e-01, -1.796875e-01, -2.265625e-01, -2.96875e-01, -3.90625e-01, -4.84375e-01, -6.5625e-01, -8.4375e-01, -1.0625e+00, -1.4375e+00, -1.8125e+00, -2.375e+00, -3.125e+00, -3.875e+00, -5.25e+00, -6.75e+00, -8.5e+00, -1.15e+01, -1.45e+01, -1.9e+01, -2.5e+01, -3.1e+01, -4.2e+01, -5.4e+01, -6.8e+01, -9.2e+01, -1.16e+02, -1.52e+02, -2.0e+02, -2.42e+02, -0.0e+00, 0x7FC0]> : tensor<343xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24, 0x27, 0x2A, 0x2D, 0x30, 0x33, 0x36, 0x39, 0x3C, 0x3F, 0x42, 0x45, 0x48, 0x4B, 0x4E, 0x51, 0x54, 0x57, 0x5A, 0x5D, 0x60, 0x63, 0x66, 0x69, 0x6C, 0x6F, 0x72, 0x75, 0x78, 0x7B, 0x7E, 0x02, 0x04, 0x08, 0x0A, 0x0E, 0x10, 0x14, 0x16, 0x1A, 0x1C, 0x20, 0x22, 0x26, 0x28, 0x2C, 0x2E, 0x32, 0x34, 0x38, 0x3A, 0x3E, 0x40, 0x44, 0x46, 0x4A, 0x4C, 0x50, 0x52, 0x56, 0x58, 0x5C, 0x5E, 0x62, 0x64, 0x68, 0x6A, 0x6E, 0x70, 0x74, 0x76, 0x7A, 0x7C, 0x00, 0x04, 0x06, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x18, 0x1C, 0x1E, 0x22, 0x24, 0x28, 0x2A, 0x2E, 0x30, 0x34, 0x36, 0x3A, 0x3C, 0x40, 0x42, 0x46, 0x48, 0x4C, 0x4E, 0x52, 0x54, 0x58, 0x5A, 0x5E, 0x60, 0x64, 0x66, 0x6A, 0x6C, 0x70, 0x72, 0x76, 0x78, 0x7C, 0x7E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x7E, 0x80, 0x82, 0x85, 0x88, 0x8B, 0x8E, 0x91, 0x94, 0x97, 0x9A, 0x9D, 0xA0, 0xA3, 0xA6, 0xA9, 0xAC, 0xAF, 0xB2, 0xB5, 0xB8, 0xBB, 0xBE, 0xC1, 0xC4, 0xC7, 0xCA, 0xCD, 0xD0, 0xD3, 0xD6, 0xD9, 0xDC, 0xDF, 0xE2, 0xE5, 0xE8, 0xEB, 0xEE, 0xF1, 0xF4, 0xF7, 0xFA, 0xFD, 0x00, 0x84, 0x86, 0x8A, 0x8C, 0x90, 0x92, 0x96, 0x98, 0x9C, 0x9E, 0xA2, 0xA4, 0xA8, 0xAA, 0xAE, 0xB0, 0xB4, 0xB6, 0xBA, 0xBC, 0xC0, 0xC2, 0xC6, 0xC8, 0xCC, 0xCE, 0xD2, 0xD4, 0xD8, 0xDA, 0xDE, 0xE0, 0xE4, 0xE6, 0xEA, 0xEC, 0xF0, 0xF2, 0xF6, 0xF8, 0xFC, 0xFE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0xFE, 0x82, 0x84, 0x88, 0x8A, 0x8E, 0x90, 0x94, 0x96, 0x9A, 0x9C, 0xA0, 0xA2, 0xA6, 0xA8, 0xAC, 0xAE, 0xB2, 0xB4, 0xB8, 0xBA, 0xBE, 0xC0, 0xC4, 0xC6, 0xCA, 0xCC, 0xD0, 0xD2, 0xD6, 0xD8, 0xDC, 0xDE, 0xE2, 0xE4, 0xE8, 0xEA, 0xEE, 0xF0, 0xF4, 0xF6, 0xFA, 0xFC, 0xFF, 0x00, 0x80]> : tensor<343xf8E4M3FNUZ>
func.func public @main(%a: tensor<343xbf16>) -> (tensor<343xf8E4M3FNUZ>) {
  %r0 = stablehlo.convert %a : (tensor<343xbf16>) -> tensor<343xf8E4M3FNUZ>
  return %r0 : tensor<343xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<255xf8E4M3FNUZ>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255]> : tensor<255xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<255xf8E4M3FNUZ>
func.func public @main(%a: tensor<255xf8E4M3FNUZ>) -> (tensor<255xui8>, tensor<255xf8E4M3FNUZ>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<255xf8E4M3FNUZ>) -> tensor<255xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<255xui8>) -> tensor<255xf8E4M3FNUZ>
  return %r0, %r1 : tensor<255xui8>, tensor<255xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x7A, 0xF1, 0x46, 0xE7, 0x9C, 0xD8, 0xEB, 0x4F, 0xC6, 0x77, 0xCC, 0xDC, 0xE9, 0xAF, 0x7F, 0x4A, 0xE5, 0xCC, 0xDF, 0x77, 0xD1, 0x30, 0x57, 0x48]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x80, 0x71, 0xC9, 0xE3, 0x00, 0x52, 0x67, 0xCB, 0x46, 0xF7, 0x56, 0xE1, 0xE9, 0x2F, 0x7F, 0xDC, 0x65, 0xCC, 0x5F, 0x77, 0xD1, 0x54, 0x57, 0x46]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x80, 0x51, 0xB7, 0x77, 0x01, 0x5B, 0x7F, 0x47, 0x94, 0x80, 0xDA, 0xEB, 0xF0, 0x00, 0x78, 0xE9, 0xC7, 0x9A, 0xBD, 0xD7, 0x84, 0xDA, 0x35, 0x28]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0xB2, 0x01, 0xA7, 0x54, 0x40, 0x31, 0x2C, 0x2B, 0x88, 0x15, 0xB5, 0xD2, 0xE2, 0x84, 0x80, 0xBB, 0x83, 0xFE, 0x84, 0x80, 0x80, 0xC1, 0x79, 0x65]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x7F, 0xA0, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x4D, 0x0E, 0x77, 0x48, 0x4C, 0x47, 0x01, 0x7F, 0x57, 0x21, 0x0E, 0x1E, 0x77, 0x01, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0xB9, 0x8E, 0xCC, 0xC8, 0x5F, 0x69, 0x81, 0xFF, 0x52, 0xA1, 0x4C, 0x9E, 0xF7, 0x51, 0xCD, 0xD7, 0xC7]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0xF1, 0xC0, 0xC0, 0xE5, 0xC0, 0xC8, 0xD6, 0x00, 0x00, 0x4C, 0x48, 0xDF, 0xE9, 0x00, 0x7F, 0xD2, 0x00, 0xCC, 0x00, 0x77, 0xD2, 0x4C, 0x56, 0x40]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0x39, 0x0E, 0x4C, 0x48, 0x5F, 0x69, 0x01, 0x7F, 0x52, 0x21, 0x4C, 0x1E, 0x77, 0x51, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x58, 0x30, 0x37, 0x52, 0x2A, 0x43, 0x4A, 0x3C, 0x27, 0x46, 0x43, 0x4F, 0x54, 0x18, 0x5F, 0x49, 0x30, 0x46, 0x2F, 0x5B, 0x48, 0x46, 0x4B, 0x43]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %0 = stablehlo.abs %a : tensor<24xf8E4M3FNUZ>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0x80, 0x80, 0x4E, 0x78, 0x01, 0x6D, 0x80, 0x5C, 0x4C, 0x80, 0x5F, 0xE9, 0xF0, 0x1E, 0x78, 0x61, 0x80, 0x9A, 0x7E, 0xD7, 0x84, 0xBC, 0x35, 0x29]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E4M3FNUZ>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[0xF1, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x39, 0xC6, 0x4C, 0xD2, 0xDF, 0xE9, 0xAF, 0x39, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<24xf8E4M3FNUZ>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E4M3FNUZ>, tensor<24xf8E4M3FNUZ>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E4M3FNUZ>
  return %r0 : tensor<24xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E4M3FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E4M3FNUZ>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E4M3FNUZ>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E4M3FNUZ>
func.func public @main(%a: tensor<24xf8E4M3FNUZ>, %b: tensor<24xf8E4M3FNUZ>) -> (tensor<8x6xf8E4M3FNUZ>, tensor<2x6xf8E4M3FNUZ>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E4M3FNUZ>, tensor<24xf8E4M3FNUZ>) -> tensor<48xf8E4M3FNUZ>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E4M3FNUZ>) -> tensor<6x8xf8E4M3FNUZ>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E4M3FNUZ>) -> tensor<8x6xf8E4M3FNUZ>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E4M3FNUZ>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E4M3FNUZ>) -> tensor<2x6xf8E4M3FNUZ>
  return %r0, %r1 : tensor<8x6xf8E4M3FNUZ>, tensor<2x6xf8E4M3FNUZ>
}

// -----
//! name: f8E4M3FNUZ: a constant, and a sum
//! input: dense<[[0x40, 0x40], [0x40, 0x00], [0x40, 0x40], [0x40, 0x40]]> : tensor<4x2xf8E4M3FNUZ>
//! expect: dense<[0x40, 0x00, 0x40]> : tensor<3xf8E4M3FNUZ>
//! expect: dense<[0x48, 0x40, 0x48, 0x48]> : tensor<4xf8E4M3FNUZ>
func.func public @main(%a: tensor<4x2xf8E4M3FNUZ>) -> (tensor<3xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>) {
  %r0 = stablehlo.constant dense<[0x40, 0x00, 0x40]> : tensor<3xf8E4M3FNUZ>
  %0 = stablehlo.constant dense<0x00> : tensor<f8E4M3FNUZ>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<4xf8E4M3FNUZ>
  return %r0, %r1 : tensor<3xf8E4M3FNUZ>, tensor<4xf8E4M3FNUZ>
}

// -----
//! name: f8E5M2: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E5M2>
//! expect: dense<[0.0e+00, 1.5258789e-05, 3.0517578e-05, 4.5776367e-05, 6.1035156e-05, 7.6293945e-05, 9.1552734e-05, 1.0681152e-04, 1.2207031e-04, 1.5258789e-04, 1.8310547e-04, 2.1362305e-04, 2.4414062e-04, 3.0517578e-04, 3.6621094e-04, 4.272461e-04, 4.8828125e-04, 6.1035156e-04, 7.324219e-04, 8.544922e-04, 9.765625e-04, 1.2207031e-03, 1.4648438e-03, 1.7089844e-03, 1.953125e-03, 2.4414062e-03, 2.9296875e-03, 3.4179688e-03, 3.90625e-03, 4.8828125e-03, 5.859375e-03, 6.8359375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.953125e-02, 2.34375e-02, 2.734375e-02, 3.125e-02, 3.90625e-02, 4.6875e-02, 5.46875e-02, 6.25e-02, 7.8125e-02, 9.375e-02, 1.09375e-01, 1.25e-01, 1.5625e-01, 1.875e-01, 2.1875e-01, 2.5e-01, 3.125e-01, 3.75e-01, 4.375e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.25e+00, 1.5e+00, 1.75e+00, 2.0e+00, 2.5e+00, 3.0e+00, 3.5e+00, 4.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00, 1.0e+01, 1.2e+01, 1.4e+01, 1.6e+01, 2.0e+01, 2.4e+01, 2.8e+01, 3.2e+01, 4.0e+01, 4.8e+01, 5.6e+01, 6.4e+01, 8.0e+01, 9.6e+01, 1.12e+02, 1.28e+02, 1.6e+02, 1.92e+02, 2.24e+02, 2.56e+02, 3.2e+02, 3.84e+02, 4.48e+02, 5.12e+02, 6.4e+02, 7.68e+02, 8.96e+02, 1.024e+03, 1.28e+03, 1.536e+03, 1.792e+03, 2.048e+03, 2.56e+03, 3.072e+03, 3.584e+03, 4.096e+03, 5.12e+03, 6.144e+03, 7.168e+03, 8.192e+03, 1.024e+04, 1.2288e+04, 1.4336e+04, 1.6384e+04, 2.048e+04, 2.4576e+04, 2.8672e+04, 3.2768e+04, 4.096e+04, 4.9152e+04, 5.7344e+04, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0e+00, -1.5258789e-05, -3.0517578e-05, -4.5776367e-05, -6.1035156e-05, -7.6293945e-05, -9.1552734e-05, -1.0681152e-04, -1.2207031e-04, -1.5258789e-04, -1.8310547e-04, -2.1362305e-04, -2.4414062e-04, -3.0517578e-04, -3.6621094e-04, -4.272461e-04, -4.8828125e-04, -6.1035156e-04, -7.324219e-04, -8.544922e-04, -9.765625e-04, -1.2207031e-03, -1.4648438e-03, -1.7089844e-03, -1.953125e-03, -2.4414062e-03, -2.9296875e-03, -3.4179688e-03, -3.90625e-03, -4.8828125e-03, -5.859375e-03, -6.8359375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.953125e-02, -2.34375e-02, -2.734375e-02, -3.125e-02, -3.90625e-02, -4.6875e-02, -5.46875e-02, -6.25e-02, -7.8125e-02, -9.375e-02, -1.09375e-01, -1.25e-01, -1.5625e-01, -1.875e-01, -2.1875e-01, -2.5e-01, -3.125e-01, -3.75e-01, -4.375e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.25e+00, -1.5e+00, -1.75e+00, -2.0e+00, -2.5e+00, -3.0e+00, -3.5e+00, -4.0e+00, -5.0e+00, -6.0e+00, -7.0e+00, -8.0e+00, -1.0e+01, -1.2e+01, -1.4e+01, -1.6e+01, -2.0e+01, -2.4e+01, -2.8e+01, -3.2e+01, -4.0e+01, -4.8e+01, -5.6e+01, -6.4e+01, -8.0e+01, -9.6e+01, -1.12e+02, -1.28e+02, -1.6e+02, -1.92e+02, -2.24e+02, -2.56e+02, -3.2e+02, -3.84e+02, -4.48e+02, -5.12e+02, -6.4e+02, -7.68e+02, -8.96e+02, -1.024e+03, -1.28e+03, -1.536e+03, -1.792e+03, -2.048e+03, -2.56e+03, -3.072e+03, -3.584e+03, -4.096e+03, -5.12e+03, -6.144e+03, -7.168e+03, -8.192e+03, -1.024e+04, -1.2288e+04, -1.4336e+04, -1.6384e+04, -2.048e+04, -2.4576e+04, -2.8672e+04, -3.2768e+04, -4.096e+04, -4.9152e+04, -5.7344e+04, 0xFF800000, 0xFFC00000, 0xFFC00000, 0xFFC00000]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E5M2>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E5M2>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E5M2: rounding
//! input: dense<[0.0e+00, 1.5258789e-05, 3.0517578e-05, 4.5776367e-05, 6.1035156e-05, 7.6293945e-05, 9.1552734e-05, 1.0681152e-04, 1.2207031e-04, 1.5258789e-04, 1.8310547e-04, 2.1362305e-04, 2.4414062e-04, 3.0517578e-04, 3.6621094e-04, 4.272461e-04, 4.8828125e-04, 6.1035156e-04, 7.324219e-04, 8.544922e-04, 9.765625e-04, 1.2207031e-03, 1.4648438e-03, 1.7089844e-03, 1.953125e-03, 2.4414062e-03, 2.9296875e-03, 3.4179688e-03, 3.90625e-03, 4.8828125e-03, 5.859375e-03, 6.8359375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.953125e-02, 2.34375e-02, 2.734375e-02, 3.125e-02, 3.90625e-02, 4.6875e-02, 5.46875e-02, 6.25e-02, 7.8125e-02, 9.375e-02, 1.09375e-01, 1.25e-01, 1.5625e-01, 1.875e-01, 2.1875e-01, 2.5e-01, 3.125e-01, 3.75e-01, 4.375e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.25e+00, 1.5e+00, 1.75e+00, 2.0e+00, 2.5e+00, 3.0e+00, 3.5e+00, 4.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00, 1.0e+01, 1.2e+01, 1.4e+01, 1.6e+01, 2.0e+01, 2.4e+01, 2.8e+01, 3.2e+01, 4.0e+01, 4.8e+01, 5.6e+01, 6.4e+01, 8.0e+01, 9.6e+01, 1.12e+02, 1.28e+02, 1.6e+02, 1.92e+02, 2.24e+02, 2.56e+02, 3.2e+02, 3.84e+02, 4.48e+02, 5.12e+02, 6.4e+02, 7.68e+02, 8.96e+02, 1.024e+03, 1.28e+03, 1.536e+03, 1.792e+03, 2.048e+03, 2.56e+03, 3.072e+03, 3.584e+03, 4.096e+03, 5.12e+03, 6.144e+03, 7.168e+03, 8.192e+03, 1.024e+04, 1.2288e+04, 1.4336e+04, 1.6384e+04, 2.048e+04, 2.4576e+04, 2.8672e+04, 3.2768e+04, 4.096e+04, 4.9152e+04, 5.7344e+04, 7.6293945e-06, 2.2888184e-05, 3.8146973e-05, 5.340576e-05, 6.866455e-05, 8.392334e-05, 9.918213e-05, 1.1444092e-04, 1.373291e-04, 1.6784668e-04, 1.9836426e-04, 2.2888184e-04, 2.746582e-04, 3.3569336e-04, 3.9672852e-04, 4.5776367e-04, 5.493164e-04, 6.713867e-04, 7.9345703e-04, 9.1552734e-04, 1.0986328e-03, 1.3427734e-03, 1.5869141e-03, 1.8310547e-03, 2.1972656e-03, 2.6855469e-03, 3.1738281e-03, 3.6621094e-03, 4.3945312e-03, 5.3710938e-03, 6.3476562e-03, 7.3242188e-03, 8.7890625e-03, 1.07421875e-02, 1.26953125e-02, 1.46484375e-02, 1.7578125e-02, 2.1484375e-02, 2.5390625e-02, 2.9296875e-02, 3.515625e-02, 4.296875e-02, 5.078125e-02, 5.859375e-02, 7.03125e-02, 8.59375e-02, 1.015625e-01, 1.171875e-01, 1.40625e-01, 1.71875e-01, 2.03125e-01, 2.34375e-01, 2.8125e-01, 3.4375e-01, 4.0625e-01, 4.6875e-01, 5.625e-01, 6.875e-01, 8.125e-01, 9.375e-01, 1.125e+00, 1.375e+00, 1.625e+00, 1.875e+00, 2.25e+00, 2.75e+00, 3.25e+00, 3.75e+00, 4.5e+00, 5.5e+00, 6.5e+00, 7.5e+00, 9.0e+00, 1.1e+01, 1.3e+01, 1.5e+01, 1.8e+01, 2.2e+01, 2.6e+01, 3.0e+01, 3.6e+01, 4.4e+01, 5.2e+01, 6.0e+01, 7.2e+01, 8.8e+01, 1.04e+02, 1.2e+02, 1.44e+02, 1.76e+02, 2.08e+02, 2.4e+02, 2.88e+02, 3.52e+02, 4.16e+02, 4.8e+02, 5.76e+02, 7.04e+02, 8.32e+02, 9.6e+02, 1.152e+03, 1.408e+03, 1.664e+03, 1.92e+03, 2.304e+03, 2.816e+03, 3.328e+03, 3.84e+03, 4.608e+03, 5.632e+03, 6.656e+03, 7.68e+03, 9.216e+03, 1.1264e+04, 1.3312e+04, 1.536e+04, 1.8432e+04, 2.2528e+04, 2.6624e+04, 3.072e+04, 3.6864e+04, 4.5056e+04, 5.3248e+04, 7.629402e-06, 2.2888207e-05, 3.814701e-05, 5.3405816e-05, 6.8664616e-05, 8.392343e-05, 9.918223e-05, 1.14441034e-04, 1.3732923e-04, 1.6784685e-04, 1.9836446e-04, 2.2888207e-04, 2.7465847e-04, 3.356937e-04, 3.9672892e-04, 4.5776414e-04, 5.4931693e-04, 6.713874e-04, 7.9345785e-04, 9.155283e-04, 1.0986339e-03, 1.3427748e-03, 1.5869157e-03, 1.8310566e-03, 2.1972677e-03, 2.6855497e-03, 3.1738314e-03, 3.662113e-03, 4.3945354e-03, 5.3710993e-03, 6.347663e-03, 7.324226e-03, 8.789071e-03, 1.0742199e-02, 1.2695326e-02, 1.4648452e-02, 1.7578142e-02, 2.1484397e-02, 2.5390651e-02, 2.9296905e-02, 3.5156284e-02, 4.2968795e-02, 5.0781302e-02, 5.859381e-02, 7.031257e-02, 8.593759e-02, 1.01562604e-01, 1.1718762e-01, 1.4062513e-01, 1.7187518e-01, 2.0312521e-01, 2.3437524e-01, 2.8125027e-01, 3.4375036e-01, 4.0625042e-01, 4.6875048e-01, 5.6250054e-01, 6.875007e-01, 8.1250083e-01, 9.3750095e-01, 1.1250011e+00, 1.3750014e+00, 1.6250017e+00, 1.8750019e+00, 2.2500021e+00, 2.7500029e+00, 3.2500033e+00, 3.7500038e+00, 4.5000043e+00, 5.5000057e+00, 6.5000067e+00, 7.5000076e+00, 9.000009e+00, 1.1000011e+01, 1.3000013e+01, 1.5000015e+01, 1.8000017e+01, 2.2000023e+01, 2.6000027e+01, 3.000003e+01, 3.6000034e+01, 4.4000046e+01, 5.2000053e+01, 6.000006e+01, 7.200007e+01, 8.800009e+01, 1.0400011e+02, 1.2000012e+02, 1.4400014e+02, 1.7600018e+02, 2.0800021e+02, 2.4000024e+02, 2.8800027e+02, 3.5200037e+02, 4.1600043e+02, 4.800005e+02, 5.7600055e+02, 7.0400073e+02, 8.3200085e+02, 9.60001e+02, 1.1520011e+03, 1.4080015e+03, 1.6640017e+03, 1.920002e+03, 2.3040022e+03, 2.816003e+03, 3.3280034e+03, 3.840004e+03, 4.6080044e+03, 5.632006e+03, 6.656007e+03, 7.680008e+03, 9.216009e+03, 1.1264012e+04, 1.3312014e+04, 1.5360016e+04, 1.8432018e+04, 2.2528023e+04, 2.6624027e+04, 3.0720031e+04, 3.6864035e+04, 4.5056047e+04, 5.3248055e+04, 7.629387e-06, 2.288816e-05, 3.8146936e-05, 5.3405707e-05, 6.8664485e-05, 8.392325e-05, 9.918203e-05, 1.144408e-04, 1.3732897e-04, 1.678465e-04, 1.9836405e-04, 2.288816e-04, 2.7465794e-04, 3.35693e-04, 3.967281e-04, 4.577632e-04, 5.493159e-04, 6.71386e-04, 7.934562e-04, 9.155264e-04, 1.0986318e-03, 1.342772e-03, 1.5869124e-03, 1.8310528e-03, 2.1972635e-03, 2.685544e-03, 3.1738249e-03, 3.6621056e-03, 4.394527e-03, 5.371088e-03, 6.3476497e-03, 7.3242113e-03, 8.789054e-03, 1.0742176e-02, 1.2695299e-02, 1.4648423e-02, 1.7578108e-02, 2.1484353e-02, 2.5390599e-02, 2.9296845e-02, 3.5156216e-02, 4.2968705e-02, 5.0781198e-02, 5.859369e-02, 7.031243e-02, 8.593741e-02, 1.01562396e-01, 1.1718738e-01, 1.4062487e-01, 1.7187482e-01, 2.0312479e-01, 2.3437476e-01, 2.8124973e-01, 3.4374964e-01, 4.0624958e-01, 4.6874952e-01, 5.6249946e-01, 6.874993e-01, 8.1249917e-01, 9.3749905e-01, 1.1249989e+00, 1.3749986e+00, 1.6249983e+00, 1.8749981e+00, 2.2499979e+00, 2.7499971e+00, 3.2499967e+00, 3.7499962e+00, 4.4999957e+00, 5.4999943e+00, 6.4999933e+00, 7.4999924e+00, 8.999991e+00, 1.0999989e+01, 1.2999987e+01, 1.4999985e+01, 1.7999983e+01, 2.1999977e+01, 2.5999973e+01, 2.999997e+01, 3.5999966e+01, 4.3999954e+01, 5.1999947e+01, 5.999994e+01, 7.199993e+01, 8.799991e+01, 1.0399989e+02, 1.1999988e+02, 1.4399986e+02, 1.7599982e+02, 2.0799979e+02, 2.3999976e+02, 2.8799973e+02, 3.5199963e+02, 4.1599957e+02, 4.799995e+02, 5.7599945e+02, 7.0399927e+02, 8.3199915e+02, 9.59999e+02, 1.1519989e+03, 1.4079985e+03, 1.6639983e+03, 1.919998e+03, 2.3039978e+03, 2.815997e+03, 3.3279966e+03, 3.839996e+03, 4.6079956e+03, 5.631994e+03, 6.655993e+03, 7.679992e+03, 9.215991e+03, 1.1263988e+04, 1.3311986e+04, 1.5359984e+04, 1.8431982e+04, 2.2527977e+04, 2.6623973e+04, 3.0719969e+04, 3.6863965e+04, 4.5055953e+04, 5.3247945e+04, 5.791744e+04, 1.72032e+05, -0.0e+00, -1.5258789e-05, -3.0517578e-05, -4.5776367e-05, -6.1035156e-05, -7.6293945e-05, -9.1552734e-05, -1.0681152e-04, -1.2207031e-04, -1.5258789e-04, -1.8310547e-04, -2.1362305e-04, -2.4414062e-04, -3.0517578e-04, -3.6621094e-04, -4.272461e-04, -4.8828125e-04, -6.1035156e-04, -7.324219e-04, -8.544922e-04, -9.765625e-04, -1.2207031e-03, -1.4648438e-03, -1.7089844e-03, -1.953125e-03, -2.4414062e-03, -2.9296875e-03, -3.4179688e-03, -3.90625e-03, -4.8828125e-03, -5.859375e-03, -6.8359375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.953125e-02, -2.34375e-02, -2.734375e-02, -3.125e-02, -3.90625e-02, -4.6875e-02, -5.46875e-02, -6.25e-02, -7.8125e-02, -9.375e-02, -1.09375e-01, -1.25e-01, -1.5625e-01, -1.875e-01, -2.1875e-01, -2.5e-01, -3.125e-01, -3.75e-01, -4.375e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.25e+00, -1.5e+00, -1.75e+00, -2.0e+00, -2.5e+00, -3.0e+00, -3.5e+00, -4.0e+00, -5.0e+00, -6.0e+00, -7.0e+00, -8.0e+00, -1.0e+01, -1.2e+01, -1.4e+01, -1.6e+01, -2.0e+01, -2.4e+01, -2.8e+01, -3.2e+01, -4.0e+01, -4.8e+01, -5.6e+01, -6.4e+01, -8.0e+01, -9.6e+01, -1.12e+02, -1.28e+02, -1.6e+02, -1.92e+02, -2.24e+02, -2.56e+02, -3.2e+02, -3.84e+02, -4.48e+02, -5.12e+02, -6.4e+02, -7.68e+02, -8.96e+02, -1.024e+03, -1.28e+03, -1.536e+03, -1.792e+03, -2.048e+03, -2.56e+03, -3.072e+03, -3.584e+03, -4.096e+03, -5.12e+03, -6.144e+03, -7.168e+03, -8.192e+03, -1.024e+04, -1.2288e+04, -1.4336e+04, -1.6384e+04, -2.048e+04, -2.4576e+04, -2.8672e+04, -3.2768e+04, -4.096e+04, -4.9152e+04, -5.7344e+04, -7.6293945e-06, -2.2888184e-05, -3.8146973e-05, -5.340576e-05, -6.866455e-05, -8.392334e-05, -9.918213e-05, -1.1444092e-04, -1.373291e-04, -1.6784668e-04, -1.9836426e-04, -2.2888184e-04, -2.746582e-04, -3.3569336e-04, -3.9672852e-04, -4.5776367e-04, -5.493164e-04, -6.713867e-04, -7.9345703e-04, -9.1552734e-04, -1.0986328e-03, -1.3427734e-03, -1.5869141e-03, -1.8310547e-03, -2.1972656e-03, -2.6855469e-03, -3.1738281e-03, -3.6621094e-03, -4.3945312e-03, -5.3710938e-03, -6.3476562e-03, -7.3242188e-03, -8.7890625e-03, -1.07421875e-02, -1.26953125e-02, -1.46484375e-02, -1.7578125e-02, -2.1484375e-02, -2.5390625e-02, -2.9296875e-02, -3.515625e-02, -4.296875e-02, -5.078125e-02, -5.859375e-02, -7.03125e-02, -8.59375e-02, -1.015625e-01, -1.171875e-01, -1.40625e-01, -1.71875e-01, -2.03125e-01, -2.34375e-01, -2.8125e-01, -3.4375e-01, -4.0625e-01, -4.6875e-01, -5.625e-01, -6.875e-01, -8.125e-01, -9.375e-01, -1.125e+00, -1.375e+00, -1.625e+00, -1.875e+00, -2.25e+00, -2.75e+00, -3.25e+00, -3.75e+00, -4.5e+00, -5.5e+00, -6.5e+00, -7.5e+00, -9.0e+00, -1.1e+01, -1.3e+01, -1.5e+01, -1.8e+01, -2.2e+01, -2.6e+01, -3.0e+01, -3.6e+01, -4.4e+01, -5.2e+01, -6.0e+01, -7.2e+01, -8.8e+01, -1.04e+02, -1.2e+02, -1.44e+02, -1.76e+02, -2.08e+02, -2.4e+02, -2.88e+02, -3.52e+02, -4.16e+02, -4.8e+02, -5.76e+02, -7.04e+02, -8.32e+02, -9.6e+02, -1.152e+03, -1.408e+03, -1.664e+03, -1.92e+03, -2.304e+03, -2.816e+03, -3.328e+03, -3.84e+03, -4.608e+03, -5.632e+03, -6.656e+03, -7.68e+03, -9.216e+03, -1.1264e+04, -1.3312e+04, -1.536e+04, -1.8432e+04, -2.2528e+04, -2.6624e+04, -3.072e+04, -3.6864e+04, -4.5056e+04, -5.3248e+04, -7.629402e-06, -2.2888207e-05, -3.814701e-05, -5.3405816e-05, -6.8664616e-05, -8.392343e-05, -9.918223e-05, -1.14441034e-04, -1.3732923e-04, -1.6784685e-04, -1.9836446e-04, -2.2888207e-04, -2.7465847e-04, -3.356937e-04, -3.9672892e-04, -4.5776414e-04, -5.4931693e-04, -6.713874e-04, -7.9345785e-04, -9.155283e-04, -1.0986339e-03, -1.3427748e-03, -1.5869157e-03, -1.8310566e-03, -2.1972677e-03, -2.6855497e-03, -3.1738314e-03, -3.662113e-03, -4.3945354e-03, -5.3710993e-03, -6.347663e-03, -7.324226e-03, -8.789071e-03, -1.0742199e-02, -1.2695326e-02, -1.4648452e-02, -1.7578142e-02, -2.1484397e-02, -2.5390651e-02, -2.9296905e-02, -3.5156284e-02, -4.2968795e-02, -5.0781302e-02, -5.859381e-02, -7.031257e-02, -8.593759e-02, -1.01562604e-01, -1.1718762e-01, -1.4062513e-01, -1.7187518e-01, -2.0312521e-01, -2.3437524e-01, -2.8125027e-01, -3.4375036e-01, -4.0625042e-01, -4.6875048e-01, -5.6250054e-01, -6.875007e-01, -8.1250083e-01, -9.3750095e-01, -1.1250011e+00, -1.3750014e+00, -1.6250017e+00, -1.8750019e+00, -2.2500021e+00, -2.7500029e+00, -3.2500033e+00, -3.7500038e+00, -4.5000043e+00, -5.5000057e+00, -6.5000067e+00, -7.5000076e+00, -9.000009e+00, -1.1000011e+01, -1.3000013e+01, -1.5000015e+01, -1.8000017e+01, -2.2000023e+01, -2.6000027e+01, -3.000003e+01, -3.6000034e+01, -4.4000046e+01, -5.2000053e+01, -6.000006e+01, -7.200007e+01, -8.800009e+01, -1.0400011e+02, -1.2000012e+02, -1.4400014e+02, -1.7600018e+02, -2.0800021e+02, -2.4000024e+02, -2.8800027e+02, -3.5200037e+02, -4.1600043e+02, -4.800005e+02, -5.7600055e+02, -7.0400073e+02, -8.3200085e+02, -9.60001e+02, -1.1520011e+03, -1.4080015e+03, -1.6640017e+03, -1.920002e+03, -2.3040022e+03, -2.816003e+03, -3.3280034e+03, -3.840004e+03, -4.6080044e+03, -5.632006e+03, -6.656007e+03, -7.680008e+03, -9.216009e+03, -1.1264012e+04, -1.3312014e+04, -1.5360016e+04, -1.8432018e+04, -2.2528023e+04, -2.6624027e+04, -3.0720031e+04, -3.6864035e+04, -4.5056047e+04, -5.3248055e+04, -7.629387e-06, -2.288816e-05, -3.8146936e-05, -5.3405707e-05, -6.8664485e-05, -8.392325e-05, -9.918203e-05, -1.144408e-04, -1.3732897e-04, -1.678465e-04, -1.9836405e-04, -2.288816e-04, -2.7465794e-04, -3.35693e-04, -3.967281e-04, -4.577632e-04, -5.493159e-04, -6.71386e-04, -7.934562e-04, -9.155264e-04, -1.0986318e-03, -1.342772e-03, -1.5869124e-03, -1.8310528e-03, -2.1972635e-03, -2.685544e-03, -3.1738249e-03, -3.6621056e-03, -4.394527e-03, -5.371088e-03, -6.3476497e-03, -7.3242113e-03, -8.789054e-03, -1.0742176e-02, -1.2695299e-02, -1.4648423e-02, -1.7578108e-02, -2.1484353e-02, -2.5390599e-02, -2.9296845e-02, -3.5156216e-02, -4.2968705e-02, -5.0781198e-02, -5.859369e-02, -7.031243e-02, -8.593741e-02, -1.01562396e-01, -1.1718738e-01, -1.4062487e-01, -1.7187482e-01, -2.0312479e-01, -2.3437476e-01, -2.8124973e-01, -3.4374964e-01, -4.0624958e-01, -4.6874952e-01, -5.6249946e-01, -6.874993e-01, -8.1249917e-01, -9.3749905e-01, -1.1249989e+00, -1.3749986e+00, -1.6249983e+00, -1.8749981e+00, -2.2499979e+00, -2.7499971e+00, -3.2499967e+00, -3.7499962e+00, -4.4999957e+00, -5.4999943e+00, -6.4999933e+00, -7.4999924e+00, -8.999991e+00, -1.0999989e+01, -1.2999987e+01, -1.4999985e+01, -1.7999983e+01, -2.1999977e+01, -2.5999973e+01, -2.999997e+01, -3.5999966e+01, -4.3999954e+01, -5.1999947e+01, -5.999994e+01, -7.199993e+01, -8.799991e+01, -1.0399989e+02, -1.1999988e+02, -1.4399986e+02, -1.7599982e+02, -2.0799979e+02, -2.3999976e+02, -2.8799973e+02, -3.5199963e+02, -4.1599957e+02, -4.799995e+02, -5.7599945e+02, -7.0399927e+02, -8.3199915e+02, -9.59999e+02, -1.1519989e+03, -1.4079985e+03, -1.6639983e+03, -1.919998e+03, -2.3039978e+03, -2.815997e+03, -3.3279966e+03, -3.839996e+03, -4.6079956e+03, -5.631994e+03, -6.655993e+03, -7.679992e+03, -9.215991e+03, -1.1263988e+04, -1.3311986e+04, -1.5359984e+04, -1.8431982e+04, -2.2527977e+04, -2.6623973e+04, -3.0719969e+04, -3.6863965e+04, -4.5055953e+04, -5.3247945e+04, -5.791744e+04, -1.72032e+05, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<995xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x20, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x40, 0x40, 0x42, 0x42, 0x44, 0x44, 0x46, 0x46, 0x48, 0x48, 0x4A, 0x4A, 0x4C, 0x4C, 0x4E, 0x4E, 0x50, 0x50, 0x52, 0x52, 0x54, 0x54, 0x56, 0x56, 0x58, 0x58, 0x5A, 0x5A, 0x5C, 0x5C, 0x5E, 0x5E, 0x60, 0x60, 0x62, 0x62, 0x64, 0x64, 0x66, 0x66, 0x68, 0x68, 0x6A, 0x6A, 0x6C, 0x6C, 0x6E, 0x6E, 0x70, 0x70, 0x72, 0x72, 0x74, 0x74, 0x76, 0x76, 0x78, 0x78, 0x7A, 0x7A, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0x80, 0x82, 0x82, 0x84, 0x84, 0x86, 0x86, 0x88, 0x88, 0x8A, 0x8A, 0x8C, 0x8C, 0x8E, 0x8E, 0x90, 0x90, 0x92, 0x92, 0x94, 0x94, 0x96, 0x96, 0x98, 0x98, 0x9A, 0x9A, 0x9C, 0x9C, 0x9E, 0x9E, 0xA0, 0xA0, 0xA2, 0xA2, 0xA4, 0xA4, 0xA6, 0xA6, 0xA8, 0xA8, 0xAA, 0xAA, 0xAC, 0xAC, 0xAE, 0xAE, 0xB0, 0xB0, 0xB2, 0xB2, 0xB4, 0xB4, 0xB6, 0xB6, 0xB8, 0xB8, 0xBA, 0xBA, 0xBC, 0xBC, 0xBE, 0xBE, 0xC0, 0xC0, 0xC2, 0xC2, 0xC4, 0xC4, 0xC6, 0xC6, 0xC8, 0xC8, 0xCA, 0xCA, 0xCC, 0xCC, 0xCE, 0xCE, 0xD0, 0xD0, 0xD2, 0xD2, 0xD4, 0xD4, 0xD6, 0xD6, 0xD8, 0xD8, 0xDA, 0xDA, 0xDC, 0xDC, 0xDE, 0xDE, 0xE0, 0xE0, 0xE2, 0xE2, 0xE4, 0xE4, 0xE6, 0xE6, 0xE8, 0xE8, 0xEA, 0xEA, 0xEC, 0xEC, 0xEE, 0xEE, 0xF0, 0xF0, 0xF2, 0xF2, 0xF4, 0xF4, 0xF6, 0xF6, 0xF8, 0xF8, 0xFA, 0xFA, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0x00, 0x80, 0x7C, 0xFC, 0x7E]> : tensor<995xf8E5M2>
func.func public @main(%a: tensor<995xf32>) -> (tensor<995xf8E5M2>) {
  %r0 = stablehlo.convert %a : (tensor<995xf32>) -> tensor<995xf8E5M2>
  return %r0 : tensor<995xf8E5M2>
}

// -----
//! name: f8E5M2: rounding of bf16
//! input: dense<[0.0e+00, 4.57763671875e-05, 9.1552734375e-05, 1.52587890625e-04, 2.44140625e-04, 4.2724609375e-04, 7.32421875e-04, 1.220703125e-03, 1.953125e-03, 3.41796875e-03, 5.859375e-03, 9.765625e-03, 1.5625e-02, 2.734375e-02, 4.6875e-02, 7.8125e-02, 1.25e-01, 2.1875e-01, 3.75e-01, 6.25e-01, 1.0e+00, 1.75e+00, 3.0e+00, 5.0e+00, 8.0e+00, 1.4e+01, 2.4e+01, 4.0e+01, 6.4e+01, 1.12e+02, 1.92e+02, 3.2e+02, 5.12e+02, 8.96e+02, 1.536e+03, 2.56e+03, 4.096e+03, 7.168e+03, 1.2288e+04, 2.048e+04, 3.2768e+04, 5.7344e+04, 3.814697265625e-05, 8.392333984375e-05, 1.373291015625e-04, 2.288818359375e-04, 3.96728515625e-04, 6.7138671875e-04, 1.0986328125e-03, 1.8310546875e-03, 3.173828125e-03, 5.37109375e-03, 8.7890625e-03, 1.46484375e-02, 2.5390625e-02, 4.296875e-02, 7.03125e-02, 1.171875e-01, 2.03125e-01, 3.4375e-01, 5.625e-01, 9.375e-01, 1.625e+00, 2.75e+00, 4.5e+00, 7.5e+00, 1.3e+01, 2.2e+01, 3.6e+01, 6.0e+01, 1.04e+02, 1.76e+02, 2.88e+02, 4.8e+02, 8.32e+02, 1.408e+03, 2.304e+03, 3.84e+03, 6.656e+03, 1.1264e+04, 1.8432e+04, 3.072e+04, 5.3248e+04, 3.814697265625e-05, 8.392333984375e-05, 1.373291015625e-04, 2.288818359375e-04, 3.96728515625e-04, 6.7138671875e-04, 1.0986328125e-03, 1.8310546875e-03, 3.173828125e-03, 5.37109375e-03, 8.7890625e-03, 1.46484375e-02, 2.5390625e-02, 4.296875e-02, 7.03125e-02, 1.171875e-01, 2.03125e-01, 3.4375e-01, 5.625e-01, 9.375e-01, 1.625e+00, 2.75e+00, 4.5e+00, 7.5e+00, 1.3e+01, 2.2e+01, 3.6e+01, 6.0e+01, 1.04e+02, 1.76e+02, 2.88e+02, 4.8e+02, 8.32e+02, 1.408e+03, 2.304e+03, 3.84e+03, 6.656e+03, 1.1264e+04, 1.8432e+04, 3.072e+04, 5.3248e+04, 3.814697265625e-05, 8.392333984375e-05, 1.373291015625e-04, 2.288818359375e-04, 3.96728515625e-04, 6.7138671875e-04, 1.0986328125e-03, 1.8310546875e-03, 3.173828125e-03, 5.37109375e-03, 8.7890625e-03, 1.46484375e-02, 2.5390625e-02, 4.296875e-02, 7.03125e-02, 1.171875e-01, 2.03125e-01, 3.4375e-01, 5.625e-01, 9.375e-01, 1.625e+00, 2.75e+00, 4.5e+00, 7.5e+00, 1.3e+01, 2.2e+01, 3.6e+01, 6.0e+01, 1.04e+02, 1.76e+02, 2.88e+02, 4.8e+02, 8.32e+02, 1.408e+03, 2.304e+03, 3.84e+03, 6.656e+03, 1.1264e+04, 1.8432e+04, 3.072e+04, 5.3248e+04, -0.0e+00, -4.57763671875e-05, -9.1552734375e-05, -1.52587890625e-04, -2.44140625e-04, -4.2724609375e-04, -7.32421875e-04, -1.220703125e-03, -1.953125e-03, -3.41796875e-03, -5.859375e-03, -9.765625e-03, -1.5625e-02, -2.734375e-02, -4.6875e-02, -7.8125e-02, -1.25e-01, -2.1875e-01, -3.75e-01, -6.25e-01, -1.0e+00, -1.75e+00, -3.0e+00, -5.0e+00, -8.0e+00, -1.4e+01, -2.4e+01, -4.0e+01, -6.4e+01, -1.12e+02, -1.92e+02, -3.2e+02, -5.12e+02, -8.96e+02, -1.536e+03, -2.56e+03, -4.096e+03, -7.168e+03, -1.2288e+04, -2.048e+04, -3.2768e+04, -5.7344e+04, -3.814697265625e-05, -8.392333984375e-05, -1.373291015625e-04, -2.288818359375e-04, -3.96728515625e-04, -6.7138671875e-04, -1.0986328125e-03, -1.8310546875e-03, -3.173828125e-03, -5.37109375e-03, -8.7890625e-03, -1.46484375e-02, -2.5390625e-02, -4.296875e-02, -7.03125e-02, -1.171875e-01, -2.03125e-01, -3.4375e-01, -5.625e-01, -9.375e-01, -1.625e+00, -2.75e+00, -4.5e+00, -7.5e+00, -1.3e+01, -2.2e+01, -3.6e+01, -6.0e+01, -1.04e+02, -1.76e+02, -2.88e+02, -4.8e+02, -8.32e+02, -1.408e+03, -2.304e+03, -3.84e+03, -6.656e+03, -1.1264e+04, -1.8432e+04, -3.072e+04, -5.3248e+04, -3.814697265625e-05, -8.392333984375e-05, -1.373291015625e-04, -2.288818359375e-04, -3.96728515625e-04, -6.7138671875e-04, -1.0986328125e-03, -1.8310546875e-03, -3.173828125e-03, -5.37109375e-03, -8.7890625e-03, -1.46484375e-02, -2.5390625e-02, -4.296875e-02, -7.03125e-02, -1.171875e-01, -2.03125e-01, -3.4375e-01, -5.625e-01, -9.375e-01, -1.625e+00, -2.75e+00, -4.5e+00, -7.5e+00, -1.3e+01, -2.2e+01, -3.6e+01, -6.0e+01, -1.04e+02, -1.76e+02, -2.88e+02, -4.8e+02, -8.32e+02, -1.408e+03, -2.304e+03, -3.84e+03, -6.656e+03, -1.1264e+04, -1.8432e+04, -3.072e+04, -5.3248e+04, -3.814697265625e-05, -8.392333984375e-05, -1.373291015625e-04, -2.288818359375e-04, -3.96728515625e-04, -6.7138671875e-04, -1.0986328125e-03, -1.8310546875e-03, -3.173828125e-03, -5.37109375e-03, -8.7890625e-03, -1.46484375e-02, -2.5390625e-02, -4.296875e-02, -7.03125e-02, -1.171875e-01, -2.03125e-01, -3.4375e-01, -5.625e-01, -9.375e-01, -1.625e+00, -2.75e+00, -4.5e+00, -7.5e+00, -1.3e+01, -2.2e+01, -3.6e+01, -6.0e+01, -1.04e+02, -1.76e+02, -2.88e+02, -4.8e+02, -8.32e+02, -1.408e+03, -2.304e+03, -3.84e+03, -6.656e+03, -1.1264e+04, -1.8432e+04, -3.072e+04, -5.3248e+04, 0.0e+00, 0xFF80]> : tensor<332xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24, 0x27, 0x2A, 0x2D, 0x30, 0x33, 0x36, 0x39, 0x3C, 0x3F, 0x42, 0x45, 0x48, 0x4B, 0x4E, 0x51, 0x54, 0x57, 0x5A, 0x5D, 0x60, 0x63, 0x66, 0x69, 0x6C, 0x6F, 0x72, 0x75, 0x78, 0x7B, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x80, 0x83, 0x86, 0x89, 0x8C, 0x8F, 0x92, 0x95, 0x98, 0x9B, 0x9E, 0xA1, 0xA4, 0xA7, 0xAA, 0xAD, 0xB0, 0xB3, 0xB6, 0xB9, 0xBC, 0xBF, 0xC2, 0xC5, 0xC8, 0xCB, 0xCE, 0xD1, 0xD4, 0xD7, 0xDA, 0xDD, 0xE0, 0xE3, 0xE6, 0xE9, 0xEC, 0xEF, 0xF2, 0xF5, 0xF8, 0xFB, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0x00, 0xFC]> : tensor<332xf8E5M2>
func.func public @main(%a: tensor<332xbf16>) -> (tensor<332xf8E5M2>) {
  %r0 = stablehlo.convert %a : (tensor<332xbf16>) -> tensor<332xf8E5M2>
  return %r0 : tensor<332xf8E5M2>
}

// -----
//! name: f8E5M2: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC]> : tensor<250xf8E5M2>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252]> : tensor<250xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC]> : tensor<250xf8E5M2>
func.func public @main(%a: tensor<250xf8E5M2>) -> (tensor<250xui8>, tensor<250xf8E5M2>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<250xf8E5M2>) -> tensor<250xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<250xui8>) -> tensor<250xf8E5M2>
  return %r0, %r1 : tensor<250xui8>, tensor<250xf8E5M2>
}

// -----
//! name: f8E5M2: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[0x7E, 0xF1, 0x48, 0xE5, 0x98, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD1, 0xDF, 0xE9, 0xAF, 0x7E, 0x54, 0xE5, 0xCC, 0xDF, 0x77, 0xD1, 0x44, 0x57, 0x47]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[0x7E, 0x71, 0xC8, 0xE5, 0x00, 0x55, 0x69, 0xCD, 0x46, 0xF7, 0x53, 0xDF, 0xE9, 0x2F, 0x7E, 0xD9, 0x65, 0xCC, 0x5F, 0x77, 0xD1, 0x50, 0x57, 0x47]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[0x7E, 0x55, 0xBB, 0x7A, 0x00, 0x60, 0x7C, 0x4A, 0x98, 0x7C, 0xDE, 0xEF, 0xF4, 0x80, 0x7E, 0xED, 0xCA, 0x9E, 0xC1, 0xDB, 0x91, 0xDD, 0x39, 0x2C]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[0x7E, 0x00, 0xA3, 0x50, 0x3C, 0x2D, 0x28, 0x28, 0x84, 0x11, 0xB1, 0xCF, 0xDE, 0x89, 0x7E, 0xB7, 0x80, 0xF9, 0x81, 0xFC, 0xFC, 0xBD, 0x75, 0x62]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[0x7E, 0xA0, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x4D, 0x0E, 0x77, 0x48, 0x4C, 0x47, 0x01, 0x7E, 0x57, 0x21, 0x0E, 0x1E, 0x77, 0x01, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0xB9, 0x8E, 0xCC, 0xC8, 0x5F, 0x69, 0x81, 0xFE, 0x52, 0xA1, 0x4C, 0x9E, 0xF7, 0x51, 0xCD, 0xD7, 0xC7]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! expect: dense<[0xF1, 0xBC, 0xBC, 0xE5, 0xBC, 0xC6, 0xD5, 0x00, 0x00, 0x4C, 0x48, 0xDF, 0xE9, 0x00, 0x7E, 0xD2, 0x00, 0xCC, 0x00, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0x39, 0x0E, 0x4C, 0x48, 0x5F, 0x69, 0x01, 0x7E, 0x52, 0x21, 0x4C, 0x1E, 0x77, 0x51, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! expect: dense<[0x56, 0x2E, 0x35, 0x50, 0x28, 0x41, 0x48, 0x3A, 0x25, 0x44, 0x42, 0x4D, 0x52, 0x1C, 0x7E, 0x47, 0x2E, 0x44, 0x2D, 0x59, 0x46, 0x44, 0x49, 0x41]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %0 = stablehlo.abs %a : tensor<24xf8E5M2>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[0x7E, 0x7C, 0x54, 0x7A, 0x00, 0x6E, 0x7C, 0x5E, 0x50, 0x7C, 0x68, 0xEF, 0xF4, 0x22, 0x7E, 0x6F, 0x7C, 0x9E, 0x7C, 0xDB, 0x91, 0xD4, 0x39, 0x2C]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E5M2>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[0x7F, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x39, 0xC6, 0x4C, 0xD2, 0xDF, 0xE9, 0xAF, 0x39, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<24xf8E5M2>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E5M2>, tensor<24xf8E5M2>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E5M2>
  return %r0 : tensor<24xf8E5M2>
}

// -----
//! name: f8E5M2: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E5M2>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E5M2>
func.func public @main(%a: tensor<24xf8E5M2>, %b: tensor<24xf8E5M2>) -> (tensor<8x6xf8E5M2>, tensor<2x6xf8E5M2>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E5M2>, tensor<24xf8E5M2>) -> tensor<48xf8E5M2>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E5M2>) -> tensor<6x8xf8E5M2>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E5M2>) -> tensor<8x6xf8E5M2>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E5M2>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E5M2>) -> tensor<2x6xf8E5M2>
  return %r0, %r1 : tensor<8x6xf8E5M2>, tensor<2x6xf8E5M2>
}

// -----
//! name: f8E5M2: a constant, and a sum
//! input: dense<[[0x3C, 0x3C], [0x3C, 0x00], [0x3C, 0x3C], [0x3C, 0x3C]]> : tensor<4x2xf8E5M2>
//! expect: dense<[0x3C, 0x00, 0x3C]> : tensor<3xf8E5M2>
//! expect: dense<[0x40, 0x3C, 0x40, 0x40]> : tensor<4xf8E5M2>
func.func public @main(%a: tensor<4x2xf8E5M2>) -> (tensor<3xf8E5M2>, tensor<4xf8E5M2>) {
  %r0 = stablehlo.constant dense<[0x3C, 0x00, 0x3C]> : tensor<3xf8E5M2>
  %0 = stablehlo.constant dense<0x00> : tensor<f8E5M2>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf8E5M2>, tensor<f8E5M2>) -> tensor<4xf8E5M2>
  return %r0, %r1 : tensor<3xf8E5M2>, tensor<4xf8E5M2>
}

// -----
//! name: f8E5M2FNUZ: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E5M2FNUZ>
//! expect: dense<[0.0e+00, 7.6293945e-06, 1.5258789e-05, 2.2888184e-05, 3.0517578e-05, 3.8146973e-05, 4.5776367e-05, 5.340576e-05, 6.1035156e-05, 7.6293945e-05, 9.1552734e-05, 1.0681152e-04, 1.2207031e-04, 1.5258789e-04, 1.8310547e-04, 2.1362305e-04, 2.4414062e-04, 3.0517578e-04, 3.6621094e-04, 4.272461e-04, 4.8828125e-04, 6.1035156e-04, 7.324219e-04, 8.544922e-04, 9.765625e-04, 1.2207031e-03, 1.4648438e-03, 1.7089844e-03, 1.953125e-03, 2.4414062e-03, 2.9296875e-03, 3.4179688e-03, 3.90625e-03, 4.8828125e-03, 5.859375e-03, 6.8359375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.953125e-02, 2.34375e-02, 2.734375e-02, 3.125e-02, 3.90625e-02, 4.6875e-02, 5.46875e-02, 6.25e-02, 7.8125e-02, 9.375e-02, 1.09375e-01, 1.25e-01, 1.5625e-01, 1.875e-01, 2.1875e-01, 2.5e-01, 3.125e-01, 3.75e-01, 4.375e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.25e+00, 1.5e+00, 1.75e+00, 2.0e+00, 2.5e+00, 3.0e+00, 3.5e+00, 4.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00, 1.0e+01, 1.2e+01, 1.4e+01, 1.6e+01, 2.0e+01, 2.4e+01, 2.8e+01, 3.2e+01, 4.0e+01, 4.8e+01, 5.6e+01, 6.4e+01, 8.0e+01, 9.6e+01, 1.12e+02, 1.28e+02, 1.6e+02, 1.92e+02, 2.24e+02, 2.56e+02, 3.2e+02, 3.84e+02, 4.48e+02, 5.12e+02, 6.4e+02, 7.68e+02, 8.96e+02, 1.024e+03, 1.28e+03, 1.536e+03, 1.792e+03, 2.048e+03, 2.56e+03, 3.072e+03, 3.584e+03, 4.096e+03, 5.12e+03, 6.144e+03, 7.168e+03, 8.192e+03, 1.024e+04, 1.2288e+04, 1.4336e+04, 1.6384e+04, 2.048e+04, 2.4576e+04, 2.8672e+04, 3.2768e+04, 4.096e+04, 4.9152e+04, 5.7344e+04, 0xFFC00000, -7.6293945e-06, -1.5258789e-05, -2.2888184e-05, -3.0517578e-05, -3.8146973e-05, -4.5776367e-05, -5.340576e-05, -6.1035156e-05, -7.6293945e-05, -9.1552734e-05, -1.0681152e-04, -1.2207031e-04, -1.5258789e-04, -1.8310547e-04, -2.1362305e-04, -2.4414062e-04, -3.0517578e-04, -3.6621094e-04, -4.272461e-04, -4.8828125e-04, -6.1035156e-04, -7.324219e-04, -8.544922e-04, -9.765625e-04, -1.2207031e-03, -1.4648438e-03, -1.7089844e-03, -1.953125e-03, -2.4414062e-03, -2.9296875e-03, -3.4179688e-03, -3.90625e-03, -4.8828125e-03, -5.859375e-03, -6.8359375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.953125e-02, -2.34375e-02, -2.734375e-02, -3.125e-02, -3.90625e-02, -4.6875e-02, -5.46875e-02, -6.25e-02, -7.8125e-02, -9.375e-02, -1.09375e-01, -1.25e-01, -1.5625e-01, -1.875e-01, -2.1875e-01, -2.5e-01, -3.125e-01, -3.75e-01, -4.375e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.25e+00, -1.5e+00, -1.75e+00, -2.0e+00, -2.5e+00, -3.0e+00, -3.5e+00, -4.0e+00, -5.0e+00, -6.0e+00, -7.0e+00, -8.0e+00, -1.0e+01, -1.2e+01, -1.4e+01, -1.6e+01, -2.0e+01, -2.4e+01, -2.8e+01, -3.2e+01, -4.0e+01, -4.8e+01, -5.6e+01, -6.4e+01, -8.0e+01, -9.6e+01, -1.12e+02, -1.28e+02, -1.6e+02, -1.92e+02, -2.24e+02, -2.56e+02, -3.2e+02, -3.84e+02, -4.48e+02, -5.12e+02, -6.4e+02, -7.68e+02, -8.96e+02, -1.024e+03, -1.28e+03, -1.536e+03, -1.792e+03, -2.048e+03, -2.56e+03, -3.072e+03, -3.584e+03, -4.096e+03, -5.12e+03, -6.144e+03, -7.168e+03, -8.192e+03, -1.024e+04, -1.2288e+04, -1.4336e+04, -1.6384e+04, -2.048e+04, -2.4576e+04, -2.8672e+04, -3.2768e+04, -4.096e+04, -4.9152e+04, -5.7344e+04]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E5M2FNUZ>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E5M2FNUZ>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E5M2FNUZ: rounding
//! input: dense<[0.0e+00, 7.6293945e-06, 1.5258789e-05, 2.2888184e-05, 3.0517578e-05, 3.8146973e-05, 4.5776367e-05, 5.340576e-05, 6.1035156e-05, 7.6293945e-05, 9.1552734e-05, 1.0681152e-04, 1.2207031e-04, 1.5258789e-04, 1.8310547e-04, 2.1362305e-04, 2.4414062e-04, 3.0517578e-04, 3.6621094e-04, 4.272461e-04, 4.8828125e-04, 6.1035156e-04, 7.324219e-04, 8.544922e-04, 9.765625e-04, 1.2207031e-03, 1.4648438e-03, 1.7089844e-03, 1.953125e-03, 2.4414062e-03, 2.9296875e-03, 3.4179688e-03, 3.90625e-03, 4.8828125e-03, 5.859375e-03, 6.8359375e-03, 7.8125e-03, 9.765625e-03, 1.171875e-02, 1.3671875e-02, 1.5625e-02, 1.953125e-02, 2.34375e-02, 2.734375e-02, 3.125e-02, 3.90625e-02, 4.6875e-02, 5.46875e-02, 6.25e-02, 7.8125e-02, 9.375e-02, 1.09375e-01, 1.25e-01, 1.5625e-01, 1.875e-01, 2.1875e-01, 2.5e-01, 3.125e-01, 3.75e-01, 4.375e-01, 5.0e-01, 6.25e-01, 7.5e-01, 8.75e-01, 1.0e+00, 1.25e+00, 1.5e+00, 1.75e+00, 2.0e+00, 2.5e+00, 3.0e+00, 3.5e+00, 4.0e+00, 5.0e+00, 6.0e+00, 7.0e+00, 8.0e+00, 1.0e+01, 1.2e+01, 1.4e+01, 1.6e+01, 2.0e+01, 2.4e+01, 2.8e+01, 3.2e+01, 4.0e+01, 4.8e+01, 5.6e+01, 6.4e+01, 8.0e+01, 9.6e+01, 1.12e+02, 1.28e+02, 1.6e+02, 1.92e+02, 2.24e+02, 2.56e+02, 3.2e+02, 3.84e+02, 4.48e+02, 5.12e+02, 6.4e+02, 7.68e+02, 8.96e+02, 1.024e+03, 1.28e+03, 1.536e+03, 1.792e+03, 2.048e+03, 2.56e+03, 3.072e+03, 3.584e+03, 4.096e+03, 5.12e+03, 6.144e+03, 7.168e+03, 8.192e+03, 1.024e+04, 1.2288e+04, 1.4336e+04, 1.6384e+04, 2.048e+04, 2.4576e+04, 2.8672e+04, 3.2768e+04, 4.096e+04, 4.9152e+04, 5.7344e+04, 3.8146973e-06, 1.1444092e-05, 1.9073486e-05, 2.670288e-05, 3.4332275e-05, 4.196167e-05, 4.9591064e-05, 5.722046e-05, 6.866455e-05, 8.392334e-05, 9.918213e-05, 1.1444092e-04, 1.373291e-04, 1.6784668e-04, 1.9836426e-04, 2.2888184e-04, 2.746582e-04, 3.3569336e-04, 3.9672852e-04, 4.5776367e-04, 5.493164e-04, 6.713867e-04, 7.9345703e-04, 9.1552734e-04, 1.0986328e-03, 1.3427734e-03, 1.5869141e-03, 1.8310547e-03, 2.1972656e-03, 2.6855469e-03, 3.1738281e-03, 3.6621094e-03, 4.3945312e-03, 5.3710938e-03, 6.3476562e-03, 7.3242188e-03, 8.7890625e-03, 1.07421875e-02, 1.26953125e-02, 1.46484375e-02, 1.7578125e-02, 2.1484375e-02, 2.5390625e-02, 2.9296875e-02, 3.515625e-02, 4.296875e-02, 5.078125e-02, 5.859375e-02, 7.03125e-02, 8.59375e-02, 1.015625e-01, 1.171875e-01, 1.40625e-01, 1.71875e-01, 2.03125e-01, 2.34375e-01, 2.8125e-01, 3.4375e-01, 4.0625e-01, 4.6875e-01, 5.625e-01, 6.875e-01, 8.125e-01, 9.375e-01, 1.125e+00, 1.375e+00, 1.625e+00, 1.875e+00, 2.25e+00, 2.75e+00, 3.25e+00, 3.75e+00, 4.5e+00, 5.5e+00, 6.5e+00, 7.5e+00, 9.0e+00, 1.1e+01, 1.3e+01, 1.5e+01, 1.8e+01, 2.2e+01, 2.6e+01, 3.0e+01, 3.6e+01, 4.4e+01, 5.2e+01, 6.0e+01, 7.2e+01, 8.8e+01, 1.04e+02, 1.2e+02, 1.44e+02, 1.76e+02, 2.08e+02, 2.4e+02, 2.88e+02, 3.52e+02, 4.16e+02, 4.8e+02, 5.76e+02, 7.04e+02, 8.32e+02, 9.6e+02, 1.152e+03, 1.408e+03, 1.664e+03, 1.92e+03, 2.304e+03, 2.816e+03, 3.328e+03, 3.84e+03, 4.608e+03, 5.632e+03, 6.656e+03, 7.68e+03, 9.216e+03, 1.1264e+04, 1.3312e+04, 1.536e+04, 1.8432e+04, 2.2528e+04, 2.6624e+04, 3.072e+04, 3.6864e+04, 4.5056e+04, 5.3248e+04, 3.814701e-06, 1.1444104e-05, 1.9073505e-05, 2.6702908e-05, 3.4332308e-05, 4.1961714e-05, 4.9591115e-05, 5.7220517e-05, 6.8664616e-05, 8.392343e-05, 9.918223e-05, 1.14441034e-04, 1.3732923e-04, 1.6784685e-04, 1.9836446e-04, 2.2888207e-04, 2.7465847e-04, 3.356937e-04, 3.9672892e-04, 4.5776414e-04, 5.4931693e-04, 6.713874e-04, 7.9345785e-04, 9.155283e-04, 1.0986339e-03, 1.3427748e-03, 1.5869157e-03, 1.8310566e-03, 2.1972677e-03, 2.6855497e-03, 3.1738314e-03, 3.662113e-03, 4.3945354e-03, 5.3710993e-03, 6.347663e-03, 7.324226e-03, 8.789071e-03, 1.0742199e-02, 1.2695326e-02, 1.4648452e-02, 1.7578142e-02, 2.1484397e-02, 2.5390651e-02, 2.9296905e-02, 3.5156284e-02, 4.2968795e-02, 5.0781302e-02, 5.859381e-02, 7.031257e-02, 8.593759e-02, 1.01562604e-01, 1.1718762e-01, 1.4062513e-01, 1.7187518e-01, 2.0312521e-01, 2.3437524e-01, 2.8125027e-01, 3.4375036e-01, 4.0625042e-01, 4.6875048e-01, 5.6250054e-01, 6.875007e-01, 8.1250083e-01, 9.3750095e-01, 1.1250011e+00, 1.3750014e+00, 1.6250017e+00, 1.8750019e+00, 2.2500021e+00, 2.7500029e+00, 3.2500033e+00, 3.7500038e+00, 4.5000043e+00, 5.5000057e+00, 6.5000067e+00, 7.5000076e+00, 9.000009e+00, 1.1000011e+01, 1.3000013e+01, 1.5000015e+01, 1.8000017e+01, 2.2000023e+01, 2.6000027e+01, 3.000003e+01, 3.6000034e+01, 4.4000046e+01, 5.2000053e+01, 6.000006e+01, 7.200007e+01, 8.800009e+01, 1.0400011e+02, 1.2000012e+02, 1.4400014e+02, 1.7600018e+02, 2.0800021e+02, 2.4000024e+02, 2.8800027e+02, 3.5200037e+02, 4.1600043e+02, 4.800005e+02, 5.7600055e+02, 7.0400073e+02, 8.3200085e+02, 9.60001e+02, 1.1520011e+03, 1.4080015e+03, 1.6640017e+03, 1.920002e+03, 2.3040022e+03, 2.816003e+03, 3.3280034e+03, 3.840004e+03, 4.6080044e+03, 5.632006e+03, 6.656007e+03, 7.680008e+03, 9.216009e+03, 1.1264012e+04, 1.3312014e+04, 1.5360016e+04, 1.8432018e+04, 2.2528023e+04, 2.6624027e+04, 3.0720031e+04, 3.6864035e+04, 4.5056047e+04, 5.3248055e+04, 3.8146934e-06, 1.144408e-05, 1.9073468e-05, 2.6702854e-05, 3.4332243e-05, 4.1961626e-05, 4.9591014e-05, 5.72204e-05, 6.8664485e-05, 8.392325e-05, 9.918203e-05, 1.144408e-04, 1.3732897e-04, 1.678465e-04, 1.9836405e-04, 2.288816e-04, 2.7465794e-04, 3.35693e-04, 3.967281e-04, 4.577632e-04, 5.493159e-04, 6.71386e-04, 7.934562e-04, 9.155264e-04, 1.0986318e-03, 1.342772e-03, 1.5869124e-03, 1.8310528e-03, 2.1972635e-03, 2.685544e-03, 3.1738249e-03, 3.6621056e-03, 4.394527e-03, 5.371088e-03, 6.3476497e-03, 7.3242113e-03, 8.789054e-03, 1.0742176e-02, 1.2695299e-02, 1.4648423e-02, 1.7578108e-02, 2.1484353e-02, 2.5390599e-02, 2.9296845e-02, 3.5156216e-02, 4.2968705e-02, 5.0781198e-02, 5.859369e-02, 7.031243e-02, 8.593741e-02, 1.01562396e-01, 1.1718738e-01, 1.4062487e-01, 1.7187482e-01, 2.0312479e-01, 2.3437476e-01, 2.8124973e-01, 3.4374964e-01, 4.0624958e-01, 4.6874952e-01, 5.6249946e-01, 6.874993e-01, 8.1249917e-01, 9.3749905e-01, 1.1249989e+00, 1.3749986e+00, 1.6249983e+00, 1.8749981e+00, 2.2499979e+00, 2.7499971e+00, 3.2499967e+00, 3.7499962e+00, 4.4999957e+00, 5.4999943e+00, 6.4999933e+00, 7.4999924e+00, 8.999991e+00, 1.0999989e+01, 1.2999987e+01, 1.4999985e+01, 1.7999983e+01, 2.1999977e+01, 2.5999973e+01, 2.999997e+01, 3.5999966e+01, 4.3999954e+01, 5.1999947e+01, 5.999994e+01, 7.199993e+01, 8.799991e+01, 1.0399989e+02, 1.1999988e+02, 1.4399986e+02, 1.7599982e+02, 2.0799979e+02, 2.3999976e+02, 2.8799973e+02, 3.5199963e+02, 4.1599957e+02, 4.799995e+02, 5.7599945e+02, 7.0399927e+02, 8.3199915e+02, 9.59999e+02, 1.1519989e+03, 1.4079985e+03, 1.6639983e+03, 1.919998e+03, 2.3039978e+03, 2.815997e+03, 3.3279966e+03, 3.839996e+03, 4.6079956e+03, 5.631994e+03, 6.655993e+03, 7.679992e+03, 9.215991e+03, 1.1263988e+04, 1.3311986e+04, 1.5359984e+04, 1.8431982e+04, 2.2527977e+04, 2.6623973e+04, 3.0719969e+04, 3.6863965e+04, 4.5055953e+04, 5.3247945e+04, 5.791744e+04, 1.72032e+05, -0.0e+00, -7.6293945e-06, -1.5258789e-05, -2.2888184e-05, -3.0517578e-05, -3.8146973e-05, -4.5776367e-05, -5.340576e-05, -6.1035156e-05, -7.6293945e-05, -9.1552734e-05, -1.0681152e-04, -1.2207031e-04, -1.5258789e-04, -1.8310547e-04, -2.1362305e-04, -2.4414062e-04, -3.0517578e-04, -3.6621094e-04, -4.272461e-04, -4.8828125e-04, -6.1035156e-04, -7.324219e-04, -8.544922e-04, -9.765625e-04, -1.2207031e-03, -1.4648438e-03, -1.7089844e-03, -1.953125e-03, -2.4414062e-03, -2.9296875e-03, -3.4179688e-03, -3.90625e-03, -4.8828125e-03, -5.859375e-03, -6.8359375e-03, -7.8125e-03, -9.765625e-03, -1.171875e-02, -1.3671875e-02, -1.5625e-02, -1.953125e-02, -2.34375e-02, -2.734375e-02, -3.125e-02, -3.90625e-02, -4.6875e-02, -5.46875e-02, -6.25e-02, -7.8125e-02, -9.375e-02, -1.09375e-01, -1.25e-01, -1.5625e-01, -1.875e-01, -2.1875e-01, -2.5e-01, -3.125e-01, -3.75e-01, -4.375e-01, -5.0e-01, -6.25e-01, -7.5e-01, -8.75e-01, -1.0e+00, -1.25e+00, -1.5e+00, -1.75e+00, -2.0e+00, -2.5e+00, -3.0e+00, -3.5e+00, -4.0e+00, -5.0e+00, -6.0e+00, -7.0e+00, -8.0e+00, -1.0e+01, -1.2e+01, -1.4e+01, -1.6e+01, -2.0e+01, -2.4e+01, -2.8e+01, -3.2e+01, -4.0e+01, -4.8e+01, -5.6e+01, -6.4e+01, -8.0e+01, -9.6e+01, -1.12e+02, -1.28e+02, -1.6e+02, -1.92e+02, -2.24e+02, -2.56e+02, -3.2e+02, -3.84e+02, -4.48e+02, -5.12e+02, -6.4e+02, -7.68e+02, -8.96e+02, -1.024e+03, -1.28e+03, -1.536e+03, -1.792e+03, -2.048e+03, -2.56e+03, -3.072e+03, -3.584e+03, -4.096e+03, -5.12e+03, -6.144e+03, -7.168e+03, -8.192e+03, -1.024e+04, -1.2288e+04, -1.4336e+04, -1.6384e+04, -2.048e+04, -2.4576e+04, -2.8672e+04, -3.2768e+04, -4.096e+04, -4.9152e+04, -5.7344e+04, -3.8146973e-06, -1.1444092e-05, -1.9073486e-05, -2.670288e-05, -3.4332275e-05, -4.196167e-05, -4.9591064e-05, -5.722046e-05, -6.866455e-05, -8.392334e-05, -9.918213e-05, -1.1444092e-04, -1.373291e-04, -1.6784668e-04, -1.9836426e-04, -2.2888184e-04, -2.746582e-04, -3.3569336e-04, -3.9672852e-04, -4.5776367e-04, -5.493164e-04, -6.713867e-04, -7.9345703e-04, -9.1552734e-04, -1.0986328e-03, -1.3427734e-03, -1.5869141e-03, -1.8310547e-03, -2.1972656e-03, -2.6855469e-03, -3.1738281e-03, -3.6621094e-03, -4.3945312e-03, -5.3710938e-03, -6.3476562e-03, -7.3242188e-03, -8.7890625e-03, -1.07421875e-02, -1.26953125e-02, -1.46484375e-02, -1.7578125e-02, -2.1484375e-02, -2.5390625e-02, -2.9296875e-02, -3.515625e-02, -4.296875e-02, -5.078125e-02, -5.859375e-02, -7.03125e-02, -8.59375e-02, -1.015625e-01, -1.171875e-01, -1.40625e-01, -1.71875e-01, -2.03125e-01, -2.34375e-01, -2.8125e-01, -3.4375e-01, -4.0625e-01, -4.6875e-01, -5.625e-01, -6.875e-01, -8.125e-01, -9.375e-01, -1.125e+00, -1.375e+00, -1.625e+00, -1.875e+00, -2.25e+00, -2.75e+00, -3.25e+00, -3.75e+00, -4.5e+00, -5.5e+00, -6.5e+00, -7.5e+00, -9.0e+00, -1.1e+01, -1.3e+01, -1.5e+01, -1.8e+01, -2.2e+01, -2.6e+01, -3.0e+01, -3.6e+01, -4.4e+01, -5.2e+01, -6.0e+01, -7.2e+01, -8.8e+01, -1.04e+02, -1.2e+02, -1.44e+02, -1.76e+02, -2.08e+02, -2.4e+02, -2.88e+02, -3.52e+02, -4.16e+02, -4.8e+02, -5.76e+02, -7.04e+02, -8.32e+02, -9.6e+02, -1.152e+03, -1.408e+03, -1.664e+03, -1.92e+03, -2.304e+03, -2.816e+03, -3.328e+03, -3.84e+03, -4.608e+03, -5.632e+03, -6.656e+03, -7.68e+03, -9.216e+03, -1.1264e+04, -1.3312e+04, -1.536e+04, -1.8432e+04, -2.2528e+04, -2.6624e+04, -3.072e+04, -3.6864e+04, -4.5056e+04, -5.3248e+04, -3.814701e-06, -1.1444104e-05, -1.9073505e-05, -2.6702908e-05, -3.4332308e-05, -4.1961714e-05, -4.9591115e-05, -5.7220517e-05, -6.8664616e-05, -8.392343e-05, -9.918223e-05, -1.14441034e-04, -1.3732923e-04, -1.6784685e-04, -1.9836446e-04, -2.2888207e-04, -2.7465847e-04, -3.356937e-04, -3.9672892e-04, -4.5776414e-04, -5.4931693e-04, -6.713874e-04, -7.9345785e-04, -9.155283e-04, -1.0986339e-03, -1.3427748e-03, -1.5869157e-03, -1.8310566e-03, -2.1972677e-03, -2.6855497e-03, -3.1738314e-03, -3.662113e-03, -4.3945354e-03, -5.3710993e-03, -6.347663e-03, -7.324226e-03, -8.789071e-03, -1.0742199e-02, -1.2695326e-02, -1.4648452e-02, -1.7578142e-02, -2.1484397e-02, -2.5390651e-02, -2.9296905e-02, -3.5156284e-02, -4.2968795e-02, -5.0781302e-02, -5.859381e-02, -7.031257e-02, -8.593759e-02, -1.01562604e-01, -1.1718762e-01, -1.4062513e-01, -1.7187518e-01, -2.0312521e-01, -2.3437524e-01, -2.8125027e-01, -3.4375036e-01, -4.0625042e-01, -4.6875048e-01, -5.6250054e-01, -6.875007e-01, -8.1250083e-01, -9.3750095e-01, -1.1250011e+00, -1.3750014e+00, -1.6250017e+00, -1.8750019e+00, -2.2500021e+00, -2.7500029e+00, -3.2500033e+00, -3.7500038e+00, -4.5000043e+00, -5.5000057e+00, -6.5000067e+00, -7.5000076e+00, -9.000009e+00, -1.1000011e+01, -1.3000013e+01, -1.5000015e+01, -1.8000017e+01, -2.2000023e+01, -2.6000027e+01, -3.000003e+01, -3.6000034e+01, -4.4000046e+01, -5.2000053e+01, -6.000006e+01, -7.200007e+01, -8.800009e+01, -1.0400011e+02, -1.2000012e+02, -1.4400014e+02, -1.7600018e+02, -2.0800021e+02, -2.4000024e+02, -2.8800027e+02, -3.5200037e+02, -4.1600043e+02, -4.800005e+02, -5.7600055e+02, -7.0400073e+02, -8.3200085e+02, -9.60001e+02, -1.1520011e+03, -1.4080015e+03, -1.6640017e+03, -1.920002e+03, -2.3040022e+03, -2.816003e+03, -3.3280034e+03, -3.840004e+03, -4.6080044e+03, -5.632006e+03, -6.656007e+03, -7.680008e+03, -9.216009e+03, -1.1264012e+04, -1.3312014e+04, -1.5360016e+04, -1.8432018e+04, -2.2528023e+04, -2.6624027e+04, -3.0720031e+04, -3.6864035e+04, -4.5056047e+04, -5.3248055e+04, -3.8146934e-06, -1.144408e-05, -1.9073468e-05, -2.6702854e-05, -3.4332243e-05, -4.1961626e-05, -4.9591014e-05, -5.72204e-05, -6.8664485e-05, -8.392325e-05, -9.918203e-05, -1.144408e-04, -1.3732897e-04, -1.678465e-04, -1.9836405e-04, -2.288816e-04, -2.7465794e-04, -3.35693e-04, -3.967281e-04, -4.577632e-04, -5.493159e-04, -6.71386e-04, -7.934562e-04, -9.155264e-04, -1.0986318e-03, -1.342772e-03, -1.5869124e-03, -1.8310528e-03, -2.1972635e-03, -2.685544e-03, -3.1738249e-03, -3.6621056e-03, -4.394527e-03, -5.371088e-03, -6.3476497e-03, -7.3242113e-03, -8.789054e-03, -1.0742176e-02, -1.2695299e-02, -1.4648423e-02, -1.7578108e-02, -2.1484353e-02, -2.5390599e-02, -2.9296845e-02, -3.5156216e-02, -4.2968705e-02, -5.0781198e-02, -5.859369e-02, -7.031243e-02, -8.593741e-02, -1.01562396e-01, -1.1718738e-01, -1.4062487e-01, -1.7187482e-01, -2.0312479e-01, -2.3437476e-01, -2.8124973e-01, -3.4374964e-01, -4.0624958e-01, -4.6874952e-01, -5.6249946e-01, -6.874993e-01, -8.1249917e-01, -9.3749905e-01, -1.1249989e+00, -1.3749986e+00, -1.6249983e+00, -1.8749981e+00, -2.2499979e+00, -2.7499971e+00, -3.2499967e+00, -3.7499962e+00, -4.4999957e+00, -5.4999943e+00, -6.4999933e+00, -7.4999924e+00, -8.999991e+00, -1.0999989e+01, -1.2999987e+01, -1.4999985e+01, -1.7999983e+01, -2.1999977e+01, -2.5999973e+01, -2.999997e+01, -3.5999966e+01, -4.3999954e+01, -5.1999947e+01, -5.999994e+01, -7.199993e+01, -8.799991e+01, -1.0399989e+02, -1.1999988e+02, -1.4399986e+02, -1.7599982e+02, -2.0799979e+02, -2.3999976e+02, -2.8799973e+02, -3.5199963e+02, -4.1599957e+02, -4.799995e+02, -5.7599945e+02, -7.0399927e+02, -8.3199915e+02, -9.59999e+02, -1.1519989e+03, -1.4079985e+03, -1.6639983e+03, -1.919998e+03, -2.3039978e+03, -2.815997e+03, -3.3279966e+03, -3.839996e+03, -4.6079956e+03, -5.631994e+03, -6.655993e+03, -7.679992e+03, -9.215991e+03, -1.1263988e+04, -1.3311986e+04, -1.5359984e+04, -1.8431982e+04, -2.2527977e+04, -2.6623973e+04, -3.0719969e+04, -3.6863965e+04, -4.5055953e+04, -5.3247945e+04, -5.791744e+04, -1.72032e+05, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<1027xf32>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x00, 0x02, 0x02, 0x04, 0x04, 0x06, 0x06, 0x08, 0x08, 0x0A, 0x0A, 0x0C, 0x0C, 0x0E, 0x0E, 0x10, 0x10, 0x12, 0x12, 0x14, 0x14, 0x16, 0x16, 0x18, 0x18, 0x1A, 0x1A, 0x1C, 0x1C, 0x1E, 0x1E, 0x20, 0x20, 0x22, 0x22, 0x24, 0x24, 0x26, 0x26, 0x28, 0x28, 0x2A, 0x2A, 0x2C, 0x2C, 0x2E, 0x2E, 0x30, 0x30, 0x32, 0x32, 0x34, 0x34, 0x36, 0x36, 0x38, 0x38, 0x3A, 0x3A, 0x3C, 0x3C, 0x3E, 0x3E, 0x40, 0x40, 0x42, 0x42, 0x44, 0x44, 0x46, 0x46, 0x48, 0x48, 0x4A, 0x4A, 0x4C, 0x4C, 0x4E, 0x4E, 0x50, 0x50, 0x52, 0x52, 0x54, 0x54, 0x56, 0x56, 0x58, 0x58, 0x5A, 0x5A, 0x5C, 0x5C, 0x5E, 0x5E, 0x60, 0x60, 0x62, 0x62, 0x64, 0x64, 0x66, 0x66, 0x68, 0x68, 0x6A, 0x6A, 0x6C, 0x6C, 0x6E, 0x6E, 0x70, 0x70, 0x72, 0x72, 0x74, 0x74, 0x76, 0x76, 0x78, 0x78, 0x7A, 0x7A, 0x7C, 0x7C, 0x7E, 0x7E, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x00, 0x82, 0x82, 0x84, 0x84, 0x86, 0x86, 0x88, 0x88, 0x8A, 0x8A, 0x8C, 0x8C, 0x8E, 0x8E, 0x90, 0x90, 0x92, 0x92, 0x94, 0x94, 0x96, 0x96, 0x98, 0x98, 0x9A, 0x9A, 0x9C, 0x9C, 0x9E, 0x9E, 0xA0, 0xA0, 0xA2, 0xA2, 0xA4, 0xA4, 0xA6, 0xA6, 0xA8, 0xA8, 0xAA, 0xAA, 0xAC, 0xAC, 0xAE, 0xAE, 0xB0, 0xB0, 0xB2, 0xB2, 0xB4, 0xB4, 0xB6, 0xB6, 0xB8, 0xB8, 0xBA, 0xBA, 0xBC, 0xBC, 0xBE, 0xBE, 0xC0, 0xC0, 0xC2, 0xC2, 0xC4, 0xC4, 0xC6, 0xC6, 0xC8, 0xC8, 0xCA, 0xCA, 0xCC, 0xCC, 0xCE, 0xCE, 0xD0, 0xD0, 0xD2, 0xD2, 0xD4, 0xD4, 0xD6, 0xD6, 0xD8, 0xD8, 0xDA, 0xDA, 0xDC, 0xDC, 0xDE, 0xDE, 0xE0, 0xE0, 0xE2, 0xE2, 0xE4, 0xE4, 0xE6, 0xE6, 0xE8, 0xE8, 0xEA, 0xEA, 0xEC, 0xEC, 0xEE, 0xEE, 0xF0, 0xF0, 0xF2, 0xF2, 0xF4, 0xF4, 0xF6, 0xF6, 0xF8, 0xF8, 0xFA, 0xFA, 0xFC, 0xFC, 0xFE, 0xFE, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x00, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x80, 0x00, 0x00, 0x80, 0x80, 0x80]> : tensor<1027xf8E5M2FNUZ>
func.func public @main(%a: tensor<1027xf32>) -> (tensor<1027xf8E5M2FNUZ>) {
  %r0 = stablehlo.convert %a : (tensor<1027xf32>) -> tensor<1027xf8E5M2FNUZ>
  return %r0 : tensor<1027xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: rounding of bf16
//! input: dense<[0.0e+00, 2.288818359375e-05, 4.57763671875e-05, 7.62939453125e-05, 1.220703125e-04, 2.13623046875e-04, 3.662109375e-04, 6.103515625e-04, 9.765625e-04, 1.708984375e-03, 2.9296875e-03, 4.8828125e-03, 7.8125e-03, 1.3671875e-02, 2.34375e-02, 3.90625e-02, 6.25e-02, 1.09375e-01, 1.875e-01, 3.125e-01, 5.0e-01, 8.75e-01, 1.5e+00, 2.5e+00, 4.0e+00, 7.0e+00, 1.2e+01, 2.0e+01, 3.2e+01, 5.6e+01, 9.6e+01, 1.6e+02, 2.56e+02, 4.48e+02, 7.68e+02, 1.28e+03, 2.048e+03, 3.584e+03, 6.144e+03, 1.024e+04, 1.6384e+04, 2.8672e+04, 4.9152e+04, 1.1444091796875e-05, 3.4332275390625e-05, 5.7220458984375e-05, 9.918212890625e-05, 1.678466796875e-04, 2.74658203125e-04, 4.57763671875e-04, 7.9345703125e-04, 1.3427734375e-03, 2.197265625e-03, 3.662109375e-03, 6.34765625e-03, 1.07421875e-02, 1.7578125e-02, 2.9296875e-02, 5.078125e-02, 8.59375e-02, 1.40625e-01, 2.34375e-01, 4.0625e-01, 6.875e-01, 1.125e+00, 1.875e+00, 3.25e+00, 5.5e+00, 9.0e+00, 1.5e+01, 2.6e+01, 4.4e+01, 7.2e+01, 1.2e+02, 2.08e+02, 3.52e+02, 5.76e+02, 9.6e+02, 1.664e+03, 2.816e+03, 4.608e+03, 7.68e+03, 1.3312e+04, 2.2528e+04, 3.6864e+04, 3.814697265625e-06, 2.6702880859375e-05, 4.9591064453125e-05, 8.392333984375e-05, 1.373291015625e-04, 2.288818359375e-04, 3.96728515625e-04, 6.7138671875e-04, 1.0986328125e-03, 1.8310546875e-03, 3.173828125e-03, 5.37109375e-03, 8.7890625e-03, 1.46484375e-02, 2.5390625e-02, 4.296875e-02, 7.03125e-02, 1.171875e-01, 2.03125e-01, 3.4375e-01, 5.625e-01, 9.375e-01, 1.625e+00, 2.75e+00, 4.5e+00, 7.5e+00, 1.3e+01, 2.2e+01, 3.6e+01, 6.0e+01, 1.04e+02, 1.76e+02, 2.88e+02, 4.8e+02, 8.32e+02, 1.408e+03, 2.304e+03, 3.84e+03, 6.656e+03, 1.1264e+04, 1.8432e+04, 3.072e+04, 5.3248e+04, 1.9073486328125e-05, 4.1961669921875e-05, 6.866455078125e-05, 1.1444091796875e-04, 1.983642578125e-04, 3.35693359375e-04, 5.4931640625e-04, 9.1552734375e-04, 1.5869140625e-03, 2.685546875e-03, 4.39453125e-03, 7.32421875e-03, 1.26953125e-02, 2.1484375e-02, 3.515625e-02, 5.859375e-02, 1.015625e-01, 1.71875e-01, 2.8125e-01, 4.6875e-01, 8.125e-01, 1.375e+00, 2.25e+00, 3.75e+00, 6.5e+00, 1.1e+01, 1.8e+01, 3.0e+01, 5.2e+01, 8.8e+01, 1.44e+02, 2.4e+02, 4.16e+02, 7.04e+02, 1.152e+03, 1.92e+03, 3.328e+03, 5.632e+03, 9.216e+03, 1.536e+04, 2.6624e+04, 4.5056e+04, 1.72032e+05, -1.52587890625e-05, -3.814697265625e-05, -6.103515625e-05, -1.068115234375e-04, -1.8310546875e-04, -3.0517578125e-04, -4.8828125e-04, -8.544921875e-04, -1.46484375e-03, -2.44140625e-03, -3.90625e-03, -6.8359375e-03, -1.171875e-02, -1.953125e-02, -3.125e-02, -5.46875e-02, -9.375e-02, -1.5625e-01, -2.5e-01, -4.375e-01, -7.5e-01, -1.25e+00, -2.0e+00, -3.5e+00, -6.0e+00, -1.0e+01, -1.6e+01, -2.8e+01, -4.8e+01, -8.0e+01, -1.28e+02, -2.24e+02, -3.84e+02, -6.4e+02, -1.024e+03, -1.792e+03, -3.072e+03, -5.12e+03, -8.192e+03, -1.4336e+04, -2.4576e+04, -4.096e+04, -3.814697265625e-06, -2.6702880859375e-05, -4.9591064453125e-05, -8.392333984375e-05, -1.373291015625e-04, -2.288818359375e-04, -3.96728515625e-04, -6.7138671875e-04, -1.0986328125e-03, -1.8310546875e-03, -3.173828125e-03, -5.37109375e-03, -8.7890625e-03, -1.46484375e-02, -2.5390625e-02, -4.296875e-02, -7.03125e-02, -1.171875e-01, -2.03125e-01, -3.4375e-01, -5.625e-01, -9.375e-01, -1.625e+00, -2.75e+00, -4.5e+00, -7.5e+00, -1.3e+01, -2.2e+01, -3.6e+01, -6.0e+01, -1.04e+02, -1.76e+02, -2.88e+02, -4.8e+02, -8.32e+02, -1.408e+03, -2.304e+03, -3.84e+03, -6.656e+03, -1.1264e+04, -1.8432e+04, -3.072e+04, -5.3248e+04, -1.9073486328125e-05, -4.1961669921875e-05, -6.866455078125e-05, -1.1444091796875e-04, -1.983642578125e-04, -3.35693359375e-04, -5.4931640625e-04, -9.1552734375e-04, -1.5869140625e-03, -2.685546875e-03, -4.39453125e-03, -7.32421875e-03, -1.26953125e-02, -2.1484375e-02, -3.515625e-02, -5.859375e-02, -1.015625e-01, -1.71875e-01, -2.8125e-01, -4.6875e-01, -8.125e-01, -1.375e+00, -2.25e+00, -3.75e+00, -6.5e+00, -1.1e+01, -1.8e+01, -3.0e+01, -5.2e+01, -8.8e+01, -1.44e+02, -2.4e+02, -4.16e+02, -7.04e+02, -1.152e+03, -1.92e+03, -3.328e+03, -5.632e+03, -9.216e+03, -1.536e+04, -2.6624e+04, -4.5056e+04, -1.1444091796875e-05, -3.4332275390625e-05, -5.7220458984375e-05, -9.918212890625e-05, -1.678466796875e-04, -2.74658203125e-04, -4.57763671875e-04, -7.9345703125e-04, -1.3427734375e-03, -2.197265625e-03, -3.662109375e-03, -6.34765625e-03, -1.07421875e-02, -1.7578125e-02, -2.9296875e-02, -5.078125e-02, -8.59375e-02, -1.40625e-01, -2.34375e-01, -4.0625e-01, -6.875e-01, -1.125e+00, -1.875e+00, -3.25e+00, -5.5e+00, -9.0e+00, -1.5e+01, -2.6e+01, -4.4e+01, -7.2e+01, -1.2e+02, -2.08e+02, -3.52e+02, -5.76e+02, -9.6e+02, -1.664e+03, -2.816e+03, -4.608e+03, -7.68e+03, -1.3312e+04, -2.2528e+04, -3.6864e+04, -5.7856e+04, -0.0e+00, 0x7FC0]> : tensor<343xbf16>
//! expect: dense<[0x00, 0x03, 0x06, 0x09, 0x0C, 0x0F, 0x12, 0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24, 0x27, 0x2A, 0x2D, 0x30, 0x33, 0x36, 0x39, 0x3C, 0x3F, 0x42, 0x45, 0x48, 0x4B, 0x4E, 0x51, 0x54, 0x57, 0x5A, 0x5D, 0x60, 0x63, 0x66, 0x69, 0x6C, 0x6F, 0x72, 0x75, 0x78, 0x7B, 0x7E, 0x02, 0x04, 0x08, 0x0A, 0x0E, 0x10, 0x14, 0x16, 0x1A, 0x1C, 0x20, 0x22, 0x26, 0x28, 0x2C, 0x2E, 0x32, 0x34, 0x38, 0x3A, 0x3E, 0x40, 0x44, 0x46, 0x4A, 0x4C, 0x50, 0x52, 0x56, 0x58, 0x5C, 0x5E, 0x62, 0x64, 0x68, 0x6A, 0x6E, 0x70, 0x74, 0x76, 0x7A, 0x7C, 0x00, 0x04, 0x06, 0x0A, 0x0C, 0x10, 0x12, 0x16, 0x18, 0x1C, 0x1E, 0x22, 0x24, 0x28, 0x2A, 0x2E, 0x30, 0x34, 0x36, 0x3A, 0x3C, 0x40, 0x42, 0x46, 0x48, 0x4C, 0x4E, 0x52, 0x54, 0x58, 0x5A, 0x5E, 0x60, 0x64, 0x66, 0x6A, 0x6C, 0x70, 0x72, 0x76, 0x78, 0x7C, 0x7E, 0x02, 0x06, 0x08, 0x0C, 0x0E, 0x12, 0x14, 0x18, 0x1A, 0x1E, 0x20, 0x24, 0x26, 0x2A, 0x2C, 0x30, 0x32, 0x36, 0x38, 0x3C, 0x3E, 0x42, 0x44, 0x48, 0x4A, 0x4E, 0x50, 0x54, 0x56, 0x5A, 0x5C, 0x60, 0x62, 0x66, 0x68, 0x6C, 0x6E, 0x72, 0x74, 0x78, 0x7A, 0x7E, 0x80, 0x82, 0x85, 0x88, 0x8B, 0x8E, 0x91, 0x94, 0x97, 0x9A, 0x9D, 0xA0, 0xA3, 0xA6, 0xA9, 0xAC, 0xAF, 0xB2, 0xB5, 0xB8, 0xBB, 0xBE, 0xC1, 0xC4, 0xC7, 0xCA, 0xCD, 0xD0, 0xD3, 0xD6, 0xD9, 0xDC, 0xDF, 0xE2, 0xE5, 0xE8, 0xEB, 0xEE, 0xF1, 0xF4, 0xF7, 0xFA, 0xFD, 0x00, 0x84, 0x86, 0x8A, 0x8C, 0x90, 0x92, 0x96, 0x98, 0x9C, 0x9E, 0xA2, 0xA4, 0xA8, 0xAA, 0xAE, 0xB0, 0xB4, 0xB6, 0xBA, 0xBC, 0xC0, 0xC2, 0xC6, 0xC8, 0xCC, 0xCE, 0xD2, 0xD4, 0xD8, 0xDA, 0xDE, 0xE0, 0xE4, 0xE6, 0xEA, 0xEC, 0xF0, 0xF2, 0xF6, 0xF8, 0xFC, 0xFE, 0x82, 0x86, 0x88, 0x8C, 0x8E, 0x92, 0x94, 0x98, 0x9A, 0x9E, 0xA0, 0xA4, 0xA6, 0xAA, 0xAC, 0xB0, 0xB2, 0xB6, 0xB8, 0xBC, 0xBE, 0xC2, 0xC4, 0xC8, 0xCA, 0xCE, 0xD0, 0xD4, 0xD6, 0xDA, 0xDC, 0xE0, 0xE2, 0xE6, 0xE8, 0xEC, 0xEE, 0xF2, 0xF4, 0xF8, 0xFA, 0xFE, 0x82, 0x84, 0x88, 0x8A, 0x8E, 0x90, 0x94, 0x96, 0x9A, 0x9C, 0xA0, 0xA2, 0xA6, 0xA8, 0xAC, 0xAE, 0xB2, 0xB4, 0xB8, 0xBA, 0xBE, 0xC0, 0xC4, 0xC6, 0xCA, 0xCC, 0xD0, 0xD2, 0xD6, 0xD8, 0xDC, 0xDE, 0xE2, 0xE4, 0xE8, 0xEA, 0xEE, 0xF0, 0xF4, 0xF6, 0xFA, 0xFC, 0xFF, 0x00, 0x80]> : tensor<343xf8E5M2FNUZ>
func.func public @main(%a: tensor<343xbf16>) -> (tensor<343xf8E5M2FNUZ>) {
  %r0 = stablehlo.convert %a : (tensor<343xbf16>) -> tensor<343xf8E5M2FNUZ>
  return %r0 : tensor<343xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<255xf8E5M2FNUZ>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255]> : tensor<255xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<255xf8E5M2FNUZ>
func.func public @main(%a: tensor<255xf8E5M2FNUZ>) -> (tensor<255xui8>, tensor<255xf8E5M2FNUZ>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<255xf8E5M2FNUZ>) -> tensor<255xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<255xui8>) -> tensor<255xf8E5M2FNUZ>
  return %r0, %r1 : tensor<255xui8>, tensor<255xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x7E, 0xF1, 0x48, 0xE5, 0x98, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD1, 0xDF, 0xE9, 0xAF, 0x7F, 0x54, 0xE5, 0xCC, 0xDF, 0x77, 0xD1, 0x44, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x80, 0x71, 0xC8, 0xE5, 0x00, 0x55, 0x69, 0xCD, 0x46, 0xF7, 0x53, 0xDF, 0xE9, 0x2F, 0x7F, 0xD9, 0x65, 0xCC, 0x5F, 0x77, 0xD1, 0x50, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x80, 0x51, 0xB7, 0x76, 0x00, 0x5C, 0x7E, 0x46, 0x94, 0x80, 0xDA, 0xEB, 0xF0, 0x00, 0x78, 0xE9, 0xC6, 0x9A, 0xBD, 0xD7, 0x8D, 0xD9, 0x35, 0x28]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0xB2, 0x00, 0xA7, 0x54, 0x40, 0x31, 0x2C, 0x2C, 0x88, 0x15, 0xB5, 0xD3, 0xE2, 0x8D, 0x80, 0xBB, 0x81, 0xFD, 0x82, 0x80, 0x80, 0xC1, 0x79, 0x66]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x7F, 0xA0, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x4D, 0x0E, 0x77, 0x48, 0x4C, 0x47, 0x01, 0x7F, 0x57, 0x21, 0x0E, 0x1E, 0x77, 0x01, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0xB9, 0x8E, 0xCC, 0xC8, 0x5F, 0x69, 0x81, 0xFF, 0x52, 0xA1, 0x4C, 0x9E, 0xF7, 0x51, 0xCD, 0xD7, 0xC7]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0xF1, 0xC0, 0xC0, 0xE5, 0xC0, 0xC6, 0xD5, 0x00, 0x00, 0x4C, 0x48, 0xDF, 0xE9, 0x00, 0x7F, 0xD2, 0x00, 0xCC, 0x00, 0x77, 0xD1, 0x4D, 0x57, 0x46]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x71, 0x20, 0x2F, 0x65, 0x14, 0x46, 0x55, 0x39, 0x0E, 0x4C, 0x48, 0x5F, 0x69, 0x01, 0x7F, 0x52, 0x21, 0x4C, 0x1E, 0x77, 0x51, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x58, 0x30, 0x37, 0x52, 0x2A, 0x43, 0x4A, 0x3C, 0x27, 0x46, 0x44, 0x4F, 0x54, 0x1E, 0x5F, 0x49, 0x30, 0x46, 0x2F, 0x5B, 0x48, 0x46, 0x4B, 0x43]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %0 = stablehlo.abs %a : tensor<24xf8E5M2FNUZ>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0x80, 0x80, 0x50, 0x76, 0x00, 0x6A, 0x80, 0x5A, 0x4C, 0x80, 0x64, 0xEB, 0xF0, 0x1E, 0x78, 0x6B, 0x80, 0x9A, 0x7E, 0xD7, 0x8D, 0xD0, 0x35, 0x28]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E5M2FNUZ>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[0xF1, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x39, 0xC6, 0x4C, 0xD2, 0xDF, 0xE9, 0xAF, 0x39, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<24xf8E5M2FNUZ>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E5M2FNUZ>, tensor<24xf8E5M2FNUZ>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E5M2FNUZ>
  return %r0 : tensor<24xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E5M2FNUZ>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E5M2FNUZ>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E5M2FNUZ>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E5M2FNUZ>
func.func public @main(%a: tensor<24xf8E5M2FNUZ>, %b: tensor<24xf8E5M2FNUZ>) -> (tensor<8x6xf8E5M2FNUZ>, tensor<2x6xf8E5M2FNUZ>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E5M2FNUZ>, tensor<24xf8E5M2FNUZ>) -> tensor<48xf8E5M2FNUZ>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E5M2FNUZ>) -> tensor<6x8xf8E5M2FNUZ>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E5M2FNUZ>) -> tensor<8x6xf8E5M2FNUZ>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E5M2FNUZ>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E5M2FNUZ>) -> tensor<2x6xf8E5M2FNUZ>
  return %r0, %r1 : tensor<8x6xf8E5M2FNUZ>, tensor<2x6xf8E5M2FNUZ>
}

// -----
//! name: f8E5M2FNUZ: a constant, and a sum
//! input: dense<[[0x40, 0x40], [0x40, 0x00], [0x40, 0x40], [0x40, 0x40]]> : tensor<4x2xf8E5M2FNUZ>
//! expect: dense<[0x40, 0x00, 0x40]> : tensor<3xf8E5M2FNUZ>
//! expect: dense<[0x44, 0x40, 0x44, 0x44]> : tensor<4xf8E5M2FNUZ>
func.func public @main(%a: tensor<4x2xf8E5M2FNUZ>) -> (tensor<3xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) {
  %r0 = stablehlo.constant dense<[0x40, 0x00, 0x40]> : tensor<3xf8E5M2FNUZ>
  %0 = stablehlo.constant dense<0x00> : tensor<f8E5M2FNUZ>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<4xf8E5M2FNUZ>
  return %r0, %r1 : tensor<3xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>
}

// -----
//! name: f8E8M0FNU: all numbers as f32
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF]> : tensor<256xf8E8M0FNU>
//! expect: dense<[5.877472e-39, 1.1754944e-38, 2.3509887e-38, 4.7019774e-38, 9.403955e-38, 1.880791e-37, 3.761582e-37, 7.523164e-37, 1.5046328e-36, 3.0092655e-36, 6.018531e-36, 1.2037062e-35, 2.4074124e-35, 4.814825e-35, 9.62965e-35, 1.92593e-34, 3.85186e-34, 7.70372e-34, 1.540744e-33, 3.081488e-33, 6.162976e-33, 1.2325952e-32, 2.4651903e-32, 4.9303807e-32, 9.8607613e-32, 1.9721523e-31, 3.9443045e-31, 7.888609e-31, 1.5777218e-30, 3.1554436e-30, 6.3108872e-30, 1.2621775e-29, 2.524355e-29, 5.04871e-29, 1.009742e-28, 2.019484e-28, 4.038968e-28, 8.077936e-28, 1.6155871e-27, 3.2311743e-27, 6.4623485e-27, 1.2924697e-26, 2.5849394e-26, 5.169879e-26, 1.0339758e-25, 2.0679515e-25, 4.135903e-25, 8.271806e-25, 1.6543612e-24, 3.3087225e-24, 6.617445e-24, 1.323489e-23, 2.646978e-23, 5.293956e-23, 1.0587912e-22, 2.1175824e-22, 4.2351647e-22, 8.4703295e-22, 1.6940659e-21, 3.3881318e-21, 6.7762636e-21, 1.3552527e-20, 2.7105054e-20, 5.421011e-20, 1.0842022e-19, 2.1684043e-19, 4.3368087e-19, 8.6736174e-19, 1.7347235e-18, 3.469447e-18, 6.938894e-18, 1.3877788e-17, 2.7755576e-17, 5.551115e-17, 1.110223e-16, 2.220446e-16, 4.440892e-16, 8.881784e-16, 1.7763568e-15, 3.5527137e-15, 7.1054274e-15, 1.4210855e-14, 2.842171e-14, 5.684342e-14, 1.1368684e-13, 2.2737368e-13, 4.5474735e-13, 9.094947e-13, 1.8189894e-12, 3.637979e-12, 7.275958e-12, 1.4551915e-11, 2.910383e-11, 5.820766e-11, 1.1641532e-10, 2.3283064e-10, 4.656613e-10, 9.313226e-10, 1.8626451e-09, 3.7252903e-09, 7.450581e-09, 1.4901161e-08, 2.9802322e-08, 5.9604645e-08, 1.1920929e-07, 2.3841858e-07, 4.7683716e-07, 9.536743e-07, 1.9073486e-06, 3.8146973e-06, 7.6293945e-06, 1.5258789e-05, 3.0517578e-05, 6.1035156e-05, 1.2207031e-04, 2.4414062e-04, 4.8828125e-04, 9.765625e-04, 1.953125e-03, 3.90625e-03, 7.8125e-03, 1.5625e-02, 3.125e-02, 6.25e-02, 1.25e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.0e+00, 4.0e+00, 8.0e+00, 1.6e+01, 3.2e+01, 6.4e+01, 1.28e+02, 2.56e+02, 5.12e+02, 1.024e+03, 2.048e+03, 4.096e+03, 8.192e+03, 1.6384e+04, 3.2768e+04, 6.5536e+04, 1.31072e+05, 2.62144e+05, 5.24288e+05, 1.048576e+06, 2.097152e+06, 4.194304e+06, 8.388608e+06, 1.6777216e+07, 3.3554432e+07, 6.7108864e+07, 1.3421773e+08, 2.6843546e+08, 5.368709e+08, 1.0737418e+09, 2.1474836e+09, 4.2949673e+09, 8.589935e+09, 1.717987e+10, 3.435974e+10, 6.871948e+10, 1.3743895e+11, 2.748779e+11, 5.497558e+11, 1.0995116e+12, 2.1990233e+12, 4.3980465e+12, 8.796093e+12, 1.7592186e+13, 3.5184372e+13, 7.0368744e+13, 1.4073749e+14, 2.8147498e+14, 5.6294995e+14, 1.1258999e+15, 2.2517998e+15, 4.5035996e+15, 9.007199e+15, 1.8014399e+16, 3.6028797e+16, 7.2057594e+16, 1.4411519e+17, 2.8823038e+17, 5.7646075e+17, 1.1529215e+18, 2.305843e+18, 4.611686e+18, 9.223372e+18, 1.8446744e+19, 3.689349e+19, 7.378698e+19, 1.4757395e+20, 2.951479e+20, 5.902958e+20, 1.1805916e+21, 2.3611832e+21, 4.7223665e+21, 9.444733e+21, 1.8889466e+22, 3.7778932e+22, 7.5557864e+22, 1.5111573e+23, 3.0223145e+23, 6.044629e+23, 1.2089258e+24, 2.4178516e+24, 4.8357033e+24, 9.671407e+24, 1.9342813e+25, 3.8685626e+25, 7.7371252e+25, 1.5474251e+26, 3.0948501e+26, 6.1897002e+26, 1.2379401e+27, 2.4758801e+27, 4.9517602e+27, 9.9035203e+27, 1.9807041e+28, 3.9614081e+28, 7.9228163e+28, 1.5845633e+29, 3.1691265e+29, 6.338253e+29, 1.2676506e+30, 2.5353012e+30, 5.0706024e+30, 1.0141205e+31, 2.028241e+31, 4.056482e+31, 8.112964e+31, 1.6225928e+32, 3.2451855e+32, 6.490371e+32, 1.2980742e+33, 2.5961484e+33, 5.192297e+33, 1.0384594e+34, 2.0769187e+34, 4.1538375e+34, 8.307675e+34, 1.661535e+35, 3.32307e+35, 6.64614e+35, 1.329228e+36, 2.658456e+36, 5.316912e+36, 1.0633824e+37, 2.1267648e+37, 4.2535296e+37, 8.507059e+37, 1.7014118e+38, 0x7FC00000]> : tensor<256xf32>
func.func public @main(%a: tensor<256xf8E8M0FNU>) -> (tensor<256xf32>) {
  %r0 = stablehlo.convert %a : (tensor<256xf8E8M0FNU>) -> tensor<256xf32>
  return %r0 : tensor<256xf32>
}

// -----
//! name: f8E8M0FNU: rounding
//! input: dense<[2.3509887e-38, 4.7019774e-38, 9.403955e-38, 1.880791e-37, 3.761582e-37, 7.523164e-37, 1.5046328e-36, 3.0092655e-36, 6.018531e-36, 1.2037062e-35, 2.4074124e-35, 4.814825e-35, 9.62965e-35, 1.92593e-34, 3.85186e-34, 7.70372e-34, 1.540744e-33, 3.081488e-33, 6.162976e-33, 1.2325952e-32, 2.4651903e-32, 4.9303807e-32, 9.8607613e-32, 1.9721523e-31, 3.9443045e-31, 7.888609e-31, 1.5777218e-30, 3.1554436e-30, 6.3108872e-30, 1.2621775e-29, 2.524355e-29, 5.04871e-29, 1.009742e-28, 2.019484e-28, 4.038968e-28, 8.077936e-28, 1.6155871e-27, 3.2311743e-27, 6.4623485e-27, 1.2924697e-26, 2.5849394e-26, 5.169879e-26, 1.0339758e-25, 2.0679515e-25, 4.135903e-25, 8.271806e-25, 1.6543612e-24, 3.3087225e-24, 6.617445e-24, 1.323489e-23, 2.646978e-23, 5.293956e-23, 1.0587912e-22, 2.1175824e-22, 4.2351647e-22, 8.4703295e-22, 1.6940659e-21, 3.3881318e-21, 6.7762636e-21, 1.3552527e-20, 2.7105054e-20, 5.421011e-20, 1.0842022e-19, 2.1684043e-19, 4.3368087e-19, 8.6736174e-19, 1.7347235e-18, 3.469447e-18, 6.938894e-18, 1.3877788e-17, 2.7755576e-17, 5.551115e-17, 1.110223e-16, 2.220446e-16, 4.440892e-16, 8.881784e-16, 1.7763568e-15, 3.5527137e-15, 7.1054274e-15, 1.4210855e-14, 2.842171e-14, 5.684342e-14, 1.1368684e-13, 2.2737368e-13, 4.5474735e-13, 9.094947e-13, 1.8189894e-12, 3.637979e-12, 7.275958e-12, 1.4551915e-11, 2.910383e-11, 5.820766e-11, 1.1641532e-10, 2.3283064e-10, 4.656613e-10, 9.313226e-10, 1.8626451e-09, 3.7252903e-09, 7.450581e-09, 1.4901161e-08, 2.9802322e-08, 5.9604645e-08, 1.1920929e-07, 2.3841858e-07, 4.7683716e-07, 9.536743e-07, 1.9073486e-06, 3.8146973e-06, 7.6293945e-06, 1.5258789e-05, 3.0517578e-05, 6.1035156e-05, 1.2207031e-04, 2.4414062e-04, 4.8828125e-04, 9.765625e-04, 1.953125e-03, 3.90625e-03, 7.8125e-03, 1.5625e-02, 3.125e-02, 6.25e-02, 1.25e-01, 2.5e-01, 5.0e-01, 1.0e+00, 2.0e+00, 4.0e+00, 8.0e+00, 1.6e+01, 3.2e+01, 6.4e+01, 1.28e+02, 2.56e+02, 5.12e+02, 1.024e+03, 2.048e+03, 4.096e+03, 8.192e+03, 1.6384e+04, 3.2768e+04, 6.5536e+04, 1.31072e+05, 2.62144e+05, 5.24288e+05, 1.048576e+06, 2.097152e+06, 4.194304e+06, 8.388608e+06, 1.6777216e+07, 3.3554432e+07, 6.7108864e+07, 1.3421773e+08, 2.6843546e+08, 5.368709e+08, 1.0737418e+09, 2.1474836e+09, 4.2949673e+09, 8.589935e+09, 1.717987e+10, 3.435974e+10, 6.871948e+10, 1.3743895e+11, 2.748779e+11, 5.497558e+11, 1.0995116e+12, 2.1990233e+12, 4.3980465e+12, 8.796093e+12, 1.7592186e+13, 3.5184372e+13, 7.0368744e+13, 1.4073749e+14, 2.8147498e+14, 5.6294995e+14, 1.1258999e+15, 2.2517998e+15, 4.5035996e+15, 9.007199e+15, 1.8014399e+16, 3.6028797e+16, 7.2057594e+16, 1.4411519e+17, 2.8823038e+17, 5.7646075e+17, 1.1529215e+18, 2.305843e+18, 4.611686e+18, 9.223372e+18, 1.8446744e+19, 3.689349e+19, 7.378698e+19, 1.4757395e+20, 2.951479e+20, 5.902958e+20, 1.1805916e+21, 2.3611832e+21, 4.7223665e+21, 9.444733e+21, 1.8889466e+22, 3.7778932e+22, 7.5557864e+22, 1.5111573e+23, 3.0223145e+23, 6.044629e+23, 1.2089258e+24, 2.4178516e+24, 4.8357033e+24, 9.671407e+24, 1.9342813e+25, 3.8685626e+25, 7.7371252e+25, 1.5474251e+26, 3.0948501e+26, 6.1897002e+26, 1.2379401e+27, 2.4758801e+27, 4.9517602e+27, 9.9035203e+27, 1.9807041e+28, 3.9614081e+28, 7.9228163e+28, 1.5845633e+29, 3.1691265e+29, 6.338253e+29, 1.2676506e+30, 2.5353012e+30, 5.0706024e+30, 1.0141205e+31, 2.028241e+31, 4.056482e+31, 8.112964e+31, 1.6225928e+32, 3.2451855e+32, 6.490371e+32, 1.2980742e+33, 2.5961484e+33, 5.192297e+33, 1.0384594e+34, 2.0769187e+34, 4.1538375e+34, 8.307675e+34, 1.661535e+35, 3.32307e+35, 6.64614e+35, 1.329228e+36, 2.658456e+36, 5.316912e+36, 1.0633824e+37, 2.1267648e+37, 4.2535296e+37, 8.507059e+37, 1.7014118e+38, 3.526483e-38, 7.052966e-38, 1.4105932e-37, 2.8211864e-37, 5.642373e-37, 1.1284746e-36, 2.2569492e-36, 4.5138983e-36, 9.0277966e-36, 1.8055593e-35, 3.6111186e-35, 7.2222373e-35, 1.4444475e-34, 2.888895e-34, 5.77779e-34, 1.155558e-33, 2.311116e-33, 4.622232e-33, 9.244464e-33, 1.8488927e-32, 3.6977855e-32, 7.395571e-32, 1.4791142e-31, 2.9582284e-31, 5.916457e-31, 1.1832914e-30, 2.3665827e-30, 4.7331654e-30, 9.466331e-30, 1.8932662e-29, 3.7865323e-29, 7.5730647e-29, 1.5146129e-28, 3.0292259e-28, 6.0584518e-28, 1.21169035e-27, 2.4233807e-27, 4.8467614e-27, 9.693523e-27, 1.9387046e-26, 3.877409e-26, 7.754818e-26, 1.5509636e-25, 3.1019273e-25, 6.2038546e-25, 1.2407709e-24, 2.4815418e-24, 4.9630837e-24, 9.926167e-24, 1.9852335e-23, 3.970467e-23, 7.940934e-23, 1.5881868e-22, 3.1763736e-22, 6.352747e-22, 1.2705494e-21, 2.5410988e-21, 5.0821977e-21, 1.0164395e-20, 2.032879e-20, 4.065758e-20, 8.131516e-20, 1.6263033e-19, 3.2526065e-19, 6.505213e-19, 1.3010426e-18, 2.6020852e-18, 5.2041704e-18, 1.0408341e-17, 2.0816682e-17, 4.1633363e-17, 8.326673e-17, 1.6653345e-16, 3.330669e-16, 6.661338e-16, 1.3322676e-15, 2.6645353e-15, 5.3290705e-15, 1.0658141e-14, 2.1316282e-14, 4.2632564e-14, 8.526513e-14, 1.7053026e-13, 3.410605e-13, 6.82121e-13, 1.364242e-12, 2.728484e-12, 5.456968e-12, 1.0913936e-11, 2.1827873e-11, 4.3655746e-11, 8.731149e-11, 1.7462298e-10, 3.4924597e-10, 6.9849193e-10, 1.3969839e-09, 2.7939677e-09, 5.5879354e-09, 1.1175871e-08, 2.2351742e-08, 4.4703484e-08, 8.940697e-08, 1.7881393e-07, 3.5762787e-07, 7.1525574e-07, 1.4305115e-06, 2.861023e-06, 5.722046e-06, 1.1444092e-05, 2.2888184e-05, 4.5776367e-05, 9.1552734e-05, 1.8310547e-04, 3.6621094e-04, 7.324219e-04, 1.4648438e-03, 2.9296875e-03, 5.859375e-03, 1.171875e-02, 2.34375e-02, 4.6875e-02, 9.375e-02, 1.875e-01, 3.75e-01, 7.5e-01, 1.5e+00, 3.0e+00, 6.0e+00, 1.2e+01, 2.4e+01, 4.8e+01, 9.6e+01, 1.92e+02, 3.84e+02, 7.68e+02, 1.536e+03, 3.072e+03, 6.144e+03, 1.2288e+04, 2.4576e+04, 4.9152e+04, 9.8304e+04, 1.96608e+05, 3.93216e+05, 7.86432e+05, 1.572864e+06, 3.145728e+06, 6.291456e+06, 1.2582912e+07, 2.5165824e+07, 5.033165e+07, 1.006633e+08, 2.013266e+08, 4.026532e+08, 8.053064e+08, 1.6106127e+09, 3.2212255e+09, 6.442451e+09, 1.2884902e+10, 2.5769804e+10, 5.1539608e+10, 1.03079215e+11, 2.0615843e+11, 4.1231686e+11, 8.246337e+11, 1.6492674e+12, 3.298535e+12, 6.59707e+12, 1.319414e+13, 2.638828e+13, 5.277656e+13, 1.0555312e+14, 2.1110623e+14, 4.2221247e+14, 8.444249e+14, 1.6888499e+15, 3.3776997e+15, 6.7553994e+15, 1.3510799e+16, 2.7021598e+16, 5.4043196e+16, 1.0808639e+17, 2.1617278e+17, 4.3234556e+17, 8.646911e+17, 1.7293823e+18, 3.4587645e+18, 6.917529e+18, 1.3835058e+19, 2.7670116e+19, 5.5340232e+19, 1.10680464e+20, 2.2136093e+20, 4.4272186e+20, 8.854437e+20, 1.7708874e+21, 3.541775e+21, 7.08355e+21, 1.41671e+22, 2.83342e+22, 5.66684e+22, 1.133368e+23, 2.266736e+23, 4.533472e+23, 9.066944e+23, 1.8133887e+24, 3.6267775e+24, 7.253555e+24, 1.450711e+25, 2.901422e+25, 5.802844e+25, 1.1605688e+26, 2.3211376e+26, 4.642275e+26, 9.28455e+26, 1.85691e+27, 3.71382e+27, 7.42764e+27, 1.485528e+28, 2.971056e+28, 5.942112e+28, 1.1884224e+29, 2.3768449e+29, 4.7536898e+29, 9.5073795e+29, 1.9014759e+30, 3.8029518e+30, 7.6059036e+30, 1.5211807e+31, 3.0423614e+31, 6.084723e+31, 1.2169446e+32, 2.4338892e+32, 4.8677783e+32, 9.7355566e+32, 1.9471113e+33, 3.8942226e+33, 7.788445e+33, 1.557689e+34, 3.115378e+34, 6.230756e+34, 1.2461512e+35, 2.4923025e+35, 4.984605e+35, 9.96921e+35, 1.993842e+36, 3.987684e+36, 7.975368e+36, 1.5950736e+37, 3.1901472e+37, 6.3802944e+37, 1.2760589e+38, 3.5264867e-38, 7.0529734e-38, 1.4105947e-37, 2.8211894e-37, 5.6423787e-37, 1.1284757e-36, 2.2569515e-36, 4.513903e-36, 9.027806e-36, 1.8055612e-35, 3.6111224e-35, 7.222245e-35, 1.444449e-34, 2.888898e-34, 5.777796e-34, 1.1555592e-33, 2.3111183e-33, 4.6222366e-33, 9.244473e-33, 1.8488947e-32, 3.6977893e-32, 7.3955786e-32, 1.4791157e-31, 2.9582315e-31, 5.916463e-31, 1.1832926e-30, 2.3665852e-30, 4.7331703e-30, 9.466341e-30, 1.8932681e-29, 3.7865363e-29, 7.5730725e-29, 1.5146145e-28, 3.029229e-28, 6.058458e-28, 1.2116916e-27, 2.4233832e-27, 4.8467664e-27, 9.693533e-27, 1.9387066e-26, 3.877413e-26, 7.754826e-26, 1.5509653e-25, 3.1019305e-25, 6.203861e-25, 1.2407722e-24, 2.4815444e-24, 4.963089e-24, 9.926178e-24, 1.9852355e-23, 3.970471e-23, 7.940942e-23, 1.5881884e-22, 3.1763768e-22, 6.3527537e-22, 1.2705507e-21, 2.5411015e-21, 5.082203e-21, 1.0164406e-20, 2.0328812e-20, 4.0657623e-20, 8.131525e-20, 1.626305e-19, 3.25261e-19, 6.50522e-19, 1.301044e-18, 2.602088e-18, 5.204176e-18, 1.0408352e-17, 2.0816703e-17, 4.1633406e-17, 8.326681e-17, 1.6653363e-16, 3.3306725e-16, 6.661345e-16, 1.332269e-15, 2.664538e-15, 5.329076e-15, 1.0658152e-14, 2.1316304e-14, 4.2632608e-14, 8.5265216e-14, 1.7053043e-13, 3.4106087e-13, 6.8212173e-13, 1.3642435e-12, 2.728487e-12, 5.456974e-12, 1.0913948e-11, 2.1827895e-11, 4.365579e-11, 8.731158e-11, 1.7462316e-10, 3.4924633e-10, 6.9849265e-10, 1.3969853e-09, 2.7939706e-09, 5.587941e-09, 1.1175882e-08, 2.2351765e-08, 4.470353e-08, 8.940706e-08, 1.7881412e-07, 3.5762824e-07, 7.152565e-07, 1.430513e-06, 2.861026e-06, 5.722052e-06, 1.1444104e-05, 2.2888207e-05, 4.5776414e-05, 9.155283e-05, 1.8310566e-04, 3.6621132e-04, 7.3242263e-04, 1.4648453e-03, 2.9296905e-03, 5.859381e-03, 1.1718762e-02, 2.3437524e-02, 4.687505e-02, 9.37501e-02, 1.875002e-01, 3.750004e-01, 7.500008e-01, 1.5000015e+00, 3.000003e+00, 6.000006e+00, 1.2000012e+01, 2.4000025e+01, 4.800005e+01, 9.60001e+01, 1.920002e+02, 3.840004e+02, 7.680008e+02, 1.5360016e+03, 3.0720032e+03, 6.1440063e+03, 1.2288013e+04, 2.4576025e+04, 4.915205e+04, 9.83041e+04, 1.966082e+05, 3.932164e+05, 7.864328e+05, 1.5728656e+06, 3.1457312e+06, 6.2914625e+06, 1.2582925e+07, 2.516585e+07, 5.03317e+07, 1.006634e+08, 2.013268e+08, 4.026536e+08, 8.053072e+08, 1.6106144e+09, 3.2212288e+09, 6.4424576e+09, 1.2884915e+10, 2.576983e+10, 5.153966e+10, 1.0307932e+11, 2.0615864e+11, 4.123173e+11, 8.246346e+11, 1.6492691e+12, 3.2985383e+12, 6.5970766e+12, 1.3194153e+13, 2.6388306e+13, 5.2776613e+13, 1.05553225e+14, 2.1110645e+14, 4.222129e+14, 8.444258e+14, 1.6888516e+15, 3.3777032e+15, 6.7554064e+15, 1.3510813e+16, 2.7021626e+16, 5.404325e+16, 1.080865e+17, 2.16173e+17, 4.32346e+17, 8.64692e+17, 1.729384e+18, 3.458768e+18, 6.917536e+18, 1.3835072e+19, 2.7670145e+19, 5.534029e+19, 1.1068058e+20, 2.2136116e+20, 4.427223e+20, 8.854446e+20, 1.7708893e+21, 3.5417785e+21, 7.083557e+21, 1.4167114e+22, 2.8334228e+22, 5.6668456e+22, 1.1333691e+23, 2.2667383e+23, 4.5334765e+23, 9.066953e+23, 1.8133906e+24, 3.6267812e+24, 7.2535624e+24, 1.4507125e+25, 2.901425e+25, 5.80285e+25, 1.16057e+26, 2.32114e+26, 4.64228e+26, 9.28456e+26, 1.856912e+27, 3.713824e+27, 7.427648e+27, 1.4855296e+28, 2.9710592e+28, 5.9421183e+28, 1.1884237e+29, 2.3768473e+29, 4.7536947e+29, 9.507389e+29, 1.9014779e+30, 3.8029557e+30, 7.6059115e+30, 1.5211823e+31, 3.0423646e+31, 6.084729e+31, 1.2169458e+32, 2.4338917e+32, 4.8677833e+32, 9.735567e+32, 1.9471133e+33, 3.8942267e+33, 7.7884533e+33, 1.5576907e+34, 3.1153813e+34, 6.2307627e+34, 1.2461525e+35, 2.492305e+35, 4.98461e+35, 9.96922e+35, 1.993844e+36, 3.987688e+36, 7.975376e+36, 1.5950752e+37, 3.1901505e+37, 6.380301e+37, 1.2760602e+38, 3.5264794e-38, 7.052959e-38, 1.4105918e-37, 2.8211835e-37, 5.642367e-37, 1.1284734e-36, 2.2569468e-36, 4.5138936e-36, 9.027787e-36, 1.8055575e-35, 3.611115e-35, 7.22223e-35, 1.444446e-34, 2.888892e-34, 5.777784e-34, 1.1555568e-33, 2.3111135e-33, 4.622227e-33, 9.244454e-33, 1.8488908e-32, 3.6977817e-32, 7.3955633e-32, 1.4791127e-31, 2.9582253e-31, 5.9164507e-31, 1.1832901e-30, 2.3665803e-30, 4.7331605e-30, 9.466321e-30, 1.8932642e-29, 3.7865284e-29, 7.573057e-29, 1.5146114e-28, 3.0292227e-28, 6.0584455e-28, 1.2116891e-27, 2.4233782e-27, 4.8467564e-27, 9.693513e-27, 1.9387026e-26, 3.877405e-26, 7.75481e-26, 1.550962e-25, 3.101924e-25, 6.203848e-25, 1.2407696e-24, 2.4815393e-24, 4.9630785e-24, 9.926157e-24, 1.9852314e-23, 3.9704628e-23, 7.9409257e-23, 1.5881851e-22, 3.1763703e-22, 6.3527405e-22, 1.2705481e-21, 2.5410962e-21, 5.0821924e-21, 1.0164385e-20, 2.032877e-20, 4.065754e-20, 8.131508e-20, 1.6263016e-19, 3.2526032e-19, 6.5052063e-19, 1.3010413e-18, 2.6020825e-18, 5.204165e-18, 1.040833e-17, 2.081666e-17, 4.163332e-17, 8.326664e-17, 1.6653328e-16, 3.3306656e-16, 6.6613313e-16, 1.3322663e-15, 2.6645325e-15, 5.329065e-15, 1.065813e-14, 2.131626e-14, 4.263252e-14, 8.526504e-14, 1.7053008e-13, 3.4106016e-13, 6.821203e-13, 1.3642406e-12, 2.7284813e-12, 5.4569626e-12, 1.0913925e-11, 2.182785e-11, 4.36557e-11, 8.73114e-11, 1.746228e-10, 3.492456e-10, 6.984912e-10, 1.3969824e-09, 2.7939648e-09, 5.5879297e-09, 1.1175859e-08, 2.2351719e-08, 4.4703437e-08, 8.9406875e-08, 1.7881375e-07, 3.576275e-07, 7.15255e-07, 1.43051e-06, 2.86102e-06, 5.72204e-06, 1.144408e-05, 2.288816e-05, 4.577632e-05, 9.155264e-05, 1.8310528e-04, 3.6621056e-04, 7.324211e-04, 1.4648422e-03, 2.9296845e-03, 5.859369e-03, 1.1718738e-02, 2.3437476e-02, 4.687495e-02, 9.37499e-02, 1.874998e-01, 3.749996e-01, 7.499992e-01, 1.4999985e+00, 2.999997e+00, 5.999994e+00, 1.1999988e+01, 2.3999975e+01, 4.799995e+01, 9.59999e+01, 1.919998e+02, 3.839996e+02, 7.679992e+02, 1.5359984e+03, 3.0719968e+03, 6.1439937e+03, 1.2287987e+04, 2.4575975e+04, 4.915195e+04, 9.83039e+04, 1.966078e+05, 3.932156e+05, 7.864312e+05, 1.5728624e+06, 3.1457248e+06, 6.2914495e+06, 1.2582899e+07, 2.5165798e+07, 5.0331596e+07, 1.0066319e+08, 2.0132638e+08, 4.0265277e+08, 8.0530554e+08, 1.6106111e+09, 3.2212221e+09, 6.4424443e+09, 1.2884889e+10, 2.5769777e+10, 5.1539554e+10, 1.0307911e+11, 2.0615822e+11, 4.1231643e+11, 8.246329e+11, 1.6492657e+12, 3.2985315e+12, 6.597063e+12, 1.3194126e+13, 2.6388252e+13, 5.2776504e+13, 1.0555301e+14, 2.1110601e+14, 4.2221203e+14, 8.4442406e+14, 1.6888481e+15, 3.3776962e+15, 6.7553925e+15, 1.3510785e+16, 2.702157e+16, 5.404314e+16, 1.0808628e+17, 2.1617256e+17, 4.3234512e+17, 8.6469024e+17, 1.7293805e+18, 3.458761e+18, 6.917522e+18, 1.3835044e+19, 2.7670088e+19, 5.5340175e+19, 1.1068035e+20, 2.213607e+20, 4.427214e+20, 8.854428e+20, 1.7708856e+21, 3.5417712e+21, 7.0835424e+21, 1.4167085e+22, 2.833417e+22, 5.666834e+22, 1.1333668e+23, 2.2667336e+23, 4.533467e+23, 9.066934e+23, 1.8133869e+24, 3.6267737e+24, 7.2535474e+24, 1.4507095e+25, 2.901419e+25, 5.802838e+25, 1.1605676e+26, 2.3211352e+26, 4.6422704e+26, 9.284541e+26, 1.8569081e+27, 3.7138163e+27, 7.4276326e+27, 1.4855265e+28, 2.971053e+28, 5.942106e+28, 1.1884212e+29, 2.3768424e+29, 4.753685e+29, 9.50737e+29, 1.901474e+30, 3.802948e+30, 7.605896e+30, 1.5211791e+31, 3.0423583e+31, 6.0847166e+31, 1.2169433e+32, 2.4338866e+32, 4.8677733e+32, 9.7355466e+32, 1.9471093e+33, 3.8942186e+33, 7.788437e+33, 1.5576874e+34, 3.115375e+34, 6.23075e+34, 1.24615e+35, 2.4923e+35, 4.9846e+35, 9.9692e+35, 1.99384e+36, 3.98768e+36, 7.97536e+36, 1.595072e+37, 3.190144e+37, 6.380288e+37, 1.2760576e+38, 1.718426e+38, 0x7F800000, -2.3509887e-38, -4.7019774e-38, -9.403955e-38, -1.880791e-37, -3.761582e-37, -7.523164e-37, -1.5046328e-36, -3.0092655e-36, -6.018531e-36, -1.2037062e-35, -2.4074124e-35, -4.814825e-35, -9.62965e-35, -1.92593e-34, -3.85186e-34, -7.70372e-34, -1.540744e-33, -3.081488e-33, -6.162976e-33, -1.2325952e-32, -2.4651903e-32, -4.9303807e-32, -9.8607613e-32, -1.9721523e-31, -3.9443045e-31, -7.888609e-31, -1.5777218e-30, -3.1554436e-30, -6.3108872e-30, -1.2621775e-29, -2.524355e-29, -5.04871e-29, -1.009742e-28, -2.019484e-28, -4.038968e-28, -8.077936e-28, -1.6155871e-27, -3.2311743e-27, -6.4623485e-27, -1.2924697e-26, -2.5849394e-26, -5.169879e-26, -1.0339758e-25, -2.0679515e-25, -4.135903e-25, -8.271806e-25, -1.6543612e-24, -3.3087225e-24, -6.617445e-24, -1.323489e-23, -2.646978e-23, -5.293956e-23, -1.0587912e-22, -2.1175824e-22, -4.2351647e-22, -8.4703295e-22, -1.6940659e-21, -3.3881318e-21, -6.7762636e-21, -1.3552527e-20, -2.7105054e-20, -5.421011e-20, -1.0842022e-19, -2.1684043e-19, -4.3368087e-19, -8.6736174e-19, -1.7347235e-18, -3.469447e-18, -6.938894e-18, -1.3877788e-17, -2.7755576e-17, -5.551115e-17, -1.110223e-16, -2.220446e-16, -4.440892e-16, -8.881784e-16, -1.7763568e-15, -3.5527137e-15, -7.1054274e-15, -1.4210855e-14, -2.842171e-14, -5.684342e-14, -1.1368684e-13, -2.2737368e-13, -4.5474735e-13, -9.094947e-13, -1.8189894e-12, -3.637979e-12, -7.275958e-12, -1.4551915e-11, -2.910383e-11, -5.820766e-11, -1.1641532e-10, -2.3283064e-10, -4.656613e-10, -9.313226e-10, -1.8626451e-09, -3.7252903e-09, -7.450581e-09, -1.4901161e-08, -2.9802322e-08, -5.9604645e-08, -1.1920929e-07, -2.3841858e-07, -4.7683716e-07, -9.536743e-07, -1.9073486e-06, -3.8146973e-06, -7.6293945e-06, -1.5258789e-05, -3.0517578e-05, -6.1035156e-05, -1.2207031e-04, -2.4414062e-04, -4.8828125e-04, -9.765625e-04, -1.953125e-03, -3.90625e-03, -7.8125e-03, -1.5625e-02, -3.125e-02, -6.25e-02, -1.25e-01, -2.5e-01, -5.0e-01, -1.0e+00, -2.0e+00, -4.0e+00, -8.0e+00, -1.6e+01, -3.2e+01, -6.4e+01, -1.28e+02, -2.56e+02, -5.12e+02, -1.024e+03, -2.048e+03, -4.096e+03, -8.192e+03, -1.6384e+04, -3.2768e+04, -6.5536e+04, -1.31072e+05, -2.62144e+05, -5.24288e+05, -1.048576e+06, -2.097152e+06, -4.194304e+06, -8.388608e+06, -1.6777216e+07, -3.3554432e+07, -6.7108864e+07, -1.3421773e+08, -2.6843546e+08, -5.368709e+08, -1.0737418e+09, -2.1474836e+09, -4.2949673e+09, -8.589935e+09, -1.717987e+10, -3.435974e+10, -6.871948e+10, -1.3743895e+11, -2.748779e+11, -5.497558e+11, -1.0995116e+12, -2.1990233e+12, -4.3980465e+12, -8.796093e+12, -1.7592186e+13, -3.5184372e+13, -7.0368744e+13, -1.4073749e+14, -2.8147498e+14, -5.6294995e+14, -1.1258999e+15, -2.2517998e+15, -4.5035996e+15, -9.007199e+15, -1.8014399e+16, -3.6028797e+16, -7.2057594e+16, -1.4411519e+17, -2.8823038e+17, -5.7646075e+17, -1.1529215e+18, -2.305843e+18, -4.611686e+18, -9.223372e+18, -1.8446744e+19, -3.689349e+19, -7.378698e+19, -1.4757395e+20, -2.951479e+20, -5.902958e+20, -1.1805916e+21, -2.3611832e+21, -4.7223665e+21, -9.444733e+21, -1.8889466e+22, -3.7778932e+22, -7.5557864e+22, -1.5111573e+23, -3.0223145e+23, -6.044629e+23, -1.2089258e+24, -2.4178516e+24, -4.8357033e+24, -9.671407e+24, -1.9342813e+25, -3.8685626e+25, -7.7371252e+25, -1.5474251e+26, -3.0948501e+26, -6.1897002e+26, -1.2379401e+27, -2.4758801e+27, -4.9517602e+27, -9.9035203e+27, -1.9807041e+28, -3.9614081e+28, -7.9228163e+28, -1.5845633e+29, -3.1691265e+29, -6.338253e+29, -1.2676506e+30, -2.5353012e+30, -5.0706024e+30, -1.0141205e+31, -2.028241e+31, -4.056482e+31, -8.112964e+31, -1.6225928e+32, -3.2451855e+32, -6.490371e+32, -1.2980742e+33, -2.5961484e+33, -5.192297e+33, -1.0384594e+34, -2.0769187e+34, -4.1538375e+34, -8.307675e+34, -1.661535e+35, -3.32307e+35, -6.64614e+35, -1.329228e+36, -2.658456e+36, -5.316912e+36, -1.0633824e+37, -2.1267648e+37, -4.2535296e+37, -8.507059e+37, -1.7014118e+38, -3.526483e-38, -7.052966e-38, -1.4105932e-37, -2.8211864e-37, -5.642373e-37, -1.1284746e-36, -2.2569492e-36, -4.5138983e-36, -9.0277966e-36, -1.8055593e-35, -3.6111186e-35, -7.2222373e-35, -1.4444475e-34, -2.888895e-34, -5.77779e-34, -1.155558e-33, -2.311116e-33, -4.622232e-33, -9.244464e-33, -1.8488927e-32, -3.6977855e-32, -7.395571e-32, -1.4791142e-31, -2.9582284e-31, -5.916457e-31, -1.1832914e-30, -2.3665827e-30, -4.7331654e-30, -9.466331e-30, -1.8932662e-29, -3.7865323e-29, -7.5730647e-29, -1.5146129e-28, -3.0292259e-28, -6.0584518e-28, -1.21169035e-27, -2.4233807e-27, -4.8467614e-27, -9.693523e-27, -1.9387046e-26, -3.877409e-26, -7.754818e-26, -1.5509636e-25, -3.1019273e-25, -6.2038546e-25, -1.2407709e-24, -2.4815418e-24, -4.9630837e-24, -9.926167e-24, -1.9852335e-23, -3.970467e-23, -7.940934e-23, -1.5881868e-22, -3.1763736e-22, -6.352747e-22, -1.2705494e-21, -2.5410988e-21, -5.0821977e-21, -1.0164395e-20, -2.032879e-20, -4.065758e-20, -8.131516e-20, -1.6263033e-19, -3.2526065e-19, -6.505213e-19, -1.3010426e-18, -2.6020852e-18, -5.2041704e-18, -1.0408341e-17, -2.0816682e-17, -4.1633363e-17, -8.326673e-17, -1.6653345e-16, -3.330669e-16, -6.661338e-16, -1.3322676e-15, -2.6645353e-15, -5.3290705e-15, -1.0658141e-14, -2.1316282e-14, -4.2632564e-14, -8.526513e-14, -1.7053026e-13, -3.410605e-13, -6.82121e-13, -1.364242e-12, -2.728484e-12, -5.456968e-12, -1.0913936e-11, -2.1827873e-11, -4.3655746e-11, -8.731149e-11, -1.7462298e-10, -3.4924597e-10, -6.9849193e-10, -1.3969839e-09, -2.7939677e-09, -5.5879354e-09, -1.1175871e-08, -2.2351742e-08, -4.4703484e-08, -8.940697e-08, -1.7881393e-07, -3.5762787e-07, -7.1525574e-07, -1.4305115e-06, -2.861023e-06, -5.722046e-06, -1.1444092e-05, -2.2888184e-05, -4.5776367e-05, -9.1552734e-05, -1.8310547e-04, -3.6621094e-04, -7.324219e-04, -1.4648438e-03, -2.9296875e-03, -5.859375e-03, -1.171875e-02, -2.34375e-02, -4.6875e-02, -9.375e-02, -1.875e-01, -3.75e-01, -7.5e-01, -1.5e+00, -3.0e+00, -6.0e+00, -1.2e+01, -2.4e+01, -4.8e+01, -9.6e+01, -1.92e+02, -3.84e+02, -7.68e+02, -1.536e+03, -3.072e+03, -6.144e+03, -1.2288e+04, -2.4576e+04, -4.9152e+04, -9.8304e+04, -1.96608e+05, -3.93216e+05, -7.86432e+05, -1.572864e+06, -3.145728e+06, -6.291456e+06, -1.2582912e+07, -2.5165824e+07, -5.033165e+07, -1.006633e+08, -2.013266e+08, -4.026532e+08, -8.053064e+08, -1.6106127e+09, -3.2212255e+09, -6.442451e+09, -1.2884902e+10, -2.5769804e+10, -5.1539608e+10, -1.03079215e+11, -2.0615843e+11, -4.1231686e+11, -8.246337e+11, -1.6492674e+12, -3.298535e+12, -6.59707e+12, -1.319414e+13, -2.638828e+13, -5.277656e+13, -1.0555312e+14, -2.1110623e+14, -4.2221247e+14, -8.444249e+14, -1.6888499e+15, -3.3776997e+15, -6.7553994e+15, -1.3510799e+16, -2.7021598e+16, -5.4043196e+16, -1.0808639e+17, -2.1617278e+17, -4.3234556e+17, -8.646911e+17, -1.7293823e+18, -3.4587645e+18, -6.917529e+18, -1.3835058e+19, -2.7670116e+19, -5.5340232e+19, -1.10680464e+20, -2.2136093e+20, -4.4272186e+20, -8.854437e+20, -1.7708874e+21, -3.541775e+21, -7.08355e+21, -1.41671e+22, -2.83342e+22, -5.66684e+22, -1.133368e+23, -2.266736e+23, -4.533472e+23, -9.066944e+23, -1.8133887e+24, -3.6267775e+24, -7.253555e+24, -1.450711e+25, -2.901422e+25, -5.802844e+25, -1.1605688e+26, -2.3211376e+26, -4.642275e+26, -9.28455e+26, -1.85691e+27, -3.71382e+27, -7.42764e+27, -1.485528e+28, -2.971056e+28, -5.942112e+28, -1.1884224e+29, -2.3768449e+29, -4.7536898e+29, -9.5073795e+29, -1.9014759e+30, -3.8029518e+30, -7.6059036e+30, -1.5211807e+31, -3.0423614e+31, -6.084723e+31, -1.2169446e+32, -2.4338892e+32, -4.8677783e+32, -9.7355566e+32, -1.9471113e+33, -3.8942226e+33, -7.788445e+33, -1.557689e+34, -3.115378e+34, -6.230756e+34, -1.2461512e+35, -2.4923025e+35, -4.984605e+35, -9.96921e+35, -1.993842e+36, -3.987684e+36, -7.975368e+36, -1.5950736e+37, -3.1901472e+37, -6.3802944e+37, -1.2760589e+38, -3.5264867e-38, -7.0529734e-38, -1.4105947e-37, -2.8211894e-37, -5.6423787e-37, -1.1284757e-36, -2.2569515e-36, -4.513903e-36, -9.027806e-36, -1.8055612e-35, -3.6111224e-35, -7.222245e-35, -1.444449e-34, -2.888898e-34, -5.777796e-34, -1.1555592e-33, -2.3111183e-33, -4.6222366e-33, -9.244473e-33, -1.8488947e-32, -3.6977893e-32, -7.3955786e-32, -1.4791157e-31, -2.9582315e-31, -5.916463e-31, -1.1832926e-30, -2.3665852e-30, -4.7331703e-30, -9.466341e-30, -1.8932681e-29, -3.7865363e-29, -7.5730725e-29, -1.5146145e-28, -3.029229e-28, -6.058458e-28, -1.2116916e-27, -2.4233832e-27, -4.8467664e-27, -9.693533e-27, -1.9387066e-26, -3.877413e-26, -7.754826e-26, -1.5509653e-25, -3.1019305e-25, -6.203861e-25, -1.2407722e-24, -2.4815444e-24, -4.963089e-24, -9.926178e-24, -1.9852355e-23, -3.970471e-23, -7.940942e-23, -1.5881884e-22, -3.1763768e-22, -6.3527537e-22, -1.2705507e-21, -2.5411015e-21, -5.082203e-21, -1.0164406e-20, -2.0328812e-20, -4.0657623e-20, -8.131525e-20, -1.626305e-19, -3.25261e-19, -6.50522e-19, -1.301044e-18, -2.602088e-18, -5.204176e-18, -1.0408352e-17, -2.0816703e-17, -4.1633406e-17, -8.326681e-17, -1.6653363e-16, -3.3306725e-16, -6.661345e-16, -1.332269e-15, -2.664538e-15, -5.329076e-15, -1.0658152e-14, -2.1316304e-14, -4.2632608e-14, -8.5265216e-14, -1.7053043e-13, -3.4106087e-13, -6.8212173e-13, -1.3642435e-12, -2.728487e-12, -5.456974e-12, -1.0913948e-11, -2.1827895e-11, -4.365579e-11, -8.731158e-11, -1.7462316e-10, -3.4924633e-10, -6.9849265e-10, -1.3969853e-09, -2.7939706e-09, -5.587941e-09, -1.1175882e-08, -2.2351765e-08, -4.470353e-08, -8.940706e-08, -1.7881412e-07, -3.5762824e-07, -7.152565e-07, -1.430513e-06, -2.861026e-06, -5.722052e-06, -1.1444104e-05, -2.2888207e-05, -4.5776414e-05, -9.155283e-05, -1.8310566e-04, -3.6621132e-04, -7.3242263e-04, -1.4648453e-03, -2.9296905e-03, -5.859381e-03, -1.1718762e-02, -2.3437524e-02, -4.687505e-02, -9.37501e-02, -1.875002e-01, -3.750004e-01, -7.500008e-01, -1.5000015e+00, -3.000003e+00, -6.000006e+00, -1.2000012e+01, -2.4000025e+01, -4.800005e+01, -9.60001e+01, -1.920002e+02, -3.840004e+02, -7.680008e+02, -1.5360016e+03, -3.0720032e+03, -6.1440063e+03, -1.2288013e+04, -2.4576025e+04, -4.915205e+04, -9.83041e+04, -1.966082e+05, -3.932164e+05, -7.864328e+05, -1.5728656e+06, -3.1457312e+06, -6.2914625e+06, -1.2582925e+07, -2.516585e+07, -5.03317e+07, -1.006634e+08, -2.013268e+08, -4.026536e+08, -8.053072e+08, -1.6106144e+09, -3.2212288e+09, -6.4424576e+09, -1.2884915e+10, -2.576983e+10, -5.153966e+10, -1.0307932e+11, -2.0615864e+11, -4.123173e+11, -8.246346e+11, -1.6492691e+12, -3.2985383e+12, -6.5970766e+12, -1.3194153e+13, -2.6388306e+13, -5.2776613e+13, -1.05553225e+14, -2.1110645e+14, -4.222129e+14, -8.444258e+14, -1.6888516e+15, -3.3777032e+15, -6.7554064e+15, -1.3510813e+16, -2.7021626e+16, -5.404325e+16, -1.080865e+17, -2.16173e+17, -4.32346e+17, -8.64692e+17, -1.729384e+18, -3.458768e+18, -6.917536e+18, -1.3835072e+19, -2.7670145e+19, -5.534029e+19, -1.1068058e+20, -2.2136116e+20, -4.427223e+20, -8.854446e+20, -1.7708893e+21, -3.5417785e+21, -7.083557e+21, -1.4167114e+22, -2.8334228e+22, -5.6668456e+22, -1.1333691e+23, -2.2667383e+23, -4.5334765e+23, -9.066953e+23, -1.8133906e+24, -3.6267812e+24, -7.2535624e+24, -1.4507125e+25, -2.901425e+25, -5.80285e+25, -1.16057e+26, -2.32114e+26, -4.64228e+26, -9.28456e+26, -1.856912e+27, -3.713824e+27, -7.427648e+27, -1.4855296e+28, -2.9710592e+28, -5.9421183e+28, -1.1884237e+29, -2.3768473e+29, -4.7536947e+29, -9.507389e+29, -1.9014779e+30, -3.8029557e+30, -7.6059115e+30, -1.5211823e+31, -3.0423646e+31, -6.084729e+31, -1.2169458e+32, -2.4338917e+32, -4.8677833e+32, -9.735567e+32, -1.9471133e+33, -3.8942267e+33, -7.7884533e+33, -1.5576907e+34, -3.1153813e+34, -6.2307627e+34, -1.2461525e+35, -2.492305e+35, -4.98461e+35, -9.96922e+35, -1.993844e+36, -3.987688e+36, -7.975376e+36, -1.5950752e+37, -3.1901505e+37, -6.380301e+37, -1.2760602e+38, -3.5264794e-38, -7.052959e-38, -1.4105918e-37, -2.8211835e-37, -5.642367e-37, -1.1284734e-36, -2.2569468e-36, -4.5138936e-36, -9.027787e-36, -1.8055575e-35, -3.611115e-35, -7.22223e-35, -1.444446e-34, -2.888892e-34, -5.777784e-34, -1.1555568e-33, -2.3111135e-33, -4.622227e-33, -9.244454e-33, -1.8488908e-32, -3.6977817e-32, -7.3955633e-32, -1.4791127e-31, -2.9582253e-31, -5.9164507e-31, -1.1832901e-30, -2.3665803e-30, -4.7331605e-30, -9.466321e-30, -1.8932642e-29, -3.7865284e-29, -7.573057e-29, -1.5146114e-28, -3.0292227e-28, -6.0584455e-28, -1.2116891e-27, -2.4233782e-27, -4.8467564e-27, -9.693513e-27, -1.9387026e-26, -3.877405e-26, -7.75481e-26, -1.550962e-25, -3.101924e-25, -6.203848e-25, -1.2407696e-24, -2.4815393e-24, -4.9630785e-24, -9.926157e-24, -1.9852314e-23, -3.9704628e-23, -7.9409257e-23, -1.5881851e-22, -3.1763703e-22, -6.3527405e-22, -1.2705481e-21, -2.5410962e-21, -5.0821924e-21, -1.0164385e-20, -2.032877e-20, -4.065754e-20, -8.131508e-20, -1.6263016e-19, -3.2526032e-19, -6.5052063e-19, -1.3010413e-18, -2.6020825e-18, -5.204165e-18, -1.040833e-17, -2.081666e-17, -4.163332e-17, -8.326664e-17, -1.6653328e-16, -3.3306656e-16, -6.6613313e-16, -1.3322663e-15, -2.6645325e-15, -5.329065e-15, -1.065813e-14, -2.131626e-14, -4.263252e-14, -8.526504e-14, -1.7053008e-13, -3.4106016e-13, -6.821203e-13, -1.3642406e-12, -2.7284813e-12, -5.4569626e-12, -1.0913925e-11, -2.182785e-11, -4.36557e-11, -8.73114e-11, -1.746228e-10, -3.492456e-10, -6.984912e-10, -1.3969824e-09, -2.7939648e-09, -5.5879297e-09, -1.1175859e-08, -2.2351719e-08, -4.4703437e-08, -8.9406875e-08, -1.7881375e-07, -3.576275e-07, -7.15255e-07, -1.43051e-06, -2.86102e-06, -5.72204e-06, -1.144408e-05, -2.288816e-05, -4.577632e-05, -9.155264e-05, -1.8310528e-04, -3.6621056e-04, -7.324211e-04, -1.4648422e-03, -2.9296845e-03, -5.859369e-03, -1.1718738e-02, -2.3437476e-02, -4.687495e-02, -9.37499e-02, -1.874998e-01, -3.749996e-01, -7.499992e-01, -1.4999985e+00, -2.999997e+00, -5.999994e+00, -1.1999988e+01, -2.3999975e+01, -4.799995e+01, -9.59999e+01, -1.919998e+02, -3.839996e+02, -7.679992e+02, -1.5359984e+03, -3.0719968e+03, -6.1439937e+03, -1.2287987e+04, -2.4575975e+04, -4.915195e+04, -9.83039e+04, -1.966078e+05, -3.932156e+05, -7.864312e+05, -1.5728624e+06, -3.1457248e+06, -6.2914495e+06, -1.2582899e+07, -2.5165798e+07, -5.0331596e+07, -1.0066319e+08, -2.0132638e+08, -4.0265277e+08, -8.0530554e+08, -1.6106111e+09, -3.2212221e+09, -6.4424443e+09, -1.2884889e+10, -2.5769777e+10, -5.1539554e+10, -1.0307911e+11, -2.0615822e+11, -4.1231643e+11, -8.246329e+11, -1.6492657e+12, -3.2985315e+12, -6.597063e+12, -1.3194126e+13, -2.6388252e+13, -5.2776504e+13, -1.0555301e+14, -2.1110601e+14, -4.2221203e+14, -8.4442406e+14, -1.6888481e+15, -3.3776962e+15, -6.7553925e+15, -1.3510785e+16, -2.702157e+16, -5.404314e+16, -1.0808628e+17, -2.1617256e+17, -4.3234512e+17, -8.6469024e+17, -1.7293805e+18, -3.458761e+18, -6.917522e+18, -1.3835044e+19, -2.7670088e+19, -5.5340175e+19, -1.1068035e+20, -2.213607e+20, -4.427214e+20, -8.854428e+20, -1.7708856e+21, -3.5417712e+21, -7.0835424e+21, -1.4167085e+22, -2.833417e+22, -5.666834e+22, -1.1333668e+23, -2.2667336e+23, -4.533467e+23, -9.066934e+23, -1.8133869e+24, -3.6267737e+24, -7.2535474e+24, -1.4507095e+25, -2.901419e+25, -5.802838e+25, -1.1605676e+26, -2.3211352e+26, -4.6422704e+26, -9.284541e+26, -1.8569081e+27, -3.7138163e+27, -7.4276326e+27, -1.4855265e+28, -2.971053e+28, -5.942106e+28, -1.1884212e+29, -2.3768424e+29, -4.753685e+29, -9.50737e+29, -1.901474e+30, -3.802948e+30, -7.605896e+30, -1.5211791e+31, -3.0423583e+31, -6.0847166e+31, -1.2169433e+32, -2.4338866e+32, -4.8677733e+32, -9.7355466e+32, -1.9471093e+33, -3.8942186e+33, -7.788437e+33, -1.5576874e+34, -3.115375e+34, -6.23075e+34, -1.24615e+35, -2.4923e+35, -4.9846e+35, -9.9692e+35, -1.99384e+36, -3.98768e+36, -7.97536e+36, -1.595072e+37, -3.190144e+37, -6.380288e+37, -1.2760576e+38, -1.718426e+38, 0xFF800000, 0.0e+00, -0.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<2027xf32>
//! expect: dense<[0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]> : tensor<2027xf8E8M0FNU>
func.func public @main(%a: tensor<2027xf32>) -> (tensor<2027xf8E8M0FNU>) {
  %r0 = stablehlo.convert %a : (tensor<2027xf32>) -> tensor<2027xf8E8M0FNU>
  return %r0 : tensor<2027xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: rounding of bf16
//! input: dense<[2.350988701644575e-38, 1.88079096131566e-37, 1.504632769052528e-36, 1.2037062152420224e-35, 9.62964972193618e-35, 7.703719777548943e-34, 6.162975822039155e-33, 4.930380657631324e-32, 3.944304526105059e-31, 3.1554436208840472e-30, 2.524354896707238e-29, 2.0194839173657902e-28, 1.6155871338926322e-27, 1.2924697071141057e-26, 1.0339757656912846e-25, 8.271806125530277e-25, 6.617444900424222e-24, 5.293955920339377e-23, 4.235164736271502e-22, 3.3881317890172014e-21, 2.710505431213761e-20, 2.168404344971009e-19, 1.734723475976807e-18, 1.3877787807814457e-17, 1.1102230246251565e-16, 8.881784197001252e-16, 7.105427357601002e-15, 5.684341886080802e-14, 4.547473508864641e-13, 3.637978807091713e-12, 2.9103830456733704e-11, 2.3283064365386963e-10, 1.862645149230957e-09, 1.4901161193847656e-08, 1.1920928955078125e-07, 9.5367431640625e-07, 7.62939453125e-06, 6.103515625e-05, 4.8828125e-04, 3.90625e-03, 3.125e-02, 2.5e-01, 2.0e+00, 1.6e+01, 1.28e+02, 1.024e+03, 8.192e+03, 6.5536e+04, 5.24288e+05, 4.194304e+06, 3.3554432e+07, 2.68435456e+08, 2.147483648e+09, 1.7179869184e+10, 1.37438953472e+11, 1.099511627776e+12, 8.796093022208e+12, 7.0368744177664e+13, 5.62949953421312e+14, 4.503599627370496e+15, 3.602879701896397e+16, 2.8823037615171174e+17, 2.305843009213694e+18, 1.8446744073709552e+19, 1.4757395258967641e+20, 1.1805916207174113e+21, 9.44473296573929e+21, 7.555786372591432e+22, 6.044629098073146e+23, 4.835703278458517e+24, 3.8685626227668134e+25, 3.094850098213451e+26, 2.4758800785707605e+27, 1.9807040628566084e+28, 1.5845632502852868e+29, 1.2676506002282294e+30, 1.0141204801825835e+31, 8.112963841460668e+31, 6.490371073168535e+32, 5.192296858534828e+33, 4.153837486827862e+34, 3.32306998946229e+35, 2.658455991569832e+36, 2.1267647932558654e+37, 1.7014118346046923e+38, 1.410593220986745e-37, 1.128474576789396e-36, 9.027796614315168e-36, 7.222237291452134e-35, 5.7777898331617076e-34, 4.622231866529366e-33, 3.697785493223493e-32, 2.9582283945787943e-31, 2.3665827156630354e-30, 1.8932661725304283e-29, 1.5146129380243427e-28, 1.2116903504194741e-27, 9.693522803355793e-27, 7.754818242684634e-26, 6.203854594147708e-25, 4.963083675318166e-24, 3.970466940254533e-23, 3.1763735522036263e-22, 2.541098841762901e-21, 2.0328790734103208e-20, 1.6263032587282567e-19, 1.3010426069826053e-18, 1.0408340855860843e-17, 8.326672684688674e-17, 6.661338147750939e-16, 5.329070518200751e-15, 4.263256414560601e-14, 3.410605131648481e-13, 2.7284841053187847e-12, 2.1827872842550278e-11, 1.7462298274040222e-10, 1.3969838619232178e-09, 1.1175870895385742e-08, 8.940696716308594e-08, 7.152557373046875e-07, 5.7220458984375e-06, 4.57763671875e-05, 3.662109375e-04, 2.9296875e-03, 2.34375e-02, 1.875e-01, 1.5e+00, 1.2e+01, 9.6e+01, 7.68e+02, 6.144e+03, 4.9152e+04, 3.93216e+05, 3.145728e+06, 2.5165824e+07, 2.01326592e+08, 1.610612736e+09, 1.2884901888e+10, 1.03079215104e+11, 8.24633720832e+11, 6.597069766656e+12, 5.2776558133248e+13, 4.22212465065984e+14, 3.377699720527872e+15, 2.7021597764222976e+16, 2.161727821137838e+17, 1.7293822569102705e+18, 1.3835058055282164e+19, 1.1068046444225731e+20, 8.854437155380585e+20, 7.083549724304468e+21, 5.666839779443574e+22, 4.5334718235548594e+23, 3.6267774588438875e+24, 2.90142196707511e+25, 2.321137573660088e+26, 1.8569100589280704e+27, 1.4855280471424563e+28, 1.188422437713965e+29, 9.50737950171172e+29, 7.605903601369376e+30, 6.084722881095501e+31, 4.867778304876401e+32, 3.894222643901121e+33, 3.1153781151208966e+34, 2.4923024920967173e+35, 1.9938419936773738e+36, 1.595073594941899e+37, 1.2760588759535192e+38, 1.410593220986745e-37, 1.128474576789396e-36, 9.027796614315168e-36, 7.222237291452134e-35, 5.7777898331617076e-34, 4.622231866529366e-33, 3.697785493223493e-32, 2.9582283945787943e-31, 2.3665827156630354e-30, 1.8932661725304283e-29, 1.5146129380243427e-28, 1.2116903504194741e-27, 9.693522803355793e-27, 7.754818242684634e-26, 6.203854594147708e-25, 4.963083675318166e-24, 3.970466940254533e-23, 3.1763735522036263e-22, 2.541098841762901e-21, 2.0328790734103208e-20, 1.6263032587282567e-19, 1.3010426069826053e-18, 1.0408340855860843e-17, 8.326672684688674e-17, 6.661338147750939e-16, 5.329070518200751e-15, 4.263256414560601e-14, 3.410605131648481e-13, 2.7284841053187847e-12, 2.1827872842550278e-11, 1.7462298274040222e-10, 1.3969838619232178e-09, 1.1175870895385742e-08, 8.940696716308594e-08, 7.152557373046875e-07, 5.7220458984375e-06, 4.57763671875e-05, 3.662109375e-04, 2.9296875e-03, 2.34375e-02, 1.875e-01, 1.5e+00, 1.2e+01, 9.6e+01, 7.68e+02, 6.144e+03, 4.9152e+04, 3.93216e+05, 3.145728e+06, 2.5165824e+07, 2.01326592e+08, 1.610612736e+09, 1.2884901888e+10, 1.03079215104e+11, 8.24633720832e+11, 6.597069766656e+12, 5.2776558133248e+13, 4.22212465065984e+14, 3.377699720527872e+15, 2.7021597764222976e+16, 2.161727821137838e+17, 1.7293822569102705e+18, 1.3835058055282164e+19, 1.1068046444225731e+20, 8.854437155380585e+20, 7.083549724304468e+21, 5.666839779443574e+22, 4.5334718235548594e+23, 3.6267774588438875e+24, 2.90142196707511e+25, 2.321137573660088e+26, 1.8569100589280704e+27, 1.4855280471424563e+28, 1.188422437713965e+29, 9.50737950171172e+29, 7.605903601369376e+30, 6.084722881095501e+31, 4.867778304876401e+32, 3.894222643901121e+33, 3.1153781151208966e+34, 2.4923024920967173e+35, 1.9938419936773738e+36, 1.595073594941899e+37, 1.2760588759535192e+38, 1.410593220986745e-37, 1.128474576789396e-36, 9.027796614315168e-36, 7.222237291452134e-35, 5.7777898331617076e-34, 4.622231866529366e-33, 3.697785493223493e-32, 2.9582283945787943e-31, 2.3665827156630354e-30, 1.8932661725304283e-29, 1.5146129380243427e-28, 1.2116903504194741e-27, 9.693522803355793e-27, 7.754818242684634e-26, 6.203854594147708e-25, 4.963083675318166e-24, 3.970466940254533e-23, 3.1763735522036263e-22, 2.541098841762901e-21, 2.0328790734103208e-20, 1.6263032587282567e-19, 1.3010426069826053e-18, 1.0408340855860843e-17, 8.326672684688674e-17, 6.661338147750939e-16, 5.329070518200751e-15, 4.263256414560601e-14, 3.410605131648481e-13, 2.7284841053187847e-12, 2.1827872842550278e-11, 1.7462298274040222e-10, 1.3969838619232178e-09, 1.1175870895385742e-08, 8.940696716308594e-08, 7.152557373046875e-07, 5.7220458984375e-06, 4.57763671875e-05, 3.662109375e-04, 2.9296875e-03, 2.34375e-02, 1.875e-01, 1.5e+00, 1.2e+01, 9.6e+01, 7.68e+02, 6.144e+03, 4.9152e+04, 3.93216e+05, 3.145728e+06, 2.5165824e+07, 2.01326592e+08, 1.610612736e+09, 1.2884901888e+10, 1.03079215104e+11, 8.24633720832e+11, 6.597069766656e+12, 5.2776558133248e+13, 4.22212465065984e+14, 3.377699720527872e+15, 2.7021597764222976e+16, 2.161727821137838e+17, 1.7293822569102705e+18, 1.3835058055282164e+19, 1.1068046444225731e+20, 8.854437155380585e+20, 7.083549724304468e+21, 5.666839779443574e+22, 4.5334718235548594e+23, 3.6267774588438875e+24, 2.90142196707511e+25, 2.321137573660088e+26, 1.8569100589280704e+27, 1.4855280471424563e+28, 1.188422437713965e+29, 9.50737950171172e+29, 7.605903601369376e+30, 6.084722881095501e+31, 4.867778304876401e+32, 3.894222643901121e+33, 3.1153781151208966e+34, 2.4923024920967173e+35, 1.9938419936773738e+36, 1.595073594941899e+37, 1.2760588759535192e+38, -2.350988701644575e-38, -1.88079096131566e-37, -1.504632769052528e-36, -1.2037062152420224e-35, -9.62964972193618e-35, -7.703719777548943e-34, -6.162975822039155e-33, -4.930380657631324e-32, -3.944304526105059e-31, -3.1554436208840472e-30, -2.524354896707238e-29, -2.0194839173657902e-28, -1.6155871338926322e-27, -1.2924697071141057e-26, -1.0339757656912846e-25, -8.271806125530277e-25, -6.617444900424222e-24, -5.293955920339377e-23, -4.235164736271502e-22, -3.3881317890172014e-21, -2.710505431213761e-20, -2.168404344971009e-19, -1.734723475976807e-18, -1.3877787807814457e-17, -1.1102230246251565e-16, -8.881784197001252e-16, -7.105427357601002e-15, -5.684341886080802e-14, -4.547473508864641e-13, -3.637978807091713e-12, -2.9103830456733704e-11, -2.3283064365386963e-10, -1.862645149230957e-09, -1.4901161193847656e-08, -1.1920928955078125e-07, -9.5367431640625e-07, -7.62939453125e-06, -6.103515625e-05, -4.8828125e-04, -3.90625e-03, -3.125e-02, -2.5e-01, -2.0e+00, -1.6e+01, -1.28e+02, -1.024e+03, -8.192e+03, -6.5536e+04, -5.24288e+05, -4.194304e+06, -3.3554432e+07, -2.68435456e+08, -2.147483648e+09, -1.7179869184e+10, -1.37438953472e+11, -1.099511627776e+12, -8.796093022208e+12, -7.0368744177664e+13, -5.62949953421312e+14, -4.503599627370496e+15, -3.602879701896397e+16, -2.8823037615171174e+17, -2.305843009213694e+18, -1.8446744073709552e+19, -1.4757395258967641e+20, -1.1805916207174113e+21, -9.44473296573929e+21, -7.555786372591432e+22, -6.044629098073146e+23, -4.835703278458517e+24, -3.8685626227668134e+25, -3.094850098213451e+26, -2.4758800785707605e+27, -1.9807040628566084e+28, -1.5845632502852868e+29, -1.2676506002282294e+30, -1.0141204801825835e+31, -8.112963841460668e+31, -6.490371073168535e+32, -5.192296858534828e+33, -4.153837486827862e+34, -3.32306998946229e+35, -2.658455991569832e+36, -2.1267647932558654e+37, -1.7014118346046923e+38, -1.410593220986745e-37, -1.128474576789396e-36, -9.027796614315168e-36, -7.222237291452134e-35, -5.7777898331617076e-34, -4.622231866529366e-33, -3.697785493223493e-32, -2.9582283945787943e-31, -2.3665827156630354e-30, -1.8932661725304283e-29, -1.5146129380243427e-28, -1.2116903504194741e-27, -9.693522803355793e-27, -7.754818242684634e-26, -6.203854594147708e-25, -4.963083675318166e-24, -3.970466940254533e-23, -3.1763735522036263e-22, -2.541098841762901e-21, -2.0328790734103208e-20, -1.6263032587282567e-19, -1.3010426069826053e-18, -1.0408340855860843e-17, -8.326672684688674e-17, -6.661338147750939e-16, -5.329070518200751e-15, -4.263256414560601e-14, -3.410605131648481e-13, -2.7284841053187847e-12, -2.1827872842550278e-11, -1.7462298274040222e-10, -1.3969838619232178e-09, -1.1175870895385742e-08, -8.940696716308594e-08, -7.152557373046875e-07, -5.7220458984375e-06, -4.57763671875e-05, -3.662109375e-04, -2.9296875e-03, -2.34375e-02, -1.875e-01, -1.5e+00, -1.2e+01, -9.6e+01, -7.68e+02, -6.144e+03, -4.9152e+04, -3.93216e+05, -3.145728e+06, -2.5165824e+07, -2.01326592e+08, -1.610612736e+09, -1.2884901888e+10, -1.03079215104e+11, -8.24633720832e+11, -6.597069766656e+12, -5.2776558133248e+13, -4.22212465065984e+14, -3.377699720527872e+15, -2.7021597764222976e+16, -2.161727821137838e+17, -1.7293822569102705e+18, -1.3835058055282164e+19, -1.1068046444225731e+20, -8.854437155380585e+20, -7.083549724304468e+21, -5.666839779443574e+22, -4.5334718235548594e+23, -3.6267774588438875e+24, -2.90142196707511e+25, -2.321137573660088e+26, -1.8569100589280704e+27, -1.4855280471424563e+28, -1.188422437713965e+29, -9.50737950171172e+29, -7.605903601369376e+30, -6.084722881095501e+31, -4.867778304876401e+32, -3.894222643901121e+33, -3.1153781151208966e+34, -2.4923024920967173e+35, -1.9938419936773738e+36, -1.595073594941899e+37, -1.2760588759535192e+38, -1.410593220986745e-37, -1.128474576789396e-36, -9.027796614315168e-36, -7.222237291452134e-35, -5.7777898331617076e-34, -4.622231866529366e-33, -3.697785493223493e-32, -2.9582283945787943e-31, -2.3665827156630354e-30, -1.8932661725304283e-29, -1.5146129380243427e-28, -1.2116903504194741e-27, -9.693522803355793e-27, -7.754818242684634e-26, -6.203854594147708e-25, -4.963083675318166e-24, -3.970466940254533e-23, -3.1763735522036263e-22, -2.541098841762901e-21, -2.0328790734103208e-20, -1.6263032587282567e-19, -1.3010426069826053e-18, -1.0408340855860843e-17, -8.326672684688674e-17, -6.661338147750939e-16, -5.329070518200751e-15, -4.263256414560601e-14, -3.410605131648481e-13, -2.7284841053187847e-12, -2.1827872842550278e-11, -1.7462298274040222e-10, -1.3969838619232178e-09, -1.1175870895385742e-08, -8.940696716308594e-08, -7.152557373046875e-07, -5.7220458984375e-06, -4.57763671875e-05, -3.662109375e-04, -2.9296875e-03, -2.34375e-02, -1.875e-01, -1.5e+00, -1.2e+01, -9.6e+01, -7.68e+02, -6.144e+03, -4.9152e+04, -3.93216e+05, -3.145728e+06, -2.5165824e+07, -2.01326592e+08, -1.610612736e+09, -1.2884901888e+10, -1.03079215104e+11, -8.24633720832e+11, -6.597069766656e+12, -5.2776558133248e+13, -4.22212465065984e+14, -3.377699720527872e+15, -2.7021597764222976e+16, -2.161727821137838e+17, -1.7293822569102705e+18, -1.3835058055282164e+19, -1.1068046444225731e+20, -8.854437155380585e+20, -7.083549724304468e+21, -5.666839779443574e+22, -4.5334718235548594e+23, -3.6267774588438875e+24, -2.90142196707511e+25, -2.321137573660088e+26, -1.8569100589280704e+27, -1.4855280471424563e+28, -1.188422437713965e+29, -9.50737950171172e+29, -7.605903601369376e+30, -6.084722881095501e+31, -4.867778304876401e+32, -3.894222643901121e+33, -3.1153781151208966e+34, -2.4923024920967173e+35, -1.9938419936773738e+36, -1.595073594941899e+37, -1.2760588759535192e+38, -1.410593220986745e-37, -1.128474576789396e-36, -9.027796614315168e-36, -7.222237291452134e-35, -5.7777898331617076e-34, -4.622231866529366e-33, -3.697785493223493e-32, -2.9582283945787943e-31, -2.3665827156630354e-30, -1.8932661725304283e-29, -1.5146129380243427e-28, -1.2116903504194741e-27, -9.693522803355793e-27, -7.754818242684634e-26, -6.203854594147708e-25, -4.963083675318166e-24, -3.970466940254533e-23, -3.1763735522036263e-22, -2.541098841762901e-21, -2.0328790734103208e-20, -1.6263032587282567e-19, -1.3010426069826053e-18, -1.0408340855860843e-17, -8.326672684688674e-17, -6.661338147750939e-16, -5.329070518200751e-15, -4.263256414560601e-14, -3.410605131648481e-13, -2.7284841053187847e-12, -2.1827872842550278e-11, -1.7462298274040222e-10, -1.3969838619232178e-09, -1.1175870895385742e-08, -8.940696716308594e-08, -7.152557373046875e-07, -5.7220458984375e-06, -4.57763671875e-05, -3.662109375e-04, -2.9296875e-03, -2.34375e-02, -1.875e-01, -1.5e+00, -1.2e+01, -9.6e+01, -7.68e+02, -6.144e+03, -4.9152e+04, -3.93216e+05, -3.145728e+06, -2.5165824e+07, -2.01326592e+08, -1.610612736e+09, -1.2884901888e+10, -1.03079215104e+11, -8.24633720832e+11, -6.597069766656e+12, -5.2776558133248e+13, -4.22212465065984e+14, -3.377699720527872e+15, -2.7021597764222976e+16, -2.161727821137838e+17, -1.7293822569102705e+18, -1.3835058055282164e+19, -1.1068046444225731e+20, -8.854437155380585e+20, -7.083549724304468e+21, -5.666839779443574e+22, -4.5334718235548594e+23, -3.6267774588438875e+24, -2.90142196707511e+25, -2.321137573660088e+26, -1.8569100589280704e+27, -1.4855280471424563e+28, -1.188422437713965e+29, -9.50737950171172e+29, -7.605903601369376e+30, -6.084722881095501e+31, -4.867778304876401e+32, -3.894222643901121e+33, -3.1153781151208966e+34, -2.4923024920967173e+35, -1.9938419936773738e+36, -1.595073594941899e+37, -1.2760588759535192e+38, 0.0e+00, 0xFF80]> : tensor<676xbf16>
//! expect: dense<[0x02, 0x05, 0x08, 0x0B, 0x0E, 0x11, 0x14, 0x17, 0x1A, 0x1D, 0x20, 0x23, 0x26, 0x29, 0x2C, 0x2F, 0x32, 0x35, 0x38, 0x3B, 0x3E, 0x41, 0x44, 0x47, 0x4A, 0x4D, 0x50, 0x53, 0x56, 0x59, 0x5C, 0x5F, 0x62, 0x65, 0x68, 0x6B, 0x6E, 0x71, 0x74, 0x77, 0x7A, 0x7D, 0x80, 0x83, 0x86, 0x89, 0x8C, 0x8F, 0x92, 0x95, 0x98, 0x9B, 0x9E, 0xA1, 0xA4, 0xA7, 0xAA, 0xAD, 0xB0, 0xB3, 0xB6, 0xB9, 0xBC, 0xBF, 0xC2, 0xC5, 0xC8, 0xCB, 0xCE, 0xD1, 0xD4, 0xD7, 0xDA, 0xDD, 0xE0, 0xE3, 0xE6, 0xE9, 0xEC, 0xEF, 0xF2, 0xF5, 0xF8, 0xFB, 0xFE, 0x05, 0x08, 0x0B, 0x0E, 0x11, 0x14, 0x17, 0x1A, 0x1D, 0x20, 0x23, 0x26, 0x29, 0x2C, 0x2F, 0x32, 0x35, 0x38, 0x3B, 0x3E, 0x41, 0x44, 0x47, 0x4A, 0x4D, 0x50, 0x53, 0x56, 0x59, 0x5C, 0x5F, 0x62, 0x65, 0x68, 0x6B, 0x6E, 0x71, 0x74, 0x77, 0x7A, 0x7D, 0x80, 0x83, 0x86, 0x89, 0x8C, 0x8F, 0x92, 0x95, 0x98, 0x9B, 0x9E, 0xA1, 0xA4, 0xA7, 0xAA, 0xAD, 0xB0, 0xB3, 0xB6, 0xB9, 0xBC, 0xBF, 0xC2, 0xC5, 0xC8, 0xCB, 0xCE, 0xD1, 0xD4, 0xD7, 0xDA, 0xDD, 0xE0, 0xE3, 0xE6, 0xE9, 0xEC, 0xEF, 0xF2, 0xF5, 0xF8, 0xFB, 0xFE, 0x05, 0x08, 0x0B, 0x0E, 0x11, 0x14, 0x17, 0x1A, 0x1D, 0x20, 0x23, 0x26, 0x29, 0x2C, 0x2F, 0x32, 0x35, 0x38, 0x3B, 0x3E, 0x41, 0x44, 0x47, 0x4A, 0x4D, 0x50, 0x53, 0x56, 0x59, 0x5C, 0x5F, 0x62, 0x65, 0x68, 0x6B, 0x6E, 0x71, 0x74, 0x77, 0x7A, 0x7D, 0x80, 0x83, 0x86, 0x89, 0x8C, 0x8F, 0x92, 0x95, 0x98, 0x9B, 0x9E, 0xA1, 0xA4, 0xA7, 0xAA, 0xAD, 0xB0, 0xB3, 0xB6, 0xB9, 0xBC, 0xBF, 0xC2, 0xC5, 0xC8, 0xCB, 0xCE, 0xD1, 0xD4, 0xD7, 0xDA, 0xDD, 0xE0, 0xE3, 0xE6, 0xE9, 0xEC, 0xEF, 0xF2, 0xF5, 0xF8, 0xFB, 0xFE, 0x05, 0x08, 0x0B, 0x0E, 0x11, 0x14, 0x17, 0x1A, 0x1D, 0x20, 0x23, 0x26, 0x29, 0x2C, 0x2F, 0x32, 0x35, 0x38, 0x3B, 0x3E, 0x41, 0x44, 0x47, 0x4A, 0x4D, 0x50, 0x53, 0x56, 0x59, 0x5C, 0x5F, 0x62, 0x65, 0x68, 0x6B, 0x6E, 0x71, 0x74, 0x77, 0x7A, 0x7D, 0x80, 0x83, 0x86, 0x89, 0x8C, 0x8F, 0x92, 0x95, 0x98, 0x9B, 0x9E, 0xA1, 0xA4, 0xA7, 0xAA, 0xAD, 0xB0, 0xB3, 0xB6, 0xB9, 0xBC, 0xBF, 0xC2, 0xC5, 0xC8, 0xCB, 0xCE, 0xD1, 0xD4, 0xD7, 0xDA, 0xDD, 0xE0, 0xE3, 0xE6, 0xE9, 0xEC, 0xEF, 0xF2, 0xF5, 0xF8, 0xFB, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]> : tensor<676xf8E8M0FNU>
func.func public @main(%a: tensor<676xbf16>) -> (tensor<676xf8E8M0FNU>) {
  %r0 = stablehlo.convert %a : (tensor<676xbf16>) -> tensor<676xf8E8M0FNU>
  return %r0 : tensor<676xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: beyond the largest
//! input: dense<[2.5e+38, 2.5521175e+38, 2.5521178e+38, 3.0e+38]> : tensor<4xf32>
//! expect: dense<[0xFE, 0xFE, 0xFF, 0xFF]> : tensor<4xf8E8M0FNU>
func.func public @main(%a: tensor<4xf32>) -> (tensor<4xf8E8M0FNU>) {
  %r0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
  return %r0 : tensor<4xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: bits
//! input: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE]> : tensor<255xf8E8M0FNU>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254]> : tensor<255xui8>
//! expect: dense<[0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3A, 0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E, 0x4F, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C, 0x7D, 0x7E, 0x7F, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB, 0xAC, 0xAD, 0xAE, 0xAF, 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5, 0xB6, 0xB7, 0xB8, 0xB9, 0xBA, 0xBB, 0xBC, 0xBD, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD8, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xE5, 0xE6, 0xE7, 0xE8, 0xE9, 0xEA, 0xEB, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE]> : tensor<255xf8E8M0FNU>
func.func public @main(%a: tensor<255xf8E8M0FNU>) -> (tensor<255xui8>, tensor<255xf8E8M0FNU>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<255xf8E8M0FNU>) -> tensor<255xui8>
  %r1 = stablehlo.bitcast_convert %r0 : (tensor<255xui8>) -> tensor<255xf8E8M0FNU>
  return %r0, %r1 : tensor<255xui8>, tensor<255xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: add
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0xF1, 0xAF, 0xE5, 0x95, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0xDF, 0xE9, 0xAF, 0x7F, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.add %a, %b : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: subtract
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0xFF, 0xAF, 0xE5, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xDF, 0xE9, 0xFF, 0x7F, 0xD2, 0xFF, 0xCC, 0xFF, 0xFF, 0xD1, 0xFF, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.subtract %a, %b : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: multiply
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0xFF, 0x78, 0xFF, 0xA9, 0xFF, 0xFF, 0x07, 0x55, 0x44, 0x9B, 0xAC, 0xB1, 0x31, 0x39, 0xAA, 0x87, 0x5B, 0x7E, 0x98, 0x53, 0x9A, 0x00, 0xFF]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.multiply %a, %b : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: divide
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0x2E, 0xE6, 0x93, 0x7F, 0x70, 0x6B, 0x6B, 0xFF, 0x54, 0x00, 0xFF, 0xFF, 0xFF, 0xC5, 0xFA, 0xFF, 0xFF, 0xFF, 0x56, 0xFF, 0x00, 0xB8, 0xA5]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.divide %a, %b : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: maximum
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0xF1, 0xAF, 0xE5, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0xDF, 0xE9, 0xAF, 0x7F, 0xD2, 0xE5, 0xCC, 0xDF, 0xA0, 0xD1, 0xCC, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.maximum %a, %b : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: negate
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! expect: dense<0xFF> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.negate %a : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: floor
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0xFF, 0xFF, 0xFF, 0xFF, 0xDF, 0xE9, 0xFF, 0x7F, 0xD2, 0xFF, 0xCC, 0xFF, 0xFF, 0xD1, 0xFF, 0xFF, 0xFF]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.floor %a : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: abs
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %r0 = stablehlo.abs %a : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: sqrt
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xB8, 0x8F, 0x97, 0xB2, 0x89, 0xA2, 0xAA, 0x5C, 0x46, 0x65, 0x63, 0xAF, 0xB4, 0x40, 0x7F, 0xA8, 0x50, 0xA5, 0x4E, 0x7B, 0xA8, 0x66, 0x6B, 0x63]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %0 = stablehlo.abs %a : tensor<24xf8E8M0FNU>
  %r0 = stablehlo.sqrt %0 : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: two operations round twice
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0xF1, 0xFF, 0x78, 0xFF, 0xAA, 0xFF, 0xFF, 0x1B, 0xFF, 0x6F, 0xFF, 0xAC, 0xB1, 0xDF, 0x39, 0xAA, 0xFF, 0x5B, 0xFF, 0xC1, 0x53, 0xFF, 0x00, 0xFF]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %0 = stablehlo.add %a, %b : tensor<24xf8E8M0FNU>
  %r0 = stablehlo.multiply %0, %b : tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: compare and select
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[0x7F, 0xA0, 0x48, 0xD1, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0x4C, 0x47, 0x01, 0x39, 0x57, 0x21, 0x0E, 0x1E, 0x77, 0x01, 0x4D, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<24xf8E8M0FNU>) {
  %0 = stablehlo.compare LT, %a, %b : (tensor<24xf8E8M0FNU>, tensor<24xf8E8M0FNU>) -> tensor<24xi1>
  %r0 = stablehlo.select %0, %a, %b : tensor<24xi1>, tensor<24xf8E8M0FNU>
  return %r0 : tensor<24xf8E8M0FNU>
}

// -----
//! name: f8E8M0FNU: data movement
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0x7F, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<24xf8E8M0FNU>
//! input: dense<[0x7F, 0xF1, 0x48, 0xD1, 0x94, 0xD5, 0xE9, 0x4D, 0xC6, 0x77, 0xD2, 0x4C, 0x47, 0xAF, 0x39, 0x57, 0xE5, 0x0E, 0xDF, 0xA0, 0x01, 0xCC, 0x1E, 0x21]> : tensor<24xf8E8M0FNU>
//! expect: dense<[[0x39, 0xD2, 0x47, 0x4D, 0x57, 0x21], [0xD5, 0x7F, 0x57, 0xE9, 0x39, 0x1E], [0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01], [0xE5, 0xDF, 0x77, 0xD1, 0x4C, 0xA0], [0xAF, 0x48, 0x1E, 0x48, 0xD2, 0xDF], [0xA0, 0x4C, 0xCC, 0xF1, 0x77, 0x0E], [0xF1, 0x0E, 0x21, 0x7F, 0xC6, 0xE5]]> : tensor<8x6xf8E8M0FNU>
//! expect: dense<[[0xC6, 0x01, 0x4D, 0xD5, 0xAF, 0xCC], [0x94, 0xE9, 0xD1, 0x94, 0x47, 0x01]]> : tensor<2x6xf8E8M0FNU>
func.func public @main(%a: tensor<24xf8E8M0FNU>, %b: tensor<24xf8E8M0FNU>) -> (tensor<8x6xf8E8M0FNU>, tensor<2x6xf8E8M0FNU>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xf8E8M0FNU>, tensor<24xf8E8M0FNU>) -> tensor<48xf8E8M0FNU>
  %1 = stablehlo.reshape %0 : (tensor<48xf8E8M0FNU>) -> tensor<6x8xf8E8M0FNU>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xf8E8M0FNU>) -> tensor<8x6xf8E8M0FNU>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xf8E8M0FNU>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xf8E8M0FNU>) -> tensor<2x6xf8E8M0FNU>
  return %r0, %r1 : tensor<8x6xf8E8M0FNU>, tensor<2x6xf8E8M0FNU>
}

// -----
//! name: i2: add
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 1, -2, -1, 1, -2, -1, 0, -2, -1, 0, 1, -1, 0, 1, -2]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.add %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: subtract
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, -1, -2, 1, 1, 0, -1, -2, -2, 1, 0, -1, -1, -2, 1, 0]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.subtract %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: multiply
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 0, 0, 0, 0, 1, -2, -1, 0, -2, 0, -2, 0, -1, -2, 1]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.multiply %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: maximum
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 1, 0, 0, 1, 1, 1, 1, 0, 1, -2, -1, 0, 1, -1, -1]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.maximum %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: minimum
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 0, -2, -1, 0, 1, -2, -1, -2, -2, -2, -2, -1, -1, -2, -1]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.minimum %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: and
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 0, 0, 0, 0, 1, 0, 1, 0, 0, -2, -2, 0, 1, -2, -1]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.and %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: or
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 1, -2, -1, 1, 1, -1, -1, -2, -1, -2, -1, -1, -1, -1, -1]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.or %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: xor
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 1, -2, -1, 1, 0, -1, -2, -2, -1, 0, 1, -1, -2, 1, 0]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.xor %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: divide
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[-1, 0, 0, 0, -1, 1, 0, -1, -1, -2, 1, -2, -1, -1, 0, 1]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.divide %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: remainder
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 0, 0, 0, 1, 0, 1, 0, -2, 0, 0, 0, -1, 0, -1, 0]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.remainder %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: shift_left
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 0, 0, 0, 1, -2, 0, 0, -2, 0, 0, 0, -1, -2, 0, 0]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: shift_right_logical
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 0, 0, 0, 1, 0, 0, 0, -2, 1, 0, 0, -1, 1, 0, 0]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: shift_right_arithmetic
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, -2, -2, -2, -2, -1, -1, -1, -1]> : tensor<16xi2>
//! input: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<16xi2>
//! expect: dense<[0, 0, 0, 0, 1, 0, 0, 0, -2, -1, -1, -1, -1, -1, -1, -1]> : tensor<16xi2>
func.func public @main(%a: tensor<16xi2>, %b: tensor<16xi2>) -> (tensor<16xi2>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<16xi2>
  return %r0 : tensor<16xi2>
}

// -----
//! name: i2: not
//! input: dense<[0, 1, -2, -1]> : tensor<4xi2>
//! expect: dense<[-1, -2, 1, 0]> : tensor<4xi2>
func.func public @main(%a: tensor<4xi2>) -> (tensor<4xi2>) {
  %r0 = stablehlo.not %a : tensor<4xi2>
  return %r0 : tensor<4xi2>
}

// -----
//! name: i2: negate
//! input: dense<[0, 1, -2, -1]> : tensor<4xi2>
//! expect: dense<[0, -1, -2, 1]> : tensor<4xi2>
func.func public @main(%a: tensor<4xi2>) -> (tensor<4xi2>) {
  %r0 = stablehlo.negate %a : tensor<4xi2>
  return %r0 : tensor<4xi2>
}

// -----
//! name: i2: popcnt
//! input: dense<[0, 1, -2, -1]> : tensor<4xi2>
//! expect: dense<[0, 1, 1, -2]> : tensor<4xi2>
func.func public @main(%a: tensor<4xi2>) -> (tensor<4xi2>) {
  %r0 = stablehlo.popcnt %a : tensor<4xi2>
  return %r0 : tensor<4xi2>
}

// -----
//! name: i2: count_leading_zeros
//! input: dense<[0, 1, -2, -1]> : tensor<4xi2>
//! expect: dense<[-2, 1, 0, 0]> : tensor<4xi2>
func.func public @main(%a: tensor<4xi2>) -> (tensor<4xi2>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<4xi2>
  return %r0 : tensor<4xi2>
}

// -----
//! name: i2: iota
//! expect: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0]> : tensor<9xi2>
func.func public @main() -> (tensor<9xi2>) {
  %r0 = stablehlo.iota dim = 0 : tensor<9xi2>
  return %r0 : tensor<9xi2>
}

// -----
//! name: i2: from and to i32
//! input: dense<[-20, -19, -18, -17, -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]> : tensor<40xi32>
//! input: dense<[0, 1, -2, -1]> : tensor<4xi2>
//! expect: dense<[0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1, 0, 1, -2, -1]> : tensor<40xi2>
//! expect: dense<[0, 1, -2, -1]> : tensor<4xi32>
func.func public @main(%a: tensor<40xi32>, %b: tensor<4xi2>) -> (tensor<40xi2>, tensor<4xi32>) {
  %r0 = stablehlo.convert %a : (tensor<40xi32>) -> tensor<40xi2>
  %r1 = stablehlo.convert %b : (tensor<4xi2>) -> tensor<4xi32>
  return %r0, %r1 : tensor<40xi2>, tensor<4xi32>
}

// -----
//! name: i2: dot_general
//! input: dense<[[-1, -2, -2, -1, -2, -1], [-1, 0, 0, 1, 1, -1], [-1, 0, 1, -1, 0, -1], [0, 1, -1, 1, 1, 1]]> : tensor<4x6xi2>
//! input: dense<[[1, -1, 1], [-1, -2, -1], [-1, 1, -1], [1, -1, 1], [1, -2, 0], [1, -1, 0]]> : tensor<6x3xi2>
//! expect: dense<[[-1, 9, 2], [0, -1, 0], [-4, 4, -3], [3, -7, 1]]> : tensor<4x3xi32>
//! expect: dense<[[-1, 1, -2], [0, -1, 0], [0, 0, 1], [-1, 1, 1]]> : tensor<4x3xi2>
func.func public @main(%a: tensor<4x6xi2>, %b: tensor<6x3xi2>) -> (tensor<4x3xi32>, tensor<4x3xi2>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xi2>, tensor<6x3xi2>) -> tensor<4x3xi32>
  %r1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xi2>, tensor<6x3xi2>) -> tensor<4x3xi2>
  return %r0, %r1 : tensor<4x3xi32>, tensor<4x3xi2>
}

// -----
//! name: i2: data movement
//! input: dense<[-1, -2, -2, -1, -2, -1, -1, 0, 0, 1, 1, -1, -1, 0, 1, -1, 0, -1, 0, 1, -1, 1, 1, 1]> : tensor<24xi2>
//! input: dense<[1, -1, 1, -1, -2, -1, -1, 1, -1, 1, -1, 1, 1, -2, 0, 1, -1, 0, -1, -2, 0, -1, 0, 0]> : tensor<24xi2>
//! expect: dense<[[0, -1, 1, 1, 1, 0], [-1, 1, 1, -1, 0, 0], [-1, 0, 1, -1, -2, -1], [-2, -1, -1, -2, 1, 0], [-1, -1, 1, -1, 1, -2], [-2, 1, 0, 1, -1, -1], [-2, 1, -1, -1, 1, 0], [-1, 0, 0, 1, -1, -1]]> : tensor<8x6xi2>
//! expect: dense<[[-1, 0, 1, -1, -2, -1], [-2, -1, -1, -2, 1, 0]]> : tensor<2x6xi2>
func.func public @main(%a: tensor<24xi2>, %b: tensor<24xi2>) -> (tensor<8x6xi2>, tensor<2x6xi2>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xi2>, tensor<24xi2>) -> tensor<48xi2>
  %1 = stablehlo.reshape %0 : (tensor<48xi2>) -> tensor<6x8xi2>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xi2>) -> tensor<8x6xi2>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xi2>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xi2>) -> tensor<2x6xi2>
  return %r0, %r1 : tensor<8x6xi2>, tensor<2x6xi2>
}

// -----
//! name: i2: a constant, and a sum
//! input: dense<[[1, 1], [1, 0], [1, 1], [1, 1]]> : tensor<4x2xi2>
//! expect: dense<[1, 0, 1]> : tensor<3xi2>
//! expect: dense<[-2, 1, -2, -2]> : tensor<4xi2>
func.func public @main(%a: tensor<4x2xi2>) -> (tensor<3xi2>, tensor<4xi2>) {
  %r0 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi2>
  %0 = stablehlo.constant dense<0> : tensor<i2>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xi2>, tensor<i2>) -> tensor<4xi2>
  return %r0, %r1 : tensor<3xi2>, tensor<4xi2>
}

// -----
//! name: i4: add
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.add %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: subtract
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.subtract %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: multiply
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 2, 4, 6, -8, -6, -4, -2, 0, 2, 4, 6, -8, -6, -4, -2, 0, 3, 6, -7, -4, -1, 2, 5, -8, -5, -2, 1, 4, 7, -6, -3, 0, 4, -8, -4, 0, 4, -8, -4, 0, 4, -8, -4, 0, 4, -8, -4, 0, 5, -6, -1, 4, -7, -2, 3, -8, -3, 2, 7, -4, 1, 6, -5, 0, 6, -4, 2, -8, -2, 4, -6, 0, 6, -4, 2, -8, -2, 4, -6, 0, 7, -2, 5, -4, 3, -6, 1, -8, -1, 6, -3, 4, -5, 2, -7, 0, -8, 0, -8, 0, -8, 0, -8, 0, -8, 0, -8, 0, -8, 0, -8, 0, -7, 2, -5, 4, -3, 6, -1, -8, 1, -6, 3, -4, 5, -2, 7, 0, -6, 4, -2, -8, 2, -4, 6, 0, -6, 4, -2, -8, 2, -4, 6, 0, -5, 6, 1, -4, 7, 2, -3, -8, 3, -2, -7, 4, -1, -6, 5, 0, -4, -8, 4, 0, -4, -8, 4, 0, -4, -8, 4, 0, -4, -8, 4, 0, -3, -6, 7, 4, 1, -2, -5, -8, 5, 2, -1, -4, -7, 6, 3, 0, -2, -4, -6, -8, 6, 4, 2, 0, -2, -4, -6, -8, 6, 4, 2, 0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.multiply %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: maximum
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 5, 6, 7, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 6, 7, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 7, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -7, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -6, -6, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -5, -5, -5, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -4, -4, -4, -4, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -3, -3, -3, -3, -3, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -2, -2, -2, -2, -2, -2, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.maximum %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: minimum
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 1, 1, 1, 1, 1, 1, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 2, 2, 2, 2, 2, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 3, 3, 3, 3, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 4, 4, 4, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 5, 5, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 6, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -8, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -8, -7, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -8, -7, -6, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -8, -7, -6, -5, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -8, -7, -6, -5, -4, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -8, -7, -6, -5, -4, -3, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.minimum %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: and
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 0, 0, 0, 4, 4, 4, 4, 0, 0, 0, 0, 4, 4, 4, 4, 0, 1, 0, 1, 4, 5, 4, 5, 0, 1, 0, 1, 4, 5, 4, 5, 0, 0, 2, 2, 4, 4, 6, 6, 0, 0, 2, 2, 4, 4, 6, 6, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, -8, -8, -8, -8, -8, -8, -8, -8, 0, 1, 0, 1, 0, 1, 0, 1, -8, -7, -8, -7, -8, -7, -8, -7, 0, 0, 2, 2, 0, 0, 2, 2, -8, -8, -6, -6, -8, -8, -6, -6, 0, 1, 2, 3, 0, 1, 2, 3, -8, -7, -6, -5, -8, -7, -6, -5, 0, 0, 0, 0, 4, 4, 4, 4, -8, -8, -8, -8, -4, -4, -4, -4, 0, 1, 0, 1, 4, 5, 4, 5, -8, -7, -8, -7, -4, -3, -4, -3, 0, 0, 2, 2, 4, 4, 6, 6, -8, -8, -6, -6, -4, -4, -2, -2, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.and %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: or
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 1, 1, 3, 3, 5, 5, 7, 7, -7, -7, -5, -5, -3, -3, -1, -1, 2, 3, 2, 3, 6, 7, 6, 7, -6, -5, -6, -5, -2, -1, -2, -1, 3, 3, 3, 3, 7, 7, 7, 7, -5, -5, -5, -5, -1, -1, -1, -1, 4, 5, 6, 7, 4, 5, 6, 7, -4, -3, -2, -1, -4, -3, -2, -1, 5, 5, 7, 7, 5, 5, 7, 7, -3, -3, -1, -1, -3, -3, -1, -1, 6, 7, 6, 7, 6, 7, 6, 7, -2, -1, -2, -1, -2, -1, -2, -1, 7, 7, 7, 7, 7, 7, 7, 7, -1, -1, -1, -1, -1, -1, -1, -1, -8, -7, -6, -5, -4, -3, -2, -1, -8, -7, -6, -5, -4, -3, -2, -1, -7, -7, -5, -5, -3, -3, -1, -1, -7, -7, -5, -5, -3, -3, -1, -1, -6, -5, -6, -5, -2, -1, -2, -1, -6, -5, -6, -5, -2, -1, -2, -1, -5, -5, -5, -5, -1, -1, -1, -1, -5, -5, -5, -5, -1, -1, -1, -1, -4, -3, -2, -1, -4, -3, -2, -1, -4, -3, -2, -1, -4, -3, -2, -1, -3, -3, -1, -1, -3, -3, -1, -1, -3, -3, -1, -1, -3, -3, -1, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.or %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: xor
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 1, 0, 3, 2, 5, 4, 7, 6, -7, -8, -5, -6, -3, -4, -1, -2, 2, 3, 0, 1, 6, 7, 4, 5, -6, -5, -8, -7, -2, -1, -4, -3, 3, 2, 1, 0, 7, 6, 5, 4, -5, -6, -7, -8, -1, -2, -3, -4, 4, 5, 6, 7, 0, 1, 2, 3, -4, -3, -2, -1, -8, -7, -6, -5, 5, 4, 7, 6, 1, 0, 3, 2, -3, -4, -1, -2, -7, -8, -5, -6, 6, 7, 4, 5, 2, 3, 0, 1, -2, -1, -4, -3, -6, -5, -8, -7, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -7, -8, -5, -6, -3, -4, -1, -2, 1, 0, 3, 2, 5, 4, 7, 6, -6, -5, -8, -7, -2, -1, -4, -3, 2, 3, 0, 1, 6, 7, 4, 5, -5, -6, -7, -8, -1, -2, -3, -4, 3, 2, 1, 0, 7, 6, 5, 4, -4, -3, -2, -1, -8, -7, -6, -5, 4, 5, 6, 7, 0, 1, 2, 3, -3, -4, -1, -2, -7, -8, -5, -6, 5, 4, 7, 6, 1, 0, 3, 2, -2, -1, -4, -3, -6, -5, -8, -7, 6, 7, 4, 5, 2, 3, 0, 1, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.xor %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: divide
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, -1, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -3, -1, 4, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, -1, -1, -2, -4, -1, 5, 2, 1, 1, 1, 0, 0, 0, 0, 0, -1, -1, -1, -2, -5, -1, 6, 3, 2, 1, 1, 1, 0, 0, 0, -1, -1, -1, -2, -3, -6, -1, 7, 3, 2, 1, 1, 1, 1, 0, -1, -1, -1, -1, -2, -3, -7, -1, -8, -4, -2, -2, -1, -1, -1, 1, 1, 1, 1, 2, 2, 4, -8, -1, -7, -3, -2, -1, -1, -1, -1, 0, 1, 1, 1, 1, 2, 3, 7, -1, -6, -3, -2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 3, 6, -1, -5, -2, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 2, 5, -1, -4, -2, -1, -1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 4, -1, -3, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3, -1, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.divide %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: remainder
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 3, 0, 1, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 1, 0, 4, 0, 0, 1, 0, 4, 4, 4, 4, 4, 4, 4, 0, 1, 0, 0, 5, 0, 1, 2, 1, 0, 5, 5, 5, 5, 5, 0, 1, 2, 1, 0, 6, 0, 0, 0, 2, 1, 0, 6, 6, 6, 0, 1, 2, 0, 0, 0, 7, 0, 1, 1, 3, 2, 1, 0, 7, 0, 1, 2, 3, 1, 1, 0, -8, 0, 0, -2, 0, -3, -2, -1, 0, -1, -2, -3, 0, -2, 0, 0, -7, 0, -1, -1, -3, -2, -1, 0, -7, 0, -1, -2, -3, -1, -1, 0, -6, 0, 0, 0, -2, -1, 0, -6, -6, -6, 0, -1, -2, 0, 0, 0, -5, 0, -1, -2, -1, 0, -5, -5, -5, -5, -5, 0, -1, -2, -1, 0, -4, 0, 0, -1, 0, -4, -4, -4, -4, -4, -4, -4, 0, -1, 0, 0, -3, 0, -1, 0, -3, -3, -3, -3, -3, -3, -3, -3, -3, 0, -1, 0, -2, 0, 0, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, 0, 0, -1, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.remainder %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: shift_left
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 6, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, -6, 4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7, 2, 4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -6, 4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 6, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -6, 4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, -4, -8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: shift_right_logical
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -7, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -6, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -5, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -4, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: shift_right_arithmetic
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -8, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -7, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -6, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -5, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<256xi4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -8, -4, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -7, -4, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -6, -3, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -5, -3, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -4, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -3, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]> : tensor<256xi4>
func.func public @main(%a: tensor<256xi4>, %b: tensor<256xi4>) -> (tensor<256xi4>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<256xi4>
  return %r0 : tensor<256xi4>
}

// -----
//! name: i4: not
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<16xi4>
//! expect: dense<[-1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<16xi4>
func.func public @main(%a: tensor<16xi4>) -> (tensor<16xi4>) {
  %r0 = stablehlo.not %a : tensor<16xi4>
  return %r0 : tensor<16xi4>
}

// -----
//! name: i4: negate
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<16xi4>
//! expect: dense<[0, -1, -2, -3, -4, -5, -6, -7, -8, 7, 6, 5, 4, 3, 2, 1]> : tensor<16xi4>
func.func public @main(%a: tensor<16xi4>) -> (tensor<16xi4>) {
  %r0 = stablehlo.negate %a : tensor<16xi4>
  return %r0 : tensor<16xi4>
}

// -----
//! name: i4: popcnt
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<16xi4>
//! expect: dense<[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]> : tensor<16xi4>
func.func public @main(%a: tensor<16xi4>) -> (tensor<16xi4>) {
  %r0 = stablehlo.popcnt %a : tensor<16xi4>
  return %r0 : tensor<16xi4>
}

// -----
//! name: i4: count_leading_zeros
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<16xi4>
//! expect: dense<[4, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<16xi4>
func.func public @main(%a: tensor<16xi4>) -> (tensor<16xi4>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<16xi4>
  return %r0 : tensor<16xi4>
}

// -----
//! name: i4: iota
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8]> : tensor<9xi4>
func.func public @main() -> (tensor<9xi4>) {
  %r0 = stablehlo.iota dim = 0 : tensor<9xi4>
  return %r0 : tensor<9xi4>
}

// -----
//! name: i4: from and to i32
//! input: dense<[-20, -19, -18, -17, -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]> : tensor<40xi32>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<16xi4>
//! expect: dense<[-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3]> : tensor<40xi4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]> : tensor<16xi32>
func.func public @main(%a: tensor<40xi32>, %b: tensor<16xi4>) -> (tensor<40xi4>, tensor<16xi32>) {
  %r0 = stablehlo.convert %a : (tensor<40xi32>) -> tensor<40xi4>
  %r1 = stablehlo.convert %b : (tensor<16xi4>) -> tensor<16xi32>
  return %r0, %r1 : tensor<40xi4>, tensor<16xi32>
}

// -----
//! name: i4: dot_general
//! input: dense<[[-1, -6, -6, -2, -7, -4], [-3, 3, 0, 4, 4, -3], [-2, 0, 7, -3, 2, -4], [1, 7, -3, 4, 5, 4]]> : tensor<4x6xi4>
//! input: dense<[[7, -1, 4], [-3, -7, -3], [-2, 4, -4], [7, -3, 4], [4, -6, 3], [5, -2, 0]]> : tensor<6x3xi4>
//! expect: dense<[[-39, 75, 9], [-1, -48, 7], [-61, 35, -42], [60, -112, 26]]> : tensor<4x3xi32>
//! expect: dense<[[-7, -5, -7], [-1, 0, 7], [3, 3, 6], [-4, 0, -6]]> : tensor<4x3xi4>
func.func public @main(%a: tensor<4x6xi4>, %b: tensor<6x3xi4>) -> (tensor<4x3xi32>, tensor<4x3xi4>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xi4>, tensor<6x3xi4>) -> tensor<4x3xi32>
  %r1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xi4>, tensor<6x3xi4>) -> tensor<4x3xi4>
  return %r0, %r1 : tensor<4x3xi32>, tensor<4x3xi4>
}

// -----
//! name: i4: data movement
//! input: dense<[-1, -6, -6, -2, -7, -4, -3, 3, 0, 4, 4, -3, -2, 0, 7, -3, 2, -4, 1, 7, -3, 4, 5, 4]> : tensor<24xi4>
//! input: dense<[7, -1, 4, -3, -7, -3, -2, 4, -4, 7, -3, 4, 4, -6, 3, 5, -2, 0, -3, -6, 0, -4, 1, 2]> : tensor<24xi4>
//! expect: dense<[[3, -3, 4, 4, 5, 2], [-3, 7, 5, -2, 3, 1], [-4, 0, 4, -3, -6, -4], [-7, -2, -3, -7, 4, 0], [-2, -3, 7, -3, 4, -6], [-6, 4, 1, 4, -3, -3], [-6, 4, -4, -1, 7, 0], [-1, 0, 2, 7, -4, -2]]> : tensor<8x6xi4>
//! expect: dense<[[-4, 0, 4, -3, -6, -4], [-7, -2, -3, -7, 4, 0]]> : tensor<2x6xi4>
func.func public @main(%a: tensor<24xi4>, %b: tensor<24xi4>) -> (tensor<8x6xi4>, tensor<2x6xi4>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xi4>, tensor<24xi4>) -> tensor<48xi4>
  %1 = stablehlo.reshape %0 : (tensor<48xi4>) -> tensor<6x8xi4>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xi4>) -> tensor<8x6xi4>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xi4>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xi4>) -> tensor<2x6xi4>
  return %r0, %r1 : tensor<8x6xi4>, tensor<2x6xi4>
}

// -----
//! name: i4: a constant, and a sum
//! input: dense<[[1, 1], [1, 0], [1, 1], [1, 1]]> : tensor<4x2xi4>
//! expect: dense<[1, 0, 1]> : tensor<3xi4>
//! expect: dense<[2, 1, 2, 2]> : tensor<4xi4>
func.func public @main(%a: tensor<4x2xi4>) -> (tensor<3xi4>, tensor<4xi4>) {
  %r0 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi4>
  %0 = stablehlo.constant dense<0> : tensor<i4>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xi4>, tensor<i4>) -> tensor<4xi4>
  return %r0, %r1 : tensor<3xi4>, tensor<4xi4>
}

// -----
//! name: ui2: add
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.add %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: subtract
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 3, 2, 1, 1, 0, 3, 2, 2, 1, 0, 3, 3, 2, 1, 0]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.subtract %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: multiply
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 0, 0, 0, 0, 1, 2, 3, 0, 2, 0, 2, 0, 3, 2, 1]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.multiply %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: maximum
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 1, 2, 3, 1, 1, 2, 3, 2, 2, 2, 3, 3, 3, 3, 3]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.maximum %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: minimum
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 2, 2, 0, 1, 2, 3]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.minimum %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: and
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0, 1, 2, 3]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.and %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: or
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 1, 2, 3, 1, 1, 3, 3, 2, 3, 2, 3, 3, 3, 3, 3]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.or %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: xor
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1, 3, 2, 1, 0]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.xor %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: divide
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[3, 0, 0, 0, 3, 1, 0, 0, 3, 2, 1, 0, 3, 3, 1, 1]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.divide %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: remainder
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 0, 0, 0, 1, 0, 1, 1, 2, 0, 0, 2, 3, 0, 1, 0]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.remainder %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: shift_left
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 0, 0, 0, 1, 2, 0, 0, 2, 0, 0, 0, 3, 2, 0, 0]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: shift_right_logical
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 3, 1, 0, 0]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: shift_right_arithmetic
//! input: dense<[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]> : tensor<16xui2>
//! input: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<16xui2>
//! expect: dense<[0, 0, 0, 0, 1, 0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 3]> : tensor<16xui2>
func.func public @main(%a: tensor<16xui2>, %b: tensor<16xui2>) -> (tensor<16xui2>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<16xui2>
  return %r0 : tensor<16xui2>
}

// -----
//! name: ui2: not
//! input: dense<[0, 1, 2, 3]> : tensor<4xui2>
//! expect: dense<[3, 2, 1, 0]> : tensor<4xui2>
func.func public @main(%a: tensor<4xui2>) -> (tensor<4xui2>) {
  %r0 = stablehlo.not %a : tensor<4xui2>
  return %r0 : tensor<4xui2>
}

// -----
//! name: ui2: negate
//! input: dense<[0, 1, 2, 3]> : tensor<4xui2>
//! expect: dense<[0, 3, 2, 1]> : tensor<4xui2>
func.func public @main(%a: tensor<4xui2>) -> (tensor<4xui2>) {
  %r0 = stablehlo.negate %a : tensor<4xui2>
  return %r0 : tensor<4xui2>
}

// -----
//! name: ui2: popcnt
//! input: dense<[0, 1, 2, 3]> : tensor<4xui2>
//! expect: dense<[0, 1, 1, 2]> : tensor<4xui2>
func.func public @main(%a: tensor<4xui2>) -> (tensor<4xui2>) {
  %r0 = stablehlo.popcnt %a : tensor<4xui2>
  return %r0 : tensor<4xui2>
}

// -----
//! name: ui2: count_leading_zeros
//! input: dense<[0, 1, 2, 3]> : tensor<4xui2>
//! expect: dense<[2, 1, 0, 0]> : tensor<4xui2>
func.func public @main(%a: tensor<4xui2>) -> (tensor<4xui2>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<4xui2>
  return %r0 : tensor<4xui2>
}

// -----
//! name: ui2: iota
//! expect: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0]> : tensor<9xui2>
func.func public @main() -> (tensor<9xui2>) {
  %r0 = stablehlo.iota dim = 0 : tensor<9xui2>
  return %r0 : tensor<9xui2>
}

// -----
//! name: ui2: from and to i32
//! input: dense<[-20, -19, -18, -17, -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]> : tensor<40xi32>
//! input: dense<[0, 1, 2, 3]> : tensor<4xui2>
//! expect: dense<[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]> : tensor<40xui2>
//! expect: dense<[0, 1, 2, 3]> : tensor<4xi32>
func.func public @main(%a: tensor<40xi32>, %b: tensor<4xui2>) -> (tensor<40xui2>, tensor<4xi32>) {
  %r0 = stablehlo.convert %a : (tensor<40xi32>) -> tensor<40xui2>
  %r1 = stablehlo.convert %b : (tensor<4xui2>) -> tensor<4xi32>
  return %r0, %r1 : tensor<40xui2>, tensor<4xi32>
}

// -----
//! name: ui2: dot_general
//! input: dense<[[3, 2, 2, 3, 2, 3], [3, 0, 0, 1, 1, 3], [3, 0, 1, 3, 0, 3], [0, 1, 3, 1, 1, 1]]> : tensor<4x6xui2>
//! input: dense<[[1, 3, 1], [3, 2, 3], [3, 1, 3], [1, 3, 1], [1, 2, 0], [1, 3, 0]]> : tensor<6x3xui2>
//! expect: dense<[[23, 37, 18], [8, 23, 4], [12, 28, 9], [15, 13, 13]]> : tensor<4x3xui32>
//! expect: dense<[[3, 1, 2], [0, 3, 0], [0, 0, 1], [3, 1, 1]]> : tensor<4x3xui2>
func.func public @main(%a: tensor<4x6xui2>, %b: tensor<6x3xui2>) -> (tensor<4x3xui32>, tensor<4x3xui2>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xui2>, tensor<6x3xui2>) -> tensor<4x3xui32>
  %r1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xui2>, tensor<6x3xui2>) -> tensor<4x3xui2>
  return %r0, %r1 : tensor<4x3xui32>, tensor<4x3xui2>
}

// -----
//! name: ui2: data movement
//! input: dense<[3, 2, 2, 3, 2, 3, 3, 0, 0, 1, 1, 3, 3, 0, 1, 3, 0, 3, 0, 1, 3, 1, 1, 1]> : tensor<24xui2>
//! input: dense<[1, 3, 1, 3, 2, 3, 3, 1, 3, 1, 3, 1, 1, 2, 0, 1, 3, 0, 3, 2, 0, 3, 0, 0]> : tensor<24xui2>
//! expect: dense<[[0, 3, 1, 1, 1, 0], [3, 1, 1, 3, 0, 0], [3, 0, 1, 3, 2, 3], [2, 3, 3, 2, 1, 0], [3, 3, 1, 3, 1, 2], [2, 1, 0, 1, 3, 3], [2, 1, 3, 3, 1, 0], [3, 0, 0, 1, 3, 3]]> : tensor<8x6xui2>
//! expect: dense<[[3, 0, 1, 3, 2, 3], [2, 3, 3, 2, 1, 0]]> : tensor<2x6xui2>
func.func public @main(%a: tensor<24xui2>, %b: tensor<24xui2>) -> (tensor<8x6xui2>, tensor<2x6xui2>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xui2>, tensor<24xui2>) -> tensor<48xui2>
  %1 = stablehlo.reshape %0 : (tensor<48xui2>) -> tensor<6x8xui2>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xui2>) -> tensor<8x6xui2>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xui2>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xui2>) -> tensor<2x6xui2>
  return %r0, %r1 : tensor<8x6xui2>, tensor<2x6xui2>
}

// -----
//! name: ui2: a constant, and a sum
//! input: dense<[[1, 1], [1, 0], [1, 1], [1, 1]]> : tensor<4x2xui2>
//! expect: dense<[1, 0, 1]> : tensor<3xui2>
//! expect: dense<[2, 1, 2, 2]> : tensor<4xui2>
func.func public @main(%a: tensor<4x2xui2>) -> (tensor<3xui2>, tensor<4xui2>) {
  %r0 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui2>
  %0 = stablehlo.constant dense<0> : tensor<ui2>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xui2>, tensor<ui2>) -> tensor<4xui2>
  return %r0, %r1 : tensor<3xui2>, tensor<4xui2>
}

// -----
//! name: ui4: add
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.add %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: subtract
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.subtract %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: multiply
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 2, 4, 6, 8, 10, 12, 14, 0, 2, 4, 6, 8, 10, 12, 14, 0, 3, 6, 9, 12, 15, 2, 5, 8, 11, 14, 1, 4, 7, 10, 13, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11, 0, 6, 12, 2, 8, 14, 4, 10, 0, 6, 12, 2, 8, 14, 4, 10, 0, 7, 14, 5, 12, 3, 10, 1, 8, 15, 6, 13, 4, 11, 2, 9, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7, 0, 10, 4, 14, 8, 2, 12, 6, 0, 10, 4, 14, 8, 2, 12, 6, 0, 11, 6, 1, 12, 7, 2, 13, 8, 3, 14, 9, 4, 15, 10, 5, 0, 12, 8, 4, 0, 12, 8, 4, 0, 12, 8, 4, 0, 12, 8, 4, 0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3, 0, 14, 12, 10, 8, 6, 4, 2, 0, 14, 12, 10, 8, 6, 4, 2, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.multiply %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: maximum
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 2, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 4, 4, 4, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 5, 5, 5, 5, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 6, 6, 6, 6, 6, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 7, 7, 7, 7, 7, 7, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 10, 11, 12, 13, 14, 15, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 11, 12, 13, 14, 15, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 12, 13, 14, 15, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 13, 14, 15, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 14, 15, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 15, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.maximum %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: minimum
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11, 11, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.minimum %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: and
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 0, 0, 0, 4, 4, 4, 4, 0, 0, 0, 0, 4, 4, 4, 4, 0, 1, 0, 1, 4, 5, 4, 5, 0, 1, 0, 1, 4, 5, 4, 5, 0, 0, 2, 2, 4, 4, 6, 6, 0, 0, 2, 2, 4, 4, 6, 6, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 0, 2, 2, 0, 0, 2, 2, 8, 8, 10, 10, 8, 8, 10, 10, 0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 8, 9, 10, 11, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 0, 1, 0, 1, 4, 5, 4, 5, 8, 9, 8, 9, 12, 13, 12, 13, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.and %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: or
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15, 2, 3, 2, 3, 6, 7, 6, 7, 10, 11, 10, 11, 14, 15, 14, 15, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15, 5, 5, 7, 7, 5, 5, 7, 7, 13, 13, 15, 15, 13, 13, 15, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 7, 7, 7, 7, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15, 9, 9, 11, 11, 13, 13, 15, 15, 9, 9, 11, 11, 13, 13, 15, 15, 10, 11, 10, 11, 14, 15, 14, 15, 10, 11, 10, 11, 14, 15, 14, 15, 11, 11, 11, 11, 15, 15, 15, 15, 11, 11, 11, 11, 15, 15, 15, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 13, 13, 15, 15, 13, 13, 15, 15, 13, 13, 15, 15, 13, 13, 15, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.or %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: xor
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11, 5, 4, 7, 6, 1, 0, 3, 2, 13, 12, 15, 14, 9, 8, 11, 10, 6, 7, 4, 5, 2, 3, 0, 1, 14, 15, 12, 13, 10, 11, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 11, 10, 13, 12, 15, 14, 1, 0, 3, 2, 5, 4, 7, 6, 10, 11, 8, 9, 14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 11, 10, 9, 8, 15, 14, 13, 12, 3, 2, 1, 0, 7, 6, 5, 4, 12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3, 13, 12, 15, 14, 9, 8, 11, 10, 5, 4, 7, 6, 1, 0, 3, 2, 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.xor %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: divide
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 4, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 5, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 6, 3, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 7, 3, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 15, 8, 4, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 15, 9, 4, 3, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 15, 10, 5, 3, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 15, 11, 5, 3, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 15, 12, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 15, 13, 6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0, 0, 15, 14, 7, 4, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0, 15, 15, 7, 5, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.divide %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: remainder
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 0, 1, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 0, 0, 1, 0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 0, 1, 2, 1, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 0, 0, 0, 2, 1, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0, 1, 1, 3, 2, 1, 0, 7, 7, 7, 7, 7, 7, 7, 7, 8, 0, 0, 2, 0, 3, 2, 1, 0, 8, 8, 8, 8, 8, 8, 8, 9, 0, 1, 0, 1, 4, 3, 2, 1, 0, 9, 9, 9, 9, 9, 9, 10, 0, 0, 1, 2, 0, 4, 3, 2, 1, 0, 10, 10, 10, 10, 10, 11, 0, 1, 2, 3, 1, 5, 4, 3, 2, 1, 0, 11, 11, 11, 11, 12, 0, 0, 0, 0, 2, 0, 5, 4, 3, 2, 1, 0, 12, 12, 12, 13, 0, 1, 1, 1, 3, 1, 6, 5, 4, 3, 2, 1, 0, 13, 13, 14, 0, 0, 2, 2, 4, 2, 0, 6, 5, 4, 3, 2, 1, 0, 14, 15, 0, 1, 0, 3, 0, 3, 1, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.remainder %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: shift_left
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 6, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 10, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 14, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 6, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 10, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 14, 12, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.shift_left %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: shift_right_logical
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: shift_right_arithmetic
//! input: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<256xui4>
//! expect: dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 12, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 9, 12, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 10, 13, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 11, 13, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 12, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 13, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]> : tensor<256xui4>
func.func public @main(%a: tensor<256xui4>, %b: tensor<256xui4>) -> (tensor<256xui4>) {
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<256xui4>
  return %r0 : tensor<256xui4>
}

// -----
//! name: ui4: not
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
//! expect: dense<[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<16xui4>
func.func public @main(%a: tensor<16xui4>) -> (tensor<16xui4>) {
  %r0 = stablehlo.not %a : tensor<16xui4>
  return %r0 : tensor<16xui4>
}

// -----
//! name: ui4: negate
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
//! expect: dense<[0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]> : tensor<16xui4>
func.func public @main(%a: tensor<16xui4>) -> (tensor<16xui4>) {
  %r0 = stablehlo.negate %a : tensor<16xui4>
  return %r0 : tensor<16xui4>
}

// -----
//! name: ui4: popcnt
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
//! expect: dense<[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]> : tensor<16xui4>
func.func public @main(%a: tensor<16xui4>) -> (tensor<16xui4>) {
  %r0 = stablehlo.popcnt %a : tensor<16xui4>
  return %r0 : tensor<16xui4>
}

// -----
//! name: ui4: count_leading_zeros
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
//! expect: dense<[4, 3, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<16xui4>
func.func public @main(%a: tensor<16xui4>) -> (tensor<16xui4>) {
  %r0 = stablehlo.count_leading_zeros %a : tensor<16xui4>
  return %r0 : tensor<16xui4>
}

// -----
//! name: ui4: iota
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<9xui4>
func.func public @main() -> (tensor<9xui4>) {
  %r0 = stablehlo.iota dim = 0 : tensor<9xui4>
  return %r0 : tensor<9xui4>
}

// -----
//! name: ui4: from and to i32
//! input: dense<[-20, -19, -18, -17, -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]> : tensor<40xi32>
//! input: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xui4>
//! expect: dense<[12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3]> : tensor<40xui4>
//! expect: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi32>
func.func public @main(%a: tensor<40xi32>, %b: tensor<16xui4>) -> (tensor<40xui4>, tensor<16xi32>) {
  %r0 = stablehlo.convert %a : (tensor<40xi32>) -> tensor<40xui4>
  %r1 = stablehlo.convert %b : (tensor<16xui4>) -> tensor<16xi32>
  return %r0, %r1 : tensor<40xui4>, tensor<16xi32>
}

// -----
//! name: ui4: dot_general
//! input: dense<[[15, 10, 10, 14, 9, 12], [13, 3, 0, 4, 4, 13], [14, 0, 7, 13, 2, 12], [1, 7, 13, 4, 5, 4]]> : tensor<4x6xui4>
//! input: dense<[[7, 15, 4], [13, 9, 13], [14, 4, 12], [7, 13, 4], [4, 10, 3], [5, 14, 0]]> : tensor<6x3xui4>
//! expect: dense<[[569, 795, 393], [239, 496, 119], [355, 595, 198], [348, 288, 282]]> : tensor<4x3xui32>
//! expect: dense<[[9, 11, 9], [15, 0, 7], [3, 3, 6], [12, 0, 10]]> : tensor<4x3xui4>
func.func public @main(%a: tensor<4x6xui4>, %b: tensor<6x3xui4>) -> (tensor<4x3xui32>, tensor<4x3xui4>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xui4>, tensor<6x3xui4>) -> tensor<4x3xui32>
  %r1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xui4>, tensor<6x3xui4>) -> tensor<4x3xui4>
  return %r0, %r1 : tensor<4x3xui32>, tensor<4x3xui4>
}

// -----
//! name: ui4: data movement
//! input: dense<[15, 10, 10, 14, 9, 12, 13, 3, 0, 4, 4, 13, 14, 0, 7, 13, 2, 12, 1, 7, 13, 4, 5, 4]> : tensor<24xui4>
//! input: dense<[7, 15, 4, 13, 9, 13, 14, 4, 12, 7, 13, 4, 4, 10, 3, 5, 14, 0, 13, 10, 0, 12, 1, 2]> : tensor<24xui4>
//! expect: dense<[[3, 13, 4, 4, 5, 2], [13, 7, 5, 14, 3, 1], [12, 0, 4, 13, 10, 12], [9, 14, 13, 9, 4, 0], [14, 13, 7, 13, 4, 10], [10, 4, 1, 4, 13, 13], [10, 4, 12, 15, 7, 0], [15, 0, 2, 7, 12, 14]]> : tensor<8x6xui4>
//! expect: dense<[[12, 0, 4, 13, 10, 12], [9, 14, 13, 9, 4, 0]]> : tensor<2x6xui4>
func.func public @main(%a: tensor<24xui4>, %b: tensor<24xui4>) -> (tensor<8x6xui4>, tensor<2x6xui4>) {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<24xui4>, tensor<24xui4>) -> tensor<48xui4>
  %1 = stablehlo.reshape %0 : (tensor<48xui4>) -> tensor<6x8xui4>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<6x8xui4>) -> tensor<8x6xui4>
  %r0 = stablehlo.reverse %2, dims = [0] : tensor<8x6xui4>
  %r1 = stablehlo.slice %r0 [2:4, 0:6] : (tensor<8x6xui4>) -> tensor<2x6xui4>
  return %r0, %r1 : tensor<8x6xui4>, tensor<2x6xui4>
}

// -----
//! name: ui4: a constant, and a sum
//! input: dense<[[1, 1], [1, 0], [1, 1], [1, 1]]> : tensor<4x2xui4>
//! expect: dense<[1, 0, 1]> : tensor<3xui4>
//! expect: dense<[2, 1, 2, 2]> : tensor<4xui4>
func.func public @main(%a: tensor<4x2xui4>) -> (tensor<3xui4>, tensor<4xui4>) {
  %r0 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xui4>
  %0 = stablehlo.constant dense<0> : tensor<ui4>
  %r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x2xui4>, tensor<ui4>) -> tensor<4xui4>
  return %r0, %r1 : tensor<3xui4>, tensor<4xui4>
}

// -----
//! name: dot_general: f8E4M3FN by f8E5M2
//! input: dense<[[0x40, 0xC4, 0xC0, 0xC0, 0xC0], [0x40, 0x44, 0x38, 0xC4, 0xC4], [0xB8, 0x00, 0x38, 0x00, 0xC0]]> : tensor<3x5xf8E4M3FN>
//! input: dense<[[0xC0, 0x3C, 0x40, 0xC2], [0xC2, 0x00, 0xBC, 0x42], [0x00, 0xBC, 0x00, 0x3C], [0x3C, 0xC0, 0x40, 0x40], [0x42, 0x40, 0xC0, 0xBC]]> : tensor<5x4xf8E5M2>
//! expect: dense<[[-3.0e+00, 4.0e+00, 7.0e+00, -1.9e+01], [-2.5e+01, 1.0e+00, 1.0e+00, 1.0e+00], [-4.0e+00, -6.0e+00, 2.0e+00, 6.0e+00]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x5xf8E4M3FN>, %b: tensor<5x4xf8E5M2>) -> (tensor<3x4xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xf8E4M3FN>, tensor<5x4xf8E5M2>) -> tensor<3x4xf32>
  return %r0 : tensor<3x4xf32>
}

// -----
//! name: dot_general: f8E4M3FN by f8E4M3FN
//! input: dense<[[0x38, 0x38, 0x38, 0x44, 0xB8], [0x44, 0xC4, 0xC4, 0x44, 0x44], [0xB8, 0xC4, 0xB8, 0xC4, 0x44]]> : tensor<3x5xf8E4M3FN>
//! input: dense<[[0x38, 0x38, 0xC0, 0x00], [0xC0, 0x40, 0x00, 0xC4], [0xC0, 0x38, 0x00, 0xB8], [0xC0, 0xC4, 0x38, 0x38], [0x00, 0x44, 0x44, 0xC0]]> : tensor<5x4xf8E4M3FN>
//! expect: dense<[[-9.0e+00, -8.0e+00, -2.0e+00, 1.0e+00], [9.0e+00, -6.0e+00, 6.0e+00, 9.0e+00], [1.3e+01, 1.0e+01, 8.0e+00, 1.0e+00]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x5xf8E4M3FN>, %b: tensor<5x4xf8E4M3FN>) -> (tensor<3x4xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xf8E4M3FN>, tensor<5x4xf8E4M3FN>) -> tensor<3x4xf32>
  return %r0 : tensor<3x4xf32>
}

// -----
//! name: dot_general: f8E5M2 by f8E5M2
//! input: dense<[[0x3C, 0x3C, 0xC0, 0xBC, 0x00], [0x40, 0xBC, 0x40, 0x3C, 0xC0], [0xBC, 0x40, 0x40, 0x3C, 0xC2]]> : tensor<3x5xf8E5M2>
//! input: dense<[[0x3C, 0xC0, 0x40, 0x42], [0x00, 0x42, 0x40, 0xBC], [0x42, 0xBC, 0xC2, 0x3C], [0x40, 0x3C, 0xBC, 0x42], [0x00, 0xBC, 0xC0, 0xC0]]> : tensor<5x4xf8E5M2>
//! expect: dense<[[-7.0e+00, 2.0e+00, 1.1e+01, -3.0e+00], [1.0e+01, -6.0e+00, -1.0e+00, 1.6e+01], [7.0e+00, 1.0e+01, 1.0e+00, 6.0e+00]]> : tensor<3x4xbf16>
func.func public @main(%a: tensor<3x5xf8E5M2>, %b: tensor<5x4xf8E5M2>) -> (tensor<3x4xbf16>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xf8E5M2>, tensor<5x4xf8E5M2>) -> tensor<3x4xbf16>
  return %r0 : tensor<3x4xbf16>
}

// -----
//! name: dot_general: bf16 by f32
//! input: dense<[[1.0e+00, 2.0e+00, -1.0e+00, 1.0e+00, 3.0e+00], [-2.0e+00, -2.0e+00, 0.0e+00, 0.0e+00, -1.0e+00], [-1.0e+00, -3.0e+00, 1.0e+00, 3.0e+00, -2.0e+00]]> : tensor<3x5xbf16>
//! input: dense<[[2.0e+00, -2.0e+00, -3.0e+00, 2.0e+00], [-2.0e+00, 2.0e+00, -1.0e+00, 0.0e+00], [3.0e+00, 3.0e+00, 0.0e+00, -2.0e+00], [-2.0e+00, 2.0e+00, 1.0e+00, -2.0e+00], [3.0e+00, 3.0e+00, 3.0e+00, 1.0e+00]]> : tensor<5x4xf32>
//! expect: dense<[[2.0e+00, 1.0e+01, 5.0e+00, 5.0e+00], [-3.0e+00, -3.0e+00, 5.0e+00, -5.0e+00], [-5.0e+00, -1.0e+00, 3.0e+00, -1.2e+01]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x5xbf16>, %b: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xbf16>, tensor<5x4xf32>) -> tensor<3x4xf32>
  return %r0 : tensor<3x4xf32>
}

// -----
//! name: dot_general: f32 by f16
//! input: dense<[[3.0e+00, 1.0e+00, 0.0e+00, 3.0e+00, 1.0e+00], [2.0e+00, -1.0e+00, 2.0e+00, 3.0e+00, -3.0e+00], [0.0e+00, -1.0e+00, -3.0e+00, -3.0e+00, -2.0e+00]]> : tensor<3x5xf32>
//! input: dense<[[-2.0e+00, 2.0e+00, -2.0e+00, 1.0e+00], [3.0e+00, 0.0e+00, -3.0e+00, -3.0e+00], [-1.0e+00, -1.0e+00, 0.0e+00, -1.0e+00], [2.0e+00, 0.0e+00, 3.0e+00, 3.0e+00], [1.0e+00, -3.0e+00, -2.0e+00, 2.0e+00]]> : tensor<5x4xf16>
//! expect: dense<[[4.0e+00, 3.0e+00, -2.0e+00, 1.1e+01], [-6.0e+00, 1.1e+01, 1.4e+01, 6.0e+00], [-8.0e+00, 9.0e+00, -2.0e+00, -7.0e+00]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x5xf32>, %b: tensor<5x4xf16>) -> (tensor<3x4xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x4xf16>) -> tensor<3x4xf32>
  return %r0 : tensor<3x4xf32>
}

// -----
//! name: dot_general: f32 by f64
//! input: dense<[[0.0e+00, 3.0e+00, 1.0e+00, 2.0e+00, -3.0e+00], [-1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -2.0e+00], [1.0e+00, -3.0e+00, 1.0e+00, 2.0e+00, 1.0e+00]]> : tensor<3x5xf32>
//! input: dense<[[-3.0e+00, 0.0e+00, -1.0e+00, 0.0e+00], [1.0e+00, -2.0e+00, -3.0e+00, 0.0e+00], [1.0e+00, -3.0e+00, 3.0e+00, 0.0e+00], [3.0e+00, 0.0e+00, 2.0e+00, 2.0e+00], [0.0e+00, -1.0e+00, 1.0e+00, -3.0e+00]]> : tensor<5x4xf64>
//! expect: dense<[[1.0e+01, -6.0e+00, -5.0e+00, 1.3e+01], [2.0e+00, -3.0e+00, -3.0e+00, 4.0e+00], [1.0e+00, 2.0e+00, 1.6e+01, 1.0e+00]]> : tensor<3x4xf64>
func.func public @main(%a: tensor<3x5xf32>, %b: tensor<5x4xf64>) -> (tensor<3x4xf64>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x4xf64>) -> tensor<3x4xf64>
  return %r0 : tensor<3x4xf64>
}

// -----
//! name: dot_general: i8 by i32
//! input: dense<[[1, 0, -2, -2, -3], [2, 1, -1, 3, -1], [-1, 3, -3, -1, -3]]> : tensor<3x5xi8>
//! input: dense<[[-1, 2, -1, 0], [0, -3, -3, -1], [0, -3, 3, 2], [0, 2, 2, -3], [3, -3, 2, 2]]> : tensor<5x4xi32>
//! expect: dense<[[-10, 13, -17, -4], [-5, 13, -4, -14], [-8, 5, -25, -12]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x5xi8>, %b: tensor<5x4xi32>) -> (tensor<3x4xi32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xi8>, tensor<5x4xi32>) -> tensor<3x4xi32>
  return %r0 : tensor<3x4xi32>
}

// -----
//! name: dot_general: i8 by f32
//! input: dense<[[2, -3, 2, 3, 2], [1, -2, 0, 0, 3], [-1, -1, -2, 0, 1]]> : tensor<3x5xi8>
//! input: dense<[[0.0e+00, -1.0e+00, 0.0e+00, 1.0e+00], [-2.0e+00, 1.0e+00, 1.0e+00, -3.0e+00], [1.0e+00, 0.0e+00, 3.0e+00, -1.0e+00], [-1.0e+00, 1.0e+00, 3.0e+00, -3.0e+00], [-3.0e+00, -2.0e+00, -1.0e+00, 0.0e+00]]> : tensor<5x4xf32>
//! expect: dense<[[-1.0e+00, -6.0e+00, 1.0e+01, 0.0e+00], [-5.0e+00, -9.0e+00, -5.0e+00, 7.0e+00], [-3.0e+00, -2.0e+00, -8.0e+00, 4.0e+00]]> : tensor<3x4xf32>
func.func public @main(%a: tensor<3x5xi8>, %b: tensor<5x4xf32>) -> (tensor<3x4xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xi8>, tensor<5x4xf32>) -> tensor<3x4xf32>
  return %r0 : tensor<3x4xf32>
}

// -----
//! name: dot_general: ui8 by i8
//! input: dense<[[28, 126, 107, 18, 176], [46, 10, 172, 117, 5], [34, 175, 153, 173, 187]]> : tensor<3x5xui8>
//! input: dense<[[-2, -1, -1, -2], [-2, 1, 0, 1], [3, 3, -3, 2], [-1, 2, 1, -3], [3, 3, 3, -3]]> : tensor<5x4xi8>
//! expect: dense<[[523, 983, 197, -298], [302, 729, -430, -104], [429, 1507, 241, -667]]> : tensor<3x4xi32>
func.func public @main(%a: tensor<3x5xui8>, %b: tensor<5x4xi8>) -> (tensor<3x4xi32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x5xui8>, tensor<5x4xi8>) -> tensor<3x4xi32>
  return %r0 : tensor<3x4xi32>
}

// -----
//! name: dot_general: booleans
//! input: dense<[[false, true, false, false, false], [false, false, false, false, false], [true, false, false, true, true], [false, false, false, true, true]]> : tensor<4x5xi1>
//! input: dense<[[true, false, true], [false, false, true], [false, false, true], [true, false, true], [true, false, true]]> : tensor<5x3xi1>
//! expect: dense<[[false, false, true], [false, false, false], [true, false, true], [true, false, true]]> : tensor<4x3xi1>
func.func public @main(%a: tensor<4x5xi1>, %b: tensor<5x3xi1>) -> (tensor<4x3xi1>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x5xi1>, tensor<5x3xi1>) -> tensor<4x3xi1>
  return %r0 : tensor<4x3xi1>
}

// -----
//! name: f8E4M3FN: a loop
//! input: dense<[0x38, 0x30, 0xC0]> : tensor<3xf8E4M3FN>
//! expect: dense<[0x3E, 0x36, 0xC6]> : tensor<3xf8E4M3FN>
func.func public @main(%a: tensor<3xf8E4M3FN>) -> (tensor<3xf8E4M3FN>) {
  %n = stablehlo.constant dense<5> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.constant dense<1.125> : tensor<3xf8E4M3FN>
  %0, %r0 = stablehlo.while(%k = %z, %v = %a) : tensor<i32>, tensor<3xf8E4M3FN>
   cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
   } do {
    %next = stablehlo.add %k, %one : tensor<i32>
    %w = stablehlo.multiply %v, %c : tensor<3xf8E4M3FN>
    stablehlo.return %next, %w : tensor<i32>, tensor<3xf8E4M3FN>
   }
  return %r0 : tensor<3xf8E4M3FN>
}

// -----
//! name: f8E5M2: sort
//! input: dense<[0xF1, 0xA0, 0xAF, 0xE5, 0x94, 0xC6, 0xD5, 0x39, 0x0E, 0x4C, 0x48, 0xDF, 0xE9, 0x01, 0xD2, 0x21, 0xCC, 0x1E, 0x77, 0xD1, 0x4D, 0x57, 0x47]> : tensor<23xf8E5M2>
//! expect: dense<[0xF1, 0xE9, 0xE5, 0xDF, 0xD5, 0xD2, 0xD1, 0xCC, 0xC6, 0xAF, 0xA0, 0x94, 0x01, 0x0E, 0x1E, 0x21, 0x39, 0x47, 0x48, 0x4C, 0x4D, 0x57, 0x77]> : tensor<23xf8E5M2>
func.func public @main(%a: tensor<23xf8E5M2>) -> (tensor<23xf8E5M2>) {
  %r0 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<f8E5M2>, %y: tensor<f8E5M2>):
    %0 = stablehlo.compare LT, %x, %y : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<23xf8E5M2>) -> tensor<23xf8E5M2>
  return %r0 : tensor<23xf8E5M2>
}

// -----
//! name: i4: packed into i8, and unpacked
//! input: dense<[[[2, 2], [-4, 7], [-7, -7]], [[-5, 0], [7, 2], [6, -2]]]> : tensor<2x3x2xi4>
//! input: dense<[[34, 124, -103], [11, 39, -26]]> : tensor<2x3xi8>
//! expect: dense<[[34, 124, -103], [11, 39, -26]]> : tensor<2x3xi8>
//! expect: dense<[[[2, 2], [-4, 7], [-7, -7]], [[-5, 0], [7, 2], [6, -2]]]> : tensor<2x3x2xi4>
func.func public @main(%a: tensor<2x3x2xi4>, %b: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<2x3x2xi4>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<2x3x2xi4>) -> tensor<2x3xi8>
  %r1 = stablehlo.bitcast_convert %b : (tensor<2x3xi8>) -> tensor<2x3x2xi4>
  return %r0, %r1 : tensor<2x3xi8>, tensor<2x3x2xi4>
}

// -----
//! name: ui4: packed into ui8, and unpacked
//! input: dense<[[[2, 2], [12, 7], [9, 9]], [[11, 0], [7, 2], [6, 14]]]> : tensor<2x3x2xui4>
//! input: dense<[[34, 124, 153], [11, 39, 230]]> : tensor<2x3xui8>
//! expect: dense<[[34, 124, 153], [11, 39, 230]]> : tensor<2x3xui8>
//! expect: dense<[[[2, 2], [12, 7], [9, 9]], [[11, 0], [7, 2], [6, 14]]]> : tensor<2x3x2xui4>
func.func public @main(%a: tensor<2x3x2xui4>, %b: tensor<2x3xui8>) -> (tensor<2x3xui8>, tensor<2x3x2xui4>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<2x3x2xui4>) -> tensor<2x3xui8>
  %r1 = stablehlo.bitcast_convert %b : (tensor<2x3xui8>) -> tensor<2x3x2xui4>
  return %r0, %r1 : tensor<2x3xui8>, tensor<2x3x2xui4>
}

// -----
//! name: i2: packed into i8, and unpacked
//! input: dense<[[[0, 0, -1, 1], [-2, -2, -2, 0], [1, 0, 1, -1]], [[-2, 0, -2, 0], [-1, -1, -1, -2], [-1, 1, 0, -2]]]> : tensor<2x3x4xi2>
//! input: dense<[[112, 42, -47], [34, -65, -121]]> : tensor<2x3xi8>
//! expect: dense<[[112, 42, -47], [34, -65, -121]]> : tensor<2x3xi8>
//! expect: dense<[[[0, 0, -1, 1], [-2, -2, -2, 0], [1, 0, 1, -1]], [[-2, 0, -2, 0], [-1, -1, -1, -2], [-1, 1, 0, -2]]]> : tensor<2x3x4xi2>
func.func public @main(%a: tensor<2x3x4xi2>, %b: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<2x3x4xi2>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<2x3x4xi2>) -> tensor<2x3xi8>
  %r1 = stablehlo.bitcast_convert %b : (tensor<2x3xi8>) -> tensor<2x3x4xi2>
  return %r0, %r1 : tensor<2x3xi8>, tensor<2x3x4xi2>
}

// -----
//! name: ui2: packed into ui32, and unpacked
//! input: dense<[[[0, 0, 3, 1, 2, 2, 2, 0, 1, 0, 1, 3, 2, 0, 2, 0], [3, 3, 3, 2, 3, 1, 0, 2, 1, 2, 3, 1, 3, 0, 1, 3], [0, 2, 1, 2, 3, 3, 3, 2, 3, 3, 0, 0, 1, 2, 3, 1]], [[3, 1, 3, 2, 2, 0, 2, 3, 3, 3, 3, 0, 3, 1, 2, 1], [0, 0, 3, 3, 1, 1, 0, 0, 3, 2, 0, 0, 2, 3, 3, 0], [2, 0, 0, 0, 1, 1, 2, 1, 1, 3, 2, 2, 2, 1, 3, 0]]]> : tensor<2x3x16xui2>
//! input: dense<[[584133232, 3547957183, 2031075224], [1732240055, 1040909808, 917333250]]> : tensor<2x3xui32>
//! expect: dense<[[584133232, 3547957183, 2031075224], [1732240055, 1040909808, 917333250]]> : tensor<2x3xui32>
//! expect: dense<[[[0, 0, 3, 1, 2, 2, 2, 0, 1, 0, 1, 3, 2, 0, 2, 0], [3, 3, 3, 2, 3, 1, 0, 2, 1, 2, 3, 1, 3, 0, 1, 3], [0, 2, 1, 2, 3, 3, 3, 2, 3, 3, 0, 0, 1, 2, 3, 1]], [[3, 1, 3, 2, 2, 0, 2, 3, 3, 3, 3, 0, 3, 1, 2, 1], [0, 0, 3, 3, 1, 1, 0, 0, 3, 2, 0, 0, 2, 3, 3, 0], [2, 0, 0, 0, 1, 1, 2, 1, 1, 3, 2, 2, 2, 1, 3, 0]]]> : tensor<2x3x16xui2>
func.func public @main(%a: tensor<2x3x16xui2>, %b: tensor<2x3xui32>) -> (tensor<2x3xui32>, tensor<2x3x16xui2>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<2x3x16xui2>) -> tensor<2x3xui32>
  %r1 = stablehlo.bitcast_convert %b : (tensor<2x3xui32>) -> tensor<2x3x16xui2>
  return %r0, %r1 : tensor<2x3xui32>, tensor<2x3x16xui2>
}

// -----
//! name: i4: packed into i32, and unpacked
//! input: dense<[[[2, 2, -4, 7, -7, -7, -5, 0], [7, 2, 6, -2, -8, 1, -8, 2], [-4, -1, -1, -7, -3, 5, 2, -8]], [[7, -6, -1, 4, -3, 2, 5, -4], [3, -6, 7, -8, -1, -3, -3, -8], [-1, -1, 2, 3, 4, -8, -3, 7]]]> : tensor<2x3x8xi4>
//! input: dense<[[194608162, 672720423, -2107793412], [-986886233, -1914730589, 2105815807]]> : tensor<2x3xi32>
//! expect: dense<[[194608162, 672720423, -2107793412], [-986886233, -1914730589, 2105815807]]> : tensor<2x3xi32>
//! expect: dense<[[[2, 2, -4, 7, -7, -7, -5, 0], [7, 2, 6, -2, -8, 1, -8, 2], [-4, -1, -1, -7, -3, 5, 2, -8]], [[7, -6, -1, 4, -3, 2, 5, -4], [3, -6, 7, -8, -1, -3, -3, -8], [-1, -1, 2, 3, 4, -8, -3, 7]]]> : tensor<2x3x8xi4>
func.func public @main(%a: tensor<2x3x8xi4>, %b: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3x8xi4>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<2x3x8xi4>) -> tensor<2x3xi32>
  %r1 = stablehlo.bitcast_convert %b : (tensor<2x3xi32>) -> tensor<2x3x8xi4>
  return %r0, %r1 : tensor<2x3xi32>, tensor<2x3x8xi4>
}

// -----
//! name: f4E2M1FN: packed into ui8, and unpacked
//! input: dense<[[[0x02, 0x02], [0x0C, 0x07], [0x09, 0x09]], [[0x0B, 0x00], [0x07, 0x02], [0x06, 0x0E]]]> : tensor<2x3x2xf4E2M1FN>
//! input: dense<[[34, 124, 153], [11, 39, 230]]> : tensor<2x3xui8>
//! expect: dense<[[34, 124, 153], [11, 39, 230]]> : tensor<2x3xui8>
//! expect: dense<[[[0x02, 0x02], [0x0C, 0x07], [0x09, 0x09]], [[0x0B, 0x00], [0x07, 0x02], [0x06, 0x0E]]]> : tensor<2x3x2xf4E2M1FN>
func.func public @main(%a: tensor<2x3x2xf4E2M1FN>, %b: tensor<2x3xui8>) -> (tensor<2x3xui8>, tensor<2x3x2xf4E2M1FN>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<2x3x2xf4E2M1FN>) -> tensor<2x3xui8>
  %r1 = stablehlo.bitcast_convert %b : (tensor<2x3xui8>) -> tensor<2x3x2xf4E2M1FN>
  return %r0, %r1 : tensor<2x3xui8>, tensor<2x3x2xf4E2M1FN>
}
