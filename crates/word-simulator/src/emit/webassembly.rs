//! WebAssembly: each value is a local variable.

use std::collections::HashMap;

use rust_hdl_webassembly::{BlockType, Function, InstructionSink, MemArg, ValType, place};

/// A local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value(u32);

/// The width of a value in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type(u32);

pub mod types {
    use super::Type;

    pub const I8: Type = Type(8);
    pub const I16: Type = Type(16);
    pub const I32: Type = Type(32);
    pub const I64: Type = Type(64);
}

impl Type {
    pub fn bytes(self) -> u32 {
        self.0 / 8
    }
}

/// A comparison.
#[derive(Clone, Copy)]
pub enum IntCC {
    Equal,
    NotEqual,
    UnsignedLessThan,
    UnsignedGreaterThanOrEqual,
    SignedLessThan,
    SignedGreaterThanOrEqual,
}

/// What is known of accesses to memory: nothing that WebAssembly would need.
#[derive(Clone, Copy)]
pub struct MemFlags;

impl MemFlags {
    pub fn trusted() -> MemFlags {
        MemFlags
    }
}

/// The parameters of all functions: two addresses and a number.
pub const PARAMETERS: [ValType; 3] = [ValType::I32, ValType::I32, ValType::I64];

/// The largest number of local variables that hosts accept.
const MOST_LOCALS: u32 = 50_000;

/// A function under construction.
pub struct Builder {
    code: Vec<u8>,
    /// The number of parameters and local variables. The latter have 64 bits.
    locals: u32,
    /// The code of comparisons, by the variables with their results.
    comparisons: HashMap<u32, Vec<u8>>,
}

impl Builder {
    pub fn new() -> Builder {
        let locals = PARAMETERS.len() as u32;
        Builder { code: vec![], locals, comparisons: HashMap::new() }
    }

    /// The parameters.
    pub fn parameters(&self) -> [Value; PARAMETERS.len()] {
        [0, 1, 2].map(Value)
    }

    /// Ends the function. `None` if it is too large.
    pub fn finish(mut self, result: Value) -> Option<Function> {
        self.get(result);
        self.sink().end();
        let locals = self.locals - PARAMETERS.len() as u32;
        let mut function = Function::new([(locals, ValType::I64)]);
        function.raw(self.code);
        (self.locals <= MOST_LOCALS).then_some(function)
    }

    pub fn ins(&mut self) -> &mut Builder {
        self
    }

    fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    /// Pushes a number of 64 bits.
    fn get(&mut self, value: Value) {
        self.sink().local_get(value.0);
        if PARAMETERS.get(value.0 as usize) == Some(&ValType::I32) {
            self.sink().i64_extend_i32_u();
        }
    }

    /// Pushes an address.
    fn address(&mut self, value: Value) {
        self.sink().local_get(value.0);
        if PARAMETERS.get(value.0 as usize) != Some(&ValType::I32) {
            self.sink().i32_wrap_i64();
        }
    }

    /// Pushes whether a number is not 0. A comparison is repeated: the host joins it with what
    /// depends on it.
    fn condition(&mut self, value: Value) {
        match self.comparisons.get(&value.0) {
            Some(comparison) => self.code.extend(comparison),
            None => {
                self.get(value);
                self.sink().i64_const(0).i64_ne();
            }
        }
    }

    /// Pops a number into a new variable.
    fn set(&mut self) -> Value {
        self.locals += 1;
        let value = Value(self.locals - 1);
        self.sink().local_set(value.0);
        value
    }

    pub fn iconst(&mut self, _: Type, value: i64) -> Value {
        self.sink().i64_const(value);
        self.set()
    }

    pub fn icmp(&mut self, condition: IntCC, left: Value, right: Value) -> Value {
        let begin = self.code.len();
        self.get(left);
        self.get(right);
        self.compare(condition, begin)
    }

    pub fn icmp_imm(&mut self, condition: IntCC, left: Value, right: i64) -> Value {
        let begin = self.code.len();
        self.get(left);
        self.sink().i64_const(right);
        self.compare(condition, begin)
    }

    /// Compares two numbers. The code that pushes them begins here.
    fn compare(&mut self, condition: IntCC, begin: usize) -> Value {
        let mut sink = self.sink();
        match condition {
            IntCC::Equal => sink.i64_eq(),
            IntCC::NotEqual => sink.i64_ne(),
            IntCC::UnsignedLessThan => sink.i64_lt_u(),
            IntCC::UnsignedGreaterThanOrEqual => sink.i64_ge_u(),
            IntCC::SignedLessThan => sink.i64_lt_s(),
            IntCC::SignedGreaterThanOrEqual => sink.i64_ge_s(),
        };
        let comparison = self.code[begin..].to_vec();
        self.sink().i64_extend_i32_u();
        let value = self.set();
        self.comparisons.insert(value.0, comparison);
        value
    }

    pub fn select(&mut self, condition: Value, one: Value, zero: Value) -> Value {
        self.get(one);
        self.get(zero);
        self.condition(condition);
        self.sink().select();
        self.set()
    }

    pub fn umin(&mut self, left: Value, right: Value) -> Value {
        let is_less = self.icmp(IntCC::UnsignedLessThan, left, right);
        self.select(is_less, left, right)
    }

    pub fn band_not(&mut self, left: Value, right: Value) -> Value {
        let inverted = self.bxor_imm(right, -1);
        self.band(left, inverted)
    }

    pub fn ineg(&mut self, value: Value) -> Value {
        let zero = self.iconst(types::I64, 0);
        self.isub(zero, value)
    }

    pub fn popcnt(&mut self, value: Value) -> Value {
        self.get(value);
        self.sink().i64_popcnt();
        self.set()
    }

    /// All values have 64 bits.
    pub fn uextend(&mut self, _: Type, value: Value) -> Value {
        value
    }

    pub fn ireduce(&mut self, part: Type, value: Value) -> Value {
        self.band_imm(value, (1 << part.0) - 1)
    }

    pub fn load(&mut self, part: Type, _: MemFlags, address: Value, offset: i32) -> Value {
        self.address(address);
        match part {
            types::I32 => self.sink().i64_load32_u(at(offset, 2)),
            _ => self.sink().i64_load(at(offset, 3)),
        };
        self.set()
    }

    pub fn uload8(&mut self, _: Type, _: MemFlags, address: Value, offset: i32) -> Value {
        self.address(address);
        self.sink().i64_load8_u(at(offset, 0));
        self.set()
    }

    pub fn uload16(&mut self, _: Type, _: MemFlags, address: Value, offset: i32) -> Value {
        self.address(address);
        self.sink().i64_load16_u(at(offset, 1));
        self.set()
    }

    pub fn uload32(&mut self, flags: MemFlags, address: Value, offset: i32) -> Value {
        self.load(types::I32, flags, address, offset)
    }

    pub fn store(&mut self, _: MemFlags, value: Value, address: Value, offset: i32) {
        self.address(address);
        self.get(value);
        self.sink().i64_store(at(offset, 3));
    }

    pub fn istore8(&mut self, _: MemFlags, value: Value, address: Value, offset: i32) {
        self.address(address);
        self.get(value);
        self.sink().i64_store8(at(offset, 0));
    }

    pub fn istore16(&mut self, _: MemFlags, value: Value, address: Value, offset: i32) {
        self.address(address);
        self.get(value);
        self.sink().i64_store16(at(offset, 1));
    }

    pub fn istore32(&mut self, _: MemFlags, value: Value, address: Value, offset: i32) {
        self.address(address);
        self.get(value);
        self.sink().i64_store32(at(offset, 2));
    }
}

/// What is so many bytes after an address.
fn at(offset: i32, align: u32) -> MemArg {
    place(offset as u64, align)
}

/// Operations on two numbers.
macro_rules! operations {
    ($($name:ident $instruction:ident;)*) => {
        impl Builder {
            $(
                pub fn $name(&mut self, left: Value, right: Value) -> Value {
                    self.get(left);
                    self.get(right);
                    self.sink().$instruction();
                    self.set()
                }
            )*
        }
    };
}

/// Operations on a number and a constant.
macro_rules! operations_with_constants {
    ($($name:ident $instruction:ident;)*) => {
        impl Builder {
            $(
                pub fn $name(&mut self, left: Value, right: i64) -> Value {
                    self.get(left);
                    self.sink().i64_const(right).$instruction();
                    self.set()
                }
            )*
        }
    };
}

operations! {
    band i64_and;
    bor i64_or;
    bxor i64_xor;
    iadd i64_add;
    isub i64_sub;
    imul i64_mul;
    udiv i64_div_u;
    urem i64_rem_u;
    ishl i64_shl;
    ushr i64_shr_u;
    sshr i64_shr_s;
}

operations_with_constants! {
    band_imm i64_and;
    bxor_imm i64_xor;
    iadd_imm i64_add;
    ishl_imm i64_shl;
    ushr_imm i64_shr_u;
    sshr_imm i64_shr_s;
}

/// The builder of a function.
pub type Instructions<'b> = Builder;

/// What depends on a condition.
pub struct Branch {
    result: Option<Value>,
}

impl Branch {
    /// Begins what is done if a number is not 0.
    pub fn begin(builder: &mut Builder, condition: Value) -> Branch {
        builder.condition(condition);
        builder.sink().if_(BlockType::Empty);
        Branch { result: None }
    }

    /// Ends that, and begins what is done otherwise.
    pub fn otherwise(&mut self, builder: &mut Builder, result: Value) {
        builder.get(result);
        self.result = Some(builder.set());
        builder.sink().else_();
    }

    /// Ends what is done otherwise. Returns the result of either.
    pub fn join(self, builder: &mut Builder, result: Value) -> Value {
        builder.get(result);
        let joined = match self.result {
            Some(joined) => {
                builder.sink().local_set(joined.0);
                joined
            }
            None => builder.set(),
        };
        builder.sink().end();
        joined
    }

    /// Ends what is done under the condition. Otherwise, nothing is.
    pub fn end(self, builder: &mut Builder) {
        builder.sink().end();
    }
}

/// What is repeated.
pub struct Loop {
    rest: Value,
}

impl Loop {
    /// Begins what is done so often, at least once.
    pub fn begin(builder: &mut Builder, count: Value) -> Loop {
        builder.get(count);
        let rest = builder.set();
        builder.sink().loop_(BlockType::Empty);
        Loop { rest }
    }

    /// Ends that.
    pub fn end(self, builder: &mut Builder) {
        builder.get(self.rest);
        let Value(rest) = self.rest;
        builder.sink().i64_const(1).i64_sub().local_tee(rest).i64_const(0).i64_ne().br_if(0).end();
    }
}
