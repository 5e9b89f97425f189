//! What Python's `json` writes, read and written.

use std::fs;
use std::path::Path;

use keras::json;
use serde_json::Value as Json;

/// The value as a text that says types and bits, as the script has it.
fn plain(json: &Json) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    match json {
        Json::Null => "None".into(),
        Json::Bool(truth) => if *truth { "True" } else { "False" }.into(),
        Json::Number(number) if !number.is_f64() => format!("i{number}"),
        Json::Array(items) => format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(",")),
        Json::Object(members) => {
            let member = |(name, value): (&String, &Json)| format!("{}:{}", plain(&name.as_str().into()), plain(value));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        }
        other => match (json::as_number(other), other) {
            (Some(number), _) if number.is_nan() => "nan".into(),
            (Some(number), _) => format!("f{}", hex(&number.to_be_bytes())),
            (None, Json::String(text)) => format!("s{}", hex(text.as_bytes())),
            (None, other) => panic!("{other}"),
        },
    }
}

fn bytes(line: &str) -> Vec<u8> {
    (0..line.len() / 2).map(|i| u8::from_str_radix(&line[2 * i..2 * i + 2], 16).unwrap()).collect()
}

#[test]
fn values_are_those_of_python_in_both_directions() {
    let Some(python) = testkit::python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/json_values.py");
    let folder = tempfile::tempdir().unwrap();
    testkit::run_python(&python, &script, &["write".as_ref(), folder.path().as_os_str()]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (texts, values) = (read("texts.txt"), read("values.txt"));
    let (mut wrong, mut written) = (Vec::new(), Vec::new());
    for (line, expected) in texts.split('\n').zip(values.split('\n')) {
        let text = bytes(line);
        let read = json::parse(&text);
        let found = read.as_ref().map_or_else(|_| "error".to_owned(), plain);
        if found != expected {
            wrong.push(format!("{}: {found}, Python has {expected}; {:?}", String::from_utf8_lossy(&text), read.err()));
            continue;
        }
        let text = read.map_or_else(|_| String::new(), |value| json::write(&value));
        written.push(text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());
    }
    assert!(wrong.is_empty() && written.len() > 3000, "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    fs::write(folder.path().join("written.txt"), written.join("\n")).unwrap();
    testkit::run_python(&python, &script, &["read".as_ref(), folder.path().as_os_str()]);
}

#[test]
fn numbers_that_are_not_finite_are_settings() {
    use keras::layers::{Masking, ReLU};
    use keras::{Input, Model, objects::Registry};
    let x = Input::new([2, 3]);
    let masked = Masking::new().mask_value(f64::NAN).call(&x).unwrap();
    let y = ReLU::new().max_value(f64::INFINITY).call(&masked).unwrap();
    let model = Model::new(&x, &y).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.keras", "a.h5"] {
        let path = folder.path().join(name);
        model.save(&path).unwrap();
        let loaded = keras::models::load_model(&path, &Registry::new()).unwrap();
        let text = json::write(&loaded.to_json());
        assert!(text.contains("\"mask_value\":NaN") && text.contains("\"max_value\":Infinity"), "{text}");
        assert_eq!(loaded.to_json(), model.to_json());
    }
}
