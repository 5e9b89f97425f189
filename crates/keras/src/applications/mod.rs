//! Networks that are ready to use: those of `keras.applications`, and three that are benchmarks.
//!
//! Each network of Keras is a builder with Keras's arguments. Names, layers and weights are Keras's, so
//! that files with weights fit. There is no download: [`weights`](ResNet50::weights) takes a file that the
//! user has. A network without a size has that of its paper, since shapes here are fixed.
//!
//! ```
//! use keras::applications::{MobileNetV2, Pooling};
//! let features = MobileNetV2::new().include_top(false).pooling(Pooling::Average).input_shape([96, 96, 3]).build()?;
//! assert_eq!(features.output_shape().to_string(), "(None, 1280)");
//! # Ok::<(), keras::Error>(())
//! ```
//!
//! | file | networks |
//! |---|---|
//! | `settings` | the settings of all, and the declaration of networks |
//! | `net` | the layers and the ends that networks share |
//! | `imagenet` | preparing images, and naming predictions |
//! | `cifar10_cnn`, `davidnet`, `resnet50_v15` | benchmarks that are not Keras's |
//! | the others | a family of Keras each |

mod cifar10_cnn;
mod convnext;
mod davidnet;
mod densenet;
mod efficientnet;
mod efficientnet_v2;
mod imagenet;
mod inception_resnet_v2;
mod inception_v3;
mod mobilenet;
mod mobilenet_v2;
mod mobilenet_v3;
mod nasnet;
mod net;
mod resnet;
mod resnet50_v15;
mod settings;
mod vgg;
mod xception;

pub use cifar10_cnn::{Cifar10Cnn, cifar10_cnn};
pub use convnext::{ConvNeXtBase, ConvNeXtLarge, ConvNeXtSmall, ConvNeXtTiny, ConvNeXtXLarge};
pub use davidnet::{DavidNet, davidnet};
pub use densenet::{DenseNet121, DenseNet169, DenseNet201};
pub use efficientnet::{
    EfficientNetB0, EfficientNetB1, EfficientNetB2, EfficientNetB3, EfficientNetB4, EfficientNetB5, EfficientNetB6,
    EfficientNetB7,
};
pub use efficientnet_v2::{
    EfficientNetV2B0, EfficientNetV2B1, EfficientNetV2B2, EfficientNetV2B3, EfficientNetV2L, EfficientNetV2M,
    EfficientNetV2S,
};
pub use imagenet::{ClassIndex, Prediction, PreprocessMode, decode_predictions, preprocess_input};
pub use inception_resnet_v2::InceptionResNetV2;
pub use inception_v3::InceptionV3;
pub use mobilenet::MobileNet;
pub use mobilenet_v2::MobileNetV2;
pub use mobilenet_v3::{MobileNetV3Large, MobileNetV3Small};
pub use nasnet::{NASNetLarge, NASNetMobile};
pub use resnet::{ResNet50, ResNet50V2, ResNet101, ResNet101V2, ResNet152, ResNet152V2};
pub use resnet50_v15::{ResNet50V15, resnet50_v15};
pub use settings::{NamedNetwork, Pooling, Settings};
pub use vgg::{VGG16, VGG19};
pub use xception::Xception;

/// The networks of Keras that are here, by file.
///
/// ```
/// use keras::applications::{NETWORKS, Settings};
/// let named = NETWORKS.iter().copied().flatten().find(|network| network.name == "MobileNetV2");
/// let mut settings = Settings::default();
/// (settings.classes, settings.input_shape) = (10, Some([32, 32, 3].into()));
/// assert_eq!(named.unwrap().build(settings)?.output_shape().to_string(), "(None, 10)");
/// # Ok::<(), keras::Error>(())
/// ```
pub const NETWORKS: [&[NamedNetwork]; 13] = [
    convnext::NETWORKS,
    densenet::NETWORKS,
    efficientnet::NETWORKS,
    efficientnet_v2::NETWORKS,
    inception_resnet_v2::NETWORKS,
    inception_v3::NETWORKS,
    mobilenet::NETWORKS,
    mobilenet_v2::NETWORKS,
    mobilenet_v3::NETWORKS,
    nasnet::NETWORKS,
    resnet::NETWORKS,
    vgg::NETWORKS,
    xception::NETWORKS,
];
