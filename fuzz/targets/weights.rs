//! The reader of weight files: any bytes give weights of the model's shapes, or an error.

#![no_main]

use std::sync::LazyLock;

use fuzz::small_model;
use keras::saving::{ModelWeights, parse};
use libfuzzer_sys::fuzz_target;

static MODEL: LazyLock<ModelWeights> = LazyLock::new(small_model);

fuzz_target!(
    init: {
        // The reader turns panics of the HDF5 library into errors; the fuzzer's own hook would abort before that. A panic
        // that nobody catches still ends the process.
        std::panic::set_hook(Box::new(|_| ()));
    },
    |bytes: &[u8]| {
        if let Ok(loaded) = parse(bytes.to_vec(), &MODEL) {
            let sizes = |m: &ModelWeights| -> Vec<usize> {
                m.layers.iter().flat_map(|l| l.weights.iter().map(|w| w.data.len())).collect()
            };
            assert_eq!(sizes(&loaded), sizes(&MODEL));
        }
    }
);
