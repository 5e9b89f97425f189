//! A model compiled for a device, for a few sizes of batches.

use keras::{Device, Model};
use pjrt::{Argument, Buffer, CompileOptions, DeviceAssignment, ElementType, ExecuteOptions, LoadedExecutable};

use crate::error::{Error, Result};
use crate::signature::{Rows, Signature};

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

/// A model on a device: its weights, and a program for each size of batches. Runs use the device's first
/// core; the built-in devices run one core's program on all threads.
pub struct CompiledModel {
    signature: Signature,
    weights: Vec<Buffer>,
    programs: Vec<(usize, LoadedExecutable)>,
    device: Device,
}

impl CompiledModel {
    /// Compiles a model for batches of these sizes, which ascend. `progress` is called with the number of
    /// programs that are done.
    ///
    /// # Errors
    /// The device refuses a program, or has no memory for the weights.
    pub fn compile(model: &Model, device: &Device, sizes: &[usize], mut progress: impl FnMut(usize)) -> Result<Self> {
        model.check_stateless("a server")?;
        let signature = Signature::of(model)?;
        let core = device.devices().first().ok_or_else(|| Error::internal("the device has no core"))?;
        let client = device.client();
        let upload = |variable: &keras::models::Variable| {
            client.buffer_from_host(bytemuck::cast_slice(&variable.values), ElementType::F32, &variable.shape, core)
        };
        let weights = model.variables().iter().map(upload).collect::<pjrt::Result<Vec<Buffer>>>()?;
        let options = CompileOptions {
            device_assignment: Some(DeviceAssignment::replicas([core.id()])),
            overrides: device.compile_options().to_vec(),
            ..CompileOptions::default()
        };
        let mut programs = Vec::with_capacity(sizes.len());
        for size in sizes {
            let text = model.program(*size)?.to_string();
            let program = client.compile(text.as_str(), &options);
            programs.push((*size, program.map_err(|e| Error::from(e).at(format!("batches of {size}")))?));
            progress(programs.len());
        }
        Ok(Self { signature, weights, programs, device: device.clone() })
    }

    /// The inputs and outputs.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The rows of the largest batch.
    pub fn max_batch_size(&self) -> usize {
        self.programs.last().map_or(1, |(size, _)| *size)
    }

    /// The rows of the batch that so many rows, at most [`max_batch_size`](Self::max_batch_size), are padded
    /// to.
    pub fn padded(&self, rows: usize) -> usize {
        self.programs.iter().map(|(size, _)| *size).find(|size| *size >= rows).unwrap_or(rows)
    }

    /// Runs a batch of at most [`max_batch_size`](Self::max_batch_size) rows and returns the outputs for
    /// these. The rows that fill up the batch are zeros.
    ///
    /// # Errors
    /// The device failed, or there are more rows.
    pub fn run(&self, mut batch: Rows) -> Result<Vec<Vec<f32>>> {
        let rows = batch.count;
        let found = self.programs.iter().find(|(size, _)| *size >= rows);
        let (size, program) = found.ok_or_else(|| Error::internal(format!("no program takes {rows} rows")))?;
        let core = &self.device.devices()[0];
        let mut inputs = Vec::with_capacity(batch.tensors.len());
        for (spec, values) in self.signature.inputs.iter().zip(&mut batch.tensors) {
            values.resize(size * spec.row_len(), 0.0);
            let dims: Vec<usize> = [*size].iter().chain(&spec.row_dims).copied().collect();
            let bytes = bytemuck::cast_slice(values);
            inputs.push(self.device.client().buffer_from_host(bytes, ElementType::F32, &dims, core)?);
        }
        let arguments = self.weights.iter().chain(&inputs).map(Argument::Borrow).collect();
        let results = program.execute(vec![arguments], &ExecuteOptions::default())?;
        let outputs = results.into_iter().next().unwrap_or_default();
        let read = self.signature.outputs.iter().zip(&outputs).map(|(spec, buffer)| {
            let bytes = buffer.to_vec()?;
            let wanted = rows * spec.row_len();
            Ok(bytes.as_chunks::<4>().0.iter().take(wanted).map(|bytes| f32::from_ne_bytes(*bytes)).collect())
        });
        read.collect()
    }
}
