//! 16-bit WAV files.
//!
//! Format: "Multimedia Programming Interface and Data Specifications 1.0" (IBM, Microsoft, 1991).

use crate::error::DataError;

/// The samples of a sound.
#[derive(Debug)]
pub(super) struct Sound {
    /// From -1 to 1: sample by sample, the channels of each.
    pub values: Vec<f32>,
    pub channels: usize,
    /// Samples a second.
    pub rate: u32,
}

/// The format code of integers, and that of a format that an extension names.
const PCM: u16 = 1;
const EXTENSIBLE: u16 = 0xFFFE;

impl Sound {
    /// The sound of a file; `file` is for messages.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, DataError> {
        let malformed = |reason: String| DataError::malformed(file, reason);
        let truncated = || DataError::Truncated { file: file.into(), reason: "a chunk is cut off".into() };
        if bytes.get(..4) != Some(b"RIFF") || bytes.get(8..12) != Some(b"WAVE") {
            return Err(malformed("no WAV file".into()));
        }
        let (mut rest, mut format) = (&bytes[12..], None);
        while let Some((header, body)) = rest.split_first_chunk::<8>() {
            let [.., a, b, c, d] = *header;
            let size = u32::from_le_bytes([a, b, c, d]) as usize;
            let chunk = body.get(..size).ok_or_else(truncated)?;
            match (&header[..4], format) {
                (b"fmt ", _) => format = Some(Self::format(chunk).ok_or_else(truncated)?),
                (b"data", Some((channels, rate, bits, code))) => {
                    if bits != 16 || !matches!(code, PCM | EXTENSIBLE) || channels == 0 {
                        return Err(malformed(format!(
                            "format {code} with {bits} bits and {channels} channels is not read, only integers of 16 bits"
                        )));
                    }
                    let channels = usize::from(channels);
                    let samples = chunk.chunks_exact(2).map(|b| f32::from(i16::from_le_bytes([b[0], b[1]])) / 32768.0);
                    let mut values: Vec<f32> = samples.collect();
                    values.truncate(values.len() / channels * channels);
                    return Ok(Self { values, channels, rate });
                }
                _ => {}
            }
            // Chunks begin at even positions.
            rest = body.get(size + size % 2..).unwrap_or_default();
        }
        Err(malformed("it has no samples after a format".into()))
    }

    /// Channels, rate, bits of a value, and the code of the format.
    fn format(chunk: &[u8]) -> Option<(u16, u32, u16, u16)> {
        let short = |at: usize| Some(u16::from_le_bytes([*chunk.get(at)?, *chunk.get(at + 1)?]));
        let rate = u32::from(short(4)?) | u32::from(short(6)?) << 16;
        Some((short(2)?, rate, short(14)?, short(0)?))
    }

    /// The values cut off or padded with zeros to so many samples.
    pub fn with_length(mut self, samples: usize) -> Self {
        self.values.resize(samples * self.channels, 0.0);
        self
    }

    /// The number of samples.
    pub fn samples(&self) -> usize {
        self.values.len() / self.channels
    }
}
