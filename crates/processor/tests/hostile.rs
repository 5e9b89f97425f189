//! Programs with a number or a word changed compile and run, or are an error; nothing panics.

mod common;

use std::path::Path;

use common::Random;
use kernels::Isa;
use processor::{Argument, Buffer, CompileOptions, Cores, compile};
use stablehlo::{Block, Module, OpKind, TensorType};

/// One small program for each operation.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../stablehlo/tests/ops");
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let text = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    paths.iter().map(|path| (path.display().to_string(), text(path))).collect()
}

/// Another number in the place of one of the text's, or another type in the place of all of one.
fn mutated(text: &str, random: &mut Random) -> String {
    let numbers = ["0", "1", "2", "3", "5", "7", "-1", "-2", "9", "16", "33"];
    let types = ["f32", "i32", "i64", "bf16", "f16", "f64", "i8", "ui8", "ui32", "i1"];
    let mut text = text.to_string();
    for _ in 0..=random.below(2) {
        let digits: Vec<usize> = text
            .char_indices()
            .filter(|(i, c)| c.is_ascii_digit() && !text[..*i].ends_with(|p: char| p.is_ascii_alphabetic() && p != 'x'))
            .map(|(i, _)| i)
            .collect();
        if random.below(4) > 0 && !digits.is_empty() {
            let at = random.choose(&digits);
            text.replace_range(at..=at, random.choose(&numbers));
        } else {
            let (old, new) = (random.choose(&types), random.choose(&types));
            text = text.replace(old, new);
        }
    }
    text
}

/// Whether it has few elements, one replica, and no loop that may not end.
fn is_quick(module: &Module) -> bool {
    fn blocks(block: &Block, see: &mut impl FnMut(&Block)) {
        see(block);
        block.ops.iter().flat_map(|op| &op.regions).for_each(|region| blocks(region, see));
    }
    let mut quick = module.num_replicas <= 1;
    for func in &module.funcs {
        blocks(&func.body, &mut |block| {
            let values = block.params.iter().chain(block.ops.iter().flat_map(|op| &op.results));
            quick &= values.map(|v| func.ty(*v).num_elements()).max().unwrap_or(0) < 1 << 16;
            quick &= block.ops.iter().all(|op| !matches!(op.kind, OpKind::While));
        });
    }
    quick
}

#[test]
fn changed_programs_do_no_harm() {
    let rounds = if cfg!(miri) { 3 } else { 200 };
    let mut random = Random(11);
    let (mut ran, cores) = (0, Cores::new(1));
    for (name, text) in programs() {
        for _ in 0..rounds {
            let text = mutated(&text, &mut random);
            let Some(module) = Module::parse(&text).ok().filter(is_quick) else { continue };
            let isa = Some(random.choose(&Isa::available().collect::<Vec<_>>()));
            let outcome = std::panic::catch_unwind(|| {
                let executable = compile(&module, &CompileOptions { isa, ..Default::default() }).ok()?;
                let zeros = |ty: &TensorType| Argument::Borrow(Buffer::zeroed(ty.clone()));
                let arguments = executable.param_types().iter().map(zeros).collect();
                executable.run(&cores, vec![arguments]).ok()
            });
            ran += usize::from(outcome.unwrap_or_else(|_| panic!("{name} on {isa:?}:\n{text}")).is_some());
        }
    }
    assert!(ran > rounds * 10, "only {ran} changed programs ran");
}
