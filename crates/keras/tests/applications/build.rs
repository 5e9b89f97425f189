//! Networks by their names and arguments in Keras.

use std::sync::{Mutex, MutexGuard, PoisonError};

use keras::applications::*;
use keras::objects::{Field, Registry};
use keras::{Activation, Model, Result};
use serde_json::Value as Json;

/// Automatic names are counted globally, so networks are built one at a time.
pub fn lock_names() -> MutexGuard<'static, ()> {
    static NAMES: Mutex<()> = Mutex::new(());
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets an argument if the case has it.
fn set<T: Field>(arguments: &Json, name: &str, value: &mut T) {
    if let Some(json) = arguments.get(name) {
        *value = T::from_json(json, &Registry::new()).unwrap().unwrap_or_else(|| panic!("{name} is {json}"));
    }
}

/// The settings of all networks.
fn set_all(arguments: &Json, settings: &mut Settings) {
    set(arguments, "include_top", &mut settings.include_top);
    set(arguments, "pooling", &mut settings.pooling);
    set(arguments, "classes", &mut settings.classes);
    set(arguments, "name", &mut settings.name);
    if let Some(name) = arguments.get("classifier_activation") {
        settings.classifier_activation = name.as_str().unwrap().parse::<Activation>().unwrap();
    }
    if let Some(shape) = arguments.get("input_shape") {
        let mut dims: Vec<Option<usize>> = Vec::new();
        set(arguments, "input_shape", &mut dims);
        settings.input_shape = Some(dims.into());
        assert!(shape.is_array(), "{shape}");
    }
}

macro_rules! by_name {
    ($name:ident, $arguments:ident, $weights:ident; $($network:ident $(($($setting:ident),*))?)*) => {
        match $name {
            $(stringify!($network) => {
                let mut network = $network::new();
                set_all($arguments, &mut network.settings);
                $($(set($arguments, stringify!($setting), &mut network.$setting);)*)?
                match $weights {
                    Some(path) => network.weights(path).build(),
                    None => network.build(),
                }
            })*
            other => panic!("there is no network {other}"),
        }
    };
}

/// The network with these arguments, with the weights of a file if there is one. Automatic names start anew.
pub fn build(name: &str, arguments: &Json, weights: Option<&std::path::Path>) -> Result<Model> {
    keras::naming::reset_uids();
    by_name! { name, arguments, weights;
        ResNet50 ResNet101 ResNet152 ResNet50V2 ResNet101V2 ResNet152V2
        MobileNet(alpha, depth_multiplier, dropout) MobileNetV2(alpha)
        MobileNetV3Small(alpha, minimalistic, dropout_rate, include_preprocessing)
        MobileNetV3Large(alpha, minimalistic, dropout_rate, include_preprocessing)
        EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 EfficientNetB4 EfficientNetB5 EfficientNetB6
        EfficientNetB7
        EfficientNetV2B0(include_preprocessing) EfficientNetV2B1(include_preprocessing)
        EfficientNetV2B2(include_preprocessing) EfficientNetV2B3(include_preprocessing)
        EfficientNetV2S(include_preprocessing) EfficientNetV2M(include_preprocessing)
        EfficientNetV2L(include_preprocessing)
        VGG16 VGG19 DenseNet121 DenseNet169 DenseNet201 InceptionV3 InceptionResNetV2 Xception NASNetMobile NASNetLarge
        ConvNeXtTiny(include_preprocessing) ConvNeXtSmall(include_preprocessing) ConvNeXtBase(include_preprocessing)
        ConvNeXtLarge(include_preprocessing) ConvNeXtXLarge(include_preprocessing)
    }
}
