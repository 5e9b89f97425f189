//! Optimized programs that a plugin's compiler returns: any bytes give an error, or a module whose sizes and
//! costs can be computed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use compile_report::hlo::{Contraction, Module};

fuzz_target!(|bytes: &[u8]| {
    for format in ["hlo", "hlo_with_config"] {
        let Ok(module) = Module::read(format, bytes) else { continue };
        for instruction in module.computations.iter().flat_map(|computation| &computation.instructions) {
            let _ = (instruction.estimated_cycles(), instruction.known_trip_count(), instruction.shape.to_string());
            let _ = instruction.contraction.as_ref().map(Contraction::flops);
            for array in instruction.shape.arrays() {
                let _ = (array.bytes(), array.padded_bytes());
            }
        }
    }
});
