//! Memories of lanes that are moments of one copy, compared with an array.

use fastrand::Rng;
use rust_hdl_gates::NetlistWithMemories;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{InputPort, Memory, Netlist, ReadPort, RegisterBit, WritePort};
use rust_hdl_lanes::masks::set_lane;
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes};

const CHUNKS: usize = 2;
const LANES: usize = CHUNKS * LANES_PER_WORD;
const WIDTH: u32 = 11;
const ADDRESS_WIDTH: u32 = 4;

/// The inputs of the netlist with their widths, each in the order of its leaves.
const CLOCK: u32 = 0;
const ENABLE: u32 = 1;
const WRITE_ADDRESS: u32 = 2;
const DATA: u32 = WRITE_ADDRESS + ADDRESS_WIDTH;
const READ_ADDRESS: u32 = DATA + WIDTH;
const READ_DATA: u32 = READ_ADDRESS + ADDRESS_WIDTH;

/// A memory with its ports at inputs, and a register for what is read.
fn memory() -> NetlistWithMemories {
    let mut graph = Graph::default();
    let leaves: Vec<Edge> = (0..READ_DATA + WIDTH).map(|leaf| graph.leaf(leaf)).collect();
    let leaves = |first: u32, width: u32| leaves[first as usize..][..width as usize].to_vec();
    let register = |bit| RegisterBit {
        name: format!("read[{bit}]"),
        leaf: READ_DATA + bit,
        next: leaves(READ_DATA + bit, 1)[0],
        clock: 0,
        power_up: false,
    };
    let memory = Memory {
        name: "memory".into(),
        width: WIDTH,
        address_width: ADDRESS_WIDTH,
        contents: [(3, 1234_u128.into())].into(),
        reads: vec![ReadPort {
            clock: 0,
            address: leaves(READ_ADDRESS, ADDRESS_WIDTH),
            register: (READ_DATA..READ_DATA + WIDTH).collect(),
        }],
        writes: vec![WritePort {
            clock: 0,
            enable: leaves(ENABLE, 1)[0],
            address: leaves(WRITE_ADDRESS, ADDRESS_WIDTH),
            data: leaves(DATA, WIDTH),
        }],
    };
    let netlist = Netlist {
        name: "m".into(),
        inputs: vec![InputPort { name: "inputs".into(), width: READ_DATA, leaf: 0 }],
        outputs: vec![],
        registers: (0..WIDTH).map(register).collect(),
        clocks: leaves(CLOCK, 1),
        signals: vec![],
        graph,
    };
    NetlistWithMemories { netlist, memories: vec![memory] }
}

fn set(lanes: &mut Lanes, first: u32, width: u32, numbers: &[u32]) {
    for bit in 0..width {
        let mut words = [[0; 4]; CHUNKS];
        for (lane, number) in numbers.iter().enumerate() {
            set_lane(&mut words, lane, number >> bit & 1 == 1);
        }
        (0..CHUNKS).for_each(|chunk| lanes.set(first + bit, chunk, words[chunk]));
    }
}

#[test]
fn a_lane_reads_what_it_and_lower_ones_have_written() {
    let mut random = Rng::with_seed(25);
    let mut lanes = Lanes::moments(memory(), CHUNKS, Execution::Fastest);
    let mut other = Lanes::moments(memory(), CHUNKS, Execution::Fastest);
    let mut words = [0; 1 << ADDRESS_WIDTH];
    words[3] = 1234;
    for round in 0..60 {
        // All lanes, or a few: those run one by one.
        let used = if round % 3 == 0 { 3 } else { LANES };
        let mut masks = [[0; 4]; CHUNKS];
        (0..used).for_each(|lane| set_lane(&mut masks, lane, true));
        let mut numbers =
            |width: u32| -> Vec<u32> { (0..LANES).map(|_| random.u32(..1 << width)).collect() };
        let (enables, addresses) = (numbers(1), numbers(ADDRESS_WIDTH));
        let (data, reads) = (numbers(WIDTH), numbers(ADDRESS_WIDTH));
        for (first, width, numbers) in [
            (ENABLE, 1, &enables),
            (WRITE_ADDRESS, ADDRESS_WIDTH, &addresses),
            (DATA, WIDTH, &data),
            (READ_ADDRESS, ADDRESS_WIDTH, &reads),
        ] {
            set(&mut lanes, first, width, numbers);
        }
        lanes.pulse(CLOCK, &masks).expect("no oscillation");
        lanes.fill(ENABLE, false);
        lanes.pulse(CLOCK, &masks).expect("no oscillation");
        let kept = random.usize(..=used);
        let mut now = words;
        for lane in 0..used {
            if enables[lane] == 1 {
                now[addresses[lane] as usize] = data[lane];
            }
            let read = (0..WIDTH).fold(0, |read, bit| {
                let word = lanes.get(READ_DATA + bit, lane / LANES_PER_WORD);
                let level = word[lane % LANES_PER_WORD / 64] >> (lane % 64) & 1;
                read | (level as u32) << bit
            });
            assert_eq!(read, now[reads[lane] as usize], "lane {lane} in round {round}");
            if lane < kept && enables[lane] == 1 {
                words[addresses[lane] as usize] = data[lane];
            }
        }
        let before = contents(&lanes);
        assert_eq!(lanes.commit_writes(kept), before != words, "round {round}");
        lanes.exchange_memories(&mut other);
        lanes.copy_memories(&other);
        assert_eq!(contents(&lanes), words, "round {round}");
    }
    lanes.power_up();
    assert_eq!(contents(&lanes).iter().sum::<u32>(), 1234);
}

fn contents(lanes: &Lanes) -> [u32; 1 << ADDRESS_WIDTH] {
    std::array::from_fn(|address| {
        let bytes = lanes.memory_word(0, 0, address);
        u32::from(bytes[0]) | u32::from(bytes[1]) << 8
    })
}
