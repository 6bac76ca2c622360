//! A user's crate whose only dependencies are `rust-hdl` and `rust-hdl-systemverilog`.
//!
//! Its documentation tests are the examples of the guide. Its unit test covers every macro, imported by name.

#![cfg_attr(doctest, doc = include_str!("../../../src/guide.md"))]

#[cfg(test)]
mod tests {
    use rust_hdl::prelude::*;
    use rust_hdl_systemverilog::describe::{DescribeEnum, Module, comment, kernel};
    use rust_hdl_systemverilog::rtl::{cosimulate, elaborate, pins};
    use rust_hdl_systemverilog::{Options, emit};

    /// What the arbiter does.
    #[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeEnum)]
    enum State {
        /// No request is granted.
        Idle,
        Granted,
    }

    /// Grants a request until it is released.
    #[derive(Default, Module)]
    #[module(name = "arbiter_{N}", enums(State))]
    struct Arbiter<const N: usize> {
        pub clock: Signal<In, Clock>,
        #[module(radix = 2)]
        pub requests: Signal<In, Bits<N>>,
        pub granted: Signal<Out, Bit>,
        state: DFF<State>,
    }

    impl<const N: usize> Logic for Arbiter<N> {
        #[kernel]
        fn update(&mut self) {
            dff_setup!(self, clock, state);
            match self.state.q.val() {
                State::Idle => {
                    // Any request will do.
                    if self.requests.val().any() {
                        self.state.d.next = State::Granted;
                    }
                }
                State::Granted => {
                    if !self.requests.val().any() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
            self.granted.next = self.state.q.val() == State::Granted;
        }
    }

    #[test]
    fn two_dependencies_are_enough_to_describe_compare_and_print_a_block() {
        let block = Arbiter::<2>::default();
        let design = elaborate(&[("arbiter", &block)]).unwrap();
        let pins = pins!(Arbiter<2> { clock, requests => granted });
        cosimulate(&design, design.top(), Arbiter::<2>::default(), &pins, 500, 1).unwrap();

        let files = emit(&[("arbiter", &block)], &Options::default()).unwrap();
        assert_eq!(files[0].name, "arbiter_2.sv");
        for part in [
            "// Grants a request until it is released.",
            "// Any request will do.",
            "// No request is granted.",
        ] {
            assert!(files[0].text.contains(part), "{part}\n{}", files[0].text);
        }
    }
}
