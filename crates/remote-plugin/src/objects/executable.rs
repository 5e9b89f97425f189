//! Programs that the server compiled.

use std::sync::{Arc, OnceLock};

use pjrt::abi::{PJRT_Buffer_Type, PJRT_Device, PJRT_Executable, PJRT_LoadedExecutable};
use pjrt::export::{Event, Handle, Pointers, SharedHandle};
use pjrt::{CompileOptions, NamedValueList};
use remote::messages::OpSharding;
use remote::{Array, Metadata, Program, RunOptions, Shape, Sharding};
use stablehlo::{Module, TensorType};

use crate::error::{Error, Result};
use crate::objects::buffer::{Arrays, Buffer};
use crate::objects::client::Client;
use crate::objects::device::{Device, named_value};
use crate::objects::types::ArrayType;

/// A compiled program.
pub struct Executable {
    program: remote::Executable,
    pub num_replicas: usize,
    pub num_parameters: usize,
    /// The shape of each parameter and how it is divided over the devices; none if each device has its own,
    /// as replicas have.
    parts: Option<Vec<(Shape, OpSharding)>>,
    /// The types of the results on one device.
    pub outputs: Vec<Arc<ArrayType>>,
    /// The same as lists that callers read.
    pub output_types: Vec<PJRT_Buffer_Type>,
    pub output_ranks: Vec<usize>,
    pub output_dims: Vec<i64>,
    /// Asked when somebody wants to know.
    metadata: OnceLock<Result<Metadata>>,
    costs: OnceLock<Result<NamedValueList>>,
    text: OnceLock<Result<String>>,
}

// SAFETY: executable handles are made by `into_handle` of an `Arc<Executable>` only.
unsafe impl SharedHandle for Executable {
    type C = PJRT_Executable;
    const NAME: &'static str = "executable";
}

impl Executable {
    pub fn name(&self) -> &str {
        self.program.name()
    }

    pub fn fingerprint(&self) -> Result<&[u8]> {
        let none = || Error::unimplemented("the server gives programs no fingerprint");
        self.program.fingerprint().ok_or_else(none)
    }

    pub fn metadata(&self) -> Result<&Metadata> {
        self.metadata.get_or_init(|| Ok(self.program.metadata()?)).as_ref().map_err(Error::clone)
    }

    pub fn costs(&self) -> Result<&NamedValueList> {
        let ask = || {
            let costs = self.program.costs()?.attributes.into_iter();
            Ok(NamedValueList::new(costs.filter_map(|(name, value)| Some((name, named_value(value.value.as_ref()?))))))
        };
        self.costs.get_or_init(ask).as_ref().map_err(Error::clone)
    }

    pub fn text(&self) -> Result<&str> {
        self.text.get_or_init(|| Ok(self.program.text()?)).as_deref().map_err(Error::clone)
    }
}

/// A program on the devices that it was compiled for.
pub struct LoadedExecutable {
    executable: Arc<Executable>,
    devices: Vec<Arc<Device>>,
    device_handles: Pointers<PJRT_Device>,
    // Last: the session ends after what is in it.
    _client: Arc<Client>,
}

// SAFETY: loaded executable handles are made by `into_handle` only.
unsafe impl Handle for LoadedExecutable {
    type C = PJRT_LoadedExecutable;
    const NAME: &'static str = "loaded executable";
}

impl LoadedExecutable {
    /// Compiles a StableHLO program, text or a portable artifact. `options` is a serialized
    /// `CompileOptionsProto`.
    ///
    /// # Errors
    /// The program or the options are malformed, or the server refuses them.
    pub fn compile(client: &Arc<Client>, code: &[u8], options: &[u8]) -> Result<LoadedExecutable> {
        let invalid = |e: pjrt::Error| Error::invalid(e.message());
        let read = CompileOptions::decode(options).map_err(invalid)?;
        if read.num_partitions > 1 && read.num_replicas > 1 {
            let message = "replicas of programs of several partitions are not passed on to a worker";
            return Err(Error::unimplemented(message));
        }
        let module = Module::read(code).map_err(|e| Error::invalid(e.to_string()))?;
        let main = module.main().ok_or_else(|| Error::invalid("the program has no function main"))?;
        let types = |types: Vec<TensorType>| types.iter().map(ArrayType::of_tensor).collect::<Result<Vec<ArrayType>>>();
        let (mut outputs, parameters) = (types(main.result_types())?, types(main.param_types())?);
        let program = match std::str::from_utf8(code) {
            Ok(text) => Program::StableHloText(text.to_owned()),
            Err(_) => Program::Xla(code.to_vec().into()),
        };
        let program =
            client.session().compile_serialized(program, remote::CompileOptions::from_bytes(options.to_vec()))?;
        let devices = program.devices().iter().map(|id| client.device(*id).cloned());
        let devices = devices.collect::<Result<Vec<Arc<Device>>>>()?;
        // The types of a partitioned program are those of whole arrays.
        let mut parts = None;
        if read.num_partitions > 1 {
            let told = program.metadata()?;
            let of_outputs = shardings("result", told.output_shardings, outputs.len())?;
            for (output, sharding) in outputs.iter_mut().zip(&of_outputs) {
                *output = output.shard(sharding, devices.len())?;
            }
            let of_parameters = shardings("parameter", told.parameter_shardings, parameters.len())?;
            parts = Some(parameters.iter().map(|ty| ty.shape.clone()).zip(of_parameters).collect());
        }
        let executable = Executable {
            program,
            num_replicas: read.num_replicas,
            num_parameters: parameters.len(),
            parts,
            output_types: outputs.iter().map(|output| output.element.raw()).collect(),
            output_ranks: outputs.iter().map(|output| output.dims.len()).collect(),
            output_dims: outputs.iter().flat_map(|output| output.dims.iter().copied()).collect(),
            outputs: outputs.into_iter().map(Arc::new).collect(),
            metadata: OnceLock::new(),
            costs: OnceLock::new(),
            text: OnceLock::new(),
        };
        Ok(LoadedExecutable {
            executable: Arc::new(executable),
            device_handles: devices.iter().map(|device| device.as_handle()).collect(),
            devices,
            _client: client.clone(),
        })
    }

    pub fn executable(&self) -> &Arc<Executable> {
        &self.executable
    }

    pub fn devices(&self) -> &[Arc<Device>] {
        &self.devices
    }

    pub fn device_handles(&self) -> &Pointers<PJRT_Device> {
        &self.device_handles
    }

    /// Runs the program. `arguments` are devices by parameters.
    /// Returns the results, devices by outputs, and the event of the run.
    ///
    /// # Errors
    /// An argument does not fit, the first run was refused, or the connection is lost.
    pub fn run(&self, arguments: &[Vec<&Buffer>], options: &RunOptions) -> Result<(Vec<Vec<Buffer>>, Event)> {
        let name = self.executable.name();
        for (list, device) in arguments.iter().zip(&self.devices) {
            if let Some((i, buffer)) = list.iter().enumerate().find(|(_, buffer)| buffer.device().id() != device.id()) {
                let (place, given) = (device.id(), buffer.device().id());
                let message = format!("argument {i} of {name} must be on device {place}, but is on {given}");
                return Err(Error::invalid(message));
            }
        }
        let mut assembled = Vec::new();
        let mut passed = Vec::new();
        for i in 0..self.executable.num_parameters {
            let buffers: Vec<&Buffer> = arguments.iter().map(|list| list[i]).collect();
            match Buffer::common(&buffers) {
                Some(array) => passed.push(Ok(array)),
                None => {
                    passed.push(Err(assembled.len()));
                    let array = self.assemble(i, &buffers);
                    assembled.push(array.map_err(|e| e.context(&format!("argument {i} of {name}")))?);
                }
            }
        }
        let passed: Vec<&Array> = passed.into_iter().map(|array| array.unwrap_or_else(|i| &assembled[i])).collect();
        let results = self.executable.program.run(&passed, options)?;
        if results.len() != self.executable.outputs.len() {
            let (told, read) = (results.len(), self.executable.outputs.len());
            return Err(Error::invalid(format!("the server has {told} results of {name}, its text {read}")));
        }
        let done = Event::pending();
        let set = done.clone();
        match results.first() {
            // All results of a run are computed together.
            Some(first) => first.on_ready(move |result| set.set(result.map_err(|e| Error::from(e).into()))),
            None => set.set(Ok(())),
        }
        let results: Vec<Arc<Arrays>> = results.into_iter().map(|array| Arrays::result(array, &done)).collect();
        let of_device = |(shard, device): (usize, &Arc<Device>)| {
            let outputs = results.iter().zip(&self.executable.outputs);
            outputs.map(|(arrays, ty)| Buffer::new(arrays.clone(), shard, device.clone(), ty.clone())).collect()
        };
        Ok((self.devices.iter().enumerate().map(of_device).collect(), done))
    }

    /// One array of the buffers of all devices, for a parameter. Each replica has a value of its own, which
    /// the wire's shardings do not know: as far as the server is concerned, the devices hold the same.
    fn assemble(&self, parameter: usize, buffers: &[&Buffer]) -> Result<Array> {
        let arrays = buffers.iter().map(|buffer| buffer.array()).collect::<Result<Vec<&Array>>>()?;
        let shape = arrays.first().ok_or_else(|| Error::invalid("a program without devices"))?.shape().clone();
        let devices: Vec<i32> = self.devices.iter().map(|device| device.id()).collect();
        if let Some((whole, sharding)) = self.executable.parts.as_ref().and_then(|parts| parts.get(parameter)) {
            return Ok(Array::assemble(&arrays, whole.clone(), Sharding::hlo(devices, sharding.clone()))?);
        }
        let sharding = match devices[..] {
            [device] => Sharding::single_device(device),
            _ => Sharding::hlo(devices, OpSharding::replicated()),
        };
        Ok(Array::assemble(&arrays, shape, sharding)?)
    }
}

/// The shardings that the server told, one for each of `count` values.
fn shardings(what: &str, told: Option<Vec<OpSharding>>, count: usize) -> Result<Vec<OpSharding>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let told = told.filter(|told| told.len() == count);
    told.ok_or_else(|| Error::unimplemented(format!("the server does not tell how each {what} is divided")))
}
