//! A described module and the same module in plain rust-hdl: simulation, VCD files, rust-hdl's own
//! checks and Verilog are the same.

use rust_hdl::prelude::*;
use std::fmt::Write;

/// The module in plain rust-hdl.
mod plain {
    use rust_hdl::prelude::*;

    #[derive(Copy, Clone, Debug, PartialEq, LogicState)]
    pub enum Phase {
        Waiting,
        Counting,
        Full,
    }

    #[derive(Clone, Debug, Default, LogicBlock)]
    pub struct Counter<const N: usize> {
        pub clock: Signal<In, Clock>,
        pub enable: Signal<In, Bit>,
        pub count: Signal<Out, Bits<N>>,
        register: DFF<Bits<N>>,
    }

    impl<const N: usize> Logic for Counter<N> {
        #[hdl_gen]
        fn update(&mut self) {
            self.register.clock.next = self.clock.val();
            self.register.d.next = self.register.q.val();
            if self.enable.val() {
                self.register.d.next = self.register.q.val() + 1;
            }
            self.count.next = self.register.q.val();
        }
    }

    #[derive(Clone, Debug, LogicBlock)]
    pub struct Top {
        pub clock: Signal<In, Clock>,
        pub enable: Signal<In, Bits<2>>,
        pub sum: Signal<Out, Bits<4>>,
        pub phase: Signal<Out, Phase>,
        offset: Constant<Bits<4>>,
        partial: Signal<Local, Bits<4>>,
        counters: [Counter<4>; 2],
        _remark: u8,
    }

    impl Default for Top {
        fn default() -> Self {
            Self {
                clock: Default::default(),
                enable: Default::default(),
                sum: Default::default(),
                phase: Default::default(),
                offset: Constant::new(bits(3)),
                partial: Default::default(),
                counters: Default::default(),
                _remark: 0,
            }
        }
    }

    impl Logic for Top {
        #[hdl_gen]
        fn update(&mut self) {
            for i in 0..2 {
                self.counters[i].clock.next = self.clock.val();
                self.counters[i].enable.next = self.enable.val().get_bit(i);
            }
            self.partial.next = self.counters[0].count.val() + self.counters[1].count.val();
            self.sum.next = self.partial.val() + self.offset.val();
            match self.counters[0].count.val().index() {
                0 => self.phase.next = Phase::Waiting,
                14 => self.phase.next = Phase::Full,
                15 => self.phase.next = Phase::Full,
                _ => self.phase.next = Phase::Counting,
            }
        }
    }
}

/// The same module, described.
mod described {
    use rust_hdl::prelude::*;
    use rust_hdl_describe::*;

    /// The phase of the first counter.
    #[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
    pub enum Phase {
        /// At zero.
        Waiting,
        Counting,
        Full,
    }

    /// Counts while it is enabled.
    #[derive(Clone, Debug, Default, Module)]
    pub struct Counter<const N: usize> {
        pub clock: Signal<In, Clock>,
        /// "Count!"
        pub enable: Signal<In, Bit>,
        pub count: Signal<Out, Bits<N>>,
        register: DFF<Bits<N>>,
    }

    impl<const N: usize> Logic for Counter<N> {
        #[kernel]
        fn update(&mut self) {
            self.register.clock.next = self.clock.val();
            self.register.d.next = self.register.q.val();
            if self.enable.val() {
                self.register.d.next = self.register.q.val() + 1;
            }
            self.count.next = self.register.q.val();
        }
    }

    /// Adds two counters.
    #[derive(Clone, Debug, Module)]
    #[module(types(Phase))]
    pub struct Top {
        pub clock: Signal<In, Clock>,
        pub enable: Signal<In, Bits<2>>,
        pub sum: Signal<Out, Bits<4>>,
        pub phase: Signal<Out, Phase>,
        offset: Constant<Bits<4>>,
        partial: Signal<Local, Bits<4>>,
        counters: [Counter<4>; 2],
        _remark: u8,
    }

    impl Default for Top {
        fn default() -> Self {
            Self {
                clock: Default::default(),
                enable: Default::default(),
                sum: Default::default(),
                phase: Default::default(),
                offset: Constant::new(bits(3)),
                partial: Default::default(),
                counters: Default::default(),
                _remark: 0,
            }
        }
    }

    impl Logic for Top {
        #[kernel]
        fn update(&mut self) {
            for i in 0..2 {
                self.counters[i].clock.next = self.clock.val();
                self.counters[i].enable.next = self.enable.val().get_bit(i);
            }
            // Wraps at "16" (as Bits<4>).
            self.partial.next = self.counters[0].count.val() + self.counters[1].count.val();
            self.sum.next = self.partial.val() + self.offset.val(); // three more
            match self.counters[0].count.val().index() {
                0 => self.phase.next = Phase::Waiting,
                0xE | 0xF => self.phase.next = Phase::Full,
                _ => self.phase.next = Phase::Counting,
            }
        }
    }
}

/// Returns the outputs of `Top` after each of 1,000 half periods of the clock, with changing
/// enables.
macro_rules! trace {
    ($twin:ident) => {{
        let mut uut = $twin::Top::default();
        uut.connect_all();
        let mut trace = String::new();
        for step in 0..1_000_u64 {
            uut.clock.next = !uut.clock.val();
            uut.enable.next = (step / 2 * 7 % 11 % 4).to_bits();
            assert!(simulate(&mut uut, 20), "settles at step {step}");
            writeln!(trace, "{:?} {:?}", uut.sum.val(), uut.phase.val()).unwrap();
        }
        trace
    }};
}

#[test]
fn both_simulate_alike() {
    let trace = trace!(described);
    assert!(trace.contains("Full") && trace.contains("Waiting"));
    assert_eq!(trace, trace!(plain));
}

/// Returns the VCD file of a simulation with a testbench.
macro_rules! vcd {
    ($twin:ident) => {{
        let mut simulation = simple_sim!($twin::Top, clock, 1_000_000_u64, ep, {
            let mut x = ep.init()?;
            for step in 0..40_u64 {
                wait_clock_true!(ep, clock, x);
                x.enable.next = (step % 4).to_bits();
                wait_clock_false!(ep, clock, x);
            }
            ep.done(x)
        });
        let mut vcd = Vec::new();
        simulation
            .run_traced(Box::new($twin::Top::default()), 100 * sim_time::ONE_MICROSECOND, &mut vcd)
            .expect("the testbench ends");
        String::from_utf8(vcd).expect("a VCD file is text")
    }};
}

#[test]
fn a_description_adds_nothing_to_a_vcd_file() {
    let vcd = vcd!(described);
    // The top's clock, enable, sum, phase, offset and partial; each counter's clock, enable and
    // count; each register's clock, d, q.
    assert_eq!(vcd.matches("$var").count(), 6 + 2 * (3 + 3));
    assert!(vcd.contains("Counting"));
    assert_eq!(vcd, vcd!(plain));
}

#[test]
fn the_checks_of_rust_hdl_are_unchanged() {
    let mut connected = described::Top::default();
    connected.connect_all();
    assert_eq!(check_all(&connected), Ok(()));
    // Panics on a fault.
    check_timing(&connected);

    let error = format!("{:?}", check_all(&described::Top::default()));
    assert!(error.contains("OpenSignal"), "{error}");
    assert!(!error.contains("_description"), "{error}");
}

#[test]
fn the_verilog_of_rust_hdl_differs_by_a_constant_for_each_module_the_comments_and_parentheses() {
    let mut described = described::Top::default();
    described.connect_all();
    let verilog = generate_verilog(&described);
    let constants = verilog.lines().filter(|line| line.contains("_description")).count();
    assert_eq!(constants, 3, "{verilog}");
    assert_eq!(verilog.matches("rust-hdl-describe: ").count(), 2, "{verilog}");

    let mut plain = plain::Top::default();
    plain.connect_all();
    // The conversion `.index()` is marked.
    let unmarked = verilog.replace("case (((counters$0$count)))", "case (counters$0$count)");
    assert_eq!(essential(&unmarked), essential(&generate_verilog(&plain)), "{verilog}");
}

/// Returns the lines that are not empty, a comment or a description.
fn essential(verilog: &str) -> Vec<&str> {
    verilog
        .lines()
        .map(str::trim)
        .filter(|line| {
            !line.is_empty() && !line.starts_with("//") && !line.contains("_description")
        })
        .collect()
}
