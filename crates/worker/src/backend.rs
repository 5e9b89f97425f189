//! The devices that are served.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread::available_parallelism;

use ifrt_proxy::messages::MemoryProto;
use ifrt_proxy::messages::{AttributeMapProto, AttributeProto, AttributeValue, DeviceProto, InitResponse, Int64List};
use ifrt_proxy::{Code, Error, Result};
use pjrt::{Attributes, Buffer, Client, Device, Memory, NamedValue};

use crate::callbacks::Callbacks;
use crate::convert::FORMAT_VERSION;
use crate::error::from_pjrt;
use crate::launch_queue::LaunchQueue;
use crate::pool::Pool;

/// The client of a PJRT plugin, and what its sessions share.
#[derive(Debug)]
pub struct Backend {
    /// The client.
    pub client: Client,
    /// The name that clients get for the platform. JAX chooses by it how it lowers a function.
    pub platform_name: String,
    /// The memories of each device in [`Client::addressable_devices`], the default one first.
    memories: Vec<Vec<Memory>>,
    /// The order of launches.
    pub launch_queue: Arc<LaunchQueue>,
    /// The clients whose functions programs call.
    pub(crate) callbacks: Arc<Callbacks>,
    /// The threads that compile.
    pub compilers: Pool,
    /// Bytes that all sessions hold, also those of sessions that have ended and are not freed yet.
    pub held_bytes: Arc<AtomicU64>,
}

impl Backend {
    /// Serves a client under the name of a platform; `None` is the name that the plugin gives.
    ///
    /// # Errors
    /// The client has no device here, or the plugin does not describe its memories.
    pub fn new(client: Client, platform_name: Option<String>) -> Result<Backend> {
        if client.addressable_devices().is_empty() {
            return Err(Error::new(Code::FailedPrecondition, "the plugin has no device on this machine"));
        }
        let memories = client.addressable_devices().iter().map(memories).collect::<Result<Vec<_>>>()?;
        let platform_name = platform_name.unwrap_or_else(|| client.platform_name().to_string());
        let threads = available_parallelism().map_or(1, usize::from);
        let compilers = Pool::new(threads).map_err(|e| Error::internal(format!("threads that compile: {e}")))?;
        let (launch_queue, callbacks, held_bytes) = (Arc::default(), Arc::default(), Arc::default());
        Ok(Backend { client, platform_name, memories, launch_queue, callbacks, compilers, held_bytes })
    }

    /// Calls the function of a client that a program names by this number, and waits until it returned. For
    /// plugins whose programs call functions of the host.
    ///
    /// # Errors
    /// The text of the function's error, or why it cannot be called: its client is gone.
    pub fn call_back(&self, function: u64, arguments: &[&[u8]], results: &mut [&mut [u8]]) -> Result<(), String> {
        self.launch_queue.while_calling(|| self.callbacks.call(function, arguments, results))
    }

    /// The device with an id.
    ///
    /// # Errors
    /// There is none, or another process drives it.
    pub fn device(&self, id: i32) -> Result<&Device> {
        let mut devices = self.client.addressable_devices().iter();
        devices.find(|device| device.id() == id).ok_or_else(|| {
            let count = self.client.addressable_devices().len();
            Error::new(Code::NotFound, format!("the worker has no device {id}; it has {count} devices"))
        })
    }

    /// The use of the memory of a device: bytes in use, their peak, the bytes that there are, the number of
    /// allocations, the largest of them. -1 stands for what the plugin does not count, or for no such device.
    pub fn memory_stats(&self, id: u64) -> [i64; 5] {
        let device = i32::try_from(id).ok().and_then(|id| self.device(id).ok());
        let Some(stats) = device.and_then(|device| device.memory_stats().ok().flatten()) else { return [-1; 5] };
        let others = [stats.peak_bytes_in_use, stats.bytes_limit, stats.num_allocs, stats.largest_alloc_size];
        let [peak, limit, count, largest] = others.map(|number| number.unwrap_or(-1));
        [stats.bytes_in_use, peak, limit, count, largest]
    }

    /// The kinds of memory that the devices have, the default one first.
    fn memory_kinds(&self) -> impl Iterator<Item = &str> {
        self.memories[0].iter().map(|memory| memory.kind.as_str())
    }

    /// The kind of memory that a client asks for: none and an empty text stand for the default one.
    ///
    /// # Errors
    /// The devices have no such memory.
    pub fn memory_kind<'a>(&'a self, asked: Option<&'a str>) -> Result<&'a str> {
        let kinds: Vec<&str> = self.memory_kinds().collect();
        match asked {
            None | Some("") => Ok(kinds[0]),
            Some(kind) if kinds.contains(&kind) => Ok(kind),
            Some(kind) => {
                Err(Error::invalid(format!("the devices have no memory of the kind {kind:?}, but {kinds:?}")))
            }
        }
    }

    /// A buffer in the memory of a kind of a device: itself if it is there, a copy otherwise.
    pub fn in_memory(&self, buffer: Buffer, device: &Device, kind: &str) -> Result<Buffer> {
        match buffer.device() == device && buffer.memory_kind().map_err(from_pjrt)?.is_none_or(|found| found == kind) {
            true => Ok(buffer),
            false => buffer.copy_to_memory(device, kind).map_err(from_pjrt),
        }
    }

    /// The answer to the first request of a session, and, `with_memory_stats`, to the same request later.
    pub fn init_response(&self, session_id: u64, with_memory_stats: bool) -> InitResponse {
        let devices = self.client.addressable_devices();
        let ids: Vec<i32> = devices.iter().map(Device::id).collect();
        let mut hasher = DefaultHasher::new();
        self.platform_name.hash(&mut hasher);
        let all_devices =
            devices.iter().zip(&self.memories).enumerate().map(|(index, (device, memories))| DeviceProto {
                id: device.id(),
                local_device_id: index as i32,
                local_hardware_id: device.local_hardware_id().unwrap_or(-1),
                platform_name: self.platform_name.clone(),
                device_kind: device.kind().to_string(),
                default_memory_id: Some(memories[0].id),
                memory_ids: memories.iter().map(|memory| memory.id).collect(),
                debug_string: device.debug_string().to_string(),
                to_string: device.to_string(),
                attributes: Some(match with_memory_stats {
                    true => with_stats(self.device_attributes(index, device), device),
                    false => self.device_attributes(index, device),
                }),
            });
        let of_device = |(id, memories): (&i32, &Vec<Memory>)| {
            let describe = |memory: &Memory| MemoryProto {
                id: memory.id,
                memory_space_kind: memory.kind.clone(),
                kind_id: self.memory_kinds().position(|kind| kind == memory.kind).map_or(-1, |place| place as i32),
                device_ids: vec![*id],
                debug_string: memory.debug_string.clone(),
                to_string: memory.display.clone(),
            };
            memories.iter().map(describe).collect::<Vec<_>>()
        };
        let memories = ids.iter().zip(&self.memories).flat_map(of_device);
        InitResponse {
            session_id,
            platform_name: self.platform_name.clone(),
            platform_version: self.client.platform_version().to_string(),
            platform_id: hasher.finish(),
            process_index: 0,
            runtime_type: "labora-worker".to_string(),
            all_devices: all_devices.collect(),
            memories: memories.collect(),
            primary_device_ids: ids.clone(),
            addressable_device_ids: ids,
            client_attributes: Some(client_attributes()),
        }
    }
}

impl Backend {
    /// The plugin's attributes of a device. For clients who take it for a TPU, they have coordinates: JAX
    /// makes no mesh of TPUs without.
    fn device_attributes(&self, index: usize, device: &Device) -> AttributeMapProto {
        let mut map = attribute_map(device.attributes());
        if self.platform_name == "tpu" && !map.attributes.contains_key("coords") {
            let elements = coordinates(index, self.client.addressable_devices().len());
            let coords = AttributeValue::Int64List(Int64List { elements });
            for (name, value) in [("coords", coords), ("core_on_chip", AttributeValue::Int64(0))] {
                map.attributes.insert(name.to_string(), AttributeProto { value: Some(value) });
            }
        }
        map
    }
}

/// What JAX asks a client for by name: `jax.export` whether programs are read with operations of Shardy, the
/// cache of compiled programs whether they can be serialized, which the protocol does not have.
fn client_attributes() -> AttributeMapProto {
    let none = attribute_map(&Attributes::default());
    none.with("serialize_with_sdy", true).with("supports_executable_serialization", false)
}

/// The attributes with the use of the device's memory, in bytes, as far as the plugin counts it.
fn with_stats(map: AttributeMapProto, device: &Device) -> AttributeMapProto {
    let Ok(Some(stats)) = device.memory_stats() else { return map };
    let counts = [
        ("bytes_in_use", Some(stats.bytes_in_use)),
        ("peak_bytes_in_use", stats.peak_bytes_in_use),
        ("bytes_limit", stats.bytes_limit),
    ];
    let counted = counts.into_iter().filter_map(|(name, bytes)| Some((name, bytes?)));
    counted.fold(map, |map, (name, bytes)| map.with(name, bytes))
}

/// The place of a device in a cuboid of `count` devices whose sides are as equal as the factors allow. The
/// last coordinate varies fastest, so that a mesh of one axis has the devices in their order.
fn coordinates(index: usize, count: usize) -> Vec<i64> {
    let mut sides = [1usize; 3];
    let (mut left, mut factor) = (count.max(1), 2);
    let mut factors = Vec::new();
    while left > 1 {
        while left.is_multiple_of(factor) {
            factors.push(factor);
            left /= factor;
        }
        factor += 1;
    }
    for factor in factors.into_iter().rev() {
        let shortest =
            if sides[0] <= sides[1] && sides[0] <= sides[2] { 0 } else { 1 + usize::from(sides[2] < sides[1]) };
        sides[shortest] *= factor;
    }
    let place = [index / (sides[1] * sides[2]), index / sides[2] % sides[1], index % sides[2]];
    place.into_iter().map(|coordinate| coordinate as i64).collect()
}

/// The memories of a device, the default one first.
fn memories(device: &Device) -> Result<Vec<Memory>> {
    let default = device.default_memory().map_err(from_pjrt)?.ok_or_else(|| {
        Error::unimplemented(format!("the plugin does not name the memory of {device}: use a later version of it"))
    })?;
    let mut others = device.memories().map_err(from_pjrt)?;
    others.retain(|memory| memory.id != default.id);
    others.insert(0, default);
    Ok(others)
}

/// The message of named values.
pub fn attribute_map(attributes: &Attributes) -> AttributeMapProto {
    let value = |value: &NamedValue| match value {
        NamedValue::String(text) => Some(AttributeValue::String(text.clone().into_bytes())),
        NamedValue::Int64(number) => Some(AttributeValue::Int64(*number)),
        NamedValue::Int64List(numbers) => Some(AttributeValue::Int64List(Int64List { elements: numbers.clone() })),
        NamedValue::Float(number) => Some(AttributeValue::Float(*number)),
        NamedValue::Bool(yes) => Some(AttributeValue::Bool(*yes)),
        _ => None,
    };
    let attributes: BTreeMap<String, AttributeProto> = attributes
        .iter()
        .filter_map(|(name, named)| Some((name.to_string(), AttributeProto { value: Some(value(named)?) })))
        .collect();
    AttributeMapProto { attributes, version_number: FORMAT_VERSION }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_fill_a_cuboid() {
        assert_eq!(
            (coordinates(0, 8), coordinates(1, 8), coordinates(6, 8)),
            (vec![0, 0, 0], vec![0, 0, 1], vec![1, 1, 0])
        );
        for count in [1, 2, 6, 7, 12, 16, 30] {
            let mut places: Vec<Vec<i64>> = (0..count).map(|index| coordinates(index, count)).collect();
            let sides: i64 = (0..3).map(|side| places.iter().map(|place| place[side] + 1).max().unwrap()).product();
            assert_eq!(sides, count as i64);
            places.dedup();
            assert_eq!(places.len(), count);
        }
    }
}
