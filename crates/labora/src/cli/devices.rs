//! `labora devices`: every plugin found, its version, devices and attributes.

use pjrt::{Attributes, Client, Device, NamedValue, Plugin};
use serde_json::{Value, json};

use super::args::Devices;
use super::failure::Failure;
use super::print;

pub fn run(args: &Devices) -> Result<(), Failure> {
    let found = crate::devices::all();
    if args.json {
        let plugins: Vec<Value> = found.iter().map(|(name, device)| as_json(name, device)).collect();
        return print::line(serde_json::to_string_pretty(&json!({ "plugins": plugins })).map_err(Failure::new)?);
    }
    for (name, device) in &found {
        match device {
            Ok(device) => print::line(describe(name, device.client()))?,
            Err(error) => print::line(format!("{name}: {error}\n"))?,
        }
    }
    print::line("Train on one of them: labora train --device NAME")
}

fn version(plugin: &Plugin) -> String {
    let (major, minor) = plugin.api_version();
    format!("{major}.{minor}")
}

/// A plugin in words: its version and attributes, then a line a device.
fn describe(name: &str, client: &Client) -> String {
    let plugin = client.plugin();
    let mut lines = vec![
        format!("{name}: {} ({})", client.platform_version(), place(plugin)),
        format!("  PJRT C API {}", version(plugin)),
    ];
    lines.extend(plugin.attributes().iter().map(|(attribute, value)| format!("  {attribute}: {value}")));
    lines.push(format!("  {} device(s)", client.devices().len()));
    for device in client.devices() {
        let attributes: Vec<String> =
            device.attributes().iter().map(|(name, value)| format!("{name} {value}")).collect();
        lines.push(format!("    {} {}: {}", device.id(), device.kind(), attributes.join(", ")));
    }
    lines.join("\n") + "\n"
}

fn place(plugin: &Plugin) -> String {
    plugin.path().map_or_else(|| "built in".to_string(), |path| path.display().to_string())
}

fn as_json(name: &str, device: &keras::Result<keras::Device>) -> Value {
    let client = match device {
        Ok(device) => device.client(),
        Err(error) => return json!({ "name": name, "error": error.to_string() }),
    };
    let plugin = client.plugin();
    json!({
        "name": name,
        "plugin": place(plugin),
        "api_version": version(plugin),
        "platform": client.platform_name(),
        "platform_version": client.platform_version(),
        "attributes": attributes(plugin.attributes()),
        "devices": client.devices().iter().map(core).collect::<Vec<_>>(),
    })
}

fn core(device: &Device) -> Value {
    json!({
        "id": device.id(),
        "kind": device.kind(),
        "description": device.debug_string(),
        "attributes": attributes(device.attributes()),
    })
}

fn attributes(attributes: &Attributes) -> Value {
    let value = |value: &NamedValue| match value {
        NamedValue::String(s) => json!(s),
        NamedValue::Int64(n) => json!(n),
        NamedValue::Int64List(n) => json!(n),
        NamedValue::Float(x) => json!(x),
        NamedValue::Bool(b) => json!(b),
        other => json!(other.to_string()),
    };
    Value::Object(attributes.iter().map(|(name, v)| (name.to_string(), value(v))).collect())
}
