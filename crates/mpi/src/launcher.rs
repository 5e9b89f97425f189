//! What launchers tell the processes that they start: environment variables.

use crate::error::{Error, ErrorKind, Result};

/// What a launcher says about this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher {
    /// The launcher's name.
    pub name: &'static str,
    /// The number of this process, from 0.
    pub rank: usize,
    /// The number of processes; `None` if the launcher does not say it.
    pub size: Option<usize>,
}

/// A launcher and its variables.
struct Row {
    name: &'static str,
    rank: &'static str,
    size: Option<&'static str>,
    /// True if it starts MPI programs, so that MPI knows of its other processes.
    starts_mpi: bool,
}

/// The launchers, in the order in which they are looked for: `mpiexec` may itself have been started by one of
/// those below.
const LAUNCHERS: [Row; 5] = [
    row("mpiexec (Open MPI)", "OMPI_COMM_WORLD_RANK", Some("OMPI_COMM_WORLD_SIZE"), true),
    row("mpiexec (MPICH, Intel MPI) or srun", "PMI_RANK", Some("PMI_SIZE"), true),
    row("srun (Slurm)", "SLURM_PROCID", Some("SLURM_STEP_NUM_TASKS"), true),
    row("torchrun or Ray", "RANK", Some("WORLD_SIZE"), false),
    row("a Kubernetes Job", "JOB_COMPLETION_INDEX", None, false),
];

const fn row(name: &'static str, rank: &'static str, size: Option<&'static str>, starts_mpi: bool) -> Row {
    Row { name, rank, size, starts_mpi }
}

impl Launcher {
    /// The launcher that started this process, by the environment; `None` if none did.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn of_this_process() -> Result<Option<Self>> {
        Self::read(|name| std::env::var(name).ok())
    }

    /// The launcher, by the variables that `variable` returns.
    ///
    /// ```
    /// let of_mpich = |name: &str| match name {
    ///     "PMI_RANK" => Some("1".to_string()),
    ///     "PMI_SIZE" => Some("4".to_string()),
    ///     _ => None,
    /// };
    /// let launcher = mpi::Launcher::read(of_mpich)?.unwrap();
    /// assert_eq!((launcher.rank, launcher.size), (1, Some(4)));
    /// assert_eq!(mpi::Launcher::read(|_| None)?, None);
    /// # Ok::<(), mpi::Error>(())
    /// ```
    ///
    /// # Errors
    /// A variable is no number, or the rank is not below the size.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Self>> {
        let number = |name: &'static str| match variable(name).filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => text.trim().parse::<usize>().map(Some).map_err(|_| {
                Error::new(ErrorKind::Launch, format!("the launcher's variable {name} is {text:?}, not a number"))
            }),
        };
        for row in &LAUNCHERS {
            let Some(rank) = number(row.rank)? else { continue };
            let size = row.size.map_or(Ok(None), number)?;
            if row.size.is_some() && size.is_none() {
                // Half of a launcher's variables may be left over from the shell that started another one.
                continue;
            }
            if let Some(size) = size.filter(|size| rank >= *size) {
                let message = format!("{} says that this is process {rank} of {size}, counted from 0", row.name);
                return Err(Error::new(ErrorKind::Launch, message));
            }
            return Ok(Some(Self { name: row.name, rank, size }));
        }
        Ok(None)
    }

    /// True if the launcher says that there is more than one process.
    pub fn has_several(&self) -> bool {
        self.size.is_some_and(|size| size > 1) || self.size.is_none() && self.rank > 0
    }

    /// Compares what the launcher says with what MPI says.
    ///
    /// # Errors
    /// They disagree; the message names both and what to do.
    pub fn check(&self, rank: usize, size: usize) -> Result<()> {
        let Self { name, rank: own, size: all } = self;
        if (*own, all.unwrap_or(size)) == (rank, size) && (size > 1 || !self.has_several()) {
            return Ok(());
        }
        let said = all.map_or(String::new(), |all| format!(" of {all}"));
        let starts_mpi = LAUNCHERS.iter().any(|row| row.name == *name && row.starts_mpi);
        let advice = match (size, starts_mpi) {
            (1, true) => {
                "the launcher and the MPI library are not of one make: start with the mpiexec that came with the \
                 library, or name the launcher's library by LABORA_MPI; under Slurm, choose by srun --mpi=pmi2 or \
                 --mpi=pmix what the library knows"
            }
            (1, false) => {
                "this launcher does not start MPI programs: start the processes by the mpiexec of the MPI library"
            }
            _ => "unset the variables of the launcher that did not start this process",
        };
        let message = format!("{name} says that this is process {own}{said}, but MPI says {rank} of {size}: {advice}");
        Err(Error::new(ErrorKind::Launch, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Option<Launcher>> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        Launcher::read(|name| find(name).map(|(_, value)| value.to_string()))
    }

    #[test]
    fn each_launcher_is_read() {
        for (variables, rank, size) in [
            ([("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "2")], 0, Some(2)),
            ([("PMI_RANK", "1"), ("PMI_SIZE", "2")], 1, Some(2)),
            ([("SLURM_PROCID", "3"), ("SLURM_STEP_NUM_TASKS", "4")], 3, Some(4)),
            ([("RANK", "0"), ("WORLD_SIZE", "1")], 0, Some(1)),
            ([("JOB_COMPLETION_INDEX", "5"), ("OTHER", "")], 5, None),
        ] {
            let launcher = read(&variables).unwrap().unwrap();
            assert_eq!((launcher.rank, launcher.size), (rank, size), "{variables:?}");
            assert_eq!(launcher.has_several(), size.is_none_or(|size| size > 1), "{variables:?}");
        }
        assert_eq!(read(&[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "8")]), Ok(None), "a batch script is no step");
        assert_eq!(read(&[("PMI_RANK", ""), ("PMI_SIZE", "2")]), Ok(None));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let error = read(&[("PMI_RANK", "2"), ("PMI_SIZE", "2")]).unwrap_err();
        assert!(error.message().contains("process 2 of 2"), "{error}");
        let error = read(&[("PMI_RANK", "one"), ("PMI_SIZE", "2")]).unwrap_err();
        assert!(error.message().contains("PMI_RANK is \"one\""), "{error}");
    }

    #[test]
    fn a_world_that_is_not_the_launchers_is_refused() {
        let of = |rank: &str, size: &str| read(&[("PMI_RANK", rank), ("PMI_SIZE", size)]).unwrap().unwrap();
        assert_eq!(of("1", "2").check(1, 2), Ok(()));
        assert_eq!(of("0", "1").check(0, 1), Ok(()));
        for (launcher, rank, size, words) in [
            (
                of("1", "2"),
                0,
                1,
                "process 1 of 2, but MPI says 0 of 1: the launcher and the MPI library are not of one",
            ),
            (of("1", "2"), 0, 2, "process 1 of 2, but MPI says 0 of 2: unset"),
            (of("0", "2"), 0, 4, "process 0 of 2, but MPI says 0 of 4"),
        ] {
            let error = launcher.check(rank, size).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Launch);
            assert!(error.message().contains(words), "{error}");
        }
        let torchrun = read(&[("RANK", "0"), ("WORLD_SIZE", "2")]).unwrap().unwrap();
        assert!(torchrun.check(0, 1).unwrap_err().message().contains("does not start MPI programs"));
        let job = read(&[("JOB_COMPLETION_INDEX", "1")]).unwrap().unwrap();
        assert!(job.check(0, 1).is_err());
    }
}
