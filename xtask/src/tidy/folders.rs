//! Imports inside the crates: no circles of files, and folders that import only from folders below them.

use std::collections::{BTreeMap, VecDeque};

use super::Findings;
use super::imports::{Imports, find};
use super::source::Source;

/// The folders and files below `src` of the crates that have an order, lowest first: each may import only
/// from itself and from what stands before it. `lib.rs` stands above all.
const ORDER: &[(&str, &[&str])] = &[
    (
        "stablehlo",
        &[
            "error",
            "budget",
            "types",
            "minifloat",
            "sharding",
            "complex",
            "literal",
            "ops",
            "attributes",
            "program",
            "sdy_round_trip",
            "infer",
            "builder",
            "manual",
            "collectives",
            "expansions",
            "verify",
            "text",
            "custom_call",
            "bytecode",
            "hlo",
            "grad",
            "interpret",
            "filetest",
            "suite",
        ],
    ),
    (
        "pjrt",
        &[
            "abi",
            "preload",
            "error",
            "zero_extended",
            "call",
            "extension",
            "element_type",
            "shape",
            "named_value",
            "export",
            "plugin",
            "key_value",
            "handle",
            "memory_stats",
            "compile_options",
            "program",
            "event",
            "device",
            "executable",
            "buffer",
            "loaded_executable",
            "sharding",
            "memory",
            "topology",
            "client",
            "layout",
            "execute",
        ],
    ),
    (
        "kernels",
        &[
            "machine",
            "cpu_features",
            "bf16",
            "element",
            "error",
            "reference",
            "scratch",
            "simd",
            "isa",
            "multiversion",
            "unit",
            "epilogue",
            "candidate",
            "prefetch",
            "convert",
            "micro",
            "pack",
            "peak",
            "gemm",
            "conv",
        ],
    ),
    (
        "processor",
        &[
            "error",
            "host_callback",
            "transport",
            "options",
            "sync",
            "ir",
            "memory",
            "arguments",
            "threads",
            "elementwise",
            "plan",
            "ops",
            "analysis",
            "passes",
            "lower",
            "step_passes",
            "cost",
            "memory_stats",
            "runtime",
            "pipeline",
            "explain",
            "executable",
        ],
    ),
    (
        "plugin",
        &[
            "error",
            "implementation",
            "element_type",
            "memory_account",
            "trace",
            "profile",
            "profile_exports",
            "xla_options",
            "collectives",
            "options",
            "donation",
            "signature",
            "peak",
            "layout",
            "layout_modes",
            "boundary",
            "sharding",
            "objects",
            "serialized_exports",
            "exit_exports",
            "interrupts",
            "launch",
            "entry",
            "calls",
            "extensions",
            "table",
        ],
    ),
    (
        "keras",
        &[
            "json",
            "error",
            "verbosity",
            "naming",
            "shape",
            "dtype",
            "array",
            "strings",
            "utils",
            "objects",
            "partial_shape",
            "arrays",
            "data",
            "ops",
            "bounding_boxes",
            "initializers",
            "regularizers",
            "constraints",
            "activations",
            "losses",
            "metrics",
            "optimizers",
            "saving",
            "graph",
            "random",
            "callbacks",
            "layers",
            "symbolic",
            "models",
            "visualization",
            "applications",
            "trace",
            "training",
        ],
    ),
    (
        "datasets",
        &[
            "error",
            "claims",
            "files",
            "images",
            "image_file",
            "dataset",
            "shapes",
            "catalog",
            "options",
            "download",
            "locate",
            "idx",
            "npy",
            "columns",
            "csv_file",
            "array_file",
            "parquet_file",
            "npy_file",
            "directory",
            "pickle",
            "stored",
            "housing",
            "sequences",
            "cifar",
            "parse",
            "load",
        ],
    ),
    (
        "compile-report",
        &[
            "hlo",
            "error",
            "kernel",
            "machine",
            "published",
            "workload",
            "memory",
            "tensors",
            "traffic",
            "cost",
            "report",
            "advice",
            "compile",
        ],
    ),
    (
        "ifrt-proxy",
        &[
            "messages",
            "error",
            "exchange",
            "version",
            "handle",
            "address",
            "dtype",
            "shape",
            "layout",
            "iota",
            "tiles",
            "named",
            "sharding",
            "attributes",
            "program",
            "compile_options",
            "stub",
        ],
    ),
    ("security", &["error", "tls", "token", "protection"]),
    ("service", &["log", "signals"]),
    ("mpi", &["error", "launcher", "abi", "library", "world"]),
    ("remote-plugin", &["error", "implementation", "options", "objects", "calls", "table"]),
    ("remote", &["options", "reply", "blocks", "session", "array", "executable", "client"]),
    (
        "worker",
        &[
            "error",
            "quota",
            "convert",
            "host_buffers",
            "array",
            "pending",
            "program",
            "callbacks",
            "launch_queue",
            "pool",
            "metrics",
            "backend",
            "session",
            "server",
            "args",
            "service_manager",
            "main",
        ],
    ),
    (
        "lab",
        &[
            "error",
            "json",
            "clock",
            "random",
            "state_file",
            "network",
            "notebook",
            "drive",
            "collaboration",
            "accounts",
            "audit",
            "access",
            "sharing",
            "runtimes",
            "kernels",
            "sessions",
            "terminals",
            "fetch",
            "frontend",
            "image",
            "rust",
            "server",
            "user",
            "cluster",
            "args",
            "main",
        ],
    ),
    (
        "serve",
        &[
            "error",
            "datatype",
            "tensor",
            "signature",
            "metrics",
            "program",
            "program_cache",
            "trial",
            "batcher",
            "protocol",
            "repository",
            "server",
            "args",
            "main",
        ],
    ),
    ("labora", &["remote_monitor", "plugins", "key_value_store", "devices", "plots", "terminal", "cli"]),
];

/// Checks all crates.
pub fn check(sources: &[Source], findings: &mut Findings) {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.below_src().is_some()) {
        crates.entry(source.crate_folder().unwrap_or_default()).or_default().push(source);
    }
    for (name, sources) in crates {
        let imports = find(&sources);
        for circle in circles(&imports) {
            findings.add("circles of files", format!("crates/{name}/src: {circle}"));
        }
        if let Some((_, order)) = ORDER.iter().find(|(folder, _)| *folder == name) {
            order_of_folders(name, order, &imports, findings);
        }
    }
}

/// The first part of a path below `src`: a folder, or a file without its extension.
fn unit(path: &str) -> &str {
    path.split('/').next().unwrap_or(path).trim_end_matches(".rs")
}

fn order_of_folders(name: &str, order: &[&str], imports: &Imports, findings: &mut Findings) {
    const GROUP: &str = "order of folders";
    let place = |file: usize| order.iter().position(|folder| *folder == unit(&imports.files[file]));
    for (number, file) in imports.files.iter().enumerate() {
        if file != "lib.rs" && place(number).is_none() {
            let what = format!("crates/{name}/src/{file}: {} has no place in xtask/src/tidy/folders.rs", unit(file));
            findings.add(GROUP, what);
        }
    }
    for ((from, to), names) in &imports.edges {
        if let (Some(a), Some(b)) = (place(*from), place(*to))
            && b > a
        {
            let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let (from, to) = (&imports.files[*from], &imports.files[*to]);
            let what = format!(
                "crates/{name}/src/{from} imports {names} from {to}, but {} stands below {}",
                order[a], order[b]
            );
            findings.add(GROUP, what);
        }
    }
}

/// The shortest circle through each group of files that import each other, with the names imported.
fn circles(imports: &Imports) -> Vec<String> {
    let count = imports.files.len();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    imports.edges.keys().for_each(|(from, to)| next[*from].push(*to));
    let mut told = vec![false; count];
    let mut found = Vec::new();
    for start in 0..count {
        let Some(circle) = shortest_circle(start, &next).filter(|_| !told[start]) else { continue };
        circle.iter().for_each(|file| told[*file] = true);
        let steps = circle.iter().zip(circle.iter().cycle().skip(1)).map(|(from, to)| {
            let names = imports.edges[&(*from, *to)].iter().map(String::as_str).collect::<Vec<_>>();
            format!("{} imports {} from {}", imports.files[*from], names.join(", "), imports.files[*to])
        });
        found.push(steps.collect::<Vec<_>>().join("; "));
    }
    found
}

/// The files of the shortest circle through a file, in order.
fn shortest_circle(start: usize, next: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut came_from = vec![None; next.len()];
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        for to in next[file].iter().copied() {
            if to == start {
                let mut circle = vec![file];
                while let Some(before) = came_from[*circle.last()?] {
                    circle.push(before);
                }
                circle.reverse();
                return Some(circle);
            }
            if came_from[to].is_none() {
                came_from[to] = Some(file);
                queue.push_back(to);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Findings, Source, circles, find, order_of_folders};

    fn sources(files: &[(&str, &str)]) -> Vec<Source> {
        files.iter().map(|(path, text)| Source::new(format!("crates/c/src/{path}"), text)).collect()
    }

    #[test]
    fn a_circle_is_told_once_with_its_names() {
        let sources =
            sources(&[("a.rs", "use crate::b::B;"), ("b.rs", "use crate::d::D;"), ("d.rs", "use crate::a::{A, f};")]);
        let found = circles(&find(&sources.iter().collect::<Vec<_>>()));
        assert_eq!(found, ["a.rs imports B from b.rs; b.rs imports D from d.rs; d.rs imports A, f from a.rs"]);
    }

    #[test]
    fn a_folder_imports_from_lower_ones_only() {
        let sources = sources(&[("low/x.rs", "use crate::high::H;"), ("high.rs", ""), ("new.rs", "")]);
        let mut findings = Findings::default();
        order_of_folders("c", &["low", "high"], &find(&sources.iter().collect::<Vec<_>>()), &mut findings);
        let expected = [
            "crates/c/src/new.rs: new has no place in xtask/src/tidy/folders.rs",
            "crates/c/src/low/x.rs imports H from high.rs, but low stands below high",
        ];
        assert_eq!(findings.of("order of folders"), expected);
    }
}
