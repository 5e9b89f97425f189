//! A model on a device, and its programs: each is for batches of some rows of one shape.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use keras::{Device, Model, Shape};
use pjrt::{Argument, Buffer, CompileOptions, DeviceAssignment, ElementType, ExecuteOptions, LoadedExecutable};
use stablehlo::{Block, Func, Module};

use crate::error::{Error, Result};
use crate::signature::{RowDims, Rows, Signature};
use crate::tensor::Tensor;

/// The sizes of batches for which a model is compiled: the powers of two up to the largest, and that.
///
/// ```
/// assert_eq!(serve::batch_sizes(1), [1]);
/// assert_eq!(serve::batch_sizes(24), [1, 2, 4, 8, 16, 24]);
/// ```
pub fn batch_sizes(largest: usize) -> Vec<usize> {
    let powers = (0..usize::BITS).map(|n| 1usize << n).take_while(|size| *size < largest);
    powers.chain([largest.max(1)]).collect()
}

/// A model's weights on a device. Runs use the device's first core; the built-in devices run one core's
/// program on all threads.
pub struct CompiledModel {
    signature: Signature,
    weights: Vec<Buffer>,
    /// The elements of the largest weight.
    largest_weight: usize,
    batch_sizes: Vec<usize>,
    device: Device,
}

/// A program for a batch.
pub struct Program {
    rows: usize,
    executable: LoadedExecutable,
}

/// The programs for rows of one shape, for the sizes of batches that were asked for.
pub struct Programs {
    /// The shape of a row of each input.
    pub inputs: RowDims,
    /// The shape of a row of each output.
    pub outputs: RowDims,
    /// By rows, ascending; at least one.
    programs: RwLock<Vec<Arc<Program>>>,
    /// Rows of the largest batch that may be compiled.
    most_rows: AtomicUsize,
}

impl Programs {
    /// The program that runs so many rows: the smallest that takes all, otherwise the largest.
    pub fn of(&self, rows: usize) -> Option<Arc<Program>> {
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        programs.iter().find(|program| program.rows >= rows).or(programs.last()).cloned()
    }

    /// Returns true if batches of so many rows would be run at once by another program, and by none of these.
    pub fn lack(&self, rows: usize) -> bool {
        self.of(rows).is_none_or(|program| program.rows < rows.min(self.most_rows.load(Ordering::Relaxed)))
    }

    /// The values of a row of all outputs.
    pub fn output_len(&self) -> usize {
        self.outputs.iter().map(|dims| dims.iter().product::<usize>()).sum()
    }

    /// Adds programs for rows of the same shape.
    pub fn add(&self, more: Programs) {
        self.most_rows.fetch_min(more.most_rows.into_inner(), Ordering::Relaxed);
        let mut programs = self.programs.write().unwrap_or_else(PoisonError::into_inner);
        programs.extend(more.programs.into_inner().unwrap_or_else(PoisonError::into_inner));
        programs.sort_by_key(|program| program.rows);
    }
}

impl Program {
    /// The rows of the batch.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

impl CompiledModel {
    /// Puts the weights of a model on a device. It will be compiled for batches of these sizes, which ascend.
    ///
    /// # Errors
    /// The device has no memory for the weights.
    pub fn new(model: &Model, device: &Device, batch_sizes: Vec<usize>) -> Result<Self> {
        model.check_stateless("a server")?;
        let core = device.devices().first().ok_or_else(|| Error::internal("the device has no core"))?;
        let client = device.client();
        let upload = |variable: &keras::models::Variable| {
            client.buffer_from_host(bytemuck::cast_slice(&variable.values), ElementType::F32, &variable.shape, core)
        };
        let weights = model.variables().iter().map(upload).collect::<pjrt::Result<Vec<Buffer>>>()?;
        let largest_weight = model.variables().iter().map(|variable| variable.values.len()).max().unwrap_or(0);
        let signature = Signature::of(model);
        Ok(Self { signature, weights, largest_weight, batch_sizes, device: device.clone() })
    }

    /// The inputs and outputs.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The sizes of batches, ascending.
    pub fn batch_sizes(&self) -> &[usize] {
        &self.batch_sizes
    }

    /// The rows of the batch that so many rows are padded to, at most those of the largest batch.
    pub fn padded(&self, rows: usize) -> usize {
        let found = self.batch_sizes.iter().find(|size| **size >= rows).or(self.batch_sizes.last());
        found.copied().unwrap_or(rows)
    }

    /// Compiles the model for batches of at least `rows` rows of this shape; for fewer, if tensors of the
    /// program would have more than `max_elements` elements.
    ///
    /// # Errors
    /// The model does not take rows of this shape, tensors for one row have too many elements, or the device
    /// refuses the program.
    pub fn compile(&self, model: &Model, inputs: &[Vec<usize>], rows: usize, max_elements: usize) -> Result<Programs> {
        let shapes: Vec<Shape> = inputs.iter().map(|dims| Shape::new(dims.as_slice())).collect();
        let place = || format!("inputs of shape {inputs:?}");
        let allowed = max_elements.max(self.largest_weight);
        let mut most_rows = self.batch_sizes.last().copied().unwrap_or(1);
        let mut rows = self.padded(rows);
        let (module, outputs) = loop {
            let module = model.program_for(rows, &shapes).map_err(|e| Error::invalid(e.message()).at(place()))?;
            let elements = largest_tensor(&module);
            if elements <= allowed {
                let types = module.main().map(Func::result_types).unwrap_or_default();
                let outputs = types.iter().map(|ty| ty.dims.get(1..).unwrap_or_default().to_vec()).collect();
                break (module, outputs);
            }
            let fewer = self.batch_sizes.iter().rev().find(|size| **size < rows);
            rows = *fewer.ok_or_else(|| {
                Error::invalid(format!(
                    "a tensor of the model would have {elements} elements for one row, and {max_elements} are allowed \
                     (--max-elements): send smaller inputs"
                ))
                .at(place())
            })?;
            most_rows = rows;
        };
        let executable = self.compile_module(&module).map_err(|e| e.at(format!("batches of {rows}")).at(place()))?;
        let programs = RwLock::new(vec![Arc::new(Program { rows, executable })]);
        Ok(Programs { inputs: inputs.to_vec(), outputs, programs, most_rows: most_rows.into() })
    }

    fn compile_module(&self, module: &Module) -> Result<LoadedExecutable> {
        let core = self.device.devices().first().map(pjrt::Device::id);
        let options = CompileOptions {
            device_assignment: core.map(|core| DeviceAssignment::replicas([core])),
            overrides: self.device.compile_options().to_vec(),
            ..CompileOptions::default()
        };
        Ok(self.device.client().compile(module.to_string().as_str(), &options)?)
    }

    /// Runs a batch of at most the program's rows and returns the outputs for these. The rows that fill up
    /// the batch are zeros.
    ///
    /// # Errors
    /// The device failed.
    pub fn run(&self, program: &Program, mut batch: Rows) -> Result<Vec<Tensor>> {
        let core = self.device.devices().first().ok_or_else(|| Error::internal("the device has no core"))?;
        let mut inputs = Vec::with_capacity(batch.tensors.len());
        for (row_dims, values) in batch.row_dims.iter().zip(&mut batch.tensors) {
            let dims: Vec<usize> = [program.rows].iter().chain(row_dims).copied().collect();
            values.resize(dims.iter().product(), 0.0);
            let bytes = bytemuck::cast_slice(values);
            inputs.push(self.device.client().buffer_from_host(bytes, ElementType::F32, &dims, core)?);
        }
        let arguments = self.weights.iter().chain(&inputs).map(Argument::Borrow).collect();
        let results = program.executable.execute(vec![arguments], &ExecuteOptions::default())?;
        let outputs = results.into_iter().next().unwrap_or_default();
        let read = outputs.iter().map(|buffer| {
            let mut dims = buffer.dims().to_vec();
            if let Some(rows) = dims.first_mut() {
                *rows = batch.count;
            }
            let (bytes, wanted) = (buffer.to_vec()?, dims.iter().product());
            let values = bytes.as_chunks::<4>().0.iter().take(wanted).map(|bytes| f32::from_ne_bytes(*bytes));
            Ok(Tensor { values: values.collect(), dims })
        });
        read.collect()
    }
}

/// The elements of the largest tensor that a program computes.
fn largest_tensor(module: &Module) -> usize {
    fn of_block(func: &Func, block: &Block) -> usize {
        let of_op = |op: &stablehlo::Op| {
            let results = op.results.iter().map(|value| func.ty(*value).num_elements());
            results.chain(op.regions.iter().map(|region| of_block(func, region))).max().unwrap_or(0)
        };
        block.ops.iter().map(of_op).max().unwrap_or(0)
    }
    module.funcs.iter().map(|func| of_block(func, &func.body)).max().unwrap_or(0)
}
