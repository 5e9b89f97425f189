//! Quantization: the weights that Keras's `quantize` makes of those of a model.

use std::num::NonZeroUsize;
use std::path::Path;

use keras::Quantization;
use keras::models::load_model;
use keras::objects::Registry;
use serde_json::Value as Json;

use super::{floats, same, shape};

#[test]
fn weights_are_quantized_as_in_keras() {
    let Some(python) = testkit::python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/model_files/quantize.py");
    let folder = testkit::made_by(&python, &script, Path::new("-"), &[]);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let keras: Json = serde_json::from_str(&manifest).unwrap();
    let blocks = |size| Quantization::Int4 { block: NonZeroUsize::new(size) };
    for (name, mode) in
        [("int8", Quantization::Int8), ("int4", Quantization::INT4), ("blocks", blocks(4)), ("factors", blocks(0))]
    {
        let mut model = load_model(folder.join("plain.keras"), &Registry::new()).unwrap();
        model.quantize(mode, &Registry::new()).unwrap();
        let expected = keras[name].as_object().unwrap();
        assert_eq!(model.variables().len(), expected.len(), "{name}");
        for variable in model.variables() {
            let parts: Vec<&str> = variable.path.rsplitn(3, '/').collect();
            let path = format!("{}/{}", parts[1], parts[0]);
            let weight = &expected[&path];
            assert_eq!((&variable.shape, variable.int8), (&shape(weight), weight["dtype"] == "int8"), "{name} {path}");
            same(&variable.values, &floats(&weight["values"]), 1e-6, &format!("{name} {path}")).unwrap();
        }
    }
}
