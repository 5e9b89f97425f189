//! Malformed artifacts: an error, never a panic and never a large allocation.

use stablehlo::bytecode;

use super::small;

#[test]
fn every_truncation_is_an_error() {
    for (path, bytes) in small() {
        for length in 0..bytes.len() {
            assert!(bytecode::read(&bytes[..length]).is_err(), "{} cut to {length} bytes", path.display());
        }
    }
}

/// Each byte in turn takes other values. A mutation may leave the artifact valid, but never panics.
#[test]
fn every_byte_may_change() {
    let mut refused = 0;
    for (_, mut bytes) in small().into_iter().filter(|(_, bytes)| bytes.len() < 800) {
        for at in 0..bytes.len() {
            let original = bytes[at];
            for value in [0, 1, 0xff, original ^ 0x80, original.wrapping_add(2), original.wrapping_mul(3)] {
                bytes[at] = value;
                refused += usize::from(bytecode::read(&bytes).is_err());
            }
            bytes[at] = original;
        }
    }
    assert!(refused > 1000, "only {refused} mutations were refused");
}

#[test]
fn other_bytes_are_refused_by_what_they_are() {
    let message = |bytes: &[u8]| bytecode::read(bytes).expect_err("malformed").to_string();
    assert!(message(b"module {}").contains("not MLIR bytecode"));
    assert!(message(b"ML\xefR\x0fx\0").contains("version 7"));
    assert!(message(b"ML\xefR\x0dx\0").contains("section of strings is missing"));
}
