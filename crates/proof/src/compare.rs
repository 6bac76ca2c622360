//! Compares two models: declarations for equality, functions by their gates and, where those
//! differ, by SAT.

use std::collections::BTreeMap;

use crate::model::*;
use crate::prove::{Difference, Error};
use crate::solver::Solver;
use crate::sweep;

/// The conflicts that the first attempt at a function may take, before [`sweep`].
const FIRST_CONFLICTS: u64 = 300;

/// The conflicts after which a function is given up.
const CONFLICTS: u64 = 100_000;

/// Proves that two models over the same gates have the same meaning.
pub fn compare(expected: &Model, actual: &Model, gates: &mut Gates) -> Result<(), Error> {
    compare_within(CONFLICTS, expected, actual, gates)
}

/// [`compare`] that gives a function up after so many conflicts.
fn compare_within(
    conflicts: u64,
    expected: &Model,
    actual: &Model,
    gates: &mut Gates,
) -> Result<(), Error> {
    let module = expected.name.as_str();
    compare_declarations(
        declarations(expected),
        declarations(actual),
        &format!("module `{module}`"),
    )?;
    let functions = paired(functions(expected), functions(actual), |place| place)?;
    let mut solver = Solver::new(gates);
    for Obligation { meaning, holds } in &actual.obligations {
        match solver.is_satisfiable_within(!*holds, conflicts).0 {
            Some(false) => {}
            Some(true) => {
                let (module, meaning) = (module.to_string(), meaning.clone());
                let counterexample = counterexample(&[*holds], &mut solver);
                return Err(Error::Undefined { module, meaning, counterexample });
            }
            None => return Err(undecided(module, &format!("whether {meaning}"))),
        }
    }
    for (place, expected, actual) in functions {
        let differ = differ(&expected, &actual, conflicts, &mut solver);
        if differ.ok_or_else(|| {
            undecided(module, &format!("whether {place} is the same in the text and in the design"))
        })? {
            return Err(Error::Value(Box::new(Difference {
                module: module.to_string(),
                place,
                counterexample: counterexample(
                    &[expected.as_slice(), &actual].concat(),
                    &mut solver,
                ),
                expected: number(&solver.value(&expected)),
                actual: number(&solver.value(&actual)),
            })));
        }
    }
    Ok(())
}

/// Compares the types of two packages.
pub fn compare_types(
    package: &str,
    expected: &BTreeMap<String, Type>,
    actual: &BTreeMap<String, Type>,
) -> Result<(), Error> {
    compare_declarations(types(expected), types(actual), &format!("package `{package}`"))
}

/// Declarations and their properties.
type Declarations = BTreeMap<String, String>;

fn compare_declarations(
    expected: Declarations,
    actual: Declarations,
    unit: &str,
) -> Result<(), Error> {
    for (declaration, expected, actual) in
        paired(expected, actual, |name| format!("{name} of {unit}"))?
    {
        if expected != actual {
            return Err(Error::Declaration { declaration, expected, actual });
        }
    }
    Ok(())
}

/// Pairs the entries with equal names.
///
/// # Errors
///
/// [`Error::Missing`] or [`Error::Added`] if an entry has no counterpart.
pub fn paired<T>(
    expected: BTreeMap<String, T>,
    mut actual: BTreeMap<String, T>,
    declaration: impl Fn(String) -> String,
) -> Result<Vec<(String, T, T)>, Error> {
    let mut pairs = Vec::new();
    for (name, expected) in expected {
        let actual = actual.remove(&name);
        let declaration = declaration(name);
        match actual {
            Some(actual) => pairs.push((declaration, expected, actual)),
            None => return Err(Error::Missing { declaration }),
        }
    }
    match actual.into_keys().next() {
        Some(name) => Err(Error::Added { declaration: declaration(name) }),
        None => Ok(pairs),
    }
}

/// The declarations of a module that have to be equal.
fn declarations(model: &Model) -> Declarations {
    let mut declarations = types(&model.types);
    let mut add = |name: String, property: String| drop(declarations.insert(name, property));
    let order: Vec<&str> = model.ports.iter().map(|port| port.name.as_str()).collect();
    add("the order of the ports".to_string(), order.join(", "));
    for Port { name, direction, width, enumeration } in &model.ports {
        let direction = match direction {
            Direction::Input => "input",
            Direction::Output => "output",
            Direction::InOut => "inout",
        };
        let of = enumeration.as_ref().map_or(String::new(), |name| format!(" of `{name}`"));
        add(format!("port `{name}`"), format!("{direction}, {width} bits{of}"));
    }
    for (name, register) in &model.registers {
        let power_up = register.power_up.as_deref().map_or("undefined".to_string(), number);
        let width = register.next.len();
        add(format!("register `{name}`"), format!("{width} bits, at power-up {power_up}"));
        let attribute = |(name, value): &(_, _)| format!("`{name}` = `{value}`");
        let attributes: Vec<String> = register.attributes.iter().map(attribute).collect();
        if !attributes.is_empty() {
            add(format!("attribute of register `{name}`"), attributes.join(", "));
        }
    }
    for (name, property) in &model.properties {
        add(format!("property `{name}`"), property.kind.to_string());
    }
    for (name, Instance { module, inputs, nets }) in &model.instances {
        add(format!("instance `{name}`"), format!("of `{module}`"));
        for (port, value) in inputs {
            add(format!("input `{name}.{port}`"), format!("{} bits", value.len()));
        }
        for (port, net) in nets {
            add(format!("connection `{name}.{port}`"), format!("to wire `{net}`"));
        }
    }
    for (name, Memory { width, words, contents, writes }) in &model.memories {
        let writes = writes.len();
        add(
            format!("memory `{name}`"),
            format!("{words} words of {width} bits, {writes} write ports"),
        );
        for (address, word) in contents {
            add(format!("word `{name}[{address}]`"), format!("{} at power-up", number(word)));
        }
    }
    for (name, Net { width, drivers }) in &model.nets {
        add(format!("wire `{name}`"), format!("{width} bits, {} drivers", drivers.len()));
    }
    declarations
}

fn types(types: &BTreeMap<String, Type>) -> Declarations {
    let property = |ty: &Type| {
        let parts: Vec<String> = match ty {
            Type::Enum(variants) => {
                let variant = |(name, value): &(String, Constant)| {
                    let width = value.len();
                    format!("{name} = {width}'d{}", number(value))
                };
                variants.iter().map(variant).collect()
            }
            Type::Struct(fields) => {
                fields.iter().map(|(name, width)| format!("{name}: {width} bits")).collect()
            }
        };
        parts.join(", ")
    };
    types.iter().map(|(name, ty)| (format!("type `{name}`"), property(ty))).collect()
}

/// The functions of a module that have to be equal, by their places.
fn functions(model: &Model) -> BTreeMap<String, Word> {
    let mut functions = BTreeMap::new();
    let mut add = |place: String, value: &[Edge]| drop(functions.insert(place, value.to_vec()));
    for (name, value) in &model.outputs {
        add(format!("output `{name}`"), value);
    }
    for (name, Register { clock, next, .. }) in &model.registers {
        add(format!("the clock of `{name}`"), &[*clock]);
        add(format!("the next value of `{name}`"), next);
    }
    for (name, Property { clock, condition, .. }) in &model.properties {
        add(format!("the clock of property `{name}`"), &[*clock]);
        add(format!("the condition of property `{name}`"), &[*condition]);
    }
    for (instance, Instance { inputs, .. }) in &model.instances {
        for (port, value) in inputs {
            add(format!("the input `{instance}.{port}`"), value);
        }
    }
    for (name, memory) in &model.memories {
        for (index, Write { clock, enable, address, data }) in memory.writes.iter().enumerate() {
            let port = format!("write port {index} of `{name}`");
            add(format!("the clock of {port}"), &[*clock]);
            add(format!("the enable of {port}"), &[*enable]);
            add(format!("the address of {port}"), address);
            add(format!("the data of {port}"), data);
        }
    }
    for (name, net) in &model.nets {
        for (index, Driver { enable, value }) in net.drivers.iter().enumerate() {
            add(format!("the enable of driver {index} of `{name}`"), &[*enable]);
            add(format!("the value of driver {index} of `{name}`"), value);
        }
    }
    functions
}

fn undecided(module: &str, question: &str) -> Error {
    Error::Undecided { module: module.to_string(), question: question.to_string() }
}

/// Whether two words differ for some values of the leaves. Then the solver has such values. Returns
/// `None` if that takes too many conflicts.
fn differ(expected: &Word, actual: &Word, conflicts: u64, solver: &mut Solver) -> Option<bool> {
    if expected == actual {
        return Some(false);
    }
    solver.learn(&[expected, actual]);
    let width = expected.len().max(actual.len());
    let padded = |word: &Word| {
        let bit = |index| word.get(index).copied().unwrap_or(Edge::ZERO);
        (0..width).map(bit).collect::<Word>()
    };
    let mut pairs: Vec<(Edge, Edge)> = padded(expected).into_iter().zip(padded(actual)).collect();
    let mut left = FIRST_CONFLICTS.min(conflicts);
    while let Some((expected, actual)) = pairs.first() {
        match is_different(*expected, *actual, &mut left, solver) {
            Some(false) => drop(pairs.remove(0)),
            Some(true) => return Some(true),
            None => break,
        }
    }
    let (expected, actual): (Word, Word) = pairs.into_iter().unzip();
    let mut words = sweep::merged(&[&expected, &actual], solver).into_iter();
    let (expected, actual) = (words.next()?, words.next()?);
    let mut left = conflicts;
    for (expected, actual) in expected.into_iter().zip(actual) {
        if is_different(expected, actual, &mut left, solver)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Whether two edges differ for some values of the leaves. Returns `None` if that takes more
/// conflicts than are left.
fn is_different(left: Edge, right: Edge, conflicts: &mut u64, solver: &mut Solver) -> Option<bool> {
    let difference = solver.gates.graph.xor(left, right);
    if difference == Edge::ZERO {
        return Some(false);
    }
    let (answer, used) = solver.is_satisfiable_within(difference, *conflicts);
    *conflicts = conflicts.saturating_sub(used);
    answer
}

/// The values in the solution of the sources that edges depend on.
pub fn counterexample(edges: &[Edge], solver: &mut Solver) -> Vec<(String, String)> {
    let sources = solver.sources(edges);
    let name = |source: &Source| match source {
        Source::Signal(name) => name.clone(),
        Source::Instance { instance, port } => format!("{instance}.{port}"),
        Source::Memory { memory, address } => {
            format!("{memory}[{}]", number(&solver.value(address)))
        }
    };
    sources.iter().map(|(source, word)| (name(source), number(&solver.value(word)))).collect()
}

/// A value in decimal notation, or in hexadecimal notation if it is very wide.
fn number(bits: &[bool]) -> String {
    let nibble =
        |bits: &[bool]| bits.iter().rev().fold(0, |value, bit| value << 1 | u128::from(*bit));
    let used = bits.iter().rposition(|bit| *bit).map_or(0, |last| last + 1);
    if used <= 128 {
        return nibble(&bits[..used]).to_string();
    }
    let digits: String =
        bits[..used].chunks(4).rev().map(|chunk| format!("{:x}", nibble(chunk))).collect();
    format!("0x{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module whose output is the product of three inputs, of which two are multiplied first.
    fn product(gates: &mut Gates, first: [&str; 2], last: &str) -> Model {
        let [a, b, c] = [first[0], first[1], last].map(|name| gates.signal(name, 16));
        let product = gates.graph.multiply(&a, &b);
        let output = gates.graph.multiply(&product, &c);
        let outputs = [("y".to_string(), output)].into();
        Model { name: "m".to_string(), outputs, ..Model::default() }
    }

    #[test]
    fn a_function_that_takes_too_long_to_prove_is_an_error_that_names_it() {
        let mut gates = Gates::default();
        let expected = product(&mut gates, ["a", "b"], "c");
        let actual = product(&mut gates, ["b", "c"], "a");
        let error = compare_within(100, &expected, &actual, &mut gates).expect_err("too hard");
        let message = "module `m`: it takes too long to prove whether output `y` is the same in the text and in \
                       the design; ";
        assert!(error.to_string().starts_with(message), "{error}");
    }
}
