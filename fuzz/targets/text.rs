//! The reader of StableHLO text: any text gives a module or an error, and a module that was read is printed as a text
//! that is read as the same module.

#![no_main]

use fuzz::largest_shape;
use libfuzzer_sys::{Corpus, fuzz_target};
use stablehlo::{Module, verify};

fuzz_target!(|text: &str| -> Corpus {
    if largest_shape(text) > 1 << 20 {
        return Corpus::Reject;
    }
    let Ok(mut module) = Module::parse(text) else { return Corpus::Keep };
    verify(&module).expect("what is read is verified");
    let printed = module.to_string();
    let mut again = Module::parse(&printed).unwrap_or_else(|e| panic!("what is printed is not read: {e}\n{printed}"));
    assert_eq!(again.to_string(), printed, "printed a second time it is another text");
    module.renumber();
    again.renumber();
    // Attributes may hold NaNs, which equal nothing; the texts above tell those apart.
    assert!(
        module == again || printed.contains("nan") || printed.contains("0x"),
        "read again it is another:\n{printed}"
    );
    Corpus::Keep
});
