//! Blocks of rust-hdl's library that are written in Verilog: memories, flip-flops, tristate
//! buffers.
//!
//! The reference for their meaning is their Rust simulation. They are recognised by their timing
//! information, or by their whole text, so that any other block with the same text means the same.

use std::collections::BTreeMap;

use rust_hdl::prelude::Verilog;

use super::super::collect::Scope;
use super::super::design::{
    Arm, Design, Expression, ExpressionKind, Item, ItemKind, Memory, MemoryId, MemoryWrite,
    Register, SignalId, Statement, StatementKind, Target, Tristate, Type, Value,
};
use super::super::error::Error;
use super::kernel::Kernel;
use super::literal::parse_sized;
use super::processes::{self, Body};
use super::symbols::{self, Symbols};

/// The greatest width of a memory's address: every SystemVerilog tool has to support 2^24 words
/// (IEEE 1800-2012, 7.4.2).
const MAXIMUM_ADDRESS_WIDTH: u32 = 24;

/// Returns the body of a library block; `None` for any other block.
pub(super) fn body(
    scope: &Scope,
    symbols: &Symbols,
    design: &Design,
) -> Result<Option<Body>, Error> {
    let block = Block { scope, symbols, design };
    let timing: Vec<&str> = scope.timing.iter().map(|info| info.name.as_str()).collect();
    let known = match (timing.as_slice(), &scope.code) {
        (["dff" | "edge_ff"], Verilog::Custom(_)) => block.flip_flop(),
        (["ram_read", "ram_write"], Verilog::Custom(text)) => {
            block.check_address("read_address")?;
            block.ram(text)
        }
        (["sync_rom"], Verilog::Custom(text)) => {
            block.check_address("address")?;
            block.synchronous_rom(text)
        }
        ([], Verilog::Custom(text)) => {
            if let Some(statements) = block.rom(text) {
                return block.partition(statements).map(Some);
            }
            return block.buffer(text);
        }
        ([], Verilog::Wrapper(wrapper)) => return block.registered_buffer(&wrapper.code),
        _ => None,
    };
    Ok(known)
}

struct Block<'a> {
    scope: &'a Scope,
    symbols: &'a Symbols,
    design: &'a Design,
}

impl Block<'_> {
    fn value(&self, name: &str) -> Option<Expression> {
        let id = self.symbols.signal(name)?;
        Some(Expression::signal(id, self.symbols.draft(id).ty))
    }

    fn width(&self, signal: SignalId) -> u32 {
        self.symbols.width(self.symbols.draft(signal).ty)
    }

    fn partition(&self, statements: Vec<Statement>) -> Result<Body, Error> {
        processes::partition(Kernel { statements, ..Kernel::default() }, self.symbols, self.design)
    }

    fn flip_flop(&self) -> Option<Body> {
        let target = self.symbols.signal("q")?;
        let clock = self.value(&self.scope.timing.first()?.clock)?;
        let power_up = symbols::power_up(self.scope)?;
        Some(Body {
            items: vec![register(target, clock, self.value("d")?)],
            power_up: BTreeMap::from([(target, power_up)]),
            ..Body::default()
        })
    }

    fn ram(&self, text: &str) -> Option<Body> {
        let memory = self.memory("read_address", "read_data", text)?;
        let read_data = self.symbols.signal("read_data")?;
        let word = element(&memory, self.value("read_address")?);
        let write = MemoryWrite {
            memory: MemoryId(0),
            clock: self.value("write_clock")?,
            enable: self.value("write_enable")?,
            address: self.value("write_address")?,
            data: self.value("write_data")?,
        };
        Some(Body {
            items: vec![
                register(read_data, self.value("read_clock")?, word),
                Item::from(ItemKind::MemoryWrite(write)),
            ],
            power_up: BTreeMap::from([(read_data, Value::ZERO)]),
            memories: vec![memory],
            ..Body::default()
        })
    }

    fn synchronous_rom(&self, text: &str) -> Option<Body> {
        let memory = self.memory("address", "data", text)?;
        let data = self.symbols.signal("data")?;
        let word = element(&memory, self.value("address")?);
        Some(Body {
            items: vec![register(data, self.value("clock")?, word)],
            power_up: BTreeMap::from([(data, Value::ZERO)]),
            memories: vec![memory],
            ..Body::default()
        })
    }

    fn check_address(&self, address: &str) -> Result<(), Error> {
        match self.symbols.signal(address).map(|address| self.width(address)) {
            Some(width) if width > MAXIMUM_ADDRESS_WIDTH => Err(self.symbols.unsupported(
                &format!("a memory with addresses of {width} bits"),
                &format!("use at most {MAXIMUM_ADDRESS_WIDTH}"),
            )),
            _ => Ok(()),
        }
    }

    fn memory(&self, address: &str, data: &str, text: &str) -> Option<Memory> {
        let words = pairs(text, "mem[", "] = ")?;
        Some(Memory {
            // The module may itself be called `memory`, after its field.
            name: if self.scope.name == "memory" { "words" } else { "memory" }.to_string(),
            ty: self.symbols.draft(self.symbols.signal(data)?).ty,
            address_width: self.width(self.symbols.signal(address)?),
            contents: words
                .into_iter()
                .filter(|(_, word)| !word.is_zero())
                .map(|(address, word)| Some((address.to_usize()?, word)))
                .collect::<Option<_>>()?,
        })
    }

    /// A ROM: a `case` over the address, which synthesis tools recognise.
    fn rom(&self, text: &str) -> Option<Vec<Statement>> {
        let table = text.trim_start().strip_prefix("always @*")?;
        let table = table.trim_start().strip_prefix("case (address)")?;
        let (data, address) = (self.symbols.signal("data")?, self.value("address")?);
        let ty = self.symbols.draft(data).ty;
        let assign = |value: Value| {
            let value = Expression::literal(value, ty);
            Statement::from(StatementKind::Assign(Target::whole(data), value))
        };
        let (arms, rest) = table.split_once("default: data = ")?;
        let default = parse_sized(rest.split(';').next()?)?;
        let arms = pairs(arms, "", ": data = ")?
            .into_iter()
            .map(|(address, word)| Arm { values: vec![address], body: vec![assign(word)] });
        Some(vec![Statement::from(StatementKind::Case {
            subject: address,
            arms: arms.collect(),
            default: Some(vec![assign(default)]),
        })])
    }

    /// A tristate buffer: a wire that is driven while an enable is 1 and is always read.
    fn buffer(&self, text: &str) -> Result<Option<Body>, Error> {
        let Some(bus) = self.symbols.signal("bus") else {
            return Ok(None);
        };
        let width = self.width(bus);
        let tristate = format!(
            "assign bus = write_enable ? write_data : {width}'bz; always @(*) read_data = bus;"
        );
        let open_drain =
            "assign bus = control$drive_low ? 0 : 1'bz; always @(*) control$line_state = bus;";
        let (reader, enable, value) = match words(text) {
            found if found == tristate => ("read_data", "write_enable", self.value("write_data")),
            found if found == open_drain => {
                let low = Expression::literal(0, self.symbols.draft(bus).ty);
                ("control$line_state", "control$drive_low", Some(low))
            }
            _ => return Ok(None),
        };
        let (Some(reader), Some(enable), Some(value), Some(read)) =
            (self.symbols.signal(reader), self.value(enable), value, self.value("bus"))
        else {
            return Ok(None);
        };
        let passed_on = Statement::from(StatementKind::Assign(Target::whole(reader), read));
        let mut body = self.partition(vec![passed_on])?;
        body.items.insert(0, driver(bus, enable, value));
        Ok(Some(body))
    }

    /// A tristate buffer with input and output registers. (Its own Verilog never releases the
    /// highest bit.)
    fn registered_buffer(&self, text: &str) -> Result<Option<Body>, Error> {
        let Some(bus) = self.symbols.signal("bus") else {
            return Ok(None);
        };
        let highest = self.width(bus) - 1;
        let known = format!(
            "reg [{highest}:0] dff_in; reg [{highest}:0] dff_out; \
             assign bus = write_enable ? dff_out : {highest}'bz; assign read_data = dff_in; \
             always @(posedge clock) begin dff_in <= bus; end \
             always @(posedge clock) begin dff_out <= write_data; end"
        );
        if words(text) != known {
            return Ok(None);
        }
        let mut statements = Vec::new();
        for (target, value) in [
            ("dff_in$clock", "clock"),
            ("dff_out$clock", "clock"),
            ("dff_in$d", "bus"),
            ("dff_out$d", "write_data"),
            ("read_data", "dff_in$q"),
        ] {
            let (Some(target), Some(value)) = (self.symbols.signal(target), self.value(value))
            else {
                return Ok(None);
            };
            let kind = StatementKind::Assign(Target::whole(target), value);
            statements.push(Statement::from(kind));
        }
        let (Some(enable), Some(value)) = (self.value("write_enable"), self.value("dff_out$q"))
        else {
            return Ok(None);
        };
        let mut body = self.partition(statements)?;
        body.items.push(driver(bus, enable, value));
        Ok(Some(body))
    }
}

fn register(target: SignalId, clock: Expression, value: Expression) -> Item {
    let body = vec![Statement::from(StatementKind::Assign(Target::whole(target), value))];
    Item::from(ItemKind::Register(Register { target, clock, body }))
}

fn driver(target: SignalId, enable: Expression, value: Expression) -> Item {
    let enable = Expression { ty: Type::Bit, ..enable };
    Item::from(ItemKind::Tristate(Tristate { target, enable, value }))
}

fn element(memory: &Memory, address: Expression) -> Expression {
    let kind = ExpressionKind::Element { memory: MemoryId(0), address: Box::new(address) };
    Expression { kind, ty: memory.ty }
}

/// Returns the addresses and words of lines such as `mem[4'h1] = 8'h2;`.
fn pairs(text: &str, before: &str, between: &str) -> Option<BTreeMap<Value, Value>> {
    let lines = text.lines().map(str::trim).filter(|line| line.contains(between));
    lines
        .map(|line| {
            let (address, word) = line.strip_prefix(before)?.split_once(between)?;
            Some((parse_sized(address)?, parse_sized(word.trim_end_matches(';'))?))
        })
        .collect()
}

/// Returns the text with each run of white space replaced by one space.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
