//! Programs from files, run on synthetic arguments: the speed does not depend on the values.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use keras::Device;
use pjrt::{Argument, Buffer, CompileOptions, ElementType, ExecuteOptions, HostData, LoadedExecutable, OutputSpec};
use plugin::{Parameter, Signature, signature};
use stablehlo::budget::read_file;

use super::device::TpuArgs;
use super::failure::Failure;

/// The text of a program's file. A portable artifact is converted to text.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let of_file = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let bytes = read_file(path).map_err(|e| of_file(&e))?;
    if stablehlo::bytecode::is_bytecode(&bytes) {
        return Ok(stablehlo::bytecode::read(&bytes).map_err(|e| of_file(&e))?.to_string());
    }
    String::from_utf8(bytes).map_err(|e| {
        of_file(&e).hint(
            "a program is StableHLO text, such as jax.jit(f).lower(x).as_text() returns in Python, or a portable \
             artifact, such as jax.export.export(f)(x).mlir_module_serialized",
        )
    })
}

/// A compiled program on a device, with its arguments.
pub struct LoadedProgram {
    device: Device,
    executable: LoadedExecutable,
    compile_seconds: f64,
    arguments: Vec<SyntheticArgument>,
}

/// An argument: its values and, unless the program donates it, a reusable buffer for each replica.
struct SyntheticArgument {
    parameter: Parameter,
    values: HostData,
    buffers: Vec<Buffer>,
}

impl LoadedProgram {
    /// Reads a StableHLO program and compiles it for a device, by default with as many cores as the
    /// program has replicas.
    pub fn load(path: &Path, on: &TpuArgs) -> Result<Self, Failure> {
        let of_file = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
        let code = read_text(path)?;
        let Signature { replicas, parameters } = signature(&code).map_err(|e| {
            of_file(&e).hint("a program is StableHLO text, such as jax.jit(f).lower(x).as_text() returns in Python")
        })?;
        let cores = on.cores.map_or(replicas, |n| n as usize);
        let device = on
            .open_with_cores(Some(cores))
            .map_err(|failure| failure.about(format!("{} on {cores} core(s)", path.display())))?;
        let options = CompileOptions { num_replicas: replicas, ..CompileOptions::default() };
        let start = Instant::now();
        let executable = device.client().compile(code.as_str(), &options).map_err(|e| of_file(&e))?;
        let compile_seconds = start.elapsed().as_secs_f64();
        let mut seed = 1;
        let arguments = parameters.into_iter().map(|parameter| {
            let values: HostData = Arc::new(synthetic_values(&parameter, &mut seed)?);
            let Parameter { element, dims, is_donated } = &parameter;
            let (client, cores) = (device.client(), executable.addressable_devices());
            let buffers = match is_donated {
                true => Vec::new(),
                false => cores
                    .iter()
                    .map(|core| client.buffer_from_host_shared(&values, *element, dims, core))
                    .collect::<pjrt::Result<_>>()?,
            };
            Ok(SyntheticArgument { parameter, values, buffers })
        });
        let arguments = arguments.collect::<Result<_, Failure>>()?;
        Ok(Self { device, executable, compile_seconds, arguments })
    }

    /// Returns the device that the program runs on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the compiled program.
    pub fn executable(&self) -> &LoadedExecutable {
        &self.executable
    }

    /// Returns the compile time in seconds.
    pub fn compile_seconds(&self) -> f64 {
        self.compile_seconds
    }

    /// Returns the number of arguments of a replica.
    pub fn num_arguments(&self) -> usize {
        self.arguments.len()
    }

    /// Returns the number of leading results that have the types of the leading arguments, so that the next
    /// run can take them, as in a training step.
    pub fn num_fed_back(&self) -> Result<usize, Failure> {
        let pairs = self.executable.outputs()?.into_iter().zip(&self.arguments);
        let agree = |(result, argument): &(OutputSpec, &SyntheticArgument)| {
            result.element_type == argument.parameter.element && result.dims == argument.parameter.dims
        };
        Ok(pairs.take_while(agree).count())
    }

    /// Returns the number of replicas.
    pub fn replicas(&self) -> usize {
        self.executable.addressable_devices().len()
    }

    /// Returns true if an argument is bf16, so that the program probably multiplies bf16.
    pub fn is_bf16(&self) -> bool {
        self.arguments.iter().any(|argument| argument.parameter.element == ElementType::Bf16)
    }

    /// Prepares the arguments of a run. On each replica the first ones are the given ones, results of an
    /// earlier run. Of the others, those that the program donates are uploaded again.
    fn arguments(&self, mut first: Vec<Vec<Buffer>>) -> Result<Vec<Vec<Argument<'_>>>, Failure> {
        let client = self.device.client();
        let of_replica = |(replica, core): (usize, &pjrt::Device)| -> pjrt::Result<Vec<Argument<'_>>> {
            let given = first.get_mut(replica).map(std::mem::take).unwrap_or_default();
            let rest = self.arguments.iter().skip(given.len()).map(|argument| {
                let Parameter { element, dims, .. } = &argument.parameter;
                Ok(match argument.buffers.get(replica) {
                    Some(buffer) => Argument::Borrow(buffer),
                    None => {
                        Argument::Donate(client.buffer_from_host((*argument.values).as_ref(), *element, dims, core)?)
                    }
                })
            });
            given.into_iter().map(|buffer| Ok(Argument::Donate(buffer))).chain(rest).collect()
        };
        let cores = self.executable.addressable_devices();
        Ok(cores.iter().enumerate().map(of_replica).collect::<pjrt::Result<_>>()?)
    }

    /// Runs the program once. `results` are the arguments fed back from the previous run, on each replica;
    /// they are replaced by the first `fed_back` results of this run. Returns the seconds until the results
    /// were there.
    pub fn run_on(&self, results: &mut Vec<Vec<Buffer>>, fed_back: usize) -> Result<f64, Failure> {
        let arguments = self.arguments(std::mem::take(results))?;
        let start = Instant::now();
        *results = self.executable.execute(arguments, &ExecuteOptions::default())?;
        let seconds = start.elapsed().as_secs_f64();
        results.iter_mut().for_each(|of_replica| of_replica.truncate(fed_back));
        Ok(seconds)
    }
}

/// Returns the values of an argument: floats of either sign between 1/32 and 1/16, integer scalars one (so
/// that a loop with that bound runs), zeros otherwise.
///
/// # Errors
/// The machine has not as much memory.
fn synthetic_values(parameter: &Parameter, seed: &mut u64) -> Result<Vec<u8>, Failure> {
    let size = parameter.element.array_bytes(&parameter.dims).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| {
        let Parameter { element, dims, .. } = parameter;
        let what =
            format!("an argument of shape {dims:?} and type {element:?} has {size} bytes, more than there is memory");
        Failure::new(what).hint("give the program smaller arguments, or the process more memory")
    })?;
    bytes.resize(size, 0);
    // Bits of exponent and fraction.
    let (exponent, fraction) = match parameter.element {
        ElementType::F64 => (11, 52),
        ElementType::F32 => (8, 23),
        ElementType::F16 => (5, 10),
        ElementType::Bf16 => (8, 7),
        _ => {
            if parameter.dims.is_empty() {
                let lowest = if cfg!(target_endian = "little") { bytes.first_mut() } else { bytes.last_mut() };
                lowest.into_iter().for_each(|byte| *byte = 1);
            }
            return Ok(bytes);
        }
    };
    let power = ((1u64 << (exponent - 1)) - 1 - 5) << fraction;
    for value in bytes.chunks_exact_mut(parameter.element.host_bytes()) {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let sign = (*seed >> 63) << (exponent + fraction);
        let bits = sign | power | ((*seed << 1) >> (64 - fraction));
        match value.len() {
            2 => value.copy_from_slice(&(bits as u16).to_ne_bytes()),
            4 => value.copy_from_slice(&(bits as u32).to_ne_bytes()),
            _ => value.copy_from_slice(&bits.to_ne_bytes()),
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_small_and_of_either_sign() {
        let of =
            |element| synthetic_values(&Parameter { element, dims: vec![40, 5], is_donated: false }, &mut 1).unwrap();
        let f32s: Vec<f32> =
            of(ElementType::F32).chunks_exact(4).map(|b| f32::from_ne_bytes([b[0], b[1], b[2], b[3]])).collect();
        let bf16s: Vec<f32> = of(ElementType::Bf16)
            .chunks_exact(2)
            .map(|b| f32::from_bits(u32::from(u16::from_ne_bytes([b[0], b[1]])) << 16))
            .collect();
        for values in [f32s, bf16s] {
            assert_eq!(values.len(), 200);
            assert!(values.iter().all(|v| (1.0 / 32.0..1.0 / 16.0).contains(&v.abs())), "{values:?}");
            assert!((50..150).contains(&values.iter().filter(|v| **v < 0.0).count()));
        }
        assert!(of(ElementType::S32).iter().all(|b| *b == 0));
        let scalar = Parameter { element: ElementType::S32, dims: Vec::new(), is_donated: false };
        assert_eq!(synthetic_values(&scalar, &mut 1).unwrap(), 1i32.to_ne_bytes());
    }
}
