//! Mutated programs are compiled or refused, without panics and aborts.

use pjrt::{Client, CompileOptions, ErrorKind};

use crate::common::{DESCENT, Random, both, client};

/// Changes a text at one to three positions: deletes, duplicates, swaps or overwrites bytes.
fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(12)).min(bytes.len());
        match random.below(4) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                let other = random.below(bytes.len());
                bytes.swap(at, other);
            }
            _ => bytes[at] = b"<>(){}[]%@:,=x0129-\"^#"[random.below(22)],
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Compiles for two replicas. The error of a refused program must be one of the program: a panic in the
/// plugin would be an internal error.
fn is_refused(client: &Client, text: &str) -> bool {
    let options = CompileOptions { num_replicas: 2, ..CompileOptions::default() };
    let Err(error) = client.compile(text, &options) else { return false };
    let refusal = matches!(error.kind(), ErrorKind::InvalidArgument | ErrorKind::Unimplemented);
    assert!(refusal && !error.message().is_empty(), "{error}\nfor\n{text}");
    true
}

#[test]
fn mutated_programs_are_compiled_or_refused() {
    both(|plugin| {
        let client = client(plugin, 2);
        let mut random = Random(2024);
        let refused = (0..100).filter(|_| is_refused(&client, &mutate(DESCENT, &mut random))).count();
        assert!(refused > 50, "only {refused} of 100 mutations were refused");
    });
}

#[test]
fn truncated_programs_and_other_bytes_are_refused() {
    both(|plugin| {
        let client = client(plugin, 2);
        for end in (0..DESCENT.len() - 1).step_by(97) {
            assert!(is_refused(&client, &DESCENT[..end]), "{end} bytes of a program were compiled");
        }
        for text in ["\0", "\u{feff}", "ML", "}", "%"] {
            assert!(is_refused(&client, text), "{text:?} was compiled");
        }
    });
}
