//! `labora evaluate`: loss and accuracy of saved weights on the test pictures.

use keras::optimizers::Adam;
use keras::{Compile, Infer};
use serde_json::json;

use super::args::Evaluate;
use super::failure::Failure;
use super::setup;

pub fn run(args: &Evaluate) -> Result<(), Failure> {
    let device = setup::device(&args.on)?;
    let data = setup::data(&args.data)?;
    let mut model = setup::network(&data, args.dtype)?;
    model.load_weights(&args.weights)?;
    model.compile(
        Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["sparse_categorical_accuracy"]),
    )?;
    let mut on_device = model.to_device(&if args.json { device.quiet() } else { device })?;
    let verbose = if args.json { keras::utils::progbar::Verbose::Silent } else { super::train::verbose(None) };
    let settings = Infer { batch_size: args.batch_size as usize, verbose, ..Infer::default() };
    let logs = on_device.evaluate(&data.test, &data.test.labels, settings)?;
    let [loss, accuracy] = [logs.get("loss"), logs.get("sparse_categorical_accuracy")].map(|v| v.unwrap_or(f64::NAN));
    if args.json {
        println!("{}", json!({ "loss": loss, "accuracy": accuracy, "pictures": data.test.len() }));
    } else {
        println!("Test loss {loss:.4}, test accuracy {:.2}% of {} pictures", accuracy * 100.0, data.test.len());
    }
    Ok(())
}
