//! How the values of a batch become one number.

crate::choices! {
    /// How the values of a batch become one number.
    Reduction {
        /// The mean of all values.
        SumOverBatchSize = "sum_over_batch_size",
        /// The sum of all values.
        Sum = "sum",
        /// The mean of all values.
        Mean = "mean",
        /// The weighted mean: the sum of weighted values divided by the sum of weights.
        MeanWithSampleWeight = "mean_with_sample_weight",
        /// No reduction. Training needs another one.
        None = "none",
    }
}
