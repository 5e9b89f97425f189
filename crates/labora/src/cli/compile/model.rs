//! What is compiled: the article's network, or a program from a file.

use std::path::Path;

use keras::Model;
use keras::applications::{Cifar10Cnn, cifar10_cnn};
use keras::optimizers::{Adam, Optimizer};
use keras::trace::{Batch, Inference, Training};
use stablehlo::{ElementType, Module, TensorType};

use crate::ahead::{Machine, Workload};
use crate::cli::args::Compile;
use crate::cli::failure::Failure;
use crate::cli::setup;

/// Pictures of CIFAR-10, to train on and to test with.
const TRAINING: usize = 50_000;
const TEST: usize = 10_000;

/// The workload that the arguments ask for.
pub fn workload(args: &Compile, machine: &Machine) -> Result<Workload, Failure> {
    let cores = args.cores.map_or(machine.generation.cores, |n| n as usize);
    match args.model.to_str() {
        Some("train-step") => train_step(args, cores),
        Some("predict") => predict(args, cores),
        _ => file(&args.model, args),
    }
}

fn train_step(args: &Compile, cores: usize) -> Result<Workload, Failure> {
    let (mut model, batch) = (network(args)?, batch(args, cores)?);
    model.compile(setup::compile(Box::new(Adam::new())))?;
    let compiled = model.compiled().ok_or_else(|| Failure::new("the network is not compiled"))?;
    let resolved = compiled.resolve(&[TRAINING, 1], &model.output_shape().with_rows(TRAINING))?;
    let optimizer = Adam::new();
    let steps_per_epoch = TRAINING.div_ceil(batch.rows);
    let steps = args.steps.map_or(steps_per_epoch, |n| n as usize);
    let training = Training {
        model: &model,
        optimizer: &optimizer,
        loss: resolved.loss,
        metrics: &resolved.metrics,
        x: &pictures(&model, TRAINING),
        y: &TensorType::new(ElementType::I32, [TRAINING, 1]),
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
    let name = format!("train-step, {}, batch {}", args.dtype, batch.rows);
    Ok(of_module(name, &training.trace()?, batch, (steps, Some(steps_per_epoch)), arguments))
}

fn predict(args: &Compile, cores: usize) -> Result<Workload, Failure> {
    let (model, batch) = (network(args)?, batch(args, cores)?);
    let all = TEST.div_ceil(batch.rows);
    let steps = args.steps.map_or(all, |n| n as usize);
    let rows = if args.steps.is_some() { steps * batch.rows } else { TEST };
    let x = pictures(&model, rows);
    let inference = Inference { model: &model, x: &x, batch, first_row: 0 };
    let weights = model.variables().iter().map(|v| v.path.clone());
    let arguments = ["outputs".to_string(), "position".into()].into_iter().chain(weights);
    let arguments = arguments.chain(["x".into(), "until".into()]).collect();
    let name = format!("predict, {}, batch {}", args.dtype, batch.rows);
    Ok(of_module(name, &inference.trace_prediction()?, batch, (steps, Some(all)), arguments))
}

fn of_module(
    name: String,
    module: &Module,
    batch: Batch,
    (steps, steps_per_epoch): (usize, Option<usize>),
    arguments: Vec<String>,
) -> Workload {
    Workload {
        replicas: module.num_replicas,
        steps: steps as u64,
        steps_per_epoch: steps_per_epoch.map(|n| n as u64),
        rows_per_core: Some(batch.rows_per_core()),
        arguments,
        ..Workload::new(name, module.to_string())
    }
}

fn network(args: &Compile) -> Result<Model, Failure> {
    Ok(cifar10_cnn(&Cifar10Cnn { dtype: args.dtype, ..Cifar10Cnn::default() })?)
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

/// Pictures as the device keeps them: bytes.
fn pictures(model: &Model, rows: usize) -> TensorType {
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
