//! Versions of the API.

/// The major version of this module. Plugins and programs of different major versions are incompatible.
pub const PJRT_API_MAJOR: i32 = 0;
/// The minor version of this module. Other minor versions are compatible through `struct_size`.
pub const PJRT_API_MINOR: i32 = 115;

abi_structs! {
    /// The version of the API that a plugin or a program was built for.
    PJRT_Api_Version {
        major_version: core::ffi::c_int,
        minor_version: core::ffi::c_int,
    }
}
