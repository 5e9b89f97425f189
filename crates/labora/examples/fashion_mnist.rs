//! Trains a small sequential network on Fashion-MNIST, with early stopping.
//!
//!     cargo run --release --example fashion_mnist -- [EPOCHS]
//!
//! Fashion-MNIST is searched in the folder `LABORA_DATA` and in Keras's cache, else downloaded.

use std::error::Error;

use labora::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let epochs = std::env::args().nth(1).map_or(Ok(5), |n| n.parse())?;
    let data = datasets::fashion_mnist::load_data(&Default::default())?;

    let mut model = Sequential::new(Input::new([28, 28, 1]))
        .add(BatchNormalization::new())?
        .add(Conv2D::new(32, (3, 3)).activation(Activation::Relu))?
        .add(MaxPooling2D::new((2, 2)))?
        .add(Conv2D::new(64, (3, 3)).activation(Activation::Relu))?
        .add(GlobalAveragePooling2D::new())?
        .add(Dense::new(10).activation(Activation::Softmax))?
        .build()?;
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]))?;
    println!("{}", model.summary());

    // A tenth of the images is held out for validation, to detect overfitting.
    let mut tpu_model = model.to_device(&labora::tpu()?)?;
    let fit = Fit::new()
        .batch_size(128)
        .epochs(epochs)
        .validation_split(0.1)
        .callback(EarlyStopping::new("val_loss").patience(2).restore_best_weights(true));
    tpu_model.fit(&data.train, &data.train.labels, fit)?;

    let test = tpu_model.evaluate(&data.test, &data.test.labels, Infer::silent(1000))?;
    println!("test accuracy {:.1}%", test.get("accuracy").unwrap_or_default() * 100.0);
    Ok(())
}
