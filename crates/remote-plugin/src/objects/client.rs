//! Clients: sessions with a server.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use pjrt::abi::{PJRT_Client, PJRT_Device};
use pjrt::export::{Handle, Pointers, SharedHandle, watch_forks};
use remote::Sharding;

use crate::error::{Error, Result};
use crate::objects::buffer::{Arrays, Upload};
use crate::objects::device::Device;
use crate::objects::types::ArrayType;
use crate::options::Options;

/// A session with a server.
pub struct Client {
    session: Arc<remote::Client>,
    devices: Vec<Arc<Device>>,
    device_handles: Pointers<PJRT_Device>,
    /// Host memory that callers keep unchanged, and the array that was made of it.
    uploads: Mutex<Vec<Weak<Upload>>>,
}

// SAFETY: client handles are made by `into_handle` of an `Arc<Client>` only.
unsafe impl SharedHandle for Client {
    type C = PJRT_Client;
    const NAME: &'static str = "client";
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// Nobody answers, or the server refuses the session or has no device.
    pub fn new(options: Options) -> Result<Arc<Client>> {
        // In forks, events that only the session's thread would set are errors.
        watch_forks();
        let session = remote::Client::connect(&options.address, options.connect)?;
        if session.devices().is_empty() {
            return Err(Error::precondition(format!("the worker at {} has no device", options.address)));
        }
        let session = Arc::new(session);
        let devices = session.devices().iter().enumerate();
        let devices: Vec<Arc<Device>> = devices.map(|(index, told)| Device::new(&session, index, told)).collect();
        Ok(Arc::new(Client {
            device_handles: devices.iter().map(|device| device.as_handle()).collect(),
            devices,
            session,
            uploads: Mutex::default(),
        }))
    }

    pub fn session(&self) -> &remote::Client {
        &self.session
    }

    pub fn devices(&self) -> &[Arc<Device>] {
        &self.devices
    }

    pub fn device_handles(&self) -> &Pointers<PJRT_Device> {
        &self.device_handles
    }

    /// The device with an id of the server.
    ///
    /// # Errors
    /// There is none.
    pub fn device(&self, id: i32) -> Result<&Arc<Device>> {
        let found = self.devices.iter().find(|device| device.id() == id);
        found.ok_or_else(|| {
            Error::invalid(format!("there is no device {id}: the worker has {} devices", self.devices.len()))
        })
    }

    /// Copies a dense row-major array to a device.
    ///
    /// # Errors
    /// The server refuses it, or the connection is lost.
    pub fn put(&self, data: &[u8], ty: &ArrayType, device: &Device) -> Result<Arc<Arrays>> {
        let array = self.session.put(data, ty.dtype, &ty.shape, &Sharding::single_device(device.id()))?;
        Ok(Arrays::single(array, None))
    }

    /// Copies an array of host memory that stays unchanged until the event of the upload is ready. What is at
    /// the server already is copied there.
    ///
    /// # Errors
    /// As [`Client::put`].
    pub fn put_shared(&self, data: &[u8], ty: &ArrayType, device: &Device) -> Result<(Arc<Arrays>, Arc<Upload>)> {
        let key = (data.as_ptr() as usize, data.len());
        // Dropped after the lock is released: the end of an upload calls functions that may come here again.
        let mut alive: Vec<Arc<Upload>> = Vec::new();
        let mut uploads = self.uploads.lock().unwrap_or_else(PoisonError::into_inner);
        alive.extend(uploads.iter().filter_map(Weak::upgrade));
        *uploads = alive.iter().map(Arc::downgrade).collect();
        let known = alive.iter().find(|upload| upload.is_of(key, ty)).cloned();
        if let Some(upload) = known {
            let array = upload.array().copy_to(device.id());
            return Ok((Arrays::single(array, Some(upload.clone())), upload));
        }
        let array = self.session.put(data, ty.dtype, &ty.shape, &Sharding::single_device(device.id()))?;
        let upload = Upload::new(key, ty.clone(), array);
        uploads.push(Arc::downgrade(&upload));
        let array = upload.array().copy_to(device.id());
        Ok((Arrays::single(array, Some(upload.clone())), upload))
    }
}
