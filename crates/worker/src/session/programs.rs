//! Requests that compile, describe and free programs.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use ifrt_proxy::messages::{
    CompileRequest, CompileResponse, CompiledMemoryStatsProto, CostAnalysis, Donated, EmptyResponse, Fingerprint,
    LayoutList, LoadedExecutableCostAnalysisResponse, LoadedExecutableHumanReadableProgramTextResponse,
    LoadedExecutableMetadataResponse, LoadedExecutableRequest, MemoryKindList, MemoryStats, OpSharding, OutputLayouts,
    OutputMemoryKind, ParameterLayouts, ProgramText, RawXlaCompileOptionsProto, Response, Serialized, ShardingList,
    StatusProto, XlaLayoutProto,
};
use ifrt_proxy::{Code, Error, Program as SentProgram, Result};

use super::{Reply, Session};
use crate::backend::attribute_map;
use crate::error::from_pjrt;
use crate::pending::Pending;
use crate::program::Program;

/// Compilations of one session that may wait.
const MAX_COMPILING: usize = 64;

/// What a program costs its session beside the bytes that it was sent as.
const PROGRAM_OVERHEAD: u64 = 4096;

/// The names of the forms of programs that are StableHLO: IFRT's, as a portable artifact, and ours, as text.
const STABLEHLO_PROGRAMS: [&str; 4] =
    ["xla::ifrt::XlaProgram", "xla::ifrt::HloProgram", SentProgram::STABLEHLO_ARTIFACT, SentProgram::STABLEHLO_TEXT];
const XLA_OPTIONS: &str = "xla::ifrt::XlaCompileOptions";

impl Session {
    /// Compiles on another thread: requests that follow need not wait.
    pub(super) fn compile(self: &Arc<Self>, request: CompileRequest, reply: Reply) {
        if self.compiling.fetch_add(1, Ordering::Relaxed) >= MAX_COMPILING {
            self.compiling.fetch_sub(1, Ordering::Relaxed);
            let text = format!("the session compiles {MAX_COMPILING} programs already");
            return reply.send(Err(Error::new(Code::ResourceExhausted, text)));
        }
        let session = self.clone();
        self.backend.compilers.run(move || {
            let result = session.compile_now(&request);
            session.compiling.fetch_sub(1, Ordering::Relaxed);
            reply.send(result.map(Response::Compile));
        });
    }

    fn compile_now(&self, request: &CompileRequest) -> Result<CompileResponse> {
        if !request.host_callbacks.is_empty() {
            return Err(Error::unimplemented("the worker does not call functions of its clients"));
        }
        let code = stablehlo(request.program.as_ref())?;
        let options = compile_options(request.compile_options.as_ref())?;
        let charge = self.quota.charge(code.len() as u64 + PROGRAM_OVERHEAD, "a program")?;
        let start = Instant::now();
        let executable =
            self.backend.client.compile_serialized(pjrt::Program::mlir(code), &options).map_err(from_pjrt)?;
        let from_xla = request.program.as_ref().is_some_and(|program| program.type_name.starts_with("xla::"));
        let program = Arc::new(Program::new(executable, from_xla, charge)?);
        let name = program.executable.name().to_string();
        tracing::info!(
            session = self.name(),
            program = name,
            bytes = code.len(),
            devices = program.executable.addressable_devices().len(),
            seconds = start.elapsed().as_secs_f64(),
            "compiled"
        );
        self.metrics.compilations.add(1);
        let device_ids = program.device_ids();
        let fingerprint = match program.executable.fingerprint().map_err(from_pjrt) {
            Ok(value) => value.map(Fingerprint::Value),
            Err(error) => Some(Fingerprint::Error(error.into())),
        };
        let mut tables = self.tables();
        let loaded_executable_handle = tables.insert_program(program)?;
        let ready = tables.insert_future(0, Pending::Ready(Ok(())))?;
        Ok(CompileResponse {
            loaded_executable_handle,
            loaded_host_callback_handles: vec![],
            name,
            num_devices: device_ids.len() as i32,
            addressable_device_ids: device_ids.clone(),
            device_ids,
            fingerprint,
            ready_future_handle: Some(ready),
        })
    }

    pub(super) fn metadata(&self, request: LoadedExecutableRequest) -> Result<LoadedExecutableMetadataResponse> {
        let program = self.tables().program(request.loaded_executable_handle)?;
        let shardings = |list: &Option<Vec<OpSharding>>| list.clone().map(|shardings| ShardingList { shardings });
        let kinds = match program.memory_kinds.clone() {
            Some(memory_kinds) => {
                OutputMemoryKind { status: None, memory_kind_lists: vec![MemoryKindList { memory_kinds }] }
            }
            None => OutputMemoryKind { status: Some(unknown("memory kinds")), memory_kind_lists: vec![] },
        };
        let stats = match program.executable.compiled_memory_stats() {
            Ok(stats) => MemoryStats::Stats(CompiledMemoryStatsProto {
                generated_code_size_in_bytes: stats.generated_code,
                argument_size_in_bytes: stats.arguments,
                output_size_in_bytes: stats.outputs,
                alias_size_in_bytes: stats.aliased,
                temp_size_in_bytes: stats.temporaries,
                peak_memory_in_bytes: stats.peak.unwrap_or_default(),
            }),
            Err(error) => MemoryStats::Error(from_pjrt(error).into()),
        };
        Ok(LoadedExecutableMetadataResponse {
            parameter_shardings: shardings(&program.parameter_shardings),
            output_shardings: shardings(&program.output_shardings),
            parameter_layouts: Some(match layouts(program.executable.parameter_layouts()) {
                Ok(list) => ParameterLayouts::List(list),
                Err(error) => ParameterLayouts::Error(error.into()),
            }),
            output_layouts: Some(match layouts(program.executable.output_layouts()) {
                Ok(list) => OutputLayouts::List(list),
                Err(error) => OutputLayouts::Error(error.into()),
            }),
            output_memory_kinds: Some(kinds),
            // PJRT does not tell. The client then asks of each argument whether it was donated.
            donated_input_indices: Some(Donated::Error(unknown("donated parameters"))),
            compiled_memory_stats: Some(stats),
            size_of_generated_code_in_bytes: program
                .executable
                .generated_code_bytes()
                .map_err(from_pjrt)?
                .unwrap_or_default(),
        })
    }

    pub(super) fn cost_analysis(
        &self,
        request: LoadedExecutableRequest,
    ) -> Result<LoadedExecutableCostAnalysisResponse> {
        let program = self.tables().program(request.loaded_executable_handle)?;
        let result = match program.executable.cost_analysis() {
            Ok(costs) => CostAnalysis::Attributes(attribute_map(&costs)),
            Err(error) => CostAnalysis::Status(from_pjrt(error).into()),
        };
        Ok(LoadedExecutableCostAnalysisResponse { result: Some(result) })
    }

    pub(super) fn program_text(
        &self,
        request: LoadedExecutableRequest,
    ) -> Result<LoadedExecutableHumanReadableProgramTextResponse> {
        let program = self.tables().program(request.loaded_executable_handle)?;
        let text = program.executable.optimized_program().map_err(from_pjrt).and_then(|optimized| {
            let format = optimized.format;
            let text = String::from_utf8(optimized.code).map_err(|_| {
                Error::unimplemented(format!("the plugin has the program as {format}, which is no text"))
            })?;
            Ok(if format == "mlir" && program.wants_hlo { hlo_text(&text).unwrap_or(text) } else { text })
        });
        let result = match text {
            Ok(text) => ProgramText::Text(text),
            Err(error) => ProgramText::Status(error.into()),
        };
        Ok(LoadedExecutableHumanReadableProgramTextResponse { result: Some(result) })
    }

    pub(super) fn destruct_executable(&self, request: LoadedExecutableRequest) -> Result<EmptyResponse> {
        let program = self.tables().remove_program(request.loaded_executable_handle)?;
        // The plugin's executable is destroyed here, where no lock is held.
        drop(program);
        Ok(EmptyResponse {})
    }
}

/// The text of a StableHLO program as HLO: what JAX shows of the compiled programs of other devices. `None`
/// if HLO lacks something of it.
fn hlo_text(program: &str) -> Option<String> {
    stablehlo::hlo::text(&stablehlo::Module::parse(program).ok()?).ok()
}

/// The layouts that a plugin wrote as texts.
fn layouts(texts: pjrt::Result<Vec<String>>) -> Result<LayoutList> {
    let texts = texts.map_err(from_pjrt)?;
    let layouts = texts.iter().map(|text| XlaLayoutProto::from_text(text)).collect::<Result<_>>()?;
    Ok(LayoutList { layouts })
}

fn unknown(what: &str) -> StatusProto {
    Error::unimplemented(format!("the plugin does not report {what}")).into()
}

/// The StableHLO program of a request.
fn stablehlo(program: Option<&Serialized>) -> Result<&[u8]> {
    let program = program.ok_or_else(|| Error::invalid("a compilation without a program"))?;
    if STABLEHLO_PROGRAMS.contains(&program.type_name.as_str()) {
        return Ok(&program.data);
    }
    Err(Error::unimplemented(format!("the worker does not compile programs of the type {:?}", program.type_name)))
}

/// The serialized `CompileOptionsProto` of a request.
fn compile_options(options: Option<&Serialized>) -> Result<Vec<u8>> {
    let options = options.ok_or_else(|| Error::invalid("a compilation without options"))?;
    if options.type_name != XLA_OPTIONS {
        let text = format!("the worker does not read compile options of the type {:?}", options.type_name);
        return Err(Error::unimplemented(text));
    }
    let raw: RawXlaCompileOptionsProto = prost::Message::decode(&*options.data)
        .map_err(|e| Error::invalid(format!("the compile options are malformed: {e}")))?;
    Ok(raw.compile_options.into())
}
