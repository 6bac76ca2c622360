//! Properties as concurrent assertions, in a module that `bind` adds to the one that has them.

use rust_hdl_rtl::{Checker, Design, PropertyKind};

use super::context::Context;
use super::layout::wrapped;
use super::{Options, expression, module};

/// Prints the checker of a module with its header, ending in a newline.
pub(super) fn text(design: &Design, checker: &Checker, options: &Options) -> String {
    let (body, conditions) = checker.conditions(design);
    let context = Context { module: &body, options, column: 0 };
    let inside = context.deeper();
    let target = design.module(checker.module);
    let name = &target.name;
    let mut purpose = format!(
        "Properties of `{name}`, for simulators and formal tools: synthesis needs no assertions."
    );
    if checker.properties.iter().any(|property| property.kind == PropertyKind::Assume) {
        purpose += &format!(
            "\n\nA module that instantiates `{name}` has to satisfy the assumptions. In a proof of \
             that module, turn them into assertions."
        );
    }
    let mut lines = module::heading(&purpose, context);
    lines.extend(module::ports(context));
    for section in module::sections(design, inside) {
        lines.push(String::new());
        lines.extend(context.indent(section));
    }
    for (property, condition) in checker.properties.iter().zip(&conditions) {
        let name = &design.module(checker.checker).signal(property.condition).name;
        let clock = &design.module(checker.checker).signal(property.clock).name;
        let first = format!("{name}: {} property (@(posedge {clock})", property.kind.keyword());
        let radix = Default::default();
        let limit = inside.deeper().limit() - 2;
        let value = expression::lines(condition, &body, radix, limit);
        lines.push(String::new());
        let before = format!("{first} ");
        lines.extend(context.indent(match value.as_slice() {
            [value] if before.len() + value.len() + 2 <= inside.limit() => {
                vec![format!("{before}{value});")]
            }
            _ => {
                let value = wrapped("", value, ");");
                [vec![first], inside.indent(value)].concat()
            }
        }));
    }
    lines.extend([String::new(), "endmodule".to_string(), String::new()]);
    let around = Context { module: target, ..context };
    let mut instance = module::instance(&body, &checker.instance(design), around);
    instance[0].insert_str(0, &format!("bind {} ", target.name));
    lines.extend(instance);
    lines.join("\n") + "\n"
}
