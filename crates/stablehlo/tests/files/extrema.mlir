//! name: maximum of f16, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<49xf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<49xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7C00, 1.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, -1.0e+00, 0x7E00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<49xf16>
func.func public @main(%a: tensor<49xf16>, %b: tensor<49xf16>) -> (tensor<49xf16>) {
  %r0 = stablehlo.maximum %a, %b : tensor<49xf16>
  return %r0 : tensor<49xf16>
}

// -----
//! name: maximum of f16, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7C00, 1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7C00, 1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, -1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, -1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<0x7E00> : tensor<7xf16>
//! expect: dense<0x7E00> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>) -> (tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>) {
  %c0_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r0 = stablehlo.maximum %a, %c0 : tensor<7xf16>
  %r1 = stablehlo.maximum %c0, %a : tensor<7xf16>
  %c1_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r2 = stablehlo.maximum %a, %c1 : tensor<7xf16>
  %r3 = stablehlo.maximum %c1, %a : tensor<7xf16>
  %c2_ = stablehlo.constant dense<0x3C00> : tensor<f16>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r4 = stablehlo.maximum %a, %c2 : tensor<7xf16>
  %r5 = stablehlo.maximum %c2, %a : tensor<7xf16>
  %c3_ = stablehlo.constant dense<0xBC00> : tensor<f16>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r6 = stablehlo.maximum %a, %c3 : tensor<7xf16>
  %r7 = stablehlo.maximum %c3, %a : tensor<7xf16>
  %c4_ = stablehlo.constant dense<0x7C00> : tensor<f16>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r8 = stablehlo.maximum %a, %c4 : tensor<7xf16>
  %r9 = stablehlo.maximum %c4, %a : tensor<7xf16>
  %c5_ = stablehlo.constant dense<0xFC00> : tensor<f16>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r10 = stablehlo.maximum %a, %c5 : tensor<7xf16>
  %r11 = stablehlo.maximum %c5, %a : tensor<7xf16>
  %c6_ = stablehlo.constant dense<0x7E00> : tensor<f16>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r12 = stablehlo.maximum %a, %c6 : tensor<7xf16>
  %r13 = stablehlo.maximum %c6, %a : tensor<7xf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: maximum of f16, constants
//! expect: dense<0.0e+00> : tensor<f16>
//! expect: dense<0.0e+00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<0.0e+00> : tensor<f16>
//! expect: dense<-0.0e+00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
func.func public @main() -> (tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>) {
  %c0 = stablehlo.constant dense<0x0000> : tensor<f16>
  %c1 = stablehlo.constant dense<0x8000> : tensor<f16>
  %c2 = stablehlo.constant dense<0x7E00> : tensor<f16>
  %r0 = stablehlo.maximum %c0, %c0 : tensor<f16>
  %r1 = stablehlo.maximum %c0, %c1 : tensor<f16>
  %r2 = stablehlo.maximum %c0, %c2 : tensor<f16>
  %r3 = stablehlo.maximum %c1, %c0 : tensor<f16>
  %r4 = stablehlo.maximum %c1, %c1 : tensor<f16>
  %r5 = stablehlo.maximum %c1, %c2 : tensor<f16>
  %r6 = stablehlo.maximum %c2, %c0 : tensor<f16>
  %r7 = stablehlo.maximum %c2, %c1 : tensor<f16>
  %r8 = stablehlo.maximum %c2, %c2 : tensor<f16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>
}

// -----
//! name: maximum of f16, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7C00, 1.0e+00, 0x7E00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, -1.0e+00, 0x7E00], [0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00], [0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]]> : tensor<7x7xf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7C00, 1.0e+00, 0x7E00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, -1.0e+00, 0x7E00], [0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00], [0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]]> : tensor<7x7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<7xf16>) -> (tensor<7x7xf16>, tensor<7x7xf16>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xf16>) -> tensor<7x7xf16>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf16>) -> tensor<7x7xf16>
  %r0 = stablehlo.maximum %rows, %columns : tensor<7x7xf16>
  %r1 = stablehlo.maximum %columns, %rows : tensor<7x7xf16>
  return %r0, %r1 : tensor<7x7xf16>, tensor<7x7xf16>
}

// -----
//! name: maximum of f16 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<0.0e+00> : tensor<f16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00]> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<f16>) -> (tensor<7xf16>, tensor<7xf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r0 = stablehlo.maximum %a, %s : tensor<7xf16>
  %r1 = stablehlo.maximum %s, %a : tensor<7xf16>
  return %r0, %r1 : tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: maximum of f16 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<-0.0e+00> : tensor<f16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00]> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<f16>) -> (tensor<7xf16>, tensor<7xf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r0 = stablehlo.maximum %a, %s : tensor<7xf16>
  %r1 = stablehlo.maximum %s, %a : tensor<7xf16>
  return %r0, %r1 : tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: maximum of rows of 3 f16
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7E00, -0.0e+00]]> : tensor<6x3xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
func.func public @main(%a: tensor<6x3xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: maximum of columns of 3 f16
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0x7E00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<3x6xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
func.func public @main(%a: tensor<3x6xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: maximum of rows of 35 f16
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00]]> : tensor<6x35xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
func.func public @main(%a: tensor<6x35xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: maximum of columns of 35 f16
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7E00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<35x6xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
func.func public @main(%a: tensor<35x6xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: maximum of rows of 320 f16
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7E00, -0.0e+00]]> : tensor<6x3xf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<6xf16>
func.func public @main(%a: tensor<6x3xf16>) -> (tensor<6xf16>) {
  %i = stablehlo.constant dense<0xFC00> : tensor<f16>
  %p = stablehlo.constant dense<0x8000> : tensor<f16>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6x320xf16>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<6x320xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: maximum of 2x2 windows of f16
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7E00, 0x7E00, 0x7E00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xf16>
//! expect: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [0x7E00, 0x7E00, 0x7E00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xf16>
func.func public @main(%a: tensor<1x4x4x3xf16>) -> (tensor<1x2x2x3xf16>) {
  %i = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.maximum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<1x4x4x3xf16>, tensor<f16>) -> tensor<1x2x2x3xf16>
  return %r0 : tensor<1x2x2x3xf16>
}

// -----
//! name: maximum of 3x3 windows of f16
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7E00, 0x7E00, 0x7E00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xf16>
//! expect: dense<[[[[0x7E00, 0x7E00, 0x7E00], [0x7E00, 0x7E00, 0x7E00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xf16>
func.func public @main(%a: tensor<1x4x4x3xf16>) -> (tensor<1x2x2x3xf16>) {
  %i = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.maximum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<1x4x4x3xf16>, tensor<f16>) -> tensor<1x2x2x3xf16>
  return %r0 : tensor<1x2x2x3xf16>
}

// -----
//! name: running maximum of f16, from the first
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7E00, -0.0e+00, -0.0e+00]]> : tensor<6x5xf16>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7E00]]> : tensor<6x5xf16>
func.func public @main(%a: tensor<6x5xf16>) -> (tensor<6x5xf16>) {
  %i = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.maximum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<6x5xf16>, tensor<f16>) -> tensor<6x5xf16>
  return %r0 : tensor<6x5xf16>
}

// -----
//! name: running maximum of f16, from the last
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7E00, -0.0e+00, -0.0e+00]]> : tensor<6x5xf16>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0x7E00, 0x7E00, 0x7E00, -0.0e+00, -0.0e+00]]> : tensor<6x5xf16>
func.func public @main(%a: tensor<6x5xf16>) -> (tensor<6x5xf16>) {
  %i = stablehlo.constant dense<0xFC00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.maximum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<6x5xf16>, tensor<f16>) -> tensor<6x5xf16>
  return %r0 : tensor<6x5xf16>
}

// -----
//! name: scatter of f16 by maximum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00]]> : tensor<49x1xf16>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00]]> : tensor<49x1xf16>
//! expect: dense<[[0.0e+00], [0.0e+00], [1.0e+00], [0.0e+00], [0x7C00], [0.0e+00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-0.0e+00], [0x7C00], [-0.0e+00], [0x7E00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [0x7C00], [1.0e+00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [-1.0e+00], [0x7E00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00]]> : tensor<49x1xf16>
func.func public @main(%a: tensor<49x1xf16>, %b: tensor<49x1xi32>, %c: tensor<49x1xf16>) -> (tensor<49x1xf16>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.maximum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<49x1xf16>, tensor<49x1xi32>, tensor<49x1xf16>) -> tensor<49x1xf16>
  return %r0 : tensor<49x1xf16>
}

// -----
//! name: maximum of 3 f16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xf16>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xf16>
//! expect: dense<1.0e+00> : tensor<3xf16>
func.func public @main(%a: tensor<3xf16>, %b: tensor<3xf16>) -> (tensor<3xf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xf16>, tensor<3xf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<3xf16>
    %u = stablehlo.slice %y [1:3] : (tensor<3xf16>) -> tensor<2xf16>
    %v = stablehlo.slice %y [0:1] : (tensor<3xf16>) -> tensor<1xf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xf16>, tensor<1xf16>) -> tensor<3xf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xf16>, tensor<3xf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xf16>) -> tensor<3xf16>
  return %r0 : tensor<3xf16>
}

// -----
//! name: maximum of 7 f16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00]> : tensor<7xf16>
//! expect: dense<[1.0e+00, 1.0e+00, 0x7C00, 0x7C00, 0x7E00, 0x7E00, 0x7E00]> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<7xf16>) -> (tensor<7xf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xf16>, tensor<7xf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<7xf16>
    %u = stablehlo.slice %y [1:7] : (tensor<7xf16>) -> tensor<6xf16>
    %v = stablehlo.slice %y [0:1] : (tensor<7xf16>) -> tensor<1xf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xf16>, tensor<1xf16>) -> tensor<7xf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xf16>, tensor<7xf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xf16>) -> tensor<7xf16>
  return %r0 : tensor<7xf16>
}

// -----
//! name: maximum of bf16, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<49xbf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<49xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F80, 1.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, -1.0e+00, 0x7FC0, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<49xbf16>
func.func public @main(%a: tensor<49xbf16>, %b: tensor<49xbf16>) -> (tensor<49xbf16>) {
  %r0 = stablehlo.maximum %a, %b : tensor<49xbf16>
  return %r0 : tensor<49xbf16>
}

// -----
//! name: maximum of bf16, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F80, 1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F80, 1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, -1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, -1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<0x7FC0> : tensor<7xbf16>
//! expect: dense<0x7FC0> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>) -> (tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>) {
  %c0_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r0 = stablehlo.maximum %a, %c0 : tensor<7xbf16>
  %r1 = stablehlo.maximum %c0, %a : tensor<7xbf16>
  %c1_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r2 = stablehlo.maximum %a, %c1 : tensor<7xbf16>
  %r3 = stablehlo.maximum %c1, %a : tensor<7xbf16>
  %c2_ = stablehlo.constant dense<0x3F80> : tensor<bf16>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r4 = stablehlo.maximum %a, %c2 : tensor<7xbf16>
  %r5 = stablehlo.maximum %c2, %a : tensor<7xbf16>
  %c3_ = stablehlo.constant dense<0xBF80> : tensor<bf16>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r6 = stablehlo.maximum %a, %c3 : tensor<7xbf16>
  %r7 = stablehlo.maximum %c3, %a : tensor<7xbf16>
  %c4_ = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r8 = stablehlo.maximum %a, %c4 : tensor<7xbf16>
  %r9 = stablehlo.maximum %c4, %a : tensor<7xbf16>
  %c5_ = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r10 = stablehlo.maximum %a, %c5 : tensor<7xbf16>
  %r11 = stablehlo.maximum %c5, %a : tensor<7xbf16>
  %c6_ = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r12 = stablehlo.maximum %a, %c6 : tensor<7xbf16>
  %r13 = stablehlo.maximum %c6, %a : tensor<7xbf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: maximum of bf16, constants
//! expect: dense<0.0e+00> : tensor<bf16>
//! expect: dense<0.0e+00> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<0.0e+00> : tensor<bf16>
//! expect: dense<-0.0e+00> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
func.func public @main() -> (tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>) {
  %c0 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %c1 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %c2 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %r0 = stablehlo.maximum %c0, %c0 : tensor<bf16>
  %r1 = stablehlo.maximum %c0, %c1 : tensor<bf16>
  %r2 = stablehlo.maximum %c0, %c2 : tensor<bf16>
  %r3 = stablehlo.maximum %c1, %c0 : tensor<bf16>
  %r4 = stablehlo.maximum %c1, %c1 : tensor<bf16>
  %r5 = stablehlo.maximum %c1, %c2 : tensor<bf16>
  %r6 = stablehlo.maximum %c2, %c0 : tensor<bf16>
  %r7 = stablehlo.maximum %c2, %c1 : tensor<bf16>
  %r8 = stablehlo.maximum %c2, %c2 : tensor<bf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>
}

// -----
//! name: maximum of bf16, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F80, 1.0e+00, 0x7FC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, -1.0e+00, 0x7FC0], [0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0], [0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]]> : tensor<7x7xbf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F80, 1.0e+00, 0x7FC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, -1.0e+00, 0x7FC0], [0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0], [0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]]> : tensor<7x7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<7xbf16>) -> (tensor<7x7xbf16>, tensor<7x7xbf16>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xbf16>) -> tensor<7x7xbf16>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xbf16>) -> tensor<7x7xbf16>
  %r0 = stablehlo.maximum %rows, %columns : tensor<7x7xbf16>
  %r1 = stablehlo.maximum %columns, %rows : tensor<7x7xbf16>
  return %r0, %r1 : tensor<7x7xbf16>, tensor<7x7xbf16>
}

// -----
//! name: maximum of bf16 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<bf16>) -> (tensor<7xbf16>, tensor<7xbf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r0 = stablehlo.maximum %a, %s : tensor<7xbf16>
  %r1 = stablehlo.maximum %s, %a : tensor<7xbf16>
  return %r0, %r1 : tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: maximum of bf16 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<-0.0e+00> : tensor<bf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<bf16>) -> (tensor<7xbf16>, tensor<7xbf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r0 = stablehlo.maximum %a, %s : tensor<7xbf16>
  %r1 = stablehlo.maximum %s, %a : tensor<7xbf16>
  return %r0, %r1 : tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: maximum of rows of 3 bf16
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7FC0, -0.0e+00]]> : tensor<6x3xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<6x3xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: maximum of columns of 3 bf16
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0x7FC0], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<3x6xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<3x6xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: maximum of rows of 35 bf16
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00]]> : tensor<6x35xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<6x35xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: maximum of columns of 35 bf16
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FC0], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<35x6xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<35x6xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: maximum of rows of 320 bf16
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7FC0, -0.0e+00]]> : tensor<6x3xbf16>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<6x3xbf16>) -> (tensor<6xbf16>) {
  %i = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %p = stablehlo.constant dense<0x8000> : tensor<bf16>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6x320xbf16>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<6x320xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0 : tensor<6xbf16>
}

// -----
//! name: maximum of 2x2 windows of bf16
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xbf16>
//! expect: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xbf16>
func.func public @main(%a: tensor<1x4x4x3xbf16>) -> (tensor<1x2x2x3xbf16>) {
  %i = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<1x4x4x3xbf16>, tensor<bf16>) -> tensor<1x2x2x3xbf16>
  return %r0 : tensor<1x2x2x3xbf16>
}

// -----
//! name: maximum of 3x3 windows of bf16
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xbf16>
//! expect: dense<[[[[0x7FC0, 0x7FC0, 0x7FC0], [0x7FC0, 0x7FC0, 0x7FC0]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xbf16>
func.func public @main(%a: tensor<1x4x4x3xbf16>) -> (tensor<1x2x2x3xbf16>) {
  %i = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<1x4x4x3xbf16>, tensor<bf16>) -> tensor<1x2x2x3xbf16>
  return %r0 : tensor<1x2x2x3xbf16>
}

// -----
//! name: running maximum of bf16, from the first
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FC0, -0.0e+00, -0.0e+00]]> : tensor<6x5xbf16>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7FC0]]> : tensor<6x5xbf16>
func.func public @main(%a: tensor<6x5xbf16>) -> (tensor<6x5xbf16>) {
  %i = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<6x5xbf16>, tensor<bf16>) -> tensor<6x5xbf16>
  return %r0 : tensor<6x5xbf16>
}

// -----
//! name: running maximum of bf16, from the last
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FC0, -0.0e+00, -0.0e+00]]> : tensor<6x5xbf16>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0, -0.0e+00, -0.0e+00]]> : tensor<6x5xbf16>
func.func public @main(%a: tensor<6x5xbf16>) -> (tensor<6x5xbf16>) {
  %i = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<6x5xbf16>, tensor<bf16>) -> tensor<6x5xbf16>
  return %r0 : tensor<6x5xbf16>
}

// -----
//! name: scatter of bf16 by maximum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0]]> : tensor<49x1xbf16>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0]]> : tensor<49x1xbf16>
//! expect: dense<[[0.0e+00], [0.0e+00], [1.0e+00], [0.0e+00], [0x7F80], [0.0e+00], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-0.0e+00], [0x7F80], [-0.0e+00], [0x7FC0], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [0x7F80], [1.0e+00], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [-1.0e+00], [0x7FC0], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0]]> : tensor<49x1xbf16>
func.func public @main(%a: tensor<49x1xbf16>, %b: tensor<49x1xi32>, %c: tensor<49x1xbf16>) -> (tensor<49x1xbf16>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<49x1xbf16>, tensor<49x1xi32>, tensor<49x1xbf16>) -> tensor<49x1xbf16>
  return %r0 : tensor<49x1xbf16>
}

// -----
//! name: maximum of 3 bf16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xbf16>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xbf16>
//! expect: dense<1.0e+00> : tensor<3xbf16>
func.func public @main(%a: tensor<3xbf16>, %b: tensor<3xbf16>) -> (tensor<3xbf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xbf16>, tensor<3xbf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<3xbf16>
    %u = stablehlo.slice %y [1:3] : (tensor<3xbf16>) -> tensor<2xbf16>
    %v = stablehlo.slice %y [0:1] : (tensor<3xbf16>) -> tensor<1xbf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xbf16>, tensor<1xbf16>) -> tensor<3xbf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xbf16>, tensor<3xbf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xbf16>) -> tensor<3xbf16>
  return %r0 : tensor<3xbf16>
}

// -----
//! name: maximum of 7 bf16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00]> : tensor<7xbf16>
//! expect: dense<[1.0e+00, 1.0e+00, 0x7F80, 0x7F80, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<7xbf16>) -> (tensor<7xbf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xbf16>, tensor<7xbf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<7xbf16>
    %u = stablehlo.slice %y [1:7] : (tensor<7xbf16>) -> tensor<6xbf16>
    %v = stablehlo.slice %y [0:1] : (tensor<7xbf16>) -> tensor<1xbf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xbf16>, tensor<1xbf16>) -> tensor<7xbf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xbf16>, tensor<7xbf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xbf16>) -> tensor<7xbf16>
  return %r0 : tensor<7xbf16>
}

// -----
//! name: maximum of f32, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<49xf32>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<49xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F800000, 1.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, -1.0e+00, 0x7FC00000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<49xf32>
func.func public @main(%a: tensor<49xf32>, %b: tensor<49xf32>) -> (tensor<49xf32>) {
  %r0 = stablehlo.maximum %a, %b : tensor<49xf32>
  return %r0 : tensor<49xf32>
}

// -----
//! name: maximum of f32, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F800000, 1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F800000, 1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, -1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, -1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<0x7FC00000> : tensor<7xf32>
//! expect: dense<0x7FC00000> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %c0_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r0 = stablehlo.maximum %a, %c0 : tensor<7xf32>
  %r1 = stablehlo.maximum %c0, %a : tensor<7xf32>
  %c1_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r2 = stablehlo.maximum %a, %c1 : tensor<7xf32>
  %r3 = stablehlo.maximum %c1, %a : tensor<7xf32>
  %c2_ = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r4 = stablehlo.maximum %a, %c2 : tensor<7xf32>
  %r5 = stablehlo.maximum %c2, %a : tensor<7xf32>
  %c3_ = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r6 = stablehlo.maximum %a, %c3 : tensor<7xf32>
  %r7 = stablehlo.maximum %c3, %a : tensor<7xf32>
  %c4_ = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r8 = stablehlo.maximum %a, %c4 : tensor<7xf32>
  %r9 = stablehlo.maximum %c4, %a : tensor<7xf32>
  %c5_ = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r10 = stablehlo.maximum %a, %c5 : tensor<7xf32>
  %r11 = stablehlo.maximum %c5, %a : tensor<7xf32>
  %c6_ = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r12 = stablehlo.maximum %a, %c6 : tensor<7xf32>
  %r13 = stablehlo.maximum %c6, %a : tensor<7xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: maximum of f32, constants
//! expect: dense<0.0e+00> : tensor<f32>
//! expect: dense<0.0e+00> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<0.0e+00> : tensor<f32>
//! expect: dense<-0.0e+00> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
func.func public @main() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c0 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %c1 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %c2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %r0 = stablehlo.maximum %c0, %c0 : tensor<f32>
  %r1 = stablehlo.maximum %c0, %c1 : tensor<f32>
  %r2 = stablehlo.maximum %c0, %c2 : tensor<f32>
  %r3 = stablehlo.maximum %c1, %c0 : tensor<f32>
  %r4 = stablehlo.maximum %c1, %c1 : tensor<f32>
  %r5 = stablehlo.maximum %c1, %c2 : tensor<f32>
  %r6 = stablehlo.maximum %c2, %c0 : tensor<f32>
  %r7 = stablehlo.maximum %c2, %c1 : tensor<f32>
  %r8 = stablehlo.maximum %c2, %c2 : tensor<f32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----
//! name: maximum of f32, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F800000, 1.0e+00, 0x7FC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, -1.0e+00, 0x7FC00000], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<7x7xf32>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F800000, 1.0e+00, 0x7FC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, -1.0e+00, 0x7FC00000], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<7x7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> (tensor<7x7xf32>, tensor<7x7xf32>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xf32>) -> tensor<7x7xf32>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf32>) -> tensor<7x7xf32>
  %r0 = stablehlo.maximum %rows, %columns : tensor<7x7xf32>
  %r1 = stablehlo.maximum %columns, %rows : tensor<7x7xf32>
  return %r0, %r1 : tensor<7x7xf32>, tensor<7x7xf32>
}

// -----
//! name: maximum of f32 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<f32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r0 = stablehlo.maximum %a, %s : tensor<7xf32>
  %r1 = stablehlo.maximum %s, %a : tensor<7xf32>
  return %r0, %r1 : tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: maximum of f32 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<-0.0e+00> : tensor<f32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<f32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r0 = stablehlo.maximum %a, %s : tensor<7xf32>
  %r1 = stablehlo.maximum %s, %a : tensor<7xf32>
  return %r0, %r1 : tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: maximum of rows of 2 f32
//! input: dense<[[-0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00], [-0.0e+00, 0x7FC00000]]> : tensor<6x2xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x2xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of columns of 2 f32
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]]> : tensor<2x6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<2x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of rows of 3 f32
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7FC00000, -0.0e+00]]> : tensor<6x3xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x3xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of columns of 3 f32
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0x7FC00000], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<3x6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<3x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of rows of 19 f32
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00]]> : tensor<6x19xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x19xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x19xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x19xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x19xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of columns of 19 f32
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FC00000], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<19x6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<19x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<19x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<19x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<19x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of rows of 70 f32
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00]]> : tensor<6x70xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x70xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x70xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x70xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x70xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of columns of 70 f32
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FC00000], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<70x6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<70x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<70x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<70x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<70x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: maximum of rows of 320 f32
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7FC00000, -0.0e+00]]> : tensor<6x3xf32>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x3xf32>) -> (tensor<6xf32>) {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %p = stablehlo.constant dense<0x80000000> : tensor<f32>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6x320xf32>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<6x320xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0 : tensor<6xf32>
}

// -----
//! name: maximum of 2x2 windows of f32
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xf32>
//! expect: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xf32>
func.func public @main(%a: tensor<1x4x4x3xf32>) -> (tensor<1x2x2x3xf32>) {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<1x2x2x3xf32>
  return %r0 : tensor<1x2x2x3xf32>
}

// -----
//! name: maximum of 3x3 windows of f32
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xf32>
//! expect: dense<[[[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xf32>
func.func public @main(%a: tensor<1x4x4x3xf32>) -> (tensor<1x2x2x3xf32>) {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<1x2x2x3xf32>
  return %r0 : tensor<1x2x2x3xf32>
}

// -----
//! name: running maximum of f32, from the first
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FC00000, -0.0e+00, -0.0e+00]]> : tensor<6x5xf32>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<6x5xf32>
func.func public @main(%a: tensor<6x5xf32>) -> (tensor<6x5xf32>) {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<f32>) -> tensor<6x5xf32>
  return %r0 : tensor<6x5xf32>
}

// -----
//! name: running maximum of f32, from the last
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FC00000, -0.0e+00, -0.0e+00]]> : tensor<6x5xf32>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000, -0.0e+00, -0.0e+00]]> : tensor<6x5xf32>
func.func public @main(%a: tensor<6x5xf32>) -> (tensor<6x5xf32>) {
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<f32>) -> tensor<6x5xf32>
  return %r0 : tensor<6x5xf32>
}

// -----
//! name: scatter of f32 by maximum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000]]> : tensor<49x1xf32>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000]]> : tensor<49x1xf32>
//! expect: dense<[[0.0e+00], [0.0e+00], [1.0e+00], [0.0e+00], [0x7F800000], [0.0e+00], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-0.0e+00], [0x7F800000], [-0.0e+00], [0x7FC00000], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [0x7F800000], [1.0e+00], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [-1.0e+00], [0x7FC00000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000]]> : tensor<49x1xf32>
func.func public @main(%a: tensor<49x1xf32>, %b: tensor<49x1xi32>, %c: tensor<49x1xf32>) -> (tensor<49x1xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<49x1xf32>, tensor<49x1xi32>, tensor<49x1xf32>) -> tensor<49x1xf32>
  return %r0 : tensor<49x1xf32>
}

// -----
//! name: maximum of 3 f32 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xf32>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xf32>
//! expect: dense<1.0e+00> : tensor<3xf32>
func.func public @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<3xf32>
    %u = stablehlo.slice %y [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    %v = stablehlo.slice %y [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xf32>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: maximum of 7 f32 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00]> : tensor<7xf32>
//! expect: dense<[1.0e+00, 1.0e+00, 0x7F800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> (tensor<7xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xf32>, tensor<7xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<7xf32>
    %u = stablehlo.slice %y [1:7] : (tensor<7xf32>) -> tensor<6xf32>
    %v = stablehlo.slice %y [0:1] : (tensor<7xf32>) -> tensor<1xf32>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xf32>, tensor<1xf32>) -> tensor<7xf32>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xf32>, tensor<7xf32>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xf32>) -> tensor<7xf32>
  return %r0 : tensor<7xf32>
}

// -----
//! name: maximum of f64, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<49xf64>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<49xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7FF0000000000000, 1.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, -1.0e+00, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<49xf64>
func.func public @main(%a: tensor<49xf64>, %b: tensor<49xf64>) -> (tensor<49xf64>) {
  %r0 = stablehlo.maximum %a, %b : tensor<49xf64>
  return %r0 : tensor<49xf64>
}

// -----
//! name: maximum of f64, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7FF0000000000000, 1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7FF0000000000000, 1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, -1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, -1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<0x7FF8000000000000> : tensor<7xf64>
//! expect: dense<0x7FF8000000000000> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) {
  %c0_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r0 = stablehlo.maximum %a, %c0 : tensor<7xf64>
  %r1 = stablehlo.maximum %c0, %a : tensor<7xf64>
  %c1_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r2 = stablehlo.maximum %a, %c1 : tensor<7xf64>
  %r3 = stablehlo.maximum %c1, %a : tensor<7xf64>
  %c2_ = stablehlo.constant dense<0x3FF0000000000000> : tensor<f64>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r4 = stablehlo.maximum %a, %c2 : tensor<7xf64>
  %r5 = stablehlo.maximum %c2, %a : tensor<7xf64>
  %c3_ = stablehlo.constant dense<0xBFF0000000000000> : tensor<f64>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r6 = stablehlo.maximum %a, %c3 : tensor<7xf64>
  %r7 = stablehlo.maximum %c3, %a : tensor<7xf64>
  %c4_ = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r8 = stablehlo.maximum %a, %c4 : tensor<7xf64>
  %r9 = stablehlo.maximum %c4, %a : tensor<7xf64>
  %c5_ = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r10 = stablehlo.maximum %a, %c5 : tensor<7xf64>
  %r11 = stablehlo.maximum %c5, %a : tensor<7xf64>
  %c6_ = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r12 = stablehlo.maximum %a, %c6 : tensor<7xf64>
  %r13 = stablehlo.maximum %c6, %a : tensor<7xf64>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: maximum of f64, constants
//! expect: dense<0.0e+00> : tensor<f64>
//! expect: dense<0.0e+00> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<0.0e+00> : tensor<f64>
//! expect: dense<-0.0e+00> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
func.func public @main() -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) {
  %c0 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %c1 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %c2 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %r0 = stablehlo.maximum %c0, %c0 : tensor<f64>
  %r1 = stablehlo.maximum %c0, %c1 : tensor<f64>
  %r2 = stablehlo.maximum %c0, %c2 : tensor<f64>
  %r3 = stablehlo.maximum %c1, %c0 : tensor<f64>
  %r4 = stablehlo.maximum %c1, %c1 : tensor<f64>
  %r5 = stablehlo.maximum %c1, %c2 : tensor<f64>
  %r6 = stablehlo.maximum %c2, %c0 : tensor<f64>
  %r7 = stablehlo.maximum %c2, %c1 : tensor<f64>
  %r8 = stablehlo.maximum %c2, %c2 : tensor<f64>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}

// -----
//! name: maximum of f64, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7FF0000000000000, 1.0e+00, 0x7FF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, -1.0e+00, 0x7FF8000000000000], [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<7x7xf64>
//! expect: dense<[[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000], [1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7FF0000000000000, 1.0e+00, 0x7FF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, -1.0e+00, 0x7FF8000000000000], [0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<7x7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<7xf64>) -> (tensor<7x7xf64>, tensor<7x7xf64>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xf64>) -> tensor<7x7xf64>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf64>) -> tensor<7x7xf64>
  %r0 = stablehlo.maximum %rows, %columns : tensor<7x7xf64>
  %r1 = stablehlo.maximum %columns, %rows : tensor<7x7xf64>
  return %r0, %r1 : tensor<7x7xf64>, tensor<7x7xf64>
}

// -----
//! name: maximum of f64 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<0.0e+00> : tensor<f64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<f64>) -> (tensor<7xf64>, tensor<7xf64>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r0 = stablehlo.maximum %a, %s : tensor<7xf64>
  %r1 = stablehlo.maximum %s, %a : tensor<7xf64>
  return %r0, %r1 : tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: maximum of f64 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<-0.0e+00> : tensor<f64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<f64>) -> (tensor<7xf64>, tensor<7xf64>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r0 = stablehlo.maximum %a, %s : tensor<7xf64>
  %r1 = stablehlo.maximum %s, %a : tensor<7xf64>
  return %r0, %r1 : tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: maximum of rows of 3 f64
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7FF8000000000000, -0.0e+00]]> : tensor<6x3xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<6x3xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: maximum of columns of 3 f64
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0x7FF8000000000000], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<3x6xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<3x6xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<3x6xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: maximum of rows of 35 f64
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00]]> : tensor<6x35xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<6x35xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [1] : (tensor<6x35xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: maximum of columns of 35 f64
//! input: dense<[[-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FF8000000000000], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00]]> : tensor<35x6xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<35x6xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.maximum across dimensions = [0] : (tensor<35x6xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: maximum of rows of 320 f64
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, 0x7FF8000000000000, -0.0e+00]]> : tensor<6x3xf64>
//! expect: dense<[-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<6x3xf64>) -> (tensor<6xf64>) {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %p = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6x320xf64>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<6x320xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0 : tensor<6xf64>
}

// -----
//! name: maximum of 2x2 windows of f64
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xf64>
//! expect: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xf64>
func.func public @main(%a: tensor<1x4x4x3xf64>) -> (tensor<1x2x2x3xf64>) {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.maximum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<1x4x4x3xf64>, tensor<f64>) -> tensor<1x2x2x3xf64>
  return %r0 : tensor<1x2x2x3xf64>
}

// -----
//! name: maximum of 3x3 windows of f64
//! input: dense<[[[[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x4x4x3xf64>
//! expect: dense<[[[[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xf64>
func.func public @main(%a: tensor<1x4x4x3xf64>) -> (tensor<1x2x2x3xf64>) {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.maximum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<1x4x4x3xf64>, tensor<f64>) -> tensor<1x2x2x3xf64>
  return %r0 : tensor<1x2x2x3xf64>
}

// -----
//! name: running maximum of f64, from the first
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FF8000000000000, -0.0e+00, -0.0e+00]]> : tensor<6x5xf64>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<6x5xf64>
func.func public @main(%a: tensor<6x5xf64>) -> (tensor<6x5xf64>) {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.maximum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<6x5xf64>, tensor<f64>) -> tensor<6x5xf64>
  return %r0 : tensor<6x5xf64>
}

// -----
//! name: running maximum of f64, from the last
//! input: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0x7FF8000000000000, -0.0e+00, -0.0e+00]]> : tensor<6x5xf64>
//! expect: dense<[[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -0.0e+00, -0.0e+00]]> : tensor<6x5xf64>
func.func public @main(%a: tensor<6x5xf64>) -> (tensor<6x5xf64>) {
  %i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.maximum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<6x5xf64>, tensor<f64>) -> tensor<6x5xf64>
  return %r0 : tensor<6x5xf64>
}

// -----
//! name: scatter of f64 by maximum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000]]> : tensor<49x1xf64>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000]]> : tensor<49x1xf64>
//! expect: dense<[[0.0e+00], [0.0e+00], [1.0e+00], [0.0e+00], [0x7FF0000000000000], [0.0e+00], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-0.0e+00], [0x7FF0000000000000], [-0.0e+00], [0x7FF8000000000000], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [0x7FF0000000000000], [1.0e+00], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [-1.0e+00], [0x7FF8000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000]]> : tensor<49x1xf64>
func.func public @main(%a: tensor<49x1xf64>, %b: tensor<49x1xi32>, %c: tensor<49x1xf64>) -> (tensor<49x1xf64>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.maximum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<49x1xf64>, tensor<49x1xi32>, tensor<49x1xf64>) -> tensor<49x1xf64>
  return %r0 : tensor<49x1xf64>
}

// -----
//! name: maximum of 3 f64 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xf64>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xf64>
//! expect: dense<1.0e+00> : tensor<3xf64>
func.func public @main(%a: tensor<3xf64>, %b: tensor<3xf64>) -> (tensor<3xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<3xf64>
    %u = stablehlo.slice %y [1:3] : (tensor<3xf64>) -> tensor<2xf64>
    %v = stablehlo.slice %y [0:1] : (tensor<3xf64>) -> tensor<1xf64>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xf64>, tensor<1xf64>) -> tensor<3xf64>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xf64>) -> tensor<3xf64>
  return %r0 : tensor<3xf64>
}

// -----
//! name: maximum of 7 f64 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00]> : tensor<7xf64>
//! expect: dense<[1.0e+00, 1.0e+00, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<7xf64>) -> (tensor<7xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xf64>, tensor<7xf64>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.maximum %x, %y : tensor<7xf64>
    %u = stablehlo.slice %y [1:7] : (tensor<7xf64>) -> tensor<6xf64>
    %v = stablehlo.slice %y [0:1] : (tensor<7xf64>) -> tensor<1xf64>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xf64>, tensor<1xf64>) -> tensor<7xf64>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xf64>, tensor<7xf64>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xf64>) -> tensor<7xf64>
  return %r0 : tensor<7xf64>
}

// -----
//! name: minimum of f16, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<49xf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<49xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFC00, 0x7E00, -0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFC00, 0x7E00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<49xf16>
func.func public @main(%a: tensor<49xf16>, %b: tensor<49xf16>) -> (tensor<49xf16>) {
  %r0 = stablehlo.minimum %a, %b : tensor<49xf16>
  return %r0 : tensor<49xf16>
}

// -----
//! name: minimum of f16, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<0x7E00> : tensor<7xf16>
//! expect: dense<0x7E00> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>) -> (tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>) {
  %c0_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r0 = stablehlo.minimum %a, %c0 : tensor<7xf16>
  %r1 = stablehlo.minimum %c0, %a : tensor<7xf16>
  %c1_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r2 = stablehlo.minimum %a, %c1 : tensor<7xf16>
  %r3 = stablehlo.minimum %c1, %a : tensor<7xf16>
  %c2_ = stablehlo.constant dense<0x3C00> : tensor<f16>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r4 = stablehlo.minimum %a, %c2 : tensor<7xf16>
  %r5 = stablehlo.minimum %c2, %a : tensor<7xf16>
  %c3_ = stablehlo.constant dense<0xBC00> : tensor<f16>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r6 = stablehlo.minimum %a, %c3 : tensor<7xf16>
  %r7 = stablehlo.minimum %c3, %a : tensor<7xf16>
  %c4_ = stablehlo.constant dense<0x7C00> : tensor<f16>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r8 = stablehlo.minimum %a, %c4 : tensor<7xf16>
  %r9 = stablehlo.minimum %c4, %a : tensor<7xf16>
  %c5_ = stablehlo.constant dense<0xFC00> : tensor<f16>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r10 = stablehlo.minimum %a, %c5 : tensor<7xf16>
  %r11 = stablehlo.minimum %c5, %a : tensor<7xf16>
  %c6_ = stablehlo.constant dense<0x7E00> : tensor<f16>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r12 = stablehlo.minimum %a, %c6 : tensor<7xf16>
  %r13 = stablehlo.minimum %c6, %a : tensor<7xf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: minimum of f16, constants
//! expect: dense<0.0e+00> : tensor<f16>
//! expect: dense<-0.0e+00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<-0.0e+00> : tensor<f16>
//! expect: dense<-0.0e+00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
//! expect: dense<0x7E00> : tensor<f16>
func.func public @main() -> (tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>) {
  %c0 = stablehlo.constant dense<0x0000> : tensor<f16>
  %c1 = stablehlo.constant dense<0x8000> : tensor<f16>
  %c2 = stablehlo.constant dense<0x7E00> : tensor<f16>
  %r0 = stablehlo.minimum %c0, %c0 : tensor<f16>
  %r1 = stablehlo.minimum %c0, %c1 : tensor<f16>
  %r2 = stablehlo.minimum %c0, %c2 : tensor<f16>
  %r3 = stablehlo.minimum %c1, %c0 : tensor<f16>
  %r4 = stablehlo.minimum %c1, %c1 : tensor<f16>
  %r5 = stablehlo.minimum %c1, %c2 : tensor<f16>
  %r6 = stablehlo.minimum %c2, %c0 : tensor<f16>
  %r7 = stablehlo.minimum %c2, %c1 : tensor<f16>
  %r8 = stablehlo.minimum %c2, %c2 : tensor<f16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>
}

// -----
//! name: minimum of f16, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFC00, 0x7E00], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFC00, 0xFE00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFC00, 0x7E00], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFC00, 0xFE00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00], [0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFE00], [0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]]> : tensor<7x7xf16>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFC00, 0x7E00], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFC00, 0xFE00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFC00, 0x7E00], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFC00, 0xFE00], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00], [0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFE00], [0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]]> : tensor<7x7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<7xf16>) -> (tensor<7x7xf16>, tensor<7x7xf16>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xf16>) -> tensor<7x7xf16>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf16>) -> tensor<7x7xf16>
  %r0 = stablehlo.minimum %rows, %columns : tensor<7x7xf16>
  %r1 = stablehlo.minimum %columns, %rows : tensor<7x7xf16>
  return %r0, %r1 : tensor<7x7xf16>, tensor<7x7xf16>
}

// -----
//! name: minimum of f16 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<0.0e+00> : tensor<f16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<f16>) -> (tensor<7xf16>, tensor<7xf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r0 = stablehlo.minimum %a, %s : tensor<7xf16>
  %r1 = stablehlo.minimum %s, %a : tensor<7xf16>
  return %r0, %r1 : tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: minimum of f16 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<-0.0e+00> : tensor<f16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFC00, 0x7E00]> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<f16>) -> (tensor<7xf16>, tensor<7xf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r0 = stablehlo.minimum %a, %s : tensor<7xf16>
  %r1 = stablehlo.minimum %s, %a : tensor<7xf16>
  return %r0, %r1 : tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: minimum of rows of 3 f16
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7E00, 0.0e+00]]> : tensor<6x3xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFE00]> : tensor<6xf16>
func.func public @main(%a: tensor<6x3xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: minimum of columns of 3 f16
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0x7E00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<3x6xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFE00]> : tensor<6xf16>
func.func public @main(%a: tensor<3x6xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: minimum of rows of 35 f16
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<6x35xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFE00]> : tensor<6xf16>
func.func public @main(%a: tensor<6x35xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: minimum of columns of 35 f16
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0x7E00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<35x6xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFE00]> : tensor<6xf16>
func.func public @main(%a: tensor<35x6xf16>) -> (tensor<6xf16>, tensor<6xf16>, tensor<6xf16>) {
  %i0 = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xf16>, tensor<f16>) -> tensor<6xf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0, %r1, %r2 : tensor<6xf16>, tensor<6xf16>, tensor<6xf16>
}

// -----
//! name: minimum of rows of 320 f16
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7E00, 0.0e+00]]> : tensor<6x3xf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<6xf16>
func.func public @main(%a: tensor<6x3xf16>) -> (tensor<6xf16>) {
  %i = stablehlo.constant dense<0x7C00> : tensor<f16>
  %p = stablehlo.constant dense<0x0000> : tensor<f16>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xf16>, tensor<f16>) -> tensor<6x320xf16>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<6x320xf16>, tensor<f16>) -> tensor<6xf16>
  return %r0 : tensor<6xf16>
}

// -----
//! name: minimum of 2x2 windows of f16
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7E00, 0x7E00, 0x7E00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xf16>
//! expect: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0x7E00, 0x7E00, 0x7E00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xf16>
func.func public @main(%a: tensor<1x4x4x3xf16>) -> (tensor<1x2x2x3xf16>) {
  %i = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.minimum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<1x4x4x3xf16>, tensor<f16>) -> tensor<1x2x2x3xf16>
  return %r0 : tensor<1x2x2x3xf16>
}

// -----
//! name: minimum of 3x3 windows of f16
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7E00, 0x7E00, 0x7E00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xf16>
//! expect: dense<[[[[0x7E00, 0x7E00, 0x7E00], [0x7E00, 0x7E00, 0x7E00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xf16>
func.func public @main(%a: tensor<1x4x4x3xf16>) -> (tensor<1x2x2x3xf16>) {
  %i = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.minimum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<1x4x4x3xf16>, tensor<f16>) -> tensor<1x2x2x3xf16>
  return %r0 : tensor<1x2x2x3xf16>
}

// -----
//! name: running minimum of f16, from the first
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7E00, 0.0e+00, 0.0e+00]]> : tensor<6x5xf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7E00, 0x7E00, 0x7E00]]> : tensor<6x5xf16>
func.func public @main(%a: tensor<6x5xf16>) -> (tensor<6x5xf16>) {
  %i = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.minimum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<6x5xf16>, tensor<f16>) -> tensor<6x5xf16>
  return %r0 : tensor<6x5xf16>
}

// -----
//! name: running minimum of f16, from the last
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7E00, 0.0e+00, 0.0e+00]]> : tensor<6x5xf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0x7E00, 0x7E00, 0x7E00, 0.0e+00, 0.0e+00]]> : tensor<6x5xf16>
func.func public @main(%a: tensor<6x5xf16>) -> (tensor<6x5xf16>) {
  %i = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.minimum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<6x5xf16>, tensor<f16>) -> tensor<6x5xf16>
  return %r0 : tensor<6x5xf16>
}

// -----
//! name: scatter of f16 by minimum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0x7C00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00]]> : tensor<49x1xf16>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00]]> : tensor<49x1xf16>
//! expect: dense<[[0.0e+00], [-0.0e+00], [0.0e+00], [-1.0e+00], [0.0e+00], [0xFC00], [0x7E00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-1.0e+00], [-0.0e+00], [0xFC00], [0xFE00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [1.0e+00], [0xFC00], [0x7E00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0xFC00], [0xFE00], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7C00], [0xFC00], [0x7E00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFC00], [0xFE00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00], [0x7E00]]> : tensor<49x1xf16>
func.func public @main(%a: tensor<49x1xf16>, %b: tensor<49x1xi32>, %c: tensor<49x1xf16>) -> (tensor<49x1xf16>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>):
    %z = stablehlo.minimum %x, %y : tensor<f16>
    stablehlo.return %z : tensor<f16>
  }) : (tensor<49x1xf16>, tensor<49x1xi32>, tensor<49x1xf16>) -> tensor<49x1xf16>
  return %r0 : tensor<49x1xf16>
}

// -----
//! name: minimum of 3 f16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xf16>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xf16>
//! expect: dense<-0.0e+00> : tensor<3xf16>
func.func public @main(%a: tensor<3xf16>, %b: tensor<3xf16>) -> (tensor<3xf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xf16>, tensor<3xf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<3xf16>
    %u = stablehlo.slice %y [1:3] : (tensor<3xf16>) -> tensor<2xf16>
    %v = stablehlo.slice %y [0:1] : (tensor<3xf16>) -> tensor<1xf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xf16>, tensor<1xf16>) -> tensor<3xf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xf16>, tensor<3xf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xf16>) -> tensor<3xf16>
  return %r0 : tensor<3xf16>
}

// -----
//! name: minimum of 7 f16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -1.0e+00, -1.0e+00, 0xFC00, 0xFE00, 0xFE00, 0x7E00]> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>, %b: tensor<7xf16>) -> (tensor<7xf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xf16>, tensor<7xf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<7xf16>
    %u = stablehlo.slice %y [1:7] : (tensor<7xf16>) -> tensor<6xf16>
    %v = stablehlo.slice %y [0:1] : (tensor<7xf16>) -> tensor<1xf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xf16>, tensor<1xf16>) -> tensor<7xf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xf16>, tensor<7xf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xf16>) -> tensor<7xf16>
  return %r0 : tensor<7xf16>
}

// -----
//! name: minimum of bf16, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<49xbf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<49xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF80, 0x7FC0, -0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF80, 0xFFC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF80, 0x7FC0, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF80, 0xFFC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFFC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<49xbf16>
func.func public @main(%a: tensor<49xbf16>, %b: tensor<49xbf16>) -> (tensor<49xbf16>) {
  %r0 = stablehlo.minimum %a, %b : tensor<49xbf16>
  return %r0 : tensor<49xbf16>
}

// -----
//! name: minimum of bf16, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<0x7FC0> : tensor<7xbf16>
//! expect: dense<0x7FC0> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>) -> (tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>) {
  %c0_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r0 = stablehlo.minimum %a, %c0 : tensor<7xbf16>
  %r1 = stablehlo.minimum %c0, %a : tensor<7xbf16>
  %c1_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r2 = stablehlo.minimum %a, %c1 : tensor<7xbf16>
  %r3 = stablehlo.minimum %c1, %a : tensor<7xbf16>
  %c2_ = stablehlo.constant dense<0x3F80> : tensor<bf16>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r4 = stablehlo.minimum %a, %c2 : tensor<7xbf16>
  %r5 = stablehlo.minimum %c2, %a : tensor<7xbf16>
  %c3_ = stablehlo.constant dense<0xBF80> : tensor<bf16>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r6 = stablehlo.minimum %a, %c3 : tensor<7xbf16>
  %r7 = stablehlo.minimum %c3, %a : tensor<7xbf16>
  %c4_ = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r8 = stablehlo.minimum %a, %c4 : tensor<7xbf16>
  %r9 = stablehlo.minimum %c4, %a : tensor<7xbf16>
  %c5_ = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r10 = stablehlo.minimum %a, %c5 : tensor<7xbf16>
  %r11 = stablehlo.minimum %c5, %a : tensor<7xbf16>
  %c6_ = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r12 = stablehlo.minimum %a, %c6 : tensor<7xbf16>
  %r13 = stablehlo.minimum %c6, %a : tensor<7xbf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: minimum of bf16, constants
//! expect: dense<0.0e+00> : tensor<bf16>
//! expect: dense<-0.0e+00> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<-0.0e+00> : tensor<bf16>
//! expect: dense<-0.0e+00> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
//! expect: dense<0x7FC0> : tensor<bf16>
func.func public @main() -> (tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>) {
  %c0 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %c1 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %c2 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %r0 = stablehlo.minimum %c0, %c0 : tensor<bf16>
  %r1 = stablehlo.minimum %c0, %c1 : tensor<bf16>
  %r2 = stablehlo.minimum %c0, %c2 : tensor<bf16>
  %r3 = stablehlo.minimum %c1, %c0 : tensor<bf16>
  %r4 = stablehlo.minimum %c1, %c1 : tensor<bf16>
  %r5 = stablehlo.minimum %c1, %c2 : tensor<bf16>
  %r6 = stablehlo.minimum %c2, %c0 : tensor<bf16>
  %r7 = stablehlo.minimum %c2, %c1 : tensor<bf16>
  %r8 = stablehlo.minimum %c2, %c2 : tensor<bf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>
}

// -----
//! name: minimum of bf16, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF80, 0x7FC0], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF80, 0xFFC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF80, 0x7FC0], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF80, 0xFFC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0], [0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFFC0], [0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]]> : tensor<7x7xbf16>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF80, 0x7FC0], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF80, 0xFFC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF80, 0x7FC0], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF80, 0xFFC0], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0], [0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFFC0], [0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]]> : tensor<7x7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<7xbf16>) -> (tensor<7x7xbf16>, tensor<7x7xbf16>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xbf16>) -> tensor<7x7xbf16>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xbf16>) -> tensor<7x7xbf16>
  %r0 = stablehlo.minimum %rows, %columns : tensor<7x7xbf16>
  %r1 = stablehlo.minimum %columns, %rows : tensor<7x7xbf16>
  return %r0, %r1 : tensor<7x7xbf16>, tensor<7x7xbf16>
}

// -----
//! name: minimum of bf16 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<0.0e+00> : tensor<bf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<bf16>) -> (tensor<7xbf16>, tensor<7xbf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r0 = stablehlo.minimum %a, %s : tensor<7xbf16>
  %r1 = stablehlo.minimum %s, %a : tensor<7xbf16>
  return %r0, %r1 : tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: minimum of bf16 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<-0.0e+00> : tensor<bf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF80, 0x7FC0]> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<bf16>) -> (tensor<7xbf16>, tensor<7xbf16>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r0 = stablehlo.minimum %a, %s : tensor<7xbf16>
  %r1 = stablehlo.minimum %s, %a : tensor<7xbf16>
  return %r0, %r1 : tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: minimum of rows of 3 bf16
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7FC0, 0.0e+00]]> : tensor<6x3xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<6x3xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: minimum of columns of 3 bf16
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0x7FC0], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<3x6xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<3x6xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: minimum of rows of 35 bf16
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<6x35xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<6x35xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: minimum of columns of 35 bf16
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0x7FC0], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<35x6xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<35x6xbf16>) -> (tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>) {
  %i0 = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  %i2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0, %r1, %r2 : tensor<6xbf16>, tensor<6xbf16>, tensor<6xbf16>
}

// -----
//! name: minimum of rows of 320 bf16
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7FC0, 0.0e+00]]> : tensor<6x3xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<6xbf16>
func.func public @main(%a: tensor<6x3xbf16>) -> (tensor<6xbf16>) {
  %i = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %p = stablehlo.constant dense<0x0000> : tensor<bf16>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xbf16>, tensor<bf16>) -> tensor<6x320xbf16>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<6x320xbf16>, tensor<bf16>) -> tensor<6xbf16>
  return %r0 : tensor<6xbf16>
}

// -----
//! name: minimum of 2x2 windows of bf16
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xbf16>
//! expect: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xbf16>
func.func public @main(%a: tensor<1x4x4x3xbf16>) -> (tensor<1x2x2x3xbf16>) {
  %i = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.minimum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<1x4x4x3xbf16>, tensor<bf16>) -> tensor<1x2x2x3xbf16>
  return %r0 : tensor<1x2x2x3xbf16>
}

// -----
//! name: minimum of 3x3 windows of bf16
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xbf16>
//! expect: dense<[[[[0x7FC0, 0x7FC0, 0x7FC0], [0x7FC0, 0x7FC0, 0x7FC0]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xbf16>
func.func public @main(%a: tensor<1x4x4x3xbf16>) -> (tensor<1x2x2x3xbf16>) {
  %i = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.minimum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<1x4x4x3xbf16>, tensor<bf16>) -> tensor<1x2x2x3xbf16>
  return %r0 : tensor<1x2x2x3xbf16>
}

// -----
//! name: running minimum of bf16, from the first
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FC0, 0.0e+00, 0.0e+00]]> : tensor<6x5xbf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FC0, 0x7FC0, 0x7FC0]]> : tensor<6x5xbf16>
func.func public @main(%a: tensor<6x5xbf16>) -> (tensor<6x5xbf16>) {
  %i = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.minimum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<6x5xbf16>, tensor<bf16>) -> tensor<6x5xbf16>
  return %r0 : tensor<6x5xbf16>
}

// -----
//! name: running minimum of bf16, from the last
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FC0, 0.0e+00, 0.0e+00]]> : tensor<6x5xbf16>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0x7FC0, 0x7FC0, 0x7FC0, 0.0e+00, 0.0e+00]]> : tensor<6x5xbf16>
func.func public @main(%a: tensor<6x5xbf16>) -> (tensor<6x5xbf16>) {
  %i = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.minimum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<6x5xbf16>, tensor<bf16>) -> tensor<6x5xbf16>
  return %r0 : tensor<6x5xbf16>
}

// -----
//! name: scatter of bf16 by minimum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0x7F80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0]]> : tensor<49x1xbf16>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0]]> : tensor<49x1xbf16>
//! expect: dense<[[0.0e+00], [-0.0e+00], [0.0e+00], [-1.0e+00], [0.0e+00], [0xFF80], [0x7FC0], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-1.0e+00], [-0.0e+00], [0xFF80], [0xFFC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [1.0e+00], [0xFF80], [0x7FC0], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0xFF80], [0xFFC0], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F80], [0xFF80], [0x7FC0], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFF80], [0xFFC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0], [0x7FC0]]> : tensor<49x1xbf16>
func.func public @main(%a: tensor<49x1xbf16>, %b: tensor<49x1xi32>, %c: tensor<49x1xbf16>) -> (tensor<49x1xbf16>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %z = stablehlo.minimum %x, %y : tensor<bf16>
    stablehlo.return %z : tensor<bf16>
  }) : (tensor<49x1xbf16>, tensor<49x1xi32>, tensor<49x1xbf16>) -> tensor<49x1xbf16>
  return %r0 : tensor<49x1xbf16>
}

// -----
//! name: minimum of 3 bf16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xbf16>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xbf16>
//! expect: dense<-0.0e+00> : tensor<3xbf16>
func.func public @main(%a: tensor<3xbf16>, %b: tensor<3xbf16>) -> (tensor<3xbf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xbf16>, tensor<3xbf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<3xbf16>
    %u = stablehlo.slice %y [1:3] : (tensor<3xbf16>) -> tensor<2xbf16>
    %v = stablehlo.slice %y [0:1] : (tensor<3xbf16>) -> tensor<1xbf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xbf16>, tensor<1xbf16>) -> tensor<3xbf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xbf16>, tensor<3xbf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xbf16>) -> tensor<3xbf16>
  return %r0 : tensor<3xbf16>
}

// -----
//! name: minimum of 7 bf16 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -1.0e+00, -1.0e+00, 0xFF80, 0xFFC0, 0xFFC0, 0x7FC0]> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>, %b: tensor<7xbf16>) -> (tensor<7xbf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xbf16>, tensor<7xbf16>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<7xbf16>
    %u = stablehlo.slice %y [1:7] : (tensor<7xbf16>) -> tensor<6xbf16>
    %v = stablehlo.slice %y [0:1] : (tensor<7xbf16>) -> tensor<1xbf16>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xbf16>, tensor<1xbf16>) -> tensor<7xbf16>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xbf16>, tensor<7xbf16>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xbf16>) -> tensor<7xbf16>
  return %r0 : tensor<7xbf16>
}

// -----
//! name: minimum of f32, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<49xf32>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<49xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF800000, 0x7FC00000, -0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF800000, 0xFFC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF800000, 0x7FC00000, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF800000, 0xFFC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFFC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<49xf32>
func.func public @main(%a: tensor<49xf32>, %b: tensor<49xf32>) -> (tensor<49xf32>) {
  %r0 = stablehlo.minimum %a, %b : tensor<49xf32>
  return %r0 : tensor<49xf32>
}

// -----
//! name: minimum of f32, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<0x7FC00000> : tensor<7xf32>
//! expect: dense<0x7FC00000> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %c0_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r0 = stablehlo.minimum %a, %c0 : tensor<7xf32>
  %r1 = stablehlo.minimum %c0, %a : tensor<7xf32>
  %c1_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r2 = stablehlo.minimum %a, %c1 : tensor<7xf32>
  %r3 = stablehlo.minimum %c1, %a : tensor<7xf32>
  %c2_ = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r4 = stablehlo.minimum %a, %c2 : tensor<7xf32>
  %r5 = stablehlo.minimum %c2, %a : tensor<7xf32>
  %c3_ = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r6 = stablehlo.minimum %a, %c3 : tensor<7xf32>
  %r7 = stablehlo.minimum %c3, %a : tensor<7xf32>
  %c4_ = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r8 = stablehlo.minimum %a, %c4 : tensor<7xf32>
  %r9 = stablehlo.minimum %c4, %a : tensor<7xf32>
  %c5_ = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r10 = stablehlo.minimum %a, %c5 : tensor<7xf32>
  %r11 = stablehlo.minimum %c5, %a : tensor<7xf32>
  %c6_ = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r12 = stablehlo.minimum %a, %c6 : tensor<7xf32>
  %r13 = stablehlo.minimum %c6, %a : tensor<7xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: minimum of f32, constants
//! expect: dense<0.0e+00> : tensor<f32>
//! expect: dense<-0.0e+00> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<-0.0e+00> : tensor<f32>
//! expect: dense<-0.0e+00> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
//! expect: dense<0x7FC00000> : tensor<f32>
func.func public @main() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c0 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %c1 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %c2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %r0 = stablehlo.minimum %c0, %c0 : tensor<f32>
  %r1 = stablehlo.minimum %c0, %c1 : tensor<f32>
  %r2 = stablehlo.minimum %c0, %c2 : tensor<f32>
  %r3 = stablehlo.minimum %c1, %c0 : tensor<f32>
  %r4 = stablehlo.minimum %c1, %c1 : tensor<f32>
  %r5 = stablehlo.minimum %c1, %c2 : tensor<f32>
  %r6 = stablehlo.minimum %c2, %c0 : tensor<f32>
  %r7 = stablehlo.minimum %c2, %c1 : tensor<f32>
  %r8 = stablehlo.minimum %c2, %c2 : tensor<f32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----
//! name: minimum of f32, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF800000, 0x7FC00000], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF800000, 0xFFC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF800000, 0x7FC00000], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF800000, 0xFFC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFFC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<7x7xf32>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF800000, 0x7FC00000], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF800000, 0xFFC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFF800000, 0x7FC00000], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFF800000, 0xFFC00000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000], [0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFFC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<7x7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> (tensor<7x7xf32>, tensor<7x7xf32>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xf32>) -> tensor<7x7xf32>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf32>) -> tensor<7x7xf32>
  %r0 = stablehlo.minimum %rows, %columns : tensor<7x7xf32>
  %r1 = stablehlo.minimum %columns, %rows : tensor<7x7xf32>
  return %r0, %r1 : tensor<7x7xf32>, tensor<7x7xf32>
}

// -----
//! name: minimum of f32 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<f32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r0 = stablehlo.minimum %a, %s : tensor<7xf32>
  %r1 = stablehlo.minimum %s, %a : tensor<7xf32>
  return %r0, %r1 : tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: minimum of f32 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<-0.0e+00> : tensor<f32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<f32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r0 = stablehlo.minimum %a, %s : tensor<7xf32>
  %r1 = stablehlo.minimum %s, %a : tensor<7xf32>
  return %r0, %r1 : tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: minimum of rows of 2 f32
//! input: dense<[[0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00], [0.0e+00, 0x7FC00000]]> : tensor<6x2xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x2xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of columns of 2 f32
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]]> : tensor<2x6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<2x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of rows of 3 f32
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7FC00000, 0.0e+00]]> : tensor<6x3xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x3xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of columns of 3 f32
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0x7FC00000], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<3x6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<3x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of rows of 19 f32
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<6x19xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x19xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x19xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x19xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x19xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of columns of 19 f32
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0x7FC00000], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<19x6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<19x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<19x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<19x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<19x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of rows of 70 f32
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<6x70xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x70xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x70xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x70xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x70xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of columns of 70 f32
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0x7FC00000], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<70x6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<70x6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %i0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<70x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<70x6xf32>, tensor<f32>) -> tensor<6xf32>
  %i2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<70x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0, %r1, %r2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----
//! name: minimum of rows of 320 f32
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7FC00000, 0.0e+00]]> : tensor<6x3xf32>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<6xf32>
func.func public @main(%a: tensor<6x3xf32>) -> (tensor<6xf32>) {
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %p = stablehlo.constant dense<0x00000000> : tensor<f32>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6x320xf32>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<6x320xf32>, tensor<f32>) -> tensor<6xf32>
  return %r0 : tensor<6xf32>
}

// -----
//! name: minimum of 2x2 windows of f32
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xf32>
//! expect: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xf32>
func.func public @main(%a: tensor<1x4x4x3xf32>) -> (tensor<1x2x2x3xf32>) {
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<1x2x2x3xf32>
  return %r0 : tensor<1x2x2x3xf32>
}

// -----
//! name: minimum of 3x3 windows of f32
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xf32>
//! expect: dense<[[[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xf32>
func.func public @main(%a: tensor<1x4x4x3xf32>) -> (tensor<1x2x2x3xf32>) {
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<1x4x4x3xf32>, tensor<f32>) -> tensor<1x2x2x3xf32>
  return %r0 : tensor<1x2x2x3xf32>
}

// -----
//! name: running minimum of f32, from the first
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FC00000, 0.0e+00, 0.0e+00]]> : tensor<6x5xf32>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000]]> : tensor<6x5xf32>
func.func public @main(%a: tensor<6x5xf32>) -> (tensor<6x5xf32>) {
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<f32>) -> tensor<6x5xf32>
  return %r0 : tensor<6x5xf32>
}

// -----
//! name: running minimum of f32, from the last
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FC00000, 0.0e+00, 0.0e+00]]> : tensor<6x5xf32>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0e+00, 0.0e+00]]> : tensor<6x5xf32>
func.func public @main(%a: tensor<6x5xf32>) -> (tensor<6x5xf32>) {
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<6x5xf32>, tensor<f32>) -> tensor<6x5xf32>
  return %r0 : tensor<6x5xf32>
}

// -----
//! name: scatter of f32 by minimum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0x7F800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000]]> : tensor<49x1xf32>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000]]> : tensor<49x1xf32>
//! expect: dense<[[0.0e+00], [-0.0e+00], [0.0e+00], [-1.0e+00], [0.0e+00], [0xFF800000], [0x7FC00000], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-1.0e+00], [-0.0e+00], [0xFF800000], [0xFFC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [1.0e+00], [0xFF800000], [0x7FC00000], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0xFF800000], [0xFFC00000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7F800000], [0xFF800000], [0x7FC00000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFF800000], [0xFFC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000], [0x7FC00000]]> : tensor<49x1xf32>
func.func public @main(%a: tensor<49x1xf32>, %b: tensor<49x1xi32>, %c: tensor<49x1xf32>) -> (tensor<49x1xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<49x1xf32>, tensor<49x1xi32>, tensor<49x1xf32>) -> tensor<49x1xf32>
  return %r0 : tensor<49x1xf32>
}

// -----
//! name: minimum of 3 f32 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xf32>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xf32>
//! expect: dense<-0.0e+00> : tensor<3xf32>
func.func public @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<3xf32>
    %u = stablehlo.slice %y [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    %v = stablehlo.slice %y [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xf32>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: minimum of 7 f32 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -1.0e+00, -1.0e+00, 0xFF800000, 0xFFC00000, 0xFFC00000, 0x7FC00000]> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>, %b: tensor<7xf32>) -> (tensor<7xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xf32>, tensor<7xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<7xf32>
    %u = stablehlo.slice %y [1:7] : (tensor<7xf32>) -> tensor<6xf32>
    %v = stablehlo.slice %y [0:1] : (tensor<7xf32>) -> tensor<1xf32>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xf32>, tensor<1xf32>) -> tensor<7xf32>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xf32>, tensor<7xf32>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xf32>) -> tensor<7xf32>
  return %r0 : tensor<7xf32>
}

// -----
//! name: minimum of f64, all pairs
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<49xf64>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<49xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000, -0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFFF0000000000000, 0xFFF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFFF0000000000000, 0x7FF8000000000000, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFFF0000000000000, 0xFFF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<49xf64>
func.func public @main(%a: tensor<49xf64>, %b: tensor<49xf64>) -> (tensor<49xf64>) {
  %r0 = stablehlo.minimum %a, %b : tensor<49xf64>
  return %r0 : tensor<49xf64>
}

// -----
//! name: minimum of f64, a constant on either side
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<0x7FF8000000000000> : tensor<7xf64>
//! expect: dense<0x7FF8000000000000> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) {
  %c0_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r0 = stablehlo.minimum %a, %c0 : tensor<7xf64>
  %r1 = stablehlo.minimum %c0, %a : tensor<7xf64>
  %c1_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r2 = stablehlo.minimum %a, %c1 : tensor<7xf64>
  %r3 = stablehlo.minimum %c1, %a : tensor<7xf64>
  %c2_ = stablehlo.constant dense<0x3FF0000000000000> : tensor<f64>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r4 = stablehlo.minimum %a, %c2 : tensor<7xf64>
  %r5 = stablehlo.minimum %c2, %a : tensor<7xf64>
  %c3_ = stablehlo.constant dense<0xBFF0000000000000> : tensor<f64>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r6 = stablehlo.minimum %a, %c3 : tensor<7xf64>
  %r7 = stablehlo.minimum %c3, %a : tensor<7xf64>
  %c4_ = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r8 = stablehlo.minimum %a, %c4 : tensor<7xf64>
  %r9 = stablehlo.minimum %c4, %a : tensor<7xf64>
  %c5_ = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r10 = stablehlo.minimum %a, %c5 : tensor<7xf64>
  %r11 = stablehlo.minimum %c5, %a : tensor<7xf64>
  %c6_ = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r12 = stablehlo.minimum %a, %c6 : tensor<7xf64>
  %r13 = stablehlo.minimum %c6, %a : tensor<7xf64>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: minimum of f64, constants
//! expect: dense<0.0e+00> : tensor<f64>
//! expect: dense<-0.0e+00> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<-0.0e+00> : tensor<f64>
//! expect: dense<-0.0e+00> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
//! expect: dense<0x7FF8000000000000> : tensor<f64>
func.func public @main() -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) {
  %c0 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %c1 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %c2 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %r0 = stablehlo.minimum %c0, %c0 : tensor<f64>
  %r1 = stablehlo.minimum %c0, %c1 : tensor<f64>
  %r2 = stablehlo.minimum %c0, %c2 : tensor<f64>
  %r3 = stablehlo.minimum %c1, %c0 : tensor<f64>
  %r4 = stablehlo.minimum %c1, %c1 : tensor<f64>
  %r5 = stablehlo.minimum %c1, %c2 : tensor<f64>
  %r6 = stablehlo.minimum %c2, %c0 : tensor<f64>
  %r7 = stablehlo.minimum %c2, %c1 : tensor<f64>
  %r8 = stablehlo.minimum %c2, %c2 : tensor<f64>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}

// -----
//! name: minimum of f64, broadcast
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFFF0000000000000, 0xFFF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFFF0000000000000, 0x7FF8000000000000], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFFF0000000000000, 0xFFF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000], [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<7x7xf64>
//! expect: dense<[[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000], [-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFFF0000000000000, 0xFFF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 1.0e+00, 0xFFF0000000000000, 0x7FF8000000000000], [-1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0xFFF0000000000000, 0xFFF8000000000000], [0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000], [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<7x7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<7xf64>) -> (tensor<7x7xf64>, tensor<7x7xf64>) {
  %rows = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<7xf64>) -> tensor<7x7xf64>
  %columns = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf64>) -> tensor<7x7xf64>
  %r0 = stablehlo.minimum %rows, %columns : tensor<7x7xf64>
  %r1 = stablehlo.minimum %columns, %rows : tensor<7x7xf64>
  return %r0, %r1 : tensor<7x7xf64>, tensor<7x7xf64>
}

// -----
//! name: minimum of f64 and the scalar 0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<0.0e+00> : tensor<f64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<f64>) -> (tensor<7xf64>, tensor<7xf64>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r0 = stablehlo.minimum %a, %s : tensor<7xf64>
  %r1 = stablehlo.minimum %s, %a : tensor<7xf64>
  return %r0, %r1 : tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: minimum of f64 and the scalar -0.0
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<-0.0e+00> : tensor<f64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<f64>) -> (tensor<7xf64>, tensor<7xf64>) {
  %s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r0 = stablehlo.minimum %a, %s : tensor<7xf64>
  %r1 = stablehlo.minimum %s, %a : tensor<7xf64>
  return %r0, %r1 : tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: minimum of rows of 3 f64
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7FF8000000000000, 0.0e+00]]> : tensor<6x3xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<6x3xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: minimum of columns of 3 f64
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0x7FF8000000000000], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<3x6xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<3x6xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<3x6xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: minimum of rows of 35 f64
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00]]> : tensor<6x35xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<6x35xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [1] : (tensor<6x35xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: minimum of columns of 35 f64
//! input: dense<[[0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0x7FF8000000000000], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00]]> : tensor<35x6xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0xFFF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<35x6xf64>) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %i0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = stablehlo.reduce(%a init: %i0) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %r1 = stablehlo.reduce(%a init: %i1) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xf64>, tensor<f64>) -> tensor<6xf64>
  %i2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %r2 = stablehlo.reduce(%a init: %i2) applies stablehlo.minimum across dimensions = [0] : (tensor<35x6xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0, %r1, %r2 : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----
//! name: minimum of rows of 320 f64
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0x7FF8000000000000, 0.0e+00]]> : tensor<6x3xf64>
//! expect: dense<[0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<6xf64>
func.func public @main(%a: tensor<6x3xf64>) -> (tensor<6xf64>) {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %p = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6x320xf64>
  %r0 = stablehlo.reduce(%w init: %i) applies stablehlo.minimum across dimensions = [1] : (tensor<6x320xf64>, tensor<f64>) -> tensor<6xf64>
  return %r0 : tensor<6xf64>
}

// -----
//! name: minimum of 2x2 windows of f64
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xf64>
//! expect: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x2x2x3xf64>
func.func public @main(%a: tensor<1x4x4x3xf64>) -> (tensor<1x2x2x3xf64>) {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.minimum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<1x4x4x3xf64>, tensor<f64>) -> tensor<1x2x2x3xf64>
  return %r0 : tensor<1x2x2x3xf64>
}

// -----
//! name: minimum of 3x3 windows of f64
//! input: dense<[[[[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]], [[-0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00]]]]> : tensor<1x4x4x3xf64>
//! expect: dense<[[[[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]], [[-0.0e+00, -0.0e+00, -0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00]]]]> : tensor<1x2x2x3xf64>
func.func public @main(%a: tensor<1x4x4x3xf64>) -> (tensor<1x2x2x3xf64>) {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.minimum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<1x4x4x3xf64>, tensor<f64>) -> tensor<1x2x2x3xf64>
  return %r0 : tensor<1x2x2x3xf64>
}

// -----
//! name: running minimum of f64, from the first
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FF8000000000000, 0.0e+00, 0.0e+00]]> : tensor<6x5xf64>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]> : tensor<6x5xf64>
func.func public @main(%a: tensor<6x5xf64>) -> (tensor<6x5xf64>) {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.minimum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<6x5xf64>, tensor<f64>) -> tensor<6x5xf64>
  return %r0 : tensor<6x5xf64>
}

// -----
//! name: running minimum of f64, from the last
//! input: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00], [0.0e+00, 0.0e+00, 0x7FF8000000000000, 0.0e+00, 0.0e+00]]> : tensor<6x5xf64>
//! expect: dense<[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, 0.0e+00, 0.0e+00], [-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0e+00, 0.0e+00]]> : tensor<6x5xf64>
func.func public @main(%a: tensor<6x5xf64>) -> (tensor<6x5xf64>) {
  %i = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %r0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [0, 4]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.minimum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<6x5xf64>, tensor<f64>) -> tensor<6x5xf64>
  return %r0 : tensor<6x5xf64>
}

// -----
//! name: scatter of f64 by minimum
//! input: dense<[[0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-0.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0x7FF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000]]> : tensor<49x1xf64>
//! input: dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18], [19], [20], [21], [22], [23], [24], [25], [26], [27], [28], [29], [30], [31], [32], [33], [34], [35], [36], [37], [38], [39], [40], [41], [42], [43], [44], [45], [46], [47], [48]]> : tensor<49x1xi32>
//! input: dense<[[0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000]]> : tensor<49x1xf64>
//! expect: dense<[[0.0e+00], [-0.0e+00], [0.0e+00], [-1.0e+00], [0.0e+00], [0xFFF0000000000000], [0x7FF8000000000000], [-0.0e+00], [-0.0e+00], [-0.0e+00], [-1.0e+00], [-0.0e+00], [0xFFF0000000000000], [0xFFF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [1.0e+00], [0xFFF0000000000000], [0x7FF8000000000000], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [-1.0e+00], [0xFFF0000000000000], [0xFFF8000000000000], [0.0e+00], [-0.0e+00], [1.0e+00], [-1.0e+00], [0x7FF0000000000000], [0xFFF0000000000000], [0x7FF8000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF0000000000000], [0xFFF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000], [0x7FF8000000000000]]> : tensor<49x1xf64>
func.func public @main(%a: tensor<49x1xf64>, %b: tensor<49x1xi32>, %c: tensor<49x1xf64>) -> (tensor<49x1xf64>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %z = stablehlo.minimum %x, %y : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<49x1xf64>, tensor<49x1xi32>, tensor<49x1xf64>) -> tensor<49x1xf64>
  return %r0 : tensor<49x1xf64>
}

// -----
//! name: minimum of 3 f64 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00]> : tensor<3xf64>
//! input: dense<[-0.0e+00, 1.0e+00, 0.0e+00]> : tensor<3xf64>
//! expect: dense<-0.0e+00> : tensor<3xf64>
func.func public @main(%a: tensor<3xf64>, %b: tensor<3xf64>) -> (tensor<3xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<3xf64>
    %u = stablehlo.slice %y [1:3] : (tensor<3xf64>) -> tensor<2xf64>
    %v = stablehlo.slice %y [0:1] : (tensor<3xf64>) -> tensor<1xf64>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<2xf64>, tensor<1xf64>) -> tensor<3xf64>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<3xf64>) -> tensor<3xf64>
  return %r0 : tensor<3xf64>
}

// -----
//! name: minimum of 7 f64 in a loop
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! input: dense<[-0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -1.0e+00, -1.0e+00, 0xFFF0000000000000, 0xFFF8000000000000, 0xFFF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>, %b: tensor<7xf64>) -> (tensor<7xf64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<7xf64>, tensor<7xf64>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.minimum %x, %y : tensor<7xf64>
    %u = stablehlo.slice %y [1:7] : (tensor<7xf64>) -> tensor<6xf64>
    %v = stablehlo.slice %y [0:1] : (tensor<7xf64>) -> tensor<1xf64>
    %w = stablehlo.concatenate %u, %v, dim = 0 : (tensor<6xf64>, tensor<1xf64>) -> tensor<7xf64>
    stablehlo.return %j, %z, %w : tensor<i32>, tensor<7xf64>, tensor<7xf64>
  }
  %r0 = stablehlo.reshape %l#1 : (tensor<7xf64>) -> tensor<7xf64>
  return %r0 : tensor<7xf64>
}

// -----
//! name: clamp of f16
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<0x7E00> : tensor<7xf16>
//! expect: dense<0x7E00> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>) -> (tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>) {
  %l0 = stablehlo.constant dense<0x8000> : tensor<f16>
  %h0 = stablehlo.constant dense<0x0000> : tensor<f16>
  %m0_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %m0 = stablehlo.broadcast_in_dim %m0_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n0_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %n0 = stablehlo.broadcast_in_dim %n0_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r0 = stablehlo.clamp %l0, %a, %h0 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r1 = stablehlo.clamp %m0, %a, %n0 : tensor<7xf16>
  %l1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %h1 = stablehlo.constant dense<0x0000> : tensor<f16>
  %m1_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %m1 = stablehlo.broadcast_in_dim %m1_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n1_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %n1 = stablehlo.broadcast_in_dim %n1_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r2 = stablehlo.clamp %l1, %a, %h1 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r3 = stablehlo.clamp %m1, %a, %n1 : tensor<7xf16>
  %l2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %h2 = stablehlo.constant dense<0x8000> : tensor<f16>
  %m2_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %m2 = stablehlo.broadcast_in_dim %m2_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n2_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %n2 = stablehlo.broadcast_in_dim %n2_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r4 = stablehlo.clamp %l2, %a, %h2 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r5 = stablehlo.clamp %m2, %a, %n2 : tensor<7xf16>
  %l3 = stablehlo.constant dense<0x0000> : tensor<f16>
  %h3 = stablehlo.constant dense<0x3C00> : tensor<f16>
  %m3_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %m3 = stablehlo.broadcast_in_dim %m3_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n3_ = stablehlo.constant dense<0x3C00> : tensor<f16>
  %n3 = stablehlo.broadcast_in_dim %n3_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r6 = stablehlo.clamp %l3, %a, %h3 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r7 = stablehlo.clamp %m3, %a, %n3 : tensor<7xf16>
  %l4 = stablehlo.constant dense<0x8000> : tensor<f16>
  %h4 = stablehlo.constant dense<0x3C00> : tensor<f16>
  %m4_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %m4 = stablehlo.broadcast_in_dim %m4_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n4_ = stablehlo.constant dense<0x3C00> : tensor<f16>
  %n4 = stablehlo.broadcast_in_dim %n4_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r8 = stablehlo.clamp %l4, %a, %h4 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r9 = stablehlo.clamp %m4, %a, %n4 : tensor<7xf16>
  %l5 = stablehlo.constant dense<0xBC00> : tensor<f16>
  %h5 = stablehlo.constant dense<0x8000> : tensor<f16>
  %m5_ = stablehlo.constant dense<0xBC00> : tensor<f16>
  %m5 = stablehlo.broadcast_in_dim %m5_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n5_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %n5 = stablehlo.broadcast_in_dim %n5_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r10 = stablehlo.clamp %l5, %a, %h5 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r11 = stablehlo.clamp %m5, %a, %n5 : tensor<7xf16>
  %l6 = stablehlo.constant dense<0xBC00> : tensor<f16>
  %h6 = stablehlo.constant dense<0x0000> : tensor<f16>
  %m6_ = stablehlo.constant dense<0xBC00> : tensor<f16>
  %m6 = stablehlo.broadcast_in_dim %m6_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n6_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %n6 = stablehlo.broadcast_in_dim %n6_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r12 = stablehlo.clamp %l6, %a, %h6 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r13 = stablehlo.clamp %m6, %a, %n6 : tensor<7xf16>
  %l7 = stablehlo.constant dense<0x7E00> : tensor<f16>
  %h7 = stablehlo.constant dense<0x0000> : tensor<f16>
  %m7_ = stablehlo.constant dense<0x7E00> : tensor<f16>
  %m7 = stablehlo.broadcast_in_dim %m7_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %n7_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %n7 = stablehlo.broadcast_in_dim %n7_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %r14 = stablehlo.clamp %l7, %a, %h7 : (tensor<f16>, tensor<7xf16>, tensor<f16>) -> tensor<7xf16>
  %r15 = stablehlo.clamp %m7, %a, %n7 : tensor<7xf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15 : tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: clamp of f16, tensors of bounds
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<27xf16>
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7E00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7E00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7E00]> : tensor<27xf16>
//! input: dense<[0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00]> : tensor<27xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0.0e+00, -0.0e+00, 0x7E00, -0.0e+00, -0.0e+00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<27xf16>
func.func public @main(%a: tensor<27xf16>, %b: tensor<27xf16>, %c: tensor<27xf16>) -> (tensor<27xf16>) {
  %r0 = stablehlo.clamp %a, %b, %c : tensor<27xf16>
  return %r0 : tensor<27xf16>
}

// -----
//! name: selections of f16 by a comparison with a constant
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[-0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7C00, 1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, -1.0e+00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<7xf16>
func.func public @main(%a: tensor<7xf16>) -> (tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>) {
  %c0_ = stablehlo.constant dense<0x0000> : tensor<f16>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %p0 = stablehlo.compare LE, %a, %c0 : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %r0 = stablehlo.select %p0, %c0, %a : tensor<7xi1>, tensor<7xf16>
  %c1_ = stablehlo.constant dense<0x8000> : tensor<f16>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %p1 = stablehlo.compare LE, %a, %c1 : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %r1 = stablehlo.select %p1, %c1, %a : tensor<7xi1>, tensor<7xf16>
  %c2_ = stablehlo.constant dense<0x3C00> : tensor<f16>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %p2 = stablehlo.compare LE, %a, %c2 : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %r2 = stablehlo.select %p2, %c2, %a : tensor<7xi1>, tensor<7xf16>
  %c3_ = stablehlo.constant dense<0xBC00> : tensor<f16>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %p3 = stablehlo.compare LE, %a, %c3 : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %r3 = stablehlo.select %p3, %c3, %a : tensor<7xi1>, tensor<7xf16>
  %c4_ = stablehlo.constant dense<0x7C00> : tensor<f16>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %p4 = stablehlo.compare LE, %a, %c4 : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %r4 = stablehlo.select %p4, %c4, %a : tensor<7xi1>, tensor<7xf16>
  %c5_ = stablehlo.constant dense<0xFC00> : tensor<f16>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %p5 = stablehlo.compare LE, %a, %c5 : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %r5 = stablehlo.select %p5, %c5, %a : tensor<7xi1>, tensor<7xf16>
  %c6_ = stablehlo.constant dense<0x7E00> : tensor<f16>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f16>) -> tensor<7xf16>
  %p6 = stablehlo.compare LE, %a, %c6 : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %r6 = stablehlo.select %p6, %c6, %a : tensor<7xi1>, tensor<7xf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>, tensor<7xf16>
}

// -----
//! name: selections of f16 by a comparison
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<49xf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0x7E00]> : tensor<49xf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, 0.0e+00, 0x7C00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7C00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7C00, 1.0e+00, 1.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, -1.0e+00, -1.0e+00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0x7C00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7C00, 0xFC00, 0xFC00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00, 0x7E00]> : tensor<49xf16>
func.func public @main(%a: tensor<49xf16>, %b: tensor<49xf16>) -> (tensor<49xf16>) {
  %p = stablehlo.compare LE, %a, %b : (tensor<49xf16>, tensor<49xf16>) -> tensor<49xi1>
  %r0 = stablehlo.select %p, %b, %a : tensor<49xi1>, tensor<49xf16>
  return %r0 : tensor<49xf16>
}

// -----
//! name: clamp of bf16
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<0x7FC0> : tensor<7xbf16>
//! expect: dense<0x7FC0> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>) -> (tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>) {
  %l0 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %h0 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %m0_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %m0 = stablehlo.broadcast_in_dim %m0_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n0_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %n0 = stablehlo.broadcast_in_dim %n0_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r0 = stablehlo.clamp %l0, %a, %h0 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r1 = stablehlo.clamp %m0, %a, %n0 : tensor<7xbf16>
  %l1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %h1 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %m1_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %m1 = stablehlo.broadcast_in_dim %m1_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n1_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %n1 = stablehlo.broadcast_in_dim %n1_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r2 = stablehlo.clamp %l1, %a, %h1 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r3 = stablehlo.clamp %m1, %a, %n1 : tensor<7xbf16>
  %l2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %h2 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %m2_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %m2 = stablehlo.broadcast_in_dim %m2_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n2_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %n2 = stablehlo.broadcast_in_dim %n2_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r4 = stablehlo.clamp %l2, %a, %h2 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r5 = stablehlo.clamp %m2, %a, %n2 : tensor<7xbf16>
  %l3 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %h3 = stablehlo.constant dense<0x3F80> : tensor<bf16>
  %m3_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %m3 = stablehlo.broadcast_in_dim %m3_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n3_ = stablehlo.constant dense<0x3F80> : tensor<bf16>
  %n3 = stablehlo.broadcast_in_dim %n3_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r6 = stablehlo.clamp %l3, %a, %h3 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r7 = stablehlo.clamp %m3, %a, %n3 : tensor<7xbf16>
  %l4 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %h4 = stablehlo.constant dense<0x3F80> : tensor<bf16>
  %m4_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %m4 = stablehlo.broadcast_in_dim %m4_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n4_ = stablehlo.constant dense<0x3F80> : tensor<bf16>
  %n4 = stablehlo.broadcast_in_dim %n4_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r8 = stablehlo.clamp %l4, %a, %h4 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r9 = stablehlo.clamp %m4, %a, %n4 : tensor<7xbf16>
  %l5 = stablehlo.constant dense<0xBF80> : tensor<bf16>
  %h5 = stablehlo.constant dense<0x8000> : tensor<bf16>
  %m5_ = stablehlo.constant dense<0xBF80> : tensor<bf16>
  %m5 = stablehlo.broadcast_in_dim %m5_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n5_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %n5 = stablehlo.broadcast_in_dim %n5_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r10 = stablehlo.clamp %l5, %a, %h5 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r11 = stablehlo.clamp %m5, %a, %n5 : tensor<7xbf16>
  %l6 = stablehlo.constant dense<0xBF80> : tensor<bf16>
  %h6 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %m6_ = stablehlo.constant dense<0xBF80> : tensor<bf16>
  %m6 = stablehlo.broadcast_in_dim %m6_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n6_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %n6 = stablehlo.broadcast_in_dim %n6_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r12 = stablehlo.clamp %l6, %a, %h6 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r13 = stablehlo.clamp %m6, %a, %n6 : tensor<7xbf16>
  %l7 = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %h7 = stablehlo.constant dense<0x0000> : tensor<bf16>
  %m7_ = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %m7 = stablehlo.broadcast_in_dim %m7_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %n7_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %n7 = stablehlo.broadcast_in_dim %n7_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %r14 = stablehlo.clamp %l7, %a, %h7 : (tensor<bf16>, tensor<7xbf16>, tensor<bf16>) -> tensor<7xbf16>
  %r15 = stablehlo.clamp %m7, %a, %n7 : tensor<7xbf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15 : tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: clamp of bf16, tensors of bounds
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<27xbf16>
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7FC0, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7FC0, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<27xbf16>
//! input: dense<[0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0]> : tensor<27xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0.0e+00, -0.0e+00, 0x7FC0, -0.0e+00, -0.0e+00, 0xFFC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<27xbf16>
func.func public @main(%a: tensor<27xbf16>, %b: tensor<27xbf16>, %c: tensor<27xbf16>) -> (tensor<27xbf16>) {
  %r0 = stablehlo.clamp %a, %b, %c : tensor<27xbf16>
  return %r0 : tensor<27xbf16>
}

// -----
//! name: selections of bf16 by a comparison with a constant
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[-0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F80, 1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, -1.0e+00, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<7xbf16>
func.func public @main(%a: tensor<7xbf16>) -> (tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>) {
  %c0_ = stablehlo.constant dense<0x0000> : tensor<bf16>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %p0 = stablehlo.compare LE, %a, %c0 : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xi1>
  %r0 = stablehlo.select %p0, %c0, %a : tensor<7xi1>, tensor<7xbf16>
  %c1_ = stablehlo.constant dense<0x8000> : tensor<bf16>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %p1 = stablehlo.compare LE, %a, %c1 : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xi1>
  %r1 = stablehlo.select %p1, %c1, %a : tensor<7xi1>, tensor<7xbf16>
  %c2_ = stablehlo.constant dense<0x3F80> : tensor<bf16>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %p2 = stablehlo.compare LE, %a, %c2 : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xi1>
  %r2 = stablehlo.select %p2, %c2, %a : tensor<7xi1>, tensor<7xbf16>
  %c3_ = stablehlo.constant dense<0xBF80> : tensor<bf16>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %p3 = stablehlo.compare LE, %a, %c3 : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xi1>
  %r3 = stablehlo.select %p3, %c3, %a : tensor<7xi1>, tensor<7xbf16>
  %c4_ = stablehlo.constant dense<0x7F80> : tensor<bf16>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %p4 = stablehlo.compare LE, %a, %c4 : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xi1>
  %r4 = stablehlo.select %p4, %c4, %a : tensor<7xi1>, tensor<7xbf16>
  %c5_ = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %p5 = stablehlo.compare LE, %a, %c5 : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xi1>
  %r5 = stablehlo.select %p5, %c5, %a : tensor<7xi1>, tensor<7xbf16>
  %c6_ = stablehlo.constant dense<0x7FC0> : tensor<bf16>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<bf16>) -> tensor<7xbf16>
  %p6 = stablehlo.compare LE, %a, %c6 : (tensor<7xbf16>, tensor<7xbf16>) -> tensor<7xi1>
  %r6 = stablehlo.select %p6, %c6, %a : tensor<7xi1>, tensor<7xbf16>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>, tensor<7xbf16>
}

// -----
//! name: selections of bf16 by a comparison
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<49xbf16>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0x7FC0]> : tensor<49xbf16>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, 0.0e+00, 0x7F80, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F80, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F80, 1.0e+00, 1.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, -1.0e+00, -1.0e+00, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0x7F80, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F80, 0xFF80, 0xFF80, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0, 0x7FC0]> : tensor<49xbf16>
func.func public @main(%a: tensor<49xbf16>, %b: tensor<49xbf16>) -> (tensor<49xbf16>) {
  %p = stablehlo.compare LE, %a, %b : (tensor<49xbf16>, tensor<49xbf16>) -> tensor<49xi1>
  %r0 = stablehlo.select %p, %b, %a : tensor<49xi1>, tensor<49xbf16>
  return %r0 : tensor<49xbf16>
}

// -----
//! name: clamp of f32
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<0x7FC00000> : tensor<7xf32>
//! expect: dense<0x7FC00000> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %l0 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %h0 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %m0_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %m0 = stablehlo.broadcast_in_dim %m0_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n0_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %n0 = stablehlo.broadcast_in_dim %n0_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r0 = stablehlo.clamp %l0, %a, %h0 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r1 = stablehlo.clamp %m0, %a, %n0 : tensor<7xf32>
  %l1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %h1 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %m1_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %m1 = stablehlo.broadcast_in_dim %m1_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n1_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %n1 = stablehlo.broadcast_in_dim %n1_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r2 = stablehlo.clamp %l1, %a, %h1 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r3 = stablehlo.clamp %m1, %a, %n1 : tensor<7xf32>
  %l2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %h2 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %m2_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %m2 = stablehlo.broadcast_in_dim %m2_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n2_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %n2 = stablehlo.broadcast_in_dim %n2_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r4 = stablehlo.clamp %l2, %a, %h2 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r5 = stablehlo.clamp %m2, %a, %n2 : tensor<7xf32>
  %l3 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %h3 = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %m3_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %m3 = stablehlo.broadcast_in_dim %m3_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n3_ = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %n3 = stablehlo.broadcast_in_dim %n3_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r6 = stablehlo.clamp %l3, %a, %h3 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r7 = stablehlo.clamp %m3, %a, %n3 : tensor<7xf32>
  %l4 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %h4 = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %m4_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %m4 = stablehlo.broadcast_in_dim %m4_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n4_ = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %n4 = stablehlo.broadcast_in_dim %n4_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r8 = stablehlo.clamp %l4, %a, %h4 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r9 = stablehlo.clamp %m4, %a, %n4 : tensor<7xf32>
  %l5 = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %h5 = stablehlo.constant dense<0x80000000> : tensor<f32>
  %m5_ = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %m5 = stablehlo.broadcast_in_dim %m5_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n5_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %n5 = stablehlo.broadcast_in_dim %n5_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r10 = stablehlo.clamp %l5, %a, %h5 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r11 = stablehlo.clamp %m5, %a, %n5 : tensor<7xf32>
  %l6 = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %h6 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %m6_ = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %m6 = stablehlo.broadcast_in_dim %m6_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n6_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %n6 = stablehlo.broadcast_in_dim %n6_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r12 = stablehlo.clamp %l6, %a, %h6 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r13 = stablehlo.clamp %m6, %a, %n6 : tensor<7xf32>
  %l7 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %h7 = stablehlo.constant dense<0x00000000> : tensor<f32>
  %m7_ = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %m7 = stablehlo.broadcast_in_dim %m7_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %n7_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %n7 = stablehlo.broadcast_in_dim %n7_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %r14 = stablehlo.clamp %l7, %a, %h7 : (tensor<f32>, tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %r15 = stablehlo.clamp %m7, %a, %n7 : tensor<7xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: clamp of f32, tensors of bounds
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<27xf32>
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<27xf32>
//! input: dense<[0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000]> : tensor<27xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0e+00, -0.0e+00, 0x7FC00000, -0.0e+00, -0.0e+00, 0xFFC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<27xf32>
func.func public @main(%a: tensor<27xf32>, %b: tensor<27xf32>, %c: tensor<27xf32>) -> (tensor<27xf32>) {
  %r0 = stablehlo.clamp %a, %b, %c : tensor<27xf32>
  return %r0 : tensor<27xf32>
}

// -----
//! name: selections of f32 by a comparison with a constant
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[-0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F800000, 1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, -1.0e+00, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<7xf32>
func.func public @main(%a: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %c0_ = stablehlo.constant dense<0x00000000> : tensor<f32>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %p0 = stablehlo.compare LE, %a, %c0 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %r0 = stablehlo.select %p0, %c0, %a : tensor<7xi1>, tensor<7xf32>
  %c1_ = stablehlo.constant dense<0x80000000> : tensor<f32>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %p1 = stablehlo.compare LE, %a, %c1 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %r1 = stablehlo.select %p1, %c1, %a : tensor<7xi1>, tensor<7xf32>
  %c2_ = stablehlo.constant dense<0x3F800000> : tensor<f32>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %p2 = stablehlo.compare LE, %a, %c2 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %r2 = stablehlo.select %p2, %c2, %a : tensor<7xi1>, tensor<7xf32>
  %c3_ = stablehlo.constant dense<0xBF800000> : tensor<f32>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %p3 = stablehlo.compare LE, %a, %c3 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %r3 = stablehlo.select %p3, %c3, %a : tensor<7xi1>, tensor<7xf32>
  %c4_ = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %p4 = stablehlo.compare LE, %a, %c4 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %r4 = stablehlo.select %p4, %c4, %a : tensor<7xi1>, tensor<7xf32>
  %c5_ = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %p5 = stablehlo.compare LE, %a, %c5 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %r5 = stablehlo.select %p5, %c5, %a : tensor<7xi1>, tensor<7xf32>
  %c6_ = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f32>) -> tensor<7xf32>
  %p6 = stablehlo.compare LE, %a, %c6 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %r6 = stablehlo.select %p6, %c6, %a : tensor<7xi1>, tensor<7xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}

// -----
//! name: selections of f32 by a comparison
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<49xf32>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<49xf32>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, 0.0e+00, 0x7F800000, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7F800000, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7F800000, 1.0e+00, 1.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, -1.0e+00, -1.0e+00, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7F800000, 0xFF800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<49xf32>
func.func public @main(%a: tensor<49xf32>, %b: tensor<49xf32>) -> (tensor<49xf32>) {
  %p = stablehlo.compare LE, %a, %b : (tensor<49xf32>, tensor<49xf32>) -> tensor<49xi1>
  %r0 = stablehlo.select %p, %b, %a : tensor<49xi1>, tensor<49xf32>
  return %r0 : tensor<49xf32>
}

// -----
//! name: clamp of f64
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, -0.0e+00, -1.0e+00, -0.0e+00, -1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0.0e+00, -1.0e+00, 0.0e+00, -1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<0x7FF8000000000000> : tensor<7xf64>
//! expect: dense<0x7FF8000000000000> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) {
  %l0 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %h0 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %m0_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %m0 = stablehlo.broadcast_in_dim %m0_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n0_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %n0 = stablehlo.broadcast_in_dim %n0_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r0 = stablehlo.clamp %l0, %a, %h0 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r1 = stablehlo.clamp %m0, %a, %n0 : tensor<7xf64>
  %l1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %h1 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %m1_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %m1 = stablehlo.broadcast_in_dim %m1_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n1_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %n1 = stablehlo.broadcast_in_dim %n1_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r2 = stablehlo.clamp %l1, %a, %h1 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r3 = stablehlo.clamp %m1, %a, %n1 : tensor<7xf64>
  %l2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %h2 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %m2_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %m2 = stablehlo.broadcast_in_dim %m2_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n2_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %n2 = stablehlo.broadcast_in_dim %n2_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r4 = stablehlo.clamp %l2, %a, %h2 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r5 = stablehlo.clamp %m2, %a, %n2 : tensor<7xf64>
  %l3 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %h3 = stablehlo.constant dense<0x3FF0000000000000> : tensor<f64>
  %m3_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %m3 = stablehlo.broadcast_in_dim %m3_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n3_ = stablehlo.constant dense<0x3FF0000000000000> : tensor<f64>
  %n3 = stablehlo.broadcast_in_dim %n3_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r6 = stablehlo.clamp %l3, %a, %h3 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r7 = stablehlo.clamp %m3, %a, %n3 : tensor<7xf64>
  %l4 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %h4 = stablehlo.constant dense<0x3FF0000000000000> : tensor<f64>
  %m4_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %m4 = stablehlo.broadcast_in_dim %m4_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n4_ = stablehlo.constant dense<0x3FF0000000000000> : tensor<f64>
  %n4 = stablehlo.broadcast_in_dim %n4_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r8 = stablehlo.clamp %l4, %a, %h4 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r9 = stablehlo.clamp %m4, %a, %n4 : tensor<7xf64>
  %l5 = stablehlo.constant dense<0xBFF0000000000000> : tensor<f64>
  %h5 = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %m5_ = stablehlo.constant dense<0xBFF0000000000000> : tensor<f64>
  %m5 = stablehlo.broadcast_in_dim %m5_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n5_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %n5 = stablehlo.broadcast_in_dim %n5_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r10 = stablehlo.clamp %l5, %a, %h5 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r11 = stablehlo.clamp %m5, %a, %n5 : tensor<7xf64>
  %l6 = stablehlo.constant dense<0xBFF0000000000000> : tensor<f64>
  %h6 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %m6_ = stablehlo.constant dense<0xBFF0000000000000> : tensor<f64>
  %m6 = stablehlo.broadcast_in_dim %m6_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n6_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %n6 = stablehlo.broadcast_in_dim %n6_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r12 = stablehlo.clamp %l6, %a, %h6 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r13 = stablehlo.clamp %m6, %a, %n6 : tensor<7xf64>
  %l7 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %h7 = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %m7_ = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %m7 = stablehlo.broadcast_in_dim %m7_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %n7_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %n7 = stablehlo.broadcast_in_dim %n7_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %r14 = stablehlo.clamp %l7, %a, %h7 : (tensor<f64>, tensor<7xf64>, tensor<f64>) -> tensor<7xf64>
  %r15 = stablehlo.clamp %m7, %a, %n7 : tensor<7xf64>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15 : tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: clamp of f64, tensors of bounds
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<27xf64>
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<27xf64>
//! input: dense<[0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000]> : tensor<27xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 0x7FF8000000000000, -0.0e+00, -0.0e+00, 0xFFF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<27xf64>
func.func public @main(%a: tensor<27xf64>, %b: tensor<27xf64>, %c: tensor<27xf64>) -> (tensor<27xf64>) {
  %r0 = stablehlo.clamp %a, %b, %c : tensor<27xf64>
  return %r0 : tensor<27xf64>
}

// -----
//! name: selections of f64 by a comparison with a constant
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, 0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[-0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7FF0000000000000, 1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, -1.0e+00, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<7xf64>
func.func public @main(%a: tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) {
  %c0_ = stablehlo.constant dense<0x0000000000000000> : tensor<f64>
  %c0 = stablehlo.broadcast_in_dim %c0_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %p0 = stablehlo.compare LE, %a, %c0 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %r0 = stablehlo.select %p0, %c0, %a : tensor<7xi1>, tensor<7xf64>
  %c1_ = stablehlo.constant dense<0x8000000000000000> : tensor<f64>
  %c1 = stablehlo.broadcast_in_dim %c1_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %p1 = stablehlo.compare LE, %a, %c1 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %r1 = stablehlo.select %p1, %c1, %a : tensor<7xi1>, tensor<7xf64>
  %c2_ = stablehlo.constant dense<0x3FF0000000000000> : tensor<f64>
  %c2 = stablehlo.broadcast_in_dim %c2_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %p2 = stablehlo.compare LE, %a, %c2 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %r2 = stablehlo.select %p2, %c2, %a : tensor<7xi1>, tensor<7xf64>
  %c3_ = stablehlo.constant dense<0xBFF0000000000000> : tensor<f64>
  %c3 = stablehlo.broadcast_in_dim %c3_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %p3 = stablehlo.compare LE, %a, %c3 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %r3 = stablehlo.select %p3, %c3, %a : tensor<7xi1>, tensor<7xf64>
  %c4_ = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %c4 = stablehlo.broadcast_in_dim %c4_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %p4 = stablehlo.compare LE, %a, %c4 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %r4 = stablehlo.select %p4, %c4, %a : tensor<7xi1>, tensor<7xf64>
  %c5_ = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %c5 = stablehlo.broadcast_in_dim %c5_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %p5 = stablehlo.compare LE, %a, %c5 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %r5 = stablehlo.select %p5, %c5, %a : tensor<7xi1>, tensor<7xf64>
  %c6_ = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
  %c6 = stablehlo.broadcast_in_dim %c6_, dims = [] : (tensor<f64>) -> tensor<7xf64>
  %p6 = stablehlo.compare LE, %a, %c6 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %r6 = stablehlo.select %p6, %c6, %a : tensor<7xi1>, tensor<7xf64>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>, tensor<7xf64>
}

// -----
//! name: selections of f64 by a comparison
//! input: dense<[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, -1.0e+00, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<49xf64>
//! input: dense<[0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<49xf64>
//! expect: dense<[0.0e+00, -0.0e+00, 1.0e+00, 0.0e+00, 0x7FF0000000000000, 0.0e+00, 0.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -0.0e+00, 0x7FF0000000000000, -0.0e+00, -0.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 1.0e+00, 0x7FF0000000000000, 1.0e+00, 1.0e+00, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, -1.0e+00, -1.0e+00, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 0.0e+00, -0.0e+00, 1.0e+00, -1.0e+00, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<49xf64>
func.func public @main(%a: tensor<49xf64>, %b: tensor<49xf64>) -> (tensor<49xf64>) {
  %p = stablehlo.compare LE, %a, %b : (tensor<49xf64>, tensor<49xf64>) -> tensor<49xi1>
  %r0 = stablehlo.select %p, %b, %a : tensor<49xi1>, tensor<49xf64>
  return %r0 : tensor<49xf64>
}

// -----
//! name: a layer of bf16 with ReLU
//! input: dense<[[-9.98402083170343e-31], [9.98402083170343e-31]]> : tensor<2x1xbf16>
//! input: dense<[[9.98402083170343e-31, 9.98402083170343e-31, -9.98402083170343e-31]]> : tensor<1x3xbf16>
//! input: dense<-0.0e+00> : tensor<3xbf16>
//! expect: dense<0.0e+00> : tensor<2x3xbf16>
//! expect: dense<0.0e+00> : tensor<2x3xbf16>
func.func public @main(%a: tensor<2x1xbf16>, %b: tensor<1x3xbf16>, %c: tensor<3xbf16>) -> (tensor<2x3xbf16>, tensor<2x3xbf16>) {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x1xbf16>, tensor<1x3xbf16>) -> tensor<2x3xbf16>
  %c_ = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xbf16>) -> tensor<2x3xbf16>
  %s = stablehlo.add %p, %c_ : tensor<2x3xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xbf16>
  %r0 = stablehlo.maximum %s, %zero : tensor<2x3xbf16>
  %r1 = stablehlo.maximum %zero, %s : tensor<2x3xbf16>
  return %r0, %r1 : tensor<2x3xbf16>, tensor<2x3xbf16>
}

// -----
//! name: a layer of f32 with ReLU
//! input: dense<[[-1.0e-30], [1.0e-30]]> : tensor<2x1xf32>
//! input: dense<[[1.0e-30, 1.0e-30, -1.0e-30]]> : tensor<1x3xf32>
//! input: dense<-0.0e+00> : tensor<3xf32>
//! expect: dense<0.0e+00> : tensor<2x3xf32>
//! expect: dense<0.0e+00> : tensor<2x3xf32>
func.func public @main(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>, %c: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %c_ = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %s = stablehlo.add %p, %c_ : tensor<2x3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2x3xf32>
  %r0 = stablehlo.maximum %s, %zero : tensor<2x3xf32>
  %r1 = stablehlo.maximum %zero, %s : tensor<2x3xf32>
  return %r0, %r1 : tensor<2x3xf32>, tensor<2x3xf32>
}
