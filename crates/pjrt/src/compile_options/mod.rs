//! Compile options: they cross the C API as a serialized `CompileOptionsProto`.

mod decode;
mod device_assignment;
mod options;
mod overrides;
mod proto;
mod requests;

pub use device_assignment::DeviceAssignment;
pub use options::CompileOptions;
pub use overrides::OptionValue;
