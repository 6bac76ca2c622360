//! Encodes a description as a type descriptor, the only part of an atom that can contain text.
//!
//! Every node is a composite, so the descriptor contains no signal. A text is the name of a node
//! without fields. A list of pairs is a node with a field for each pair: the first part is the
//! field's name, the second its type.

use crate::{Description, FieldAttribute, TypeDescription};
use rust_hdl::prelude::{TypeDescriptor, TypeField, TypeKind};

/// The name of the root. No type's descriptor has it, because rust-hdl names types without a path.
const ROOT: &str = "rust_hdl_describe::Description";

pub fn encode(description: &Description) -> TypeDescriptor {
    let types = description
        .types
        .iter()
        .map(|item| {
            let parts = vec![
                field("file", text(&item.file)),
                field("documentation", text(&item.documentation)),
                field("members", pairs(&item.members)),
            ];
            field(&item.name, node("", parts))
        })
        .collect();
    let radices = description
        .radices
        .iter()
        .map(|(name, radix)| field(name, text(&radix.to_string())))
        .collect();
    let attributes = description
        .attributes
        .iter()
        .map(|FieldAttribute { field: of, name, value }| {
            field(of, node("", vec![field("name", text(name)), field("value", text(value))]))
        })
        .collect();
    node(
        ROOT,
        vec![
            field("name", text(&description.name)),
            field("file", text(&description.file)),
            field("line", text(&description.line.to_string())),
            field("documentation", text(&description.documentation)),
            field("parameters", pairs(&description.parameters)),
            field("fields", pairs(&description.fields)),
            field("radices", node("", radices)),
            field("attributes", node("", attributes)),
            field("types", node("", types)),
        ],
    )
}

fn node(name: &str, fields: Vec<TypeField>) -> TypeDescriptor {
    TypeDescriptor {
        name: name.to_owned(),
        kind: TypeKind::Composite(fields.into_iter().map(Box::new).collect()),
    }
}

fn field(name: &str, kind: TypeDescriptor) -> TypeField {
    TypeField { fieldname: name.to_owned(), kind }
}

fn text(text: &str) -> TypeDescriptor {
    node(text, Vec::new())
}

fn pairs(pairs: &[(String, String)]) -> TypeDescriptor {
    node("", pairs.iter().map(pair).collect())
}

fn pair((name, value): &(String, String)) -> TypeField {
    field(name, text(value))
}

/// The inverse of [`encode`]; `None` for any other descriptor.
pub fn decode(descriptor: &TypeDescriptor) -> Option<Description> {
    if descriptor.name != ROOT {
        return None;
    }
    let [name, file, line, documentation, parameters, fields, radices, attributes, types] =
        children(descriptor)?
    else {
        return None;
    };
    let types = children(labelled(types, "types")?)?
        .iter()
        .map(|item| {
            let [file, documentation, members] = children(&item.kind)? else {
                return None;
            };
            Some(TypeDescription {
                name: item.fieldname.clone(),
                file: read_text(labelled(file, "file")?)?,
                documentation: read_text(labelled(documentation, "documentation")?)?,
                members: read_pairs(labelled(members, "members")?)?,
            })
        })
        .collect::<Option<_>>()?;
    Some(Description {
        name: read_text(labelled(name, "name")?)?,
        file: read_text(labelled(file, "file")?)?,
        line: read_text(labelled(line, "line")?)?.parse().ok()?,
        documentation: read_text(labelled(documentation, "documentation")?)?,
        parameters: read_pairs(labelled(parameters, "parameters")?)?,
        fields: read_pairs(labelled(fields, "fields")?)?,
        radices: read_pairs(labelled(radices, "radices")?)?
            .into_iter()
            .map(|(name, radix)| Some((name, radix.parse().ok()?)))
            .collect::<Option<_>>()?,
        attributes: children(labelled(attributes, "attributes")?)?
            .iter()
            .map(|field| read_attribute(field))
            .collect::<Option<_>>()?,
        types,
    })
}

fn children(descriptor: &TypeDescriptor) -> Option<&[Box<TypeField>]> {
    match &descriptor.kind {
        TypeKind::Composite(fields) => Some(fields),
        _ => None,
    }
}

fn labelled<'a>(field: &'a TypeField, name: &str) -> Option<&'a TypeDescriptor> {
    (field.fieldname == name).then_some(&field.kind)
}

fn read_text(descriptor: &TypeDescriptor) -> Option<String> {
    children(descriptor)?.is_empty().then(|| descriptor.name.clone())
}

fn read_pairs(descriptor: &TypeDescriptor) -> Option<Vec<(String, String)>> {
    children(descriptor)?
        .iter()
        .map(|field| Some((field.fieldname.clone(), read_text(&field.kind)?)))
        .collect()
}

fn read_attribute(field: &TypeField) -> Option<FieldAttribute> {
    let [name, value] = children(&field.kind)? else {
        return None;
    };
    Some(FieldAttribute {
        field: field.fieldname.clone(),
        name: read_text(labelled(name, "name")?)?,
        value: read_text(labelled(value, "value")?)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description() -> Description {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Description {
            name: "\u{201c}quoted\u{201d} \" \\ $ name".into(),
            file: "a b/\u{e9}.rs".into(),
            line: u32::MAX,
            documentation: "one\n\n  two \" // */ \t\r\n\0".into(),
            parameters: vec![pair("N", "8"), pair("T", "Bits<4>")],
            fields: vec![pair("same", ""), pair("same", "\n"), pair("", "x")],
            radices: vec![("same".into(), 16), ("x".into(), 2)],
            attributes: vec![FieldAttribute {
                field: "same".into(),
                name: "keep".into(),
                value: "a \"b\" \\".into(),
            }],
            types: vec![
                TypeDescription {
                    name: "State".into(),
                    file: "state.rs".into(),
                    documentation: String::new(),
                    members: vec![pair("Idle", "at\nrest"), pair("Busy", "")],
                },
                TypeDescription {
                    name: "Void".into(),
                    file: String::new(),
                    documentation: "none".into(),
                    members: vec![],
                },
            ],
        }
    }

    #[test]
    fn any_text_survives_the_round_trip() {
        assert_eq!(decode(&encode(&description())), Some(description()));
    }

    #[test]
    fn empty_text_survives_the_round_trip() {
        let empty = Description {
            name: String::new(),
            file: String::new(),
            line: 0,
            documentation: String::new(),
            parameters: vec![],
            fields: vec![],
            radices: vec![],
            attributes: vec![],
            types: vec![],
        };
        assert_eq!(decode(&encode(&empty)), Some(empty));
    }

    fn child(descriptor: &mut TypeDescriptor, index: usize) -> &mut TypeField {
        match &mut descriptor.kind {
            TypeKind::Composite(fields) => &mut fields[index],
            other => panic!("every node is a composite, and this is {other:?}"),
        }
    }

    #[test]
    fn any_other_structure_is_rejected() {
        type Change = fn(&mut TypeDescriptor);
        let changes: [(&str, Change); 11] = [
            ("another name", |root| root.name.push('2')),
            ("bits", |root| root.kind = TypeKind::Bits(0)),
            ("one field too few", |root| {
                if let TypeKind::Composite(fields) = &mut root.kind {
                    fields.pop();
                }
            }),
            ("one field too many", |root| {
                if let TypeKind::Composite(fields) = &mut root.kind {
                    fields.push(Box::new(field("more", text(""))));
                }
            }),
            ("another order", |root| {
                if let TypeKind::Composite(fields) = &mut root.kind {
                    fields.swap(0, 1);
                }
            }),
            ("a text with fields", |root| {
                child(root, 0).kind = node("name", vec![field("", text(""))]);
            }),
            ("text for a line number", |root| {
                child(root, 2).kind = text("seven");
            }),
            ("bits for a value", |root| {
                child(&mut child(root, 4).kind, 0).kind.kind = TypeKind::Bits(1);
            }),
            ("text for a radix", |root| {
                child(&mut child(root, 6).kind, 0).kind = text("two");
            }),
            ("an attribute without a value", |root| {
                child(&mut child(root, 7).kind, 0).kind = node("", vec![field("name", text("a"))]);
            }),
            ("bits for a type", |root| {
                child(&mut child(root, 8).kind, 0).kind.kind = TypeKind::Bits(1);
            }),
        ];
        for (name, change) in changes {
            let mut descriptor = encode(&description());
            change(&mut descriptor);
            assert_eq!(decode(&descriptor), None, "{name}");
        }
    }
}
