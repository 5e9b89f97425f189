//! The notebooks that come with the laboratory, in the image that is made by default.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::accelerators::has_worker;
use crate::common::Server;

/// Makes a data set of noise where Keras looks for Fashion-MNIST.
const MAKE_FASHION_MNIST: &str = "
import gzip, pathlib, random, sys
folder = pathlib.Path(sys.argv[1]) / 'datasets/fashion-mnist'
folder.mkdir(parents=True)
for name, count in ('train', 512), ('t10k', 100):
    labels, pictures = bytes(i % 10 for i in range(count)), random.Random(0).randbytes(784 * count)
    (folder / f'{name}-labels-idx1-ubyte.gz').write_bytes(gzip.compress(bytes(8) + labels))
    (folder / f'{name}-images-idx3-ubyte.gz').write_bytes(gzip.compress(bytes(16) + pictures))
";

/// The image that is made by default; none, after saying why, without a Python or a worker.
pub fn default_image() -> Option<PathBuf> {
    if !has_worker() {
        return None;
    }
    let pins = testkit::workspace_root().join("crates/lab/image/requirements.txt");
    match testkit::virtual_environment_from(&pins, 12) {
        Ok(python) => Some(python.parent().unwrap().parent().unwrap().to_path_buf()),
        Err(reason) => {
            testkit::skip_without(testkit::Need::Jax, &reason);
            None
        }
    }
}

/// Opens an example from the launcher and runs all cells with `settings` in the place of those of its form;
/// returns what it printed.
fn run_example(server: &Server, name: &str, settings: &str) -> String {
    let opened = server.call("POST", &format!("api/labora/examples/{name}"), Value::Null);
    assert_eq!(opened.status, 201, "{}", opened.text);
    let path = opened.json()["path"].as_str().unwrap().to_string();
    let again = server.call("POST", &format!("api/labora/examples/{name}"), Value::Null);
    assert_eq!(again.status, 200, "a notebook that is there is not written over");
    let request = json!({"path": path, "type": "notebook", "kernel": {"name": "python3"}});
    let session = server.call("POST", "api/sessions", request).json();
    assert_eq!(session["accelerator"], "TPU", "as its metadata say: {session}");
    let kernel = session["kernel"]["id"].as_str().unwrap();
    let notebook = server.get(&format!("api/contents/{path}"))["content"].clone();
    let mut shown = String::new();
    for cell in notebook["cells"].as_array().unwrap().iter().filter(|cell| cell["cell_type"] == "code") {
        let is_settings = cell["metadata"]["tags"][0] == "parameters";
        let code = if is_settings { settings } else { cell["source"].as_str().unwrap() };
        let done = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code}));
        let done = done.json();
        assert_eq!(done["status"], "ok", "{code}\n{done:#}");
        let texts = done["outputs"].as_array().unwrap().iter();
        texts.filter_map(|output| output["text"].as_str()).for_each(|text| shown.push_str(text));
    }
    shown
}

/// Runs an example in a server of its own, which has data sets in `data`; these texts are in what it printed.
fn check(data: Option<&Path>, name: &str, settings: &str, texts: &[&str]) -> Option<(Server, String)> {
    let image = default_image()?;
    let data = data.map(|folder| folder.display().to_string());
    let arguments: Vec<&str> =
        ["--network", "none"].into_iter().chain(data.iter().flat_map(|data| ["--data", data])).collect();
    let server = Server::sandboxed_with(&image, &arguments)?;
    let shown = run_example(&server, name, settings);
    for text in texts {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    Some((server, shown))
}

#[test]
fn the_articles_notebook_trains_on_the_tpu_of_its_runtime() {
    let texts =
        ["TPU worker: grpc://127.0.0.1:", "*** Num TPU Cores: 8", "Epoch 2/2", "Copying TPU weights to the CPU"];
    let settings = "epochs = 2\npictures = 256\nbatch_size = 128";
    let Some((server, shown)) = check(None, "keras-on-tpu", settings, &texts) else { return };
    assert_eq!(shown.matches(": recognized as ").count(), 8, "{shown}");
    assert!(server.drive().join("cifar10.weights.h5").is_file(), "the weights are a file of the drive");
}

#[test]
#[ignore = "half a minute: cargo test --workspace --features labora/worker --test lab notebook -- --ignored"]
fn fashion_mnist_is_read_from_the_folder_of_data() {
    let Some(image) = default_image() else { return };
    let data = tempfile::tempdir().unwrap();
    let made = Command::new(image.join("bin/python")).args(["-c", MAKE_FASHION_MNIST]).arg(data.path()).status();
    assert!(made.unwrap().success());
    // 100 are no multiple of eight.
    let texts = ["x_train (256, 28, 28, 1) x_test (100, 28, 28, 1)", "8 cores", "Epoch 1/1", "accuracy on 96 test"];
    let settings = "epochs = 1\npictures = 256\nbatch_size = 128";
    let Some((server, _)) = check(Some(data.path()), "fashion-mnist", settings, &texts) else { return };
    assert!(server.drive().join("fashion_mnist.keras").is_file(), "the model is a file of the drive");
}

#[test]
#[ignore = "minutes: cargo test --workspace --features labora/worker --test lab notebook -- --ignored"]
fn resnet_50_is_timed() {
    let texts = ["25,636,712 parameters in 177 layers", "first step: ", "a step: "];
    check(None, "resnet-50", "size = 32\nbatch_size = 8\nsteps = 1", &texts);
}

#[test]
fn arrays_are_sharded_over_eight_cores() {
    let texts = [
        "'data': 4, 'model': 2",
        "a part of x: (64, 64) a part of w: (64, 32)",
        "divided by P('data', 'model')",
        "step 40: loss 0.0",
        "after 50 steps",
    ];
    check(None, "jax-sharding", "rows = 256\ncolumns = 64\nsteps = 50", &texts);
}
