//! The notebook that comes with the laboratory, in the image that is made by default.

use serde_json::{Value, json};

use crate::accelerators::has_worker;
use crate::common::Server;

/// What takes the place of the cell with the notebook's settings.
const FEW_STEPS: &str = "epochs = 2\npictures = 256\nbatch_size = 128";

#[test]
fn the_articles_notebook_trains_on_the_tpu_of_its_runtime() {
    if !has_worker() {
        return;
    }
    let pins = testkit::workspace_root().join("crates/lab/image/requirements.txt");
    let image = match testkit::virtual_environment_from(&pins, 12) {
        Ok(python) => python.parent().unwrap().parent().unwrap().to_path_buf(),
        Err(reason) => return testkit::skip_without(testkit::Need::Jax, &reason),
    };
    let Some(server) = Server::sandboxed_with(&image, &["--network", "none"]) else { return };
    let opened = server.call("POST", "api/labora/examples/keras-on-tpu", Value::Null);
    assert_eq!(opened.status, 201, "{}", opened.text);
    let path = opened.json()["path"].as_str().unwrap().to_string();
    let again = server.call("POST", "api/labora/examples/keras-on-tpu", Value::Null);
    assert_eq!(again.status, 200, "a notebook that is there is not written over");
    let request = json!({"path": path, "type": "notebook", "kernel": {"name": "python3"}});
    let session = server.call("POST", "api/sessions", request).json();
    assert_eq!(session["accelerator"], "TPU", "as its metadata say: {session}");
    let kernel = session["kernel"]["id"].as_str().unwrap();
    let notebook = server.get(&format!("api/contents/{path}"))["content"].clone();
    let mut shown = String::new();
    for cell in notebook["cells"].as_array().unwrap().iter().filter(|cell| cell["cell_type"] == "code") {
        let is_settings = cell["metadata"]["tags"][0] == "parameters";
        let code = if is_settings { FEW_STEPS } else { cell["source"].as_str().unwrap() };
        let done = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code}));
        let done = done.json();
        assert_eq!(done["status"], "ok", "{code}\n{done:#}");
        let texts = done["outputs"].as_array().unwrap().iter();
        texts.filter_map(|output| output["text"].as_str()).for_each(|text| shown.push_str(text));
    }
    for text in ["TPU worker: grpc://127.0.0.1:", "*** Num TPU Cores: 8", "Epoch 2/2", "Copying TPU weights to the CPU"]
    {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    assert_eq!(shown.matches(": recognized as ").count(), 8, "{shown}");
    assert!(server.drive().join("cifar10.weights.h5").is_file(), "the weights are a file of the drive");
}
