//! The programs, traced as by `fit`, `evaluate` and `predict`.

use keras::applications::{Cifar10Cnn, DavidNet, cifar10_cnn, davidnet};
use keras::losses::{
    BinaryCrossentropy, CategoricalCrossentropy, Loss, MeanAbsoluteError, MeanSquaredError,
    SparseCategoricalCrossentropy,
};
use keras::metrics::{self, Metric};
use keras::models::Resolved;
use keras::objects::Handle;
use keras::optimizers::{Adam, AdamW, Optimizer, RMSprop, SGD};
use keras::trace::{Batch, DataTypes, Inference, Training};
use keras::{Activation, Compile, DTypePolicy, Input, Model, Result};
use labora::prelude::{
    Add, BatchNormalization, Concatenate, Conv2D, Dense, Dropout, FillMode, Flatten, FlipMode, GlobalAveragePooling2D,
    Interpolation, MaxPooling2D, Padding, RandomFlip, RandomTranslation, Sequential,
};
use stablehlo::{ElementType, TensorType};

/// A v2-8 has eight cores.
pub const CORES: usize = 8;

/// Rows of the data sets: a few batches and a remainder.
const ROWS: usize = 300;

/// A program and its name.
pub struct Named {
    pub name: String,
    pub text: String,
}

/// The settings of a training.
struct Setting<'a> {
    cores: usize,
    optimizer: &'a dyn Optimizer,
    loss: &'a Handle<dyn Loss>,
    metrics: &'a [Handle<dyn Metric>],
    /// Targets per row: none for class indices, otherwise the number of outputs.
    targets: Option<usize>,
}

/// Returns all programs.
pub fn all() -> Result<Vec<Named>> {
    let mut programs = Vec::new();
    let accuracy = [metrics::SparseCategoricalAccuracy::new().into()];
    let adam = Adam::new();
    let sparse = SparseCategoricalCrossentropy::new().into();
    let setting = |metrics| Setting { cores: CORES, optimizer: &adam, loss: &sparse, metrics, targets: None };
    for dtype in DTypePolicy::ALL {
        programs.extend(article(dtype, CORES)?);
    }
    let momentum = SGD::new().momentum(0.9).nesterov(true);
    for augment in [false, true] {
        let davidnet = davidnet(&DavidNet { dtype: DTypePolicy::MixedBfloat16, augment, ..DavidNet::default() })?;
        let name = if augment { "davidnet, augmented" } else { "davidnet" };
        programs.push(training(name, &davidnet, 256, &Setting { optimizer: &momentum, ..setting(&accuracy) })?);
    }
    programs.extend(of_model("fashion_mnist", &fashion_mnist()?, 128, &setting(&accuracy))?);
    programs.extend(of_model("all layers", &all_layers()?, 64, &setting(&accuracy))?);

    let small = small(10, Activation::Softmax)?;
    for optimizer in optimizers() {
        let setting = Setting { optimizer: &*optimizer, ..setting(&accuracy) };
        programs.push(training(&format!("{optimizer:?}"), &small, 64, &setting)?);
    }
    for (loss, metrics, targets) in losses() {
        let setting = Setting { cores: CORES, optimizer: &adam, loss: &loss, metrics: &metrics, targets };
        // Their predictions are one program, which others here have.
        programs.extend(of_model(&format!("{loss:?}"), &small, 64, &setting)?.into_iter().take(2));
    }
    Ok(programs)
}

/// Returns the programs of the article's network.
pub fn article(dtype: DTypePolicy, cores: usize) -> Result<Vec<Named>> {
    let accuracy = [metrics::SparseCategoricalAccuracy::new().into()];
    let adam = Adam::new();
    let sparse = SparseCategoricalCrossentropy::new().into();
    let setting = Setting { cores, optimizer: &adam, loss: &sparse, metrics: &accuracy, targets: None };
    let model = cifar10_cnn(&Cifar10Cnn { dtype, ..Cifar10Cnn::default() })?;
    let mut programs = Vec::new();
    // Whole batches, and a remainder that cannot be divided among the cores.
    for rows in [256, 44] {
        programs.extend(of_model(&format!("article, {dtype}"), &model, rows, &setting)?);
    }
    Ok(programs)
}

fn optimizers() -> Vec<Handle<dyn Optimizer>> {
    vec![
        AdamW::new().into(),
        SGD::new().into(),
        SGD::new().momentum(0.9).nesterov(true).clipnorm(1.0).into(),
        RMSprop::new().momentum(0.9).centered(true).clipvalue(0.5).into(),
        Adam::new().amsgrad(true).global_clipnorm(1.0).into(),
    ]
}

/// A loss, metrics for the same targets, and the targets of a row: numbers, or none if they are classes.
type LossCase = (Handle<dyn Loss>, Vec<Handle<dyn Metric>>, Option<usize>);

/// Returns all losses.
fn losses() -> Vec<LossCase> {
    let one_hot = vec![metrics::CategoricalAccuracy::new().into(), metrics::TopKCategoricalAccuracy::new().k(3).into()];
    let sparse = vec![metrics::SparseTopKCategoricalAccuracy::new().k(3).into()];
    let binary = vec![
        metrics::BinaryAccuracy::new().into(),
        metrics::MeanAbsoluteError::new().into(),
        metrics::AUC::new().num_thresholds(20).into(),
    ];
    vec![
        (SparseCategoricalCrossentropy::new().from_logits(true).into(), sparse, None),
        (CategoricalCrossentropy::new().label_smoothing(0.1).into(), one_hot, Some(10)),
        (BinaryCrossentropy::new().from_logits(true).into(), binary, Some(10)),
        (MeanSquaredError::new().into(), Vec::new(), Some(10)),
        (MeanAbsoluteError::new().into(), Vec::new(), Some(10)),
    ]
}

fn images(model: &Model, rows: usize) -> TensorType {
    TensorType::new(ElementType::Ui8, model.input_shape().with_rows(rows).unwrap())
}

fn targets(setting: &Setting<'_>, rows: usize) -> TensorType {
    match setting.targets {
        None => TensorType::new(ElementType::I32, [rows, 1]),
        Some(outputs) => TensorType::new(ElementType::F32, [rows, outputs]),
    }
}

fn data(model: &Model, setting: &Setting<'_>) -> DataTypes {
    DataTypes::single(images(model, ROWS), targets(setting, ROWS))
}

fn resolved(model: &Model, setting: &Setting<'_>) -> Result<Resolved> {
    let compile = Compile::new(Adam::new(), setting.loss.clone()).metrics(setting.metrics.to_vec());
    compile.resolve(&[&targets(setting, ROWS).dims], &model.output_shapes(ROWS).unwrap())
}

fn training(name: &str, model: &Model, rows: usize, setting: &Setting<'_>) -> Result<Named> {
    let (steps, steps_per_epoch) = ((ROWS / rows).max(1), ROWS.div_ceil(rows));
    let batch = Batch { rows, cores: setting.cores };
    let (optimizer, resolved, data) = (setting.optimizer, &resolved(model, setting)?, &data(model, setting));
    let training = Training { model, optimizer, resolved, data, batch, steps, steps_per_epoch };
    Ok(Named { name: format!("training of {name}, batch {rows}"), text: training.trace()?.to_string() })
}

/// Returns the programs of training, evaluation and prediction.
fn of_model(name: &str, model: &Model, rows: usize, setting: &Setting<'_>) -> Result<Vec<Named>> {
    let data = data(model, setting);
    // A tenth of the rows is trained on, as with a validation split.
    let inference = Inference { model, data: &data, batch: Batch { rows, cores: setting.cores }, first_row: ROWS / 10 };
    let named = |what: &str, text: String| Named { name: format!("{what} of {name}, batch {rows}"), text };
    Ok(vec![
        training(name, model, rows, setting)?,
        named("evaluation", inference.trace_evaluation(&resolved(model, setting)?)?.to_string()),
        named("prediction", inference.trace_prediction()?.to_string()),
    ])
}

fn small(outputs: usize, activation: Activation) -> Result<Model> {
    Sequential::new(Input::new([8, 8, 3]))
        .add(Conv2D::new(8, (3, 3)).activation(Activation::Relu))?
        .add(Flatten::new())?
        .add(Dense::new(outputs).activation(activation))?
        .build()
}

/// Builds the network of the example.
fn fashion_mnist() -> Result<Model> {
    Sequential::new(Input::new([28, 28, 1]))
        .add(BatchNormalization::new())?
        .add(Conv2D::new(32, (3, 3)).activation(Activation::Relu))?
        .add(MaxPooling2D::new((2, 2)))?
        .add(Conv2D::new(64, (3, 3)).activation(Activation::Relu))?
        .add(GlobalAveragePooling2D::new())?
        .add(Dense::new(10).activation(Activation::Softmax))?
        .build()
}

fn all_layers() -> Result<Model> {
    let input = Input::new([16, 16, 3]);
    let mut x = RandomFlip::new().mode(FlipMode::Vertical).call(&input)?;
    for fill_mode in [FillMode::Reflect, FillMode::Wrap, FillMode::Constant, FillMode::Nearest] {
        x = RandomTranslation::new(0.1, (-0.2, 0.3)).fill_mode(fill_mode).call(&x)?;
        x = RandomTranslation::new(1.0, 0.2).interpolation(Interpolation::Nearest).fill_mode(fill_mode).call(&x)?;
    }
    let x = BatchNormalization::new().call(&x)?;
    let a = Conv2D::new(8, (3, 3)).padding(Padding::Same).activation(Activation::Relu).call(&x)?;
    let b = Conv2D::new(8, (5, 5)).strides((1, 1)).padding(Padding::Same).activation(Activation::Tanh).call(&x)?;
    let sum = Add::new().call([&a, &b])?;
    let both = Concatenate::new().call([&sum, &a])?;
    let x = MaxPooling2D::new((2, 2)).call(&both)?;
    let x = Conv2D::new(16, (3, 3)).strides((2, 2)).activation(Activation::Sigmoid).call(&x)?;
    let x = Dropout::new(0.25).call(&x)?;
    let pooled = GlobalAveragePooling2D::new().call(&x)?;
    let flat = Flatten::new().call(&x)?;
    let x = Concatenate::new().call([&pooled, &flat])?;
    let output = Dense::new(10).activation(Activation::Softmax).call(&x)?;
    Model::new(&input, &output)
}
