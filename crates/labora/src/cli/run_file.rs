//! Run files: the flags of a training in TOML, as `epochs = 50`.
//!
//! A file is read by the parser of the command line: each key is the name of a flag, or of a positional
//! argument, and becomes that argument, unless the command line has it.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use keras::budget;
use keras::naming::nearest;
use toml::de::{DeTable, DeValue};

use super::failure::Failure;

/// The verbs that take a run file, as their first argument.
const VERBS: [&str; 2] = ["train", "fit"];
/// Flags that say nothing about the result of a training, which one that goes on may have others of.
const WITHOUT_EFFECT: [&str; 18] = [
    "checkpoint",
    "coordinator",
    "data",
    "data-folder",
    "epochs",
    "history",
    "plot",
    "reconnect",
    "resume",
    "save",
    "tensorboard",
    "threads",
    "tls-ca",
    "tls-cert",
    "tls-key",
    "token-file",
    "verbose",
    "worker",
];
/// The argument that names a data set.
const DATASET: &str = "dataset";
/// The size of a run file: each of its keys is parsed as an argument.
const MAX_BYTES: usize = 256 << 10;
/// Flags that are no part of a run.
const ABSENT: [&str; 3] = ["help", "version", "print-run"];

/// The flags of a training.
#[derive(Debug)]
pub struct Run {
    /// All of them as a run file, but those of the environment.
    pub text: String,
    /// True if some of them were in a file.
    pub is_from_file: bool,
    /// True if they name the data set, which is the default one otherwise.
    pub names_data: bool,
}

impl Run {
    /// The flags that the command has parsed; of verbs without run files, nothing.
    pub fn of(command: &Command, matches: &ArgMatches, is_from_file: bool) -> Self {
        let verb = matches.subcommand().filter(|(verb, _)| VERBS.contains(verb));
        let names_data = verb.is_some_and(|(_, matches)| {
            let source = matches.try_contains_id(DATASET).is_ok().then(|| matches.value_source(DATASET)).flatten();
            source == Some(ValueSource::CommandLine)
        });
        let text = verb.and_then(|(verb, matches)| Some(text(command.find_subcommand(verb)?, matches)));
        Self { text: text.unwrap_or_default(), is_from_file, names_data }
    }
}

/// Replaces the run file behind the verb by its arguments. Returns whether there was one.
///
/// # Errors
/// The file cannot be read, or a key or a value in it is wrong; the message has the line.
pub fn expand(command: &Command, arguments: Vec<OsString>) -> Result<(Vec<OsString>, bool), Failure> {
    let verb = arguments.get(1).and_then(|verb| verb.to_str()).filter(|verb| VERBS.contains(verb));
    let path = arguments.get(2).map(Path::new).filter(|path| path.extension() == Some(OsStr::new("toml")));
    let (Some(verb), Some(path)) = (verb.and_then(|verb| command.find_subcommand(verb)), path) else {
        return Ok((arguments, false));
    };
    let text = budget::read_text(path).map_err(|e| Failure::new(e).about(path.display()))?;
    if text.len() > MAX_BYTES {
        let what = format!("a run file has at most {} KiB; this one has {}", MAX_BYTES >> 10, text.len() >> 10);
        return Err(Failure::usage(what).about(path.display()));
    }
    // Required arguments may be in the file.
    let relaxed = verb.clone().mut_args(|arg| arg.required(false));
    let name = [OsString::from(verb.get_name())];
    let given = relaxed.clone().try_get_matches_from(name.iter().chain(&arguments[3..]));
    let mut all = arguments[..2].to_vec();
    // The parser of the command reports what is wrong on the command line.
    if let Ok(given) = given {
        let is_given = |arg: &Arg| given.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
        for key in read(&text, &relaxed).map_err(|failure| failure.about(path.display()))? {
            if !is_given(key.arg) {
                all.extend(key.arguments);
            }
        }
    }
    all.extend_from_slice(&arguments[3..]);
    Ok((all, true))
}

/// A key of a run file as arguments.
struct Key<'a> {
    arg: &'a Arg,
    arguments: Vec<OsString>,
}

/// Reads a run file for a verb whose arguments are all optional.
fn read<'a>(text: &str, verb: &'a Command) -> Result<Vec<Key<'a>>, Failure> {
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line(span.start));
        Failure::usage(format!("line {line}: {}", error.message()))
    })?;
    let mut keys = Vec::new();
    for (key, value) in table.get_ref() {
        let line = line(key.span().start);
        let wrong = |reason: String| Failure::usage(format!("line {line}: {reason}"));
        let name = key.get_ref().as_ref();
        let arg =
            verb.get_arguments().find(|arg| key_of(arg) == Some(name)).ok_or_else(|| unknown(verb, line, name))?;
        let arguments = arguments(arg, name, value.get_ref()).map_err(wrong)?;
        let alone = [OsString::from(verb.get_name())].into_iter().chain(arguments.iter().cloned());
        if let Err(error) = verb.clone().try_get_matches_from(alone)
            && matches!(
                error.kind(),
                ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::WrongNumberOfValues
            )
        {
            let message = error.to_string();
            let reason = message.lines().next().unwrap_or_default();
            return Err(wrong(reason.trim_start_matches("error: ").to_owned()));
        }
        keys.push((line, Key { arg, arguments }));
    }
    keys.sort_by_key(|(line, _)| *line);
    Ok(keys.into_iter().map(|(_, key)| key).collect())
}

/// The arguments that a value stands for.
fn arguments(arg: &Arg, name: &str, value: &DeValue<'_>) -> Result<Vec<OsString>, String> {
    let texts: Vec<String> = match value {
        DeValue::Boolean(is_set) => {
            return match arg.get_action() {
                ArgAction::SetTrue => Ok(is_set.then(|| format!("--{name}").into()).into_iter().collect()),
                _ => Err(format!("{name} takes a value, not {is_set}")),
            };
        }
        DeValue::Array(values) => values.iter().map(|value| plain(name, value.get_ref())).collect::<Result<_, _>>()?,
        one => vec![plain(name, one)?],
    };
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return Err(format!("{name} is true or false"));
    }
    let argument = |text: String| if arg.is_positional() { text.into() } else { format!("--{name}={text}").into() };
    Ok(texts.into_iter().map(argument).collect())
}

/// A text or a number as on the command line.
fn plain(name: &str, value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Float(number) => Ok(number.as_str().to_owned()),
        DeValue::Integer(number) => {
            let value = i128::from_str_radix(&number.as_str().replace('_', ""), number.radix());
            value.map(|value| value.to_string()).map_err(|e| format!("{name}: {e}"))
        }
        other => Err(format!("{name} is a text, a number or a list of them, not a {}", other.type_str())),
    }
}

/// The key of an argument; none if run files do not have it.
fn key_of(arg: &Arg) -> Option<&str> {
    let key = if arg.is_positional() { arg.get_id().as_str() } else { arg.get_long()? };
    (!ABSENT.contains(&key)).then_some(key)
}

fn unknown(verb: &Command, line: usize, name: &str) -> Failure {
    let failure = Failure::usage(format!("line {line}: labora {} has no setting `{name}`", verb.get_name()));
    let known = "--print-run prints those that are set";
    failure.hint(match nearest(name, verb.get_arguments().filter_map(key_of)) {
        Some(nearest) => format!("the nearest one is `{nearest}`; {known}"),
        None => known.to_owned(),
    })
}

/// The flags that are set on the command line or by default, as a run file.
fn text(verb: &Command, matches: &ArgMatches) -> String {
    let mut lines = String::new();
    for arg in verb.get_arguments() {
        let (Some(key), id) = (key_of(arg), arg.get_id().as_str()) else { continue };
        let from = matches.value_source(id);
        let is_set = matches!(from, Some(ValueSource::CommandLine | ValueSource::DefaultValue));
        let values: Vec<String> = matches.get_raw(id).into_iter().flatten().map(written).collect();
        let value = match (arg.get_action(), &values[..]) {
            _ if !is_set => continue,
            (ArgAction::SetTrue, _) if from == Some(ValueSource::DefaultValue) => continue,
            (ArgAction::SetTrue, _) => "true".to_owned(),
            (ArgAction::Append, _) => format!("[{}]", values.join(", ")),
            (_, [value]) => value.clone(),
            _ => continue,
        };
        lines += &format!("{key} = {value}\n");
    }
    lines
}

/// A value of the command line in TOML: a number, or a text in quotes.
fn written(value: &OsStr) -> String {
    let text = value.to_string_lossy();
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || first == '-')
        && matches!(
            DeValue::parse(&text).as_ref().map(|value| value.get_ref()),
            Ok(DeValue::Integer(_) | DeValue::Float(_))
        );
    if is_number { text.into_owned() } else { toml::Value::String(text.into_owned()).to_string() }
}

/// The first key in which two run files describe different trainings.
pub fn difference(before: &str, now: &str) -> Option<String> {
    let lines = |text: &str| -> Vec<(String, String)> {
        let pairs = text.lines().filter_map(|line| line.split_once(" = "));
        pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    };
    let (before, now) = (lines(before), lines(now));
    let differs = |(key, value): &&(String, String)| {
        let setting = (key.clone(), value.clone());
        let is_kept = before.contains(&setting) && now.contains(&setting);
        !is_kept && !WITHOUT_EFFECT.contains(&key.as_str())
    };
    before.iter().chain(&now).find(differs).map(|(key, _)| key.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb() -> Command {
        Command::new("train")
            .arg(Arg::new("dataset").default_value("cifar10"))
            .arg(Arg::new("epochs").long("epochs").value_parser(clap::value_parser!(u32)))
            .arg(Arg::new("rate").long("learning-rate"))
            .arg(Arg::new("augment").long("augment").action(ArgAction::Append).num_args(1..))
            .arg(Arg::new("resume").long("resume").action(ArgAction::SetTrue))
    }

    fn expanded(folder: &Path, file: &str, more: &[&str]) -> Result<Vec<String>, String> {
        let path = folder.join("run.toml");
        std::fs::write(&path, file).unwrap();
        let command = Command::new("labora").subcommand(verb());
        let arguments = ["labora", "train"].map(OsString::from).into_iter();
        let arguments = arguments.chain([path.into_os_string()]).chain(more.iter().map(OsString::from)).collect();
        let (all, is_from_file) = expand(&command, arguments).map_err(|failure| failure.to_string())?;
        assert!(is_from_file);
        Ok(all.into_iter().skip(2).map(|argument| argument.into_string().unwrap()).collect())
    }

    #[test]
    fn keys_become_arguments_unless_they_are_given() {
        let folder = tempfile::tempdir().unwrap();
        let file = "# a run\ndataset = \"shapes\"\nepochs = 1_0\nlearning-rate = 1e-3\naugment = ['RandomFlip', \"A(b='c')\"]\nresume = true\n";
        let all = expanded(folder.path(), file, &[]).unwrap();
        let expected =
            ["shapes", "--epochs=10", "--learning-rate=1e-3", "--augment=RandomFlip", "--augment=A(b='c')", "--resume"];
        assert_eq!(all, expected);
        let all = expanded(folder.path(), file, &["--epochs", "3", "--augment", "B"]).unwrap();
        assert_eq!(all, ["shapes", "--learning-rate=1e-3", "--resume", "--epochs", "3", "--augment", "B"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let says = |file: &str, words: &str| {
            let message = expanded(folder.path(), file, &[]).unwrap_err();
            assert!(message.contains(words) && message.contains("run.toml"), "{message}");
        };
        says("dataset = 'shapes'\nepoch = 3\n", "line 2: labora train has no setting `epoch`");
        says("\n\nepochs = 'many'\n", "line 3: invalid value 'many' for '--epochs");
        says("epochs = 3\nepochs = 4\n", "line 2: ");
        says("epochs = true\n", "line 1: epochs takes a value, not true");
        says("resume = 3\n", "line 1: resume is true or false");
        says("[train]\nepochs = 3\n", "line 1: labora train has no setting `train`");
        says("epochs = \n", "line 1: ");
    }

    #[test]
    fn a_run_that_is_written_is_read_again() {
        let arguments = [
            "train",
            "shapes",
            "--epochs",
            "3",
            "--learning-rate",
            "C(a=\"b\")",
            "--augment",
            "A(x='y')",
            "B",
            "--resume",
        ];
        let written = text(&verb(), &verb().get_matches_from(arguments));
        let expected = "dataset = \"shapes\"\nepochs = 3\nlearning-rate = 'C(a=\"b\")'\naugment = [\"A(x='y')\", \"B\"]\nresume = true\n";
        assert_eq!(written, expected);
        let declared = verb();
        let read = read(&written, &declared).unwrap().into_iter().flat_map(|key| key.arguments);
        let again = verb().get_matches_from([OsString::from("train")].into_iter().chain(read));
        assert_eq!(text(&verb(), &again), written);
        assert_eq!(difference(&written, &written.replace("epochs = 3", "epochs = 4")), None);
        assert_eq!(difference(&written, &written.replace("shapes", "mnist")).as_deref(), Some("dataset"));
        assert_eq!(difference(&written, &format!("{written}seed = 1\n")).as_deref(), Some("seed"));
    }
}
