//! Clients: a plugin opened for work.

use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;

use crate::abi::*;
use crate::buffer::Buffer;
use crate::call::{Api, handle, slice, text};
use crate::compile_options::CompileOptions;
use crate::device::Device;
use crate::element_type::ElementType;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::executable::{LoadedExecutable, Program};
use crate::named_value::{NamedValue, NamedValueList};
use crate::outgoing::Outgoing;
use crate::plugin::Plugin;

/// A plugin opened for work, with its devices. Clones are the same client; it is shut down once nothing of it is left: no
/// clone, device, buffer or executable.
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

/// The plugin's own object, which everything that is part of a client keeps alive.
pub(crate) struct ClientHandle {
    plugin: Plugin,
    raw: NonNull<PJRT_Client>,
}

// SAFETY: PJRT clients may be used from any thread.
unsafe impl Send for ClientHandle {}
// SAFETY: as above.
unsafe impl Sync for ClientHandle {}

impl ClientHandle {
    pub(crate) fn api(&self) -> Api {
        self.plugin.api()
    }

    pub(crate) fn plugin(&self) -> &Plugin {
        &self.plugin
    }
}

impl Drop for ClientHandle {
    fn drop(&mut self) {
        let mut args = PJRT_Client_Destroy_Args { client: self.raw.as_ptr(), ..AbiStruct::new() };
        // SAFETY: the client is alive and nothing of it is left. An error cannot be reported from here.
        let _ = unsafe { self.api().call(&mut args) };
    }
}

/// Host memory that devices may read as long as they like: anything that gives bytes and is shared.
///
/// Whoever holds such a reference could hold a borrow of its bytes just as long, so they stay where and what they are.
pub type HostData = Arc<dyn AsRef<[u8]> + Send + Sync>;

impl Client {
    /// Opens a plugin. What options there are is the plugin's affair.
    pub fn new(plugin: &Plugin, options: &[(&str, NamedValue)]) -> Result<Client> {
        let api = plugin.api();
        let options = NamedValueList::new(options.iter().cloned());
        let mut args = PJRT_Client_Create_Args {
            create_options: options.as_ptr(),
            num_options: options.len(),
            ..AbiStruct::new()
        };
        // SAFETY: the options live during the call; there are no callbacks.
        unsafe { api.call(&mut args)? };
        let raw = handle("PJRT_Client_Create", args.client)?;
        let handle = Arc::new(ClientHandle { plugin: plugin.clone(), raw });

        let client = raw.as_ptr();
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
            let devices = slice(all.devices, all.num_devices)
                .iter()
                .map(|&device| Device::read(&handle, self::handle("PJRT_Client_Devices", device)?))
                .collect::<Result<Vec<_>>>()?;
            let addressable_devices = slice(addressable.addressable_devices, addressable.num_addressable_devices)
                .iter()
                .map(|&device| find_device(&devices, device, "PJRT_Client_AddressableDevices"))
                .collect::<Result<Vec<_>>>()?;
            Ok(Client {
                inner: Arc::new(Inner {
                    handle,
                    devices,
                    addressable_devices,
                    platform_name: text(name.platform_name, name.platform_name_size),
                    platform_version: text(version.platform_version, version.platform_version_size),
                    process_index: process.process_index,
                }),
            })
        }
    }

    /// The plugin it was opened on.
    pub fn plugin(&self) -> &Plugin {
        &self.inner.handle.plugin
    }

    /// The platform, such as `tpu`.
    pub fn platform_name(&self) -> &str {
        &self.inner.platform_name
    }

    /// The platform's version, for people to read.
    pub fn platform_version(&self) -> &str {
        &self.inner.platform_version
    }

    /// The index of this process among those of the client; 0 if it is alone.
    pub fn process_index(&self) -> i32 {
        self.inner.process_index
    }

    /// All devices.
    pub fn devices(&self) -> &[Device] {
        &self.inner.devices
    }

    /// The devices that this process can command.
    pub fn addressable_devices(&self) -> &[Device] {
        &self.inner.addressable_devices
    }

    /// Compiles a program and loads it onto its devices. A `&str` is a program in StableHLO's text form.
    pub fn compile<'a>(&self, program: impl Into<Program<'a>>, options: &CompileOptions) -> Result<LoadedExecutable> {
        let program = program.into();
        let options = options.encode();
        let api = self.inner.handle.api();
        let mut raw_program = Outgoing::new(&program.raw(), api.is_later());
        let mut args = PJRT_Client_Compile_Args {
            client: self.raw(),
            program: raw_program.as_mut_ptr(),
            compile_options: options.as_ptr().cast(),
            compile_options_size: options.len(),
            ..AbiStruct::new()
        };
        // SAFETY: client, program and options live during the call; the executable that comes out is ours.
        unsafe {
            api.call(&mut args)?;
            LoadedExecutable::from_raw(self, handle("PJRT_Client_Compile", args.executable)?)
        }
    }

    /// Makes a buffer of `data`: a dense array, the last dimension fastest, in this machine's byte order. The data is free for
    /// other use once this returns.
    pub fn buffer_from_host(
        &self,
        data: &[u8],
        element_type: ElementType,
        dims: &[usize],
        device: &Device,
    ) -> Result<Buffer> {
        let semantics = PJRT_HostBufferSemantics::kImmutableOnlyDuringCall;
        // SAFETY: with these semantics the plugin is done with `data` when the call returns.
        let (buffer, _done) = unsafe { self.buffer_from_pointer(data, element_type, dims, device, semantics)? };
        Ok(buffer)
    }

    /// Makes a buffer of `data` that may use it where it lies, without a copy; so one array in host memory can serve all
    /// devices of a processor that shares the host's memory. Other plugins copy it.
    ///
    /// The plugin keeps a reference to `data` until it says that it does not need it any more: when a copy is made, or the
    /// buffer and all work that uses it have ended.
    ///
    /// ```no_run
    /// # fn example(client: &pjrt::Client) -> pjrt::Result<()> {
    /// let pictures: pjrt::HostData = std::sync::Arc::new(vec![0u8; 50_000 * 32 * 32 * 3]);
    /// for device in client.addressable_devices() {
    ///     let dims = [50_000, 32, 32, 3];
    ///     let buffer = client.buffer_from_host_shared(&pictures, pjrt::ElementType::U8, &dims, device)?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn buffer_from_host_shared(
        &self,
        data: &HostData,
        element_type: ElementType,
        dims: &[usize],
        device: &Device,
    ) -> Result<Buffer> {
        let semantics = PJRT_HostBufferSemantics::kImmutableZeroCopy;
        let bytes = (**data).as_ref();
        // SAFETY: the bytes stay until the event has come, for the callback below holds a reference until then; if it cannot
        // be registered, the reference is never given back.
        let (buffer, done) = unsafe { self.buffer_from_pointer(bytes, element_type, dims, device, semantics) }?;
        let kept = data.clone();
        done.on_ready(move |_| drop(kept))?;
        Ok(buffer)
    }

    /// # Safety
    /// `data` stays as long as `semantics` asks for.
    unsafe fn buffer_from_pointer(
        &self,
        data: &[u8],
        element_type: ElementType,
        dims: &[usize],
        device: &Device,
        semantics: PJRT_HostBufferSemantics,
    ) -> Result<(Buffer, Event)> {
        const FUNCTION: &str = "PJRT_Client_BufferFromHostBuffer";
        let api = self.inner.handle.api();
        device.check_client(&self.inner.handle, FUNCTION)?;
        if element_type.array_bytes(dims) != Some(data.len()) {
            let needed = match element_type.array_bytes(dims) {
                Some(bytes) => format!("needs {bytes} bytes"),
                None => "needs more bytes than memory has".to_string(),
            };
            let message = format!("an array of {dims:?} {element_type} {needed}, but {} were given", data.len());
            return Err(Error::new(ErrorKind::InvalidArgument, FUNCTION, message));
        }
        // No dimension is beyond `i64`: their product fits into memory, unless one is 0; then the others may be anything.
        let dims = dims
            .iter()
            .map(|&dim| i64::try_from(dim))
            .collect::<Result<Vec<i64>, _>>()
            .map_err(|_| Error::new(ErrorKind::InvalidArgument, FUNCTION, format!("{dims:?} is beyond 64 bits")))?;
        let mut args = PJRT_Client_BufferFromHostBuffer_Args {
            client: self.raw(),
            data: data.as_ptr().cast(),
            r#type: element_type.raw(),
            dims: dims.as_ptr(),
            num_dims: dims.len(),
            host_buffer_semantics: semantics,
            device: device.raw(),
            ..AbiStruct::new()
        };
        // SAFETY: client and device are alive and belong together, `data` has as many bytes as the dimensions say (checked
        // above) and stays as long as the semantics ask for (as the caller says). Buffer and event that come out are ours.
        unsafe {
            api.call(&mut args)?;
            let done = Event::from_raw(api, FUNCTION, args.done_with_host_buffer);
            let buffer = Buffer::from_raw(device.clone(), handle(FUNCTION, args.buffer)?);
            Ok((buffer?, done?))
        }
    }

    pub(crate) fn handle(&self) -> &Arc<ClientHandle> {
        &self.inner.handle
    }

    fn raw(&self) -> *mut PJRT_Client {
        self.inner.handle.raw.as_ptr()
    }
}

/// The device of a list that a plugin's handle stands for.
pub(crate) fn find_device(devices: &[Device], raw: *mut PJRT_Device, function: &'static str) -> Result<Device> {
    devices.iter().find(|device| device.raw() == raw).cloned().ok_or_else(|| {
        Error::new(ErrorKind::Internal, function, "the plugin named a device that is not among the client's devices")
    })
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Client({:?}, {} devices)", self.platform_name(), self.devices().len())
    }
}
