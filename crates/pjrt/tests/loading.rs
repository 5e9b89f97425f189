//! Loading of plugins: complete ones, old ones, broken ones, and files that are not plugins.

mod fake;

use std::path::PathBuf;

use pjrt::abi::*;
use pjrt::{Client, CompileOptions, ElementType, ErrorKind, ExecuteOptions, NamedValue, Plugin};

/// Initializes the plugin whose table the expression returns. The function is not a closure because C calls
/// it.
macro_rules! linked {
    ($api:expr) => {{
        unsafe extern "C" fn get_api() -> *const PJRT_Api {
            $api
        }
        // SAFETY: the tables of these tests are leaked, and their functions implement the API.
        unsafe { Plugin::linked("test", get_api) }
    }};
}

fn leaked(api: PJRT_Api) -> *const PJRT_Api {
    Box::leak(Box::new(api))
}

#[test]
fn a_missing_file_is_not_found() {
    let error = Plugin::load("/no/such/plugin.so").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.to_string().contains("/no/such/plugin.so: no such plugin"), "{error}");
}

#[test]
#[cfg_attr(miri, ignore = "Miri loads no libraries")]
fn a_file_that_is_not_a_library_is_refused() {
    let path = std::env::current_dir().unwrap().join("Cargo.toml");
    let error = Plugin::load(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("not a shared library"), "{error}");
    assert!(error.to_string().contains("Cargo.toml"), "{error}");
}

#[test]
#[cfg_attr(miri, ignore = "Miri loads no libraries")]
#[cfg(target_os = "linux")]
fn a_library_without_the_symbol_is_refused() {
    // The C library of this process is a shared library that is not a plugin.
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
    let libc = maps.lines().filter_map(|line| line.split_whitespace().nth(5)).find(|path| path.contains("libc"));
    let path = PathBuf::from(libc.expect("this process uses libc"));
    let error = Plugin::load(&path).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(error.to_string().contains("has no function GetPjrtApi"), "{error}");
}

#[test]
fn a_table_that_is_null_is_refused() {
    let error = linked!(std::ptr::null()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FailedPrecondition);
    assert!(error.to_string().contains("returned null"), "{error}");
}

#[test]
fn another_major_version_is_refused() {
    let error = linked!({
        let mut api = fake::full_api();
        api.pjrt_api_version.major_version = 1;
        leaked(api)
    })
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FailedPrecondition);
    assert!(error.to_string().contains(&format!("has PJRT C API 1.{PJRT_API_MINOR}")), "{error}");
}

#[test]
fn a_version_with_another_order_of_functions_is_refused() {
    let error = linked!(fake::truncated_api(56, fake::END_OF_CLIENT_FUNCTIONS)).unwrap_err();
    assert!(error.to_string().contains("0.56, but 0.57 or a later"), "{error}");
}

#[test]
fn a_table_too_small_for_its_version_is_refused() {
    let error = linked!(fake::truncated_api(100, 16)).unwrap_err();
    assert!(error.to_string().contains("has 16 bytes, too few"), "{error}");
}

#[test]
fn a_table_too_small_for_events_is_refused() {
    let error = linked!(fake::truncated_api(100, 64)).unwrap_err();
    assert!(error.to_string().contains("has 64 bytes, but errors and events alone require 120"), "{error}");
}

#[test]
fn a_table_without_error_functions_is_refused() {
    let error = linked!({
        let mut api = fake::full_api();
        api.PJRT_Error_Message = None;
        leaked(api)
    })
    .unwrap_err();
    assert!(error.to_string().contains("lacks a function for errors or events"), "{error}");
}

#[test]
fn a_short_table_is_used_up_to_its_end() {
    // The table has the client's functions, but not those of devices, which come later.
    let plugin = linked!(fake::truncated_api(60, fake::END_OF_CLIENT_FUNCTIONS)).unwrap();
    assert_eq!(plugin.api_version(), (0, 60));
    let missing = plugin.missing_functions();
    assert!(!missing.contains(&"PJRT_Client_BufferFromHostBuffer"));
    assert!(missing.contains(&"PJRT_DeviceDescription_Id"));
    let error = Client::new(&plugin, &[]).unwrap_err();
    assert_eq!((error.kind(), error.function()), (ErrorKind::Unimplemented, "PJRT_Device_GetDescription"));
    assert_eq!(fake::live_objects(), 0);
}

#[test]
fn a_null_function_is_unimplemented_by_name() {
    let plugin = linked!({
        let mut api = fake::full_api();
        api.PJRT_Client_BufferFromHostBuffer = None;
        leaked(api)
    })
    .unwrap();
    let client = Client::new(&plugin, &[]).unwrap();
    let error = client.buffer_from_host(&[1], ElementType::U8, &[1], &client.devices()[0]).unwrap_err();
    assert_eq!((error.kind(), error.function()), (ErrorKind::Unimplemented, "PJRT_Client_BufferFromHostBuffer"));
    assert!(
        error.to_string().contains(&format!("(PJRT C API 0.{PJRT_API_MINOR}) does not have this function")),
        "{error}"
    );
}

#[test]
fn a_longer_table_of_a_later_version_is_accepted() {
    fake::STRUCT_GROWTH_BYTES.set(16);
    let plugin = linked!({
        #[repr(C)]
        struct Later {
            api: PJRT_Api,
            another_function: usize,
        }
        let mut api = fake::full_api();
        api.struct_size = size_of::<Later>();
        api.pjrt_api_version.minor_version = 200;
        (&raw const Box::leak(Box::new(Later { api, another_function: 0 })).api).cast()
    })
    .unwrap();
    assert_eq!(plugin.api_version(), (0, 200));
    assert_eq!(Client::new(&plugin, &[]).unwrap().devices().len(), 2);
}

#[test]
fn a_later_plugin_that_refuses_short_structs_gets_zero_extended_ones() {
    fake::STRUCT_GROWTH_BYTES.set(16);
    let plugin = linked!({
        let mut api = fake::full_api();
        api.pjrt_api_version.minor_version = PJRT_API_MINOR + 1;
        leaked(api)
    })
    .unwrap();
    let client = Client::new(&plugin, &[]).unwrap();
    let argument = client.buffer_from_host(&[1, 2], ElementType::U8, &[2], &client.devices()[0]).unwrap();
    let executable = client.compile("outputs=1", &CompileOptions::default()).unwrap();
    let outputs = executable.execute(vec![vec![(&argument).into()]], &ExecuteOptions::default()).unwrap();
    assert_eq!(outputs[0][0].to_vec().unwrap(), [1, 2]);
    let error = client.compile("nonsense", &CompileOptions::default()).unwrap_err();
    assert_eq!(error.message(), "line 1: unknown operation nonsense");
}

#[test]
fn a_failed_initialization_is_an_error() {
    let error = linked!({
        unsafe extern "C" fn fail(_: *mut PJRT_Plugin_Initialize_Args) -> *mut PJRT_Error {
            fake::error(PJRT_Error_Code::UNAVAILABLE, "no device is plugged in")
        }
        let mut api = fake::full_api();
        api.PJRT_Plugin_Initialize = Some(fail);
        leaked(api)
    })
    .unwrap_err();
    assert_eq!((error.kind(), error.function()), (ErrorKind::Unavailable, "PJRT_Plugin_Initialize"));
    assert!(error.to_string().contains("test: no device is plugged in"), "{error}");
    assert_eq!(fake::live_objects(), 0);
}

#[test]
fn attributes_are_read() {
    let plugin = linked!(leaked(fake::full_api())).unwrap();
    let version = plugin.attributes().get("stablehlo_current_version");
    assert_eq!(version, Some(&NamedValue::Int64List(vec![1, 17, 0])));
    assert_eq!((plugin.name(), plugin.path()), ("test", None));
}

#[test]
fn a_table_is_initialized_once_per_process() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    unsafe extern "C" fn count(_: *mut PJRT_Plugin_Initialize_Args) -> *mut PJRT_Error {
        CALLS.fetch_add(1, Ordering::Relaxed);
        std::ptr::null_mut()
    }
    static API: std::sync::OnceLock<PJRT_Api> = std::sync::OnceLock::new();
    let start =
        || linked!(API.get_or_init(|| PJRT_Api { PJRT_Plugin_Initialize: Some(count), ..fake::full_api() })).unwrap();
    let (_one, _two) = (start(), start());
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}
