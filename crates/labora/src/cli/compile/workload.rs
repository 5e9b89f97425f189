//! The program to compile: a network, traced, or a file.

use std::path::Path;

use keras::Model;
use keras::trace::{Batch, DataTypes, Inference, Training};
use stablehlo::{ElementType, TensorType};

use super::args::CompileArgs;
use crate::cli::failure::Failure;
use crate::cli::model_file;
use crate::cli::program::read_text;
use crate::cli::workloads::{CIFAR10_TEST_IMAGES, Program, Workload, article_loss};

/// Returns the program of the arguments, as StableHLO text with its settings. Networks run on `default_cores`
/// cores unless `--cores` is given.
pub fn workload(args: &CompileArgs, default_cores: usize) -> Result<compile_report::Workload, Failure> {
    let cores = args.cores.map_or(default_cores, |n| n as usize);
    match &args.program {
        Program::Workload(Workload::Predict) => predict(args, cores),
        Program::Workload(workload) => train_step(args, *workload, cores),
        Program::Model(path) => of_model(path, args, cores),
        Program::File(path) => file(path, args),
    }
}

/// The training step of a network by name.
fn train_step(args: &CompileArgs, workload: Workload, cores: usize) -> Result<compile_report::Workload, Failure> {
    let network = workload.network();
    let batch = batch(args, cores)?;
    let rows = if network.is_resident { network.epoch_images } else { batch.rows };
    let steps_per_epoch = network.epoch_images.div_ceil(batch.rows);
    let steps = args.steps.map_or(if network.is_resident { steps_per_epoch } else { 1 }, |n| n as usize);
    let mut model = (network.model)(args.model.policy())?;
    model.compile(article_loss((network.optimizer)()))?;
    let data = DataTypes::single(image_type(&model, rows)?, TensorType::new(ElementType::I32, [rows, 1]));
    let name = format!("{workload}, {}, batch {}", args.model.policy(), batch.rows);
    let step = Step { data, batch, steps, steps_per_epoch: steps_per_epoch.max(steps) };
    Ok(compile_report::Workload {
        network: Some(workload.name()),
        steps_per_epoch: Some(steps_per_epoch as u64),
        ..step.of(&model, name)?
    })
}

/// The training step of the model of a file; its predictions if it has no loss.
fn of_model(path: &Path, args: &CompileArgs, cores: usize) -> Result<compile_report::Workload, Failure> {
    let model = args.input_shape.of(model_file::open_with_own_policies(path, args.model.policy())?)?;
    let batch = batch(args, cores)?;
    let steps = args.steps.unwrap_or(1) as usize;
    let name = |what: &str| format!("{what} of {}, batch {}", path.display(), batch.rows);
    match model.compiled().is_some() {
        true => {
            let data = model_file::data_types(&model, batch.rows)?;
            Step { data, batch, steps, steps_per_epoch: steps }.of(&model, name("training step"))
        }
        false => predictions(&model, model_file::input_types(&model, batch.rows * steps)?, batch, name("predictions")),
    }
}

/// A step of training.
struct Step {
    data: DataTypes,
    batch: Batch,
    steps: usize,
    steps_per_epoch: usize,
}

impl Step {
    /// The program of a model that is compiled.
    fn of(self, model: &Model, name: String) -> Result<compile_report::Workload, Failure> {
        let compiled = model.compiled().ok_or_else(|| Failure::new("the network is not compiled"))?;
        let optimizer = &**compiled.optimizer();
        let targets: Vec<&[usize]> = self.data.y.iter().map(|target| &target.dims[..]).collect();
        let training = Training {
            model,
            optimizer,
            resolved: &compiled.resolve(&targets, &model.output_shapes(self.data.rows())?)?,
            data: &self.data,
            batch: self.batch,
            steps: self.steps,
            steps_per_epoch: self.steps_per_epoch,
        };
        let variables = model.variables();
        let mut arguments: Vec<String> = variables.iter().map(|v| v.path.clone()).collect();
        for slot in optimizer.all_slots() {
            let slot = slot.name;
            arguments.extend(variables.iter().filter(|v| v.trainable).map(|v| format!("{slot} of {}", v.path)));
        }
        arguments.extend(["iterations", "random state", "totals", "position"].map(str::to_string));
        arguments.extend(numbered("x", self.data.x.len()).chain(numbered("y", self.data.y.len())));
        arguments.extend(["order", "first", "until", "learning rates"].map(str::to_string));
        Ok(compile_report::Workload {
            replicas: self.batch.cores,
            steps: self.steps as u64,
            rows_per_core: Some(self.batch.rows_per_core()),
            arguments,
            ..compile_report::Workload::new(name, training.trace()?.to_string())
        })
    }
}

/// The name, or names with numbers if there are several.
fn numbered(name: &str, count: usize) -> impl Iterator<Item = String> {
    (1..=count).map(move |i| if count == 1 { name.to_string() } else { format!("{name}{i}") })
}

fn predict(args: &CompileArgs, cores: usize) -> Result<compile_report::Workload, Failure> {
    let (model, batch) = ((Workload::Predict.network().model)(args.model.policy())?, batch(args, cores)?);
    let rows = args.steps.map_or(CIFAR10_TEST_IMAGES, |steps| steps as usize * batch.rows);
    let name = format!("{}, {}, batch {}", Workload::Predict, args.model.policy(), batch.rows);
    Ok(compile_report::Workload {
        steps_per_epoch: Some(CIFAR10_TEST_IMAGES.div_ceil(batch.rows) as u64),
        ..predictions(&model, vec![image_type(&model, rows)?], batch, name)?
    })
}

/// The predictions for inputs of these types.
fn predictions(
    model: &Model,
    x: Vec<TensorType>,
    batch: Batch,
    name: String,
) -> Result<compile_report::Workload, Failure> {
    let inputs = numbered("x", x.len());
    let data = DataTypes { x, ..DataTypes::default() };
    let inference = Inference { model, data: &data, batch, first_row: 0 };
    let weights = model.variables().iter().map(|v| v.path.clone());
    let arguments = numbered("outputs", 1).chain(["position".into()]).chain(weights).chain(inputs);
    Ok(compile_report::Workload {
        replicas: batch.cores,
        steps: inference.steps() as u64,
        rows_per_core: Some(batch.rows_per_core()),
        arguments: arguments.chain(["until".into()]).collect(),
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
fn image_type(model: &Model, rows: usize) -> Result<TensorType, Failure> {
    Ok(TensorType::new(ElementType::Ui8, model.input_shape().with_rows(rows)?))
}

/// Reads a StableHLO program, for as many cores as it has replicas.
fn file(path: &Path, args: &CompileArgs) -> Result<compile_report::Workload, Failure> {
    let of_file = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let program = read_text(path).map_err(|e| {
        e.hint(
            "MODEL is train-step, predict, davidnet, resnet50, a whole model of Keras (.keras or .h5), or a file \
             with a StableHLO program, such as jax.jit(f).lower(x).as_text() returns",
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
