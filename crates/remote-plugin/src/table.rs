//! The plugin's function table. Functions that are not listed here return an error of kind `Unimplemented`.

use std::sync::LazyLock;

use pjrt::abi::PJRT_Api;
use pjrt::export::{Unimplemented, entry_point, infallible_entry_point};

use crate::implementation::Remote;

macro_rules! table {
    ($($function:ident)*) => {{
        let mut api = PJRT_Api::filled::<Unimplemented<Remote>>();
        api.PJRT_Error_Destroy = Some(infallible_entry_point::<Remote, _>());
        api.PJRT_Error_Message = Some(infallible_entry_point::<Remote, _>());
        $(api.$function = Some(entry_point::<Remote, _>());)*
        api
    }};
}

static API: LazyLock<PJRT_Api> = LazyLock::new(|| {
    table! {
        PJRT_Error_GetCode PJRT_Error_ForEachPayload
        PJRT_Plugin_Initialize PJRT_Plugin_Attributes
        PJRT_Event_Destroy PJRT_Event_IsReady PJRT_Event_Error PJRT_Event_Await PJRT_Event_OnReady
        PJRT_Client_Create PJRT_Client_Destroy PJRT_Client_PlatformName PJRT_Client_PlatformVersion
        PJRT_Client_ProcessIndex PJRT_Client_Devices PJRT_Client_AddressableDevices
        PJRT_Client_DefaultDeviceAssignment PJRT_Client_Compile PJRT_Client_BufferFromHostBuffer
        PJRT_DeviceDescription_Id PJRT_DeviceDescription_ProcessIndex PJRT_DeviceDescription_Attributes
        PJRT_DeviceDescription_Kind PJRT_DeviceDescription_DebugString PJRT_DeviceDescription_ToString
        PJRT_Device_GetDescription PJRT_Device_IsAddressable PJRT_Device_LocalHardwareId
        PJRT_Device_DefaultMemory PJRT_Device_MemoryStats
        PJRT_Memory_Id PJRT_Memory_Kind PJRT_Memory_DebugString PJRT_Memory_ToString
        PJRT_Executable_Destroy PJRT_Executable_Name PJRT_Executable_NumReplicas PJRT_Executable_NumPartitions
        PJRT_Executable_NumOutputs PJRT_Executable_SizeOfGeneratedCodeInBytes PJRT_Executable_GetCostAnalysis
        PJRT_Executable_OutputElementTypes PJRT_Executable_OutputDimensions PJRT_Executable_Fingerprint
        PJRT_Executable_GetCompiledMemoryStats PJRT_Executable_OptimizedProgram
        PJRT_LoadedExecutable_Destroy PJRT_LoadedExecutable_GetExecutable PJRT_LoadedExecutable_AddressableDevices
        PJRT_LoadedExecutable_Execute
        PJRT_Buffer_Destroy PJRT_Buffer_ElementType PJRT_Buffer_Dimensions PJRT_Buffer_OnDeviceSizeInBytes
        PJRT_Buffer_Device PJRT_Buffer_Delete PJRT_Buffer_IsDeleted PJRT_Buffer_CopyToDevice
        PJRT_Buffer_ToHostBuffer PJRT_Buffer_ReadyEvent
    }
});

pub fn api() -> &'static PJRT_Api {
    &API
}
