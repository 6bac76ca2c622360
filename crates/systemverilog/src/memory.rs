//! Memories, in the form from which synthesis tools infer block RAM.

use rust_hdl_rtl::{
    Expression, ExpressionKind, Memory, MemoryId, MemoryWrite, Module, Type, Value,
};

use super::context::Context;
use super::{expression, process, types};

/// Declares a module's memories and initialises them.
pub(super) fn declarations(context: Context) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, memory) in context.module.memories.iter().enumerate() {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let ty = types::declared(context.module, memory.ty);
        lines.push(format!("{ty} {} [{}];", memory.name, memory.words()));
        lines.push(String::new());
        lines.extend(initial(MemoryId(index), memory, context));
    }
    lines
}

/// The `initial` process of a memory: a loop that clears every word, unless all have values, then
/// the values.
fn initial(id: MemoryId, memory: &Memory, context: Context) -> Vec<String> {
    let word = |value: &Value| {
        let value = Expression::literal(value.clone(), memory.ty);
        expression::text(&value, context.module, Default::default())
    };
    let mut body = Vec::new();
    if memory.contents.len() < memory.words() {
        let index = index_name(context.module);
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
    let mut lines = vec!["initial begin".to_string()];
    lines.extend(context.indent(body));
    lines.push("end".to_string());
    if memory.contents.is_empty() { for_simulators(lines) } else { lines }
}

/// Hides lines from synthesis. FPGA memory blocks power up cleared, and for some of them Yosys
/// infers none if the text clears them.
fn for_simulators(lines: Vec<String>) -> Vec<String> {
    let before =
        ["`ifndef SYNTHESIS", "// Block RAM powers up cleared; simulators need to initialise it."];
    let mut guarded = before.map(str::to_string).to_vec();
    guarded.extend(lines);
    guarded.push("`endif".to_string());
    guarded
}

/// A name for the loop variable that no signal has.
fn index_name(module: &Module) -> String {
    let mut name = "word".to_string();
    while module.find(&name).is_some() {
        name.push('_');
    }
    name
}

/// The process of a write port.
pub(super) fn write(write: &MemoryWrite, context: Context) -> Vec<String> {
    let module = context.module;
    let text = |value: &Expression| expression::text(value, module, Default::default());
    let memory = &module.memory(write.memory).name;
    let store = format!("{memory}[{}] <= {};", text(&write.address), text(&write.data));
    let mut condition = vec![format!("if ({}) begin", text(&write.enable))];
    condition.extend(context.indent(vec![store]));
    condition.push("end".to_string());
    // Not `always_ff`: that may be a variable's only driver, and `initial` writes to the memory,
    // too.
    let mut lines =
        vec![format!("always @({}) begin", process::sensitivity(&write.clock, context))];
    lines.extend(context.indent(condition));
    lines.push("end".to_string());
    lines
}
