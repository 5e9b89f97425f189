//! The protobuf messages that come with a program: any bytes give options that are written and read again as the same,
//! or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pjrt::{CompileOptions, DeviceAssignment};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(options) = CompileOptions::decode(bytes) {
        assert_eq!(CompileOptions::decode(&options.encode()), Ok(options));
    }
    if let Ok(assignment) = DeviceAssignment::decode(bytes) {
        assert_eq!(DeviceAssignment::decode(&assignment.encode()), Ok(assignment));
    }
});
