//! Programs that a plugin's compiler hands out: any bytes are a program whose figures can all be asked for, or an error.

#![no_main]

use hlo::Module;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in ["hlo", "hlo_with_config"] {
        let Ok(module) = Module::read(format, bytes) else { continue };
        for instruction in module.computations.iter().flat_map(|computation| &computation.instructions) {
            let _ = (instruction.estimated_cycles(), instruction.known_trip_count(), instruction.shape.to_string());
            let _ = instruction.product.as_ref().map(hlo::Product::flops);
            for array in instruction.shape.arrays() {
                let _ = (array.bytes(), array.padded_bytes());
            }
        }
    }
});
