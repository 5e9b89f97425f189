//! What commands begin with: a device, a data set, the network.

use std::path::Path;

use keras::applications::{Cifar10Cnn, cifar10_cnn};
use keras::datasets::{self, Dataset, Options};
use keras::{DTypePolicy, Device, Model};

use super::args::{Data, On};
use super::failure::Failure;
use crate::devices;

/// The device that `--device` and `--cores` ask for.
pub fn device(on: &On) -> Result<Device, Failure> {
    named_device(&on.device, on.cores.map(|n| n as usize))
}

/// A device by name, or by the path of its plugin.
pub fn named_device(name: &str, cores: Option<usize>) -> Result<Device, Failure> {
    match (name, cores) {
        ("tpu", None) => Ok(devices::tpu()?),
        ("tpu", Some(cores)) => Ok(devices::tpu_with_cores(cores)?),
        ("cpu", None) => Ok(devices::cpu()?),
        ("cpu", Some(cores)) => Ok(devices::cpu_with_cores(cores)?),
        (path, cores) if looks_like_a_path(path) => Ok(devices::plugin(Path::new(path), cores)?),
        _ => Err(Failure::usage(format!("there is no device {name:?}"))
            .hint("the devices are tpu and cpu; a PJRT plugin is given by its path, such as ./libtpu.so")),
    }
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\']) || [".so", ".dylib", ".dll"].iter().any(|end| name.ends_with(end))
}

/// The data set that is asked for.
pub fn data(data: &Data) -> Result<Dataset, Failure> {
    let options = Options { path: data.data.clone(), ..Options::default() };
    let found = datasets::load(&data.dataset, &options).map_err(|error| {
        let failure = Failure::new(&error);
        if error.is_unavailable() {
            failure.hint(
                "--data PATH names its folder or archive; `shapes` is a data set that needs neither files nor network",
            )
        } else {
            failure
        }
    })?;
    say_warnings(&found);
    Ok(found)
}

/// The data set that is asked for; where it is neither at hand nor to be had and no place was named, `shapes` stands in
/// for it, and that is said.
pub fn data_or_shapes(data: &Data) -> Result<Dataset, Failure> {
    let options = Options { path: data.data.clone(), ..Options::default() };
    match datasets::load(&data.dataset, &options) {
        Ok(found) => {
            say_warnings(&found);
            Ok(found)
        }
        Err(error) if error.is_unavailable() && data.data.is_none() => {
            eprintln!("{} is not on this machine and could not be downloaded: {error}", data.dataset);
            eprintln!("Training on `shapes` instead: ten kinds of shapes, drawn by this program.");
            eprintln!("To train on {0}, give its folder or official archive: --data PATH\n", data.dataset);
            Ok(datasets::load(datasets::shapes::NAME, &options).map_err(Failure::new)?)
        }
        Err(error) => Err(Failure::new(error)),
    }
}

fn say_warnings(data: &Dataset) {
    for warning in &data.warnings {
        eprintln!("warning: {warning}");
    }
}

/// The article's network for pictures and classes of a data set.
pub fn network(data: &Dataset, dtype: DTypePolicy) -> Result<Model, Failure> {
    let [_, h, w, c] = data.train.shape();
    let settings = Cifar10Cnn {
        input_shape: keras::Shape::new([h, w, c]),
        classes: data.class_names.len(),
        dtype,
        ..Cifar10Cnn::default()
    };
    Ok(cifar10_cnn(&settings)?)
}
