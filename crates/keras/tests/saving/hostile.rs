//! Damaged weight files yield an error or weights of the expected shapes, never a panic.

use keras::saving::parse;

use crate::fixtures::*;

#[test]
fn damaged_files_never_panic() {
    let model = article();
    let mut state = 0x5eed_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit as u64) as usize
    };
    for ending in ENDINGS {
        let whole = bytes(&model, ending);
        // Headers are scattered among the data; damage to bytes of small integers and addresses matters most.
        let mut errors = 0;
        for _ in 0..1500 {
            let mut broken = whole.clone();
            for _ in 0..=below(6) {
                let at = below(broken.len());
                match below(4) {
                    0 => broken[at] ^= 1 << below(8),
                    1 => broken[at] = below(256) as u8,
                    2 => broken[at] = [0, 0xff, 0x7f, 0x80][below(4)],
                    _ => broken.truncate(broken.len() - below(broken.len() / 8)),
                }
            }
            match parse(broken, &model) {
                Ok(loaded) => {
                    let sizes = |m: &keras::saving::ModelWeights| {
                        m.layers.iter().flat_map(|l| l.weights.iter().map(|w| w.data.len())).collect::<Vec<_>>()
                    };
                    assert_eq!(sizes(&loaded), sizes(&model));
                }
                Err(_) => errors += 1,
            }
        }
        assert!(errors > 300, "only {errors} of 1500 damaged files were noticed");
    }
}
