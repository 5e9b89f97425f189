//! Times `fit` of a whole model: seconds and loss of each epoch, as a line of JSON.
//!
//! ```text
//! cargo run --release -p labora --example fit_file -- MODEL.keras X.npy Y.npy BATCH EPOCHS
//! ```
//!
//! `python bench/fit` runs it beside Keras on other frameworks.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use keras::callbacks::{Callback, CallbackList, Logs, TrainContext};
use keras::models::load_model;
use keras::objects::Registry;
use keras::{Array, Verbose};
use labora::datasets::array_file;
use labora::prelude::*;

/// The time and the loss of each epoch.
#[derive(Default)]
struct Clock {
    start: Option<Instant>,
    seconds: Vec<f64>,
    losses: Vec<f64>,
}

impl Callback for Clock {
    fn on_epoch_begin(&mut self, _: &mut TrainContext<'_>, _: usize) -> keras::Result<()> {
        self.start = Some(Instant::now());
        Ok(())
    }

    fn on_epoch_end(&mut self, _: &mut TrainContext<'_>, _: usize, logs: &mut Logs) -> keras::Result<()> {
        self.losses.extend(logs.get("loss"));
        self.seconds.extend(self.start.map(|start| start.elapsed().as_secs_f64()));
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, x, y, batch, epochs] = &arguments[..] else {
        return Err("arguments: MODEL.keras X.npy Y.npy BATCH EPOCHS".into());
    };
    let (batch, epochs) = (batch.parse()?, epochs.parse()?);
    let mut model = load_model(model, &Registry::new())?.to_device(&labora::cpu()?)?;
    let mut clock = Clock::default();
    let mut callbacks = CallbackList::new();
    callbacks.push(&mut clock);
    let settings = Fit { batch_size: batch, epochs, shuffle: false, callbacks, ..Fit::new().verbose(Verbose::Silent) };
    model.fit(read(x)?, read(y)?, settings)?;
    println!("{{\"seconds\": {:?}, \"losses\": {:?}}}", clock.seconds, clock.losses);
    Ok(())
}

/// The array of an `.npy` file.
fn read(path: &str) -> Result<Array, Box<dyn Error>> {
    let mut arrays = array_file::read(Path::new(path))?;
    Ok(arrays.remove(0).array)
}
