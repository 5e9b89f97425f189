//! Which worker to use, from an argument or the environment.

use super::failure::Failure;

/// The variables that may name a worker, the first that is set counts. `LABORA_WORKER` is this project's own,
/// `COLAB_TPU_ADDR` that of notebooks with a TPU, `TPU_NAME` TensorFlow's, and `JAX_BACKEND_TARGET` JAX's.
const VARIABLES: [&str; 4] = ["LABORA_WORKER", "COLAB_TPU_ADDR", "TPU_NAME", "JAX_BACKEND_TARGET"];

/// The address of a worker: `argument` if there is one, else that of the environment; `None` if neither names
/// one. `TPU_NAME` counts if it is an address with `grpc://`; else it is the name of a TPU in a cloud.
///
/// # Errors
/// What is named is no address, or this command was built without the client. The message says which variable
/// it is from.
pub fn locate(argument: Option<&str>) -> Result<Option<String>, Failure> {
    let named = match argument {
        Some(argument) => Some(("--worker", argument.to_owned())),
        None => of_environment(|name| std::env::var(name).ok()),
    };
    named.map(|(source, text)| parse(source, &text)).transpose()
}

/// The first variable that names a worker, and its value.
fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<(&'static str, String)> {
    let is_address = |name: &str, value: &str| name != "TPU_NAME" || value.starts_with("grpc://");
    VARIABLES.into_iter().find_map(|name| {
        let value = variable(name).filter(|value| !value.is_empty() && is_address(name, value))?;
        Some((name, value))
    })
}

/// The address in full, with its scheme and port.
#[cfg(feature = "worker")]
fn parse(source: &str, text: &str) -> Result<String, Failure> {
    let address = text.parse::<remote::Address>();
    address.map(|address| address.to_string()).map_err(|error| Failure::usage(format!("{source}: {}", error.message())))
}

#[cfg(not(feature = "worker"))]
fn parse(source: &str, text: &str) -> Result<String, Failure> {
    let message = format!("{source} names the worker {text:?}, but this command was built without a client of workers");
    Err(Failure::usage(message).hint(
        "cargo install --path crates/labora --features worker in a checkout; or --device tpu for the devices here",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_names_a_worker_counts() {
        let found = |set: &[(&str, &str)]| {
            of_environment(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
        };
        let all = [("JAX_BACKEND_TARGET", "grpc://c:1"), ("TPU_NAME", "grpc://d"), ("COLAB_TPU_ADDR", "b:2")];
        assert_eq!(found(&all), Some(("COLAB_TPU_ADDR", "b:2".into())));
        assert_eq!(found(&all[..2]), Some(("TPU_NAME", "grpc://d".into())));
        assert_eq!(found(&all[..1]), Some(("JAX_BACKEND_TARGET", "grpc://c:1".into())));
        assert_eq!(found(&[("TPU_NAME", "my-tpu"), ("LABORA_WORKER", "")]), None);
    }

    #[cfg(feature = "worker")]
    #[test]
    fn addresses_are_written_in_full_and_errors_name_their_source() {
        assert_eq!(locate(Some("a")).unwrap().unwrap(), "grpc://a:8470");
        let error = parse("COLAB_TPU_ADDR", "a:b").unwrap_err().to_string();
        assert!(error.starts_with("COLAB_TPU_ADDR: address \"a:b\""), "{error}");
    }

    #[cfg(not(feature = "worker"))]
    #[test]
    fn without_the_client_the_error_says_how_to_get_it() {
        let error = parse("COLAB_TPU_ADDR", "a:1").unwrap_err().to_string();
        assert!(error.contains("COLAB_TPU_ADDR") && error.contains("without a client"), "{error}");
    }
}
