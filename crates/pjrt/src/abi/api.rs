//! The table of the API's functions, in the order of the C struct. Everything that covers all functions is
//! generated from it.

use super::buffer::*;
use super::client::*;
use super::device::*;
use super::error::*;
use super::event::*;
use super::executable::*;
use super::execute::*;
use super::extension::*;
use super::layout::AbiStruct;
use super::memory::*;
use super::plugin::*;
use super::topology::*;
use super::transfer::*;
use super::version::{PJRT_API_MAJOR, PJRT_API_MINOR, PJRT_Api_Version};

/// A function of the table.
#[derive(Clone, Copy, Debug)]
pub struct ApiFunction {
    /// The function's name.
    pub name: &'static str,
    /// The offset of its pointer in [`PJRT_Api`], in bytes.
    pub offset: usize,
    /// The name of its argument struct.
    pub args: &'static str,
    /// The `struct_size` of the argument struct in this version.
    pub args_size: usize,
}

/// An argument struct. Each belongs to one function.
pub trait ApiArgs: AbiStruct {
    /// The function's name.
    const FUNCTION: &'static str;
    /// The offset of the function's pointer in [`PJRT_Api`], in bytes.
    const OFFSET: usize;
}

/// The type of a function: `PJRT_Error_Destroy` and `PJRT_Error_Message` cannot fail, all others can.
macro_rules! function_type {
    (infallible $args:ty) => { unsafe extern "C" fn(args: *mut $args) };
    ($args:ty) => { PJRT_Function<$args> };
}

/// A source of functions for a plugin's [`PJRT_Api`].
pub trait ApiFiller {
    /// The function with these arguments.
    fn function<A: ApiArgs>() -> PJRT_Function<A>;
}

/// The function that a filler gives for an entry; none for functions that cannot fail.
macro_rules! filled {
    (infallible $filler:ident $args:ty) => {
        None
    };
    ($filler:ident $args:ty) => {
        Some($filler::function::<$args>())
    };
}

macro_rules! api_table {
    ($($function:ident($args:ident) $($infallible:ident)?;)*) => {
        /// The functions of a plugin. The plugin lacks a function if its pointer is null or beyond
        /// `struct_size`.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct PJRT_Api {
            /// The size of this struct that the plugin has filled, in bytes.
            pub struct_size: usize,
            /// The plugin's extensions.
            pub extension_start: *mut PJRT_Extension_Base,
            /// The version of the API that the plugin was built for.
            pub pjrt_api_version: PJRT_Api_Version,
            $(
                #[doc = concat!("Takes [`", stringify!($args), "`].")]
                pub $function: Option<function_type!($($infallible)? $args)>,
            )*
        }

        impl PJRT_Api {
            /// A table of this version with the functions that `F` gives. `PJRT_Error_Destroy` and
            /// `PJRT_Error_Message` are null.
            pub fn filled<F: ApiFiller>() -> PJRT_Api {
                PJRT_Api {
                    struct_size: size_of::<PJRT_Api>(),
                    extension_start: core::ptr::null_mut(),
                    pjrt_api_version: PJRT_Api_Version {
                        major_version: PJRT_API_MAJOR,
                        minor_version: PJRT_API_MINOR,
                        ..AbiStruct::new()
                    },
                    $($function: filled!($($infallible)? F $args),)*
                }
            }
        }

        // SAFETY: `repr(C)`, begins with `struct_size`, and consists of numbers, raw pointers and optional
        // function pointers, all of which may be any bytes.
        unsafe impl AbiStruct for PJRT_Api {
            const NAME: &'static str = "PJRT_Api";
            const STRUCT_SIZE: usize = size_of::<PJRT_Api>();
        }

        // SAFETY: a plugin's table does not change after it is filled, and lives as long as the process.
        unsafe impl Send for PJRT_Api {}
        // SAFETY: as above.
        unsafe impl Sync for PJRT_Api {}

        $(
            impl ApiArgs for $args {
                const FUNCTION: &'static str = stringify!($function);
                const OFFSET: usize = core::mem::offset_of!(PJRT_Api, $function);
            }
        )*

        /// All functions, in the order of the struct.
        pub const API_FUNCTIONS: &[ApiFunction] = &[
            $(ApiFunction {
                name: stringify!($function),
                offset: core::mem::offset_of!(PJRT_Api, $function),
                args: stringify!($args),
                args_size: <$args as AbiStruct>::STRUCT_SIZE,
            },)*
        ];
    };
}

/// The type of the one symbol that a plugin exports, `GetPjrtApi`.
pub type GetPjrtApi = unsafe extern "C" fn() -> *const PJRT_Api;

// One line per function. The order is the ABI: new functions are appended.
api_table! {
    PJRT_Error_Destroy(PJRT_Error_Destroy_Args) infallible;
    PJRT_Error_Message(PJRT_Error_Message_Args) infallible;
    PJRT_Error_GetCode(PJRT_Error_GetCode_Args);
    PJRT_Plugin_Initialize(PJRT_Plugin_Initialize_Args);
    PJRT_Plugin_Attributes(PJRT_Plugin_Attributes_Args);
    PJRT_Event_Destroy(PJRT_Event_Destroy_Args);
    PJRT_Event_IsReady(PJRT_Event_IsReady_Args);
    PJRT_Event_Error(PJRT_Event_Error_Args);
    PJRT_Event_Await(PJRT_Event_Await_Args);
    PJRT_Event_OnReady(PJRT_Event_OnReady_Args);
    PJRT_Client_Create(PJRT_Client_Create_Args);
    PJRT_Client_Destroy(PJRT_Client_Destroy_Args);
    PJRT_Client_PlatformName(PJRT_Client_PlatformName_Args);
    PJRT_Client_ProcessIndex(PJRT_Client_ProcessIndex_Args);
    PJRT_Client_PlatformVersion(PJRT_Client_PlatformVersion_Args);
    PJRT_Client_Devices(PJRT_Client_Devices_Args);
    PJRT_Client_AddressableDevices(PJRT_Client_AddressableDevices_Args);
    PJRT_Client_LookupDevice(PJRT_Client_LookupDevice_Args);
    PJRT_Client_LookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args);
    PJRT_Client_AddressableMemories(PJRT_Client_AddressableMemories_Args);
    PJRT_Client_Compile(PJRT_Client_Compile_Args);
    PJRT_Client_DefaultDeviceAssignment(PJRT_Client_DefaultDeviceAssignment_Args);
    PJRT_Client_BufferFromHostBuffer(PJRT_Client_BufferFromHostBuffer_Args);
    PJRT_DeviceDescription_Id(PJRT_DeviceDescription_Id_Args);
    PJRT_DeviceDescription_ProcessIndex(PJRT_DeviceDescription_ProcessIndex_Args);
    PJRT_DeviceDescription_Attributes(PJRT_DeviceDescription_Attributes_Args);
    PJRT_DeviceDescription_Kind(PJRT_DeviceDescription_Kind_Args);
    PJRT_DeviceDescription_DebugString(PJRT_DeviceDescription_DebugString_Args);
    PJRT_DeviceDescription_ToString(PJRT_DeviceDescription_ToString_Args);
    PJRT_Device_GetDescription(PJRT_Device_GetDescription_Args);
    PJRT_Device_IsAddressable(PJRT_Device_IsAddressable_Args);
    PJRT_Device_LocalHardwareId(PJRT_Device_LocalHardwareId_Args);
    PJRT_Device_AddressableMemories(PJRT_Device_AddressableMemories_Args);
    PJRT_Device_DefaultMemory(PJRT_Device_DefaultMemory_Args);
    PJRT_Device_MemoryStats(PJRT_Device_MemoryStats_Args);
    PJRT_Memory_Id(PJRT_Memory_Id_Args);
    PJRT_Memory_Kind(PJRT_Memory_Kind_Args);
    PJRT_Memory_DebugString(PJRT_Memory_DebugString_Args);
    PJRT_Memory_ToString(PJRT_Memory_ToString_Args);
    PJRT_Memory_AddressableByDevices(PJRT_Memory_AddressableByDevices_Args);
    PJRT_Executable_Destroy(PJRT_Executable_Destroy_Args);
    PJRT_Executable_Name(PJRT_Executable_Name_Args);
    PJRT_Executable_NumReplicas(PJRT_Executable_NumReplicas_Args);
    PJRT_Executable_NumPartitions(PJRT_Executable_NumPartitions_Args);
    PJRT_Executable_NumOutputs(PJRT_Executable_NumOutputs_Args);
    PJRT_Executable_SizeOfGeneratedCodeInBytes(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args);
    PJRT_Executable_GetCostAnalysis(PJRT_Executable_GetCostAnalysis_Args);
    PJRT_Executable_OutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args);
    PJRT_Executable_OptimizedProgram(PJRT_Executable_OptimizedProgram_Args);
    PJRT_Executable_Serialize(PJRT_Executable_Serialize_Args);
    PJRT_LoadedExecutable_Destroy(PJRT_LoadedExecutable_Destroy_Args);
    PJRT_LoadedExecutable_GetExecutable(PJRT_LoadedExecutable_GetExecutable_Args);
    PJRT_LoadedExecutable_AddressableDevices(PJRT_LoadedExecutable_AddressableDevices_Args);
    PJRT_LoadedExecutable_Delete(PJRT_LoadedExecutable_Delete_Args);
    PJRT_LoadedExecutable_IsDeleted(PJRT_LoadedExecutable_IsDeleted_Args);
    PJRT_LoadedExecutable_Execute(PJRT_LoadedExecutable_Execute_Args);
    PJRT_Executable_DeserializeAndLoad(PJRT_Executable_DeserializeAndLoad_Args);
    PJRT_LoadedExecutable_Fingerprint(PJRT_LoadedExecutable_Fingerprint_Args);
    PJRT_Buffer_Destroy(PJRT_Buffer_Destroy_Args);
    PJRT_Buffer_ElementType(PJRT_Buffer_ElementType_Args);
    PJRT_Buffer_Dimensions(PJRT_Buffer_Dimensions_Args);
    PJRT_Buffer_UnpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args);
    PJRT_Buffer_DynamicDimensionIndices(PJRT_Buffer_DynamicDimensionIndices_Args);
    PJRT_Buffer_GetMemoryLayout(PJRT_Buffer_GetMemoryLayout_Args);
    PJRT_Buffer_OnDeviceSizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args);
    PJRT_Buffer_Device(PJRT_Buffer_Device_Args);
    PJRT_Buffer_Memory(PJRT_Buffer_Memory_Args);
    PJRT_Buffer_Delete(PJRT_Buffer_Delete_Args);
    PJRT_Buffer_IsDeleted(PJRT_Buffer_IsDeleted_Args);
    PJRT_Buffer_CopyToDevice(PJRT_Buffer_CopyToDevice_Args);
    PJRT_Buffer_ToHostBuffer(PJRT_Buffer_ToHostBuffer_Args);
    PJRT_Buffer_IsOnCpu(PJRT_Buffer_IsOnCpu_Args);
    PJRT_Buffer_ReadyEvent(PJRT_Buffer_ReadyEvent_Args);
    PJRT_Buffer_UnsafePointer(PJRT_Buffer_UnsafePointer_Args);
    PJRT_Buffer_IncreaseExternalReferenceCount(PJRT_Buffer_IncreaseExternalReferenceCount_Args);
    PJRT_Buffer_DecreaseExternalReferenceCount(PJRT_Buffer_DecreaseExternalReferenceCount_Args);
    PJRT_Buffer_OpaqueDeviceMemoryDataPointer(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args);
    PJRT_CopyToDeviceStream_Destroy(PJRT_CopyToDeviceStream_Destroy_Args);
    PJRT_CopyToDeviceStream_AddChunk(PJRT_CopyToDeviceStream_AddChunk_Args);
    PJRT_CopyToDeviceStream_TotalBytes(PJRT_CopyToDeviceStream_TotalBytes_Args);
    PJRT_CopyToDeviceStream_GranuleSize(PJRT_CopyToDeviceStream_GranuleSize_Args);
    PJRT_CopyToDeviceStream_CurrentBytes(PJRT_CopyToDeviceStream_CurrentBytes_Args);
    PJRT_TopologyDescription_Create(PJRT_TopologyDescription_Create_Args);
    PJRT_TopologyDescription_Destroy(PJRT_TopologyDescription_Destroy_Args);
    PJRT_TopologyDescription_PlatformName(PJRT_TopologyDescription_PlatformName_Args);
    PJRT_TopologyDescription_PlatformVersion(PJRT_TopologyDescription_PlatformVersion_Args);
    PJRT_TopologyDescription_GetDeviceDescriptions(PJRT_TopologyDescription_GetDeviceDescriptions_Args);
    PJRT_TopologyDescription_Serialize(PJRT_TopologyDescription_Serialize_Args);
    PJRT_TopologyDescription_Attributes(PJRT_TopologyDescription_Attributes_Args);
    PJRT_Compile(PJRT_Compile_Args);
    PJRT_Executable_OutputElementTypes(PJRT_Executable_OutputElementTypes_Args);
    PJRT_Executable_OutputDimensions(PJRT_Executable_OutputDimensions_Args);
    PJRT_Buffer_CopyToMemory(PJRT_Buffer_CopyToMemory_Args);
    PJRT_Client_CreateViewOfDeviceBuffer(PJRT_Client_CreateViewOfDeviceBuffer_Args);
    PJRT_Executable_Fingerprint(PJRT_Executable_Fingerprint_Args);
    PJRT_Client_TopologyDescription(PJRT_Client_TopologyDescription_Args);
    PJRT_Executable_GetCompiledMemoryStats(PJRT_Executable_GetCompiledMemoryStats_Args);
    PJRT_Memory_Kind_Id(PJRT_Memory_Kind_Id_Args);
    PJRT_ExecuteContext_Create(PJRT_ExecuteContext_Create_Args);
    PJRT_ExecuteContext_Destroy(PJRT_ExecuteContext_Destroy_Args);
    PJRT_Buffer_CopyRawToHost(PJRT_Buffer_CopyRawToHost_Args);
    PJRT_AsyncHostToDeviceTransferManager_Destroy(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args);
    PJRT_AsyncHostToDeviceTransferManager_TransferData(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args);
    PJRT_Client_CreateBuffersForAsyncHostToDevice(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args);
    PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args);
    PJRT_AsyncHostToDeviceTransferManager_Device(PJRT_AsyncHostToDeviceTransferManager_Device_Args);
    PJRT_AsyncHostToDeviceTransferManager_BufferCount(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args);
    PJRT_AsyncHostToDeviceTransferManager_BufferSize(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args);
    PJRT_AsyncHostToDeviceTransferManager_SetBufferError(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args);
    PJRT_AsyncHostToDeviceTransferManager_AddMetadata(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args);
    PJRT_Client_DmaMap(PJRT_Client_DmaMap_Args);
    PJRT_Client_DmaUnmap(PJRT_Client_DmaUnmap_Args);
    PJRT_Client_CreateUninitializedBuffer(PJRT_Client_CreateUninitializedBuffer_Args);
    PJRT_Client_UpdateGlobalProcessInfo(PJRT_Client_UpdateGlobalProcessInfo_Args);
    PJRT_TopologyDescription_Deserialize(PJRT_TopologyDescription_Deserialize_Args);
    PJRT_Client_CreateAliasBuffer(PJRT_Client_CreateAliasBuffer_Args);
    PJRT_Client_FulfillAliasBuffer(PJRT_Client_FulfillAliasBuffer_Args);
    PJRT_LoadedExecutable_GetDeviceAssignment(PJRT_LoadedExecutable_GetDeviceAssignment_Args);
    PJRT_Client_CreateErrorBuffer(PJRT_Client_CreateErrorBuffer_Args);
    PJRT_AsyncHostToDeviceTransferManager_TransferLiteral(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args);
    PJRT_Buffer_CopyRawToHostFuture(PJRT_Buffer_CopyRawToHostFuture_Args);
    PJRT_Device_PoisonExecution(PJRT_Device_PoisonExecution_Args);
    PJRT_Device_CreateAsyncTrackingEvent(PJRT_Device_CreateAsyncTrackingEvent_Args);
    PJRT_AsyncTrackingEvent_Destroy(PJRT_AsyncTrackingEvent_Destroy_Args);
    PJRT_Executable_GetCompileOptions(PJRT_Executable_GetCompileOptions_Args);
    PJRT_Buffer_DonateWithControlDependency(PJRT_Buffer_DonateWithControlDependency_Args);
    PJRT_Event_Create(PJRT_Event_Create_Args);
    PJRT_Event_Set(PJRT_Event_Set_Args);
    PJRT_Device_GetAttributes(PJRT_Device_GetAttributes_Args);
    PJRT_Client_Load(PJRT_Client_Load_Args);
    PJRT_LoadedExecutable_AddressableDeviceLogicalIds(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args);
    PJRT_Buffer_Bitcast(PJRT_Buffer_Bitcast_Args);
    PJRT_Error_ForEachPayload(PJRT_Error_ForEachPayload_Args);
    PJRT_TopologyDescription_Fingerprint(PJRT_TopologyDescription_Fingerprint_Args);
    PJRT_Executable_ParameterMemoryKinds(PJRT_Executable_ParameterMemoryKinds_Args);
    PJRT_Device_ClearMemoryStats(PJRT_Device_ClearMemoryStats_Args);
    PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace(PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args);
    PJRT_TopologyDescription_GetMemorySpaceKindIds(PJRT_TopologyDescription_GetMemorySpaceKindIds_Args);
}

#[cfg(test)]
mod tests {
    use super::super::named_value::PJRT_NamedValue;
    use super::*;

    #[test]
    fn the_struct_is_forty_bytes_and_one_pointer_per_function() {
        // libtpu with API 0.116 fills 1144 bytes: 138 functions.
        assert_eq!(API_FUNCTIONS.len(), 138);
        assert_eq!(size_of::<PJRT_Api>(), 40 + 8 * API_FUNCTIONS.len());
        for (i, function) in API_FUNCTIONS.iter().enumerate() {
            assert_eq!(function.offset, 40 + 8 * i, "{}", function.name);
        }
    }

    #[test]
    fn struct_size_excludes_padding_at_the_end() {
        assert_eq!(PJRT_Event_IsReady_Args::STRUCT_SIZE, 25);
        assert_eq!(size_of::<PJRT_Event_IsReady_Args>(), 32);
        assert_eq!(PJRT_Plugin_Initialize_Args::STRUCT_SIZE, 16);
        assert_eq!(PJRT_NamedValue::STRUCT_SIZE, 56);
        assert_eq!(PJRT_Event_Await_Args::new().struct_size, 24);
    }
}
