//! Plugins that pip installed into a Python environment.

use std::fs;
use std::path::{Path, PathBuf};

/// Names of plugins, and the paths of their libraries in `site-packages`.
const KNOWN: [(&str, &str); 4] = [
    ("libtpu", "libtpu/libtpu.so"),
    ("cuda13", "jax_plugins/xla_cuda13/xla_cuda_plugin.so"),
    ("cuda12", "jax_plugins/xla_cuda12/xla_cuda_plugin.so"),
    ("xla_cpu", "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"),
];

/// The libraries that the CUDA plugin loads: prefixes of file names in the `nvidia-*` packages.
const CUDA_LIBRARIES: [&str; 12] = [
    "libcudart.",
    "libcupti.",
    "libnvJitLink.",
    "libnvrtc.",
    "libcublasLt.",
    "libcublas.",
    "libcufft.",
    "libcusparse.",
    "libcusolver.",
    "libcudnn.",
    "libnccl.",
    "libnvshmem_host.",
];

/// A plugin in a Python environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonPlugin {
    pub name: &'static str,
    pub path: PathBuf,
    /// The `site-packages` folder.
    pub packages: PathBuf,
}

/// Returns the plugins of an environment.
pub fn find(environment: &Path) -> Vec<PythonPlugin> {
    let mut found = Vec::new();
    for packages in site_packages(environment) {
        for (name, file) in KNOWN {
            let path = packages.join(file);
            if path.is_file() {
                found.push(PythonPlugin { name, path, packages: packages.clone() });
            }
        }
    }
    found
}

/// Returns the version of the Python package that contains a plugin, from the name of its `.dist-info`
/// folder.
pub fn version(plugin: &Path) -> Option<String> {
    let package = plugin.parent()?.file_name()?.to_string_lossy().into_owned();
    let folders = entries(plugin.ancestors().nth(2)?);
    folders.iter().find_map(|folder| {
        let name = folder.file_name()?.to_str()?.strip_suffix(".dist-info")?;
        Some(name.strip_prefix(&package)?.strip_prefix('-')?.to_string())
    })
}

/// Returns `lib/python3.*/site-packages`, and its counterpart on Windows.
fn site_packages(environment: &Path) -> Vec<PathBuf> {
    let versions = |lib: &str| entries(&environment.join(lib)).into_iter().filter(|p| has_prefix(p, "python3"));
    let mut folders: Vec<PathBuf> = versions("lib").chain(versions("lib64")).map(|p| p.join("site-packages")).collect();
    folders.push(environment.join("Lib/site-packages"));
    folders.retain(|folder| folder.is_dir());
    folders
}

/// Returns the CUDA libraries next to NVIDIA's plugin: `nvidia/*/lib/*` in its `site-packages`. None for
/// other plugins.
pub fn cuda_libraries(plugin: &Path) -> Vec<PathBuf> {
    if plugin.file_stem().is_none_or(|stem| stem != "xla_cuda_plugin") {
        return Vec::new();
    }
    let Some(packages) = plugin.ancestors().nth(3) else { return Vec::new() };
    let libraries = entries(&packages.join("nvidia")).into_iter().flat_map(|package| entries(&package.join("lib")));
    libraries.filter(|file| CUDA_LIBRARIES.iter().any(|name| has_prefix(file, name))).collect()
}

/// Returns the folder of `libdevice` in the packages next to NVIDIA's plugin.
pub fn cuda_folder(plugin: &Path) -> Option<PathBuf> {
    let nvidia = plugin.ancestors().nth(3)?.join("nvidia");
    let mut folders = ["cu13", "cuda_nvcc"].map(|folder| nvidia.join(folder)).into_iter();
    folders.find(|folder| folder.join("nvvm/libdevice").is_dir())
}

fn has_prefix(path: &Path, prefix: &str) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
}

/// Returns the sorted entries of a folder; none if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates an environment with these files in its `site-packages`.
    fn environment(files: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let packages = folder.path().join("lib/python3.11/site-packages");
        for file in files {
            let path = packages.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        (folder, packages)
    }

    #[test]
    fn plugins_that_pip_installed_are_found() {
        let (folder, packages) =
            environment(&["libtpu/libtpu.so", "jax_plugins/xla_cuda13/xla_cuda_plugin.so", "numpy/version.py"]);
        let found = find(folder.path());
        assert_eq!(found.iter().map(|f| f.name).collect::<Vec<_>>(), ["libtpu", "cuda13"]);
        assert_eq!(found[0].packages, packages);
        assert_eq!(find(Path::new("/no/such/environment")), []);
    }

    #[test]
    fn the_version_of_a_package_is_in_the_name_of_its_folder() {
        let (_folder, packages) = environment(&["libtpu/libtpu.so", "libtpu-0.0.51.dist-info/METADATA"]);
        assert_eq!(version(&packages.join("libtpu/libtpu.so")).as_deref(), Some("0.0.51"));
        assert_eq!(version(&packages.join("other/libtpu.so")), None);
    }

    #[test]
    fn cuda_libraries_are_next_to_their_plugin() {
        let (_folder, packages) = environment(&[
            "jax_plugins/xla_cuda12/xla_cuda_plugin.so",
            "nvidia/cudnn/lib/libcudnn.so.9",
            "nvidia/cudnn/lib/libcudnn_graph.so.9",
            "nvidia/cuda_runtime/lib/libcudart.so.12",
            "nvidia/cuda_runtime/include/cuda.h",
            "nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc",
        ]);
        let libraries = cuda_libraries(&packages.join("jax_plugins/xla_cuda12/xla_cuda_plugin.so"));
        let expected = ["nvidia/cuda_runtime/lib/libcudart.so.12", "nvidia/cudnn/lib/libcudnn.so.9"];
        assert_eq!(libraries, expected.map(|file| packages.join(file)));
        assert_eq!(cuda_libraries(&packages.join("libtpu/libtpu.so")), Vec::<PathBuf>::new());
        let tools = cuda_folder(&packages.join("jax_plugins/xla_cuda12/xla_cuda_plugin.so"));
        assert_eq!(tools, Some(packages.join("nvidia/cuda_nvcc")));
    }
}
