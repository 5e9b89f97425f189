//! The parsers of data files: any bytes yield images with their labels, or an error.

#![no_main]

use datasets::parse::parse;
use fuzz::unpack_files;
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|input: &[u8]| -> Corpus {
    let Some((format, bytes, labels)) = unpack_files(input) else { return Corpus::Reject };
    if let Ok(images) = parse(format, bytes, labels) {
        assert_eq!(images.labels.len(), images.len());
        assert_eq!(images.pixels().len(), images.shape().iter().product::<usize>());
    }
    Corpus::Keep
});
