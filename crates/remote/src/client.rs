//! The client: its devices, and how arrays and programs get there.

use std::sync::{Arc, OnceLock};

use ifrt_proxy::messages::{
    ArraySpecProto, AttributeMapProto, CompileRequest, Fingerprint, HostBufferProto, InitRequest, InitResponse,
    MakeArrayFromHostBufferRequest, MakeArraysFromHostBufferShardsRequest, MakeArraysFromHostBufferShardsSpec, Request,
    Response, Serialized, ShapeProto, ShardIndices,
};
use ifrt_proxy::{Address, CompileOptions, DType, Error, Handle, Program, Result, Shape, Sharding, Tiles, Version};

use crate::array::{Array, check_future};
use crate::blocks::cut;
use crate::executable::Executable;
use crate::options::ConnectOptions;
use crate::session::Session;

/// A device behind the server.
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    /// Its id, which shardings and device assignments name.
    pub id: i32,
    /// What it is, for example `TPU v3`.
    pub kind: String,
    /// Its description for people.
    pub description: String,
    /// The kinds of its memories; the first is the default one.
    pub memory_kinds: Vec<String>,
    /// What else the server tells of it.
    pub attributes: AttributeMapProto,
}

/// A session with a server. See the [crate's page](crate) for an example.
#[derive(Debug)]
pub struct Client {
    session: Arc<Session>,
    platform_name: String,
    platform_version: String,
    devices: Vec<Device>,
}

impl Client {
    /// Connects, agrees on a version, and asks for the devices.
    ///
    /// # Errors
    /// Nobody answers at that address, there is no common version, or the server refuses the client.
    pub fn connect(address: &Address, options: ConnectOptions) -> Result<Client> {
        let (session, init) = Session::open(address, options)?;
        let devices = devices(&init);
        let InitResponse { platform_name, platform_version, .. } = init;
        Ok(Client { session: Arc::new(session), platform_name, platform_version, devices })
    }

    /// Name of the platform.
    pub fn platform_name(&self) -> &str {
        &self.platform_name
    }

    /// Version of the platform, as a text for people.
    pub fn platform_version(&self) -> &str {
        &self.platform_version
    }

    /// The version of the protocol that is spoken.
    pub fn protocol(&self) -> Version {
        self.session.version
    }

    /// The devices that programs may use.
    pub fn devices(&self) -> &[Device] {
        &self.devices
    }

    /// Asks for the devices again. A worker of Labora then tells the use of their memory, in bytes, by the
    /// attributes `bytes_in_use`, `peak_bytes_in_use` and `bytes_limit`.
    ///
    /// # Errors
    /// The server refuses the request, or the connection is lost.
    pub fn current_devices(&self) -> Result<Vec<Device>> {
        let told = self.session.call(Request::Init(InitRequest {}), |response| match response {
            Response::Init(answer) => Some(answer),
            _ => None,
        });
        Ok(devices(&told.wait()?))
    }

    /// Copies an array to devices: row-major, little-endian, a byte at least for each element. Returns when
    /// the server has the bytes. Devices that hold the same part get it from one copy. An error of the array
    /// is told when it is used.
    ///
    /// # Errors
    /// `data` is not of that type and shape, the sharding does not fit the shape, or the server refuses the
    /// bytes.
    pub fn put(&self, data: &[u8], dtype: DType, shape: &Shape, sharding: &Sharding) -> Result<Array> {
        if data.len() != shape.host_bytes(dtype) {
            let (has, needs, dims) = (data.len(), shape.host_bytes(dtype), shape.dims());
            return Err(Error::invalid(format!("{has} bytes for an array of {dtype} {dims:?}: it has {needs}")));
        }
        let session = Arc::clone(&self.session);
        let handle = session.handles.next();
        let tiles = sharding.tiles(shape.dims().len())?;
        if tiles.is_fully_replicated() {
            self.put_replicated(data, handle, dtype, shape, sharding)?;
        } else {
            self.put_shards(data, handle, dtype, shape, sharding, &tiles)?;
        }
        Ok(Array { session, handle, dtype, shape: shape.clone(), sharding: sharding.clone() })
    }

    fn put_replicated(
        &self,
        data: &[u8],
        handle: Handle,
        dtype: DType,
        shape: &Shape,
        sharding: &Sharding,
    ) -> Result<()> {
        let buffer = self.session.store(data.to_vec().into())?;
        let request = MakeArrayFromHostBufferRequest {
            dtype: Some(dtype.into()),
            shape: Some(shape.into()),
            sharding: Some(sharding.into()),
            layout: None,
            host_buffer_handle: buffer.get(),
            byte_strides: None,
            array_handle: Some(handle.get()),
        };
        // An error is that of the array, and is told when it is used.
        drop(self.session.call(Request::MakeArrayFromHostBuffer(request), |_| Some(())));
        Ok(())
    }

    fn put_shards(
        &self,
        data: &[u8],
        handle: Handle,
        dtype: DType,
        shape: &Shape,
        sharding: &Sharding,
        tiles: &Tiles,
    ) -> Result<()> {
        let mut spec = MakeArraysFromHostBufferShardsSpec {
            array_spec: Some(ArraySpecProto {
                dtype: Some(dtype.into()),
                shape: Some(shape.into()),
                sharding: Some(sharding.into()),
                ..ArraySpecProto::default()
            }),
            ..MakeArraysFromHostBufferShardsSpec::default()
        };
        let mut seen: Vec<&[usize]> = Vec::new();
        for device in 0..sharding.devices.len() {
            let place = tiles.place(device);
            if let Some(buffer) = seen.iter().position(|seen| *seen == place) {
                spec.addressable_shard_indices[buffer].indices.push(device as i64);
                continue;
            }
            seen.push(place);
            let ranges = tiles.shard(device, shape.dims())?;
            let part = Shape::new(ranges.iter().map(|range| range.len()).collect())?;
            let buffer = self.session.store(cut(data, shape.dims(), &ranges, dtype.host_bytes()).into())?;
            spec.addressable_shard_indices.push(ShardIndices { indices: vec![device as i64] });
            spec.host_buffers.push(HostBufferProto {
                dtype: Some(dtype.into()),
                shape: Some(ShapeProto::from(&part)),
                host_buffer_handle: buffer.get(),
                byte_strides: None,
            });
        }
        let request = MakeArraysFromHostBufferShardsRequest { specs: vec![spec], array_handles: vec![handle.get()] };
        drop(self.session.call(Request::MakeArraysFromHostBufferShards(request), |_| Some(())));
        Ok(())
    }

    /// Compiles a program in StableHLO's text format, and waits until it is compiled.
    ///
    /// # Errors
    /// The server's compiler refuses the program or the options, or the connection is lost.
    pub fn compile(&self, program: &str, options: &CompileOptions) -> Result<Executable> {
        self.compile_serialized(Program::StableHloText(program.to_owned()), options.into())
    }

    /// Compiles a program with options that are serialized already: they may have fields that
    /// [`CompileOptions`] lacks.
    ///
    /// # Errors
    /// As [`Client::compile`].
    pub fn compile_serialized(&self, program: Program, options: Serialized) -> Result<Executable> {
        let request = CompileRequest {
            program: Some(program.into()),
            compile_options: Some(options),
            host_callbacks: Vec::new(),
        };
        let compiled = self.session.call(Request::Compile(request), |response| match response {
            Response::Compile(answer) => Some(answer),
            _ => None,
        });
        let answer = compiled.wait()?;
        let none = || Error::internal("the compiled program has no handle");
        let executable = Executable {
            session: Arc::clone(&self.session),
            handle: Handle::from_wire(answer.loaded_executable_handle).ok_or_else(none)?,
            name: answer.name,
            devices: answer.device_ids,
            fingerprint: match answer.fingerprint {
                Some(Fingerprint::Value(value)) => Some(value),
                _ => None,
            },
            outputs: OnceLock::new(),
        };
        check_future(&self.session, answer.ready_future_handle.unwrap_or_default())?;
        Ok(executable)
    }
}

/// The devices that the server lists first, or all that its process drives.
fn devices(init: &InitResponse) -> Vec<Device> {
    let listed =
        if init.primary_device_ids.is_empty() { &init.addressable_device_ids } else { &init.primary_device_ids };
    let found = listed.iter().filter_map(|id| init.all_devices.iter().find(|device| device.id == *id));
    let kind_of = |id: &i32| {
        let memory = init.memories.iter().find(|memory| memory.id == *id);
        memory.map(|memory| memory.memory_space_kind.clone())
    };
    let device = |proto: &ifrt_proxy::messages::DeviceProto| {
        let others = proto.memory_ids.iter().filter(|id| Some(**id) != proto.default_memory_id);
        Device {
            id: proto.id,
            kind: proto.device_kind.clone(),
            description: proto.to_string.clone(),
            attributes: proto.attributes.clone().unwrap_or_default(),
            memory_kinds: proto.default_memory_id.iter().chain(others).filter_map(kind_of).collect(),
        }
    };
    found.map(device).collect()
}
