//! Topologies: descriptions of a client's devices, which exist without a client.

use std::fmt::Write as _;
use std::sync::Arc;

use pjrt::abi::{PJRT_DeviceDescription, PJRT_TopologyDescription};
use pjrt::export::{Handle, Pointers};
use pjrt::{Attributes, NamedValue, NamedValueList};
use processor::Numerics;

use crate::collectives::Node;
use crate::error::{Error, Result};
use crate::objects::device::DeviceDescription;
use crate::objects::serialized::checksum;
use crate::options::Options;

/// The name by which programs choose the platform.
pub const PLATFORM_NAME: &str = "labora";

/// The first line of a serialized topology, with the version of the format.
const HEADER: &str = "labora topology 1";

/// The devices of a client with certain options.
pub struct Topology {
    options: Options,
    node: Node,
    descriptions: Vec<Arc<DeviceDescription>>,
    /// The handles of the descriptions, as a list for callers.
    description_handles: Pointers<PJRT_DeviceDescription>,
    attributes: NamedValueList,
    platform_version: String,
}

// SAFETY: topology handles are made by `into_handle`, and by `as_handle` of topologies that a client owns,
// only.
unsafe impl Handle for Topology {
    type C = PJRT_TopologyDescription;
    const NAME: &'static str = "topology";
}

impl Topology {
    /// The topology of one process.
    pub fn new(options: Options) -> Self {
        Self::of_processes(options, Node::ONLY)
    }

    /// The topology of several processes, with the same options each.
    pub fn of_processes(options: Options, node: Node) -> Self {
        let devices = 0..(options.cores * node.count) as i32;
        let descriptions: Vec<Arc<DeviceDescription>> = devices.map(|id| Arc::new(describe(id, &options))).collect();
        let description_handles = descriptions.iter().map(|d| d.as_handle()).collect();
        let (numerics, isa) = (options.numerics.name(), options.isa.name());
        let attributes = NamedValueList::new([
            ("cores", NamedValue::Int64(options.cores as i64)),
            ("numerics", NamedValue::String(numerics.into())),
            ("isa", NamedValue::String(isa.into())),
        ]);
        let platform_version = format!("{PLATFORM_NAME} {} ({numerics}, {isa})", env!("CARGO_PKG_VERSION"));
        Self { options, node, descriptions, description_handles, attributes, platform_version }
    }

    /// The topology of that name, `labora` or `labora:CORES`, for a client with these options.
    pub fn create(name: &str, options: &Attributes) -> Result<Self> {
        let mut options = Options::read(options)?;
        let cores = match name.split_once(':') {
            None if ["", PLATFORM_NAME].contains(&name) => return Ok(Self::new(options)),
            Some((PLATFORM_NAME, cores)) => cores,
            _ => "",
        };
        options.cores = cores.parse().ok().filter(|cores| (1..=1024).contains(cores)).ok_or_else(|| {
            Error::invalid(format!(
                "there is no topology {name:?}; topologies are {PLATFORM_NAME} and {PLATFORM_NAME}:CORES, with 1 to 1024 \
                 cores"
            ))
        })?;
        Ok(Self::new(options))
    }

    /// The options of a client with this topology.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// This process among those of the client.
    pub fn node(&self) -> Node {
        self.node
    }

    pub fn descriptions(&self) -> &[Arc<DeviceDescription>] {
        &self.descriptions
    }

    pub fn description_handles(&self) -> &Pointers<PJRT_DeviceDescription> {
        &self.description_handles
    }

    pub fn attributes(&self) -> &NamedValueList {
        &self.attributes
    }

    pub fn platform_version(&self) -> &str {
        &self.platform_version
    }

    /// The serialized form: lines of text.
    pub fn serialize(&self) -> String {
        let Options { cores, threads, numerics, isa, .. } = &self.options;
        let (numerics, isa) = (numerics.name(), isa.name());
        let mut text = String::new();
        let _ = writeln!(text, "{HEADER}\ncores={cores}\nthreads={threads}\nnumerics={numerics}\nisa={isa}");
        text
    }

    /// Reads what [`serialize`](Self::serialize) wrote.
    pub fn deserialize(bytes: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.lines().next() == Some(HEADER));
        let text = text.ok_or_else(|| Error::invalid(format!("the bytes are no topology that begins {HEADER:?}")))?;
        let option = |line: &str| {
            let (name, value) = line.split_once('=')?;
            Some((name.to_string(), NamedValue::String(value.to_string())))
        };
        let options: Option<Attributes> = text.lines().skip(1).map(option).collect();
        let options = options.ok_or_else(|| Error::invalid("a line of the serialized topology is no option"))?;
        Ok(Self::new(Options::read(&options)?))
    }

    /// A number that is equal for equal topologies.
    pub fn fingerprint(&self) -> u64 {
        checksum(self.serialize().as_bytes())
    }
}

/// The description of a device of a client with these options.
fn describe(id: i32, options: &Options) -> DeviceDescription {
    let kind = match options.numerics {
        Numerics::Tpu => "Labora software TPU core",
        Numerics::Float32 | Numerics::Highest => "Labora CPU core",
    };
    let cores = options.cores as i32;
    let (process, local) = (id / cores, id % cores);
    let attributes = vec![
        ("core_on_chip", NamedValue::Int64(i64::from(local % 2))),
        ("chip", NamedValue::Int64(i64::from(local / 2))),
        ("numerics", NamedValue::String(options.numerics.name().into())),
        ("isa", NamedValue::String(options.isa.name().into())),
        ("threads", NamedValue::Int64(options.threads as i64)),
    ];
    DeviceDescription::new(id, process, kind, attributes)
}
