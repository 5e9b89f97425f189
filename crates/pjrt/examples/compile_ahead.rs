//! Compiles a program for machines that are not present and prints the compiler's statistics.
//!
//! `cargo run -p labora-pjrt --example compile_ahead -- libtpu.so v2:2x2`, with `TPU_SKIP_MDS_QUERY=1`,
//! `TPU_WORKER_HOSTNAMES=localhost` and `TPU_ACCELERATOR_TYPE=v2-8` in the environment.

use pjrt::{CompileOptions, Plugin, Topology};

fn main() -> pjrt::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(path), Some(name)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: compile_ahead PLUGIN TOPOLOGY");
        std::process::exit(2);
    };
    let plugin = Plugin::load(path)?;
    println!("{plugin:?}, extensions {:?}", plugin.extensions().iter().map(|e| e.name()).collect::<Vec<_>>());
    println!("missing functions: {:?}", plugin.missing_functions());
    for (name, value) in plugin.attributes().iter() {
        println!("  {name} = {value}");
    }
    let topology = Topology::new(&plugin, &name, &[])?;
    println!("{}: {} devices", topology.platform_name()?, topology.devices().len());
    for device in topology.devices() {
        println!("  {} {} {}", device.id, device.kind, device.display);
        for (name, value) in device.attributes.iter() {
            println!("    {name} = {value}");
        }
    }
    for (name, value) in topology.attributes()?.iter() {
        println!("  {name} = {value}");
    }
    let options = CompileOptions { num_replicas: topology.devices().len(), ..CompileOptions::default() };
    let executable = topology.compile(&program(options.num_replicas), &options)?;
    println!("{executable:?}, outputs {:?}", executable.outputs()?);
    println!("{:?}", executable.compiled_memory_stats()?);
    for (name, value) in executable.cost_analysis()?.iter() {
        println!("  {name} = {value}");
    }
    let optimized = executable.optimized_program()?;
    println!("optimized program: {} bytes of {}", optimized.code.len(), optimized.format);
    Ok(())
}

/// Every replica multiplies its own rows by shared weights and sums the results over the replicas. The
/// weights are donated.
fn program(num_replicas: usize) -> String {
    let replicas: Vec<String> = (0..num_replicas).map(|replica| replica.to_string()).collect();
    let group = replicas.join(", ");
    format!(
        r#"
module @sum_of_products {{
  func.func public @main(%x: tensor<128x256xf32>, %w: tensor<256x512xf32> {{tf.aliasing_output = 1 : i32}})
      -> (tensor<128x512xf32>, tensor<256x512xf32>) {{
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : (tensor<128x256xf32>, tensor<256x512xf32>) -> tensor<128x512xf32>
    %sum = "stablehlo.all_reduce"(%y) ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
    }}) {{replica_groups = dense<[[{group}]]> : tensor<1x{num_replicas}xi64>}}
        : (tensor<128x512xf32>) -> tensor<128x512xf32>
    %next = stablehlo.add %w, %w : tensor<256x512xf32>
    return %sum, %next : tensor<128x512xf32>, tensor<256x512xf32>
  }}
}}
"#
    )
}
