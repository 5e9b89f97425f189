//! Clients: opened plugins.

use std::fmt;
use std::mem::ManuallyDrop;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::abi::*;
use crate::buffer::{Buffer, RawBuffer};
use crate::call::{non_null, slice, text};
use crate::compile_options::CompileOptions;
use crate::device::{Device, find_device};
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::handle::{ClientHandle, Handle};
use crate::key_value::{KeyValueStore, StoreHandle};
use crate::loaded_executable::LoadedExecutable;
use crate::named_value::{NamedValue, NamedValueList};
use crate::plugin::Plugin;
use crate::program::{CompileInput, Program};

/// An opened plugin with its devices. Clones refer to the same client. It is destroyed with the last of its
/// clones, devices, buffers and executables.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    handle: Arc<ClientHandle>,
    devices: Vec<Device>,
    addressable_devices: Vec<Device>,
    platform_name: String,
    platform_version: String,
    process_index: i32,
}

/// Shared host memory that devices may read without a copy: anything that gives bytes.
///
/// The plugin's reference stands for a borrow of the bytes, so they neither move nor change while it exists.
pub type HostData = Arc<dyn AsRef<[u8]> + Send + Sync>;

impl Client {
    /// Opens a plugin. Each plugin defines its own options.
    ///
    /// # Errors
    /// The plugin rejects an option or cannot open its devices.
    pub fn new(plugin: &Plugin, options: &[(&str, NamedValue)]) -> Result<Client> {
        Client::create(plugin, options, None)
    }

    /// Opens a plugin in one of several processes, which share a store. The plugin's options say which
    /// process this is; those of XLA's plugin for GPUs are `node_id` and `num_nodes`.
    ///
    /// # Errors
    /// As [`Client::new`]; the other processes did not come in time.
    pub fn of_processes(
        plugin: &Plugin,
        options: &[(&str, NamedValue)],
        store: Arc<dyn KeyValueStore>,
    ) -> Result<Client> {
        Client::create(plugin, options, Some(StoreHandle::new(store)))
    }

    fn create(plugin: &Plugin, options: &[(&str, NamedValue)], store: Option<StoreHandle>) -> Result<Client> {
        const FUNCTION: &str = "PJRT_Client_Create";
        let api = plugin.api();
        let options = NamedValueList::new(options.iter().cloned());
        let mut args = PJRT_Client_Create_Args {
            create_options: options.as_ptr(),
            num_options: options.len(),
            ..AbiStruct::new()
        };
        if let Some(store) = &store {
            store.add_to(&mut args);
        }
        // SAFETY: the options live during the call, and the store of the callbacks as long as the client,
        // which the call hands over.
        let client = unsafe {
            api.call(&mut args)?;
            Handle::from_raw(api, FUNCTION, args.client)?
        };
        Client::read(Arc::new(ClientHandle::new(client, plugin.clone(), store)))
    }

    /// Reads the devices and the platform of a client.
    fn read(handle: Arc<ClientHandle>) -> Result<Client> {
        let (api, client) = (handle.api(), handle.as_ptr());
        let mut name = PJRT_Client_PlatformName_Args { client, ..AbiStruct::new() };
        let mut version = PJRT_Client_PlatformVersion_Args { client, ..AbiStruct::new() };
        let mut process = PJRT_Client_ProcessIndex_Args { client, ..AbiStruct::new() };
        let mut all = PJRT_Client_Devices_Args { client, ..AbiStruct::new() };
        let mut addressable = PJRT_Client_AddressableDevices_Args { client, ..AbiStruct::new() };
        // SAFETY: the client is alive, and texts and lists live as long as it does.
        unsafe {
            api.call(&mut name)?;
            api.call(&mut version)?;
            api.call(&mut process)?;
            api.call(&mut all)?;
            api.call(&mut addressable)?;
            let read_device = |&device: &*mut PJRT_Device| {
                let device: NonNull<PJRT_Device> = non_null("PJRT_Client_Devices", device)?;
                Device::read(&handle, device)
            };
            let devices: Vec<Device> =
                slice(all.devices, all.num_devices).iter().map(read_device).collect::<Result<_>>()?;
            let addressable_devices = slice(addressable.addressable_devices, addressable.num_addressable_devices)
                .iter()
                .map(|&device| find_device(&devices, device, "PJRT_Client_AddressableDevices"))
                .collect::<Result<_>>()?;
            let platform_name = text(name.platform_name, name.platform_name_size);
            let platform_version = text(version.platform_version, version.platform_version_size);
            let process_index = process.process_index;
            let inner = Inner { handle, devices, addressable_devices, platform_name, platform_version, process_index };
            Ok(Client { inner: Arc::new(inner) })
        }
    }

    /// The plugin that the client was opened on.
    pub fn plugin(&self) -> &Plugin {
        self.inner.handle.plugin()
    }

    /// The name of the platform, such as `tpu`.
    pub fn platform_name(&self) -> &str {
        &self.inner.platform_name
    }

    /// The platform's version, as text for people.
    pub fn platform_version(&self) -> &str {
        &self.inner.platform_version
    }

    /// The index of this process among the client's processes; 0 if there is one.
    pub fn process_index(&self) -> i32 {
        self.inner.process_index
    }

    /// All devices, those of other processes included.
    pub fn devices(&self) -> &[Device] {
        &self.inner.devices
    }

    /// The devices that this process can issue commands to.
    pub fn addressable_devices(&self) -> &[Device] {
        &self.inner.addressable_devices
    }

    /// Compiles a program and loads it onto its devices. A `&str` is a program in StableHLO's text form.
    ///
    /// # Errors
    /// The program is malformed or not supported, or the options do not match it or the client's devices.
    pub fn compile<'a>(&self, program: impl Into<Program<'a>>, options: &CompileOptions) -> Result<LoadedExecutable> {
        self.compile_input(CompileInput::new(self.inner.handle.api(), &program.into(), options))
    }

    fn compile_input(&self, mut input: CompileInput) -> Result<LoadedExecutable> {
        let handle = &self.inner.handle;
        let (compile_options, compile_options_size) = input.options();
        let mut args = PJRT_Client_Compile_Args {
            client: handle.as_ptr(),
            program: input.program(),
            compile_options,
            compile_options_size,
            ..AbiStruct::new()
        };
        // SAFETY: client, program and options live during the call, which hands over the executable.
        let executable = unsafe {
            handle.api().call(&mut args)?;
            Handle::from_raw(handle.api(), "PJRT_Client_Compile", args.executable)?
        };
        LoadedExecutable::new(handle, executable, &self.inner.devices)
    }

    /// Compiles as [`Client::compile`] does, with options that are serialized already: a
    /// `CompileOptionsProto` that comes from another program and may have fields that [`CompileOptions`]
    /// lacks.
    ///
    /// ```no_run
    /// # fn example(client: &pjrt::Client, artifact: &[u8], options: &[u8]) -> pjrt::Result<()> {
    /// let executable = client.compile_serialized(pjrt::Program::mlir(artifact), options)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Client::compile`], or the bytes are not such a message.
    pub fn compile_serialized(&self, program: Program<'_>, options: &[u8]) -> Result<LoadedExecutable> {
        self.compile_input(CompileInput::from_serialized(self.inner.handle.api(), &program, options.to_vec()))
    }

    /// The devices that the plugin chooses for a program: their ids, replica after replica.
    ///
    /// # Errors
    /// The client has fewer devices, or the plugin lacks the function.
    pub fn default_device_assignment(&self, replicas: usize, partitions: usize) -> Result<Vec<i32>> {
        const FUNCTION: &str = "PJRT_Client_DefaultDeviceAssignment";
        let invalid = || {
            let message = format!("{replicas} replicas of {partitions} partitions are not a number of devices");
            Error::new(ErrorKind::InvalidArgument, FUNCTION, message)
        };
        let count = replicas.checked_mul(partitions).filter(|count| (1..=1 << 20).contains(count));
        let mut ids = vec![0; count.ok_or_else(invalid)?];
        let mut args = PJRT_Client_DefaultDeviceAssignment_Args {
            client: self.as_ptr(),
            num_replicas: i32::try_from(replicas).map_err(|_| invalid())?,
            num_partitions: i32::try_from(partitions).map_err(|_| invalid())?,
            default_assignment_size: ids.len(),
            default_assignment: ids.as_mut_ptr(),
            ..AbiStruct::new()
        };
        // SAFETY: the client is alive, and the list has the stated size.
        unsafe { self.inner.handle.api().call(&mut args)? };
        Ok(ids)
    }

    pub(crate) fn as_ptr(&self) -> *mut PJRT_Client {
        self.inner.handle.as_ptr()
    }

    /// Copies `data` to a new buffer: a dense row-major array in this machine's byte order. The data is free
    /// for other use when the function returns.
    ///
    /// # Errors
    /// `data` does not have the array's size, the device belongs to another client, or the plugin does not
    /// support the element type.
    pub fn buffer_from_host(
        &self,
        data: &[u8],
        element_type: ElementType,
        dims: &[usize],
        device: &Device,
    ) -> Result<Buffer> {
        let semantics = PJRT_HostBufferSemantics::kImmutableOnlyDuringCall;
        // SAFETY: with these semantics the plugin does not use `data` after the call.
        unsafe { self.buffer_from_pointer(data, element_type, dims, device, semantics, None) }
    }

    /// Makes a buffer that may use `data` in place. One array in host memory can thus serve all devices that
    /// share the host's memory. Other plugins copy it.
    ///
    /// The plugin keeps a reference to `data` until it has made a copy, or until the buffer and all work that
    /// uses it have ended.
    ///
    /// ```no_run
    /// # fn example(client: &pjrt::Client) -> pjrt::Result<()> {
    /// let images: pjrt::HostData = std::sync::Arc::new(vec![0u8; 50_000 * 32 * 32 * 3]);
    /// for device in client.addressable_devices() {
    ///     let dims = [50_000, 32, 32, 3];
    ///     let buffer = client.buffer_from_host_shared(&images, pjrt::ElementType::U8, &dims, device)?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Client::buffer_from_host`].
    pub fn buffer_from_host_shared(
        &self,
        data: &HostData,
        element_type: ElementType,
        dims: &[usize],
        device: &Device,
    ) -> Result<Buffer> {
        let semantics = PJRT_HostBufferSemantics::kImmutableZeroCopy;
        let bytes = (**data).as_ref();
        // SAFETY: the bytes are those of `data`, of which the function keeps a reference as long as the
        // plugin may use them.
        unsafe { self.buffer_from_pointer(bytes, element_type, dims, device, semantics, Some(data.clone())) }
    }

    /// Makes a buffer. `owner` is dropped when the plugin does not use `data` any more. If the plugin does
    /// not say when that is, `owner` is never dropped.
    ///
    /// # Safety
    /// `data` stays alive and unchanged as long as `semantics` requires, or until `owner` is dropped.
    unsafe fn buffer_from_pointer(
        &self,
        data: &[u8],
        element_type: ElementType,
        dims: &[usize],
        device: &Device,
        semantics: PJRT_HostBufferSemantics,
        owner: Option<HostData>,
    ) -> Result<Buffer> {
        const FUNCTION: &str = "PJRT_Client_BufferFromHostBuffer";
        let handle = &self.inner.handle;
        device.check_client(handle, FUNCTION)?;
        let dims = checked_dims(FUNCTION, data.len(), element_type, dims)?;
        let mut args = PJRT_Client_BufferFromHostBuffer_Args {
            client: handle.as_ptr(),
            data: data.as_ptr().cast(),
            r#type: element_type.raw(),
            dims: dims.as_ptr(),
            num_dims: dims.len(),
            host_buffer_semantics: semantics,
            device: device.as_ptr(),
            ..AbiStruct::new()
        };
        // SAFETY: client and device are alive and belong together. `data` has as many bytes as the dimensions
        // say (checked above), and the caller keeps it as long as the semantics require. The call hands over
        // the event and the buffer.
        let (done, buffer) = unsafe {
            handle.api().call(&mut args)?;
            let done = Event::from_raw(handle.api(), FUNCTION, args.done_with_host_buffer);
            (done, RawBuffer::from_raw(device.clone(), FUNCTION, args.buffer))
        };
        // The plugin may use the data from here on, whatever fails below.
        let owner = owner.map(ManuallyDrop::new);
        let done = done?;
        if let Some(owner) = owner {
            done.on_ready(move |_| drop(ManuallyDrop::into_inner(owner)))?;
        }
        Buffer::new(buffer?)
    }
}

/// The dimensions of an array of `bytes` bytes in the API's type.
fn checked_dims(function: &'static str, bytes: usize, element_type: ElementType, dims: &[usize]) -> Result<Vec<i64>> {
    let invalid = |message: String| Error::new(ErrorKind::InvalidArgument, function, message);
    if element_type.array_bytes(dims) != Some(bytes) {
        let needed = match element_type.array_bytes(dims) {
            Some(needed) => format!("has {needed} bytes, but {bytes} were given"),
            None => "exceeds the address space".to_string(),
        };
        return Err(invalid(format!("an array of {dims:?} {element_type} {needed}")));
    }
    // A dimension beyond `i64` is possible only if another one is 0: otherwise their product is in the
    // address space.
    let converted = dims.iter().map(|&dim| i64::try_from(dim)).collect::<Result<Vec<i64>, _>>();
    converted.map_err(|_| invalid(format!("the dimensions {dims:?} do not fit into 64-bit signed integers")))
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({:?}, {} devices)", self.platform_name(), self.devices().len())
    }
}
