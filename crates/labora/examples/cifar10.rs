//! The article, step by step: a Keras network is trained on CIFAR-10 on an eight-core tensor processor, and
//! classifies an image on the CPU.
//!
//!     cargo run --release --example cifar10 -- [EPOCHS]
//!
//! CIFAR-10 is searched in the folder `LABORA_DATA` and in Keras's cache, else downloaded.

use std::error::Error;

use labora::prelude::*;

/// The article's network.
fn create_model() -> keras::Result<Model> {
    let input = Input::new([32, 32, 3]).name("Input");
    let x = BatchNormalization::new().call(&input)?;
    let x = Conv2D::new(32, (3, 3)).padding(Padding::Same).activation(Activation::Relu).call(&x)?;
    let x = Conv2D::new(32, (3, 3)).padding(Padding::Same).activation(Activation::Relu).call(&x)?;
    let x = MaxPooling2D::new((2, 2)).call(&x)?;
    let x = Dropout::new(0.25).call(&x)?;

    let x = BatchNormalization::new().call(&x)?;
    let x = Conv2D::new(64, (3, 3)).padding(Padding::Same).activation(Activation::Relu).call(&x)?;
    let x = Conv2D::new(64, (3, 3)).activation(Activation::Relu).call(&x)?;
    let x = MaxPooling2D::new((2, 2)).call(&x)?;
    let x = Dropout::new(0.25).call(&x)?;

    let x = Flatten::new().call(&x)?;
    let x = Dense::new(512).activation(Activation::Relu).call(&x)?;
    let x = Dropout::new(0.5).call(&x)?;
    let output = Dense::new(10).activation(Activation::Softmax).call(&x)?;
    Model::new(&input, &output)
}

fn main() -> Result<(), Box<dyn Error>> {
    let epochs = std::env::args().nth(1).map_or(Ok(50), |n| n.parse())?;

    // 50,000 training images and 10,000 test images.
    let data = datasets::cifar10::load_data(&Default::default())?;

    // The network, as in Keras.
    let mut model = create_model()?;
    model.compile(
        Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["sparse_categorical_accuracy"]),
    )?;
    println!("{}", model.summary());

    // The article's conversion: the same network on the eight cores of a tensor processor.
    let mut tpu_model = model.to_device(&labora::tpu()?)?;

    // Each core takes an eighth of every batch.
    let fit = Fit::new().batch_size(128 * 8).epochs(epochs).validation(&data.test);
    tpu_model.fit(&data.train, &data.train.labels, fit)?;

    // The weights are saved to a file, and loaded into the network on the CPU.
    tpu_model.save_weights("cifar10.weights.h5")?;
    model.load_weights("cifar10.weights.h5")?;

    let mut cpu_model = model.to_device(&labora::cpu()?)?;
    let image = data.test.first(1);
    let probabilities = cpu_model.predict(&image, Infer::silent(1))?;
    for (name, p) in data.class_names.iter().zip(probabilities.row(0).unwrap_or_default()) {
        println!("{name:>10}: {:5.1}%", p * 100.0);
    }
    println!("Label: {}", data.class_names[image.labels[0] as usize]);
    Ok(())
}
