//! `import tensorflow` in notebooks, with the worker of a TPU and the image that is made by default.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::accelerators::open;
use crate::common::Server;
use crate::notebook::default_image;

/// A kernel with what it says.
struct Notebook<'a> {
    server: &'a Server,
    kernel: String,
}

impl Notebook<'_> {
    fn open<'a>(server: &'a Server, accelerator: &str) -> Notebook<'a> {
        let session = open(server, &format!("{accelerator}.ipynb"), accelerator.into());
        Notebook { server, kernel: session["kernel"]["id"].as_str().unwrap().to_string() }
    }

    fn run(&self, code: &str) -> Value {
        self.server.call("POST", &format!("api/kernels/{}/execute", self.kernel), json!({"code": code})).json()
    }

    /// What a cell that ends well prints, on both streams, or has as its result.
    fn printed(&self, code: &str) -> String {
        let done = self.run(code);
        assert_eq!(done["status"], "ok", "{code}\n{done:#}");
        done["outputs"].as_array().unwrap().iter().map(shown).collect()
    }

    /// The name, the text and the traceback of a cell's error.
    fn error(&self, code: &str) -> (String, String, String) {
        let done = self.run(code);
        let error = done["outputs"].as_array().unwrap().last().unwrap();
        let text = |name: &str| error[name].as_str().unwrap_or_else(|| panic!("{code}\n{done:#}")).to_string();
        let lines = error["traceback"].as_array().unwrap().iter().map(|line| line.as_str().unwrap());
        (text("ename"), text("evalue"), lines.collect::<Vec<_>>().join("\n"))
    }

    /// Runs cells: what each prints begins or ends so.
    fn check(&self, cells: &[(&str, &str)]) {
        for (code, said) in cells {
            let printed = self.printed(code);
            let printed = printed.trim();
            assert!(printed.starts_with(said) || printed.ends_with(said), "{code}\n{printed}\nnot {said}");
        }
    }

    /// Runs cells: each fails with an error of this name that says this, and no frames of the hook.
    fn check_errors(&self, cells: &[(&str, &str, &str)]) {
        for (code, name, said) in cells {
            let (ename, evalue, traceback) = self.error(code);
            assert!(ename == *name && evalue.contains(said), "{code}\n{ename}: {evalue}");
            let is_short =
                !["sitecustomize", "labora_imports", "importlib"].iter().any(|frame| traceback.contains(frame));
            assert!(is_short, "{code}\n{traceback}");
        }
    }
}

/// The text of an output.
fn shown(output: &Value) -> String {
    let text = output["text"].as_str().or(output["data"]["text/plain"].as_str());
    text.unwrap_or_default().to_string()
}

/// The binary version of CIFAR-10 with the first pictures of each file, in a folder for `--data`; none, after
/// saying why, without the data set.
pub fn few_pictures(count: usize) -> Option<tempfile::TempDir> {
    let all = testkit::cifar10_dir()?;
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("cifar-10-batches-bin");
    fs::create_dir(&folder).unwrap();
    for name in (1..=5).map(|part| format!("data_batch_{part}.bin")).chain(["test_batch.bin".into()]) {
        let bytes = fs::read(all.join(&name)).unwrap();
        fs::write(folder.join(&name), &bytes[..count * 3073]).unwrap();
    }
    Some(data)
}

/// A server for notebooks with a TPU, which has this folder as `--data`.
fn server(data: Option<&Path>) -> Option<Server> {
    let image = default_image()?;
    let data = data.map(|folder| folder.display().to_string());
    let more = data.iter().flat_map(|data| ["--data", data]);
    let arguments: Vec<&str> = ["--network", "none"].into_iter().chain(more).collect();
    Server::sandboxed_with(&image, &arguments)
}

/// Code of the user's own in files of the drive.
fn write_programs(server: &Server) {
    server.write("helper.py", "import tensorflow as tf\nfrom tensorflow import keras\nname = tf.__name__\n");
    server.write(
        "script.py",
        "import tensorflow as tf\nif __name__ == '__main__':\n    print('ran with', tf.__name__)\n",
    );
    let spawned = "import multiprocessing\ndef name(_):\n    import tensorflow\n    return tensorflow.__name__\n\
                   if __name__ == '__main__':\n    with multiprocessing.get_context('spawn').Pool(1) as pool:\n        \
                   print(pool.map(name, [1]))\n";
    server.write("spawned.py", spawned);
}

#[test]
fn tensorflow_is_there_for_the_users_own_code_alone() {
    let Some(server) = server(None) else { return };
    write_programs(&server);
    let notebook = Notebook::open(&server, "TPU");
    notebook.printed("import os; os.environ['KERAS_BACKEND'] = 'tensorflow'");
    let other = "KERAS_BACKEND is 'tensorflow', and TensorFlow is not installed";
    notebook.check_errors(&[
        ("import tensorflow", "ModuleNotFoundError", other),
        ("import keras", "ModuleNotFoundError", other),
    ]);
    notebook.printed("os.environ['KERAS_BACKEND'] = 'jax'");
    notebook.check(&[
        ("import warnings; warnings.simplefilter('error')\nimport tensorflow as tf\nprint(tf.__name__)", "labora_tf"),
        ("warnings.resetwarnings()\nimport tensorflow\nprint(tensorflow is tf)", "True"),
        // Notebooks of older versions ask for it by hand.
        (
            "import labora.compat.article as old, sys; old.install()\n\
             print(any(isinstance(finder, old._Finder) for finder in sys.meta_path))",
            "False",
        ),
        ("print('tensorflow' in sys.modules)", "False"),
        ("from keras.src.utils.module_utils import tensorflow as probe; print(probe.available)", "False"),
        ("import tensorflow.keras.layers as L, keras; print(L.Dense is keras.layers.Dense)", "True"),
        ("from tensorflow.keras.layers import *\nprint(Dense is keras.layers.Dense)", "True"),
        (
            "from tensorflow.keras import backend as K, layers; print(K.floatx(), layers.Dense.__name__)",
            "float32 Dense",
        ),
        ("from tensorflow.python.keras.layers import Dense; print(Dense.__name__)", "Dense"),
        ("import importlib; print(importlib.import_module('tensorflow.keras.layers') is L)", "True"),
        ("print(__import__('tensorflow') is tf)", "True"),
        ("import pickle; print(pickle.loads(pickle.dumps(tf.float32)) == tf.float32)", "True"),
        ("%load_ext autoreload\n%autoreload 2\nimport helper; print(helper.name)", "labora_tf"),
        ("%run script.py", "ran with labora_tf"),
        ("!python spawned.py", "['labora_tf']"),
        ("%tensorflow_version 1.x\nprint(tf.__version__)", "1.12.0"),
        ("%tensorflow_version 2.x\nprint(tf.__version__)", "2.19.0"),
        ("import jax.tools.colab_tpu; jax.tools.colab_tpu.setup_tpu()", "JAX has the runtime's TPU already."),
        ("print(jax.devices()[0].platform, jax.numpy.ones(3).devices().pop().platform)", "tpu tpu"),
        ("import tensorflow_datasets as tfds; print(tfds.builder('mnist').name)", "mnist"),
        ("from tensorflow_datasets import load; print(load is tfds.load, 'tensorflow_datasets' in sys.modules)", "True False"),
        (
            "import json, os; from google.colab import auth; auth.authenticate_user()\n\
             with tf.Session() as session, open('/content/adc.json') as file:\n\x20   \
             tf.contrib.cloud.configure_gcs(session, credentials=json.load(file))\n\
             print(int(os.environ['COLAB_GPU']) > 0)",
            "False",
        ),
        ("import distutils; print(distutils.version.LooseVersion(tf.__version__) < '1.14')", "False"),
        // What packages called so when these notebooks were written.
        (
            "import numpy as np, pandas as pd, PIL.Image, matplotlib.pyplot as plt; plt.style.use('seaborn-whitegrid')\n\
             print(np.float is float, np.product([2, 3]), pd.np is np, PIL.Image.ANTIALIAS == PIL.Image.LANCZOS)",
            "True 6 True True",
        ),
        ("import flax, optax, orbax.checkpoint, tqdm, pydot, distutils.core; print(flax.__name__)", "flax"),
    ]);
    notebook.check_errors(&[
        ("import tensorflow.nothing_of_that_name", "ModuleNotFoundError", "No module named 'tensorflow.nothing_of"),
        ("from tensorflow import nothing_of_that_name", "ImportError", "'nothing_of_that_name' from 'tensorflow'"),
        ("from tensorflow.keras.layers import Nothing", "ImportError", "'Nothing' from 'tensorflow.keras.layers'"),
        ("import tensorflow._glue", "ModuleNotFoundError", "No module named 'tensorflow._glue'"),
        (
            "from tensorflow.contrib.tpu.python.ops.tpu_ops import infeed_dequeue_tuple",
            "ImportError",
            "infeed_dequeue_tuple is not in Labora: a program on a core reads no queue",
        ),
        ("import tensorflow_hub", "ModuleNotFoundError", "`pip install tensorflow-hub tensorflow`"),
        ("import tensorflow_datasets.core", "ModuleNotFoundError", "`pip install tensorflow-datasets tensorflow`"),
        ("import nothing_of_that_name", "ModuleNotFoundError", "No module named 'nothing_of_that_name'"),
    ]);
    installed_packages_are_taken(&notebook);
}

/// What is installed is taken; a folder of that name is not.
fn installed_packages_are_taken(notebook: &Notebook<'_>) {
    notebook.printed("!mkdir -p tensorflow /tmp/site/tensorflow && echo 'name = 1' > /tmp/site/tensorflow/__init__.py");
    notebook.check(&[
        ("import tensorflow; print(tensorflow is tf)", "True"),
        (
            "sys.path.insert(0, '/tmp/site')\nimport tensorflow; print(tensorflow.__file__)",
            "/tmp/site/tensorflow/__init__.py",
        ),
    ]);
}

#[test]
fn without_a_tpu_the_error_says_what_to_do_and_packages_that_need_tensorflow_say_so() {
    let Some(server) = Server::with_kernels(&[]) else { return };
    server.write("packages/site-packages/uses_it/__init__.py", "import tensorflow\n");
    server.write("helper.py", "import tensorflow\n");
    let notebook = Notebook::open(&server, "NONE");
    let how = "choose Runtime > Change runtime type > TPU";
    notebook.printed("import sys; sys.path.insert(0, 'packages/site-packages')");
    notebook.check_errors(&[
        ("import tensorflow as tf", "ModuleNotFoundError", how),
        ("from tensorflow.keras import layers", "ModuleNotFoundError", how),
        ("import helper", "ModuleNotFoundError", how),
        ("import uses_it", "ModuleNotFoundError", "uses_it needs TensorFlow itself"),
    ]);
    let quiet = "try:\n    import tensorflow\nexcept ImportError as error:\n    print(error.name)";
    notebook
        .check(&[(quiet, "tensorflow"), ("%tensorflow_version 2.x", "No module named 'tensorflow': choose Runtime")]);
}

/// The command that runs a script of `tests/python` with the image and the modules of runtimes; `None` skips.
fn script(name: &str) -> Option<Command> {
    let image = default_image()?;
    let root = testkit::workspace_root().join("crates/lab");
    let mut command = Command::new(image.join("bin/python"));
    command.arg(root.join("tests/python").join(name)).env("JAX_PLATFORMS", "cpu");
    command.env("PYTHONPATH", root.join("image/python")).env("PYTHONDONTWRITEBYTECODE", "1");
    Some(command)
}

#[test]
fn data_sets_are_read_in_the_forms_of_their_makers() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut command) = script("datasets.py") else { return };
    let output = command.arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches(" is read from ").count(), 4, "each is told once: {said}");
}

#[test]
fn tensorboard_reads_what_the_callback_of_keras_writes() {
    let Some(mut command) = script("summaries.py") else { return };
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.stdout, b"read\n");
}

/// The article's cells as they were printed; none, after saying why, without them.
pub fn article_cells() -> Option<Vec<String>> {
    let folder = std::env::var_os("LABORA_SUITES").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let file = folder.map(|folder| folder.join("article-cells.json")).filter(|file| file.is_file());
    let Some(file) = file else {
        testkit::skip_without(testkit::Need::Data, "no article-cells.json (set LABORA_SUITES to a folder that has it)");
        return None;
    };
    let json: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    Some(json["cells"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().to_string()).collect())
}

#[test]
fn the_cells_of_the_article_run_as_they_were_printed() {
    let Some(cells) = article_cells() else { return };
    let Some(data) = few_pictures(128) else { return };
    let Some(server) = server(Some(data.path())) else { return };
    let notebook = Notebook::open(&server, "TPU");
    let shown: String = cells.iter().map(|cell| notebook.printed(&cell.replace("epochs=50", "epochs=2"))).collect();
    for said in [
        "CIFAR-10 is read from ",
        "grpc://127.0.0.1:",
        "Querying Tensorflow master (grpc://127.0.0.1:",
        "Found TPU system:",
        "*** Num TPU Cores: 8",
        "*** Num TPU Workers: 1",
        "*** Num TPU Cores Per Worker: 8",
        "Epoch 2/2",
        "test: ",
        "Copying TPU weights to the CPU",
    ] {
        assert!(shown.contains(said), "{said}: {shown}");
    }
    assert!(server.drive().join("cifar10_model.h5").is_file(), "the weights are a file of the drive");
    // The model on the processor is that of the TPU, and one picture is enough for either.
    notebook.check(&[
        ("print(prediction.shape, abs(prediction.sum() - 1) < 1e-5)", "(1, 10) True"),
        ("print(abs(tpu_model.predict(x, verbose=0) - prediction).max() < 1e-2)", "True"),
        ("print({device.platform for device in model.weights[0].value.devices()})", "{'cpu'}"),
        ("(again, _), _ = cifar10.load_data(); print(again.shape, again.dtype)", "(640, 32, 32, 3) uint8"),
    ]);
}
