//! Encodings of texts: files in another one are read as UTF-8.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::str::FromStr;

/// The encoding of a file, by Python's names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, or UTF-16 if the file begins with its mark. Default.
    #[default]
    Utf8,
    /// UTF-16, little-endian unless a mark says otherwise.
    Utf16,
    /// ISO 8859-1.
    Latin1,
    /// Windows's code page of western Europe.
    Cp1252,
}

impl FromStr for Encoding {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name.to_ascii_lowercase().replace(['-', '_', ' '], "").as_str() {
            "utf8" | "utf8sig" => Ok(Self::Utf8),
            "utf16" => Ok(Self::Utf16),
            "latin1" | "latin" | "iso88591" => Ok(Self::Latin1),
            "cp1252" | "windows1252" => Ok(Self::Cp1252),
            _ => Err(format!("{name} is none of utf-8, utf-16, latin-1 and cp1252")),
        }
    }
}

/// The characters of the code page 1252 from 0x80 on; five of the codes have none.
const CP1252: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘', '’', '“', '”', '•',
    '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

/// A file as UTF-8.
pub(super) fn open(file: File, encoding: Encoding) -> io::Result<Box<dyn Read + Send>> {
    let mut file = BufReader::with_capacity(1 << 18, file);
    let mark = {
        use io::BufRead;
        let begin = file.fill_buf()?;
        match begin {
            [0xff, 0xfe, ..] => Some(Form::Utf16 { is_big_endian: false }),
            [0xfe, 0xff, ..] => Some(Form::Utf16 { is_big_endian: true }),
            _ => None,
        }
    };
    let form = match (encoding, mark) {
        (Encoding::Utf8, None) => return Ok(Box::new(file)),
        (Encoding::Utf8 | Encoding::Utf16, Some(form)) => form,
        (Encoding::Utf16, None) => Form::Utf16 { is_big_endian: false },
        (Encoding::Latin1, _) => Form::Latin1,
        (Encoding::Cp1252, _) => Form::Cp1252,
    };
    Ok(Box::new(Transcoded { file, form, text: Vec::new(), at: 0 }))
}

enum Form {
    Utf16 { is_big_endian: bool },
    Latin1,
    Cp1252,
}

/// A file that is read as UTF-8.
struct Transcoded {
    file: BufReader<File>,
    form: Form,
    /// What is read and not yet taken, from `at` on.
    text: Vec<u8>,
    at: usize,
}

impl Read for Transcoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            let mut bytes = Vec::new();
            // An even number, so that no unit of UTF-16 is divided.
            self.file.by_ref().take(1 << 16).read_to_end(&mut bytes)?;
            if bytes.is_empty() {
                return Ok(0);
            }
            let text = self.decoded(bytes)?;
            (self.text, self.at) = (text.into_bytes(), 0);
        }
        let taken = buffer.len().min(self.text.len() - self.at);
        buffer[..taken].copy_from_slice(&self.text[self.at..self.at + taken]);
        self.at += taken;
        Ok(taken)
    }
}

impl Transcoded {
    fn decoded(&mut self, mut bytes: Vec<u8>) -> io::Result<String> {
        let invalid = |what: &str| io::Error::new(ErrorKind::InvalidData, what.to_owned());
        match self.form {
            Form::Latin1 => Ok(bytes.into_iter().map(char::from).collect()),
            Form::Cp1252 => bytes
                .into_iter()
                .map(|byte| match byte {
                    0x80..=0x9f => Some(CP1252[usize::from(byte - 0x80)]).filter(|character| *character != '\0'),
                    byte => Some(char::from(byte)),
                })
                .collect::<Option<String>>()
                .ok_or_else(|| invalid("a byte has no character in cp1252")),
            Form::Utf16 { is_big_endian } => {
                let unit = |pair: &[u8]| match is_big_endian {
                    true => u16::from_be_bytes([pair[0], pair[1]]),
                    false => u16::from_le_bytes([pair[0], pair[1]]),
                };
                // The other half of a pair of surrogates.
                if bytes.chunks_exact(2).last().is_some_and(|pair| (0xd800..0xdc00).contains(&unit(pair))) {
                    self.file.by_ref().take(2).read_to_end(&mut bytes)?;
                }
                if !bytes.len().is_multiple_of(2) {
                    return Err(invalid("the file ends within a character of UTF-16"));
                }
                let text: Result<String, _> = char::decode_utf16(bytes.chunks_exact(2).map(unit)).collect();
                Ok(text.map_err(|_| invalid("the file is not UTF-16"))?.trim_start_matches('\u{feff}').to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_utf_8() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let read = |bytes: &[u8], encoding: &str| {
            std::fs::write(&path, bytes).unwrap();
            let mut text = String::new();
            let mut file = open(File::open(&path).unwrap(), encoding.parse().unwrap()).unwrap();
            file.read_to_string(&mut text).map(|_| text)
        };
        // Longer than what is read at a time, with pairs of surrogates at odd places.
        let long: String = "né, 😀\n".repeat(9001) + "end";
        let little: Vec<u8> = long.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}".encode_utf16().chain(long.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        assert_eq!(read(&little, "utf-16").unwrap(), long);
        assert_eq!(read(&[b"\xff\xfe", &little[..]].concat(), "utf-8").unwrap(), long);
        assert_eq!(read(&big, "utf-8").unwrap(), long);
        assert!(read(&little[..little.len() - 1], "utf-16").is_err());
        assert_eq!(read(b"prix_\xe9", "latin-1").unwrap(), "prix_é");
        assert_eq!(read(b"5 \x80", "windows-1252").unwrap(), "5 €");
        assert!(read(b"\x81", "cp1252").is_err());
        assert!("utf-7".parse::<Encoding>().is_err());
    }
}
