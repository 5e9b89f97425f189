module @gather {
  func.func @main(%x: tensor<4x6xf32>, %i: tensor<3xi32>) -> tensor<3x6xf32> {
    %r = "stablehlo.gather"(%x, %i) <{
      dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      indices_are_sorted = false, slice_sizes = array<i64: 1, 6>
    }> : (tensor<4x6xf32>, tensor<3xi32>) -> tensor<3x6xf32>
    return %r : tensor<3x6xf32>
  }
}
