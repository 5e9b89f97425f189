//! Figures about memory: the plan of a compiled program, and the state of a device.

/// A compiled program's memory plan on one device, in bytes.
///
/// What a plugin is too old to say is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompiledMemoryStats {
    /// Machine code.
    pub generated_code: i64,
    /// Arguments.
    pub arguments: i64,
    /// Outputs, among them those that lie in donated arguments.
    pub outputs: i64,
    /// Outputs that lie in donated arguments.
    pub aliased: i64,
    /// Intermediate values.
    pub temporaries: i64,
    /// The most that is in use at any time.
    pub peak: Option<i64>,
    /// Everything together.
    pub total: Option<i64>,
}

/// The state of a device's memory, in bytes. What a device does not count is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceMemoryStats {
    /// In use now.
    pub bytes_in_use: i64,
    /// The most that was ever in use.
    pub peak_bytes_in_use: Option<i64>,
    /// How many allocations were made.
    pub num_allocs: Option<i64>,
    /// The largest allocation.
    pub largest_alloc_size: Option<i64>,
    /// How much there is to be had.
    pub bytes_limit: Option<i64>,
}
