//! Topologies: machines that need not be here, and compilation for them.

use std::fmt;
use std::ptr::NonNull;

use crate::abi::*;
use crate::call::{handle, slice, text};
use crate::compile_options::CompileOptions;
use crate::device::{DeviceDescription, optional};
use crate::error::Result;
use crate::executable::{Executable, Program};
use crate::named_value::{Attributes, NamedValue, NamedValueList};
use crate::outgoing::Outgoing;
use crate::plugin::Plugin;

/// A description of machines, for which programs can be compiled without having them.
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
    plugin: Plugin,
    raw: NonNull<PJRT_TopologyDescription>,
    devices: Vec<DeviceDescription>,
}

// SAFETY: PJRT topologies may be used from any thread.
unsafe impl Send for Topology {}
// SAFETY: as above.
unsafe impl Sync for Topology {}

impl Drop for Topology {
    fn drop(&mut self) {
        let mut args = PJRT_TopologyDescription_Destroy_Args { topology: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the topology is alive and ours. An error cannot be reported from here and leaves nothing to do.
        let _ = unsafe { self.plugin.api().call(&mut args) };
    }
}

impl Topology {
    /// Describes the machines of a name, such as `v2:2x2`; names and options are the plugin's affair.
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
        // SAFETY: name and options live during the call; the topology that comes out is ours.
        unsafe { api.call(&mut args)? };
        let raw = handle("PJRT_TopologyDescription_Create", args.topology)?;
        // From here on dropping the value frees the handle, whatever fails below.
        let mut topology = Topology { plugin: plugin.clone(), raw, devices: Vec::new() };
        let mut args =
            PJRT_TopologyDescription_GetDeviceDescriptions_Args { topology: raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the topology is alive, and so are its descriptions.
        unsafe {
            api.call(&mut args)?;
            for &description in slice(args.descriptions, args.num_descriptions) {
                topology.devices.push(DeviceDescription::read(api, description)?);
            }
        }
        Ok(topology)
    }

    /// Its devices.
    pub fn devices(&self) -> &[DeviceDescription] {
        &self.devices
    }

    /// The platform, such as `tpu`.
    pub fn platform_name(&self) -> Result<String> {
        let mut args = PJRT_TopologyDescription_PlatformName_Args { topology: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the topology is alive, and so is its name.
        unsafe {
            self.plugin.api().call(&mut args)?;
            Ok(text(args.platform_name, args.platform_name_size))
        }
    }

    /// What the plugin says of it; nothing if the plugin says nothing.
    pub fn attributes(&self) -> Result<Attributes> {
        let mut args = PJRT_TopologyDescription_Attributes_Args { topology: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the topology is alive, and so are its attributes.
        unsafe {
            optional(self.plugin.api().call(&mut args))?;
            Ok(Attributes::read(args.attributes, args.num_attributes))
        }
    }

    /// Compiles a program for these machines, without a client.
    pub fn compile<'a>(&self, program: impl Into<Program<'a>>, options: &CompileOptions) -> Result<Executable> {
        let program = program.into();
        let options = options.encode();
        let api = self.plugin.api();
        let mut raw_program = Outgoing::new(&program.raw(), api.is_later());
        let mut args = PJRT_Compile_Args {
            topology: self.raw.as_ptr(),
            program: raw_program.as_mut_ptr(),
            compile_options: options.as_ptr().cast(),
            compile_options_size: options.len(),
            ..AbiStruct::new()
        };
        // SAFETY: topology, program and options live during the call; the executable that comes out is ours.
        unsafe {
            api.call(&mut args)?;
            Executable::from_raw(api, handle("PJRT_Compile", args.executable)?, None)
        }
    }
}

impl fmt::Debug for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Topology({} devices of {:?})", self.devices.len(), self.plugin)
    }
}
