//! name: all_gather in two groups, in the order of the groups
//! input@0: dense<[[1], [2]]> : tensor<2x1xi32>
//! input@1: dense<[[3], [4]]> : tensor<2x1xi32>
//! input@2: dense<[[5], [6]]> : tensor<2x1xi32>
//! input@3: dense<[[7], [8]]> : tensor<2x1xi32>
//! expect@0: dense<[[1, 5], [2, 6]]> : tensor<2x2xi32>
//! expect@1: dense<[[7, 3], [8, 4]]> : tensor<2x2xi32>
//! expect@2: dense<[[1, 5], [2, 6]]> : tensor<2x2xi32>
//! expect@3: dense<[[7, 3], [8, 4]]> : tensor<2x2xi32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func @main(%x: tensor<2x1xi32>) -> tensor<2x2xi32> {
    %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [3, 1]]> : tensor<2x2xi64>}> : (tensor<2x1xi32>) -> tensor<2x2xi32>
    return %r : tensor<2x2xi32>
  }
}
// -----
//! name: all_gather of complex numbers, of small integers and of results of a sum
//! input@0: dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>
//! input@0: dense<[-3]> : tensor<1xi4>
//! input@1: dense<[(3.0, -1.0)]> : tensor<1xcomplex<f32>>
//! input@1: dense<[7]> : tensor<1xi4>
//! expect@0: dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f32>>
//! expect@0: dense<[-3, 7]> : tensor<2xi4>
//! expect@0: dense<[(2.0, 4.0), (6.0, -2.0)]> : tensor<2xcomplex<f32>>
//! expect@1: dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f32>>
//! expect@1: dense<[-3, 7]> : tensor<2xi4>
//! expect@1: dense<[(2.0, 4.0), (6.0, -2.0)]> : tensor<2xcomplex<f32>>
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<1xcomplex<f32>>, %y: tensor<1xi4>) -> (tensor<2xcomplex<f32>>, tensor<2xi4>, tensor<2xcomplex<f32>>) {
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    %1 = "stablehlo.all_gather"(%y) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xi4>) -> tensor<2xi4>
    %2 = stablehlo.add %x, %x : tensor<1xcomplex<f32>>
    %3 = "stablehlo.all_gather"(%2) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xcomplex<f32>>) -> tensor<2xcomplex<f32>>
    return %0, %1, %3 : tensor<2xcomplex<f32>>, tensor<2xi4>, tensor<2xcomplex<f32>>
  }
}
// -----
//! name: reduce_scatter, the specification's example
//! input@0: dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
//! input@1: dense<[[9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<2x4xi64>
//! expect@0: dense<[[10, 12], [18, 20]]> : tensor<2x2xi64>
//! expect@1: dense<[[14, 16], [22, 24]]> : tensor<2x2xi64>
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<2x4xi64>) -> tensor<2x2xi64> {
    %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>}> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) : (tensor<2x4xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  }
}
// -----
//! name: all_to_all, the specification's example
//! input@0: dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
//! input@1: dense<[[9, 10, 11, 12], [13, 14, 15, 16]]> : tensor<2x4xi64>
//! expect@0: dense<[[1, 2], [5, 6], [9, 10], [13, 14]]> : tensor<4x2xi64>
//! expect@1: dense<[[3, 4], [7, 8], [11, 12], [15, 16]]> : tensor<4x2xi64>
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<2x4xi64>) -> tensor<4x2xi64> {
    %r = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xi64>) -> tensor<4x2xi64>
    return %r : tensor<4x2xi64>
  }
}
// -----
//! name: all_to_all from rows to columns, in the order of the group
//! input@0: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//! input@1: dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
//! expect@0: dense<[[7, 8, 3, 4]]> : tensor<1x4xi32>
//! expect@1: dense<[[5, 6, 1, 2]]> : tensor<1x4xi32>
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<2x2xi32>) -> tensor<1x4xi32> {
    %r = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2x2xi32>) -> tensor<1x4xi32>
    return %r : tensor<1x4xi32>
  }
}
// -----
//! name: collective_permute, the specification's example
//! input@0: dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
//! input@1: dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
//! input@2: dense<[[9, 10], [11, 12]]> : tensor<2x2xi64>
//! expect@0: dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>
//! expect@1: dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
//! expect@2: dense<[[5, 6], [7, 8]]> : tensor<2x2xi64>
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func @main(%x: tensor<2x2xi64>) -> tensor<2x2xi64> {
    %r = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x2xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>
  }
}
// -----
//! name: collective_broadcast, the specification's example
//! input@0: dense<[[1, 2]]> : tensor<1x2xi64>
//! input@1: dense<[[3, 4]]> : tensor<1x2xi64>
//! input@2: dense<[[5, 6]]> : tensor<1x2xi64>
//! input@3: dense<[[7, 8]]> : tensor<1x2xi64>
//! expect@0: dense<[[1, 2]]> : tensor<1x2xi64>
//! expect@1: dense<[[5, 6]]> : tensor<1x2xi64>
//! expect@2: dense<[[5, 6]]> : tensor<1x2xi64>
//! expect@3: dense<[[1, 2]]> : tensor<1x2xi64>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func @main(%x: tensor<1x2xi64>) -> tensor<1x2xi64> {
    %r = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[2, 1], [0, 3]]> : tensor<2x2xi64>}> : (tensor<1x2xi64>) -> tensor<1x2xi64>
    return %r : tensor<1x2xi64>
  }
}
