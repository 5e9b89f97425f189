//! Opaque handles: objects of which only the plugin knows the content.

abi_opaque! {
    /// A plugin opened for work.
    PJRT_Client;
    /// A device of a client.
    PJRT_Device;
    /// What a device is like; it may be that of a machine that is not here.
    PJRT_DeviceDescription;
    /// Backs the answer of `PJRT_Device_GetAttributes`.
    PJRT_Device_Attributes;
    /// A marker for asynchronous work.
    PJRT_AsyncTrackingEvent;
    /// Something that comes once, well or with an error.
    PJRT_Event;
    /// An array on a device.
    PJRT_Buffer;
    /// Fulfils an alias buffer.
    PJRT_FulfillAliasBufferCallback;
    /// A compiled program.
    PJRT_Executable;
    /// A compiled program, loaded onto devices.
    PJRT_LoadedExecutable;
    /// Backs the answer of `PJRT_Executable_Serialize`.
    PJRT_SerializedExecutable;
    /// Backs the answer of `PJRT_Executable_GetCompileOptions`.
    PJRT_SerializedCompileOptions;
    /// Backs the answer of `PJRT_LoadedExecutable_GetDeviceAssignment`.
    PJRT_DeviceAssignmentSerialized;
    /// How several slices of machines work together.
    PJRT_MultiSlice_Config;
    /// Platform-specific things that an execution needs.
    PJRT_ExecuteContext;
    /// A description of machines.
    PJRT_TopologyDescription;
    /// Backs the answer of `PJRT_TopologyDescription_Serialize`.
    PJRT_SerializedTopology;
    /// Fills buffers that were made without content.
    PJRT_AsyncHostToDeviceTransferManager;
    /// Takes the chunks that a running program receives from its host.
    PJRT_CopyToDeviceStream;
}
