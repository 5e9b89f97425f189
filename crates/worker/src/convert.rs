//! Element types, shapes and shardings between the wire and the devices.

use ifrt_proxy::messages::{
    ByteStrides, ConcreteEvenShardingProto, DTypeProto, DeviceListProto, HloShardingProto, OpSharding, OpShardingType,
    Serialized, ShapeProto, ShardingProto, SingleDeviceShardingProto,
};
use ifrt_proxy::{DType, Error, HostLayout, Result, Shape};
use pjrt::ElementType;
use prost::Message;

/// IFRT's element types that devices have.
const DTYPES: [(DType, ElementType); 28] = [
    (DType::Pred, ElementType::Pred),
    (DType::S8, ElementType::S8),
    (DType::S16, ElementType::S16),
    (DType::S32, ElementType::S32),
    (DType::S64, ElementType::S64),
    (DType::U8, ElementType::U8),
    (DType::U16, ElementType::U16),
    (DType::U32, ElementType::U32),
    (DType::U64, ElementType::U64),
    (DType::F16, ElementType::F16),
    (DType::F32, ElementType::F32),
    (DType::F64, ElementType::F64),
    (DType::C64, ElementType::C64),
    (DType::Bf16, ElementType::Bf16),
    (DType::C128, ElementType::C128),
    (DType::F8E5M2, ElementType::F8E5M2),
    (DType::F8E4M3Fn, ElementType::F8E4M3Fn),
    (DType::S4, ElementType::S4),
    (DType::U4, ElementType::U4),
    (DType::F8E4M3B11Fnuz, ElementType::F8E4M3B11Fnuz),
    (DType::F8E5M2Fnuz, ElementType::F8E5M2Fnuz),
    (DType::F8E4M3Fnuz, ElementType::F8E4M3Fnuz),
    (DType::S2, ElementType::S2),
    (DType::U2, ElementType::U2),
    (DType::F8E4M3, ElementType::F8E4M3),
    (DType::F8E3M4, ElementType::F8E3M4),
    (DType::F4E2M1Fn, ElementType::F4E2M1Fn),
    (DType::F8E8M0Fnu, ElementType::F8E8M0Fnu),
];

/// The version of the format of each serialized type that is sent: the first, which every client reads. It is
/// not the version that both sides agreed on; a client refuses a format that its type never had.
pub const FORMAT_VERSION: i32 = 0;

/// The most dimensions of an array.
const MAX_RANK: usize = 64;

/// The element type of an array.
///
/// # Errors
/// There is none, or no device has it: strings, tokens.
pub fn element_type(dtype: Option<DTypeProto>) -> Result<ElementType> {
    let dtype = DType::try_from(&dtype.ok_or_else(|| Error::invalid("an array without an element type"))?)?;
    let found = DTYPES.iter().find(|(candidate, _)| *candidate == dtype);
    found
        .map(|(_, element_type)| *element_type)
        .ok_or_else(|| Error::unimplemented(format!("the worker has no arrays of the element type {dtype}")))
}

/// IFRT's element type.
///
/// # Errors
/// IFRT does not have it.
fn dtype(element_type: ElementType) -> Result<DType> {
    let found = DTYPES.iter().find(|(_, candidate)| *candidate == element_type);
    let found = found.map(|(dtype, _)| *dtype);
    found.ok_or_else(|| Error::unimplemented(format!("IFRT has no element type {element_type}")))
}

/// The message of an element type.
///
/// # Errors
/// IFRT does not have it.
pub fn dtype_proto(element_type: ElementType) -> Result<DTypeProto> {
    dtype(element_type).map(DTypeProto::from)
}

/// Where the elements of an array are in a host buffer; without strides in row-major order.
///
/// # Errors
/// The strides do not fit the dimensions, or the buffer would be larger than any.
pub fn host_layout(element_type: ElementType, dims: &[usize], strides: Option<&ByteStrides>) -> Result<HostLayout> {
    HostLayout::new(dtype(element_type)?, &Shape::new(dims.to_vec())?, strides)
}

/// Dimensions, which must not be negative.
pub fn dims(dims: &[i64]) -> Result<Vec<usize>> {
    let converted = dims.iter().map(|dim| usize::try_from(*dim)).collect::<Result<Vec<usize>, _>>();
    let converted = converted.ok().filter(|dims| dims.len() <= MAX_RANK);
    converted.ok_or_else(|| Error::invalid(format!("{dims:?} are no dimensions")))
}

/// The dimensions of an array.
///
/// # Errors
/// There are none, or one is negative.
pub fn shape(shape: Option<&ShapeProto>) -> Result<Vec<usize>> {
    dims(&shape.ok_or_else(|| Error::invalid("an array without a shape"))?.dims)
}

/// The message of dimensions.
pub fn shape_proto(dims: &[usize]) -> ShapeProto {
    ShapeProto { dims: dims.iter().map(|dim| *dim as i64).collect(), version_number: FORMAT_VERSION }
}

/// What a worker needs to know of a sharding. How an array is cut is its client's matter.
#[derive(Debug, PartialEq, Eq)]
pub struct Placement {
    /// The device of each shard, in order.
    pub devices: Vec<i32>,
    /// True if each device holds the whole array.
    pub is_replicated: bool,
    /// The kind of memory; none stands for the devices' default.
    pub memory_kind: Option<String>,
}

const SINGLE_DEVICE: &str = "xla::ifrt::SingleDeviceSharding";
const HLO: &str = "xla::ifrt::HloSharding";
const CONCRETE_EVEN: &str = "xla::ifrt::ConcreteEvenSharding";

impl Placement {
    /// Reads a sharding.
    ///
    /// # Errors
    /// There is none, it is malformed, or of a type that the worker does not read.
    pub fn read(sharding: Option<&ShardingProto>) -> Result<Placement> {
        let serialized = sharding.and_then(|sharding| sharding.serialized_sharding.as_ref());
        let serialized = serialized.ok_or_else(|| Error::invalid("an array without a sharding"))?;
        match serialized.type_name.as_str() {
            SINGLE_DEVICE => {
                let single: SingleDeviceShardingProto = decode(serialized)?;
                let devices = vec![single.device_id];
                Ok(Placement { devices, is_replicated: true, memory_kind: single.memory_kind })
            }
            HLO => {
                let hlo: HloShardingProto = decode(serialized)?;
                let op = hlo.xla_op_sharding.unwrap_or_default();
                let devices = device_ids(hlo.devices);
                Ok(Placement { is_replicated: is_replicated(&op), devices, memory_kind: hlo.memory_kind })
            }
            CONCRETE_EVEN => {
                let even: ConcreteEvenShardingProto = decode(serialized)?;
                let (devices, memory_kind) = (device_ids(even.devices), even.memory_kind);
                Ok(Placement { devices, is_replicated: even.is_fully_replicated, memory_kind })
            }
            other => Err(Error::unimplemented(format!("the worker does not read shardings of the type {other:?}"))),
        }
    }
}

fn decode<M: Message + Default>(serialized: &Serialized) -> Result<M> {
    let type_name = &serialized.type_name;
    M::decode(&*serialized.data).map_err(|e| Error::invalid(format!("a sharding of the type {type_name}: {e}")))
}

fn device_ids(list: Option<DeviceListProto>) -> Vec<i32> {
    list.map(|list| list.device_ids).unwrap_or_default()
}

/// True if each device holds the whole array.
fn is_replicated(op: &OpSharding) -> bool {
    match op.r#type() {
        OpShardingType::Replicated | OpShardingType::Maximal => true,
        OpShardingType::Other => tiles(op).iter().all(|tiles| *tiles == 1),
        _ => false,
    }
}

/// The number of tiles along each dimension of the array.
fn tiles(op: &OpSharding) -> &[i64] {
    let sizes = op.tile_assignment_dimensions.as_slice();
    let others = if op.replicate_on_last_tile_dim { 1 } else { op.last_tile_dims.len() };
    &sizes[..sizes.len().saturating_sub(others)]
}

/// Reads a sharding of the compiler as tile assignments, which are all that stock clients read in answers.
///
/// # Errors
/// It is malformed.
pub fn op_sharding(bytes: &[u8]) -> Result<OpSharding> {
    let op = OpSharding::decode(bytes).map_err(|e| Error::internal(format!("a sharding of the plugin: {e}")))?;
    op.without_mesh()
}

/// The dimensions of a whole array of which each device holds `shard`.
pub fn global_dims(shard: &[usize], op: Option<&OpSharding>) -> Vec<usize> {
    let tiled = op.filter(|op| op.r#type() == OpShardingType::Other);
    let tiles = tiled.map_or(&[][..], tiles);
    let tiles = tiles.iter().map(|tiles| usize::try_from(*tiles).unwrap_or(1)).chain(std::iter::repeat(1));
    shard.iter().zip(tiles).map(|(dim, tiles)| dim.saturating_mul(tiles)).collect()
}

/// The message of the sharding of an output: `op` over several devices; none on one, or if the plugin gives
/// none: then each has the whole.
pub fn sharding_proto(devices: &[i32], op: Option<&OpSharding>, memory_kind: Option<String>) -> ShardingProto {
    let version_number = FORMAT_VERSION;
    let serialized = match devices {
        [device_id] => Serialized {
            type_name: SINGLE_DEVICE.into(),
            data: SingleDeviceShardingProto { device_id: *device_id, memory_kind, version_number }
                .encode_to_vec()
                .into(),
        },
        _ => {
            let hlo = HloShardingProto {
                devices: Some(DeviceListProto { device_ids: devices.to_vec(), version_number }),
                xla_op_sharding: Some(op.cloned().unwrap_or_default()),
                memory_kind,
                version_number,
            };
            Serialized { type_name: HLO.into(), data: hlo.encode_to_vec().into() }
        }
    };
    ShardingProto { serialized_sharding: Some(serialized) }
}

#[cfg(test)]
mod tests {
    use ifrt_proxy::messages::{AxisRefProto, DimensionSharding, MeshAxis, MeshProto, NamedShardingProto};

    use super::*;

    #[test]
    fn element_types_round_trip() {
        for (dtype, expected) in DTYPES {
            let proto = dtype_proto(expected).unwrap();
            assert_eq!((proto.kind, element_type(Some(proto)).unwrap()), (dtype as i32, expected));
        }
        // A string, a token, nothing.
        for kind in [99, 17, 0] {
            assert!(element_type(Some(DTypeProto { kind, version_number: 0 })).is_err());
        }
    }

    #[test]
    fn shardings_round_trip_and_tell_the_whole_shape() {
        let single = sharding_proto(&[3], None, Some("device".into()));
        let placement = Placement { devices: vec![3], is_replicated: true, memory_kind: Some("device".into()) };
        assert_eq!(Placement::read(Some(&single)).unwrap(), placement);
        // Rows over 2 of 4 devices; the other dimension of the mesh holds copies.
        let rows = OpSharding {
            r#type: OpShardingType::Other as i32,
            tile_assignment_dimensions: vec![2, 1, 2],
            tile_assignment_devices: vec![0, 1, 2, 3],
            replicate_on_last_tile_dim: true,
            ..OpSharding::default()
        };
        let divided = sharding_proto(&[0, 1, 2, 3], Some(&rows), None);
        let placement = Placement { devices: vec![0, 1, 2, 3], is_replicated: false, memory_kind: None };
        assert_eq!(Placement::read(Some(&divided)).unwrap(), placement);
        assert_eq!(global_dims(&[4, 5], Some(&rows)), [8, 5]);
        assert_eq!(global_dims(&[4, 5], None), [4, 5]);
        let copies = OpSharding { tile_assignment_dimensions: vec![1, 1, 4], ..rows.clone() };
        assert!(is_replicated(&copies) && is_replicated(&OpSharding::default()));
        assert_eq!(op_sharding(&rows.encode_to_vec()).unwrap(), rows);
        // The same by the axes of a mesh, as XLA's newer compilers answer it.
        let axis = |name: &str, size| MeshAxis { name: name.into(), size };
        let mesh = MeshProto { axes: vec![axis("x", 2), axis("y", 2)], ..MeshProto::default() };
        let x = AxisRefProto { mesh_axis_index: 0, sub_axis_info: None };
        let dim_shardings = [vec![x], vec![]].map(|axes| DimensionSharding { axes, is_closed: true });
        let named = NamedShardingProto {
            mesh: Some(mesh),
            dim_shardings: dim_shardings.to_vec(),
            ..NamedShardingProto::default()
        };
        let named =
            OpSharding { r#type: OpShardingType::Other as i32, named_sharding: Some(named), ..OpSharding::default() };
        let read = op_sharding(&named.encode_to_vec()).unwrap();
        assert!(read.named_sharding.is_none());
        assert_eq!(global_dims(&[4, 5], Some(&read)), [8, 5]);
    }

    #[test]
    fn what_is_malformed_is_an_error() {
        assert!(Placement::read(None).is_err());
        let of = |type_name: &str, data: &'static [u8]| ShardingProto {
            serialized_sharding: Some(Serialized { type_name: type_name.into(), data: data.into() }),
        };
        assert!(Placement::read(Some(&of(HLO, &[0xff]))).is_err());
        assert!(Placement::read(Some(&of("xla::ifrt::OpaqueSharding", &[]))).is_err());
        assert!(dims(&[2, -1]).is_err());
        assert!(op_sharding(&[0xff]).is_err());
    }
}
