//! The types of signals, and conversions between them.

use rust_hdl::prelude::{TypeDescriptor, TypeField, TypeKind, clog2};
use rust_hdl_describe::TypeDescription;

use super::super::collect::{AtomInfo, Scope};
use super::super::design::{
    Enum, EnumId, Expression, ExpressionKind, Field, MAXIMUM_WIDTH, Struct, StructId, Type,
    Variant, mask, resize,
};
use super::super::error::Error;
use super::super::packages::package_name;
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
            ExpressionKind::Literal(number) => {
                Expression::literal(resize(number, value.ty, to), ty)
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
            Type::Enum(id) => {
                let found = &mut self.enums[id.0];
                found.package = Some(package_name(&found.name));
            }
            Type::Struct(id) => {
                let found = &mut self.structs[id.0];
                found.package = Some(package_name(&found.name));
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
        let described = described(name, scope);
        let found = Enum {
            name: name.to_string(),
            documentation: described.map(|d| d.documentation.clone()).unwrap_or_default(),
            source: described.map(|d| d.file.clone()),
            width: bits as u32,
            package: None,
            variants: variants
                .iter()
                .map(|variant| variant.rsplit("::").next().unwrap_or(variant))
                .map(|variant| Variant {
                    name: variant.to_string(),
                    documentation: documentation_of(variant, described),
                })
                .collect(),
        };
        if found.variants.is_empty() || mask(found.width) < found.variants.len() as u128 - 1 {
            return Err(self.unsupported(
                &format!("the enum `{name}`: {} variants in {bits} bits", variants.len()),
                "derive `LogicState` for it",
            ));
        }
        let is_found =
            |known: &Enum| enum_without_documentation(known) == enum_without_documentation(&found);
        if let Some(id) = self.enums.iter().position(is_found) {
            // A block of a library does not describe the types that it is used with.
            if described.is_some() {
                let package = self.enums[id].package.take();
                self.enums[id] = Enum { package, ..found };
            }
            return Ok(Type::Enum(EnumId(id)));
        }
        self.enums.push(found);
        Ok(Type::Enum(EnumId(self.enums.len() - 1)))
    }

    fn struct_type(
        &mut self,
        name: &str,
        parts: &[Box<TypeField>],
        scope: &Scope,
    ) -> Result<Type, Error> {
        let described = described(name, scope);
        let mut fields = Vec::new();
        let mut width = 0;
        for part in parts {
            let ty = self.described(&part.kind, bits_of(&part.kind), scope)?;
            let documentation = documentation_of(&part.fieldname, described);
            fields.push(Field { name: part.fieldname.clone(), documentation, offset: width, ty });
            width += self.width(ty);
        }
        let found = Struct {
            name: name.to_string(),
            documentation: described.map(|d| d.documentation.clone()).unwrap_or_default(),
            source: described.map(|d| d.file.clone()),
            width,
            package: None,
            fields,
        };
        let is_found = |known: &Struct| {
            struct_without_documentation(known) == struct_without_documentation(&found)
        };
        if let Some(id) = self.structs.iter().position(is_found) {
            if described.is_some() {
                let package = self.structs[id].package.take();
                self.structs[id] = Struct { package, ..found };
            }
            return Ok(Type::Struct(StructId(id)));
        }
        self.structs.push(found);
        Ok(Type::Struct(StructId(self.structs.len() - 1)))
    }
}

/// Returns what tells enums apart.
fn enum_without_documentation(found: &Enum) -> (&str, u32, Vec<&str>) {
    (&found.name, found.width, found.variants.iter().map(|variant| variant.name.as_str()).collect())
}

/// Returns what tells structs apart.
fn struct_without_documentation(found: &Struct) -> (&str, Vec<(&str, Type)>) {
    let fields = found.fields.iter().map(|field| (field.name.as_str(), field.ty));
    (&found.name, fields.collect())
}

/// Returns what a module says about a type that it uses.
fn described<'s>(name: &str, scope: &'s Scope) -> Option<&'s TypeDescription> {
    scope.description.as_ref()?.types.iter().find(|described| described.name == name)
}

/// Returns the documentation of a variant or a field; empty if there is none.
fn documentation_of(member: &str, described: Option<&TypeDescription>) -> String {
    let members = described.map(|described| &described.members[..]).unwrap_or_default();
    let found = members.iter().find(|(name, _)| name == member);
    found.map(|(_, documentation)| documentation.clone()).unwrap_or_default()
}

/// Returns the width of a type, in bits.
fn bits_of(descriptor: &TypeDescriptor) -> usize {
    match &descriptor.kind {
        TypeKind::Bits(bits) | TypeKind::Signed(bits) => *bits,
        TypeKind::Enum(variants) => clog2(variants.len()),
        TypeKind::Composite(parts) => parts.iter().map(|part| bits_of(&part.kind)).sum(),
    }
}
