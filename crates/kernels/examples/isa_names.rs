//! Prints the names of the instruction sets that the machine has kernels for, one per line.

use kernels::Isa;

fn main() {
    Isa::available().for_each(|isa| println!("{}", isa.name()));
}
