//! The reader and the writer of portable artifacts: any bytes give a verified module or an error, and a module
//! that is written is read again.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use stablehlo::{Module, bytecode, verify};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(module) = bytecode::read(bytes) else { return Corpus::Keep };
    verify(&module).expect("what is read is verified");
    // What the reader keeps as text, such as the attributes of custom calls, may be refused.
    if let Ok(written) = bytecode::write(&module, bytecode::WriteOptions::default()) {
        bytecode::read(&written).unwrap_or_else(|e| panic!("what is written is not read: {e}"));
    }
    let printed = module.to_string();
    if printed.len() < 1 << 20 {
        Module::parse(&printed).unwrap_or_else(|e| panic!("what is printed is not read: {e}\n{printed}"));
    }
    Corpus::Keep
});
