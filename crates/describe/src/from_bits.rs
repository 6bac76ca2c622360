//! Values from their bits.

use rust_hdl::prelude::{Bit, Bits, Clock, LiteralType, SDRAMCommand, Signed, signed_cast};
use rust_hdl::widgets::i2c::{i2c_controller::I2CControllerCmd, i2c_driver::I2CDriverCmd};

/// A type of signals whose values can be made from their bits.
///
/// Derive it beside `LogicStruct` or `LogicState`. [`DescribeType`](derive@crate::DescribeType)
/// implements it, too.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be made from their bits",
    note = "derive `FromBits` for it, beside `LogicState` or `LogicStruct`; `DescribeType` implements it, too"
)]
pub trait FromBits: Sized {
    /// Returns the value with these bits, the lowest first; as many as the type has.
    ///
    /// An enum may have fewer variants than bit patterns. Then the other patterns give some
    /// variant.
    fn from_bits(bits: &[bool]) -> Self;
}

impl FromBits for Bit {
    fn from_bits(bits: &[bool]) -> Self {
        bits[0]
    }
}

impl FromBits for Clock {
    fn from_bits(bits: &[bool]) -> Self {
        bits[0].into()
    }
}

impl<const N: usize> FromBits for Bits<N> {
    fn from_bits(bits: &[bool]) -> Self {
        const DIGIT: usize = LiteralType::BITS as usize;
        let digits = bits.chunks(DIGIT).rev().map(|digit| Bits::from(number(digit)));
        digits.reduce(|high, digit| high << DIGIT as LiteralType | digit).unwrap_or_default()
    }
}

/// In two's complement.
impl<const N: usize> FromBits for Signed<N> {
    fn from_bits(bits: &[bool]) -> Self {
        signed_cast(Bits::from_bits(bits))
    }
}

/// Returns the number with these bits, at most 64.
fn number(bits: &[bool]) -> LiteralType {
    bits.iter().rev().fold(0, |number, bit| number << 1 | LiteralType::from(*bit))
}

/// Returns the variant that these bits encode, or some other one.
pub fn variant<T: Copy>(bits: &[bool], variants: &[T]) -> T {
    let index = number(bits) % variants.len() as LiteralType;
    variants[index as usize]
}

/// Implements [`FromBits`] for enums of `rust-hdl`, in which users cannot derive it.
macro_rules! enums {
    ($($name:ident { $($variant:ident),* })*) => {
        $(
            impl FromBits for $name {
                fn from_bits(bits: &[bool]) -> Self {
                    variant(bits, &[$($name::$variant),*])
                }
            }
        )*
    };
}

enums! {
    I2CControllerCmd { Noop, BeginWrite, Write, BeginRead, Read, EndTransmission, ReadLast }
    I2CDriverCmd { Noop, SendStart, SendTrue, SendFalse, SendStop, GetBit, Restart }
    SDRAMCommand { LoadModeRegister, AutoRefresh, Precharge, BurstTerminate, Write, Read, Active, NOP }
}
