//! Functions of topologies.

use pjrt::abi::*;
use pjrt::export::{Call, Caller, Handle, array, destructors, getters, named_values, text};

use crate::error::Result;
use crate::implementation::Labora;
use crate::objects::memory::KIND_IDS;
use crate::objects::serialized::Bytes;
use crate::objects::topology::{PLATFORM_NAME, Topology};

destructors! {
    Labora;
    PJRT_TopologyDescription_Destroy_Args: topology as Topology;
}

getters! {
    Labora;
    PJRT_TopologyDescription_PlatformName_Args: topology as Topology =>
        (platform_name, platform_name_size) = text(PLATFORM_NAME);
    PJRT_TopologyDescription_PlatformVersion_Args: topology as Topology =>
        (platform_version, platform_version_size) = text(topology.platform_version());
    PJRT_TopologyDescription_GetDeviceDescriptions_Args: topology as Topology =>
        (descriptions, num_descriptions) = array(topology.description_handles().as_slice());
    PJRT_TopologyDescription_Attributes_Args: topology as Topology =>
        (attributes, num_attributes) = named_values(topology.attributes());
    PJRT_TopologyDescription_Fingerprint_Args: topology as Topology => fingerprint = topology.fingerprint();
    PJRT_TopologyDescription_GetMemorySpaceKindIds_Args: topology as Topology =>
        (memory_space_kind_ids, num_memory_space_kind_ids) = array(&KIND_IDS);
}

impl Call<Labora> for PJRT_TopologyDescription_Create_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the arguments are null, or a text of the stated size and `num_options` named values.
        let (name, options) = unsafe {
            let name = caller.text(self.topology_name, self.topology_name_size, "topology's name")?;
            (name, caller.attributes(self.create_options, self.num_options))
        };
        self.topology = Topology::create(name, &options)?.into_handle();
        Ok(())
    }
}

impl Call<Labora> for PJRT_TopologyDescription_Serialize_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null or a live topology.
        let bytes = unsafe { caller.get::<Topology>(self.topology)? }.serialize().into_bytes();
        (self.serialized_topology, self.serialized_bytes, self.serialized_bytes_size) = Bytes::owned_by_caller(bytes);
        self.serialized_topology_deleter = Some(Bytes::delete);
        Ok(())
    }
}

impl Call<Labora> for PJRT_TopologyDescription_Deserialize_Args {
    unsafe fn call(&mut self, caller: Caller<'_>) -> Result<()> {
        // SAFETY: the argument is null, or points to bytes of the stated size.
        let bytes = unsafe {
            caller.slice(self.serialized_topology.cast::<u8>(), self.serialized_topology_size, "serialized topology")?
        };
        self.topology = Topology::deserialize(bytes)?.into_handle();
        Ok(())
    }
}
