//! Models of real Keras, and clients of others: requests, and NVIDIA's client of the Open Inference Protocol.

use std::path::Path;

use crate::common::Server;

#[test]
fn clients_of_others_get_the_predictions_of_keras() {
    let Some(keras) = testkit::python() else { return };
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python");
    let pins = testkit::workspace_root().join("tests/python/serve.txt");
    let clients = match testkit::virtual_environment_from(&pins, 12) {
        Ok(python) => python,
        Err(reason) => return testkit::skip_without(testkit::Need::Jax, &reason),
    };
    let folder = tempfile::tempdir().unwrap();
    let output = testkit::run_python(&keras, &scripts.join("models.py"), &[folder.path()]);
    assert!(output.contains("saved 5 models"), "{output}");
    let models = ["image.keras", "legacy.h5", "words.keras", "several.keras", "sizes.keras"];
    let server = Server::start_in(folder, &models, &[]);
    let arguments = [server.url.as_str(), server.folder.path().to_str().unwrap()];
    let output = testkit::run_python(&clients, &scripts.join("clients.py"), &arguments);
    assert!(output.contains("compared 6 cases"), "{output}");
}
