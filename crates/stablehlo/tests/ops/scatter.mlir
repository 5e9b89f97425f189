module @scatter {
  func.func @main(%x: tensor<4x6xf32>, %i: tensor<3xi32>, %u: tensor<3x6xf32>) -> tensor<4x6xf32> {
    %r = "stablehlo.scatter"(%x, %i, %u) <{
      indices_are_sorted = false,
      scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
      unique_indices = false
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<3xi32>, tensor<3x6xf32>) -> tensor<4x6xf32>
    return %r : tensor<4x6xf32>
  }
}
