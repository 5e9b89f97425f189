//! name: operands of different types are converted to the type of the product
//! pass: operand_upcaster
// CHECK: convert %arg0 : (tensor<2x3xbf16>) -> tensor<2x3xf32>
// CHECK-NEXT: dot_general {{.*}} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func public @main(%x: tensor<2x3xbf16>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xbf16>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// -----
//! name: booleans are multiplied as f32
//! pass: operand_upcaster
// CHECK: dot_general {{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: convert {{.*}} -> tensor<2x4xi1>
func.func public @main(%x: tensor<2x3xi1>, %y: tensor<3x4xi1>) -> tensor<2x4xi1> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xi1>, tensor<3x4xi1>) -> tensor<2x4xi1>
  return %0 : tensor<2x4xi1>
}
// -----
//! name: a result of less range or precision is converted from the product's
//! pass: operand_upcaster
// CHECK: dot_general %arg0, %arg1{{.*}} -> tensor<2x4xf32>
// CHECK-NEXT: convert {{.*}} -> tensor<2x4xi32>
func.func public @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
// -----
//! name: operands of one type stay
//! pass: operand_upcaster
// CHECK: dot_general %arg0, %arg1
// CHECK-NOT: convert
func.func public @main(%x: tensor<2x3xbf16>, %y: tensor<3x4xbf16>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xbf16>, tensor<3x4xbf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// -----
//! name: linear algebra on 16-bit numbers is computed in f32
//! pass: operand_upcaster
// CHECK: convert %arg0 : (tensor<3x3xbf16>) -> tensor<3x3xf32>
// CHECK-NEXT: cholesky {{.*}} tensor<3x3xf32>
// CHECK-NEXT: convert {{.*}} -> tensor<3x3xbf16>
func.func public @main(%x: tensor<3x3xbf16>) -> tensor<3x3xbf16> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<3x3xbf16>
  return %0 : tensor<3x3xbf16>
}
// -----
//! name: matrix products of 8-bit integers have kernels
//! pass: operand_upcaster
// CHECK: dot_general %arg0, %arg1{{.*}} : (tensor<2x1024xi8>, tensor<1024x4xui8>) -> tensor<2x4xi32>
// CHECK-NOT: convert
func.func public @main(%x: tensor<2x1024xi8>, %y: tensor<1024x4xui8>) -> tensor<2x4xi32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x1024xi8>, tensor<1024x4xui8>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
// -----
//! name: convolutions of 8-bit integers are exact in f32
//! pass: operand_upcaster
// CHECK: convolution({{.*}} : (tensor<1x8x3xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>
// CHECK-NEXT: convert {{.*}} -> tensor<1x6x4xi32>
func.func public @main(%x: tensor<1x8x3xi8>, %y: tensor<3x3x4xi8>) -> tensor<1x6x4xi32> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x3xi8>, tensor<3x3x4xi8>) -> tensor<1x6x4xi32>
  return %0 : tensor<1x6x4xi32>
}
// -----
//! name: and so are decompositions, each of whose narrow results is rounded
//! pass: operand_upcaster
// CHECK: convert %arg0 : (tensor<3x3xbf16>) -> tensor<3x3xf32>
// CHECK-NEXT: custom_call @labora.lu{{.*}} -> (tensor<3x3xf32>, tensor<3xi32>, tensor<3xi32>)
// CHECK-NEXT: convert {{.*}} -> tensor<3x3xbf16>
func.func public @main(%x: tensor<3x3xbf16>) -> (tensor<3x3xbf16>, tensor<3xi32>) {
  %0:3 = stablehlo.custom_call @labora.lu(%x) : (tensor<3x3xbf16>) -> (tensor<3x3xbf16>, tensor<3xi32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3x3xbf16>, tensor<3xi32>
}
// -----
//! name: products of f16 are computed in f32
//! pass: operand_upcaster
// CHECK: dot_general {{.*}} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: convert {{.*}} -> tensor<2x4xf16>
func.func public @main(%x: tensor<2x3xf16>, %y: tensor<3x4xf16>) -> tensor<2x4xf16> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}
