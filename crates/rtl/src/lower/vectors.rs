//! What is declared as a vector although it is an enum or a struct in Rust.
//!
//! - The ports of tops, as pins and testbenches expect, those of black boxes, whose text has plain
//!   vectors, nets with several drivers, which can be `z`, and the words of memories.
//! - The fields of a struct that have a package or are in one: Yosys, up to version 0.70 at least,
//!   does not find types of a package in another or in a struct.
//! - Enums that get a value of another type, which an enum does not take (IEEE 1800-2012, 6.19.3):
//!   Yosys 0.23 knows no cast to a type. To Icarus Verilog 12, a field of a field is such a value.

use super::super::design::*;
use super::super::walk;

/// Makes vectors of these signals and fields. Values keep their types.
pub(super) fn declare(design: &mut Design) {
    for index in 0..design.modules.len() {
        let module = &mut design.modules[index];
        let is_outside = design.tops.contains(&ModuleId(index)) || module.black_box.is_some();
        for signal in 0..module.signals.len() {
            let kind = module.signals[signal].kind;
            if is_outside && kind != SignalKind::Internal || kind == SignalKind::InOut {
                make_vector(module, Declared::Signal(SignalId(signal)));
            }
        }
        for net in nets(module) {
            make_vector(module, Declared::Signal(net));
        }
        for memory in 0..module.memories.len() {
            module.memories[memory].ty = vector(module, module.memories[memory].ty);
        }
        for id in 0..module.structs.len() {
            for field in 0..module.structs[id].fields.len() {
                let ty = module.structs[id].fields[field].ty;
                if module.structs[id].package.is_some() || module.package(ty).is_some() {
                    make_vector(module, Declared::Field(StructId(id), field));
                }
            }
        }
    }
    loop {
        let found = with_foreign_values(design);
        if found.is_empty() {
            return;
        }
        for (module, declared) in found {
            make_vector(&mut design.modules[module.0], declared);
        }
    }
}

/// Returns the signals that bidirectional ports of instances are connected to.
fn nets(module: &Module) -> Vec<SignalId> {
    let connections = module.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Instance(instance) => instance.connections.as_slice(),
        _ => &[],
    });
    let net = |connection: &Connection| match connection {
        Connection::InOut(signal) => Some(*signal),
        Connection::Input(_) | Connection::Output(_) => None,
    };
    connections.filter_map(net).collect()
}

/// What has a type in a module.
#[derive(Clone, Copy, PartialEq)]
enum Declared {
    Signal(SignalId),
    Field(StructId, usize),
}

fn make_vector(module: &mut Module, declared: Declared) {
    match declared {
        Declared::Signal(id) => module.signals[id.0].ty = vector(module, module.signals[id.0].ty),
        Declared::Field(id, field) => {
            module.structs[id.0].fields[field].ty =
                vector(module, module.structs[id.0].fields[field].ty);
        }
    }
}

fn vector(module: &Module, ty: Type) -> Type {
    match ty {
        Type::Enum(_) | Type::Struct(_) => Type::Bits(module.width(ty)),
        ty => ty,
    }
}

/// Returns the signals and fields of an enum that get a value of another type.
fn with_foreign_values(design: &Design) -> Vec<(ModuleId, Declared)> {
    let mut found = Vec::new();
    for (index, module) in design.modules.iter().enumerate() {
        let mut assign = |target: &Target, is_own: bool| {
            if let Some((declared, Type::Enum(_))) = declaration(module, target)
                && !is_own
            {
                found.push((ModuleId(index), declared));
            }
        };
        for (id, signal) in module.signals() {
            if let Some(value) = &signal.power_up {
                let value = Expression::literal(value.clone(), signal.ty);
                assign(&Target::whole(id), is_own(&value, signal.ty, module));
            }
        }
        for item in &module.items {
            match &item.kind {
                ItemKind::Combinational(body) | ItemKind::Register(Register { body, .. }) => {
                    walk::for_each(body, &mut |statement| {
                        if let StatementKind::Assign(target, value) = &statement.kind
                            && let Some((_, ty)) = declaration(module, target)
                        {
                            assign(target, is_own(value, ty, module));
                        }
                    });
                }
                ItemKind::Instance(instance) => {
                    let ports = design.module(instance.module).ports();
                    for ((_, port), connection) in ports.zip(&instance.connections) {
                        if let Connection::Output(target) = connection {
                            assign(target, matches!(port.ty, Type::Enum(_)));
                        }
                    }
                }
                ItemKind::MemoryWrite(_) | ItemKind::Tristate(_) => {}
            }
        }
    }
    found.extend(foreign_inputs(design));
    found
}

/// Returns the inputs of an enum that some instance connects to a value of another type.
fn foreign_inputs(design: &Design) -> Vec<(ModuleId, Declared)> {
    let mut found = Vec::new();
    let mut connect = |to: ModuleId, values: Vec<Option<&Expression>>, from: &Module| {
        for ((id, port), value) in design.module(to).ports().zip(values) {
            if let (Type::Enum(_), Some(value)) = (port.ty, value)
                && !is_own(value, value.ty, from)
            {
                found.push((to, Declared::Signal(id)));
            }
        }
    };
    for module in &design.modules {
        for item in &module.items {
            if let ItemKind::Instance(instance) = &item.kind {
                let values = instance.connections.iter().map(|connection| match connection {
                    Connection::Input(value) => Some(value),
                    Connection::Output(_) | Connection::InOut(_) => None,
                });
                connect(instance.module, values.collect(), module);
            }
        }
    }
    for checker in &design.checkers {
        let module = design.module(checker.module);
        let values: Vec<Expression> = checker
            .inputs
            .iter()
            .map(|input| Expression::signal(*input, module.signal(*input).ty))
            .collect();
        connect(checker.checker, values.iter().map(Some).collect(), module);
    }
    found
}

/// Returns the signal or the field that a target is, with its type.
fn declaration(module: &Module, target: &Target) -> Option<(Declared, Type)> {
    let ty = module.signal(target.signal).ty;
    match target.slice {
        None => Some((Declared::Signal(target.signal), ty)),
        Some(slice) => {
            let (id, field) = field_at(module, ty, slice)?;
            Some((Declared::Field(id, field), module.structs[id.0].fields[field].ty))
        }
    }
}

/// Returns the innermost field at exactly these bits of a struct, unless it is a struct itself.
fn field_at(module: &Module, ty: Type, slice: Slice) -> Option<(StructId, usize)> {
    let Type::Struct(id) = ty else { return None };
    module.structs[id.0].fields.iter().enumerate().find_map(|(index, field)| {
        let offset = slice.offset.checked_sub(field.offset)?;
        match field.ty {
            Type::Struct(_) => field_at(module, field.ty, Slice { offset, ..slice }),
            ty => (offset == 0 && module.width(ty) == slice.width).then_some((id, index)),
        }
    })
}

/// Whether the text of a value is of an enum: it is a variant, or a signal or a field that is
/// declared so.
fn is_own(value: &Expression, ty: Type, module: &Module) -> bool {
    let Type::Enum(id) = ty else { return false };
    match &value.kind {
        ExpressionKind::Literal(value, _) => {
            let index = value.to_usize();
            index.is_some_and(|index| index < module.enums[id.0].variants.len())
        }
        ExpressionKind::Signal(signal) => module.signal(*signal).ty == ty,
        ExpressionKind::Slice { base, offset, width } => base.as_signal().is_some_and(|signal| {
            let outer = module.signal(signal).ty;
            let field = field_at(module, outer, Slice { offset: *offset, width: *width });
            field.is_some_and(|(id, index)| {
                outer == Type::Struct(id) && module.structs[id.0].fields[index].ty == ty
            })
        }),
        _ => false,
    }
}
