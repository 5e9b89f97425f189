//! name: what is equal on all replicas is computed once
//! pass: deduplicate_replicas
// CHECK: once for all replicas
// CHECK-NEXT: made by deduplicate_replicas
// CHECK-NEXT: tanh
module @m attributes {mhlo.num_replicas = 2 : i32} {
func.func public @main(%same: tensor<20000xf32> {mhlo.is_same_data_across_replicas = true}, %own: tensor<20000xf32>) -> (tensor<20000xf32>, tensor<20000xf32>) {
  %0 = stablehlo.tanh %same : tensor<20000xf32>
  %1 = stablehlo.add %0, %own : tensor<20000xf32>
  return %0, %1 : tensor<20000xf32>, tensor<20000xf32>
}
}
