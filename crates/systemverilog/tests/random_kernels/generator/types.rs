//! The types of one kernel: its enums and structs, and the widths that its numbers have.

use std::fmt;

use fastrand::Rng;

/// A width in bits, printed as `N` if it is the block's const parameter.
///
/// Rust treats `Bits<N>` and `Bits<4>` as different types, even where `N` is 4. So does the
/// generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    pub bits: u32,
    pub is_generic: bool,
}

impl Width {
    pub fn fixed(bits: u32) -> Width {
        Width { bits, is_generic: false }
    }
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_generic { f.write_str("N") } else { self.bits.fmt(f) }
    }
}

/// A rust-hdl type. Enums and structs are indices into [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Clock,
    Bit,
    Bits(Width),
    Signed(Width),
    Enum(usize),
    Struct(usize),
}

impl Type {
    /// The type in a block whose const parameter is `bits`, printed as a number.
    pub fn instantiated(self, bits: u32) -> Type {
        let fixed = |width: Width| if width.is_generic { Width::fixed(bits) } else { width };
        match self {
            Type::Bits(width) => Type::Bits(fixed(width)),
            Type::Signed(width) => Type::Signed(fixed(width)),
            other => other,
        }
    }
}

/// An enum that derives `LogicState`.
pub struct Enum {
    pub name: String,
    pub variants: Vec<&'static str>,
}

/// A struct that derives `LogicStruct`.
pub struct Struct {
    pub name: String,
    pub fields: Vec<(&'static str, Type)>,
}

/// All types of a kernel.
pub struct Types {
    pub enums: Vec<Enum>,
    pub structs: Vec<Struct>,
    /// The widths of this kernel's numbers. There are few, so that operands of the same width are
    /// easy to find.
    pub widths: Vec<u32>,
}

const VARIANTS: [&str; 6] = ["Idle", "Load", "Run", "Pause", "Drain", "Stop"];

/// Widths of numbers. Those up to 8 are the most frequent. At 32 and 33 bits `rust-hdl` changes its
/// representation.
const WIDTHS: [u32; 13] = [9, 12, 16, 24, 31, 32, 33, 64, 65, 100, 128, 129, 200];

impl Types {
    /// Chooses the types of a kernel. The names of all types end in its number.
    pub fn generate(number: usize, random: &mut Rng) -> Types {
        let small = |random: &mut Rng| random.u32(1..=8);
        let mut widths = vec![random.u32(2..=8), small(random)];
        for _ in 0..random.usize(0..=2) {
            widths.push(if random.u8(..3) > 0 {
                WIDTHS[random.usize(..WIDTHS.len())]
            } else {
                small(random)
            });
        }
        let mut types = Types { enums: vec![], structs: vec![], widths };
        for name in ["State", "Mode"].iter().take(random.usize(0..=2)) {
            let variants = random.usize(2..=VARIANTS.len());
            let variants = VARIANTS.iter().copied().take(variants).collect();
            types.enums.push(Enum { name: format!("{name}{number}"), variants });
        }
        for name in ["Pair", "Frame"].iter().take(random.usize(0..=2)) {
            let fields = ["head", "body", "tail", "flag"].into_iter().take(random.usize(2..=3));
            let fields: Vec<_> = fields.map(|field| (field, types.field_type(random))).collect();
            types.structs.push(Struct { name: format!("{name}{number}"), fields });
        }
        types
    }

    /// A type for a field of the next struct. `rust-hdl` does not support `Signed` fields.
    fn field_type(&self, random: &mut Rng) -> Type {
        match random.u8(..8) {
            0 | 1 => Type::Bit,
            2 | 3 if !self.enums.is_empty() => Type::Enum(random.usize(..self.enums.len())),
            4 if !self.structs.is_empty() => Type::Struct(random.usize(..self.structs.len())),
            _ => Type::Bits(Width::fixed(random.u32(1..=6))),
        }
    }

    /// The width of a type in bits.
    pub fn width(&self, ty: Type) -> u32 {
        match ty {
            Type::Clock | Type::Bit => 1,
            Type::Bits(width) | Type::Signed(width) => width.bits,
            Type::Enum(index) => {
                self.enums[index].variants.len().next_power_of_two().trailing_zeros()
            }
            Type::Struct(index) => {
                self.structs[index].fields.iter().map(|(_, field)| self.width(*field)).sum()
            }
        }
    }

    /// The type in Rust.
    pub fn rust(&self, ty: Type) -> String {
        match ty {
            Type::Clock => "Clock".to_string(),
            Type::Bit => "Bit".to_string(),
            Type::Bits(width) => format!("Bits<{width}>"),
            Type::Signed(width) => format!("Signed<{width}>"),
            Type::Enum(index) => self.enums[index].name.clone(),
            Type::Struct(index) => self.structs[index].name.clone(),
        }
    }

    /// The values of type `ty` in a value of type `of`: itself, and fields at any depth, as the
    /// text of the field selection.
    pub fn parts(&self, of: Type) -> Vec<(String, Type)> {
        let mut parts = vec![(String::new(), of)];
        if let Type::Struct(index) = of {
            for (name, ty) in &self.structs[index].fields {
                let inner = self.parts(*ty).into_iter();
                parts.extend(inner.map(|(path, ty)| (format!(".{name}{path}"), ty)));
            }
        }
        parts
    }

    /// The definitions.
    pub fn source(&self) -> String {
        let mut source = String::new();
        for Enum { name, variants } in &self.enums {
            let variants = variants.join(", ");
            source.push_str(&format!(
                "#[derive(Copy, Clone, Debug, PartialEq, LogicState, FromBits)]\npub enum {name} {{ {variants} }}\n\n"
            ));
        }
        for Struct { name, fields } in &self.structs {
            let declared: String = fields
                .iter()
                .map(|(name, ty)| format!("    pub {name}: {},\n", self.rust(*ty)))
                .collect();
            source.push_str(&format!(
                "#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]\n\
                 pub struct {name} {{\n{declared}}}\n\n"
            ));
        }
        source
    }
}
