//! Workloads on synthetic data: speed does not depend on what the images show.

use std::sync::Arc;
use std::time::Instant;

use clap::{Args, value_parser};
use datasets::Images;
use keras::Verbose;
use keras::training::TrainingReport;
use keras::{Array, Arrays, Device, Fit};
use stablehlo::{ElementType, TensorType};

use super::device::TpuArgs;
use super::failure::Failure;
use super::flags::ModelArgs;
use super::model_file;
use super::workloads::{Workload, article_loss};

/// Height, width and channels of CIFAR-10's images, which the article's network takes.
pub const CIFAR10_IMAGE: [usize; 3] = [32, 32, 3];

/// The settings of a workload that is repeated.
#[derive(Args, Clone, Debug)]
pub struct RepeatArgs {
    #[command(flatten)]
    pub device: TpuArgs,
    #[command(flatten)]
    pub model: ModelArgs<1024>,
    /// Steps to measure, after the first.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub steps: u32,
}

/// A training and the device that it ran on.
pub struct Training {
    pub device: Device,
    pub report: TrainingReport,
    /// Seconds from the start to the end of the training, including compilation.
    pub seconds: f64,
}

/// Trains the network of a workload on noise: one step to warm up, then `steps` steps, each as a call of its
/// own.
pub fn train_steps(workload: Workload, args: &RepeatArgs, steps: u32) -> Result<Training, Failure> {
    let device = args.device.open()?.quiet();
    let network = workload.network();
    let mut model = (network.model)(args.model.policy())?;
    model.compile(article_loss((network.optimizer)()))?;
    let shape = model_file::image_shape(&model).ok_or_else(|| Failure::new("the network takes no images"))?;
    let data = noise(args.model.batch_size(), shape)?;
    let mut on_device = model.to_device(&device)?;
    let start = Instant::now();
    let settings = Fit { batch_size: args.model.batch_size(), epochs: steps as usize + 1, ..one_step_a_call() };
    on_device.fit(&data, &data.labels, settings)?;
    let seconds = start.elapsed().as_secs_f64();
    let report = on_device.report().cloned().ok_or_else(|| Failure::new("the training left no report"))?;
    Ok(Training { device, report, seconds })
}

/// The settings of a silent training whose steps are calls of their own.
pub fn one_step_a_call() -> Fit<'static> {
    Fit { verbose: Verbose::Silent, steps_per_execution: Some(1), ..Fit::default() }
}

/// Generates rows of these types: floats between 0 and 1, and class numbers 0.
pub fn synthetic_rows(types: &[TensorType]) -> Result<Arrays, Failure> {
    let mut rng = keras::utils::Rng::seeded(1);
    let mut of_type = |ty: &TensorType| {
        let count = ty.dims.iter().product();
        match ty.element {
            ElementType::I32 => Array::new(ty.dims.clone(), vec![0i32; count]),
            _ => Array::new(ty.dims.clone(), (0..count).map(|_| rng.uniform() as f32).collect::<Vec<f32>>()),
        }
    };
    Ok(types.iter().map(&mut of_type).collect::<keras::Result<Vec<Array>>>()?.into())
}

/// Generates images of noise of ten classes; `shape` is height, width, channels.
pub fn noise(count: usize, shape: [usize; 3]) -> Result<Images, Failure> {
    let mut rng = keras::utils::Rng::seeded(1);
    let bytes = count * shape.iter().product::<usize>();
    let mut pixels: Vec<u8> = (0..bytes.div_ceil(8)).flat_map(|_| rng.next_u64().to_le_bytes()).collect();
    pixels.truncate(bytes);
    let labels: Vec<i32> = (0..count).map(|i| (i % 10) as i32).collect();
    let images = Images::new(Arc::<[u8]>::from(pixels), Arc::<[i32]>::from(labels), shape);
    images.ok_or_else(|| Failure::new("the images do not fit their shape"))
}
