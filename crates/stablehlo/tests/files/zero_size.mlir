//! name: tanh
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0xf32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.tanh %a : tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: add
//! input: dense<> : tensor<2x0xf32>
//! input: dense<> : tensor<2x0xf32>
//! expect: dense<> : tensor<2x0xf32>
func.func public @main(%a: tensor<2x0xf32>, %b: tensor<2x0xf32>) -> (tensor<2x0xf32>) {
  %r0 = stablehlo.add %a, %b : tensor<2x0xf32>
  return %r0 : tensor<2x0xf32>
}

// -----
//! name: compare
//! input: dense<> : tensor<0xf32>
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xi1>
func.func public @main(%a: tensor<0xf32>, %b: tensor<0xf32>) -> (tensor<0xi1>) {
  %r0 = stablehlo.compare LT, %a, %b : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
  return %r0 : tensor<0xi1>
}

// -----
//! name: select by a scalar
//! input: dense<true> : tensor<i1>
//! input: dense<> : tensor<0xf32>
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<i1>, %b: tensor<0xf32>, %c: tensor<0xf32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: select by a tensor
//! input: dense<> : tensor<0xi1>
//! input: dense<> : tensor<0xf32>
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0xi1>, %b: tensor<0xf32>, %c: tensor<0xf32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.select %a, %b, %c : tensor<0xi1>, tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: clamp
//! input: dense<2.5e+00> : tensor<f32>
//! input: dense<> : tensor<0xf32>
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<f32>, %b: tensor<0xf32>, %c: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, tensor<0xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: convert
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<> : tensor<0x3xi8>
func.func public @main(%a: tensor<0x3xf32>) -> (tensor<0x3xi8>) {
  %r0 = stablehlo.convert %a : (tensor<0x3xf32>) -> tensor<0x3xi8>
  return %r0 : tensor<0x3xi8>
}

// -----
//! name: bitcast_convert to a narrower type
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0x4xui8>
func.func public @main(%a: tensor<0xf32>) -> (tensor<0x4xui8>) {
  %r0 = stablehlo.bitcast_convert %a : (tensor<0xf32>) -> tensor<0x4xui8>
  return %r0 : tensor<0x4xui8>
}

// -----
//! name: reduce_precision
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0xf32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: constant
//! expect: dense<> : tensor<2x0xf32>
func.func public @main() -> (tensor<2x0xf32>) {
  %r0 = stablehlo.constant dense<> : tensor<2x0xf32>
  return %r0 : tensor<2x0xf32>
}

// -----
//! name: iota of [0] along 0
//! expect: dense<> : tensor<0xi32>
func.func public @main() -> (tensor<0xi32>) {
  %r0 = stablehlo.iota dim = 0 : tensor<0xi32>
  return %r0 : tensor<0xi32>
}

// -----
//! name: iota of [0, 3] along 0
//! expect: dense<> : tensor<0x3xi32>
func.func public @main() -> (tensor<0x3xi32>) {
  %r0 = stablehlo.iota dim = 0 : tensor<0x3xi32>
  return %r0 : tensor<0x3xi32>
}

// -----
//! name: iota of [0, 3] along 1
//! expect: dense<> : tensor<0x3xi32>
func.func public @main() -> (tensor<0x3xi32>) {
  %r0 = stablehlo.iota dim = 1 : tensor<0x3xi32>
  return %r0 : tensor<0x3xi32>
}

// -----
//! name: iota of [3, 0] along 0
//! expect: dense<> : tensor<3x0xi32>
func.func public @main() -> (tensor<3x0xi32>) {
  %r0 = stablehlo.iota dim = 0 : tensor<3x0xi32>
  return %r0 : tensor<3x0xi32>
}

// -----
//! name: broadcast_in_dim of a scalar
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: broadcast_in_dim of size 1
//! input: dense<[5.0e-01]> : tensor<1xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<1xf32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1xf32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: broadcast_in_dim along a new dimension
//! input: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
//! expect: dense<> : tensor<2x0xf32>
func.func public @main(%a: tensor<2xf32>) -> (tensor<2x0xf32>) {
  %r0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2xf32>) -> tensor<2x0xf32>
  return %r0 : tensor<2x0xf32>
}

// -----
//! name: reshape
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<> : tensor<2x0x5xf32>
func.func public @main(%a: tensor<0x3xf32>) -> (tensor<2x0x5xf32>) {
  %r0 = stablehlo.reshape %a : (tensor<0x3xf32>) -> tensor<2x0x5xf32>
  return %r0 : tensor<2x0x5xf32>
}

// -----
//! name: transpose
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<> : tensor<3x0xf32>
func.func public @main(%a: tensor<0x3xf32>) -> (tensor<3x0xf32>) {
  %r0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  return %r0 : tensor<3x0xf32>
}

// -----
//! name: reverse
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<> : tensor<0x3xf32>
func.func public @main(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %r0 = stablehlo.reverse %a, dims = [0, 1] : tensor<0x3xf32>
  return %r0 : tensor<0x3xf32>
}

// -----
//! name: slice of the end
//! input: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<2xf32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.slice %a [2:2] : (tensor<2xf32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: slice of no elements
//! input: dense<> : tensor<3x0xf32>
//! expect: dense<> : tensor<2x0xf32>
func.func public @main(%a: tensor<3x0xf32>) -> (tensor<2x0xf32>) {
  %r0 = stablehlo.slice %a [0:3:2, 0:0] : (tensor<3x0xf32>) -> tensor<2x0xf32>
  return %r0 : tensor<2x0xf32>
}

// -----
//! name: pad of no elements
//! input: dense<> : tensor<0xf32>
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<2.5e+00> : tensor<3xf32>
func.func public @main(%a: tensor<0xf32>, %b: tensor<f32>) -> (tensor<3xf32>) {
  %r0 = stablehlo.pad %a, %b, low = [1], high = [2], interior = [4] : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  return %r0 : tensor<3xf32>
}

// -----
//! name: pad to no elements
//! input: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.pad %a, %b, low = [-3], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: pad of another dimension
//! input: dense<> : tensor<0x2xf32>
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<> : tensor<0x3xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<0x3xf32>) {
  %r0 = stablehlo.pad %a, %b, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<0x3xf32>
  return %r0 : tensor<0x3xf32>
}

// -----
//! name: concatenate with elements
//! input: dense<> : tensor<0xf32>
//! input: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
//! input: dense<> : tensor<0xf32>
//! expect: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<0xf32>, %b: tensor<2xf32>, %c: tensor<0xf32>) -> (tensor<2xf32>) {
  %r0 = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<0xf32>, tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: concatenate without elements
//! input: dense<> : tensor<0x2xf32>
//! input: dense<> : tensor<0x1xf32>
//! expect: dense<> : tensor<0x3xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<0x1xf32>) -> (tensor<0x3xf32>) {
  %r0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<0x2xf32>, tensor<0x1xf32>) -> tensor<0x3xf32>
  return %r0 : tensor<0x3xf32>
}

// -----
//! name: optimization_barrier
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0xf32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.optimization_barrier %a : tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: dynamic_slice
//! input: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
//! input: dense<1> : tensor<i32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<i32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.dynamic_slice %a, %b, sizes = [0] : (tensor<2xf32>, tensor<i32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: dynamic_slice of no elements
//! input: dense<> : tensor<0xf32>
//! input: dense<1> : tensor<i32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0xf32>, %b: tensor<i32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.dynamic_slice %a, %b, sizes = [0] : (tensor<0xf32>, tensor<i32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: dynamic_update_slice
//! input: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
//! input: dense<> : tensor<0xf32>
//! input: dense<1> : tensor<i32>
//! expect: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<0xf32>, %c: tensor<i32>) -> (tensor<2xf32>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c : (tensor<2xf32>, tensor<0xf32>, tensor<i32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: dynamic_update_slice of no elements
//! input: dense<> : tensor<0xf32>
//! input: dense<> : tensor<0xf32>
//! input: dense<1> : tensor<i32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0xf32>, %b: tensor<0xf32>, %c: tensor<i32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.dynamic_update_slice %a, %b, %c : (tensor<0xf32>, tensor<0xf32>, tensor<i32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: gather at no indices
//! input: dense<[[7.5e-01, 0.0e+00], [5.0e-01, -1.125e+00], [-8.75e-01, 2.5e-01]]> : tensor<3x2xf32>
//! input: dense<> : tensor<0xi32>
//! expect: dense<> : tensor<0x2xf32>
func.func public @main(%a: tensor<3x2xf32>, %b: tensor<0xi32>) -> (tensor<0x2xf32>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<0xi32>) -> tensor<0x2xf32>
  return %r0 : tensor<0x2xf32>
}

// -----
//! name: gather of slices without elements
//! input: dense<[[3.75e-01, 1.0e+00], [1.375e+00, 1.125e+00], [1.5e+00, 1.75e+00]]> : tensor<3x2xf32>
//! input: dense<[2, 0]> : tensor<2xi32>
//! expect: dense<> : tensor<2x0xf32>
func.func public @main(%a: tensor<3x2xf32>, %b: tensor<2xi32>) -> (tensor<2x0xf32>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>}> : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x0xf32>
  return %r0 : tensor<2x0xf32>
}

// -----
//! name: gather of columns without elements
//! input: dense<> : tensor<3x0xf32>
//! input: dense<[2, 0]> : tensor<2xi32>
//! expect: dense<> : tensor<2x0xf32>
func.func public @main(%a: tensor<3x0xf32>, %b: tensor<2xi32>) -> (tensor<2x0xf32>) {
  %r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 0>}> : (tensor<3x0xf32>, tensor<2xi32>) -> tensor<2x0xf32>
  return %r0 : tensor<2x0xf32>
}

// -----
//! name: scatter of no updates
//! input: dense<[[-1.875e+00, 7.5e-01], [-1.875e+00, 1.625e+00], [1.875e+00, -1.375e+00]]> : tensor<3x2xf32>
//! input: dense<> : tensor<0xi32>
//! input: dense<> : tensor<0x2xf32>
//! expect: dense<[[-1.875e+00, 7.5e-01], [-1.875e+00, 1.625e+00], [1.875e+00, -1.375e+00]]> : tensor<3x2xf32>
func.func public @main(%a: tensor<3x2xf32>, %b: tensor<0xi32>, %c: tensor<0x2xf32>) -> (tensor<3x2xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<0xi32>, tensor<0x2xf32>) -> tensor<3x2xf32>
  return %r0 : tensor<3x2xf32>
}

// -----
//! name: scatter of windows without elements
//! input: dense<[[0.0e+00, 0.0e+00], [-7.5e-01, -1.5e+00], [1.75e+00, -1.0e+00]]> : tensor<3x2xf32>
//! input: dense<[2, 0]> : tensor<2xi32>
//! input: dense<> : tensor<2x0xf32>
//! expect: dense<[[0.0e+00, 0.0e+00], [-7.5e-01, -1.5e+00], [1.75e+00, -1.0e+00]]> : tensor<3x2xf32>
func.func public @main(%a: tensor<3x2xf32>, %b: tensor<2xi32>, %c: tensor<2x0xf32>) -> (tensor<3x2xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x2xf32>, tensor<2xi32>, tensor<2x0xf32>) -> tensor<3x2xf32>
  return %r0 : tensor<3x2xf32>
}

// -----
//! name: scatter into no elements
//! input: dense<> : tensor<0x2xf32>
//! input: dense<[2, 0]> : tensor<2xi32>
//! input: dense<[[3.75e-01, -1.375e+00], [-1.375e+00, 1.25e+00]]> : tensor<2x2xf32>
//! expect: dense<> : tensor<0x2xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<2xi32>, %c: tensor<2x2xf32>) -> (tensor<0x2xf32>) {
  %r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0x2xf32>, tensor<2xi32>, tensor<2x2xf32>) -> tensor<0x2xf32>
  return %r0 : tensor<0x2xf32>
}

// -----
//! name: dot_general over no elements of f32
//! input: dense<> : tensor<2x0xf32>
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<0.0e+00> : tensor<2x3xf32>
func.func public @main(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>) -> (tensor<2x3xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// -----
//! name: dot_general over no elements of i32
//! input: dense<> : tensor<2x0xi32>
//! input: dense<> : tensor<0x3xi32>
//! expect: dense<0> : tensor<2x3xi32>
func.func public @main(%a: tensor<2x0xi32>, %b: tensor<0x3xi32>) -> (tensor<2x3xi32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xi32>, tensor<0x3xi32>) -> tensor<2x3xi32>
  return %r0 : tensor<2x3xi32>
}

// -----
//! name: dot_general over no elements of bf16
//! input: dense<> : tensor<2x0xbf16>
//! input: dense<> : tensor<0x3xbf16>
//! expect: dense<0.0e+00> : tensor<2x3xbf16>
func.func public @main(%a: tensor<2x0xbf16>, %b: tensor<0x3xbf16>) -> (tensor<2x3xbf16>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xbf16>, tensor<0x3xbf16>) -> tensor<2x3xbf16>
  return %r0 : tensor<2x3xbf16>
}

// -----
//! name: dot_general without rows
//! input: dense<> : tensor<0x4xf32>
//! input: dense<[[6.25e-01, 2.5e-01, -1.625e+00], [5.0e-01, 1.625e+00, -2.0e+00], [-1.625e+00, -1.375e+00, 8.75e-01], [1.125e+00, -1.125e+00, 1.5e+00]]> : tensor<4x3xf32>
//! expect: dense<> : tensor<0x3xf32>
func.func public @main(%a: tensor<0x4xf32>, %b: tensor<4x3xf32>) -> (tensor<0x3xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<0x4xf32>, tensor<4x3xf32>) -> tensor<0x3xf32>
  return %r0 : tensor<0x3xf32>
}

// -----
//! name: dot_general without columns
//! input: dense<[[1.75e+00, -1.625e+00, 0.0e+00, 5.0e-01], [2.5e-01, -3.75e-01, -1.25e+00, -1.5e+00]]> : tensor<2x4xf32>
//! input: dense<> : tensor<4x0xf32>
//! expect: dense<> : tensor<2x0xf32>
func.func public @main(%a: tensor<2x4xf32>, %b: tensor<4x0xf32>) -> (tensor<2x0xf32>) {
  %r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x0xf32>) -> tensor<2x0xf32>
  return %r0 : tensor<2x0xf32>
}

// -----
//! name: dot_general with an empty batch
//! input: dense<> : tensor<0x2x4xf32>
//! input: dense<> : tensor<0x4x3xf32>
//! expect: dense<> : tensor<0x2x3xf32>
func.func public @main(%a: tensor<0x2x4xf32>, %b: tensor<0x4x3xf32>) -> (tensor<0x2x3xf32>) {
  %r0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<0x2x4xf32>, tensor<0x4x3xf32>) -> tensor<0x2x3xf32>
  return %r0 : tensor<0x2x3xf32>
}

// -----
//! name: convolution with an empty batch
//! input: dense<> : tensor<0x4x4x2xf32>
//! input: dense<[[[[-2.5e-01, -1.75e+00, -2.5e-01, 1.875e+00, 1.75e+00], [1.0e+00, -8.75e-01, -1.125e+00, 3.75e-01, 3.75e-01]], [[-6.25e-01, 6.25e-01, 1.625e+00, 1.375e+00, -1.375e+00], [1.75e+00, 3.75e-01, 1.375e+00, 1.75e+00, 1.5e+00]], [[-7.5e-01, -1.5e+00, 1.25e+00, 1.375e+00, -1.25e+00], [-8.75e-01, 1.75e+00, 1.875e+00, -6.25e-01, -2.5e-01]]], [[[5.0e-01, -6.25e-01, -1.375e+00, -1.5e+00, -8.75e-01], [1.125e+00, -1.25e+00, -2.5e-01, 8.75e-01, -1.25e-01]], [[-7.5e-01, 1.875e+00, -8.75e-01, -3.75e-01, 3.75e-01], [-1.125e+00, -6.25e-01, -6.25e-01, 5.0e-01, 1.875e+00]], [[-8.75e-01, 8.75e-01, 3.75e-01, -2.0e+00, 6.25e-01], [1.125e+00, 2.5e-01, 1.75e+00, -1.25e-01, 1.5e+00]]], [[[-1.375e+00, -1.875e+00, 8.75e-01, -1.25e+00, 1.75e+00], [1.375e+00, -2.5e-01, 2.0e+00, 6.25e-01, -6.25e-01]], [[-1.25e-01, -5.0e-01, 1.125e+00, 1.0e+00, 1.375e+00], [1.75e+00, 0.0e+00, 2.5e-01, 1.625e+00, 1.125e+00]], [[7.5e-01, -1.125e+00, 1.0e+00, -3.75e-01, 8.75e-01], [-1.25e-01, 3.75e-01, -1.625e+00, -6.25e-01, 1.375e+00]]]]> : tensor<3x3x2x5xf32>
//! expect: dense<> : tensor<0x2x2x5xf32>
func.func public @main(%a: tensor<0x4x4x2xf32>, %b: tensor<3x3x2x5xf32>) -> (tensor<0x2x2x5xf32>) {
  %r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x4x4x2xf32>, tensor<3x3x2x5xf32>) -> tensor<0x2x2x5xf32>
  return %r0 : tensor<0x2x2x5xf32>
}

// -----
//! name: convolution without input features
//! input: dense<> : tensor<1x4x4x0xf32>
//! input: dense<> : tensor<3x3x0x2xf32>
//! expect: dense<0.0e+00> : tensor<1x2x2x2xf32>
func.func public @main(%a: tensor<1x4x4x0xf32>, %b: tensor<3x3x0x2xf32>) -> (tensor<1x2x2x2xf32>) {
  %r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x0xf32>, tensor<3x3x0x2xf32>) -> tensor<1x2x2x2xf32>
  return %r0 : tensor<1x2x2x2xf32>
}

// -----
//! name: convolution without output features
//! input: dense<[[[[1.5e+00, 5.0e-01], [-1.75e+00, 1.625e+00], [-5.0e-01, 1.25e-01], [1.25e-01, -1.125e+00]], [[2.0e+00, 1.75e+00], [-2.5e-01, -2.5e-01], [-6.25e-01, -3.75e-01], [-1.375e+00, 1.875e+00]], [[7.5e-01, -1.375e+00], [2.0e+00, 6.25e-01], [1.25e-01, 1.625e+00], [3.75e-01, -1.0e+00]], [[1.625e+00, -6.25e-01], [-7.5e-01, -1.25e+00], [-7.5e-01, -8.75e-01], [1.25e+00, 3.75e-01]]]]> : tensor<1x4x4x2xf32>
//! input: dense<> : tensor<3x3x2x0xf32>
//! expect: dense<> : tensor<1x2x2x0xf32>
func.func public @main(%a: tensor<1x4x4x2xf32>, %b: tensor<3x3x2x0xf32>) -> (tensor<1x2x2x0xf32>) {
  %r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x0xf32>) -> tensor<1x2x2x0xf32>
  return %r0 : tensor<1x2x2x0xf32>
}

// -----
//! name: convolution of no elements, padded
//! input: dense<> : tensor<1x0x3x2xf32>
//! input: dense<[[[[5.0e-01, 0.0e+00], [6.25e-01, -3.75e-01]], [[0.0e+00, -1.375e+00], [1.375e+00, 0.0e+00]], [[2.5e-01, -7.5e-01], [-1.25e-01, 1.25e+00]]], [[[1.25e-01, -1.75e+00], [-1.25e-01, -1.375e+00]], [[-1.125e+00, 7.5e-01], [-5.0e-01, 1.125e+00]], [[-1.625e+00, 2.5e-01], [7.5e-01, 2.0e+00]]], [[[-1.75e+00, -3.75e-01], [-1.625e+00, -1.0e+00]], [[-1.25e-01, 1.5e+00], [1.5e+00, -1.625e+00]], [[-1.75e+00, -6.25e-01], [1.25e+00, 1.25e+00]]]]> : tensor<3x3x2x2xf32>
//! expect: dense<0.0e+00> : tensor<1x2x1x2xf32>
func.func public @main(%a: tensor<1x0x3x2xf32>, %b: tensor<3x3x2x2xf32>) -> (tensor<1x2x1x2xf32>) {
  %r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0x3x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x2x1x2xf32>
  return %r0 : tensor<1x2x1x2xf32>
}

// -----
//! name: convolution of a window that does not fit
//! input: dense<[[[[1.25e+00], [-1.0e+00], [1.375e+00]], [[0.0e+00], [1.125e+00], [-1.625e+00]]]]> : tensor<1x2x3x1xf32>
//! input: dense<[[[[-2.5e-01, -5.0e-01]], [[2.0e+00, 6.25e-01]], [[6.25e-01, -1.875e+00]]], [[[1.0e+00, 1.625e+00]], [[-1.25e+00, -1.5e+00]], [[-1.0e+00, 1.75e+00]]], [[[6.25e-01, -1.0e+00]], [[-3.75e-01, 2.5e-01]], [[1.5e+00, -1.25e+00]]]]> : tensor<3x3x1x2xf32>
//! expect: dense<> : tensor<1x0x1x2xf32>
func.func public @main(%a: tensor<1x2x3x1xf32>, %b: tensor<3x3x1x2xf32>) -> (tensor<1x0x1x2xf32>) {
  %r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x3x1xf32>, tensor<3x3x1x2xf32>) -> tensor<1x0x1x2xf32>
  return %r0 : tensor<1x0x1x2xf32>
}

// -----
//! name: reduce by add over [0]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<0.0e+00> : tensor<2xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<2xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: reduce by add over [1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: reduce by add over [0, 1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0.0e+00> : tensor<f32>
//! expect: dense<0.0e+00> : tensor<f32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0, 1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: reduce by multiply over [0]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<1.0e+00> : tensor<f32>
//! expect: dense<1.0e+00> : tensor<2xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<2xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: reduce by multiply over [1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<1.0e+00> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: reduce by multiply over [0, 1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<1.0e+00> : tensor<f32>
//! expect: dense<1.0e+00> : tensor<f32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: reduce by maximum over [0]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<0xFF800000> : tensor<2xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<2xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: reduce by maximum over [1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: reduce by maximum over [0, 1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0xFF800000> : tensor<f32>
//! expect: dense<0xFF800000> : tensor<f32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: reduce by minimum over [0]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<0x7F800000> : tensor<2xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<2xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: reduce by minimum over [1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: reduce by minimum over [0, 1]
//! input: dense<> : tensor<0x2xf32>
//! input: dense<0x7F800000> : tensor<f32>
//! expect: dense<0x7F800000> : tensor<f32>
func.func public @main(%a: tensor<0x2xf32>, %b: tensor<f32>) -> (tensor<f32>) {
  %r0 = stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<0x2xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----
//! name: reduce of two tensors
//! input: dense<> : tensor<2x0xf32>
//! input: dense<> : tensor<2x0xi32>
//! input: dense<2.5e+00> : tensor<f32>
//! input: dense<7> : tensor<i32>
//! expect: dense<2.5e+00> : tensor<2xf32>
//! expect: dense<7> : tensor<2xi32>
func.func public @main(%a: tensor<2x0xf32>, %b: tensor<2x0xi32>, %c: tensor<f32>, %d: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %r:2 = stablehlo.reduce(%a init: %c), (%b init: %d) across dimensions = [1] : (tensor<2x0xf32>, tensor<2x0xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%x: tensor<f32>, %z: tensor<f32>) (%y: tensor<i32>, %w: tensor<i32>)  {
    %first = stablehlo.compare GE, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %first, %x, %z : tensor<i1>, tensor<f32>
    %index = stablehlo.select %first, %y, %w : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<f32>, tensor<i32>
  }
  %r0 = stablehlo.optimization_barrier %r#0 : tensor<2xf32>
  %r1 = stablehlo.optimization_barrier %r#1 : tensor<2xi32>
  return %r0, %r1 : tensor<2xf32>, tensor<2xi32>
}

// -----
//! name: reduce_window of no elements
//! input: dense<> : tensor<0x4xf32>
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<> : tensor<0x3xf32>
func.func public @main(%a: tensor<0x4xf32>, %b: tensor<f32>) -> (tensor<0x3xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0x4xf32>, tensor<f32>) -> tensor<0x3xf32>
  return %r0 : tensor<0x3xf32>
}

// -----
//! name: reduce_window of no elements, padded
//! input: dense<> : tensor<0xf32>
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<2.5e+00> : tensor<2xf32>
func.func public @main(%a: tensor<0xf32>, %b: tensor<f32>) -> (tensor<2xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// -----
//! name: reduce_window of a window that does not fit
//! input: dense<[-5.0e-01, -1.125e+00]> : tensor<2xf32>
//! input: dense<2.5e+00> : tensor<f32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<2xf32>, %b: tensor<f32>) -> (tensor<0xf32>) {
  %r0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: select_and_scatter of no elements
//! input: dense<> : tensor<0x4xf32>
//! input: dense<> : tensor<0x2xf32>
//! expect: dense<> : tensor<0x4xf32>
func.func public @main(%a: tensor<0x4xf32>, %b: tensor<0x2xf32>) -> (tensor<0x4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0x4xf32>, tensor<0x2xf32>, tensor<f32>) -> tensor<0x4xf32>
  return %r0 : tensor<0x4xf32>
}

// -----
//! name: select_and_scatter without windows
//! input: dense<[[1.875e+00], [1.5e+00], [1.25e-01]]> : tensor<3x1xf32>
//! input: dense<> : tensor<3x0xf32>
//! expect: dense<0.0e+00> : tensor<3x1xf32>
func.func public @main(%a: tensor<3x1xf32>, %b: tensor<3x0xf32>) -> (tensor<3x1xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r0 = "stablehlo.select_and_scatter"(%a, %b, %z) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x1xf32>, tensor<3x0xf32>, tensor<f32>) -> tensor<3x1xf32>
  return %r0 : tensor<3x1xf32>
}

// -----
//! name: sort of [0] along 0
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xf32>
func.func public @main(%a: tensor<0xf32>) -> (tensor<0xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<0xf32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// -----
//! name: sort of [0, 3] along 0
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<> : tensor<0x3xf32>
func.func public @main(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return %r0 : tensor<0x3xf32>
}

// -----
//! name: sort of [0, 3] along 1
//! input: dense<> : tensor<0x3xf32>
//! expect: dense<> : tensor<0x3xf32>
func.func public @main(%a: tensor<0x3xf32>) -> (tensor<0x3xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return %r0 : tensor<0x3xf32>
}

// -----
//! name: sort of [3, 0] along 0
//! input: dense<> : tensor<3x0xf32>
//! expect: dense<> : tensor<3x0xf32>
func.func public @main(%a: tensor<3x0xf32>) -> (tensor<3x0xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x0xf32>) -> tensor<3x0xf32>
  return %r0 : tensor<3x0xf32>
}

// -----
//! name: rng_bit_generator
//! input: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<[5, 7, 9]> : tensor<3xui64>
//! expect: dense<> : tensor<0x2xui32>
func.func public @main(%a: tensor<3xui64>) -> (tensor<3xui64>, tensor<0x2xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x2xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<0x2xui32>
}

// -----
//! name: while
//! input: dense<> : tensor<0xf32>
//! expect: dense<> : tensor<0xf32>
//! expect: dense<3> : tensor<i32>
func.func public @main(%a: tensor<0xf32>) -> (tensor<0xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r0, %r1 = stablehlo.while(%x = %a, %i = %zero) : tensor<0xf32>, tensor<i32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %y = stablehlo.add %x, %x : tensor<0xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %y, %j : tensor<0xf32>, tensor<i32>
  }
  return %r0, %r1 : tensor<0xf32>, tensor<i32>
}

// -----
//! name: all_reduce by add
//! input@0: dense<> : tensor<0xf32>
//! input@1: dense<> : tensor<0xf32>
//! expect@0: dense<> : tensor<0xf32>
//! expect@1: dense<> : tensor<0xf32>
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%a: tensor<0xf32>) -> tensor<0xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<0xf32>) -> tensor<0xf32>
    return %0 : tensor<0xf32>
  }
}

// -----
//! name: all_reduce by maximum
//! input@0: dense<> : tensor<0xf32>
//! input@1: dense<> : tensor<0xf32>
//! expect@0: dense<> : tensor<0xf32>
//! expect@1: dense<> : tensor<0xf32>
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%a: tensor<0xf32>) -> tensor<0xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<0xf32>) -> tensor<0xf32>
    return %0 : tensor<0xf32>
  }
}
