//! Files whose readers may take so much memory and no more: a process of its own reads them one after the
//! other and tells its peaks, so that the end of the process is seen, too.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that names the folder of the files, for the process that reads them.
const FOLDER: &str = "LABORA_HOSTILE_FILES";
/// The memory that is not for a file: what the allocator keeps, and pages of the program.
const SLACK: u64 = 24 << 20;
/// What lines of the process begin with.
const MARK: &str = "read: ";
/// What they end with if a file took too much.
const OVER: &str = " (over its budget)";

/// Has the test of this name, which calls [`read_all`] and is ignored otherwise, read files of these names
/// and contents. Returns what took more than its budget, and what ended the process.
///
/// # Panics
/// If the files cannot be written.
pub fn over_budget(test: &str, files: &[(String, Vec<u8>)]) -> Vec<String> {
    if !Path::new(PEAK).exists() {
        println!("skipped: this system does not tell the peak of memory");
        return Vec::new();
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([test, "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
    let output = child.env(FOLDER, folder.path()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().filter_map(|line| line.split_once(MARK).map(|(_, line)| line)).collect();
    let mut wrong: Vec<String> =
        lines.iter().filter(|line| line.ends_with(OVER)).map(|line| (*line).to_owned()).collect();
    println!("{}\n{}", summary(&lines), lines.join("\n"));
    if !output.status.success() || lines.len() != files.len() {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        let (read, all, last) = (lines.len(), files.len(), lines.last());
        wrong.push(format!("{}: {read} of {all} were read, the last: {last:?}\n{error}", output.status));
    }
    wrong
}

/// How many files were read and how many were refused, and the most that one took.
fn summary(lines: &[&str]) -> String {
    let figures = lines.iter().filter_map(|line| line.split_once(": ")?.1.split_once(" for "));
    let most = |unit: &str| {
        let numbers = figures.clone().filter_map(|(taken, _)| {
            taken.split(" and ").find_map(|part| part.strip_suffix(unit)?.trim().parse::<f64>().ok())
        });
        numbers.fold(0.0, f64::max)
    };
    let read = lines.iter().filter(|line| line.contains(" bytes: read")).count();
    let (files, refused) = (lines.len(), lines.len() - read);
    format!("{files} files: {read} read, {refused} refused, at most {} MiB and {} s", most("MiB"), most(" s"))
}

/// Reads the files that [`over_budget`] has written, if it has started this process, each on a thread with
/// a small stack. `limit` has the bytes that a file of a name and a size may take.
///
/// # Panics
/// If the system does not tell the memory of a process.
pub fn read_all(read: fn(&Path) -> Result<(), String>, limit: fn(&Path, u64) -> u64) {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let size = std::fs::metadata(&path).unwrap().len();
        // The peak becomes what there is now.
        std::fs::write(PEAK, "5").unwrap();
        let before = memory("VmRSS:");
        let (of_thread, begun) = (path.clone(), std::time::Instant::now());
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || read(&of_thread));
        let said = thread.unwrap().join().unwrap().map_or_else(|reason| reason, |()| "read".to_owned());
        let taken = memory("VmHWM:").saturating_sub(before);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let seconds = begun.elapsed().as_secs_f64();
        let said: String = said.replace('\n', " ").chars().take(160).collect();
        let over = if taken > limit(&path, size) + SLACK { OVER } else { "" };
        println!("{MARK}{name}: {} MiB and {seconds:.2} s for {size} bytes: {said}{over}", taken >> 20);
    }
}

/// The file by which a process of Linux resets its peak.
const PEAK: &str = "/proc/self/clear_refs";
/// The stack of a thread that reads: a quarter of those of Rust's threads.
const STACK: usize = 512 << 10;

/// A line of the status of this process, in bytes.
fn memory(what: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(what)).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() << 10
}
