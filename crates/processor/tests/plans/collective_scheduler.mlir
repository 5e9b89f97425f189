//! name: what needs no collective comes first, then all collectives that are ready
//! pass: collective_scheduler
// CHECK: tanh
// CHECK-NOT: all_reduce
// CHECK: exponential
// CHECK: all_reduce
// CHECK: all_reduce
module @m attributes {mhlo.num_replicas = 2 : i32} {
func.func public @main(%x: tensor<4xf32>, %y: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.exponential %x : tensor<4xf32>
  %3 = "stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %c = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %c : tensor<i32>
  }) : (tensor<4xi32>) -> tensor<4xi32>
  return %1, %3, %2 : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}
}
