//! Programs on devices.

use std::sync::{Arc, OnceLock};

use ifrt_proxy::messages::{
    AttributeMapProto, CompiledMemoryStatsProto, CostAnalysis, ExecuteOptionsProto, LoadedExecutableExecuteRequest,
    LoadedExecutableExecuteResponse, LoadedExecutableRequest, MemoryStats, OpSharding, OutputProto, ProgramText,
    Request, Response, ShardingList,
};
use ifrt_proxy::{DType, Error, Handle, Result, Shape, Sharding};

use crate::array::Array;
use crate::session::Session;

/// A compiled program. It is freed when it is dropped.
#[derive(Debug)]
pub struct Executable {
    pub(crate) session: Arc<Session>,
    pub(crate) handle: Handle,
    pub(crate) name: String,
    pub(crate) devices: Vec<i32>,
    pub(crate) fingerprint: Option<Vec<u8>>,
    /// The results, as the answer to the first run told them.
    pub(crate) outputs: OnceLock<Vec<Output>>,
}

/// Options of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// Number of the run, for the server's log.
    pub launch_id: i32,
    /// The arguments that stay as they are even if the program donates them.
    pub kept: Vec<i32>,
}

/// What a server tells of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Bytes of a device's memory that a run takes; none if the server does not tell.
    pub memory: Option<CompiledMemoryStatsProto>,
    /// The kind of memory of each result; none if the server does not tell.
    pub output_memory_kinds: Option<Vec<String>>,
    /// Bytes of generated code.
    pub generated_code_bytes: i64,
    /// How each parameter is divided over the devices; none if the server does not tell, as on one device.
    pub parameter_shardings: Option<Vec<OpSharding>>,
    /// The same for each result.
    pub output_shardings: Option<Vec<OpSharding>>,
}

/// What is known of a result before it is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Element type.
    pub dtype: DType,
    /// Global shape.
    pub shape: Shape,
    /// The devices that will hold it, and what each will hold.
    pub sharding: Sharding,
}

impl Executable {
    /// The name of the program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Ids of the devices that it runs on.
    pub fn devices(&self) -> &[i32] {
        &self.devices
    }

    /// The results; `None` before the first run.
    pub fn outputs(&self) -> Option<&[Output]> {
        self.outputs.get().map(Vec::as_slice)
    }

    /// What tells programs apart; none if the server does not tell.
    pub fn fingerprint(&self) -> Option<&[u8]> {
        self.fingerprint.as_deref()
    }

    /// Asks what the server tells of the program.
    ///
    /// # Errors
    /// The server refuses the request, or the connection is lost.
    pub fn metadata(&self) -> Result<Metadata> {
        let request = LoadedExecutableRequest { loaded_executable_handle: self.handle.get() };
        let told = self.session.call(Request::LoadedExecutableMetadata(request), |response| match response {
            Response::LoadedExecutableMetadata(answer) => Some(answer),
            _ => None,
        });
        let told = told.wait()?;
        let memory = match told.compiled_memory_stats {
            Some(MemoryStats::Stats(stats)) => Some(stats),
            _ => None,
        };
        let kinds = told.output_memory_kinds.and_then(|kinds| kinds.memory_kind_lists.into_iter().next());
        let output_memory_kinds = kinds.map(|kinds| kinds.memory_kinds);
        let shardings = |list: Option<ShardingList>| list.map(|list| list.shardings);
        Ok(Metadata {
            memory,
            output_memory_kinds,
            generated_code_bytes: told.size_of_generated_code_in_bytes,
            parameter_shardings: shardings(told.parameter_shardings),
            output_shardings: shardings(told.output_shardings),
        })
    }

    /// Asks for the costs of the program, such as `flops`.
    ///
    /// # Errors
    /// The server does not tell, or the connection is lost.
    pub fn costs(&self) -> Result<AttributeMapProto> {
        let request = LoadedExecutableRequest { loaded_executable_handle: self.handle.get() };
        let told = self.session.call(Request::LoadedExecutableCostAnalysis(request), |response| match response {
            Response::LoadedExecutableCostAnalysis(answer) => Some(answer.result),
            _ => None,
        });
        match told.wait()? {
            Some(CostAnalysis::Attributes(costs)) => Ok(costs),
            Some(CostAnalysis::Status(status)) => {
                Err(Error::check(&status).err().unwrap_or_else(|| self.untold("costs")))
            }
            None => Err(self.untold("costs")),
        }
    }

    /// Asks for the program as it was compiled, as text.
    ///
    /// # Errors
    /// The server does not tell, or the connection is lost.
    pub fn text(&self) -> Result<String> {
        let request = LoadedExecutableRequest { loaded_executable_handle: self.handle.get() };
        let request = Request::LoadedExecutableHumanReadableProgramText(request);
        let told = self.session.call(request, |response| match response {
            Response::LoadedExecutableHumanReadableProgramText(answer) => Some(answer.result),
            _ => None,
        });
        match told.wait()? {
            Some(ProgramText::Text(text)) => Ok(text),
            Some(ProgramText::Status(status)) => {
                Err(Error::check(&status).err().unwrap_or_else(|| self.untold("a text")))
            }
            None => Err(self.untold("a text")),
        }
    }

    fn untold(&self, what: &str) -> Error {
        Error::unimplemented(format!("the server does not tell {what} of {}", self.name))
    }

    /// Runs the program. The first run waits until the server has accepted it, later ones do not wait: their
    /// errors are those of their results.
    ///
    /// Arguments stay as they are, unless the program donates them.
    ///
    /// # Errors
    /// An argument is of another client, the first run was refused, or the connection is lost.
    pub fn execute(&self, arguments: &[&Array]) -> Result<Vec<Array>> {
        self.run(arguments, &RunOptions::default())
    }

    /// Runs the program as [`Executable::execute`] does, with options.
    ///
    /// # Errors
    /// As [`Executable::execute`].
    pub fn run(&self, arguments: &[&Array], options: &RunOptions) -> Result<Vec<Array>> {
        if arguments.iter().any(|array| !Arc::ptr_eq(&array.session, &self.session)) {
            return Err(Error::invalid(format!("an argument of {} is of another session", self.name)));
        }
        match self.outputs.get() {
            None => self.first_run(arguments, options),
            Some(outputs) => {
                let result = |output: &Output| self.array(self.session.handles.next(), output.clone());
                let results: Vec<Array> = outputs.iter().map(result).collect();
                drop(self.session.call(self.request(arguments, options, &results), answer));
                Ok(results)
            }
        }
    }

    /// The server names the results, and tells what they are.
    fn first_run(&self, arguments: &[&Array], options: &RunOptions) -> Result<Vec<Array>> {
        let told = self.session.call(self.request(arguments, options, &[]), answer).wait()?.outputs;
        let mut results = Vec::new();
        for proto in &told {
            let none = || Error::internal(format!("a result of {} has no handle", self.name));
            let handle = Handle::from_wire(proto.array_handle).ok_or_else(none)?;
            results.push(self.array(handle, Output::try_from(proto)?));
        }
        let output =
            |array: &Array| Output { dtype: array.dtype, shape: array.shape.clone(), sharding: array.sharding.clone() };
        // Another thread may have been first; the results are the same.
        let _ = self.outputs.set(results.iter().map(output).collect());
        Ok(results)
    }

    fn request(&self, arguments: &[&Array], options: &RunOptions, results: &[Array]) -> Request {
        let options = ExecuteOptionsProto {
            untuple_result: true,
            launch_id: options.launch_id,
            non_donatable_input_indices: options.kept.clone(),
            ..ExecuteOptionsProto::default()
        };
        Request::LoadedExecutableExecute(LoadedExecutableExecuteRequest {
            loaded_executable_handle: self.handle.get(),
            args_handles: arguments.iter().map(|array| array.handle.get()).collect(),
            execute_options: Some(options),
            result_array_handle: results.iter().map(|array| array.handle.get()).collect(),
            ..LoadedExecutableExecuteRequest::default()
        })
    }

    fn array(&self, handle: Handle, output: Output) -> Array {
        let Output { dtype, shape, sharding } = output;
        Array { session: Arc::clone(&self.session), handle, dtype, shape, sharding }
    }
}

fn answer(response: Response) -> Option<LoadedExecutableExecuteResponse> {
    match response {
        Response::LoadedExecutableExecute(answer) => Some(answer),
        _ => None,
    }
}

impl TryFrom<&OutputProto> for Output {
    type Error = Error;

    fn try_from(proto: &OutputProto) -> Result<Output> {
        let missing = |what: &str| Error::internal(format!("a result without {what}"));
        Ok(Output {
            dtype: DType::try_from(proto.dtype.as_ref().ok_or_else(|| missing("an element type"))?)?,
            shape: Shape::try_from(proto.shape.as_ref().ok_or_else(|| missing("a shape"))?)?,
            sharding: Sharding::try_from(proto.sharding.as_ref().ok_or_else(|| missing("a sharding"))?)?,
        })
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        let request = LoadedExecutableRequest { loaded_executable_handle: self.handle.get() };
        self.session.free(Request::LoadedExecutableDestruct(request));
    }
}
