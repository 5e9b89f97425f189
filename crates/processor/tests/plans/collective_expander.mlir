//! name: a gather along another dimension than the first stacks, and transposes
//! pass: collective_expander
// CHECK: all_gather{{.*}} all_gather_dim = 0 {{.*}} -> tensor<2x2x3xf32>
// CHECK: transpose
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%x: tensor<2x3xf32>) -> tensor<2x6xf32> {
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return %0 : tensor<2x6xf32>
  }
}
// -----
//! name: a reduce_scatter exchanges parts and adds them, those of bf16 in f32
//! pass: collective_expander
// CHECK: all_to_all
// CHECK: add {{.*}} : tensor<2xf32>
// CHECK: convert {{.*}} -> tensor<2xbf16>
// CHECK-NOT: reduce_scatter
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%x: tensor<4xbf16>) -> tensor<2xbf16> {
    %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
      %s = stablehlo.add %p, %q : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) : (tensor<4xbf16>) -> tensor<2xbf16>
    return %0 : tensor<2xbf16>
  }
}
