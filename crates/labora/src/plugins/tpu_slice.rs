//! The environment variables by which the hosts of a TPU slice find each other. libtpu reads them when it is
//! loaded, and waits for hosts that are not there; mistakes are found here first.

/// The number of this host.
const WORKER_ID: &str = "TPU_WORKER_ID";
/// The same on older systems.
const TASK_ID: &str = "CLOUD_TPU_TASK_ID";
/// The names of all hosts, with commas between them, without ports.
const HOSTNAMES: &str = "TPU_WORKER_HOSTNAMES";
/// The addresses of all processes, `HOST:PORT`, with commas between them.
const ADDRESSES: &str = "TPU_PROCESS_ADDRESSES";
/// The port of this process among them.
const PORT: &str = "TPU_PROCESS_PORT";
/// The arrangement of the processes, and of the chips of one, as `X,Y,Z`.
const PROCESS_BOUNDS: &str = "TPU_PROCESS_BOUNDS";
const CHIP_BOUNDS: &str = "TPU_CHIPS_PER_PROCESS_BOUNDS";

/// Checks the variables that are set. On a TPU VM none need be: libtpu asks the metadata server.
///
/// # Errors
/// A message that names the variable, and what it has to be.
pub fn check(variable: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    let value = |name: &str| variable(name).map(|v| v.trim().to_string()).filter(|v| !v.is_empty());
    let list =
        |name: &str| value(name).map(|text| text.split(',').map(|part| part.trim().to_string()).collect::<Vec<_>>());
    let number = |name: &str| match value(name) {
        None => Ok(None),
        Some(text) => text.parse::<usize>().map(Some).map_err(|_| format!("{name} is {text:?}; it must be a number")),
    };
    let bounds = |name: &str| match list(name) {
        None => Ok(None),
        Some(parts) => {
            let numbers: Vec<usize> = parts.iter().filter_map(|part| part.parse().ok().filter(|n| *n > 0)).collect();
            match numbers.len() == 3 && parts.len() == 3 {
                true => Ok(Some(numbers.iter().product::<usize>())),
                false => Err(format!("{name} is {:?}; it must be three numbers, such as 2,2,1", parts.join(","))),
            }
        }
    };
    let (id, task, port) = (number(WORKER_ID)?, number(TASK_ID)?, number(PORT)?);
    let (hosts, addresses) = (list(HOSTNAMES), list(ADDRESSES));
    let processes = bounds(PROCESS_BOUNDS)?;
    bounds(CHIP_BOUNDS)?;
    if let (Some(id), Some(task)) = (id, task)
        && id != task
    {
        return Err(format!("{WORKER_ID} is {id} and {TASK_ID} {task}; set one of them"));
    }
    if let Some(host) = hosts.iter().flatten().find(|host| host.is_empty() || host.contains([':', '/'])) {
        return Err(format!(
            "{HOSTNAMES} has {host:?}; it must be names of hosts without ports, with commas between them"
        ));
    }
    let has_port = |address: &String| address.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if let Some(address) = addresses.iter().flatten().find(|address| !has_port(address)) {
        return Err(format!(
            "{ADDRESSES} has {address:?}; it must be HOST:PORT of all processes, with commas between them"
        ));
    }
    let counts = [
        (HOSTNAMES, hosts.as_ref().map(Vec::len)),
        (ADDRESSES, addresses.as_ref().map(Vec::len)),
        (PROCESS_BOUNDS, processes),
    ];
    let mut counted = counts.iter().filter_map(|(name, count)| Some((*name, (*count)?)));
    let Some((first, count)) = counted.next() else { return Ok(()) };
    if let Some((other, differs)) = counted.find(|(_, other)| *other != count) {
        return Err(format!("{first} is for {count} processes and {other} for {differs}"));
    }
    if count > 1 && id.or(task).is_none() {
        return Err(format!("{first} is for {count} processes, but {WORKER_ID} does not say which of them this is"));
    }
    if let Some(id) = id.or(task).filter(|id| *id >= count) {
        return Err(format!("{WORKER_ID} is {id}, but {first} is for {count} processes, counted from 0"));
    }
    if let (Some(port), Some(addresses), Some(id)) = (port, &addresses, id.or(task))
        && addresses.get(id).is_some_and(|own| !own.ends_with(&format!(":{port}")))
    {
        return Err(format!("{PORT} is {port}, but {ADDRESSES} has {} for process {id}", addresses[id]));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(variables: &[(&str, &str)]) -> Option<String> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        check(|name| find(name).map(|(_, value)| value.to_string())).err()
    }

    #[test]
    fn slices_that_fit_together_are_accepted() {
        assert_eq!(message(&[]), None);
        assert_eq!(message(&[(HOSTNAMES, "localhost")]), None);
        let four = [
            (WORKER_ID, "3"),
            (HOSTNAMES, "a, b,c,d"),
            (PROCESS_BOUNDS, "2,2,1"),
            (CHIP_BOUNDS, "2,2,1"),
            (ADDRESSES, "a:8476,b:8476,c:8476,d:8477"),
            (PORT, "8477"),
        ];
        assert_eq!(message(&four), None);
    }

    #[test]
    fn mistakes_are_named() {
        for (variables, words) in [
            (&[(WORKER_ID, "one")][..], "TPU_WORKER_ID is \"one\""),
            (&[(WORKER_ID, "1"), (TASK_ID, "2")], "set one of them"),
            (&[(HOSTNAMES, "a:8471,b"), (WORKER_ID, "0")], "without ports"),
            (&[(HOSTNAMES, "a,b")], "does not say which"),
            (&[(HOSTNAMES, "a,b"), (WORKER_ID, "2")], "TPU_WORKER_ID is 2, but TPU_WORKER_HOSTNAMES is for 2"),
            (
                &[(HOSTNAMES, "a,b"), (PROCESS_BOUNDS, "1,1,1")],
                "TPU_WORKER_HOSTNAMES is for 2 processes and TPU_PROCESS_BOUNDS for 1",
            ),
            (&[(PROCESS_BOUNDS, "2,2")], "three numbers"),
            (&[(ADDRESSES, "a")], "HOST:PORT"),
            (&[(ADDRESSES, "a:1,b:2"), (WORKER_ID, "1"), (PORT, "1")], "TPU_PROCESS_PORT is 1, but"),
        ] {
            let message = message(variables).unwrap_or_default();
            assert!(message.contains(words), "{variables:?}: {message:?}");
        }
    }
}
