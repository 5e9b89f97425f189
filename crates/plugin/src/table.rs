//! The plugin's function table. Functions that are not listed here return an error of kind `Unimplemented`.

use std::sync::LazyLock;

use pjrt::abi::PJRT_Api;
use pjrt::export::{Unimplemented, entry_point, infallible_entry_point};

use crate::implementation::Labora;

macro_rules! table {
    ($($function:ident)*) => {{
        let mut api = PJRT_Api::filled::<Unimplemented<Labora>>();
        api.extension_start = crate::extensions::first();
        api.PJRT_Error_Destroy = Some(infallible_entry_point::<Labora, _>());
        api.PJRT_Error_Message = Some(infallible_entry_point::<Labora, _>());
        $(api.$function = Some(entry_point::<Labora, _>());)*
        api
    }};
}

static API: LazyLock<PJRT_Api> = LazyLock::new(|| {
    table! {
        PJRT_Error_GetCode PJRT_Error_ForEachPayload
        PJRT_Plugin_Initialize PJRT_Plugin_Attributes
        PJRT_Event_Destroy PJRT_Event_IsReady PJRT_Event_Error PJRT_Event_Await PJRT_Event_OnReady
        PJRT_Client_Create PJRT_Client_Destroy PJRT_Client_PlatformName PJRT_Client_PlatformVersion
        PJRT_Client_ProcessIndex PJRT_Client_Devices PJRT_Client_AddressableDevices PJRT_Client_LookupDevice
        PJRT_Client_LookupAddressableDevice PJRT_Client_AddressableMemories PJRT_Client_DefaultDeviceAssignment
        PJRT_Client_Compile PJRT_Client_BufferFromHostBuffer PJRT_Client_UpdateGlobalProcessInfo
        PJRT_DeviceDescription_Id PJRT_DeviceDescription_ProcessIndex PJRT_DeviceDescription_Attributes
        PJRT_DeviceDescription_Kind PJRT_DeviceDescription_DebugString PJRT_DeviceDescription_ToString
        PJRT_Device_GetDescription PJRT_Device_IsAddressable PJRT_Device_LocalHardwareId
        PJRT_Device_AddressableMemories PJRT_Device_DefaultMemory PJRT_Device_GetAttributes
        PJRT_Device_MemoryStats
        PJRT_Memory_Id PJRT_Memory_Kind PJRT_Memory_Kind_Id PJRT_Memory_DebugString PJRT_Memory_ToString
        PJRT_Memory_AddressableByDevices
        PJRT_Executable_Destroy PJRT_Executable_Name PJRT_Executable_NumReplicas PJRT_Executable_NumPartitions
        PJRT_Executable_NumOutputs PJRT_Executable_SizeOfGeneratedCodeInBytes PJRT_Executable_GetCostAnalysis
        PJRT_Executable_OutputMemoryKinds PJRT_Executable_OutputElementTypes PJRT_Executable_OutputDimensions
        PJRT_Executable_Fingerprint PJRT_Executable_GetCompiledMemoryStats
        PJRT_Executable_ParameterMemoryKinds PJRT_Executable_OptimizedProgram PJRT_Executable_Serialize
        PJRT_Executable_DeserializeAndLoad PJRT_Executable_GetCompileOptions
        PJRT_TopologyDescription_Create PJRT_TopologyDescription_Destroy PJRT_TopologyDescription_PlatformName
        PJRT_TopologyDescription_PlatformVersion PJRT_TopologyDescription_GetDeviceDescriptions
        PJRT_TopologyDescription_Serialize PJRT_TopologyDescription_Deserialize PJRT_TopologyDescription_Attributes
        PJRT_TopologyDescription_Fingerprint PJRT_TopologyDescription_GetMemorySpaceKindIds
        PJRT_Client_TopologyDescription PJRT_Compile
        PJRT_LoadedExecutable_Destroy PJRT_LoadedExecutable_GetExecutable PJRT_LoadedExecutable_AddressableDevices
        PJRT_LoadedExecutable_AddressableDeviceLogicalIds PJRT_LoadedExecutable_Delete
        PJRT_LoadedExecutable_IsDeleted PJRT_LoadedExecutable_Execute PJRT_LoadedExecutable_Fingerprint
        PJRT_LoadedExecutable_GetDeviceAssignment
        PJRT_Buffer_Destroy PJRT_Buffer_ElementType PJRT_Buffer_Dimensions PJRT_Buffer_UnpaddedDimensions
        PJRT_Buffer_DynamicDimensionIndices PJRT_Buffer_OnDeviceSizeInBytes PJRT_Buffer_Device PJRT_Buffer_Memory
        PJRT_Buffer_Delete PJRT_Buffer_IsDeleted PJRT_Buffer_CopyToDevice PJRT_Buffer_CopyToMemory
        PJRT_Buffer_ToHostBuffer PJRT_Buffer_CopyRawToHost PJRT_Buffer_IsOnCpu PJRT_Buffer_ReadyEvent
        PJRT_Buffer_UnsafePointer PJRT_Buffer_OpaqueDeviceMemoryDataPointer
        PJRT_Buffer_IncreaseExternalReferenceCount PJRT_Buffer_DecreaseExternalReferenceCount
    }
});

pub fn api() -> &'static PJRT_Api {
    &API
}
