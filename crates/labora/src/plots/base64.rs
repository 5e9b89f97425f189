//! Base64 with padding (RFC 4648, section 4).

/// The characters of the values from 0 to 63.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let group = |group: &[u8]| {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        // A group of n bytes has n + 1 characters; the rest is padding.
        [0, 1, 2, 3].map(|at| match at <= group.len() {
            true => char::from(ALPHABET[(bits >> (18 - 6 * at)) as usize & 63]),
            false => '=',
        })
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_vectors_of_the_specification() {
        let encoded = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| super::encode(text.as_bytes()));
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
        assert_eq!(super::encode(&[0xff, 0xfe, 0xfb, 0xf0]), "//778A==");
    }
}
