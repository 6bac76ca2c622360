//! The types of signals, and conversions between them.

use rust_hdl::prelude::{TypeDescriptor, TypeField, TypeKind, clog2};
use rust_hdl_describe::TypeDescription;

use super::super::collect::{AtomInfo, Scope};
use super::super::design::{
    Enum, EnumId, Expression, ExpressionKind, Field, MAXIMUM_WIDTH, Struct, StructId, Type,
    Variant, mask, resize,
};
use super::super::error::Error;
use super::symbols::{Symbols, plain};

impl Symbols {
    pub fn width(&self, ty: Type) -> u32 {
        match ty {
            Type::Bit | Type::Clock => 1,
            Type::Bits(width) | Type::Signed(width) => width,
            Type::Enum(id) => self.enums[id.0].width,
            Type::Struct(id) => self.structs[id.0].width,
        }
    }

    /// Returns the value truncated, extended or reinterpreted as a value of that type.
    pub fn resized(&self, value: Expression, ty: Type) -> Expression {
        let (from, to) = (self.width(value.ty), self.width(ty));
        let same_sign = value.ty.is_signed() == ty.is_signed();
        match value.kind {
            ExpressionKind::Literal(number, name) => {
                let resized = resize(number.clone(), value.ty, to);
                let name = name.filter(|_| resized == number);
                Expression::named(resized, ty, name)
            }
            _ if from == to && same_sign => Expression { ty, ..value },
            _ => Expression { kind: ExpressionKind::Resize(Box::new(value)), ty },
        }
    }

    /// Returns a field of a struct; that of a constant is a constant.
    pub fn part(&self, base: Expression, offset: u32, ty: Type) -> Expression {
        let width = self.width(ty);
        if let Some(value) = base.as_literal() {
            return Expression::literal(value.slice(offset, width), ty);
        }
        Expression { kind: ExpressionKind::Slice { base: Box::new(base), offset, width }, ty }
    }

    /// Shares the type of a port, and the types in a struct, with all modules that connect it.
    pub(super) fn share(&mut self, ty: Type) {
        match ty {
            Type::Enum(id) => self.enums[id.0].share(),
            Type::Struct(id) => {
                self.structs[id.0].share();
                for field in self.structs[id.0].fields.clone() {
                    self.share(field.ty);
                }
            }
            _ => {}
        }
    }

    pub(super) fn type_of(&mut self, atom: &AtomInfo, scope: &Scope) -> Result<Type, Error> {
        if atom.bits > MAXIMUM_WIDTH as usize {
            return Err(Error::TooWide {
                module: self.module.clone(),
                signal: plain(&atom.name),
                width: atom.bits,
            });
        }
        if atom.bits == 0 {
            return Err(self.unsupported(
                &format!("the signal `{}`, which has no bits,", plain(&atom.name)),
                "remove it, or give its enum a second variant",
            ));
        }
        self.described(&atom.descriptor, atom.bits, scope)
    }

    fn described(
        &mut self,
        descriptor: &TypeDescriptor,
        bits: usize,
        scope: &Scope,
    ) -> Result<Type, Error> {
        match &descriptor.kind {
            TypeKind::Bits(_) if descriptor.name == "Bit" => Ok(Type::Bit),
            TypeKind::Bits(_) if descriptor.name == "clock" => Ok(Type::Clock),
            TypeKind::Bits(_) => Ok(Type::Bits(bits as u32)),
            TypeKind::Signed(_) => Ok(Type::Signed(bits as u32)),
            TypeKind::Enum(variants) => self.enum_type(&descriptor.name, variants, bits, scope),
            TypeKind::Composite(parts) => self.struct_type(&descriptor.name, parts, scope),
        }
    }

    fn enum_type(
        &mut self,
        name: &str,
        variants: &[String],
        bits: usize,
        scope: &Scope,
    ) -> Result<Type, Error> {
        let names = variants.iter().map(|variant| variant.rsplit("::").next().unwrap_or(variant));
        let names: Vec<&str> = names.collect();
        let documentation = Documentation::of(name, &names, scope);
        let variants = names
            .iter()
            .zip(documentation.members)
            .map(|(name, documentation)| Variant { name: name.to_string(), documentation });
        let found = Enum {
            name: name.to_string(),
            documentation: documentation.text,
            source: documentation.source,
            width: bits as u32,
            package: None,
            variants: variants.collect(),
        };
        if found.variants.is_empty() || mask(found.width) < found.variants.len() as u128 - 1 {
            return Err(self.unsupported(
                &format!("the enum `{name}`: {} variants in {bits} bits", names.len()),
                "derive `LogicState` for it",
            ));
        }
        let known = self.enums.iter().position(|known| enum_key(known) == enum_key(&found));
        let id = known.unwrap_or_else(|| {
            self.enums.push(found);
            self.enums.len() - 1
        });
        Ok(Type::Enum(EnumId(id)))
    }

    fn struct_type(
        &mut self,
        name: &str,
        parts: &[Box<TypeField>],
        scope: &Scope,
    ) -> Result<Type, Error> {
        let names: Vec<&str> = parts.iter().map(|part| part.fieldname.as_str()).collect();
        let documentation = Documentation::of(name, &names, scope);
        let mut fields = Vec::new();
        let mut width = 0;
        for (part, documentation) in parts.iter().zip(documentation.members) {
            let ty = self.described(&part.kind, bits_of(&part.kind), scope)?;
            fields.push(Field { name: part.fieldname.clone(), documentation, offset: width, ty });
            width += self.width(ty);
        }
        let found = Struct {
            name: name.to_string(),
            documentation: documentation.text,
            source: documentation.source,
            width,
            package: None,
            fields,
        };
        let known = self.structs.iter().position(|known| struct_key(known) == struct_key(&found));
        let id = known.unwrap_or_else(|| {
            self.structs.push(found);
            self.structs.len() - 1
        });
        Ok(Type::Struct(StructId(id)))
    }
}

/// What a module says about a type.
#[derive(Default)]
struct Documentation {
    text: String,
    source: Option<String>,
    /// The documentation of each variant or field.
    members: Vec<String>,
}

impl Documentation {
    /// Returns that of the type with these variants or fields; empty if the module does not list
    /// the type.
    fn of(name: &str, members: &[&str], scope: &Scope) -> Documentation {
        let mut listed = scope.description.iter().flat_map(|description| &description.types);
        let is_of = |listed: &&TypeDescription| {
            let names = listed.members.iter().map(|(name, _)| name);
            listed.name == name && names.eq(members)
        };
        match listed.find(is_of) {
            Some(found) => Documentation {
                text: found.documentation.clone(),
                source: Some(found.file.clone()),
                members: found.members.iter().map(|(_, text)| text.clone()).collect(),
            },
            None => Documentation {
                members: vec![String::new(); members.len()],
                ..Documentation::default()
            },
        }
    }
}

/// Returns what enums are compared by.
fn enum_key(found: &Enum) -> (&str, u32, Vec<&str>) {
    (&found.name, found.width, found.variants.iter().map(|variant| variant.name.as_str()).collect())
}

/// Returns what structs are compared by.
fn struct_key(found: &Struct) -> (&str, Vec<(&str, Type)>) {
    let fields = found.fields.iter().map(|field| (field.name.as_str(), field.ty));
    (&found.name, fields.collect())
}

/// Returns the width of a type, in bits.
fn bits_of(descriptor: &TypeDescriptor) -> usize {
    match &descriptor.kind {
        TypeKind::Bits(bits) | TypeKind::Signed(bits) => *bits,
        TypeKind::Enum(variants) => clog2(variants.len()),
        TypeKind::Composite(parts) => parts.iter().map(|part| bits_of(&part.kind)).sum(),
    }
}
