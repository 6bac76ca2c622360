//! Memories, in the form from which synthesis tools infer block RAM.

use std::ops::Range;

use rust_hdl_rtl::{
    Expression, ExpressionKind, Memory, MemoryId, MemoryWrite, Module, Type, Value,
};

use super::context::Context;
use super::{expression, process, types};

/// The number of words up to which the contents of a memory are assigned one by one.
const SINGLE_WORDS: usize = 16;

/// The width of a vector that every tool has to support: IEEE 1800-2012, 6.9.1.
const VECTOR_WIDTH: u32 = 1 << 16;

/// The largest power of two below the turns of a loop that Quartus unrolls by default
/// (`VERILOG_CONSTANT_LOOP_LIMIT`, 5000).
const LOOP_TURNS: usize = 4096;

/// Declares a module's memories and initialises them.
pub(super) fn declarations(context: Context) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, memory) in context.module.memories.iter().enumerate() {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let ty = types::declared(context.module, memory.ty);
        let declaration = [format!("{ty} {} [{}];", memory.name, memory.words()), String::new()];
        let width = context.module.width(memory.ty);
        let is_vector = matches!(memory.ty, Type::Bits(_)) && width <= VECTOR_WIDTH;
        if is_vector && memory.contents.len() > SINGLE_WORDS {
            let tables = tables(memory, width, context);
            lines.extend(tables.iter().flat_map(|table| table.lines(memory, width, context)));
            lines.extend(declaration);
            let loops = tables.iter().flat_map(|table| table.assignments(memory, width, context));
            lines.extend(initial(loops.collect(), context));
        } else {
            lines.extend(declaration);
            lines.extend(single_words(MemoryId(index), memory, context));
        }
    }
    lines
}

/// A constant with consecutive words of a memory, the first leftmost.
struct Table {
    name: String,
    words: Range<usize>,
}

/// Divides the contents of a memory into constants that every tool supports.
fn tables(memory: &Memory, width: u32, context: Context) -> Vec<Table> {
    // Powers of two, so that each table has as many words.
    let size = memory.words().min(LOOP_TURNS).min(1 << (VECTOR_WIDTH / width).ilog2());
    let name = format!("{}_CONTENTS", memory.name.to_uppercase());
    let table = |first: usize| {
        let is_only = size == memory.words();
        let name = if is_only { name.clone() } else { format!("{name}_{}", first / size) };
        Table { name: unused_name(&name, context.module), words: first..first + size }
    };
    (0..memory.words()).step_by(size).map(table).collect()
}

impl Table {
    /// The declaration, with as many words in each line as fit, but a power of two, and a
    /// replication instead of lines of zeros.
    fn lines(&self, memory: &Memory, width: u32, context: Context) -> Vec<String> {
        let digits = width.div_ceil(4) as usize;
        let word = |value: &Value| format!("{width}'h{value:0digits$x}");
        let column = word(&Value::ZERO).len() + ", ".len();
        let size = (context.deeper().limit().saturating_sub(1) / column).max(1);
        let size = (1 << size.ilog2()).min(self.words.len());
        let mut rows: Vec<(usize, String)> = Vec::new();
        let mut zeros = 0;
        for first in self.words.clone().step_by(size) {
            let row = first..first + size;
            let is_zero = memory.contents.range(row.clone()).next().is_none();
            zeros = if is_zero { zeros + size } else { 0 };
            let start = match zeros > size {
                true => rows.pop().map_or(first, |(start, _)| start),
                false => first,
            };
            let row = if zeros > 0 {
                format!("{{{zeros}{{{}}}}}", word(&Value::ZERO))
            } else {
                let value = |address| memory.contents.get(&address).unwrap_or(&Value::ZERO);
                let words: Vec<String> = row.map(|address| word(value(address))).collect();
                words.join(", ")
            };
            rows.push((start, row));
        }
        let (name, highest) = (&self.name, self.words.len() as u32 * width - 1);
        let mut lines = vec![format!("localparam logic [{highest}:0] {name} = {{")];
        let rows = with_addresses(rows, memory.address_width, context.deeper());
        if rows.iter().any(|row| row.contains("//")) {
            let meaning = "At the end of a row: the address of its first word, in hexadecimal.";
            lines.splice(0..0, super::comment::documentation(meaning, context.limit()));
        }
        lines.extend(context.indent(rows));
        lines.extend(["};".to_string(), String::new()]);
        lines
    }

    /// The loop that copies the words to the memory.
    fn assignments(&self, memory: &Memory, width: u32, context: Context) -> Vec<String> {
        let index = unused_name("word", context.module);
        let (name, Range { start, end }) = (&self.name, &self.words);
        let position = format!("{width} * ({} - {index}) +: {width}", end - 1);
        let mut lines =
            vec![format!("for (int {index} = {start}; {index} < {end}; {index}++) begin")];
        lines.extend(
            context.indent(vec![format!("{}[{index}] = {name}[{position}];", memory.name)]),
        );
        lines.push("end".to_string());
        lines
    }
}

/// Joins the rows of a table. Each is followed by the address of its first word, unless a line
/// would be too long.
fn with_addresses(rows: Vec<(usize, String)>, width: u32, context: Context) -> Vec<String> {
    let digits = width.div_ceil(4) as usize;
    let last = rows.len().saturating_sub(1);
    let longest = rows.iter().map(|(_, row)| row.len() + 1).max().unwrap_or(0);
    let fits = longest + "  // ".len() + digits <= context.limit();
    let row = |(index, (address, row)): (usize, (usize, String))| {
        let row = row + if index == last { "" } else { "," };
        if fits { format!("{row:longest$}  // {address:0digits$x}") } else { row }
    };
    rows.into_iter().enumerate().map(row).collect()
}

fn initial(body: Vec<String>, context: Context) -> Vec<String> {
    let mut lines = vec!["initial begin".to_string()];
    lines.extend(context.indent(body));
    lines.push("end".to_string());
    lines
}

/// The `initial` of a memory with few contents: a loop that clears every word, unless all have
/// values, then the values.
fn single_words(id: MemoryId, memory: &Memory, context: Context) -> Vec<String> {
    let word = |value: &Value| {
        let value = Expression::literal(value.clone(), memory.ty);
        expression::text(&value, context.module, Default::default())
    };
    let mut body = Vec::new();
    if memory.contents.len() < memory.words() {
        let index = unused_name("word", context.module);
        let count = memory.words();
        body.push(format!("for (int {index} = 0; {index} < {count}; {index}++) begin"));
        body.extend(context.indent(vec![format!(
            "{}[{index}] = {};",
            memory.name,
            word(&Value::ZERO)
        )]));
        body.push("end".to_string());
    }
    body.extend(memory.contents.iter().map(|(address, value)| {
        let address = Expression::literal(*address as u128, Type::Bits(memory.address_width));
        let element = ExpressionKind::Element { memory: id, address: Box::new(address) };
        let element = Expression { kind: element, ty: memory.ty };
        let element = expression::text(&element, context.module, Default::default());
        format!("{element} = {};", word(value))
    }));
    let lines = initial(body, context);
    if memory.contents.is_empty() { for_simulators(lines, context) } else { lines }
}

/// Hides lines from Yosys, which infers no memory block for some memories if the text clears them.
/// FPGA memory blocks power up cleared.
fn for_simulators(lines: Vec<String>, context: Context) -> Vec<String> {
    let reason = "Block RAM powers up cleared. Simulators need this loop. Yosys defines SYNTHESIS and \
                  skips it; Quartus does not, and gets a memory of zeros.";
    let mut guarded = vec!["`ifndef SYNTHESIS".to_string()];
    guarded.extend(super::comment::documentation(reason, context.limit()));
    guarded.extend(lines);
    guarded.push("`endif".to_string());
    guarded
}

/// Appends underscores to a name until nothing in the module has it, if case is ignored.
fn unused_name(name: &str, module: &Module) -> String {
    let variants = module.enums.iter().flat_map(|ty| &ty.variants).map(|variant| &variant.name);
    let signals = module.signals.iter().map(|signal| &signal.name);
    let constants = module.constants.iter().map(|constant| &constant.name);
    let taken: Vec<&String> = signals.chain(variants).chain(constants).collect();
    let mut name = name.to_string();
    while taken.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
        name.push('_');
    }
    name
}

/// Why the process of a write port is not an `always_ff`.
const ALWAYS: &str =
    "Not always_ff, which allows one driver only: the initial block writes to the memory, too.";

/// The process of a write port.
pub(super) fn write(write: &MemoryWrite, context: Context) -> Vec<String> {
    let module = context.module;
    let text = |value: &Expression| expression::text(value, module, Default::default());
    let memory = &module.memory(write.memory).name;
    let store = format!("{memory}[{}] <= {};", text(&write.address), text(&write.data));
    let mut condition = vec![format!("if ({}) begin", text(&write.enable))];
    condition.extend(context.indent(vec![store]));
    condition.push("end".to_string());
    let mut lines = super::comment::documentation(ALWAYS, context.limit());
    lines.push(format!("always @({}) begin", process::sensitivity(&write.clock, context)));
    lines.extend(context.indent(condition));
    lines.push("end".to_string());
    lines
}
