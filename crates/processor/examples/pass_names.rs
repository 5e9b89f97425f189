//! Prints the names of the compiler's passes and strategies that can be left out, a line each.

fn main() {
    processor::pass_names().iter().for_each(|name| println!("{name}"));
}
