//! The reader of portable artifacts: any bytes give a verified module or an error.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use stablehlo::{Module, bytecode, verify};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(module) = bytecode::read(bytes) else { return Corpus::Keep };
    verify(&module).expect("what is read is verified");
    let printed = module.to_string();
    if printed.len() < 1 << 20 {
        Module::parse(&printed).unwrap_or_else(|e| panic!("what is printed is not read: {e}\n{printed}"));
    }
    Corpus::Keep
});
