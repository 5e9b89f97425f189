func.func @main(%x: tensor<5x6x3xf32>, %i: tensor<4x2xi32>, %j: tensor<4xi32>, %x2: tensor<4x6xf32>) -> (tensor<4x2x6x3xf32>, tensor<5x4x3xf32>, tensor<4x2x3xf32>, tensor<4x2xf32>) {
  %a = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 6, 3>} : (tensor<5x6x3xf32>, tensor<4x2xi32>) -> tensor<4x2x6x3xf32>
  %b = "stablehlo.gather"(%x, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 5, 1, 3>} : (tensor<5x6x3xf32>, tensor<4xi32>) -> tensor<5x4x3xf32>
  %c = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2, 3>} : (tensor<5x6x3xf32>, tensor<4x2xi32>) -> tensor<4x2x3xf32>
  %d = "stablehlo.gather"(%x2, %j) {dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>} : (tensor<4x6xf32>, tensor<4xi32>) -> tensor<4x2xf32>
  return %a, %b, %c, %d : tensor<4x2x6x3xf32>, tensor<5x4x3xf32>, tensor<4x2x3xf32>, tensor<4x2xf32>
}
