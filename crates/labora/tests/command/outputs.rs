//! Files that the command replaces, and outputs that nobody reads or that are full.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use keras::layers::Identity;
use keras::{Input, Model};

use crate::fixtures::*;

#[test]
fn special_files_are_written_to_and_regular_ones_keep_their_mode() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    tiny(folder.path());
    fs::create_dir(path("real")).unwrap();
    fs::write(path("real/w.keras"), "old").unwrap();
    symlink("real/w.keras", path("link.keras")).unwrap();
    symlink("link.keras", path("link2.keras")).unwrap();
    fs::write(path("private.json"), "old").unwrap();
    fs::set_permissions(path("private.json"), fs::Permissions::from_mode(0o640)).unwrap();
    fit(folder.path(), &["--save", "link2.keras", "--history", "private.json"]).succeeds();
    for link in ["link.keras", "link2.keras"] {
        assert!(fs::symlink_metadata(path(link)).unwrap().is_symlink());
    }
    assert!(fs::read(path("real/w.keras")).unwrap().starts_with(b"PK"));
    assert_eq!(fs::metadata(path("private.json")).unwrap().mode() & 0o777, 0o640);
    assert!(fs::read_to_string(path("private.json")).unwrap().contains("loss"));

    // A link to a file that is not there yet makes it where it leads to; one to nowhere says so.
    symlink("real/new.keras", path("new.keras")).unwrap();
    symlink("nowhere/new.keras", path("lost.keras")).unwrap();
    symlink("ring.keras", path("ring.keras")).unwrap();
    fit(folder.path(), &["--save", "new.keras"]).succeeds();
    assert!(path("real/new.keras").is_file() && fs::symlink_metadata(path("new.keras")).unwrap().is_symlink());
    for (link, words) in [("lost.keras", "nowhere does not exist"), ("ring.keras", "ring.keras")] {
        let error = fit(folder.path(), &["--save", link]).fails(1);
        assert!(error.contains(words), "{error}");
    }

    assert!(Command::new("mkfifo").arg(path("pipe.json")).status().unwrap().success());
    let mut reader = Command::new("cat").arg(path("pipe.json")).stdout(Stdio::piped()).spawn().unwrap();
    fit(folder.path(), &["--save", "m.keras", "--history", "pipe.json"]).succeeds();
    let mut read = String::new();
    reader.stdout.take().unwrap().read_to_string(&mut read).unwrap();
    reader.wait().unwrap();
    assert!(read.contains("\"loss\"") && fs::symlink_metadata(path("pipe.json")).unwrap().file_type().is_fifo());

    // What is printed and what is written to the standard output follow each other.
    let out = fit(folder.path(), &["--save", "m.keras", "--verbose", "2", "--history", "/dev/stdout"]).succeeds();
    assert!(out.contains("Model: m.keras") && out.contains("\"loss\": ["), "{out}");
    let device = fs::metadata("/dev/null").unwrap();
    fit(folder.path(), &["--save", "m.keras", "--history", "/dev/null"]).succeeds();
    assert_eq!(fs::metadata("/dev/null").unwrap().rdev(), device.rdev());
    assert!(left(folder.path()).is_empty(), "{:?}", left(folder.path()));
}

/// The temporary files in a folder.
fn left(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.')).collect()
}

#[test]
fn a_training_goes_on_when_nobody_reads() {
    let folder = folder();
    tiny(folder.path());
    let saved = folder.path().join("trained.keras");
    let mut training = command(folder.path(), ["fit", "m.keras", "--input", "rows.csv", "--target", "y"]);
    training.args(["--save", "trained.keras", "--verbose", "1", "--epochs", "20"]);
    let mut training = training.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop((training.stdout.take(), training.stderr.take()));
    assert_eq!(training.wait().unwrap().code(), Some(0));
    assert!(saved.is_file());
}

/// Runs a line of the shell in which `$L` is the command.
fn shell(folder: &Path, line: &str) -> Ended {
    let program = env!("CARGO_BIN_EXE_labora");
    ended(Command::new("sh").args(["-c", line]).env("L", program).env("NO_COLOR", "1").current_dir(folder))
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error_and_a_closed_one_is_none() {
    let folder = folder();
    tiny(folder.path());
    fs::write(folder.path().join("p.mlir"), "func.func @main() { return }").unwrap();
    for line in ["--help", "--version", "help train", "devices", "completions bash", "licenses", "summary m.keras"]
        .into_iter()
        .chain(["convert p.mlir -", "fit m.keras --input rows.csv --target y --save o.keras --print-run"])
    {
        let error = shell(folder.path(), &format!("exec \"$L\" {line} >/dev/full")).fails(1);
        assert!(error.contains("error: ") && error.contains("No space left"), "{line}: {error}");
        let both = shell(folder.path(), &format!("exec \"$L\" {line} >/dev/full 2>/dev/full")).code;
        assert_eq!(both, Some(1), "{line}");
        let pipe = format!("{{ \"$L\" {line} 2>&3; echo $? >code; }} | true");
        let error = shell(folder.path(), &format!("exec 3>&2; {pipe}")).err;
        let code = fs::read_to_string(folder.path().join("code")).unwrap();
        assert_eq!((code.trim(), error.as_str()), ("0", ""), "{line}");
    }
    assert_eq!(shell(folder.path(), "exec \"$L\" nothing 2>/dev/full").code, Some(2));
    // Without any of the three the command works as ever.
    assert_eq!(shell(folder.path(), "exec \"$L\" summary m.keras <&- >out 2>&-").code, Some(0));
    assert!(fs::read_to_string(folder.path().join("out")).unwrap().contains("dense"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_does_not_fit_leaves_the_one_before_and_a_checkpoint() {
    let folder = folder();
    tiny(folder.path());
    let path = |name: &str| folder.path().join(name);
    let before = fs::read(path("m.keras")).unwrap();
    fs::copy(path("m.keras"), path("o.keras")).unwrap();
    // Blocks of 512 bytes.
    let line =
        "ulimit -f 8; exec \"$L\" fit m.keras --input rows.csv --target y --device cpu --verbose 0 --save o.keras";
    let error = shell(folder.path(), line).fails(1);
    assert!(error.contains("cannot write o.keras: File too large"), "{error}");
    assert_eq!(fs::read(path("o.keras")).unwrap(), before);
    let error = shell(folder.path(), "ulimit -f 8; exec \"$L\" convert m.keras c.keras").fails(1);
    assert!(error.contains("c.keras: File too large") && !path("c.keras").exists(), "{error}");
    assert!(left(folder.path()).is_empty(), "{:?}", left(folder.path()));
}

#[test]
fn a_prediction_replaces_nothing_that_it_reads_and_waits_for_no_pipe() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    tiny(folder.path());
    let before = fs::read(path("x.csv")).unwrap();
    symlink("x.csv", path("link.csv")).unwrap();
    for output in ["x.csv", "link.csv"] {
        let words = ["predict", "--model", &path("m.keras"), "--input", &path("x.csv"), "--output", &path(output)];
        let error = labora(words).fails(2);
        assert!(error.contains("--output would replace") && error.contains("x.csv"), "{error}");
    }
    assert_eq!(fs::read(path("x.csv")).unwrap(), before);

    let input = Input::new([4, 4, 3]);
    let model = Model::new(&input, &Identity::new().call(&input).unwrap()).unwrap();
    model.save(path("photos.keras")).unwrap();
    fs::create_dir(path("photos")).unwrap();
    assert!(Command::new("mkfifo").arg(path("photos/x.png")).status().unwrap().success());
    let error = labora(["predict", "--model", &path("photos.keras"), "--input", &path("photos")]).fails(1);
    assert!(error.contains("x.png: it is not a regular file: take it out of the folder"), "{error}");
}
