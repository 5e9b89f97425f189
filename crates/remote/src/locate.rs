//! Which worker to use, from an argument or the environment.

use ifrt_proxy::{Address, Error, Result};

/// The variables that may name a worker, the first that is set counts. `LABORA_WORKER` is this project's own,
/// `COLAB_TPU_ADDR` that of notebooks with a TPU, `TPU_NAME` TensorFlow's, and `JAX_BACKEND_TARGET` JAX's.
const VARIABLES: [&str; 4] = ["LABORA_WORKER", "COLAB_TPU_ADDR", "TPU_NAME", "JAX_BACKEND_TARGET"];

/// The address of a worker: `argument` if there is one, else that of the environment; `None` if neither names
/// one. `TPU_NAME` counts if it is an address with `grpc://`; else it is the name of a TPU in a cloud.
///
/// ```
/// let address = remote::locate(Some("worker:9000"))?;
/// assert_eq!(address.unwrap().to_string(), "grpc://worker:9000");
/// # Ok::<(), remote::Error>(())
/// ```
///
/// # Errors
/// What is named is no address. The message says which variable it is from.
pub fn locate(argument: Option<&str>) -> Result<Option<Address>> {
    locate_in(argument, |name| std::env::var(name).ok())
}

fn locate_in(argument: Option<&str>, variable: impl Fn(&str) -> Option<String>) -> Result<Option<Address>> {
    if let Some(argument) = argument {
        return argument.parse().map(Some);
    }
    for name in VARIABLES {
        let Some(value) = variable(name).filter(|value| !value.is_empty()) else { continue };
        if name == "TPU_NAME" && !value.starts_with("grpc://") {
            continue;
        }
        let address = value.parse();
        return address.map(Some).map_err(|e: Error| Error::new(e.code(), format!("{name}: {}", e.message())));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locate(argument: Option<&str>, set: &[(&str, &str)]) -> Result<Option<String>> {
        let variable = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Ok(locate_in(argument, variable)?.map(|address| address.to_string()))
    }

    #[test]
    fn the_first_that_names_a_worker_counts() {
        let found = |argument, set: &[_]| locate(argument, set).unwrap();
        let all = [("JAX_BACKEND_TARGET", "grpc://c:1"), ("TPU_NAME", "grpc://d"), ("COLAB_TPU_ADDR", "b:2")];
        assert_eq!(found(Some("a"), &all), Some("grpc://a:8470".into()));
        assert_eq!(found(None, &all), Some("grpc://b:2".into()));
        assert_eq!(found(None, &all[..2]), Some("grpc://d:8470".into()));
        assert_eq!(found(None, &all[..1]), Some("grpc://c:1".into()));
        assert_eq!(found(None, &[("TPU_NAME", "my-tpu"), ("LABORA_WORKER", "")]), None);
    }

    #[test]
    fn an_error_names_its_variable() {
        let error = locate(None, &[("COLAB_TPU_ADDR", "a:b")]).unwrap_err();
        assert!(error.message().starts_with("COLAB_TPU_ADDR: address \"a:b\""), "{error}");
    }
}
