//! `labora evaluate`: loss and accuracy of saved weights on the test images.

use keras::Infer;
use keras::optimizers::Adam;
use serde_json::json;

use super::args::Evaluate;
use super::failure::Failure;
use super::setup::Subject;
use super::{print, setup};

pub fn run(args: &Evaluate) -> Result<(), Failure> {
    let device = setup::device(&args.on)?;
    let data = setup::data(&args.data)?;
    let mut model = setup::network(&Subject::of(&data), args.dtype)?;
    model.load_weights(&args.weights)?;
    model.compile(setup::compile(Box::new(Adam::new())))?;
    let mut on_device = model.to_device(&if args.json { device.quiet() } else { device })?;
    let verbose = if args.json { keras::utils::progbar::Verbose::Silent } else { super::train::verbose(None) };
    let settings = Infer { batch_size: args.batch_size as usize, verbose, ..Infer::default() };
    let logs = on_device.evaluate(&data.test, &data.test.labels, settings)?;
    let [loss, accuracy] = [logs.get("loss"), logs.get("sparse_categorical_accuracy")].map(|v| v.unwrap_or(f64::NAN));
    if !loss.is_finite() {
        let file = args.weights.display();
        return Err(Failure::new(format!(
            "the loss is not finite: the weights in {file} are of no use with these images"
        )));
    }
    let images = data.test.len();
    if args.json {
        return print::line(json!({ "loss": loss, "accuracy": accuracy, "images": images }));
    }
    print::line(format!("Test loss {loss:.4}, test accuracy {:.2}% of {images} images", accuracy * 100.0))
}
