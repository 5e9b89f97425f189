//! Topologies: descriptions of machines, and compilation for machines that are not present.

use core::ffi::{c_char, c_int};

use super::buffer::{PJRT_Buffer_MemoryLayout, PJRT_Buffer_Type};
use super::client::PJRT_Program;
use super::handles::{
    PJRT_Client, PJRT_DeviceDescription, PJRT_Executable, PJRT_SerializedTopology, PJRT_TopologyDescription,
};
use super::named_value::PJRT_NamedValue;

abi_structs! {
    /// Creates the description of machines with a name; the machines need not be present.
    PJRT_TopologyDescription_Create_Args {
        topology_name: *const c_char,
        topology_name_size: usize,
        create_options: *const PJRT_NamedValue,
        num_options: usize,
        topology: *mut PJRT_TopologyDescription,
    }

    /// Destroys a topology; null is allowed.
    PJRT_TopologyDescription_Destroy_Args {
        topology: *mut PJRT_TopologyDescription,
    }

    /// Reads the platform's version text.
    PJRT_TopologyDescription_PlatformVersion_Args {
        topology: *mut PJRT_TopologyDescription,
        platform_version: *const c_char,
        platform_version_size: usize,
    }

    /// Reads the platform's name.
    PJRT_TopologyDescription_PlatformName_Args {
        topology: *const PJRT_TopologyDescription,
        platform_name: *const c_char,
        platform_name_size: usize,
    }

    /// Lists the devices of a topology, which owns them.
    PJRT_TopologyDescription_GetDeviceDescriptions_Args {
        topology: *const PJRT_TopologyDescription,
        descriptions: *const *mut PJRT_DeviceDescription,
        num_descriptions: usize,
    }

    /// Serializes a topology. The caller deletes the object that owns the bytes with the deleter.
    PJRT_TopologyDescription_Serialize_Args {
        topology: *mut PJRT_TopologyDescription,
        serialized_bytes: *const c_char,
        serialized_bytes_size: usize,
        serialized_topology: *mut PJRT_SerializedTopology,
        serialized_topology_deleter: Option<unsafe extern "C" fn(*mut PJRT_SerializedTopology)>,
    }

    /// Creates a topology from the bytes of `PJRT_TopologyDescription_Serialize`.
    PJRT_TopologyDescription_Deserialize_Args {
        serialized_topology: *const c_char,
        serialized_topology_size: usize,
        topology: *mut PJRT_TopologyDescription,
    }

    /// Lists a topology's attributes, which it owns.
    PJRT_TopologyDescription_Attributes_Args {
        topology: *mut PJRT_TopologyDescription,
        attributes: *const PJRT_NamedValue,
        num_attributes: usize,
    }

    /// Compiles for a topology; no client is needed.
    PJRT_Compile_Args {
        topology: *const PJRT_TopologyDescription,
        program: *const PJRT_Program,
        compile_options: *const c_char,
        compile_options_size: usize,
        client: *mut PJRT_Client,
        executable: *mut PJRT_Executable,
    }

    /// Reads a number that is equal for equal topologies.
    PJRT_TopologyDescription_Fingerprint_Args {
        topology: *const PJRT_TopologyDescription,
        fingerprint: u64,
    }

    /// Returns the canonical shape of an array in a kind of memory, as a serialized `ShapeProto`.
    PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args {
        topology: *const PJRT_TopologyDescription,
        memory_space_kind_id: c_int,
        dims: *const i64,
        num_dims: usize,
        element_type: PJRT_Buffer_Type,
        layout: *const PJRT_Buffer_MemoryLayout,
        serialized_shape: *const c_char,
        serialized_shape_size: usize,
        serialized_shape_deleter: Option<unsafe extern "C" fn(*const c_char)>,
    }

    /// Lists the ids of the kinds of memory.
    PJRT_TopologyDescription_GetMemorySpaceKindIds_Args {
        topology: *const PJRT_TopologyDescription,
        memory_space_kind_ids: *const c_int,
        num_memory_space_kind_ids: usize,
    }
}
