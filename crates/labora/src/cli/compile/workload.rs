//! The program to compile: a network, traced, or a file.

use std::path::Path;

use keras::Model;
use keras::trace::{Batch, DataTypes, Inference, Training};
use stablehlo::{ElementType, TensorType};

use super::args::CompileArgs;
use crate::cli::failure::Failure;
use crate::cli::program::read_text;
use crate::cli::workloads::{CIFAR10_TEST_IMAGES, Program, Workload, article_loss};

/// Returns the program of the arguments, as StableHLO text with its settings. Networks run on `default_cores`
/// cores unless `--cores` is given.
pub fn workload(args: &CompileArgs, default_cores: usize) -> Result<compile_report::Workload, Failure> {
    let cores = args.cores.map_or(default_cores, |n| n as usize);
    match &args.program {
        Program::Workload(Workload::Predict) => predict(args, cores),
        Program::Workload(workload) => train_step(args, *workload, cores),
        Program::File(path) => file(path, args),
    }
}

fn train_step(args: &CompileArgs, workload: Workload, cores: usize) -> Result<compile_report::Workload, Failure> {
    let network = workload.network();
    let batch = batch(args, cores)?;
    let rows = if network.is_resident { network.epoch_images } else { batch.rows };
    let steps_per_epoch = network.epoch_images.div_ceil(batch.rows);
    let steps = args.steps.map_or(if network.is_resident { steps_per_epoch } else { 1 }, |n| n as usize);
    let mut model = (network.model)(args.model.policy())?;
    model.compile(article_loss((network.optimizer)()))?;
    let compiled = model.compiled().ok_or_else(|| Failure::new("the network is not compiled"))?;
    let resolved = compiled.resolve(&[&[rows, 1]], &model.output_shapes(rows))?;
    let optimizer = (network.optimizer)();
    let training = Training {
        model: &model,
        optimizer: &*optimizer,
        resolved: &resolved,
        data: &DataTypes::single(image_type(&model, rows), TensorType::new(ElementType::I32, [rows, 1])),
        batch,
        steps,
        steps_per_epoch: steps_per_epoch.max(steps),
    };
    let mut arguments: Vec<String> = model.variables().iter().map(|v| v.path.clone()).collect();
    for slot in optimizer.all_slots() {
        let slot = slot.name;
        arguments.extend(model.variables().iter().filter(|v| v.trainable).map(|v| format!("{slot} of {}", v.path)));
    }
    let rest =
        ["iterations", "random state", "totals", "position", "x", "y", "order", "first", "until", "learning rates"];
    arguments.extend(rest.map(str::to_string));
    let module = training.trace()?;
    let name = format!("{workload}, {}, batch {}", args.model.policy(), batch.rows);
    Ok(compile_report::Workload {
        network: Some(workload.name()),
        replicas: cores,
        steps: steps as u64,
        steps_per_epoch: Some(steps_per_epoch as u64),
        rows_per_core: Some(batch.rows_per_core()),
        arguments,
        ..compile_report::Workload::new(name, module.to_string())
    })
}

fn predict(args: &CompileArgs, cores: usize) -> Result<compile_report::Workload, Failure> {
    let (model, batch) = ((Workload::Predict.network().model)(args.model.policy())?, batch(args, cores)?);
    let rows = args.steps.map_or(CIFAR10_TEST_IMAGES, |steps| steps as usize * batch.rows);
    let data = DataTypes { x: vec![image_type(&model, rows)], ..DataTypes::default() };
    let inference = Inference { model: &model, data: &data, batch, first_row: 0 };
    let weights = model.variables().iter().map(|v| v.path.clone());
    let arguments = ["outputs".to_string(), "position".into()].into_iter().chain(weights);
    let arguments = arguments.chain(["x".into(), "until".into()]).collect();
    let name = format!("{}, {}, batch {}", Workload::Predict, args.model.policy(), batch.rows);
    Ok(compile_report::Workload {
        replicas: cores,
        steps: inference.steps() as u64,
        steps_per_epoch: Some(CIFAR10_TEST_IMAGES.div_ceil(batch.rows) as u64),
        rows_per_core: Some(batch.rows_per_core()),
        arguments,
        ..compile_report::Workload::new(name, inference.trace_prediction()?.to_string())
    })
}

fn batch(args: &CompileArgs, cores: usize) -> Result<Batch, Failure> {
    let rows = args.model.batch_size();
    if rows.is_multiple_of(cores) {
        return Ok(Batch { cores, rows });
    }
    let near = rows.next_multiple_of(cores);
    Err(Failure::usage(format!("a batch of {rows} cannot be divided among {cores} cores"))
        .hint(format!("--batch-size {near}, or --cores")))
}

/// Returns the type of images on the device: bytes.
fn image_type(model: &Model, rows: usize) -> TensorType {
    TensorType::new(ElementType::Ui8, model.input_shape().with_rows(rows))
}

/// Reads a StableHLO program, for as many cores as it has replicas.
fn file(path: &Path, args: &CompileArgs) -> Result<compile_report::Workload, Failure> {
    let of_file = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let program = read_text(path).map_err(|e| {
        e.hint(
            "MODEL is train-step, predict, davidnet, resnet50, or a file with a StableHLO program, such as \
             jax.jit(f).lower(x).as_text() returns",
        )
    })?;
    let replicas = replicas(&program).unwrap_or(1);
    if args.cores.is_some_and(|cores| cores as usize != replicas) {
        return Err(of_file(&format!("the program is for {replicas} core(s)")));
    }
    let steps = u64::from(args.steps.unwrap_or(1));
    Ok(compile_report::Workload {
        replicas,
        steps,
        ..compile_report::Workload::new(path.display().to_string(), program)
    })
}

/// Finds the number of replicas in the text of a module: `mhlo.num_replicas = 8 : i32`. The text is not
/// parsed, since the TPU compiler accepts programs that this project's parser does not.
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
