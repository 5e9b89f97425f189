//! Metrics: values that are reported besides the loss.
//!
//! A metric is added by its file, its line `mod`, and its row in the list below.

mod accuracy;
mod accuracy_of_equals;
mod at_thresholds;
mod auc;
mod binary_accuracy;
mod binary_crossentropy;
mod categorical_accuracy;
mod categorical_crossentropy;
mod categorical_hinge;
mod concordance_correlation;
mod confusion;
mod cosine_similarity;
mod counts;
mod declare;
mod fbeta_score;
mod from_name;
mod hinge;
mod iou;
mod kl_divergence;
mod log_cosh_error;
mod loss;
mod mean;
mod mean_absolute_error;
mod mean_absolute_percentage_error;
mod mean_of_predictions;
mod mean_squared_error;
mod mean_squared_logarithmic_error;
mod metric;
mod pearson_correlation;
mod poisson;
mod precision_recall;
mod r2_score;
mod root_mean_squared_error;
mod sparse_categorical_accuracy;
mod sparse_categorical_crossentropy;
mod sparse_top_k_categorical_accuracy;
mod squared_hinge;
mod sum_of_predictions;
mod top_k_categorical_accuracy;

pub use auc::{Curve, Summation};
pub use fbeta_score::Average;
pub use from_name::resolve;
#[doc(hidden)]
pub use mean::sum_and_count;
pub use metric::{Direction, Metric};
pub use r2_score::ClassAggregation;

crate::objects::kind! {
    dyn Metric, "metric" in "keras.metrics", [
        auc::AUC,
        accuracy_of_equals::Accuracy,
        binary_accuracy::BinaryAccuracy,
        binary_crossentropy::BinaryCrossentropy,
        iou::BinaryIoU,
        categorical_accuracy::CategoricalAccuracy,
        categorical_crossentropy::CategoricalCrossentropy,
        categorical_hinge::CategoricalHinge,
        concordance_correlation::ConcordanceCorrelation,
        cosine_similarity::CosineSimilarity,
        fbeta_score::F1Score,
        fbeta_score::FBetaScore,
        counts::FalseNegatives,
        counts::FalsePositives,
        hinge::Hinge,
        iou::IoU,
        kl_divergence::KLDivergence,
        log_cosh_error::LogCoshError,
        mean_of_predictions::Mean,
        mean_absolute_error::MeanAbsoluteError,
        mean_absolute_percentage_error::MeanAbsolutePercentageError,
        iou::MeanIoU,
        mean_squared_error::MeanSquaredError,
        mean_squared_logarithmic_error::MeanSquaredLogarithmicError,
        iou::OneHotIoU,
        iou::OneHotMeanIoU,
        pearson_correlation::PearsonCorrelation,
        poisson::Poisson,
        precision_recall::Precision,
        at_thresholds::PrecisionAtRecall,
        r2_score::R2Score,
        precision_recall::Recall,
        at_thresholds::RecallAtPrecision,
        root_mean_squared_error::RootMeanSquaredError,
        at_thresholds::SensitivityAtSpecificity,
        sparse_categorical_accuracy::SparseCategoricalAccuracy,
        sparse_categorical_crossentropy::SparseCategoricalCrossentropy,
        sparse_top_k_categorical_accuracy::SparseTopKCategoricalAccuracy,
        at_thresholds::SpecificityAtSensitivity,
        squared_hinge::SquaredHinge,
        sum_of_predictions::Sum,
        top_k_categorical_accuracy::TopKCategoricalAccuracy,
        counts::TrueNegatives,
        counts::TruePositives,
    ],
    short names [
        "bce" => "BinaryCrossentropy",
        "BCE" => "BinaryCrossentropy",
        "mse" => "MeanSquaredError",
        "MSE" => "MeanSquaredError",
        "mae" => "MeanAbsoluteError",
        "MAE" => "MeanAbsoluteError",
        "mape" => "MeanAbsolutePercentageError",
        "MAPE" => "MeanAbsolutePercentageError",
        "msle" => "MeanSquaredLogarithmicError",
        "MSLE" => "MeanSquaredLogarithmicError",
    ]
}
