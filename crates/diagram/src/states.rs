//! State diagrams: the transitions of a register of an enum type.

mod mermaid;
mod svg;

use std::collections::BTreeSet;

use super::condition::{self, Condition};
use super::error::DiagramError;
use super::paths::{InState, MAXIMUM_PATHS, Path, TooMany, driver};
use rust_hdl_rtl::{
    Design, Enum, Expression, ExpressionKind, ItemKind, Module, ModuleId, Register, SignalId, Type,
    Value, mask,
};

/// The transitions of a register of an enum type.
#[derive(Clone, Debug)]
pub struct StateMachine<'d> {
    /// The module of the register.
    pub module: &'d Module,
    /// The register.
    pub register: SignalId,
    /// The clock: a signal, or an inverted signal for the falling edge.
    pub clock: &'d Expression,
    /// The states; their encodings are 0, 1, 2 and so on.
    pub states: &'d Enum,
    /// The power-up state.
    pub initial: usize,
    /// The conditions that lead from every state to the initial one, regardless of others.
    pub resets: Vec<Expression>,
    /// The conditions that all transitions need in addition to their own.
    pub enables: Vec<Expression>,
    /// The transitions, in the order of their states. The state holds if none is taken.
    pub transitions: Vec<Transition>,
    /// The transitions from illegal encodings; empty if there are no such encodings or they hold.
    pub invalid: Vec<Transition>,
}

/// A transition between states. A transition of a state to itself is listed only if it is the only
/// one.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// The current state; for illegal encodings, the lowest of them.
    pub from: usize,
    /// The next state.
    pub to: Next,
    /// The condition, in addition to no reset and all enables.
    pub condition: Condition,
}

/// The next state of a transition.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A state, by its encoding.
    State(usize),
    /// The value of an expression, for example of another register or an input.
    Value(Expression),
}

/// Returns the registers of a module that are of an enum type.
pub fn state_registers(module: &Module) -> Vec<SignalId> {
    let registers = module.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Register(register) => Some(register.target),
        _ => None,
    });
    registers.filter(|id| matches!(module.signal(*id).ty, Type::Enum(_))).collect()
}

/// Returns the only module with state registers in the hierarchy below `top`, `top` included.
///
/// # Errors
///
/// [`DiagramError::NoStates`] or [`DiagramError::SeveralModules`].
pub fn state_module(design: &Design, top: ModuleId) -> Result<ModuleId, DiagramError> {
    let inside = design.hierarchy(top);
    let has_states = |id: &ModuleId| !state_registers(design.module(*id)).is_empty();
    match inside.into_iter().filter(has_states).collect::<Vec<_>>().as_slice() {
        [] => Err(no_states(design, design.module(top))),
        [only] => Ok(*only),
        several => {
            let known = several.iter().map(|id| design.module(*id).name.clone()).collect();
            Err(DiagramError::SeveralModules { known })
        }
    }
}

fn no_states(design: &Design, module: &Module) -> DiagramError {
    let others = design.modules.iter().filter(|module| !state_registers(module).is_empty());
    let others = others.map(|module| module.name.clone()).collect();
    DiagramError::NoStates { module: module.name.clone(), others }
}

impl<'d> StateMachine<'d> {
    /// Extracts the state machine of a module. `register` names the state register; it may be
    /// `None` if the module has only one.
    ///
    /// # Errors
    ///
    /// [`DiagramError`] if there is no such register, if there are several and none is named, or if
    /// there are too many conditions.
    pub fn of(
        design: &'d Design,
        module: ModuleId,
        register: Option<&str>,
    ) -> Result<StateMachine<'d>, DiagramError> {
        let id = choose(design, module, register)?;
        let module = design.module(module);
        let found = module.items.iter().find_map(|item| match &item.kind {
            ItemKind::Register(register) if register.target == id => Some(register),
            _ => None,
        });
        let (Some(register), Type::Enum(states)) = (found, module.signal(id).ty) else {
            return Err(no_states(design, module));
        };
        read(module, register, &module.enums[states.0]).map_err(|TooMany| {
            DiagramError::TooComplex {
                module: module.name.clone(),
                register: module.signal(id).name.clone(),
            }
        })
    }

    /// Returns the diagram as an SVG file, ending in one newline.
    ///
    /// A state is a group of class `state` with its name in `data-state`; a transition is a group
    /// of class `transition` with `data-from`, `data-to` and, if it has a condition,
    /// `data-condition`.
    pub fn svg(&self) -> String {
        svg::Drawing::new(self).svg()
    }

    /// Returns the diagram as a Mermaid `stateDiagram-v2`, ending in one newline.
    pub fn mermaid(&self) -> String {
        mermaid::text(self)
    }

    /// Returns whether a state can be left by a reset only.
    pub fn is_final(&self, state: usize) -> bool {
        let mut transitions = self.transitions.iter().filter(|transition| transition.from == state);
        transitions.all(|transition| transition.to == Next::State(state))
    }

    /// Returns the condition of a transition and, if it is a combinational bit, the definition of
    /// that bit in parentheses.
    fn label(&self, transition: &Transition) -> (Vec<String>, Option<String>) {
        let meaning = match transition.condition.0.as_slice() {
            [guards] if guards.len() == 1 => self.meaning(transition.from, &guards[0]),
            _ => None,
        };
        let text = |meaning: Condition| format!("({})", meaning.lines(self.module).join(" "));
        (transition.condition.lines(self.module), meaning.map(text))
    }

    fn title(&self) -> String {
        format!("{}: {}", self.module.name, self.module.signal(self.register).name)
    }

    /// Returns the clock edge and the enables, as a sentence without full stop.
    fn when(&self) -> String {
        let (edge, clock) = match &self.clock.kind {
            ExpressionKind::Unary(_, clock) => ("falling", clock.as_ref()),
            _ => ("rising", self.clock),
        };
        let clock = condition::text(clock, self.module);
        let enables: Vec<String> =
            self.enables.iter().map(|guard| condition::text(guard, self.module)).collect();
        match enables.as_slice() {
            [] => format!("At each {edge} edge of {clock}"),
            _ => format!("At each {edge} edge of {clock} with {}", enables.join(" && ")),
        }
    }

    /// Returns the causes of the initial state: power-up and resets.
    fn start_lines(&self) -> Vec<String> {
        let resets = self.resets.iter().map(|guard| condition::text(guard, self.module));
        let resets = resets.map(|guard| format!("or {guard}"));
        ["power-up".to_string()].into_iter().chain(resets).collect()
    }

    /// Returns a note on the state after illegal encodings if it is the same for all.
    fn invalid_note(&self) -> Option<String> {
        let [Transition { to: Next::State(to), condition, .. }] = self.invalid.as_slice() else {
            return None;
        };
        let to = &self.states.variants.get(*to)?.name;
        condition.is_always().then(|| format!("Illegal encodings are followed by {to}"))
    }

    fn description(&self) -> String {
        let names: Vec<&str> =
            self.states.variants.iter().map(|state| state.name.as_str()).collect();
        format!("State diagram with the states {}. {}.", names.join(", "), self.when())
    }

    /// Returns the definition, in state `from`, of a combinational bit that guards a transition, if
    /// it is short enough for a label.
    pub fn meaning(&self, from: usize, guard: &Expression) -> Option<Condition> {
        const SHORT: usize = 3;
        let (signal, wanted) = match &guard.kind {
            ExpressionKind::Unary(_, inner) => (inner.as_signal()?, false),
            _ => (guard.as_signal()?, true),
        };
        let state = InState { module: self.module, register: self.register, value: from as u128 };
        state.meaning(signal, wanted).filter(|meaning| (1..=SHORT).contains(&meaning.guards()))
    }
}

fn choose(design: &Design, id: ModuleId, wanted: Option<&str>) -> Result<SignalId, DiagramError> {
    let module = design.module(id);
    let registers = state_registers(module);
    let name = |id: &SignalId| module.signal(*id).name.clone();
    let known = || registers.iter().map(name).collect();
    let module_name = module.name.clone();
    match (wanted, registers.as_slice()) {
        (_, []) => Err(no_states(design, module)),
        (None, [only]) => Ok(*only),
        (None, _) => Err(DiagramError::SeveralRegisters { module: module_name, known: known() }),
        (Some(wanted), _) => {
            registers.iter().copied().find(|id| name(id) == wanted).ok_or_else(|| {
                let (name, known) = (wanted.to_string(), known());
                DiagramError::UnknownRegister { module: module_name, name, known }
            })
        }
    }
}

fn read<'d>(
    module: &'d Module,
    register: &'d Register,
    states: &'d Enum,
) -> Result<StateMachine<'d>, TooMany> {
    let id = register.target;
    let initial = module.signal(id).power_up.as_ref().and_then(Value::to_usize).unwrap_or(0);
    let in_state = |value: usize| InState { module, register: id, value: value as u128 };
    let paths_in = |value: usize| -> Result<Vec<Path>, TooMany> {
        let state = in_state(value);
        let mut all = Vec::new();
        for path in state.paths(&register.body)? {
            all.extend(resolved(state, path, &mut BTreeSet::new())?);
        }
        Ok(all)
    };
    let mut by_state: Vec<Vec<Path>> =
        (0..states.variants.len()).map(paths_in).collect::<Result<_, _>>()?;
    let first_invalid = states.variants.len();
    let has_invalid = mask(states.width) >= first_invalid as u128;
    let mut invalid = if has_invalid { paths_in(first_invalid)? } else { vec![] };

    let resets = resets(&by_state, initial);
    for paths in by_state.iter_mut().chain([&mut invalid]) {
        paths.retain(|path| !path.guards.iter().any(|guard| resets.contains(guard)));
        drop_guards(paths, &resets.iter().map(|guard| guard.clone().negated()).collect::<Vec<_>>());
    }
    let enables = enables(&by_state);
    for paths in by_state.iter_mut().chain([&mut invalid]) {
        drop_guards(paths, &enables);
    }
    let transitions = by_state.iter().enumerate().flat_map(|(from, paths)| {
        let transitions = transitions_from(from, paths);
        if transitions.is_empty() {
            let (to, condition) = (Next::State(from), Condition(vec![vec![]]));
            return vec![Transition { from, to, condition }];
        }
        transitions
    });
    let transitions = transitions.collect();
    let invalid = transitions_from(first_invalid, &invalid);
    let clock = &register.clock;
    Ok(StateMachine {
        module,
        register: id,
        clock,
        states,
        initial,
        resets,
        enables,
        transitions,
        invalid,
    })
}

/// Returns the path, or, if it assigns a combinational signal, the paths on which that signal gets
/// its value.
fn resolved(
    state: InState<'_>,
    path: Path,
    seen: &mut BTreeSet<SignalId>,
) -> Result<Vec<Path>, TooMany> {
    let signal = path.value.as_ref().and_then(Expression::as_signal);
    let Some(signal) = signal else { return Ok(vec![path]) };
    if signal == state.register {
        return Ok(vec![Path { value: None, ..path }]);
    }
    let Some(body) = driver(state.module, signal).filter(|_| seen.insert(signal)) else {
        return Ok(vec![path]);
    };
    let mut all = Vec::new();
    for inner in state.paths(&body)? {
        let mut guards = path.guards.clone();
        if inner.guards.iter().any(|guard| guards.contains(&guard.clone().negated())) {
            continue;
        }
        for guard in inner.guards {
            if !guards.contains(&guard) {
                guards.push(guard);
            }
        }
        all.extend(resolved(state, Path { guards, value: inner.value }, seen)?);
    }
    seen.remove(&signal);
    if all.len() > MAXIMUM_PATHS { Err(TooMany) } else { Ok(all) }
}

/// Returns the guards that every path tests and that lead from every state to the initial one.
fn resets(by_state: &[Vec<Path>], initial: usize) -> Vec<Expression> {
    let mut candidates: Vec<&Expression> = Vec::new();
    for guard in by_state.iter().flatten().flat_map(|path| &path.guards) {
        if !candidates.contains(&guard) {
            candidates.push(guard);
        }
    }
    let resets = candidates.into_iter().filter(|guard| {
        let opposite = (*guard).clone().negated();
        by_state.iter().all(|paths| {
            paths.iter().any(|path| path.guards.contains(guard))
                && paths.iter().all(|path| match path.guards.contains(guard) {
                    true => literal(path) == Some(initial),
                    false => path.guards.contains(&opposite),
                })
        })
    });
    resets.cloned().collect()
}

/// Returns the guards without which every state holds.
fn enables(by_state: &[Vec<Path>]) -> Vec<Expression> {
    let all = by_state.iter().enumerate();
    let moving: Vec<&Path> =
        all.flat_map(|(from, paths)| paths.iter().filter(move |path| !holds(path, from))).collect();
    let Some(first) = moving.first() else { return vec![] };
    let shared =
        first.guards.iter().filter(|guard| moving.iter().all(|path| path.guards.contains(guard)));
    shared.cloned().collect()
}

fn drop_guards(paths: &mut [Path], unwanted: &[Expression]) {
    for path in paths {
        path.guards.retain(|guard| !unwanted.contains(guard));
    }
}

fn literal(path: &Path) -> Option<usize> {
    path.value.as_ref()?.as_literal().and_then(Value::to_usize)
}

/// Returns whether the state holds on a path. Without an assignment the register keeps its value.
fn holds(path: &Path, from: usize) -> bool {
    path.value.is_none() || literal(path) == Some(from)
}

/// Returns the transitions of a state, one for each next state.
fn transitions_from(from: usize, paths: &[Path]) -> Vec<Transition> {
    let mut transitions: Vec<Transition> = Vec::new();
    for path in paths.iter().filter(|path| !holds(path, from)) {
        let to = match (literal(path), &path.value) {
            (Some(state), _) => Next::State(state),
            (None, Some(value)) => Next::Value(value.clone()),
            (None, None) => continue,
        };
        match transitions.iter_mut().find(|step| step.to == to) {
            Some(step) => step.condition.0.push(path.guards.clone()),
            None => {
                let condition = Condition(vec![path.guards.clone()]);
                transitions.push(Transition { from, to, condition });
            }
        }
    }
    for step in &mut transitions {
        step.condition = std::mem::take(&mut step.condition).simplified();
    }
    transitions
}
