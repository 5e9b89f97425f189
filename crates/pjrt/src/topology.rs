//! Topologies: descriptions of machines, and compilation for machines that are not present.

use std::fmt;

use crate::abi::*;
use crate::call::{implemented, slice, text};
use crate::compile_options::CompileOptions;
use crate::device::DeviceDescription;
use crate::error::Result;
use crate::executable::Executable;
use crate::handle::Handle;
use crate::named_value::{Attributes, NamedValue, NamedValueList};
use crate::plugin::Plugin;
use crate::program::{CompileInput, Program};

/// A description of machines. Programs can be compiled for them without the machines being present.
///
/// ```no_run
/// use pjrt::{CompileOptions, Plugin, Topology};
/// let topology = Topology::new(&Plugin::load("libtpu.so")?, "v2:2x2", &[])?;
/// let options = CompileOptions { num_replicas: topology.devices().len(), ..CompileOptions::default() };
/// let program = "func.func @main(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }";
/// println!("{:?}", topology.compile(program, &options)?.compiled_memory_stats()?);
/// # Ok::<(), pjrt::Error>(())
/// ```
pub struct Topology {
    handle: Handle<PJRT_TopologyDescription>,
    plugin: Plugin,
    devices: Vec<DeviceDescription>,
}

impl Topology {
    /// Describes the machines with a name, such as `v2:2x2`. Each plugin defines its own names and options.
    ///
    /// # Errors
    /// The plugin does not implement topologies, or rejects the name or an option.
    pub fn new(plugin: &Plugin, name: &str, options: &[(&str, NamedValue)]) -> Result<Topology> {
        let api = plugin.api();
        let options = NamedValueList::new(options.iter().cloned());
        let mut args = PJRT_TopologyDescription_Create_Args {
            topology_name: name.as_ptr().cast(),
            topology_name_size: name.len(),
            create_options: options.as_ptr(),
            num_options: options.len(),
            ..AbiStruct::new()
        };
        // SAFETY: name and options live during the call, which hands over the topology.
        let handle = unsafe {
            api.call(&mut args)?;
            Handle::from_raw(api, "PJRT_TopologyDescription_Create", args.topology)?
        };
        let mut args =
            PJRT_TopologyDescription_GetDeviceDescriptions_Args { topology: handle.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the topology is alive, and its descriptions live as long.
        let devices = unsafe {
            api.call(&mut args)?;
            let descriptions = slice(args.descriptions, args.num_descriptions).iter();
            descriptions.map(|&description| DeviceDescription::read(api, description)).collect::<Result<_>>()?
        };
        Ok(Topology { handle, plugin: plugin.clone(), devices })
    }

    /// The devices.
    pub fn devices(&self) -> &[DeviceDescription] {
        &self.devices
    }

    /// The name of the platform, such as `tpu`.
    pub fn platform_name(&self) -> Result<String> {
        let mut args =
            PJRT_TopologyDescription_PlatformName_Args { topology: self.handle.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the topology is alive, and its name lives as long.
        unsafe {
            self.handle.api().call(&mut args)?;
            Ok(text(args.platform_name, args.platform_name_size))
        }
    }

    /// The topology's attributes; empty if the plugin has none.
    pub fn attributes(&self) -> Result<Attributes> {
        let mut args = PJRT_TopologyDescription_Attributes_Args { topology: self.handle.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the topology is alive, and its attributes live as long.
        unsafe {
            implemented(self.handle.api().call(&mut args))?;
            Ok(Attributes::read(args.attributes, args.num_attributes))
        }
    }

    /// Compiles a program for these machines, without a client.
    ///
    /// # Errors
    /// The program is malformed or not supported, or the options do not match it or the topology.
    pub fn compile<'a>(&self, program: impl Into<Program<'a>>, options: &CompileOptions) -> Result<Executable> {
        let program = program.into();
        let api = self.handle.api();
        let mut input = CompileInput::new(api, &program, options);
        let (compile_options, compile_options_size) = input.options();
        let mut args = PJRT_Compile_Args {
            topology: self.handle.as_ptr(),
            program: input.program(),
            compile_options,
            compile_options_size,
            ..AbiStruct::new()
        };
        // SAFETY: topology, program and options live during the call, which hands over the executable.
        let executable = unsafe {
            api.call(&mut args)?;
            Handle::from_raw(api, "PJRT_Compile", args.executable)?
        };
        Executable::new(executable, None)
    }
}

impl fmt::Debug for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Topology({} devices of {:?})", self.devices.len(), self.plugin)
    }
}
