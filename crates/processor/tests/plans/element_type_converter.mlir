//! name: a sum of minifloats is computed in f32 and rounded
//! pass: element_type_converter
// CHECK: @main(%arg0: tensor<4xui8>, %arg1: tensor<4xui8>) -> tensor<4xui8>
// CHECK: add {{.*}} : tensor<4xf32>
// CHECK: reduce_precision {{.*}} format = e8m3
// CHECK-NOT: f8E4M3FN
func.func public @main(%x: tensor<4xf8E4M3FN>, %y: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %0 = stablehlo.add %x, %y : tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}
// -----
//! name: a product of integers of 4 bits is computed in bytes and wrapped
//! pass: element_type_converter
// CHECK: multiply {{.*}} : tensor<4xi8>
// CHECK: shift_left
// CHECK: shift_right_arithmetic
func.func public @main(%x: tensor<4xi4>, %y: tensor<4xi4>) -> tensor<4xi4> {
  %0 = stablehlo.multiply %x, %y : tensor<4xi4>
  return %0 : tensor<4xi4>
}
// -----
//! name: data movement rounds nothing
//! pass: element_type_converter
// CHECK: transpose
// CHECK-NOT: reduce_precision
func.func public @main(%x: tensor<2x3xf8E5M2>) -> tensor<3x2xf8E5M2> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E5M2>) -> tensor<3x2xf8E5M2>
  return %0 : tensor<3x2xf8E5M2>
}
