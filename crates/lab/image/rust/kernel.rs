//! The kernel of Rust notebooks: evcxr's, with Labora's crates compiled before the first cell.

use std::error::Error;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The folder that was made with the image: evcxr's crate of a cell, with all that it depends on compiled.
const MADE: &str = "LABORA_RUST_CELLS";
/// The folder in which evcxr compiles cells.
const CELLS: &str = "EVCXR_TMPDIR";
/// The ports of a connection file. With unix sockets they are ends of their names.
const PORTS: [&str; 5] = ["control_port", "hb_port", "iopub_port", "shell_port", "stdin_port"];

type Done<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Done {
    // The process in which cells run is this program, too.
    evcxr::runtime_hook();
    let arguments: Vec<String> = env::args().skip(1).collect();
    match &arguments[..] {
        [task] if task == "--make-cells" => make_cells(),
        [option, file] if option == "--control_file" => {
            if env::var_os(CELLS).is_none() {
                return Err(Command::new(env::current_exe()?).args(&arguments).env(CELLS, cells()?).exec().into());
            }
            name_sockets(Path::new(file))?;
            Ok(evcxr_jupyter::main()?)
        }
        _ => Err("labora-rust-kernel --control_file FILE, or --make-cells".into()),
    }
}

/// Compiles what cells depend on, as evcxr does for the first cell.
fn make_cells() -> Done {
    let (mut context, _outputs) = evcxr::CommandContext::new()?;
    context.execute(":load_config --quiet")?;
    context.execute("use labora::prelude::*;\nassert_eq!(Activation::Relu.name(), \"relu\");")?;
    Ok(())
}

/// A folder of this kernel's own. In a private machine the one of the image is, since what is written there is
/// in the machine's own layer; elsewhere it is one of links to what was compiled.
fn cells() -> Done<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from).ok_or_else(|| format!("{name} is not set"));
    let made = folder(MADE)?;
    if env::var_os("LABORA_SANDBOX").is_some() {
        return Ok(made);
    }
    let own = folder("LABORA_RUNTIME_FOLDER")?.join("cells");
    link(&made.join("target"), &own.join("target"))?;
    Ok(own)
}

/// Makes the folders of `made` in `own`, with links to its files, but for those that compiling a cell writes.
fn link(made: &Path, own: &Path) -> Done {
    fs::create_dir_all(own)?;
    for entry in fs::read_dir(made)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if ["ctx", "libctx", "libcode_"].iter().any(|of_cells| name.starts_with(of_cells)) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            link(&entry.path(), &own.join(&name))?;
        } else if !name.starts_with('.') {
            symlink(entry.path(), own.join(&name))?;
        }
    }
    Ok(())
}

/// evcxr joins a port to the stem of a unix socket by a colon, and Jupyter by a hyphen: links have the names of
/// Jupyter.
fn name_sockets(file: &Path) -> Done {
    let connection: serde_json::Value = serde_json::from_slice(&fs::read(file)?)?;
    if connection["transport"] != "ipc" {
        return Ok(());
    }
    let stem = connection["ip"].as_str().ok_or("the connection file has no ip")?;
    let name = Path::new(stem).file_name().ok_or("the stem of the sockets is no file")?.to_string_lossy().into_owned();
    for port in PORTS {
        let port = &connection[port];
        symlink(format!("{name}:{port}"), format!("{stem}-{port}"))?;
    }
    Ok(())
}
