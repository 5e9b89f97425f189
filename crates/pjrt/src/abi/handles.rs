//! Opaque handles: objects whose content only the plugin knows.

abi_opaque! {
    /// An opened plugin.
    PJRT_Client;
    /// A device of a client.
    PJRT_Device;
    /// The description of a device, whose machine need not be present.
    PJRT_DeviceDescription;
    /// Owns the result of `PJRT_Device_GetAttributes`.
    PJRT_Device_Attributes;
    /// A marker of asynchronous work, for profilers.
    PJRT_AsyncTrackingEvent;
    /// The completion of asynchronous work, with success or with an error.
    PJRT_Event;
    /// An array on a device.
    PJRT_Buffer;
    /// Fulfils an alias buffer.
    PJRT_FulfillAliasBufferCallback;
    /// A compiled program.
    PJRT_Executable;
    /// A compiled program, loaded onto devices.
    PJRT_LoadedExecutable;
    /// Owns the result of `PJRT_Executable_Serialize`.
    PJRT_SerializedExecutable;
    /// Owns the result of `PJRT_Executable_GetCompileOptions`.
    PJRT_SerializedCompileOptions;
    /// Owns the result of `PJRT_LoadedExecutable_GetDeviceAssignment`.
    PJRT_DeviceAssignmentSerialized;
    /// The configuration of several slices of machines.
    PJRT_MultiSlice_Config;
    /// Platform-specific state of an execution.
    PJRT_ExecuteContext;
    /// A description of machines.
    PJRT_TopologyDescription;
    /// Owns the result of `PJRT_TopologyDescription_Serialize`.
    PJRT_SerializedTopology;
    /// Transfers data to buffers that were allocated without content.
    PJRT_AsyncHostToDeviceTransferManager;
    /// The stream of chunks that a running program receives from its host.
    PJRT_CopyToDeviceStream;
}
