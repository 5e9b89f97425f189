//! name: of a sort of which the first elements are read, the others are not stored
//! pass: lower
// CHECK: sorts the first 3 of 64 by operand 0 (f32) descending
// CHECK: writes {{.*}} <8x3xf32>
func.func public @main(%x: tensor<8x64xf32>) -> (tensor<8x3xf32>, tensor<8x3xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<8x64xi32>
  %r:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %0 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<8x64xf32>, tensor<8x64xi32>) -> (tensor<8x64xf32>, tensor<8x64xi32>)
  %v = stablehlo.slice %r#0 [0:8, 0:3] : (tensor<8x64xf32>) -> tensor<8x3xf32>
  %p = stablehlo.slice %r#1 [0:8, 0:3] : (tensor<8x64xi32>) -> tensor<8x3xi32>
  return %v, %p : tensor<8x3xf32>, tensor<8x3xi32>
}
