//! Proves the properties of a module by induction over clock edges.
//!
//! Time is divided at the rising edges of the one clock that all registers have. In each step the
//! inputs are arbitrary, and the registers have the values that the step before loaded. The base
//! case begins at power-up and finds violations; the induction step begins anywhere, and assumes
//! that all properties held in the steps before. A memory is an uninterpreted function that writes
//! override.

mod system;
mod unrolled;

use rust_hdl_rtl::{self as rtl, Design, ModuleId};
use thiserror::Error;

use crate::prove::condition;
use system::{Role, System};
use unrolled::Unrolled;

/// What is proven of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Induction {
    /// The assertions of the module, and all that is asserted and assumed of the modules inside it,
    /// by path: `bankroll.bets_are_covered`.
    pub proven: Vec<String>,
    /// What holds if the inputs of the module behave as it assumes.
    pub assumed: Vec<String>,
    /// The covers that are proven never to be reached, of the module and of those inside it. Any
    /// other may be reached or not.
    pub unreachable: Vec<String>,
    /// The number of steps that the induction looks back.
    pub depth: usize,
}

/// Why a property is not proven.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PropertyError {
    /// The design has no meaning.
    #[error(transparent)]
    Design(Box<rtl::Error>),
    /// Only one clock is supported.
    #[error(
        "module `{module}`: `{signal}` has another clock than the rest. Induction needs a single clock"
    )]
    SecondClock {
        /// The module.
        module: String,
        /// A register, a memory or a property.
        signal: String,
    },
    /// No inputs from power-up fulfil the assumptions, so that everything would be proven.
    #[error(
        "module `{module}`: {} in step {step} after power-up, so that anything would be proven. Correct {}",
        excluded(.assumptions),
        if .assumptions.len() == 1 { "it" } else { "them" }
    )]
    Contradiction {
        /// The module.
        module: String,
        /// Assumptions that exclude each other, none of which could be left out.
        assumptions: Vec<String>,
        /// The clock edges before.
        step: usize,
    },
    /// A sequence of inputs from power-up violates a property.
    #[error(
        "module `{module}`: `{property}` does not hold in step {step} after power-up{}",
        condition(.counterexample)
    )]
    Violated {
        /// The module.
        module: String,
        /// The property, by path.
        property: String,
        /// The clock edges before.
        step: usize,
        /// All properties that are violated in that step.
        all: Vec<String>,
        /// Inputs for which it does not hold: `enable@2` is that of step 2.
        counterexample: Vec<(String, String)>,
    },
    /// Properties that may hold, but not because they held in the steps before.
    #[error(
        "module `{module}`: {} not proven by induction over {depth} steps{}. If that state cannot be reached, assert it",
        list(.properties), condition(.counterexample)
    )]
    NotInductive {
        /// The module.
        module: String,
        /// The properties, by path.
        properties: Vec<String>,
        /// The steps that the induction looks back.
        depth: usize,
        /// Inputs, and registers of a state that may be unreachable, for which the first does not
        /// hold: `count@0` is the register before step 0, `enable@2` the input of step 2.
        counterexample: Vec<(String, String)>,
    },
}

/// Proves every property of a module and of the modules inside it, except its own assumptions about
/// its inputs. `depth` is the greatest number of steps that the induction looks back, and that of
/// the last step after power-up in which the assumptions are checked not to exclude each other.
///
/// # Errors
///
/// The first [`PropertyError`] found.
pub fn prove_properties(
    design: &Design,
    module: ModuleId,
    depth: usize,
) -> Result<Induction, PropertyError> {
    let system = System::of(design, module)?;
    let mut base = Unrolled::new(&system, true);
    let mut step = Unrolled::new(&system, false);
    for looking_back in 0..=depth {
        base.fulfilled_step()?;
        let (all, counterexample) = base.violated();
        if let Some(first) = all.first() {
            return Err(PropertyError::Violated {
                module: system.name.clone(),
                property: first.clone(),
                step: looking_back,
                all,
                counterexample,
            });
        }
        step.step();
        step.assume(Role::Assumption);
        let (properties, counterexample) = step.violated();
        step.assume(Role::Goal);
        if properties.is_empty() {
            for _ in looking_back..depth {
                base.fulfilled_step()?;
            }
            return Ok(Induction {
                proven: system.paths(Role::Goal),
                assumed: system.paths(Role::Assumption),
                unreachable: unreachable(&mut base, &mut step),
                depth: looking_back,
            });
        }
        if looking_back == depth {
            let module = system.name.clone();
            return Err(PropertyError::NotInductive { module, properties, depth, counterexample });
        }
    }
    unreachable!("the last step returns")
}

/// Returns the covers that are never reached: not from power-up on, and not from any state that
/// fulfils the other properties and has not reached them before.
fn unreachable(base: &mut Unrolled, step: &mut Unrolled) -> Vec<String> {
    let mut open = base.system.indices(Role::Cover);
    open.retain(|cover| !base.is_reachable(*cover, base.steps));
    let mut found = vec![];
    while !open.is_empty() {
        let (unreachable, other) =
            open.into_iter().partition::<Vec<_>, _>(|cover| !step.is_reachable(*cover, 1));
        found.extend(unreachable);
        open = other;
        if step.steps == base.steps {
            break;
        }
        step.step();
        step.assume(Role::Assumption);
        step.assume(Role::Goal);
    }
    found.sort_unstable();
    found.iter().map(|cover| base.system.properties[*cover].path.clone()).collect()
}

/// ``the assumption `a` cannot hold`` or ``the assumptions `a`, `b` exclude each other``.
fn excluded(assumptions: &[String]) -> String {
    let names: Vec<String> = assumptions.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [name] => format!("the assumption {name} cannot hold"),
        _ => format!("the assumptions {} exclude each other", names.join(", ")),
    }
}

/// `` `a`, `b` are``.
fn list(properties: &[String]) -> String {
    let names: Vec<String> = properties.iter().map(|name| format!("`{name}`")).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names.join(", "))
}
