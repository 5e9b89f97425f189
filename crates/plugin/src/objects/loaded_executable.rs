//! Loaded executables: programs compiled for certain devices.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pjrt::abi::{PJRT_Device, PJRT_LoadedExecutable};
use pjrt::export::{Handle, Pointers};
use pjrt::{CompileOptions, DeviceAssignment, ErrorKind};

use crate::error::{Error, Result};
use crate::objects::callbacks::Host;
use crate::objects::client::Client;
use crate::objects::device::Device;
use crate::objects::executable::Executable;
use crate::objects::serialized::SerializedExecutable;

/// A program loaded onto devices: replica or partition `i` runs on `devices[i]`.
pub struct LoadedExecutable {
    client: Arc<Client>,
    executable: Arc<Executable>,
    /// This process's devices.
    devices: Vec<Arc<Device>>,
    /// The number of the first replica or partition on them.
    first: usize,
    /// The handles of the devices, as a list for callers.
    device_handles: Pointers<PJRT_Device>,
    /// The serialized `DeviceAssignmentProto`.
    device_assignment: Vec<u8>,
    /// True if the program may run on any one device, which each call names.
    is_portable: bool,
    is_deleted: AtomicBool,
}

// SAFETY: loaded executable handles are made by `into_handle` only.
unsafe impl Handle for LoadedExecutable {
    type C = PJRT_LoadedExecutable;
    const NAME: &'static str = "loaded executable";
}

impl LoadedExecutable {
    /// Compiles a StableHLO program, text or a portable artifact. `options` is a serialized
    /// `CompileOptionsProto`.
    pub fn compile(client: &Arc<Client>, code: &[u8], options: &[u8]) -> Result<Self> {
        client.queue().process().check()?;
        let host = Host(Some(client.queue().callbacks()));
        let (executable, options) = Executable::compile(client.options(), (host, client.transport()), code, options)?;
        let devices = assigned_devices(client, &options)?;
        check_processes(&executable, &devices)?;
        let ids = devices.iter().map(|device| device.id());
        let device_assignment = match &executable.partitioning {
            Some(_) => DeviceAssignment::new(ids.map(|id| vec![i64::from(id)]).collect())
                .map_err(|e| Error::invalid(e.to_string()))?,
            None => DeviceAssignment::replicas(ids),
        };
        let first = devices.iter().position(|device| device.local_id().is_some()).unwrap_or(0);
        let is_portable = options.compile_portable_executable && devices.len() == 1;
        let devices: Vec<Arc<Device>> = devices.into_iter().filter(|device| device.local_id().is_some()).collect();
        Ok(Self {
            client: client.clone(),
            executable: Arc::new(executable),
            device_handles: devices.iter().map(|device| device.as_handle()).collect(),
            device_assignment: device_assignment.encode(),
            is_portable,
            devices,
            first,
            is_deleted: AtomicBool::new(false),
        })
    }

    /// Loads an executable that was serialized. `options`, if there are any, replace those that it was
    /// compiled with.
    pub fn deserialize(client: &Arc<Client>, bytes: &[u8], options: &[u8]) -> Result<Self> {
        let serialized = SerializedExecutable::read(bytes)?;
        Self::compile(client, serialized.code, if options.is_empty() { serialized.options } else { options })
    }

    /// The ids of the devices that a serialized executable was compiled for; none if that is left to the
    /// client.
    pub fn serialized_devices(bytes: &[u8]) -> Result<Vec<i32>> {
        let options = CompileOptions::decode(SerializedExecutable::read(bytes)?.options)?;
        Ok(options.device_assignment.as_ref().map(assigned_ids).unwrap_or_default())
    }

    /// Tells the host the shardings that the program asks to be told (`jax.debug.inspect_array_sharding`).
    pub fn tell_shardings(&self) -> Result<()> {
        let Some(partitioning) = &self.executable.partitioning else { return Ok(()) };
        let host = Host(Some(self.client.queue().callbacks()));
        partitioning.inspections.iter().try_for_each(|(callback, sharding)| host.inspect(*callback, sharding))
    }

    pub fn client(&self) -> &Arc<Client> {
        &self.client
    }

    pub fn executable(&self) -> &Arc<Executable> {
        &self.executable
    }

    /// The number of the first replica or partition on this process's devices.
    pub fn first(&self) -> usize {
        self.first
    }

    /// This process's devices, in the order of replicas or partitions.
    pub fn devices(&self) -> &[Arc<Device>] {
        &self.devices
    }

    /// The devices of a run for which the caller names one.
    ///
    /// # Errors
    /// The program was compiled for other devices.
    pub fn devices_at(&self, device: &Device) -> Result<Vec<Arc<Device>>> {
        let is_own = matches!(&self.devices[..], [own] if own.id() == device.id());
        if is_own || self.is_portable {
            return Ok(vec![device.to_arc()?]);
        }
        let ids: Vec<i32> = self.devices.iter().map(|device| device.id()).collect();
        let (name, given) = (&self.executable.name, device.id());
        let message = format!("executable {name} was compiled for devices {ids:?} and cannot run on device {given}");
        Err(Error::new(ErrorKind::Unimplemented, message))
    }

    pub fn device_handles(&self) -> &Pointers<PJRT_Device> {
        &self.device_handles
    }

    /// The serialized `DeviceAssignmentProto`.
    pub fn device_assignment(&self) -> &[u8] {
        &self.device_assignment
    }

    /// Marks the executable as deleted. It cannot run afterwards.
    pub fn delete(&self) {
        self.is_deleted.store(true, Ordering::Release);
    }

    pub fn is_deleted(&self) -> bool {
        self.is_deleted.load(Ordering::Acquire)
    }
}

/// Checks that a program runs on this process's devices only, or on all devices of all processes.
///
/// # Errors
/// It does not.
fn check_processes(executable: &Executable, devices: &[Arc<Device>]) -> Result<()> {
    let is_right = match executable.is_over_hosts() {
        // `Executable::compile` has compared the number.
        true => devices.iter().enumerate().all(|(i, device)| device.id() == i as i32),
        false => devices.iter().all(|device| device.local_id().is_some()),
    };
    is_right.then_some(()).ok_or_else(|| {
        let ids: Vec<i32> = devices.iter().map(|device| device.id()).collect();
        let message = format!(
            "executable {} is to run on devices {ids:?}: on several processes, a program runs on all devices in the \
             order of their ids, or on devices of the process that compiles it",
            executable.name
        );
        Error::new(ErrorKind::Unimplemented, message)
    })
}

/// The ids of an assignment, in the order of replicas or partitions.
fn assigned_ids(assignment: &DeviceAssignment) -> Vec<i32> {
    let (replicas, partitions) = (assignment.num_replicas(), assignment.num_partitions());
    let logical = (0..replicas).flat_map(|r| (0..partitions).map(move |p| (r, p)));
    logical.filter_map(|(r, p)| i32::try_from(assignment.device_id(r, p)?).ok()).collect()
}

/// The device of each replica or partition: as in the options, by default the first devices.
fn assigned_devices(client: &Client, options: &CompileOptions) -> Result<Vec<Arc<Device>>> {
    let count = options.num_replicas.saturating_mul(options.num_partitions.max(1));
    let devices: Vec<i32> = match &options.device_assignment {
        Some(assignment) => assigned_ids(assignment),
        // By default those of this process, if they are enough.
        None => {
            let first = client.first_device(count);
            (first as i32..(first + count) as i32).collect()
        }
    };
    if devices.len() != count || devices.len() > client.num_devices() {
        return Err(Error::invalid(format!(
            "a program of {} replicas and {} partitions cannot be loaded onto {} of this client's {} devices",
            options.num_replicas,
            options.num_partitions,
            devices.len(),
            client.num_devices()
        )));
    }
    devices.iter().map(|id| client.device(i64::from(*id)).cloned()).collect()
}
