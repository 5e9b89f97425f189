module @partition_id {
  func.func @main() -> tensor<ui32> {
    %r = stablehlo.partition_id : tensor<ui32>
    return %r : tensor<ui32>
  }
}
