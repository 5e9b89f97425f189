//! What commands begin with: a device, a data set, the network.

use std::path::Path;

use keras::applications::{Cifar10Cnn, cifar10_cnn};
use keras::datasets::{self, Dataset, Options, catalog, shapes};
use keras::optimizers::Optimizer;
use keras::{Compile, DTypePolicy, Device, Model, Shape};

use super::args::{Data, On};
use super::failure::Failure;
use crate::{devices, plugins};

/// The device that `--device` and `--cores` ask for.
pub fn device(on: &On) -> Result<Device, Failure> {
    let device = named_device(&on.device, on.cores.map(|n| n as usize))?;
    Ok(if on.deterministic { device.deterministic() } else { device })
}

/// A device by name, or by the path of its plugin.
pub fn named_device(name: &str, cores: Option<usize>) -> Result<Device, Failure> {
    match (name, cores) {
        ("tpu", None) => Ok(devices::tpu()?),
        ("tpu", Some(cores)) => Ok(devices::tpu_with_cores(cores)?),
        ("cpu", None) => Ok(devices::cpu()?),
        ("cpu", Some(cores)) => Ok(devices::cpu_with_cores(cores)?),
        (path, cores) if looks_like_a_path(path) => Ok(devices::plugin(Path::new(path), cores)?),
        (name, _) if name.starts_with("tpu:") => Err(Failure::usage(format!("{name} is a machine to compile for"))
            .hint(format!("labora compile --device {name}"))),
        (other, cores) => match plugins::named(other) {
            Some(found) => Ok(devices::found(&found, cores)?),
            None => Err(Failure::usage(format!("there is no device {other:?}")).hint(
                "the devices are tpu and cpu, and the plugins that `labora devices` lists; others are given by their path, \
                 such as ./libtpu.so",
            )),
        },
    }
}

pub fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\']) || [".so", ".dylib", ".dll"].iter().any(|end| name.ends_with(end))
}

/// The data set that is asked for.
pub fn data(data: &Data) -> Result<Dataset, Failure> {
    let options = Options { path: data.data.clone(), ..Options::default() };
    let found = datasets::load(&data.dataset, &options).map_err(|error| {
        let failure = Failure::new(&error);
        if error.is_unavailable() {
            failure.hint("--data PATH names its folder or archive; `shapes` needs neither files nor network")
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
            eprintln!("To train on {}, give its folder or official archive: --data PATH\n", data.dataset);
            datasets::load(shapes::NAME, &options).map_err(Failure::new)
        }
        Err(error) => Err(Failure::new(error)),
    }
}

fn say_warnings(data: &Dataset) {
    for warning in &data.warnings {
        eprintln!("warning: {warning}");
    }
}

/// What a network looks at: the shape of an image, and what it may show.
pub struct Subject {
    /// Height, width, channels.
    pub image_shape: [usize; 3],
    /// The classes' names, in the order of the labels.
    pub classes: &'static [&'static str],
}

impl Subject {
    /// That of a data set in memory.
    pub fn of(data: &Dataset) -> Self {
        let [_, h, w, c] = data.test.shape();
        Self { image_shape: [h, w, c], classes: data.class_names }
    }

    /// That of a data set by its name: no images are needed to know it.
    pub fn named(name: &str) -> Result<Self, Failure> {
        if name == shapes::NAME {
            return Ok(Self { image_shape: shapes::IMAGE_SHAPE, classes: &shapes::CLASS_NAMES });
        }
        let entry = catalog::find(name).map_err(Failure::new)?;
        Ok(Self { image_shape: entry.image_shape, classes: entry.classes })
    }
}

/// The article's network for a subject.
pub fn network(subject: &Subject, dtype: DTypePolicy) -> Result<Model, Failure> {
    let settings = Cifar10Cnn {
        input_shape: Shape::new(subject.image_shape),
        classes: subject.classes.len(),
        dtype,
        ..Cifar10Cnn::default()
    };
    Ok(cifar10_cnn(&settings)?)
}

/// The article's loss and metric.
pub fn compile(optimizer: Box<dyn Optimizer>) -> Compile {
    Compile::boxed(optimizer, "sparse_categorical_crossentropy").metrics(["sparse_categorical_accuracy"])
}
