//! The table of names, against the names that Keras 3.15 exports.

use std::collections::BTreeSet;
use std::marker::PhantomData;

/// The names of `keras.ops` in Keras 3.15, one a line, from the wheel.
const KERAS: &str = include_str!("golden/keras_names.txt");

/// The names of `keras.ops.image`.
const KERAS_IMAGE: &str = include_str!("golden/image_names.txt");

/// The names of `keras.utils`.
const KERAS_UTILS: &str = include_str!("golden/utils_names.txt");

/// Those that are here: in `keras::utils`, `keras::bounding_boxes`, `keras::data` and `datasets::directory`.
const UTILS: [&str; 10] = [
    "Progbar",
    "audio_dataset_from_directory",
    "bounding_boxes",
    "image_dataset_from_directory",
    "normalize",
    "pad_sequences",
    "split_dataset",
    "text_dataset_from_directory",
    "timeseries_dataset_from_array",
    "to_categorical",
];

/// Functions here that Keras has elsewhere: `keras.activations.mish`, and NumPy's.
const ELSEWHERE: [&str; 1] = ["mish"];

/// What is absent, and why.
const REASONS: &[(&[&str], &str)] = &[
    (
        &["nonzero", "unique"],
        "the shape of the result depends on values; Keras refuses them in compiled functions, too",
    ),
    (&["convert_to_numpy", "is_tensor"], "a formula has no arrays, and nothing but tensors"),
    (&["custom_gradient", "jvp"], "gradients follow from the operations, backwards"),
    (&["vectorize"], "a closure on tensors is written with the functions themselves; `vectorized_map` applies it"),
    (&["linalg", "nn", "numpy"], "modules of Keras; their functions are in `keras::ops` itself"),
    (&["image"], "a module of Keras; it is below"),
    (&["ctc_loss"], "the loss is `keras::losses::CTC`"),
    (&["FlaxLayer", "JaxLayer", "TFSMLayer", "TorchModuleWrapper"], "they call Python's frameworks"),
    (&["threshold"], "it has two arguments without defaults, so that its name alone is no activation in Keras either"),
    (&["binomial"], "its loop has no bound"),
    (&["SeedGenerator"], "the scope of a formula is in its place"),
    (&["OrbaxCheckpoint"], "checkpoints of Orbax, a library of Python; `BackupAndRestore` has those of this crate"),
    (&["model_to_dot", "plot_model"], "`keras::visualization::ModelPlot` makes both"),
    (&["PyDataset", "Sequence"], "the trait is `keras::data::DataSource`"),
    (
        &["array_to_img", "img_to_array", "load_img", "save_img"],
        "images of Python's PIL; `datasets::image_file::load` reads files",
    ),
    (
        &[
            "CustomObjectScope",
            "custom_object_scope",
            "deserialize_keras_object",
            "get_custom_objects",
            "get_registered_name",
            "get_registered_object",
            "register_keras_serializable",
            "serialize_keras_object",
        ],
        "classes are in a `keras::objects::Registry`, which is given to what reads them; objects have `serialize`",
    ),
    (&["FeatureSpace"], "its preprocessing is written with the layers, each with an input of a model"),
    (&["get_file"], "downloads are those of the catalog of data sets"),
    (&["set_random_seed"], "no randomness is global: seeds are those of `Model::initialize` and of `Fit::seed`"),
    (&["clear_session"], "nothing is global but the counter of names, which `keras::naming::reset_uids` resets"),
    (
        &["disable_interactive_logging", "enable_interactive_logging", "is_interactive_logging_enabled"],
        "what is shown is a setting of each call, `Verbose`",
    ),
    (&["pack_x_y_sample_weight", "unpack_x_y_sample_weight"], "the triple is `keras::Samples`"),
    (&["Config", "get_source_inputs", "is_keras_tensor", "standardize_dtype"], "they are for Python's dynamic types"),
    (&["legacy"], "a module of Keras"),
    (&["MeanMetricWrapper"], "a base class of Keras's metrics; `keras::metric!` declares such a metric"),
];

/// The reasons of names that are absent, as lines.
fn reasons(absent: &[&str]) -> String {
    let line = |(names, reason): &(&[&str], &str)| {
        let names: Vec<String> = names.iter().filter(|n| absent.contains(n)).map(|n| format!("`{n}`")).collect();
        let text = format!("- {}: {reason}", names.join(", "));
        let words: Vec<&str> = text.split(' ').collect();
        (!names.is_empty()).then(|| format!("{}\n", wrapped(&words).replace('\n', "\n  ")))
    };
    let lines: String = REASONS.iter().filter_map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

#[test]
fn every_function_is_one_of_keras() {
    let keras: BTreeSet<&str> = KERAS.lines().collect();
    let ours: Vec<&str> =
        keras::ops::NAMES.iter().flat_map(|file| file.iter()).map(|n| n.trim_end_matches('_')).collect();
    let distinct: BTreeSet<&str> = ours.iter().copied().collect();
    assert_eq!(ours.len(), distinct.len(), "a name is declared twice");
    let strange: Vec<&str> =
        distinct.iter().copied().filter(|n| !keras.contains(n) && !ELSEWHERE.contains(n)).collect();
    assert!(strange.is_empty(), "not in keras.ops: {strange:?}");
}

#[test]
fn the_document_lists_what_is_here() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/coverage.md");
    let keras: Vec<&str> = KERAS.lines().collect();
    let ours: BTreeSet<&str> =
        keras::ops::NAMES.iter().flat_map(|file| file.iter()).map(|n| n.trim_end_matches('_')).collect();
    let (here, absent): (Vec<&str>, Vec<&str>) = keras.iter().partition(|n| ours.contains(*n));
    let text = format!(
        "# Coverage of Keras 3.15\n\n\
         Generated by `UPDATE_COVERAGE=1 cargo test -p labora-keras --test ops` from `keras::ops::NAMES` and the names\n\
         that the wheel exports.\n\n\
         Of the objects below, {} are here; those that are not have their reasons.\n\n\
         ## keras.ops: {} of {}\n\n{}\n\nAbsent:\n\n{}\n{}",
        objects().0,
        here.len(),
        keras.len(),
        wrapped(&here),
        wrapped(&absent),
        reasons(&absent)
    );
    let text = text + &image_functions() + &objects().1 + &applications() + &utilities();
    if std::env::var_os("UPDATE_COVERAGE").is_some() {
        std::fs::write(page, &text).expect("the page can be written");
    }
    let written = std::fs::read_to_string(page).expect("the page can be read");
    assert_eq!(written, text, "docs/coverage.md is out of date; run the command that it names");
}

/// The functions of `keras.ops.image`; all are here.
fn image_functions() -> String {
    let ours: BTreeSet<&str> = keras::ops::image::NAMES.iter().flat_map(|file| file.iter()).copied().collect();
    let keras: Vec<&str> = KERAS_IMAGE.lines().collect();
    assert_eq!(ours, keras.iter().copied().collect::<BTreeSet<&str>>());
    format!("\n## keras.ops.image: {0} of {0}\n\n{1}\n", keras.len(), wrapped(&keras))
}

/// What is here of `keras.utils`.
fn utilities() -> String {
    let keras: Vec<&str> = KERAS_UTILS.lines().collect();
    let (here, absent): (Vec<&str>, Vec<&str>) = keras.iter().partition(|name| UTILS.contains(*name));
    assert_eq!(here, UTILS);
    let (count, total) = (here.len(), keras.len());
    let (here, listed, reasons) = (wrapped(&here), wrapped(&absent), reasons(&absent));
    format!("\n## keras.utils: {count} of {total}\n\n{here}\n\nAbsent:\n\n{listed}\n{reasons}")
}

/// The callbacks that are here, by Keras's names.
fn callbacks() -> Vec<&'static str> {
    use keras::callbacks as c;
    fn named<C: c::Callback>(name: &'static str, _here: PhantomData<C>) -> &'static str {
        name
    }
    vec![
        named("BackupAndRestore", PhantomData::<c::BackupAndRestore>),
        named("CSVLogger", PhantomData::<c::CsvLogger>),
        named("EarlyStopping", PhantomData::<c::EarlyStopping>),
        named("History", PhantomData::<c::History>),
        named("LambdaCallback", PhantomData::<c::LambdaCallback<'static>>),
        named("LearningRateScheduler", PhantomData::<c::LearningRateScheduler<'static>>),
        named("ModelCheckpoint", PhantomData::<c::ModelCheckpoint>),
        named("ProgbarLogger", PhantomData::<c::ProgbarLogger>),
        named("ReduceLROnPlateau", PhantomData::<c::ReduceLrOnPlateau>),
        named("SwapEMAWeights", PhantomData::<c::SwapEmaWeights>),
        named("TensorBoard", PhantomData::<c::TensorBoard>),
        named("TerminateOnNaN", PhantomData::<c::TerminateOnNan>),
        // It needs an HTTP client, and is in the crate `labora`.
        "RemoteMonitor",
    ]
}

/// How many objects of Keras are here, networks among them, and their lists, kind by kind.
fn objects() -> (String, String) {
    let losses = here::<dyn keras::losses::Loss>();
    let initializers = here::<dyn keras::initializers::Initializer>();
    let regularizers = here::<dyn keras::regularizers::Regularizer>();
    let constraints = here::<dyn keras::constraints::Constraint>();
    let metrics = here::<dyn keras::metrics::Metric>();
    let schedules = here::<dyn keras::optimizers::schedules::LearningRateSchedule>();
    let layers = here::<dyn keras::layers::Layer>();
    let optimizers = here::<dyn keras::optimizers::Optimizer>();
    let kinds = [
        ("keras.layers", layers, include_str!("../layers/golden/layers.json")),
        ("keras.optimizers", optimizers, include_str!("../functions/golden/functions.json")),
        ("keras.losses", losses, include_str!("../objects/golden/losses.json")),
        ("keras.metrics", metrics, include_str!("../objects/golden/metrics.json")),
        ("keras.optimizers.schedules", schedules, include_str!("../objects/golden/schedules.json")),
        ("keras.initializers", initializers, include_str!("../objects/golden/initializers.json")),
        ("keras.regularizers", regularizers, include_str!("../objects/golden/regularizers.json")),
        ("keras.constraints", constraints, include_str!("../objects/golden/constraints.json")),
    ];
    let names: serde_json::Value = serde_json::from_str(include_str!("../objects/golden/names.json")).expect("JSON");
    let activations = keras::Activation::ALL.iter().map(|activation| activation.name()).collect();
    // They are in the crate `datasets`.
    let datasets = "boston_housing california_housing cifar10 cifar100 fashion_mnist imdb mnist reuters";
    let of_names = [
        ("keras.callbacks", callbacks(), "callbacks"),
        ("keras.activations", activations, "activations"),
        ("keras.datasets", datasets.split(' ').collect(), "datasets"),
    ];
    let networks = keras::applications::NETWORKS.iter().map(|file| file.len()).sum::<usize>();
    let (mut count, mut total) = (networks, networks);
    let mut section = |module: &str, here: Vec<&str>, classes: &serde_json::Value| {
        let classes = classes.as_array().expect("a list of classes");
        let keras: Vec<&str> = classes.iter().map(|name| name.as_str().expect("a name")).collect();
        let (here, absent): (Vec<&str>, Vec<&str>) = keras.iter().partition(|name| here.contains(name));
        (count, total) = (count + here.len(), total + keras.len());
        let absent = match absent.is_empty() {
            true => String::new(),
            false => format!("\nAbsent:\n\n{}\n{}", wrapped(&absent), reasons(&absent)),
        };
        format!("\n## {module}: {} of {}\n\n{}\n{absent}", here.len(), keras.len(), wrapped(&here))
    };
    let classes = |golden: &str| serde_json::from_str::<serde_json::Value>(golden).expect("JSON")["classes"].clone();
    let mut text: String =
        kinds.into_iter().map(|(module, here, golden)| section(module, here, &classes(golden))).collect();
    text.extend(of_names.into_iter().map(|(module, here, key)| section(module, here, &names[key])));
    let random = "beta categorical dropout gamma normal randint shuffle truncated_normal uniform";
    // Its functions are no objects.
    let of_random = section("keras.random", random.split(' ').collect(), &names["random"]);
    let uncounted = names["random"].as_array().expect("a list of functions").len();
    let count = count - random.split(' ').count();
    (format!("{count} of {}", total - uncounted), text + &of_random)
}

/// The networks of `keras.applications`; the test of the networks compares them with those that Keras
/// exports.
fn applications() -> String {
    let names: Vec<&str> =
        keras::applications::NETWORKS.iter().copied().flatten().map(|network| network.name).collect();
    format!("\n## keras.applications: {0} of {0}\n\n{1}\n", names.len(), wrapped(&names))
}

fn here<K: keras::objects::Kind + ?Sized>() -> Vec<&'static str> {
    keras::objects::Registry::new().rows::<K>().map(|row| row.class_name).collect()
}

/// Names in lines of at most 100 columns.
fn wrapped(names: &[&str]) -> String {
    let mut lines = vec![String::new()];
    for name in names {
        let line = lines.last_mut().expect("there is a line");
        if line.len() + name.len() > 98 {
            lines.push((*name).to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(name);
        }
    }
    lines.join("\n")
}
