//! What is compiled: the networks at hand, or a program from a file.

use std::path::Path;

use keras::Model;
use keras::applications::{Cifar10Cnn, DavidNet, ResNet50, cifar10_cnn, davidnet, resnet50};
use keras::optimizers::{Adam, Optimizer, Sgd};
use keras::trace::{Batch, Inference, Training};
use stablehlo::{ElementType, TensorType};

use crate::ahead::{Machine, Workload};
use crate::cli::args::Compile;
use crate::cli::failure::Failure;
use crate::cli::setup;

/// Images of CIFAR-10, to train on and to test with.
const TRAINING: usize = 50_000;
const TEST: usize = 10_000;
/// Training images of ImageNet.
const IMAGENET: usize = 1_281_167;

/// A network whose training step is compiled by its name.
struct Trained {
    name: &'static str,
    model: fn(&Compile) -> keras::Result<Model>,
    optimizer: fn() -> Box<dyn Optimizer>,
    /// Images of an epoch.
    epoch: usize,
    /// True if all of them are stored on the device; otherwise those of one batch, which the host replaces.
    is_resident: bool,
}

/// The networks, the article's first.
const TRAINED: [Trained; 3] = [
    Trained {
        name: "train-step",
        model: |args| cifar10_cnn(&Cifar10Cnn { dtype: args.dtype, ..Cifar10Cnn::default() }),
        optimizer: || Box::new(Adam::new()),
        epoch: TRAINING,
        is_resident: true,
    },
    Trained {
        name: "davidnet",
        model: |args| davidnet(&DavidNet { dtype: args.dtype, ..DavidNet::default() }),
        optimizer: || Box::new(Sgd { momentum: 0.9, nesterov: true, ..Sgd::new() }),
        epoch: TRAINING,
        is_resident: true,
    },
    Trained {
        name: "resnet50",
        model: |args| resnet50(&ResNet50 { dtype: args.dtype, ..ResNet50::default() }),
        optimizer: || Box::new(Sgd { momentum: 0.9, ..Sgd::new() }),
        epoch: IMAGENET,
        is_resident: false,
    },
];

/// The workload that the arguments ask for.
pub fn workload(args: &Compile, machine: &Machine) -> Result<Workload, Failure> {
    let cores = args.cores.map_or(machine.generation.cores, |n| n as usize);
    let name = args.model.to_str().unwrap_or_default();
    if let Some(trained) = TRAINED.iter().find(|trained| trained.name == name) {
        return train_step(args, trained, cores);
    }
    if name == "predict" { predict(args, cores) } else { file(&args.model, args) }
}

fn train_step(args: &Compile, trained: &Trained, cores: usize) -> Result<Workload, Failure> {
    let batch = batch(args, cores)?;
    let rows = if trained.is_resident { trained.epoch } else { batch.rows };
    let steps_per_epoch = trained.epoch.div_ceil(batch.rows);
    let steps = args.steps.map_or(if trained.is_resident { steps_per_epoch } else { 1 }, |n| n as usize);
    let mut model = (trained.model)(args)?;
    model.compile(setup::compile((trained.optimizer)()))?;
    let compiled = model.compiled().ok_or_else(|| Failure::new("the network is not compiled"))?;
    let resolved = compiled.resolve(&[rows, 1], &model.output_shape().with_rows(rows))?;
    let optimizer = (trained.optimizer)();
    let training = Training {
        model: &model,
        optimizer: optimizer.as_ref(),
        loss: resolved.loss,
        metrics: &resolved.metrics,
        x: &images(&model, rows),
        y: &TensorType::new(ElementType::I32, [rows, 1]),
        batch,
        steps,
        steps_per_epoch: steps_per_epoch.max(steps),
    };
    let mut arguments: Vec<String> = model.variables().iter().map(|v| v.path.clone()).collect();
    for slot in optimizer.slot_names() {
        arguments.extend(model.variables().iter().filter(|v| v.trainable).map(|v| format!("{slot} of {}", v.path)));
    }
    let rest =
        ["iterations", "random state", "totals", "position", "x", "y", "order", "first", "until", "learning rates"];
    arguments.extend(rest.map(str::to_string));
    let module = training.trace()?;
    let name = format!("{}, {}, batch {}", trained.name, args.dtype, batch.rows);
    Ok(Workload {
        network: Some(trained.name),
        replicas: cores,
        steps: steps as u64,
        steps_per_epoch: Some(steps_per_epoch as u64),
        rows_per_core: Some(batch.rows_per_core()),
        arguments,
        ..Workload::new(name, module.to_string())
    })
}

fn predict(args: &Compile, cores: usize) -> Result<Workload, Failure> {
    let (model, batch) = ((TRAINED[0].model)(args)?, batch(args, cores)?);
    let rows = args.steps.map_or(TEST, |steps| steps as usize * batch.rows);
    let inference = Inference { model: &model, x: &images(&model, rows), batch, first_row: 0 };
    let weights = model.variables().iter().map(|v| v.path.clone());
    let arguments = ["outputs".to_string(), "position".into()].into_iter().chain(weights);
    let arguments = arguments.chain(["x".into(), "until".into()]).collect();
    let name = format!("predict, {}, batch {}", args.dtype, batch.rows);
    Ok(Workload {
        replicas: cores,
        steps: inference.steps() as u64,
        steps_per_epoch: Some(TEST.div_ceil(batch.rows) as u64),
        rows_per_core: Some(batch.rows_per_core()),
        arguments,
        ..Workload::new(name, inference.trace_prediction()?.to_string())
    })
}

fn batch(args: &Compile, cores: usize) -> Result<Batch, Failure> {
    let rows = args.batch_size as usize;
    if rows.is_multiple_of(cores) {
        return Ok(Batch { cores, rows });
    }
    let near = rows.next_multiple_of(cores);
    Err(Failure::usage(format!("a batch of {rows} cannot be divided among {cores} cores"))
        .hint(format!("--batch-size {near}, or --cores")))
}

/// Images as the device keeps them: bytes.
fn images(model: &Model, rows: usize) -> TensorType {
    TensorType::new(ElementType::Ui8, model.input_shape().with_rows(rows))
}

/// A program in StableHLO text, for as many cores as it has replicas.
fn file(path: &Path, args: &Compile) -> Result<Workload, Failure> {
    let of_file = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let program = std::fs::read_to_string(path).map_err(|e| {
        of_file(&e).hint(
            "MODEL is train-step, predict, or a file of StableHLO text, such as jax.jit(f).lower(x).as_text() gives",
        )
    })?;
    let replicas = replicas(&program).unwrap_or(1);
    if args.cores.is_some_and(|cores| cores as usize != replicas) {
        return Err(of_file(&format!("the program is for {replicas} core(s)")));
    }
    let steps = u64::from(args.steps.unwrap_or(1));
    Ok(Workload { replicas, steps, ..Workload::new(path.display().to_string(), program) })
}

/// What the module says of its replicas: `mhlo.num_replicas = 8 : i32`. The compiler reads more programs than this project's
/// own reader, so that is not asked.
fn replicas(program: &str) -> Option<usize> {
    let rest = program.split_once("mhlo.num_replicas")?.1.trim_start().strip_prefix('=')?.trim_start();
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replicas_of_a_module() {
        assert_eq!(
            replicas("module @m attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 8 : i32} {"),
            Some(8)
        );
        assert_eq!(replicas("module @m {}"), None);
    }
}
