//! `labora devices`: every plugin found, its version, devices and attributes.

use pjrt::{Attributes, Client, Device, NamedValue, Plugin};
use serde_json::{Value, json};

use super::args::Devices;
use super::failure::Failure;

pub fn run(args: &Devices) -> Result<(), Failure> {
    let found = crate::devices::all()?;
    if args.json {
        let plugins: Vec<Value> = found.iter().map(|(name, device)| as_json(name, device.client())).collect();
        println!("{}", serde_json::to_string_pretty(&json!({ "plugins": plugins })).map_err(Failure::new)?);
        return Ok(());
    }
    for (name, device) in &found {
        show(name, device.client());
    }
    println!("Train on one of them: labora train --device {}", found.first().map_or("tpu", |(name, _)| name));
    Ok(())
}

fn version(plugin: &Plugin) -> String {
    let (major, minor) = plugin.api_version();
    format!("{major}.{minor}")
}

fn show(name: &str, client: &Client) {
    let plugin = client.plugin();
    println!("{name}: {} ({})", client.platform_version(), place(plugin));
    println!("  PJRT C API {}", version(plugin));
    for (attribute, value) in plugin.attributes().iter() {
        println!("  {attribute}: {value}");
    }
    println!("  {} device(s)", client.devices().len());
    for device in client.devices() {
        let attributes: Vec<String> =
            device.attributes().iter().map(|(name, value)| format!("{name} {value}")).collect();
        println!("    {} {}: {}", device.id(), device.kind(), attributes.join(", "));
    }
    println!();
}

fn place(plugin: &Plugin) -> String {
    plugin.path().map_or_else(|| "built in".to_string(), |path| path.display().to_string())
}

fn as_json(name: &str, client: &Client) -> Value {
    let plugin = client.plugin();
    json!({
        "name": name,
        "plugin": place(plugin),
        "api_version": version(plugin),
        "platform": client.platform_name(),
        "platform_version": client.platform_version(),
        "attributes": attributes(plugin.attributes()),
        "devices": client.devices().iter().map(device).collect::<Vec<_>>(),
    })
}

fn device(device: &Device) -> Value {
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
