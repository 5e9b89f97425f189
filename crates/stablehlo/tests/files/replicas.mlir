//! name: all_reduce add over [[0, 1, 2, 3]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[-1.5e+00, -6.25e-01]> : tensor<2xf32>
//! expect@1: dense<[-1.5e+00, -6.25e-01]> : tensor<2xf32>
//! expect@2: dense<[-1.5e+00, -6.25e-01]> : tensor<2xf32>
//! expect@3: dense<[-1.5e+00, -6.25e-01]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce add over [[0, 2], [1, 3]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[-2.0e+00, 2.25e+00]> : tensor<2xf32>
//! expect@1: dense<[5.0e-01, -2.875e+00]> : tensor<2xf32>
//! expect@2: dense<[-2.0e+00, 2.25e+00]> : tensor<2xf32>
//! expect@3: dense<[5.0e-01, -2.875e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce add over [[3], [2], [1], [0]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! expect@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! expect@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! expect@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[3], [2], [1], [0]]> : tensor<4x1xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce maximum over [[0, 1, 2, 3]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[5.0e-01, 1.625e+00]> : tensor<2xf32>
//! expect@1: dense<[5.0e-01, 1.625e+00]> : tensor<2xf32>
//! expect@2: dense<[5.0e-01, 1.625e+00]> : tensor<2xf32>
//! expect@3: dense<[5.0e-01, 1.625e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce maximum over [[0, 2], [1, 3]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[-1.25e-01, 1.625e+00]> : tensor<2xf32>
//! expect@1: dense<[5.0e-01, -1.375e+00]> : tensor<2xf32>
//! expect@2: dense<[-1.25e-01, 1.625e+00]> : tensor<2xf32>
//! expect@3: dense<[5.0e-01, -1.375e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce maximum over [[3], [2], [1], [0]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! expect@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! expect@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! expect@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[3], [2], [1], [0]]> : tensor<4x1xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce multiply over [[0, 1, 2, 3]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[0.0e+00, 2.0947266e+00]> : tensor<2xf32>
//! expect@1: dense<[0.0e+00, 2.0947266e+00]> : tensor<2xf32>
//! expect@2: dense<[0.0e+00, 2.0947266e+00]> : tensor<2xf32>
//! expect@3: dense<[0.0e+00, 2.0947266e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.multiply %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce multiply over [[0, 2], [1, 3]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[2.34375e-01, 1.015625e+00]> : tensor<2xf32>
//! expect@1: dense<[0.0e+00, 2.0625e+00]> : tensor<2xf32>
//! expect@2: dense<[2.34375e-01, 1.015625e+00]> : tensor<2xf32>
//! expect@3: dense<[0.0e+00, 2.0625e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.multiply %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: all_reduce multiply over [[3], [2], [1], [0]]
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! input@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
//! expect@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! expect@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! expect@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! expect@3: dense<[0.0e+00, -1.375e+00]> : tensor<2xf32>
module attributes {mhlo.num_replicas = 4 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[3], [2], [1], [0]]> : tensor<4x1xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.multiply %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
//! name: replica_id
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! input@2: dense<[-1.25e-01, 6.25e-01]> : tensor<2xf32>
//! expect@0: dense<0> : tensor<ui32>
//! expect@1: dense<1> : tensor<ui32>
//! expect@2: dense<2> : tensor<ui32>
module attributes {mhlo.num_replicas = 3 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<ui32> {
    %0 = stablehlo.replica_id : tensor<ui32>
    return %0 : tensor<ui32>
  }
}

// -----
//! name: partition_id
//! input@0: dense<[-1.875e+00, 1.625e+00]> : tensor<2xf32>
//! input@1: dense<[5.0e-01, -1.5e+00]> : tensor<2xf32>
//! expect@0: dense<0> : tensor<ui32>
//! expect@1: dense<0> : tensor<ui32>
module attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> tensor<ui32> {
    %0 = stablehlo.partition_id : tensor<ui32>
    return %0 : tensor<ui32>
  }
}
