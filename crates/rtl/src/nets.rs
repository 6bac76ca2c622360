//! Wires with several drivers: each becomes one process that selects the active driver.

use super::design::*;
use super::walk;

/// Replaces the tristate drivers of a flat module.
///
/// An `inout` port `bus` becomes the input `bus`, which the outside drives, and two outputs:
/// `bus.driven` is 1 while the module drives the wire, and `bus.value` is the resolved value, which
/// all readers use. An internal wire without an active driver is 0.
pub(super) fn resolve(signals: &mut Vec<Signal>, items: &mut Vec<Item>) {
    let nets: Vec<SignalId> = (0..signals.len())
        .map(SignalId)
        .filter(|id| signals[id.0].kind == SignalKind::InOut || is_driven(items, *id))
        .collect();
    for net in nets {
        let drivers: Vec<Tristate> = items
            .extract_if(
                ..,
                |item| matches!(&item.kind, ItemKind::Tristate(driver) if driver.target == net),
            )
            .filter_map(|item| match item.kind {
                ItemKind::Tristate(driver) => Some(driver),
                _ => None,
            })
            .collect();
        let outside = signals[net.0].kind == SignalKind::InOut;
        let value = if outside { split_port(net, &drivers, signals, items) } else { net };
        let ty = signals[net.0].ty;
        let otherwise =
            if outside { Expression::signal(net, ty) } else { Expression::literal(0, ty) };
        let mut body = vec![assign(value, otherwise)];
        for driver in drivers {
            let then = vec![assign(value, driver.value)];
            let condition = driver.enable;
            body.push(Statement::from(StatementKind::If { condition, then, otherwise: vec![] }));
        }
        items.push(Item::from(ItemKind::Combinational(body)));
    }
}

fn is_driven(items: &[Item], net: SignalId) -> bool {
    items
        .iter()
        .any(|item| matches!(&item.kind, ItemKind::Tristate(driver) if driver.target == net))
}

/// Makes a port an input, adds the two outputs and lets all readers use the resolved value, which
/// is returned.
fn split_port(
    net: SignalId,
    drivers: &[Tristate],
    signals: &mut Vec<Signal>,
    items: &mut Vec<Item>,
) -> SignalId {
    signals[net.0].kind = SignalKind::Input;
    let ty = signals[net.0].ty;
    let mut add = |suffix: &str, ty| {
        let port = &signals[net.0];
        let name = format!("{}.{suffix}", port.name);
        signals.push(Signal { name, ty, kind: SignalKind::Output, ..port.clone() });
        SignalId(signals.len() - 1)
    };
    let value = add("value", ty);
    let driven = add("driven", Type::Bit);
    walk::rename(items, &|id| if id == net { value } else { id }, &|id| id);
    let enables = drivers.iter().map(|driver| driver.enable.clone());
    let any = enables.reduce(|any, enable| Expression {
        kind: ExpressionKind::Binary(BinaryOperator::Or, Box::new(any), Box::new(enable)),
        ty: Type::Bit,
    });
    let any = any.unwrap_or(Expression::literal(0, Type::Bit));
    items.push(Item::from(ItemKind::Combinational(vec![assign(driven, any)])));
    value
}

fn assign(target: SignalId, value: Expression) -> Statement {
    Statement::from(StatementKind::Assign(Target::whole(target), value))
}
