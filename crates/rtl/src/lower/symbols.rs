//! The symbol table of a kernel.

use std::collections::{BTreeSet, HashMap};

use rust_hdl::prelude::*;

use super::super::collect::{AtomInfo, Scope};
use super::super::design::{
    Design, Enum, EnumId, Expression, Field, ModuleId, Property, Radix, SignalId, Struct, Type,
    Value,
};
use super::super::error::Error;
use super::super::identifiers::identifier_error;
use super::literal;

/// A signal that the kernel can name. Not every one becomes a signal of the module.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub name: String,
    /// Its path from `self`, as the author writes it: `bus.ready`, `stages[0].d`.
    pub path: String,
    pub documentation: String,
    pub role: Role,
    pub ty: Type,
    pub radix: Radix,
}

/// What a signal belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Input,
    Output,
    InOut,
    Local,
    /// An input of a child: the indices of the child and of the port.
    ChildInput(usize, usize),
    /// An output of a child: the indices of the child and of the port.
    ChildOutput(usize, usize),
    /// A bidirectional port of a child: the indices of the child and of the port.
    ChildInOut(usize, usize),
    /// The `d` of the register with that index.
    RegisterInput(usize),
    /// The `q` of the register with that index.
    RegisterOutput(usize),
    /// The clock of the register with that index.
    RegisterClock(usize),
    /// The condition of a property.
    Property,
}

/// A child that becomes an instance.
#[derive(Debug)]
pub(super) struct Child {
    pub name: String,
    pub module: ModuleId,
}

/// A child that becomes a register.
#[derive(Debug)]
pub(super) struct RegisterSymbols {
    pub next: SignalId,
    pub held: SignalId,
    pub clock: SignalId,
    pub power_up: Value,
}

/// Everything that a module's kernel can name.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// The path of the block, for errors.
    pub module: String,
    pub drafts: Vec<Draft>,
    pub enums: Vec<Enum>,
    pub structs: Vec<Struct>,
    pub children: Vec<Child>,
    pub registers: Vec<RegisterSymbols>,
    /// The properties of the kernel.
    pub properties: Vec<Property>,
    /// The registers that only properties need.
    pub past: BTreeSet<SignalId>,
    signals: HashMap<String, SignalId>,
    constants: HashMap<String, Expression>,
}

impl Symbols {
    /// Collects the names of a block. Its children are in `design`, by `child_modules`, except for
    /// registers.
    pub fn of(
        scope: &Scope,
        module: &str,
        child_modules: &HashMap<String, ModuleId>,
        design: &Design,
    ) -> Result<Symbols, Error> {
        let mut symbols = Symbols { module: module.to_string(), ..Symbols::default() };
        let fields = scope.atoms.iter().map(|atom| &atom.name);
        for field in fields.chain(scope.children.iter().map(|child| &child.name)) {
            if field.ends_with("self") {
                return Err(Error::IllegalName {
                    module: symbols.module,
                    name: field.clone(),
                    reason: "ends in `self`, which rust-hdl removes in kernels".to_string(),
                });
            }
        }
        symbols.check_attributes(scope)?;
        for atom in &scope.atoms {
            symbols.add_own(atom, scope)?;
        }
        for child in &scope.children {
            match child_modules.get(&child.name) {
                Some(id) => symbols.add_child(child, *id, design)?,
                None if is_register(child) => symbols.add_register(child, scope)?,
                // It only serves the simulation of a block that is written in Verilog.
                None => {}
            }
        }
        Ok(symbols)
    }

    /// Finds a signal by its name in the kernel.
    pub fn signal(&self, name: &str) -> Option<SignalId> {
        self.signals.get(name).copied()
    }

    /// Finds the field of a struct by a name such as `status$val()$inner$flag`. Returns the signal,
    /// the lowest bit of the field, and its type.
    pub fn field(&self, name: &str) -> Option<(SignalId, u32, Type)> {
        let (signal, path) = name.split_once("$val()$").or_else(|| name.split_once("$next$"))?;
        let signal = self.signal(signal)?;
        let (offset, ty) = self.field_of(self.draft(signal).ty, path)?;
        Some((signal, offset, ty))
    }

    /// Finds the field of a type by a path such as `inner$flag`. Returns its lowest bit and its
    /// type.
    fn field_of(&self, ty: Type, path: &str) -> Option<(u32, Type)> {
        path.split('$').try_fold((0, ty), |(offset, ty), name| {
            let field = self.fields(ty).iter().find(|field| field.name == name)?;
            Some((offset + field.offset, field.ty))
        })
    }

    /// Finds the field of a struct that occupies those bits.
    pub fn field_at(&self, ty: Type, offset: u32, width: u32) -> Option<&Field> {
        self.fields(ty).iter().find(|field| field.offset == offset && self.width(field.ty) == width)
    }

    fn fields(&self, ty: Type) -> &[Field] {
        match ty {
            Type::Struct(id) => &self.structs[id.0].fields,
            _ => &[],
        }
    }

    /// Finds a constant, a field of one or an enum variant by its name in the kernel. `wanted` is
    /// the type that the context expects, if known.
    pub fn constant(&self, name: &str, wanted: Option<Type>) -> Option<Expression> {
        if let Some((constant, path)) = name.split_once("$val()$") {
            let constant = self.constants.get(constant)?;
            let (offset, ty) = self.field_of(constant.ty, path)?;
            return Some(self.part(constant.clone(), offset, ty));
        }
        self.constants.get(name).cloned().or_else(|| self.variant(name, wanted))
    }

    /// Finds an enum variant by the last two parts of its path: `Enum$Variant`,
    /// `module$Enum$Variant`. If several enums of this name have it, it is that of the one that is
    /// wanted, or unknown.
    pub fn variant(&self, path: &str, wanted: Option<Type>) -> Option<Expression> {
        let (before, variant) = path.rsplit_once('$')?;
        let enum_name = before.rsplit('$').next()?;
        let named = self.enums.iter().enumerate().filter(|(_, found)| found.name == enum_name);
        let values = named.filter_map(|(id, found)| {
            let value = found.variants.iter().position(|known| known.name == variant)?;
            Some(Expression::literal(value as u128, Type::Enum(EnumId(id))))
        });
        let mut values: Vec<Expression> = values.collect();
        if values.len() > 1 {
            values.retain(|value| Some(value.ty) == wanted);
        }
        values.pop()
    }

    pub fn draft(&self, id: SignalId) -> &Draft {
        &self.drafts[id.0]
    }

    /// Checks that the attributes of fields have legal names and belong to registers.
    fn check_attributes(&self, scope: &Scope) -> Result<(), Error> {
        for attribute in scope.description.iter().flat_map(|known| &known.attributes) {
            if let Some(reason) = identifier_error(&attribute.name) {
                return Err(Error::IllegalName {
                    module: self.module.clone(),
                    name: attribute.name.clone(),
                    reason: reason.to_string(),
                });
            }
            let is_of_field =
                |child: &&Scope| child.name.split('$').next() == Some(&attribute.field);
            let mut of_field = scope.children.iter().filter(is_of_field).peekable();
            if of_field.peek().is_none() || !of_field.all(is_register) {
                return Err(self.unsupported(
                    &format!("the attribute `{}` of `{}`", attribute.name, attribute.field),
                    "give it to a `DFF`",
                ));
            }
        }
        Ok(())
    }

    fn add_own(&mut self, atom: &AtomInfo, scope: &Scope) -> Result<(), Error> {
        let ty = self.type_of(atom, scope)?;
        if atom.kind.is_parameter() {
            self.share(ty);
        }
        let role = match atom.kind {
            AtomKind::InputParameter => Role::Input,
            AtomKind::OutputParameter => Role::Output,
            AtomKind::LocalSignal => Role::Local,
            AtomKind::InOutParameter => Role::InOut,
            AtomKind::Constant => {
                let value = literal::value_of(&atom.value).ok_or_else(|| {
                    self.unsupported("a negative constant", "use its bit pattern")
                })?;
                self.constants.insert(atom.name.clone(), Expression::literal(value, ty));
                return Ok(());
            }
            _ => {
                return Err(self.unsupported(
                    &format!("the signal `{}` of an unknown kind", atom.name),
                    "make it `In`, `Out`, `InOut` or `Local`",
                ));
            }
        };
        let description = scope.description.as_ref();
        let documentation = description
            .and_then(|description| description.fields.iter().find(|field| field.0 == atom.name))
            .map(|field| field.1.clone())
            .unwrap_or_default();
        let radix = description
            .and_then(|description| description.radices.iter().find(|field| field.0 == atom.name))
            .map(|field| radix(field.1))
            .unwrap_or_default();
        self.add(
            atom.name.clone(),
            Draft {
                name: plain(&atom.name),
                path: written(&atom.name),
                documentation,
                role,
                ty,
                radix,
            },
        );
        Ok(())
    }

    fn add_child(&mut self, scope: &Scope, id: ModuleId, design: &Design) -> Result<(), Error> {
        let number = self.children.len();
        let name = plain(&scope.name);
        self.children.push(Child { name: name.clone(), module: id });
        let ports = scope.atoms.iter().filter(|atom| atom.kind.is_parameter());
        for (place, (atom, (_, port))) in ports.zip(design.module(id).ports()).enumerate() {
            let role = match atom.kind {
                AtomKind::InputParameter => Role::ChildInput(number, place),
                AtomKind::InOutParameter => Role::ChildInOut(number, place),
                _ => Role::ChildOutput(number, place),
            };
            let ty = self.type_of(atom, scope)?;
            self.share(ty);
            let kernel_name = format!("{}${}", scope.name, atom.name);
            let draft = Draft {
                name: format!("{name}_{}", plain(&port.name)),
                path: written(&kernel_name),
                documentation: String::new(),
                role,
                ty,
                radix: port.radix,
            };
            self.add(kernel_name, draft);
        }
        Ok(())
    }

    fn add_register(&mut self, scope: &Scope, parent: &Scope) -> Result<(), Error> {
        let number = self.registers.len();
        let mut ends = [SignalId(0); 3];
        for (end, (field, role)) in ends.iter_mut().zip([
            ("d", Role::RegisterInput(number)),
            ("q", Role::RegisterOutput(number)),
            (clock_field(scope), Role::RegisterClock(number)),
        ]) {
            let atom = scope.atoms.iter().find(|atom| atom.name == field).ok_or_else(|| {
                self.unsupported(
                    &format!("the register `{}` without a `{field}`", scope.name),
                    "use rust-hdl's `DFF`",
                )
            })?;
            let ty = self.type_of(atom, parent)?;
            let kernel_name = format!("{}${field}", scope.name);
            let draft = Draft {
                name: plain(&scope.name),
                path: written(&kernel_name),
                documentation: String::new(),
                role,
                ty,
                radix: Radix::default(),
            };
            *end = self.add(kernel_name, draft);
        }
        let [next, held, clock] = ends;
        let power_up = power_up(scope).ok_or_else(|| {
            self.unsupported(
                &format!("the power-up value of register `{}`", scope.name),
                "use rust-hdl's `DFF`",
            )
        })?;
        self.registers.push(RegisterSymbols { next, held, clock, power_up });
        Ok(())
    }

    pub fn add(&mut self, kernel_name: String, draft: Draft) -> SignalId {
        let id = SignalId(self.drafts.len());
        self.drafts.push(draft);
        self.signals.insert(kernel_name, id);
        id
    }

    pub fn unsupported(&self, construct: &str, remedy: &str) -> Error {
        Error::Unsupported {
            module: self.module.clone(),
            construct: construct.into(),
            remedy: remedy.into(),
        }
    }
}

/// Whether a block is `rust-hdl`'s own flip-flop. A probe sees its timing information, but not its
/// type.
pub(super) fn is_register(scope: &Scope) -> bool {
    matches!(scope.timing.as_slice(), [info] if matches!(info.name.as_str(), "dff" | "edge_ff"))
}

/// Returns the name of a flip-flop's clock.
fn clock_field(scope: &Scope) -> &str {
    scope.timing.first().map_or("clock", |info| &info.clock)
}

/// Returns the power-up value of a flip-flop, from its own Verilog (`q = 4'h0;`): its present value
/// may differ.
pub(super) fn power_up(scope: &Scope) -> Option<Value> {
    let Verilog::Custom(text) = &scope.code else {
        return None;
    };
    let (_, rest) = text.split_once("q = ")?;
    literal::parse_sized(rest.split(';').next()?)
}

/// Replaces the `$` that joins the parts of a name by `_`.
pub(super) fn plain(name: &str) -> String {
    name.replace('$', "_")
}

/// Returns the path of a signal as the author writes it: `stages[0].d` for `stages$0$d`.
pub(super) fn written(name: &str) -> String {
    let mut path = String::new();
    for part in name.split('$') {
        match part.bytes().all(|byte| byte.is_ascii_digit()) {
            true => path.push_str(&format!("[{part}]")),
            false if path.is_empty() => path.push_str(part),
            false => path.push_str(&format!(".{part}")),
        }
    }
    path
}

fn radix(base: u32) -> Radix {
    match base {
        2 => Radix::Binary,
        16 => Radix::Hexadecimal,
        _ => Radix::Decimal,
    }
}
