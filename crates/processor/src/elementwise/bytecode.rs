//! Bytecode of element-wise programs: straight-line code over registers, each of which holds a tile of
//! elements.

use stablehlo::ops::{Binary, Direction, Unary};

use super::dtype::RegType;

/// A register. Each register is written once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Reg(pub(crate) usize);

/// The operation of an instruction. Register types are those of the operands, unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opcode {
    Unary(Unary, RegType),
    Binary(Binary, RegType),
    /// One or two f32 operations as one superinstruction.
    Fused2(Fused2),
    /// Steps of a polynomial of f32.
    Horner(Horner),
    Compare {
        direction: Direction,
        total: bool,
        reg_type: RegType,
    },
    /// Predicate, value if true, value if false; the register type is that of the values.
    Select(RegType),
    /// Minimum, operand, maximum.
    Clamp(RegType),
    /// From the first register type to the second.
    Convert(RegType, RegType),
    /// Copies the bits of elements that have this many bytes.
    Move(usize),
    RoundF16,
    ReducePrecision {
        exponent_bits: u32,
        mantissa_bits: u32,
        /// `F32` or `F64`.
        reg_type: RegType,
    },
    /// The bits of an f16, held as f32, as a 16-bit integer.
    F16ToBits,
    /// A 16-bit integer as the bits of an f16, held as f32.
    BitsToF16,
    /// `(index / inner) % size` for the row-major index of the element.
    Iota {
        inner: usize,
        size: usize,
        reg_type: RegType,
    },
}

/// A superinstruction of f32: `second(first(a, b), c)`, or `second(a, c)` without a `first`.
///
/// Each operation rounds as it does in an instruction of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fused2 {
    pub(crate) first: Option<Binary>,
    pub(crate) second: Binary,
    /// The operands of `second` are swapped: `second(c, first(a, b))`. False where `second` is commutative.
    pub(crate) swapped: bool,
    /// The position of the operand that is bf16 and is widened to f32 as it is read.
    pub(crate) widened: Option<usize>,
}

/// Most steps of a [`Horner`].
pub(crate) const MAX_HORNER_STEPS: usize = 8;

/// Steps of a polynomial by Horner's scheme: `p x + c` for each coefficient `c`, from `p`, the first operand,
/// on. The second operand is `x`. Each operation rounds as it does in an instruction of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Horner {
    pub(crate) coefficients: [f32; MAX_HORNER_STEPS],
    /// Two or more.
    pub(crate) steps: usize,
}

impl Opcode {
    /// Returns true if the operand at a position may be a single element that is broadcast to the whole tile.
    pub(crate) fn accepts_broadcast(self, position: usize) -> bool {
        match self {
            Self::Binary(op, RegType::Bf16) => {
                matches!(op, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Maximum | Binary::Minimum)
            }
            Self::Binary(..) | Self::Compare { .. } | Self::Horner(_) => true,
            Self::Fused2(fused) => fused.widened.is_none(),
            Self::Select(_) => position > 0,
            Self::Clamp(reg_type) => reg_type != RegType::Bf16 && position != 1,
            _ => false,
        }
    }
}

/// One instruction: an operation on up to three registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instruction {
    pub(crate) op: Opcode,
    pub(crate) inputs: [Option<Reg>; 3],
    pub(crate) out: Reg,
}

/// A program whose registers are assigned to slots of the register file.
#[derive(Debug)]
pub(crate) struct Bytecode {
    pub(crate) instrs: Vec<Instruction>,
    /// The type of each register.
    pub(crate) reg_types: Vec<RegType>,
    /// The slot of each register; none if its tile is an operand's memory.
    pub(crate) slot_of: Vec<Option<usize>>,
    /// Bytes per element of each slot; 0 if the slot holds a single element that is broadcast to the tile.
    pub(crate) slot_element_bytes: Vec<usize>,
    /// The last instruction that reads each register; `usize::MAX` for outputs of the program.
    pub(crate) last_use: Vec<usize>,
}

impl Bytecode {
    /// Bytes of a register's tile of `elements` elements.
    pub(crate) fn tile_bytes(&self, reg: Reg, elements: usize) -> usize {
        let is_broadcast = self.slot_of[reg.0].is_some_and(|slot| self.slot_element_bytes[slot] == 0);
        self.reg_types[reg.0].bytes() * if is_broadcast { 1 } else { elements }
    }
}
