//! Layers, in Keras's modules. Each file is one layer or a family: formula and an example, settings, then
//! weights, shapes and the formula itself.
//!
//! A layer is declared by [`layer!`](crate::layer): the list of its settings generates the constructor, the
//! setters, the configuration in Keras's files, and a row of the registry. [`Layer`] is the interface of a
//! layer; [`Scope`](crate::graph::Scope) is what its formula has access to.
//!
//! A layer is added by its file, its lines in the `mod.rs` of its folder, and its row in the list below.

mod activations;
mod attention;
mod convolution;
mod core;
mod data_format;
mod declare;
#[cfg(test)]
mod evaluate;
mod merging;
mod nested;
mod normalization;
mod pooling;
mod preprocessing;
mod regularization;
mod reshaping;
mod rnn;
mod unexported;
mod window;

pub use self::core::{Input, QuantizationConfig};
pub use crate::graph::{Base, CallContext, Common, InputSpec, Layer, WeightSpec};
pub use attention::ScoreMode;
pub use data_format::DataFormat;
pub use merging::DotAxes;
pub use preprocessing::{
    Factor, Factors, FillMode, FlipMode, Interpolation, LookupMode, MaskValue, Ngrams, OovMethod, OutputMode,
    ResizingInterpolation, ResultType, Salt, SpectrogramMode, Split, Standardize, Term, Vocabulary,
};
pub(crate) use reshaping::reshaped;
pub use reshaping::{Margins, UpSamplingInterpolation};
pub use rnn::MergeMode;
pub use unexported::{CustomScaleLayer, LayerScale};
pub(crate) use unexported::{MODULES, registry as unexported_layers};
pub use window::{Padding, Sizes};

crate::objects::kind! {
    dyn Layer, "layer" in "keras.layers" or Layer::module, [
        activations::ELU,
        activations::LeakyReLU,
        activations::PReLU,
        activations::ReLU,
        activations::Softmax,
        attention::AdditiveAttention,
        attention::Attention,
        attention::GroupQueryAttention,
        attention::MultiHeadAttention,
        convolution::Conv1D,
        convolution::Conv1DTranspose,
        convolution::Conv2D,
        convolution::Conv2DTranspose,
        convolution::Conv3D,
        convolution::Conv3DTranspose,
        convolution::DepthwiseConv1D,
        convolution::DepthwiseConv2D,
        convolution::SeparableConv1D,
        convolution::SeparableConv2D,
        core::Activation,
        core::Dense,
        core::EinsumDense,
        core::Embedding,
        core::Identity,
        core::InputLayer,
        core::Lambda,
        core::Masking,
        core::ReversibleEmbedding,
        merging::Add,
        merging::Average,
        merging::Concatenate,
        merging::Dot,
        merging::Maximum,
        merging::Minimum,
        merging::Multiply,
        merging::Subtract,
        normalization::BatchNormalization,
        normalization::GroupNormalization,
        normalization::LayerNormalization,
        normalization::RMSNormalization,
        normalization::SpectralNormalization,
        normalization::UnitNormalization,
        pooling::AdaptiveAveragePooling1D,
        pooling::AdaptiveAveragePooling2D,
        pooling::AdaptiveAveragePooling3D,
        pooling::AdaptiveMaxPooling1D,
        pooling::AdaptiveMaxPooling2D,
        pooling::AdaptiveMaxPooling3D,
        pooling::AveragePooling1D,
        pooling::AveragePooling2D,
        pooling::AveragePooling3D,
        pooling::GlobalAveragePooling1D,
        pooling::GlobalAveragePooling2D,
        pooling::GlobalAveragePooling3D,
        pooling::GlobalMaxPooling1D,
        pooling::GlobalMaxPooling2D,
        pooling::GlobalMaxPooling3D,
        pooling::MaxPooling1D,
        pooling::MaxPooling2D,
        pooling::MaxPooling3D,
        preprocessing::AugMix,
        preprocessing::AutoContrast,
        preprocessing::CategoryEncoding,
        preprocessing::CenterCrop,
        preprocessing::ContrastLimitedAdaptiveHistogramEqualization,
        preprocessing::CutMix,
        preprocessing::Discretization,
        preprocessing::Equalization,
        preprocessing::HashedCrossing,
        preprocessing::Hashing,
        preprocessing::IntegerLookup,
        preprocessing::MaxNumBoundingBoxes,
        preprocessing::MelSpectrogram,
        preprocessing::MixUp,
        preprocessing::Normalization,
        preprocessing::Pipeline,
        preprocessing::RandAugment,
        preprocessing::RandomBrightness,
        preprocessing::RandomColorDegeneration,
        preprocessing::RandomColorJitter,
        preprocessing::RandomContrast,
        preprocessing::RandomCrop,
        preprocessing::RandomElasticTransform,
        preprocessing::RandomErasing,
        preprocessing::RandomFlip,
        preprocessing::RandomGaussianBlur,
        preprocessing::RandomGrayscale,
        preprocessing::RandomHue,
        preprocessing::RandomInvert,
        preprocessing::RandomPerspective,
        preprocessing::RandomPosterization,
        preprocessing::RandomRotation,
        preprocessing::RandomSaturation,
        preprocessing::RandomSharpness,
        preprocessing::RandomShear,
        preprocessing::RandomTranslation,
        preprocessing::RandomZoom,
        preprocessing::Rescaling,
        preprocessing::Resizing,
        preprocessing::Solarization,
        preprocessing::STFTSpectrogram,
        preprocessing::StringLookup,
        preprocessing::TextVectorization,
        regularization::ActivityRegularization,
        regularization::AlphaDropout,
        regularization::Dropout,
        regularization::GaussianDropout,
        regularization::GaussianNoise,
        regularization::SpatialDropout1D,
        regularization::SpatialDropout2D,
        regularization::SpatialDropout3D,
        reshaping::Cropping1D,
        reshaping::Cropping2D,
        reshaping::Cropping3D,
        reshaping::Flatten,
        reshaping::Permute,
        reshaping::RepeatVector,
        reshaping::Reshape,
        reshaping::UpSampling1D,
        reshaping::UpSampling2D,
        reshaping::UpSampling3D,
        reshaping::ZeroPadding1D,
        reshaping::ZeroPadding2D,
        reshaping::ZeroPadding3D,
        rnn::Bidirectional,
        rnn::ConvLSTM1D,
        rnn::ConvLSTM2D,
        rnn::ConvLSTM3D,
        rnn::GRU,
        rnn::GRUCell,
        rnn::LSTM,
        rnn::LSTMCell,
        rnn::RNN,
        rnn::SimpleRNN,
        rnn::SimpleRNNCell,
        rnn::StackedRNNCells,
        rnn::TimeDistributed,
    ],
    short names [
        // The name of the class in Python, which legacy files have.
        "GroupedQueryAttention" => "GroupQueryAttention",
    ],
}
