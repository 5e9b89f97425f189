//! Writes the Rust examples of the book's chapters and of the README as functions: `$OUT_DIR/examples.rs`.

// The tests use more of it.
#[allow(dead_code)]
#[path = "src/blocks.rs"]
mod blocks;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    let readme = book.join("../../README.md");
    println!("cargo::rerun-if-changed={}\ncargo::rerun-if-changed={}", book.display(), readme.display());
    let mut chapters: Vec<_> = fs::read_dir(&book)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    chapters.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    chapters.sort();
    chapters.push(readme);
    let (mut table, mut functions) = (String::new(), String::new());
    for path in chapters {
        let chapter = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path)?;
        let blocks = blocks::blocks(&text);
        for (number, block) in (1..).zip(blocks.iter().filter(|block| block.language() == "rust")) {
            let name = format!("{}_{number}", chapter.replace('-', "_").to_lowercase());
            // The README trains on data that may not be here.
            let is_run = !block.info.contains("no_run") && chapter != "README";
            if is_run {
                let _ = writeln!(table, "    ({chapter:?}, {number}, {name}),");
            }
            // Lines that begin with `# ` are compiled and not shown, as in rustdoc.
            let visible = |line: &&str| line.strip_prefix("# ").map_or(line.to_string(), str::to_string);
            let code: Vec<String> = block.code.iter().map(visible).collect();
            let allow = if is_run { "" } else { "#[allow(dead_code)]\n" };
            let _ = writeln!(functions, "// {chapter}.md:{}\n{allow}fn {name}() -> Outcome {{", block.line);
            let _ = writeln!(functions, "{}\nOk(())\n}}\n", code.join("\n"));
        }
    }
    let out = Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("examples.rs");
    fs::write(out, format!("const EXAMPLES: &[(&str, usize, fn() -> Outcome)] = &[\n{table}];\n\n{functions}"))
}
