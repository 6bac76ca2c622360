//! A user's crate whose only dependencies are `rust-hdl` and `rust-hdl-systemverilog`.
//!
//! Its documentation tests are the examples of the guide. Its unit test covers every macro,
//! imported by name.

#![cfg_attr(doctest, doc = include_str!("../../../src/guide.md"))]

#[cfg(test)]
mod tests {
    use rust_hdl::prelude::*;
    use rust_hdl_systemverilog::describe::{
        DescribeType, FromBits, Module, Ports, comment, kernel,
    };
    use rust_hdl_systemverilog::rtl::{cosimulate, ports};
    use rust_hdl_systemverilog::{Options, emit};

    /// What the arbiter does.
    #[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
    enum State {
        /// No request is granted.
        Idle,
        Granted,
    }

    /// Grants a request until it is released.
    #[derive(Default, Module)]
    #[module(name = "arbiter_{N}", types(State))]
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

    /// The two halves of a word.
    #[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, FromBits)]
    struct Halves {
        low: Bits<4>,
        high: Bits<4>,
    }

    #[derive(Default, LogicInterface, Ports)]
    struct Exchange {
        pub from: Signal<In, Halves>,
        pub to: Signal<Out, Halves>,
    }

    #[derive(Default, LogicBlock, Ports)]
    struct Swapper {
        pub word: Exchange,
    }

    impl Logic for Swapper {
        #[hdl_gen]
        fn update(&mut self) {
            self.word.to.next.low = self.word.from.val().high;
            self.word.to.next.high = self.word.from.val().low;
        }
    }

    #[test]
    fn two_dependencies_are_enough_to_compare_blocks_that_do_not_describe_themselves() {
        let compared = cosimulate(Swapper::default(), 500, 1).unwrap();
        assert_eq!(compared.to_string(), "256 stimuli; 1 of 1 outputs changed");
        let ports = ports!(Strobe<8> { enable, strobe, clock });
        cosimulate(ports.of(Strobe::new(1000, 100.0)), 500, 1).unwrap();
    }

    #[test]
    fn two_dependencies_are_enough_to_describe_compare_and_print_a_block() {
        let compared = cosimulate(Arbiter::<2>::default(), 500, 1).unwrap();
        assert_eq!((compared.outputs, &compared.constant), (1, &vec![]), "{compared}");

        let files = emit(&[("arbiter", &Arbiter::<2>::default())], &Options::default()).unwrap();
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
