//! Executables: compiled programs.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use pjrt::abi::{PJRT_Buffer_Type, PJRT_Executable};
use pjrt::export::SharedHandle;
use pjrt::{CompileOptions, ErrorKind, NamedValue, NamedValueList};
use processor::Transport;
use stablehlo::{Module, manual};

use crate::collectives::check_same;
use crate::donation;
use crate::element_type::to_pjrt;
use crate::error::{Error, Result};
use crate::objects::callbacks::Host;
use crate::objects::interface::Interface;
use crate::objects::layouts::Layouts;
use crate::objects::memory::MemoryKinds;
use crate::objects::serialized::SerializedExecutable;
use crate::objects::shape::Shape;
use crate::options::Options;
use crate::sharding::{Partitioning, inspection};

/// Runs of up to this cost are short: about as long as it takes to wake a thread.
const SHORT_RUN: processor::Cost =
    processor::Cost { flops: 1_000_000, bytes: 256 << 10, steps: 32, has_loops: false, calls_host: false };

/// A run that takes less memory than this, in bytes, is not compared with the memory of the machine.
const LARGE_RUN_BYTES: usize = 256 << 20;

/// A compiled program with its properties, as arrays for callers.
pub struct Executable {
    pub compiled: processor::Executable,
    /// The memory that the program needs on the client's threads.
    pub memory: processor::MemoryStats,
    pub name: String,
    pub fingerprint: String,
    /// The program as it was given.
    code: Vec<u8>,
    /// The serialized `CompileOptionsProto`.
    pub options: Vec<u8>,
    /// How arguments and results are divided, if the program has several partitions.
    pub partitioning: Option<Partitioning>,
    /// The shapes of a device's arguments.
    pub params: Vec<Arc<Shape>>,
    /// The shapes of a device's outputs.
    pub output_shapes: Vec<Arc<Shape>>,
    pub output_types: Vec<PJRT_Buffer_Type>,
    /// The dimensions of all outputs, one output after the other.
    pub output_dims: Vec<i64>,
    pub output_ranks: Vec<usize>,
    /// For each parameter, true if its argument is donated.
    pub is_donated: Vec<bool>,
    /// For each output the parameter that it is aliased to.
    donors: Vec<Option<usize>>,
    /// The memories of the parameters.
    pub parameter_memories: MemoryKinds,
    /// The memories of the outputs.
    pub output_memories: MemoryKinds,
    pub parameter_layouts: Layouts,
    pub output_layouts: Layouts,
    pub cost_analysis: NamedValueList,
    /// True if a run takes no longer than to wake the thread that would execute it. The time of callbacks of
    /// the host does not count, and in a program with such callbacks each loop counts as one iteration.
    pub is_short: bool,
    /// The other processes that run the program, if there are any.
    hosts: Option<Hosts>,
    /// True if a run takes much memory.
    pub is_large: bool,
    /// The program as text.
    text: OnceLock<Result<String>>,
}

/// The processes that run a program, and whether they are known to run the same.
struct Hosts {
    transport: Arc<dyn Transport>,
    check: OnceLock<Result<()>>,
}

// SAFETY: executable handles are made by `into_handle` of an `Arc<Executable>` only.
unsafe impl SharedHandle for Executable {
    type C = PJRT_Executable;
    const NAME: &'static str = "executable";
}

impl Executable {
    /// Compiles a StableHLO program, text or a portable artifact, for a client with these options.
    /// `options` is a serialized `CompileOptionsProto`, which is also returned as it was read.
    /// A program with as many replicas as the processes of `transport` have devices runs on all of them.
    pub fn compile(
        client: &Options,
        (host, transport): (Host, Option<&Arc<dyn Transport>>),
        code: &[u8],
        options: &[u8],
    ) -> Result<(Self, CompileOptions)> {
        if let Some(request) = CompileOptions::unsupported_requests(options)?.first() {
            let message = format!("the compile option {request} is not supported by labora's plugin");
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        let read = CompileOptions::decode(options)?;
        if read.num_partitions > 1 && read.num_replicas > 1 {
            let (replicas, partitions) = (read.num_replicas, read.num_partitions);
            let message = format!("{replicas} replicas of {partitions} partitions: only one of them may be over 1");
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        let mut module = Module::read(code)?;
        module.num_replicas = read.num_replicas;
        stablehlo::verify(&module)?;
        let is_donated = donation::donated(&module);
        let interface = Interface::of(&module, read.num_partitions)?;
        let module = interface.program(module)?;
        let mut compile_options = client.compile_options(&read.overrides)?;
        compile_options.host_callback = Some(Arc::new(host));
        let is_of_all = |t: &&Arc<dyn Transport>| read.num_replicas == t.size() * client.cores;
        compile_options.transport = transport.filter(is_of_all).cloned();
        let compiled = processor::compile(&module, &compile_options)?;
        let mut hasher = DefaultHasher::new();
        (code, read.num_replicas, read.num_partitions, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
        let processor::CompileOptions { numerics, isa, disabled_passes, transport, .. } = compile_options;
        (numerics, isa.map(kernels::Isa::name), disabled_passes).hash(&mut hasher);
        let fingerprint = format!("{:016x}", hasher.finish());
        let memory = compiled.memory(client.threads);
        let executable = Self::new(compiled, interface, memory);
        // A module may have no name, but messages need one.
        let name = if module.name.is_empty() { "main".into() } else { module.name };
        let hosts = transport.map(|transport| Hosts { transport, check: OnceLock::new() });
        let (code, options) = (code.to_vec(), options.to_vec());
        Ok((Self { name, fingerprint, code, options, is_donated, hosts, ..executable }, read))
    }

    /// Without the name, and what the program was compiled from.
    fn new(compiled: processor::Executable, interface: Interface, memory: processor::MemoryStats) -> Self {
        let Interface { partitioning, params, results, param_memories, result_memories, .. } = interface;
        let output_types = results.iter().map(|shape| to_pjrt(shape.ty().element)).collect();
        let output_ranks = results.iter().map(|shape| shape.dims().len()).collect();
        let output_dims = results.iter().flat_map(|shape| shape.dims()).copied().collect();
        let layouts = |shapes: &[Arc<Shape>]| Layouts::new(shapes.iter().map(|shape| shape.layout().clone()));
        let cost = compiled.cost();
        let cost_analysis = NamedValueList::new([
            ("flops", NamedValue::Float(cost.flops as f32)),
            ("bytes accessed", NamedValue::Float(cost.bytes as f32)),
        ]);
        Self {
            is_large: memory.peak_bytes > LARGE_RUN_BYTES,
            memory,
            name: String::new(),
            fingerprint: String::new(),
            code: Vec::new(),
            options: Vec::new(),
            is_donated: Vec::new(),
            hosts: None,
            output_types,
            output_dims,
            output_ranks,
            donors: (0..results.len()).map(|j| compiled.aliases().iter().position(|alias| *alias == Some(j))).collect(),
            parameter_memories: MemoryKinds::new(param_memories),
            output_memories: MemoryKinds::new(result_memories),
            parameter_layouts: layouts(&params),
            output_layouts: layouts(&results),
            cost_analysis,
            is_short: compiled.num_replicas() == 1 && is_short(&cost),
            text: OnceLock::new(),
            params,
            output_shapes: results,
            partitioning,
            compiled,
        }
    }

    /// The parameter whose memory an output takes over if it is donated.
    pub fn alias_of(&self, output: usize) -> Option<usize> {
        self.donors[output]
    }

    /// The first device of a run that holds the same content of an output as this one.
    pub fn first_holder(&self, output: usize, device: usize) -> usize {
        self.partitioning.as_ref().map_or(device, |partitioning| partitioning.results[output].first_holder(device))
    }

    /// True if it runs on the devices of several processes.
    pub fn is_over_hosts(&self) -> bool {
        self.hosts.is_some()
    }

    /// Before its first run, checks that all processes run this program.
    ///
    /// # Errors
    /// They do not: their collectives would not match.
    pub fn check_hosts(&self) -> Result<()> {
        let Some(Hosts { transport, check }) = &self.hosts else { return Ok(()) };
        let text = || format!("{} ({})", self.name, self.fingerprint);
        check.get_or_init(|| check_same(&**transport, "program to run", &text())).clone()
    }

    /// The number of partitions of the program.
    pub fn num_partitions(&self) -> usize {
        self.partitioning.as_ref().map_or(1, |partitioning| partitioning.num_partitions)
    }

    /// The program as StableHLO text: that of one partition if the program has several, or that of all
    /// together if there is none of one. Constraints on shardings are left out: readers such as XLA's
    /// translation to HLO do not know them.
    pub fn text(&self) -> Result<&str> {
        let text = || {
            if let (Ok(text), None) = (std::str::from_utf8(&self.code), &self.partitioning)
                && !text.contains("sdy.")
            {
                return Ok(text.to_string());
            }
            let mut module = Module::read(&self.code)?;
            inspection::remove(&mut module);
            if let Some(partitioning) = &self.partitioning
                && let Ok(program) = partitioning.program_of_one(&module)
            {
                return Ok(program.to_string());
            }
            manual::remove_constraints(&mut module);
            Ok(module.to_string())
        };
        self.text.get_or_init(text).as_deref().map_err(Error::clone)
    }

    /// The serialized executable.
    ///
    /// # Errors
    /// The program calls its host: another process has other callbacks.
    pub fn serialize(&self) -> Result<Vec<u8>> {
        if self.compiled.cost().calls_host {
            let message = format!("executable {} calls its host, so that it cannot be serialized", self.name);
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        Ok(SerializedExecutable { code: &self.code, options: &self.options }.write())
    }
}

fn is_short(cost: &processor::Cost) -> bool {
    let processor::Cost { flops, bytes, steps, has_loops, calls_host } = *cost;
    let is_small = flops <= SHORT_RUN.flops && bytes <= SHORT_RUN.bytes;
    // As with XLA's CPU client, what a small program prints is there after its call. Hundreds of small steps
    // take no longer than a callback.
    is_small && (calls_host || (steps <= SHORT_RUN.steps && !has_loops))
}
