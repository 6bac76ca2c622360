//! The descriptions that a probe reads from modules.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// What the machine is doing.
///
/// "Quoted" \ text.
#[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
enum State {
    /// Nothing, at rest —
    /// for now.
    Idle,
    Busy,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
enum Mode {
    Fast,
    Slow,
}

/// A bet.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, DescribeType)]
struct Bet {
    /// How much.
    chips: Bits<7>,
    tie: Bit,
    /// Not hardware.
    _remark: u8,
}

/// The first module.
///
///   Indented, "quoted", déjà vu \n.
#[derive(Clone, Debug, Default, Module)]
#[module(types(State, Mode, Bet))]
struct StateMachine {
    /// Rises.
    pub clock: Signal<In, Clock>,
    // Not documented.
    pub state: Signal<Out, State>,
    /// Two
    /// lines.
    pub mode: Signal<Out, Mode>,
    /// Not hardware.
    _remark: u8,
}
const STATE_MACHINE_LINE: u32 = line!() - 11;

impl Logic for StateMachine {
    #[kernel]
    fn update(&mut self) {
        self.state.next = State::Busy;
        self.mode.next = Mode::Slow;
    }
}

/// Passes its input on.
#[derive(Clone, Debug, Default, Module)]
#[module()]
struct Wire<T, const N: usize = 3, const INVERTED: bool = false>
where
    T: Synth,
{
    pub from: Signal<In, T>,
    pub to: Signal<Out, T>,
    pub count: Signal<Out, Bits<N>>,
}

impl<T: Synth, const N: usize, const INVERTED: bool> Logic for Wire<T, N, INVERTED> {
    #[kernel]
    fn update(&mut self) {
        self.to.next = self.from.val();
        self.count.next = 0.into();
    }
}

trait Purpose: 'static + Clone + Default {
    const MODULE: &'static str;
}

#[derive(Clone, Debug, Default)]
struct Left;

impl Purpose for Left {
    const MODULE: &'static str = "wire_on_the_left";
}

#[derive(Clone, Default, Module)]
#[module(name = P::MODULE)]
#[module(types(Mode,))]
struct Named<P: Purpose> {
    pub input: Signal<In, Bit>,
    _purpose: P,
}

impl<P: Purpose> Logic for Named<P> {
    fn update(&mut self) {}
}

#[derive(Clone, Debug, Default, Module)]
#[module(name = &format!("top_of_{}", 1 + 1))]
struct Top {
    pub clock: Signal<In, Clock>,
    machine: StateMachine,
    wires: [Wire<Bits<4>, 2>; 2],
}

impl Logic for Top {
    #[kernel]
    fn update(&mut self) {
        self.machine.clock.next = self.clock.val();
        for i in 0..2 {
            self.wires[i].from.next = 5.into();
        }
    }
}

/// The derive uses absolute paths.
mod without_imports {
    #[derive(Default, rust_hdl_describe::Module)]
    pub struct Alone {
        pub input: rust_hdl::prelude::Signal<rust_hdl::prelude::In, bool>,
    }

    impl rust_hdl::prelude::Logic for Alone {
        fn update(&mut self) {}
    }

    #[derive(Default, rust_hdl_describe::Module)]
    pub struct Nothing {}

    impl rust_hdl::prelude::Logic for Nothing {
        fn update(&mut self) {}
    }
}

/// Records every visit in order: scopes, and what each atom decodes to.
#[derive(Default)]
struct Visits {
    log: Vec<String>,
    descriptions: Vec<Description>,
}

impl Visits {
    fn of(block: &dyn Block) -> Self {
        let mut visits = Self::default();
        block.accept("uut", &mut visits);
        visits
    }
}

impl Probe for Visits {
    fn visit_start_scope(&mut self, name: &str, _block: &dyn Block) {
        self.log.push(format!("start {name}"));
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        match Description::from_atom(atom) {
            Some(description) => {
                self.log.push(format!("description {}", description.name));
                self.descriptions.push(description);
            }
            None => self.log.push(format!("atom {name}")),
        }
    }

    fn visit_end_scope(&mut self, name: &str, _block: &dyn Block) {
        self.log.push(format!("end {name}"));
    }
}

fn described(block: &dyn Block) -> Description {
    Visits::of(block).descriptions.swap_remove(0)
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn a_probe_visits_the_description_first_in_each_scope() {
    assert_eq!(
        Visits::of(&Top::default()).log,
        [
            "start uut",
            "description top_of_2",
            "atom clock",
            "start machine",
            "description state_machine",
            "atom clock",
            "atom state",
            "atom mode",
            "end machine",
            "start wires$0",
            "description wire",
            "atom from",
            "atom to",
            "atom count",
            "end wires$0",
            "start wires$1",
            "description wire",
            "atom from",
            "atom to",
            "atom count",
            "end wires$1",
            "end uut",
        ]
    );
}

#[test]
fn a_description_contains_everything_at_the_struct() {
    let mode = TypeDescription {
        name: "Mode".into(),
        file: "crates/describe/tests/description.rs".into(),
        documentation: String::new(),
        members: vec![pair("Fast", ""), pair("Slow", "")],
    };
    let state = TypeDescription {
        name: "State".into(),
        file: "crates/describe/tests/description.rs".into(),
        documentation: "What the machine is doing.\n\n\"Quoted\" \\ text.".into(),
        members: vec![pair("Idle", "Nothing, at rest \u{2014}\nfor now."), pair("Busy", "")],
    };
    let bet = TypeDescription {
        name: "Bet".into(),
        file: "crates/describe/tests/description.rs".into(),
        documentation: "A bet.".into(),
        members: vec![pair("chips", "How much."), pair("tie", "")],
    };
    assert_eq!(
        described(&StateMachine::default()),
        Description {
            name: "state_machine".into(),
            file: "crates/describe/tests/description.rs".into(),
            line: STATE_MACHINE_LINE,
            documentation: "The first module.\n\n  Indented, \"quoted\", d\u{e9}j\u{e0} vu \\n."
                .into(),
            parameters: vec![],
            fields: vec![pair("clock", "Rises."), pair("mode", "Two\nlines.")],
            radices: vec![],
            attributes: vec![],
            types: vec![state, mode, bet],
        }
    );
}

#[test]
fn a_type_has_the_name_of_its_type_descriptor() {
    assert_eq!(State::description().name, State::descriptor().name);
    assert_eq!(Bet::description().name, Bet::descriptor().name);
}

#[test]
fn parameters_have_names_and_values() {
    assert_eq!(
        described(&Wire::<Bits<4>, 2, true>::default()).parameters,
        [pair("T", "Bits<4>"), pair("N", "2"), pair("INVERTED", "true")]
    );
    assert_eq!(
        described(&Wire::<Bit>::default()).parameters,
        [pair("T", "bool"), pair("N", "3"), pair("INVERTED", "false")]
    );
}

#[test]
fn a_name_may_depend_on_the_generics() {
    let description = described(&Named::<Left>::default());
    assert_eq!(description.name, "wire_on_the_left");
    assert_eq!(description.parameters, [pair("P", "Left")]);
    assert_eq!(description.types, [Mode::description()]);
}

#[test]
fn a_module_needs_no_imports() {
    assert_eq!(described(&without_imports::Alone::default()).name, "alone");
    assert_eq!(described(&without_imports::Nothing::default()).name, "nothing");
}

#[test]
fn type_and_probe_give_the_same_description() {
    assert_eq!(described(&Top::default()), Top::description());
}

#[test]
fn ordinary_atoms_are_not_descriptions() {
    #[derive(LogicBlock)]
    struct Ordinary {
        pub input: Signal<In, Bits<4>>,
        pub output: Signal<Out, State>,
        local: Signal<Local, Signed<4>>,
        _description: Constant<Bit>,
        description: Constant<Bits<8>>,
    }
    impl Logic for Ordinary {
        fn update(&mut self) {}
    }
    let block = Ordinary {
        input: Default::default(),
        output: Default::default(),
        local: Default::default(),
        _description: Constant::new(true),
        description: Constant::new(bits(1)),
    };
    assert_eq!(Visits::of(&block).descriptions, []);
}

/// Checks the atom's own methods.
#[derive(Default)]
struct AtomChecks {
    ids: Vec<usize>,
    checked: usize,
}

impl Probe for AtomChecks {
    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        self.ids.push(atom.id());
        if Description::from_atom(atom).is_some() {
            assert_eq!(name, "_description");
            assert_eq!(atom.kind(), AtomKind::Constant);
            assert_eq!(atom.bits(), 0);
            assert!(atom.connected());
            assert!(!atom.changed());
            assert!(atom.constraints().is_empty());
            assert_same_shape(&atom.descriptor(), &atom.vcd());
            self.checked += 1;
        }
    }
}

fn assert_same_shape(descriptor: &TypeDescriptor, value: &VCDValue) {
    match (&descriptor.kind, value) {
        (TypeKind::Composite(fields), VCDValue::Composite(values)) => {
            assert_eq!(fields.len(), values.len());
            for (field, value) in fields.iter().zip(values) {
                assert_same_shape(&field.kind, value);
            }
        }
        other => panic!("not of one shape: {other:?}"),
    }
}

#[test]
fn the_description_is_a_constant_without_bits_and_with_a_unique_id() {
    let mut checks = AtomChecks::default();
    Top::default().accept("uut", &mut checks);
    assert_eq!(checks.checked, 4);
    let count = checks.ids.len();
    checks.ids.sort_unstable();
    checks.ids.dedup();
    assert_eq!(checks.ids.len(), count);
}
