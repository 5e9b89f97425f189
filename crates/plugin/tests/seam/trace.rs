//! The option `trace`.

use pjrt::{Argument, Client, CompileOptions, ElementType, ExecuteOptions, NamedValue};

use crate::common::{SQUARE, both, bytes};

#[test]
fn a_trace_has_the_steps_of_every_run() {
    let folder = std::env::temp_dir().join(format!("labora-trace-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("trace.json");
    let option = |path: &std::path::Path| ("trace", NamedValue::String(path.to_string_lossy().into_owned()));
    both(|plugin| {
        let client = Client::new(plugin, &[option(&path)]).unwrap();
        let square = client.compile(SQUARE, &CompileOptions::default()).unwrap();
        let x = client.buffer_from_host(&bytes(&[1.0; 3]), ElementType::F32, &[3], &client.devices()[0]).unwrap();
        for _ in 0..3 {
            square.execute(vec![vec![Argument::Borrow(&x)]], &ExecuteOptions::default()).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "[");
        assert!(lines[1..].iter().all(|line| line.starts_with("{\"ph\":") && line.ends_with("},")), "{text}");
        let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
        assert_eq!((count("\"cat\":\"run\""), count("multiply")), (3, 3), "{text}");
    });
    std::fs::remove_dir_all(&folder).unwrap();
    let plugin = labora_plugin::linked().unwrap();
    let error = Client::new(&plugin, &[option(&path)]).err().unwrap();
    assert!(error.message().contains("trace.json\" cannot be written"), "{error}");
}
