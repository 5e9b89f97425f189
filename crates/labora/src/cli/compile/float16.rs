//! f16 in the place of bf16, for GPUs whose tensor cores lack bf16.

/// Negative and positive infinity and the least and the greatest finite number: bits in bf16 and in f16.
const EXTREMES: [(&str, &str); 4] =
    [("0xFF80", "0xFC00"), ("0x7F80", "0x7C00"), ("0xFF7F", "0xFBFF"), ("0x7F7F", "0x7BFF")];

/// Returns true if a program has values in bf16.
pub fn contains_bf16(program: &str) -> bool {
    program.contains("bf16")
}

/// Replaces the type bf16 of a StableHLO program by f16. The result has the sizes and the operations of a
/// program in f16; its constants are those of bf16, rounded, and losses are not scaled.
pub fn in_place_of_bf16(program: &str) -> String {
    let lines = program.lines().map(|line| {
        let mut line = line.to_string();
        if line.contains("bf16>") && line.contains("dense<") {
            for (bf16, f16) in EXTREMES {
                line = line.replace(&format!("dense<{bf16}>"), &format!("dense<{f16}>"));
            }
        }
        line.replace("bf16", "f16")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_infinities_are_those_of_f16() {
        let program = "%0 = stablehlo.constant dense<0xFF80> : tensor<bf16>\n%1 = stablehlo.convert %x : (tensor<4xf32>) -> \
                       tensor<4xbf16>";
        let expected = "%0 = stablehlo.constant dense<0xFC00> : tensor<f16>\n%1 = stablehlo.convert %x : (tensor<4xf32>) -> \
                        tensor<4xf16>";
        assert_eq!(in_place_of_bf16(program), expected);
        // The same bits in another type are left as they are.
        let other = "%0 = stablehlo.constant dense<0xFF80> : tensor<i16>";
        assert_eq!(in_place_of_bf16(other), other);
    }
}
