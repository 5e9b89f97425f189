//! `labora devices`: every plugin found, its version, devices and attributes.
//!
//! A plugin can end or block the process that loads it. So each one is probed in a child process, and a
//! plugin that fails is listed with its error.

mod probe;

use clap::Args;
use keras::Device as KerasDevice;
use pjrt::{Attributes, Device, NamedValue, Plugin};
use serde_json::{Map, Value, json};

use super::device::WorkerProtection;
use super::failure::Failure;
use super::flags::OutputArgs;
use super::{print, worker_address};
use crate::devices;
use crate::plugins::{self, Found};

/// List the available devices: every plugin found, its version, devices and attributes.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  labora devices\n  labora devices --json")]
pub struct DevicesArgs {
    #[command(flatten)]
    output: OutputArgs,
    /// Also ask a worker: grpc://HOST:PORT, HOST:PORT or unix:PATH [default: LABORA_WORKER, COLAB_TPU_ADDR,
    /// TPU_NAME or JAX_BACKEND_TARGET].
    #[arg(long, value_name = "ADDRESS")]
    worker: Option<String>,
    #[command(flatten)]
    protection: WorkerProtection,
    /// Load one plugin into this process, and print its JSON.
    #[arg(long, value_name = "NAME", hide = true)]
    only: Option<String>,
}

pub fn run(args: &DevicesArgs) -> Result<(), Failure> {
    if let Some(name) = &args.only {
        let found = plugins::named(name).ok_or_else(|| Failure::usage(format!("there is no plugin {name:?}")))?;
        return print::line(of_plugin(&found));
    }
    let mut all = vec![of_device("tpu", &devices::tpu()), of_device("cpu", &devices::cpu())];
    if let Some(address) = worker_address::locate(args.worker.as_deref())? {
        all.push(of_device("worker", &devices::worker(&address, None, &args.protection.options()?)));
    }
    all.extend(plugins::find().iter().map(probe::probe));
    if args.output.json {
        return print::line(serde_json::to_string_pretty(&json!({ "plugins": all })).map_err(Failure::new)?);
    }
    for plugin in &all {
        print::line(describe(plugin))?;
    }
    print::line("To train on one of them: labora train --device NAME")
}

/// Describes a plugin that is not built in, loaded into this process.
fn of_plugin(found: &Found) -> Value {
    if !found.has_no_device() {
        return of_device(&found.name, &devices::found(found, None));
    }
    match found.load() {
        Ok(plugin) => {
            let mut value = of_loaded(&found.name, &plugin);
            value["note"] = "compiles for TPUs (labora compile); there is no TPU on this machine".into();
            value["devices"] = json!([]);
            value
        }
        Err(error) => json!({ "name": found.name, "error": error.to_string() }),
    }
}

fn of_device(name: &str, device: &keras::Result<KerasDevice>) -> Value {
    let client = match device {
        Ok(device) => device.client(),
        Err(error) => return json!({ "name": name, "error": error.to_string() }),
    };
    let mut value = of_loaded(name, client.plugin());
    value["platform"] = client.platform_name().into();
    value["platform_version"] = client.platform_version().into();
    value["devices"] = client.devices().iter().map(core).collect();
    value
}

fn of_loaded(name: &str, plugin: &Plugin) -> Value {
    let (major, minor) = plugin.api_version();
    json!({
        "name": name,
        "plugin": plugin.path().map_or_else(|| "built in".to_string(), |path| path.display().to_string()),
        "api_version": format!("{major}.{minor}"),
        "attributes": attributes(plugin.attributes()),
    })
}

fn core(device: &Device) -> Value {
    json!({
        "id": device.id(),
        "kind": device.kind(),
        "description": device.debug_string(),
        "attributes": attributes(device.attributes()),
        "memory": memory(device),
    })
}

/// Returns a device's memory statistics in bytes; null if it reports none.
fn memory(device: &Device) -> Value {
    device.memory_stats().ok().flatten().map_or(Value::Null, |stats| {
        json!({
            "in_use": stats.bytes_in_use,
            "peak_in_use": stats.peak_bytes_in_use,
            "limit": stats.bytes_limit,
            "allocations": stats.num_allocs,
            "largest_allocation": stats.largest_alloc_size,
        })
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

/// Formats a plugin as text: its version and attributes, then a line per device.
fn describe(plugin: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let name = text(&plugin["name"]);
    if let Some(error) = plugin.get("error") {
        return format!("{name}: {}\n", text(error));
    }
    let version = plugin.get("platform_version").or(plugin.get("note")).map(text).unwrap_or_default();
    let mut lines = vec![
        format!("{name}: {version} ({})", text(&plugin["plugin"])),
        format!("  PJRT C API {}", text(&plugin["api_version"])),
    ];
    let none = Map::new();
    let pairs = |value: &Value| -> Vec<(String, String)> {
        value.as_object().unwrap_or(&none).iter().map(|(name, value)| (name.clone(), text(value))).collect()
    };
    lines.extend(pairs(&plugin["attributes"]).into_iter().map(|(name, value)| format!("  {name}: {value}")));
    let devices = plugin["devices"].as_array().map_or(&[][..], Vec::as_slice);
    lines.push(format!("  {} device(s)", devices.len()));
    for device in devices {
        let attributes = pairs(&device["attributes"]);
        let attributes: Vec<String> = attributes.into_iter().map(|(name, value)| format!("{name} {value}")).collect();
        let gib =
            |key: &str| device["memory"][key].as_f64().map(|bytes| format!("{:.2} GiB", bytes / f64::from(1 << 30)));
        let memory = match (gib("in_use"), gib("limit")) {
            (Some(used), Some(limit)) => format!("; memory {used} of {limit} in use"),
            (Some(used), None) => format!("; memory {used} in use"),
            _ => String::new(),
        };
        lines.push(format!("    {} {}: {}{memory}", device["id"], text(&device["kind"]), attributes.join(", ")));
    }
    lines.join("\n") + "\n"
}
