//! Memory statistics of compiled programs and of devices.

/// A compiled program's memory plan on one device, in bytes.
///
/// A field that the plugin is too old to report is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompiledMemoryStats {
    /// Machine code.
    pub generated_code: i64,
    /// Arguments.
    pub arguments: i64,
    /// Outputs, including those that reuse donated arguments.
    pub outputs: i64,
    /// Outputs that reuse the memory of donated arguments.
    pub aliased: i64,
    /// Intermediate values.
    pub temporaries: i64,
    /// The peak of the memory in use.
    pub peak: Option<i64>,
    /// The total.
    pub total: Option<i64>,
}

/// The statistics of a device's allocator, in bytes. A field that the device does not count is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceMemoryStats {
    /// The memory in use.
    pub bytes_in_use: i64,
    /// The peak of the memory in use.
    pub peak_bytes_in_use: Option<i64>,
    /// The number of allocations.
    pub num_allocs: Option<i64>,
    /// The size of the largest allocation.
    pub largest_alloc_size: Option<i64>,
    /// The memory available to the device.
    pub bytes_limit: Option<i64>,
}
