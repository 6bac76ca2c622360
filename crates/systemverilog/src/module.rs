//! Modules: header, ports, declarations, items.

use rust_hdl_rtl::{
    Connection, Design, Expression, Instance, Item, ItemKind, Module, Register, Signal, SignalId,
    SignalKind, Type,
};

use super::context::Context;
use super::declaration::{Row, documented, escaped};
use super::layout::{columns, wrapped};
use super::placement::drivers_above_readers;
use super::{Options, Unit, black_box, comment, expression, memory, process, types};

/// Prints a module with its header and documentation, ending in a newline.
pub(super) fn text(design: &Design, module: &Module, options: &Options) -> String {
    let file = Context { module, options, column: 0 };
    let body = file.deeper();
    let mut lines = heading(&module.documentation, file);
    if let Some(black_box) = &module.black_box {
        lines.extend(black_box::lines(black_box, &lines, file));
        return lines.join("\n") + "\n";
    }
    lines.extend(ports(file));
    for section in sections(design, body) {
        lines.push(String::new());
        lines.extend(file.indent(section));
    }
    lines.push(String::new());
    lines.push("endmodule".to_string());
    lines.join("\n") + "\n"
}

/// The header of a file and the documentation of its module.
pub(super) fn heading(documentation: &str, file: Context) -> Vec<String> {
    let Context { module, options, .. } = file;
    let header = (options.header)(&Unit { name: &module.name, source: module.source.as_deref() });
    let mut lines = comment::documentation(&header, file.limit());
    if !documentation.is_empty() {
        if !lines.is_empty() {
            lines.push("//".to_string());
        }
        lines.extend(comment::documentation(documentation, file.limit()));
    }
    lines
}

/// The parts of a module's body that are not empty.
pub(super) fn sections(design: &Design, body: Context) -> impl Iterator<Item = Vec<String>> {
    let sections = [
        types::definitions(body),
        constants(body),
        declarations(body),
        memory::declarations(body),
        items(design, body),
    ];
    sections.into_iter().filter(|section| !section.is_empty())
}

/// The header of a module, with its ports.
pub(super) fn ports(context: Context) -> Vec<String> {
    let module = context.module;
    let ports: Vec<&Signal> = module.ports().map(|(_, port)| port).collect();
    let last = ports.len().saturating_sub(1);
    let rows = ports.iter().enumerate().map(|(index, port)| {
        let direction = match port.kind {
            SignalKind::Input => "input",
            SignalKind::InOut => "inout",
            _ => "output",
        };
        let comma = if index == last { "" } else { "," };
        let name = format!("{}{}{comma}", port.name, initial(port, module));
        let mut ty = types::declared(module, port.ty);
        if port.kind == SignalKind::InOut {
            // Only a net can have several drivers.
            ty = ty.replace("logic", "wire");
        }
        let cells = vec![direction.into(), ty, name];
        Row { attributes: &port.attributes, ..Row::new(&port.documentation, cells) }
    });
    let mut lines = vec![format!("module {} (", module.name)];
    lines.extend(context.indent(documented(rows.collect(), context.deeper())));
    lines.push(");".to_string());
    lines
}

fn constants(context: Context) -> Vec<String> {
    let module = context.module;
    let rows = module.constants.iter().map(|constant| {
        let ty = Type::Bits(constant.width);
        let value = Expression::literal(constant.value.clone(), ty);
        let value = expression::text(&value, module, Default::default());
        let ty = format!("localparam {}", types::declared(module, ty));
        vec![ty, constant.name.clone(), format!("= {value};")]
    });
    columns(&rows.collect::<Vec<_>>())
}

fn declarations(context: Context) -> Vec<String> {
    let module = context.module;
    let internal = module.signals().filter(|(_, signal)| signal.kind == SignalKind::Internal);
    let rows = internal.map(|(id, signal)| {
        let mut ty = types::declared(module, signal.ty);
        if has_several_drivers(module, id) {
            ty = ty.replace("logic", "wire");
        }
        let name = format!("{}{};", signal.name, initial(signal, module));
        Row { attributes: &signal.attributes, ..Row::new(&signal.documentation, vec![ty, name]) }
    });
    documented(rows.collect(), context)
}

/// Whether a signal connects bidirectional ports, and so has to be a net.
fn has_several_drivers(module: &Module, id: SignalId) -> bool {
    module.items.iter().any(|item| match &item.kind {
        ItemKind::Instance(instance) => instance.connections.contains(&Connection::InOut(id)),
        ItemKind::Tristate(driver) => driver.target == id,
        _ => false,
    })
}

fn items(design: &Design, context: Context) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut after_assignments = false;
    for group in drivers_above_readers(groups(context)) {
        let text = match &group[0].kind {
            ItemKind::Instance(instance) => {
                self::instance(design.module(instance.module), instance, context)
            }
            ItemKind::Combinational(body) => process::combinational(body, context),
            ItemKind::Register(_) => process::registers(&registers(group), context),
            ItemKind::MemoryWrite(write) => memory::write(write, context),
            ItemKind::Tristate(driver) => vec![process::tristate(driver, context)],
        };
        // No empty line between `assign`s, except before a comment.
        let comments = &group[0].comments;
        let assignments = text.iter().all(|line| line.starts_with("assign "));
        let joins = assignments && after_assignments && comments.is_empty();
        if !lines.is_empty() && !joins {
            lines.push(String::new());
        }
        lines.extend(comment::from_kernel(comments, context.limit()));
        lines.extend(with_locations(text, group, context));
        after_assignments = assignments;
    }
    lines
}

/// Puts the source locations of a group of items above its text, if enabled and known.
///
/// They are an attribute, but a comment above an `assign`: Icarus Verilog and Yosys accept no
/// attribute there.
fn with_locations(text: Vec<String>, group: &[Item], context: Context) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    if let (true, Some(file)) = (context.options.source_lines, &context.module.source) {
        let file = escaped(file);
        places
            .extend(group.iter().filter_map(|item| item.line).map(|line| format!("{file}:{line}")));
        places.dedup();
    }
    if places.is_empty() {
        return text;
    }
    let place = places.join("|");
    let mut lines = Vec::new();
    if !text.iter().any(|line| line.starts_with("assign ")) {
        lines.push(format!("(* src = \"{place}\" *)"));
    }
    for line in text {
        if line.starts_with("assign ") {
            lines.push(format!("// src: {place}"));
        }
        lines.push(line);
    }
    lines
}

/// Groups the items by process: one item each, except registers that can share a process.
fn groups(context: Context<'_>) -> Vec<&[Item]> {
    let together = |first: &Item, second: &Item| match (&first.kind, &second.kind) {
        (ItemKind::Register(first), ItemKind::Register(other)) => {
            second.comments.is_empty() && process::share_a_process(first, other, context)
        }
        _ => false,
    };
    context.module.items.chunk_by(together).collect()
}

fn registers(group: &[Item]) -> Vec<&Register> {
    let registers = group.iter().map(|item| match &item.kind {
        ItemKind::Register(register) => Some(register),
        _ => None,
    });
    registers.flatten().collect()
}

/// An instance of the module `inner`.
pub(super) fn instance(inner: &Module, instance: &Instance, context: Context) -> Vec<String> {
    let module = context.module;
    let ports: Vec<&Signal> = inner.ports().map(|(_, port)| port).collect();
    let last = ports.len().saturating_sub(1);
    let widest = ports.iter().map(|port| port.name.len()).max().unwrap_or(0) + 1;
    let inside = context.deeper();
    let mut lines = vec![format!("{} {} (", inner.name, instance.name)];
    for (index, (port, connection)) in ports.iter().zip(&instance.connections).enumerate() {
        let before = format!("{:widest$} (", format!(".{}", port.name));
        let after = if index == last { ")" } else { ")," };
        let actual = match connection {
            Connection::Input(value) => {
                let limit = inside.limit().saturating_sub(before.len() + after.len());
                expression::lines(value, module, port.radix, limit)
            }
            Connection::Output(target) => vec![expression::target(target, module)],
            Connection::InOut(net) => vec![module.signal(*net).name.clone()],
        };
        lines.extend(context.indent(wrapped(&before, actual, after)));
    }
    lines.push(");".to_string());
    lines
}

/// The initialiser of a register: ` = ` and its power-up value.
fn initial(signal: &Signal, module: &Module) -> String {
    match &signal.power_up {
        Some(value) if matches!(signal.ty, Type::Struct(_)) && value.is_zero() => " = '0".into(),
        Some(value) => format!(
            " = {}",
            expression::text(&Expression::literal(value.clone(), signal.ty), module, signal.radix)
        ),
        None => String::new(),
    }
}

/// The type of a declaration, without the range.
pub(super) fn keyword(ty: Type) -> &'static str {
    if ty.is_signed() { "logic signed" } else { "logic" }
}

pub(super) fn range(width: u32) -> String {
    if width == 1 { String::new() } else { format!("[{}:0]", width - 1) }
}
