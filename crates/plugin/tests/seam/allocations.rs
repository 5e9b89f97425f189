//! The allocations of a call. In a run of a microsecond they would take as long as all the rest.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

use pjrt::abi::*;

use crate::raw::{Client, call, destroy_buffer, destroy_event, destroy_executable};

/// The system's allocator, which counts the allocations of each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // A thread that ends allocates no more than matters here.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: all memory is the system's allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the same contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the same contract.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the same contract.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocations of a call of a program that doubles each of `count` vectors, after some calls.
fn allocations_of(count: usize) -> usize {
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(", ");
    let lines = (0..count).map(|i| format!("%y{i} = stablehlo.add %x{i}, %x{i} : tensor<8xf32>\n"));
    let (params, types) = (list(&|i| format!("%x{i}: tensor<8xf32>")), list(&|_| "tensor<8xf32>".into()));
    let (body, results) = (lines.collect::<String>(), list(&|i| format!("%y{i}")));
    let text = format!("func.func @main({params}) -> ({types}) {{\n{body}return {results} : {types}\n}}");
    let client = Client::new();
    let executable = client.compile(&text);
    let arguments: Vec<_> = (0..count).map(|i| client.vector(&[i as f32; 8])).collect();
    let mut allocations = 0;
    for _ in 0..3 {
        let mut outputs = vec![null_mut(); count];
        let (argument_list, output_list, mut done) = (arguments.as_ptr(), outputs.as_mut_ptr(), null_mut());
        let mut args = PJRT_LoadedExecutable_Execute_Args {
            executable,
            argument_lists: &argument_list,
            num_devices: 1,
            num_args: count,
            output_lists: &output_list,
            device_complete_events: &mut done,
            ..AbiStruct::new()
        };
        let before = ALLOCATIONS.get();
        call(&mut args).unwrap();
        allocations = ALLOCATIONS.get() - before;
        destroy_event(done);
        outputs.into_iter().for_each(destroy_buffer);
    }
    arguments.into_iter().for_each(destroy_buffer);
    destroy_executable(executable);
    allocations
}

#[test]
fn a_call_of_a_small_program_allocates_little() {
    let [one, nine] = [1, 9].map(allocations_of);
    assert!(one <= 24, "{one} allocations with an argument and a result");
    // Of each result: its type, its memory's owner, the buffer.
    assert!(nine - one <= 8 * 4, "{} allocations more with eight arguments and results more", nine - one);
}
